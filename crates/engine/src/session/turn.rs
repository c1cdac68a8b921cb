//! The turn under way.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::archive::saved::{Piece, Saved};
use crate::archive::snapshot::BEFORE;
use crate::session::waiting::Waiting;
use stepgate_json::{self as json, object};

/// The turn under way: the state before the user's move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Turn {
    pub(crate) waiting: Waiting,
    pub(crate) stage: AnyStage,
    pub(crate) thread: u32,
    /// Length of the transcript.
    pub(crate) entries: u32,
    /// Whether the turn wrote something and so cannot be taken back.
    pub(crate) settled: bool,
    /// Edits that the page made during the turn. A rollback reapplies them.
    pub(crate) edits: Vec<Value>,
    /// The memory from before the turn, if the turn changed it. Its changed parts are saved as the part `before`.
    pub(crate) before: Option<Saved>,
    /// Revision that last wrote `before` down; 0: none.
    pub(crate) before_rev: u64,
    /// `before` as saved in that revision.
    pub(crate) written: Piece,
}

object!(Turn { stage, entries } optional { waiting, thread, settled, edits, before_rev }
    without { before: None, written: Piece::default() });

impl Turn {
    /// Makes the turn final: it cannot be taken back.
    pub(crate) fn settle(&mut self) {
        (self.settled, self.before, self.before_rev) = (true, None, 0);
        self.edits.clear();
    }

    /// Writes `before` for revision `rev`. Parts that are the same `now` are written as names only.
    pub(crate) fn write_before(&mut self, now: &Saved, rev: u64) {
        let Some(before) = &self.before else { return };
        self.before_rev = rev;
        self.written = Piece::new(BEFORE, json::to_text(&before.apart_from(now)), 0, rev);
    }
}
