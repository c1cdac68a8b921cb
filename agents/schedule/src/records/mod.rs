//! JSON form of calendar records, for hosts that keep them (spec-tools.md 1.4): from records to the state that a session loads, and from
//! the changes of a session to the writes of a store. The rules are those of [`timetable::records`](stepgate_timetable::records).

mod change;
mod forms;
mod writes;

use serde_json::Value;

use super::state::write_state;
use super::times::{clock, SectionTimes};
pub(crate) use change::ChangeForm;
use forms::calendar_of;
use stepgate_engine::{Error, Kind, Lang};
use stepgate_json::{read, FromJson, ToJson};
use stepgate_timetable::records::{self, Cell, Clock, LoadError, Loading, RecordChange, Setting, Stale};
use stepgate_timetable::{Date, Term};
use writes::WritesForm;

/// Error of [`load_schedule`] and [`plan_changes`]: a code for programs, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
pub struct Failure {
    /// `malformed`, `window_missing`, `window_too_long`, `unknown_class`, `bad_state`, `stale_state`.
    pub code: &'static str,
    /// Sentence in English, for the model and the programmer.
    pub text: String,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure { code: "malformed", text: error.to_string() }
    }
}

/// Makes the state of a schedule from records, in the form that [`read_state`](super::state::read_state) reads.
///
/// - `classes`: ids of the task classes whose pending items belong in the state, in this order; empty for all.
/// - `options`: `{ term_start, today, clock, lang? }`.
///
/// # Errors
/// `malformed` for wrong JSON; the other codes of [`Failure`] for records that make no timetable.
pub fn load_schedule(records: &Value, classes: &[u32], options: &Value) -> Result<Value, Failure> {
    let options = Options::of(options)?;
    let (records, register) = calendar_of(records, options.clock.sections())?;
    let (course, task) = match options.lang {
        Lang::Zh => ("课程", "任务"),
        Lang::En => ("course", "task"),
    };
    let sections = options.clock.sections();
    let loading = Loading { classes, today: options.today, term: options.term, sections, course, task };
    let timetable = records::load(&records, &loading)
        .map_err(|error: LoadError| Failure { code: error.code(), text: error.to_string() })?;
    // Nothing but rules counts what stands outside of the window.
    let outside = if register.rules.is_empty() { Vec::new() } else { records::outside(&records, timetable.window()) };
    Ok(write_state(&timetable.with_rules(register.rules).with_outside(outside)))
}

/// Works out the writes of a store: `{ delete: { table: [key] }, put: { table: [row] } }`, where a key is the list of its fields' values.
///
/// `changes` is the list that a session sends with `persist_changes`.
///
/// # Errors
/// `malformed` for wrong JSON; `stale_state` if the records differ from those the session knew. Then the store must write nothing.
pub fn plan_changes(records: &Value, changes: &Value, options: &Value) -> Result<Value, Failure> {
    let options = Options::of(options)?;
    let (records, register) = calendar_of(records, options.clock.sections())?;
    let changes: Vec<ChangeForm> = read(changes).map_err(|error: Error| error.below("/changes"))?;
    let changes: Vec<RecordChange> = changes.into_iter().map(|form| form.0).collect();
    let next_event_id = records.events.iter().fold(register.ids.event, |next, event| next.max(event.id + 1));
    let setting = Setting { term: options.term, clock: options.clock, next_event_id };
    let writes = records::plan(&records, &changes, &setting).map_err(|stale| stale_state(&stale, &changes))?;
    Ok(stepgate_json::to_value(&WritesForm(&writes)))
}

fn stale_state(stale: &Stale, changes: &[RecordChange]) -> Failure {
    let mut text = String::from("the calendar has changed since it was loaded: ");
    if let Some(change) = changes.iter().find(|change| change.task == stale.task) {
        text.push_str(&change.name);
        text.push_str(", ");
    }
    text.push_str(stale.why.code());
    if let Some(Cell { day, section }) = stale.cell {
        for (word, number) in
            [(", week ", day.week), (", weekday ", u32::from(day.weekday)), (", section ", u32::from(section))]
        {
            text.push_str(word);
            text.push_str(&number.to_string());
        }
    }
    Failure { code: "stale_state", text }
}

/// Dates of the term, times of the sections, and today's date.
struct Options {
    term: Term,
    today: Date,
    clock: Clock,
    lang: Lang,
}

#[derive(Default, FromJson)]
struct OptionsForm {
    term_start: String,
    today: String,
    clock: Vec<SectionTimes>,
    #[json(optional)]
    lang: Lang,
}

impl Options {
    fn of(value: &Value) -> Result<Self, Error> {
        let form: OptionsForm = read(value).map_err(|error: Error| error.below("/options"))?;
        let wrong = |key: &str, text: &str| Error::new(Kind::Malformed, format!("/options/{key}"), text);
        let date = |key: &str, text: &str| Date::parse(text).ok_or_else(|| wrong(key, "must be a date, YYYY-MM-DD"));
        let term =
            Term::new(date("term_start", &form.term_start)?).ok_or_else(|| wrong("term_start", "must be a Monday"))?;
        let clock = clock(&form.clock).map_err(|error| error.below("/options/clock"))?;
        Ok(Options { term, today: date("today", &form.today)?, clock, lang: form.lang })
    }
}
