//! The turn under way.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::archive::check;
use crate::archive::saved::{Piece, Saved};
use crate::archive::snapshot::BEFORE;
use crate::session::waiting::Waiting;
use crate::session::wish::Wish;
use crate::vocabulary::utterance::Utterance;
use crate::vocabulary::view::Failure;
use stepgate_json::{self as json, Json, Writer};
use stepgate_reply::{Error, Kind};

/// The turn under way: the state before the user's move.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct Turn {
    /// The stage. It has a place of its own in the head.
    #[json(skip = AnyStage::Null)]
    stage: AnyStage,
    /// Length of the transcript.
    entries: u32,
    #[json(optional)]
    waiting: Waiting,
    #[json(optional)]
    thread: u32,
    /// Whether the turn wrote something and so cannot be taken back.
    #[json(optional)]
    settled: bool,
    /// The open wishes.
    #[json(optional)]
    wishes: Vec<Wish>,
    /// Edits that the page made during the turn. A rollback reapplies them.
    #[json(optional)]
    edits: Vec<Value>,
    /// The memory from before the turn, if the turn changed it. Its changed parts are saved as the part `before`.
    #[json(skip = None)]
    before: Option<Saved>,
    /// Revision that last wrote `before` down; 0: none.
    #[json(optional)]
    before_rev: u64,
    /// `before` as saved in that revision.
    #[json(skip = Piece::default())]
    written: Piece,
}

/// The state that a turn returns to when it is taken back.
pub(super) struct Origin {
    pub(super) waiting: Waiting,
    pub(super) stage: AnyStage,
    pub(super) thread: u32,
    /// Length of the transcript.
    pub(super) entries: u32,
    /// The open wishes.
    pub(super) wishes: Vec<Wish>,
    /// Edits that the page made during the turn.
    pub(super) edits: Vec<Value>,
    /// The memory, if the turn changed it before the current event.
    pub(super) before: Option<Saved>,
}

impl Turn {
    /// A turn that begins in this state.
    pub(super) fn new(waiting: Waiting, stage: AnyStage, thread: u32, entries: u32, wishes: &[Wish]) -> Self {
        let (settled, edits, before, before_rev, written) = (false, Vec::new(), None, 0, Piece::default());
        let wishes = wishes.to_vec();
        Turn { waiting, stage, thread, entries, settled, wishes, edits, before, before_rev, written }
    }

    pub(super) fn stage(&self) -> &AnyStage {
        &self.stage
    }

    /// Sets the stage of a turn that was read.
    pub(super) fn set_stage(&mut self, stage: AnyStage) {
        self.stage = stage;
    }

    pub(super) fn waiting(&self) -> &Waiting {
        &self.waiting
    }

    /// Makes the turn final: it cannot be taken back.
    pub(super) fn settle(&mut self) {
        (self.settled, self.before, self.before_rev) = (true, None, 0);
        self.edits.clear();
        self.wishes.clear();
    }

    /// The state before the turn. None if the turn is final.
    pub(super) fn origin(self) -> Option<Origin> {
        let Turn { waiting, stage, thread, entries, wishes, edits, before, .. } = self;
        (!self.settled).then_some(Origin { waiting, stage, thread, entries, wishes, edits, before })
    }

    /// Forgets a wish that the user has taken back.
    pub(super) fn forget_wish(&mut self, id: u64) {
        self.wishes.retain(|wish| wish.id != id);
    }

    /// Remembers an edit of the page, unless the turn is final.
    pub(super) fn remember_edit(&mut self, change: Value) {
        if !self.settled {
            self.edits.push(change);
        }
    }

    /// Begins the turn from `memory`, which the event had changed before the turn began.
    pub(super) fn begin_from(&mut self, memory: Saved) {
        if !self.settled && self.before.is_none() {
            self.before = Some(memory);
        }
    }

