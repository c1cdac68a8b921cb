//! The archive: the saved records of a session, and which of them changed.

pub(crate) mod chain;
pub(crate) mod check;
pub(crate) mod kept;
pub(crate) mod part;
pub(crate) mod saved;
pub(crate) mod snapshot;
