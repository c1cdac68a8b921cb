//! What a message of the user asks for: the words known without a model, the router, and the table of what each route does
//! where the project stands (content specification, 3.2 and 3.5).

use serde_json::Value;

use super::agent::{Content, Stage};
use super::fields::find;
use super::model::Memory;
use super::phase::{Phase, PhaseStatus};
use super::references::{self, Reference};
use super::work::Item;
use super::{flow, intent, making, phases, talk, words};
use crate::engine::{State, Step};
use crate::json::{names, read};
use crate::Lang;

/// What the user wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Go on.
    Advance,
    /// Study users or the market.
    Research,
    /// Make a text.
    Generate,
    /// Change one.
    Modify,
    /// Look at texts.
    Query,
    /// Talk.
    Chat,
    /// Let consumers try it.
    Simulate,
    /// Judge it.
    Evaluate,
}

names!(Route {
    Advance "advance_phase", Research "research", Generate "generate", Modify "modify", Query "query", Chat "chat",
    Simulate "simulate", Evaluate "evaluate",
});

/// What is done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// The checkpoint is passed.
    Leave,
    /// The current phase is run.
    Run,
    /// The default text of a phase is made, and no phase moves.
    Make(Phase),
    /// A field is made.
    Generate(String),
    /// A field is changed.
    Update(String),
    /// Fields are shown.
    Show,
    /// An answer.
    Chat,
    /// Nothing, for this reason.
    Refuse(&'static str),
}

/// The table of 3.5: what a route does where the project stands, after the intent phase.
pub fn dispatch(memory: &Memory, route: Route, target: Option<&str>, lang: Lang) -> Plan {
    let phase = memory.current_phase;
    let is_done = memory.status(phase) == PhaseStatus::Completed;
    match route {
        Route::Advance if memory.finished => Plan::Refuse("no_next_phase"),
        Route::Advance if is_done => Plan::Leave,
        Route::Advance => Plan::Run,
        Route::Research if is_done && phase == Phase::Intent => Plan::Leave,
        Route::Research => work_of(memory, Phase::Research),
        Route::Generate => generate(memory, target, lang),
        Route::Modify => match target {
            Some(name) => Plan::Update(name.to_owned()),
            None if memory.waiting_for_human => Plan::Update(memory.default_name(phase, lang).to_owned()),
            None => Plan::Refuse("target_missing"),
        },
        Route::Query => Plan::Show,
        Route::Chat => Plan::Chat,
        Route::Simulate | Route::Evaluate if !has_work(memory) => Plan::Refuse("no_content"),
        Route::Simulate => work_of(memory, Phase::Simulate),
        Route::Evaluate => work_of(memory, Phase::Evaluate),
    }
}

/// The work of a phase: a run where it is the current one and still to be done, else a tool.
fn work_of(memory: &Memory, phase: Phase) -> Plan {
    if memory.current_phase == phase && memory.status(phase) != PhaseStatus::Completed {
        Plan::Run
    } else {
        Plan::Make(phase)
    }
}

fn generate(memory: &Memory, target: Option<&str>, lang: Lang) -> Plan {
    let phase = memory.current_phase;
    let is_done = memory.status(phase) == PhaseStatus::Completed;
    let default = memory.default_name(phase, lang);
    match target {
        None if is_done && phases::has_declared(memory, phase) => Plan::Refuse("generate_which"),
        Some(name) if name != default && phase_of(memory, name) == Some(Phase::Research) => {
            dispatch(memory, Route::Research, None, lang)
        }
        Some(name) if name != default => Plan::Generate(name.to_owned()),
        _ => work_of(memory, phase),
    }
}

/// The phase whose default field goes by this name, whether it was made or not.
fn phase_of(memory: &Memory, name: &str) -> Option<Phase> {
    match find(memory, name) {
        Some(field) => field.is_default.then_some(field.phase),
        None => Phase::ALL.into_iter().find(|phase| phase.is_field_name(name)),
    }
}

/// Whether anything was designed or produced.
fn has_work(memory: &Memory) -> bool {
    memory.fields.iter().any(|field| field.phase.is_middle() && field.has_content())
}

