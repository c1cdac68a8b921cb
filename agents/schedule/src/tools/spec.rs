//! Description of a tool: name, purpose, arguments, pack, and the way it runs (spec-tools.md 2.1).

use serde_json::Value;

use super::arg::{named, Arg};
use super::args::Args;
use super::desk::{Look, Settings};
use super::outcome::{Answer, Failure};
use super::words;
use stepgate_engine::{Access, Lang, PackTool, Text};
use stepgate_timetable::{Command, Timetable};

/// Description of a tool.
pub struct ToolSpec {
    /// Name that the model writes.
    pub name: &'static str,
    /// Purpose in one sentence, for the model and the card.
    pub about: Text,
    /// Arguments, in groups.
    pub args: &'static [&'static [Arg]],
    /// Whether the tool reads or writes.
    pub access: Access,
    /// Pack of the tool; none for tools that every prompt lists.
    pub pack: Option<&'static str>,
    /// Whether the tool answers in JSON instead of sentences.
    pub json: bool,
    /// Function that runs the tool.
    pub(super) handler: Handler,
}

impl ToolSpec {
    /// Whether the tool changes the timetable.
    pub fn mutates(&self) -> bool {
        matches!(self.handler, Handler::Write(_))
    }

    /// Whether unknown arguments are a failure, as they are for each tool that reads the timetable; otherwise they are ignored.
    pub(super) fn is_strict(&self) -> bool {
        matches!(self.handler, Handler::Look(_))
    }

    /// Whether the tool needs the timetable.
    pub fn needs_state(&self) -> bool {
        matches!(self.handler, Handler::Look(_) | Handler::Write(_))
    }

    /// Arguments in order.
    pub fn args(&self) -> impl Iterator<Item = &'static Arg> {
        self.args.iter().copied().flatten()
    }

    /// Whether the tool has an argument of this name.
    pub(super) fn takes(&self, name: &str) -> bool {
        self.args().any(|arg| arg.names().any(|known| known == name))
    }

    /// Describes the tool for the model: a line for the tool, and one for each argument that needs words.
    pub fn describe(&self, lang: Lang, out: &mut String) {
        let access = if self.access == Access::Write { words::WRITES } else { words::READS };
        let args = named(self.args());
        let [access, about] = [access.in_lang(lang), self.about.in_lang(lang)];
        out.push_str(&["- ", self.name, "(", &args, ")", access, about, "\n"].concat());
        for arg in self.args() {
            let about = arg.about.in_lang(lang);
            if !about.is_empty() {
                out.push_str(&["  - ", arg.name, words::COLON.in_lang(lang), about, "\n"].concat());
            }
        }
    }

    /// Whether the host runs the tool.
    pub fn is_host(&self) -> bool {
        matches!(self.handler, Handler::Host(_))
    }
}

/// Describes a tool that opens or closes packs, as [`ToolSpec::describe`] does.
pub fn describe_opening(tool: &PackTool, lang: Lang, out: &mut String) {
    let packs = tool.packs.join("|");
    out.push_str(&["- ", tool.name, "(packs: [", &packs, "])", words::READS.in_lang(lang), tool.about, "\n"].concat());
}

/// Way in which a tool runs.
pub(super) enum Handler {
    /// Reads the timetable.
    Look(fn(&Look<'_>) -> Answer),
    /// Changes the timetable by a command.
    Write(ToCommand),
    /// Makes the input of a host's write from its arguments; the timetable may be missing.
    Input(fn(&Args<'_>, Option<&Timetable>, &Settings) -> Answer),
    /// Runs at the host, with the arguments that this function gives.
    Host(ToHost),
    /// Runs in the agent itself, which keeps the writes.
    Agent,
}

/// Arguments for the host.
pub(super) type ToHost = fn(&Args<'_>) -> Result<Value, Box<Failure>>;

/// Command that a write tool gives to the timetable.
pub(super) type ToCommand = fn(&Args<'_>) -> Result<Command, Box<Failure>>;
