//! Data that tools work on.

use super::args::Args;
use super::queue::Queue;
use stepgate_engine::Lang;
use stepgate_timetable::health::Options;
use stepgate_timetable::{Rules, Timetable};

/// Data that tools read and change.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    /// Timetable; none before it is loaded.
    pub timetable: Option<Timetable>,
    /// Tasks that the model handles one after another.
    pub queue: Queue,
}

/// Options of the tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Rules for writes.
    pub rules: Rules,
    /// Number of tasks that an overview lists one by one.
    pub overview_max_tasks: usize,
    /// Whether `query_target_tasks` fills the queue by default (spec-tools.md 4.6).
    pub enqueues: bool,
    /// Options of `analyze_health`.
    pub diagnosis: Options,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { rules: Rules::default(), overview_max_tasks: 300, enqueues: false, diagnosis: Options::default() }
    }
}

/// View of a call for a tool that needs only the timetable.
pub(super) struct Look<'a> {
    pub(super) timetable: &'a Timetable,
    pub(super) settings: &'a Settings,
    pub(super) args: Args<'a>,
    pub(super) lang: Lang,
}
