//! The content agent: the step that follows each event of a session.

use serde_json::Value;

use super::content::{Content, Follow, Next};
use super::fields::open_points;
use super::flow::driver::{self, next, rest};
use super::flow::failure::{fail, stop};
use super::flow::{intent, making, operations, phases, revisions, route};
use super::model::{limits, Begun, Memory, PhaseStatus, Speaker, Stage};
use super::project::edits::{self, only};
use super::texts::sentences::{filled, listed, refusal_of, sentence};
use super::texts::words;
use super::trials::{evaluation, proposals, simulation, Outcome};
use super::{asks, assembly, page, project, research, talk};
use stepgate_engine::prompt::Prompt;
use stepgate_engine::{
    in_words, Agent, Button, ButtonRole, CallResult, Card, CardKind, Complaint, Happened, Limit, Opening, Part,
    Progress, Refusal, Reply, Shown, State, Tool, Wait,
};
use stepgate_engine::{Error, Lang};
use stepgate_json::{text_of, value};

impl Content {
    /// Creates the agent, with the tools that it needs from the host.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Content { tools: research::tools() }
    }
}

impl Agent for Content {
    type Stage = Stage;
    type Memory = Memory;
    const NAME: &'static str = "content";
    const VERSION: u32 = 3;

    fn open(&self, opening: &Opening) -> Result<Memory, Error> {
        project::open(opening)
    }

    fn start(&self, state: &mut State<Self>) -> Next {
        recount(state);
        rest(state)
    }

    fn prompt(&self, state: &State<Self>) -> Prompt {
        assembly::prompt(&state.memory, asks::ask(state), state.lang())
    }

    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Next, Complaint> {
        // Only a forged session asks the model about something else than the item on top of the stack.
        if *state.stage() != state.memory.stage() {
            let failed = fail(state, "bad_stage", "");
            return Ok(driver::step(state, failed));
        }
        if reply.corrections > 0 {
            talk::notice(state, "repaired", None);
        }
        let value = &reply.value;
        let text = |key| text_of(value.get(key));
        let follow = match *state.stage() {
            Stage::Route => {
                route::decided(state, value);
                Follow::Work
            }
            Stage::Question => intent::asked(state, text("question")),
            Stage::IntentReport => intent::reported(state, &reply)?,
            Stage::PlanQueries => Follow::Step(research::planned(state, value)),
            Stage::Synthesize | Stage::QuickResearch => {
                let report = research::reported(state, value)?;
                making::made(state, &report)
            }
            Stage::Generate | Stage::Update => making::taken(state, &reply)?,
            Stage::Chat | Stage::Look => route::chatted(state, text("reply")),
            Stage::Propose => tried(state, value, proposals::decided)?,
            Stage::Simulate => tried(state, value, simulation::decided)?,
            Stage::Evaluate => tried(state, value, evaluation::decided)?,
            Stage::Rest | Stage::Search | Stage::ReadPages | Stage::Phase | Stage::Batch => Follow::Work,
        };
        Ok(driver::step(state, follow))
    }

    fn react(&self, state: &mut State<Self>, happened: Happened<Stage>) -> Result<Option<Next>, Refusal> {
        let follow = match happened {
            Happened::Said { text, .. } => {
                route::said(state, &text);
                Follow::Work
            }
            // The engine shows a card about the operation in progress, and the user must answer it first.
            Happened::Edited { .. } if state.waiting() == Wait::Card => return Err(Refusal::busy(state.lang())),
            Happened::Edited { change, busy: false, .. } => return edited(state, &change),
            Happened::Returned { results, then } => returned(state, &results, then),
            Happened::Failed { text, .. } => fail(state, "llm_failed", &text),
            Happened::GaveUp { limit: Limit::Corrections, code, raw, .. } => gave_up(state, &code, &raw),
            Happened::GaveUp { .. } => fail(state, "limit_reached", ""),
            Happened::Stopped { then: Some(_) } => stop(state),
            other => return other.usual(state.lang()),
        };
        Ok(Some(driver::step(state, follow)))
    }

    fn show(&self, state: &State<Self>) -> Shown {
        let memory = &state.memory;
        let done = memory.stations.iter().filter(|station| station.status == PhaseStatus::Completed).count();
        Shown {
            card: revision(state).or_else(|| checkpoint(memory, state.lang())),
            progress: Some(Progress { done, total: memory.stations.len(), skipped: 0 }),
            opens: false,
            data: page::data(memory, state.is_idle(), state.lang()),
        }
    }

    fn read(&self, state: &State<Self>, query: &Value) -> Result<Value, Refusal> {
        page::answer(&state.memory, query, state.lang())
    }

    fn tools(&self) -> &[Tool<Memory>] {
        &self.tools
    }

    fn parts<'a>(&self, memory: &'a Memory) -> Vec<Part<'a>> {
        project::parts(memory)
    }

    fn put_part(&self, memory: &mut Memory, name: &str, value: Value) -> Result<(), Error> {
        project::put_part(memory, name, &value)
    }

    /// Migrates version 1. Version 2 kept the recipes in the fields, and reading a field still accepts them there.
    fn migrate(&self, from: u32, memory: Value) -> Result<Value, Error> {
        match from {
            1 => project::migrated(memory),
            _ => Ok(memory),
        }
    }
}

/// Records the dialogue of an imported project, each message in the thread of its phase.
fn recount(state: &mut State<Content>) {
    let Begun { messages, repaired } = std::mem::take(&mut state.memory.begun);
    for message in messages {
        state.switch_thread(message.phase.thread());
        match message.role {
            Speaker::User => state.hear(message.content),
            Speaker::Assistant => state.say(message.content),
        }
    }
    if repaired {
        state.note("snapshot_repaired", value! {});
    }
    state.switch_thread(state.memory.current_phase.thread());
}

