//! What a turn does to a guide.

use super::model::GuideState;

/// How the machine treated a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Done as the model asked.
    Legal,
    /// Something near to it was done.
    Coerced,
    /// Not done.
    Refused,
}

impl Verdict {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Legal => "legal",
            Verdict::Coerced => "coerced",
            Verdict::Refused => "refused",
        }
    }
}

/// What becomes of the execution document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// It stays as it is.
    Keep,
    /// It is dropped.
    Clear,
    /// A new one is built from the draft.
    Build,
}

/// What the workflow does after the turn (guide specification, 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Wait for the user.
    WaitInput,
    /// Show the document and wait for the user.
    RequestConfirm,
    /// Hand the document to the editor.
    Handoff,
    /// Go to the task with this index.
    SwitchTask(usize),
}

impl Action {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Action::WaitInput => "WAIT_INPUT",
            Action::RequestConfirm => "REQUEST_CONFIRM",
            Action::Handoff => "HANDOFF",
            Action::SwitchTask(_) => "SWITCH_TASK",
        }
    }
}

/// What a turn does to a guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The state after it.
    pub state: GuideState,
    /// The draft after it.
    pub draft: Option<String>,
    /// The draft was set, or is shown again.
    pub draft_shown: bool,
    /// What becomes of the document.
    pub document: Document,
    /// How the decision was treated.
    pub verdict: Verdict,
    /// Remarks, in order.
    pub notices: Vec<&'static str>,
    /// What follows.
    pub action: Action,
}

impl Turn {
    pub(super) fn shown(self) -> Turn {
        Turn { draft_shown: true, ..self }
    }

    pub(super) fn clear(self) -> Turn {
        Turn { document: Document::Clear, ..self }
    }

    /// A document for the draft, and what a state with a fresh document asks for.
    pub(super) fn build(self) -> Turn {
        let action = if self.state == GuideState::Finished { Action::Handoff } else { Action::RequestConfirm };
        Turn { document: Document::Build, ..self }.acting(action)
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
