//! Implementation of the agent: the step that follows each event (spec.md 2 to 4).

use serde_json::Value;

use super::memory::{Memory, Phase};
use super::schedule::Schedule;
use super::stage::Stage;
use super::{
    calls, chat, compact, deliver, edits, errands, execute, history, input, names, packs, page, plan, prompts,
};
use stepgate_engine::prompt::{Contract, Prompt, Window};
use stepgate_engine::schema::Schema;
use stepgate_engine::{
    Agent, Call, Complaint, Happened, Limit, Limits, Offer, Opening, PackTools, Part, Refusal, Reply, Shown, State,
    Step, Tool,
};
use stepgate_engine::{Error, Kind};

/// Model calls that a run may make beyond its rounds of the execute stage (spec.md 2).
const SPARE_ROUNDS: u32 = 10;

impl Schedule {
    /// Creates the agent with its tools.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Schedule { tools: calls::tools() }
    }
}

impl Agent for Schedule {
    type Stage = Stage;
    type Memory = Memory;
    const NAME: &'static str = "schedule";
    const VERSION: u32 = 1;
    const REPLACES_CARDS: bool = false;
    const PACK_TOOLS: PackTools = names::PACK_TOOLS;

    fn open(&self, opening: &Opening) -> Result<Memory, Error> {
        input::read(opening)
    }

    fn start(&self, _: &mut State<Self>) -> Step<Stage> {
        Step::Listen(Stage::Execute)
    }

    fn prompt(&self, state: &State<Self>) -> Prompt {
        let stage = *state.stage();
        let offer = self.offer(state);
        let prompts::Assembled { system, messages, .. } = prompts::assemble(state, stage, &offer);
        let mut prompt = Prompt::new(system, contract(stage, &offer, state));
        prompt.live.say = said_at(stage);
        prompt.window = Window::None;
        prompt.tail = messages;
        prompt.sampling = prompts::sampling(stage, &state.memory);
        if stage == Stage::Execute {
            prompt.told = packs::told(&offer, state);
            prompt.tools = offer.callable();
        }
        let config = &state.memory.config;
        let corrections = if stage == Stage::Execute { config.max_corrections.saturating_sub(1) } else { 0 };
        prompt.limits = Limits { corrections, max_steps: config.max_rounds + SPARE_ROUNDS, ..Limits::default() };
        prompt
    }

    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Stage>, Complaint> {
        match *state.stage() {
            Stage::Execute => execute::decide(state, &reply),
            Stage::Compact => Ok(match reply.value.as_str() {
                Some(summary) => compact::store(state, summary),
                None => compact::skip(state),
            }),
        }
    }

    fn react(&self, state: &mut State<Self>, happened: Happened<Stage>) -> Result<Option<Step<Stage>>, Refusal> {
        match happened {
            Happened::Said { text, with, .. } => chat::said(state, &text, &with),
            Happened::Answered { accept: true, .. } => Ok(Some(plan::accepted(state))),
            Happened::Answered { accept: false, reason, heard, .. } if state.memory.asks_about_a_plan() => {
                Ok(Some(plan::rejected(state, reason.filter(|_| !heard))))
            }
            Happened::Answered { accept: false, reason, .. } => {
                let notes = declined_notes(state);
                Ok(Some(execute::declined(state, reason.as_deref().unwrap_or_default(), notes)))
            }
            Happened::Edited { change, busy, .. } => edits::apply(state, &change, busy),
            Happened::Returned { results, .. } => Ok(errands::returned(state, results)),
            Happened::Stopped { then: Some(_) } => Ok(Some(stopped(state))),
            Happened::Failed { code, .. } => Ok(Some(unanswered(state, &code))),
            Happened::GaveUp { limit, .. } => Ok(Some(gave_up(state, limit))),
            other => other.usual(state.lang()),
        }
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

    fn offer(&self, state: &State<Self>) -> Offer {
        packs::offer(state, &self.tools)
    }

    fn parts<'a>(&self, memory: &'a Memory) -> Vec<Part<'a>> {
        vec![
            Part::new("timetable", memory.loads, &memory.board.desk),
            Part::new("timetable.now", memory.loads + memory.writes, &*memory.board),
        ]
    }

    fn copied(&self, memory: &mut Memory, nonce: &str) {
        memory.nonce = nonce.to_owned();
        memory.copied = true;
        memory.run.always_execute = false;
        memory.run.plan_confirmed = false;
        memory.board_mut().forget_writes();
    }

    fn put_part(&self, memory: &mut Memory, name: &str, value: Value) -> Result<(), Error> {
        let writes = memory.writes;
        let put = match name {
            "timetable" if value.is_null() => Ok(()),
            "timetable" => memory.board_mut().load(&value),
            "timetable.now" => memory.board_mut().restore(&value),
            _ => Err(Error::new(Kind::Malformed, "", "unknown part; available: timetable, timetable.now")),
        };
        memory.writes = writes;
        put.map_err(|error| error.below(&["/parts/", name].concat()))
    }
}

/// Pointer to the user's words in a stage's reply; none if the words are not shown while they arrive.
fn said_at(stage: Stage) -> Option<&'static str> {
    (stage == Stage::Execute).then_some("/say")
}

/// Shape of a stage's reply.
fn contract(stage: Stage, offer: &Offer, state: &State<Schedule>) -> Contract {
    match stage {
        Stage::Execute => Contract { name: "decision", schema: packs::contract(offer, state) },
        Stage::Compact => Contract { name: "text", schema: Schema::string().min_length(1) },
    }
}

/// Notes on the card that the user declined last, which the model has not seen.
fn declined_notes(state: &State<Schedule>) -> Vec<String> {
    let Some((tool, args)) = history::last_declined(state) else { return Vec::new() };
    calls::notes(&state.memory, &Call { name: tool, args, lang: state.lang(), now: state.now(), seed: 0 })
}

/// Handles the user's stop: the next words are a new request.
fn stopped(state: &mut State<Schedule>) -> Step<Stage> {
    state.memory.run.asks = false;
    state.memory.phase = Phase::Chatting;
    Step::Listen(Stage::Execute)
}

/// Handles a failed model call: a round is taken back, a summary is gone without.
fn unanswered(state: &mut State<Schedule>, code: &str) -> Step<Stage> {
    match *state.stage() {
        Stage::Execute => Step::Retract(if code.is_empty() { code } else { "llm_failed" }.into()),
        Stage::Compact => compact::skip(state),
    }
}

/// Handles a spent budget and a model that gave no usable reply.
fn gave_up(state: &mut State<Schedule>, limit: Limit) -> Step<Stage> {
    match (limit, *state.stage()) {
        (Limit::Steps, _) => deliver::out_of_rounds(state, "graph"),
        (_, Stage::Execute) => deliver::correction_limit(state),
        (_, Stage::Compact) => compact::skip(state),
    }
}
