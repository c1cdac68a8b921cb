//! Handles the user's words: an answer to a question, a reason against a plan, or a new request (spec.md 3).

use serde_json::Value;

use super::compact::think;
use super::memory::{Memory, Phase};
use super::route::{self, Opens, Route, Routing};
use super::run::{Errand, Question};
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::{execute, plan, words};
use stepgate_engine::{Refusal, Reply, State, Step};

/// Number of request ids that the memory keeps to recognise repeats.
const REQUESTS: usize = 50;
/// Length limit of a title, in characters.
pub(super) const TITLE: usize = 24;

type Next = Result<Option<Step<Stage>>, Refusal>;

/// Handles a message of the user, with its options.
pub(super) fn said(state: &mut State<Schedule>, text: &str, with: &Value) -> Next {
    let lang = state.lang();
    if !is_new(&mut state.memory, with) {
        return Ok(None);
    }
    if state.memory.title.is_empty() {
        state.memory.title = title(text);
    }
    let resumed = state.memory.run.question.take();
    if resumed.is_none() {
        let marker = state.transcript().len().saturating_sub(1);
        state.memory.reset_for_next_run(marker);
    }
    options(&mut state.memory, with).map_err(|key| words::invalid_option(key, lang))?;
    if resumed.is_some() {
        // The user may now want a plan that they declined before.
        state.memory.run.declined_plans = Vec::new();
        status(state, "chat", "resumed");
    }
    Ok(Some(match resumed {
        Some(Question::Plan) => plan::next(state),
        Some(Question::Execute) => {
            state.memory.phase = Phase::Executing;
            execute::next(state)
        }
        None => begin(state),
    }))
}

/// Starts a request. The first loads the timetable, so that every prompt knows the dates and the present.
fn begin(state: &mut State<Schedule>) -> Step<Stage> {
    let memory = &mut state.memory;
    if memory.loads == 0 && memory.board.desk.timetable.is_none() {
        return execute::load(memory, Errand::Begin);
    }
    think(state, Stage::Chat)
}

/// Whether a request id is new; remembers it. A message without an id counts as new.
fn is_new(memory: &mut Memory, with: &Value) -> bool {
    let Some(id) = with.get("request_id").and_then(Value::as_str).filter(|id| !id.is_empty()) else { return true };
    if memory.requests.iter().any(|known| known == id) {
        return false;
    }
    if memory.requests.len() >= REQUESTS {
        memory.requests.remove(0);
    }
    memory.requests.push(id.to_owned());
    true
}

/// Applies the options of a message: `always_execute`, `thinking_mode`, `task_class_ids`. On error, returns the key of the invalid
/// option.
fn options(memory: &mut Memory, with: &Value) -> Result<(), &'static str> {
    match with.get("always_execute") {
        None | Some(Value::Null) => {}
        Some(Value::Bool(always)) => memory.run.always_execute = *always,
        Some(_) => return Err("always_execute"),
    }
    match with.get("thinking_mode") {
        None | Some(Value::Null) => {}
        Some(Value::Bool(thinks)) => memory.run.thinking_mode = thinks.to_string(),
        Some(Value::String(mode)) if matches!(mode.as_str(), "auto" | "true" | "false") => {
            memory.run.thinking_mode.clone_from(mode);
        }
        Some(_) => return Err("thinking_mode"),
    }
    match with.get("task_class_ids") {
        None | Some(Value::Null) => {}
        given @ Some(Value::Array(list)) => {
            let ids = route::ids(given);
            if ids.len() != list.len() {
                return Err("task_class_ids");
            }
            let before = std::mem::take(&mut memory.task_class_ids);
            memory.add_classes(&ids);
            if memory.task_class_ids != before {
                memory.load_classes();
            }
        }
        Some(_) => return Err("task_class_ids"),
    }
    Ok(())
}

/// Title of a conversation: the first line of its first request, shortened.
pub(super) fn title(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    let mut title: String = line.chars().take(TITLE).collect();
    if line.chars().count() > TITLE {
        title.push('…');
    }
    title
}

/// Acts on the model's routing of a request (spec.md 3.2).
pub(super) fn route(state: &mut State<Schedule>, reply: &Reply) -> Step<Stage> {
    let Some(routing) = Routing::read(&reply.value) else { return plan::next(state) };
    let memory = &mut state.memory;
    memory.add_classes(&routing.task_class_ids);
    memory.run.allow_reorder = routing.reorder;
    memory.run.execute_thinking = memory.thinks(routing.thinking);
    match routing.route {
        Route::DirectReply => {
            memory.phase = Phase::Chatting;
            let spoken =
                if routing.speak.is_empty() { words::sentence("short_reply", state.lang()) } else { &routing.speak };
            state.say(spoken);
            Step::Listen(Stage::Chat)
        }
        Route::DeepAnswer => {
            memory.phase = Phase::Chatting;
            think(state, Stage::DeepAnswer)
        }
        Route::Plan => plan::next(state),
        Route::Execute => execute_directly(state, routing.opens),
    }
}

/// Starts the execution without a plan.
fn execute_directly(state: &mut State<Schedule>, opens: Opens) -> Step<Stage> {
    state.memory.start_direct_execute(opens);
    status(state, "chat", "accepted");
    execute::next(state)
}

/// Says the longer answer.
pub(super) fn answer(state: &mut State<Schedule>, reply: &Reply) -> Step<Stage> {
    let Some(text) = reply.value.as_str() else { return apologise(state) };
    state.say(text.trim());
    Step::Listen(Stage::Chat)
}

/// Apologises for a longer answer that did not come.
pub(super) fn apologise(state: &mut State<Schedule>) -> Step<Stage> {
    state.say(words::sentence("no_answer", state.lang()));
    Step::Listen(Stage::Chat)
}
