//! Arguments of a tool call (spec-tools.md 2.3), as [`resolve`](super::resolve::resolve) gives them.

use serde_json::{Map, Value};

use super::arg::{named, Arg};
use super::outcome::Failure;
use super::page::{fill, Put};
use super::words;
use stepgate_engine::{Lang, Text};
use stepgate_timetable::Day;

/// Number of characters of a wrong value that a complaint shows.
const LONGEST_FOUND: usize = 40;

/// Arguments of a tool call.
#[derive(Clone, Copy)]
pub(super) struct Args<'a> {
    /// Name of the tool.
    pub(super) tool: &'static str,
    pub(super) lang: Lang,
    /// Arguments that the tool takes, for complaints; none for a part of them.
    known: &'static [&'static [Arg]],
    values: Option<&'a Map<String, Value>>,
}

impl<'a> Args<'a> {
    /// Wraps the arguments of a call. `null` counts as no arguments; keys that begin with `_` are internal.
    ///
    /// # Errors
    /// `invalid_args`, if they are no object.
    pub(super) fn new(tool: &'static str, given: &'a Value, lang: Lang) -> Result<Self, Box<Failure>> {
        let values = match given {
            Value::Null => None,
            Value::Object(values) => Some(values),
            _ => return Err(of_tool(tool, "invalid_args", fill(&words::ARGS_NOT_OBJECT, lang, &[]), lang)),
        };
        Ok(Args { tool, lang, known: &[], values })
    }

    /// Sets the arguments whose shape a complaint about a missing one shows.
    pub(super) fn of(self, known: &'static [&'static [Arg]]) -> Self {
        Args { known, ..self }
    }

    /// Checks that the tool `takes` every key that is given.
    ///
    /// # Errors
    /// `invalid_args`, with the unknown keys.
    pub(super) fn only(&self, takes: impl Fn(&str) -> bool) -> Result<(), Box<Failure>> {
        let mut unknown: Vec<&str> = Vec::new();
        let Some(values) = self.values else { return Ok(()) };
        for (key, _) in values {
            if !key.starts_with('_') && !takes(key) {
                unknown.push(key);
            }
        }
        if unknown.is_empty() {
            return Ok(());
        }
        unknown.sort();
        let mut text = fill(&words::UNKNOWN_ARGS, self.lang, &[Put::Name(&unknown.join(", "))]);
        let names: Vec<&str> = self.known.iter().copied().flatten().map(|arg| arg.name).collect();
        if !names.is_empty() {
            text.push_str(&fill(&words::ALLOWED_ARGS, self.lang, &[Put::Text(&names.join(", "))]));
        }
        for key in &unknown {
            if let Some(near) = nearest(key, &names) {
                text.push_str(&fill(&words::NEAREST_ARG, self.lang, &[Put::Name(key), Put::Text(near)]));
            }
        }
        Err(of_tool(self.tool, "invalid_args", text, self.lang))
    }

    /// Value of `name`; `null` counts as absent.
    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        member(self.values?, name).filter(|value| !value.is_null())
    }

    /// Whether one of the `known` arguments is given.
    pub(super) fn any_of(&self, known: &[Arg]) -> bool {
        let Some(values) = self.values else { return false };
        for (key, value) in values {
            if !value.is_null() && known.iter().any(|arg| arg.name.len() == key.len() && arg.name == key) {
                return true;
            }
        }
        false
    }

    /// Members, if there are any.
    pub(super) fn members(&self) -> Option<&'a Map<String, Value>> {
        self.values
    }

    /// Whole number.
    pub(super) fn whole(&self, name: &str) -> Option<i64> {
        self.get(name)?.as_i64()
    }

    /// Whole number from 0.
    pub(super) fn count(&self, name: &str) -> Option<u64> {
        self.get(name)?.as_u64()
    }

    /// Day of the window.
    pub(super) fn day(&self, name: &str) -> Option<Day> {
        self.count(name).and_then(|day| u32::try_from(day).ok()).map(Day)
    }

    /// Required whole number.
    pub(super) fn need(&self, name: &str) -> Result<i64, Box<Failure>> {
        self.whole(name).ok_or_else(|| self.missing(name))
    }

    /// Boolean.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.get(name)?.as_bool()
    }

    /// Text.
    pub(super) fn word(&self, name: &str) -> Option<&'a str> {
        self.get(name)?.as_str()
    }

    /// Whole numbers of a list.
    pub(super) fn wholes(&self, name: &str) -> Vec<i64> {
        self.list(name).iter().filter_map(Value::as_i64).collect()
    }

    /// Numbers of days or classes in a list.
    pub(super) fn ids(&self, name: &str) -> Vec<u32> {
        self.wholes(name).into_iter().filter_map(|id| u32::try_from(id).ok()).collect()
    }

    /// Texts of a list.
    pub(super) fn words(&self, name: &str) -> Vec<&'a str> {
        self.list(name).iter().filter_map(Value::as_str).collect()
    }

    /// Objects of a list, each as arguments.
    pub(super) fn each(&self, name: &str) -> impl Iterator<Item = Args<'a>> + 'a {
        let args = Args { known: &[], ..*self };
        self.list(name).iter().map(move |element| Args { values: element.as_object(), ..args })
    }

    fn list(&self, name: &str) -> &'a [Value] {
        self.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Failure for a missing required argument.
    pub(super) fn missing(&self, name: &str) -> Box<Failure> {
        let mut told = fill(&words::MISSING_ARG, self.lang, &[Put::Text(name)]);
        if !self.known.is_empty() {
            let required = named(self.known.iter().copied().flatten().filter(|arg| arg.required));
            told.push_str(&fill(&words::SHAPE, self.lang, &[Put::Text(&required)]));
        }
        of_tool(self.tool, "missing_arg", told, self.lang)
    }

    /// Failure for a number outside `least..=most`.
    pub(super) fn wrong_number(&self, name: &str, least: i64, most: i64) -> Box<Failure> {
        self.invalid(name, &fill(&words::NUMBER_FROM_TO, self.lang, &[Put::Number(least), Put::Number(most)]))
    }

    /// Failure for an argument that does not fit `allowed`.
    pub(super) fn wrong(&self, name: &str, allowed: &Text) -> Box<Failure> {
        self.invalid(name, allowed.in_lang(self.lang))
    }

    /// Failure for an argument that does not fit `allowed`, a text in the call's language.
    pub(super) fn invalid(&self, name: &str, allowed: &str) -> Box<Failure> {
        wrong_value(self.tool, name, self.get(name), allowed, self.lang)
    }
}

