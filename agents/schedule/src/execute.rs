//! Rounds of the execution: checks and carries out the model's decision (spec.md 4.4 and 4.5).

use super::arrange::adjust::adjusted;
use super::arrange::job::Proposal;
use super::compact::think;
use super::decision::{shown, Action, Call, Decision};
use super::memory::{Memory, Phase};
use super::question::ask;
use super::run::{Ending, Errand, Question, Terminal};
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::tools::{self, ToolSpec};
use super::{arrange, decision, deliver, history, names, words};
use stepgate_engine::{Access, Complaint, Lang, Reply, State, Step, ToolCall};
use stepgate_json::value;

type Decided = Result<Step<Stage>, Complaint>;

/// Starts the next round; loads the timetable first if it is missing.
pub(super) fn next(state: &mut State<Schedule>) -> Step<Stage> {
    let memory = &mut state.memory;
    memory.phase = Phase::Executing;
    if let Some(action) = memory.run.hook.take().and_then(|hook| hook.action()) {
        memory.run.active.apply(&action);
    }
    if memory.board.desk.timetable.is_none() {
        return load(memory, Errand::Load);
    }
    let run = &memory.run;
    if run.round_used >= memory.config.max_rounds {
        return deliver::out_of_rounds(state, "execute");
    }
    status(state, "execute", "executing");
    state.memory.run.round_used += 1;
    think(state, Stage::Execute)
}

/// Asks the host for the timetable.
pub(super) fn load(memory: &mut Memory, errand: Errand) -> Step<Stage> {
    let stage = if errand == Errand::Begin { Stage::Chat } else { Stage::Execute };
    memory.run.errand = errand;
    let call = ToolCall::new(names::LOAD, value! { "task_class_ids": memory.task_class_ids });
    Step::Run(vec![call], stage)
}

/// Checks and carries out a decision.
pub(super) fn decide(state: &mut State<Schedule>, reply: &Reply) -> Decided {
    let lang = state.lang();
    // Each correction counts as a round.
    state.memory.run.round_used += reply.corrections;
    let decision = Decision::read(&reply.value).map_err(|code| words::complaint(code, lang))?;
    let closes = matches!(decision.action, Action::NextPlan | Action::Done);
    if closes && !state.memory.run.plan.is_empty() && decision.goal_check.is_empty() {
        return Err(words::complaint("goal_check_missing", lang));
    }
    if claims_a_write(state, decision.action) && !was_told(state, "no_call_in_step") {
        return Err(words::complaint("no_call_in_step", lang));
    }
    if let Some(code) = claims_a_change(state, &decision) {
        return Err(words::complaint(code, lang));
    }
    if closes {
        state.memory.run.keep_result(&decision.speak, &decision.goal_check);
    }
    match (decision.action, decision.tool_call) {
        (Action::Continue | Action::Confirm, Some(call)) => self::call(state, decision.action, call, &decision.speak),
        (Action::Abort, _) => Ok(abort(state, decision.abort, decision.reason)),
        (Action::Continue | Action::Confirm, None) => {
            let text = if decision.speak.is_empty() { decision.reason } else { decision.speak };
            speak(state, &text);
            Ok(next(state))
        }
        (Action::AskUser, _) => {
            let text = words::first(&[&decision.speak, &decision.reason], "ask_user", lang);
            Ok(ask(state, Question::Execute, &text))
        }
        (Action::NextPlan, _) => {
            speak(state, &decision.speak);
            Ok(next_plan(state))
        }
        (Action::Done, _) => {
            speak(state, &decision.speak);
            state.memory.run.has_closing_words = !decision.speak.is_empty();
            state.memory.done();
            Ok(deliver::begin(state))
        }
    }
}

/// Whether a decision closes a step that writes, as the plan says, though nothing happened in it.
fn claims_a_write(state: &State<Schedule>, action: Action) -> bool {
    let run = &state.memory.run;
    let closed = match action {
        Action::NextPlan => run.plan.get(run.current_step..=run.current_step),
        Action::Done => run.plan.get(run.current_step..),
        _ => None,
    };
    closed.is_some_and(|steps| steps.iter().any(|step| step.writes)) && !history::acted(state, run.marker)
}

/// Sentence against a `done` that may claim a change though none was written. Each comes once in a request.
fn claims_a_change(state: &State<Schedule>, decision: &Decision) -> Option<&'static str> {
    let run = &state.memory.run;
    if decision.action != Action::Done || decision.speak.is_empty() || !run.plan.is_empty() {
        return None;
    }
    let code = match history::last_failed(state, run.from) {
        true => "last_call_failed",
        false if !history::ran_a_tool(state, run.from) => "no_tool_ran",
        false => return None,
    };
    (!history::complained(state, run.from, code)).then_some(code)
}

/// Whether the model was told the complaint of this code in the present step.
fn was_told(state: &State<Schedule>, code: &'static str) -> bool {
    history::complained(state, state.memory.run.marker, code)
}

fn speak(state: &mut State<Schedule>, text: &str) {
    if !text.is_empty() {
        state.say(shown(text));
    }
}

/// Advances to the next step of the plan; ends the run if none is left.
fn next_plan(state: &mut State<Schedule>) -> Step<Stage> {
    let marker = state.transcript().len();
    let run = &mut state.memory.run;
    if run.advance_step() {
        run.marker = marker;
        return next(state);
    }
    state.memory.done();
    deliver::begin(state)
}

