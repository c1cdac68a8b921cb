//! Choices in an agent of Rust: by the user on a card, by the model in a call of its own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::prompt::{Contract, Prompt};
use stepgate_engine::schema::Schema;
use stepgate_engine::{
    Agent, Candidate, CardKind, Choice, Chooser, Complaint, Effect, Error, Event, Happened, Lang, Opening, Refusal,
    Reply, Session, State, Step, Wait,
};

/// Keeps the ids that were chosen, with `*` behind those of the model.
struct Planner;

impl Agent for Planner {
    type Stage = u32;
    type Memory = Vec<String>;
    const NAME: &'static str = "planner";
    const VERSION: u32 = 1;

    fn open(&self, _: &Opening) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    fn prompt(&self, _: &State<Self>) -> Prompt {
        let schema = Schema::object().field("by", Schema::one_of(&["user", "model"]));
        Prompt::new("Plan.", Contract { name: "planner", schema })
    }

    fn decide(&self, _: &mut State<Self>, reply: Reply) -> Result<Step<u32>, Complaint> {
        let by = if reply.value["by"] == "user" { Chooser::User } else { Chooser::Model };
        let times = vec![Candidate::new("mon", "Monday"), Candidate::new("tue", "Tuesday")];
        let choice =
            Choice::new(by, "When?", times).map_err(|error| Complaint::new("candidates", error.to_string()))?;
        Ok(Step::choose(choice, Step::Listen(1), Step::Listen(2)))
    }

    fn react(&self, state: &mut State<Self>, happened: Happened<u32>) -> Result<Option<Step<u32>>, Refusal> {
        if let Happened::Chosen { candidate, by, .. } = &happened {
            let mark = if *by == Chooser::Model { "*" } else { "" };
            state.memory.push(format!("{}{mark}", candidate.id));
        }
        happened.usual(state.lang())
    }

    fn show(&self, state: &State<Self>) -> stepgate_engine::Shown {
        stepgate_engine::Shown { data: json!(state.memory), ..Default::default() }
    }
}

fn asked(by: &str) -> Session<Planner> {
    let opening = Opening { input: Value::Null, seed: 1, lang: Lang::En.into(), at_ms: 1, ..Opening::default() };
    let mut session = Session::open(Planner, opening).unwrap();
    let said = Event::said(2, "Meet me");
    assert!(session.handle(said).unwrap());
    reply(&mut session, json!({ "by": by }));
    Session::resume(Planner, session.snapshot()).unwrap()
}

fn reply(session: &mut Session<Planner>, reply: Value) {
    let (call, text) = (session.view(0).call.unwrap(), reply.to_string());
    let replied = Event::replied(3, call, text);
    assert!(session.handle(replied).unwrap());
}

#[test]
fn the_user_chooses_on_a_card_that_is_the_same_after_a_reload() {
    let mut session = asked("user");
    let card = session.view(0).card.unwrap();
    assert_eq!((card.kind, card.candidates.len(), session.view(0).waiting), (CardKind::Choice, 2, Wait::Card));
    let call = card.id.unwrap();
    let refused = session.handle(Event::Chosen { at_ms: 4, call, choice: "wed".into() });
    assert_eq!(refused.unwrap_err().code, "no_such_choice");
    assert_eq!(session.handle(Event::answered(4, call, true)).unwrap_err().code, "no_such_choice");
    assert!(!session.handle(Event::Chosen { at_ms: 4, call: call + 1, choice: "tue".into() }).unwrap(), "late");
    assert!(session.handle(Event::Chosen { at_ms: 4, call, choice: "tue".into() }).unwrap());
    let view = session.view(0);
    assert_eq!((view.data, view.stage, view.waiting), (json!(["tue"]), json!(1), Wait::User));
}

#[test]
fn the_user_may_take_none() {
    let mut session = asked("user");
    let call = session.view(0).card.unwrap().id.unwrap();
    assert!(session.handle(Event::answered(4, call, false)).unwrap());
    assert_eq!((session.view(0).data, session.view(0).stage), (json!([]), json!(2)));
}

#[test]
fn the_model_chooses_an_id_of_what_was_offered() {
    let mut session = asked("model");
    let Some(Effect::CallModel { contract, .. }) = session.effect() else { panic!("no model is asked") };
    assert_eq!(contract.schema["properties"]["choice"]["enum"], json!(["mon", "tue"]));
    reply(&mut session, json!({ "choice": "wed" }));
    assert_eq!(session.view(0).waiting, Wait::Model, "a reply with another id is sent back");
    reply(&mut session, json!({ "choice": "mon" }));
    assert_eq!((session.view(0).data, session.view(0).stage), (json!(["mon*"]), json!(1)));
}
