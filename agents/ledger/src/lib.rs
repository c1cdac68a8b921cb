//! Ledger: a small agent that keeps accounts, for tests, benchmarks and the tutorial. It has tools of every kind: the
//! host runs a read and three writes, one of which has a rule that says whether it asks; the agent runs a read, and a
//! write that the host then saves. It also has a card, a limit on steps, and an outcome.
//!
//! The model answers `{"say", "memo", "call", "more", "ask", "done"}`: words for the user, a new memo, a tool call and
//! those to make with it, a yes-or-no question, the end of the task.
//! Input: `{"memo"?: string}`. Edits: `{"memo": string}` sets the memo and `{"line": true}` files the memo as a line,
//! both without interrupting; `{"forget": true}` clears the memo and ends the work under way. Query: `{"memo": true}`.

use serde_json::Value;

use stepgate_engine::prompt::{Contract, Prompt, Window};
use stepgate_engine::schema::{Problem, Schema};
use stepgate_engine::{text, Error, Kind, Text};
use stepgate_engine::{
    Agent, Button, ButtonRole, Call, Card, CardKind, Complaint, Computed, Happened, Internal, Limits, Opening, Origin,
    Part, Refusal, Reply, Shown, State, Step, Tool, ToolCall, ToolError, Verdict,
};
use stepgate_json::{read, to_value, value, Json};

/// Longest memo that the model may set, in bytes. The input and edits may set a longer one.
const LONGEST_MEMO: usize = 64;

/// Largest tip that is given without a question, and largest of all.
const TIPS: (u64, u64) = (2, 99);

const TIP_TOO_LARGE: Text = Text { zh: "小费最多 99。", en: "A tip is at most 99." };
const NO_MEMO: Text = Text { zh: "没有备忘可以记账。", en: "There is no memo to file." };

/// Agent that keeps accounts.
pub struct Ledger {
    tools: Vec<Tool<Memory>>,
    contract: Schema,
}

/// Stage of the session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Stage {
    /// The user and the model talk.
    #[default]
    Chat,
    /// The model goes on after a tool or an answer.
    Act,
}

/// Memo and lines of a session.
#[derive(Clone, Debug, Json)]
pub struct Memory {
    /// Text of any length.
    pub memo: String,
    /// Lines that the `file` tool and the `line` edit wrote; saved as a part of its own.
    #[json(skip = Vec::new())]
    pub lines: Vec<String>,
}

impl Ledger {
    /// Ledger with its tools.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Ledger { tools: tools(), contract: contract() }
    }
}

impl Agent for Ledger {
    type Stage = Stage;
    type Memory = Memory;
    const NAME: &'static str = "ledger";
    const VERSION: u32 = 2;

    fn open(&self, opening: &Opening) -> Result<Memory, Error> {
        let memo = match opening.input.get("memo") {
            None => String::new(),
            Some(Value::String(memo)) => memo.clone(),
            Some(_) => return Err(Error::new(Kind::Malformed, "/input/memo", "must be a string")),
        };
        Ok(Memory { memo, lines: Vec::new() })
    }

    fn prompt(&self, state: &State<Self>) -> Prompt {
        let contract = Contract { name: "ledger", schema: self.contract.clone() };
        let mut prompt = Prompt::new(format!("You keep accounts. Memo: {}", state.memory.memo), contract);
        prompt.live.say = Some("/say");
        prompt.window = Window::Replies { characters: 4_000 };
        prompt.tools = self.tools.iter().map(|tool| tool.name.to_string()).collect();
        prompt.wishes = true;
        prompt.limits = Limits { corrections: 2, max_steps: 6, failures: Some(2), ..Limits::default() };
        prompt
    }

    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Stage>, Complaint> {
        let Decision { say, memo, call, more, ask, done } =
            read(&reply.value).map_err(|error: Error| Complaint::new("malformed", error.to_string()))?;
        if let Some(say) = say {
            state.say(say);
        }
        if let Some(memo) = memo {
            state.memory.memo = memo;
            if state.memory.memo.len() > LONGEST_MEMO {
                return Err(Complaint::new("refused", format!("/memo: at most {LONGEST_MEMO} bytes are allowed")));
            }
        }
        Ok(match (call, ask) {
            (Some(call), _) => {
                let calls = std::iter::once(call).chain(more).map(|call| ToolCall::new(call.name, call.args));
                Step::Run(calls.collect(), Stage::Act)
            }
            (None, Some(question)) => {
                Step::confirm(question_card(question), Step::Think(Stage::Act), Step::Listen(Stage::Chat))
            }
            (None, None) if done => Step::Finish(value! { "lines": state.memory.lines.len() }, Stage::Chat),
            (None, None) => Step::Listen(Stage::Chat),
        })
    }

    fn react(&self, state: &mut State<Self>, happened: Happened<Stage>) -> Result<Option<Step<Stage>>, Refusal> {
        if let Happened::Edited { change, .. } = &happened {
            if let Some(memo) = change.get("memo").and_then(Value::as_str) {
                state.memory.memo = memo.to_owned();
                return Ok(Some(Step::Stay));
            }
            if change.get("line").is_some() {
                if state.memory.memo.is_empty() {
                    return Err(Refusal::new("no_memo", NO_MEMO.in_lang(state.lang())));
                }
                state.memory.lines.push(state.memory.memo.clone());
                return Ok(Some(Step::Stay));
            }
            if change.get("forget").is_some() {
                state.memory.memo.clear();
                return Ok(Some(Step::Listen(Stage::Chat)));
            }
        }
        happened.usual(state.lang())
    }

