//! Pure parts of the guide: decision matrix and line splitter, documents, editor, workflow, JSON Resume.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod editing;
mod json_resume;
mod prompts;
mod restore;
mod table;
mod walk;
