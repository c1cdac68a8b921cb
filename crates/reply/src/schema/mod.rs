//! Contracts: the shape that a reply must have, in JSON Schema.
//!
//! A [`Schema`] is written with the builder ([`Schema::object`], [`Schema::field`], …) or read from JSON Schema
//! ([`Schema::parse`], which refuses the few keywords that it cannot enforce). It has three uses:
//!
//! - [`Schema::check`] fits a value to the shape: it makes the few conversions that are certain (a number written as text, an enum
//!   value in other letters, one value for a list, …), reports each as a [`Coercion`], and lists the rest as [`Problem`]s.
//! - [`Schema::export`] writes JSON Schema for `response_format` in the strict form that providers ask for.
//! - Annotations ([`Schema::or_else`], [`Schema::alias`], …) say how to read a reply; they are never exported to the model.

mod build;
mod calls;
mod check;
mod choose;
mod coerce;
mod decimal;
mod decode;
mod export;
mod format;
mod gbnf;
mod given;
mod keywords;
mod meet;
mod members;
mod names;
mod notes;
mod parse;
mod pattern;
mod problem;
mod prose;
mod scalar;
mod shape;
mod typescript;
mod words;

use std::rc::Rc;

use serde_json::Value;

use crate::tape::{Item, Tag, Tape};
use check::Check;
use given::Origin;
use shape::Rewritten;
use shape::Shape;
use stepgate_json::Error;
use stepgate_json::Tree;

pub use calls::CallPlace;
pub use check::{Fit, Notes};
pub use decode::{Decode, Decoded};
pub use notes::{Checked, Coercion, Conversion};
pub use shape::{Allowed, Fitting, Found, Problem, Schema, Type};
pub(crate) use words::behind_chinese;
pub use words::Wanted;

impl Schema {
    /// Reads JSON Schema.
    ///
    /// | about | keywords |
    /// | --- | --- |
    /// | any value | `type` (a name or a list), `nullable`, `enum`, `const`, `allOf`, `anyOf`, `oneOf` (a value that fits several branches without a conversion is a problem), `not`, `if` with `then` and `else`, `default` (the value of an absent field), `title`, `description` |
    /// | texts | `minLength`, `maxLength`, `pattern` (as in JavaScript, without back-references, looking behind and `\p`), `format` |
    /// | numbers | `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum` (a number, or true as in draft 4), `multipleOf` |
    /// | lists | `items`, `prefixItems`, or `items` as a list with `additionalItems`, `minItems`, `maxItems`, `uniqueItems` |
    /// | objects | `properties`, `required`, `additionalProperties`, `patternProperties`, `propertyNames`, `minProperties`, `maxProperties`, `dependentRequired`, `dependentSchemas`, `dependencies` |
    /// | the document | `$defs`, `definitions`, `$ref` into the same document, by a JSON pointer, an `$anchor`, or an `$id` as it is written |
    ///
    /// Conditions beside `$ref`, `allOf`, `anyOf`, `oneOf` and `if` are merged into each branch, so that the check converts values there,
    /// too. Where two cannot be merged (two formats, a schema that contains itself with others beside it), the result must fit the second
    /// as it is. In a document whose `$schema` is draft 3 to 7, keywords beside `$ref` have no effect. A schema may contain itself in a list
    /// or an object.
    ///
    /// A schema without `type` gets one from its other keywords: `properties` means an object, `items` an array, and so on, unless a
    /// schema that it is merged with is about another kind. The formats `date`, `date-time`, `time`, `duration`, `email`, `hostname`,
    /// `ipv4`, `ipv6`, `uri` and `uuid` are checked; a time may lack its offset. Other formats, and unknown keywords, have no effect;
    /// [`Schema::ignored`] lists the keywords. Those that would change which values fit (`contains`, `unevaluatedProperties`,
    /// `unevaluatedItems`, `$dynamicRef`, and `extends` and `disallow` of draft 3) are refused, as is a schema that no value fits.
    ///
    /// Three extension keywords have a meaning: `x-alias` beside the schema of a property is another name for it, or a list of names;
    /// `x-enum-aliases` beside an `enum` has other names for its values, `{ "ONE": "k1" }`; `x-calls` names the property of a reply that
    /// holds tool calls, as [`Schema::calls`]. Other keywords with `x-` are ignored.
    ///
    /// # Errors
    /// [`Kind::Schema`](stepgate_json::Kind::Schema) at the JSON pointer of the first thing that is not supported or not well-formed.
    pub fn parse(json: &Value) -> Result<Schema, Error> {
        parse::parse(&Tree::from(json))
    }

