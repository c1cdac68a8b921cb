//! Decisions of a request's rounds: the model answers, calls tools, or plans, until words end the request (spec.md 2 and 4).

use super::arrange::adjust::adjusted;
use super::arrange::job::Proposal;
use super::decision::{shown, Action, Call, Decision};
use super::memory::Phase;
use super::rounds::{next, round};
use super::run::{Ending, Errand, Terminal};
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::{arrange, deliver, history, names, packs, plain, plan, tools, words};
use stepgate_engine::{Complaint, Reply, State, Step, ToolCall};

type Decided = Result<Step<Stage>, Complaint>;

/// Checks and carries out a decision.
pub(super) fn decide(state: &mut State<Schedule>, reply: &Reply) -> Decided {
    // Each correction counts as a round.
    state.memory.run.round_used += reply.corrections;
    let decision = Decision::read(&reply.value).map_err(|code| complaint(state, code))?;
    check(state, &decision).map_err(|code| complaint(state, code))?;
    let run = &mut state.memory.run;
    run.allow_reorder |= decision.allow_reorder;
    run.closing = None;
    if decision.think && state.memory.begins_to_think() {
        return Ok(round(state));
    }
    if !decision.calls.is_empty() {
        return calls(state, decision);
    }
    speak(state, &decision.say);
    if !decision.plan.is_empty() {
        return Ok(plan::propose(state, decision.plan));
    }
    Ok(end(state, &decision))
}

fn complaint(state: &State<Schedule>, code: &'static str) -> Complaint {
    words::complaint(code, state.lang())
}

/// Checks what the decision alone does not tell.
fn check(state: &State<Schedule>, decision: &Decision) -> Result<(), &'static str> {
    let run = &state.memory.run;
    let calls = &decision.calls;
    let changes = calls.iter().any(|call| names::leads_to_a_write(&call.name));
    match () {
        () if run.plan_confirmed && !decision.plan.is_empty() => Err("plan_again"),
        () if changes && calls.len() > 1 => Err("several_calls"),
        () if !calls.is_empty() && !changes && decision.action.is_some() => Err("calls_with_action"),
        () if calls.is_empty() && claims_a_write(state, decision.action) => Err("no_call_in_step"),
        () if decision.think && !state.memory.may_think() && decision.is_empty() => Err("say_missing"),
        () => Ok(()),
    }
}

/// Whether a decision closes a step that writes, as the plan says, though nothing happened in it. The model is told once a step.
fn claims_a_write(state: &State<Schedule>, action: Option<Action>) -> bool {
    let run = &state.memory.run;
    let closed = match action {
        Some(Action::NextPlan) => run.plan.get(run.current_step..=run.current_step),
        Some(Action::Done) => run.plan.get(run.current_step..),
        _ => None,
    };
    let claims = closed.is_some_and(|steps| steps.iter().any(|step| step.writes));
    claims && !history::acted(state, run.marker) && !history::complained(state, run.marker, "no_call_in_step")
}

fn speak(state: &mut State<Schedule>, say: &str) {
    if !say.is_empty() {
        state.say(shown(say));
    }
}

/// Carries out what words without a call end: the request, a step of the plan, or nothing before the user has answered.
fn end(state: &mut State<Schedule>, decision: &Decision) -> Step<Stage> {
    let run = &state.memory.run;
    let asks = run.current_step + 1 < run.plan.len();
    match decision.action {
        Some(Action::AskUser) => ask(state),
        Some(Action::Abort) => {
            state.memory.end(Terminal::new(Ending::Aborted, "execute", "aborted", &decision.say));
            state.memory.run.has_closing_words = true;
            deliver::begin(state)
        }
        Some(Action::NextPlan) => close_step(state, decision),
        None if asks => ask(state),
        None if run.plan.is_empty() && !history::ran_a_tool(state, run.from) => talk(state),
        None | Some(Action::Done) => close(state, decision),
    }
}

/// Waits for the user's answer to the words just said; the request goes on by it.
fn ask(state: &mut State<Schedule>) -> Step<Stage> {
    state.memory.run.asks = true;
    state.memory.phase = Phase::Interrupted;
    status(state, "execute", "ask_user");
    Step::Listen(Stage::Execute)
}

/// Ends a request that needed nothing but words.
fn talk(state: &mut State<Schedule>) -> Step<Stage> {
    state.memory.phase = Phase::Chatting;
    Step::Listen(Stage::Execute)
}