/// Carries out an edit of the page, or begins the operation of a button.
fn edited(state: &mut State<Content>, change: &Value) -> Result<Option<Next>, Refusal> {
    let (now, lang) = (state.now(), state.lang());
    let Some((key, value)) = only(change) else { return Err(edits::unknown_edit(lang)) };
    limits::check(change).map_err(|error| refusal_of("too_long", &in_words(&error, lang), lang))?;
    if let Some(begun) = operations::begin(state, key, value).map_err(|wrong| wrong.refusal(key, lang))? {
        return Ok(Some(driver::step(state, begun)));
    }
    let Some(edited) = edits::edit(&mut state.memory, change, now, lang)? else {
        return Err(edits::unknown_edit(lang));
    };
    state.memory.ended_early = false;
    for written in &edited.written {
        talk::wrote(state, written);
    }
    if key == "answer" {
        route::resume(state);
    }
    if edited.designed {
        phases::designed(state);
    }
    Ok(Some(next(state)))
}

/// Card of the newest revision. The user can go on talking beside it.
fn revision(state: &State<Content>) -> Option<Card> {
    let (field, lang) = (revisions::newest(state)?, state.lang());
    let named = value! { "field": field.id };
    let (keep, revert) = (value! { "keep": named }, value! { "revert": named });
    Some(Card {
        id: None,
        kind: CardKind::Confirm,
        then: Vec::new(),
        denied: Vec::new(),
        replaces: None,
        code: None,
        title: filled("revision", &field.name, lang),
        text: Some(revisions::card_text(state)),
        yes: asks_card(&state.memory).then(|| own(words::KEEP)),
        buttons: vec![
            Button::edit(ButtonRole::Accept, sentence("keep", lang), keep),
            Button::edit(ButtonRole::Decline, sentence("revert", lang), revert),
        ],
        calls: Vec::new(),
        candidates: Vec::new(),
        preview: Value::Null,
    })
}

/// Whether a yes in words is about the card: not while a question of a field is open.
fn asks_card(memory: &Memory) -> bool {
    memory.asking.is_none()
}

fn own(words: &str) -> Vec<String> {
    words.split('|').map(str::to_owned).collect()
}

/// Card of an open checkpoint. The user can go on talking beside it.
fn checkpoint(memory: &Memory, lang: Lang) -> Option<Card> {
    let is_last = memory.next_phase().is_none();
    let (title, label) = if is_last { ("checkpoint_last", "approve_last") } else { ("checkpoint", "approve") };
    let title = filled(title, memory.current_phase.title(lang), lang);
    let approve = value! { "approve": true };
    let button = Button::edit(ButtonRole::Accept, sentence(label, lang), approve);
    let mut text = sentence("checkpoint_text", lang).to_owned();
    let stale: Vec<&str> =
        memory.written().into_iter().filter(|field| field.stale).map(|field| field.name.as_str()).collect();
    if !stale.is_empty() {
        text.push_str(&["\n", &filled("checkpoint_stale", &listed(&stale, lang), lang)].concat());
    }
    if is_last {
        text.push_str(&open_points(memory, lang));
    }
    (memory.waiting_for_human && !memory.ended_early).then(|| Card {
        id: None,
        kind: CardKind::Confirm,
        then: Vec::new(),
        denied: Vec::new(),
        replaces: None,
        code: None,
        title,
        text: Some(text),
        yes: asks_card(memory).then(|| if is_last { Vec::new() } else { own(words::GO_ON) }),
        buttons: vec![button],
        calls: Vec::new(),
        candidates: Vec::new(),
        preview: Value::Null,
    })
}

/// Decision on a reply about a trial: its outcome when the trial is complete.
type Decided = fn(&mut Memory, &Value, Lang) -> Result<Option<Outcome>, Complaint>;

/// Takes a reply about a proposal, a simulation or an evaluation. The report of a trial that was made for a field is its text.
fn tried(state: &mut State<Content>, reply: &Value, decided: Decided) -> Result<Follow, Complaint> {
    let lang = state.lang();
    let Some(Outcome { said, report }) = decided(&mut state.memory, reply, lang)? else { return Ok(Follow::Work) };
    state.say(said);
    if state.memory.work.last().is_some_and(|item| !item.field.is_empty()) {
        return Ok(making::made(state, &report));
    }
    state.memory.work.pop();
    Ok(Follow::Work)
}

/// Passes the results of the host's tools to the research.
fn returned(state: &mut State<Content>, results: &[CallResult], then: Stage) -> Follow {
    match then {
        Stage::Search => Follow::Step(research::searched(state, results)),
        Stage::ReadPages => Follow::Step(research::pages_read(state, results)),
        _ => route::looked(state, results),
    }
}

/// Handles a call without a usable reply. Stages with a fallback continue, the others fail.
fn gave_up(state: &mut State<Content>, code: &str, raw: &str) -> Follow {
    match *state.stage() {
        Stage::Route if code != "empty" => {
            route::defaulted(state);
            Follow::Work
        }
        Stage::IntentReport => intent::unstructured(state, raw, code),
        Stage::PlanQueries => Follow::Step(research::planned(state, &Value::Null)),
        Stage::Synthesize | Stage::QuickResearch | Stage::Propose | Stage::Simulate | Stage::Evaluate => {
            fail(state, "bad_report", "")
        }
        Stage::Generate | Stage::Update => making::gave_up(state, raw, code),
        Stage::Chat | Stage::Look => match making::as_text(raw, code) {
            Some(text) => route::chatted(state, text),
            None => fail(state, "empty_content", ""),
        },
        _ => fail(state, "empty_content", ""),
    }
}
