//! Policies: which texts are read, and which are refused.

/// Which texts are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Any text: damages are repaired.
    #[default]
    Tolerant,
    /// JSON by RFC 8259; anything else is an error.
    Strict,
    /// JSON whose end may be missing, with or without text behind it; anything else is an error.
    Partial,
}
