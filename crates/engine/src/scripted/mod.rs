//! Scripted agents: a definition as data, and functions that take and give JSON. So an agent can be written outside of Rust.

mod answer;
mod definition;
mod given;
mod happened;

use std::any::Any;
use std::rc::Rc;

use serde_json::Value;

use self::answer::{Answer, Ran};
pub use self::definition::Definition;
use self::given::Given;
use crate::actor::{Actor, AnyStage, Identity};
use crate::archive::part::Part;
use crate::prompt::Prompt;
use crate::scene::Scene;
use crate::vocabulary::happened::Happened;
use crate::vocabulary::lang_tag::LangTag;
use crate::vocabulary::opening::Opening;
use crate::vocabulary::origin::Origin;
use crate::vocabulary::pack::Offer;
use crate::vocabulary::step::{Complaint, Fault, Refusal, Reply, Step, Unfit, AGENT_FAULT};
use crate::vocabulary::tool::{Rehearsed, Started, ToolError, ToolFacts};
use crate::vocabulary::verdict::Verdict;
use crate::vocabulary::view::{Failure, Shown};
use crate::vocabulary::wait::Wait;
use stepgate_json::{text_of, value, ToJson};
use stepgate_reply::{Error, Kind};

/// The functions of a scripted agent. They are pure, as those of an [`Agent`](crate::Agent): no clock, no randomness, no input or output.
///
/// Each function has a name. It is given the JSON text of an object with the state, `{ memory, stage, lang, now, seed, worked, thread, waiting,
/// idle, steps }`, and the members of the table. `waiting` is the kind of the session's wait, during an event of the wait before it. `steps` counts
/// the model calls since the user spoke, one under way included. A function that
/// needs the transcript answers `{ wants: "transcript" }` and is called again with it, as a list of [`Block`](crate::Block)s; a rule that needs the
/// origins of the values in `args`, `{ wants: "origins" }`. The functions after the line may be left out; those that there are stand in [`Definition`]'s `functions`.
///
/// | function | is also given | answers |
/// | --- | --- | --- |
/// | `memory` (no state) | `input`, `lang`, `now`, `seed` | `{ memory }`, or `{ refuse: { place, text } }` for a wrong input |
/// | `stages.S.prompt` | `offer`, where the stage has packs and they matter: `{ tools, own: [{ name, about, packs }], lines }`, as [`Offer`] | `{ system, window?, tail?, reply?, told?, tools?, sampling?, limits? }` |
/// | `stages.S.decide` | `reply`, `corrections` | an answer, or `{ complain: text }` for the model |
/// | ─ | | |
/// | `start` | | an answer; without it the session listens in the first stage |
/// | `on.said`, `on.answered`, `on.chosen`, `on.edited`, `on.returned`, `on.doubted`, `on.failed`, `on.gave_up`, `on.stopped`, `on.ticked` | the members of [`Happened`] | an answer, null (nothing happened), or `{ refuse: { code, text } }` for the user |
/// | `view` | | `{ data?, progress?, card?, opens? }` |
/// | `read` | `query` | `{ value }` or `{ refuse: { code, text } }` |
/// | `tools.T.check` | `args` | `{ args?, preview? }` (`args`: as the agent reads them, which is what a card shows and what runs) or `{ problem: { path, found, allowed, plain? } }` |
/// | `tools.T.access`: the rule of a write | `args`, as they were read; `origins`, if wanted, as a list of [`Origin`](crate::Origin)s | `"run"`, `"ask"` or `{ "deny": text }` |
/// | `tools.T.run`: in the session, not by the host | `args` | `{ value, memory?, save?: { name, args } }` (`save`: the host's call that saves it) or `{ error: { code, text, fatal? } }` |
/// | `migrate` (no state) | `from`, `memory` | `{ memory }`: the memory of an older version in today's form |
/// | `copied` | `nonce` | `{ memory }`, without what the user allowed |
///
/// An answer is `{ memory?, said?, step }`. `step` is a [`Step`] as it is saved (`{ "think": "ask" }`, …), or `"usual"` for the
/// engine's own. `said` is a list of `{ say: text }`, `{ hear: text }`, `{ cue: text }`, `{ note: { code, data } }`,
/// `{ fail: { code, text } }` and `{ thread: number }`, as the functions of [`State`](crate::State). What stands before a switch of the thread, and the
/// reply that is decided on, belongs to the thread before it. Without `memory` the memory stays as it is.
pub trait Script: 'static {
    /// Calls the function of this name.
    ///
    /// # Errors
    /// The function failed: a bug in the agent, in words for its author.
    fn call(&self, function: &str, given: &str) -> Result<Value, String>;
}

