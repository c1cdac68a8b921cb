//! `@` references to fields in a user's text (spec.md 3.8).

use crate::model::Field;
use crate::texts::sentences::sentence;
use crate::texts::words;
use stepgate_engine::Lang;
use stepgate_json::slice;

/// Reference in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Position of its `@` in the text, in bytes.
    pub start: usize,
    /// Position of its end, in bytes.
    pub end: usize,
    /// Index of the field in the list; `None` if there is no such field.
    pub field: Option<usize>,
    /// Name of the field, or else the text as typed.
    pub name: String,
}

/// Finds the references in `text`, in order. The longest field name after the `@`, or after a label and a dot, wins. Case is
/// ignored.
pub fn references(text: &str, fields: &[Field]) -> Vec<Reference> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(c) = rest.chars().next() else { break };
        at += c.len_utf8();
        if c != '@' {
            continue;
        }
        if let Some(reference) = read(text, at, fields) {
            at = reference.end;
            found.push(reference);
        }
    }
    found
}

/// Whether `text` consists of its references and punctuation only.
pub fn is_only(text: &str, references: &[Reference]) -> bool {
    let mut from = 0;
    for reference in references {
        if slice(text, from..reference.start).chars().any(char::is_alphanumeric) {
            return false;
        }
        from = reference.end;
    }
    !references.is_empty() && !slice(text, from..).chars().any(char::is_alphanumeric)
}

/// The field that a short answer names, with or without an `@`: nothing but small words stands beside the name.
pub fn answered<'a>(text: &str, fields: &'a [Field]) -> Option<&'a Field> {
    let text = words::bare(text);
    let beside = |field: &Field| words::bare(&field.name).chars().count();
    let named = fields.iter().filter(|field| text.contains(&words::bare(&field.name)));
    let field = named.max_by_key(|field| beside(field))?;
    words::are_small(&text.replacen(&words::bare(&field.name), "", 1)).then_some(field)
}

/// The field with the longest name that stands in the text, with or without an `@`.
pub(crate) fn named<'a>(text: &str, fields: &'a [Field]) -> Option<&'a Field> {
    let named = fields
        .iter()
        .filter(|field| !words::bare(&field.name).is_empty() && words::contains(text, &words::bare(&field.name)));
    named.max_by_key(|field| field.name.chars().count())
}

/// The field that a request refers to, if it refers to one only and that one has a text.
pub fn only_one<'a>(references: &[Reference], fields: &'a [Field]) -> Option<&'a Field> {
    let (first, others) = references.split_first()?;
    let field = fields.get(first.field?).filter(|field| field.has_content())?;
    others.iter().all(|other| other.field == first.field).then_some(field)
}

/// The referenced texts, each once, with headings.
pub fn read_out(references: &[Reference], fields: &[Field], lang: Lang) -> String {
    let mut text = String::new();
    let mut seen: Vec<String> = Vec::new();
    for reference in references {
        let name = reference.name.to_lowercase();
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(&match reference.field.and_then(|at| fields.get(at)) {
            Some(field) => format!("## {}\n{}", field.name, field.content),
            None => format!("## {}{}", reference.name, sentence("unknown_reference", lang)),
        });
    }
    if text.is_empty() {
        text.push_str(sentence("no_references", lang));
    }
    text
}

/// The text for the model: each known reference is replaced by the name of its field in quotation marks.
pub fn quoted(text: &str, references: &[Reference], fields: &[Field], lang: Lang) -> String {
    let (open, close) = if lang == Lang::Zh { ("“", "”") } else { ("\"", "\"") };
    let mut out = String::new();
    let mut from = 0;
    for reference in references {
        let Some(field) = reference.field.and_then(|at| fields.get(at)) else { continue };
        out.push_str(slice(text, from..reference.start));
        out.push_str(&[open, &field.name, close].concat());
        from = reference.end;
    }
    out.push_str(slice(text, from..));
    out
}

/// Reads the reference whose `@` stands directly before `at`.
fn read(text: &str, at: usize, fields: &[Field]) -> Option<Reference> {
    let rest = text.get(at..)?;
    let label = run(rest);
    let after = rest.get(label..).and_then(|rest| rest.strip_prefix('.')).filter(|_| label > 0);
    let dotted = || {
        let (field, length) = longest(after?, fields)?;
        Some((field, label + 1 + length))
    };
    let known = longest(rest, fields).or_else(dotted);
    let length = known.map_or_else(
        || match after.map(run) {
            None | Some(0) => label,
            Some(more) => label + 1 + more,
        },
        |(_, length)| length,
    );
    let field = known.map(|(field, _)| field);
    let name = match field.and_then(|at| fields.get(at)) {
        Some(field) => field.name.clone(),
        None => rest.get(..length)?.to_owned(),
    };
    (length > 0).then_some(Reference { start: at - 1, end: at + length, field, name })
}

/// Index of the field with the longest name that `text` begins with, and the length of the match in bytes.
fn longest(text: &str, fields: &[Field]) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    for (at, field) in fields.iter().enumerate() {
        if let Some(length) = begins(text, &field.name).filter(|length| best.is_none_or(|(_, best)| *length > best)) {
            best = Some((at, length));
        }
    }
    best
}

/// Length in bytes of `name` at the beginning of `text`, ignoring case.
fn begins(text: &str, name: &str) -> Option<usize> {
    let mut rest = text.chars();
    for c in name.chars() {
        if !rest.next()?.to_lowercase().eq(c.to_lowercase()) {
            return None;
        }
    }
    Some(text.len() - rest.as_str().len()).filter(|length| *length > 0)
}

/// Length in bytes of the characters at the beginning of `text` that a name may contain.
fn run(text: &str) -> usize {
    let of_name = |c: &char| c.is_ascii_alphanumeric() || *c == '_' || is_cjk(*c);
    text.chars().take_while(of_name).map(char::len_utf8).sum()
}

fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
        && c.is_alphanumeric()
}
