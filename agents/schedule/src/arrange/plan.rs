//! The write that carries a plan out: its arguments, its card and its effect.

use serde_json::Value;

use stepgate_engine::schema::{Problem, Schema};
use stepgate_engine::{Call, Computed, Lang, ToolError};
use stepgate_json::value;
use stepgate_timetable::{At, Change, Command, Edit, Step, TaskId, Timetable};

use super::job::steps;
use crate::memory::Memory;
use crate::tools;
use crate::{plain, saving, words};

/// Shape of the arguments: `{ moves: [{ task_id, new_day, new_slot_start }] }`. A move without a day takes the task out.
pub(crate) fn schema() -> Schema {
    let step = Schema::object()
        .field("task_id", Schema::integer())
        .field("new_day", Schema::integer().nullable())
        .optional("new_slot_start", Schema::integer().nullable());
    Schema::object().field("moves", Schema::list(step).min_length(1))
}

/// Arguments that make these steps.
pub(super) fn arguments(steps: &[Step]) -> Value {
    let one = |step: &Step| match step.to {
        Some(At { day, start }) => value! { "task_id": step.task, "new_day": day, "new_slot_start": start },
        None => value! { "task_id": step.task, "new_day": Value::Null },
    };
    value! { "moves": steps.iter().map(one).collect::<Vec<_>>() }
}

/// Dry run for the card: every change, its title, and the report of the search.
pub(crate) fn rehearse(memory: &Memory, call: &Call) -> Result<Value, Problem> {
    let (lang, command) = (call.lang, Command::Plan(steps(call.args)));
    let checked = tools::check(memory.board.desk.timetable.as_ref(), &memory.settings(call.now).rules, &command, lang);
    let change = checked.map_err(|failure| plain::problem(memory, "/moves", &failure, lang))?;
    let proposal = memory.run.proposal.as_ref();
    // The report of a search names the wishes that it leaves unmet; a change of single tasks is judged here.
    let adjusted = proposal.filter(|proposal| !proposal.moves.is_null() && proposal.is_adjusted);
    let wishes = adjusted.map_or(&memory.wishes, |proposal| &proposal.wishes);
    Ok(value! {
        "title": counted(&ends(&change), lang), "summary": memory.run.summary,
        "changes": plain::preview(memory, &change.edits), "report": proposal.map(|proposal| &proposal.report),
        "notes": plain::notes(memory, &change.edits, wishes, call.now, lang),
    })
}

/// Number of a step's group, in the order of [`counted`]: 0 for a new place, 1 for another place, 2 for none any more.
pub(super) fn group(timetable: &Timetable, step: &Step) -> u8 {
    let stood =
        TaskId::try_from(step.task).ok().and_then(|id| timetable.task(id)).is_some_and(|task| !task.is_pending());
    u8::from(stood) + u8::from(step.to.is_none())
}

/// Steps by their groups. Three passes take less code than a sort.
pub(super) fn grouped(timetable: &Timetable, steps: &[Step]) -> Vec<Step> {
    let of = |number: u8| steps.iter().filter(move |step| group(timetable, step) == number).cloned();
    (0..3).flat_map(of).collect()
}

/// `34 placed, 3 moved, 1 left without a place`, without the zeros.
pub(super) fn counted(ends: &[(bool, bool)], lang: Lang) -> String {
    let count = |wanted: (bool, bool)| ends.iter().filter(|ends| **ends == wanted).count();
    let parts = [("count_placed", (false, true)), ("count_moved", (true, true)), ("count_out", (true, false))];
    let said = parts.into_iter().filter_map(|(code, wanted)| words::counted(code, count(wanted), lang));
    said.collect::<Vec<_>>().join(words::sentence("and_then", lang))
}

/// Carries the plan out and asks the host to save it.
pub(crate) fn write(memory: &mut Memory, call: &Call) -> Computed {
    let (rules, lang) = (memory.settings(call.now).rules, call.lang);
    let command = Command::Plan(steps(call.args));
    let timetable = memory.board_mut().desk.timetable.as_mut();
    let change = tools::change(timetable, &rules, &command, lang);
    let change = change.map_err(|failure| ToolError::new(failure.code, failure.text))?;
    let mut lines = vec![[words::sentence("plan_saved", lang), &counted(&ends(&change), lang)].concat()];
    lines.extend(places(memory, &change, SAVED, lang));
    let text = lines.join("\n");
    saving::made(memory, &change, &text)
}

/// The places of a change, the first `most` of them one a line, and how many more there are. Tasks that were moved or taken out go before new ones:
/// they change what the user knows.
pub(super) fn places(memory: &Memory, change: &Change, most: usize, lang: Lang) -> Vec<String> {
    let Some(timetable) = memory.board.desk.timetable.as_ref() else { return Vec::new() };
    let plain = plain::Plain::new(memory, timetable, lang);
    let changed = change.edits.iter().filter(|edit| edit.before.slots != edit.after.slots);
    let (stood, new): (Vec<&Edit>, Vec<&Edit>) = changed.partition(|edit| !edit.before.slots.is_empty());
    let line = |edit: &&Edit| {
        let name = timetable.task(edit.task).map_or("", |task| &task.name);
        let from = edit.before.slots.first().map_or(String::new(), |slot| plain.place(*slot) + " ");
        let to = edit.after.slots.first().map(|slot| plain.place(*slot));
        let to = to.unwrap_or_else(|| words::sentence("no_place", lang).to_owned());
        let host = edit.after.embed_host.and_then(|host| timetable.task(host));
        let inside = host.map_or(String::new(), |host| words::filled("inside", lang, &[&host.name]));
        format!("[{}]{name} {from}→ {to}{inside}", edit.task)
    };
    words::shortened(stood.iter().chain(&new).map(line).collect(), most, "and_more", lang)
}

/// Places that the result of a saved plan names, at most: its card had them all.
const SAVED: usize = 6;
/// Places of a plan on an open card that the model reads, at most: words at the card are about them.
pub(super) const PROPOSED: usize = 24;

/// Whether each task that a change moves has a place before and after it.
pub(super) fn ends(change: &Change) -> Vec<(bool, bool)> {
    let moved = change.edits.iter().filter(|edit| edit.before.slots != edit.after.slots);
    moved.map(|edit| (!edit.before.slots.is_empty(), !edit.after.slots.is_empty())).collect()
}
