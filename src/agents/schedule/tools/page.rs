//! What the model reads, put together from the words of a language and from what stands in the timetable.
// Pushing a char encodes it in place, at every place: more code than pushing a text of one.
#![allow(clippy::single_char_add_str)]

use super::words;
use crate::timetable::{Day, FreeRange, Slot, Task, TaskId, Timetable};
use crate::{Lang, Text};

/// The most characters of a name that a label shows.
const LONGEST_NAME: usize = 80;

/// What takes a numbered place in a sentence.
#[derive(Clone, Copy)]
pub(super) enum Put<'a> {
    /// As it is.
    Text(&'a str),
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
    let mut text = String::new();
    Page { text: &mut text, lang, timetable: None }.say(sentence, puts);
    text
}

/// A text that is being written.
pub(super) struct Page<'a> {
    pub(super) text: &'a mut String,
    pub(super) lang: Lang,
    timetable: Option<&'a Timetable>,
}

impl<'a> Page<'a> {
    /// Writes on at the end of `text`.
    pub(super) fn new(text: &'a mut String, lang: Lang, timetable: &'a Timetable) -> Self {
        Page { text, lang, timetable: Some(timetable) }
    }

    /// Text as it is.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Words of the language.
    pub(super) fn word(&mut self, word: Text) {
        self.text.push_str(word.in_lang(self.lang));
    }

    /// A sentence; `{0}`, `{1}` … in it are the places of `puts`.
    pub(super) fn say(&mut self, sentence: Text, puts: &[Put<'_>]) {
        let mut rest = sentence.in_lang(self.lang);
        while let Some((before, after)) = rest.split_once('{') {
            self.push(before);
            let number = after.as_bytes().first().map_or(0, |digit| digit.wrapping_sub(b'0'));
            if let Some(put) = puts.get(usize::from(number)) {
                self.put(put);
            }
            rest = after.get(2..).unwrap_or_default();
        }
        self.push(rest);
    }

    fn put(&mut self, put: &Put<'_>) {
        match *put {
            Put::Text(text) => self.push(text),
            Put::Number(number) => {
                if number < 0 {
                    self.push("-");
                }
                self.number(number.unsigned_abs());
            }
            Put::Task(task) => self.task(task),
            Put::Id(id) => match self.timetable.and_then(|timetable| timetable.task(id)) {
                Some(task) => self.task(task),
                None => self.id(id),
            },
            Put::Place(slot) => self.place(&slot),
        }
    }

    /// A number.
    pub(super) fn number(&mut self, number: impl Into<u64>) {
        push_number(self.text, number.into());
    }

    fn id(&mut self, id: TaskId) {
        self.push("[");
        self.number(id);
        self.push("]");
    }

    /// `[id]name`.
    pub(super) fn task(&mut self, task: &Task) {
        self.id(task.id);
        self.name(&task.name);
    }

    /// A name on one line. It comes from a user or a model: it is cut where it is very long.
    pub(super) fn name(&mut self, name: &str) {
        if name.len() <= LONGEST_NAME && name.bytes().all(|byte| byte >= b' ') {
            return self.push(name);
        }
        for c in name.chars().take(LONGEST_NAME) {
            self.text.push(if c.is_control() { ' ' } else { c });
        }
        if name.chars().nth(LONGEST_NAME).is_some() {
            self.push("…");
        }
    }

    /// `day 3 (Wed)`.
    pub(super) fn day(&mut self, day: Day) {
        self.word(words::DAY);
        self.number(day.0);
        self.word(words::DAY_END);
        let weekday = self.timetable.and_then(|timetable| timetable.window().weekday(day));
        if let Some(name) =
            weekday.and_then(|weekday| words::WEEKDAYS.get(usize::from(weekday.weekday).wrapping_sub(1)))
        {
            self.word(*name);
        }
    }

    /// `a-b`, or `a` alone.
    pub(super) fn range(&mut self, start: u8, end: u8) {
        self.number(start);
        if end != start {
            self.push("-");
            self.number(end);
        }
    }

    /// `day 3 (Wed) sections 1-2`.
    pub(super) fn place(&mut self, slot: &Slot) {
        self.day(slot.day);
        self.word(words::SECTIONS);
        self.range(slot.start, slot.end);
        self.word(words::SECTIONS_END);
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
            self.push("(");
            self.range(entry.slot.start, entry.slot.end);
            self.push(if entries.peek().is_some() { ") " } else { ")" });
        }
        self.word(words::USED);
        self.used(day);
        self.word(words::STOP);
    }

    /// `u/12`.
    pub(super) fn used(&mut self, day: Day) {
        let Some(timetable) = self.timetable else { return };
        self.number(timetable.occupied(day).count_ones());
        self.push("/");
        self.number(timetable.window().sections());
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

/// Appends a number.
pub(super) fn push_number(text: &mut String, number: u64) {
    const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let mut unit = 1;
    while number / unit >= 10 {
        unit *= 10;
    }
    while unit > 0 {
        text.push_str(DIGITS.get((number / unit % 10) as usize).copied().unwrap_or_default());
        unit /= 10;
    }
}
