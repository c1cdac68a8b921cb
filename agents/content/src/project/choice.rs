//! The choice of a proposal, which declares the fields of the next phase (spec.md 5.3).

use crate::fields::declare::{declare, default_id, delete};
use crate::fields::{save, Written};
use crate::model::{Memory, Phase, Proposal};
use crate::texts::sentences::{refusal, sentence};
use stepgate_engine::Lang;
use stepgate_engine::Refusal;

/// Chooses a proposal: declares its fields and makes it the text of the design phase. Untouched fields of the proposal chosen
/// before are deleted.
///
/// # Errors
/// `unknown_proposal`; `proposal_taken`; or a field cannot be declared.
pub(super) fn choose(memory: &mut Memory, id: &str, now: u64, lang: Lang) -> Result<Option<Written>, Refusal> {
    let found = memory.proposals.iter().position(|proposal| proposal.id == id);
    let Some(proposal) = found.and_then(|at| memory.proposals.get(at)).cloned() else {
        return Err(refusal("unknown_proposal", lang));
    };
    if proposal.chosen {
        return Err(refusal("proposal_taken", lang));
    }
    drop_untouched(memory);
    let made = declare(memory, &proposal.fields, Phase::ProduceInner, lang)?;
    for other in memory.proposals.change() {
        other.chosen = other.id == id;
        other.made = if other.chosen { made.clone() } else { Vec::new() };
    }
    let design = default_id(memory, Phase::DesignInner, lang);
    Ok(save(memory, &design, text_of(&proposal, lang), now))
}

fn drop_untouched(memory: &mut Memory) {
    let mut made: Vec<String> = Vec::new();
    for proposal in &*memory.proposals {
        made.extend_from_slice(&proposal.made);
    }
    for id in made {
        if memory.field(&id).is_some_and(|field| field.version == 0 && field.pre_answers.is_empty()) {
            delete(memory, &id);
        }
    }
}

/// A proposal as the text of the design phase.
fn text_of(proposal: &Proposal, lang: Lang) -> String {
    let mut text = format!("# {}\n\n{}\n\n## ", proposal.name, proposal.description.trim());
    text.push_str(sentence("proposal_fields", lang));
    for field in &proposal.fields {
        text.push_str(&["\n- **", field.name.trim(), "**: ", field.ai_prompt.trim()].concat());
    }
    text
}
