//! The builder.

use std::rc::Rc;

use serde_json::Value;

use super::decimal::Decimal;
use super::{Exported, Field, Instead, Length, Node, Range, Rest, Schema, Shape};
use stepgate_json::Tree;

impl Schema {
    pub(super) fn of(shape: Shape) -> Schema {
        Schema(Rc::new(Node {
            shape,
            nullable: false,
            title: None,
            about: None,
            aliases: Vec::new(),
            absent: None,
            unusable: None,
            text_field: None,
            lenient: false,
            near: false,
            salvage: false,
            exclusive: false,
            definitions: Vec::new(),
            exported: Exported::default(),
        }))
    }

    pub(super) fn node(&mut self) -> &mut Node {
        let node = Rc::make_mut(&mut self.0);
        node.exported = Exported::default();
        node
    }

    fn with(mut self, change: impl FnOnce(&mut Node)) -> Schema {
        change(self.node());
        self
    }

    /// A text.
    pub fn string() -> Schema {
        Schema::of(Shape::Text { length: Length::default(), format: None, pattern: None })
    }

    /// A whole number.
    pub fn integer() -> Schema {
        Schema::of(Shape::Integer(Range::default()))
    }

    /// A number.
    pub fn number() -> Schema {
        Schema::of(Shape::Number(Range::default()))
    }

    /// True or false.
    pub fn boolean() -> Schema {
        Schema::of(Shape::Boolean)
    }

    /// Any value.
    pub fn any() -> Schema {
        Schema::of(Shape::Any)
    }

    /// Null only.
    pub fn null() -> Schema {
        Schema::of(Shape::Null)
    }

    /// One of these texts.
    pub fn one_of(values: &[&str]) -> Schema {
        Schema::of(Shape::Choice(values.iter().map(|&value| Tree::text(value)).collect()))
    }

    /// What fits one of these schemas; where several fit, the first that needs the fewest coercions.
    pub fn any_of(schemas: impl IntoIterator<Item = Schema>) -> Schema {
        Schema::one_of_all(schemas.into_iter().collect())
    }

    /// As [`any_of`](Schema::any_of).
    pub(super) fn one_of_all(mut branches: Vec<Schema>) -> Schema {
        let all = branches.len();
        branches.retain(|schema| !matches!(schema.0.shape, Shape::Null));
        let null = branches.len() < all;
        let schema = match branches.as_slice() {
            [] if null => return Schema::null().nullable(),
            [only] => only.clone(),
            _ => one_choice(&branches).unwrap_or_else(|| Schema::of(Shape::AnyOf(branches))),
        };
        if null {
            schema.nullable()
        } else {
            schema
        }
    }

    /// A list of `items`.
    pub fn list(items: Schema) -> Schema {
        Schema::of(Shape::List { first: Vec::new(), items: Some(items), length: Length::default() })
    }

    /// A list of just these items, in this order.
    pub fn tuple(items: impl IntoIterator<Item = Schema>) -> Schema {
        let first: Vec<Schema> = items.into_iter().collect();
        let length = Length { min: Some(first.len()), max: Some(first.len()) };
        Schema::of(Shape::List { first, items: None, length })
    }

    /// An object; its fields follow by [`field`](Schema::field) and [`optional`](Schema::optional). Other keys are
    /// dropped and reported.
    pub fn object() -> Schema {
        Schema::of(Shape::Object { fields: Vec::new(), rest: Rest::Dropped, names: None })
    }

    /// An object of any keys, each with a value of this shape.
    pub fn map(values: Schema) -> Schema {
        Schema::of(Shape::Object { fields: Vec::new(), rest: Rest::Each(values), names: None })
    }

    /// Adds a required field.
    pub fn field(self, name: &str, schema: Schema) -> Schema {
        self.add(name, schema, true)
    }

    /// Adds a field that may be absent.
    pub fn optional(self, name: &str, schema: Schema) -> Schema {
        self.add(name, schema, false)
    }

    fn add(self, name: &str, schema: Schema, required: bool) -> Schema {
        self.with(|node| {
            if let Shape::Object { fields, .. } = &mut node.shape {
                fields.retain(|field| field.name != name);
                fields.push(Field { name: name.to_owned(), schema, required });
            }
        })
    }

    /// Allows null as well.
    pub fn nullable(self) -> Schema {
        self.with(|node| node.nullable = true)
    }

    /// At least `n` characters of a text, or items of a list.
    pub fn min_length(self, n: usize) -> Schema {
        self.with(|node| {
            if let Shape::Text { length, .. } | Shape::List { length, .. } = &mut node.shape {
                length.min = Some(n);
            }
        })
    }

