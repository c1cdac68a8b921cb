//! `find_free` (spec-tools.md 4.3): places for a task of a given length.

use serde_json::Value;

use super::desk::Look;
use super::outcome::{Answer, Outcome};
use super::page::{Page, Put};
use super::tasks::slot_json;
use super::{filter, range, words};
use stepgate_json::Writer;
use stepgate_timetable::{Day, Entry, FreeRange, Open, Slot, Task, Timetable};

/// Number of places of each kind that are listed by default.
const LIMIT: i64 = 40;

/// `find_free`.
pub(super) fn find_free(look: &Look<'_>) -> Answer {
    let (timetable, args) = (look.timetable, &look.args);
    let limit = args.whole("limit").unwrap_or(LIMIT);
    let search = Search {
        timetable,
        duration: args.need("duration")? as u8,
        days: filter::days(args, timetable, look.first_day())?,
        open: look.settings.rules.open,
    };
    let mut page = Page::new(look.lang, timetable).at(&look.settings.times);
    let found = search.say(&mut page, usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(Outcome { data: found.data(look, search.duration), ..Outcome::done(page.finish()) })
}

/// Arguments of a search.
struct Search<'a> {
    timetable: &'a Timetable,
    duration: u8,
    days: (Day, Day),
    /// Present: earlier places do not count.
    open: Option<Open>,
}

/// Result of a search.
#[derive(Default)]
struct Places {
    free: u32,
    hosts: u32,
    more: u32,
    /// First free range.
    first: Option<Slot>,
    /// First filler course without a guest.
    first_host: Option<Slot>,
}

// Loops instead of iterator chains: in a build for size, an adaptor costs a call per place.
impl Search<'_> {
    fn days(&self) -> impl Iterator<Item = Day> {
        (self.days.0 .0..self.days.1 .0 + 1).map(Day)
    }

    /// Writes the places, up to `limit` of each kind. If there are none, writes the largest free range of each day.
    fn say(&self, page: &mut Page<'_>, limit: usize) -> Places {
        let mut found = Places::default();
        let duration = [Put::Number(i64::from(self.duration))];
        if !self.any() {
            page.say(&words::NOWHERE, &duration);
            self.say_largest(page);
            return found;
        }
        page.say(&words::FREE_PLACES, &duration);
        for day in self.days() {
            self.say_ranges(page, day, limit, &mut found);
        }
        page.word(if found.free > 0 { &words::LINE } else { &words::NONE_LINE });
        for day in self.days() {
            self.say_hosts(page, day, limit, &mut found);
        }
        if found.more > 0 {
            page.say(&words::MORE, &[Put::Number(i64::from(found.more))]);
        }
        found
    }

    /// Whether there is a place of either kind.
    fn any(&self) -> bool {
        for day in self.days() {
            for range in self.timetable.open_ranges(day, self.open) {
                if range.len() >= self.duration {
                    return true;
                }
            }
            if self.timetable.entries(day).iter().any(|entry| self.host(entry).is_some()) {
                return true;
            }
        }
        false
    }

    /// Filler course of an entry, if the entry is long enough.
    fn host(&self, entry: &Entry) -> Option<&Task> {
        if entry.slot.len() < self.duration || self.open.is_some_and(|open| open.has_begun(&entry.slot)) {
            return None;
        }
        self.timetable.of(entry).filter(|task| task.can_embed)
    }

    /// Writes the free ranges of a day that are long enough, in one line.
    fn say_ranges(&self, page: &mut Page<'_>, day: Day, limit: usize, found: &mut Places) {
        let mut begun = false;
        for FreeRange { start, end } in self.timetable.open_ranges(day, self.open) {
            if end - start + 1 < self.duration {
                continue;
            }
            found.first = found.first.or(Some(Slot { day, start, end }));
            found.free += 1;
            if found.free as usize > limit {
                found.more += 1;
                continue;
            }
            if begun {
                page.word(&words::COMMA);
            } else {
                if found.free > 1 {
                    page.push("\n");
                }
                page.day_before(day, &words::COLON);
                begun = true;
            }
            page.range_of(day, start, end);
        }
    }

    fn say_hosts(&self, page: &mut Page<'_>, day: Day, limit: usize, found: &mut Places) {
        for entry in self.timetable.entries(day) {
            let Some(host) = self.host(entry) else { continue };
            if host.embedded_by.is_none() {
                found.first_host = found.first_host.or(Some(entry.slot));
            }
            if found.hosts == 0 {
                page.say(&words::EMBEDDABLE_PLACES, &[]);
            }
            found.hosts += 1;
            if found.hosts as usize > limit {
                found.more += 1;
            } else {
                range::say_host(page, host, &entry.slot);
            }
        }
    }

    /// Writes the largest free range of each day.
    fn say_largest(&self, page: &mut Page<'_>) {
        for day in self.days() {
            let largest = self.timetable.open_ranges(day, self.open).map(|range| range.len()).max().unwrap_or(0);
            page.day(day);
            page.say(&words::LARGEST, &[Put::Number(i64::from(largest))]);
        }
    }
}

impl Places {
    /// The numbers, and the first place of a length: a free range goes before a place in a course.
    fn data(&self, look: &Look<'_>, duration: u8) -> Value {
        let first = self.first.or(self.first_host).map(|slot| Slot { end: slot.start + duration - 1, ..slot });
        let first = first.map(|slot| slot_json(look.timetable, Some(&look.settings.times), &slot));
        let mut out = Writer::object();
        out.member("free", &self.free);
        out.member("hosts", &self.hosts);
        out.member("more", &self.more);
        out.optional("first_fit", &first);
        out.object_value()
    }
}
