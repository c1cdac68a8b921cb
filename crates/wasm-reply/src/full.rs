//! What the small build leaves out: other policies, and what a schema is exported as.

use wasm_bindgen::prelude::*;

use super::{thrown, Contract, Reader};
use stepgate_reply::Policy;

#[wasm_bindgen]
impl Reader {
    /// The number of a policy: a preset, and lines of `option=answer` for what is answered in another way. Throws a
    /// `StepgateError` that names the option and what is allowed.
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
    /// From now on as much of a value is kept as fits.
    pub fn salvage(&mut self) {
        self.0 = self.0.clone().salvage();
    }

    /// JSON Schema for OpenAI's strict mode, as JSON text.
    pub fn strict(&self) -> String {
        stepgate_json::to_text(&self.0.export())
    }

    /// A grammar in GBNF.
    pub fn gbnf(&self) -> String {
        self.0.gbnf()
    }

    /// The declaration of a TypeScript type.
    pub fn typescript(&self) -> String {
        self.0.typescript()
    }
}
