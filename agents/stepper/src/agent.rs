//! The stepper as an [`Agent`]: chooses the next step for each reply and event.

use std::rc::Rc;

use serde_json::Value;

use super::decision::{self, ActionDecision, StepDecision};
use super::memory::Memory;
use super::model::TaskStatus;
use super::stage::Stage;
use super::stepper::Stepper;
use super::{
    action, batch, cache, clock, edits, flow, history, input, model, page, parts, planning, prompts, resume, single,
    tools,
};
use stepgate_engine::prompt::{Contract, Message, Prompt, Sampling, Window};
use stepgate_engine::schema::{Found, Problem};
use stepgate_engine::Error;
use stepgate_engine::{
    Agent, Complaint, FilePart, Happened, Limits, Opening, Part, Refusal, Reply, Shown, State, Step, Tool, ToolError,
    ToolFacts,
};
use stepgate_json::value;

impl Agent for Stepper {
    type Stage = Stage;
    type Memory = Memory;
    const NAME: &'static str = "stepper";
    const VERSION: u32 = 8;
    const TAKES_FILES: bool = true;
    const REPLACES_CARDS: bool = false;
    const TICKS: bool = true;

    fn open(&self, opening: &Opening) -> Result<Memory, Error> {
        input::read(opening)
    }

    fn start(&self, state: &mut State<Self>) -> Step<Stage> {
        match state.memory.task {
            None => Step::Listen(Stage::Idle),
            Some(_) => resume::resume(state),
        }
    }

    fn prompt(&self, state: &State<Self>) -> Prompt {
        let (stage, memory) = (*state.stage(), &state.memory);
        let prompts::Assembled { system, facts } = prompts::assemble(memory, stage, state.lang());
        let mut prompt = Prompt::new(system, contract(memory, stage));
        prompt.live.thought = Some("/thought");
        prompt.window = Window::None;
        let parts = memory.task.as_ref().map_or_else(Vec::new, |task| task.files.clone());
        prompt.tail = vec![Message { parts, ..facts }];
        prompt.sampling = Sampling {
            temperature: Some(if memory.config.cache { 0.0 } else { 0.3 }),
            timeout_ms: Some(memory.config.model_timeout),
            ..Sampling::default()
        };
        prompt.tools = memory.tool_names().into_iter().map(str::to_owned).collect();
        let corrections = if stage == Stage::Thinking { 0 } else { memory.config.max_repairs };
        // The agent's own limits on actions bound the rounds, so the engine's limit is off.
        prompt.limits = Limits { corrections, max_steps: u32::MAX, ..Limits::default() };
        prompt
    }

    fn recall(&self, state: &State<Self>, prompt: &Prompt) -> Option<Value> {
        state.memory.known(prompt)
    }

    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Stage>, Complaint> {
        let stage = *state.stage();
        // Without the exact question, the reply gets no key and the cache does not store it.
        let key = reply.asked.as_deref().map_or_else(String::new, cache::key);
        history::record(
            state,
            key.clone(),
            history::outcome(stage, &reply.value),
            reply.recalled.then_some(&reply.value),
        );
        state.memory.learn(&key, &reply.value, reply.recalled);
        if reply.corrections > 0 {
            state.note("notice", value! { "code": "repaired" });
        }
        match stage {
            Stage::Planning => planning::decide(state, &reply.value),
            Stage::Thinking => Ok(flow::thought(state, &decision::text(&reply.value, "thought"))),
            Stage::DecidingStep => Ok(flow::decide_step(state, &StepDecision::read(&reply.value))),
            Stage::DecidingAction => choose(state, &reply.value),
            Stage::Deciding => single::decide(state, &reply.value),
            Stage::Idle | Stage::Asking => {
                debug_assert!(false, "the model is not asked in stage {stage:?}");
                Ok(flow::fail(state, "llm_failed"))
            }
        }
    }

    fn react(&self, state: &mut State<Self>, happened: Happened<Stage>) -> Result<Option<Step<Stage>>, Refusal> {
        Ok(Some(match happened {
            Happened::Said { text, parts, .. } => said_with(state, &text, parts),
            Happened::Answered { accept, reason, .. } if state.memory.asks_card() => {
                answered(state, accept, &reason.unwrap_or_default())
            }
            Happened::Answered { accept: false, reason, .. } => {
                let reason = reason.unwrap_or_default();
                flow::put_beside(state, &reason);
                action::settle(state, Err(ToolError::new(model::REJECTED, reason)))
            }
            Happened::Edited { change, .. } => return edits::apply(state, &change),
            Happened::Ticked => return Ok(ticked(state)),
            Happened::Stopped { then: Some(_) } if state.memory.is_busy() => flow::pause(state),
            Happened::Returned { results, .. } => match results.into_iter().next() {
                Some(result) => action::returned(state, result),
                None => action::settle(state, Err(ToolError::new(model::INTERRUPTED, ""))),
            },
            Happened::Failed { text, .. } => {
                history::record_unusable(state);
                state.note("reason", value! { "text": text });
                flow::fail(state, "llm_failed")
            }
            Happened::GaveUp { raw, .. } => fall_back(state, &raw),
            other => return other.usual(state.lang()),
        }))
    }

    fn show(&self, state: &State<Self>) -> Shown {
        page::show(state)
    }

    fn read(&self, state: &State<Self>, query: &Value) -> Result<Value, Refusal> {
        page::read(state, query)
    }

    fn tools(&self) -> &[Tool<Memory>] {
        &self.tools
    }