    /// Exports JSON Schema for `response_format: json_schema` in OpenAI's strict mode: every property is required (an optional one may
    /// be null), and `additionalProperties` is false wherever properties are listed. Annotations, and conditions that strict mode does not
    /// know (text lengths, `not`, `uniqueItems`, numbers of properties, a second pattern, …), are left out; [`Schema::check`] still enforces
    /// them.
    pub fn export(&self) -> Value {
        export::export(self)
    }

    /// Exports a grammar in GBNF, the notation of llama.cpp, that allows only JSON of this shape, with fields in the order of the
    /// schema, and white space bounded: a blank, or a line break with an indentation. The grammar enforces formats, lengths and small
    /// ranges of integers; [`Schema::check`] enforces other bounds, patterns and `not`, too.
    pub fn gbnf(&self) -> String {
        gbnf::grammar(self)
    }

    /// Exports a TypeScript type for a prompt, with the descriptions as comments. Its name is the title, or `Reply`; the types
    /// that it refers to stand before it.
    pub fn typescript(&self) -> String {
        typescript::declaration(self)
    }

    /// JSON pointers of the keywords that had no effect because they are unknown, in a schema that was read from JSON Schema. Those
    /// that begin with `x-` are not among them.
    pub fn ignored(&self) -> &[String] {
        &self.0.ignored
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
        let Fit { tape, notes } = self.fit_with("", &tape, 0, Check::new(&tape.made, decode::strict));
        let Notes { coercions, notices, problems, .. } = notes;
        let value = Item::new("", &tape, 0).map_or(Value::Null, Item::value);
        Checked { value, coercions: coercions.into_iter().map(Coercion::from).collect(), notices, problems }
    }

    /// Fits the value at index `at` of the tape of a reply. `decode` reads JSON that is written as a string. If the schema wants
    /// neither an object nor a list, the value may stand in a sentence: `The answer is TWO.`
    pub fn fit(&self, text: &str, tape: &Tape, at: usize, decode: Decode) -> Fit {
        let wanted = self.wanted();
        let begun = |tape: &Tape| {
            let mut check = Check::new(&tape.made, decode);
            check.prose = !wanted.object && !wanted.list;
            check
        };
        let reply = Item::new(text, tape, at).map_or(Ok(None), |reply| calls::rewritten(self, reply, decode));
        match reply {
            Ok(None) => {
                let mut fit = self.fit_with(text, tape, at, begun(tape));
                let foreign = Item::new(text, tape, at).and_then(|reply| calls::foreign(self, reply, &fit.notes));
                fit.notes.problems.extend(foreign);
                fit
            }
            Ok(Some(Rewritten { value, lossy, kind, path, from, to })) => {
                let mut tape = Tape::default();
                tape.push_tree(&value);
                let mut fit = self.fit_with("", &tape, 0, begun(&tape));
                fit.notes.lossy |= lossy;
                fit.notes.coercions.insert(0, Conversion { kind, path, from, to });
                fit
            }
            Err(faults) => {
                let mut fit = self.fit_with(text, tape, at, begun(tape));
                fit.notes.problems = faults;
                fit
            }
        }
    }

    /// The tool calls of a reply that was fitted; none if the schema has no field for them.
    pub(crate) fn calls_in(&self, text: &str, fit: &Fit) -> Option<Tree> {
        calls::held(self, Item::new(text, &fit.tape, 0)?)
    }

    /// The problem of a reply of several objects that hold different calls.
    pub(crate) fn calls_apart(one: &Tree, other: Option<&Tree>) -> Problem {
        calls::apart(one, other)
    }

    /// Whether a list of objects may be a list of tool calls.
    pub(crate) fn has_calls(&self) -> bool {
        self.0.calls.is_some()
    }

    /// Whether the contract has a tool of this name, with this argument if one is given.
    pub(crate) fn has_tool(&self, tool: &str, key: Option<&str>) -> bool {
        calls::has_tool(self, tool, key)
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

    /// Name of the field that holds calls of tools ([`Schema::calls`]), if it may hold a list of them.
    pub fn list_of_calls(&self) -> Option<&str> {
        let calls = self.0.calls.as_ref()?;
        let Shape::Object { fields, .. } = &self.0.shape else { return None };
        let field = fields.iter().find(|field| field.name == calls.field)?;
        words::wanted(&field.schema, &self.0.definitions).list.then_some(calls.field.as_str())
    }

    /// The places of the calls of a reply that fits, if it has [calls](Schema::calls).
    pub fn places_of_calls(&self, reply: &Value) -> Vec<CallPlace> {
        calls::places(self, reply)
    }

    /// Whether the schema is an object without listed fields.
    pub fn lists_no_fields(&self) -> bool {
        match &self.0.shape {
            Shape::Object { fields, .. } => fields.is_empty(),
            shape => *shape == Shape::Any,
        }
    }

    /// The allowed values, which [`Allowed::in_lang`] words.
    pub fn allowed(&self) -> Allowed {
        words::allowed(self, &[])
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
