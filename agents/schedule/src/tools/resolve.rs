//! Arguments of a call as the tools take them. This is the one place that knows what a name, a date or a clock time stands for.

use std::cell::RefCell;

use serde_json::{Map, Value};

use super::arg::{Arg, Edge, Kind};
use super::args::{joined, of_tool, parts, whole, wrong_value, Args};
use super::outcome::Failure;
use super::page::{fill, Put};
use super::spec::ToolSpec;
use super::times::Times;
use super::{dates, refused, words};
use stepgate_engine::{Access, Lang, Text};
use stepgate_timetable::records::Clock;
use stepgate_timetable::{minute, write_minute, Date, Timetable, Window};

/// Tasks or task classes that a complaint about a name lists, at most.
const LISTED: usize = 8;

/// Arguments with days, sections and tasks as their numbers, and each value in the one form that its kind has.
pub(super) struct Resolved {
    pub(super) args: Value,
    /// A line for each time at which no section begins, with the section that was taken in its place.
    pub(super) notes: String,
}

/// Reads the arguments of a call. A start at which no section begins is that of the section around it, or of the nearest if one is near, which
/// a note says.
///
/// # Errors
/// All reasons why the arguments do not fit: unknown, missing and mistyped ones, and what names no day, section or task.
pub(super) fn resolve(
    spec: &'static ToolSpec,
    given: &Value,
    timetable: Option<&Timetable>,
    times: &Times,
    lang: Lang,
) -> Result<Resolved, Box<Failure>> {
    let args = Args::new(spec.name, given, lang)?.of(spec.args);
    let mut problems = Vec::new();
    if spec.is_strict() {
        problems.extend(args.only(|key| spec.takes(key)).err().map(|problem| *problem));
    }
    let notes = RefCell::default();
    let resolver = Resolver { spec, timetable, times, notes: &notes, lang };
    let members = args.members().map_or_else(Map::new, |members| {
        let described: Vec<&Arg> = spec.args().collect();
        resolver.members(members, &described, "", &mut problems)
    });
    match joined(problems) {
        Some(failure) => Err(failure),
        None => Ok(Resolved { args: Value::Object(members), notes: notes.into_inner() }),
    }
}

/// Reader of the arguments of one call.
struct Resolver<'a> {
    spec: &'static ToolSpec,
    timetable: Option<&'a Timetable>,
    times: &'a Times,
    notes: &'a RefCell<String>,
    lang: Lang,
}

/// Argument that is being read.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// Its name, with the place that it stands at: `moves[0].new_day`.
    name: &'a str,
    value: &'a Value,
}

/// Number of a day or a section as it is given.
enum Numbered<'a> {
    /// Value that stands for itself; null for a blank text.
    Value(Value),
    /// Date or clock time, which has to be looked up.
    Text(&'a str),
}

type Read = Result<Value, Box<Failure>>;

