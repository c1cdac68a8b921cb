//! The operations of `benches/schedule` for JavaScript, which holds the clock.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use wasm_bindgen::prelude::*;

#[path = "../../benches/schedule/generator.rs"]
mod generator;
#[path = "../../benches/schedule/operations.rs"]
mod operations;
#[path = "../../benches/schedule/tools.rs"]
mod tools;

use generator::{A, B, C};
use operations::Operation;

/// The operations on a timetable of one size.
#[wasm_bindgen]
pub struct Bench {
    operations: Vec<Operation>,
    text: String,
}

#[wasm_bindgen]
impl Bench {
    /// Prepares the operations on the timetables of a size, 0, 1 or 2: the core operations, or without `core` the tools, which also
    /// return texts.
    #[wasm_bindgen(constructor)]
    pub fn new(size: usize, core: bool) -> Bench {
        let size = [A, B, C][size];
        let operations = if core { operations::operations(size) } else { tools::tools(size) };
        Bench { operations, text: String::new() }
    }

    /// The names of the operations.
    pub fn names(&self) -> Vec<String> {
        self.operations.iter().map(|operation| operation.name.to_owned()).collect()
    }

    /// Calls an operation `times` times and keeps the last text.
    pub fn run(&mut self, operation: &str, times: u32) {
        let found = self.operations.iter_mut().find(|known| known.name == operation).expect("a known operation");
        for _ in 0..times {
            self.text = (found.call)();
        }
    }

    /// A copy of the last text.
    pub fn text(&self) -> String {
        self.text.clone()
    }
}
