//! Fits an object: assigns its members to fields, supplies absent values, and sorts out the rest.

use std::collections::BTreeMap;

use super::check::{is_null, Check, MAX_WRAPPERS};
use super::coerce::{self, Name};
use super::given::{Given, Origin};
use super::shape::{Allowed, Field, Found, Rest, Rules, Schema, Shape};
use super::words;
use crate::tape::{Item, Tag, Tape};
use stepgate_json::Tree;

/// The members of an object, assigned to its fields.
struct Sorted<'a> {
    /// The value of each field, with its key if the key is the field's name.
    fields: Vec<Option<(Option<Given<'a>>, Given<'a>)>>,
    extra: Vec<(Given<'a>, Given<'a>)>,
}

impl<'s> Check<'s> {
    pub(super) fn object(&mut self, schema: &'s Schema, given: Given<'_>) {
        let Shape::Object { fields, rest, rules, .. } = &schema.0.shape else { return };
        let drops = *rest == Rest::Dropped && rules.patterns.is_empty();
        let start = self.out.len();
        if self.hoisted.is_empty() && are_in_order(fields, given) {
            self.members(fields, given);
            return self.count(schema, rules, given, start);
        }
        let holds_object = |item: Item<'_>| match item.tag() {
            Tag::Object => true,
            Tag::Array => item.only_item().is_some_and(|only| only.tag() == Tag::Object),
            _ => false,
        };
        if given.is_string() && self.decoded(schema, given, holds_object) {
            return;
        }
        if let Some(only) = given.only_item().filter(|only| only.tag() == Tag::Object) {
            self.coerced("single_item", given.tree(), only.tree());
            return self.object(schema, only);
        }
        if given.tag() != Tag::Object {
            return self.unfit(schema, given);
        }
        if let Some(inner) = wrapped(fields, drops, given) {
            self.coerced("wrapper", given.tree(), inner.tree());
            return self.object(schema, inner);
        }
        let prose = std::mem::take(&mut self.prose);
        let mut sorted = self.sorted(schema, fields, given);
        self.hoist(fields, given, &mut sorted);
        let at = given.open(Tag::Object, &mut self.out);
        for (field, member) in fields.iter().zip(&sorted.fields) {
            self.member(field, *member);
        }
        self.extra(schema, &sorted.extra);
        given.close(at, &mut self.out);
        self.prose = prose;
        self.count(schema, rules, given, start);
    }

    /// Checks the number of members, and whether each has those that it needs beside it.
    /// Absent fields with a default do not count.
    fn count(&mut self, schema: &'s Schema, rules: &'s Rules, given: Given<'_>, start: usize) {
        if rules.count.is_open() && rules.needs.is_empty() {
            return;
        }
        let Tree::Object(members) = self.fitted(given, start) else { return };
        let mut names = BTreeMap::new();
        members.keys().enumerate().for_each(|(at, name)| {
            names.insert(name.clone(), at);
        });
        if !rules.count.holds(names.len()) {
            self.problem(Found::Members(names.len()), self.allowed(schema));
        }
        let has = |name: &String| names.contains_key(name);
        for (key, needed) in rules.needs.iter().filter(|(key, needed)| has(key) && !has(needed)) {
            self.inside(needed, |check| check.problem(Found::Missing, Allowed::Beside(key.clone())));
        }
    }

    /// Fits an object whose members are the fields in their order.
    fn members(&mut self, fields: &'s [Field], given: Given<'_>) {
        let prose = std::mem::take(&mut self.prose);
        let at = given.open(Tag::Object, &mut self.out);
        for (field, (key, value)) in fields.iter().zip(given.members()) {
            self.member(field, Some((Some(key), value)));
        }
        given.close(at, &mut self.out);
        self.prose = prose;
    }

    fn member(&mut self, field: &'s Field, member: Option<(Option<Given<'_>>, Given<'_>)>) {
        match member {
            Some((Some(key), value)) if self.fits_plainly(&field.schema, value) => {
                key.copy_through(value, &mut self.out);
            }
            _ => self.inside(&field.name, |check| check.field(field, member)),
        }
    }

    fn sorted<'a>(&mut self, schema: &'s Schema, fields: &'s [Field], given: Given<'a>) -> Sorted<'a> {
        let mut sorted = Sorted { fields: vec![None; fields.len()], extra: Vec::new() };
        let mut next = 0;
        for (key, value) in given.members() {
            if self.hoisted.contains(&key.at()) {
                continue;
            }
            let name = key.string();
            let is_next = fields.get(next).is_some_and(|field| field.name == name);
            let place = if is_next { Some(next) } else { fields.iter().position(|field| field.name == name) };
            match place.and_then(|at| Some((at, sorted.fields.get_mut(at)?))) {
                Some((at, slot)) => {
                    *slot = Some((Some(key), value));
                    next = at + 1;
                }
                None => sorted.extra.push((key, value)),
            }
        }
        self.rename(schema, fields, &mut sorted);
        sorted
    }

    /// Assigns unknown keys to absent fields: by alias, or by the field's name in other letters.
    fn rename(&mut self, schema: &'s Schema, fields: &'s [Field], sorted: &mut Sorted<'_>) {
        if sorted.extra.is_empty() {
            return;
        }
        let place = |name: &str| fields.iter().position(|field| field.name == name);
        let names = names(fields);
        let aliases: Vec<Name> =
            schema.0.aliases.iter().filter_map(|(from, to)| Some(Name { text: from, group: place(to)? })).collect();
        let places = &mut sorted.fields;
        sorted.extra.retain(|(key, value)| {
            let key = key.string();
            let alias = aliases.iter().find(|alias| alias.text == key).map(|alias| alias.group);
            let at = alias.or_else(|| coerce::only(&key, &names)).or_else(|| coerce::only(&key, &aliases));
            let free = at.and_then(|at| Some((fields.get(at)?, places.get_mut(at).filter(|place| place.is_none())?)));
            let Some((field, place)) = free else { return true };
            self.coerced("key", Tree::text(&key), Tree::text(&field.name));
            *place = Some((None, *value));
            false
        });
    }

    /// Finds required fields that are absent here and stand in the last member, whose schema does not know them: its closing bracket
    /// was forgotten.
    fn hoist<'a>(&mut self, fields: &'s [Field], given: Given<'a>, sorted: &mut Sorted<'a>) {
        let lost = |field: &Field| field.required && field.schema.0.absent.is_none() && !field.schema.0.lenient;
        let mut object = given;
        let mut inner = fields;
        let mut path = String::new();
        while sorted.fields.iter().zip(fields).any(|(found, field)| found.is_none() && lost(field)) {
            let Some((key, last)) = object.members().last().filter(|(_, last)| last.tag() == Tag::Object) else {
                return;
            };
            let name = key.string();
            let Some(known) = inner.iter().find(|field| field.name == name) else { return };
            let Some(schema) = self.object_branch(&known.schema) else { return };
            if path.is_empty() {
                path.push_str(&self.path);
            }
            stepgate_json::push_step(&mut path, &name);
            for (key, value) in last.members() {
                let name = key.string();
                let place = fields.iter().position(|field| field.name == name && lost(field));
                let Some(place) = place.and_then(|at| sorted.fields.get_mut(at)).filter(|place| place.is_none()) else {
                    continue;
                };
                if schema.iter().any(|field| field.name == name) {
                    continue;
                }
                *place = Some((Some(key), value));
                self.hoisted.push(key.at());
                let (mut from, mut to) = (path.clone(), self.path.clone());
                stepgate_json::push_step(&mut from, &name);
                stepgate_json::push_step(&mut to, &name);
                self.coerced("moved", Tree::text(&from), Tree::text(&to));
            }
            (object, inner) = (last, schema);
        }
    }

    /// The fields of a schema that is an object, or has exactly one branch that is one.
    fn object_branch(&self, schema: &'s Schema) -> Option<&'s [Field]> {
        let schema = self.named(schema);
        match &schema.0.shape {
            Shape::AnyOf(branches) => {
                let mut objects = branches.iter().filter_map(|branch| self.fields(branch));
                objects.next().filter(|_| objects.next().is_none())
            }
            _ => self.fields(schema),
        }
    }

    fn field(&mut self, field: &'s Field, member: Option<(Option<Given<'_>>, Given<'_>)>) {
        let node = &*field.schema.0;
        let Some((key, value)) = member else { return self.absent(field) };
        // The export makes an optional field nullable, so a model leaves the field out by writing null.
        let left_out = is_null(value) && !field.required && !self.takes(&field.schema, value);
        if left_out && !node.lenient && !self.strict {
            return self.put(field, node.absent.as_ref());
        }
        match key {
            Some(key) => key.copy(&mut self.out),
            None => self.out.push_made(Tag::Key, &field.name),
        }
        self.value(&field.schema, value);
    }

    fn absent(&mut self, field: &'s Field) {
        let node = &*field.schema.0;
        let has_default = node.absent.is_some() && !self.strict;
        if has_default || !field.required || node.lenient {
            return self.put(field, node.absent.as_ref());
        }
        match &node.unusable {
            Some(instead) => {
                self.notes.notices.extend(instead.notice.clone());
                self.put(field, Some(&instead.value));
            }
            None => self.problem(Found::Missing, self.allowed(&field.schema)),
        }
    }

    fn put(&mut self, field: &Field, value: Option<&Tree>) {
        if let Some(value) = value {
            self.notes.supplied.push(self.out.len());
            self.out.push_made(Tag::Key, &field.name);
            self.out.push_tree(value);
        }
    }

    fn extra(&mut self, schema: &'s Schema, extra: &[(Given<'_>, Given<'_>)]) {
        let Shape::Object { rest, rules, .. } = &schema.0.shape else { return };
        for (key, value) in extra {
            let step = key.string();
            let mut matching =
                rules.patterns.iter().filter(|(pattern, _)| pattern.holds(&step)).map(|(_, schema)| schema);
            let first = matching.next();
            if first.is_none() && *rest == Rest::Dropped {
                self.inside(&step, |check| match check.strict {
                    true => check.problem(Found::Type(words::kind(*value)), Allowed::Unsaid),
                    false => check.coerced("ignored", value.tree(), Tree::Null),
                });
                continue;
            }
            self.notes.extras += 1;
            self.key(schema, *key);
            match (first, rest) {
                (Some(schema), _) => self.inside(&step, |check| check.each(schema, matching, *value)),
                (None, Rest::Each(schema)) => self.inside(&step, |check| check.value(schema, *value)),
                _ => value.copy(&mut self.out),
            }
        }
    }

    /// Fits a value to a schema; the result must fit the others as it is.
    fn each(&mut self, schema: &'s Schema, others: impl Iterator<Item = &'s Schema>, given: Given<'_>) {
        let start = self.out.len();
        self.value(schema, given);
        for other in others {
            if !self.accepts(other, &self.fitted(given, start)) {
                self.problem(words::found(other, given), self.allowed(other));
            }
        }
    }

    /// Copies a key that is not a field's name, and checks it against the schema of the keys.
    fn key(&mut self, schema: &'s Schema, key: Given<'_>) {
        let Shape::Object { names: Some(names), .. } = &schema.0.shape else { return key.copy(&mut self.out) };
        match self.key_named(names, &key.string()) {
            Ok(None) => key.copy(&mut self.out),
            Ok(Some(name)) => {
                self.coerced("key", Tree::text(&key.string()), Tree::text(&name));
                self.out.push_made(Tag::Key, &name);
            }
            Err(allowed) => {
                let step = key.string();
                self.inside(&step, |check| check.problem(Found::Key, allowed));
                key.copy(&mut self.out);
            }
        }
    }

    /// The key after coercion, if that changes it. The error is the description of the allowed keys.
    fn key_named(&self, names: &'s Schema, key: &str) -> Result<Option<String>, Allowed> {
        let mut tape = Tape::default();
        tape.push_made(Tag::Text, key);
        let mut check = Check::new(&tape.made, self.decode);
        (check.scope, check.near) = (self.scope, self.near);
        check.value(names, Origin::new("", &tape).value(0).ok_or(Allowed::Unsaid)?);
        match Item::new("", &check.out, 0) {
            Some(name) if check.notes.problems.is_empty() => {
                Ok(Some(name.string().into_owned()).filter(|name| name != key))
            }
            _ => Err(self.allowed(names)),
        }
    }

    /// Whether an object of this schema may have this key.
    pub(super) fn knows(&self, schema: &'s Schema, key: &str) -> bool {
        match &self.named(schema).0.shape {
            Shape::Any => true,
            Shape::Object { fields, rest, .. } => {
                fields.iter().any(|field| field.name == key) || fields.is_empty() && !matches!(rest, Rest::Dropped)
            }
            Shape::AnyOf(branches) => branches.iter().any(|branch| self.knows(branch, key)),
            _ => false,
        }
    }
}