fn abort(state: &mut State<Schedule>, abort: Option<decision::Abort>, reason: String) -> Step<Stage> {
    let Some(abort) = abort else { return next(state) };
    let code = if abort.code.is_empty() { "aborted" } else { &abort.code };
    let internal_reason = if abort.internal_reason.is_empty() { reason } else { abort.internal_reason };
    let terminal = Terminal::new(Ending::Aborted, "execute", code, abort.user_message);
    state.memory.end(Terminal { internal_reason, ..terminal });
    deliver::begin(state)
}

/// Carries out a tool call, or asks the user to confirm it.
fn call(state: &mut State<Schedule>, action: Action, call: Call, words: &str) -> Decided {
    let lang = state.lang();
    let spec = admit(&state.memory, &call.name)
        .map_err(|barred| Complaint::new(barred.code(), barred.in_lang(&state.memory, lang)))?;
    let call = Call { name: spec.name.to_owned(), ..call };
    let writes = spec.access == Access::Write;
    if writes && action == Action::Continue {
        return Err(words::complaint("write_needs_confirm", lang));
    }
    if !writes {
        if !spec.opens_tools() {
            speak(state, words);
        }
        return Ok(run(state, call, "", false));
    }
    state.memory.run.declined_notes = Vec::new();
    if let Some(adjusted) = adjusted(state, &call.name, &call.args) {
        let proposal = adjusted.map_err(|failure| {
            Complaint::new("would_fail", [words::sentence("would_fail", lang), &failure.text].concat())
        })?;
        return propose(state, proposal, words);
    }
    if state.memory.run.always_execute {
        speak(state, words);
        return Ok(run(state, call, words, false));
    }
    if is_new_refusal(state, &call) {
        return Ok(run(state, call, words, false));
    }
    state.memory.phase = Phase::WaitingConfirm;
    status(state, "confirm", "tool_confirm");
    Ok(run(state, call, words, true))
}

/// Shows the card of the open plan again, with a change.
fn propose(state: &mut State<Schedule>, proposal: Proposal, words: &str) -> Decided {
    if arrange::was_declined(&state.memory, &proposal) {
        return Err(words::complaint("declined_before", state.lang()));
    }
    let arguments = proposal.moves.clone();
    state.memory.run.proposal = Some(proposal);
    state.memory.phase = Phase::WaitingConfirm;
    status(state, "confirm", "tool_confirm");
    Ok(run(state, Call { name: names::APPLY_PLAN.to_owned(), args: arguments }, words, true))
}

/// Whether the timetable refuses the time of a well-formed write that has not failed in this request. Such a call runs without a card: its failure
/// is an observation, and only the same call again is a correction.
fn is_new_refusal(state: &State<Schedule>, call: &Call) -> bool {
    let memory = &state.memory;
    let dry =
        stepgate_engine::Call { name: &call.name, args: &call.args, now: state.now(), lang: state.lang(), seed: 0 };
    let refused = tools::dry(&dry, &memory.board.desk, &memory.settings(state.now())).err();
    refused.is_some_and(|failure| failure.is_of_time()) && !history::has_failed(state, &call.name, &call.args)
}

fn run(state: &mut State<Schedule>, call: Call, summary: &str, ask: bool) -> Step<Stage> {
    state.memory.run.summary = summary.to_owned();
    state.memory.run.errand = Errand::Call;
    Step::Run(vec![ToolCall::new(call.name, call.args).asking(ask)], Stage::Execute)
}

/// Reason why a tool cannot be called.
enum Barred {
    Unknown,
    Hidden(&'static ToolSpec),
}

/// Looks a tool up, if the model may call it now.
fn admit(memory: &Memory, name: &str) -> Result<&'static ToolSpec, Barred> {
    let spec = tools::tool(name).ok_or(Barred::Unknown)?;
    let shows = memory.run.active.shows(spec, memory.config.tool_visibility);
    shows.then_some(spec).ok_or(Barred::Hidden(spec))
}

impl Barred {
    fn code(&self) -> &'static str {
        match self {
            Barred::Unknown => "unknown_tool",
            Barred::Hidden(_) => "tool_not_visible",
        }
    }

    /// Message for the model, with the tools that it may call instead.
    fn in_lang(&self, memory: &Memory, lang: Lang) -> String {
        let mut text = words::sentence(self.code(), lang).to_owned();
        match self {
            Barred::Hidden(ToolSpec { domain: Some(domain), pack, .. }) => {
                let packs = if *pack == tools::Pack::Core { Vec::new() } else { vec![*pack] };
                let args = value! { "domain": domain, "packs": packs, "mode": "merge" };
                let call = value! { "name": "context_tools_add", "arguments": args };
                text.push_str(&stepgate_json::to_text(&call));
            }
            _ => {
                let names: Vec<&str> = memory.visible().map(|tool| tool.name).collect();
                text.push_str(&names.join(", "));
            }
        }
        text
    }
}

/// Goes on after the user declined a write, on whose card the notes stood; the transcript tells the model why.
pub(super) fn declined(state: &mut State<Schedule>, reason: &str, notes: Vec<String>) -> Step<Stage> {
    status(state, "chat", "rejected");
    state.memory.run.declined_notes = notes;
    state.memory.run.declined_words = reason.trim().to_owned();
    if history::last_declined(state).is_some_and(|(tool, _)| tool == names::APPLY_PLAN) {
        arrange::declined(&mut state.memory);
    }
    next(state)
}
