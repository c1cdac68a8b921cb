//! Changes that the user makes to the plan by hand: a task is added, dropped or moved (spec.md 3.9).

use super::destination::{strategy_of, title_and_form, Destination};
use super::model::{Status, Task};
use super::note::Note;
use super::place::{malformed, Place};
use super::planning::{entry_names, misplaced, placed};
use super::resume::{Resume, Section};
use super::stage::Planning;
use super::words;
use super::workflow::Workflow;
use serde_json::Value;
use stepgate_engine::{Error, Lang};
use stepgate_json::{to_text, value, FromJson};

/// Longest name of a place, in characters.
const LONGEST_NAME: usize = 200;
/// Longest goal, in characters.
const LONGEST_GOAL: usize = 1000;

/// Reads a task that the user adds, `{section, item_id?, adds?, goal?}`; `place` is the JSON pointer of `value`.
///
/// # Errors
/// `malformed`, at a value that is missing or not allowed, or at a section that is no place of `resume`.
pub(super) fn task(value: &Value, place: &str, resume: &Resume, lang: Lang) -> Result<Task, Error> {
    let at = Place::new(value, place).object()?;
    let task = Task {
        section: at.name("section")?.trim().to_owned(),
        item_id: at.optional_text("item_id")?,
        adds: at.flag("adds")?,
        diagnosis: words::added_by_hand(lang).to_owned(),
        goal: at.optional_text("goal")?.map_or_else(String::new, |goal| goal.trim().to_owned()),
        ..Task::blank()
    };
    for (key, text, longest) in [("section", &task.section, LONGEST_NAME), ("goal", &task.goal, LONGEST_GOAL)] {
        let length = text.chars().count();
        if length > longest {
            return Err(malformed(&at.pointer(key), &words::too_long(length, longest, lang)));
        }
    }
    if misplaced(0, &task, resume, lang).is_some() {
        let names: Vec<String> = places(resume, lang).iter().map(|place| to_text(&place.section)).collect();
        return Err(malformed(&at.pointer("section"), &words::no_such_place(&task.section, &names, lang)));
    }
    let (title, form) = title_and_form(&task.section, resume);
    let strategy = strategy_of(title, form);
    let goal = if task.goal.is_empty() { words::goal_by_hand(lang).to_owned() } else { task.goal.clone() };
    Ok(placed(Task { strategy, goal, ..task }, resume))
}

/// Whether the user has added `task`, so that its goal is in the user's words.
pub(super) fn is_added(task: &Task) -> bool {
    [Lang::Zh, Lang::En].map(words::added_by_hand).contains(&task.diagnosis.as_str())
}

/// The places that a task can be added for, in the order of the resume; each is an input of [`task`].
pub(super) fn choices(resume: &Resume, lang: Lang) -> Value {
    let choice = |Task { section, item_id, adds, .. }: &Task| match (item_id, adds) {
        (Some(id), _) => value! { "section": section, "item_id": id },
        (None, true) => value! { "section": section, "adds": true },
        (None, false) => value! { "section": section },
    };
    places(resume, lang).iter().map(choice).collect()
}

/// A text or a list of skills as a whole; of another section its entries, and a new one.
fn places(resume: &Resume, lang: Lang) -> Vec<Task> {
    let of = |section: &Section| {
        let whole = Task { section: section.title.clone(), ..Task::blank() };
        if let Destination::Text | Destination::List = Destination::of(&whole, resume) {
            return vec![whole];
        }
        let entries = entry_names(section).into_iter().zip(section.item_ids());
        let entry = |(section, id): (String, &str)| Task { section, item_id: Some(id.to_owned()), ..Task::blank() };
        entries.map(entry).chain([Task { adds: true, ..whole }]).collect()
    };
    let is_clear = |task: &Task| misplaced(0, task, resume, lang).is_none();
    resume.sections.iter().flat_map(of).filter(is_clear).collect()
}

impl Workflow {
    /// Adds a task at the end of the plan. If all others are done, it becomes the current one.
    pub fn add_task(&mut self, task: Task, notes: &mut Vec<Note>) {
        let is_next = self.all_done();
        let id = self.free_id();
        self.tasks.push(Task { id, ..task });
        self.fill_empty();
        if is_next {
            self.planning = Planning::Idle;
            self.enter(self.tasks.len() - 1, notes);
        }
    }

    /// Removes a task that has not begun.
    ///
    /// # Errors
    /// The request is refused; the error is the code of the refusal.
    pub fn drop_task(&mut self, id: u32) -> Result<(), &'static str> {
        let at = self.index_of(id).filter(|&at| self.can_drop(at)).ok_or("cannot_drop")?;
        self.tasks.remove(at);
        self.return_stack.retain(|&other| other != at);
        self.last_completed = self.last_completed.filter(|&other| other != at);
        let indices = self.return_stack.iter_mut().chain(&mut self.last_completed).chain([&mut self.current]);
        indices.filter(|other| **other > at).for_each(|other| *other -= 1);
        Ok(())
    }

    /// Exchanges a task with the pending one before or after it. Tasks between them keep their places.
    ///
    /// # Errors
    /// The request is refused; the error is the code of the refusal.
    pub fn move_task(&mut self, id: u32, up: bool) -> Result<(), &'static str> {
        let (at, to) = self.index_of(id).and_then(|at| Some((at, self.neighbour(at, up)?))).ok_or("cannot_move")?;
        self.tasks.swap(at, to);
        for other in self.return_stack.iter_mut().chain(&mut self.last_completed) {
            *other = if *other == at {
                to
            } else if *other == to {
                at
            } else {
                *other
            };
        }
        Ok(())
    }

    /// Ids of the tasks that [`Workflow::drop_task`] would take.
    pub fn droppable(&self) -> Vec<u32> {
        self.ids_of(|at| self.can_drop(at))
    }

    /// Ids of the tasks that [`Workflow::move_task`] would take.
    pub fn movable(&self, up: bool) -> Vec<u32> {
        self.ids_of(|at| self.neighbour(at, up).is_some())
    }

    fn ids_of(&self, fits: impl Fn(usize) -> bool) -> Vec<u32> {
        self.tasks.iter().enumerate().filter(|(at, _)| fits(*at)).map(|(_, task)| task.id).collect()
    }

    /// Whether the task at this index is still to come.
    fn is_to_come(&self, at: usize) -> bool {
        at != self.current && self.tasks.get(at).is_some_and(|task| task.status == Status::Pending)
    }

    /// A task with a dialogue has begun: its thread, and what was applied for it, stay reachable.
    fn can_drop(&self, at: usize) -> bool {
        let has_begun = self.tasks.get(at).is_some_and(|task| self.guides.contains_key(&task.id));
        self.is_to_come(at) && !has_begun
    }

    /// Index of the task to come that stands before or after the one at `at`, which is itself to come.
    fn neighbour(&self, at: usize, up: bool) -> Option<usize> {
        let is_to_come = |other: &usize| self.is_to_come(*other);
        let found = match up {
            true => (0..at).rev().find(is_to_come),
            false => (at + 1..self.tasks.len()).find(is_to_come),
        };
        found.filter(|_| self.is_to_come(at))
    }
}