/// Closes the request.
fn close(state: &mut State<Schedule>, decision: &Decision) -> Step<Stage> {
    keep_result(state, decision);
    state.memory.run.has_closing_words = !decision.say.is_empty();
    state.memory.done();
    deliver::begin(state)
}

/// Closes the step of the plan; ends the request if none is left.
fn close_step(state: &mut State<Schedule>, decision: &Decision) -> Step<Stage> {
    keep_result(state, decision);
    state.memory.run.has_closing_words = !decision.say.is_empty();
    advance(state)
}

/// Goes on with the next step of the plan; ends the request if none is left.
fn advance(state: &mut State<Schedule>) -> Step<Stage> {
    let marker = state.transcript().len();
    let run = &mut state.memory.run;
    if run.advance_step() {
        run.marker = marker;
        return next(state);
    }
    state.memory.done();
    deliver::begin(state)
}

/// Keeps the words at the end of a step, with the model's evidence or else what was written in it.
fn keep_result(state: &mut State<Schedule>, decision: &Decision) {
    let proof = match decision.goal_check.as_str() {
        "" => plain::facts(&state.memory, &history::written(state, state.memory.run.marker), state.lang()).join("; "),
        given => given.to_owned(),
    };
    state.memory.run.keep_result(&decision.say, &proof);
}

/// Goes on after tools: to the end that the model gave with its calls if they wrote, else to the next round.
pub(super) fn after_calls(state: &mut State<Schedule>, wrote: bool) -> Step<Stage> {
    let closing = state.memory.run.closing.take().filter(|_| wrote);
    if closing.is_some() {
        let decision = Decision::default();
        keep_result(state, &decision);
    }
    match closing {
        Some(Action::NextPlan) => advance(state),
        Some(_) => {
            state.memory.done();
            deliver::begin(state)
        }
        None => next(state),
    }
}

/// Carries out tool calls: those that look things up together, a write alone.
fn calls(state: &mut State<Schedule>, decision: Decision) -> Decided {
    let named: Result<Vec<Call>, Complaint> = decision.calls.into_iter().map(|call| by_own_name(state, call)).collect();
    let mut calls = named?;
    state.memory.phase = Phase::Executing;
    state.memory.run.closing = decision.action;
    if calls.iter().any(|call| names::writes(&call.name)) {
        return self::write(state, calls.remove(0), &decision.say);
    }
    if !calls.iter().any(|call| names::opens_tools(&call.name)) {
        speak(state, &decision.say);
    }
    Ok(run(state, calls, "", false))
}

/// The call under the tool's own name. The complaint about any other name has the tools that there are: the model makes none of the agent's own calls.
fn by_own_name(state: &State<Schedule>, call: Call) -> Result<Call, Complaint> {
    match tools::tool(&call.name) {
        Some(spec) => Ok(Call { name: spec.name.to_owned(), ..call }),
        None if names::opens_tools(&call.name) => Ok(call),
        None => {
            let names: Vec<&str> = packs::useful(&state.memory).map(|tool| tool.name).collect();
            let text = [words::sentence("unknown_tool", state.lang()), &names.join(", ")].concat();
            Err(Complaint::new("unknown_tool", text))
        }
    }
}

/// Carries out a write, or asks the user to confirm it.
fn write(state: &mut State<Schedule>, call: Call, words: &str) -> Decided {
    let lang = state.lang();
    state.memory.run.declined_notes = Vec::new();
    if let Some(adjusted) = adjusted(state, &call.name, &call.args) {
        let proposal = adjusted.map_err(|failure| {
            Complaint::new("would_fail", [words::sentence("would_fail", lang), &failure.text].concat())
        })?;
        return propose(state, proposal, words);
    }
    let asks = !state.memory.run.always_execute && !is_new_refusal(state, &call);
    if asks {
        state.memory.phase = Phase::WaitingConfirm;
        status(state, "confirm", "tool_confirm");
    }
    Ok(run(state, vec![call], words, asks))
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
    Ok(run(state, vec![Call { name: names::APPLY_PLAN.to_owned(), args: arguments }], words, true))
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

fn run(state: &mut State<Schedule>, calls: Vec<Call>, summary: &str, ask: bool) -> Step<Stage> {
    state.memory.run.summary = summary.to_owned();
    state.memory.run.errand = Errand::Call;
    state.memory.reports = Vec::new();
    let calls = calls.into_iter().map(|call| ToolCall::new(call.name, call.args).asking(ask));
    Step::Run(calls.collect(), Stage::Execute)
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
