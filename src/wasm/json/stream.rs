//! Streamed replies.

use wasm_bindgen::prelude::*;

use crate::json::to_text;
use crate::reply::ReplyStream;

/// Reads a reply in chunks.
#[wasm_bindgen]
#[derive(Default)]
pub struct Stream(ReplyStream);

#[wasm_bindgen]
impl Stream {
    /// A stream that has read nothing.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Stream {
        Stream::default()
    }

    /// Reads the next chunk; what it changed, as JSON text.
    pub fn push(&mut self, chunk: &str) -> String {
        to_text(&self.0.push(chunk))
    }

    /// Says that no more will come; what that changed, as JSON text.
    pub fn end(&mut self) -> String {
        to_text(&self.0.end())
    }
}
