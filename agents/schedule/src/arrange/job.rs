//! Data of an arrangement between the model's call and the user's answer.

use serde_json::Value;

use stepgate_json::object;
use stepgate_timetable::arrange::{Request, Scope, Stability, Wish};

use crate::memory::Memory;
use crate::tools::Asked;

/// Search for a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Tasks that may move.
    pub scope: Scope,
    /// All wishes that hold, standing ones first.
    pub wishes: Vec<Wish>,
    /// How much of the present plan is kept.
    pub stability: Stability,
    /// Most tasks that may move.
    pub most_moved: Option<usize>,
}

object!(Job { stability } optional { scope, wishes, most_moved });

impl Job {
    /// Job for a call. Without a word about it, a plan is revised if a task of the scope has a place, and made anew otherwise.
    pub(super) fn new(memory: &Memory, asked: Asked) -> Self {
        let standing = memory.wishes.iter().enumerate();
        let kept = standing.filter(|(index, _)| !asked.forgotten.contains(&(index + 1))).map(|(_, wish)| wish.clone());
        let mut wishes: Vec<Wish> = kept.collect();
        for wish in asked.wishes {
            if !wishes.contains(&wish) {
                wishes.push(wish);
            }
        }
        let placed = memory.board.desk.timetable.iter().flat_map(|timetable| timetable.tasks()).any(|task| {
            task.class_id > 0
                && !task.slots.is_empty()
                && (asked.scope.classes.is_empty() || asked.scope.classes.contains(&task.class_id))
        });
        let stability = asked.stability.unwrap_or(if placed { Stability::Revise } else { Stability::Fresh });
        Job { scope: asked.scope, wishes, stability, most_moved: asked.most_moved }
    }

    /// Request to the timetable at this time of the engine's clock.
    pub(super) fn request(&self, memory: &Memory, at_ms: u64) -> Request {
        let times = memory.times(at_ms);
        let window = memory.board.desk.timetable.as_ref().map(|timetable| timetable.window());
        let open = window.and_then(|window| times.open(window));
        Request {
            scope: self.scope.clone(),
            wishes: self.wishes.clone(),
            stability: self.stability,
            most_moved: self.most_moved,
            any_order: memory.run.allow_reorder,
            term: memory.term(),
            now: open.map(|open| (open.day, open.section)),
            clock: times.clock,
        }
    }
}

/// Plan that was found, while its card is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proposal {
    /// Wishes that stand from its approval on.
    pub wishes: Vec<Wish>,
    /// Facts for the card and the closing words.
    pub report: Value,
}

object!(Proposal {} optional { wishes, report });
