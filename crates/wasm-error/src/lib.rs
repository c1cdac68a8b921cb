//! The errors that Stepgate's wasm modules throw in JavaScript.
#![cfg(target_arch = "wasm32")]

use stepgate_json::Error;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Error)]
    type ErrorJs;
    #[wasm_bindgen(constructor, js_class = "Error")]
    fn new(message: &str) -> ErrorJs;
    #[wasm_bindgen(method, setter)]
    fn set_name(this: &ErrorJs, name: &str);
    #[wasm_bindgen(method, setter)]
    fn set_place(this: &ErrorJs, place: &str);
    #[wasm_bindgen(method, setter)]
    fn set_code(this: &ErrorJs, code: &str);
}

/// The JavaScript `Error` for a mistake of the embedding page: `name` is `StepgateError`; `code` and `place` say what and where.
pub fn thrown(error: Error) -> JsValue {
    let js = ErrorJs::new(&error.to_string());
    js.set_name("StepgateError");
    js.set_code(error.kind().name());
    js.set_place(error.place());
    js.into()
}

/// The JavaScript `Error` for an event or a query that a session refuses: `name` is `Refusal`; `code` says why.
pub fn refused(code: &str, text: &str) -> JsValue {
    let js = ErrorJs::new(text);
    js.set_name("Refusal");
    js.set_code(code);
    js.into()
}
