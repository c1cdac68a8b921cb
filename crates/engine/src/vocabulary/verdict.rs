//! Verdicts: the word of a tool's own rule on one of its calls.

use stepgate_json::Json;

/// The word of a tool's rule on a call with certain arguments. It is asked once and saved with the call.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub enum Verdict {
    /// The call runs without a question. Its start is recorded, and it runs once, as an approved one.
    Run,
    /// The user is asked, unless a grant covers the call.
    Ask,
    /// The call does not run. The model reads the text as its result.
    Deny(String),
}

/// A verdict without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum VerdictKind {
    /// [`Verdict::Run`].
    Run,
    /// [`Verdict::Ask`].
    Ask,
    /// [`Verdict::Deny`].
    Deny,
}

impl Verdict {
    /// The verdict where no rule may let a call run.
    pub(crate) fn asking(self) -> Self {
        match self {
            Verdict::Run => Verdict::Ask,
            verdict => verdict,
        }
    }

    /// The verdict without its text.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Verdict::Run => VerdictKind::Run,
            Verdict::Ask => VerdictKind::Ask,
            Verdict::Deny(_) => VerdictKind::Deny,
        }
    }
}
