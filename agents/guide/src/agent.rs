//! The guide as an agent: the step that follows each event of a session.

use super::cards;
use super::decision::{self, Decision};
use super::dialogue::{Message, Role as Speaker};
use super::draft;
use super::edits::{button, declined, edited};
use super::guide::{Guide, Stage};
use super::input;
use super::json_resume;
use super::model::{GuideState, Status, Strategy};
use super::note::{note, Note};
use super::page;
use super::planning;
use super::prompts;
use super::restore;
use super::stage::Planning;
use super::steps::{leave, said, stand};
use super::transition::{self, Button};
use super::turn::{Action, Verdict};
use super::words;
use super::workflow::Workflow;
use serde_json::Value;
use std::collections::BTreeMap;
use stepgate_engine::prompt::{self, Contract, Live, Prompt, Sampling, Window};
use stepgate_engine::schema::Problem;
use stepgate_engine::{
    Agent, Complaint, Entry, Happened, Limit, Opening, Part, Progress, Refusal, Reply, Shown, State, Step,
};
use stepgate_engine::{Error, Kind};
use stepgate_json::{read, to_value, value};

/// Longest time for a planning call, in milliseconds (spec.md 6).
const PLANNING_TIMEOUT_MS: u32 = 150_000;

impl Agent for Guide {
    type Stage = Stage;
    type Memory = Workflow;
    const NAME: &'static str = "guide";
    const VERSION: u32 = 1;
    const LONGEST_INPUT: usize = draft::LONGEST;
    const OPENING: Option<&'static str> = Some("open");

    fn open(&self, opening: &Opening) -> Result<Workflow, Error> {
        input::read(opening)
    }

    fn start(&self, state: &mut State<Self>) -> Step<Stage> {
        input::begin(state);
        match state.memory.planning {
            Planning::Asked => Step::Think(Stage::Plan),
            _ => stand(state),
        }
    }

    fn prompt(&self, state: &State<Self>) -> Prompt {
        let (workflow, lang) = (&state.memory, state.lang());
        if *state.stage() == Stage::Plan {
            let wish = workflow.user_intent.as_deref().unwrap_or_default();
            let contract = Contract { name: "plan", schema: planning::contract() };
            let mut prompt = Prompt::new(prompts::planning(wish, &workflow.resume, lang), contract);
            prompt.tail = vec![prompt::Message::new(prompt::Role::User, wish)];
            prompt.window = Window::None;
            prompt.sampling = Sampling { timeout_ms: Some(PLANNING_TIMEOUT_MS), ..Sampling::default() };
            return prompt;
        }
        let opening = *state.stage() == Stage::Open;
        let mut prompt = Prompt::new(prompts::system(workflow, opening, lang), contract(workflow));
        prompt.live = Live { say: Some("/reply_to_user"), thought: Some("/thought"), draft: Some("/draft_content") };
        if opening {
            prompt.tail = vec![prompt::Message::new(prompt::Role::User, prompts::trigger(lang))];
        }
        prompt
    }

    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Stage>, Complaint> {
        if *state.stage() == Stage::Plan {
            return plan(state, &reply);
        }
        let lang = state.lang();
        let (decision, notices) = decision::decide(&reply.value, &reply.coercions, reply.corrections > 0)
            .map_err(|problem: Problem| Complaint::about(&[problem], lang))?;
        let mut notes = Vec::new();
        state.memory.begin(&mut notes);
        leave(std::mem::take(&mut notes), state);
        if *state.stage() == Stage::Open {
            state.cue(prompts::trigger(lang));
        }
        if !decision.thought.trim().is_empty() {
            state.note("think", value! { "text": decision.thought });
        }
        state.say(decision.reply_to_user.as_str());
        notes.extend(notices.into_iter().map(|code| words::notice(code, Verdict::Legal, lang)));
        take_turn(state, &decision, &mut notes);
        leave(notes, state);
        Ok(stand(state))
    }

