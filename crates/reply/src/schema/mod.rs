//! Contracts: the shape that a reply must have, in a subset of JSON Schema 2020-12.
//!
//! A [`Schema`] is written with the builder ([`Schema::object`], [`Schema::field`], …) or read from JSON Schema
//! ([`Schema::parse`], which refuses keywords outside the subset). It has three uses:
//!
//! - [`Schema::check`] fits a value to the shape: it makes the few conversions that are certain (a number written as text, an enum
//!   value in other letters, one value for a list, …), reports each as a [`Coercion`], and lists the rest as [`Problem`]s.
//! - [`Schema::export`] writes JSON Schema for `response_format` in the strict form that providers ask for.
//! - Annotations ([`Schema::or_else`], [`Schema::alias`], …) say how to read a reply; they are never exported to the model.

mod build;
mod check;
mod choose;
mod coerce;
mod decimal;
mod export;
mod format;
mod gbnf;
mod given;
mod keywords;
mod members;
mod names;
mod parse;
#[cfg_attr(not(feature = "pattern"), path = "no_pattern.rs")]
mod pattern;
mod prose;
mod scalar;
mod typescript;
mod words;

use std::cell::OnceCell;
use std::rc::Rc;

use serde_json::Value;

use crate::tape::{Item, Tag, Tape};
use crate::Error;
use check::Check;
use decimal::Decimal;
use format::Format;
use given::Origin;
use pattern::Pattern;
use stepgate_json::{object, Tree};

pub use check::{Decode, Decoded, Fit, Notes};
pub(crate) use coerce::{half_width, in_half_width};

/// The shape of a value. Cloning is cheap.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema(Rc<Node>);

impl Schema {
    /// Reads JSON Schema.
    ///
    /// Known keywords: `type` (a name or a list), `nullable`, `enum`, `const`, `required`, `properties`,
    /// `additionalProperties` (boolean or schema), `propertyNames`, `items`, `prefixItems`, `anyOf`, `oneOf` (a value that fits
    /// several branches without a conversion is a problem), `allOf` (with one branch), `discriminator` (ignored: the check finds the
    /// member that names the branch), `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`, `minLength`,
    /// `maxLength`, `pattern` (with the feature of that name; as in JavaScript, without back-references and lookaround),
    /// `minItems`, `maxItems`, `default` (the value of an absent field), `description`, `title`, `format` (`date`, `date-time`,
    /// `time`), `$defs`, and `$ref` into the same document. A schema may contain itself in a list or an object. A schema without
    /// `type` gets one from its other keywords: `properties` means an object, `items` an array.
    ///
    /// Two extension keywords have a meaning: `x-alias` beside the schema of a property is another name for it, or a list of names;
    /// `x-enum-aliases` beside an `enum` has other names for its values, `{ "ONE": "k1" }`. Other keywords with `x-` are ignored.
    ///
    /// # Errors
    /// [`Kind::Schema`](crate::Kind::Schema) at the JSON pointer of the first thing that is not supported or not well-formed.
    pub fn parse(json: &Value) -> Result<Schema, Error> {
        parse::parse(&Tree::from(json))
    }

    /// Exports JSON Schema for `response_format: json_schema` in OpenAI's strict mode: every property is required (an optional one may
    /// be null), and `additionalProperties` is false wherever properties are listed. Annotations, defaults and text lengths, which
    /// strict mode does not know, are left out; [`Schema::check`] still enforces them.
    pub fn export(&self) -> Value {
        export::export(self)
    }

    /// Exports a grammar in GBNF, the notation of llama.cpp, that allows only JSON of this shape, with fields in the order of the
    /// schema. The grammar enforces formats, lengths and small ranges of integers; [`Schema::check`] enforces other bounds and
    /// patterns, too.
    pub fn gbnf(&self) -> String {
        gbnf::grammar(self)
    }

    /// Exports a TypeScript type for a prompt, with the descriptions as comments. Its name is the title, or `Reply`; the types
    /// that it refers to stand before it.
    pub fn typescript(&self) -> String {
        typescript::declaration(self)
    }

    /// Like [`Schema::parse`], from a [`Tree`].
    pub fn of_tree(json: &Tree) -> Result<Schema, Error> {
        parse::parse(json)
    }

    /// Like [`Schema::export`]; the result is kept for the next call.
    pub fn exported(&self) -> Rc<Value> {
        self.0.exported.0.get_or_init(|| Rc::new(export::export(self))).clone()
    }

