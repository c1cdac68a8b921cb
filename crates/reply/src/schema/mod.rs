//! The shape a reply must have: the subset of JSON Schema 2020-12 that contracts need.
//!
//! A [`Schema`] is written with the builder ([`Schema::object`], [`Schema::field`], …) or read from JSON Schema
//! ([`Schema::parse`]); a keyword outside the subset is refused, never skipped. It does three things:
//!
//! - [`Schema::check`] fits a value to the shape: it makes the few conversions that can mean only one thing (a number
//!   written as text, an enum in other letters, one value for a list, …), reports each as a [`Coercion`], and lists
//!   what does not fit as [`Problem`]s.
//! - [`Schema::export`] writes JSON Schema for `response_format` in the strict form that providers ask for.
//! - Its annotations ([`Schema::or_else`], [`Schema::alias`], …) say how a reply is read; a model never sees them.

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
    /// several as it stands is a problem), `allOf` (of one), `discriminator` (a remark: the member that tells
    /// branches apart is found), `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`, `minLength`,
    /// `maxLength`, `pattern` (with the feature of that name: as in JavaScript, without back-references and looking around),
    /// `minItems`, `maxItems`, `default` (the value of an absent field), `description`, `title`, `format` (`date`, `date-time`, `time`), `$defs` and
    /// `$ref` into the same document; a schema may contain itself in a list or an object. A schema without `type` is read by
    /// its other keywords: `properties` means an object, `items` an array.
    ///
    /// Of what begins with `x-`, two say something: `x-alias` beside the schema of a property is another name of it (or
    /// several), and `x-enum-aliases` beside an `enum` has other names for its values: `{ "ONE": "k1" }`. The rest are remarks.
    ///
    /// # Errors
    /// [`Kind::Schema`](crate::Kind::Schema) at the JSON pointer of the first thing that is not supported or not well-formed.
    pub fn parse(json: &Value) -> Result<Schema, Error> {
        parse::parse(&Tree::from(json))
    }

    /// JSON Schema for `response_format: json_schema` in OpenAI's strict mode: every property is required (optional
    /// ones may be null), `additionalProperties` is false wherever properties are listed. Annotations, defaults and
    /// text lengths (which strict mode does not know) are left out; [`Schema::check`] still holds the reply to them.
    pub fn export(&self) -> Value {
        export::export(self)
    }

    /// A grammar in GBNF, the notation of llama.cpp, whose texts are JSON of this shape: fields in their order, optional ones
    /// there or not. It holds the model to formats, to the lengths of texts and lists and to small ranges of integers;
    /// [`Schema::check`] holds it to other bounds and patterns as well.
    pub fn gbnf(&self) -> String {
        gbnf::grammar(self)
    }

    /// The declaration of a TypeScript type, with what the values are for as comments: for a prompt. It is named after the
    /// title, else `Reply`; the types it needs stand before it.
    pub fn typescript(&self) -> String {
        typescript::declaration(self)
    }

    /// As [`Schema::parse`], of a value apart from its text.
    pub fn of_tree(json: &Tree) -> Result<Schema, Error> {
        parse::parse(json)
    }

    /// As [`Schema::export`], made once.
    pub fn exported(&self) -> Rc<Value> {
        self.0.exported.0.get_or_init(|| Rc::new(export::export(self))).clone()
    }

    /// Fits `value` to this shape. Keys an object does not list are dropped, each reported as a coercion `ignored`,
    /// unless the schema allows them.
    pub fn check(&self, value: Value) -> Checked {
        let mut tape = Tape::default();
        tape.push_tree(&Tree::from(&value));
        let Fit { tape, notes } = self.fit_with("", &tape, 0, Check::new(&tape.made, check::strict));
        let Notes { coercions, notices, problems, .. } = notes;
        let value = Item::new("", &tape, 0).map(Item::value).unwrap_or_default();
        Checked { value, coercions: coercions.into_iter().map(Coercion::from).collect(), notices, problems }
    }

    /// Fits the value of a reply, at `at` of a tape; `decode` reads JSON that is given as text. If neither an object nor a
    /// list is wanted, the value may be in words around it.
    pub fn fit(&self, text: &str, tape: &Tape, at: usize, decode: Decode) -> Fit {
        let wanted = self.wanted();
        let mut check = Check::new(&tape.made, decode);
        check.prose = !wanted.object && !wanted.list;
        self.fit_with(text, tape, at, check)
    }

    fn fit_with<'s>(&'s self, text: &str, tape: &Tape, at: usize, check: Check<'s>) -> Fit {
        Origin::new(text, tape).value(at).map_or_else(Fit::default, |given| check.fit(self, given))
    }

    /// Fits a part of a text, without JSON, to a schema that takes something else than containers: a text is taken as it is,
    /// another value where it is the only one mentioned.
    pub fn fit_text(&self, text: &str, part: std::ops::Range<usize>) -> Fit {
        let mut tape = Tape::default();
        tape.push(Tag::Text, part.start, part.end);
        let mut check = Check::new("", |_| None);
        check.prose = true;
        self.fit_with(text, &tape, 0, check)
    }

    /// The kinds of values that a reply should be; where any value fits, an object.
    pub fn wanted(&self) -> Wanted {
        words::wanted(self, &[])
    }

    /// Whether an object of it, or of one of its branches, has a field of this name, or with this alias.
    pub fn has_field(&self, name: &str) -> bool {
        words::has_field(self, name, &[])
    }

    /// Whether it is an object that lists no fields.
    pub fn lists_no_fields(&self) -> bool {
        match &self.0.shape {
            Shape::Object { fields, .. } => fields.is_empty(),
            shape => *shape == Shape::Any,
        }
    }

    /// What a value of it may be, in a few words.
    pub fn allowed(&self) -> String {
        words::allowed(self, &[])
    }

    /// Whether as much of a value is kept as fits; never without the feature `full`.
    pub fn salvages(&self) -> bool {
        cfg!(feature = "full") && self.0.salvage
    }

    /// Whether null is a value of it, whatever else is.
    pub fn allows_null(&self) -> bool {
        self.0.nullable
    }

    /// What the items of a list are.
    pub fn items(&self) -> Option<&Schema> {
        match &self.0.shape {
            Shape::List { items, .. } => items.as_ref(),
            _ => None,
        }
    }

    /// The field of an object that has one only.
    pub fn only_field(&self) -> Option<&str> {
        match &self.0.shape {
            Shape::Object { fields, .. } if fields.len() == 1 => fields.first().map(|field| field.name.as_str()),
            _ => None,
        }
    }

    /// The field that plain text without JSON is the value of, if the schema names one.
    pub fn text_field(&self) -> Option<&str> {
        self.0.text_field.as_deref()
    }
}

