//! Running and rehearsing a tool call.

use super::args::Args;
use super::desk::{Desk, Look, Settings};
use super::outcome::{Action, Answer, Effect, Failure, Outcome, Rehearsed};
use super::page::{fill, Put};
use super::resolve::{resolve, Resolved};
use super::spec::{Handler, ToolSpec};
use super::{neighbours, refused, words, write};
use stepgate_engine::{Call, Lang};
use stepgate_json::value;
use stepgate_timetable::{Change, Command};

impl ToolSpec {
    /// Runs a call.
    pub(super) fn call(&'static self, call: &Call, desk: &mut Desk, settings: &Settings) -> Outcome {
        match self.run_on(call, desk, settings) {
            Ok(outcome) => outcome,
            Err(failure) => self.answered(failure).into(),
        }
    }

    fn run_on(&'static self, call: &Call, desk: &mut Desk, settings: &Settings) -> Answer {
        let lang = call.lang;
        self.runnable(desk, lang)?;
        let timetable = &mut desk.timetable;
        let Resolved { args, notes } = resolve(self, call.args, timetable.as_ref(), &settings.times, lang)?;
        let args = Args::new(self.name, &args, lang)?.of(self.args);
        let outcome = match (&self.handler, timetable) {
            (Handler::Input(read), timetable) => read(&args, timetable.as_ref(), settings),
            (Handler::Host(read), _) => {
                let input = read(&args)?;
                Ok(Outcome { action: Some(Box::new(Action::Host(input.clone()))), ..Outcome::answer(input) })
            }
            (Handler::Look(look), Some(timetable)) => look(&Look { timetable, settings, args, lang }),
            (Handler::Write(command), Some(timetable)) => write::run(timetable, settings, &command(&args)?, lang),
            _ => Err(self.no_timetable(lang)),
        };
        match outcome {
            Ok(outcome) => Ok(Outcome { text: notes + &outcome.text, ..outcome }),
            Err(failure) if failure.refused.is_some() => Err(behind(&notes, failure)),
            Err(failure) => Err(failure),
        }
    }

    /// Effect that a call would have.
    pub(super) fn rehearse(
        &'static self,
        call: &Call,
        desk: &Desk,
        settings: &Settings,
    ) -> Result<Rehearsed, Box<Failure>> {
        let lang = call.lang;
        self.runnable(desk, lang)?;
        let Resolved { args, notes } = resolve(self, call.args, desk.timetable.as_ref(), &settings.times, lang)?;
        let args = Args::new(self.name, &args, lang)?.of(self.args);
        let effect = match (&self.handler, &desk.timetable) {
            (Handler::Write(command), Some(timetable)) => {
                let command: Command = command(&args)?;
                let change = timetable.check(&command, &settings.rules).map_err(|refused| {
                    let failure = refused::failure(timetable, &refused, lang);
                    behind(&notes, neighbours::named(timetable, settings, &command, failure, lang))
                })?;
                Effect::Change(change)
            }
            (Handler::Input(read), timetable) => {
                let checked = read(&args, timetable.as_ref(), settings).map_err(|failure| self.answered(failure))?;
                match checked.action.map(|action| *action) {
                    Some(Action::UpsertTaskClass(input)) => Effect::Class(input),
                    _ => Effect::Change(Change::default()),
                }
            }
            _ => Effect::Change(Change::default()),
        };
        Ok(Rehearsed { effect, notes })
    }

    /// Checks that a tool that needs a timetable has one.
    fn runnable(&self, desk: &Desk, lang: Lang) -> Result<(), Box<Failure>> {
        match self.needs_state() && desk.timetable.is_none() {
            true => Err(self.no_timetable(lang)),
            false => Ok(()),
        }
    }

    fn no_timetable(&self, lang: Lang) -> Box<Failure> {
        Failure::new("state_missing", fill(&words::STATE_MISSING, lang, &[Put::Text(self.name)]))
    }

    /// Wraps the failure of a tool that answers in JSON in JSON.
    fn answered(&self, failure: Box<Failure>) -> Box<Failure> {
        if !self.json || !failure.data.is_null() {
            return failure;
        }
        let Failure { code, text, told, .. } = *failure;
        let answer = value! { "tool": self.name, "success": false, "error": text, "error_code": code };
        Failure::answer(code, answer, told.unwrap_or(text))
    }
}

/// Failure with the notes about its times before its text: it may name the section that was taken for a time.
fn behind(notes: &str, mut failure: Box<Failure>) -> Box<Failure> {
    failure.text.insert_str(0, notes);
    failure
}
