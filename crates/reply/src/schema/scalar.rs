//! Fits scalars: texts, numbers, booleans, null and choices.

use std::borrow::Cow;

use super::check::Check;
use super::coerce::{self, is_plain_number, Name};
use super::decimal::Decimal;
use super::given::Given;
use super::prose;
use super::shape::{Schema, Shape};
use super::words::canonical;
use crate::tape::Tag;
use stepgate_json::Tree;

impl<'s> Check<'s> {
    pub(super) fn scalar(&mut self, schema: &'s Schema, given: Given<'_>, fits_kind: bool) {
        let only = if fits_kind { None } else { self.alone(schema, given) };
        if let Some(only) = only {
            let kind = if given.tag() == Tag::Array { "single_item" } else { "wrapper" };
            self.coerced(kind, given.tree(), only.tree());
            return self.scalar(schema, only, true);
        }
        match &schema.0.shape {
            Shape::Boolean => self.boolean(schema, given),
            Shape::Integer(_) => self.number(schema, given, true),
            Shape::Number(_) => self.number(schema, given, false),
            Shape::Text { .. } => self.text(schema, given),
            Shape::Choice(values) => self.choice(schema, given, values),
            Shape::Never => self.unfit(schema, given),
            _ if fits_kind => given.copy(&mut self.out),
            _ if coerce::means_null(given) => self.converted("null", given, Tree::Null),
            _ => self.unfit(schema, given),
        }
    }

    /// The scalar in a list or an object that holds nothing else.
    fn alone<'a>(&self, schema: &Schema, given: Given<'a>) -> Option<Given<'a>> {
        let unwraps = self.prose || matches!(schema.0.shape, Shape::Choice(_));
        let only = match (&schema.0.shape, given.tag()) {
            (Shape::Text { .. } | Shape::Null, _) => None,
            (_, Tag::Object) if unwraps => given.only_member().map(|(_, value)| value),
            _ => given.only_item(),
        };
        only.filter(|only| !matches!(only.tag(), Tag::Object | Tag::Array))
    }

    fn boolean(&mut self, schema: &Schema, given: Given<'_>) {
        let word = given.is_string().then(|| given.string()).and_then(|text| {
            let mentioned =
                || prose::mentioned(&text, &[Name { text: "false", group: 0 }, Name { text: "true", group: 1 }]);
            coerce::boolean(&text).or_else(|| self.prose.then(mentioned).flatten().map(|group| group == 1))
        });
        let bit = || coerce::boolean(&Decimal::parse(given.raw()).filter(|_| given.tag() == Tag::Number)?.whole()?);
        match word.or_else(bit) {
            Some(word) => self.converted("boolean", given, Tree::Bool(word)),
            None if matches!(given.tag(), Tag::True | Tag::False) => given.copy(&mut self.out),
            None => self.unfit(schema, given),
        }
    }

    fn number(&mut self, schema: &Schema, given: Given<'_>, whole: bool) {
        let (Shape::Integer(range) | Shape::Number(range)) = &schema.0.shape else { return };
        if given.tag() == Tag::Number && is_plain_number(given.raw(), whole) {
            let holds = || Decimal::parse(given.raw()).is_some_and(|number| range.holds(&number));
            if range.is_open() || holds() {
                return given.copy(&mut self.out);
            }
        }
        let written = match given.tag() {
            Tag::Number => Some(given.raw().to_owned()),
            Tag::Text | Tag::Joined => {
                let text = given.string();
                coerce::number(&text).or_else(|| self.prose.then(|| prose::number(&text)).flatten())
            }
            _ => None,
        };
        let fitting = written.and_then(|text| {
            let digits = is_plain_number(&text, true);
            if digits && range.is_open() {
                return Some(text);
            }
            let number = Decimal::parse(&text).filter(|number| range.holds(number) && (number.is_whole() || !whole))?;
            Some(number.whole().filter(|_| whole && !digits).unwrap_or(text))
        });
        match fitting {
            None => self.unfit(schema, given),
            Some(text) if given.tag() == Tag::Number && text == given.raw() => given.copy(&mut self.out),
            Some(text) => {
                let kind = if given.tag() == Tag::Number { "integer" } else { "number" };
                self.out.push_made(Tag::Number, &text);
                self.coerced(kind, given.tree(), Tree::Number(text));
            }
        }
    }

    fn text(&mut self, schema: &Schema, given: Given<'_>) {
        let Shape::Text { length, format, patterns } = &schema.0.shape else { return };
        let any = length.is_open() && format.is_none() && patterns.is_empty();
        if any && given.is_string() {
            return given.copy(&mut self.out);
        }
        let text = written(given).filter(|text| {
            length.holds(text.chars().count())
                && format.as_ref().is_none_or(|format| format.holds(text))
                && patterns.iter().all(|pattern| pattern.holds(text))
        });
        match (text, given.tag()) {
            (None, _) => self.unfit(schema, given),
            (Some(_), Tag::Text | Tag::Joined) => given.copy(&mut self.out),
            (Some(text), tag) => {
                self.coerced("string", given.tree(), Tree::text(&text));
                match tag {
                    Tag::Number => given.copy_as_text(&mut self.out),
                    _ => self.out.push_made(Tag::Text, &text),
                }
            }
        }
    }

    fn choice(&mut self, schema: &Schema, given: Given<'_>, values: &[Tree]) {
        if values.iter().any(|value| is(given, value)) {
            return given.copy(&mut self.out);
        }
        match self.meant(schema, given, values) {
            Some((kind, value)) => self.converted(kind, given, value),
            None => self.unfit(schema, given),
        }
    }

    /// Whether a value is, or means, one of the values of a choice.
    pub(super) fn is_choice(&self, schema: &Schema, given: Given<'_>) -> bool {
        let Shape::Choice(values) = &schema.0.shape else { return false };
        values.iter().any(|value| is(given, value)) || self.meant(schema, given, values).is_some()
    }

    /// The value of a choice that a text means, with the kind of coercion: other letters, an alias, a gloss in brackets behind it, one
    /// slip, or a sentence around it.
    fn meant(&self, schema: &Schema, given: Given<'_>, values: &[Tree]) -> Option<(&'static str, Tree)> {
        let text = written(given)?;
        let names = names(values);
        let aliases = aliases(&schema.0.aliases, values);
        let mut all = names.clone();
        all.extend_from_slice(&aliases);
        let only = |text: &str| coerce::only(text, &names).or_else(|| coerce::only(text, &aliases));
        let glossed = || {
            let (name, gloss) = coerce::without_gloss(&text)?;
            only(name).filter(|_| !prose::mentions(gloss, &all))
        };
        let value = |at: usize| values.get(at).cloned();
        if let Some(value) = only(&text).or_else(|| spelled(&text, values)).or_else(glossed).and_then(value) {
            return Some(("enum", value));
        }
        if let Some(value) = coerce::nearest(&text, &all).filter(|_| self.near).and_then(value) {
            return Some(("near", value));
        }
        let said = if self.prose { prose::mentioned(&text, &all) } else { None };
        Some(("enum", said.and_then(value)?))
    }
}

