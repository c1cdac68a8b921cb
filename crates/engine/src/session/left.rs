//! The branches that the user has left, and what was done on them, as it was found when the conversation last went back.

use crate::vocabulary::receipt::Receipt;
use crate::vocabulary::view::BranchView;

/// The other branches of the conversation.
#[derive(Debug, Default)]
pub(super) struct Left {
    /// The branches, the oldest first.
    pub(super) branches: Vec<BranchView>,
    /// The writes that were done on them and stay done, in order.
    pub(super) writes: Vec<Receipt>,
}
