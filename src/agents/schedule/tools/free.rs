//! `find_free` (4.3): where a task of some length fits.

use super::page::{Page, Put};
use super::{filter, range, slot_json, words, Answer, Look, Outcome};
use crate::json::Writer;
use crate::timetable::{Day, FreeRange, Slot, Task, Timetable};

/// The most places that are listed if the call does not say.
const LIMIT: i64 = 40;

/// `find_free`.
pub(super) fn find_free(look: &Look<'_>) -> Answer {
    let (timetable, args) = (look.timetable, &look.args);
    let window = timetable.window();
    let duration = args.need("duration")?;
    let longest = window.sections();
    if duration < 1 || duration > i64::from(longest) {
        return Err(args.wrong_number("duration", 1, i64::from(longest)));
    }
    let limit = args.whole("limit")?.unwrap_or(LIMIT);
    if limit < 1 {
        return Err(args.wrong_number("limit", 1, i64::from(u32::MAX)));
    }
    let (first, last) = filter::days(args, timetable)?;
    let found = Found::new(timetable, duration as u8, (first, last));
    let mut text = String::with_capacity(1024);
    let mut page = Page::new(&mut text, look.lang, timetable);
    found.say(&mut page, timetable, limit as usize);
    Ok(Outcome { data: found.data(timetable, limit as usize), ..Outcome::done(text) })
}

/// The places that are long enough.
struct Found<'a> {
    duration: u8,
    days: (Day, Day),
    free: Vec<Slot>,
    hosts: Vec<(&'a Task, Slot)>,
}

impl<'a> Found<'a> {
    fn new(timetable: &'a Timetable, duration: u8, days: (Day, Day)) -> Self {
        let mut found = Found { duration, days, free: Vec::new(), hosts: Vec::new() };
        for day in (days.0 .0..=days.1 .0).map(Day) {
            let long = timetable.free_ranges(day).filter(|range| range.len() >= duration);
            found.free.extend(long.map(|FreeRange { start, end }| Slot { day, start, end }));
            for entry in timetable.entries(day).iter().filter(|entry| entry.slot.len() >= duration) {
                if let Some(host) = timetable.of(entry).filter(|task| task.can_embed) {
                    found.hosts.push((host, entry.slot));
                }
            }
        }
        found
    }

    fn say(&self, page: &mut Page<'_>, timetable: &Timetable, limit: usize) {
        let duration = Put::Number(i64::from(self.duration));
        if self.free.is_empty() && self.hosts.is_empty() {
            page.say(words::NOWHERE, &[duration]);
            return self.say_largest(page, timetable);
        }
        page.say(words::FREE_PLACES, &[duration]);
        if self.free.is_empty() {
            page.word(words::NONE);
            page.push("\n");
        }
        for slot in self.free.iter().take(limit) {
            page.place(slot);
            page.say(words::LENGTH, &[Put::Number(i64::from(slot.len()))]);
            page.push("\n");
        }
        if !self.hosts.is_empty() {
            page.word(words::EMBEDDABLE_PLACES);
        }
        for (host, slot) in self.hosts.iter().take(limit) {
            range::say_host(page, host, slot);
        }
        if self.more(limit) > 0 {
            page.say(words::MORE, &[Put::Number(self.more(limit) as i64)]);
        }
    }

    /// The largest free run of each day.
    fn say_largest(&self, page: &mut Page<'_>, timetable: &Timetable) {
        for day in (self.days.0 .0..=self.days.1 .0).map(Day) {
            let largest = timetable.free_ranges(day).map(|range| range.len()).max().unwrap_or(0);
            page.day(day);
            page.say(words::LARGEST, &[Put::Number(i64::from(largest))]);
        }
    }

    /// How many places are not listed.
    fn more(&self, limit: usize) -> usize {
        self.free.len().saturating_sub(limit) + self.hosts.len().saturating_sub(limit)
    }

    /// The first place that is free, else the first host without a guest.
    fn first_fit(&self) -> Option<Slot> {
        let empty_host = || self.hosts.iter().find(|(host, _)| host.embedded_by.is_none()).map(|(_, slot)| slot);
        let slot = self.free.first().or_else(empty_host)?;
        Some(Slot { end: slot.start + self.duration - 1, ..*slot })
    }

    fn data(&self, timetable: &Timetable, limit: usize) -> String {
        let window = timetable.window();
        let mut out = Writer::object();
        out.member("duration", &u32::from(self.duration));
        out.key("free");
        out.begin_list();
        self.free.iter().take(limit).for_each(|slot| slot_json(&mut out, window, slot, None));
        out.end_list();
        out.key("hosts");
        out.begin_list();
        for (host, slot) in self.hosts.iter().take(limit) {
            out.begin_object();
            out.member("task_id", &host.id);
            out.optional("guest", &host.embedded_by);
            out.key("at");
            slot_json(&mut out, window, slot, None);
            out.end_object();
        }
        out.end_list();
        out.member("more", &self.more(limit));
        if let Some(slot) = self.first_fit() {
            out.key("first_fit");
            slot_json(&mut out, window, &slot, None);
        }
        out.end_object();
        out.text()
    }
}
