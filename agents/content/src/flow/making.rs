//! Makes and changes fields (spec.md 3.6).

use super::failure::fail;
use super::{questions, revisions, tally};
use crate::content::{Content, Follow};
use crate::fields::declare::{check_room, checked_name, default_id, unique_name};
use crate::fields::{find, save, unmet, unmet_names};
use crate::model::{limits, Asking, Field, Item, Memory, Phase, Stage};
use crate::texts::prompts::{self, cut};
use crate::texts::prose;
use crate::texts::sentences::{filled, listed, sentence};
use crate::trials::{evaluation, simulation};
use crate::{research, talk};
use stepgate_engine::{Complaint, Lang, Reply, State};

/// Characters of a refused reply in a complaint.
const GLIMPSE: usize = 60;

/// Puts a field on the stack. The research report and the reports of trials begin with their own stages.
pub(super) fn push_field(state: &mut State<Content>, name: &str, phase: Phase, text: &str) {
    let lang = state.lang();
    let memory = &mut state.memory;
    let mut item = Item::about(Stage::Generate, name, phase, text);
    let is_default = find(memory, name).map_or(phase.is_field_name(name), |field| field.is_default);
    match phase {
        Phase::Research if is_default => item.stage = research::begin(memory),
        Phase::Simulate if is_default => {
            (item.stage, item.simulation) = (Stage::Simulate, simulation::of_phase(memory));
        }
        Phase::Evaluate if is_default => {
            (item.stage, item.grading) = (Stage::Evaluate, evaluation::of_phase(memory, lang));
        }
        _ => {}
    }
    if !item.stage.is_trial() || item.simulation.is_some() || item.grading.is_some() {
        state.memory.work.push(item);
    } else if !tally::holds(state, name) {
        state.memory.work.clear();
        talk::refuse(state, "no_content", "no_content");
    }
}

/// Puts the default field of a phase on the stack.
pub(super) fn push_default(state: &mut State<Content>, phase: Phase, text: &str) {
    let name = state.memory.default_name(phase, state.lang()).to_owned();
    if phase != Phase::Intent {
        return push_field(state, &name, phase, text);
    }
    let is_written = find(&state.memory, &name).is_some_and(Field::has_content);
    let stage = if is_written { Stage::Update } else { Stage::IntentReport };
    state.memory.work.push(Item::about(stage, &name, phase, text));
}

/// Makes the field with this name; if there is none, makes a new one in the current phase.
pub(super) fn generate(state: &mut State<Content>, name: &str, text: &str) {
    let Some(field) = find(&state.memory, name) else { return generate_new(state, name, text) };
    let (name, phase) = (field.name.clone(), field.phase);
    if field.is_default && phase == Phase::Intent {
        return update(state, &name, text);
    }
    let asking = Asking { field: field.id.clone(), text: text.to_owned(), in_phase: false };
    if !refused(state, &name) && !questions::ask(state, asking) {
        push_field(state, &name, phase, text);
    }
}

fn generate_new(state: &mut State<Content>, name: &str, text: &str) {
    if check_room(&state.memory, 1, state.lang()).is_err() {
        return talk::refuse(state, "target_missing", "too_many_fields");
    }
    let Ok(name) = checked_name(name, state.lang()) else {
        return talk::refuse(state, "target_missing", "generate_which");
    };
    let phase = Phase::of_field(name).unwrap_or_else(|| phase_of_free(state.memory.current_phase));
    push_field(state, name, phase, text);
}

/// Phase of a text that no phase declares: it is a product, whatever the current phase.
fn phase_of_free(current: Phase) -> Phase {
    match current {
        Phase::DesignOuter | Phase::ProduceOuter => Phase::ProduceOuter,
        _ => Phase::ProduceInner,
    }
}

/// Changes a field by the user's instruction `text`.
pub(crate) fn update(state: &mut State<Content>, name: &str, text: &str) {
    let Some(field) = find(&state.memory, name).filter(|field| field.has_content()) else {
        return talk::refuse(state, "target_missing", "target_missing");
    };
    let item = Item::about(Stage::Update, &field.name, field.phase, text);
    state.memory.work.push(item);
}

