//! Designs to choose among; the one that is chosen declares the fields of the next phase (content specification, 4 and 5.3).

use serde_json::Value;

use super::ask::Ask;
use super::declare::{checked_name, declare, default_id, delete};
use super::field::{Field, Template};
use super::fields::{find, in_order, save, Written};
use super::limits;
use super::model::{Memory, Proposal};
use super::phase::Phase;
use super::prompts::text;
use super::sentences::{filled, listed, refusal, refusal_of, sentence};
use crate::engine::{Complaint, Refusal};
use crate::json::{object, read};
use crate::schema::Schema;
use crate::text::decimal;
use crate::{lower_case, Lang};

/// How many there are.
const COUNT: usize = 3;

/// What the model is asked.
pub(super) fn ask(lang: Lang) -> Ask {
    Ask::new(text("propose", lang), text("output_proposals", lang), "proposals", contract()).saying(text("cue", lang))
}

fn contract() -> Schema {
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
        .field("fields", Schema::list(field).min_length(1));
    Schema::object().field("proposals", Schema::list(proposal).min_length(COUNT))
}

struct Reply {
    proposals: Vec<Proposed>,
}

object!(read Reply { proposals });

struct Proposed {
    name: String,
    description: String,
    fields: Vec<Part>,
}

object!(read Proposed { name, description, fields });

/// A field of a proposal: a template, with what only a reply has.
struct Part {
    template: Template,
    id: String,
    order: u32,
}

object!(read PartMembers {} optional { id, order });

struct PartMembers {
    id: String,
    order: u32,
}

impl crate::json::FromJson for Part {
    fn blank() -> Self {
        Part { template: Template::default(), id: String::new(), order: 0 }
    }

    fn take(&mut self, value: &Value) -> Result<(), crate::Error> {
        self.template = read(value)?;
        let PartMembers { id, order } = read(value)?;
        (self.id, self.order) = (id, order);
        Ok(())
    }
}

/// Takes the designs of a reply; those from before are gone, the fields of a chosen one stay.
///
/// # Errors
/// A field depends on one that is not there, or on itself.
pub fn take(memory: &mut Memory, reply: &Value, lang: Lang) -> Result<(), Complaint> {
    let reply: Reply = read(reply).map_err(|error| Complaint::new(error.to_string()))?;
    let mut proposals = Vec::new();
    for (at, proposed) in reply.proposals.into_iter().take(COUNT).enumerate() {
        let fields = templates(memory, proposed.fields, lang)
            .map_err(|text| Complaint::new(["/proposals/", &decimal(at as u64), ": ", &text].concat()))?;
        proposals.push(Proposal {
            id: ["p", &decimal(at as u64 + 1)].concat(),
            name: proposed.name,
            description: proposed.description,
            fields,
            chosen: false,
            made: Vec::new(),
        });
    }
    memory.proposals = proposals;
    Ok(())
}

/// The fields in their order, with names for what they depend on.
fn templates(memory: &Memory, mut parts: Vec<Part>, lang: Lang) -> Result<Vec<Template>, String> {
    let names: Vec<(String, String)> =
        parts.iter().map(|part| (part.id.clone(), part.template.name.trim().to_owned())).collect();
    for part in &mut parts {
        for need in &mut part.template.depends_on {
            let is_meant = |(id, name): &&(String, String)| id == need || lower_case(name) == lower_case(need.trim());
            match names.iter().find(is_meant) {
                Some((_, name)) => name.clone_into(need),
                None if find(memory, need).is_some() => {}
                None => return Err(filled("unknown_field", need, lang)),
            }
        }
    }
    for part in &parts {
        check_part(&part.template, lang).map_err(|refusal| refusal.text)?;
    }
    check_ring(&parts, lang)?;
    Ok(by_order(parts))
}

/// What could not be declared when the design is chosen is said to the model now.
fn check_part(template: &Template, lang: Lang) -> Result<(), Refusal> {
    let name = checked_name(&template.name, lang)?;
    if template.ai_prompt.chars().count() > limits::TEXT {
        return Err(refusal_of("too_long", name, lang));
    }
    Ok(())
}

fn check_ring(parts: &[Part], lang: Lang) -> Result<(), String> {
    let mut fields = Vec::new();
    for Part { template, .. } in parts {
        let mut field = Field::new(template.name.trim(), template.name.trim(), Phase::ProduceInner);
        field.depends_on.clone_from(&template.depends_on);
        fields.push(field);
    }
    let ring = in_order(&fields.iter().collect::<Vec<_>>()).err();
    ring.map_or(Ok(()), |ring| Err(filled("dependency_cycle", &listed(&ring.0, lang), lang)))
}

fn by_order(parts: Vec<Part>) -> Vec<Template> {
    let mut sorted: Vec<Part> = Vec::new();
    for part in parts {
        let at = sorted.iter().position(|other| other.order > part.order).unwrap_or(sorted.len());
        sorted.insert(at, part);
    }
    sorted.into_iter().map(|part| part.template).collect()
}

/// The user chooses a design: its fields are made, and it is the text of the design phase. What another one had made and
/// nobody has touched is gone.
///
/// # Errors
/// `unknown_proposal`, `proposal_taken`, or its fields cannot be made.
pub fn choose(memory: &mut Memory, id: &str, now: u64, lang: Lang) -> Result<Option<Written>, Refusal> {
    let found = memory.proposals.iter().position(|proposal| proposal.id == id);
    let Some(proposal) = found.and_then(|at| memory.proposals.get(at)).cloned() else {
        return Err(refusal("unknown_proposal", lang));
    };
    if proposal.chosen {
        return Err(refusal("proposal_taken", lang));
    }
    drop_untouched(memory);
    let made = declare(memory, &proposal.fields, Phase::ProduceInner, lang)?;
    for other in &mut memory.proposals {
        other.chosen = other.id == id;
        other.made = if other.chosen { made.clone() } else { Vec::new() };
    }
    let design = default_id(memory, Phase::DesignInner, lang);
    Ok(save(memory, &design, text_of(&proposal, lang), now))
}

fn drop_untouched(memory: &mut Memory) {
    let made: Vec<String> = memory.proposals.iter().flat_map(|proposal| proposal.made.clone()).collect();
    for id in made {
        if memory.field(&id).is_some_and(|field| field.version == 0 && field.pre_answers.is_empty()) {
            delete(memory, &id);
        }
    }
}

/// A design as the text of its phase.
fn text_of(proposal: &Proposal, lang: Lang) -> String {
    let mut text = ["# ", &proposal.name, "\n\n", proposal.description.trim(), "\n\n## "].concat();
    text.push_str(sentence("proposal_fields", lang));
    for field in &proposal.fields {
        text.push_str(&["\n- **", field.name.trim(), "**: ", field.ai_prompt.trim()].concat());
    }
    text
}
