//! Decision history for people (spec.md 2, DecisionRecord), rebuilt from the transcript.

use std::rc::Rc;

use serde_json::Value;

use super::decision::text;
use super::stage::Stage;
use super::stepper::Stepper;
use stepgate_engine::{Entry, Error, State};
use stepgate_json::{read as read_json, to_text, to_value, Json};

/// Number of newest decisions in the history.
const KEPT: usize = 500;

/// Code of the transcript note that each decision leaves.
const DECIDED: &str = "decided";
/// Outcomes without a decision of the model: a default for want of a usable reply, and an unusable reply that led to
/// nothing.
pub(super) const DEFAULTED: &str = "defaulted";
const REFUSED: &str = "refused";

/// Decision as its transcript note stores it.
#[derive(Clone, Debug, Json)]
struct DecisionNote {
    step: Option<String>,
    purpose: String,
    inputs: String,
    outcome: String,
    /// JSON text of the decision if the cache recalled it; `None` if the model was asked.
    #[json(optional)]
    recalled: Option<String>,
}

/// Reply as the history shows it.
struct DecisionRecord {
    noted: Rc<DecisionNote>,
    /// Whether the reply was unusable.
    refused: bool,
    reply: String,
    /// Correction that the model was sent, if the reply was unusable.
    complaint: Option<String>,
    at: u64,
    entry: u32,
}

impl stepgate_json::ToJson for DecisionRecord {
    fn write(&self, out: &mut stepgate_json::Writer) {
        out.begin_object();
        out.member("step", &self.noted.step);
        out.member("purpose", &self.noted.purpose);
        out.member("inputs", &self.noted.inputs);
        out.member("reply", &self.reply);
        out.member("outcome", if self.refused { &REFUSED } else { &self.noted.outcome });
        out.optional("complaint", &self.complaint);
        out.member("at", &self.at);
        out.member("recalled", &self.noted.recalled.is_some());
        out.member("entry", &self.entry);
        out.end_object();
    }
}

/// Notes a decision: its purpose, the digest of its prompt, its outcome.
pub(super) fn record(state: &mut State<Stepper>, inputs: String, outcome: String, recalled: Option<&Value>) {
    state.memory.run.decisions += 1;
    let noted = noted(state, inputs, outcome, recalled.map(|value| to_text(value)));
    state.note(DECIDED, to_value(&noted));
}

fn noted(state: &State<Stepper>, inputs: String, outcome: String, recalled: Option<String>) -> DecisionNote {
    let step = state.memory.task.as_ref().and_then(|task| task.current()).map(|step| step.name.clone());
    DecisionNote { step, purpose: state.stage().purpose().to_owned(), inputs, outcome, recalled }
}

/// Outcome of a usable reply as one word, such as `complete` or a tool's name.
pub(super) fn outcome(stage: Stage, reply: &Value) -> String {
    let member = |key: &str| reply.get(key);
    match stage {
        Stage::Planning => "plan",
        Stage::DecidingStep if member("is_complete") == Some(&Value::Bool(true)) => "complete",
        Stage::DecidingStep => "continue",
        Stage::Deciding if member("is_complete") == Some(&Value::Bool(true)) => "complete",
        Stage::Deciding => return chosen(member("action")),
        Stage::DecidingAction if reply.is_null() => "null",
        Stage::DecidingAction => return text(reply, "tool_name"),
        _ => "thought",
    }
    .to_owned()
}

/// Tool of the first action; `null` if there is none.
fn chosen(action: Option<&Value>) -> String {
    let first = action.and_then(Value::as_array).map_or(action, |actions| actions.first());
    first.filter(|action| action.is_object()).map_or_else(|| "null".into(), |action| text(action, "tool_name"))
}

/// Records the last unusable reply when the task ends while the model is being corrected.
pub(super) fn record_unusable(state: &mut State<Stepper>) {
    let transcript = state.transcript();
    let last = transcript.get(transcript.len().saturating_sub(1)).map(|stored| &stored.entry);
    if matches!(last, Some(Entry::Correction { .. })) {
        record(state, String::new(), REFUSED.to_owned(), None);
    }
}

/// Model replies and recalled decisions, the newest last.
///
/// # Errors
/// A note of a decision is malformed.
pub(super) fn read(state: &State<Stepper>) -> Result<Value, Error> {
    let transcript = state.transcript();
    let asked = Rc::new(noted(state, String::new(), String::new(), None));
    let mut reader = Reader::default();
    for (_, stored) in transcript.since(0) {
        if let Entry::Decision(decision) = &stored.entry {
            reader.replies.push(&decision.raw);
        }
    }
    reader.replies.reverse();
    for (entry, stored) in transcript.since(0) {
        let at = stored.at_ms;
        match &stored.entry {
            Entry::Correction { raw, complaint, .. } => {
                let (noted, reply, complaint) = (asked.clone(), raw.clone(), Some(complaint.clone()));
                reader.refused.push(DecisionRecord { noted, refused: true, reply, complaint, at, entry });
            }
            Entry::Note { code, data } if code == DECIDED => {
                let noted = read_json(data).map_err(|error| error.below(&format!("/entries/{entry}/data")))?;
                reader.decided(Rc::new(noted), at, entry);
            }
            _ => {}
        }
    }
    reader.settle(&asked);
    reader.shown.drain(..reader.shown.len().saturating_sub(KEPT));
    Ok(to_value(&reader.shown))
}

/// Pairs replies with notes. The k-th note with a decision belongs to the k-th decision entry of the transcript; a note
/// without a usable reply belongs to the correction before it.
#[derive(Default)]
struct Reader<'a> {
    shown: Vec<DecisionRecord>,
    /// Unusable replies whose note has not been read yet.
    refused: Vec<DecisionRecord>,
    /// Raw replies of the decision entries, in reverse order, so that the next one is popped from the end.
    replies: Vec<&'a str>,
}

impl Reader<'_> {
    fn decided(&mut self, noted: Rc<DecisionNote>, at: u64, entry: u32) {
        let without_reply = noted.outcome == DEFAULTED || noted.outcome == REFUSED;
        let mut shown = DecisionRecord { noted, refused: false, reply: String::new(), complaint: None, at, entry };
        if !without_reply {
            let reply = self.replies.pop();
            debug_assert!(reply.is_some(), "entry {entry} notes a decision that the transcript does not have");
            shown.reply = reply.unwrap_or_default().to_owned();
        } else if let Some(last) = self.refused.pop() {
            (shown.reply, shown.complaint) = (last.reply, last.complaint);
        }
        if let Some(recalled) = &shown.noted.recalled {
            shown.reply.clone_from(recalled);
        }
        self.settle(&shown.noted);
        self.shown.push(shown);
    }

    /// Completes the waiting unusable replies with the purpose of the note that follows them.
    fn settle(&mut self, asked: &Rc<DecisionNote>) {
        for shown in &mut self.refused {
            shown.noted = asked.clone();
        }
        self.shown.append(&mut self.refused);
    }
}