/// Changes several fields by the user's instruction `text`, one after the other. The user is told of those without a text.
pub(super) fn update_all(state: &mut State<Content>, names: &[String], text: &str) {
    let is_written = |name: &&String| find(&state.memory, name).is_some_and(Field::has_content);
    let (written, blank): (Vec<&String>, Vec<&String>) = names.iter().partition(is_written);
    if written.is_empty() {
        return talk::refuse(state, "target_missing", "target_missing");
    }
    if !blank.is_empty() {
        talk::notice(state, "target_missing", blank.first().map(|name| name.as_str()));
        let text = filled("no_text_yet", &listed(&blank, state.lang()), state.lang());
        state.say(text);
    }
    for name in written.iter().rev() {
        update(state, name, text);
    }
}

/// Refuses to make a field with unmet dependencies, and drops the work. Returns false if the field can be made. The intent is
/// never refused.
pub(super) fn refused(state: &mut State<Content>, name: &str) -> bool {
    let Some(field) = find(&state.memory, name) else { return false };
    let is_intent = field.is_default && field.phase == Phase::Intent;
    if is_intent || unmet(field, &state.memory.fields).is_empty() {
        return false;
    }
    state.memory.work.clear();
    refuse(state, name);
    true
}

/// Refuses to make a field and names its unmet dependencies.
pub(super) fn refuse(state: &mut State<Content>, name: &str) {
    let fields = &state.memory.fields;
    let missing = find(&state.memory, name).map_or_else(Vec::new, |field| unmet_names(field, fields));
    talk::notice(state, "dependency_unmet", Some(name));
    let lang = state.lang();
    let text = filled("dependency_unmet", &listed(&missing, lang), lang);
    state.say(text);
}

/// The item on top of the stack. A stage that makes a text has one; a forged session without it makes a text of no field.
fn on_top(state: &State<Content>) -> Item {
    state.memory.work.last().cloned().unwrap_or_default()
}

/// Takes a reply with the text of the field on top of the stack.
///
/// # Errors
/// The reply has no delimited text, leaves a part of the old text out, or is longer than the channel allows.
pub(crate) fn taken(state: &mut State<Content>, reply: &Reply) -> Result<Follow, Complaint> {
    let lang = state.lang();
    let is_plain = reply.coercions.iter().any(|coercion| coercion.kind == "plain_text");
    let found = if is_plain { prose::delimited(&reply.raw) } else { prose::content(&reply.raw, &reply.value) };
    let item = on_top(state);
    let Some(found) = found.filter(|text| !text.trim().is_empty()) else {
        return Err(Complaint::new(
            "content_shape",
            filled("content_shape", &cut(thought_out(&reply.raw), GLIMPSE), lang),
        ));
    };
    let content = prose::without_chatter(found, &item.field).to_owned();
    check_whole(&state.memory, &item, &content, lang)?;
    if let Some(most) = longest(&state.memory, &item).filter(|most| content.chars().count() > *most) {
        let sizes = [content.chars().count().to_string(), most.to_string()];
        if reply.corrections == 0 {
            return Err(Complaint::new("over_length", filled("over_length", &sizes.join(" > "), lang)));
        }
        talk::notice(state, "over_length", Some(&item.field));
    }
    if !find(&state.memory, &item.field).is_none_or(|field| field.field_type.fits(&content)) {
        if reply.corrections == 0 {
            return Err(Complaint::new(
                "form_shape",
                [form(&state.memory, &item.field, lang), sentence("form_shape", lang)].concat(),
            ));
        }
        talk::notice(state, "other_form", Some(&item.field));
    }
    if content != found.trim() {
        talk::notice(state, "chatter_removed", Some(&item.field));
    }
    let follow = made(state, &content);
    let gaps = prose::placeholders(&content);
    if !gaps.is_empty() {
        talk::notice(state, "placeholders", Some(&item.field));
        talk::lacks(state, &item.field);
        let text = filled("placeholders", &item.field, lang);
        state.say([&text, &listed(&gaps, lang), sentence("placeholders_ask", lang)].concat());
    }
    Ok(follow)
}

/// The form of the field's text, in words.
fn form(memory: &Memory, name: &str, lang: Lang) -> &'static str {
    find(memory, name).map_or("", |field| prompts::form(field.field_type, lang))
}

