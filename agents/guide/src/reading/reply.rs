//! The reading agent's reply: its contract, the check against the text, and the resume it holds (spec.md 4.8).

use super::quotation::Source;
use super::words;
use crate::ids::Ids;
use crate::lines::lines;
use crate::resume::Resume;
use serde_json::Value;
use stepgate_engine::schema::{Problem, Schema};
use stepgate_engine::{Error, Lang};
use stepgate_json::{text_of, to_text, value};

/// The contract: a resume in the guide's own form, without ids, and what was left out of it.
pub(crate) fn contract() -> Schema {
    let text = || Schema::string().nullable();
    let texts = || Schema::list(Schema::string());
    let with = |object: Schema, names: &[&str]| names.iter().fold(object, |object, name| object.optional(name, text()));
    let section = |kind| Schema::object().field("type", Schema::one_of(&[kind])).optional("title", text());
    let position = with(Schema::object(), &["title", "organization", "date_start", "date_end", "location"]);
    let entry = with(Schema::object(), &["title", "subtitle", "date", "description"]);
    let sections = [
        section("experience").field("items", Schema::list(position.optional("highlights", texts()))),
        section("generic").field("items", Schema::list(entry)),
        section("text").field("content", Schema::string().min_length(1)),
    ];
    let basics = with(Schema::object(), &["name", "label", "email", "phone"]).optional("links", texts());
    Schema::object()
        .field("basics", basics)
        .field("sections", Schema::list(Schema::any_of(sections)).min_length(1))
        .optional("left_out", texts())
}

/// A reply, compared with the text.
#[derive(Clone, Debug)]
pub(crate) struct Compared {
    reply: Value,
    /// Words that do not stand in the text, each with its place in the reply.
    pub(crate) foreign: Vec<Problem>,
    /// The parts of the text's lines that stand in no field.
    pub(crate) left_out: Vec<String>,
    /// Those of them that the reply does not name in `left_out`.
    unsaid: Vec<Problem>,
}

impl Compared {
    /// Compares a reply that passed [`contract`] with `text`.
    pub(crate) fn new(reply: &Value, text: &str, lang: Lang) -> Compared {
        let (mut source, mut foreign, mut named) = (Source::new(text), Vec::new(), Vec::new());
        for key in ["basics", "sections"] {
            quote(
                reply.get(key).unwrap_or(&Value::Null),
                &format!("/{key}"),
                &mut source,
                &mut foreign,
                words::COPIED.in_lang(lang),
            );
        }
        let left_out = source.rest().into_iter().map(str::to_owned).collect();
        quote(reply.get("left_out").unwrap_or(&Value::Null), "", &mut source, &mut named, "");
        let unsaid = source.rest().into_iter().map(|part| problem("/left_out", part, words::PLACED.in_lang(lang)));
        Compared { reply: reply.clone(), foreign, left_out, unsaid: unsaid.collect() }
    }

    /// All that the model can put right.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        [self.foreign.as_slice(), self.unsaid.as_slice()].concat()
    }

    /// The resume, with new ids, and with names for what has none in the text.
    ///
    /// # Errors
    /// The reply does not keep to [`contract`].
    pub(crate) fn resume(mut self, ids: &mut Ids, lang: Lang) -> Result<Resume, Error> {
        tidy(&mut self.reply);
        let mut id = || Value::from(ids.next(&Resume::empty()));
        put(&mut self.reply, "basics", value! {});
        if let Some(basics) = self.reply.get_mut("basics") {
            put(basics, "name", words::NAME.in_lang(lang).into());
        }
        for section in self.reply.get_mut("sections").and_then(Value::as_array_mut).into_iter().flatten() {
            let kind = text_of(section.get("type")).to_owned();
            put(section, "title", words::title(&kind, lang).into());
            put(section, "id", id());
            for item in section.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten() {
                put(item, "id", id());
                put(item, "title", "".into());
                if kind == "experience" {
                    put(item, "organization", "".into());
                }
            }
        }
        Resume::parse(&self.reply, "")
    }
}

/// Records what the texts of `value` quote, and collects their foreign words.
fn quote(value: &Value, path: &str, source: &mut Source, foreign: &mut Vec<Problem>, allowed: &str) {
    match value {
        Value::String(text) => {
            let words = source.quote(text, path.starts_with("/basics/"));
            foreign.extend(words.into_iter().map(|words| problem(path, words, allowed)));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                quote(item, &format!("{path}/{index}"), source, foreign, allowed);
            }
        }
        Value::Object(members) => {
            for (key, member) in members.iter().filter(|(key, _)| *key != "type") {
                quote(member, &format!("{path}/{key}"), source, foreign, allowed);
            }
        }
        _ => {}
    }
}

fn problem(path: &str, words: &str, allowed: &str) -> Problem {
    Problem::at(path, to_text(&words), allowed.to_owned())
}

/// Drops empty members and entries, and list markers before highlights.
fn tidy(value: &mut Value) {
    match value {
        Value::String(text) => *text = text.trim().to_owned(),
        Value::Array(items) => {
            items.iter_mut().for_each(tidy);
            items.retain(|item| !is_empty(item));
        }
        Value::Object(members) => {
            if let Some(Value::Array(highlights)) = members.get_mut("highlights") {
                let texts = highlights.iter().filter_map(Value::as_str);
                *highlights = texts.flat_map(lines).map(Value::from).collect();
            }
            members.values_mut().for_each(tidy);
            members.retain(|_, member| !is_empty(member));
        }
        _ => {}
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// Gives an object a member that it lacks.
fn put(object: &mut Value, key: &str, value: Value) {
    if let Some(object) = object.as_object_mut().filter(|object| !object.contains_key(key)) {
        object.insert(key.to_owned(), value);
    }
}
