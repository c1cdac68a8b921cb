//! The guide as an agent: the step that follows each event of a session.

use super::addition;
use super::brought::{self, has_files};
use super::by_hand;
use super::cards;
use super::decision::{self, Decision, Intent, NextAction, TurnKind};
use super::dialogue::{Message, Role as Speaker, LED_BACK, OPENING};
use super::draft;
use super::edits::{button, declined, edited};
use super::guide::{Guide, Stage};
use super::input;
use super::json_resume;
use super::model::{GuideState, Status};
use super::note::{note, Note};
use super::objections::objections;
use super::page;
use super::planning;
use super::prompts;
use super::reader;
use super::restore;
use super::stage::Planning;
use super::steps::{leave, said, stand};
use super::told::{last_words, told};
use super::transition::{self, Button};
use super::turn::{Action, Verdict};
use super::unsaid::{dates, marks};
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

impl Agent for Guide {
    type Stage = Stage;
    type Memory = Workflow;
    const NAME: &'static str = "guide";
    const VERSION: u32 = 1;
    const LONGEST_INPUT: usize = draft::LONGEST;
    const OPENING: Option<&'static str> = Some("open");
    const TAKES_FILES: bool = true;

    fn open(&self, opening: &Opening) -> Result<Workflow, Error> {
        input::read(opening)
    }

    fn start(&self, state: &mut State<Self>) -> Step<Stage> {
        input::begin(state);
        match state.memory.planning {
            _ if state.memory.reading.is_some() => Step::Think(Stage::Read),
            Planning::Asked => Step::Think(Stage::Plan),
            _ => stand(state),
        }
    }

    fn prompt(&self, state: &State<Self>) -> Prompt {
        let (workflow, lang) = (&state.memory, state.lang());
        if let (Stage::Read, Some(reading)) = (state.stage(), &workflow.reading) {
            return reader::prompt(reading, state);
        }
        if *state.stage() == Stage::Plan {
            let wish = workflow.user_intent.as_deref().unwrap_or_default();
            let contract = Contract { name: "plan", schema: planning::contract(&workflow.resume, lang) };
            let mut prompt = Prompt::new(prompts::planning(wish, &workflow.resume, lang), contract);
            prompt.tail = vec![brought::asked(state, wish)];
            prompt.window = Window::None;
            prompt.sampling = Sampling { timeout_ms: Some(planning::TIMEOUT_MS), ..Sampling::default() };
            return prompt;
        }
        let turn = turn_kind(state);
        let contract = Contract { name: "decision", schema: decision::contract(workflow, turn) };
        let mut prompt = Prompt::new(prompts::system(workflow, turn, &told(state), lang), contract);
        prompt.settles_cards = true;
        prompt.live = Live { say: Some("/reply_to_user"), thought: Some("/thought"), draft: Some("/draft_content") };
        if turn == TurnKind::Opening {
            prompt.tail = vec![prompt::Message::new(prompt::Role::User, prompts::trigger(lang))];
        }
        prompt
    }

    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Stage>, Complaint> {
        match state.stage() {
            Stage::Read => return reader::take(state, &reply),
            Stage::Plan => return plan(state, &reply),
            _ => {}
        }
        let lang = state.lang();
        let turn = turn_kind(state);
        let (decision, notices) = decision::decide(&reply.value, &reply.coercions, reply.corrections > 0, turn);
        let decision = addition::leading_there(&state.memory, decision);
        let mut faults: Vec<Problem> = decision::fault(&decision, lang).into_iter().collect();
        if turn != TurnKind::Opening && reply.corrections == 0 {
            faults.extend(objections(state, &decision, notices.contains(&"action_defaulted")));
        }
        if !faults.is_empty() {
            return Err(Complaint::about(&faults, lang));
        }
        let mut notes = Vec::new();
        state.memory.begin(&mut notes);
        leave(std::mem::take(&mut notes), state);
        let (decision, dropped) = without_unsaid_dates(state, decision);
        if turn == TurnKind::Opening {
            state.cue_before(OPENING, prompts::trigger(lang));
        }
        if !decision.thought.trim().is_empty() {
            state.note("think", value! { "text": decision.thought });
        }
        state.say(decision.reply_to_user.as_str());
        notes.extend(notices.into_iter().map(|code| words::notice(code, Verdict::Legal, lang)));
        notes.extend(dropped);
        let led_back = take_turn(state, &decision, &mut notes);
        leave(notes, state);
        Ok(match led_back {
            Some(words) => reopened(state, words),
            None => stand(state),
        })
    }

