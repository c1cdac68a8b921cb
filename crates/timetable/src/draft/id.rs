//! Ids of a calendar's things: short, stable, never given out twice.

use std::fmt;

use serde_json::Value;
use stepgate_json::{wanted, Error, FromJson, Json, ToJson, Writer};

macro_rules! id {
    ($kind:ident, $name:ident($number:ty), $letter:literal, $allowed:literal, $about:literal) => {
        #[doc = $about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $number);

        impl $name {
            /// Reads an id in the form that is shown. `None`: the text is none.
            pub fn parse(text: &str) -> Option<Self> {
                let id = $name(text.strip_prefix($letter)?.parse().ok()?);
                (id.to_string() == text).then_some(id)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, concat!($letter, "{}"), self.0)
            }
        }

        impl ToJson for $name {
            fn write(&self, out: &mut Writer) {
                out.string(&self.to_string());
            }
        }

        impl From<$name> for Id {
            fn from(id: $name) -> Self {
                Id::$kind(id)
            }
        }

        impl FromJson for $name {
            fn blank() -> Self {
                $name(0)
            }

            fn take(&mut self, value: &Value) -> Result<(), Error> {
                *self = value.as_str().and_then(Self::parse).ok_or_else(|| wanted($allowed))?;
                Ok(())
            }
        }
    };
}

id!(Item, ItemId(i64), "m", "the id of an item, such as m12", "Id of an item: `m` and the key of its record.");
id!(Group, GroupId(u32), "g", "the id of a group, such as g3", "Id of a group: `g` and the key of its task class.");
id!(Event, EventId(i64), "e", "the id of an event, such as e7", "Id of an event: `e` and the key of its record.");
id!(Rule, RuleId(u32), "r", "the id of a rule, such as r2", "Id of a rule: `r` and its number.");

/// Id of a thing of a calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // named after the things
pub enum Id {
    Group(GroupId),
    Item(ItemId),
    Event(EventId),
    Rule(RuleId),
}

impl Id {
    /// Reads an id in the form that is shown. `None`: the text is none.
    pub fn parse(text: &str) -> Option<Self> {
        let item = || ItemId::parse(text).map(Id::Item);
        let event = || EventId::parse(text).map(Id::Event);
        let rule = || RuleId::parse(text).map(Id::Rule);
        GroupId::parse(text).map(Id::Group).or_else(item).or_else(event).or_else(rule)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Group(id) => id.fmt(out),
            Id::Item(id) => id.fmt(out),
            Id::Event(id) => id.fmt(out),
            Id::Rule(id) => id.fmt(out),
        }
    }
}

impl ToJson for Id {
    fn write(&self, out: &mut Writer) {
        out.string(&self.to_string());
    }
}

impl FromJson for Id {
    fn blank() -> Self {
        Id::Item(ItemId(0))
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let allowed = || wanted("an id of an item, a group, an event or a rule, such as m12, g3, e7 or r2");
        *self = value.as_str().and_then(Id::parse).ok_or_else(allowed)?;
        Ok(())
    }
}

/// Numbers that are given out next. They only grow, and are saved with the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub struct Ids {
    /// Number of the next item.
    pub item: i64,
    /// Number of the next group.
    pub group: u32,
    /// Number of the next event. An item that gets a place of its own takes one, too.
    pub event: i64,
    /// Number of the next rule.
    pub rule: u32,
}

impl Default for Ids {
    fn default() -> Self {
        Ids { item: 1, group: 1, event: 1, rule: 1 }
    }
}

impl Ids {
    /// Gives out the id of a new item.
    pub fn new_item(&mut self) -> ItemId {
        self.item += 1;
        ItemId(self.item - 1)
    }

    /// Gives out the id of a new group.
    pub fn new_group(&mut self) -> GroupId {
        self.group += 1;
        GroupId(self.group - 1)
    }

    /// Gives out the id of a new event.
    pub fn new_event(&mut self) -> EventId {
        self.event += 1;
        EventId(self.event - 1)
    }

    /// Gives out the id of a new rule.
    pub fn new_rule(&mut self) -> RuleId {
        self.rule += 1;
        RuleId(self.rule - 1)
    }

    /// Gives out the id of a new thing of the same kind.
    pub(super) fn new_like(&mut self, id: Id) -> Id {
        match id {
            Id::Item(_) => self.new_item().into(),
            Id::Group(_) => self.new_group().into(),
            Id::Event(_) => self.new_event().into(),
            Id::Rule(_) => self.new_rule().into(),
        }
    }

    /// Whether an id was given out.
    pub fn has_given(&self, id: Id) -> bool {
        match id {
            Id::Item(id) => id.0 < self.item,
            Id::Group(id) => id.0 < self.group,
            Id::Event(id) => id.0 < self.event,
            Id::Rule(id) => id.0 < self.rule,
        }
    }

    /// The numbers behind both.
    pub fn behind(self, other: Ids) -> Ids {
        Ids {
            item: self.item.max(other.item),
            group: self.group.max(other.group),
            event: self.event.max(other.event),
            rule: self.rule.max(other.rule),
        }
    }

    /// The numbers behind this id, too.
    pub(super) fn pass(&mut self, id: Id) {
        match id {
            Id::Item(ItemId(key)) => self.item = self.item.max(key.saturating_add(1)),
            Id::Group(GroupId(key)) => self.group = self.group.max(key.saturating_add(1)),
            Id::Event(EventId(key)) => self.event = self.event.max(key.saturating_add(1)),
            Id::Rule(RuleId(key)) => self.rule = self.rule.max(key.saturating_add(1)),
        }
    }
}
