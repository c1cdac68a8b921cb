//! Which function is like which: an order in which like ones follow each other, and numbers of locals as like ones have them.

use super::function::Function;
use std::collections::{HashMap, VecDeque};

/// How far a compressor looks back.
const WINDOW: usize = 30_000;
/// How many functions before it a function is compared to.
const BEFORE: usize = 8;
/// Runs of instructions that more functions have say nothing about any of them.
const COMMON: usize = 60;
/// Functions of more locals stay as they are: all pairs are tried.
const LOCALS: usize = 30;
/// How often all pairs are tried: what was swapped lets others fit.
const ROUNDS: usize = 3;

/// The functions in an order in which each is the one most like those before it. Where none is, the next one of `named` follows.
pub fn order(functions: &[Function<'_>], named: Vec<usize>) -> Vec<usize> {
    let mut runs = vec![Vec::new(); functions.len()];
    let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
    for own in &named {
        let (Some(function), Some(place)) = (functions.get(*own), runs.get_mut(*own)) else { continue };
        *place = function.runs(&[3, 5, 8]);
        place.sort_unstable();
        place.dedup();
        place.iter().for_each(|run| holders.entry(*run).or_default().push(*own));
    }
    holders.retain(|_, holders| (2..=COMMON).contains(&holders.len()));

    let mut left = vec![true; functions.len()];
    let mut order: Vec<usize> = Vec::new();
    let mut named = named.into_iter();
    loop {
        let next =
            most_like(&order, &runs, &holders, &left).or_else(|| named.find(|own| left.get(*own) == Some(&true)));
        let Some(next) = next else { return order };
        left.get_mut(next).into_iter().for_each(|left| *left = false);
        order.push(next);
    }
}

/// The function, of those that are left, that shares the greatest part of its runs with the last ones of `order`.
fn most_like(order: &[usize], runs: &[Vec<u64>], holders: &HashMap<u64, Vec<usize>>, left: &[bool]) -> Option<usize> {
    let mut shared: HashMap<usize, f64> = HashMap::new();
    for (distance, before) in order.iter().rev().take(BEFORE).enumerate() {
        for run in runs.get(*before)? {
            for holder in holders.get(run).into_iter().flatten().filter(|own| left.get(**own) == Some(&true)) {
                *shared.entry(*holder).or_default() += 1.0 / (1 + distance) as f64;
            }
        }
    }
    let score = |own: usize, shared: f64| shared / runs.get(own).map_or(8, |runs| runs.len().max(8)) as f64;
    let scores = shared.into_iter().map(|(own, shared)| (score(own, shared), own)).filter(|(score, _)| *score > 0.15);
    scores.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))).map(|(_, own)| own)
}

/// Numbers the locals of each function, in `order`, so that it has the most runs in common with what stands before it.
pub fn adapt(functions: &mut [Function<'_>], order: &[usize]) {
    let mut window = Window::default();
    for own in order {
        let Some(function) = functions.get_mut(*own) else { continue };
        if function.declared.len() < LOCALS {
            for _ in 0..ROUNDS {
                if !swap_pairs(function, &window) {
                    break;
                }
            }
        }
        window.push(function);
    }
}

/// Lets those pairs of locals swap their numbers with which the function has more in common with the window. False: none has.
fn swap_pairs(function: &mut Function<'_>, window: &Window) -> bool {
    let before = window.shared(function);
    let mut best = before;
    for pair in function.pairs() {
        function.swap(pair);
        let shared = window.shared(function);
        if shared > best {
            best = shared;
        } else {
            function.swap(pair);
        }
    }
    best > before
}

/// The runs of the functions that a compressor still sees.
#[derive(Default)]
struct Window {
    /// How often each is there.
    counts: HashMap<u64, u32>,
    functions: VecDeque<(usize, Vec<u64>)>,
    bytes: usize,
}

impl Window {
    const RUNS: &'static [usize] = &[2, 4, 7];

    fn shared(&self, function: &Function<'_>) -> usize {
        function.runs(Self::RUNS).iter().filter(|run| self.counts.contains_key(run)).count()
    }

    fn push(&mut self, function: &Function<'_>) {
        let runs = function.runs(Self::RUNS);
        runs.iter().for_each(|run| *self.counts.entry(*run).or_default() += 1);
        self.functions.push_back((function.len(), runs));
        self.bytes += function.len();
        while self.bytes > WINDOW {
            let Some((len, runs)) = self.functions.pop_front() else { return };
            self.bytes -= len;
            runs.iter().for_each(|run| self.forget(*run));
        }
    }

    fn forget(&mut self, run: u64) {
        if let Some(count) = self.counts.get_mut(&run) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&run);
            }
        }
    }
}
