//! Packs of tools in an agent of Rust, which calls the engine's two tools by names of its own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::prompt::{Contract, Prompt, Window};
use stepgate_engine::schema::Schema;
use stepgate_engine::{
    Agent, Complaint, Effect, Error, Event, Lang, Offer, Opening, PackLimits, PackTools, Reply, Session, State, Step,
    Text, Tool, ToolCall, Wait,
};

/// Calls the tools that its model names.
struct Clerk {
    tools: Vec<Tool<u32>>,
    limits: PackLimits,
}

fn path() -> Schema {
    Schema::object().field("path", Schema::string())
}

impl Clerk {
    fn new(most: usize) -> Self {
        let read = |name: &'static str| Tool::read(name, "Reads a file", path()).here(|_, _| Ok("text".into()));
        let tools = vec![
            Tool::read("today", "Gives the date", Schema::object()).here(|_, _| Ok("Monday".into())),
            read("read_file").in_pack("files"),
            Tool::write("write_file", "Writes a file", path()).in_pack("files"),
            read("read_mail").in_pack("mail"),
        ];
        Clerk { tools, limits: PackLimits { tools: most, ..PackLimits::default() } }
    }
}

/// A list of calls of these tools.
fn contract(names: &[String]) -> Schema {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let call = Schema::object().field("name", Schema::one_of(&names)).field("args", Schema::any());
    Schema::object().field("calls", Schema::list(call))
}

impl Agent for Clerk {
    type Stage = u32;
    type Memory = u32;
    const NAME: &'static str = "clerk";
    const VERSION: u32 = 1;
    const PACK_TOOLS: PackTools = PackTools { open: "context_tools_add", close: "context_tools_remove" };

    fn open(&self, _: &Opening) -> Result<u32, Error> {
        Ok(0)
    }

    fn offer(&self, state: &State<Self>) -> Offer {
        let about = |pack: &str| match pack {
            "files" => Text { zh: "读写文件", en: "reads and writes files" }.in_lang(state.lang()),
            _ => "",
        };
        state.offer(&self.tools, about, self.limits)
    }

    fn prompt(&self, state: &State<Self>) -> Prompt {
        let offer = self.offer(state);
        let own = [Self::PACK_TOOLS.open, Self::PACK_TOOLS.close].map(str::to_owned);
        let all: Vec<String> = self.tools.iter().map(|tool| tool.name.to_string()).chain(own).collect();
        let mut prompt =
            Prompt::new(offer.lines(state.lang()).join("\n"), Contract { name: "clerk", schema: contract(&all) });
        prompt.told = Some(contract(&offer.callable()));
        prompt.tools = offer.callable();
        prompt.window = Window::Replies { characters: 9_000 };
        prompt
    }

    fn decide(&self, _: &mut State<Self>, reply: Reply) -> Result<Step<u32>, Complaint> {
        let calls = reply.value["calls"].as_array().cloned().unwrap_or_default();
        if calls.is_empty() {
            return Ok(Step::Listen(0));
        }
        let call = |call: &Value| ToolCall::new(call["name"].as_str().unwrap(), call["args"].clone());
        Ok(Step::Run(calls.iter().map(call).collect(), 0))
    }

    fn tools(&self) -> &[Tool<u32>] {
        &self.tools
    }
}

struct Page(Session<Clerk>);

impl Page {
    fn open(most: usize, lang: Lang) -> Page {
        let opening = Opening { input: Value::Null, seed: 1, lang: lang.into(), at_ms: 1, ..Opening::default() };
        let mut page = Page(Session::open(Clerk::new(most), opening).unwrap());
        page.say("go");
        page
    }

    fn say(&mut self, text: &str) {
        let said = Event::said(2, text);
        assert!(self.0.handle(said).unwrap());
    }

    fn call(&mut self, name: &str, args: Value) {
        let call = self.0.view(0).call.unwrap();
        let text = json!({ "calls": [{ "name": name, "args": args }] }).to_string();
        let replied = Event::replied(3, call, text);
        assert!(self.0.handle(replied).unwrap());
    }

    /// The system text, the names that the contract tells, and the last message.
    fn asked(&self) -> (String, Vec<String>, String) {
        let Some(Effect::CallModel { messages, contract, .. }) = self.0.effect() else { panic!("no model is asked") };
        let names = &contract.schema["properties"]["calls"]["items"]["properties"]["name"]["enum"];
        let names = names.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect();
        (messages[0].content.clone(), names, messages.last().unwrap().content.clone())
    }

