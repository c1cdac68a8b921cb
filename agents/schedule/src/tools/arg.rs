//! Description of a tool's arguments.

use stepgate_engine::Text;

/// Argument of a tool.
#[derive(Debug, PartialEq, Eq)]
pub struct Arg {
    /// Name that the model writes.
    pub name: &'static str,
    /// Kind of value.
    pub kind: Kind,
    /// Whether the argument is required.
    pub required: bool,
    /// Facts that its name and kind do not tell the model; may be empty.
    pub about: Text,
    /// Other names under which models write it.
    pub aliases: &'static [&'static str],
}

impl Arg {
    /// Its name and the aliases.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// The same argument with words about what its name and kind do not tell.
    pub(super) const fn told(self, about: Text) -> Self {
        Arg { about, ..self }
    }

    /// The same argument with other names.
    pub(super) const fn or_named(self, aliases: &'static [&'static str]) -> Self {
        Arg { aliases, ..self }
    }
}

/// Range of a count.
pub(super) const COUNT: Kind = Kind::Within(1, u32::MAX as i64);

/// Required argument, whose name and kind tell all.
pub(super) const fn need(name: &'static str, kind: Kind) -> Arg {
    Arg { name, kind, required: true, about: Text { zh: "", en: "" }, aliases: &[] }
}

/// Optional argument, whose name and kind tell all.
pub(super) const fn may(name: &'static str, kind: Kind) -> Arg {
    Arg { required: false, ..need(name, kind) }
}

/// Objects of a list.
#[derive(Debug, PartialEq, Eq)]
pub struct Form {
    /// Their members.
    pub args: &'static [Arg],
    /// The list as a complaint describes it.
    pub allowed: &'static Text,
}

/// Section that a clock time names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The one that begins then.
    Start,
    /// The one that ends then.
    End,
    /// The last one that begins earlier.
    After,
    /// The first one that ends later.
    Before,
}

/// Kind of value that an argument takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole number.
    Whole,
    /// Whole number from the first to the last.
    Within(i64, i64),
    /// Number of sections in a row: as many as a day has, at most.
    Length,
    /// Boolean.
    Flag,
    /// Text.
    Word,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// List of whole numbers.
    Wholes,
    /// List of texts.
    Words,
    /// Day of the window: its number or its date.
    Day,
    /// List of days of the window: their numbers or dates.
    Days,
    /// List of weekdays: their numbers, 1 for Monday, or their names.
    Weekdays,
    /// Section of a day: its number or a clock time.
    Section(Edge),
    /// Task: its id, or its name if no other has it.
    Item,
    /// List of tasks.
    Items,
    /// Task class: its id, or its name if no other has it.
    Group,
    /// List of task classes.
    Groups,
    /// List of objects with these members.
    Each(&'static Form),
    /// Object.
    Object,
    /// List of objects.
    Objects,
}

impl Kind {
    /// Name of the kind for the model, which the prompt explains: `number`, `a|b`, `[day]` …
    pub fn name(self) -> String {
        let name = match self {
            Kind::Whole | Kind::Within(..) | Kind::Length => "number",
            Kind::Flag => "true|false",
            Kind::Word => "text",
            Kind::OneOf(values) => return values.join("|"),
            Kind::Wholes => "[number]",
            Kind::Words => "[text]",
            Kind::Day => "day",
            Kind::Days => "[day]",
            Kind::Weekdays => "[1-7]",
            Kind::Section(_) => "period",
            Kind::Item => "task",
            Kind::Items => "[task]",
            Kind::Group => "class",
            Kind::Groups => "[class]",
            Kind::Each(form) => return format!("[{{{}}}]", named(form.args.iter())),
            Kind::Object => "object",
            Kind::Objects => "[object]",
        };
        name.to_owned()
    }
}

/// Arguments with their kinds: `task_id: task, day?: day`.
pub(super) fn named<'a>(args: impl Iterator<Item = &'a Arg>) -> String {
    let one = |arg: &Arg| [arg.name, if arg.required { ": " } else { "?: " }, &arg.kind.name()].concat();
    args.map(one).collect::<Vec<_>>().join(", ")
}