/// A scripted agent and its state.
pub(crate) struct Scripted {
    definition: Rc<Definition>,
    script: Rc<dyn Script>,
    memory: Rc<Value>,
    stage: AnyStage,
    scene: Scene,
}

/// A member beside the transcript that a function may want: its name, and what adds it.
type More<'a> = (&'a str, &'a dyn Fn(&mut Given));

impl Scripted {
    /// An agent with a blank memory.
    pub(crate) fn new(definition: Rc<Definition>, script: Rc<dyn Script>) -> Self {
        let stage = Value::from(definition.first_stage());
        Scripted { definition, script, memory: Rc::default(), stage, scene: Scene::default() }
    }

    fn stage_name(&self) -> &str {
        text_of(Some(&self.stage))
    }

    /// Calls a function and reads its answer.
    fn call<T>(&self, function: &str, given: Given, read: impl Fn(&Value) -> Result<T, Error>) -> Result<T, Fault> {
        self.call_with(function, given, &[], read)
    }

    /// As [`Scripted::call`]. `more`: members beside the transcript that the function may want, by their names, each with what adds it.
    fn call_with<T>(
        &self,
        function: &str,
        mut given: Given,
        more: &[More],
        read: impl Fn(&Value) -> Result<T, Error>,
    ) -> Result<T, Fault> {
        let answer = |given: &Given| {
            let answer = self.script.call(function, &given.clone().text());
            answer.map_err(|text| Fault(format!("{function}: {text}")))
        };
        let add_transcript = |given: &mut Given| given.member("transcript", &self.scene.transcript().blocks(0));
        let own: More = ("transcript", &add_transcript);
        let mut left: Vec<_> = more.iter().chain([&own]).collect();
        let mut answered = answer(&given)?;
        // Each member is wanted once.
        while let Some(at) =
            left.iter().position(|(name, _)| answered.get("wants").is_some_and(|wanted| wanted == name))
        {
            let (_, add) = left.swap_remove(at);
            add(&mut given);
            answered = answer(&given)?;
        }
        read(&answered).map_err(|error| Fault(format!("{function}: its answer at {error}")))
    }

    /// The state, to which the members of a call are added.
    fn state(&self) -> Given {
        let mut out = Given::default();
        out.member("memory", &*self.memory);
        out.member("stage", &self.stage);
        out.member("lang", self.scene.lang_tag());
        out.member("now", &self.scene.now());
        out.member("seed", &self.scene.seed());
        out.member("worked", &self.scene.worked());
        out.member("thread", &self.scene.thread());
        out.member("steps", &self.scene.steps());
        out.member("waiting", &self.scene.wait());
        let waits = matches!(self.scene.wait(), Wait::Model | Wait::Tool) || self.scene.persists();
        out.member("idle", &!waits);
        out
    }

    fn answer(&self, function: &str, given: Given) -> Result<Answer, Fault> {
        self.call(function, given, |answer| Answer::read(answer, &self.definition))
    }

    fn make(&mut self, changes: answer::Changes) {
        if let Some(memory) = changes.make(&mut self.scene) {
            self.memory = Rc::new(memory);
        }
    }

    /// The step after a fault: the turn fails.
    fn fail(&mut self, Fault(text): Fault) -> Step<AnyStage> {
        self.scene.fail(Failure::new(AGENT_FAULT, text));
        Step::Retract(AGENT_FAULT.into())
    }

    fn wrong(function: &str, allowed: &str) -> Fault {
        Fault(format!("{function}: its answer must be {allowed}"))
    }

    /// Calls a function that gives a memory.
    fn new_memory(&self, function: &str, given: Given) -> Result<Value, Fault> {
        self.call(function, given, |answer| member(answer, "memory"))
    }
}

impl Actor for Scripted {
    fn identity(&self) -> Identity {
        self.definition.identity
    }

    fn scene(&self) -> &Scene {
        &self.scene
    }

    fn scene_mut(&mut self) -> &mut Scene {
        &mut self.scene
    }

    fn stage(&self) -> AnyStage {
        self.stage.clone()
    }

    fn enter(&mut self, stage: &AnyStage) -> Result<(), Error> {
        self.check_stage(stage)?;
        self.stage = stage.clone();
        Ok(())
    }

    fn check_stage(&self, stage: &AnyStage) -> Result<(), Error> {
        answer::check_stage(stage, &self.definition)
    }

