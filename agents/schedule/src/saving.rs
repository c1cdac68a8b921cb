//! Saving of changes: each write goes to the host at once, unless only the user's button saves.

use super::changes;
use super::config::PersistMode;
use super::exceptions;
use super::memory::Memory;
use super::writing::Write;
use stepgate_engine::{Call, Computed, Internal};
use stepgate_json::value;
use stepgate_timetable::{Change, Edit};

/// Records a change that was made, and asks the host to save it.
pub(super) fn made(memory: &mut Memory, change: &Change, text: &str) -> Computed {
    let turns = memory.board_mut().record(change);
    if let Some(timetable) = &memory.board.desk.timetable {
        exceptions::note(&mut memory.exceptions, timetable, &memory.wishes, change);
    }
    memory.run.has_schedule_write_ops = true;
    memory.run.has_schedule_changes = true;
    let made = changes::of(memory.board.desk.timetable.as_ref(), &change.edits);
    let call = save_call(memory, change);
    memory.remember(Write { turns, set: changes::set_of(call.as_ref()), ..Write::default() });
    Ok((value! { "text": text, "changes": made }, call))
}

/// Host call that saves a change. None if only the user's button saves, or if the calendar already has the change.
fn save_call(memory: &mut Memory, change: &Change) -> Option<Internal> {
    if memory.config.persist_mode == PersistMode::PreviewOnly {
        return None;
    }
    let edits = memory.board_mut().mark_saved(change);
    persist(memory, &edits)
}

fn persist(memory: &mut Memory, edits: &[Edit]) -> Option<Internal> {
    let call = changes::persist(memory, edits)?;
    memory.saves += 1;
    Some(call)
}

pub(super) fn save(memory: &mut Memory, _: &Call) -> Computed {
    let turns = memory.board.turns_of_all();
    let edits = memory.board_mut().mark_all_saved();
    let call = persist(memory, &edits);
    if call.is_some() {
        memory.remember(Write { turns, set: changes::set_of(call.as_ref()), ..Write::default() });
    }
    Ok((value! { "saved": edits.len() }, call))
}