impl Resolver<'_> {
    /// Members of an object, which stands at a place of the arguments. What is not described stays as it is.
    fn members(
        &self,
        given: &Map<String, Value>,
        args: &[&Arg],
        at: &str,
        problems: &mut Vec<Failure>,
    ) -> Map<String, Value> {
        let mut read = given.clone();
        for arg in args {
            let name = [at, arg.name].concat();
            let mut keys = arg.names().filter(|name| given.contains_key(*name));
            let value = keys.next().and_then(|key| read.shift_remove(key)).filter(|value| !value.is_null());
            for key in keys {
                let twice = [Put::Name(key), Put::Text(&name)];
                problems.push(*self.failure("invalid_args", fill(&words::GIVEN_TWICE, self.lang, &twice)));
            }
            let place = value.as_ref().map(|value| Place { name: &name, value });
            match place.map(|place| self.value(arg.kind, place, problems)) {
                Some(Ok(value)) if !value.is_null() => drop(read.insert(arg.name.to_owned(), value)),
                Some(Err(problem)) => problems.push(*problem),
                _ if arg.required => problems.push(*self.missing(&name)),
                _ => {}
            }
        }
        read
    }

    /// Value of an argument; null for a blank text.
    fn value(&self, kind: Kind, place: Place<'_>, problems: &mut Vec<Failure>) -> Read {
        match kind {
            Kind::Flag => flag(place.value).ok_or_else(|| self.wrong(place, &words::A_FLAG)),
            Kind::Word => self.word(place, &words::A_TEXT),
            Kind::OneOf(values) => self.one_of(values, place),
            Kind::Whole => self.whole(place, &words::A_WHOLE_NUMBER),
            Kind::Within(least, most) => self.within(place, least, most),
            Kind::Length => {
                self.within(place, 1, self.timetable.map_or(i64::MAX, |table| table.window().sections().into()))
            }
            Kind::Wholes => list(place, |one| self.whole(one, &words::WHOLE_NUMBERS)),
            Kind::Words => list(place, |one| self.word(one, &words::TEXTS)),
            Kind::Day => self.day(place),
            Kind::Days => list(place, |one| self.day(one)),
            Kind::Weekdays => list(place, |one| self.weekday(one)),
            Kind::Section(edge) => self.section(edge, place),
            Kind::Item => self.item(place),
            Kind::Items => list(place, |one| self.item(one)),
            Kind::Group => self.group(place),
            Kind::Groups => list(place, |one| self.group(one)),
            Kind::Each(form) => self.each(form.args, form.allowed, place, problems),
            Kind::Object | Kind::Objects => Ok(place.value.clone()),
        }
    }

    /// List of objects, each with these members.
    fn each(&self, args: &'static [Arg], allowed: &Text, place: Place<'_>, problems: &mut Vec<Failure>) -> Read {
        let elements = match place.value {
            Value::Array(elements) => elements.as_slice(),
            one => std::slice::from_ref(one),
        };
        let args: Vec<&Arg> = args.iter().collect();
        let read = |(index, element): (usize, &Value)| match element {
            Value::Object(members) => {
                let at = format!("{}[{index}].", place.name);
                Ok(Value::Object(self.members(members, &args, &at, problems)))
            }
            _ => Err(self.wrong(place, allowed)),
        };
        elements.iter().enumerate().map(read).collect()
    }

    fn whole(&self, place: Place<'_>, allowed: &Text) -> Read {
        whole(place.value).map(Value::from).ok_or_else(|| self.wrong(place, allowed))
    }

    /// Whole number within a range.
    fn within(&self, place: Place<'_>, least: i64, most: i64) -> Read {
        let number = whole(place.value).filter(|number| (least..=most).contains(number));
        let allowed = || fill(&words::NUMBER_FROM_TO, self.lang, &[Put::Number(least), Put::Number(most)]);
        number.map(Value::from).ok_or_else(|| self.invalid(place, &allowed()))
    }

    fn word(&self, place: Place<'_>, allowed: &Text) -> Read {
        match place.value.as_str().map(str::trim) {
            Some("") => Ok(Value::Null),
            Some(word) => Ok(word.into()),
            None => Err(self.wrong(place, allowed)),
        }
    }

    /// One of these texts, in any case.
    fn one_of(&self, values: &[&str], place: Place<'_>) -> Read {
        let word = place.value.as_str().map(str::trim);
        if word == Some("") {
            return Ok(Value::Null);
        }
        let value = word.and_then(|word| values.iter().find(|value| value.eq_ignore_ascii_case(word)));
        value.map(|value| Value::from(*value)).ok_or_else(|| self.invalid(place, &values.join(" | ")))
    }

    /// Number of a weekday, which may be given by its name.
    fn weekday(&self, place: Place<'_>) -> Read {
        let number = whole(place.value).and_then(|number| u8::try_from(number).ok());
        let number = number.or_else(|| dates::weekday_named(place.value.as_str()?));
        let number = number.filter(|number| (1..=7).contains(number));
        number.map(Value::from).ok_or_else(|| self.wrong(place, &words::WEEKDAY_NUMBERS))
    }

    /// Id of a task.
    fn item(&self, place: Place<'_>) -> Read {
        let tasks = self.timetable.map_or(&[][..], Timetable::tasks).iter();
        let tasks: Vec<Named<'_>> = tasks.map(|task| (task.id, &*task.name)).collect();
        self.named(place, &tasks, &words::ONE_OF_TASKS, words::A_TASK.in_lang(self.lang))
    }

    /// Id of a task class.
    fn group(&self, place: Place<'_>) -> Read {
        let classes = self.timetable.map_or(&[][..], Timetable::classes).iter();
        let classes: Vec<Named<'_>> = classes.map(|class| (class.id, &*class.name)).collect();
        let allowed = fill(&words::A_GROUP, self.lang, &[Put::Text(&labels(&classes))]);
        let read = self.named(place, &classes, &words::ONE_OF_GROUPS, &allowed)?;
        let is_known = read.is_null() || classes.iter().any(|(id, _)| read.as_u64() == Some((*id).into()));
        is_known.then_some(read).ok_or_else(|| self.invalid(place, &allowed))
    }

    /// Id of the one with a name or a part of it that no other has; `allowed` where none has.
    fn named(&self, place: Place<'_>, all: &[Named<'_>], one_of: &Text, allowed: &str) -> Read {
        if let Some(id) = whole(place.value) {
            return Ok(id.into());
        }
        let Some(name) = place.value.as_str().map(str::trim) else { return Err(self.invalid(place, allowed)) };
        if name.is_empty() {
            return Ok(Value::Null);
        }
        let that = |fits: &dyn Fn(&str) -> bool| all.iter().copied().filter(|(_, own)| fits(own)).collect();
        let mut found: Vec<Named<'_>> = that(&|own| own == name);
        if found.is_empty() {
            found = that(&|own| own.contains(name));
        }
        match found.as_slice() {
            [(id, _)] => Ok((*id).into()),
            [] => Err(self.invalid(place, allowed)),
            several => Err(self.invalid(place, &fill(one_of, self.lang, &[Put::Text(&labels(several))]))),
        }
    }

    /// Number, which needs no reading, or else the text in its place.
    fn numbered<'a>(&self, place: Place<'a>) -> Result<Numbered<'a>, Box<Failure>> {
        match (whole(place.value), place.value.as_str().map(str::trim)) {
            (Some(number), _) => Ok(Numbered::Value(number.into())),
            (None, Some("")) => Ok(Numbered::Value(Value::Null)),
            (None, Some(text)) => Ok(Numbered::Text(text)),
            (None, None) => Err(self.wrong(place, &words::A_WHOLE_NUMBER)),
        }
    }

    /// Number of a day. The timetable itself checks the days of a write, behind its tasks.
    fn day(&self, place: Place<'_>) -> Read {
        let text = match self.numbered(place)? {
            Numbered::Value(value) => {
                let read = self.timetable.filter(|_| self.spec.access == Access::Read).zip(value.as_i64());
                return match read.filter(|(timetable, day)| timetable.window().day(*day).is_none()) {
                    Some((timetable, day)) => Err(refused::no_such_day(timetable, day, self.lang)),
                    None => Ok(value),
                };
            }
            Numbered::Text(text) => text,
        };
        let window = self.timetable.map(Timetable::window);
        let dates = window.and_then(|window| Some((window, self.times.dates(window)?)));
        let Some((window, (first, last))) = dates else { return Err(self.wrong(place, &words::DAY_NUMBER)) };
        let (from, to) = (dates::dated(first), dates::dated(last));
        let Some(date) = Date::parse(text).filter(|_| text.len() == 10) else {
            let allowed = fill(&words::DAY_OR_DATE, self.lang, &[Put::Text(&from), Put::Text(&to)]);
            return Err(self.invalid(place, &allowed));
        };
        self.number_of(date, window).map(Value::from).ok_or_else(|| {
            let days = Put::Number(window.len() as i64);
            let puts = [Put::Text(place.name), Put::Name(text), Put::Text(&from), Put::Text(&to), days];
            self.failure("day_out_of_range", fill(&words::DATE_OUTSIDE, self.lang, &puts))
        })
    }

    /// Number of the day with a date.
    fn number_of(&self, date: Date, window: &Window) -> Option<u32> {
        Some(window.day_of(self.times.term?.weekday(date)?)?.0)
    }

    fn section(&self, edge: Edge, place: Place<'_>) -> Read {
        let text = match self.numbered(place)? {
            Numbered::Value(value) => return Ok(value),
            Numbered::Text(text) => text,
        };
        let Some(clock) = &self.times.clock else { return Err(self.wrong(place, &words::SECTION_NUMBER)) };
        let padded = if text.find(':') == Some(1) { ["0", text].concat() } else { text.to_owned() };
        let Some(time) = minute(&padded) else { return Err(self.wrong(place, allowed_times(edge))) };
        let number = self.section_at(edge, clock, time).ok_or_else(|| {
            let puts = [Put::Text(allowed_times(edge).in_lang(self.lang)), Put::Text(&nearest(clock, time))];
            self.invalid(place, &fill(&words::NEAREST_TIMES, self.lang, &puts))
        });
        number.map(Value::from)
    }

    /// Number of the section that a time names.
    fn section_at(&self, edge: Edge, clock: &Clock, time: u16) -> Option<u32> {
        let found = match edge {
            Edge::Start => clock.all().find(|(_, start, _)| *start == time).or_else(|| self.near(clock, time)),
            Edge::End => clock.all().find(|(.., end)| *end == time),
            Edge::After => return Some(clock.all().filter(|(_, start, _)| *start < time).count() as u32),
            Edge::Before => return Some(clock.all().filter(|(.., end)| *end <= time).count() as u32 + 1),
        };
        let reads = self.spec.access == Access::Read;
        let borders = |&(_, start, end): &Section| reads && (start == time || end == time);
        let found =
            found.or_else(|| clock.all().find(borders)).or_else(|| reads.then(|| touched(clock, edge, time))?);
        found.map(|(number, ..)| u32::from(number))
    }

    /// Section that a time lies in, or else the one that begins nearest to it, the earlier of two; a note says which is taken.
    fn near(&self, clock: &Clock, time: u16) -> Option<Section> {
        let around = clock.all().find(|(_, start, end)| (*start..*end).contains(&time));
        let near = || clock.all().filter(|(_, start, _)| start.abs_diff(time) <= NEAR);
        let taken = around.or_else(|| near().min_by_key(|(_, start, _)| start.abs_diff(time)))?;
        let sentence = if around.is_some() { &words::TIME_INSIDE } else { &words::TIME_TAKEN };
        let puts = [Put::Text(&clocked(time)), Put::Number(taken.0.into()), Put::Text(&hours(&taken))];
        self.notes.borrow_mut().push_str(&fill(sentence, self.lang, &puts));
        Some(taken)
    }

    fn missing(&self, name: &str) -> Box<Failure> {
        self.failure("missing_arg", fill(&words::MISSING_ARG, self.lang, &[Put::Text(name)]))
    }

    fn wrong(&self, place: Place<'_>, allowed: &Text) -> Box<Failure> {
        self.invalid(place, allowed.in_lang(self.lang))
    }

    fn invalid(&self, place: Place<'_>, allowed: &str) -> Box<Failure> {
        wrong_value(self.spec.name, place.name, Some(place.value), allowed, self.lang)
    }

    fn failure(&self, code: &'static str, told: String) -> Box<Failure> {
        of_tool(self.spec.name, code, told, self.lang)
    }
}

