//! Tools of an agent, run by the session or by the host.

use std::borrow::Cow;

use serde_json::Value;

use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::grant::GrantsThatCount;
use crate::vocabulary::origin::Origin;
use crate::vocabulary::verdict::Verdict;
use stepgate_json::{FromJson, Json, Members, ToJson, Writer};
use stepgate_reply::schema::{Problem, Schema};
use stepgate_reply::{Error, Lang, Text};

/// Whether a tool only reads, or changes something outside the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Json)]
pub enum Access {
    /// Reads only: needs no approval and may run beside others.
    Read,
    /// Changes something: runs once, after an approval.
    Write,
}

/// A tool of an agent whose memory is `M`. [`Tool::read`] and [`Tool::write`] make one.
#[non_exhaustive]
pub struct Tool<M> {
    /// Its name, as the model writes it.
    pub name: Cow<'static, str>,
    /// Description for the model and for the approval card.
    pub about: Text,
    /// The shape of its arguments.
    pub args: Schema,
    /// Read or write.
    pub access: Access,
    /// Whether only the agent may call it (to load or save); the model never sees it.
    pub internal: bool,
    /// Words that say yes to its approval, beside consent and the label of the button: "place the order", "下单".
    pub yes: Vec<String>,
    /// The pack that it is in.
    pub pack: Option<Cow<'static, str>>,
    /// Rule of a write that says of each call whether it runs, asks or is denied. None: every call asks.
    pub judge: Option<Rule<M>>,
    /// Dry run of a write before its approval: the preview of the change, or the reason why it cannot run. It runs once for each card. A
    /// failed dry run of a model's call becomes a complaint, so the user never sees such a card. A text member `title` of the preview is the card's title; without it the card
    /// uses `about`.
    pub check: fn(&M, &Call) -> Result<Value, Problem>,
    /// How it runs.
    pub run: Run<M>,
}

/// Rule of a write: its verdict on a call, by the memory, the call, and the origin of each value in its arguments.
pub type Rule<M> = fn(&M, &Call, &[Origin]) -> Verdict;

/// How a tool runs.
pub enum Run<M> {
    /// In this session, at once.
    Here(fn(&mut M, &Call) -> Result<Value, ToolError>),
    /// By the host.
    Host,
    /// In this session, then saved by the host. If saving fails, the memory from before the call returns. If the value from this session
    /// is null, the host's value is the result.
    HereThen(fn(&mut M, &Call) -> Computed),
}

/// A call as the functions of a tool see it.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Name of the tool. One function may serve several tools.
    pub name: &'a str,
    /// Arguments, as the tool's schema reads them.
    pub args: &'a Value,
    /// Language of the session.
    pub lang: Lang,
    /// Time of the event that runs the call, in milliseconds since 1970.
    pub now: u64,
    /// Seed of the session, for ids.
    pub seed: u64,
}

/// Begins with a tool of the host that the model may call. The other functions change that.
///
/// ```
/// use stepgate_engine::schema::Schema;
/// use stepgate_engine::{Access, Text, Tool};
///
/// let schema = || Schema::object().field("items", Schema::list(Schema::string()));
/// let order: Tool<Vec<String>> = Tool::write("order", "Place the order", schema());
/// assert_eq!(order.access, Access::Write);
///
/// let in_both: Tool<()> = Tool::write("order", Text { zh: "下单", en: "Place the order" }, schema());
/// assert_eq!(in_both.about.zh, "下单");
///
/// let count: Tool<Vec<String>> = Tool::read("count", "Count the items", Schema::object())
///     .here(|items, _| Ok(items.len().into()));
/// # let _ = count;
/// ```
impl<M> Tool<M> {
    /// A tool that only reads. `about` is one text, or a [`Text`] in both languages.
    pub fn read(name: impl Into<Cow<'static, str>>, about: impl Into<Text>, args: Schema) -> Self {
        Tool::new(name.into(), about.into(), args, Access::Read)
    }

    /// A tool that changes something, after an approval.
    pub fn write(name: impl Into<Cow<'static, str>>, about: impl Into<Text>, args: Schema) -> Self {
        Tool::new(name.into(), about.into(), args, Access::Write)
    }

    fn new(name: Cow<'static, str>, about: Text, args: Schema, access: Access) -> Self {
        Tool {
            name,
            about,
            args,
            access,
            internal: false,
            yes: Vec::new(),
            pack: None,
            judge: None,
            check: |_, _| Ok(Value::Null),
            run: Run::Host,
        }
    }

    /// The same tool for the agent alone.
    #[must_use]
    pub fn internal(self) -> Self {
        Tool { internal: true, ..self }
    }

