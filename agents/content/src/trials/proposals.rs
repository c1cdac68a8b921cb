//! Proposals: designs to choose from (spec.md 4 and 5.3).

use serde_json::Value;

use super::Outcome;
use crate::fields::declare::{check_room, checked_name, is_named};
use crate::fields::{find, in_order};
use crate::model::{limits, Field, Memory, Phase, Proposal};
use crate::texts::sentences::{filled, listed, refusal_of, sentence};
use stepgate_engine::schema::Schema;
use stepgate_engine::Lang;
use stepgate_engine::{in_words, Complaint, Refusal};
use stepgate_json::{read, text_of};

/// Number of proposals.
const COUNT: usize = 3;

/// Contract for the proposals.
pub(crate) fn contract() -> Schema {
    let text = || Schema::string().min_length(1);
    let kinds = Schema::one_of(&["text", "richtext", "list", "structured"]);
    let field = Schema::object()
        .optional("id", Schema::string())
        .field("name", text())
        .field("field_type", kinds.or_else("text".into(), "field_type"))
        .field("ai_prompt", text())
        .field("depends_on", Schema::list(Schema::string()).or_absent(Value::Array(Vec::new())))
        .field("order", Schema::integer().or_else(0.into(), "order"))
        .field("need_review", Schema::boolean().or_absent(false.into()));
    let proposal = Schema::object()
        .field("name", text())
        .field("description", Schema::string())
        .field("fields", Schema::list(field).min_length(1).max_length(limits::LIST));
    Schema::object().field("proposals", Schema::list(proposal).min_length(COUNT))
}

/// Takes new proposals. They replace the earlier ones; the fields of a chosen one stay.
///
/// # Errors
/// A field could not be declared if the proposal were chosen. Reporting it now lets the model correct it.
pub(crate) fn decided(memory: &mut Memory, reply: &Value, lang: Lang) -> Result<Option<Outcome>, Complaint> {
    let given = reply.get("proposals").unwrap_or(&Value::Null);
    limits::check(given).map_err(|error| Complaint::new("malformed", in_words(&error.within("proposals"), lang)))?;
    let mut given = given.clone();
    let mut ids = Vec::new();
    for proposal in given.as_array_mut().into_iter().flatten() {
        ids.push(proposal.get_mut("fields").and_then(Value::as_array_mut).map_or_else(Vec::new, arranged));
    }
    let mut proposals: Vec<Proposal> =
        read(&given).map_err(|error| Complaint::new("malformed", in_words(&error.within("proposals"), lang)))?;
    proposals.truncate(COUNT);
    let mut wrong = Vec::new();
    for (at, (proposal, ids)) in proposals.iter_mut().zip(&ids).enumerate() {
        proposal.id = format!("p{}", at + 1);
        if let Err(refusal) = finish(proposal, ids, memory, lang) {
            wrong.push(format!("{}: {}", proposal.name.trim(), refusal.text));
        }
    }
    if !wrong.is_empty() {
        return Err(Complaint::new("wrong_proposals", filled("wrong_proposals", &wrong.join("\n"), lang)));
    }
    *memory.proposals.change() = proposals;
    Ok(Some(Outcome { said: sentence("proposals_ready", lang).to_owned(), report: String::new() }))
}

/// Sorts the fields of a reply by their `order` and returns their ids.
fn arranged(fields: &mut Vec<Value>) -> Vec<String> {
    let order = |field: &Value| field.get("order").and_then(Value::as_i64).unwrap_or_default();
    let mut sorted: Vec<Value> = Vec::new();
    for field in fields.drain(..) {
        let at = sorted.iter().position(|other| order(other) > order(&field)).unwrap_or(sorted.len());
        sorted.insert(at, field);
    }
    *fields = sorted;
    let id = |field: &Value| text_of(field.get("id")).to_owned();
    fields.iter().map(id).collect()
}

/// Replaces the ids in dependencies by names and checks that the fields can be declared.
fn finish(proposal: &mut Proposal, ids: &[String], memory: &Memory, lang: Lang) -> Result<(), Refusal> {
    check_room(memory, proposal.fields.len(), lang)?;
    let mut fields: Vec<Field> = Vec::new();
    for template in &proposal.fields {
        let name = checked_name(&template.name, lang)?;
        fields.push(Field::new(name, name, Phase::ProduceInner));
    }
    for (at, template) in proposal.fields.iter_mut().enumerate() {
        for need in &mut template.depends_on {
            let of_id = ids.iter().position(|id| id == need);
            let meant = of_id.or_else(|| fields.iter().position(|field| is_named(&field.name, need)));
            match meant.and_then(|at| fields.get(at)) {
                Some(field) => need.clone_from(&field.name),
                None if find(memory, need).is_some() => {}
                None => return Err(refusal_of("unknown_field", need, lang)),
            }
        }
        if let Some(field) = fields.get_mut(at) {
            field.depends_on.clone_from(&template.depends_on);
        }
    }
    let set: Vec<&Field> = fields.iter().collect();
    match in_order(&set) {
        Err(ring) => Err(refusal_of("dependency_cycle", &listed(&ring.0, lang), lang)),
        Ok(_) => Ok(()),
    }
}
