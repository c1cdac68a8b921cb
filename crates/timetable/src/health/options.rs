//! Options of a diagnosis.

use crate::Open;

/// Order in which the search tries places for a task. It tries a limited number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveScan {
    /// Nearest first.
    #[default]
    Nearest,
    /// From the first day of the window.
    Window,
}

/// Options of a diagnosis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether to follow the original algorithm where the two differ: a swap and its mirror image are two candidates, swap options need
    /// not have equal length, excluded times are candidates, and the average block is 1.
    pub parity: bool,
    /// Order in which the search tries places for a task.
    pub move_scan: MoveScan,
    /// Present: no candidate changes what has begun.
    pub open: Option<Open>,
}
