//! The limits of the page on what the session uses, and how far the user has raised them.

use crate::vocabulary::usage::{Limited, LimitsView};
use stepgate_json::Json;

/// The limits that the page gives, and those that hold since the user raised them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub(super) struct Allowance {
    pub(super) given: Limited,
    pub(super) now: Limited,
}

impl Allowance {
    /// The part that is saved; None without limits.
    pub(super) fn kept(&self) -> Option<&Self> {
        (*self != Allowance::default()).then_some(self)
    }

    /// The limits that hold now.
    pub(super) fn shown(self) -> Option<LimitsView> {
        (self.now != Limited::default()).then_some(LimitsView(self.now))
    }
}