    fn open(&mut self, opening: &Opening) -> Result<(), Error> {
        let mut given = Given::default();
        given.member("input", &opening.input);
        given.member("lang", &opening.lang);
        given.member("now", &opening.at_ms);
        given.member("seed", &opening.seed);
        let opened = self.call("memory", given, |answer| match answer.get("refuse") {
            Some(refused) => Ok(Err(Error::new(
                Kind::Malformed,
                format!("/input{}", text(refused, "place")?),
                text(refused, "text")?,
            ))),
            None => member(answer, "memory").map(Ok),
        });
        let memory = opened.map_err(|Fault(text)| Error::new(Kind::Malformed, "/agent", text))??;
        self.memory = Rc::new(memory);
        Ok(())
    }

    fn start(&mut self) -> Step<AnyStage> {
        let usual = Step::Listen(Value::from(self.definition.first_stage()));
        if !self.definition.has("start") {
            return usual;
        }
        match self.answer("start", self.state()) {
            Ok(Answer::Step(changes, step)) => {
                self.make(changes);
                step
            }
            Ok(Answer::Usual(changes)) => {
                self.make(changes);
                usual
            }
            Ok(_) => {
                self.fail(Self::wrong("start", "a step"));
                usual
            }
            Err(fault) => {
                self.fail(fault);
                usual
            }
        }
    }

    fn prompt(&self) -> Result<Prompt, Fault> {
        let name = self.stage_name();
        let function = format!("stages.{name}.prompt");
        let Some(stage) = self.definition.stage(name) else { return Err(Self::wrong(&function, "in the definition")) };
        let (mut given, offer) = (self.state(), self.offer());
        if !offer.packs().is_empty() {
            given.member("offer", &offer.as_data(self.scene.lang()));
        }
        self.call(&function, given, |answer| answer::read_prompt(answer, stage, &self.definition))
    }

    fn recall(&self, _prompt: &Prompt) -> Option<Value> {
        None
    }

    fn decide(&mut self, reply: Reply) -> Result<Step<AnyStage>, Complaint> {
        let function = format!("stages.{}.decide", self.stage_name());
        let mut given = self.state();
        given.member("reply", &reply.value);
        given.member("corrections", &reply.corrections);
        Ok(match self.answer(&function, given) {
            Ok(Answer::Step(changes, step)) => {
                self.make(changes);
                step
            }
            Ok(Answer::Complaint(text)) => return Err(Complaint::new("refused", text)),
            Ok(_) => self.fail(Self::wrong(&function, "a step, or { complain: text }")),
            Err(fault) => self.fail(fault),
        })
    }

    fn react(&mut self, happened: Happened<AnyStage>) -> Result<Option<Step<AnyStage>>, Refusal> {
        let (function, lang) = (happened::function(&happened), self.scene.lang());
        if !self.definition.has(function) {
            return happened.usual(lang);
        }
        let mut given = self.state();
        happened::write(&happened, &mut given);
        let fault = match self.answer(function, given) {
            Ok(Answer::Step(changes, step)) => {
                self.make(changes);
                return Ok(Some(step));
            }
            Ok(Answer::Usual(changes)) => {
                self.make(changes);
                return happened.usual(lang);
            }
            Ok(Answer::Nothing) => return Ok(None),
            Ok(Answer::Refusal(refusal)) => return Err(refusal),
            Ok(Answer::Complaint(_)) => Self::wrong(function, "a step, null, or { refuse: { code, text } }"),
            Err(fault) => fault,
        };
        if happened::is_asked_for(&happened) {
            return Err(Refusal::new(AGENT_FAULT, fault.0));
        }
        Ok(Some(self.fail(fault)))
    }

    fn show(&self) -> Shown {
        if !self.definition.has("view") {
            return Shown::default();
        }
        let shown = self.call("view", self.state(), stepgate_json::read);
        shown.unwrap_or_else(|Fault(text)| Shown { data: value! { "agent_fault": text }, ..Shown::default() })
    }

    fn read(&self, query: &Value) -> Result<Value, Refusal> {
        if !self.definition.has("read") {
            return Err(Refusal::no_queries(self.scene.lang()));
        }
        let mut given = self.state();
        given.member("query", query);
        let read = self.call("read", given, |answer| match answer.get("refuse") {
            Some(refused) => Ok(Err(Refusal::new(text(refused, "code")?, text(refused, "text")?))),
            None => member(answer, "value").map(Ok),
        });
        read.unwrap_or_else(|Fault(text)| Err(Refusal::new(AGENT_FAULT, text)))
    }