    /// Fits `value` to this shape. Keys that the schema does not list are dropped, each with a coercion `ignored`, unless the schema
    /// allows others.
    pub fn check(&self, value: Value) -> Checked {
        let mut tape = Tape::default();
        tape.push_tree(&Tree::from(&value));
        let Fit { tape, notes } = self.fit_with("", &tape, 0, Check::new(&tape.made, check::strict));
        let Notes { coercions, notices, problems, .. } = notes;
        let value = Item::new("", &tape, 0).map(Item::value).unwrap_or_default();
        Checked { value, coercions: coercions.into_iter().map(Coercion::from).collect(), notices, problems }
    }

    /// Fits the value at index `at` of the tape of a reply. `decode` reads JSON that is written as a string. If the schema wants
    /// neither an object nor a list, the value may stand in a sentence: `The answer is TWO.`
    pub fn fit(&self, text: &str, tape: &Tape, at: usize, decode: Decode) -> Fit {
        let wanted = self.wanted();
        let mut check = Check::new(&tape.made, decode);
        check.prose = !wanted.object && !wanted.list;
        self.fit_with(text, tape, at, check)
    }

    fn fit_with<'s>(&'s self, text: &str, tape: &Tape, at: usize, check: Check<'s>) -> Fit {
        Origin::new(text, tape).value(at).map_or_else(Fit::default, |given| check.fit(self, given))
    }

    /// Fits a part of a text without JSON to a schema of a scalar. A string schema takes the text as it is; another schema takes the
    /// only value that the text mentions.
    pub fn fit_text(&self, text: &str, part: std::ops::Range<usize>) -> Fit {
        let mut tape = Tape::default();
        tape.push(Tag::Text, part.start, part.end);
        let mut check = Check::new("", |_| None);
        check.prose = true;
        self.fit_with(text, &tape, 0, check)
    }

    /// The kinds of values that fit. A schema of any value wants an object.
    pub fn wanted(&self) -> Wanted {
        words::wanted(self, &[])
    }

    /// Whether the object, or a branch of the schema that is one, has a field with this name or alias.
    pub fn has_field(&self, name: &str) -> bool {
        words::has_field(self, name, &[])
    }

    /// Whether the schema is an object without listed fields.
    pub fn lists_no_fields(&self) -> bool {
        match &self.0.shape {
            Shape::Object { fields, .. } => fields.is_empty(),
            shape => *shape == Shape::Any,
        }
    }

    /// The allowed values in a few words: `integer 1..5`.
    pub fn allowed(&self) -> String {
        words::allowed(self, &[])
    }

    /// Whether [`Schema::salvage`] is set; never without the feature `full`.
    pub fn salvages(&self) -> bool {
        cfg!(feature = "full") && self.0.salvage
    }

    /// Whether null fits, whatever else does.
    pub fn allows_null(&self) -> bool {
        self.0.nullable
    }

    /// The schema of the items of a list.
    pub fn items(&self) -> Option<&Schema> {
        match &self.0.shape {
            Shape::List { items, .. } => items.as_ref(),
            _ => None,
        }
    }

    /// The name of the field of an object that has just one.
    pub fn only_field(&self) -> Option<&str> {
        match &self.0.shape {
            Shape::Object { fields, .. } if fields.len() == 1 => fields.first().map(|field| field.name.as_str()),
            _ => None,
        }
    }

    /// The field that takes text without JSON, set by [`Schema::or_text`].
    pub fn text_field(&self) -> Option<&str> {
        self.0.text_field.as_deref()
    }
}

/// The kinds of values that a schema wants.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted {
    /// An object fits.
    pub object: bool,
    /// A list fits.
    pub list: bool,
    /// A number, a boolean, null or a text fits.
    pub scalar: bool,
    /// Text of any words fits.
    pub text: bool,
}

/// The result of [`Schema::check`]. The value fits if `problems` is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The value after all coercions.
    pub value: Value,
    /// The conversions, in reading order.
    pub coercions: Vec<Coercion>,
    /// The notices of the defaults that [`Schema::or_else`] supplied.
    pub notices: Vec<String>,
    /// The parts that do not fit, outer values first.
    pub problems: Vec<Problem>,
}