/// Name that begins or ends as a wrong one does, with the most characters in common; of equal ones the first.
fn nearest<'a>(wrong: &str, names: &[&'a str]) -> Option<&'a str> {
    let common = |name: &str| {
        let same = |pairs: &mut dyn Iterator<Item = (u8, u8)>| pairs.take_while(|(one, other)| one == other).count();
        let from_start = same(&mut wrong.bytes().zip(name.bytes()));
        from_start.max(same(&mut wrong.bytes().rev().zip(name.bytes().rev())))
    };
    let found = names.iter().rev().map(|name| (common(name), *name)).filter(|(common, _)| *common >= COMMON);
    found.max_by_key(|(common, _)| *common).map(|(_, name)| name)
}

/// Characters that a wrong name has in common with the one that is meant, at least.
const COMMON: usize = 4;

/// Failure for an argument that does not fit `allowed`, a text in the call's language.
pub(super) fn wrong_value(tool: &str, name: &str, found: Option<&Value>, allowed: &str, lang: Lang) -> Box<Failure> {
    let mut told = fill(&words::WRONG_ARG, lang, &[Put::Text(name), Put::Text(allowed)]);
    if let Some(found) = found {
        let found: String = stepgate_json::to_text(found).chars().take(LONGEST_FOUND).collect();
        told.push_str(&fill(&words::FOUND, lang, &[Put::Name(&found)]));
    }
    of_tool(tool, "invalid_args", told, lang)
}

/// Failure whose text for the model begins with the tool's name.
pub(super) fn of_tool(tool: &str, code: &'static str, told: String, lang: Lang) -> Box<Failure> {
    let text = fill(&words::OF_TOOL, lang, &[Put::Text(tool), Put::Text(&told)]);
    Box::new(Failure { told: Some(told), ..*Failure::new(code, text) })
}

/// Reasons that one failure gives, at most.
const REASONS: usize = 5;

/// The first failure with the reasons of the others behind its own; none if there are none.
pub(super) fn joined(failures: Vec<Failure>) -> Option<Box<Failure>> {
    let mut failures = failures.into_iter();
    let mut first = failures.next()?;
    let mut told = vec![first.told().to_owned()];
    for failure in failures {
        let more = failure.told().to_owned();
        if told.len() < REASONS && !told.iter().any(|known| known.starts_with(&more)) {
            first.text = [&first.text, " ", more.as_str()].concat();
            told.push(more);
        }
    }
    first.told = Some(told.join(" "));
    Some(Box::new(first))
}

/// Member of an object. Comparing the few names in a row is faster than hashing.
#[inline(always)]
pub(super) fn member<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    for (key, value) in object {
        if key.len() == name.len() && key == name {
            return Some(value);
        }
    }
    None
}

/// Whole number from an integer, a fraction (truncated), or an integer as text.
pub(super) fn whole(value: &Value) -> Option<i64> {
    let truncated = |number: f64| (number.abs() < 9e15).then_some(number as i64);
    match value {
        Value::Number(number) => number.as_i64().or_else(|| truncated(number.as_f64()?)),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', '，', '、']).map(str::trim).filter(|part| !part.is_empty())
}
