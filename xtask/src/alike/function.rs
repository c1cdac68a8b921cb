//! A function as the choices see it: its instructions, and the numbers of its locals.

use anyhow::Result;
use std::cmp::Reverse;
use std::collections::HashMap;
use wasmparser::{FunctionBody, Operator, ValType};

/// The number of the local that points to the stack frame, where the parameters leave room for it. It is the most used one by
/// far; LLVM numbers it behind the parameters.
const FRAME: usize = 9;

/// One function.
pub struct Function<'w> {
    pub body: FunctionBody<'w>,
    /// The index of its type.
    pub of_type: u32,
    parameters: u32,
    /// The types of its own locals. The last ones are there for the numbers of others only.
    types: Vec<ValType>,
    steps: Vec<Step>,
    /// The own local, counted from 0, that points to the stack frame.
    frame: Option<usize>,
    /// The new number of each own local.
    numbers: Vec<u32>,
    /// The types of the locals as they are numbered anew.
    pub declared: Vec<ValType>,
}

/// An instruction: what it does with which own local, what it calls, or what else it does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    Local { action: u64, own: usize },
    Call(u32),
    Other(u64),
}

/// All instructions there are, by their bytes, with a number for each.
pub type Codes<'w> = HashMap<&'w [u8], u64>;

impl<'w> Function<'w> {
    /// A function of a type with so many `parameters`, with its own locals numbered by how often they are used.
    pub fn read(
        wasm: &'w [u8],
        body: FunctionBody<'w>,
        (of_type, parameters): (u32, u32),
        codes: &mut Codes<'w>,
    ) -> Result<Self> {
        let mut types = Vec::new();
        for local in body.get_locals_reader()? {
            let (count, own_type) = local?;
            types.resize(types.len() + count as usize, own_type);
        }
        if !types.is_empty() {
            let integers = types.iter().filter(|own_type| **own_type == ValType::I32).count();
            types.resize(types.len() + (FRAME + 1).saturating_sub(parameters as usize + integers), ValType::I32);
        }
        let (steps, frame) = steps(wasm, &body, parameters, codes)?;
        let (numbers, declared) = (Vec::new(), Vec::new());
        let mut function = Function { body, of_type, parameters, types, steps, frame, numbers, declared };
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

    /// Its instructions, with the new numbers of its locals.
    pub fn numbered(&self) -> impl Iterator<Item = Step> + '_ {
        self.steps.iter().map(|step| match step {
            Step::Local { action, own } => {
                Step::Local { action: *action, own: self.numbers.get(*own).map_or(0, |number| *number as usize) }
            }
            other => *other,
        })
    }

    /// Short runs of its instructions, as hashes: functions that have many in common are alike. One list for each of `lengths`.
    pub fn runs(&self, lengths: &[usize]) -> Vec<u64> {
        let steps: Vec<u64> = self.numbered().map(code).collect();
        let mut runs = Vec::new();
        for length in lengths {
            runs.extend(steps.windows(*length).map(|run| run.iter().fold(0, |hash, step| mixed(hash ^ step))));
        }
        runs
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
        if let Some(frame) = self.frame {
            order.insert(FRAME.saturating_sub(self.parameters as usize).min(order.len()), frame);
        }
        self.numbers = vec![0; self.types.len()];
        for (own, number) in order.iter().zip(self.parameters..) {
            self.numbers.get_mut(*own).into_iter().for_each(|place| *place = number);
            self.declared.extend(self.types.get(*own));
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
fn steps<'w>(
    wasm: &'w [u8],
    body: &FunctionBody<'w>,
    parameters: u32,
    codes: &mut Codes<'w>,
) -> Result<(Vec<Step>, Option<usize>)> {
    let (mut steps, mut frame) = (Vec::new(), None);
    let mut reader = body.get_operators_reader()?;
    while !reader.eof() {
        let start = reader.original_position() as usize;
        let operator = reader.read()?;
        let end = reader.original_position() as usize;
        let own = |local: u32| local.checked_sub(parameters).map(|own| own as usize);
        let local = match operator {
            Operator::LocalGet { local_index } => own(local_index).map(|own| (1, own)),
            Operator::LocalSet { local_index } => own(local_index).map(|own| (2, own)),
            Operator::LocalTee { local_index } => own(local_index).map(|own| (3, own)),
            _ => None,
        };
        if let (3, Some((3, own))) = (steps.len(), local) {
            frame = Some(own);
        }
        let count = codes.len() as u64;
        steps.push(match (local, operator) {
            (Some((action, own)), _) => Step::Local { action, own },
            (None, Operator::Call { function_index }) => Step::Call(function_index),
            (None, _) => Step::Other(*codes.entry(wasm.get(start..end).unwrap_or_default()).or_insert(count)),
        });
    }
    Ok((steps, frame))
}

/// A number for what an instruction does.
fn code(step: Step) -> u64 {
    mixed(match step {
        Step::Local { action, own } => action << 32 | own as u64,
        Step::Call(function) => 4 << 32 | u64::from(function),
        Step::Other(code) => 5 << 32 | code,
    })
}

/// Spreads what differs over all bits.
fn mixed(value: u64) -> u64 {
    let value = value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    value ^ value >> 29
}