    fn react(&self, state: &mut State<Self>, happened: Happened<Stage>) -> Result<Option<Step<Stage>>, Refusal> {
        let lang = state.lang();
        match happened {
            Happened::Said { text, parts, .. } => Ok(Some(said(state, &brought::words_or_names(text, &parts)))),
            Happened::Answered { accept: true, .. } if state.memory.reading.is_some() => {
                Ok(Some(reader::accepted(state)))
            }
            Happened::Answered { reason, heard, .. } if state.memory.reading.is_some() => {
                Ok(Some(reader::declined(state, reason, heard)))
            }
            Happened::Answered { accept: true, .. } => {
                button(state, |workflow, notes| workflow.press(Button::Confirm, lang, notes))
            }
            Happened::Answered { accept: false, reason, .. } => declined(state, reason),
            Happened::Edited { change, busy, reason } => edited(state, &change, busy, reason.as_deref()),
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
            None if asks("places") => Ok(by_hand::choices(&workflow.resume, state.lang())),
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
        let (role, content, cue) = match entry {
            Entry::User { text, cue, parts } => {
                (Speaker::User, brought::words_or_names(text.clone(), parts), cue.clone())
            }
            Entry::Said { text } => (Speaker::Assistant, text.clone(), None),
            Entry::Decision(decision) => (Speaker::Assistant, decision.said()?, None),
            _ => return None,
        };
        Some(Message { role, content, cue })
    };
    let thread = |id: u32| {
        state.transcript().thread(state.memory.thread(id)).filter_map(|stored| words(&stored.entry)).collect()
    };
    state.memory.tasks.iter().map(|task| (task.id, thread(task.id))).collect()
}

/// `decision` without the dates of the entry whose year nobody has said, and the notice of them (spec.md 5.6). A year may stand in a file that the user
/// has sent; then the date stays, and the card names it.
fn without_unsaid_dates(state: &State<Guide>, mut decision: Decision) -> (Decision, Option<Note>) {
    if has_files(state) {
        return (decision, None);
    }
    // On the way to another task the entry is not taken at all.
    let Some(entry) = decision.entry.take_if(|_| decision.intent != Intent::Backtrack) else { return (decision, None) };
    let (keys, dates): (Vec<_>, Vec<_>) = dates(state, &entry).into_iter().unzip();
    let dropped = (!dates.is_empty()).then(|| words::date_dropped(&dates, state.lang()));
    (Decision { entry: entry.clone().without(&keys), ..decision }, dropped)
}

/// Takes the plan from the planning agent's reply (spec.md 4.7).
fn plan(state: &mut State<Guide>, reply: &Reply) -> Result<Step<Stage>, Complaint> {
    let lang = state.lang();
    let plan = planning::decide(&reply.value, &state.memory.resume, reply.corrections > 0, lang)
        .map_err(|problems| Complaint::about(&problems, lang))?;
    let mut notes = Vec::new();
    state.memory.set_plan(plan.tasks, &mut notes);
    if !plan.left_out.is_empty() {
        notes.push(words::left_out(&plan.left_out, lang));
    }
    leave(notes, state);
    Ok(stand(state))
}

/// Kind of turn that the stage asks the model for.
fn turn_kind(state: &State<Guide>) -> TurnKind {
    match state.stage() {
        Stage::Open => TurnKind::Opening,
        Stage::Back => TurnKind::Reopened,
        _ => TurnKind::Usual,
    }
}

/// Applies a decision to the current guide (spec.md 3.4 and 3.8). Returns the user's words if they have reopened a task and no draft
/// has taken them up (spec.md 7.4).
fn take_turn(state: &mut State<Guide>, decision: &Decision, notes: &mut Vec<Note>) -> Option<String> {
    let (kind, lang) = (turn_kind(state), state.lang());
    let words = last_words(state);
    let target = match &decision.new_task {
        Some(new) => addition::target(&mut state.memory, new, lang, notes),
        None => state.memory.target(decision.target.as_deref()),
    };
    let turn = match (kind, state.memory.guide()?) {
        (TurnKind::Opening, guide) => transition::opening(guide, decision),
        (_, guide) => transition::transition(guide, decision, target),
    };
    let mut unsaid = turn.draft.as_deref().map_or_else(Vec::new, |draft| marks(state, turn.entry.as_ref(), draft));
    let dated = turn.entry.as_ref().map_or_else(Vec::new, |entry| dates(state, entry));
    unsaid.extend(dated.into_iter().map(|(_, date)| date.to_owned()));
    let workflow = &mut state.memory;
    let guide = workflow.guide_mut()?;
    guide.pace.opened |= kind == TurnKind::Opening;
    guide.unsaid = unsaid;
    if kind == TurnKind::Reopened {
        guide.came_with = None;
    }
    let reopens = decision.intent == Intent::Backtrack && turn.reopens(guide);
    let waits = matches!(turn.action, Action::WaitInput | Action::RequestConfirm);
    if waits && turn.state != GuideState::Finished {
        guide.asked = Some(decision.reply_to_user.clone());
    }
    if let Action::SwitchTask(to) = turn.action {
        workflow.forget_question(to);
    }
    let asks_beside = decision.intent == Intent::Continue && decision.next_action == NextAction::ContinueAsking;
    workflow.take(turn, lang, notes);
    if let Some(guide) = workflow.guide_mut().filter(|_| asks_beside) {
        guide.asks_beside = true;
    }
    words.filter(|_| reopens)
}

/// Asks the model again, in the task that the user's words have led back to, about these words.
fn reopened(state: &mut State<Guide>, words: String) -> Step<Stage> {
    state.cue(LED_BACK, words.as_str());
    if let Some(guide) = state.memory.guide_mut() {
        guide.pace.hear(&words, guide.state, guide.draft.is_some());
        (guide.wish, guide.came_with) = (Some(words.clone()), Some(words));
    }
    Step::Think(Stage::Back)
}

/// Handles a call without a usable reply. A turn is retracted, a plan can be asked for again, and an opening falls back to a
/// template that is not stored in the dialogue.
fn gave_up(state: &mut State<Guide>, code: &'static str, detail: Option<&str>) -> Option<Step<Stage>> {
    let lang = state.lang();
    match state.stage() {
        Stage::Talk | Stage::Back => Some(Step::Retract(code.into())),
        Stage::Read => {
            leave(vec![words::error(code, detail, lang)], state);
            report(state, code, detail);
            Some(reader::again(state))
        }
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
        Stage::Read => {
            report(state, "stopped", None);
            reader::again(state)
        }
        // The agent started this call itself: there is no user message to retract, and it must not start the call again.
        Stage::Open => {
            opening_failed(state);
            report(state, "stopped", None);
            stand(state)
        }
        Stage::Talk | Stage::Back => Step::Retract("stopped".into()),
    }
}