    /// The same tool with words that say yes to its approval.
    ///
    /// ```
    /// # use stepgate_engine::{schema::Schema, Tool};
    /// let order: Tool<()> = Tool::write("order", "Place the order", Schema::object()).approved_by(["place the order", "下单"]);
    /// # let _ = order;
    /// ```
    #[must_use]
    pub fn approved_by<'w>(self, words: impl IntoIterator<Item = &'w str>) -> Self {
        Tool { yes: words.into_iter().map(str::to_owned).collect(), ..self }
    }

    /// The same tool in a pack. Where an agent has many tools, the model sees those of a pack once it has opened it.
    #[must_use]
    pub fn in_pack(self, pack: impl Into<Cow<'static, str>>) -> Self {
        Tool { pack: Some(pack.into()), ..self }
    }

    /// The same tool, a write, with a rule that says of each call whether it runs, asks or is denied. The rule sees the arguments as the schema
    /// reads them and where their values come from, is asked once, before anything of the run begins, and is asked again about arguments that the user edits.
    ///
    /// ```
    /// # use stepgate_engine::{schema::Schema, CameFrom, Tool, Verdict};
    /// let pay: Tool<()> = Tool::write("pay", "Pay", Schema::object().field("euros", Schema::integer())).judged(|_, call, origins| {
    ///     let of_user = origins.iter().all(|origin| origin.from == CameFrom::User);
    ///     match call.args["euros"].as_u64() {
    ///         Some(..=5) if of_user => Verdict::Run,
    ///         Some(..=500) => Verdict::Ask,
    ///         _ => Verdict::Deny("At most 500 euros can be paid here.".into()),
    ///     }
    /// });
    /// # let _ = pay;
    /// ```
    #[must_use]
    pub fn judged(self, judge: Rule<M>) -> Self {
        Tool { judge: Some(judge), ..self }
    }

    /// The same tool with a dry run.
    #[must_use]
    pub fn checked(self, check: fn(&M, &Call) -> Result<Value, Problem>) -> Self {
        Tool { check, ..self }
    }

    /// The same tool, run in this session.
    #[must_use]
    pub fn here(self, run: fn(&mut M, &Call) -> Result<Value, ToolError>) -> Self {
        Tool { run: Run::Here(run), ..self }
    }

    /// The same tool, run in this session and then saved by the host.
    #[must_use]
    pub fn here_then(self, run: fn(&mut M, &Call) -> Computed) -> Self {
        Tool { run: Run::HereThen(run), ..self }
    }

    /// Facts about the tool, described in a language.
    pub fn facts(&self, lang: Lang) -> ToolFacts<'_> {
        ToolFacts {
            name: &self.name,
            about: self.about.in_lang(lang),
            args: &self.args,
            access: self.access,
            internal: self.internal,
            yes: &self.yes,
            judges: self.access == Access::Write && self.judge.is_some(),
            host: matches!(self.run, Run::Host),
            limit: None,
            pack: self.pack.as_deref(),
        }
    }
}

/// Facts about a tool that do not depend on the memory's type.
#[derive(Clone, Copy)]
pub struct ToolFacts<'a> {
    /// Its name.
    pub name: &'a str,
    /// Description.
    pub about: &'a str,
    /// The shape of its arguments.
    pub args: &'a Schema,
    /// Read or write.
    pub access: Access,
    /// Whether the model never sees it.
    pub internal: bool,
    /// Words that say yes to its approval.
    pub yes: &'a [String],
    /// Whether it is a write with a rule that says of each call whether it runs, asks or is denied.
    pub judges: bool,
    /// Whether the host runs it.
    pub host: bool,
    /// Characters of a result that the model sees. None: all of them.
    pub limit: Option<usize>,
    /// The pack that it is in.
    pub pack: Option<&'a str>,
}

/// State of a call right after its start.
pub enum Started {
    /// The host runs it.
    Host,
    /// It ran in this session.
    Here(Result<Value, ToolError>),
    /// It ran in this session, and the host must save the result.
    HereThen(Computed),
}

impl<M> Run<M> {
    pub(crate) fn start(&self, memory: &mut M, call: &Call) -> Started {
        match self {
            Run::Host => Started::Host,
            Run::Here(run) => Started::Here(run(memory, call)),
            Run::HereThen(run) => Started::HereThen(run(memory, call)),
        }
    }
}

/// Result of a [`Run::HereThen`] tool: its value, and the host call that saves it, if there is anything to save.
pub type Computed = Result<(Value, Option<Internal>), ToolError>;

/// Host call that saves the result of a [`Run::HereThen`] tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Internal {
    /// Name of the host's tool.
    pub name: Cow<'static, str>,
    /// Its arguments.
    pub args: Value,
}

