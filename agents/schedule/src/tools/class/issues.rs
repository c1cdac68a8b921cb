//! Issues of an input of `upsert_task_class`, and the answer that reports them.

use serde_json::{Map, Value};

use super::super::args::whole;
use super::super::dates::dated;
use super::super::outcome::Failure;
use super::super::page::{fill, Put};
use super::super::words;
use stepgate_engine::{Lang, Text};
use stepgate_json::value;
use stepgate_timetable::Date;

const NAME: &str = "upsert_task_class";

/// Issues of the input, in the order they were found.
pub(super) struct Issues {
    pub(super) lang: Lang,
    /// Today's date, if the calendar gave it.
    pub(super) today: Option<Date>,
    pub(super) list: Vec<(String, String)>,
}

impl Issues {
    pub(super) fn say(&mut self, place: &str, allowed: Text) {
        self.add(place, allowed.in_lang(self.lang));
    }

    pub(super) fn add(&mut self, place: &str, allowed: &str) {
        let issue = (place.to_owned(), fill(&words::ISSUE, self.lang, &[Put::Text(place), Put::Text(allowed)]));
        if !self.list.contains(&issue) {
            self.list.push(issue);
        }
    }

    /// Issue of a new class whose name another one has.
    pub(super) fn takes_name(&self, id: u32) -> (String, String) {
        ("id".to_owned(), fill(&words::NAME_TAKEN, self.lang, &[Put::Number(id.into())]))
    }

    /// Whether a date lies before today, which is an issue.
    pub(super) fn is_over(&mut self, place: &str, date: &str) -> bool {
        let Some(today) = self.today.filter(|today| Date::parse(date).is_some_and(|date| date < *today)) else {
            return false;
        };
        self.add(place, &fill(&words::NOT_BEFORE_TODAY, self.lang, &[Put::Text(&dated(today)), Put::Name(date)]));
        true
    }

    /// Whole number of at least `least`; none if absent.
    pub(super) fn at_least(&mut self, place: &str, given: Option<&Value>, least: i64) -> Option<i64> {
        let number = whole(given?).filter(|number| (least..=i64::from(u32::MAX)).contains(number));
        if number.is_none() {
            let found = given.map_or(String::new(), |given| stepgate_json::to_text(given));
            let puts = [Put::Number(least), Put::Number(i64::from(u32::MAX)), Put::Name(&found)];
            self.add(place, &fill(&words::NUMBER_FOUND, self.lang, &puts));
        }
        number
    }

    /// Whole number from `least` to `most`; none if absent.
    pub(super) fn between(&mut self, place: &str, given: Option<&Value>, least: i64, most: i64) -> Option<i64> {
        let given = given.filter(|given| !given.is_null())?;
        let number = whole(given).filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.add(place, &fill(&words::NUMBER_FROM_TO, self.lang, &[Put::Number(least), Put::Number(most)]));
        }
        number
    }

    /// Numbers from 1 to `most`, sorted; empty if absent.
    pub(super) fn numbers(&mut self, place: &str, given: Option<&Value>, most: i64) -> Vec<i64> {
        let Some(given) = given.filter(|given| !given.is_null()) else { return Vec::new() };
        let read = |item: &Value| whole(item).filter(|number| (1..=most).contains(number));
        let numbers = given.as_array().and_then(|items| items.iter().map(read).collect::<Option<Vec<i64>>>());
        let Some(mut numbers) = numbers else {
            self.add(place, &fill(&words::NUMBERS_FROM_TO, self.lang, &[Put::Number(1), Put::Number(most)]));
            return Vec::new();
        };
        numbers.sort();
        numbers.dedup();
        numbers
    }

    /// Value of an enum, in any case of letters.
    pub(super) fn one_of(&mut self, place: &str, given: &Value, choices: &[&'static str]) -> Option<&'static str> {
        let found = given.as_str().map(|text| text.trim().to_lowercase());
        let found = found.and_then(|found| choices.iter().copied().find(|choice| *choice == found));
        if found.is_none() {
            self.add(place, &choices.join(" | "));
        }
        found
    }

    pub(super) fn failure(self) -> Box<Failure> {
        let (fields, issues): (Vec<String>, Vec<String>) = self.list.into_iter().unzip();
        let error = issues.join("; ");
        let code = "validation_failed";
        let validation = value! { "ok": false, "issues": issues };
        let answer = value! {
            "tool": NAME, "success": false, "issue_fields": fields, "validation": validation, "error": error,
            "error_code": code,
        };
        Failure::answer(code, answer, error)
    }
}

/// Text that is not blank.
pub(super) fn text<'v>(object: &'v Map<String, Value>, key: &str) -> Option<&'v str> {
    object.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty())
}

/// Whether `text` is a calendar date, `YYYY-MM-DD`.
pub(super) fn is_date(text: &str) -> bool {
    text.len() == 10 && Date::parse(text).is_some()
}
