//! Refusal of an instance.

use thiserror::Error;

/// First value of an instance that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: found {found}; allowed: {allowed}")]
pub struct Invalid {
    /// Path of the value, such as `items[3].class`.
    pub place: String,
    /// The value.
    pub found: String,
    /// Values that would be accepted.
    pub allowed: String,
}

impl Invalid {
    pub(crate) fn new(place: impl Into<String>, found: impl ToString, allowed: impl Into<String>) -> Self {
        Invalid { place: place.into(), found: found.to_string(), allowed: allowed.into() }
    }
}
