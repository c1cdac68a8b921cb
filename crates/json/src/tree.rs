//! JSON values with numbers as text: the defaults and choices of schemas, and the values that repairs and coercions report.

use serde_json::{Map, Value};

use crate::number::number;

/// A JSON value like [`Value`], but with numbers as they are written, and members in a plain list (no code for a map). Where a
/// key occurs twice, the last member counts.
#[derive(Clone, Debug, Default)]
pub enum Tree {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it was written.
    Number(String),
    /// A string.
    String(String),
    /// A list.
    Array(Vec<Tree>),
    /// An object.
    Object(TreeMembers),
}

/// The members of an object, in the order in which they were written.
#[derive(Clone, Debug, Default)]
pub struct TreeMembers(Vec<(String, Tree)>);

impl FromIterator<(String, Tree)> for TreeMembers {
    fn from_iter<I: IntoIterator<Item = (String, Tree)>>(members: I) -> Self {
        TreeMembers(members.into_iter().collect())
    }
}

impl TreeMembers {
    /// Appends a member.
    pub fn push(&mut self, key: String, value: Tree) {
        self.0.push((key, value));
    }

    /// The last member called `key`.
    pub fn get(&self, key: &str) -> Option<&Tree> {
        self.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Whether a member is called `key`.
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The members, first to last.
    pub fn iter(&self) -> std::slice::Iter<'_, (String, Tree)> {
        self.0.iter()
    }

    /// The names of the members, first to last.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.iter().map(|(key, _)| key)
    }
}

impl Tree {
    /// Makes a string.
    pub fn text(text: &str) -> Tree {
        Tree::String(text.to_owned())
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Tree::String(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn as_array(&self) -> Option<&[Tree]> {
        match self {
            Tree::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Whether the value is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Tree::Null)
    }

    /// The value under one step of a JSON pointer: a member name, or an index without leading zeros.
    pub fn step(&self, step: &str) -> Option<&Tree> {
        match self {
            Tree::Object(members) => members.get(step),
            Tree::Array(items) => {
                items.get(step.parse::<usize>().ok().filter(|_| step == "0" || !step.starts_with('0'))?)
            }
            _ => None,
        }
    }
}

impl PartialEq for Tree {
    /// Whether both are the same value. The order of members does not count; numbers are compared as they are written.
    fn eq(&self, other: &Tree) -> bool {
        match (self, other) {
            (Tree::Null, Tree::Null) => true,
            (Tree::Bool(one), Tree::Bool(other)) => one == other,
            (Tree::Number(one), Tree::Number(other)) | (Tree::String(one), Tree::String(other)) => one == other,
            (Tree::Array(one), Tree::Array(other)) => one == other,
            (Tree::Object(one), Tree::Object(other)) => {
                one.0.len() == other.0.len() && one.iter().all(|(key, value)| other.get(key) == Some(value))
            }
            _ => false,
        }
    }
}

impl From<&Value> for Tree {
    fn from(value: &Value) -> Tree {
        match value {
            Value::Null => Tree::Null,
            Value::Bool(value) => Tree::Bool(*value),
            Value::Number(number) => Tree::Number(number.to_string()),
            Value::String(text) => Tree::text(text),
            Value::Array(items) => Tree::Array(items.iter().map(Tree::from).collect()),
            Value::Object(members) => {
                Tree::Object(members.iter().map(|(key, value)| (key.clone(), Tree::from(value))).collect())
            }
        }
    }
}

impl From<&Tree> for Value {
    /// Converts a tree; numbers that JSON cannot write (`NaN`, `Infinity`) become null.
    fn from(tree: &Tree) -> Value {
        match tree {
            Tree::Null => Value::Null,
            Tree::Bool(value) => Value::Bool(*value),
            Tree::Number(text) => number(text).map_or(Value::Null, Value::Number),
            Tree::String(text) => Value::String(text.clone()),
            Tree::Array(items) => items.iter().map(Value::from).collect(),
            Tree::Object(members) => {
                Value::Object(members.iter().map(|(key, value)| (key.clone(), value.into())).collect::<Map<_, _>>())
            }
        }
    }
}