    fn react(&self, state: &mut State<Self>, happened: Happened<Stage>) -> Result<Option<Step<Stage>>, Refusal> {
        let lang = state.lang();
        match happened {
            Happened::Said { text, .. } => Ok(Some(said(state, &text))),
            Happened::Answered { accept: true, .. } => {
                button(state, |workflow, notes| workflow.press(Button::Confirm, lang, notes))
            }
            Happened::Answered { accept: false, reason, .. } => declined(state, reason),
            Happened::Edited { change, busy } => edited(state, &change, busy),
            Happened::GaveUp { limit: Limit::Corrections, .. } => Ok(gave_up(state, "llm_bad_output", None)),
            Happened::Failed { text, .. } => Ok(gave_up(state, "llm_failed", Some(&text))),
            Happened::Stopped { then: Some(_) } => Ok(Some(stopped(state))),
            other => other.usual(lang),
        }
    }

    fn show(&self, state: &State<Self>) -> Shown {
        let workflow = &state.memory;
        let count = |status: Status| workflow.tasks.iter().filter(|task| task.status == status).count();
        let (done, skipped, total) = (count(Status::Completed), count(Status::Skipped), workflow.tasks.len());
        Shown {
            card: cards::draft(workflow, state.lang()),
            progress: Some(Progress { done, total, skipped }).filter(|progress| progress.total > 0),
            opens: workflow.must_open(),
            data: page::data(workflow, state.is_idle(), state.lang()),
        }
    }

    fn read(&self, state: &State<Self>, query: &Value) -> Result<Value, Refusal> {
        let workflow = &state.memory;
        let asks = |key: &str| query.get(key) == Some(&Value::Bool(true));
        match query.get("export").and_then(Value::as_str) {
            Some("json-resume") => Ok(json_resume::write(&workflow.resume, workflow.source.as_ref(), state.lang())),
            Some("markdown") => Ok(page::markdown(&workflow.resume).into()),
            None if asks("resume") => Ok(to_value(&workflow.resume)),
            None if asks("workflow") => Ok(restore::write(workflow, &dialogues(state))),
            _ => Err(words::refusal("unknown_query", state.lang())),
        }
    }

    fn parts<'a>(&self, workflow: &'a Workflow) -> Vec<Part<'a>> {
        let Workflow { resume, source, applied, undone, revision, .. } = workflow;
        // A new plan empties `applied` and leaves the revision, so the version counts the entries too.
        let applied_version = (revision << 8) + applied.len() as u64;
        let mut parts = vec![
            Part::new("resume", *revision, resume),
            Part::new("source", 0, source),
            Part::new("applied", applied_version, applied),
        ];
        if !undone.is_empty() {
            parts.push(Part::new("undone", (revision << 8) + undone.len() as u64, undone));
        }
        parts
    }

    fn put_part(&self, workflow: &mut Workflow, name: &str, value: Value) -> Result<(), Error> {
        match name {
            "resume" => workflow.resume = read(&value)?,
            "source" => workflow.source = json_resume::read_source(&value)?,
            "applied" => workflow.applied = read(&value)?,
            "undone" if value.is_null() => workflow.undone.clear(), // nothing was left to redo
            "undone" => workflow.undone = read(&value)?,
            _ => return Err(Error::new(Kind::Malformed, format!("/parts/{name}"), "the guide has no such part")),
        }
        Ok(())
    }
}

/// The dialogue of each task, by task id.
fn dialogues(state: &State<Guide>) -> BTreeMap<u32, Vec<Message>> {
    let words = |entry: &Entry| {
        let (role, content) = match entry {
            Entry::User { text, .. } => (Speaker::User, text.clone()),
            Entry::Said { text } => (Speaker::Assistant, text.clone()),
            Entry::Decision(decision) => (Speaker::Assistant, decision.said()?),
            _ => return None,
        };
        Some(Message { role, content })
    };
    let thread = |id: u32| {
        state.transcript().thread(state.memory.thread(id)).filter_map(|stored| words(&stored.entry)).collect()
    };
    state.memory.tasks.iter().map(|task| (task.id, thread(task.id))).collect()
}

