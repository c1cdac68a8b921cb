//! The transition table of a guide: decisions (spec.md 3.4), openings (spec.md 3.8) and buttons (spec.md 3.9). It is total:
//! every decision in every state has a row.

use super::decision::{Decision, Intent, NextAction};
use super::entry::EntryFields;
use super::model::{Guide, GuideState};
use super::target::Target;
use super::turn::{Action, Document, Turn, Verdict};
use GuideState::{Confirming, Discovery, Drafting, Finished};

/// The turn that a decision leads to. `target` is the resolved target of a backtrack; [`Intent::Continue`] ignores it.
pub fn transition(guide: &Guide, decision: &Decision, target: Target) -> Turn {
    let row = Row { guide, draft: proposed(guide, decision), entry: decision.entry.as_ref() };
    let mut turn = match (decision.intent, target) {
        (Intent::Continue, _) => row.go_on(decision.next_action),
        (Intent::Backtrack, Target::Other(task)) => row.leave(task),
        (Intent::Backtrack, _) => row.go_back(decision.next_action),
    };
    if decision.intent == Intent::Backtrack && target == Target::NotFound {
        turn.notices.push("target_not_found");
    }
    turn
}

/// Draft of a decision, unless it is the text that the user has replaced by hand.
fn proposed<'t>(guide: &Guide, decision: &'t Decision) -> Option<&'t str> {
    decision.draft.as_deref().filter(|draft| guide.replaced.as_deref() != Some(draft))
}

/// The turn that an opening leads to (spec.md 3.8): the state stays DISCOVERY, and a draft is dropped.
pub fn opening(guide: &Guide, decision: &Decision) -> Turn {
    let row = Row { guide, draft: decision.draft.as_deref(), entry: None };
    let turn = row.stay(Discovery).ignoring_draft(&row);
    match decision.next_action {
        NextAction::ContinueAsking => turn,
        _ => turn.coerced("opening_forced"),
    }
}

/// Button under the newest message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Applies the draft or the document.
    Confirm,
    /// Returns to drafting, without the draft's card.
    Reject,
}

/// The turn that a button leads to (spec.md 3.9).
///
/// # Errors
/// The request is refused; the error is the code of the refusal.
pub fn press(guide: &Guide, button: Button) -> Result<Turn, &'static str> {
    let row = Row { guide, draft: None, entry: None };
    match (button, guide.state) {
        (Button::Confirm, Discovery) => Err("nothing_to_confirm"),
        (Button::Confirm, Drafting) => Ok(row.stay(Finished).build()),
        (Button::Confirm, Confirming) => Ok(row.stay(Finished).acting(Action::Handoff)),
        (Button::Confirm, Finished) => Err("already_finished"),
        (Button::Reject, Confirming) => Ok(row.stay(Drafting).clear().declining()),
        (Button::Reject, Drafting) if !guide.declined => Ok(row.stay(Drafting).declining()),
        (Button::Reject, _) => Err("nothing_to_reject"),
    }
}

/// The turn that a draft written by the user leads to; `text` is in canonical form.
///
/// # Errors
/// The request is refused; the error is the code of the refusal.
pub fn rewrite(guide: &Guide, text: &str) -> Result<Turn, &'static str> {
    let row = Row { guide, draft: Some(text), entry: None };
    match guide.state {
        Discovery => Err("draft_missing"),
        Drafting | Confirming => Ok(row.propose()),
        Finished => Err("already_finished"),
    }
}

/// The turn that the backtrack button leads to; `target` is the current task or another one.
pub fn back(guide: &Guide, target: Target) -> Turn {
    let row = Row { guide, draft: None, entry: None };
    match target {
        Target::Other(task) => row.leave(task),
        _ if guide.state == Discovery => row.stay(Discovery),
        _ => row.stay(Drafting).clear(),
    }
}

/// Input of the table's rows: a guide, and what the decision proposes.
struct Row<'t> {
    guide: &'t Guide,
    draft: Option<&'t str>,
    entry: Option<&'t EntryFields>,
}

