//! The reading of a reply: its value, with all that happened on the way.

use serde_json::Value;

use super::fault::Fault;
use super::report::Repair;
use crate::lang::Lang;
use crate::schema::{Allowed, Coercion, Problem, Schema, Wanted};

/// The result of reading a reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The value, fitted to the contract. It is only for display unless the reading is [`usable`](Self::usable).
    pub value: Option<Value>,
    /// The repairs of the text.
    pub repairs: Vec<Repair>,
    /// The conversions that fit the value to the contract.
    pub coercions: Vec<Coercion>,
    /// The notices of the defaults that were supplied.
    pub notices: Vec<String>,
    /// The parts that do not fit the contract.
    pub problems: Vec<Problem>,
    /// The fragments inside of the value that were dropped, as byte ranges of the text.
    pub ignored: Vec<(usize, usize)>,
    /// Whether every repair was lossless.
    pub lossless: bool,
    /// The reason why there is no usable value: there is none, or it is damaged ([`Fault::NoJsonObject`], with the value).
    pub fault: Option<Fault>,
    /// The kind of value that the contract wants.
    pub expected: Expected,
    /// The member of the contract that may hold a list of calls.
    pub list_of_calls: Option<String>,
    /// The number of other objects in the reply that may be the answer, too, and differ from it. Thoughts and examples do not count.
    pub alternatives: usize,
    /// Whether the value was picked out of prose: the reply says more than the value, thinking, tags and a fence around it aside, or the thinking has
    /// no end.
    pub in_prose: bool,
    /// A problem for each integer that JavaScript does not hold exactly. A reading is usable with them, unless [`Reading::exact`] was asked for.
    pub inexact: Vec<Problem>,
}

impl Reading {
    /// Whether an agent may act on the value: it exists, is whole, and fits the contract.
    pub fn usable(&self) -> bool {
        self.value.is_some() && self.lossless && self.fault.is_none() && self.problems.is_empty()
    }

    /// The same reading, which is usable only if JavaScript holds each of its integers exactly.
    #[must_use]
    pub fn exact(mut self) -> Self {
        self.problems.append(&mut self.inexact);
        self
    }

    /// Marks the reading as cut off by the server: the end of the reply may be missing even if it looks whole.
    pub fn with_cut_off(mut self, cut_off: bool) -> Self {
        self.lossless &= !cut_off;
        self
    }
}

impl Default for Reading {
    /// The reading of a reply without a value.
    fn default() -> Self {
        Reading {
            value: None,
            repairs: Vec::new(),
            coercions: Vec::new(),
            notices: Vec::new(),
            problems: Vec::new(),
            ignored: Vec::new(),
            lossless: true,
            fault: None,
            expected: Expected::default(),
            list_of_calls: None,
            alternatives: 0,
            in_prose: false,
            inexact: Vec::new(),
        }
    }
}

/// The kind of value that a contract wants a reply to be.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Expected {
    /// One JSON object.
    #[default]
    Object,
    /// One JSON array.
    List,
    /// Another value.
    Value(Allowed),
}

impl Expected {
    /// The kind of value that `schema` wants.
    pub fn of(schema: &Schema) -> Expected {
        match schema.wanted() {
            Wanted { object: true, list: false, scalar: false, .. } => Expected::Object,
            Wanted { object: false, list: true, scalar: false, .. } => Expected::List,
            _ => Expected::Value(schema.allowed()),
        }
    }

    /// The noun for one value: `one JSON array`.
    pub(super) fn one(&self, lang: Lang) -> String {
        match (self, lang) {
            (Expected::Object, Lang::Zh) => "一个 JSON 对象".to_owned(),
            (Expected::Object, Lang::En) => "one JSON object".to_owned(),
            (Expected::List, Lang::Zh) => "一个 JSON 数组".to_owned(),
            (Expected::List, Lang::En) => "one JSON array".to_owned(),
            (Expected::Value(allowed), lang) => allowed.in_lang(lang),
        }
    }

    /// The noun for the complete value: `the whole JSON array`.
    pub(super) fn whole(&self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Expected::Object, Lang::Zh) => "完整的 JSON 对象",
            (Expected::Object, Lang::En) => "the whole JSON object",
            (Expected::List, Lang::Zh) => "完整的 JSON 数组",
            (Expected::List, Lang::En) => "the whole JSON array",
            (Expected::Value(_), Lang::Zh) => "完整的值",
            (Expected::Value(_), Lang::En) => "the whole value",
        }
    }
}
