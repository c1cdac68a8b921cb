//! Tools that the host runs in every session, with the previews of their writes.

use serde_json::Value;

use super::memory::Memory;
use super::seen::{before, is_blind, path, REPLACES};
use super::tools::{built_in, LIST, PATH, READ, WRITE};
use super::visible::count_lines;
use super::words;
use stepgate_engine::schema::{Found, Problem, Schema, Type};
use stepgate_engine::{Call, Lang, Text, Tool};
use stepgate_json::{text_of, value};

/// Tools that the host runs in every session.
pub(super) fn tools() -> Vec<Tool<Memory>> {
    let text = Schema::string;
    let about = |name| built_in(name).map_or(Text::from(""), |tool| tool.about);
    let write = Schema::object().field("path", text()).field("content", text()).optional(REPLACES, Schema::boolean());
    vec![
        Tool::read(READ, about(READ), Schema::object().field("path", text())).checked(preview),
        Tool::write(WRITE, about(WRITE), write).checked(preview),
        Tool::read(LIST, about(LIST), Schema::object().field("dir", text()).field("pattern", text())).checked(preview),
    ]
}

/// Names the effect of a write for its card: a new file, or one that is replaced, and what gets lost by that.
pub(super) fn title(memory: &Memory, params: &Value, lang: Lang) -> String {
    let (replaces, text) = before(memory, path(params));
    let verb = if replaces { words::REPLACE } else { words::WRITE };
    let content = text_of(params.get("content"));
    let mut notes: Vec<String> = text.into_iter().filter_map(|text| change(text, content, lang)).collect();
    if text.is_some() && is_blind(memory, WRITE, params) {
        notes.push(words::NOT_SEEN.in_lang(lang).to_owned());
    }
    [verb.in_lang(lang), " ", path(params), &in_brackets(&notes, lang)].concat()
}

/// Says that a text stays the same, or how many lines fewer it has.
fn change(before: &str, after: &str, lang: Lang) -> Option<String> {
    let fewer = count_lines(before).saturating_sub(count_lines(after));
    match (before == after, fewer, lang) {
        (true, ..) => Some(words::SAME.in_lang(lang).to_owned()),
        (false, 0, _) => None,
        (false, _, Lang::Zh) => Some(format!("少 {fewer} 行")),
        (false, 1, Lang::En) => Some("1 line fewer".to_owned()),
        (false, _, Lang::En) => Some(format!("{fewer} lines fewer")),
    }
}

fn in_brackets(notes: &[String], lang: Lang) -> String {
    match (notes.is_empty(), lang) {
        (true, _) => String::new(),
        (false, Lang::Zh) => format!("（{}）", notes.join("；")),
        (false, Lang::En) => format!(" ({})", notes.join("; ")),
    }
}

/// Preview of a write for its approval card: title, path, whether a known file is replaced, and its text if it is known
/// whole. The user may have put another path on the card: of that file the approval says nothing.
fn preview(memory: &Memory, call: &Call) -> Result<Value, Problem> {
    let (args, lang) = (call.args, call.lang);
    let given = path(args);
    if args.get("path").is_some() && PATH.read(args).as_deref() != Ok(given) {
        let plain = [words::PATH_IS, words::PATHS, words::END].map(|text| text.in_lang(lang)).concat();
        return Err(Problem {
            plain: Some(plain),
            ..Problem::at("/path", words::A_PATH.in_lang(lang).to_owned(), words::PATHS)
        });
    }
    let (replaces, whole) = before(memory, given);
    if !replaces && args.get(REPLACES) == Some(&Value::Bool(true)) {
        let plain = Some(words::NOT_REPLACED.in_lang(lang).to_owned());
        return Err(Problem {
            plain,
            ..Problem::at(["/", REPLACES].concat(), Found::Value(Type::Boolean, "true".into()), Text::from("false"))
        });
    }
    Ok(value! { "title": title(memory, args, lang), "path": given, "replaces": replaces, "before": whole })
}
