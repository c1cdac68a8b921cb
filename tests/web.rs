//! The boundary in a real browser: `wasm-pack test --headless --chrome`.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn an_error_names_its_place() {
    let error = stepgate::Error::new(stepgate::Kind::Malformed, "/events/0", "must be an object");
    assert_eq!(error.to_string(), "/events/0: must be an object");
}
