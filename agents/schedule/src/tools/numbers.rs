//! Dates and clock times in arguments, read as the numbers of days and sections.

use std::borrow::Cow;
use std::cell::RefCell;

use serde_json::{Map, Value};

use super::arg::{Edge, Kind};
use super::args::{of_tool, whole};
use super::outcome::Failure;
use super::page::{fill, Put};
use super::spec::ToolSpec;
use super::times::{dated, Times};
use super::words;
use stepgate_engine::{Access, Lang, Text};
use stepgate_timetable::records::Clock;
use stepgate_timetable::{minute, write_minute, Date, Timetable, Window};

/// Arguments in numbers.
pub(super) struct Numbered<'a> {
    pub(super) args: Cow<'a, Value>,
    /// A line for each time at which no section begins, with the section that was taken in its place.
    pub(super) notes: String,
}

/// Arguments of a call with the numbers of days and sections in place of dates and clock times. A start at which no section
/// begins is that of the section around it, or of the nearest if one is near, where the tool answers with a text, which says so.
///
/// # Errors
/// A date or time that names no day or section of this timetable.
pub(super) fn numbered<'a>(
    spec: &ToolSpec,
    given: &'a Value,
    timetable: Option<&Timetable>,
    times: &Times,
    lang: Lang,
) -> Result<Numbered<'a>, Box<Failure>> {
    let mut numbered = Cow::Borrowed(given);
    let notes = RefCell::default();
    let Some(members) = given.as_object() else { return Ok(Numbered { args: numbered, notes: String::new() }) };
    for arg in spec.args() {
        let window = timetable.map(Timetable::window);
        let notes = Some(&notes).filter(|_| !spec.json);
        let reads = spec.access == Access::Read;
        let reader = Reader { tool: spec.name, reads, name: arg.name, window, times, notes, lang };
        let read = match (arg.kind, members.get(arg.name)) {
            (kind @ (Kind::Day | Kind::Section(_)), Some(Value::String(text))) => reader.number(kind, text)?,
            (Kind::Days, Some(Value::Array(days))) => reader.days(days)?,
            (Kind::Days, Some(one @ Value::String(_))) => reader.days(std::slice::from_ref(one))?,
            (Kind::Moves, Some(Value::Array(moves))) => reader.objects(moves, &MOVE)?,
            (Kind::Wishes, Some(Value::Array(wishes))) => reader.objects(wishes, &WISH)?,
            _ => None,
        };
        let Some(read) = read else { continue };
        if let Some(members) = numbered.to_mut().as_object_mut() {
            members.insert(arg.name.to_owned(), read);
        }
    }
    Ok(Numbered { args: numbered, notes: notes.into_inner() })
}

/// Members of a move that name days and sections.
const MOVE: [(&str, Kind); 2] = [("new_day", Kind::Day), ("new_slot_start", Kind::Section(Edge::Start))];
/// Members of a wish that do: it covers the sections that its times touch.
const WISH: [(&str, Kind); 4] = [
    ("day_start", Kind::Day),
    ("day_end", Kind::Day),
    ("from", Kind::Section(Edge::Before)),
    ("to", Kind::Section(Edge::After)),
];

/// Reader of one argument.
struct Reader<'a> {
    tool: &'static str,
    /// Whether the tool only reads: a time between two sections is then one of them.
    reads: bool,
    name: &'a str,
    window: Option<&'a Window>,
    times: &'a Times,
    /// Lines about times at which no section begins; none if such a time is refused.
    notes: Option<&'a RefCell<String>>,
    lang: Lang,
}