    /// Keeps the memory from before the turn if this event, of revision `rev`, is the first to change it. `last` and `now`
    /// are the memory before and after the event.
    pub(super) fn keep_before(&mut self, last: Saved, now: &Saved, rev: u64) {
        if self.settled {
            return;
        }
        let begins = self.before.is_none() && *now != last;
        let is_unwritten = self.before.is_some() && self.before_rev == 0;
        let loses = self.before.as_ref().is_some_and(|before| before.changed_between(&last, now));
        if begins {
            self.before = Some(last);
        }
        if begins || loses || is_unwritten {
            self.write_before(now, rev);
        }
    }

    /// Writes `before` for revision `rev`. Parts that are the same `now` are written as names only.
    pub(super) fn write_before(&mut self, now: &Saved, rev: u64) {
        let Some(before) = &self.before else { return };
        self.before_rev = rev;
        self.written = Piece::new(BEFORE, json::to_text(&before.without_unchanged(now)), 0, rev);
    }

    /// The saved memory from before the turn, and the revision that wrote it.
    pub(super) fn written(&self) -> Option<(u64, &Piece)> {
        (self.before_rev > 0).then_some((self.before_rev, &self.written))
    }

    /// The memory from before the turn, to migrate it.
    pub(super) fn before_mut(&mut self) -> Option<&mut Saved> {
        self.before.as_mut()
    }

    /// Reads the part `before`, if the turn has one. `check`: its checksum, if the format has one.
    pub(super) fn read_before(&mut self, part: Option<&String>, check: Option<u32>) -> Result<(), Error> {
        if self.before_rev == 0 {
            return Ok(());
        }
        let text = part.ok_or_else(|| Kind::Malformed.at("/parts/before", "is missing"))?;
        self.written = Piece::new(BEFORE, text.clone(), 0, self.before_rev);
        if check.is_some_and(|check| check != self.written.check() as u32) {
            return Err(check::altered("/parts/before"));
        }
        self.before = Some(json::from_text("/parts/before", text)?);
        Ok(())
    }
}

/// The turn under way, and the report of the last one.
#[derive(Default)]
pub(super) struct Turns {
    now: Option<Turn>,
    failure: Option<Failure>,
    handed_back: Option<Utterance>,
}

impl Turns {
    /// The turns of a saved session.
    pub(super) fn loaded(now: Option<Turn>, failure: Option<Failure>, handed_back: Option<Utterance>) -> Self {
        Turns { now, failure, handed_back }
    }

    /// Writes the members of the head of a session in this stage.
    pub(super) fn write_members(&self, stage: &AnyStage, out: &mut Writer) {
        out.optional("turn", &self.now);
        out.optional("turn_stage", &self.now.as_ref().map(Turn::stage).filter(|before| *before != stage));
        out.optional("failure", &self.failure);
        if let Some(Utterance { text, parts }) = &self.handed_back {
            out.member("handed_back", text);
            out.optional("parts_back", parts);
        }
    }

    pub(super) fn now(&self) -> Option<&Turn> {
        self.now.as_ref()
    }

    pub(super) fn now_mut(&mut self) -> Option<&mut Turn> {
        self.now.as_mut()
    }

    /// Begins a turn, unless one is under way.
    pub(super) fn begin(&mut self, turn: Turn) {
        self.now.get_or_insert(turn);
    }

    /// Ends the turn: the session waits for the user.
    pub(super) fn end(&mut self) -> Option<Turn> {
        self.now.take()
    }

    /// Makes the turn final.
    pub(super) fn settle(&mut self) {
        if let Some(turn) = &mut self.now {
            turn.settle();
        }
    }

    /// Failure of the last turn, until the next one begins.
    pub(super) fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    pub(super) fn set_failure(&mut self, failure: Option<Failure>) {
        self.failure = failure;
    }

    pub(super) fn take_failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// Words of a turn that was taken back.
    pub(super) fn handed_back(&self) -> Option<&Utterance> {
        self.handed_back.as_ref()
    }

    pub(super) fn hand_back(&mut self, words: Option<Utterance>) {
        self.handed_back = words;
    }

    /// Drops the report of the last turn.
    pub(super) fn clear_report(&mut self) {
        (self.failure, self.handed_back) = (None, None);
    }
}
