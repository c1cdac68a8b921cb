//! The pile of work: what is asked next, and what becomes of it when it fails (content specification, 3.2 and 3.4).

pub(super) mod batch;
pub(super) mod doing;
pub(super) mod intent;
mod item;
pub(super) mod making;
pub(super) mod operations;
pub(super) mod phases;
pub(super) mod route;
pub(super) mod talk;

pub(crate) use item::Item;
pub use item::Stage;

use super::fields::{find, FieldStatus};
use super::project::Memory;
use super::texts::sentences::{filled, sentence};
use super::Content;
use stepgate_engine::Lang;
use stepgate_engine::{State, Step};
use stepgate_json::value;

/// What the flow comes to: the next step.
pub(super) type Next = Step<Stage>;

/// The next step of the work: what is on top of the pile; where nothing is, the user.
pub(super) fn next(state: &mut State<Content>) -> Next {
    loop {
        let step = match stage(&state.memory) {
            Stage::Rest => Some(rest(state)),
            Stage::Phase => phases::go_on(state),
            Stage::Batch => batch::go_on(state),
            stage => Some(Step::Think(stage)),
        };
        if let Some(step) = step {
            return step;
        }
    }
}

/// Where the work stands.
pub(super) fn stage(memory: &Memory) -> Stage {
    memory.work.last().map_or(Stage::Rest, |item| item.stage)
}

/// What is on top moves on.
pub(super) fn think(state: &mut State<Content>, stage: Stage) -> Next {
    if let Some(item) = state.memory.work.last_mut() {
        item.stage = stage;
    }
    Step::Think(stage)
}

/// Something more to do, which comes first.
pub(super) fn push(state: &mut State<Content>, item: Item) -> Next {
    state.memory.work.push(item);
    next(state)
}

/// Nothing is under way: the user is next.
pub(super) fn rest(state: &State<Content>) -> Next {
    if !state.memory.finished {
        return Step::Listen(Stage::Rest);
    }
    Step::Finish(value! { "project": state.memory.project.id, "fields": state.memory.written().len() }, Stage::Rest)
}

/// What is on top did not come to its end. Talk is taken back; of work, what is finished stays, and the user hears why it stopped.
pub(super) fn fail(state: &mut State<Content>, code: &str, detail: &str) -> Next {
    let stage = stage(&state.memory);
    if stage.is_talk() {
        return Step::Retract(code.to_owned());
    }
    let item = state.memory.work.pop().unwrap_or_default();
    let is_research = stage.of_research().is_some();
    if is_research || stage == Stage::Generate {
        made_nothing(&mut state.memory, &item.field, FieldStatus::Failed);
    }
    if batch::takes_failure(state, &item.field, code) {
        return next(state);
    }
    let failed = if is_research { "research_failed" } else { "failed" };
    let text = filled(failed, why(code, state.lang()), state.lang());
    talk::error(state, code, if detail.is_empty() { &text } else { detail });
    state.memory.work.clear();
    talk::say(state, text)
}

/// Why work came to nothing, in words for the user.
fn why(code: &str, lang: Lang) -> &'static str {
    let code = match code {
        "llm_failed" => "why_llm_failed",
        "limit_reached" => "why_limit_reached",
        "bad_report" => "why_bad_report",
        "empty_content" => "why_empty_content",
        "too_long" => "why_too_long",
        "dependency_cycle" => "why_dependency_cycle",
        _ => "why_other",
    };
    sentence(code, lang)
}

/// The user pressed stop: a dialogue about the intent and talk are taken back, other work leaves what it finished.
pub(super) fn stop(state: &mut State<Content>) -> Next {
    let stage = stage(&state.memory);
    if stage.is_talk() || stage == Stage::IntentReport {
        return Step::Retract("stopped".to_owned());
    }
    let name = state.memory.work.last().map_or_else(String::new, |item| item.field.clone());
    made_nothing(&mut state.memory, &name, FieldStatus::Pending);
    batch::stopped(state);
    state.memory.work.clear();
    state.note("stopped", value! {});
    rest(state)
}

/// The field of this name was not made: it is completed by its old text, or else it is what `status` says.
fn made_nothing(memory: &mut Memory, name: &str, status: FieldStatus) {
    let id = find(memory, name).map_or_else(String::new, |field| field.id.clone());
    if let Some(field) = memory.field_mut(&id) {
        field.settle();
        if !field.has_content() {
            field.status = status;
        }
    }
}
