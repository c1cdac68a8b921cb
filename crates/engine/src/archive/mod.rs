//! The archive: the saved records of a session, and which of them changed.
//!
//! Each file uses only files further down in this list:
//! - `changes`: the records as last saved, and what changed since
//! - `chain`, `migrate`: records of entries, and older formats
//! - `snapshot`, `settings`, `saved`: the saved forms
//! - `kept`, `part`: pieces of a memory that are saved separately
//! - `check`: checksums

pub(crate) mod chain;
pub(crate) mod changes;
pub(crate) mod check;
pub(crate) mod kept;
pub(crate) mod migrate;
pub(crate) mod part;
pub(crate) mod saved;
pub(crate) mod settings;
pub(crate) mod snapshot;
