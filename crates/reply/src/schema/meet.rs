//! The schema of the values that fit two schemas: `allOf`, and keywords beside `$ref`, `anyOf` and `oneOf`.
//!
//! Where one side has branches, the other one is merged into each. So the result is made of the same shapes as any other schema, and
//! everything that reads schemas reads it.

use std::rc::Rc;

use super::check::accepts;
use super::decimal::Decimal;
use super::pattern::Pattern;
use super::shape::{Field, Length, Node, Range, Rest, Rules, Schema, Shape};
use stepgate_json::Tree;

/// The reason why two schemas cannot be merged.
pub(super) type Why = &'static str;

const KINDS: Why = "conditions on values of different kinds; name the type beside each";
const TOO_LARGE: Why = "at most 10000 schemas when branches are merged; write fewer branches";

/// Merges schemas, up to a number of them.
pub(super) struct Meet {
    pub(super) left: usize,
}

impl Meet {
    pub(super) fn all(&mut self, a: &Schema, b: &Schema) -> Result<Schema, Why> {
        self.left = self.left.checked_sub(1).ok_or(TOO_LARGE)?;
        let shape = match (&a.0.shape, &b.0.shape) {
            (_, Shape::Any) => Some(a.0.shape.clone()),
            (Shape::Any, _) => return Ok(joined(b, a, b.0.shape.clone(), b.0.nullable)),
            (Shape::Named(at), Shape::Named(other)) if at == other => Some(a.0.shape.clone()),
            (Shape::Named(_), _) => None,
            (_, Shape::Named(_)) => return Ok(beside(b, a)),
            (Shape::Choice(values), _) => return Ok(chosen(a, values, b)),
            (_, Shape::Choice(values)) => return Ok(chosen(b, values, a)),
            (Shape::AnyOf(branches), _) => return self.branches(a, branches, b),
            (_, Shape::AnyOf(branches)) => return self.branches(b, branches, a),
            (Shape::Integer(a), Shape::Integer(b) | Shape::Number(b)) | (Shape::Number(a), Shape::Integer(b)) => {
                ranges(a, b).map(Shape::Integer)
            }
            (Shape::Number(a), Shape::Number(b)) => ranges(a, b).map(Shape::Number),
            (Shape::Boolean, Shape::Boolean) => Some(Shape::Boolean),
            (Shape::Null, Shape::Null) => Some(Shape::Null),
            (Shape::Text { .. }, Shape::Text { .. }) => texts(&a.0.shape, &b.0.shape),
            (Shape::List { .. }, Shape::List { .. }) => Some(self.lists(&a.0.shape, &b.0.shape)?),
            (Shape::Object { .. }, Shape::Object { .. }) => self.objects(&a.0.shape, &b.0.shape)?,
            _ if a.0.implied && b.0.implied => return Err(KINDS),
            _ if a.0.implied => return Ok(joined(b, a, b.0.shape.clone(), b.0.nullable)),
            _ if b.0.implied => Some(a.0.shape.clone()),
            _ => Some(Shape::Never),
        };
        let Some(shape) = shape else { return Ok(beside(a, b)) };
        let nullable = match &b.0.shape {
            Shape::Any => a.0.nullable,
            _ => both_take_null(a, b),
        };
        Ok(joined(a, b, shape, nullable))
    }

    /// Merges a schema into each of the branches.
    fn branches(&mut self, schema: &Schema, branches: &[Schema], other: &Schema) -> Result<Schema, Why> {
        let mut merged = Vec::new();
        for branch in branches {
            merged.push(self.all(branch, other)?);
        }
        let mut union = Schema::union(merged, schema.0.exclusive);
        let node = union.node();
        node.nullable |= schema.0.nullable && takes_null(other);
        node.nots.extend_from_slice(&schema.0.nots);
        node.also.extend_from_slice(&schema.0.also);
        annotate(node, &schema.0);
        Ok(union)
    }

    fn lists(&mut self, a: &Shape, b: &Shape) -> Result<Shape, Why> {
        let (
            Shape::List { first: a_first, items: a_items, length: a_length, unique: a_unique },
            Shape::List { first: b_first, items: b_items, length: b_length, unique: b_unique },
        ) = (a, b)
        else {
            return Ok(Shape::Never);
        };
        let mut first = Vec::new();
        let items = loop {
            let at = first.len();
            let sides = (a_first.get(at).or(a_items.as_ref()), b_first.get(at).or(b_items.as_ref()));
            let item = match sides {
                (Some(a), Some(b)) => Some(self.all(a, b)?).filter(|item| !item.is_never()),
                _ => None,
            };
            match item {
                Some(item) if at < a_first.len().max(b_first.len()) => first.push(item),
                item => break item,
            }
        };
        Ok(Shape::of_list(first, items, a_length.meet(*b_length), *a_unique || *b_unique))
    }

