//! `find_free` (4.3): where a task of some length fits.

use super::page::{Page, Put};
use super::{filter, range, words, Answer, Look, Outcome};
use crate::timetable::{Day, FreeRange, Slot, Task, Timetable};

/// The most places of each kind that are listed if the call does not say.
const LIMIT: i64 = 40;

/// `find_free`.
pub(super) fn find_free(look: &Look<'_>) -> Answer {
    let (timetable, args) = (look.timetable, &look.args);
    let longest = timetable.window().sections();
    let duration = args.need("duration")?;
    if duration < 1 || duration > i64::from(longest) {
        return Err(args.wrong_number("duration", 1, i64::from(longest)));
    }
    let limit = args.whole("limit")?.unwrap_or(LIMIT);
    if limit < 1 {
        return Err(args.wrong_number("limit", 1, i64::from(u32::MAX)));
    }
    let search = Search { timetable, duration: duration as u8, days: filter::days(args, timetable)? };
    let mut page = Page::new(1024, look.lang, timetable);
    let found = search.say(&mut page, usize::try_from(limit).unwrap_or(usize::MAX));
    let data = found.data(&search, look);
    Ok(Outcome { data, ..Outcome::done(page.finish()) })
}

/// What is looked for.
struct Search<'a> {
    timetable: &'a Timetable,
    duration: u8,
    days: (Day, Day),
}

/// What was found.
#[derive(Default)]
struct Found {
    free: u32,
    hosts: u32,
    more: u32,
    /// The first free range.
    first: Option<Slot>,
    /// The first filler course without a guest.
    first_host: Option<Slot>,
}

impl<'a> Search<'a> {
    fn days(&self) -> impl Iterator<Item = Day> {
        (self.days.0 .0..=self.days.1 .0).map(Day)
    }

    /// Tells the places, each kind up to `limit`; if there are none, how long the free ranges are.
    fn say(&self, page: &mut Page<'_>, limit: usize) -> Found {
        let mut found = Found::default();
        let duration = [Put::Number(i64::from(self.duration))];
        if self.ranges().next().is_none() && self.hosts().next().is_none() {
            page.say(words::NOWHERE, &duration);
            self.say_largest(page);
            return found;
        }
        page.say(words::FREE_PLACES, &duration);
        self.say_ranges(page, limit, &mut found);
        self.say_hosts(page, limit, &mut found);
        if found.more > 0 {
            page.say(words::MORE, &[Put::Number(i64::from(found.more))]);
        }
        found
    }

    /// The free ranges that are long enough.
    fn ranges(&self) -> impl Iterator<Item = (Day, FreeRange)> + '_ {
        let of_day = |day| self.timetable.free_ranges(day).map(move |range| (day, range));
        self.days().flat_map(of_day).filter(|(_, range)| range.len() >= self.duration)
    }

    /// The filler courses that are long enough, and where they stand.
    fn hosts(&self) -> impl Iterator<Item = (&'a Task, Slot)> + '_ {
        let entries = self.days().flat_map(|day| self.timetable.entries(day));
        let long = entries.filter(|entry| entry.slot.len() >= self.duration);
        long.filter_map(|entry| Some((self.timetable.of(entry)?, entry.slot))).filter(|(task, _)| task.can_embed)
    }

    /// A line for each day.
    fn say_ranges(&self, page: &mut Page<'_>, limit: usize, found: &mut Found) {
        let mut line = None;
        for (day, FreeRange { start, end }) in self.ranges() {
            found.first = found.first.or(Some(Slot { day, start, end }));
            found.free += 1;
            if found.free as usize > limit {
                found.more += 1;
                continue;
            }
            if line == Some(day) {
                page.word(words::COMMA);
            } else {
                if line.is_some() {
                    page.sign(b'\n');
                }
                page.day(day);
                page.word(words::COLON);
                line = Some(day);
            }
            page.range(start, end);
            page.length(end - start + 1);
        }
        page.word(if line.is_some() { words::LINE } else { words::NONE_LINE });
    }

    fn say_hosts(&self, page: &mut Page<'_>, limit: usize, found: &mut Found) {
        for (host, slot) in self.hosts() {
            if host.embedded_by.is_none() {
                found.first_host = found.first_host.or(Some(slot));
            }
            if found.hosts == 0 {
                page.word(words::EMBEDDABLE_PLACES);
            }
            found.hosts += 1;
            if found.hosts as usize > limit {
                found.more += 1;
            } else {
                range::say_host(page, host, &slot);
            }
        }
    }

    /// The largest free range of each day.
    fn say_largest(&self, page: &mut Page<'_>) {
        for day in self.days() {
            let largest = self.timetable.free_ranges(day).map(|range| range.len()).max().unwrap_or(0);
            page.day(day);
            page.say(words::LARGEST, &[Put::Number(i64::from(largest))]);
        }
    }
}

impl Found {
    /// How much there is, and the first place: free sections go before those inside of a course.
    fn data(&self, search: &Search<'_>, look: &Look<'_>) -> String {
        let mut page = Page::new(160, look.lang, look.timetable);
        page.count("{\"free\":", self.free);
        page.count(",\"hosts\":", self.hosts);
        page.count(",\"more\":", self.more);
        if let Some(slot) = self.first.or(self.first_host) {
            page.push(",\"first_fit\":");
            page.slot_json(&Slot { end: slot.start + search.duration - 1, ..slot }, None);
        }
        page.sign(b'}');
        page.finish()
    }
}
