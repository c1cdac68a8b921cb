//! An agent written outside the workspace: its memory and stages use serde only.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
use stepgate::engine::{
    Agent, Complaint, Effect, Event, Happened, Opening, Refusal, Reply, Session, Shown, State, Step, Wait,
};
use stepgate::json::Serde;
use stepgate::prompt::{Contract, Prompt};
use stepgate::schema::Schema;
use stepgate::{Error, Lang};

/// Agent that counts what the user says. The input `at once` makes it ask the model from the start. The edit `stay`
/// keeps its wait, any other edit makes it ask again. It refuses to be stopped.
struct Counter;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    Counting,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tally {
    at_once: bool,
    by_word: std::collections::BTreeMap<String, u32>,
    /// Replies whose question is known.
    answers: u32,
}

impl Agent for Counter {
    type Stage = Serde<Stage>;
    type Memory = Serde<Tally>;
    const NAME: &'static str = "counter";
    const VERSION: u32 = 1;

    fn open(&self, opening: &Opening) -> Result<Serde<Tally>, Error> {
        Ok(Serde(Tally { at_once: opening.input == "at once", ..Tally::default() }))
    }

    fn start(&self, state: &mut State<Self>) -> Step<Serde<Stage>> {
        match state.memory.at_once {
            true => Step::Think(Serde(Stage::Counting)),
            false => Step::Listen(Serde(Stage::Counting)),
        }
    }

    fn react(
        &self,
        state: &mut State<Self>,
        happened: Happened<Serde<Stage>>,
    ) -> Result<Option<Step<Serde<Stage>>>, Refusal> {
        match happened {
            Happened::Edited { change, .. } if change == "stay" => Ok(Some(Step::Stay)),
            Happened::Edited { .. } => Ok(Some(Step::Think(Serde(Stage::Counting)))),
            Happened::Stopped { .. } => {
                state.memory.by_word.clear();
                Err(Refusal::new("no", "it would rather go on"))
            }
            other => other.usual(state.lang()),
        }
    }

    fn prompt(&self, _: &State<Self>) -> Prompt {
        let schema = Schema::object().field("word", Schema::string()).field("reply", Schema::string());
        Prompt::new("Name the word to count.", Contract { name: "count", schema })
    }

    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Serde<Stage>>, Complaint> {
        let word = reply.value["word"].as_str().unwrap_or_default().to_owned();
        let is_none = word.is_empty();
        *state.memory.by_word.entry(word).or_default() += 1;
        state.memory.answers += u32::from(reply.asked.is_some());
        if is_none {
            return Ok(Step::Retract("no_word".into()));
        }
        state.say(reply.value["reply"].as_str().unwrap_or_default());
        Ok(Step::Listen(Serde(Stage::Counting)))
    }

    fn show(&self, state: &State<Self>) -> Shown {
        Shown { data: json!(state.memory.by_word), ..Shown::default() }
    }

    fn read(&self, _: &State<Self>, _: &Value) -> Result<Value, Refusal> {
        Err(Refusal::new("unknown_query", "ask for nothing"))
    }
}

#[test]
fn an_agent_outside_the_crate_survives_a_reload() {
    let mut session = counter();
    for word in ["tea", "tea", "茶"] {
        session.handle(said(word)).unwrap();
        session = Session::resume(Counter, session.snapshot()).unwrap();
        reply(&mut session, word);
    }
    assert_eq!(session.view(0).data, json!({ "tea": 2, "茶": 1 }));
}

#[test]
fn what_the_step_that_takes_a_turn_back_changed_is_taken_back_too() {
    let mut session = counter();
    session.handle(said("tea")).unwrap();
    reply(&mut session, "tea");
    session.handle(said("?")).unwrap();
    reply(&mut session, "");
    let view = session.view(0);
    assert_eq!((view.error.unwrap().code, view.data), ("no_word".into(), json!({ "tea": 1 })));
    assert_eq!(view.input.as_deref(), Some("?"));
}

#[test]
fn a_model_that_is_asked_anew_after_a_turn_was_taken_back_answers_what_was_asked() {
    let mut session = open(json!("at once"));
    for change in ["stay", "again"] {
        session.handle(Event::Edited { at_ms: 1, change: json!(change) }).unwrap();
    }
    reply(&mut session, "");
    assert_eq!(session.view(0).error.unwrap().code, "no_word");
    session = Session::resume(Counter, session.snapshot()).unwrap();
    reply(&mut session, "tea");
    assert_eq!((session.view(0).data, session.state().memory.answers), (json!({ "tea": 1 }), 1));
}

#[test]
fn an_agent_cannot_refuse_to_be_stopped_and_what_it_did_then_is_undone() {
    let mut session = counter();
    session.handle(said("tea")).unwrap();
    reply(&mut session, "tea");
    assert_eq!(session.handle(Event::Stopped { at_ms: 3 }), Ok(false), "nothing is under way");
    session.handle(said("tea")).unwrap();
    assert_eq!(session.handle(Event::Stopped { at_ms: 3 }), Ok(true));
    assert_eq!((session.view(0).waiting, session.view(0).data), (Wait::User, json!({ "tea": 1 })));
}

fn counter() -> Session<Counter> {
    open(Value::Null)
}

fn open(input: Value) -> Session<Counter> {
    Session::open(Counter, Opening { input, seed: 1, lang: Lang::En.into(), at_ms: 0, ..Opening::default() }).unwrap()
}

fn said(text: &str) -> Event {
    Event::said(1, text)
}

fn reply(session: &mut Session<Counter>, word: &str) {
    let Some(Effect::CallModel { call, .. }) = session.effect() else { panic!("the model is not asked") };
    let text = json!({ "word": word, "reply": "counted" }).to_string();
    session.handle(Event::replied(2, call, text)).unwrap();
}
