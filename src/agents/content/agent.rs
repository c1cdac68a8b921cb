//! The content agent: which step follows what.

use serde_json::Value;

use super::doing::doing;
use super::model::{Begun, Memory};
use super::phase::{PhaseStatus, Station};
use super::sentences::{filled, sentence};
use super::{
    asks, edits, flow, input, intent, making, operations, outcomes, page, parts, phases, prompts, research, route, talk,
};
use crate::engine::{
    Agent, Button, ButtonRole, Card, CardKind, Complaint, Happened, Limit, Opening, Part, Progress, Refusal, Reply,
    Shown, State, Step, Tool, ToolError, Typed,
};
use crate::json::{names, value};
use crate::prompt::Prompt;
use crate::{Error, Lang};

/// The content agent: it leads a project through eight phases.
pub struct Content {
    tools: Vec<Tool<Memory>>,
}

/// What the model is asked for, or the host. Where the project stands is in the memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Nothing: the user is next.
    #[default]
    Rest,
    /// What the user wants.
    Route,
    /// A question about the intent.
    Question,
    /// The report on the intent.
    IntentReport,
    /// What to search for.
    PlanQueries,
    /// The searches.
    Search,
    /// The pages.
    ReadPages,
    /// A research report from the pages.
    Synthesize,
    /// One from general knowledge.
    QuickResearch,
    /// A field's text.
    Generate,
    /// A change of one.
    Update,
    /// An answer.
    Chat,
    /// An answer from a quick look into the web.
    Look,
    /// Designs to choose among.
    Propose,
    /// What a consumer says or judges.
    Simulate,
    /// A judgement of one section, then suggestions.
    Evaluate,
}

names!(Stage {
    Rest "rest", Route "route", Question "question", IntentReport "intent_report", PlanQueries "plan_queries",
    Search "search", ReadPages "read_pages", Synthesize "synthesize", QuickResearch "quick_research",
    Generate "generate", Update "update", Chat "chat", Look "look",
    Propose "propose", Simulate "simulate", Evaluate "evaluate",
});

impl Content {
    /// The agent with the tools it asks of the host.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Content { tools: research::tools() }
    }
}

impl Agent for Content {
    type Stage = Stage;
    type Memory = Memory;
    const NAME: &'static str = "content";
    const VERSION: u32 = 1;

    fn open(&self, opening: &Opening) -> Result<Memory, Error> {
        input::open(opening)
    }

    fn start(&self, state: &mut State<Self>) -> Step<Stage> {
        recount(state);
        flow::rest(state)
    }

    fn prompt(&self, state: &State<Self>) -> Prompt {
        prompts::prompt(&state.memory, asks::ask(state, *state.stage()), state.lang())
    }

    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Stage>, Complaint> {
        if reply.corrections > 0 {
            talk::notice(state, "repaired", None);
        }
        let value = &reply.value;
        Ok(match *state.stage() {
            Stage::Route => route::decided(state, value),
            Stage::Question => intent::asked(state, value),
            Stage::IntentReport => return intent::reported(state, value),
            Stage::PlanQueries => research::planned(state, value),
            Stage::Synthesize | Stage::QuickResearch => return research::reported(state, value),
            Stage::Generate | Stage::Update => making::made(state, word(value, "content")),
            Stage::Chat | Stage::Look => route::chatted(state, value),
            Stage::Propose => return outcomes::proposed(state, value),
            Stage::Simulate => return outcomes::simulated(state, value),
            Stage::Evaluate => return outcomes::evaluated(state, value),
            Stage::Rest | Stage::Search | Stage::ReadPages => flow::next(state),
        })
    }

    fn react(&self, state: &mut State<Self>, happened: Happened<Stage>) -> Result<Option<Step<Stage>>, Refusal> {
        match happened {
            Happened::Said { text, .. } => Ok(Some(route::said(state, &text))),
            Happened::Edited { busy: true, .. } => happened.usual(state.lang()),
            Happened::Edited { change, .. } => edited(state, &change),
            Happened::Returned { results, then } => Ok(Some(returned(state, &results, then))),
            Happened::Failed { text, .. } => Ok(Some(flow::fail(state, "llm_failed", &text))),
            Happened::GaveUp { limit: Limit::Corrections, code, raw, .. } => Ok(Some(gave_up(state, &code, &raw))),
            Happened::GaveUp { .. } => Ok(Some(flow::fail(state, "limit_reached", ""))),
            Happened::Stopped { then: Some(_) } => Ok(Some(flow::stop(state))),
            other => other.usual(state.lang()),
        }
    }

