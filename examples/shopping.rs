//! A complete agent that keeps a shopping list. `cargo run --example shopping` plays a conversation with it.

use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
use stepgate::engine::{
    Access, Agent, Complaint, Effect, Event, Happened, Opening, Refusal, Reply, Run, Session, Shown, State, Step, Tool,
    ToolCall, ToolResult, View,
};
use stepgate::json::Serde;
use stepgate::prompt::{Contract, Prompt, Window};
use stepgate::schema::Schema;
use stepgate::{Error, Lang, Text};

/// Agent with the parts that all its sessions share.
struct Shopping {
    tools: Vec<Tool<Serde<Basket>>>,
}

/// Stage of the conversation; there is only one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
enum Stage {
    /// The user and the model talk.
    #[default]
    Talking,
}

/// Memory of a session.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Basket {
    /// Things to buy.
    items: Vec<String>,
}

/// Decision of the model.
#[derive(Deserialize)]
struct Decision {
    say: String,
    #[serde(default)]
    add: Vec<String>,
    #[serde(default)]
    remove: Vec<String>,
    #[serde(default)]
    order: bool,
}

const TALKING: Serde<Stage> = Serde(Stage::Talking);

impl Shopping {
    /// Agent with its one tool: the host sends the order after the user's approval.
    fn new() -> Self {
        let order = Tool {
            name: "order".into(),
            about: Text { zh: "下单", en: "Place the order" },
            args: Schema::object().field("items", Schema::list(Schema::string())),
            access: Access::Write,
            internal: false,
            check: |_, call| Ok(call.args.clone()),
            run: Run::Host,
        };
        Shopping { tools: vec![order] }
    }
}

impl Agent for Shopping {
    type Stage = Serde<Stage>;
    type Memory = Serde<Basket>;
    const NAME: &'static str = "shopping";
    const VERSION: u32 = 1;

    fn open(&self, _: &Opening) -> Result<Serde<Basket>, Error> {
        Ok(Serde::default())
    }

    fn start(&self, _: &mut State<Self>) -> Step<Serde<Stage>> {
        Step::Listen(TALKING)
    }

    fn prompt(&self, state: &State<Self>) -> Prompt {
        let words = || Schema::list(Schema::string());
        let schema =
            Schema::object().field("say", Schema::string()).optional("add", words()).optional("remove", words());
        let contract = Contract { name: "shopping", schema: schema.optional("order", Schema::boolean()) };
        let list = state.memory.items.join(", ");
        let mut prompt = Prompt::new(format!("You keep a shopping list. On it: {list}"), contract);
        prompt.window = Window::Replies { characters: 8_000 };
        prompt.tools = vec!["order".into()];
        prompt
    }

    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Serde<Stage>>, Complaint> {
        let complain = |error: serde_json::Error| Complaint::new(error.to_string());
        let Decision { say, add, remove, order } = serde_json::from_value(reply.value).map_err(complain)?;
        let items = &mut state.memory.items;
        items.extend(add);
        for item in remove {
            let at = items.iter().position(|one| *one == item);
            items.remove(at.ok_or_else(|| Complaint::new(format!("/remove: {item:?} is not on the list")))?);
        }
        let ordered = json!({ "items": items });
        state.say(say);
        Ok(if order { Step::Run(vec![ToolCall::new("order", ordered)], TALKING) } else { Step::Listen(TALKING) })
    }

    fn react(
        &self,
        state: &mut State<Self>,
        happened: Happened<Serde<Stage>>,
    ) -> Result<Option<Step<Serde<Stage>>>, Refusal> {
        match &happened {
            Happened::Edited { change, .. } if change["clear"] == true => {
                state.memory.items.clear();
                Ok(Some(Step::Stay))
            }
            _ => happened.usual(state.lang()),
        }
    }

    fn show(&self, state: &State<Self>) -> Shown {
        Shown { data: json!({ "items": state.memory.items }), ..Shown::default() }
    }

    fn read(&self, _: &State<Self>, _: &Value) -> Result<Value, Refusal> {
        Err(Refusal::new("unknown_query", "ask for nothing: the view has it all"))
    }

    fn tools(&self) -> &[Tool<Serde<Basket>>] {
        &self.tools
    }
}

/// Plays a host: the model answers with the given replies, the user approves, and the shop accepts every order.
///
/// # Errors
/// The session refuses an event.
pub(crate) fn play(said: &str, replies: &[&str]) -> Result<View, Box<dyn std::error::Error>> {
    let opening = Opening { input: Value::Null, seed: 1, lang: Lang::En, at_ms: 0, ..Opening::default() };
    let mut session = Session::open(Shopping::new(), opening)?;
    let mut replies = replies.iter();
    let mut next = Some(Event::Said { at_ms: 1, text: said.into(), with: Value::Null });
    while let Some(event) = next {
        session.handle(event)?;
        let snapshot = session.snapshot(); // a host saves here; a page that is reloaded begins again with the next line
        session = Session::resume(Shopping::new(), snapshot)?;
        let (at_ms, view) = (2, session.view(0));
        next = match session.effect() {
            Some(Effect::CallModel { call, .. }) => replies.next().map(|text| Event::Replied {
                at_ms,
                call,
                text: (*text).to_owned(),
                reasoning: None,
                finish: None,
                usage: None,
            }),
            Some(Effect::CallTool { call, .. }) => {
                Some(Event::Returned { at_ms, call, results: vec![ToolResult::Ok(json!("ordered"))] })
            }
            None => view.card.and(view.call).map(|call| Event::Answered {
                at_ms,
                call,
                accept: true,
                args: None,
                reason: None,
                always: None,
            }),
        };
    }
    Ok(session.view(0))
}

#[allow(dead_code)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let replies = [
        r#"Sure: {"say": "Tea is off.", "remove": ["tea"]}"#, // not on the list: the model is told, and asked again
        r#"{"say": "Shall I order?", "add": ["tea", "milk",], "order": true}"#,
        r#"{"say": "It is on its way."}"#,
    ];
    let view = play("Tea and milk, please, today", &replies)?;
    println!("{:#}", serde_json::to_value(view)?);
    Ok(())
}