    fn show(&self, state: &State<Self>) -> Shown {
        Shown { data: value! { "lines": state.memory.lines.len() }, ..Shown::default() }
    }

    fn read(&self, state: &State<Self>, query: &Value) -> Result<Value, Refusal> {
        match query.get("memo") {
            Some(_) => Ok(value! { "memo": state.memory.memo, "lines": state.memory.lines }),
            None => Err(Refusal::new("unknown_query", "the ledger answers { memo: true }")),
        }
    }

    fn tools(&self) -> &[Tool<Memory>] {
        &self.tools
    }

    fn parts<'a>(&self, memory: &'a Memory) -> Vec<Part<'a>> {
        vec![Part::new("lines", memory.lines.len() as u64, &memory.lines)]
    }

    fn put_part(&self, memory: &mut Memory, name: &str, value: Value) -> Result<(), Error> {
        if name != "lines" {
            return Err(Error::new(Kind::Malformed, format!("/parts/{name}"), "the ledger has no such part"));
        }
        memory.lines = read(&value)?;
        Ok(())
    }

    /// Version 1 called the memo `text`.
    fn migrate(&self, _from: u32, memory: Value) -> Result<Value, Error> {
        match memory.get("text") {
            Some(text) => Ok(value! { "memo": text }),
            None => Err(Error::new(Kind::Malformed, "/parts/memory/text", "is missing")),
        }
    }
}

#[derive(Json)]
#[json(optional)]
struct Decision {
    say: Option<String>,
    memo: Option<String>,
    call: Option<Wanted>,
    more: Vec<Wanted>,
    ask: Option<String>,
    done: bool,
}

#[derive(Json)]
struct Wanted {
    name: String,
    args: Value,
}

fn contract() -> Schema {
    let call = || Schema::object().field("name", Schema::string()).field("args", Schema::any());
    Schema::object()
        .optional("say", Schema::string().nullable())
        .optional("memo", Schema::string().nullable())
        .optional("call", call().nullable())
        .optional("more", Schema::list(call()))
        .optional("ask", Schema::string().nullable())
        .optional("done", Schema::boolean())
}

fn question_card(question: String) -> Card {
    Card {
        id: None,
        kind: CardKind::Confirm,
        then: Vec::new(),
        denied: Vec::new(),
        replaces: None,
        code: None,
        title: question,
        text: None,
        yes: Some(Vec::new()),
        buttons: vec![Button::new(ButtonRole::Accept, "Yes"), Button::new(ButtonRole::Decline, "No")],
        calls: Vec::new(),
        candidates: Vec::new(),
        preview: Value::Null,
    }
}

fn tools() -> Vec<Tool<Memory>> {
    let amount = || Schema::integer().min(1.0);
    let account = || Schema::string().min_length(1);
    let balance = Schema::object().field("account", account());
    let deposit = Schema::object().field("account", account()).field("amount", amount());
    let tip = deposit.clone();
    let transfer = Schema::object().field("from", account()).field("to", account()).field("amount", amount());
    vec![
        Tool::read("balance", Text { zh: "查询余额", en: "Look up the balance" }, balance),
        Tool::write("deposit", Text { zh: "存入金额", en: "Deposit an amount" }, deposit)
            .approved_by(["deposit", "存钱"])
            .checked(|_, call| Ok(value! { "change": call.args })),
        Tool::write("transfer", Text { zh: "转账", en: "Transfer an amount" }, transfer).checked(check_transfer),
        Tool::write("tip", Text { zh: "给小费", en: "Give a tip" }, tip).judged(judge_tip),
        Tool::read("recall", Text { zh: "查看备忘", en: "Read the memo" }, Schema::object())
            .here(|memory, _| Ok(to_value(&memory.memo))),
        Tool::write(
            "file",
            Text { zh: "记一行账", en: "File a line" },
            Schema::object().field("line", Schema::string()),
        )
        .checked(|_, call| Ok(value! { "line": call.args.get("line") }))
        .here_then(file),
    ]
}

fn judge_tip(_: &Memory, call: &Call, _: &[Origin]) -> Verdict {
    match call.args.get("amount").and_then(Value::as_u64) {
        Some(amount) if amount <= TIPS.0 => Verdict::Run,
        Some(amount) if amount <= TIPS.1 => Verdict::Ask,
        _ => Verdict::Deny(TIP_TOO_LARGE.in_lang(call.lang).to_owned()),
    }
}

const SAME_ACCOUNT: Text = text("同一个账户", "the same account");
const ANOTHER_ACCOUNT: Text = text("另一个账户", "another account");

fn check_transfer(_: &Memory, call: &Call) -> Result<Value, Problem> {
    if call.args.get("from") == call.args.get("to") {
        return Err(Problem::at("/to", SAME_ACCOUNT.in_lang(call.lang).to_owned(), ANOTHER_ACCOUNT));
    }
    Ok(value! { "change": call.args })
}

fn file(memory: &mut Memory, call: &Call) -> Computed {
    let Some(line) = call.args.get("line").and_then(Value::as_str) else {
        return Err(ToolError::new("invalid_args", "/line: must be a string"));
    };
    memory.lines.push(line.to_owned());
    let persist = Internal { name: "persist_line".into(), args: value! { "line": line } };
    Ok((value! { "lines": memory.lines.len() }, Some(persist)))
}
