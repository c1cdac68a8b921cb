//! Days to repair, with the pair of tasks in question (agents/schedule/spec-tools.md 6.6).

use std::cmp::Reverse;

use super::board::{Board, Sheet};
use super::order::Index;
use super::piece::Piece;
use crate::{Day, Slot, TaskId};

/// Problem of a timetable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The free sections do not suffice for the pending tasks.
    Capacity {
        /// Missing sections.
        gap: u32,
    },
    /// The profile of some subjects is incomplete.
    Profile {
        /// Number of these subjects.
        subjects: u32,
    },
    /// Two demanding tasks are adjacent.
    HeavyPair {
        /// Day of the pair.
        day: Day,
        /// The two tasks, the earlier first.
        tasks: [TaskId; 2],
    },
}

/// Day to repair.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeavyDay {
    pub(super) day: Day,
    /// The two demanding neighbours.
    pub(super) pair: [Index; 2],
    /// Weight when solutions are compared.
    pub(super) weight: i64,
    ids: [TaskId; 2],
    /// Weight when problems are compared, then the day's contribution to the imbalance of all days.
    urgency: (i64, i64),
}

impl HeavyDay {
    pub(super) fn problem(&self) -> Problem {
        Problem::HeavyPair { day: self.day, tasks: self.ids }
    }
}

/// Days to repair that have a pair of tasks, ascending.
pub(super) fn heavy_days(board: &Board) -> Vec<HeavyDay> {
    if board.totals.repairable() == 0 {
        return Vec::new();
    }
    let balance = balance(board);
    let mut days = Vec::new();
    for (day, sheet) in board.days() {
        if board.totals.is_repairable(&sheet.measure) {
            days.extend(heavy_day(board, day, sheet, balance));
        }
    }
    days
}

fn heavy_day(board: &Board, day: Day, sheet: &Sheet, balance: i32) -> Option<HeavyDay> {
    let [(_, left, one), (_, right, other)] = pair(board, sheet)?;
    let weight = sheet.measure.weight();
    let classes = one.class > 0 && other.class > 0 && one.class != other.class;
    let urgency = (weight + if classes { 15 } else { 0 }, alignment(sheet, balance));
    Some(HeavyDay { day, pair: [left, right], weight, ids: [one.id, other.id], urgency })
}

/// Number of fragmented days minus number of compressed days.
fn balance(board: &Board) -> i32 {
    let of = |sheet: &Sheet| i32::from(sheet.measure.is_fragmented()) - i32::from(sheet.measure.is_compressed());
    board.sheets.iter().map(of).sum()
}

/// Contribution of a day to the imbalance.
fn alignment(sheet: &Sheet, balance: i32) -> i64 {
    let measure = &sheet.measure;
    match balance {
        1.. => (100.0 * measure.fragmentation()) as i64,
        0 => 0,
        _ => 10 * i64::from(measure.max_block) - i64::from(measure.switches),
    }
}

type Standing<'a> = ((Slot, TaskId), Index, &'a Piece);

/// First two adjacent tasks of a day that are both demanding and of different categories.
fn pair<'a>(board: &'a Board, sheet: &Sheet) -> Option<[Standing<'a>; 2]> {
    let mut standing: Vec<Standing> = Vec::with_capacity(sheet.entries.len());
    for entry in &sheet.entries {
        let Some(piece) = board.piece(entry.task).filter(|piece| piece.is_seen()) else { continue };
        let Some(first) = piece.at else { continue };
        let key = (first, piece.id);
        let at = standing.partition_point(|other| other.0 < key);
        if standing.get(at).is_none_or(|other| other.0 != key) {
            standing.insert(at, (key, entry.task, piece));
        }
    }
    let demanding = |pair: &&[Standing<'a>]| match pair {
        [(.., one), (.., other)] => {
            one.heavy && other.heavy && one.category != other.category && one.category > 0 && other.category > 0
        }
        _ => false,
    };
    standing.windows(2).find(demanding)?.try_into().ok()
}

/// Most urgent problem, the first among equals.
pub(super) fn primary(days: &[HeavyDay]) -> Option<&HeavyDay> {
    days.iter().max_by_key(|heavy| (heavy.urgency, Reverse(heavy.day)))
}
