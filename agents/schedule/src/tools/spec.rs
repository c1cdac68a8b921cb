//! What is said of a tool: its name, what it is for, its arguments, where it belongs and how it runs.

use serde_json::Value;

use super::words;
use super::{Answer, Args, Look, Queue};
use stepgate_engine::Access;
use stepgate_engine::{Lang, Text};
use stepgate_json::names;
use stepgate_timetable::Command;

/// A tool.
pub struct ToolSpec {
    /// Its name, as the model writes it.
    pub name: &'static str,
    /// What it does, in a sentence for the model and the card.
    pub about: Text,
    /// Its arguments, in groups.
    pub args: &'static [&'static [Arg]],
    /// Read or write.
    pub access: Access,
    /// The domain it belongs to; none for what is always visible.
    pub domain: Option<Domain>,
    /// The pack it belongs to.
    pub pack: Pack,
    /// Whether arguments it does not know are refused; else they are passed over.
    pub(super) strict: bool,
    /// Whether it answers in JSON, not in sentences.
    pub json: bool,
    pub(super) run: Run,
}

impl ToolSpec {
    /// Whether it changes the timetable.
    pub fn mutates(&self) -> bool {
        matches!(self.run, Run::Write(_) | Run::WriteHead(_))
    }

    /// Whether it needs the timetable.
    pub fn needs_state(&self) -> bool {
        matches!(self.run, Run::Look(_) | Run::Queue(_) | Run::Write(_) | Run::WriteHead(_))
    }

    /// Whether it is kept out of sight and only answers that it is not there.
    pub fn is_disabled(&self) -> bool {
        matches!(self.run, Run::Disabled(_))
    }

    /// Its arguments.
    pub fn args(&self) -> impl Iterator<Item = &'static Arg> {
        self.args.iter().copied().flatten()
    }

    /// Whether it has an argument of this name.
    pub(super) fn takes(&self, name: &str) -> bool {
        for group in self.args {
            for arg in *group {
                if arg.name.len() == name.len() && arg.name == name {
                    return true;
                }
            }
        }
        false
    }

    /// What the model is told of it: a line for the tool, one for each argument.
    pub fn describe(&self, lang: Lang, out: &mut String) {
        let access = if self.access == Access::Write { words::WRITES } else { words::READS };
        let answers = if self.json { words::ANSWERS_JSON } else { words::ANSWERS_TEXT };
        for text in ["- ", self.name, access.in_lang(lang), answers.in_lang(lang), self.about.in_lang(lang), "\n"] {
            out.push_str(text);
        }
        for arg in self.args() {
            let required = if arg.required { words::REQUIRED } else { words::OPTIONAL };
            let parts =
                ["  - ", arg.name, " (", &arg.kind.name(), required.in_lang(lang), arg.about.in_lang(lang), "\n"];
            parts.iter().for_each(|text| out.push_str(text));
        }
    }

    /// Whether the host runs it.
    pub fn is_host(&self) -> bool {
        matches!(self.run, Run::Host(_))
    }
}

/// A domain of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// The timetable.
    Schedule,
    /// Task classes.
    TaskClass,
}

names!(Domain { Schedule "schedule", TaskClass "taskclass" });

/// A pack of tools of a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pack {
    /// Visible with its domain.
    Core,
    /// The diagnosis.
    Analyze,
    /// Single days and tasks.
    DetailRead,
    /// Writes.
    Mutation,
    /// One task after the other.
    Queue,
    /// Further analysis.
    DeepAnalyze,
    /// Searching the web.
    Web,
}

names!(Pack {
    Core "core", Analyze "analyze", DetailRead "detail_read", Mutation "mutation", Queue "queue",
    DeepAnalyze "deep_analyze", Web "web"
});

/// An argument of a tool.
pub struct Arg {
    /// Its name.
    pub name: &'static str,
    /// What may be given.
    pub kind: Kind,
    /// Whether it must be given.
    pub required: bool,
    /// What it means.
    pub about: Text,
}

/// What may be given for an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Whole,
    /// True or false.
    Flag,
    /// A text.
    Word,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// Whole numbers.
    Wholes,
    /// Texts.
    Words,
    /// Some of these texts.
    SomeOf(&'static [&'static str]),
    /// Moves: `{ task_id, new_day, new_slot_start }` each.
    Moves,
    /// An object.
    Object,
    /// Objects.
    Objects,
}

impl Kind {
    /// What the model is told: `integer`, `string: a|b`, `list of integer` …
    pub fn name(self) -> String {
        let (name, values) = match self {
            Kind::Whole => ("integer", &[][..]),
            Kind::Flag => ("boolean", &[][..]),
            Kind::Word => ("string", &[][..]),
            Kind::OneOf(values) => ("string: ", values),
            Kind::Wholes => ("list of integer", &[][..]),
            Kind::Words => ("list of string", &[][..]),
            Kind::SomeOf(values) => ("list of string: ", values),
            Kind::Moves => ("list of {task_id, new_day, new_slot_start}", &[][..]),
            Kind::Object => ("object", &[][..]),
            Kind::Objects => ("list of object", &[][..]),
        };
        [name, &values.join("|")].concat()
    }
}

/// How a tool runs.
pub(super) enum Run {
    /// It looks at the timetable.
    Look(fn(&Look<'_>) -> Answer),
    /// It looks at the timetable and works on the queue.
    Queue(fn(&Look<'_>, &mut Queue) -> Answer),
    /// It changes the timetable by this command.
    Write(ToCommand),
    /// As that, of the head of the queue, which learns how it went.
    WriteHead(ToCommand),
    /// It reads its arguments only.
    Args(fn(&Args<'_>, Lang) -> Answer),
    /// The host runs it, with these arguments.
    Host(ToHost),
    /// It answers with this code.
    Disabled(&'static str),
}

/// The arguments a host is called with.
pub(super) type ToHost = fn(&Args<'_>) -> Result<Value, Box<super::Failure>>;

/// What a call of a write tool asks of the timetable.
pub(super) type ToCommand = fn(&Args<'_>, &Queue) -> Result<Command, Box<super::Failure>>;
