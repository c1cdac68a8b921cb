//! The builder of schemas.

use std::rc::Rc;

use serde_json::Value;

use super::calls;
use super::decimal::Decimal;
use super::shape::{Exported, Field, Instead, Length, Node, Range, Rest, Rules, Schema, Shape};
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
            calls: None,
            lenient: false,
            near: false,
            exclusive: false,
            implied: false,
            nots: Vec::new(),
            also: Vec::new(),
            ignored: Vec::new(),
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

    /// A schema for a text.
    pub fn string() -> Schema {
        Schema::of(Shape::Text { length: Length::default(), format: None, patterns: Vec::new() })
    }

    /// A schema for a whole number.
    pub fn integer() -> Schema {
        Schema::of(Shape::Integer(Range::default()))
    }

    /// A schema for a number.
    pub fn number() -> Schema {
        Schema::of(Shape::Number(Range::default()))
    }

    /// A schema for true or false.
    pub fn boolean() -> Schema {
        Schema::of(Shape::Boolean)
    }

    /// A schema for any value.
    pub fn any() -> Schema {
        Schema::of(Shape::Any)
    }

    /// A schema for null only.
    pub fn null() -> Schema {
        Schema::of(Shape::Null)
    }

    /// A schema for one of these texts.
    pub fn one_of(values: &[&str]) -> Schema {
        Schema::of(Shape::Choice(values.iter().map(|&value| Tree::text(value)).collect()))
    }

    /// A schema for one of these values.
    pub fn values(values: impl IntoIterator<Item = Value>) -> Schema {
        Schema::of(Shape::Choice(values.into_iter().map(|value| Tree::from(&value)).collect()))
    }

    /// A schema for a value that fits one of these. Where several fit, the check takes the one with the fewest coercions, and of
    /// those the first.
    pub fn any_of(schemas: impl IntoIterator<Item = Schema>) -> Schema {
        Schema::union(schemas.into_iter().collect(), false)
    }

    /// The schema of [`any_of`](Schema::any_of), or with `exclusive` of a value that fits just one branch. One branch alone is the
    /// schema itself; a branch of null makes it nullable.
    pub(super) fn union(mut branches: Vec<Schema>, exclusive: bool) -> Schema {
        if !exclusive {
            branches = flat(branches);
        }
        branches.retain(|schema| !schema.is_never());
        let all = branches.len();
        branches.retain(|schema| schema.0.shape != Shape::Null || !schema.0.nots.is_empty());
        let null = branches.len() < all;
        let schema = match branches.as_slice() {
            [] if null => return Schema::null().nullable(),
            [] => return Schema::of(Shape::Never),
            [only] => only.clone(),
            _ => one_choice(&branches, exclusive).unwrap_or_else(|| {
                let implied = branches.iter().all(|branch| branch.0.implied);
                let mut schema = Schema::of(Shape::AnyOf(branches));
                schema.node().exclusive = exclusive;
                schema.node().implied = implied;
                schema
            }),
        };
        if null {
            schema.nullable()
        } else {
            schema
        }
    }

    /// A schema for a list of `items`.
    pub fn list(items: Schema) -> Schema {
        Schema::of(Shape::List { first: Vec::new(), items: Some(items), length: Length::default(), unique: false })
    }

    /// A schema for a list of just these items, in this order.
    pub fn tuple(items: impl IntoIterator<Item = Schema>) -> Schema {
        let first: Vec<Schema> = items.into_iter().collect();
        let length = Length { min: Some(first.len()), max: Some(first.len()) };
        Schema::of(Shape::List { first, items: None, length, unique: false })
    }

    /// A schema for an object. [`field`](Schema::field) and [`optional`](Schema::optional) add its fields. The check drops other keys,
    /// each with a coercion `ignored`.
    pub fn object() -> Schema {
        Schema::of(Shape::Object { fields: Vec::new(), rest: Rest::Dropped, names: None, rules: Rules::default() })
    }

    /// A schema for an object with any keys, each with a value of this shape.
    pub fn map(values: Schema) -> Schema {
        Schema::of(Shape::Object { fields: Vec::new(), rest: Rest::Each(values), names: None, rules: Rules::default() })
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

    /// The same object with all of its fields optional and nullable. A schema of another kind stays as it is.
    #[must_use]
    pub fn partial(self) -> Schema {
        self.with(|node| {
            if let Shape::Object { fields, .. } = &mut node.shape {
                for field in fields {
                    field.required = false;
                    field.schema = field.schema.clone().with(|node| (node.nullable, node.absent) = (true, None));
                }
            }
        })
    }

    /// Whether the schema is that of an object with listed fields.
    pub fn is_object(&self) -> bool {
        matches!(self.0.shape, Shape::Object { .. })
    }

    /// Allows null as well.
    pub fn nullable(self) -> Schema {
        self.with(|node| node.nullable = true)
    }

    /// Demands at least `n` characters of a text, or items of a list.
    pub fn min_length(self, n: usize) -> Schema {
        self.with(|node| {
            if let Shape::Text { length, .. } | Shape::List { length, .. } = &mut node.shape {
                length.min = Some(n);
            }
        })
    }

    /// Allows at most `n` characters of a text, or items of a list.
    pub fn max_length(self, n: usize) -> Schema {
        self.with(|node| {
            if let Shape::Text { length, .. } | Shape::List { length, .. } = &mut node.shape {
                length.max = Some(n);
            }
        })
    }

    /// Sets the least number allowed.
    pub fn min(self, n: impl Into<f64>) -> Schema {
        self.with(|node| {
            if let Shape::Integer(range) | Shape::Number(range) = &mut node.shape {
                range.min = bound(n.into());
            }
        })
    }

    /// Sets the greatest number allowed.
    pub fn max(self, n: impl Into<f64>) -> Schema {
        self.with(|node| {
            if let Shape::Integer(range) | Shape::Number(range) = &mut node.shape {
                range.max = bound(n.into());
            }
        })
    }

    /// Sets the `description` that the model reads: the purpose of the value.
    pub fn about(self, text: &str) -> Schema {
        self.with(|node| node.about = Some(text.to_owned()))
    }

    /// The same schema, without the values that fit `not`.
    pub(super) fn without(self, not: Schema) -> Schema {
        match not.0.shape {
            Shape::Any if not.0.nots.is_empty() => Schema::of(Shape::Never),
            Shape::Never => self,
            _ => self.with(|node| node.nots.push(not)),
        }
    }

    /// Annotation: accepts `from` as another spelling of `to`, an enum value or a key of the object.
    pub fn alias(self, from: &str, to: &str) -> Schema {
        self.with(|node| node.aliases.push((from.to_owned(), to.to_owned())))
    }

    /// Annotation: replaces a value that does not fit, or a required value that is absent, by `value`, and reports `notice`.
    pub fn or_else(self, value: Value, notice: &str) -> Schema {
        self.with(|node| node.unusable = Some(Instead { value: Tree::from(&value), notice: Some(notice.to_owned()) }))
    }

    /// Annotation: replaces an absent value by `value`, without a notice.
    pub fn or_absent(self, value: Value) -> Schema {
        self.with(|node| node.absent = Some(Tree::from(&value)))
    }

    /// Annotation: replaces a value that does not fit, or a required value that is absent, by null, without a notice.
    pub fn or_null(self) -> Schema {
        self.with(|node| node.unusable = Some(Instead { value: Tree::Null, notice: None }))
    }

    /// Annotation of the schema of a whole reply: takes text without any JSON as the value of `field`.
    pub fn or_text(self, field: &str) -> Schema {
        self.with(|node| node.text_field = Some(field.to_owned()))
    }

    /// Annotation of the schema of a whole reply: `field` holds tool calls, which are read in the other forms in which models write them,
    /// too. Its schema must allow calls: objects with a choice of names and with arguments.
    pub fn calls(self, field: &str) -> Schema {
        self.with(|node| node.calls = Some(calls::in_field(field)))
    }

    /// Annotation: in this schema and those below it, accepts an enum value with one slip in its name: a letter wrong, missing,
    /// added, or swapped with the next. The name must have at least five letters, and no other value may be as near. Do not use it
    /// for decisions that a typo must not make.
    pub fn near(self) -> Schema {
        self.with(|node| node.near = true)
    }

    /// Annotation: exports the schema as it is, but accepts any value, or none, unchanged; the agent normalises it itself.
    pub fn lenient(self) -> Schema {
        self.with(|node| node.lenient = true)
    }
}

