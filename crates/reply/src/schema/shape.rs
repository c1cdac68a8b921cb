//! The types of a schema.

use std::cell::OnceCell;
use std::rc::Rc;

use serde_json::Value;

use super::decimal::Decimal;
use super::format::Format;
use super::pattern::Pattern;
use stepgate_json::Tree;

/// The shape of a value. Cloning is cheap.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema(pub(super) Rc<Node>);

/// A schema without the reference count: its shape and its annotations.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) shape: Shape,
    pub(super) nullable: bool,
    pub(super) title: Option<String>,
    pub(super) about: Option<String>,
    /// Other spellings of an enum value or of a key: (spelling, name).
    pub(super) aliases: Vec<(String, String)>,
    /// The value of an absent field.
    pub(super) absent: Option<Tree>,
    pub(super) unusable: Option<Instead>,
    pub(super) text_field: Option<String>,
    pub(super) lenient: bool,
    pub(super) near: bool,
    /// Whether a value must not fit several branches (`oneOf`).
    pub(super) exclusive: bool,
    /// The schemas that [`Shape::Named`] refers to, with their names.
    pub(super) definitions: Vec<(String, Schema)>,
    pub(super) exported: Exported,
}

/// The kept result of [`Schema::export`]. The rest of the schema determines it, so comparison skips it.
#[derive(Clone, Debug, Default)]
pub(super) struct Exported(pub(super) OnceCell<Rc<Value>>);

impl PartialEq for Exported {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The replacement of an unusable value, and the notice about it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Instead {
    pub(super) value: Tree,
    pub(super) notice: Option<String>,
}

/// The kind of value, with its bounds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Any,
    Null,
    Boolean,
    Integer(Range),
    Number(Range),
    Text {
        length: Length,
        format: Option<Format>,
        pattern: Option<Rc<Pattern>>,
    },
    Choice(Vec<Tree>),
    List {
        /// The first items, each with its own schema.
        first: Vec<Schema>,
        /// The schema of the items after them; `None` if there must be none.
        items: Option<Schema>,
        length: Length,
    },
    Object {
        fields: Vec<Field>,
        rest: Rest,
        /// The schema of the keys.
        names: Option<Schema>,
    },
    AnyOf(Vec<Schema>),
    /// A schema that contains itself: its index in the definitions of the enclosing schema.
    Named(usize),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) schema: Schema,
    pub(super) required: bool,
}

/// The treatment of keys that an object does not list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Rest {
    Dropped,
    Kept,
    Each(Schema),
}

/// Bounds on a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Range {
    pub(super) min: Option<Decimal>,
    pub(super) max: Option<Decimal>,
    /// Exclusive bounds.
    pub(super) above: Option<Decimal>,
    pub(super) below: Option<Decimal>,
    pub(super) step: Option<Decimal>,
}

/// Bounds on the number of characters of a text or of items of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Length {
    pub(super) min: Option<usize>,
    pub(super) max: Option<usize>,
}

impl Length {
    /// Whether there are no bounds.
    pub(super) fn is_open(self) -> bool {
        self.min.is_none() && self.max.is_none()
    }

    pub(super) fn holds(self, n: usize) -> bool {
        self.min.is_none_or(|min| n >= min) && self.max.is_none_or(|max| n <= max)
    }
}

impl Range {
    /// Whether there are no bounds.
    pub(super) fn is_open(&self) -> bool {
        let bounds = [&self.min, &self.max, &self.above, &self.below, &self.step];
        bounds.iter().all(|bound| bound.is_none())
    }

    pub(super) fn holds(&self, n: &Decimal) -> bool {
        self.min.as_ref().is_none_or(|min| n >= min)
            && self.max.as_ref().is_none_or(|max| n <= max)
            && self.above.as_ref().is_none_or(|bound| n > bound)
            && self.below.as_ref().is_none_or(|bound| n < bound)
            && self.step.as_ref().is_none_or(|step| n.is_multiple_of(step) != Some(false))
    }
}
