//! Decision of a diagnosis: stop, ask the user, or offer a few steps (agents/schedule/spec-tools.md 6.6 to 6.8).

use super::board::Board;
use super::options::Options;
use super::overview::{gap, Profile};
use super::problem::{heavy_days, primary, HeavyDay, Problem};
use super::search::{Found, Search};
use super::step::{Operation, Step};
use super::tightness::{tightness, Room};

/// Maximum number of offered steps.
const OFFERED: usize = 5;

/// Effect of a candidate on the days to repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No day is left to repair.
    Improve,
    /// Fewer days are left to repair.
    PartialImprove,
    /// Nothing changes.
    Close,
}

impl Effect {
    /// Name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Improve => "improve",
            Effect::PartialImprove => "partial_improve",
            Effect::Close => "close",
        }
    }
}

/// Summary of the diagnosis after a candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Whether the improvement could close.
    pub can_close: bool,
    /// Main problem.
    pub primary_problem: Option<Problem>,
    /// Recommended operation.
    pub recommended_operation: Operation,
    /// Number of days with demanding neighbours.
    pub heavy_adjacent_days: u32,
    /// Maximum number of switches in a day.
    pub max_switch_count: u32,
    /// Share of adjacent sections of the same subject type.
    pub same_type_transition_ratio: f64,
}

impl Outlook {
    fn new(board: &Board, base: &Base) -> Self {
        Outlook {
            can_close: !base.goes_on,
            primary_problem: base.problem,
            recommended_operation: base.operation,
            heavy_adjacent_days: board.totals.heavy,
            max_switch_count: board.totals.max_switches().into(),
            same_type_transition_ratio: board.totals.same_type_ratio(),
        }
    }
}

/// Choice that the diagnosis offers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Step; none for closing.
    pub step: Option<Step>,
    /// Effect on the days to repair.
    pub effect: Effect,
    /// Score; higher is better.
    pub score: i64,
    /// Diagnosis after the step.
    pub after: Outlook,
}

impl Candidate {
    /// Id: `swap_A_B`, `move_T_D_S` or `close`.
    pub fn id(&self) -> String {
        self.step.map_or_else(|| Operation::Close.name().to_owned(), |step| step.id())
    }
}

/// Decision of a diagnosis.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Recommended operation.
    pub operation: Operation,
    /// Whether a problem remains that no step can solve.
    pub is_forced: bool,
    /// Whether another improvement is worthwhile.
    pub goes_on: bool,
    /// Main problem.
    pub problem: Option<Problem>,
    /// Choices, the best first. Closing comes last.
    pub candidates: Vec<Candidate>,
    /// Number of steps that the search tried.
    pub tried: u32,
}

/// Facts that stay the same when tasks move.
#[derive(Clone, Copy)]
pub(super) struct Fixed {
    /// Sections that the pending tasks need.
    pub(super) needed: u32,
    pub(super) profile: Profile,
}

/// Decision before the search for steps.
struct Base {
    operation: Operation,
    is_forced: bool,
    goes_on: bool,
    problem: Option<Problem>,
    /// Room that is left; only if the improvement goes on.
    room: Option<Room>,
    /// Days to repair; only if the improvement goes on.
    days: Vec<HeavyDay>,
}

impl Base {
    fn stop(operation: Operation, is_forced: bool, problem: Option<Problem>) -> Self {
        Base { operation, is_forced, goes_on: false, problem, room: None, days: Vec::new() }
    }

    fn of(board: &Board, fixed: &Fixed, options: &Options) -> Self {
        let gap = gap(board, fixed.needed);
        if gap > 0 {
            return Base::stop(Operation::AskUser, true, Some(Problem::Capacity { gap }));
        }
        let subjects = fixed.profile.missing_complete_profile_count;
        if subjects > 0 {
            return Base::stop(Operation::AskUser, false, Some(Problem::Profile { subjects }));
        }
        let days = heavy_days(board);
        let Some(first) = primary(&days) else { return Base::stop(Operation::Close, false, None) };
        let problem = Some(first.problem());
        let room = tightness(board, options).level;
        if room == Room::Locked {
            return Base::stop(Operation::Close, true, problem);
        }
        Base { operation: Operation::Swap, is_forced: false, goes_on: true, problem, room: Some(room), days }
    }

    /// Finds the best step if the improvement goes on. Stops the improvement if no step is worthwhile.
    fn settle(&mut self, search: &mut Search) -> Option<(HeavyDay, Found)> {
        if !self.goes_on {
            return None;
        }
        let best = search.best(&self.days);
        if best.is_none() {
            let is_forced = self.room != Some(Room::Loose);
            *self = Base::stop(Operation::Close, is_forced, None);
        }
        best
    }

    /// Adopts the problem and operation of the best step.
    fn take(&mut self, day: &HeavyDay, step: &Step) {
        self.problem = Some(day.problem());
        self.operation = step.operation();
    }
}

/// Decision for the present timetable.
pub(super) fn decide(board: &Board, fixed: &Fixed, options: &Options) -> Decision {
    let mut base = Base::of(board, fixed, options);
    let mut search = Search::new(board, options);
    let best = base.settle(&mut search);
    // The outlook of closing is the present state, before a step is adopted.
    let close = Candidate { step: None, effect: Effect::Close, score: 0, after: Outlook::new(board, &base) };
    let offered = best.map_or_else(Vec::new, |(day, _)| offers(&mut search, &day));
    let mut tried = search.tried;
    let mut candidates = Vec::with_capacity(OFFERED + 1);
    for found in &offered {
        let (after, more) = outlook(board, found, fixed, options);
        tried += more;
        let effect = if found.left == 0 { Effect::Improve } else { Effect::PartialImprove };
        candidates.push(Candidate { step: Some(found.step), effect, score: found.score, after });
    }
    candidates.push(close);
    if let (Some((day, _)), Some(first)) = (best, offered.first()) {
        base.take(&day, &first.step);
    }
    let Base { operation, is_forced, goes_on, problem, .. } = base;
    Decision { operation, is_forced, goes_on, problem, candidates, tried }
}

/// Best steps for a day, best first.
fn offers(search: &mut Search, day: &HeavyDay) -> Vec<Found> {
    let mut offered: Vec<Found> = Vec::with_capacity(OFFERED + 1);
    search.each(day, &mut |found| {
        let at = offered.partition_point(|other| other.rank(&found).is_le());
        offered.insert(at, found);
        offered.truncate(OFFERED);
    });
    offered
}

/// Diagnosis after a step, and the number of steps tried for it. Only offered steps are examined this way, because it is costly.
fn outlook(board: &Board, found: &Found, fixed: &Fixed, options: &Options) -> (Outlook, u32) {
    let mut there = board.clone();
    there.apply(&found.shifts);
    let mut base = Base::of(&there, fixed, options);
    let mut search = Search::new(&there, options);
    if let Some((day, found)) = base.settle(&mut search) {
        base.take(&day, &found.step);
    }
    (Outlook::new(&there, &base), search.tried)
}
