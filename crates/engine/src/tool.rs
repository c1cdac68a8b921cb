//! Tools: what an agent may have done, here or by the host.

use std::borrow::Cow;

use serde_json::Value;

use crate::Text;
use crate::{Error, Lang};
use stepgate_json::{names, object, FromJson, Members, ToJson, Writer};
use stepgate_reply::schema::{Problem, Schema};

/// Whether a tool only looks, or changes something that others see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It only looks: no approval, may run beside others.
    Read,
    /// It changes something: it runs after an approval, once.
    Write,
}

names!(Access { Read "read", Write "write" });

/// A tool of an agent whose memory is `M`.
pub struct Tool<M> {
    /// Its name, as the model writes it.
    pub name: Cow<'static, str>,
    /// What it does, for the model and for the approval card.
    pub about: Text,
    /// The shape of its arguments.
    pub args: Schema,
    /// Read or write.
    pub access: Access,
    /// A call the agent makes for itself (load, persist); the model never sees it.
    pub internal: bool,
    /// The dry run before an approval: what would change, or why it cannot. A failed check of a model's call becomes
    /// a complaint, so a doomed write never reaches the user. A text called `title` in it is what the card is called; without
    /// one it is called what `about` says.
    pub check: fn(&M, &Value) -> Result<Value, Problem>,
    /// How it runs.
    pub run: Run<M>,
}

/// How a tool runs.
pub enum Run<M> {
    /// In this session, at once.
    Here(fn(&mut M, &Value) -> Result<Value, ToolError>),
    /// By the host.
    Host,
    /// Computed here, then made durable by the host; if that fails, the memory from before comes back. Where the value
    /// computed here is null, the host's is the result.
    HereThen(fn(&mut M, &Value) -> Computed),
}

impl<M> Tool<M> {
    pub(super) fn facts(&self, lang: Lang) -> ToolFacts<'_> {
        ToolFacts {
            name: &self.name,
            about: self.about.in_lang(lang),
            args: &self.args,
            access: self.access,
            internal: self.internal,
            host: matches!(self.run, Run::Host),
        }
    }
}

/// What there is to know of a tool without its memory.
#[derive(Clone, Copy)]
pub struct ToolFacts<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it does.
    pub about: &'a str,
    /// The shape of its arguments.
    pub args: &'a Schema,
    /// Read or write.
    pub access: Access,
    /// The model never sees it.
    pub internal: bool,
    /// The host runs it.
    pub host: bool,
}

/// What became of a call at once.
pub enum Started {
    /// The host runs it.
    Host,
    /// It ran here.
    Here(Result<Value, ToolError>),
    /// It ran here, and the host is to make it durable.
    HereThen(Computed),
}

impl<M> Run<M> {
    pub(super) fn start(&self, memory: &mut M, args: &Value) -> Started {
        match self {
            Run::Host => Started::Host,
            Run::Here(run) => Started::Here(run(memory, args)),
            Run::HereThen(run) => Started::HereThen(run(memory, args)),
        }
    }
}

/// What a [`Run::HereThen`] tool gives: its value, and the host call that makes it durable, if there is anything to make durable.
pub type Computed = Result<(Value, Option<Internal>), ToolError>;

/// The host call a [`Run::HereThen`] tool makes its result durable with.
#[derive(Clone, Debug, PartialEq)]
pub struct Internal {
    /// Name of the host's tool.
    pub name: Cow<'static, str>,
    /// Its arguments.
    pub args: Value,
}

/// A tool call an agent asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// Name of the tool.
    pub name: String,
    /// Its arguments, checked against the tool's schema before anything runs.
    pub args: Value,
    /// Ask the user first. Write tools always ask, unless the agent sets this to false under an approval or a setting
    /// the user gave; it means nothing for read tools.
    pub ask: bool,
}

impl ToJson for ToolCall {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("name", &self.name);
        out.member("args", &self.args);
        out.optional("ask", &(!self.ask).then_some(false));
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
        members.optional("ask", &mut self.ask)
    }
}

impl ToolCall {
    /// A call of `name` that asks first if it writes.
    pub fn new(name: impl Into<String>, args: Value) -> Self {
        ToolCall { name: name.into(), args, ask: true }
    }
}

/// Why a tool did not give a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {text}")]
pub struct ToolError {
    /// A machine-readable code.
    pub code: String,
    /// One sentence for the model.
    pub text: String,
    /// Nothing further can work; the agent should stop.
    pub fatal: bool,
}

object!(ToolError { code, text } optional { fatal });

impl ToolError {
    /// A failure that leaves the agent free to try something else.
    pub fn new(code: impl Into<String>, text: impl Into<String>) -> Self {
        ToolError { code: code.into(), text: text.into(), fatal: false }
    }
}

/// One tool call for the host.
#[derive(Clone, Debug, PartialEq)]
pub struct HostCall {
    /// Name of the tool.
    pub name: String,
    /// Its arguments.
    pub args: Value,
    /// The idempotency key: the same for this call in every tab and after every reload, and for no other call.
    pub key: String,
    /// Read or write: a write that was started and did not return is in doubt after a reload.
    pub access: Access,
}

object!(write HostCall { name, args, key, access });
