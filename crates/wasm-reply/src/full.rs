//! The additions of the build `stepgate/json/full`: policies, and the exports of schemas.

use wasm_bindgen::prelude::*;

use super::reader::{Contract, Reader};
use stepgate_reply::Policy;
use stepgate_wasm_error::thrown;

#[wasm_bindgen]
impl Reader {
    /// Makes a policy from a preset and lines of `option=answer` for the options that differ. Returns its number. Throws a `StepgateError`
    /// that names the option and the allowed answers.
    pub fn policy(&mut self, preset: &str, lines: &str) -> Result<usize, JsValue> {
        let mut policy = Policy::preset(preset).map_err(thrown)?;
        for line in lines.lines() {
            let (option, answer) = line.split_once('=').unwrap_or((line, ""));
            policy.set(option, answer).map_err(thrown)?;
        }
        self.policies.push(policy);
        Ok(self.policies.len() - 1)
    }
}

#[wasm_bindgen]
impl Contract {
    /// Sets the annotation [`Schema::salvage`](stepgate_reply::schema::Schema::salvage): keeps as much of a value as fits.
    pub fn salvage(&mut self) {
        self.0 = self.0.clone().salvage();
    }

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
