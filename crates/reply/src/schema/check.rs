//! Fits a value to a schema: coerces, falls back to defaults, and reports.

use std::collections::BTreeMap;

use super::decode::Decode;
use super::given::{Given, Origin};
use super::notes::Conversion;
use super::shape::{Allowed, Found, Problem, Schema, Shape};
use super::{coerce, words};
use crate::characters::is_blank;
use crate::tape::{Item, Tag, Tape};
use stepgate_json::{Tree, TreeMembers};

/// A value fitted to a schema.
#[derive(Debug, Default)]
pub struct Fit {
    /// The value, at index 0. Its ranges are in the text of the reply and in the tape's made text.
    pub tape: Tape,
    /// Coercions, notices and problems.
    pub notes: Notes,
}

/// The notes of a check about a value.
#[derive(Debug, Default)]
pub struct Notes {
    /// Conversions.
    pub coercions: Vec<Conversion>,
    /// Notices of the defaults that were supplied.
    pub notices: Vec<String>,
    /// Parts that do not fit.
    pub problems: Vec<Problem>,
    /// Whether JSON written as a string was not whole.
    pub lossy: bool,
    /// The number of keys that the schema does not list.
    pub(super) extras: usize,
    /// Indices, in the result, of the keys of absent fields that got a default.
    pub(super) supplied: Vec<usize>,
}

/// Nodes to allocate for the result besides those of the value.
const ROOM: usize = 24;

/// Bytes to allocate for the path: most are shorter.
const PATH_ROOM: usize = 32;

/// Deepest nesting of schemas, where one contains itself.
const MAX_LEVELS: usize = 256;

/// Most levels of JSON written as a string inside of JSON written as a string.
const MAX_ENCODINGS: usize = 3;

/// Values that deep choices, and conditions on the result, may look at in a check, counted anew for each.
const MAX_DEEP: usize = 200_000;

/// Most wrapping objects that are taken off a value.
pub(super) const MAX_WRAPPERS: usize = 3;

/// Keys that only say "item".
const ITEM_KEYS: [&str; 12] =
    ["item", "value", "element", "entry", "text", "name", "项", "条目", "值", "元素", "内容", "名称"];

/// The state of a check: its place in the value, the result so far, and its notes.
pub(super) struct Check<'s> {
    pub(super) decode: Decode,
    pub(super) out: Tape,
    pub(super) notes: Notes,
    pub(super) path: String,
    /// The definitions that [`Shape::Named`] refers to.
    pub(super) scope: &'s [(String, Schema)],
    pub(super) near: bool,
    /// Whether the value may stand in a sentence.
    pub(super) prose: bool,
    /// Whether only values count that fit as they are.
    pub(super) strict: bool,
    levels: usize,
    /// Depth of the choices among branches that are being tried out.
    pub(super) trials: usize,
    /// Number of values that the deepest of them may still look at.
    pub(super) deep: usize,
    /// Index of the value that is being wrapped into a list.
    pub(super) listed: Option<usize>,
    /// Indices of keys that belong to an enclosing object.
    pub(super) hoisted: Vec<usize>,
}

impl<'s> Check<'s> {
    /// Starts a check of a value on a tape with this made text.
    pub(super) fn new(made: &str, decode: Decode) -> Self {
        Check {
            decode,
            out: Tape { made: made.to_owned(), ..Tape::default() },
            notes: Notes::default(),
            path: String::with_capacity(PATH_ROOM),
            scope: &[],
            near: false,
            prose: false,
            strict: false,
            levels: 0,
            trials: 0,
            deep: MAX_DEEP,
            listed: None,
            hoisted: Vec::new(),
        }
    }

    pub(super) fn fit(mut self, schema: &'s Schema, given: Given<'_>) -> Fit {
        self.out.nodes.reserve(given.size() + ROOM);
        self.value(schema, given);
        self.notes.problems = outer_first(self.notes.problems);
        Fit { tape: self.out, notes: self.notes }
    }

    /// Fits a value and adds it to the result; a value that does not fit is added unchanged, with a problem.
    pub(super) fn value(&mut self, schema: &'s Schema, given: Given<'_>) {
        let node = &*schema.0;
        if node.lenient {
            return given.copy(&mut self.out);
        }
        if self.levels == MAX_LEVELS {
            return self.unfit(schema, given);
        }
        let outside = (self.scope, self.near);
        if !node.definitions.is_empty() {
            self.scope = &node.definitions;
        }
        self.near |= node.near;
        self.levels += 1;
        match node.unusable {
            Some(_) => self.value_or_default(schema, given),
            None => self.shaped(schema, given),
        }
        self.levels -= 1;
        (self.scope, self.near) = outside;
    }

