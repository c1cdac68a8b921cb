//! Running and rehearsing a tool call.

use serde_json::Value;

use super::arg::Kind;
use super::args::{joined, of_tool, Args};
use super::desk::{Desk, Look, Settings};
use super::numbers::Numbered;
use super::outcome::{Action, Answer, Failure, Outcome};
use super::page::{fill, Put};
use super::spec::{Handler, ToolSpec};
use super::{neighbours, numbers, words, write};
use stepgate_engine::{Call, Lang, Text};
use stepgate_json::{to_text, value};
use stepgate_timetable::Command;

impl ToolSpec {
    /// Runs a call.
    pub(super) fn call(&'static self, call: &Call, desk: &mut Desk, settings: &Settings) -> Outcome {
        match self.run_on(call, desk, settings) {
            Ok(outcome) => outcome,
            Err(failure) => self.answered(self.with_others(failure, call)).into(),
        }
    }

    fn run_on(&'static self, call: &Call, desk: &mut Desk, settings: &Settings) -> Answer {
        let lang = call.lang;
        self.runnable(desk, lang)?;
        let timetable = &mut desk.timetable;
        let Numbered { args, notes } = numbers::numbered(self, call.args, timetable.as_ref(), &settings.times, lang)?;
        let args = self.read(&args, lang)?;
        let outcome = match (&self.handler, timetable) {
            (Handler::Args(read), _) => read(&args, lang),
            (Handler::Input(read), timetable) => read(&args, timetable.as_ref(), settings),
            (Handler::Host(read), _) => {
                let input = read(&args)?;
                Ok(Outcome { action: Some(Box::new(Action::Host(input.clone()))), ..Outcome::answer(&input) })
            }
            (Handler::Look(look), Some(timetable)) => look(&Look { timetable, settings, args, lang }),
            (Handler::Write(command), Some(timetable)) => write::run(timetable, settings, &command(&args)?, lang),
            _ => Err(self.failure("state_missing", &words::STATE_MISSING, lang)),
        };
        match outcome {
            Ok(outcome) => Ok(Outcome { text: notes + &outcome.text, ..outcome }),
            Err(failure) if failure.refused.is_some() => Err(behind(&notes, failure)),
            Err(failure) => Err(failure),
        }
    }

    /// Sentences about times inside of sections that a call takes from the next one; empty if the call fails.
    pub(super) fn time_notes(&'static self, call: &Call, desk: &Desk, settings: &Settings) -> String {
        let numbered = numbers::numbered(self, call.args, desk.timetable.as_ref(), &settings.times, call.lang);
        numbered.map(|numbered| numbered.notes).unwrap_or_default()
    }

    /// Failure with the other problems of the arguments, so that one correction mends them all.
    fn with_others(&self, failure: Box<Failure>, call: &Call) -> Box<Failure> {
        if !matches!(failure.code, "missing_arg" | "invalid_args") || failure.text.starts_with('{') {
            return failure;
        }
        let args = Args::new(self.name, call.args, call.lang).map(|args| args.of(self.args));
        let others = args.map_or(Vec::new(), |args| self.problems(&args));
        let first = failure.clone();
        joined(std::iter::once(*failure).chain(others).collect()).unwrap_or(first)
    }

    /// Problems of the arguments that the tool describes: unknown ones if it is strict, missing ones, and those of another kind.
    fn problems(&self, args: &Args<'_>) -> Vec<Failure> {
        let mut problems = Vec::new();
        if self.is_strict() {
            problems.extend(args.only(|key| self.takes(key)).err());
        }
        for arg in self.args() {
            let name = arg.name;
            problems.extend(match arg.kind {
                _ if args.get(name).is_none() => arg.required.then(|| {
                    let told = fill(&words::MISSING_ARG, args.lang, &[Put::Text(name)]);
                    of_tool(args.tool, "missing_arg", told, args.lang)
                }),
                Kind::Whole => args.whole(name).err(),
                Kind::Flag => args.flag(name).err(),
                Kind::Word | Kind::OneOf(_) => args.word(name).err(),
                Kind::Wholes | Kind::Days => args.wholes(name).err(),
                Kind::Words | Kind::SomeOf(_) => args.words(name).err(),
                _ => None,
            });
        }
        problems.into_iter().map(|failure| *failure).collect()
    }

