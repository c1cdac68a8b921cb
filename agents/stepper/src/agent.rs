//! The stepper: which step follows what.

use std::rc::Rc;

use serde_json::Value;

use super::decision::{self, ActionDecision, StepDecision};
use super::memory::Memory;
use super::{action, cache, clock, edits, flow, history, input, page, parts, planning, prompts, tools};
use stepgate_engine::prompt::{Contract, Prompt, Sampling, Window};
use stepgate_engine::schema::Problem;
use stepgate_engine::Error;
use stepgate_engine::{
    Agent, Complaint, Happened, Limits, Opening, Part, Refusal, Reply, Shown, State, Step, Tool, ToolError, ToolFacts,
};
use stepgate_json::{names, value};

/// The stepper: it plans a task as steps and carries them out.
pub struct Stepper {
    tools: Vec<Tool<Memory>>,
}

/// What the model is asked for; or who else has the word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// The user: there is no task, or it is over.
    #[default]
    Idle,
    /// A plan.
    Planning,
    /// A thought on the progress.
    Thinking,
    /// Whether the step is done.
    DecidingStep,
    /// The next action.
    DecidingAction,
    /// The user: a question was asked.
    Asking,
}

names!(Stage {
    Idle "idle", Planning "planning", Thinking "thinking", DecidingStep "deciding_step",
    DecidingAction "deciding_action", Asking "asking"
});

impl Stage {
    /// What a model call is for, as the specification names it.
    pub(super) fn purpose(self) -> &'static str {
        match self {
            Stage::Planning => "plan",
            Stage::DecidingStep => "step",
            Stage::DecidingAction => "action",
            _ => "think",
        }
    }
}

impl Stepper {
    /// The agent with its tools.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Stepper { tools: tools::tools() }
    }
}

impl Agent for Stepper {
    type Stage = Stage;
    type Memory = Memory;
    const NAME: &'static str = "stepper";
    const VERSION: u32 = 4;
    const TICKS: bool = true;

    fn open(&self, opening: &Opening) -> Result<Memory, Error> {
        input::read(opening)
    }

    fn start(&self, state: &mut State<Self>) -> Step<Stage> {
        match state.memory.task {
            None => Step::Listen(Stage::Idle),
            Some(_) => flow::go_on(state),
        }
    }

    fn prompt(&self, state: &State<Self>) -> Prompt {
        let (stage, memory) = (*state.stage(), &state.memory);
        let prompts::Assembled { system, facts } = prompts::assemble(memory, stage, state.lang());
        let mut prompt = Prompt::new(system, contract(memory, stage));
        prompt.live.thought = Some("/thought");
        prompt.window = Window::None;
        prompt.tail = vec![facts];
        prompt.sampling = Sampling {
            temperature: Some(if memory.config.cache { 0.0 } else { 0.3 }),
            timeout_ms: Some(memory.config.model_timeout),
            ..Sampling::default()
        };
        prompt.tools = memory.tool_names().into_iter().map(str::to_owned).collect();
        let corrections = if stage == Stage::Thinking { 0 } else { memory.config.max_repairs };
        // A run is bounded by the limits of its steps and actions.
        prompt.limits = Limits { corrections, rounds: u32::MAX, ..Limits::default() };
        prompt
    }

    fn recall(&self, state: &State<Self>, prompt: &Prompt) -> Option<Value> {
        state.memory.known(prompt)
    }

    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Stage>, Complaint> {
        state.memory.lang = state.lang();
        let stage = *state.stage();
        // What is not known to be the answer to a question is not remembered as one.
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
            Stage::Idle | Stage::Asking => Ok(Step::Listen(stage)),
        }
    }

    fn react(&self, state: &mut State<Self>, happened: Happened<Stage>) -> Result<Option<Step<Stage>>, Refusal> {
        state.memory.lang = state.lang();
        Ok(Some(match happened {
            Happened::Said { text, .. } => said(state, &text),
            Happened::Answered { accept: false, reason, .. } => {
                action::settle(state, Err(ToolError::new(action::REJECTED, reason.unwrap_or_default())))
            }
            Happened::Edited { change, .. } => return edits::take(state, &change),
            Happened::Ticked => return Ok(ticked(state)),
            Happened::Stopped { then: Some(_) } => flow::cancel(state),
            Happened::Returned { results, .. } => match results.into_iter().next() {
                Some(result) => action::returned(state, result),
                None => flow::next(state),
            },
            Happened::Failed { text, .. } => {
                history::give_up(state);
                state.note("reason", value! { "text": text });
                flow::fail(state, "llm_failed")
            }
            Happened::GaveUp { raw, .. } => without_reply(state, &raw),
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
        // The file says which of the page's tools write: it may be wrong.
        Rc::make_mut(&mut memory.tools).iter_mut().for_each(|tool| tool.writes = true);
    }

    fn put_part(&self, memory: &mut Memory, name: &str, value: Value) -> Result<(), Error> {
        parts::put(memory, name, value).map_err(|error| error.below(&["/parts/", name].concat()))
    }

    /// Version 1 had what is known in one piece, which `parts::put` still reads, up to version 2 the steps stood in the task,
    /// where they still are found, and up to version 3 nothing said how many there are.
    fn migrate(&self, _from: u32, memory: Value) -> Result<Value, Error> {
        Ok(memory)
    }
}

/// The shape of a stage's reply.
fn contract(memory: &Memory, stage: Stage) -> Contract {
    let schema = match stage {
        Stage::Planning => decision::plan_contract(),
        Stage::DecidingStep => decision::step_contract(memory.config.think_mode),
        Stage::DecidingAction => decision::action_contract(&memory.tool_names()),
        _ => decision::thought_contract(),
    };
    Contract { name: stage.purpose(), schema }
}

/// An answer to a question, or a task.
fn said(state: &mut State<Stepper>, text: &str) -> Step<Stage> {
    if state.memory.asks() {
        return action::settle(state, Ok(text.to_owned()));
    }
    if state.memory.is_busy() {
        return flow::next(state);
    }
    flow::begin(state, text)
}

/// The model has chosen an action; one without a tool is no choice.
fn choose(state: &mut State<Stepper>, reply: &Value) -> Result<Step<Stage>, Complaint> {
    let decision = ActionDecision::read(reply);
    if decision.as_ref().is_some_and(|decision| decision.tool.is_empty()) {
        let allowed = state.memory.tool_names().join(", ");
        let problem = Problem { path: "/tool_name".into(), found: "missing".into(), allowed, plain: None };
        return Err(Complaint::about(&[problem], state.lang()));
    }
    Ok(action::decide(state, decision))
}

fn ticked(state: &mut State<Stepper>) -> Option<Step<Stage>> {
    if !state.memory.is_busy() {
        return None;
    }
    clock::overdue(state).map(|code| flow::fail(state, code))
}

/// No usable reply came: what is safe is decided instead.
fn without_reply(state: &mut State<Stepper>, raw: &str) -> Step<Stage> {
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
        _ => flow::thought(state, raw),
    }
}
