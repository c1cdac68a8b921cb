//! Write tools: from arguments to a command, and from its change to a text (spec-tools.md 5.1 to 5.5).

use serde_json::Value;

use super::args::Args;
use super::desk::Settings;
use super::outcome::{Failure, Outcome};
use super::page::{Page, Put};
use super::tasks::slot_json;
use super::{neighbours, refused, words};
use stepgate_engine::Lang;
use stepgate_json::{value, Writer};
use stepgate_timetable::{At, Change, Command, Edit, Move, Slot, TaskId, Timetable};

pub(super) fn place(args: &Args<'_>) -> Result<Command, Box<Failure>> {
    Ok(Command::Place {
        task: args.need("task_id")?,
        at: At { day: args.need("day")?, start: args.need("slot_start")? },
    })
}

pub(super) fn r#move(args: &Args<'_>) -> Result<Command, Box<Failure>> {
    Ok(Command::Move(Move { task: args.need("task_id")?, to: target(args)? }))
}

fn target(args: &Args<'_>) -> Result<At, Box<Failure>> {
    Ok(At { day: args.need("new_day")?, start: args.need("new_slot_start")? })
}

pub(super) fn swap(args: &Args<'_>) -> Result<Command, Box<Failure>> {
    Ok(Command::Swap { a: args.need("task_a")?, b: args.need("task_b")? })
}

pub(super) fn unplace(args: &Args<'_>) -> Result<Command, Box<Failure>> {
    Ok(Command::Unplace { task: args.need("task_id")?, all: args.flag("all_places").unwrap_or(false) })
}

pub(super) fn batch_move(args: &Args<'_>) -> Result<Command, Box<Failure>> {
    let element = |args: Args<'_>| Ok(Move { task: args.need("task_id")?, to: target(&args)? });
    args.each("moves").map(element).collect::<Result<_, _>>().map(Command::Batch)
}

/// Carries out a command.
pub(super) fn run(
    timetable: &mut Timetable,
    settings: &Settings,
    command: &Command,
    lang: Lang,
) -> Result<Outcome, Box<Failure>> {
    match timetable.change(command, &settings.rules) {
        Ok(change) => Ok(done(timetable, settings, command, change, lang)),
        Err(refused) => {
            let failure = refused::failure(timetable, &refused, lang);
            Err(neighbours::named(timetable, settings, command, failure, lang))
        }
    }
}

fn done(timetable: &Timetable, settings: &Settings, command: &Command, change: Change, lang: Lang) -> Outcome {
    let mut page = Page::new(lang, timetable).at(&settings.times);
    match command {
        Command::Batch(moves) => page.say(&words::BATCH_DONE, &[Put::Number(moves.len() as i64)]),
        Command::Swap { .. } => page.word(&words::SWAP_DONE),
        _ => {}
    }
    for edit in &change.edits {
        if is_moved(edit) {
            say_edit(&mut page, timetable, edit);
        }
    }
    let mut outside: Vec<TaskId> = Vec::new();
    for edit in &change.edits {
        if is_moved(edit) && warn(&mut page, timetable, edit) {
            outside.push(edit.task);
        }
    }
    for day in change.each_day() {
        page.day_line(day);
    }
    if matches!(command, Command::Place { .. } | Command::Unplace { .. }) {
        page.pending_left();
    }
    let data = if outside.is_empty() { Value::Null } else { warnings(&outside) };
    Outcome { change: Some(change), data, ..Outcome::done(page.finish()) }
}

/// Whether an edit changes a task's place. Hosts whose guest changes have edits too.
pub(crate) fn is_moved(edit: &Edit) -> bool {
    edit.before.slots != edit.after.slots
}

fn say_edit(page: &mut Page<'_>, timetable: &Timetable, edit: &Edit) {
    page.id_behind(&words::CHANGED, edit.task);
    match (edit.before.slots.first(), edit.after.slots.first()) {
        (None, Some(to)) => page.place_behind(&words::PLACED, to),
        (Some(from), Some(to)) => {
            page.place_behind(&words::MOVED, from);
            page.place_behind(&words::MOVED_TO, to);
        }
        (Some(from), None) => {
            page.place_behind(&words::TAKEN_OUT_OF, from);
            page.word(&words::WAITS);
        }
        (None, None) => {}
    }
    if let Some(host) = edit.after.embed_host.and_then(|host| timetable.task(host)) {
        page.say(&words::IN_HOST, &[Put::Task(host)]);
    }
    page.word(&words::STOP_LINE);
}

/// Whether the new place of a task lies in a time that its class excludes.
pub(crate) fn is_excluded(timetable: &Timetable, edit: &Edit) -> bool {
    let placed = timetable.task(edit.task).zip(edit.after.slots.first());
    placed.is_some_and(|(task, slot)| timetable.excludes(task, slot))
}

/// Warns if a task is now at a time that its class excludes. Returns whether it is.
fn warn(page: &mut Page<'_>, timetable: &Timetable, edit: &Edit) -> bool {
    let outside = is_excluded(timetable, edit);
    if let Some(slot) = edit.after.slots.first().filter(|_| outside) {
        page.say(&words::EXCLUDED_ZONE, &[Put::Id(edit.task), Put::Place(*slot)]);
    }
    outside
}

fn warnings(tasks: &[TaskId]) -> Value {
    let warning = |task: &TaskId| value! { "code": "excluded_zone", "task": task };
    value! { "warnings": tasks.iter().map(warning).collect::<Vec<Value>>() }
}

/// Changes for a card: one `{ task, name, from, to }` per task whose places change, with places as `{ day, week, day_of_week, slot_start, slot_end }`,
/// and all of them before and after if it has several.
pub fn preview(timetable: &Timetable, edits: &[Edit]) -> Value {
    let place = |slot: &Slot| slot_json(timetable, None, slot);
    let places = |slots: &[Slot]| slots.iter().map(place).collect::<Vec<Value>>();
    let change = |edit: &Edit| {
        let (from, to) = (&edit.before.slots, &edit.after.slots);
        let has_several = from.len() > 1 || to.len() > 1;
        let mut out = Writer::object();
        out.member("task", &edit.task);
        out.optional("name", &timetable.task(edit.task).map(|task| task.name.clone()));
        out.member("from", &from.first().map(place));
        out.member("to", &to.first().map(place));
        out.optional("host", &edit.after.embed_host);
        out.optional("from_all", &has_several.then(|| places(from)));
        out.optional("to_all", &has_several.then(|| places(to)));
        out.optional("excluded", &is_excluded(timetable, edit));
        out.object_value()
    };
    edits.iter().filter(|edit| is_moved(edit)).map(change).collect()
}