    /// Change that a call would make.
    pub(super) fn rehearse(
        &'static self,
        call: &Call,
        desk: &Desk,
        settings: &Settings,
    ) -> Result<Value, Box<Failure>> {
        self.rehearsed(call, desk, settings).map_err(|failure| self.with_others(failure, call))
    }

    fn rehearsed(&'static self, call: &Call, desk: &Desk, settings: &Settings) -> Result<Value, Box<Failure>> {
        let lang = call.lang;
        self.runnable(desk, lang)?;
        let numbered = numbers::numbered(self, call.args, desk.timetable.as_ref(), &settings.times, lang)?;
        let args = self.read(&numbered.args, lang)?;
        match (&self.handler, &desk.timetable) {
            (Handler::Write(command), Some(timetable)) => {
                let command: Command = command(&args)?;
                let rehearsed = write::rehearse(timetable, &settings.rules, &command, lang);
                rehearsed.map_err(|failure| {
                    let failure = neighbours::named(timetable, settings, &command, failure, lang);
                    behind(&numbered.notes, failure)
                })
            }
            (Handler::Input(read), timetable) => {
                match read(&args, timetable.as_ref(), settings)
                    .map_err(|failure| self.answered(failure))?
                    .action
                    .map(|action| *action)
                {
                    Some(Action::UpsertTaskClass(input)) => Ok(input),
                    _ => Ok(Value::Array(Vec::new())),
                }
            }
            _ => Ok(Value::Array(Vec::new())),
        }
    }

    /// Arguments of a call; a strict tool refuses unknown ones.
    fn read<'a>(&self, given: &'a Value, lang: Lang) -> Result<Args<'a>, Box<Failure>> {
        let args = Args::new(self.name, given, lang)?.of(self.args);
        if self.is_strict() {
            args.only(|key| self.takes(key))?;
        }
        Ok(args)
    }

    /// Whether unknown arguments are refused: as all tools do that read the timetable.
    fn is_strict(&self) -> bool {
        self.strict || matches!(self.handler, Handler::Look(_))
    }

    /// Checks that a tool that needs a timetable has one.
    fn runnable(&self, desk: &Desk, lang: Lang) -> Result<(), Box<Failure>> {
        match self.needs_state() && desk.timetable.is_none() {
            true => Err(self.failure("state_missing", &words::STATE_MISSING, lang)),
            false => Ok(()),
        }
    }

    /// Outcome of a host tool where the host does not provide it.
    pub fn not_enabled(&self, lang: Lang) -> Outcome {
        let failure = self.failure("not_enabled", &words::HOST_TOOL, lang);
        self.answered(failure).into()
    }

    fn failure(&self, code: &'static str, text: &Text, lang: Lang) -> Box<Failure> {
        Failure::new(code, fill(text, lang, &[Put::Text(self.name)]))
    }

    /// Wraps the failure of a tool that answers in JSON in JSON.
    fn answered(&self, mut failure: Box<Failure>) -> Box<Failure> {
        if self.json && !failure.text.starts_with('{') {
            let answer =
                value! { "tool": self.name, "success": false, "error": failure.text, "error_code": failure.code };
            failure.told.get_or_insert(failure.text);
            failure.text = to_text(&answer);
        }
        failure
    }
}

/// Failure with the notes about its times before its text: it may name the section that was taken for a time.
fn behind(notes: &str, mut failure: Box<Failure>) -> Box<Failure> {
    failure.text.insert_str(0, notes);
    failure
}
