//! The reason for declining a card beside the dialogue: it is said as a message, or else recorded.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
use stepgate::engine::{
    Agent, Button, ButtonRole, Card, CardKind, Complaint, Event, Happened, Opening, Refusal, Reply, Session, Shown,
    State, Step, Wait,
};
use stepgate::json::Serde;
use stepgate::prompt::{Contract, Prompt};
use stepgate::schema::Schema;
use stepgate::Error;

/// Agent with a card beside the dialogue. Its input names what follows the decline: `listen`, `deaf` (it takes no words then), `think`
/// or `card` (another card).
struct Opinion;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    Only,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Memory {
    then: String,
    declined: bool,
}

fn card(edit: Option<Value>) -> Card {
    let decline = Button { edit, ..Button::new(ButtonRole::Decline, "No") };
    Card {
        id: None,
        kind: CardKind::Confirm,
        then: Vec::new(),
        denied: Vec::new(),
        replaces: None,
        code: None,
        title: "Keep it?".into(),
        text: None,
        yes: Some(Vec::new()),
        buttons: vec![Button::new(ButtonRole::Accept, "Yes"), decline],
        calls: Vec::new(),
        candidates: Vec::new(),
        preview: Value::Null,
    }
}

impl Agent for Opinion {
    type Stage = Serde<Stage>;
    type Memory = Serde<Memory>;
    const NAME: &'static str = "opinion";
    const VERSION: u32 = 1;

    fn open(&self, opening: &Opening) -> Result<Serde<Memory>, Error> {
        Ok(Serde(Memory { then: opening.input.as_str().unwrap().into(), declined: false }))
    }

    fn start(&self, _: &mut State<Self>) -> Step<Serde<Stage>> {
        Step::Listen(Serde(Stage::Only))
    }

    fn react(
        &self,
        state: &mut State<Self>,
        happened: Happened<Serde<Stage>>,
    ) -> Result<Option<Step<Serde<Stage>>>, Refusal> {
        let listen = || Step::Listen(Serde(Stage::Only));
        match happened {
            Happened::Edited { .. } => {
                state.memory.declined = true;
                Ok(Some(match state.memory.then.as_str() {
                    "think" => Step::Think(Serde(Stage::Only)),
                    "card" => Step::confirm(card(None), listen(), listen()),
                    _ => listen(),
                }))
            }
            Happened::Said { .. } if state.memory.then == "deaf" => Err(Refusal::new("deaf", "it hears nothing")),
            other => other.usual(state.lang()),
        }
    }

    fn prompt(&self, _: &State<Self>) -> Prompt {
        Prompt::new("Answer.", Contract { name: "answer", schema: Schema::object() })
    }

    fn decide(&self, _: &mut State<Self>, _: Reply) -> Result<Step<Serde<Stage>>, Complaint> {
        Ok(Step::Listen(Serde(Stage::Only)))
    }

    fn show(&self, state: &State<Self>) -> Shown {
        let beside = (!state.memory.declined).then(|| card(Some(json!({ "drop": true }))));
        Shown { card: beside, ..Shown::default() }
    }

    fn read(&self, _: &State<Self>, _: &Value) -> Result<Value, Refusal> {
        Err(Refusal::new("unknown_query", "ask for nothing"))
    }
}

#[test]
fn the_reason_for_a_decline_is_said_or_else_recorded() {
    for (then, waiting) in [("listen", Wait::Model), ("deaf", Wait::User), ("think", Wait::Model), ("card", Wait::Card)]
    {
        let mut session = Session::open(Opinion, Opening { input: json!(then), ..Opening::default() }).unwrap();
        let call = session.view(0).card.unwrap().id.unwrap();
        let reason = Some("too long".to_owned());
        let event = Event::Answered {
            at_ms: 1,
            call,
            accept: false,
            args: None,
            reason,
            always: None,
            result: None,
            calls: None,
            after_failure: Default::default(),
        };
        assert_eq!(session.handle(event), Ok(true), "{then}");
        assert_eq!(session.view(0).waiting, waiting, "{then}");
        let blocks = stepgate::json::to_value(&session.view(0).blocks);
        let is_heard = |block: &&Value| block["kind"] == "user" && block["text"] == "too long";
        let heard = blocks.as_array().unwrap().iter().filter(is_heard).count();
        assert_eq!(heard, 1, "{then}: the words are there once");
    }
}
