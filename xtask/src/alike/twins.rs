//! Functions that do the same: one of them is enough. Generic functions of types that look alike in memory are many.

use super::function::{Function, Step};
use std::collections::HashMap;
use wasmparser::ValType;

/// For each function the first one that does the same. `imported` functions come before these.
pub fn twins(functions: &[Function<'_>], imported: u32) -> Vec<usize> {
    let mut firsts: Vec<usize> = (0..functions.len()).collect();
    loop {
        let mut known: HashMap<(u32, &[ValType], Vec<Step>), usize> = HashMap::new();
        let mut merged = Vec::new();
        for (own, function) in functions.iter().enumerate() {
            let steps = function.numbered().map(|step| called(step, &firsts, imported)).collect();
            merged.push(*known.entry((function.of_type, &function.declared, steps)).or_insert(own));
        }
        if merged == firsts {
            return firsts;
        }
        firsts = merged;
    }
}

/// A call of a function as one of the first that does the same.
fn called(step: Step, firsts: &[usize], imported: u32) -> Step {
    let Step::Call(function) = step else { return step };
    let first = function.checked_sub(imported).and_then(|own| firsts.get(own as usize));
    first.map_or(step, |first| Step::Call(imported + *first as u32))
}