    fn names(&self) -> String {
        self.asked().1.join(" ")
    }

    fn open_packs(&self) -> Vec<String> {
        self.0.view(0).packs.into_iter().filter(|pack| pack.open).map(|pack| pack.name).collect()
    }

    fn reload(self) -> Page {
        Page(Session::resume(Clerk::new(2), self.0.snapshot()).unwrap())
    }
}

#[test]
fn up_to_the_limits_all_tools_are_told_and_nothing_about_packs() {
    let page = Page::open(4, Lang::En);
    assert_eq!(page.asked().0, "");
    assert_eq!(page.names(), "today read_file write_file read_mail");
    assert!(page.0.view(0).packs.is_empty());
}

#[test]
fn above_the_limits_a_closed_pack_is_one_line_and_its_tools_are_not_in_the_contract() {
    let page = Page::open(2, Lang::En);
    let lines = "Closed packs of tools. Open one by context_tools_add to see its tools and call them:\n- files (2 tools): reads and writes files\n- mail (1 tool): read_mail";
    assert_eq!(page.asked().0, lines);
    assert_eq!(page.names(), "today context_tools_add");
    let zh = Page::open(2, Lang::Zh);
    assert_eq!(
        zh.asked().0,
        "以下工具包没有打开，要用其中的工具，先用 context_tools_add 打开：\n- files（2 个工具）：读写文件\n- mail（1 个工具）：read_mail"
    );
}

#[test]
fn the_model_opens_and_closes_packs_also_after_a_reload() {
    let mut page = Page::open(2, Lang::En);
    page.call("context_tools_add", json!({ "packs": ["files"] }));
    let mut page = page.reload();
    assert_eq!(page.names(), "today read_file write_file context_tools_add context_tools_remove");
    assert_eq!(page.open_packs(), ["files"]);
    assert!(page.asked().2.contains(r#""tools":["read_file","write_file"]"#), "{}", page.asked().2);
    page.call("context_tools_remove", json!({ "packs": ["files"] }));
    let page = page.reload();
    assert_eq!((page.names().as_str(), page.open_packs()), ("today context_tools_add", vec![]));
}

#[test]
fn a_call_in_a_closed_pack_opens_it_and_runs() {
    let mut page = Page::open(2, Lang::En);
    page.call("read_file", json!({ "path": "a" }));
    let messages = page.asked();
    assert!(messages.2.contains("context_tools_add") && messages.2.contains(r#""result":"text""#), "{}", messages.2);
    assert_eq!(page.open_packs(), ["files"]);
}

#[test]
fn a_write_in_a_closed_pack_opens_it_and_asks_the_user() {
    let mut page = Page::open(2, Lang::En);
    page.call("write_file", json!({ "path": "a" }));
    let view = page.0.view(0);
    assert_eq!((view.waiting, page.open_packs()), (Wait::Approval, vec!["files".to_owned()]));
    assert_eq!(view.card.unwrap().calls[0].args, json!({ "path": "a" }));
}

#[test]
fn wrong_arguments_in_a_closed_pack_are_told_with_the_pack() {
    let mut page = Page::open(2, Lang::En);
    page.call("read_file", json!({ "file": "a" }));
    let told = page.asked().2;
    assert!(told.contains("/path: missing"), "{told}");
    assert!(told.contains("read_file is in the closed pack files"), "{told}");
    assert!(page.open_packs().is_empty());
}

#[test]
fn a_pack_that_is_not_there_or_is_open_already_is_complained_about() {
    let mut page = Page::open(2, Lang::En);
    page.call("context_tools_add", json!({ "packs": ["film"] }));
    assert!(page.asked().2.contains("no pack of tools is named film; there are: files, mail"), "{}", page.asked().2);
    page.call("context_tools_add", json!({ "packs": ["files"] }));
    page.call("context_tools_add", json!({ "packs": ["files"] }));
    assert!(page.asked().2.contains("the pack files is open already"), "{}", page.asked().2);
}

#[test]
fn a_turn_that_is_taken_back_takes_its_opened_packs_back() {
    let mut page = Page::open(2, Lang::En);
    page.call("context_tools_add", json!({ "packs": ["files"] }));
    let call = page.0.view(0).call.unwrap();
    let failed = Event::Failed { at_ms: 4, call, code: "offline".into(), text: "No network.".into(), detail: None };
    assert!(page.0.handle(failed).unwrap());
    assert!(page.open_packs().is_empty());
}