/// Whether the members of an object are the fields, each once and in their order, so that nothing needs to be assigned.
fn are_in_order(fields: &[Field], given: Given<'_>) -> bool {
    if given.tag() != Tag::Object {
        return false;
    }
    let mut members = given.members();
    let is_next =
        |field: &Field| members.next().is_some_and(|(key, _)| key.tag() == Tag::Key && key.raw() == field.name);
    fields.iter().all(is_next) && members.next().is_none()
}

/// Unwraps an object from objects with one member each, under keys that are not field names, or from a list with one item. The object
/// inside must have a required field, or any field if the schema drops other keys.
fn wrapped<'a>(fields: &[Field], drops: bool, given: Given<'a>) -> Option<Given<'a>> {
    let own = |key: &str| fields.iter().any(|field| (field.required || drops) && field.name == key);
    let mut inner = given;
    for _ in 0..MAX_WRAPPERS {
        let (key, value) = inner.only_member()?;
        let key = key.string();
        if fields.iter().any(|field| field.name == key) || coerce::only(&key, &names(fields)).is_some() {
            return None;
        }
        inner = value.only_item().unwrap_or(value);
        if inner.tag() != Tag::Object {
            return None;
        }
        if inner.members().any(|(key, _)| own(&key.string())) {
            return Some(inner);
        }
    }
    None
}

fn names(fields: &[Field]) -> Vec<Name<'_>> {
    fields.iter().enumerate().map(|(group, field)| Name { text: &field.name, group }).collect()
}
