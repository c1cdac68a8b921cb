//! The results of a check.

use serde_json::Value;

use super::shape::Problem;
use stepgate_json::{Json, ToJson, Tree};

/// The result of [`Schema::check`](super::Schema::check). The value fits if `problems` is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The value after all coercions.
    pub value: Value,
    /// The conversions, in reading order.
    pub coercions: Vec<Coercion>,
    /// The notices of the defaults that [`Schema::or_else`](super::Schema::or_else) supplied.
    pub notices: Vec<String>,
    /// The parts that do not fit, outer values first.
    pub problems: Vec<Problem>,
}

impl Checked {
    /// A value that fits as it is.
    pub fn of(value: Value) -> Self {
        Checked { value, coercions: Vec::new(), notices: Vec::new(), problems: Vec::new() }
    }
}

/// A lossless conversion, or a default in the place of an unusable value.
///
/// | kind | conversion |
/// | --- | --- |
/// | `number`, `boolean`, `null` | the value was written as text (a boolean also as the number 1 or 0) |
/// | `integer` | a whole number with a fraction or an exponent, such as `3.0` |
/// | `string` | a number, true or false where a text is wanted |
/// | `enum` | an enum value in other letters, by an alias, or with an explanation behind it |
/// | `near` | an enum value with one slip in its name, where [`Schema::near`](super::Schema::near) allows it |
/// | `key` | a key in other letters or by an alias; `from` and `to` are the keys |
/// | `list` | one value where a list is wanted, or an empty text for an empty list |
/// | `single_item` | a list with one item where the item is wanted |
/// | `wrapper` | an object with one member, under an unknown key, where the member's value is wanted |
/// | `moved` | a field out of the object before it, whose bracket was forgotten; `from` and `to` are JSON pointers |
/// | `call` | tool calls in another form than the contract's, where it has [calls](super::Schema::calls) |
/// | `json_text` | JSON that was written as a string |
/// | `default` | an unusable value replaced |
/// | `ignored` | an unknown key dropped |
/// | `plain_text` | text without JSON, or a number or boolean alone, as the value |
#[derive(Clone, Debug, PartialEq, Json)]
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

/// A [`Coercion`] detached from its tape, with values that are not built yet.
#[derive(Clone, Debug, ToJson)]
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

impl From<Conversion> for Coercion {
    fn from(conversion: Conversion) -> Coercion {
        let Conversion { kind, path, from, to } = conversion;
        Coercion { kind: kind.to_owned(), path, from: Value::from(&from), to: Value::from(&to) }
    }
}
