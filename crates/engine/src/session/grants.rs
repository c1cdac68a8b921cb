//! The grants of a session.

use crate::vocabulary::grant::{Grant, Until};
use crate::vocabulary::tool::ToolCall;

/// The grants that the user has given and not taken back, in order.
#[derive(Default)]
pub(super) struct Grants {
    list: Vec<Grant>,
    /// Number of the last one. It only grows, so that no number means another grant later.
    last: u32,
}

impl Grants {
    /// The grants of a saved session.
    pub(super) fn loaded(list: Vec<Grant>, last: u32) -> Self {
        Grants { list, last }
    }

    pub(super) fn list(&self) -> &Vec<Grant> {
        &self.list
    }

    pub(super) fn last(&self) -> u32 {
        self.last
    }

    /// Adds a grant under a number of its own. The same grant once more only counts as given now.
    pub(super) fn give(&mut self, grant: Grant) {
        if let Some(same) = self.list.iter_mut().find(|other| other.is_as(&grant)) {
            same.entries = grant.entries;
            return;
        }
        self.last = self.last.saturating_add(1);
        self.list.push(Grant { id: self.last, ..grant });
    }

    /// Takes a grant back; None: all. Whether there was one.
    pub(super) fn revoke(&mut self, id: Option<u32>) -> bool {
        let count = self.list.len();
        self.list.retain(|grant| id.is_some_and(|id| grant.id != id));
        self.list.len() < count
    }

    /// Goes back to the grants of an earlier time, without those that were taken back since.
    pub(super) fn keep_only(&mut self, earlier: &[Grant]) {
        let now = std::mem::take(&mut self.list);
        let is_there = |grant: &&Grant| now.iter().any(|other| other.id == grant.id);
        self.list = earlier.iter().filter(is_there).cloned().collect();
    }

    /// Whether a grant ends when the user speaks again.
    pub(super) fn has_of_turn(&self) -> bool {
        self.list.iter().any(|grant| grant.until == Until::Turn)
    }

    /// Ends the grants of turns before the one that the user began in entry `spoke`.
    pub(super) fn end_turn(&mut self, spoke: Option<u32>) {
        self.list.retain(|grant| !grant.is_over(spoke));
    }

    /// Number of the first grant that covers a call of a tool, which is defined by `definition` today. `spoke`: number of the entry with which the user
    /// began the turn.
    pub(super) fn covering(
        &self,
        call: &ToolCall,
        spoke: Option<u32>,
        definition: impl Fn() -> Option<u64>,
    ) -> Option<u32> {
        let ToolCall { name, args, grants, .. } = call;
        let counts = |grant: &&Grant| grant.tool == *name && grants.count(grant) && !grant.is_over(spoke);
        let mut of_tool = self.list.iter().filter(counts).peekable();
        of_tool.peek()?;
        let definition = definition();
        of_tool.find(|grant| grant.covers(name, args, definition)).map(|grant| grant.id)
    }
}
