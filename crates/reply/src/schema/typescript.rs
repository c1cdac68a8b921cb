//! Exports a schema as a TypeScript type: models follow it best in a prompt.

use super::names::Names;
use super::shape::{Field, Node, Schema, Shape};
use super::words;
use stepgate_json::to_text;

pub(super) fn declaration(schema: &Schema) -> String {
    let mut types = Types { names: Names::new(type_name, &[]), declarations: String::new() };
    let name = types.names.fresh(schema.0.title.as_deref().unwrap_or("Reply"));
    let root = types.schema(schema, 0);
    let comment = schema.0.about.as_deref().map_or_else(String::new, |about| comment(about, 0));
    format!("{}{comment}type {name} = {root};\n", types.declarations)
}

/// Brings a name into the form of a type: letters and digits, with a capital first.
fn type_name(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let (first, rest) = word.split_at(1);
        [&first.to_ascii_uppercase(), rest].concat()
    };
    let name: String = words.map(capital).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name
    } else {
        format!("T{name}")
    }
}

struct Types {
    names: Names,
    declarations: String,
}

impl Types {
    /// The type of a schema. Its lines after the first are indented by `depth` levels.
    fn schema(&mut self, schema: &Schema, depth: usize) -> String {
        let node = &*schema.0;
        let outer = (!node.definitions.is_empty()).then(|| self.names.enter(&node.definitions));
        if outer.is_some() {
            for (at, (_, definition)) in node.definitions.iter().enumerate() {
                let text = self.schema(definition, 0);
                let name = self.names.name(at);
                self.declarations.push_str(&format!("type {name} = {text};\n\n"));
            }
        }
        let mut text = self.shape(node, depth);
        if node.nullable {
            text.push_str(" | null");
        }
        outer.into_iter().for_each(|outer| self.names.leave(outer));
        text
    }

    fn shape(&mut self, node: &Node, depth: usize) -> String {
        match &node.shape {
            Shape::Any => "unknown".to_owned(),
            Shape::Null => "null".to_owned(),
            Shape::Boolean => "boolean".to_owned(),
            Shape::Integer(_) | Shape::Number(_) => "number".to_owned(),
            Shape::Text { .. } => "string".to_owned(),
            Shape::Choice(values) => values.iter().map(|value| to_text(value)).collect::<Vec<_>>().join(" | "),
            Shape::List { first, items, .. } => self.list(first, items.as_ref(), depth),
            Shape::Object { fields, rest, rules, .. } => self.object(fields, rest.others(fields, rules), depth),
            Shape::Never => "never".to_owned(),
            Shape::AnyOf(branches) => {
                branches.iter().map(|branch| self.schema(branch, depth)).collect::<Vec<_>>().join(" | ")
            }
            Shape::Named(at) => self.names.name(*at),
        }
    }

    fn list(&mut self, first: &[Schema], items: Option<&Schema>, depth: usize) -> String {
        let mut parts: Vec<String> = first.iter().map(|schema| self.schema(schema, depth)).collect();
        let rest = items.map(|items| {
            let item = self.schema(items, depth);
            if is_union(items) {
                format!("({item})[]")
            } else {
                format!("{item}[]")
            }
        });
        match rest {
            Some(rest) if first.is_empty() => rest,
            rest => {
                parts.extend(rest.map(|rest| format!("...{rest}")));
                format!("[{}]", parts.join(", "))
            }
        }
    }

    fn object(&mut self, fields: &[Field], others: Option<Schema>, depth: usize) -> String {
        let indent = "  ".repeat(depth + 1);
        let mut lines = String::new();
        for field in fields.iter().filter(|field| !field.schema.is_never()) {
            let node = &*field.schema.0;
            lines.push_str(&comment(&remark(&field.schema, node), depth + 1));
            let mark = if field.required && node.absent.is_none() { "" } else { "?" };
            let text = self.schema(&field.schema, depth + 1);
            lines.push_str(&format!("{indent}{}{mark}: {text};\n", key(&field.name)));
        }
        if let Some(schema) = others {
            let text = self.schema(&schema, depth + 1);
            if fields.is_empty() {
                return format!("Record<string, {text}>");
            }
            lines.push_str(&format!("{indent}[key: string]: {text};\n"));
        }
        if lines.is_empty() {
            "{}".to_owned()
        } else {
            format!("{{\n{lines}{}}}", "  ".repeat(depth))
        }
    }
}

fn is_union(schema: &Schema) -> bool {
    let node = &*schema.0;
    node.nullable
        || matches!(&node.shape, Shape::AnyOf(_))
        || matches!(&node.shape, Shape::Choice(values) if values.len() > 1)
}

/// The comment on a field: its description, and the bounds that its type does not express.
fn remark(schema: &Schema, node: &Node) -> String {
    let bounds = match &node.shape {
        Shape::Integer(_) | Shape::Number(_) | Shape::Text { .. } | Shape::List { .. } | Shape::Object { .. } => {
            words::allowed_signs(schema)
        }
        _ => String::new(),
    };
    let bounds = bounds.trim_end_matches(" | null");
    let plain = matches!(bounds, "" | "number" | "string" | "array" | "object");
    match (node.about.as_deref(), plain) {
        (None, true) => String::new(),
        (Some(about), true) => about.to_owned(),
        (None | Some(""), false) => bounds.to_owned(),
        (Some(about), false) => format!("{about} ({bounds})"),
    }
}

fn comment(text: &str, depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let text = text.trim().replace("*/", "* /");
    match text.lines().count() {
        0 => String::new(),
        1 => format!("{indent}/** {text} */\n"),
        _ => {
            let lines = text.lines().map(|line| format!("{indent} * {}\n", line.trim()));
            format!("{indent}/**\n{}{indent} */\n", lines.collect::<String>())
        }
    }
}

/// A key as TypeScript writes it: plain if it is an identifier, else in quotes.
fn key(name: &str) -> String {
    let is_name = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    if is_name {
        name.to_owned()
    } else {
        to_text(&name.to_owned())
    }
}