impl Reader<'_> {
    /// Numbers of days.
    fn days(&self, list: &[Value]) -> Result<Option<Value>, Box<Failure>> {
        let day = |day: &Value| match day {
            Value::String(text) => Ok(self.number(Kind::Day, text)?.unwrap_or_else(|| day.clone())),
            _ => Ok(day.clone()),
        };
        Ok(Some(Value::Array(list.iter().map(day).collect::<Result<_, Box<Failure>>>()?)))
    }

    /// Objects with numbers; none if they have numbers already.
    fn objects(&self, list: &[Value], keys: &[(&str, Kind)]) -> Result<Option<Value>, Box<Failure>> {
        let has_text = |item: &Value| keys.iter().any(|(key, _)| item.get(key).is_some_and(Value::is_string));
        if !list.iter().any(has_text) {
            return Ok(None);
        }
        let mut changed = false;
        let mut read = Vec::with_capacity(list.len());
        for (index, item) in list.iter().enumerate() {
            let mut item: Map<String, Value> = match item.as_object() {
                Some(item) => item.clone(),
                None => return Ok(None),
            };
            for &(key, kind) in keys {
                let name = format!("{}[{index}].{key}", self.name);
                let reader = Reader { name: &name, ..*self };
                let Some(Value::String(text)) = item.get(key) else { continue };
                if let Some(number) = reader.number(kind, &text.clone())? {
                    changed = true;
                    item.insert(key.to_owned(), number);
                }
            }
            read.push(Value::Object(item));
        }
        Ok(changed.then_some(Value::Array(read)))
    }

    /// Number that a date or a time stands for; none for a text that is a number itself.
    fn number(&self, kind: Kind, text: &str) -> Result<Option<Value>, Box<Failure>> {
        if whole(&Value::from(text)).is_some() || text.trim().is_empty() {
            return Ok(None);
        }
        match kind {
            Kind::Section(edge) => self.section(edge, text.trim()),
            _ => self.day(text.trim()),
        }
        .map(|number| Some(number.into()))
    }

    fn day(&self, text: &str) -> Result<u32, Box<Failure>> {
        let Some((window, (first, last))) = self.window.and_then(|window| Some((window, self.times.dates(window)?)))
        else {
            return Err(self.wrong(&words::DAY_NUMBER, &[]));
        };
        let (from, to) = (dated(first), dated(last));
        let date = Date::parse(text).filter(|_| text.len() == 10);
        let date = date.ok_or_else(|| self.wrong(&words::DAY_OR_DATE, &[Put::Text(&from), Put::Text(&to)]))?;
        let weekday = self.times.term.and_then(|term| term.weekday(date));
        weekday.and_then(|weekday| window.day_of(weekday)).map(|day| day.0).ok_or_else(|| {
            let puts = [
                Put::Text(self.name),
                Put::Name(text),
                Put::Text(&from),
                Put::Text(&to),
                Put::Number(window.len() as i64),
            ];
            of_tool(self.tool, "day_out_of_range", fill(&words::DATE_OUTSIDE, self.lang, &puts), self.lang)
        })
    }

    fn section(&self, edge: Edge, text: &str) -> Result<u32, Box<Failure>> {
        let Some(clock) = &self.times.clock else { return Err(self.wrong(&words::SECTION_NUMBER, &[])) };
        let padded = if text.find(':') == Some(1) { ["0", text].concat() } else { text.to_owned() };
        let Some(time) = minute(&padded) else { return Err(self.wrong(allowed_times(edge), &[])) };
        let found = match edge {
            Edge::Start => clock.all().find(|(_, start, _)| *start == time).or_else(|| self.near(clock, time)),
            Edge::End => clock.all().find(|(.., end)| *end == time),
            Edge::After => return Ok(clock.all().filter(|(_, start, _)| *start < time).count() as u32),
            Edge::Before => return Ok(clock.all().filter(|(.., end)| *end <= time).count() as u32 + 1),
        };
        let borders = |&(_, start, end): &Section| self.reads && (start == time || end == time);
        let found =
            found.or_else(|| clock.all().find(borders)).or_else(|| self.reads.then(|| touched(clock, edge, time))?);
        found.map(|(number, ..)| u32::from(number)).ok_or_else(|| {
            self.wrong(
                &words::NEAREST_TIMES,
                &[Put::Text(allowed_times(edge).in_lang(self.lang)), Put::Text(&nearest(clock, time))],
            )
        })
    }

    /// Section that a time lies in, or else the one that begins nearest to it, the earlier of two; a note says which is taken.
    fn near(&self, clock: &Clock, time: u16) -> Option<Section> {
        let notes = self.notes?;
        let around = clock.all().find(|(_, start, end)| (*start..*end).contains(&time));
        let near = || clock.all().filter(|(_, start, _)| start.abs_diff(time) <= NEAR);
        let taken = around.or_else(|| near().min_by_key(|(_, start, _)| start.abs_diff(time)))?;
        let sentence = if around.is_some() { &words::TIME_INSIDE } else { &words::TIME_TAKEN };
        let puts = [Put::Text(&clocked(time)), Put::Number(taken.0.into()), Put::Text(&hours(&taken))];
        notes.borrow_mut().push_str(&fill(sentence, self.lang, &puts));
        Some(taken)
    }

    fn wrong(&self, allowed: &Text, puts: &[Put<'_>]) -> Box<Failure> {
        let allowed = fill(allowed, self.lang, puts);
        let told = fill(&words::WRONG_ARG, self.lang, &[Put::Text(self.name), Put::Text(&allowed)]);
        of_tool(self.tool, "invalid_args", told, self.lang)
    }
}

/// First section that ends after a time where a range of a reading tool starts, and the last that begins before it where one ends.
fn touched(clock: &Clock, edge: Edge, time: u16) -> Option<Section> {
    match edge {
        Edge::Start | Edge::Before => clock.all().find(|(.., end)| *end > time),
        Edge::End | Edge::After => clock.all().filter(|(_, start, _)| *start < time).last(),
    }
}

/// Minutes between a time and the section that is taken for it, at most.
const NEAR: u16 = 30;

/// Number, start and end of a section.
type Section = (u8, u16, u16);

/// Times that an argument may name.
fn allowed_times(edge: Edge) -> &'static Text {
    if edge == Edge::End {
        &words::SECTION_OR_END
    } else {
        &words::SECTION_OR_START
    }
}

/// The last section that begins by a time and the next one: `4 (10:45–11:30), 5 (14:00–14:45)`.
fn nearest(clock: &Clock, time: u16) -> String {
    let before = clock.all().filter(|(_, start, _)| *start <= time).last();
    let after = clock.all().find(|(_, start, _)| *start > time);
    let one = |section: Section| format!("{} ({})", section.0, hours(&section));
    before.into_iter().chain(after).map(one).collect::<Vec<_>>().join(", ")
}

/// `13:30–14:15`.
fn hours(&(_, start, end): &Section) -> String {
    [clocked(start), clocked(end)].join("–")
}

/// `13:30`.
pub(super) fn clocked(time: u16) -> String {
    let mut text = String::new();
    write_minute(time, &mut text);
    text
}
