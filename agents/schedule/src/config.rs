//! Options of a session, under `config` of the input.

use stepgate_json::Json;
use stepgate_timetable::MovePolicy;

/// When changes are saved (spec.md 8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum PersistMode {
    /// After each write.
    #[default]
    PerWrite,
    /// Only when the user applies them.
    PreviewOnly,
}

/// Whether the model opens packs of tools before it sees their tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Visibility {
    /// The model sees the tools of the packs that it has opened.
    #[default]
    Dynamic,
    /// The model sees all tools.
    All,
}

/// Options of a session, under `config` of the input.
#[derive(Clone, Debug, PartialEq, Json)]
#[json(default, strict)]
pub struct Config {
    /// Model calls of the execute stage in a run. Default 30.
    pub max_rounds: u32,
    /// Invalid replies in a row that end a run. Default 3.
    pub max_corrections: u32,
    /// Whether the model opens packs of tools before it sees their tools. Default `dynamic`.
    pub tool_visibility: Visibility,
    /// Tasks that the write tools may move. Default `unlocked`.
    pub move_policy: MovePolicy,
    /// When changes are saved. Default `per_write`.
    pub persist_mode: PersistMode,
    /// Maximum number of moves in one batch. Default 50.
    pub max_batch_moves: u32,
    /// Tokens of a prompt from which the history is summarised. Default 80,000.
    pub token_budget: u32,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            max_rounds: 30,
            max_corrections: 3,
            tool_visibility: Visibility::Dynamic,
            move_policy: MovePolicy::Unlocked,
            persist_mode: PersistMode::PerWrite,
            max_batch_moves: 50,
            token_budget: 80_000,
        }
    }
}