/// A tool call that an agent requests.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// Name of the tool.
    pub name: String,
    /// Its arguments. The engine checks them against the tool's schema before anything runs.
    pub args: Value,
    /// Whether to ask the user before a write. Only false under an approval or a setting of the user; read tools ignore it.
    pub ask: bool,
    /// Words for the user on the approval card of a write.
    pub text: Option<String>,
    /// Key of an earlier call with the same name and arguments, which this call repeats: it runs under that key, and the tool's own status
    /// is asked first. The key of any other call is ignored.
    pub key: Option<String>,
    /// Preview of a dry run that has passed, until the approval card takes it.
    pub(crate) preview: Option<Value>,
    /// The arguments from before the agent's own reading of them (defaults, conversions), once that has made `args`. They are read once:
    /// what a card shows is what runs.
    pub(crate) given: Option<Box<Value>>,
    /// Verdict of the tool's rule on these arguments.
    pub(crate) verdict: Option<Verdict>,
    /// The grants that let it run without a question.
    pub(crate) grants: GrantsThatCount,
    /// Why a read is not made: it was made too often in the turn, and the model insists.
    pub(crate) braked: Option<String>,
    /// Whether a call with the same arguments has succeeded before, or stands before it in its list. It asks.
    pub(crate) repeats: bool,
}

/// Result of a dry run.
pub struct Rehearsed {
    /// The arguments as the agent reads them; None where it takes them as they are.
    pub(crate) args: Option<Value>,
    /// The preview of the change.
    pub(crate) preview: Value,
}

impl ToJson for ToolCall {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("name", &self.name);
        out.member("args", &self.args);
        out.optional("ask", &(!self.ask).then_some(false));
        out.optional("text", &self.text);
        out.optional("given", &self.given);
        out.optional("key", &self.key);
        out.optional("verdict", &self.verdict);
        out.optional("grants", &self.grants);
        out.optional("repeats", &self.repeats);
        out.end_object();
    }
}

impl FromJson for ToolCall {
    fn blank() -> Self {
        ToolCall::new("", Value::Null)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        members.required("name", &mut self.name)?;
        members.required("args", &mut self.args)?;
        members.optional("ask", &mut self.ask)?;
        members.optional("text", &mut self.text)?;
        members.optional("given", &mut self.given)?;
        members.optional("key", &mut self.key)?;
        members.optional("verdict", &mut self.verdict)?;
        members.optional("grants", &mut self.grants)?;
        members.optional("repeats", &mut self.repeats)
    }
}

impl ToolCall {
    /// A call of `name` that asks the user if the tool writes.
    pub fn new(name: impl Into<String>, args: Value) -> Self {
        ToolCall {
            name: name.into(),
            args,
            ask: true,
            text: None,
            key: None,
            preview: None,
            given: None,
            verdict: None,
            grants: GrantsThatCount::All,
            braked: None,
            repeats: false,
        }
    }

    /// The same call with arguments that nobody has read: an agent cannot say that they were.
    pub(crate) fn unread(self) -> Self {
        ToolCall { given: None, ..self.unjudged() }
    }

    /// Whether the tool's rule has denied it.
    pub(crate) fn is_denied(&self) -> bool {
        matches!(self.verdict, Some(Verdict::Deny(_)))
    }

    /// The same call without a verdict: an agent cannot give one.
    pub(crate) fn unjudged(self) -> Self {
        ToolCall { verdict: None, grants: GrantsThatCount::All, braked: None, repeats: false, ..self }
    }

    /// The same call, for which only these grants count. If not all do, it asks, whatever the rule of the tool says.
    pub(crate) fn with_grants(self, grants: GrantsThatCount) -> Self {
        let verdict = match grants {
            GrantsThatCount::All => self.verdict,
            _ => self.verdict.map(Verdict::asking),
        };
        ToolCall { grants, verdict, ..self }
    }

    /// The same call with another [`ask`](ToolCall::ask).
    #[must_use]
    pub fn asking(self, ask: bool) -> Self {
        ToolCall { ask, ..self }
    }
}

/// A call that is complete.
#[derive(Clone, Debug, PartialEq)]
pub struct CallResult {
    /// Name of the tool.
    pub name: String,
    /// Its arguments, as the user left them on the approval card.
    pub args: Value,
    /// The arguments from before the agent's own reading of them, where it has one: a call that is made again is made with these.
    pub given: Option<Value>,
    /// The words for its approval card. None also if the user has changed its arguments there: the words were about others.
    pub text: Option<String>,
    /// The tool's value, or its failure.
    pub result: Result<Value, ToolError>,
    /// Images and files beside the value.
    pub parts: Vec<FilePart>,
    /// Key under which the host ran it, to repeat the call by [`ToolCall::key`]. None: the host had no part in it.
    pub key: Option<String>,
}

