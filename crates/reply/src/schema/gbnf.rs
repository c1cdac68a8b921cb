//! Exports a schema as a grammar for llama.cpp, which keeps the model from writing anything else.

use super::decimal::Decimal;
use super::format::Format;
use super::names::Names;
use super::shape::{Field, Length, Node, Range, Schema, Shape};
use stepgate_json::to_text;

/// Rules that every grammar may use; `value` is any JSON. White space is a blank, or a line break with an indentation, and only where
/// JSON is usually set apart: a small model that may write more of it does so without end.
const COMMON: [(&str, &str); 12] = [
    ("ws", "(\" \" | \"\\n\" [ \\t]{0,16})?"),
    ("comma", "\",\" ws"),
    ("colon", "\":\" \" \"?"),
    ("char", "[^\"\\\\\\x00-\\x1F] | \"\\\\\" ([\"\\\\/bfnrt] | \"u\" [0-9a-fA-F]{4})"),
    ("chars", "char{1000}"),
    ("string", "\"\\\"\" char* \"\\\"\""),
    ("digits", "\"0\" | [1-9] [0-9]{0,14}"),
    ("number", "\"-\"? digits (\".\" [0-9]{1,15})? ([eE] [-+]? [0-9]{1,3})?"),
    ("boolean", "\"true\" | \"false\""),
    ("object", "\"{\" ws (string colon value (comma string colon value)*)? ws \"}\""),
    ("array", "\"[\" ws (value (comma value)*)? ws \"]\""),
    ("value", "object | array | string | number | boolean | \"null\""),
];

/// A range of fewer integers than this is written out, number by number.
const FEW: i64 = 100;

/// Characters of the rule `chars`, for long texts.
const CHARS: usize = 1000;

/// llama.cpp refuses to repeat anything this often.
const TOO_OFTEN: usize = 2000;

pub(super) fn grammar(schema: &Schema) -> String {
    let taken: Vec<&str> = COMMON.iter().map(|(name, _)| *name).chain(["root"]).collect();
    let mut grammar = Grammar { names: Names::new(rule_name, &taken), rules: String::new() };
    let root = grammar.schema(schema, "root");
    let mut out = format!("root ::= {root}\n{}", grammar.rules);
    let is_used = |name: &str| name != "chars" || grammar.rules.contains("chars{") || root.contains("chars{");
    for (name, rule) in COMMON.into_iter().filter(|(name, _)| is_used(name)) {
        out.push_str(&format!("{name} ::= {rule}\n"));
    }
    out
}

/// Brings a name into the form of a rule: letters, digits and hyphens.
fn rule_name(name: &str) -> String {
    let clean = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = name.chars().map(clean).collect();
    let name = name.trim_matches('-');
    if name.is_empty() {
        "rule".to_owned()
    } else {
        name.to_owned()
    }
}

struct Grammar {
    names: Names,
    rules: String,
}

impl Grammar {
    /// The expression for a schema; `about` begins the names of the rules that it adds.
    fn schema(&mut self, schema: &Schema, about: &str) -> String {
        let node = &*schema.0;
        let outer = (!node.definitions.is_empty()).then(|| self.names.enter(&node.definitions));
        if outer.is_some() {
            for (at, (name, definition)) in node.definitions.iter().enumerate() {
                let expression = self.schema(definition, name);
                let rule = self.names.name(at);
                self.add(&rule, &expression);
            }
        }
        let mut expression = self.shape(node, about);
        if node.nullable {
            expression.push_str(" | \"null\"");
        }
        outer.into_iter().for_each(|outer| self.names.leave(outer));
        expression
    }

    fn add(&mut self, name: &str, expression: &str) {
        self.rules.push_str(&format!("{name} ::= {expression}\n"));
    }

    /// Adds a rule for an expression and returns its name.
    fn rule(&mut self, about: &str, expression: &str) -> String {
        let name = self.names.fresh(about);
        self.add(&name, expression);
        name
    }

    fn shape(&mut self, node: &Node, about: &str) -> String {
        match &node.shape {
            Shape::Any => "value".to_owned(),
            Shape::Null => "\"null\"".to_owned(),
            Shape::Boolean => "boolean".to_owned(),
            Shape::Integer(range) => integer(range),
            Shape::Number(range) => number(range),
            Shape::Text { length, format, .. } => text(*length, format.as_ref()),
            Shape::Choice(values) => {
                values.iter().map(|value| literal(&to_text(value))).collect::<Vec<_>>().join(" | ")
            }
            Shape::List { first, items, length, .. } => self.list(first, items.as_ref(), *length, about),
            Shape::Object { fields, rest, names, rules } => {
                let others = rest.others(fields, rules);
                self.object(fields, others.as_ref(), names.as_ref(), about)
            }
            Shape::Never => "value".to_owned(),
            Shape::AnyOf(branches) => {
                branches.iter().map(|branch| self.schema(branch, about)).collect::<Vec<_>>().join(" | ")
            }
            Shape::Named(at) => self.names.name(*at),
        }
    }