/// Checks that a changed text is the whole text.
fn check_whole(memory: &Memory, item: &Item, content: &str, lang: Lang) -> Result<(), Complaint> {
    let Some(field) = find(memory, &item.field).filter(|_| item.stage == Stage::Update) else { return Ok(()) };
    let old = memory.latest(field);
    let reason = match prose::left_out(content, old) {
        Some(remark) => remark.to_owned(),
        None if prose::shrinks(content, old, &item.text) => {
            format!("{} → {}", old.chars().count(), content.chars().count())
        }
        None => return Ok(()),
    };
    Err(Complaint::new("not_whole", filled("not_whole", &reason, lang)))
}

/// The greatest length of the field's text in its channel. Outreach without a channel of its own is written for the only one, if
/// there is one.
fn longest(memory: &Memory, item: &Item) -> Option<usize> {
    let channel = match find(memory, &item.field).and_then(|field| field.channel.as_deref()) {
        Some(name) => memory.channels.iter().find(|channel| channel.name == name)?,
        None => memory.channels.first().filter(|_| item.phase == Phase::ProduceOuter && memory.channels.len() == 1)?,
    };
    channel.constraints.max_length.map(|most| most as usize)
}

/// Fails the field on top of the stack after its correction. A delimited text counts even if braces in it looked like broken JSON.
pub(crate) fn gave_up(state: &mut State<Content>, raw: &str, code: &str) -> Follow {
    let item = on_top(state);
    let is_whole = !matches!(code, "lossy" | "empty" | "refused");
    match prose::delimited(raw).filter(|_| is_whole) {
        Some(text) if check_whole(&state.memory, &item, text, state.lang()).is_ok() => made(state, text),
        _ => fail(state, if code == "empty" { "empty_content" } else { "bad_content" }, ""),
    }
}

/// Takes the text that the model gave for the field on top of the stack.
pub(crate) fn made(state: &mut State<Content>, content: &str) -> Follow {
    match write(state, content) {
        Ok(()) => Follow::Work,
        Err(code) => fail(state, code, ""),
    }
}

/// Writes the text of the field on top of the stack and removes its item. Outside of a phase and a batch, a text that would replace
/// another one becomes a revision.
///
/// # Errors
/// `empty_content`, `too_long`.
pub(super) fn write(state: &mut State<Content>, content: &str) -> Result<(), &'static str> {
    let content = content.trim();
    if content.is_empty() {
        return Err("empty_content");
    }
    if content.chars().count() > limits::CONTENT {
        return Err("too_long");
    }
    let (now, lang) = (state.now(), state.lang());
    let Some(item) = state.memory.work.pop() else { return Ok(()) };
    let id = made_or_new(&mut state.memory, &item.field, item.phase, lang);
    // Outside of a phase and a batch, a text replaces another one only when the user keeps it.
    let is_asked = !state.memory.work.iter().any(|item| matches!(item.stage, Stage::Phase | Stage::Batch));
    if is_asked && !item.stage.is_trial() && state.memory.field(&id).is_some_and(Field::has_content) {
        revisions::open(state, &id, content.to_owned(), &item);
        return Ok(());
    }
    if let Some(written) = save(&mut state.memory, &id, content.to_owned(), now) {
        talk::wrote(state, &written);
        if !tally::takes(state, &written.name) && state.memory.stage() != Stage::Phase && !item.stage.is_trial() {
            talk::announce(state, &written);
        }
    }
    Ok(())
}

/// Id of the field with this name in this phase; creates the field if it is missing.
fn made_or_new(memory: &mut Memory, name: &str, phase: Phase, lang: Lang) -> String {
    if let Some(field) = find(memory, name).filter(|field| field.phase == phase) {
        return field.id.clone();
    }
    if phase.is_field_name(name) {
        return default_id(memory, phase, lang);
    }
    let id = memory.fresh_id();
    let field = Field::new(&id, &unique_name(memory, name), phase);
    memory.fields.push(field);
    id
}

/// `raw` without the reasoning that ends in `</think>`.
pub(crate) fn thought_out(raw: &str) -> &str {
    raw.rsplit("</think>").next().unwrap_or(raw).trim()
}

/// A reply without JSON, taken as the text itself; `None` if it looks like JSON, is cut off or is empty.
pub(crate) fn as_text<'a>(raw: &'a str, code: &str) -> Option<&'a str> {
    let text = thought_out(raw);
    let body = text.strip_prefix("```json").unwrap_or(text).trim_start();
    let is_whole = !matches!(code, "lossy" | "empty" | "too_long" | "too_deep");
    (is_whole && !body.starts_with('{') && !text.is_empty()).then_some(text)
}
