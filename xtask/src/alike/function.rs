//! A function as the choices see it: its instructions, and the numbers of its locals.

use anyhow::Result;
use std::cmp::Reverse;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::iter::repeat_n;
use wasmparser::{FunctionBody, Operator, ValType};

/// The number of the local that points to the stack frame, where the parameters leave room for it. It is the most used one by
/// far; LLVM numbers it behind the parameters.
const FRAME: usize = 9;

/// One function.
pub struct Function<'w> {
    pub body: FunctionBody<'w>,
    parameters: u32,
    /// The types of its own locals.
    types: Vec<ValType>,
    steps: Vec<Step>,
    /// The own local, counted from 0, that points to the stack frame.
    frame: Option<usize>,
    /// The new number of each own local.
    numbers: Vec<u32>,
    /// The types of the locals as they are numbered anew. Some are there for the numbers of others only.
    pub declared: Vec<ValType>,
}

/// An instruction: what it does with which own local, or what else it does.
#[derive(Clone, Copy)]
enum Step {
    Local { action: u64, own: usize },
    Other(u64),
}

impl<'w> Function<'w> {
    /// A function of so many `parameters`, with its own locals numbered by how often they are used.
    pub fn read(wasm: &'w [u8], body: FunctionBody<'w>, parameters: u32) -> Result<Self> {
        let mut types = Vec::new();
        for local in body.get_locals_reader()? {
            let (count, of_type) = local?;
            types.resize(types.len() + count as usize, of_type);
        }
        let (steps, frame) = steps(wasm, &body, parameters)?;
        let (numbers, declared) = (Vec::new(), Vec::new());
        let mut function = Function { body, parameters, types, steps, frame, numbers, declared };
        function.number();
        Ok(function)
    }

    /// How many bytes it has.
    pub fn len(&self) -> usize {
        self.body.as_bytes().len()
    }

    /// The new number of a local.
    pub fn local(&self, old: u32) -> u32 {
        let own = old.checked_sub(self.parameters).and_then(|own| self.numbers.get(own as usize));
        own.copied().unwrap_or(old)
    }

    /// Pairs of own locals that may swap their numbers.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let free = |own: &usize| Some(*own) != self.frame;
        for one in (0..self.types.len()).filter(free) {
            for other in (one + 1..self.types.len()).filter(free) {
                if self.types.get(one) == self.types.get(other) {
                    pairs.push((one, other));
                }
            }
        }
        pairs
    }

    /// Lets two own locals of one type swap their numbers.
    pub fn swap(&mut self, (one, other): (usize, usize)) {
        self.numbers.swap(one, other);
    }

    /// Short runs of its instructions, as hashes: functions that have many in common are alike. One list for each of `lengths`.
    pub fn runs(&self, lengths: &[usize]) -> Vec<u64> {
        let steps: Vec<u64> = self.steps.iter().map(|step| self.code(*step)).collect();
        let mut runs = Vec::new();
        for length in lengths {
            runs.extend(steps.windows(*length).map(|run| run.iter().fold(0, |hash, step| mixed(hash ^ step))));
        }
        runs
    }

    fn code(&self, step: Step) -> u64 {
        match step {
            Step::Local { action, own } => mixed(action << 32 | u64::from(self.numbers.get(own).copied().unwrap_or(0))),
            Step::Other(code) => code,
        }
    }

    /// The most used locals come first, as far as there is room before that of the frame, and those that are no 32-bit integers last.
    fn number(&mut self) {
        let mut uses = vec![0; self.types.len()];
        for step in &self.steps {
            if let Step::Local { own, .. } = step {
                uses.get_mut(*own).into_iter().for_each(|count| *count += 1);
            }
        }
        let mut order: Vec<usize> = (0..self.types.len()).filter(|own| Some(*own) != self.frame).collect();
        order.sort_by_key(|own| (self.types.get(*own).map(rank), Reverse(uses.get(*own))));
        let mut slots: Vec<Option<usize>> = order.iter().copied().map(Some).collect();
        if self.frame.is_some() {
            let room = FRAME.saturating_sub(self.parameters as usize);
            let integers = order.iter().take_while(|own| self.types.get(**own) == Some(&ValType::I32));
            let before = integers.count().min(room);
            slots.splice(before..before, repeat_n(None, room - before).chain([self.frame]));
        }
        self.place(&slots);
    }

    /// Numbers the locals as they stand in `slots`.
    fn place(&mut self, slots: &[Option<usize>]) {
        self.numbers = vec![0; self.types.len()];
        for (own, number) in slots.iter().zip(self.parameters..) {
            let local = own.and_then(|own| Some((self.numbers.get_mut(own)?, self.types.get(own)?)));
            self.declared.push(local.map_or(ValType::I32, |(place, own_type)| {
                *place = number;
                *own_type
            }));
        }
    }
}

/// Types in the order in which their locals are declared.
fn rank(own_type: &ValType) -> u8 {
    match own_type {
        ValType::I32 => 0,
        ValType::I64 => 1,
        ValType::F64 => 2,
        ValType::F32 => 3,
        ValType::V128 => 4,
        ValType::Ref(_) => 5,
    }
}

/// The instructions of a function, and the own local of the stack frame: a function that needs one begins with taking it.
fn steps(wasm: &[u8], body: &FunctionBody<'_>, parameters: u32) -> Result<(Vec<Step>, Option<usize>)> {
    let (mut steps, mut frame) = (Vec::new(), None);
    let mut reader = body.get_operators_reader()?;
    let mut start = reader.original_position();
    while !reader.eof() {
        let operator = reader.read()?;
        let end = reader.original_position();
        let (action, local) = match operator {
            Operator::LocalGet { local_index } => (1, Some(local_index)),
            Operator::LocalSet { local_index } => (2, Some(local_index)),
            Operator::LocalTee { local_index } => (3, Some(local_index)),
            _ => (0, None),
        };
        match local.and_then(|local| local.checked_sub(parameters)) {
            Some(own) => {
                let own = own as usize;
                if steps.len() == 3 && action == 3 {
                    frame = Some(own);
                }
                steps.push(Step::Local { action, own });
            }
            None => steps.push(Step::Other(hash(wasm.get(start as usize..end as usize)))),
        }
        start = end;
    }
    Ok((steps, frame))
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Spreads what differs over all bits.
fn mixed(value: u64) -> u64 {
    let value = value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    value ^ value >> 29
}