fn bound(n: f64) -> Option<Decimal> {
    // serde_json's printer of floats: the one in the standard library would add 18 kB of wasm.
    Decimal::parse(&serde_json::Number::from_f64(n)?.to_string())
}

/// Puts the branches of a branch in its place, if it has nothing else.
fn flat(branches: Vec<Schema>) -> Vec<Schema> {
    let mut all = Vec::new();
    for branch in branches {
        match &branch.0.shape {
            Shape::AnyOf(inner) if branch.0.is_bare() => all.extend_from_slice(inner),
            _ => all.push(branch),
        }
    }
    all
}

/// Merges branches that only list values to choose from into one choice.
fn one_choice(branches: &[Schema], exclusive: bool) -> Option<Schema> {
    let mut all = Vec::new();
    for branch in branches {
        let Shape::Choice(values) = &branch.0.shape else { return None };
        if !branch.0.is_bare() {
            return None;
        }
        for value in values {
            match all.contains(value) {
                true if exclusive => return None,
                true => {}
                false => all.push(value.clone()),
            }
        }
    }
    Some(Schema::of(Shape::Choice(all)))
}

impl Node {
    /// Whether the node has a shape only: no annotation and no definition.
    fn is_bare(&self) -> bool {
        let Node { shape: _, exported: _, ignored: _, nullable, lenient, near, exclusive, implied, .. } = self;
        let Node { title, about, aliases, absent, unusable, text_field, calls, definitions, nots, also, .. } = self;
        let flags = *nullable || *lenient || *near || *exclusive || *implied;
        let texts = title.is_some() || about.is_some() || text_field.is_some() || calls.is_some();
        let values = absent.is_some() || unusable.is_some();
        !flags
            && !texts
            && !values
            && aliases.is_empty()
            && definitions.is_empty()
            && nots.is_empty()
            && also.is_empty()
    }
}
