//! Data that the page shows and queries.

use serde_json::Value;

use super::memory::{Memory, Phase};
use super::schedule::Schedule;
use super::{changes, history, words};
use stepgate_engine::schema::Schema;
use stepgate_engine::{Entry, Progress, Refusal, Shown, State, Wait};
use stepgate_json::{to_value, value};

/// Data that the page shows beside the conversation.
pub(super) fn show(state: &State<Schedule>) -> Shown {
    let memory = &state.memory;
    let run = &memory.run;
    let [apply, undo, redo] = can(memory, state.now()).map(|can| can && state.is_idle());
    let (done, total) = (run.steps_done(), run.plan.len());
    Shown {
        progress: Some(Progress { done, total, skipped: 0 }).filter(|progress| progress.total > 0),
        data: value! {
            "phase": memory.phase,
            "title": memory.title,
            "task_class_ids": memory.task_class_ids,
            "plan_steps": run.plan,
            "current_step": run.current_step,
            "round_used": run.round_used,
            "max_rounds": memory.config.max_rounds,
            "corrections": run.consecutive_corrections,
            "pending_interaction": pending(state),
            "wishes": memory.wishes,
            "always_execute": run.always_execute,
            "health": value! {
                "report": run.health.report, "unplaced": run.health.unplaced, "issues": run.health.issues,
            },
            "timetable_version": memory.loads + memory.writes,
            "unsaved": memory.board.unsaved_by_us().len(),
            "can": value! { "apply": apply, "undo": undo, "redo": redo },
            "can_undo": undo,
            "can_redo": redo,
            "outcome": run.outcome,
        },
        ..Shown::default()
    }
}

/// Question or card that waits for the user: `{ type, display_text }`, of type `ask_user` or `confirm`; null if nothing waits. The card has the tool.
fn pending(state: &State<Schedule>) -> Value {
    let run = &state.memory.run;
    let asks = matches!(state.waiting(), Wait::Card | Wait::Approval);
    match asks {
        true if state.memory.asks_about_a_plan() => {
            let title = words::filled("plan_title", state.lang(), &[&run.plan.len()]);
            value! { "type": "confirm", "display_text": title }
        }
        true => value! { "type": "confirm", "display_text": run.summary },
        false if run.asks => value! { "type": "ask_user", "display_text": history::last_said(state) },
        false => Value::Null,
    }
}

/// Whether the edits `apply`, `undo` and `redo` would be accepted while nothing runs.
fn can(memory: &Memory, at_ms: u64) -> [bool; 3] {
    let (board, is_asked) = (&memory.board, memory.phase == Phase::WaitingConfirm);
    let turns = |back| memory.turnable(back, at_ms).is_some();
    [!board.unsaved_by_us().is_empty(), turns(true), turns(false)].map(|can| can && !is_asked)
}

/// Answers a query of the page: `{ "timetable": true }` (a schedule state, or null), `{ "unsaved": true }` (changes that the calendar
/// does not have), `{ "debug": true }` (every reply of the model: raw, parsed, and whether the agent accepted it).
pub(super) fn read(state: &State<Schedule>, query: &Value) -> Result<Value, Refusal> {
    let board = &state.memory.board;
    let asks = |key: &str| query.get(key) == Some(&Value::Bool(true));
    if asks("timetable") {
        return Ok(to_value(&board.desk));
    }
    if asks("unsaved") {
        return Ok(changes::of(board.desk.timetable.as_ref(), &board.unsaved_edits()));
    }
    if asks("debug") {
        return Ok(Value::Array(replies(state)));
    }
    Err(words::refusal("unknown_query", state.lang()))
}

/// Every reply of the model in raw and parsed form.
fn replies(state: &State<Schedule>) -> Vec<Value> {
    let transcript = state.transcript();
    let reply = |(seq, stored): (u32, &stepgate_engine::Stored)| {
        let shown = match &stored.entry {
            Entry::Decision(decision) => value! {
                "seq": seq, "at_ms": stored.at_ms, "raw": decision.raw, "parsed": parsed(&decision.raw), "accepted": true, "said": decision.said(),
                "reasoning": decision.reasoning, "repairs": decision.repairs.len(), "corrections": decision.corrections,
            },
            Entry::Correction { raw, complaint, .. } => {
                value! { "seq": seq, "at_ms": stored.at_ms, "raw": raw, "parsed": parsed(raw), "accepted": false, "complaint": complaint }
            }
            _ => return None,
        };
        (!transcript.is_retracted(seq)).then_some(shown)
    };
    transcript.since(0).filter_map(reply).collect()
}

/// Object in a reply, repaired; null if the reply has none.
fn parsed(raw: &str) -> Value {
    stepgate_engine::reply::read(raw, &Schema::map(Schema::any())).value.unwrap_or_default()
}
