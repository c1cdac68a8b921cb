//! Room that is left for improvements (agents/schedule/spec-tools.md 6.3).

use super::board::{Board, Sheet};
use super::options::Options;
use super::piece::Piece;
use super::places::Places;
use super::reach::Reach;
use crate::Slot;

/// Maximum number of pairs of tasks whose swap is examined.
const PAIRS: usize = 12;

/// Level of room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Many tasks could move.
    Loose,
    /// Some tasks could move.
    Tight,
    /// No task could move.
    Locked,
}

impl Room {
    /// Name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Room::Loose => "loose",
            Room::Tight => "tight",
            Room::Locked => "locked",
        }
    }
}

/// Room around the days with problems, or everywhere if there are none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tightness {
    /// Number of proposals that could move.
    pub locally_movable_task_count: u32,
    /// Average number of alternative places of these, at most four each.
    pub avg_local_alternative_slots: f64,
    /// Number of swaps between classes that keep the order, among the first twelve pairs.
    pub cross_class_swap_options: u32,
    /// Number of heavy days on which nothing can move or swap.
    pub forced_heavy_adjacent_days: u32,
    /// Level of room.
    pub level: Room,
}

type Proposal<'a> = (&'a Piece, Slot);

pub(super) fn tightness(board: &Board, options: &Options) -> Tightness {
    let pool = pool(board);
    let counts = pool.iter().map(|(piece, at)| Places::new(board, piece, *at, true).count()).filter(|&count| count > 0);
    let (movable, places) = counts.fold((0u32, 0u32), |(movable, places), count| (movable + 1, places + count));
    let swaps = swaps(board, &pool, options);
    let average = f64::from(places) / f64::from(movable.max(1));
    let level = match (movable, swaps) {
        (0, 0) => Room::Locked,
        (4.., _) if average >= 2.0 || swaps >= 2 => Room::Loose,
        _ => Room::Tight,
    };
    Tightness {
        locally_movable_task_count: movable,
        avg_local_alternative_slots: average,
        cross_class_swap_options: swaps,
        forced_heavy_adjacent_days: forced(board, options),
        level,
    }
}

/// Proposals on the days with problems and the adjacent days; if there are none, all proposals.
fn pool(board: &Board) -> Vec<Proposal<'_>> {
    let problem = |sheet: &Sheet| {
        let measure = &sheet.measure;
        measure.heavy_adjacent || measure.is_scattered() || measure.has_long_block()
    };
    let problems: Vec<bool> = board.sheets.iter().map(problem).collect();
    let near = |at: &Slot| {
        let around = at.day.index().saturating_sub(1)..(at.day.index() + 2).min(problems.len());
        problems.get(around).is_some_and(|days| days.contains(&true))
    };
    let pool: Vec<Proposal> = board.proposals().filter(|(_, at)| near(at)).collect();
    if pool.is_empty() {
        return board.proposals().collect();
    }
    pool
}

/// Number of possible swaps among the first pairs of different classes.
fn swaps(board: &Board, pool: &[Proposal], options: &Options) -> u32 {
    let (mut pairs, mut legal) = (0, 0);
    for (left, one) in pool.iter().enumerate().filter(|(_, (piece, _))| piece.class > 0) {
        let before = pairs;
        for other in pool.get(left + 1..).unwrap_or(&[]).iter().filter(|other| differ(one, other)) {
            pairs += 1;
            legal += u32::from(could_swap(board, one, other, options));
            if pairs == PAIRS {
                return legal;
            }
        }
        if pairs == before {
            // All later proposals are of this class too.
            return legal;
        }
    }
    legal
}

/// Whether the two are of different classes.
fn differ(one: &Proposal, other: &Proposal) -> bool {
    one.0.class > 0 && other.0.class > 0 && one.0.class != other.0.class
}

fn could_swap(board: &Board, one: &Proposal, other: &Proposal, options: &Options) -> bool {
    (options.parity || one.1.len() == other.1.len())
        && Reach::of(board, one.0).holds(&other.1)
        && Reach::of(board, other.0).holds(&one.1)
}

/// Number of heavy days on which no proposal can move or swap.
fn forced(board: &Board, options: &Options) -> u32 {
    let heavy = board.days().filter(|(_, sheet)| sheet.measure.heavy_adjacent);
    heavy.filter(|(_, sheet)| is_forced(board, sheet, options)).count() as u32
}

fn is_forced(board: &Board, sheet: &Sheet, options: &Options) -> bool {
    let pieces = sheet.entries.iter().filter_map(|entry| board.piece(entry.task));
    let proposals: Vec<Proposal> =
        pieces.filter(|piece| piece.proposal).filter_map(|piece| Some((piece, piece.at?))).collect();
    let stuck = proposals.iter().all(|(piece, at)| Places::new(board, piece, *at, true).count() == 0);
    stuck
        && proposals.iter().enumerate().all(|(left, one)| {
            let rest = proposals.get(left + 1..).unwrap_or(&[]);
            rest.iter().all(|other| !differ(one, other) || !could_swap(board, one, other, options))
        })
}