impl Row<'_> {
    fn go_on(&self, next: NextAction) -> Turn {
        match self.guide.state {
            Discovery => self.in_discovery(next),
            Drafting => self.in_drafting(next),
            Confirming => self.in_confirming(next),
            Finished => self.in_finished(next),
        }
    }

    fn in_discovery(&self, next: NextAction) -> Turn {
        let has_any = self.draft.is_some() || self.guide.draft.is_some();
        match next {
            NextAction::ContinueAsking => self.stay(Discovery).ignoring_draft(self),
            NextAction::ProposeDraft if has_any => self.propose(),
            NextAction::ProposeDraft => self.stay(Discovery).refused("draft_missing"),
            NextAction::RequestConfirm if has_any => self.take_new(Confirming).build().noting("skipped_drafting"),
            NextAction::RequestConfirm => self.stay(Discovery).refused("confirm_without_draft"),
            NextAction::ConfirmFinish if has_any => self.take_new(Drafting).shown().refused("finish_not_allowed"),
            NextAction::ConfirmFinish => self.stay(Discovery).refused("finish_not_allowed"),
        }
    }

    fn in_drafting(&self, next: NextAction) -> Turn {
        match next {
            NextAction::ContinueAsking => self.stay(Drafting).ignoring_draft(self),
            NextAction::ProposeDraft => self.propose(),
            NextAction::RequestConfirm if self.guide.replaced.is_some() && self.is_new() => {
                self.propose().coerced("unseen_draft")
            }
            NextAction::RequestConfirm => self.take_new(Confirming).build(),
            NextAction::ConfirmFinish if self.is_new() => self.take_new(Confirming).build().coerced("unseen_draft"),
            NextAction::ConfirmFinish => self.stay(Confirming).build().coerced("confirm_first"),
        }
    }

    fn in_confirming(&self, next: NextAction) -> Turn {
        match next {
            NextAction::ContinueAsking => {
                self.stay(Confirming).acting(Action::RequestConfirm).ignoring_draft(self).coerced("confirm_kept")
            }
            NextAction::ProposeDraft => self.propose(),
            NextAction::RequestConfirm if self.is_new() => self.take_new(Drafting).clear().coerced("draft_locked"),
            NextAction::RequestConfirm => self.stay(Confirming).acting(Action::RequestConfirm),
            NextAction::ConfirmFinish if self.changes_entry() => self.stay(Confirming).build().coerced("unseen_draft"),
            // Only the user approves.
            NextAction::ConfirmFinish => {
                self.stay(Confirming).acting(Action::RequestConfirm).locking_draft(self).coerced("confirm_first")
            }
        }
    }

    fn in_finished(&self, next: NextAction) -> Turn {
        match next {
            NextAction::ContinueAsking | NextAction::ConfirmFinish if self.changes_entry() => {
                self.stay(Drafting).clear().shown().ignoring_draft(self).coerced("implicit_backtrack")
            }
            NextAction::ContinueAsking => self.stay(Finished).ignoring_draft(self),
            NextAction::ProposeDraft => {
                let mut turn = self.propose();
                turn.verdict = Verdict::Coerced;
                turn.notices.insert(0, "implicit_backtrack");
                turn
            }
            NextAction::RequestConfirm if self.is_new() => {
                self.take_new(Confirming).build().coerced("implicit_backtrack")
            }
            NextAction::RequestConfirm => self.stay(Finished).refused("already_finished"),
            NextAction::ConfirmFinish => self.stay(Finished).locking_draft(self).noting("already_finished"),
        }
    }

    /// Backtracks within the task. `next` matters in DISCOVERY only, where it must not advance.
    fn go_back(&self, next: NextAction) -> Turn {
        let advances = matches!(next, NextAction::RequestConfirm | NextAction::ConfirmFinish);
        match self.guide.state {
            Discovery if advances => self.stay(Discovery).ignoring_draft(self).refused("backtrack_blocks_advance"),
            Discovery => self.in_discovery(next),
            _ if next == NextAction::ProposeDraft && self.draft.is_some() => self.propose(),
            _ => self.stay(Drafting).clear().ignoring_draft(self),
        }
    }

    /// Backtracks to another task. A document that waits for approval is dropped.
    fn leave(&self, task: usize) -> Turn {
        let turn = match self.guide.state {
            Confirming => self.stay(Drafting).clear(),
            state => self.stay(state),
        };
        Turn { entry: self.guide.entry.clone(), ..turn }.acting(Action::SwitchTask(task)).ignoring_draft(self)
    }

    /// A turn to `state` that keeps the stored draft and document. What the decision says of the entry is always taken: the user has
    /// said it, whatever comes next.
    fn stay(&self, state: GuideState) -> Turn {
        Turn {
            state,
            draft: self.guide.draft.clone(),
            entry: self.entry.map(|entry| entry.over(self.guide.entry.as_ref())).or(self.guide.entry.clone()),
            draft_shown: false,
            declined: self.guide.declined,
            document: Document::Keep,
            verdict: Verdict::Legal,
            notices: Vec::new(),
            action: Action::WaitInput,
        }
    }

    /// A turn to DRAFTING with what is proposed, or with the stored draft shown again.
    fn propose(&self) -> Turn {
        let turn = self.taking(self.stay(Drafting).clear().shown());
        match self.draft {
            None if !self.changes_entry() => turn.coerced("draft_kept_previous"),
            _ => turn,
        }
    }

    /// A turn to `state` that takes what is proposed if it differs from what is stored.
    fn take_new(&self, state: GuideState) -> Turn {
        let turn = self.stay(state);
        match self.is_new() {
            true => self.taking(turn.shown()),
            false => turn,
        }
    }

    fn taking(&self, turn: Turn) -> Turn {
        Turn { draft: self.draft.map(str::to_owned).or(turn.draft), ..turn }
    }

    /// Whether a draft or an entry is proposed that differs from the stored one.
    fn is_new(&self) -> bool {
        (self.draft.is_some() && self.draft != self.guide.draft.as_deref()) || self.changes_entry()
    }

    fn changes_entry(&self) -> bool {
        let stored = self.guide.entry.as_ref();
        self.entry.is_some_and(|entry| Some(&entry.over(stored)) != stored)
    }
}

impl Turn {
    fn ignoring_draft(self, row: &Row) -> Turn {
        if row.draft.is_some() {
            self.noting("draft_ignored")
        } else {
            self
        }
    }

    fn locking_draft(self, row: &Row) -> Turn {
        if row.is_new() {
            self.noting("draft_locked")
        } else {
            self
        }
    }
}
