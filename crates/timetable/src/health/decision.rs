//! What is to be done: nothing more, ask the user, or one of a few steps (spec: schedule tools 6.6–6.8).

use super::board::Board;
use super::overview::{gap, Profile};
use super::problem::{heavy_days, primary, HeavyDay, Problem};
use super::search::{Found, Search};
use super::tightness::{tightness, Room};
use super::{push_number, Options};
use crate::{Slot, TaskId};

/// The most steps that are offered.
const OFFERED: usize = 5;

/// What is recommended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The user has to say more.
    AskUser,
    /// Nothing more is to be done.
    Close,
    /// Two tasks exchange their places.
    Swap,
    /// A task goes elsewhere.
    Move,
}

impl Operation {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Operation::AskUser => "ask_user",
            Operation::Close => "close",
            Operation::Swap => "swap",
            Operation::Move => "move",
        }
    }
}

/// A change the real tools would accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The two exchange their places.
    Swap {
        /// The one.
        a: TaskId,
        /// The other.
        b: TaskId,
    },
    /// A task goes elsewhere.
    Move {
        /// The task.
        task: TaskId,
        /// Where to.
        to: Slot,
    },
}

impl Step {
    /// What is recommended with it.
    pub fn operation(&self) -> Operation {
        match self {
            Step::Swap { .. } => Operation::Swap,
            Step::Move { .. } => Operation::Move,
        }
    }

    /// Name of its tool.
    pub fn tool(&self) -> &'static str {
        self.operation().name()
    }

    /// `swap_A_B` or `move_T_D_S`.
    pub fn id(&self) -> String {
        let mut id = self.tool().to_owned();
        let numbers = match self {
            Step::Swap { a, b } => [Some(*a), Some(*b), None],
            Step::Move { task, to } => [Some(*task), Some(to.day.0), Some(to.start.into())],
        };
        for number in numbers.into_iter().flatten() {
            push_number(&mut id, "_", number);
        }
        id
    }
}

/// What a candidate does to the problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// None is left.
    Improve,
    /// Fewer are left.
    PartialImprove,
    /// All stays.
    Close,
}

impl Effect {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Improve => "improve",
            Effect::PartialImprove => "partial_improve",
            Effect::Close => "close",
        }
    }
}

/// What a diagnosis would say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Nothing more is to be done.
    pub can_close: bool,
    /// The problem it would be about.
    pub primary_problem: Option<Problem>,
    /// What it would recommend.
    pub recommended_operation: Operation,
    /// Heavy days.
    pub heavy_adjacent_days: u32,
    /// The most switches of a day.
    pub max_switch_count: u32,
    /// Share of neighbouring sections of one subject type.
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

/// Something that may be chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The step; none closes.
    pub step: Option<Step>,
    /// What it does to the problems.
    pub effect: Effect,
    /// What it is worth; more is better.
    pub score: i64,
    /// What would be said afterwards.
    pub after: Outlook,
}

impl Candidate {
    /// `swap_A_B`, `move_T_D_S` or `close`.
    pub fn id(&self) -> String {
        self.step.map_or_else(|| Operation::Close.name().to_owned(), |step| step.id())
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What is recommended.
    pub operation: Operation,
    /// Something stays imperfect because nothing can be done about it here.
    pub is_forced: bool,
    /// There is something worth doing.
    pub goes_on: bool,
    /// What it is about.
    pub problem: Option<Problem>,
    /// What may be chosen, the best first; to close comes last.
    pub candidates: Vec<Candidate>,
    /// How many steps were tried to find them.
    pub tried: u32,
}

/// What does not change when tasks move.
#[derive(Clone, Copy)]
pub(super) struct Fixed {
    /// Sections that pending tasks need.
    pub(super) needed: u32,
    pub(super) profile: Profile,
}

/// The decision before any step is tried.
struct Base {
    operation: Operation,
    is_forced: bool,
    goes_on: bool,
    problem: Option<Problem>,
    /// How much room is left, if it goes on.
    room: Option<Room>,
    /// The days to repair, if it goes on.
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

    /// The best step, if it would go on; where none is worth anything, it does not.
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

    /// This step is the best.
    fn take(&mut self, day: &HeavyDay, step: &Step) {
        self.problem = Some(day.problem());
        self.operation = step.operation();
    }
}

/// The decision for the timetable as it stands.
pub(super) fn decide(board: &Board, fixed: &Fixed, options: &Options) -> Decision {
    let mut base = Base::of(board, fixed, options);
    let mut search = Search::new(board, options);
    let best = base.settle(&mut search);
    // To close leaves all as it is: no step has been chosen then.
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

/// The best steps for a day.
fn offers(search: &mut Search, day: &HeavyDay) -> Vec<Found> {
    let mut offered: Vec<Found> = Vec::with_capacity(OFFERED + 1);
    search.each(day, &mut |found| {
        let at = offered.partition_point(|other| other.rank(&found).is_le());
        offered.insert(at, found);
        offered.truncate(OFFERED);
    });
    offered
}

/// What would be said after a step, and how many steps were tried to know it. Only what is offered is looked at so closely.
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