/// Id and name of a task or a task class.
type Named<'a> = (u32, &'a str);

/// `[3]Essay, [4]Reading`, the first of them.
fn labels(all: &[Named<'_>]) -> String {
    let label = |(id, name): &Named<'_>| format!("[{id}]{name}");
    all.iter().take(LISTED).map(label).collect::<Vec<String>>().join(", ")
}

/// Boolean; the texts `true` and `false` count too.
fn flag(value: &Value) -> Option<Value> {
    match value {
        Value::Bool(_) => Some(value.clone()),
        Value::String(text) => text.trim().parse::<bool>().ok().map(Value::from),
        _ => None,
    }
}

/// Elements of a list, of a text with commas, or one value alone. Blank ones are left out.
fn list(place: Place<'_>, read: impl Fn(Place<'_>) -> Read) -> Read {
    let separate: Vec<Value>;
    let elements = match place.value {
        Value::Array(elements) => elements.as_slice(),
        Value::String(text) => {
            separate = parts(text).map(Value::from).collect();
            separate.as_slice()
        }
        one => std::slice::from_ref(one),
    };
    let elements: Result<Vec<Value>, Box<Failure>> =
        elements.iter().map(|value| read(Place { value, ..place })).collect();
    Ok(Value::Array(elements?.into_iter().filter(|value| !value.is_null()).collect()))
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