    /// The conditions of both on an object; `None` if both have patterns for keys and one is not open to other keys.
    fn objects(&mut self, a: &Shape, b: &Shape) -> Result<Option<Shape>, Why> {
        let (
            Shape::Object { fields: a_fields, rest: a_rest, names: a_names, rules: a_rules },
            Shape::Object { fields: b_fields, rest: b_rest, names: b_names, rules: b_rules },
        ) = (a, b)
        else {
            return Ok(Some(Shape::Never));
        };
        let mut fields = Vec::new();
        for field in a_fields {
            let twin = b_fields.iter().find(|other| other.name == field.name);
            let required = field.required || twin.is_some_and(|twin| twin.required);
            let schema = match twin {
                Some(twin) => self.all(&field.schema, &twin.schema)?,
                None => self.unlisted(&field.name, field.schema.clone(), b_rest, b_rules)?,
            };
            fields.push(Field { name: field.name.clone(), schema, required });
        }
        for field in b_fields.iter().filter(|field| !a_fields.iter().any(|other| other.name == field.name)) {
            let schema = self.unlisted(&field.name, field.schema.clone(), a_rest, a_rules)?;
            fields.push(Field { schema, ..field.clone() });
        }
        let names = match (a_names, b_names) {
            (Some(a), Some(b)) => Some(self.all(a, b)?),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        let patterns = match (a_rules.patterns.as_slice(), b_rules.patterns.as_slice()) {
            (a, []) => self.with_rest(a, b_rest)?,
            ([], b) => self.with_rest(b, a_rest)?,
            (a, b) if *a_rest == Rest::Kept && *b_rest == Rest::Kept => [a, b].concat(),
            _ => return Ok(None),
        };
        let rest = match (a_rest, b_rest) {
            (Rest::Dropped, _) | (_, Rest::Dropped) => Rest::Dropped,
            (Rest::Kept, rest) | (rest, Rest::Kept) => rest.clone(),
            (Rest::Each(a), Rest::Each(b)) => Rest::Each(self.all(a, b)?),
        };
        let rules = Rules {
            patterns,
            count: a_rules.count.meet(b_rules.count),
            needs: [a_rules.needs.as_slice(), b_rules.needs.as_slice()].concat(),
        };
        Ok(Some(Shape::of_object(fields, rest, names, rules)))
    }

    /// Merges the schema of a field with what an object that does not list the field says about it.
    pub(super) fn unlisted(&mut self, name: &str, field: Schema, rest: &Rest, rules: &Rules) -> Result<Schema, Why> {
        let mut schema = field;
        let mut matched = false;
        for (_, other) in rules.patterns.iter().filter(|(pattern, _)| pattern.holds(name)) {
            schema = self.all(&schema, other)?;
            matched = true;
        }
        match rest {
            Rest::Dropped if !matched => Ok(Schema::of(Shape::Never)),
            Rest::Each(other) if !matched => self.all(&schema, other),
            _ => Ok(schema),
        }
    }

    fn with_rest(
        &mut self,
        patterns: &[(Rc<Pattern>, Schema)],
        rest: &Rest,
    ) -> Result<Vec<(Rc<Pattern>, Schema)>, Why> {
        let mut merged = Vec::new();
        for (pattern, schema) in patterns {
            match rest {
                Rest::Dropped => {}
                Rest::Kept => merged.push((pattern.clone(), schema.clone())),
                Rest::Each(other) => merged.push((pattern.clone(), self.all(schema, other)?)),
            }
        }
        Ok(merged)
    }
}

/// A schema of this shape with the annotations of both, of which the first one's come first.
fn joined(a: &Schema, b: &Schema, shape: Shape, nullable: bool) -> Schema {
    let mut schema = a.clone();
    let node = schema.node();
    node.implied &= b.0.implied || b.0.shape == Shape::Any;
    node.shape = shape;
    node.nullable = nullable;
    add_new(&mut node.nots, &b.0.nots);
    add_new(&mut node.also, &b.0.also);
    annotate(node, &b.0);
    schema
}

/// The first schema with the second as a condition on the result.
fn beside(a: &Schema, b: &Schema) -> Schema {
    let mut schema = a.clone();
    let node = schema.node();
    node.implied = false;
    add_new(&mut node.also, std::slice::from_ref(b));
    annotate(node, &b.0);
    schema
}

fn add_new(schemas: &mut Vec<Schema>, more: &[Schema]) {
    for schema in more {
        if !schemas.contains(schema) {
            schemas.push(schema.clone());
        }
    }
}

/// Adds the annotations that a node lacks.
fn annotate(node: &mut Node, other: &Node) {
    node.title = node.title.take().or_else(|| other.title.clone());
    node.about = node.about.take().or_else(|| other.about.clone());
    node.absent = node.absent.take().or_else(|| other.absent.clone());
    node.calls = node.calls.take().or_else(|| other.calls.clone());
    for alias in &other.aliases {
        if !node.aliases.contains(alias) {
            node.aliases.push(alias.clone());
        }
    }
}

/// The values of a choice that fit another schema.
fn chosen(choice: &Schema, values: &[Tree], other: &Schema) -> Schema {
    let nullable = both_take_null(choice, other);
    let kept: Vec<Tree> = values.iter().filter(|value| accepts(other, value, &[])).cloned().collect();
    let shape = match kept.len() {
        0 if nullable => Shape::Null,
        0 => Shape::Never,
        _ => Shape::Choice(kept),
    };
    joined(choice, other, shape, nullable)
}

/// Whether null fits both schemas. Where neither names a type, they are about their kind of values, and not about null.
fn both_take_null(a: &Schema, b: &Schema) -> bool {
    match a.0.implied && b.0.implied {
        true => a.0.nullable && b.0.nullable,
        false => takes_null(a) && takes_null(b),
    }
}

/// Whether null fits, also by a schema that is about values of another kind.
pub(super) fn takes_null(schema: &Schema) -> bool {
    let node = &schema.0;
    let is_refused = |not: &Schema| accepts(not, &Tree::Null, &[]);
    if node.nots.iter().any(is_refused) || !node.also.iter().all(takes_null) {
        return false;
    }
    node.nullable
        || node.implied
        || match &node.shape {
            Shape::Any | Shape::Null => true,
            Shape::AnyOf(branches) if node.exclusive => {
                branches.iter().filter(|branch| takes_null(branch)).count() == 1
            }
            Shape::AnyOf(branches) => branches.iter().any(takes_null),
            _ => false,
        }
}

/// The bounds of both; `None` if neither `multipleOf` is a multiple of the other.
fn ranges(a: &Range, b: &Range) -> Option<Range> {
    let least = |a: &Option<Decimal>, b: &Option<Decimal>| match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b).clone()),
        (a, b) => a.as_ref().or(b.as_ref()).cloned(),
    };
    let most = |a: &Option<Decimal>, b: &Option<Decimal>| a.as_ref().max(b.as_ref()).cloned();
    let step = match (&a.step, &b.step) {
        (Some(a), Some(b)) if a.is_multiple_of(b) == Some(true) => Some(a.clone()),
        (Some(a), Some(b)) if b.is_multiple_of(a) == Some(true) => Some(b.clone()),
        (Some(_), Some(_)) => return None,
        (a, b) => a.as_ref().or(b.as_ref()).cloned(),
    };
    Some(Range {
        min: most(&a.min, &b.min),
        max: least(&a.max, &b.max),
        above: most(&a.above, &b.above),
        below: least(&a.below, &b.below),
        step,
    })
}