    fn migrate(&self, from: u32, memory: Value) -> Result<Value, Error> {
        let unreadable = |text: String| Error::new(Kind::Version, "/version", text);
        if !self.definition.has("migrate") {
            let Identity { name, version, .. } = self.identity();
            return Err(unreadable(format!("this definition reads version {version} of {name}, not {from}")));
        }
        let mut given = Given::default();
        given.member("from", &from);
        given.member("memory", &memory);
        self.new_memory("migrate", given).map_err(|Fault(text)| unreadable(text))
    }

    fn copied(&mut self, nonce: &str) {
        if !self.definition.has("copied") {
            return;
        }
        let mut given = self.state();
        given.member("nonce", &nonce);
        match self.new_memory("copied", given) {
            Ok(memory) => self.memory = Rc::new(memory),
            Err(Fault(text)) => self.scene.fail(Failure::new(AGENT_FAULT, text)),
        }
    }

    fn offer(&self) -> Offer {
        let open = |names| self.scene.transcript().open_packs(self.scene.thread(), names);
        self.definition.offer(self.stage_name(), open, self.scene.lang_tag())
    }

    fn tools(&self, lang: &LangTag) -> Vec<ToolFacts<'_>> {
        self.definition.tools(lang)
    }

    fn tool(&self, name: &str) -> Option<ToolFacts<'_>> {
        self.definition.tool(name, self.scene.lang_tag())
    }

    fn check_call(&self, name: &str, args: &Value) -> Result<Rehearsed, Unfit> {
        let function = format!("tools.{name}.check");
        if !self.definition.has(&function) {
            return Ok(Rehearsed { args: None, preview: Value::Null });
        }
        let mut given = self.state();
        given.member("args", args);
        let checked = self.call(&function, given, answer::read_check).map_err(Unfit::Fault)?;
        checked.map_err(|problem| Unfit::Problems(vec![problem]))
    }

    fn judge(&self, name: &str, args: &Value, origins: &dyn Fn() -> Vec<Origin>) -> Result<Verdict, Fault> {
        let mut given = self.state();
        given.member("args", args);
        let wanted = |given: &mut Given| given.member("origins", &origins());
        self.call_with(&format!("tools.{name}.access"), given, &[("origins", &wanted)], stepgate_json::read)
    }

    fn definition_of(&self, name: &str) -> Option<u64> {
        self.definition.digest_of(name)
    }

    fn reads_args(&self, name: &str) -> bool {
        self.definition.reads_args(name)
    }

    fn start_call(&mut self, name: &str, args: &Value) -> Option<Started> {
        let tool = self.tool(name)?;
        if tool.host {
            return Some(Started::Host);
        }
        let mut given = self.state();
        given.member("args", args);
        let ran = self.call(&format!("tools.{name}.run"), given, answer::read_run);
        let Ran { result, memory, save } = match ran {
            Ok(ran) => ran,
            Err(Fault(text)) => return Some(Started::Here(Err(ToolError::new(AGENT_FAULT, text)))),
        };
        if let Some(memory) = memory {
            self.memory = Rc::new(memory);
        }
        Some(match save {
            Some(save) => Started::HereThen(result.map(|value| (value, Some(save)))),
            None => Started::Here(result),
        })
    }

    fn memory(&self) -> &dyn ToJson {
        &*self.memory
    }

    fn parts(&self) -> Vec<Part<'_>> {
        Vec::new()
    }

    fn take_memory(&mut self, memory: &Value, parts: Vec<(&str, Value)>) -> Result<(), Error> {
        if let Some((name, _)) = parts.first() {
            return Err(Error::new(Kind::Malformed, format!("/parts/{name}"), "this agent has no such part"));
        }
        self.memory = Rc::new(memory.clone());
        Ok(())
    }

    fn copy_memory(&self) -> Box<dyn Any> {
        Box::new(self.memory.clone())
    }

    fn put_back(&mut self, memory: Box<dyn Any>) {
        let memory = memory.downcast();
        debug_assert!(memory.is_ok(), "copy_memory made a copy of another type");
        if let Ok(memory) = memory {
            self.memory = *memory;
        }
    }
}

/// A member that must be there.
fn member(of: &Value, name: &str) -> Result<Value, Error> {
    of.get(name).cloned().ok_or_else(|| Error::new(Kind::Malformed, format!("/{name}"), "is missing"))
}

/// A member that must be a text.
fn text(of: &Value, name: &str) -> Result<String, Error> {
    stepgate_json::read(&member(of, name)?)
}