    fn show(&self, state: &State<Self>) -> Shown {
        let (memory, lang) = (&state.memory, state.lang());
        let done = |station: &&Station| station.status == PhaseStatus::Completed;
        let progress = Progress { done: memory.stations.iter().filter(done).count(), total: memory.stations.len() };
        let doing = doing(memory, *state.stage(), lang);
        Shown {
            card: checkpoint(memory, lang),
            progress: Some(progress),
            data: page::data(memory, doing.as_ref(), lang),
        }
    }

    fn read(&self, state: &State<Self>, query: &Value) -> Result<Value, Refusal> {
        page::answer(&state.memory, query, state.lang())
    }

    fn tools(&self) -> &[Tool<Memory>] {
        &self.tools
    }

    fn parts<'a>(&self, memory: &'a Memory) -> Vec<Part<'a>> {
        parts::parts(memory)
    }

    fn put_part(&self, memory: &mut Memory, name: &str, value: Value) -> Result<(), Error> {
        parts::put_part(memory, name, &value)
    }
}

/// A text of a reply.
fn word<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// What was said before the project came here, each in the dialogue of its phase.
fn recount(state: &mut State<Content>) {
    let Begun { messages, repaired } = std::mem::take(&mut state.memory.begun);
    for message in messages {
        state.switch_thread(phases::thread(message.phase));
        match message.role.as_str() {
            "user" => state.hear(message.content),
            _ => state.say(message.content),
        }
    }
    if repaired {
        state.note("snapshot_repaired", value! {});
    }
    state.switch_thread(phases::thread(state.memory.current_phase));
}

/// The page changed something, or pressed a button that begins something.
fn edited(state: &mut State<Content>, change: &Value) -> Result<Option<Step<Stage>>, Refusal> {
    let (now, lang) = (state.now(), state.lang());
    let keys = change.as_object().filter(|keys| keys.len() == 1);
    if let Some(begun) =
        keys.and_then(|keys| keys.iter().next()).and_then(|(key, value)| operations::take(state, key, value))
    {
        return begun;
    }
    let Some(edited) = edits::edit(&mut state.memory, change, now, lang)? else {
        return Happened::Edited { change: change.clone(), busy: false }.usual(lang);
    };
    if let Some(written) = &edited.written {
        talk::wrote(state, written);
    }
    if edited.designed {
        phases::designed(state);
    }
    Ok(Some(flow::next(state)))
}

/// The card of an open checkpoint: its button sends the edit, and the talk goes on beside it.
fn checkpoint(memory: &Memory, lang: Lang) -> Option<Card> {
    let title = filled("checkpoint", memory.current_phase.title(lang), lang);
    let button =
        |code, edit| Button { role: ButtonRole::Edit, label: sentence(code, lang).to_owned(), edit: Some(edit) };
    memory.waiting_for_human.then(|| Card {
        call: None,
        kind: CardKind::Confirm,
        title,
        text: Some(sentence("checkpoint_text", lang).to_owned()),
        typed: Typed::Continues,
        buttons: vec![button("approve", value! { "approve": true })],
        tool: None,
        preview: Value::Null,
    })
}

/// The host gave what a research asked for.
fn returned(state: &mut State<Content>, results: &[Result<Value, ToolError>], then: Stage) -> Step<Stage> {
    match then {
        Stage::Search => research::searched(state, results),
        Stage::ReadPages => research::pages_read(state, results),
        _ => research::looked(state, results),
    }
}

/// No usable reply: what can do without one goes on.
fn gave_up(state: &mut State<Content>, code: &str, raw: &str) -> Step<Stage> {
    match *state.stage() {
        Stage::Route if code != "empty" => route::defaulted(state),
        Stage::IntentReport => intent::unstructured(state, raw, code),
        Stage::PlanQueries => research::planned(state, &Value::Null),
        Stage::Synthesize | Stage::QuickResearch | Stage::Propose | Stage::Simulate | Stage::Evaluate => {
            flow::fail(state, "bad_report", "")
        }
        Stage::Generate | Stage::Update => making::made(state, making::as_text(raw, code).unwrap_or_default()),
        Stage::Chat | Stage::Look => {
            let reply = crate::json::value! { "reply": making::as_text(raw, code) };
            route::chatted(state, &reply)
        }
        _ => flow::fail(state, "empty_content", ""),
    }
}
