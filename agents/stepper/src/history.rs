//! What was decided, for people (stepper specification, 2): read off the transcript, which has every reply.

use std::rc::Rc;

use serde_json::Value;

use super::agent::{Stage, Stepper};
use stepgate_engine::{Entry, State};
use stepgate_json::{object, read as read_json, to_text, to_value};

/// So many decisions are shown.
const KEPT: usize = 500;

/// The code of the note a decision leaves.
const DECIDED: &str = "decided";
/// The outcome of a decision that was made for want of a usable reply, and of a reply that nothing was made of.
pub(super) const DEFAULTED: &str = "defaulted";
const REFUSED: &str = "refused";

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

/// A reply, as it is shown.
struct Shown {
    noted: Rc<Noted>,
    /// Nothing was made of it.
    refused: bool,
    reply: String,
    /// What the model was told, if the reply could not be used.
    complaint: Option<String>,
    at: u64,
    entry: u32,
}

impl stepgate_json::ToJson for Shown {
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

/// Takes note of a decision: what it was for, a digest of what was asked, what it says.
pub(super) fn record(state: &mut State<Stepper>, inputs: String, outcome: String, recalled: Option<&Value>) {
    state.memory.run.decisions += 1;
    let noted = noted(state, inputs, outcome, recalled.map(|value| to_text(value)));
    state.note(DECIDED, to_value(&noted));
}

fn noted(state: &State<Stepper>, inputs: String, outcome: String, recalled: Option<String>) -> Noted {
    let step = state.memory.task.as_ref().and_then(|task| task.current()).map(|step| step.name.clone());
    Noted { step, purpose: state.stage().purpose().to_owned(), inputs, outcome, recalled }
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

/// The task ends while the model is being corrected: its last reply is on record as one that nothing was made of.
pub(super) fn give_up(state: &mut State<Stepper>) {
    let transcript = state.transcript();
    let last = transcript.get(transcript.len().saturating_sub(1)).map(|stored| &stored.entry);
    if matches!(last, Some(Entry::Correction { .. })) {
        record(state, String::new(), REFUSED.to_owned(), None);
    }
}

/// The replies of the model and the decisions that were recalled, newest last.
pub(super) fn read(state: &State<Stepper>) -> Value {
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
            Entry::Correction { raw, complaint } => {
                let (noted, reply, complaint) = (asked.clone(), raw.clone(), Some(complaint.clone()));
                reader.refused.push(Shown { noted, refused: true, reply, complaint, at, entry });
            }
            Entry::Note { code, data } if code == DECIDED => {
                if let Ok(noted) = read_json(data) {
                    reader.decided(Rc::new(noted), at, entry);
                }
            }
            _ => {}
        }
    }
    reader.settle(&asked);
    reader.shown.drain(..reader.shown.len().saturating_sub(KEPT));
    to_value(&reader.shown)
}

/// Puts replies and notes together. The k-th note of a decision belongs to the k-th decision of the transcript; one without
/// a usable reply to the correction before it.
#[derive(Default)]
struct Reader<'a> {
    shown: Vec<Shown>,
    /// Replies that wait for the note that says what they were for.
    refused: Vec<Shown>,
    /// Of all decisions, the next one last.
    replies: Vec<&'a str>,
}

impl Reader<'_> {
    fn decided(&mut self, noted: Rc<Noted>, at: u64, entry: u32) {
        let without_reply = noted.outcome == DEFAULTED || noted.outcome == REFUSED;
        let mut shown = Shown { noted, refused: false, reply: String::new(), complaint: None, at, entry };
        if !without_reply {
            shown.reply = self.replies.pop().unwrap_or_default().to_owned();
        } else if let Some(last) = self.refused.pop() {
            (shown.reply, shown.complaint) = (last.reply, last.complaint);
        }
        if let Some(recalled) = &shown.noted.recalled {
            shown.reply.clone_from(recalled);
        }
        self.settle(&shown.noted);
        self.shown.push(shown);
    }

    /// What the replies that could not be used were for.
    fn settle(&mut self, asked: &Rc<Noted>) {
        for shown in &mut self.refused {
            shown.noted = asked.clone();
        }
        self.shown.append(&mut self.refused);
    }
}
