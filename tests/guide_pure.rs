//! Pure parts of the guide: decision matrix and line splitter, documents, editor, workflow, JSON Resume.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

#[path = "guide/editing.rs"]
mod editing;
#[path = "guide/json_resume.rs"]
mod json_resume;
#[path = "guide/prompts.rs"]
mod prompts;
#[path = "guide/restore.rs"]
mod restore;
mod reviewed;
#[path = "guide/table.rs"]
mod table;
#[path = "guide/walk.rs"]
mod walk;