/// The kinds of values that a reply should be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted {
    /// An object fits.
    pub object: bool,
    /// A list fits.
    pub list: bool,
    /// Something else.
    pub scalar: bool,
    /// Text, of any words.
    pub text: bool,
}

/// What [`Schema::check`] made of a value. It fits if `problems` is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The value after all coercions.
    pub value: Value,
    /// What was converted, in reading order.
    pub coercions: Vec<Coercion>,
    /// The notices of the defaults that were taken ([`Schema::or_else`]).
    pub notices: Vec<String>,
    /// What does not fit, outer values first.
    pub problems: Vec<Problem>,
}

/// A conversion that lost nothing, or the default that was taken instead of an unusable value.
///
/// Kinds: `number`, `integer`, `boolean`, `null` (written as text; of booleans also 1 and 0), `string` (a number, true or false
/// where a text is wanted), `enum` (other letters, an alias, or an explanation behind it), `near` (a slip in the name of an enum's
/// value, where [`Schema::near`] allows it), `key` (other letters or an alias of a key; `from` and `to` are the keys), `list` (one
/// value for a list, an empty text for an empty one), `single_item` (a value alone in a list), `wrapper` (a value alone in an
/// object, under an unknown key), `moved` (a field in the object before it, whose bracket was forgotten; `from` and `to` are JSON
/// pointers), `json_text` (JSON given as text), `default` (an unusable value replaced, or a missing one made up), `ignored` (an
/// unknown key dropped, or an item that does not fit), `fields` (the items of a list as the fields or keys of an object),
/// `plain_text` (text without JSON, or a number or boolean alone). What is made up, an item that does not fit and `fields` are only
/// where `Schema::salvage` allows them.
#[derive(Clone, Debug, PartialEq)]
pub struct Coercion {
    /// See above.
    pub kind: String,
    /// JSON pointer.
    pub path: String,
    /// What the reply said.
    pub from: Value,
    /// What it was taken for.
    pub to: Value,
}

