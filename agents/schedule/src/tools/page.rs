//! Text builder of the tools: puts sentences together from texts of a language and values of a timetable.

use super::few::{self, short, Short, Word};
use super::pen::{self, Line, Pen};
use super::times::{dated, Times};
use super::{dates, words};
use stepgate_engine::{Lang, Text};
use stepgate_timetable::{Day, FreeRange, Label, Slot, Task, TaskId, Timetable};

/// Value that fills a placeholder in a sentence.
#[derive(Clone, Copy)]
pub(super) enum Put<'a> {
    /// Text without change.
    Text(&'a str),
    /// Word of the language.
    Word(&'static Word),
    /// Text of a user or a model: see [`Page::name`].
    Name(&'a str),
    /// Number.
    Number(i64),
    /// `[id]name`.
    Task(&'a Task),
    /// `[id]name` of the task with this id.
    Id(TaskId),
    /// Day and sections.
    Place(Slot),
}

/// Fills a sentence that needs no timetable.
pub(super) fn fill(sentence: &Text, lang: Lang, puts: &[Put<'_>]) -> String {
    let mut page = Page::blank(lang);
    page.say(sentence, puts);
    page.finish()
}

/// Text that is being written.
///
/// Most additions are numbers, brackets and short words. A [`Pen`] writes them to a buffer of fixed length; a nearly full buffer is
/// appended to the text.
pub(super) struct Page<'a> {
    text: Vec<u8>,
    line: Line,
    /// Number of bytes in the buffer.
    at: usize,
    pub(super) lang: Lang,
    timetable: Option<&'a Timetable>,
    /// Dates and times that places are written with; none for the numbers alone.
    times: Option<&'a Times>,
    /// Expected length of the text.
    room: usize,
}

impl<'a> Page<'a> {
    /// Creates an empty page with room for `room` bytes.
    pub(super) fn new(room: usize, lang: Lang, timetable: &'a Timetable) -> Self {
        Page { timetable: Some(timetable), room, ..Page::blank(lang) }
    }

    fn blank(lang: Lang) -> Self {
        Page { text: Vec::new(), line: pen::BLANK, at: 0, lang, timetable: None, times: None, room: 0 }
    }

    /// Sets the dates and times that places are written with.
    pub(super) fn at(self, times: &'a Times) -> Self {
        Page { times: Some(times), ..self }
    }

    /// Returns the text and empties the page.
    pub(super) fn finish(&mut self) -> String {
        self.room = 0;
        self.turn();
        let text = String::from_utf8(std::mem::take(&mut self.text));
        debug_assert!(text.is_ok(), "a pen cut a character in two");
        text.unwrap_or_default()
    }

    /// Appends the buffer to the text.
    #[inline(never)]
    fn turn(&mut self) {
        let line = self.line.get(..self.at).unwrap_or_default();
        if self.text.capacity() == 0 {
            self.text = Vec::with_capacity(self.room.max(line.len()));
        }
        self.text.extend_from_slice(line);
        self.at = 0;
    }

    /// Runs a pen, which may write no more than the room that [`pen::FULL`] leaves.
    #[inline(always)]
    pub(super) fn write(&mut self, how: impl FnOnce(&mut Pen<'_>)) {
        if self.at >= pen::FULL {
            self.turn();
        }
        let mut pen = Pen { line: &mut self.line, at: self.at, lang: self.lang };
        how(&mut pen);
        self.at = pen.at;
    }

    /// Text without change.
    pub(super) fn push(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        while let Some((many, behind)) = rest.split_first_chunk::<{ pen::ONCE }>() {
            self.write(|pen| pen.add(*many, pen::ONCE));
            rest = behind;
        }
        while !rest.is_empty() {
            let length = rest.len().min(8);
            self.write(|pen| pen.add(few::pack(rest).to_le_bytes(), length));
            rest = rest.get(length..).unwrap_or_default();
        }
    }

    /// ASCII character.
    pub(super) fn sign(&mut self, sign: u8) {
        self.write(|pen| pen.packed(u64::from(sign)));
    }

    /// Word of the language.
    pub(super) fn word(&mut self, word: &Word) {
        self.write(|pen| pen.word(word));
    }

    /// Sentence with `{0}`, `{1}` … replaced by `puts`, and `{s}` by an `s` unless the number before it is 1.
    pub(super) fn say(&mut self, sentence: &Text, puts: &[Put<'_>]) {
        let mut is_one = false;
        let mut rest = sentence.in_lang(self.lang).as_bytes();
        while !rest.is_empty() {
            let few = few::pack(rest);
            let length = rest.len().min(few::find(b'{', few));
            self.write(|pen| pen.add(few.to_le_bytes(), length));
            rest = rest.get(length..).unwrap_or_default();
            if let Some((b'{', place)) = rest.split_first() {
                let number = place.first().map_or(0, |digit| digit.wrapping_sub(b'0'));
                if let Some(put) = puts.get(usize::from(number)) {
                    is_one = matches!(put, Put::Number(1));
                    self.put(put);
                } else if !is_one && place.first() == Some(&b's') {
                    self.sign(b's');
                }
                rest = place.get(2..).unwrap_or_default();
            }
        }
    }

    fn put(&mut self, put: &Put<'_>) {
        match *put {
            Put::Text(text) => self.push(text),
            Put::Word(word) => self.word(word),
            Put::Name(name) => self.name(name),
            Put::Number(number) => self.whole(number),
            Put::Task(task) => self.task(task),
            Put::Id(id) => self.id(id),
            Put::Place(slot) => self.place(&slot),
        }
    }

    /// `[id]name` of the task with this id.
    pub(super) fn id(&mut self, id: TaskId) {
        self.id_behind(&words::NOTHING, id);
    }

    /// Word, then `[id]name`.
    pub(super) fn id_behind(&mut self, word: &Word, id: TaskId) {
        let named = self.named(id);
        self.write(|pen| {
            pen.word(word);
            match named {
                Some((task, label)) => pen.task(task, label),
                None => pen.id(id),
            }
        });
    }

    /// Whole number.
    pub(super) fn whole(&mut self, number: i64) {
        match u32::try_from(number) {
            Ok(number) => self.number(number),
            Err(_) => self.push(&number.to_string()),
        }
    }

    /// Number from 0.
    pub(super) fn number(&mut self, number: u32) {
        self.write(|pen| pen.number(number));
    }

    /// `[id]name`.
    pub(super) fn task(&mut self, task: &Task) {
        let label = self.named(task.id).map(|(_, label)| label);
        self.write(|pen| match label {
            Some(label) => pen.task(task, label),
            None => pen.long_label(task),
        });
    }

    fn named(&self, id: TaskId) -> Option<(&'a Task, &'a Label)> {
        let timetable = self.timetable?;
        timetable.named(timetable.index(id)?)
    }

    /// Name on one line, cut if it is very long. A user or a model wrote it.
    pub(super) fn name(&mut self, name: &str) {
        self.write(|pen| pen.name(name));
    }

    /// `day 3 (Wed, Mar 4)`; none without dates.
    fn dated(&self, day: Day) -> Option<String> {
        let term = self.times?.term?;
        let weekday = self.timetable?.window().weekday(day)?;
        let date = dates::day(Some(term), weekday, self.lang);
        Some(fill(&words::DATED, self.lang, &[Put::Number(day.0.into()), Put::Text(&date)]))
    }

    /// Clock times and sections of a slot; none without a clock.
    fn timed(&self, slot: &Slot) -> Option<String> {
        let clock = self.times?.clock.as_ref()?;
        Some(dates::time(Some(clock), *slot, self.lang))
    }

    /// Clock times and sections of a slot; without a clock its sections.
    pub(super) fn time(&self, slot: &Slot) -> String {
        dates::time(self.times.and_then(|times| times.clock.as_ref()), *slot, self.lang)
    }

    /// `day 3 (Wed)`, with its date if there are dates.
    pub(super) fn day(&mut self, day: Day) {
        self.day_before(day, &words::NOTHING);
    }

    /// Day, then a word.
    pub(super) fn day_before(&mut self, day: Day, word: &Word) {
        if let Some(dated) = self.dated(day) {
            self.push(&dated);
            return self.word(word);
        }
        let weekday = self.weekday(day);
        self.write(|pen| {
            pen.day(day, weekday);
            pen.word(word);
        });
    }

    /// Weekday in the form that follows the number of a day.
    fn weekday(&self, day: Day) -> &'static Word {
        let weekday = self.timetable.and_then(|timetable| timetable.window().weekday(day));
        let name = weekday.and_then(|weekday| words::WEEKDAYS.get(usize::from(weekday.weekday).wrapping_sub(1)));
        debug_assert!(name.is_some(), "day {} is outside the window", day.0);
        name.unwrap_or(&words::DAY_END)
    }

    /// `a-b`, or `a` alone.
    pub(super) fn range(&mut self, start: u8, end: u8) {
        self.write(|pen| pen.range(start, end));
    }

    /// Range, by its times where there is a clock, then a colon.
    pub(super) fn label(&mut self, slot: &Slot) {
        match self.timed(slot) {
            Some(timed) => self.push(&timed),
            None => self.write(|pen| pen.range(slot.start, slot.end)),
        }
        self.word(&words::COLON);
    }

    /// Range of a day, then its length in sections; with a clock its times and sections.
    pub(super) fn range_of(&mut self, day: Day, start: u8, end: u8) {
        if let Some(timed) = self.timed(&Slot { day, start, end }) {
            return self.push(&timed);
        }
        self.write(|pen| {
            pen.range(start, end);
            pen.word(&words::LENGTH);
            pen.number(u32::from(end - start) + 1);
            pen.word(&words::LENGTH_END);
        });
    }

    /// `day 3 (Wed) periods 1-2`; with dates and a clock `day 3 (Wed, Mar 4) 08:00–09:40 (periods 1–2)`.
    pub(super) fn place(&mut self, slot: &Slot) {
        self.place_behind(&words::NOTHING, slot);
    }

    /// Word, then a place.
    pub(super) fn place_behind(&mut self, word: &Word, slot: &Slot) {
        if let (Some(dated), Some(timed)) = (self.dated(slot.day), self.timed(slot)) {
            self.word(word);
            self.push(&dated);
            if self.lang == Lang::En {
                self.sign(b' ');
            }
            return self.push(&timed);
        }
        let weekday = self.weekday(slot.day);
        self.write(|pen| {
            pen.word(word);
            pen.day(slot.day, weekday);
            pen.word(&words::SECTIONS);
            pen.range(slot.start, slot.end);
            pen.word(&words::SECTIONS_END);
        });
    }

    /// Short text without change.
    pub(super) fn short(&mut self, short: &Short) {
        self.write(|pen| pen.short(short));
    }

    /// JSON text before a number, then the number.
    pub(super) fn count(&mut self, before: &Short, number: u32) {
        self.write(|pen| pen.count(before, number));
    }

    /// Place as JSON with its week and weekday, its date and times if there are any, and further members from `behind`.
    pub(super) fn slot_json(&mut self, slot: &Slot, behind: &[Short]) {
        let weekday = self.timetable.and_then(|timetable| timetable.window().weekday(slot.day));
        let date = self.times.zip(weekday).and_then(|(times, weekday)| times.date(weekday)).map(dated);
        let hours = self.times.and_then(|times| dates::hours(times.clock.as_ref()?, *slot));
        self.write(|pen| {
            pen.count(const { &short("{\"day\":") }, slot.day.0);
            if let Some(weekday) = weekday {
                pen.count(const { &short(",\"week\":") }, weekday.week);
                pen.count(const { &short(",\"day_of_week\":") }, u32::from(weekday.weekday));
            }
            pen.count(const { &short(",\"slot_start\":") }, u32::from(slot.start));
            pen.count(const { &short(",\"slot_end\":") }, u32::from(slot.end));
        });
        for (name, value) in [(",\"date\":\"", date), (",\"time\":\"", hours)] {
            if let Some(value) = value {
                self.push(name);
                self.push(&value);
                self.sign(b'"');
            }
        }
        self.write(|pen| {
            behind.iter().for_each(|text| pen.short(text));
            pen.packed(u64::from(b'}'));
        });
    }

    /// JSON text up to the opening bracket of a list, then numbers and the closing bracket.
    pub(super) fn numbers_json(&mut self, before: &Short, numbers: &[i64]) {
        self.short(before);
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
                self.word(&words::COMMA);
            }
            self.place(slot);
        }
    }

    /// Line with the entries of a day and its load.
    pub(super) fn day_line(&mut self, day: Day) {
        let Some(timetable) = self.timetable else { return };
        self.day_before(day, &words::NOW);
        let mut none = true;
        for entry in timetable.entries(day) {
            let Some((task, label)) = timetable.named(entry.task) else { continue };
            self.write(|pen| {
                pen.blank_unless(none);
                pen.task(task, label);
                pen.packed(u64::from(b'('));
                pen.range(entry.slot.start, entry.slot.end);
                pen.packed(u64::from(b')'));
            });
            none = false;
        }
        if none {
            self.word(&words::NONE);
        }
        let (used, sections) = (timetable.occupied(day).count_ones(), timetable.window().sections());
        self.write(|pen| {
            pen.word(&words::USED);
            pen.used(used, sections);
            pen.word(&words::STOP_LINE);
        });
    }

    /// Number of tasks without a place.
    pub(super) fn pending_left(&mut self) {
        let Some(timetable) = self.timetable else { return };
        self.write(|pen| {
            pen.word(&words::STILL);
            pen.number(timetable.pending() as u32);
            pen.word(&words::STILL_PENDING);
            pen.word(&words::STOP);
        });
    }

    /// Load of a day, such as `3/12`.
    pub(super) fn used(&mut self, day: Day) {
        let Some(timetable) = self.timetable else { return };
        let (used, sections) = (timetable.occupied(day).count_ones(), timetable.window().sections());
        self.write(|pen| pen.used(used, sections));
    }

    /// Free ranges of a day.
    pub(super) fn free(&mut self, day: Day) {
        let Some(timetable) = self.timetable else { return };
        self.word(&words::FREE);
        let mut none = true;
        for FreeRange { start, end } in timetable.free_ranges(day) {
            if !none {
                self.word(&words::COMMA);
            }
            none = false;
            self.range(start, end);
        }
        if none {
            self.word(&words::NONE);
        }
        self.word(&words::STOP);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Texts written in blocks of eight equal texts written byte by byte.
    #[test]
    fn texts_come_out_as_they_went_in() {
        let mut page = Page::blank(Lang::En);
        let mut expected = String::new();
        for length in 0..90usize {
            let text: String = "ab\0字{0}\n…é".chars().cycle().skip(length).take(length).collect();
            page.push(&text);
            expected.push_str(&text);
            page.name(&text.replace('\0', "\u{1}"));
            let shown = text.char_indices().find(|(at, _)| *at >= 80).map_or(text.len(), |(at, _)| at);
            expected.push_str(&text.get(..shown).unwrap().replace(['\0', '\n'], " "));
            expected.push_str(if shown < text.len() { "…" } else { "" });
        }
        for number in [0, 7, 10, 99, 43_690, 999_999, 1_000_000, 99_999_999, 100_000_000, 4_000_000_007, u32::MAX] {
            page.number(number);
            page.write(|pen| pen.id(number));
            expected.push_str(&[number.to_string(), format!("[{number}]")].concat());
        }
        for (start, end) in [(1, 1), (1, 12), (10, 64), (255, 255)] {
            page.range(start, end);
            expected.push_str(&if start == end {
                start.to_string()
            } else {
                [start.to_string(), end.to_string()].join("-")
            });
        }
        assert_eq!(page.finish(), expected);
        assert_eq!(
            fill(&Text { zh: "", en: "{1} and {0}{0}, {2}." }, Lang::En, &[Put::Text("a\0"), Put::Number(-3)]),
            "-3 and a\0a\0, ."
        );
    }
}