/// A lossless conversion, or a default in the place of an unusable value.
///
/// | kind | conversion |
/// | --- | --- |
/// | `number`, `boolean`, `null` | the value was written as text (a boolean also as the number 1 or 0) |
/// | `integer` | a whole number with a fraction or an exponent, such as `3.0` |
/// | `string` | a number, true or false where a text is wanted |
/// | `enum` | an enum value in other letters, by an alias, or with an explanation behind it |
/// | `near` | an enum value with one slip in its name, where [`Schema::near`] allows it |
/// | `key` | a key in other letters or by an alias; `from` and `to` are the keys |
/// | `list` | one value where a list is wanted, or an empty text for an empty list |
/// | `single_item` | a list with one item where the item is wanted |
/// | `wrapper` | an object with one member, under an unknown key, where the member's value is wanted |
/// | `moved` | a field out of the object before it, whose bracket was forgotten; `from` and `to` are JSON pointers |
/// | `json_text` | JSON that was written as a string |
/// | `default` | an unusable value replaced, or with `Schema::salvage` a missing one made up |
/// | `ignored` | an unknown key dropped, or with `Schema::salvage` an item that does not fit |
/// | `fields` | with `Schema::salvage`, the items of a list as the fields or keys of an object |
/// | `plain_text` | text without JSON, or a number or boolean alone, as the value |
#[derive(Clone, Debug, PartialEq)]
pub struct Coercion {
    /// One of the kinds above.
    pub kind: String,
    /// JSON pointer of the value.
    pub path: String,
    /// The value in the reply.
    pub from: Value,
    /// The value after the conversion.
    pub to: Value,
}

object!(Coercion { kind, path, from, to });

/// A [`Coercion`] detached from its tape, with values that are not built yet.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The kind of conversion.
    pub kind: &'static str,
    /// JSON pointer of the value.
    pub path: String,
    /// The value in the reply.
    pub from: Tree,
    /// The value after the conversion.
    pub to: Tree,
}

object!(write Conversion { kind, path, from, to });

impl From<Conversion> for Coercion {
    fn from(conversion: Conversion) -> Coercion {
        let Conversion { kind, path, from, to } = conversion;
        Coercion { kind: kind.to_owned(), path, from: Value::from(&from), to: Value::from(&to) }
    }
}

/// One part of a value that does not fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// JSON pointer of the part.
    pub path: String,
    /// The kind of value found (`string`, `missing`, `number 7`, …), never its text.
    pub found: String,
    /// The allowed values, in a few words.
    pub allowed: String,
    /// The problem for a person: one sentence without paths. Without it, the engine words one from `path` and `allowed`.
    pub plain: Option<String>,
}

object!(Problem { path, found, allowed } optional { plain });

#[derive(Clone, Debug, PartialEq)]
struct Node {
    shape: Shape,
    nullable: bool,
    title: Option<String>,
    about: Option<String>,
    /// Other spellings of an enum value or of a key: (spelling, name).
    aliases: Vec<(String, String)>,
    /// The value of an absent field.
    absent: Option<Tree>,
    unusable: Option<Instead>,
    text_field: Option<String>,
    lenient: bool,
    near: bool,
    salvage: bool,
    /// Whether a value must not fit several branches (`oneOf`).
    exclusive: bool,
    /// The schemas that [`Shape::Named`] refers to, with their names.
    definitions: Vec<(String, Schema)>,
    exported: Exported,
}

/// The kept result of [`Schema::export`]. The rest of the schema determines it, so comparison skips it.
#[derive(Clone, Debug, Default)]
struct Exported(OnceCell<Rc<Value>>);

impl PartialEq for Exported {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The replacement of an unusable value, and the notice about it.
#[derive(Clone, Debug, PartialEq)]
struct Instead {
    value: Tree,
    notice: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Shape {
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
struct Field {
    name: String,
    schema: Schema,
    required: bool,
}

/// The treatment of keys that an object does not list.
#[derive(Clone, Debug, PartialEq)]
enum Rest {
    Dropped,
    Kept,
    Each(Schema),
}

/// Bounds on a number.
#[derive(Clone, Debug, Default, PartialEq)]
struct Range {
    min: Option<Decimal>,
    max: Option<Decimal>,
    /// Exclusive bounds.
    above: Option<Decimal>,
    below: Option<Decimal>,
    step: Option<Decimal>,
}

/// Bounds on the number of characters of a text or of items of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Length {
    min: Option<usize>,
    max: Option<usize>,
}

impl Length {
    /// Whether there are no bounds.
    fn is_open(self) -> bool {
        self.min.is_none() && self.max.is_none()
    }

    fn holds(self, n: usize) -> bool {
        self.min.is_none_or(|min| n >= min) && self.max.is_none_or(|max| n <= max)
    }
}

impl Range {
    /// Whether there are no bounds.
    fn is_open(&self) -> bool {
        let bounds = [&self.min, &self.max, &self.above, &self.below, &self.step];
        bounds.iter().all(|bound| bound.is_none())
    }

    fn holds(&self, n: &Decimal) -> bool {
        self.min.as_ref().is_none_or(|min| n >= min)
            && self.max.as_ref().is_none_or(|max| n <= max)
            && self.above.as_ref().is_none_or(|bound| n > bound)
            && self.below.as_ref().is_none_or(|bound| n < bound)
            && self.step.as_ref().is_none_or(|step| n.is_multiple_of(step) != Some(false))
    }
}