/// The user spoke.
pub(super) fn said(state: &mut State<Content>, text: &str) -> Step<Stage> {
    let references = references::references(text, &state.memory.fields);
    if references::is_only(text, &references) {
        talk::mode(state, "query", None);
        return show(state, &references);
    }
    let status = state.memory.status(state.memory.current_phase);
    if state.memory.current_phase == Phase::Intent && status != PhaseStatus::Completed {
        return intent::said(state, text);
    }
    let is_done = status == PhaseStatus::Completed;
    if words::is_approval(text) || !is_done && words::is_start(text) {
        return advance(state);
    }
    state.memory.work.push(Item::Route { text: text.to_owned() });
    flow::next(state)
}

/// On to the next phase, by a word of approval or the button.
pub(super) fn advance(state: &mut State<Content>) -> Step<Stage> {
    take(state, Route::Advance, None, "")
}

/// The router has decided.
pub(super) fn decided(state: &mut State<Content>, value: &Value) -> Step<Stage> {
    let route = value.get("intent").and_then(|intent| read(intent).ok()).unwrap_or(Route::Chat);
    let named = value.get("target").and_then(Value::as_str).map(|name| name.trim().trim_start_matches('@').trim());
    let named = named.filter(|name| !name.is_empty()).map(str::to_owned);
    let text = heard(state);
    let first = || references::references(&text, &state.memory.fields).into_iter().next();
    let target = named.or_else(|| Some(first()?.name));
    take(state, route, target, &text)
}

/// Two replies that name no route: the user is answered.
pub(super) fn defaulted(state: &mut State<Content>) -> Step<Stage> {
    talk::notice(state, "route_defaulted", None);
    let text = heard(state);
    take(state, Route::Chat, None, &text)
}

/// The words the router was asked about; they leave the pile.
fn heard(state: &mut State<Content>) -> String {
    match state.memory.work.pop() {
        Some(Item::Route { text }) => text,
        _ => String::new(),
    }
}

/// Does what the table says.
pub(super) fn take(state: &mut State<Content>, route: Route, target: Option<String>, text: &str) -> Step<Stage> {
    let lang = state.lang();
    let target = target.map(|name| find(&state.memory, &name).map_or(name, |field| field.name.clone()));
    let name = crate::json::to_value(&route);
    talk::mode(state, name.as_str().unwrap_or_default(), target.as_deref());
    match dispatch(&state.memory, route, target.as_deref(), lang) {
        Plan::Leave => phases::leave(state),
        Plan::Run => {
            if route == Route::Advance {
                talk::notice(state, "ran_pending_phase", None);
            }
            phases::run(state, text);
        }
        Plan::Make(phase) => return phases::as_tool(state, phase, text),
        Plan::Generate(name) => return making::generate(state, &name, text),
        Plan::Update(name) => return making::update(state, &name, text),
        Plan::Show => return show_named(state, text, target),
        Plan::Chat => state.memory.work.push(Item::Chat { text: text.to_owned() }),
        Plan::Refuse(reason) => {
            let code = if reason == "generate_which" { "target_missing" } else { reason };
            return talk::refuse(state, code, reason);
        }
    }
    flow::next(state)
}

/// The fields that are referred to, else the target.
fn show_named(state: &mut State<Content>, text: &str, target: Option<String>) -> Step<Stage> {
    let mut found = references::references(text, &state.memory.fields);
    if let Some(name) = target.filter(|_| found.is_empty()) {
        let field = state.memory.fields.iter().position(|field| field.name == name);
        found.push(Reference { start: 0, end: 0, field, name });
    }
    show(state, &found)
}

fn show(state: &mut State<Content>, references: &[Reference]) -> Step<Stage> {
    let text = references::read_out(references, &state.memory.fields, state.lang());
    talk::say(state, text)
}

/// What the user said in answer to a chat.
pub(super) fn chatted(state: &mut State<Content>, value: &Value) -> Step<Stage> {
    let text = value.get("reply").and_then(Value::as_str).unwrap_or_default().trim();
    if text.is_empty() {
        return flow::fail(state, "empty_content", "");
    }
    state.memory.work.pop();
    talk::say(state, text)
}