object!(Coercion { kind, path, from, to });

/// A [`Coercion`], told apart from what it is told in.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The kind of conversion.
    pub kind: &'static str,
    /// JSON pointer of the value.
    pub path: String,
    /// The value as it was given.
    pub from: Tree,
    /// The value as it is read.
    pub to: Tree,
}

object!(write Conversion { kind, path, from, to });

impl From<Conversion> for Coercion {
    fn from(conversion: Conversion) -> Coercion {
        let Conversion { kind, path, from, to } = conversion;
        Coercion { kind: kind.to_owned(), path, from: Value::from(&from), to: Value::from(&to) }
    }
}

/// One thing about a value that does not fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// JSON pointer.
    pub path: String,
    /// The kind of value found (`string`, `missing`, `number 7`, …), never its text.
    pub found: String,
    /// What would be right.
    pub allowed: String,
    /// The same for a person: one sentence without paths. Without it, the engine words one from the path and `allowed`.
    pub plain: Option<String>,
}

object!(Problem { path, found, allowed } optional { plain });

#[derive(Clone, Debug, PartialEq)]
struct Node {
    shape: Shape,
    nullable: bool,
    title: Option<String>,
    about: Option<String>,
    /// Other spellings of an enum value or of a key: from, to.
    aliases: Vec<(String, String)>,
    /// The value of an absent field.
    absent: Option<Tree>,
    unusable: Option<Instead>,
    text_field: Option<String>,
    lenient: bool,
    near: bool,
    salvage: bool,
    /// A value must not fit several branches.
    exclusive: bool,
    /// What [`Shape::Named`] in this schema means: names and schemas.
    definitions: Vec<(String, Schema)>,
    exported: Exported,
}

/// What [`Schema::export`] gave. It follows from the rest, so all are equal.
#[derive(Clone, Debug, Default)]
struct Exported(OnceCell<Rc<Value>>);

impl PartialEq for Exported {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// What an unusable value becomes, and the notice about it.
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
        /// The items after them; nothing if there must be none.
        items: Option<Schema>,
        length: Length,
    },
    Object {
        fields: Vec<Field>,
        rest: Rest,
        /// What keys must be.
        names: Option<Schema>,
    },
    AnyOf(Vec<Schema>),
    /// A schema that contains itself, by its place in the definitions of the schema around it.
    Named(usize),
}

#[derive(Clone, Debug, PartialEq)]
struct Field {
    name: String,
    schema: Schema,
    required: bool,
}

/// What happens to keys an object does not list.
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
    /// Bounds that are not themselves in the range.
    above: Option<Decimal>,
    below: Option<Decimal>,
    step: Option<Decimal>,
}

/// Bounds on characters of a text or items of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Length {
    min: Option<usize>,
    max: Option<usize>,
}

impl Length {
    /// Whether it holds every number.
    fn is_open(self) -> bool {
        self.min.is_none() && self.max.is_none()
    }

    fn holds(self, n: usize) -> bool {
        self.min.is_none_or(|min| n >= min) && self.max.is_none_or(|max| n <= max)
    }
}

impl Range {
    /// Whether it holds every number.
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