    fn value_or_default(&mut self, schema: &'s Schema, given: Given<'_>) {
        let mark = self.mark();
        self.shaped(schema, given);
        let Some(instead) = schema.0.unusable.as_ref().filter(|_| self.has_problems_since(&mark)) else { return };
        self.back_to(mark);
        let value = given.tree();
        if value != instead.value {
            self.coerced("default", value, instead.value.clone());
            self.notes.notices.extend(instead.notice.clone());
        }
        self.out.push_tree(&instead.value);
    }

    /// Fits a value to the shape, and refuses the result if it fits one of the schemas that it must not fit.
    fn shaped(&mut self, schema: &'s Schema, given: Given<'_>) {
        if schema.0.nots.is_empty() && schema.0.also.is_empty() {
            return self.of_shape(schema, given);
        }
        let (start, mark) = (self.out.len(), self.mark());
        self.of_shape(schema, given);
        if self.has_problems_since(&mark) {
            return;
        }
        let value = self.fitted(given, start);
        for other in &schema.0.also {
            if !self.accepts(other, &value) {
                self.problem(words::found(other, given), self.allowed(other));
            }
        }
        if schema.0.nots.iter().any(|not| self.accepts(not, &value)) || self.deep == 0 {
            self.problem(words::found(schema, given), self.allowed(schema));
        }
    }

    /// Whether a value fits a schema as it is; `false` when the check has looked at too many values.
    pub(super) fn accepts(&mut self, schema: &'s Schema, value: &Tree) -> bool {
        let mut tape = Tape::default();
        tape.push_tree(value);
        self.deep = self.deep.saturating_sub(tape.nodes.len());
        let mut check = Check::new(&tape.made, |_| None);
        (check.scope, check.strict, check.deep) = (self.scope, true, self.deep);
        let origin = Origin::new("", &tape);
        let Some(given) = origin.value(0).filter(|_| self.deep > 0) else { return false };
        check.value(schema, given);
        self.deep = check.deep;
        check.notes.is_clean()
    }

    fn of_shape(&mut self, schema: &'s Schema, given: Given<'_>) {
        let node = &*schema.0;
        if node.nullable && is_null(given) {
            return given.copy(&mut self.out);
        }
        let fits_kind = self.takes(schema, given);
        if self.strict && node.implied && !fits_kind {
            return given.copy(&mut self.out);
        }
        if node.nullable && !fits_kind && coerce::means_null(given) {
            return self.converted("null", given, Tree::Null);
        }
        match &node.shape {
            Shape::Any => given.copy(&mut self.out),
            Shape::Named(at) => match self.scope.get(*at) {
                Some((_, target)) => self.value(target, given),
                None => given.copy(&mut self.out),
            },
            Shape::List { .. } => self.list(schema, given),
            Shape::Object { .. } => self.object(schema, given),
            Shape::AnyOf(branches) => self.any_of(schema, given, branches),
            _ => self.scalar(schema, given, fits_kind),
        }
    }

    /// Whether the schema only asks for a kind of scalar and the value is of that kind: the quick way for most values.
    pub(super) fn fits_plainly(&self, schema: &Schema, given: Given<'_>) -> bool {
        let tag = given.tag();
        self.levels < MAX_LEVELS
            && schema.0.nots.is_empty()
            && schema.0.also.is_empty()
            && match &schema.0.shape {
                Shape::Text { length, format: None, patterns } => {
                    length.is_open() && patterns.is_empty() && given.is_string()
                }
                Shape::Boolean => matches!(tag, Tag::True | Tag::False),
                Shape::Integer(range) => {
                    tag == Tag::Number && range.is_open() && coerce::is_plain_number(given.raw(), true)
                }
                Shape::Number(range) => {
                    tag == Tag::Number && range.is_open() && coerce::is_plain_number(given.raw(), false)
                }
                Shape::Choice(values) => {
                    tag == Tag::Text && values.iter().any(|value| value.as_str() == Some(given.raw()))
                }
                _ => false,
            }
    }

    fn list(&mut self, schema: &'s Schema, given: Given<'_>) {
        let Shape::List { first, items, .. } = &schema.0.shape else { return };
        if given.is_string() && self.decoded(schema, given, |item| item.tag() == Tag::Array) {
            return;
        }
        match given.tag() {
            Tag::Array => self.items(schema, given),
            _ if is_null(given) || self.listed == Some(given.at()) => self.unfit(schema, given),
            // An empty text stands for an empty list.
            _ if given.is_string() && given.string().is_empty() => {
                self.converted("list", given, Tree::Array(Vec::new()))
            }
            _ => match items.as_ref().filter(|_| first.is_empty()) {
                Some(items) => self.one_for_list(schema, items, given),
                None => self.unfit(schema, given),
            },
        }
    }

