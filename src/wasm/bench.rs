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

/// The tools on a timetable of one size.
#[wasm_bindgen]
pub struct Bench {
    operations: Vec<Operation>,
    text: String,
}

#[wasm_bindgen]
impl Bench {
    /// The timetables of a size: 0, 1 or 2. With `core`: the operations without their texts.
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

    /// Calls an operation so many times; the last text is kept here.
    pub fn run(&mut self, operation: &str, times: u32) {
        let found = self.operations.iter_mut().find(|known| known.name == operation).expect("a known operation");
        for _ in 0..times {
            self.text = (found.call)();
        }
    }

    /// The last text, handed over.
    pub fn text(&self) -> String {
        self.text.clone()
    }
}
