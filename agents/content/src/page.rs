//! Data and queries of the page (`ContentData` and `ContentQuery` in the TypeScript types).

use serde_json::Value;

use super::fields::export::export;
use super::fields::{find, unmet_names};
use super::flow::doing::doing;
use super::flow::{can_refresh, can_start};
use super::model::{Field, Memory};
use super::project::saved;
use super::texts::sentences::{refusal, refusal_of};
use stepgate_engine::Refusal;
use stepgate_engine::{Error, Lang};
use stepgate_json::{read, to_value, value, FromJson};

/// `view.data` of the content agent. `idle` tells whether an edit can be made now.
pub(crate) fn data(memory: &Memory, idle: bool, lang: Lang) -> Value {
    let doing = doing(memory);
    let mut out = saved::shared(memory);
    out.member("project", &memory.project);
    out.member("editions", &memory.editions);
    out.member("revisions", &memory.revisions);
    out.member("phase_names", &saved::of_phases(memory, &|station| station.phase.title(lang).into()));
    out.key("fields");
    out.begin_list();
    for field in &memory.fields {
        let is_made = doing.get("field").is_some_and(|name| *name == field.name);
        out.value(&listed(memory, field, is_made));
    }
    out.end_list();
    let asking = memory.asking.as_ref().and_then(|asking| memory.field(&asking.field)).map(|field| &field.id);
    out.member("asking", &asking);
    out.member("can", &can(memory, idle && doing.is_null()));
    out.member("work", &doing);
    out.object_value()
}

#[derive(Default, FromJson)]
#[json(optional)]
struct Query {
    field: Option<String>,
    history: Option<String>,
    export: Option<String>,
    fields: Vec<String>,
    state: bool,
}

/// Answers a query of the page.
///
/// # Errors
/// `unknown_query`, `unknown_field`, and those of [`export`].
pub(crate) fn answer(memory: &Memory, query: &Value, lang: Lang) -> Result<Value, Refusal> {
    let unknown = |_: Error| refusal("unknown_query", lang);
    let asked: Query = read(query).map_err(unknown)?;
    let field = |name: &str| find(memory, name).ok_or_else(|| refusal_of("unknown_field", name, lang));
    match asked {
        Query { field: Some(name), .. } => field(&name).map(text),
        Query { history: Some(name), .. } => field(&name).map(|field| to_value(&field.history)),
        Query { export: Some(format), fields, .. } => export(memory, &format, &fields, lang).map(Value::String),
        Query { state: true, .. } => Ok(saved::write(memory)),
        _ => Err(refusal("unknown_query", lang)),
    }
}

fn text(field: &Field) -> Value {
    value! {
        "id": field.id, "name": field.name, "phase": field.phase, "status": field.status, "version": field.version,
        "stale": field.stale, "at_ms": field.at_ms, "content": field.content,
    }
}

/// A field without its text, as the page lists it. `is_made` tells whether its text is being generated.
fn listed(memory: &Memory, field: &Field, is_made: bool) -> Value {
    let question = |question: &String| {
        let answer = field.pre_answers.get(question).map_or("", String::as_str);
        value! { "question": question, "answer": answer }
    };
    value! {
        "id": field.id,
        "name": field.name,
        "phase": field.phase,
        "field_type": field.field_type,
        "status": if is_made { "generating".into() } else { to_value(&field.status) },
        "version": field.version,
        "stale": field.stale,
        "at_ms": field.at_ms,
        "characters": field.content.chars().count(),
        "is_default": field.is_default,
        "ai_prompt": field.ai_prompt,
        "depends_on": field.depends_on,
        "dependency_type": field.dependency_type,
        "need_review": field.need_review,
        "channel": field.channel,
        "unmet": unmet_names(field, &memory.fields),
        "questions": field.pre_questions.iter().map(question).collect::<Vec<Value>>(),
        "history": field.history.len(),
    }
}

/// The edits that would be accepted now, by name.
fn can(memory: &Memory, idle: bool) -> Value {
    value! {
        "approve": idle && memory.waiting_for_human && memory.revisions.is_empty(),
        "batch": idle && can_start(memory),
        "regenerate_stale": idle && can_refresh(memory),
        "propose": idle && !memory.golden.intent.trim().is_empty(),
        "simulate": idle && memory.has_material(),
        "evaluate": idle && memory.has_material(),
    }
}