/// The conditions of both on a text; `None` if the formats differ.
fn texts(a: &Shape, b: &Shape) -> Option<Shape> {
    let (
        Shape::Text { length: a_length, format: a_format, patterns: a_patterns },
        Shape::Text { length: b_length, format: b_format, patterns: b_patterns },
    ) = (a, b)
    else {
        return Some(Shape::Never);
    };
    if a_format.is_some() && b_format.is_some() && a_format != b_format {
        return None;
    }
    let mut patterns = a_patterns.clone();
    patterns.extend(b_patterns.iter().filter(|pattern| !a_patterns.contains(pattern)).cloned());
    let length = a_length.meet(*b_length);
    if length.is_empty() {
        return Some(Shape::Never);
    }
    Some(Shape::Text { length, format: a_format.clone().or_else(|| b_format.clone()), patterns })
}

impl Length {
    fn meet(self, other: Length) -> Length {
        let max = match (self.max, other.max) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Length { min: self.min.max(other.min), max }
    }
}

impl Shape {
    /// A list; `Never` if the bounds contradict each other.
    pub(super) fn of_list(mut first: Vec<Schema>, items: Option<Schema>, length: Length, unique: bool) -> Shape {
        let mut items = items.filter(|items| !items.is_never());
        let most = first.iter().position(Schema::is_never).or(length.max);
        if let Some(most) = most.filter(|most| *most <= first.len()) {
            first.truncate(most);
            items = None;
        }
        let too_few = items.is_none() && length.min.is_some_and(|min| min > first.len());
        if length.is_empty() || too_few {
            return Shape::Never;
        }
        Shape::List { first, items, length, unique }
    }

    /// An object; `Never` if it cannot have what it must have.
    pub(super) fn of_object(fields: Vec<Field>, rest: Rest, names: Option<Schema>, rules: Rules) -> Shape {
        if rules.count.is_empty() || fields.iter().any(|field| field.required && field.schema.is_never()) {
            return Shape::Never;
        }
        let rest = match rest {
            Rest::Each(schema) if schema.is_never() => Rest::Dropped,
            rest => rest,
        };
        Shape::Object { fields, rest, names, rules }
    }
}
