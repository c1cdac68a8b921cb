//! `query_range` (spec-tools.md 4.2): one day, by pairs of sections or section by section.

use super::desk::Look;
use super::outcome::{Answer, Outcome};
use super::page::{Page, Put};
use super::{refused, words};
use stepgate_timetable::{Day, Entry, Open, Slot, Task, Timetable};

/// `query_range`.
pub(super) fn query_range(look: &Look<'_>) -> Answer {
    let (timetable, args) = (look.timetable, &look.args);
    let day = args.day("day").ok_or_else(|| args.missing("day"))?;
    let mut page = Page::new(look.lang, timetable).at(&look.settings.times);
    match (args.whole("slot_start"), args.whole("slot_end")) {
        (Some(start), Some(end)) => {
            let sections = timetable.window().sections();
            if start < 1 || end < start || end > i64::from(sections) {
                return Err(refused::no_such_sections(timetable, start, end, look.lang));
            }
            say_sections(&mut page, timetable, &Slot { day, start: start as u8, end: end as u8 });
        }
        _ => say_day(&mut page, timetable, day, look.settings.rules.open),
    }
    Ok(Outcome::done(page.finish()))
}

/// Writes pairs of sections, the free ranges, and the embeddable places.
fn say_day(page: &mut Page<'_>, timetable: &Timetable, day: Day, open: Option<Open>) {
    page.day_before(day, &words::DAY_USED);
    page.used(day);
    page.push("\n");
    let sections = timetable.window().sections();
    let mut entries = timetable.entries(day);
    let mut start = 1;
    while start <= sections {
        let pair = Slot { day, start, end: sections.min(start + 1) };
        // An entry that ends before this pair ends before all later pairs.
        while let Some((_, rest)) = entries.split_first().filter(|(first, _)| first.slot.end < start) {
            entries = rest;
        }
        say_occupants(page, timetable, &pair, entries);
        start += 2;
    }
    say_free(page, timetable, day, open);
    for entry in timetable.entries(day) {
        if let Some(task) = timetable.of(entry).filter(|task| task.can_embed) {
            say_host(page, task, &entry.slot);
        }
    }
}

/// Writes the tasks that occupy these sections, each guest after its host.
fn say_occupants(page: &mut Page<'_>, timetable: &Timetable, slot: &Slot, entries: &[Entry]) {
    page.label(slot);
    let mut none = true;
    for entry in entries {
        // Entries are ordered by their start.
        if entry.slot.start > slot.end {
            break;
        }
        let Some(task) = timetable.of(entry).filter(|_| entry.slot.end >= slot.start) else { continue };
        if !none {
            page.push(" ");
        }
        page.task(task);
        if task.locked {
            page.word(&words::FIXED);
        }
        if task.can_embed {
            page.word(&words::EMBEDDABLE);
        }
        if entry.guest {
            page.word(&words::GUEST);
        }
        none = false;
    }
    page.word(if none { &words::IS_FREE_LINE } else { &words::LINE });
}

fn say_free(page: &mut Page<'_>, timetable: &Timetable, day: Day, open: Option<Open>) {
    page.word(&words::FREE);
    let mut none = true;
    for range in timetable.open_ranges(day, open) {
        if !none {
            page.word(&words::COMMA);
        }
        none = false;
        page.range_of(day, range.start, range.end);
    }
    page.word(if none { &words::NONE } else { &words::LINE });
}

/// Writes a host with its place and its guest.
pub(super) fn say_host(page: &mut Page<'_>, host: &Task, slot: &Slot) {
    page.id_behind(&words::HOST, host.id);
    page.place_behind(&words::HOST_ON, slot);
    page.word(&words::COLON);
    match host.embedded_by {
        Some(guest) => page.id_behind(&words::HOSTS, guest),
        None => page.word(&words::HOSTS_NONE),
    }
    page.push("\n");
}

/// Writes each section with its occupants.
fn say_sections(page: &mut Page<'_>, timetable: &Timetable, slot: &Slot) {
    page.place(slot);
    page.push("\n");
    for section in slot.start..=slot.end {
        let entries = timetable.entries(slot.day);
        say_occupants(page, timetable, &Slot { start: section, end: section, ..*slot }, entries);
    }
    let free = u32::from(slot.len()) - (timetable.occupied(slot.day) & slot.bits()).count_ones();
    page.say(&words::N_OF_M_FREE, &[Put::Number(i64::from(free)), Put::Number(i64::from(slot.len()))]);
}