fn contract(workflow: &Workflow) -> Contract {
    let state = workflow.guide().map_or(GuideState::Discovery, |guide| guide.state);
    let strategy = workflow.task().map_or(Strategy::StarStorytelling, |task| task.strategy);
    Contract { name: "decision", schema: decision::contract(state, strategy) }
}

/// Takes the plan from the planning agent's reply (spec.md 4.7).
fn plan(state: &mut State<Guide>, reply: &Reply) -> Result<Step<Stage>, Complaint> {
    let tasks = planning::decide(&reply.value, &state.memory.resume)
        .map_err(|problems| Complaint::about(&problems, state.lang()))?;
    let mut notes = Vec::new();
    state.memory.set_plan(tasks, &mut notes);
    leave(notes, state);
    Ok(stand(state))
}

/// Applies a decision to the current guide (spec.md 3.4 and 3.8).
fn take_turn(state: &mut State<Guide>, decision: &Decision, notes: &mut Vec<Note>) {
    let (opening, lang) = (*state.stage() == Stage::Open, state.lang());
    let workflow = &mut state.memory;
    let target = workflow.target(decision.target_section.as_deref());
    let Some(guide) = workflow.guide_mut() else { return };
    let turn = if opening {
        guide.pace.opened = true;
        transition::opening(guide, decision)
    } else {
        transition::transition(guide, decision, target)
    };
    let waits = matches!(turn.action, Action::WaitInput | Action::RequestConfirm);
    if waits && turn.state != GuideState::Finished {
        guide.asked = Some(decision.reply_to_user.clone());
    }
    workflow.take(turn, lang, notes);
}

/// Handles a call without a usable reply. A turn is retracted, a plan can be asked for again, and an opening falls back to a
/// template that is not stored in the dialogue.
fn gave_up(state: &mut State<Guide>, code: &'static str, detail: Option<&str>) -> Option<Step<Stage>> {
    let lang = state.lang();
    match state.stage() {
        Stage::Talk => Some(Step::Retract(code.into())),
        Stage::Plan => {
            state.memory.planning = Planning::Failed;
            leave(vec![words::error(code, detail, lang)], state);
            report(state, code, detail);
            Some(stand(state))
        }
        Stage::Open => {
            let mut notes = Vec::new();
            state.memory.begin(&mut notes);
            opening_failed(state);
            report(state, code, detail);
            notes.push(words::notice("opening_fallback", Verdict::Coerced, lang));
            let text = state.memory.task().map(|task| prompts::fallback(task, lang));
            if let Some(guide) = state.memory.guide_mut() {
                guide.asked = text.clone();
            }
            notes.push(note("answer", value! { "text": text }));
            leave(notes, state);
            Some(Step::Listen(Stage::Talk))
        }
    }
}

/// Tells the user about unusable output. With a `detail` the call itself failed, and the engine has told the user already.
fn report(state: &mut State<Guide>, code: &str, detail: Option<&str>) {
    if detail.is_none() {
        state.fail(code, words::sentence(code, state.lang()).unwrap_or(code));
    }
}

fn opening_failed(state: &mut State<Guide>) {
    if let Some(guide) = state.memory.guide_mut() {
        guide.pace.opening_failed = true;
    }
}

fn stopped(state: &mut State<Guide>) -> Step<Stage> {
    match state.stage() {
        Stage::Plan => {
            state.memory.planning = Planning::Idle;
            report(state, "stopped", None);
            stand(state)
        }
        // The agent started this call itself: there is no user message to retract, and it must not start the call again.
        Stage::Open => {
            opening_failed(state);
            report(state, "stopped", None);
            stand(state)
        }
        Stage::Talk => Step::Retract("stopped".into()),
    }
}