    /// Fits a value that is no list where a list is wanted: takes the list out of objects that hold nothing else, or makes the value
    /// the only item.
    fn one_for_list(&mut self, schema: &'s Schema, items: &'s Schema, given: Given<'_>) {
        if let Some(list) = self.wrapped_list(items, given) {
            self.coerced("wrapper", given.tree(), list.tree());
            return self.items(schema, list);
        }
        let value = given.tree();
        self.coerced("list", value.clone(), Tree::Array(vec![value]));
        let outside = self.listed.replace(given.at());
        let at = given.open(Tag::Array, &mut self.out);
        self.inside("0", |check| check.value(items, given));
        given.close(at, &mut self.out);
        self.listed = outside;
    }

    /// The list in objects with one member each, under keys that the items do not have.
    fn wrapped_list<'a>(&self, items: &'s Schema, given: Given<'a>) -> Option<Given<'a>> {
        let mut inner = given;
        for _ in 0..MAX_WRAPPERS {
            let (_, value) = inner.only_member().filter(|(key, _)| !self.knows(items, &key.string()))?;
            match value.tag() {
                Tag::Array => return Some(value),
                Tag::Object => inner = value,
                _ => return None,
            }
        }
        None
    }

    /// Whether scalars are wanted and every item is an object around one, all under the same key that only says "item".
    fn wraps_items(&self, items: &'s Schema, given: Given<'_>) -> bool {
        let wanted = words::wanted(items, self.scope);
        let mut name: Option<String> = None;
        let mut wraps = |item: Given<'_>| {
            let Some((key, value)) = item.only_member() else { return false };
            let key = key.string();
            let same = *name.get_or_insert_with(|| key.clone().into_owned()) == key;
            same && !matches!(value.tag(), Tag::Object | Tag::Array)
        };
        let scalars = wanted.scalar && !wanted.object && !wanted.list;
        scalars && given.children().all(&mut wraps) && name.is_some_and(|key| self.says_item(&key))
    }

    /// Whether a key only says "item": a word from [`ITEM_KEYS`], or the list's own name.
    fn says_item(&self, key: &str) -> bool {
        let list = self.path.rsplit_once('/').map_or(&*self.path, |(_, list)| list);
        let own = list.strip_prefix(key).is_some_and(|rest| matches!(rest, "" | "s" | "es"));
        ITEM_KEYS.contains(&key) || (own && !key.is_empty())
    }

    fn items(&mut self, schema: &'s Schema, given: Given<'_>) {
        let Shape::List { first, items, length, unique } = &schema.0.shape else { return };
        let wrapped = items.as_ref().is_some_and(|items| first.is_empty() && self.wraps_items(items, given));
        let prose = std::mem::take(&mut self.prose);
        let at = given.open(Tag::Array, &mut self.out);
        let mut found = 0;
        for (index, item) in given.children().enumerate() {
            let schema = first.get(index).or(items.as_ref());
            let inner = wrapped.then(|| item.only_member()).flatten().map(|(_, inner)| inner);
            if let Some(inner) = inner {
                self.inside(&index.to_string(), |check| check.coerced("wrapper", item.tree(), inner.tree()));
            }
            let item = inner.unwrap_or(item);
            self.item(index, schema, item);
            found += 1;
        }
        given.close(at, &mut self.out);
        self.prose = prose;
        if !length.holds(found) || items.is_none() && found > first.len() {
            self.problem(Found::Items(found), self.allowed(schema));
        } else if *unique && has_twins(&self.fitted(given, at)) {
            self.problem(Found::EqualItems, self.allowed(schema));
        }
    }

    fn item(&mut self, index: usize, schema: Option<&'s Schema>, item: Given<'_>) {
        match schema.filter(|schema| !self.fits_plainly(schema, item)) {
            Some(schema) => self.inside(&index.to_string(), |check| check.value(schema, item)),
            None => item.copy(&mut self.out),
        }
    }

    /// Fits JSON that is written as a string, also in several levels, if it is of the wanted kind. Returns whether it was.
    pub(super) fn decoded(&mut self, schema: &'s Schema, given: Given<'_>, wanted: fn(Item<'_>) -> bool) -> bool {
        let mut text = given.string().into_owned();
        let mut lossy = false;
        for _ in 0..MAX_ENCODINGS {
            let Some(decoded) = is_json(&text).then(|| (self.decode)(&text)).flatten() else { return false };
            lossy |= !decoded.lossless;
            let inner = decoded.text.as_deref().unwrap_or(&text);
            let Some(item) = Item::new(inner, &decoded.tape, decoded.at) else { return false };
            if wanted(item) {
                self.coerced("json_text", given.tree(), item.tree());
                self.notes.lossy |= lossy;
                let origin = Origin::elsewhere(inner, &decoded.tape, &mut self.out);
                let hoisted = std::mem::take(&mut self.hoisted);
                if let Some(inner) = origin.value(decoded.at) {
                    self.shaped(schema, inner);
                }
                self.hoisted = hoisted;
                return true;
            }
            if !item.is_string() {
                return false;
            }
            text = item.string().into_owned();
        }
        false
    }

    /// The value that `given` became, at index `at` of the result, without the defaults of absent fields.
    pub(super) fn fitted(&self, given: Given<'_>, at: usize) -> Tree {
        given.fitted(&self.out, at).map_or(Tree::Null, |item| without(item, &self.notes.supplied))
    }

    pub(super) fn inside(&mut self, step: &str, fit: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        stepgate_json::push_step(&mut self.path, step);
        fit(self);
        self.path.truncate(length);
    }

    /// Adds `to` in the place of the given value, with a coercion.
    pub(super) fn converted(&mut self, kind: &'static str, from: Given<'_>, to: Tree) {
        self.out.push_tree(&to);
        self.coerced(kind, from.tree(), to);
    }

    /// Reports a coercion, unless both values are the same.
    pub(super) fn coerced(&mut self, kind: &'static str, from: Tree, to: Tree) {
        if from == to {
            return;
        }
        self.notes.coercions.push(Conversion { kind, path: self.path.clone(), from, to });
    }

    /// Adds the value unchanged, with a problem.
    pub(super) fn unfit(&mut self, schema: &Schema, given: Given<'_>) {
        self.problem(words::found(schema, given), self.allowed(schema));
        given.copy(&mut self.out);
    }

    pub(super) fn allowed(&self, schema: &Schema) -> Allowed {
        words::allowed(schema, self.scope)
    }

    pub(super) fn problem(&mut self, found: impl Into<Found>, allowed: Allowed) {
        self.notes.problems.push(Problem::at(self.path.as_str(), found, allowed));
    }
}

