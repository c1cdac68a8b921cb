//! Search for swaps and moves that repair a day, with their scores (agents/schedule/spec-tools.md 6.7).

use std::cmp::Ordering;

use super::board::{Board, Shift, Shifts};
use super::measure::Totals;
use super::options::Options;
use super::order::Index;
use super::piece::Piece;
use super::places::{cost, Places};
use super::problem::HeavyDay;
use super::reach::Reach;
use super::step::Step;
use crate::Slot;

/// Maximum number of swaps that are tried for a day.
const SWAPS: u32 = 48;

/// Step that leaves fewer days to repair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) step: Step,
    /// Effect on the board.
    pub(super) shifts: Shifts,
    pub(super) score: i64,
    /// Days that are left to repair.
    pub(super) left: u32,
}

impl Found {
    /// Order by score, best first, then by the name of the tool.
    fn order(&self, other: &Found) -> Ordering {
        other.score.cmp(&self.score).then_with(|| self.step.tool().cmp(other.step.tool()))
    }

    /// Order by score, best first, then by tool and id as text.
    pub(super) fn rank(&self, other: &Found) -> Ordering {
        self.order(other).then_with(|| self.step.id().cmp(&other.step.id()))
    }
}

/// Search for steps that repair days.
pub(super) struct Search<'a> {
    board: &'a Board,
    options: &'a Options,
    /// Number of steps tried so far.
    pub(super) tried: u32,
}

impl<'a> Search<'a> {
    pub(super) fn new(board: &'a Board, options: &'a Options) -> Self {
        Search { board, options, tried: 0 }
    }

    /// Best step with its day. Steps with a score below 1 do not count.
    pub(super) fn best(&mut self, days: &[HeavyDay]) -> Option<(HeavyDay, Found)> {
        let mut best: Option<(HeavyDay, Found)> = None;
        for day in days {
            let Some(found) = self.best_of(day).filter(|found| found.score >= 1) else { continue };
            let worth = |day: &HeavyDay, found: &Found| (found.score, day.weight);
            if best.as_ref().is_none_or(|(other, best)| worth(day, &found) > worth(other, best)) {
                best = Some((*day, found));
            }
        }
        best
    }

    fn best_of(&mut self, day: &HeavyDay) -> Option<Found> {
        let mut best: Option<Found> = None;
        self.each(day, &mut |found| {
            if best.as_ref().is_none_or(|best| found.order(best).is_lt()) {
                best = Some(found);
            }
        });
        best
    }

    /// Calls `found` with every step that leaves fewer days to repair, swaps first.
    pub(super) fn each(&mut self, day: &HeavyDay, found: &mut dyn FnMut(Found)) {
        let board = self.board;
        let anchor = |&index: &Index| {
            let piece = board.piece(index).filter(|piece| piece.suggested && piece.is_movable())?;
            Some(Anchor { index, piece, at: piece.at?, reach: Reach::of(board, piece) })
        };
        let anchors: Vec<Anchor> = day.pair.iter().filter_map(anchor).collect();
        self.swaps(&anchors, found);
        for anchor in &anchors {
            for to in Places::new(board, anchor.piece, anchor.at, self.options.parity).tried(self.options.move_scan) {
                let one = Shift { task: anchor.index, from: anchor.at, to, host: None };
                let step = Step::Move { task: anchor.piece.id, to };
                self.weigh(step, Shifts { one, other: None }, -i64::from(cost(anchor.at, to)), found);
            }
        }
    }

    fn swaps(&mut self, anchors: &[Anchor], found: &mut dyn FnMut(Found)) {
        let board = self.board;
        let mut checked = 0;
        for (turn, anchor) in anchors.iter().enumerate() {
            for (index, piece) in board.pieces.iter().enumerate() {
                let Some(at) = piece.at.filter(|at| anchor.is_partner(piece, at)) else { continue };
                let mirrored = anchors.iter().take(turn).any(|earlier| earlier.index == index);
                if !self.options.parity && (mirrored || self.excludes(anchor, piece, at)) {
                    continue;
                }
                if checked == SWAPS {
                    return;
                }
                checked += 1;
                if anchor.could_swap(board, piece, at) {
                    let there = Shift { task: anchor.index, from: anchor.at, to: at, host: piece.host };
                    let here = Shift { task: index, from: at, to: anchor.at, host: anchor.piece.host };
                    let step = Step::Swap { a: anchor.piece.id, b: piece.id };
                    self.weigh(step, Shifts { one: there, other: Some(here) }, -4 + 10 + 12, found);
                }
            }
        }
    }

    /// Whether a swap would put one of the two tasks at a time that its class excludes.
    fn excludes(&self, anchor: &Anchor, other: &Piece, at: Slot) -> bool {
        let keeps_out = |piece: &Piece, to: Slot| {
            let weekday = self.board.sheet(to.day).map_or(0, |sheet| sheet.weekday);
            piece.excluded.on(weekday) & to.bits() != 0
        };
        keeps_out(anchor.piece, at) || keeps_out(other, anchor.at)
    }

    /// Scores a step, and calls `found` if it leaves fewer days to repair.
    fn weigh(&mut self, step: Step, shifts: Shifts, bonus: i64, found: &mut dyn FnMut(Found)) {
        self.tried += 1;
        let (before, after) = (&self.board.totals, self.board.with(&shifts));
        let left = after.repairable();
        if left < before.repairable() {
            found(Found { step, shifts, score: gain(before, &after) + bonus, left });
        }
    }
}

/// Task of the pair that may move.
struct Anchor<'a> {
    index: Index,
    piece: &'a Piece,
    at: Slot,
    reach: Reach,
}

impl Anchor<'_> {
    /// Whether `other` is a proposal of another class with the same length.
    fn is_partner(&self, other: &Piece, at: &Slot) -> bool {
        let classes = self.piece.class > 0 && other.class > 0 && self.piece.class != other.class;
        other.proposal && classes && self.at.len() == at.len()
    }

    /// Whether the write tool would swap the two. No third task can be in the way, because the places have equal length.
    fn could_swap(&self, board: &Board, other: &Piece, at: Slot) -> bool {
        let takes = |piece: &Piece, host: Option<Index>| host.is_none() || piece.fills;
        other.is_movable()
            && takes(self.piece, other.host)
            && takes(other, self.piece.host)
            && self.reach.holds(&at)
            && Reach::of(board, other).holds(&self.at)
    }
}

/// Score of the change in the totals.
fn gain(before: &Totals, after: &Totals) -> i64 {
    let fewer = |before: u32, after: u32| i64::from(before) - i64::from(after);
    let calmer = fewer(before.max_switches().into(), after.max_switches().into());
    let ratio = after.same_type_ratio() - before.same_type_ratio();
    1000 * fewer(before.repairable(), after.repairable()) + 20 * calmer + (100.0 * ratio) as i64
}