/// Failure of a tool.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Json)]
#[error("{code}: {text}")]
pub struct ToolError {
    /// A machine-readable code.
    pub code: String,
    /// One sentence for the model.
    pub text: String,
    /// Whether nothing further can work, so that the agent should stop.
    #[json(optional)]
    pub fatal: bool,
    /// The user's words, if the user declined the call on its card and said why. They stand in the text, too. A host cannot give them.
    #[json(optional)]
    pub reason: Option<String>,
    /// Whether the tool itself failed with a code that the engine has, too, such as `rejected`.
    #[json(optional)]
    pub own: bool,
}

/// Codes of the engine for a call that could have run and was not made.
const PASSED_OVER: [&str; 6] = ["rejected", "behind_declined", "replaced", "left_out", "not_run", "asks_now"];
/// Further codes of the engine for a call that was not made, or that the user left.
const UNMADE: [&str; 3] = ["unknown_tool", "invalid_args", "denied"];
/// Code of the engine for a call that the user stopped while it ran.
pub(crate) const STOPPED: &str = "stopped";
/// Codes of the engine for a call that the user declined, that waited behind a declined card, or that they left when it was in doubt.
const REFUSED: [&str; 3] = ["rejected", "behind_declined", "interrupted"];

impl ToolError {
    /// A failure after which the agent can try something else.
    pub fn new(code: impl Into<String>, text: impl Into<String>) -> Self {
        ToolError { code: code.into(), text: text.into(), fatal: false, reason: None, own: false }
    }

    /// The failure of a tool itself. The reason of a declined call is the user's, so no tool can give one.
    pub(crate) fn of_tool(self) -> Self {
        let error = ToolError { reason: None, own: false, ..self };
        ToolError { own: error.is_unmade() || error.is_refused(), ..error }
    }

    /// Whether the engine gave it one of these codes.
    fn is_one_of(&self, codes: &[&str]) -> bool {
        !self.own && codes.contains(&self.code.as_str())
    }

    /// Whether the user declined the call on its card.
    pub(crate) fn is_rejected(&self) -> bool {
        self.is_one_of(&["rejected"])
    }

    /// Whether the user stopped the call while it ran: whether it took effect is not known.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_one_of(&[STOPPED])
    }

    /// Whether the user said no to the call, or to the card that it waited behind.
    pub(crate) fn is_refused(&self) -> bool {
        self.is_one_of(&REFUSED)
    }

    /// Whether the call did not begin: another one did not run, or the brake held it.
    pub(crate) fn is_not_run(&self) -> bool {
        self.is_one_of(&["not_run"])
    }

    /// Whether the call was not made at all: the user declined it, the tool's rule denied it, or the engine refused it.
    pub(crate) fn is_unmade(&self) -> bool {
        self.is_passed_over() || self.is_one_of(&UNMADE)
    }

    /// Whether a call that could have run was not made: the user declined it, or another one stands in its place or before it. The model did
    /// nothing wrong.
    pub(crate) fn is_passed_over(&self) -> bool {
        self.is_one_of(&PASSED_OVER)
    }
}

/// One tool call for the host.
#[derive(Clone, Debug, PartialEq, ToJson)]
#[non_exhaustive]
pub struct HostCall {
    /// Name of the tool.
    pub name: String,
    /// Its arguments.
    pub args: Value,
    /// Idempotency key: the same for this call in every tab and after every reload, and different for any other call.
    pub key: String,
    /// Read or write. A write that was started and did not return is in doubt.
    pub access: Access,
    /// Whether the call repeats one that may have taken effect: the tool's own status is asked before it runs.
    #[json(optional)]
    pub again: bool,
}

/// Result of one tool call.
#[derive(Clone, Debug, PartialEq, Json)]
pub enum ToolResult {
    /// A value.
    Ok(Value),
    /// A failure.
    Error(ToolError),
}

impl ToolResult {
    /// The result that a tool itself has given.
    pub(crate) fn of_tool(self) -> Self {
        match self {
            ToolResult::Error(error) => ToolResult::Error(error.of_tool()),
            ok => ok,
        }
    }

    /// Whether the call was made.
    pub(crate) fn is_made(&self) -> bool {
        !matches!(self, ToolResult::Error(error) if error.is_unmade())
    }
}

impl From<Result<Value, ToolError>> for ToolResult {
    fn from(result: Result<Value, ToolError>) -> Self {
        match result {
            Ok(value) => ToolResult::Ok(value),
            Err(error) => ToolResult::Error(error),
        }
    }
}

impl From<ToolResult> for Result<Value, ToolError> {
    fn from(result: ToolResult) -> Self {
        match result {
            ToolResult::Ok(value) => Ok(value),
            ToolResult::Error(error) => Err(error),
        }
    }
}