    fn list(&mut self, first: &[Schema], items: Option<&Schema>, length: Length, about: &str) -> String {
        let item_name = format!("{about}-item");
        let mut parts: Vec<String> = Vec::new();
        for schema in first {
            let expression = self.schema(schema, &item_name);
            parts.push(self.rule(&item_name, &expression));
        }
        let before = parts.join(" comma ");
        let Some(items) = items.filter(|_| length.max != Some(first.len())) else {
            return format!("\"[\" ws {before} ws \"]\"");
        };
        let expression = self.schema(items, &item_name);
        let item = self.rule(&item_name, &expression);
        // A longer list is checked by the schema alone.
        let min = length.min.unwrap_or(0).min(TOO_OFTEN - 1);
        let max = length.max.filter(|max| *max < TOO_OFTEN);
        let most = |less: usize| max.map_or_else(String::new, |max| max.saturating_sub(less).to_string());
        let all = match (first.len(), min) {
            (0, 0) => format!("({item} (comma {item}){{0,{}}})?", most(1)),
            (0, min) => format!("{item} (comma {item}){{{},{}}}", min - 1, most(1)),
            (n, min) => format!("{before} (comma {item}){{{},{}}}", min.saturating_sub(n), most(n)),
        };
        format!("\"[\" ws {all} ws \"]\"")
    }

    /// The expression for an object: its members in the order of the fields, of which optional ones may be left out.
    fn object(&mut self, fields: &[Field], others: Option<&Schema>, names: Option<&Schema>, about: &str) -> String {
        let extra = others.map(|schema| self.schema(schema, &format!("{about}-value")));
        // `begin` matches the members from here on if none stands before them, `go_on` if one does.
        let (mut begin, mut go_on) = (String::new(), String::new());
        if let Some(extra) = extra {
            let key = names.map_or("string".to_owned(), |names| self.schema(names, &format!("{about}-key")));
            let member = self.rule(&format!("{about}-member"), &format!("({key}) colon ({extra})"));
            begin = format!("({member} (comma {member})*)?");
            go_on = format!("(comma {member})*");
        }
        for field in fields.iter().rev().filter(|field| !field.schema.is_never()) {
            let expression = self.schema(&field.schema, &field.name);
            let key = literal(&to_text(&field.name));
            let member = self.rule(&field.name, &format!("{key} colon ({expression})"));
            if !go_on.is_empty() && !field.required {
                go_on = self.rule(&format!("{about}-after-{}", field.name), &go_on);
            }
            (begin, go_on) = match field.required {
                true => (format!("{member} {go_on}"), format!("comma {member} {go_on}")),
                false if begin.is_empty() => (format!("({member} {go_on})?"), format!("(comma {member})? {go_on}")),
                false => (format!("({member} {go_on} | {begin})"), format!("(comma {member})? {go_on}")),
            };
        }
        format!("\"{{\" ws {begin} ws \"}}\"")
    }
}

/// Quotes a text as a literal of the grammar.
fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn integer(range: &Range) -> String {
    let bound = |inside: &Option<Decimal>, outside: &Option<Decimal>, step: i64| {
        let number = |bound: &Decimal| bound.whole()?.parse::<i64>().ok();
        let inside = inside.as_ref().and_then(number);
        inside.or_else(|| outside.as_ref().and_then(number).map(|bound| bound.saturating_add(step)))
    };
    let (min, max) = (bound(&range.min, &range.above, 1), bound(&range.max, &range.below, -1));
    match (min, max) {
        (Some(min), Some(max)) if min <= max && max.saturating_sub(min) < FEW => {
            (min..=max).map(|n| format!("\"{n}\"")).collect::<Vec<_>>().join(" | ")
        }
        (Some(min), _) if min >= 0 => "digits".to_owned(),
        _ => "\"-\"? digits".to_owned(),
    }
}

fn number(range: &Range) -> String {
    let zero = Decimal::parse("0");
    match (&range.min, &range.above) {
        (min, above) if min.as_ref() >= zero.as_ref() || above.as_ref() >= zero.as_ref() => {
            "digits (\".\" [0-9]{1,15})? ([eE] [-+]? [0-9]{1,3})?".to_owned()
        }
        _ => "number".to_owned(),
    }
}

fn text(length: Length, format: Option<&Format>) -> String {
    const DATE: &str = "[0-9]{4} \"-\" (\"0\" [1-9] | \"1\" [0-2]) \"-\" (\"0\" [1-9] | [12] [0-9] | \"3\" [01])";
    const TIME: &str = "([01] [0-9] | \"2\" [0-3]) \":\" [0-5] [0-9] (\":\" [0-5] [0-9])?";
    let inside = match (format, length.min, length.max) {
        (Some(Format::Date), ..) => DATE.to_owned(),
        (Some(Format::Time), ..) => TIME.to_owned(),
        (Some(Format::DateTime), ..) => format!("{DATE} \"T\" {TIME}"),
        (_, None, None) => return "string".to_owned(),
        (_, min, max) => [at_least(min.unwrap_or(0)), at_most(max, min.unwrap_or(0))].concat(),
    };
    format!("\"\\\"\" {inside} \"\\\"\"")
}

/// The expression for just `min` characters.
fn at_least(min: usize) -> String {
    let (blocks, rest) = (min / CHARS, min % CHARS);
    let blocks = if blocks > 0 { format!("chars{{{blocks}}} ") } else { String::new() };
    let rest = if rest > 0 { format!("char{{{rest}}} ") } else { String::new() };
    [blocks, rest].concat()
}

/// The expression for the characters after the first `min`, up to `max` in all.
fn at_most(max: Option<usize>, min: usize) -> String {
    let Some(more) = max.map(|max| max.saturating_sub(min)) else { return "char*".to_owned() };
    if more < TOO_OFTEN {
        return format!("char{{0,{more}}}");
    }
    let (blocks, rest) = (more / CHARS, more % CHARS);
    format!("(chars{{0,{}}} char{{0,{CHARS}}} | chars{{{blocks}}} char{{0,{rest}}})", blocks - 1)
}