/// Whether a value fits a schema as it is. A whole number may have a fraction of zeros.
pub(super) fn accepts(schema: &Schema, value: &Tree, scope: &[(String, Schema)]) -> bool {
    let mut check = Check::new("", |_| None);
    check.scope = scope;
    check.accepts(schema, value)
}

impl Notes {
    /// Whether the value was left as it is.
    pub(super) fn is_clean(&self) -> bool {
        self.problems.is_empty() && self.coercions.iter().all(|coercion| coercion.kind == "integer")
    }
}

/// The value without the members whose keys have these indices, which are in order.
fn without(item: Item<'_>, keys: &[usize]) -> Tree {
    match item.tag() {
        Tag::Array => {
            let mut items = Vec::new();
            item.children().for_each(|item| items.push(without(item, keys)));
            Tree::Array(items)
        }
        Tag::Object => {
            let mut members = TreeMembers::default();
            for (key, value) in item.members().filter(|(key, _)| keys.binary_search(&key.at()).is_err()) {
                members.push(key.string().into_owned(), without(value, keys));
            }
            Tree::Object(members)
        }
        _ => item.tree(),
    }
}

/// Whether two items of a list are equal.
fn has_twins(list: &Tree) -> bool {
    let items = list.as_array().into_iter().flatten();
    let mut seen = BTreeMap::new();
    items.enumerate().any(|(at, item)| seen.insert(words::canonical(item), at).is_some())
}

/// Whether a text begins like an object, a list or a string of JSON.
fn is_json(text: &str) -> bool {
    text.trim_start_matches(is_blank).starts_with(['{', '[', '"'])
}

pub(super) fn is_null(given: Given<'_>) -> bool {
    given.tag() == Tag::Null
}

/// Sorts the problems by depth: a problem of an outer value causes those below it.
fn outer_first(problems: Vec<Problem>) -> Vec<Problem> {
    let mut levels: Vec<Vec<Problem>> = Vec::new();
    for problem in problems {
        let depth = problem.path.bytes().filter(|byte| *byte == b'/').count();
        while levels.len() <= depth {
            levels.push(Vec::new());
        }
        if let Some(level) = levels.get_mut(depth) {
            level.push(problem);
        }
    }
    levels.into_iter().flatten().collect()
}