    /// At most `n` characters of a text, or items of a list.
    pub fn max_length(self, n: usize) -> Schema {
        self.with(|node| {
            if let Shape::Text { length, .. } | Shape::List { length, .. } = &mut node.shape {
                length.max = Some(n);
            }
        })
    }

    /// The least number allowed.
    pub fn min(self, n: impl Into<f64>) -> Schema {
        self.with(|node| {
            if let Shape::Integer(range) | Shape::Number(range) = &mut node.shape {
                range.min = bound(n.into());
            }
        })
    }

    /// The greatest number allowed.
    pub fn max(self, n: impl Into<f64>) -> Schema {
        self.with(|node| {
            if let Shape::Integer(range) | Shape::Number(range) = &mut node.shape {
                range.max = bound(n.into());
            }
        })
    }

    /// Says what the value is for: the `description` the model reads.
    pub fn about(self, text: &str) -> Schema {
        self.with(|node| node.about = Some(text.to_owned()))
    }

    /// Annotation: `from` is another spelling of `to`, a value of an enum or a key of an object.
    pub fn alias(self, from: &str, to: &str) -> Schema {
        self.with(|node| node.aliases.push((from.to_owned(), to.to_owned())))
    }

    /// Annotation: a value that does not fit, or an absent required one, becomes `value`, and `notice` is reported.
    pub fn or_else(self, value: Value, notice: &str) -> Schema {
        self.with(|node| node.unusable = Some(Instead { value: Tree::from(&value), notice: Some(notice.to_owned()) }))
    }

    /// Annotation: an absent value becomes `value`, without notice.
    pub fn or_absent(self, value: Value) -> Schema {
        self.with(|node| node.absent = Some(Tree::from(&value)))
    }

    /// Annotation: a value that does not fit, or an absent required one, becomes null, without notice.
    pub fn or_null(self) -> Schema {
        self.with(|node| node.unusable = Some(Instead { value: Tree::Null, notice: None }))
    }

    /// Annotation of a reply's schema: text without any JSON is the value of `field`.
    pub fn or_text(self, field: &str) -> Schema {
        self.with(|node| node.text_field = Some(field.to_owned()))
    }

    /// Annotation: in this schema and those in it, a value of an enum may be nearly spelled: one letter wrong, missing, too
    /// much or changed with the next, in a name of at least five, if no other value is as near. Not for decisions that a
    /// typo must not make.
    pub fn near(self) -> Schema {
        self.with(|node| node.near = true)
    }

    /// Annotation: in this schema and those in it, as much of a value is kept as fits. Items of a list that do not fit are
    /// left out, which is lossy; a required field that is not there is its only or first value, or an empty list or object;
    /// where an object is wanted, the items of a list are its fields in their order, or, if it has any keys, texts are its keys.
    #[cfg(feature = "full")]
    pub fn salvage(self) -> Schema {
        self.with(|node| node.salvage = true)
    }

    /// Annotation: exported as it is, but any value, or none, is accepted unchanged; the agent normalises it itself.
    pub fn lenient(self) -> Schema {
        self.with(|node| node.lenient = true)
    }
}

fn bound(n: f64) -> Option<Decimal> {
    // As JSON writes it: the formatting of floats in the standard library is 18 kB of wasm.
    Decimal::parse(&serde_json::Number::from_f64(n)?.to_string())
}

/// Branches that are no more than values to choose from, as one choice.
fn one_choice(branches: &[Schema]) -> Option<Schema> {
    let mut all = Vec::new();
    for branch in branches {
        let Shape::Choice(values) = &branch.0.shape else { return None };
        if !branch.0.is_bare() {
            return None;
        }
        for value in values {
            if !all.contains(value) {
                all.push(value.clone());
            }
        }
    }
    Some(Schema::of(Shape::Choice(all)))
}

impl Node {
    /// Whether it says nothing but its shape.
    fn is_bare(&self) -> bool {
        let Node { shape: _, exported: _, nullable, lenient, near, salvage, exclusive, .. } = self;
        let Node { title, about, aliases, absent, unusable, text_field, definitions, .. } = self;
        let flags = *nullable || *lenient || *near || *salvage || *exclusive;
        let texts = title.is_some() || about.is_some() || text_field.is_some();
        let values = absent.is_some() || unusable.is_some();
        !flags && !texts && !values && aliases.is_empty() && definitions.is_empty()
    }
}
