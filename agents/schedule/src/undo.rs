//! Undo and redo of the last save as a whole.

use serde_json::Value;

use super::arrange::wishes;
use super::memory::Memory;
use super::names::{self, UNDO};
use super::writing::Write;
use super::{changes, plain, words};
use stepgate_engine::schema::Problem;
use stepgate_engine::{Call, Computed, Lang, ToolError};
use stepgate_json::value;
use stepgate_timetable::arrange::Wish;

/// Dry run of undo or redo, for the card.
pub(super) fn rehearse(memory: &Memory, call: &Call) -> Result<Value, Problem> {
    let back = call.name == UNDO;
    let Some(write) = memory.turnable(back, call.now) else {
        let sentence = words::sentence(nothing(back), call.lang);
        return Err(Problem { plain: Some(sentence.to_owned()), ..Problem::said("/calls/0", sentence) });
    };
    let edits = write.edits(back);
    let code = if back { "undone" } else { "redone" };
    let title = turn_title(memory, write, (back, code), call.lang);
    let wishes = write.wishes.as_ref().map_or(&memory.wishes, |(before, after)| if back { before } else { after });
    let mut notes = plain::notes(memory, &edits, wishes, call.now, call.lang);
    notes.extend(class_lines(write, back));
    notes.extend(wish_lines(memory, write, back, call.lang));
    Ok(value! { "title": title, "changes": plain::preview(memory, &edits), "notes": notes })
}

/// The write that undo (`back`) would take back or redo make again, in words; none if there is none.
pub(super) fn told(memory: &Memory, back: bool, at_ms: u64, lang: Lang) -> Option<String> {
    let write = memory.turnable(back, at_ms)?;
    let mut told = in_words(memory, write, back, lang);
    for line in wish_lines(memory, write, back, lang) {
        told.push_str(words::sentence("and_then", lang));
        told.push_str(line.trim_end_matches(['.', '。']));
    }
    Some(told)
}

fn nothing(back: bool) -> &'static str {
    if back {
        "nothing_to_undo"
    } else {
        "nothing_to_redo"
    }
}

/// Undo or redo of a write in words, in the sentence of a code.
fn turn_title(memory: &Memory, write: &Write, (back, code): (bool, &'static str), lang: Lang) -> String {
    words::filled(code, lang, &[&in_words(memory, write, back, lang)])
}

/// Undo or redo of a write in words.
fn in_words(memory: &Memory, write: &Write, back: bool, lang: Lang) -> String {
    match write.about.as_str() {
        "" if memory.board.desk.timetable.is_some() && !write.turns.is_empty() => {
            plain::title(memory, if back { names::UNDO } else { names::REDO }, &write.edits(back), lang)
        }
        "" => words::sentence("last_write", lang).to_owned(),
        about => about.to_owned(),
    }
}

/// Words for the result of undo or redo: where the task stands now if it moved only one, else the write.
fn turned(memory: &Memory, write: &Write, back: bool, lang: Lang) -> String {
    let place = if write.about.is_empty() { plain::new_place(memory, &write.edits(back), lang) } else { None };
    match place {
        None => {
            let code = if back { "was_undone" } else { "was_redone" };
            turn_title(memory, write, (back, code), lang)
        }
        Some((name, at)) => {
            let code = match (back, at.is_empty()) {
                (true, false) => "undone_at",
                (true, true) => "undone_none",
                (false, false) => "redone_at",
                (false, true) => "redone_none",
            };
            words::filled(code, lang, &[&name, &at])
        }
    }
}

/// Sentences about a task class that goes back or is written again.
fn class_lines(write: &Write, back: bool) -> Vec<String> {
    if back { &write.back } else { &write.made }.clone()
}

/// Sentences about the wishes that go and that stand again.
fn wish_lines(memory: &Memory, write: &Write, back: bool, lang: Lang) -> Vec<String> {
    let Some((before, after)) = &write.wishes else { return Vec::new() };
    let (from, to) = if back { (after, before) } else { (before, after) };
    let line = |code, wishes: &[Wish], others: &[Wish]| {
        let said: Vec<String> =
            wishes.iter().filter(|wish| !others.contains(wish)).map(|wish| wishes::said(wish, memory, lang)).collect();
        words::listed(code, &said, "and_then", lang)
    };
    line("wishes_gone", from, to).into_iter().chain(line("wishes_again", to, from)).collect()
}

/// Undoes or redoes a write, and asks the host to take its change set back.
pub(super) fn turn(memory: &mut Memory, call: &Call) -> Computed {
    let (back, lang) = (call.name == UNDO, call.lang);
    let Some(write) = memory.turnable(back, call.now).cloned() else {
        return Err(ToolError::new(nothing(back), words::sentence(nothing(back), lang)));
    };
    let mut lines = vec![turned(memory, &write, back, lang)];
    lines.extend(class_lines(&write, back));
    lines.extend(wish_lines(memory, &write, back, lang));
    let board = memory.board_mut();
    let turned = if back { board.undo() } else { board.redo() };
    debug_assert!(turned.is_some(), "what is possible is done");
    memory.run.has_schedule_write_ops = true;
    memory.run.has_schedule_changes |= !write.is_of_wishes();
    if let Some((before, after)) = &write.wishes {
        memory.wishes.clone_from(if back { before } else { after });
        memory.run.proposal = None;
    }
    if memory.turnable(back, call.now).is_some() {
        lines.push(words::sentence(if back { "more_to_undo" } else { "more_to_redo" }, lang).to_owned());
    }
    let text = lines.join("\n");
    let edits = write.edits(back);
    let made = changes::of(memory.board.desk.timetable.as_ref(), &edits);
    let saving = match (write.set.is_empty(), memory.reverts) {
        (true, _) => None,
        (false, true) => Some(changes::revert(memory, &edits, &write.set)),
        (false, false) => changes::persist(memory, &edits),
    };
    if saving.is_some() {
        memory.saves += 1;
        memory.board_mut().rename(back, changes::set_of(saving.as_ref()));
    }
    if write.turns.is_empty() && !write.is_of_wishes() {
        // Only the host knows what it takes back: the next round loads the timetable again.
        memory.drop_timetable();
    }
    Ok((value! { "text": text, "changes": made }, saving))
}
