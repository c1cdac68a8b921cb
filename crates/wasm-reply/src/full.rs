//! The addition of the build `stepgate/json/full`: schemas in the notations of models and prompts.

use wasm_bindgen::prelude::*;

use super::reader::Contract;

#[wasm_bindgen]
impl Contract {
    /// Exports JSON Schema for OpenAI's strict mode, as JSON text.
    pub fn strict(&self) -> String {
        stepgate_json::to_text(&self.0.export())
    }

    /// Exports a grammar in GBNF, the notation of llama.cpp.
    pub fn gbnf(&self) -> String {
        self.0.gbnf()
    }

    /// Exports the declaration of a TypeScript type.
    pub fn typescript(&self) -> String {
        self.0.typescript()
    }
}
