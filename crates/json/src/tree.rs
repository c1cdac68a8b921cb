//! Values apart from any text: what schemas hold and readings tell.

use serde_json::{Map, Value};

use super::number;

/// A value of JSON: as [`Value`], without a map's code, and with numbers as they are written. A key that is there twice
/// counts the last time.
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

/// The members of an object, in their order.
#[derive(Clone, Debug, Default)]
pub struct TreeMembers(Vec<(String, Tree)>);

impl FromIterator<(String, Tree)> for TreeMembers {
    fn from_iter<I: IntoIterator<Item = (String, Tree)>>(members: I) -> Self {
        TreeMembers(members.into_iter().collect())
    }
}

impl TreeMembers {
    /// Adds a member at the end.
    pub fn push(&mut self, key: String, value: Tree) {
        self.0.push((key, value));
    }

    /// The last member called `key`.
    pub fn get(&self, key: &str) -> Option<&Tree> {
        self.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Whether there is a member called `key`.
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The members in their order.
    pub fn iter(&self) -> std::slice::Iter<'_, (String, Tree)> {
        self.0.iter()
    }

    /// The names of the members in their order.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.iter().map(|(key, _)| key)
    }
}

impl Tree {
    /// A string.
    pub fn text(text: &str) -> Tree {
        Tree::String(text.to_owned())
    }

    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Tree::String(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub fn as_array(&self) -> Option<&[Tree]> {
        match self {
            Tree::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Tree::Null)
    }

    /// The value that a step of a pointer leads to.
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
    /// Whether both are the same value, whatever the order of their members.
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
    /// Numbers that JSON cannot write become null.
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
