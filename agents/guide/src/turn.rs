//! The outcome of a turn: the changes it makes to a guide.

use super::entry::EntryFields;
use super::model::{Guide, GuideState};

/// Treatment of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Carried out as the model asked.
    Legal,
    /// Replaced by a similar, allowed action.
    Coerced,
    /// Not carried out.
    Refused,
}

impl Verdict {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Legal => "legal",
            Verdict::Coerced => "coerced",
            Verdict::Refused => "refused",
        }
    }
}

/// Effect of a turn on the execution document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// Leaves it unchanged.
    Keep,
    /// Drops it.
    Clear,
    /// Builds a new one from the draft.
    Build,
}

/// Action of the workflow after a turn (spec.md 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Waits for the user.
    WaitInput,
    /// Shows the document and waits for the user.
    RequestConfirm,
    /// Hands the document to the editor.
    Handoff,
    /// Switches to the task with this index.
    SwitchTask(usize),
}

impl Action {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Action::WaitInput => "WAIT_INPUT",
            Action::RequestConfirm => "REQUEST_CONFIRM",
            Action::Handoff => "HANDOFF",
            Action::SwitchTask(_) => "SWITCH_TASK",
        }
    }
}

/// Changes that a turn makes to a guide, and the action that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The state after the turn.
    pub state: GuideState,
    /// The draft after the turn.
    pub draft: Option<String>,
    /// Fields of the entry that the dialogue has set, after the turn.
    pub entry: Option<EntryFields>,
    /// Whether the page shows the draft: it was set, or is shown again.
    pub draft_shown: bool,
    /// Whether the draft's card is hidden, since the user declined it.
    pub declined: bool,
    /// Effect on the document.
    pub document: Document,
    /// Treatment of the decision.
    pub verdict: Verdict,
    /// Codes of notices, in order.
    pub notices: Vec<&'static str>,
    /// The action after the turn.
    pub action: Action,
}

impl Turn {
    /// Whether a backtrack reopens a task: another one, or `guide`'s own, whose draft was settled and comes back unchanged.
    pub fn reopens(&self, guide: &Guide) -> bool {
        let was_settled = matches!(guide.state, GuideState::Confirming | GuideState::Finished);
        let is_unchanged = self.draft == guide.draft && self.entry == guide.entry;
        let is_own = was_settled && self.state == GuideState::Drafting && is_unchanged;
        is_own || matches!(self.action, Action::SwitchTask(_))
    }

    pub(super) fn shown(self) -> Turn {
        Turn { draft_shown: true, declined: false, ..self }
    }

    pub(super) fn clear(self) -> Turn {
        Turn { document: Document::Clear, ..self }
    }

    /// Builds a document from the draft. FINISHED hands it over, every other state asks the user to confirm it.
    pub(super) fn build(self) -> Turn {
        let action = if self.state == GuideState::Finished { Action::Handoff } else { Action::RequestConfirm };
        Turn { document: Document::Build, declined: false, ..self }.acting(action)
    }

    pub(super) fn declining(self) -> Turn {
        Turn { declined: true, ..self }
    }

    pub(super) fn acting(self, action: Action) -> Turn {
        Turn { action, ..self }
    }

    pub(super) fn noting(mut self, notice: &'static str) -> Turn {
        self.notices.push(notice);
        self
    }

    pub(super) fn coerced(self, notice: &'static str) -> Turn {
        Turn { verdict: Verdict::Coerced, ..self }.noting(notice)
    }

    pub(super) fn refused(self, notice: &'static str) -> Turn {
        Turn { verdict: Verdict::Refused, ..self }.noting(notice)
    }
}