    fn declared<'a>(&self, memory: &'a Memory) -> Vec<ToolFacts<'a>> {
        memory.tools.iter().map(tools::Declared::facts).collect()
    }

    fn parts<'a>(&self, memory: &'a Memory) -> Vec<Part<'a>> {
        parts::parts(memory)
    }

    fn copied(&self, memory: &mut Memory, _: &str) {
        memory.auto = false;
        // Writes that the user approved together ask one by one.
        memory.run.approved = false;
        // The file declares which page tools write. It may be wrong, so every one of them asks the user.
        Rc::make_mut(&mut memory.tools).iter_mut().for_each(|tool| tool.writes = true);
    }

    fn put_part(&self, memory: &mut Memory, name: &str, value: Value) -> Result<(), Error> {
        parts::put(memory, name, value).map_err(|error| error.below(&["/parts/", name].concat()))
    }

    /// Accepts all older versions unchanged, because `parts::put` and `Task` still read their forms: version 1 saved
    /// the context as one part, version 2 saved the steps inside the task, version 3 saved no number of steps,
    /// version 4 knew no paused tasks and kept nothing of earlier ones, version 5 knew no plans and no writes to approve
    /// together, version 6 kept no paths of files that exist, version 7 kept no words beside a step.
    fn migrate(&self, _from: u32, memory: Value) -> Result<Value, Error> {
        Ok(memory)
    }
}

/// Shape of the reply that a stage asks for.
fn contract(memory: &Memory, stage: Stage) -> Contract {
    let schema = match stage {
        Stage::Planning => decision::plan_contract(memory.config.max_initial_steps as usize),
        Stage::DecidingStep => decision::step_contract(memory.config.think_mode, &memory.live()),
        Stage::DecidingAction => decision::action_contract(&memory.tool_names()),
        Stage::Deciding => decision::decision_contract(&memory.live()),
        _ => decision::thought_contract(),
    };
    Contract { name: stage.purpose(), schema }
}

/// Takes the user's words, and keeps the files beside them with the task.
fn said_with(state: &mut State<Stepper>, text: &str, parts: Vec<FilePart>) -> Step<Stage> {
    let step = if text.trim().is_empty() { said(state, &names(&parts)) } else { said(state, text) };
    if let (Some(task), false) = (&mut state.memory.task, parts.is_empty()) {
        task.take_files(parts);
    }
    step
}

/// Names of files that came without a word.
fn names(parts: &[FilePart]) -> String {
    parts.iter().map(FilePart::title).collect::<Vec<_>>().join(", ")
}

/// Takes the user's words as the answer to the open question, as words about the open task, or as a new task.
fn said(state: &mut State<Stepper>, text: &str) -> Step<Stage> {
    if state.memory.asks() {
        flow::put_beside(state, text);
        return action::settle(state, Ok(text.to_owned()));
    }
    match state.memory.status() {
        Some(TaskStatus::Paused) => {
            flow::heed(state, text);
            flow::go_on(state)
        }
        Some(TaskStatus::Failed) => {
            flow::heed(state, text);
            flow::retry(state, "")
        }
        Some(TaskStatus::Planning | TaskStatus::Executing) => flow::next(state),
        Some(TaskStatus::Completed | TaskStatus::Cancelled) | None => flow::begin(state, text),
    }
}

/// Acts on the user's answer to a card about the plan, several writes, or a claim.
fn answered(state: &mut State<Stepper>, accept: bool, said: &str) -> Step<Stage> {
    let run = &state.memory.run;
    match (run.asks_plan, run.asks_batch, accept) {
        (true, _, true) => planning::accept(state),
        (true, _, false) => planning::decline(state, said),
        (_, true, true) => batch::approve(state, &|_| true),
        (_, true, false) => batch::decline(state, said),
        (_, _, true) => single::confirm_claim(state),
        (_, _, false) => single::contradict_claim(state, said),
    }
}

/// Reads the model's action decision. An object without a tool name is sent back for correction.
fn choose(state: &mut State<Stepper>, reply: &Value) -> Result<Step<Stage>, Complaint> {
    let decision = ActionDecision::read(reply);
    if decision.as_ref().is_some_and(|decision| decision.tool.is_empty()) {
        let problem = Problem::at("/tool_name", Found::Missing, state.memory.tool_names().join(", "));
        return Err(Complaint::about(&[problem], state.lang()));
    }
    Ok(action::decide(state, decision))
}

/// Fails a task whose time is over, but not while the user is asked (spec.md 3.8).
fn ticked(state: &mut State<Stepper>) -> Option<Step<Stage>> {
    if !state.memory.is_busy() || state.memory.asks() || state.memory.asks_card() {
        return None;
    }
    clock::overdue(state).map(|code| flow::fail(state, code))
}

/// Continues with a safe default after the model gave no usable reply (spec.md 3.2, 3.3, 3.5).
fn fall_back(state: &mut State<Stepper>, raw: &str) -> Step<Stage> {
    let stage = *state.stage();
    history::record(state, String::new(), history::DEFAULTED.to_owned(), None);
    match stage {
        Stage::Planning => planning::fall_back(state),
        Stage::DecidingStep => {
            state.note("notice", value! { "code": "step_decision_defaulted" });
            flow::decide_step(state, &StepDecision::default())
        }
        Stage::DecidingAction => {
            state.note("notice", value! { "code": "action_defaulted" });
            let thought =
                ActionDecision { tool: tools::THINK.into(), description: tools::THINK.into(), params: value! {} };
            action::decide(state, Some(thought))
        }
        Stage::Deciding => {
            state.note("notice", value! { "code": "action_defaulted" });
            match flow::limit_reached(&state.memory) {
                Some(code) => flow::fail(state, code),
                None => action::stall(state),
            }
        }
        _ => flow::thought(state, raw),
    }
}
