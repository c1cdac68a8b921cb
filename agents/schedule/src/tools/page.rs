//! Text builder of the tools: puts sentences together from texts of a language and values of a timetable.

use super::times::Times;
use super::{dates, words};
use stepgate_engine::{Lang, Text};
use stepgate_timetable::{Day, FreeRange, Slot, Task, TaskId, Timetable, Weekday};

/// Number of bytes after which a name is cut, at the next character boundary.
const LONGEST_NAME: usize = 80;

/// Value that fills a placeholder in a sentence.
#[derive(Clone, Copy)]
pub(crate) enum Put<'a> {
    /// Text without change.
    Text(&'a str),
    /// Word of the language.
    Word(&'static Text),
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
    /// Day.
    Day(Day),
}

/// Fills a sentence that needs no timetable.
pub(super) fn fill(sentence: &Text, lang: Lang, puts: &[Put<'_>]) -> String {
    fill_in(sentence.in_lang(lang), lang, puts)
}

/// Fills a sentence of the language that needs no timetable.
pub(crate) fn fill_in(sentence: &str, lang: Lang, puts: &[Put<'_>]) -> String {
    let mut page = Page::blank(lang);
    page.say_in(sentence, puts);
    page.finish()
}

/// Text that is being written.
pub(super) struct Page<'a> {
    text: String,
    pub(super) lang: Lang,
    timetable: Option<&'a Timetable>,
    /// Dates and times that places are written with; none for the numbers alone.
    times: Option<&'a Times>,
    /// Whether people read it: tasks have their names without ids, and days their dates without numbers.
    for_people: bool,
}

impl<'a> Page<'a> {
    /// Creates an empty page.
    pub(super) fn new(lang: Lang, timetable: &'a Timetable) -> Self {
        Page { timetable: Some(timetable), ..Page::blank(lang) }
    }

    fn blank(lang: Lang) -> Self {
        Page { text: String::new(), lang, timetable: None, times: None, for_people: false }
    }

    /// Sets the dates and times that places are written with.
    pub(super) fn at(self, times: &'a Times) -> Self {
        Page { times: Some(times), ..self }
    }

    /// Lets people read it, who know no ids.
    pub(super) fn for_people(self) -> Self {
        Page { for_people: true, ..self }
    }

    /// Returns the text and empties the page.
    pub(super) fn finish(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Text without change.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Text of the language.
    pub(super) fn word(&mut self, word: &Text) {
        self.push(word.in_lang(self.lang));
    }

    /// Sentence with `{0}`, `{1}` … replaced by `puts`, and `{s}` by an `s` unless the number before it is 1.
    pub(super) fn say(&mut self, sentence: &Text, puts: &[Put<'_>]) {
        self.say_in(sentence.in_lang(self.lang), puts);
    }

    fn say_in(&mut self, sentence: &str, puts: &[Put<'_>]) {
        let mut is_one = false;
        let mut rest = sentence;
        while let Some((before, (place, behind))) =
            rest.split_once('{').and_then(|(before, place)| Some((before, place.split_once('}')?)))
        {
            self.push(before);
            if let Some(put) = place.parse().ok().and_then(|number: usize| puts.get(number)) {
                is_one = matches!(put, Put::Number(1) | Put::Text("1"));
                self.put(put);
            } else if !is_one && place == "s" {
                self.push("s");
            }
            rest = behind;
        }
        self.push(rest);
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
            Put::Day(day) => self.day(day),
        }
    }

    /// `[id]name` of the task with this id; `[id]` alone if there is none.
    pub(super) fn id(&mut self, id: TaskId) {
        match self.timetable.and_then(|timetable| timetable.task(id)) {
            Some(task) => self.task(task),
            None => self.push(&format!("[{id}]")),
        }
    }

    /// Word, then `[id]name`.
    pub(super) fn id_behind(&mut self, word: &Text, id: TaskId) {
        self.word(word);
        self.id(id);
    }

    /// Whole number.
    pub(super) fn whole(&mut self, number: i64) {
        self.push(&number.to_string());
    }

    /// Number from 0.
    pub(super) fn number(&mut self, number: u32) {
        self.whole(number.into());
    }

    /// `[id]name`; for people `“name”`.
    pub(super) fn task(&mut self, task: &Task) {
        if self.for_people {
            self.push("“");
            self.name(&task.name);
            return self.push("”");
        }
        self.push(&format!("[{}]", task.id));
        self.name(&task.name);
    }

    /// Name on one line, without control characters and cut if it is very long. A user or a model wrote it.
    pub(super) fn name(&mut self, name: &str) {
        let cut = (LONGEST_NAME..name.len()).find(|end| name.is_char_boundary(*end));
        let shown = name.get(..cut.unwrap_or(name.len())).unwrap_or_default();
        self.text.extend(shown.chars().map(|letter| if letter < ' ' { ' ' } else { letter }));
        if cut.is_some() {
            self.push("…");
        }
    }

    /// `day 3 (Wed, Mar 4)`; none without dates.
    fn dated(&self, day: Day) -> Option<String> {
        let term = self.times?.term?;
        let weekday = self.weekday_of(day)?;
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
    pub(super) fn day_before(&mut self, day: Day, word: &Text) {
        if self.for_people {
            let (term, weekday) = (self.times.and_then(|times| times.term), self.weekday_of(day));
            weekday.into_iter().for_each(|weekday| self.push(&dates::day(term, weekday, self.lang)));
            return self.word(word);
        }
        if let Some(dated) = self.dated(day) {
            self.push(&dated);
            return self.word(word);
        }
        self.numbered(day);
        self.word(word);
    }

    /// Day by its number, then its weekday.
    fn numbered(&mut self, day: Day) {
        let weekday = self.weekday(day);
        self.word(&words::DAY);
        self.number(day.0);
        self.word(weekday);
    }

    fn weekday_of(&self, day: Day) -> Option<Weekday> {
        self.timetable?.window().weekday(day)
    }

    /// Weekday in the form that follows the number of a day.
    fn weekday(&self, day: Day) -> &'static Text {
        let weekday = self.weekday_of(day);
        let name = weekday.and_then(|weekday| words::WEEKDAYS.get(usize::from(weekday.weekday).wrapping_sub(1)));
        debug_assert!(name.is_some(), "day {} is outside the window", day.0);
        name.unwrap_or(&words::DAY_END)
    }

    /// `a-b`, or `a` alone.
    pub(super) fn range(&mut self, start: u8, end: u8) {
        self.number(start.into());
        if end != start {
            self.push("-");
            self.number(end.into());
        }
    }

    /// Range, by its times where there is a clock, then a colon.
    pub(super) fn label(&mut self, slot: &Slot) {
        match self.timed(slot) {
            Some(timed) => self.push(&timed),
            None => self.range(slot.start, slot.end),
        }
        self.word(&words::COLON);
    }

    /// Range of a day, then its length in sections; with a clock its times and sections.
    pub(super) fn range_of(&mut self, day: Day, start: u8, end: u8) {
        if let Some(timed) = self.timed(&Slot { day, start, end }) {
            return self.push(&timed);
        }
        self.range(start, end);
        self.word(&words::LENGTH);
        self.number(u32::from(end - start) + 1);
        self.word(&words::LENGTH_END);
    }

    /// `day 3 (Wed) periods 1-2`; with dates and a clock `day 3 (Wed, Mar 4) 08:00–09:40 (periods 1–2)`.
    pub(super) fn place(&mut self, slot: &Slot) {
        self.place_behind(&words::NOTHING, slot);
    }

    /// Word, then a place.
    pub(super) fn place_behind(&mut self, word: &Text, slot: &Slot) {
        if self.for_people {
            self.word(word);
            let calendar = self.times.map_or((None, None), Times::calendar);
            return self.push(&dates::place(calendar, self.weekday_of(slot.day), *slot, self.lang));
        }
        if let (Some(dated), Some(timed)) = (self.dated(slot.day), self.timed(slot)) {
            self.word(word);
            self.push(&dated);
            if self.lang == Lang::En {
                self.push(" ");
            }
            return self.push(&timed);
        }
        self.word(word);
        self.numbered(slot.day);
        self.word(&words::SECTIONS);
        self.range(slot.start, slot.end);
        self.word(&words::SECTIONS_END);
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
            let Some(task) = timetable.of(entry) else { continue };
            if !none {
                self.push(" ");
            }
            none = false;
            self.task(task);
            self.push("(");
            self.range(entry.slot.start, entry.slot.end);
            self.push(")");
        }
        if none {
            self.word(&words::NONE);
        }
        self.word(&words::USED);
        self.used(day);
        self.word(&words::STOP_LINE);
    }

    /// Number of tasks without a place.
    pub(super) fn pending_left(&mut self) {
        let Some(timetable) = self.timetable else { return };
        self.word(&words::STILL);
        self.number(timetable.pending() as u32);
        self.word(&words::STILL_PENDING);
        self.word(&words::STOP);
    }

    /// Load of a day, such as `3/12`.
    pub(super) fn used(&mut self, day: Day) {
        let Some(timetable) = self.timetable else { return };
        let (used, sections) = (timetable.occupied(day).count_ones(), timetable.window().sections());
        self.push(&format!("{used}/{sections}"));
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
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_and_is_cut_at_a_character() {
        let mut page = Page::blank(Lang::En);
        page.name("a\0b\nc\u{1f}d");
        page.name(&"字".repeat(26));
        page.name(&"字".repeat(27));
        page.name(&"字".repeat(28));
        assert_eq!(page.finish(), ["a b c d", &"字".repeat(26), &"字".repeat(27), &"字".repeat(27), "…"].concat());
    }

    #[test]
    fn a_sentence_takes_values_and_a_plural_only_where_it_has_them() {
        let sentence = Text { zh: "", en: "{1} and {0}{0}, {2}. {3} task{s}" };
        let told = |number| {
            fill(&sentence, Lang::En, &[Put::Text("a\0{1}"), Put::Number(-3), Put::Text(""), Put::Number(number)])
        };
        assert_eq!(told(1), "-3 and a\0{1}a\0{1}, . 1 task");
        assert_eq!(told(2), "-3 and a\0{1}a\0{1}, . 2 tasks");
    }
}
