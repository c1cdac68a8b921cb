//! A complete agent outside the package: it keeps a shopping list. `wasm-pack build --target web` makes its wasm.

use serde_json::json;
use stepgate_engine::prompt::{Contract, Prompt, Window};
use stepgate_engine::schema::Schema;
use stepgate_engine::{
    Agent, Complaint, Error, Happened, Opening, Refusal, Reply, Shown, State, Step, Text, Tool, ToolCall,
};
use stepgate_json::{read, Json};

#[cfg(target_arch = "wasm32")]
stepgate_wasm_session::export_agents!(Shopping::new());

/// Agent with the parts that all its sessions share.
pub struct Shopping {
    tools: Vec<Tool<Basket>>,
}

/// Stage of the conversation; there is only one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Stage {
    /// The user and the model talk.
    #[default]
    Talking,
}

/// Memory of a session.
#[derive(Clone, Debug, Default, Json)]
pub struct Basket {
    /// Things to buy.
    pub items: Vec<String>,
}

const ROLE: Text = Text { zh: "你负责记购物清单。清单上有：", en: "You keep a shopping list. On it: " };
const NOT_ON_LIST: Text = Text { zh: "不在清单上", en: "is not on the list" };

/// Decision of the model.
#[derive(Json)]
struct Decision {
    say: String,
    #[json(optional)]
    add: Vec<String>,
    #[json(optional)]
    remove: Vec<String>,
    #[json(optional)]
    order: bool,
}

impl Shopping {
    /// Agent with its one tool: the host sends the order after the user's approval.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let args = Schema::object().field("items", Schema::list(Schema::string()));
        Shopping { tools: vec![Tool::write("order", Text { zh: "下单", en: "Place the order" }, args)] }
    }
}

impl Agent for Shopping {
    type Stage = Stage;
    type Memory = Basket;
    const NAME: &'static str = "shopping";
    const VERSION: u32 = 1;

    fn open(&self, _: &Opening) -> Result<Basket, Error> {
        Ok(Basket::default())
    }

    fn prompt(&self, state: &State<Self>) -> Prompt {
        let words = || Schema::list(Schema::string());
        let schema =
            Schema::object().field("say", Schema::string()).optional("add", words()).optional("remove", words());
        let contract = Contract { name: "shopping", schema: schema.optional("order", Schema::boolean()) };
        let role = ROLE.in_lang(state.lang());
        let mut prompt = Prompt::new(format!("{role}{}", state.memory.items.join(", ")), contract);
        prompt.window = Window::Replies { characters: 8_000 };
        prompt.tools = vec!["order".into()];
        prompt
    }

    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Stage>, Complaint> {
        let Decision { say, add, remove, order } =
            read(&reply.value).map_err(|error: Error| Complaint::new("malformed", error.to_string()))?;
        let missing = NOT_ON_LIST.in_lang(state.lang());
        let items = &mut state.memory.items;
        items.extend(add);
        for item in remove {
            let at = items.iter().position(|one| *one == item);
            items.remove(at.ok_or_else(|| Complaint::new("not_there", format!("/remove: {item:?} {missing}")))?);
        }
        let ordered = json!({ "items": items });
        state.say(say);
        Ok(match order {
            true => Step::Run(vec![ToolCall::new("order", ordered)], Stage::Talking),
            false => Step::Listen(Stage::Talking),
        })
    }

    fn react(&self, state: &mut State<Self>, happened: Happened<Stage>) -> Result<Option<Step<Stage>>, Refusal> {
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

    fn tools(&self) -> &[Tool<Basket>] {
        &self.tools
    }
}