/// The texts among the values of a choice, each with its index.
fn names(values: &[Tree]) -> Vec<Name<'_>> {
    let mut names = Vec::new();
    for (group, value) in values.iter().enumerate() {
        names.extend(value.as_str().map(|text| Name { text, group }));
    }
    names
}

fn aliases<'a>(aliases: &'a [(String, String)], values: &[Tree]) -> Vec<Name<'a>> {
    let mut names = Vec::new();
    for (from, to) in aliases {
        let place = values.iter().position(|value| value.as_str() == Some(to));
        names.extend(place.map(|group| Name { text: from, group }));
    }
    names
}

/// The text of a string, a number, true or false.
fn written(given: Given<'_>) -> Option<Cow<'_, str>> {
    match given.tag() {
        Tag::Text | Tag::Joined => Some(given.string()),
        Tag::Number => Some(Cow::Borrowed(given.raw())),
        Tag::True => Some(Cow::Borrowed("true")),
        Tag::False => Some(Cow::Borrowed("false")),
        _ => None,
    }
}

fn is(given: Given<'_>, known: &Tree) -> bool {
    match known {
        Tree::String(text) => given.is_string() && given.string() == *text,
        Tree::Number(number) => given.tag() == Tag::Number && Decimal::parse(given.raw()) == Decimal::parse(number),
        Tree::Array(_) | Tree::Object(_) => canonical(&given.tree()) == canonical(known),
        known => given.tree() == *known,
    }
}

/// The index of the number, true or false that a text spells.
fn spelled(text: &str, values: &[Tree]) -> Option<usize> {
    let number = coerce::number(text).and_then(|text| Decimal::parse(&text));
    let word = coerce::boolean(text);
    let mut same = values.iter().enumerate().filter(|(_, value)| match value {
        Tree::Number(known) => number.is_some() && number == Decimal::parse(known),
        Tree::Bool(known) => number.is_none() && word == Some(*known),
        _ => false,
    });
    let (at, _) = same.next()?;
    same.next().is_none().then_some(at)
}
