//! Fitting a value to a schema: coerce, fall back, report.

use serde_json::Value;

use super::{coerce, export, Checked, Coercion, Length, Problem, Range, Schema, Shape};

/// How JSON given as text is decoded. Nothing, if it is not JSON.
pub(crate) type Decode = fn(&str) -> Option<Value>;

/// Decodes well-formed JSON only.
pub(super) fn strict(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

pub(super) fn check(schema: &Schema, value: Value, decode: Decode) -> Checked {
    let mut check = Check::new(decode, String::new());
    let value = check.value(schema, value);
    let problems = outer_first(check.problems);
    Checked { value, coercions: check.coercions, notices: check.notices, problems }
}

/// The problems by the length of their paths: one at an outer value is the cause of those below it.
fn outer_first(problems: Vec<Problem>) -> Vec<Problem> {
    let mut levels: Vec<Vec<Problem>> = Vec::new();
    for problem in problems {
        let depth = problem.path.matches('/').count();
        while levels.len() <= depth {
            levels.push(Vec::new());
        }
        if let Some(level) = levels.get_mut(depth) {
            level.push(problem);
        }
    }
    levels.into_iter().flatten().collect()
}

/// A check under way: where it is and what it has found.
pub(super) struct Check {
    decode: Decode,
    path: String,
    coercions: Vec<Coercion>,
    pub(super) notices: Vec<String>,
    problems: Vec<Problem>,
}

impl Check {
    fn new(decode: Decode, path: String) -> Check {
        Check { decode, path, coercions: Vec::new(), notices: Vec::new(), problems: Vec::new() }
    }

    pub(super) fn value(&mut self, schema: &Schema, value: Value) -> Value {
        let node = &*schema.0;
        if node.lenient {
            return value;
        }
        let Some(instead) = &node.unusable else { return self.fit(schema, value) };
        let mut trial = self.fork();
        let original = value.clone();
        let fitted = trial.fit(schema, value);
        if trial.problems.is_empty() {
            self.join(trial);
            return fitted;
        }
        self.coerced("default", original, &instead.value);
        self.notices.extend(instead.notice.clone());
        instead.value.clone()
    }

    fn fork(&self) -> Check {
        Check::new(self.decode, self.path.clone())
    }

    fn join(&mut self, other: Check) {
        self.coercions.extend(other.coercions);
        self.notices.extend(other.notices);
        self.problems.extend(other.problems);
    }

    /// The value as the shape has it, or as it was, with problems.
    fn fit(&mut self, schema: &Schema, value: Value) -> Value {
        let node = &*schema.0;
        if node.nullable && value.is_null() {
            return value;
        }
        if node.nullable && !takes(&node.shape, &value) && coerce::means_null(&value) {
            self.coerced("null", value, &Value::Null);
            return Value::Null;
        }
        match &node.shape {
            Shape::Any => value,
            Shape::Null if value.is_null() => value,
            Shape::Null => self.null(schema, value),
            Shape::Boolean => self.boolean(schema, value),
            Shape::Integer(range) => self.number(schema, value, *range, true),
            Shape::Number(range) => self.number(schema, value, *range, false),
            Shape::Text { length, .. } => self.text(schema, value, *length),
            Shape::Choice(values) => self.choice(schema, value, values),
            Shape::List { items, length } => self.list(schema, value, items, *length),
            Shape::Object { fields, rest } => self.object(schema, value, fields, rest),
            Shape::AnyOf(branches) => self.any_of(schema, value, branches),
        }
    }

    fn null(&mut self, schema: &Schema, value: Value) -> Value {
        if !coerce::means_null(&value) {
            return self.unfit(schema, value);
        }
        self.coerced("null", value, &Value::Null);
        Value::Null
    }

    fn boolean(&mut self, schema: &Schema, value: Value) -> Value {
        match value.as_str().and_then(coerce::boolean) {
            Some(word) => self.converted("boolean", value, Value::Bool(word)),
            None if value.is_boolean() => value,
            None => self.unfit(schema, value),
        }
    }

    fn number(&mut self, schema: &Schema, value: Value, range: Range, whole: bool) -> Value {
        let written = value.as_str().and_then(coerce::number);
        let number = written.clone().or_else(|| value.as_number().cloned());
        let fitting = number.and_then(|number| if whole { coerce::integer(&number) } else { Some(number) });
        match fitting {
            Some(number) if number.as_f64().is_some_and(|n| range.holds(n)) => match written {
                Some(_) => self.converted("number", value, Value::Number(number)),
                None if value.as_number() == Some(&number) => value,
                None => self.converted("integer", value, Value::Number(number)),
            },
            _ => self.unfit(schema, value),
        }
    }

    fn text(&mut self, schema: &Schema, value: Value, length: Length) -> Value {
        let Shape::Text { format, .. } = &schema.0.shape else { return value };
        let fits = value.as_str().is_some_and(|text| {
            length.holds(text.chars().count()) && format.is_none_or(|format| format.holds(text.trim()))
        });
        if fits {
            value
        } else {
            self.unfit(schema, value)
        }
    }

    fn choice(&mut self, schema: &Schema, value: Value, values: &[Value]) -> Value {
        if values.contains(&value) {
            return value;
        }
        let Some(text) = value.as_str() else { return self.unfit(schema, value) };
        let aliases = &schema.0.aliases;
        let known = values.iter().filter_map(|value| value.as_str().map(|name| (name, name)));
        let alias = || coerce::only(text, aliases.iter().map(|(from, to)| (from.as_str(), to.as_str())));
        match coerce::only(text, known).or_else(alias).map(Value::from) {
            Some(known) => self.converted("enum", value, known),
            None => self.unfit(schema, value),
        }
    }

    fn list(&mut self, schema: &Schema, value: Value, items: &Schema, length: Length) -> Value {
        let list = match self.decoded(value, Value::is_array) {
            Value::Array(list) => list,
            Value::Null => return self.unfit(schema, Value::Null),
            one => {
                self.coerced("list", one.clone(), &Value::Array(vec![one.clone()]));
                vec![one]
            }
        };
        if !length.holds(list.len()) {
            self.problem(format!("array of {} items", list.len()), export::allowed(schema));
        }
        let mut fitted = Vec::with_capacity(list.len());
        for (index, value) in list.into_iter().enumerate() {
            fitted.push(self.at(&index.to_string(), |check| check.value(items, value)));
        }
        Value::Array(fitted)
    }

    /// The branch that takes a value of this type, with the fewest problems, then the fewest coercions; ties to the first.
    fn any_of(&mut self, schema: &Schema, value: Value, branches: &[Schema]) -> Value {
        let trials = branches.iter().map(|branch| {
            let mut trial = self.fork();
            let fitted = trial.value(branch, value.clone());
            let strange = !(takes(&branch.0.shape, &value) || branch.0.nullable && value.is_null());
            let rank = (!trial.problems.is_empty(), strange, trial.problems.len(), trial.coercions.len());
            (rank, fitted, trial)
        });
        match trials.min_by_key(|(rank, ..)| *rank) {
            Some((_, fitted, trial)) => {
                self.join(trial);
                fitted
            }
            None => self.unfit(schema, value),
        }
    }

    /// A text that holds JSON of the wanted kind, decoded; JSON text may itself be given as text.
    pub(super) fn decoded(&mut self, value: Value, wanted: fn(&Value) -> bool) -> Value {
        let Some(text) = value.as_str() else { return value };
        let decode =
            |text: &str| if text.trim_start().starts_with(['{', '[', '"']) { (self.decode)(text) } else { None };
        let once = decode(text);
        let twice = once.as_ref().and_then(Value::as_str).and_then(decode);
        match twice.or(once).filter(wanted) {
            Some(json) => self.converted("json_text", value, json),
            None => value,
        }
    }

    pub(super) fn at<T>(&mut self, step: &str, inside: impl FnOnce(&mut Check) -> T) -> T {
        let length = self.path.len();
        push_step(&mut self.path, step);
        let result = inside(self);
        self.path.truncate(length);
        result
    }

    pub(super) fn converted(&mut self, kind: &str, from: Value, to: Value) -> Value {
        self.coerced(kind, from, &to);
        to
    }

    pub(super) fn coerced(&mut self, kind: &str, from: Value, to: &Value) {
        self.coercions.push(Coercion { kind: kind.to_owned(), path: self.path.clone(), from, to: to.clone() });
    }

    pub(super) fn unfit(&mut self, schema: &Schema, value: Value) -> Value {
        self.problem(found(schema, &value), export::allowed(schema));
        value
    }

    pub(super) fn problem(&mut self, found: String, allowed: String) {
        self.problems.push(Problem { path: self.path.clone(), found, allowed });
    }
}

/// Appends a step to a JSON pointer.
pub(crate) fn push_step(path: &mut String, step: &str) {
    path.push('/');
    for c in step.chars() {
        match c {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            _ => path.push(c),
        }
    }
}

/// Whether a value is of the shape's JSON type.
pub(super) fn takes(shape: &Shape, value: &Value) -> bool {
    match shape {
        Shape::Any => true,
        Shape::Null => value.is_null(),
        Shape::Boolean => value.is_boolean(),
        Shape::Integer(_) | Shape::Number(_) => value.is_number(),
        Shape::Text { .. } => value.is_string(),
        Shape::Choice(values) => values.iter().any(|known| kind(known) == kind(value)),
        Shape::List { .. } => value.is_array(),
        Shape::Object { .. } => value.is_object(),
        Shape::AnyOf(branches) => branches.iter().any(|branch| takes(&branch.0.shape, value)),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The kind of value, with what may be wrong about it.
fn found(schema: &Schema, value: &Value) -> String {
    match (&schema.0.shape, value) {
        (Shape::Integer(_) | Shape::Number(_), Value::Number(number)) => format!("number {number}"),
        (Shape::Text { length, .. }, Value::String(text)) if !length.holds(text.chars().count()) => {
            format!("string of {} characters", text.chars().count())
        }
        _ => kind(value).to_owned(),
    }
}
