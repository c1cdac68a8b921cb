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
    /// Meaning, for the model.
    pub about: Text,
    /// Other names under which models write it.
    pub aliases: &'static [&'static str],
}

impl Arg {
    /// Its name and the aliases.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// The same argument with other names.
    pub(super) const fn or_named(self, aliases: &'static [&'static str]) -> Self {
        Arg { aliases, ..self }
    }
}

/// Objects of a list.
#[derive(Debug, PartialEq, Eq)]
pub struct Form {
    /// Their shape, for the model.
    pub shape: &'static str,
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
    /// Name of the kind for the model: `integer`, `string: a|b`, `list of integer` …
    pub fn name(self) -> String {
        let (name, values) = match self {
            Kind::Whole => ("integer", &[][..]),
            Kind::Flag => ("boolean", &[][..]),
            Kind::Word => ("string", &[][..]),
            Kind::OneOf(values) => ("string: ", values),
            Kind::Wholes => ("list of integer", &[][..]),
            Kind::Words => ("list of string", &[][..]),
            Kind::Day => ("integer or YYYY-MM-DD", &[][..]),
            Kind::Days => ("list of integer or YYYY-MM-DD", &[][..]),
            Kind::Weekdays => ("list of 1-7", &[][..]),
            Kind::Section(_) => ("integer or HH:MM", &[][..]),
            Kind::Item | Kind::Group => ("integer", &[][..]),
            Kind::Items | Kind::Groups => ("list of integer", &[][..]),
            Kind::Each(form) => (form.shape, &[][..]),
            Kind::Object => ("object", &[][..]),
            Kind::Objects => ("list of object", &[][..]),
        };
        [name, &values.join("|")].concat()
    }
}

/// Required arguments with their kinds: `{task_id: integer, day: integer or YYYY-MM-DD}`.
pub(super) fn shape(groups: &[&[Arg]]) -> String {
    let required = groups
        .iter()
        .copied()
        .flatten()
        .filter(|arg| arg.required)
        .map(|arg| format!("{}: {}", arg.name, arg.kind.name()));
    format!("{{{}}}", required.collect::<Vec<_>>().join(", "))
}
