//! The types of a schema, and of the problems that a value has with it.

use std::cell::OnceCell;
use std::rc::Rc;

use serde_json::Value;

use super::decimal::Decimal;
use super::decode::Decode;
use super::format::Format;
use super::pattern::Pattern;
use crate::lang::Text;
use crate::tape::Item;
use stepgate_json::{Json, Tree};

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
    /// The field that holds tool calls.
    pub(super) calls: Option<Calls>,
    pub(super) lenient: bool,
    pub(super) near: bool,
    /// Whether a value must not fit several branches (`oneOf`).
    pub(super) exclusive: bool,
    /// Whether the schema names no type, so that it has the one that its keywords are about.
    pub(super) implied: bool,
    /// Schemas that the fitted value must not fit (`not`).
    pub(super) nots: Vec<Schema>,
    /// Schemas that the fitted value must fit as it is, because they could not be merged into this one.
    pub(super) also: Vec<Schema>,
    /// JSON pointers of keywords without an effect, in the schema of a whole document.
    pub(super) ignored: Vec<String>,
    /// The schemas that [`Shape::Named`] refers to, with their names.
    pub(super) definitions: Vec<(String, Schema)>,
    pub(super) exported: Exported,
}

/// Reads the calls in a field of a reply; none if it is as the contract has it.
type ReadCalls = fn(&Schema, &str, Item<'_>, Decode) -> Result<Option<Rewritten>, Vec<Problem>>;

/// Whether a contract with calls in this field has a tool of a name, with an argument if one is given.
type HasTool = fn(&Schema, &str, &str, Option<&str>) -> bool;

/// The field of a contract that holds calls, and the functions that read them. The pointers keep their code out of the wasm of agents that
/// have no such contract.
#[derive(Clone, Debug)]
pub(super) struct Calls {
    pub(super) field: String,
    pub(super) read: ReadCalls,
    pub(super) has: HasTool,
}

impl PartialEq for Calls {
    fn eq(&self, other: &Calls) -> bool {
        self.field == other.field
    }
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
        patterns: Vec<Rc<Pattern>>,
    },
    Choice(Vec<Tree>),
    List {
        /// The first items, each with its own schema.
        first: Vec<Schema>,
        /// The schema of the items after them; `None` if there must be none.
        items: Option<Schema>,
        length: Length,
        /// Whether no two items may be equal.
        unique: bool,
    },
    Object {
        fields: Vec<Field>,
        rest: Rest,
        /// The schema of the keys.
        names: Option<Schema>,
        rules: Rules,
    },
    AnyOf(Vec<Schema>),
    /// A schema that contains itself: its index in the definitions of the enclosing schema.
    Named(usize),
    /// No value: the schema `false`, or conditions that contradict each other. In an object it is the schema of a field that must be
    /// absent.
    Never,
}

/// Conditions on the members of an object besides those on its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rules {
    /// Schemas of the values under keys that are not fields and match the pattern.
    pub(super) patterns: Vec<(Rc<Pattern>, Schema)>,
    /// Bounds on the number of members.
    pub(super) count: Length,
    /// Keys that demand another key, each with that one.
    pub(super) needs: Vec<(String, String)>,
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

impl Schema {
    /// Whether no value fits.
    pub(super) fn is_never(&self) -> bool {
        self.0.shape == Shape::Never && !self.0.nullable
    }
}

impl Rest {
    /// The schema, for an export, of the values under keys that an object does not list, whatever their patterns. An object with fields
    /// that keeps other keys as they are is exported as if it had no others.
    pub(super) fn others(&self, fields: &[Field], rules: &Rules) -> Option<Schema> {
        let rest = match self {
            Rest::Dropped => None,
            Rest::Kept if !fields.is_empty() => None,
            Rest::Kept => Some(Schema::any()),
            Rest::Each(schema) => Some(schema.clone()),
        };
        let patterns = rules.patterns.iter().map(|(_, schema)| schema.clone());
        let mut all: Vec<Schema> = patterns.chain(rest).filter(|schema| !schema.is_never()).collect();
        if all.iter().any(|schema| schema.0.shape == Shape::Any) {
            return Some(Schema::any());
        }
        all.dedup();
        (!all.is_empty()).then(|| Schema::union(all, false))
    }
}

