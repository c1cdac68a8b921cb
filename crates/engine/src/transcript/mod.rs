//! The transcript: its entries and questions, as a page shows them and as the model reads them.

pub(crate) mod blocks;
pub(crate) mod branches;
pub(crate) mod entries;
pub(crate) mod marks;
pub(crate) mod messages;
pub(crate) mod packs;
pub(crate) mod questions;
pub(crate) mod rewinding;
pub(crate) mod summaries;
