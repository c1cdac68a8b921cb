//! The head of a saved session, and its settings.

use crate::actor::AnyStage;
use crate::archive::check::Checks;
use crate::session::counters::Counters;
use crate::session::turn::Turn;
use crate::session::waiting::Waiting;
use crate::vocabulary::view::Failure;
use stepgate_json::object;
use stepgate_reply::Lang;

/// The head, as read. It is saved with every step, so default values are left out.
pub(crate) struct Head {
    pub(crate) stage: AnyStage,
    pub(crate) waiting: Waiting,
    pub(crate) at_ms: u64,
    pub(crate) worked_ms: u64,
    pub(crate) thread: u32,
    pub(crate) calls: u32,
    pub(crate) counters: Counters,
    pub(crate) turn: Option<Turn>,
    pub(crate) failure: Option<Failure>,
    pub(crate) handed_back: Option<String>,
    pub(crate) approved: Vec<String>,
    pub(crate) checks: Checks,
}

object!(read Head { stage, at_ms }
    optional { waiting, worked_ms, thread, calls, counters, turn, failure, handed_back, approved, checks });

/// Data that seldom changes, saved as a part.
pub(crate) struct Settings {
    pub(crate) seed: u64,
    /// Source of the session's idempotency keys; if empty, the seed is used.
    pub(crate) nonce: String,
    pub(crate) lang: Lang,
    pub(crate) rounds_max: u32,
}

object!(Settings { seed } optional { nonce, lang, rounds_max });
