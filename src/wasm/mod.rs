//! The boundary to JavaScript: it translates, and decides nothing.

#[cfg(feature = "bench")]
mod bench;
#[cfg(feature = "schedule")]
mod calendar;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "sessions")]
mod session;
#[cfg(all(feature = "web", feature = "sessions"))]
mod web;

use wasm_bindgen::prelude::*;

use crate::Error;

#[cfg(feature = "bench")]
pub use bench::Bench;
#[cfg(feature = "schedule")]
pub use calendar::*;
#[cfg(feature = "json")]
pub use json::{kinds, Contract, Reader, Stream};
#[cfg(feature = "sessions")]
pub use session::*;
#[cfg(all(feature = "web", feature = "sessions"))]
pub use web::research;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Error)]
    type ErrorJs;
    #[wasm_bindgen(constructor, js_class = "Error")]
    fn new(message: &str) -> ErrorJs;
    #[wasm_bindgen(method, setter)]
    fn set_name(this: &ErrorJs, name: &str);
    #[wasm_bindgen(method, setter)]
    fn set_kind(this: &ErrorJs, kind: &str);
    #[wasm_bindgen(method, setter)]
    fn set_place(this: &ErrorJs, place: &str);
    #[cfg(feature = "sessions")]
    #[wasm_bindgen(method, setter)]
    fn set_code(this: &ErrorJs, code: &str);
}

fn thrown(error: Error) -> JsValue {
    let js = ErrorJs::new(&error.to_string());
    js.set_name("StepgateError");
    js.set_kind(error.kind().name());
    js.set_place(error.place());
    js.into()
}
