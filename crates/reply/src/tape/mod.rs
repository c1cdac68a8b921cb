//! The tape: a value as a flat list of nodes that point into the text it was read from.
//!
//! A reader that builds objects copies each string and allocates each container, and a boundary to JavaScript that sends JSON text
//! back copies everything again. A tape does neither: its strings are ranges of the text. A host that has the text builds the
//! objects itself, and a schema checks values without building them (docs/decisions/022-tape-of-ranges.md).

mod item;
mod nodes;

pub use item::Item;
pub(crate) use nodes::Mark;
pub use nodes::{Node, Tag, Tape, MADE};
