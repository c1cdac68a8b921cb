//! What the model reads, put together from the words of a language and from what stands in the timetable.

use super::words;
use crate::timetable::{Day, FreeRange, Slot, Task, TaskId, Timetable};
use crate::{Lang, Text};

/// The most bytes of a name that a label shows, but for the rest of its last character.
const LONGEST_NAME: usize = 80;

/// What takes a numbered place in a sentence.
#[derive(Clone, Copy)]
pub(super) enum Put<'a> {
    /// As it is.
    Text(&'a str),
    /// What a user or a model wrote: see [`Page::name`].
    Name(&'a str),
    /// A number.
    Number(i64),
    /// `[id]name`.
    Task(&'a Task),
    /// `[id]name` of the task with this id.
    Id(TaskId),
    /// Day and sections.
    Place(Slot),
}

/// A sentence without anything from a timetable.
pub(super) fn fill(sentence: Text, lang: Lang, puts: &[Put<'_>]) -> String {
    let mut page = Page { text: Vec::new(), lang, timetable: None };
    page.say(sentence, puts);
    page.finish()
}

/// A text that is being written. It is kept as bytes: most of what is added to it is a digit, a bracket or a short word.
pub(super) struct Page<'a> {
    text: Vec<u8>,
    pub(super) lang: Lang,
    timetable: Option<&'a Timetable>,
}

impl<'a> Page<'a> {
    /// An empty page with room for so many bytes.
    pub(super) fn new(room: usize, lang: Lang, timetable: &'a Timetable) -> Self {
        Page { text: Vec::with_capacity(room), lang, timetable: Some(timetable) }
    }

    /// What was written.
    pub(super) fn finish(self) -> String {
        String::from_utf8(self.text).unwrap_or_default()
    }

    /// Text as it is.
    pub(super) fn push(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }

    /// A character of ASCII.
    pub(super) fn sign(&mut self, sign: u8) {
        self.text.push(sign);
    }

    /// Words of the language.
    pub(super) fn word(&mut self, word: Text) {
        self.push(word.in_lang(self.lang));
    }

    /// A sentence; `{0}`, `{1}` … in it are the places of `puts`.
    pub(super) fn say(&mut self, sentence: Text, puts: &[Put<'_>]) {
        let mut rest = sentence.in_lang(self.lang).as_bytes();
        while let Some((before, after)) =
            rest.iter().position(|byte| *byte == b'{').and_then(|at| rest.split_at_checked(at))
        {
            self.text.extend_from_slice(before);
            let number = after.get(1).map_or(0, |digit| digit.wrapping_sub(b'0'));
            if let Some(put) = puts.get(usize::from(number)) {
                self.put(put);
            }
            rest = after.get(3..).unwrap_or_default();
        }
        self.text.extend_from_slice(rest);
    }

    fn put(&mut self, put: &Put<'_>) {
        match *put {
            Put::Text(text) => self.push(text),
            Put::Name(name) => self.name(name),
            Put::Number(number) => self.whole(number),
            Put::Task(task) => self.task(task),
            Put::Id(id) => match self.timetable.and_then(|timetable| timetable.task(id)) {
                Some(task) => self.task(task),
                None => self.id(id),
            },
            Put::Place(slot) => self.place(&slot),
        }
    }

    /// A whole number.
    pub(super) fn whole(&mut self, number: i64) {
        match u32::try_from(number) {
            Ok(number) => self.number(number),
            Err(_) => self.push(&number.to_string()),
        }
    }

    /// A number from 0.
    pub(super) fn number(&mut self, number: u32) {
        // Nearly all numbers are small: a multiplication divides those faster than a division does.
        let tenth = if number < 43_690 { (number * 52_429) >> 19 } else { number / 10 };
        if tenth > 0 {
            self.number(tenth);
        }
        self.sign(b'0' + (number - 10 * tenth) as u8);
    }

    fn id(&mut self, id: TaskId) {
        self.sign(b'[');
        self.number(id);
        self.sign(b']');
    }

    /// `[id]name`.
    pub(super) fn task(&mut self, task: &Task) {
        self.id(task.id);
        self.name(&task.name);
    }

    /// A name on one line. It comes from a user or a model: it is cut where it is very long.
    pub(super) fn name(&mut self, name: &str) {
        let cut = name.len().min(LONGEST_NAME);
        let shown = (cut..name.len()).find_map(|end| name.get(..end)).unwrap_or(name);
        self.text.extend(shown.bytes().map(|byte| byte.max(b' ')));
        if shown.len() < name.len() {
            self.push("…");
        }
    }

    /// `day 3 (Wed)`.
    pub(super) fn day(&mut self, day: Day) {
        self.word(words::DAY);
        self.number(day.0);
        let weekday = self.timetable.and_then(|timetable| timetable.window().weekday(day));
        let name = weekday.and_then(|weekday| words::WEEKDAYS.get(usize::from(weekday.weekday).wrapping_sub(1)));
        self.word(name.copied().unwrap_or(words::DAY_END));
    }

    /// `a-b`, or `a` alone.
    pub(super) fn range(&mut self, start: u8, end: u8) {
        self.number(u32::from(start));
        if end != start {
            self.sign(b'-');
            self.number(u32::from(end));
        }
    }

    /// `day 3 (Wed) sections 1-2`.
    pub(super) fn place(&mut self, slot: &Slot) {
        self.day(slot.day);
        self.word(words::SECTIONS);
        self.range(slot.start, slot.end);
        self.word(words::SECTIONS_END);
    }

    /// How many sections, behind a range of them.
    pub(super) fn length(&mut self, sections: u8) {
        self.word(words::LENGTH);
        self.number(u32::from(sections));
        self.word(words::LENGTH_END);
    }

    /// JSON up to a number, and the number.
    pub(super) fn count(&mut self, before: &str, number: u32) {
        self.push(before);
        self.number(number);
    }

    /// A place as JSON, with the day of the term it is on.
    pub(super) fn slot_json(&mut self, slot: &Slot, kind: Option<&str>) {
        self.count("{\"day\":", slot.day.0);
        if let Some(weekday) = self.timetable.and_then(|timetable| timetable.window().weekday(slot.day)) {
            self.count(",\"week\":", weekday.week);
            self.count(",\"day_of_week\":", u32::from(weekday.weekday));
        }
        self.count(",\"slot_start\":", u32::from(slot.start));
        self.count(",\"slot_end\":", u32::from(slot.end));
        if let Some(kind) = kind {
            self.push(",\"slot_type\":\"");
            self.push(kind);
            self.sign(b'"');
        }
        self.sign(b'}');
    }

    /// Numbers as JSON.
    pub(super) fn numbers_json(&mut self, numbers: &[i64]) {
        self.sign(b'[');
        for (index, number) in numbers.iter().enumerate() {
            if index > 0 {
                self.sign(b',');
            }
            self.whole(*number);
        }
        self.sign(b']');
    }

    /// All places of a task.
    pub(super) fn places(&mut self, slots: &[Slot]) {
        for (index, slot) in slots.iter().enumerate() {
            if index > 0 {
                self.word(words::COMMA);
            }
            self.place(slot);
        }
    }

    /// What stands in a day now, and how much of it is used.
    pub(super) fn day_line(&mut self, day: Day) {
        let Some(timetable) = self.timetable else { return };
        self.day(day);
        self.word(words::NOW);
        let mut entries =
            timetable.entries(day).iter().filter_map(|entry| Some((entry, timetable.of(entry)?))).peekable();
        if entries.peek().is_none() {
            self.word(words::NONE);
        }
        while let Some((entry, task)) = entries.next() {
            self.task(task);
            self.sign(b'(');
            self.range(entry.slot.start, entry.slot.end);
            self.sign(b')');
            if entries.peek().is_some() {
                self.sign(b' ');
            }
        }
        self.word(words::USED);
        self.used(day);
        self.word(words::STOP);
    }

    /// `u/12`.
    pub(super) fn used(&mut self, day: Day) {
        let Some(timetable) = self.timetable else { return };
        self.number(timetable.occupied(day).count_ones());
        self.sign(b'/');
        self.number(u32::from(timetable.window().sections()));
    }

    /// The free ranges of a day.
    pub(super) fn free(&mut self, day: Day) {
        let Some(timetable) = self.timetable else { return };
        self.word(words::FREE);
        let mut none = true;
        for FreeRange { start, end } in timetable.free_ranges(day) {
            if !none {
                self.word(words::COMMA);
            }
            none = false;
            self.range(start, end);
        }
        if none {
            self.word(words::NONE);
        }
        self.word(words::STOP);
    }
}