impl Length {
    /// Whether there are no bounds.
    pub(super) fn is_open(self) -> bool {
        self.min.is_none() && self.max.is_none()
    }

    /// Whether no number is within the bounds.
    pub(super) fn is_empty(self) -> bool {
        self.max.is_some_and(|max| self.min.is_some_and(|min| min > max))
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

/// One part of a value that does not fit.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Problem {
    /// JSON pointer of the part.
    pub path: String,
    /// The value found there.
    pub found: Found,
    /// The values that would do.
    pub allowed: Allowed,
    /// The problem for a person: one sentence without paths. Without it, the engine words one from `path` and `allowed`.
    #[json(optional)]
    pub plain: Option<String>,
}

/// The type of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// null.
    Null,
    /// true or false.
    Boolean,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// A text.
    String,
    /// A list.
    Array,
    /// A list of members with names.
    Object,
}

/// The value that a [`Problem`] is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// No value, where there must be one.
    Missing,
    /// A value of a type.
    Type(Type),
    /// A short value, as JSON, behind its type. A longer text is cut off after 40 characters.
    Value(Type, String),
    /// A text of so many characters.
    Characters(usize),
    /// A list of so many items.
    Items(usize),
    /// An object of so many members.
    Members(usize),
    /// An object with these members, as a JSON string.
    With(String),
    /// A member beside the call that it belongs into.
    BesideCall(String),
    /// Arguments of a tool that do not say which is which.
    NamelessArgs(String),
    /// Arguments in this member, without the name of a tool.
    ArgsAlone(String),
    /// Two things that cannot both hold.
    Both(Box<(String, String)>),
    /// This call, and a reply without a call.
    CallAndNone(String),
    /// A part of the text, behind another; none if the text ends there.
    Behind(Box<(Option<String>, String)>),
    /// A list with equal items.
    EqualItems,
    /// A value that fits more than one of several schemas.
    FitsSeveral,
    /// The name of a member.
    Key,
    /// Several tools in one call.
    SeveralTools,
    /// A call behind words that end with a colon.
    AnnouncedCall,
    /// A call that is cut off, or has more in it than plain values.
    BrokenCall,
    /// A description by an agent or a tool, in the language of the session.
    Text(String),
}

/// The values that a [`Problem`] asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Allowed {
    /// No other value would do, and the [`Found`] of the problem is a sentence that says why.
    Unsaid,
    /// A value that fits a schema.
    Fitting(Fitting),
    /// One of these names.
    Names(Vec<String>),
    /// A value beside the member with this name.
    Beside(String),
    /// An object with one of these members, or with the call that follows.
    With(Box<(Vec<String>, String)>),
    /// Arguments, each with its name.
    Named(Vec<String>),
    /// The first member as a part of the second.
    Inside(Box<(String, String)>),
    /// An integer not beyond this one, above and below zero, or its digits as a text.
    Exact(&'static str),
    /// A description in the program.
    Said(Text),
    /// A description by an agent or a tool, in the language of the session.
    Text(String),
}

/// A schema, with the definitions that it refers to.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitting {
    pub(super) schema: Schema,
    pub(super) scope: Vec<(String, Schema)>,
}

/// A reply whose calls were written in another form.
pub(super) struct Rewritten {
    pub(super) value: Tree,
    /// Pointer of the conversion: the field of the calls, or the whole reply.
    pub(super) path: String,
    pub(super) kind: &'static str,
    pub(super) from: Tree,
    pub(super) to: Tree,
    /// Whether JSON written as a string was not whole.
    pub(super) lossy: bool,
}
