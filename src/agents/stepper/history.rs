//! What was decided, for people (stepper specification, 2): read off the transcript, which has every reply.

use serde_json::Value;

use super::agent::{Stage, Stepper};
use crate::engine::{Entry, State};
use crate::json::{object, read as read_json, to_text, to_value};

/// So many decisions are shown.
const KEPT: usize = 500;

/// The code of the note a decision leaves.
const DECIDED: &str = "decided";

/// A decision, as it is noted.
#[derive(Clone, Debug)]
struct Noted {
    step: Option<String>,
    purpose: String,
    inputs: String,
    outcome: String,
    /// The decision, if no model was asked.
    recalled: Option<String>,
}

object!(Noted { step, purpose, inputs, outcome } optional { recalled });

/// A decision, as it is shown.
struct Shown {
    noted: Noted,
    reply: String,
    at: u64,
}

impl crate::json::ToJson for Shown {
    fn write(&self, out: &mut crate::json::Writer) {
        out.begin_object();
        out.member("step", &self.noted.step);
        out.member("purpose", &self.noted.purpose);
        out.member("inputs", &self.noted.inputs);
        out.member("reply", &self.reply);
        out.member("outcome", &self.noted.outcome);
        out.member("at", &self.at);
        out.member("recalled", &self.noted.recalled.is_some());
        out.end_object();
    }
}

/// Takes note of a decision: what it was for, a digest of what was asked, what it says.
pub(super) fn record(state: &mut State<Stepper>, inputs: String, outcome: String, recalled: Option<&Value>) {
    let memory = &mut state.memory;
    memory.run.decisions += 1;
    let step = memory.task.as_ref().and_then(|task| task.current()).map(|step| step.name.clone());
    let recalled = recalled.map(|value| to_text(value));
    let noted = Noted { step, purpose: state.stage().purpose().to_owned(), inputs, outcome, recalled };
    state.note(DECIDED, to_value(&noted));
}

/// What a reply says, in a word.
pub(super) fn outcome(stage: Stage, reply: &Value) -> String {
    let member = |key: &str| reply.get(key);
    match stage {
        Stage::Planning => "plan",
        Stage::DecidingStep if member("is_complete") == Some(&Value::Bool(true)) => "complete",
        Stage::DecidingStep => "continue",
        Stage::DecidingAction if reply.is_null() => "null",
        Stage::DecidingAction => return super::decision::text(reply, "tool_name"),
        _ => "thought",
    }
    .to_owned()
}

/// The decisions, newest last. The k-th note belongs to the k-th decision of the transcript; one that was made for want of
/// a usable reply to the correction before it.
pub(super) fn read(state: &State<Stepper>) -> Value {
    let transcript = state.transcript();
    let mut replies = Vec::new();
    for (_, stored) in transcript.since(0) {
        if let Entry::Decision(decision) = &stored.entry {
            replies.push(decision.raw.as_str());
        }
    }
    let mut replies = replies.into_iter();
    let mut shown: Vec<Shown> = Vec::new();
    let mut refused = "";
    for (_, stored) in transcript.since(0) {
        match &stored.entry {
            Entry::Correction { raw, .. } => refused = raw,
            Entry::Note { code, data } if code == DECIDED => {
                let Ok(noted) = read_json::<Noted>(data) else { continue };
                let reply = if noted.outcome == "defaulted" { Some(refused) } else { replies.next() };
                let reply = noted.recalled.as_deref().or(reply).unwrap_or_default().to_owned();
                shown.push(Shown { noted, reply, at: stored.at_ms });
            }
            _ => {}
        }
    }
    shown.drain(..shown.len().saturating_sub(KEPT));
    to_value(&shown)
}
