//! Dates and clock times of a timetable: the present, and arguments that name a day by its date or a section by its time.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::arg::{Edge, Kind};
use super::args::{of_tool, whole};
use super::outcome::Failure;
use super::page::{fill, Put};
use super::spec::ToolSpec;
use super::words;
use stepgate_engine::{Lang, Text};
use stepgate_timetable::records::Clock;
use stepgate_timetable::{minute, write_minute, Date, Moment, Open, Term, Timetable, Weekday, Window};

/// Dates and times of the calendar, as far as the host gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Dates of the term.
    pub term: Option<Term>,
    /// Times of a day's sections.
    pub clock: Option<Clock>,
    /// Present moment, in the calendar's own time.
    pub now: Option<Moment>,
}

impl Times {
    /// First section of the window that has not begun. Without a clock all of today is open.
    pub fn open(&self, window: &Window) -> Option<Open> {
        let (term, now) = (self.term?, self.now?);
        let Some(today) = term.weekday(now.date) else {
            return Some(Open { day: window.first_from(FIRST), section: 1 });
        };
        let day = window.first_from(today);
        let section = match &self.clock {
            Some(clock) if window.weekday(day) == Some(today) => {
                1 + clock.all().filter(|(_, start, _)| *start < now.minute).count() as u8
            }
            _ => 1,
        };
        Some(Open { day, section })
    }

    /// Whether a place, given by week, weekday and section, has begun. Without a clock all of today is open.
    pub fn is_over(&self, place: &[u32]) -> bool {
        let (&[week, weekday, section], Some(term), Some(now)) = (place, self.term, self.now) else { return false };
        let place = u8::try_from(weekday).map(|weekday| (week, weekday));
        let Some(today) = term.weekday(now.date).map(|day| (day.week, day.weekday)) else { return false };
        let clock = self.clock.as_ref().zip(u8::try_from(section).ok());
        let start = clock.and_then(|(clock, section)| clock.section(section)).map(|(start, _)| start);
        place.is_ok_and(|place| place < today || place == today && start.is_some_and(|start| start < now.minute))
    }

    /// Date of a day of the term.
    pub fn date(&self, day: Weekday) -> Option<Date> {
        Some(self.term?.date(day))
    }

    /// First and last date of a window.
    pub(super) fn dates(&self, window: &Window) -> Option<(Date, Date)> {
        let first = window.days().next().and_then(|day| window.weekday(day))?;
        let last = window.days().last().and_then(|day| window.weekday(day))?;
        Some((self.date(first)?, self.date(last)?))
    }
}

/// First day of a term.
const FIRST: Weekday = Weekday { week: 1, weekday: 1 };

/// A date as `YYYY-MM-DD`.
pub(super) fn dated(date: Date) -> String {
    let mut text = String::with_capacity(10);
    date.write(&mut text);
    text
}

/// Arguments of a call with the numbers of days and sections in place of dates and clock times.
///
/// # Errors
/// A date or time that names no day or section of this timetable.
pub(super) fn numbered<'a>(
    spec: &ToolSpec,
    given: &'a Value,
    timetable: Option<&Timetable>,
    times: &Times,
    lang: Lang,
) -> Result<Cow<'a, Value>, Box<Failure>> {
    let mut numbered = Cow::Borrowed(given);
    let Some(members) = given.as_object() else { return Ok(numbered) };
    for arg in spec.args() {
        let reader = Reader { tool: spec.name, name: arg.name, window: timetable.map(Timetable::window), times, lang };
        let read = match (arg.kind, members.get(arg.name)) {
            (kind @ (Kind::Day | Kind::Section(_)), Some(Value::String(text))) => reader.number(kind, text)?,
            (Kind::Moves, Some(Value::Array(moves))) => reader.objects(moves, &MOVE)?,
            (Kind::Wishes, Some(Value::Array(wishes))) => reader.objects(wishes, &WISH)?,
            _ => None,
        };
        if let (Some(read), Some(members)) =
            (read, numbered.is_object().then(|| numbered.to_mut().as_object_mut()).flatten())
        {
            members.insert(arg.name.to_owned(), read);
        }
    }
    Ok(numbered)
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
    name: &'a str,
    window: Option<&'a Window>,
    times: &'a Times,
    lang: Lang,
}

impl Reader<'_> {
    /// Objects with numbers; none if they have numbers already.
    fn objects(&self, list: &[Value], keys: &[(&str, Kind)]) -> Result<Option<Value>, Box<Failure>> {
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
        let time = minute(&padded);
        let found = time.and_then(|time| match edge {
            Edge::Start => clock.all().find(|(_, start, _)| *start == time).map(|(number, ..)| u32::from(number)),
            Edge::End => clock.all().find(|(.., end)| *end == time).map(|(number, ..)| u32::from(number)),
            Edge::After => Some(clock.all().filter(|(_, start, _)| *start < time).count() as u32),
            Edge::Before => Some(clock.all().filter(|(.., end)| *end <= time).count() as u32 + 1),
        });
        found.ok_or_else(|| self.wrong(&words::SECTION_OR_TIME, &[Put::Text(&edges(clock, edge))]))
    }

    fn wrong(&self, allowed: &Text, puts: &[Put<'_>]) -> Box<Failure> {
        let allowed = fill(allowed, self.lang, puts);
        let told = fill(&words::WRONG_ARG, self.lang, &[Put::Text(self.name), Put::Text(&allowed)]);
        of_tool(self.tool, "invalid_args", told, self.lang)
    }
}

/// Times at which sections begin, or end, with their numbers.
fn edges(clock: &Clock, edge: Edge) -> String {
    let one = |(number, start, end): (u8, u16, u16)| {
        let mut text = String::new();
        write_minute(if edge == Edge::Start { start } else { end }, &mut text);
        format!("{text} ({number})")
    };
    clock.all().map(one).collect::<Vec<_>>().join(", ")
}
