//! Measured operations: one call of each on the dense timetable of a size.

use std::hint::black_box;

use stepgate::optimise::{Instance, Replay, Search};
use stepgate::timetable::arrange::{Arranging, Occasions, Preferences, Request, Scope, Stability};
use stepgate::timetable::{At, Command, Day, Move, Rules, Task, Timetable};

use super::generator::{timetable, Size, Variant};

/// Operation with its call.
pub(crate) struct Operation {
    /// Name in the report and in the reference figures.
    pub(crate) name: &'static str,
    /// Makes one call and returns the text for the model, empty if there is none. One or two calls restore the
    /// timetable.
    pub(crate) call: Box<dyn FnMut() -> String>,
}

/// All operations of the timetable itself, without the texts of the tools.
pub(crate) fn operations(size: Size) -> Vec<Operation> {
    let dense = timetable(size, Variant::Dense);
    let operation = |name, call| Operation { name, call: silent(call) };
    vec![
        operation("query_range", query_range(dense.clone())),
        operation("find_free", find_free(dense.clone())),
        operation("place + unplace", place_unplace(dense.clone())),
        operation("move", to_and_fro(dense.clone())),
        operation("swap", swap(dense.clone())),
        operation("batch_move", batch(dense.clone())),
        operation("fast_start", fast_start(dense)),
    ]
}

/// Call without a text.
fn silent(mut call: Box<dyn FnMut()>) -> Box<dyn FnMut() -> String> {
    Box::new(move || {
        call();
        String::new()
    })
}

/// Queries a whole day in the middle.
fn query_range(timetable: Timetable) -> Box<dyn FnMut()> {
    let day = Day(timetable.window().len() as u32 / 2 + 1);
    Box::new(move || {
        for entry in timetable.entries(black_box(day)) {
            black_box(timetable.of(entry));
        }
        black_box(timetable.free_ranges(day).count());
    })
}

/// Finds the first twelve places of two sections.
fn find_free(timetable: Timetable) -> Box<dyn FnMut()> {
    Box::new(move || {
        let places = timetable.window().days().flat_map(|day| {
            let starts = |range: stepgate::timetable::FreeRange| range.start..range.end;
            timetable.free_ranges(day).flat_map(starts).map(move |start| (day, start))
        });
        black_box(places.take(black_box(12)).count());
    })
}

fn place_unplace(mut timetable: Timetable) -> Box<dyn FnMut()> {
    let task = id(timetable.tasks().iter().rfind(|task| task.is_pending()));
    let at = latest_free(&timetable, duration(&timetable, task)).expect("a free place");
    Box::new(move || {
        run(&mut timetable, &Command::Place { task, at });
        run(&mut timetable, &Command::Unplace { task, all: true });
    })
}

fn to_and_fro(mut timetable: Timetable) -> Box<dyn FnMut()> {
    let last = timetable.tasks().iter().rfind(|task| task.is_suggested()).expect("a suggested task");
    let (task, here) = (i64::from(last.id), place_of(last));
    let there = latest_free(&timetable, last.slots[0].len()).expect("a free place");
    let rules = Rules { order: false, ..Rules::default() };
    let mut targets = [there, here].into_iter().cycle();
    Box::new(move || {
        let to = targets.next().unwrap_or(here);
        let change = timetable.change(&Command::Move(Move { task, to }), &rules);
        black_box(change.expect("the move is legal"));
    })
}

fn swap(mut timetable: Timetable) -> Box<dyn FnMut()> {
    let mut suggested = timetable.tasks().iter().filter(|task| task.is_suggested());
    let (a, b) = (id(suggested.next()), id(suggested.next()));
    Box::new(move || run(&mut timetable, &Command::Swap { a, b }))
}

/// Moves the first twenty suggested tasks to their own places.
fn batch(mut timetable: Timetable) -> Box<dyn FnMut()> {
    let suggested = timetable.tasks().iter().filter(|task| task.is_suggested()).take(20);
    let moves = suggested.map(|task| Move { task: i64::from(task.id), to: place_of(task) }).collect();
    let command = Command::Batch(moves);
    Box::new(move || run(&mut timetable, &command))
}

/// Makes the optimiser's instance and places all items greedily, none of which has a place before.
fn fast_start(mut timetable: Timetable) -> Box<dyn FnMut()> {
    let tasks: Vec<i64> =
        timetable.tasks().iter().filter(|task| task.is_suggested()).map(|task| task.id.into()).collect();
    for task in tasks {
        run(&mut timetable, &Command::Unplace { task, all: true });
    }
    let request = Request {
        held: Vec::new(),
        scope: Scope::default(),
        wishes: Vec::new(),
        stability: Stability::Fresh,
        most_moved: None,
        any_order: false,
        term: None,
        now: None,
        clock: None,
        preferences: Preferences::none(),
        occasions: Occasions::default(),
    };
    Box::new(move || {
        let draft = Arranging::new(black_box(&timetable), &request).draft;
        let instance = Instance::new(draft).expect("the instance of a timetable is right");
        black_box(Search::new(&instance, Replay { seed: 1, planned: 1 }));
    })
}

fn run(timetable: &mut Timetable, command: &Command) {
    let change = timetable.change(black_box(command), &Rules::default());
    black_box(change.expect("the command is legal"));
}

pub(crate) fn id(task: Option<&Task>) -> i64 {
    i64::from(task.expect("a task of this kind").id)
}

pub(crate) fn duration(timetable: &Timetable, task: i64) -> u8 {
    timetable.task(task as u32).expect("a known task").duration
}

pub(crate) fn place_of(task: &Task) -> At {
    At { day: i64::from(task.slots[0].day.0), start: i64::from(task.slots[0].start) }
}

/// Latest free range with this many sections.
pub(crate) fn latest_free(timetable: &Timetable, sections: u8) -> Option<At> {
    let days = timetable.window().days().collect::<Vec<_>>().into_iter().rev();
    let latest = |day| timetable.free_ranges(day).filter(|range| range.len() >= sections).last();
    days.filter_map(|day| latest(day).map(|range| At { day: i64::from(day.0), start: i64::from(range.start) })).next()
}
