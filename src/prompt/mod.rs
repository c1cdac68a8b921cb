//! From texts in files to the messages of a model call.

mod template;

pub use template::render;
