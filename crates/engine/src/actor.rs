//! An agent and its state without their types: the engine works on this form, so the compiler builds the engine only once.

use std::any::Any;

use serde_json::Value;

use crate::agent::{Agent, State};
use crate::archive::check;
use crate::archive::part::Part;
use crate::archive::saved::Saved;
use crate::prompt::Prompt;
use crate::scene::Scene;
use crate::vocabulary::happened::Happened;
use crate::vocabulary::lang_tag::LangTag;
use crate::vocabulary::opening::Opening;
use crate::vocabulary::origin::Origin;
use crate::vocabulary::pack::{Offer, PackTools};
use crate::vocabulary::step::{Complaint, Fault, Refusal, Reply, Step, Unfit};
use crate::vocabulary::tool::{Call, Rehearsed, Started, Tool, ToolFacts};
use crate::vocabulary::verdict::Verdict;
use crate::vocabulary::view::Shown;
use stepgate_json::{self as json, value, FromJson, ToJson};
use stepgate_reply::Error;

/// A stage as JSON, without the agent's own type.
pub(crate) type AnyStage = Value;

/// The constants of an [`Agent`].
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// [`Agent::NAME`].
    pub name: &'static str,
    /// [`Agent::VERSION`].
    pub version: u32,
    /// [`Agent::LONGEST_INPUT`].
    pub longest_input: usize,
    /// [`Agent::TICKS`].
    pub ticks: bool,
    /// [`Agent::TAKES_FILES`].
    pub takes_files: bool,
    /// [`Agent::REPLACES_CARDS`].
    pub replaces_cards: bool,
    /// [`Agent::OPENING`].
    pub opening: Option<&'static str>,
    /// [`Agent::PACK_TOOLS`].
    pub pack_tools: PackTools,
}

/// An agent and its state. Each function calls the function of [`Agent`] with the same name, or accesses the agent's memory.
pub trait Actor {
    fn identity(&self) -> Identity;
    fn scene(&self) -> &Scene;
    fn scene_mut(&mut self) -> &mut Scene;

    fn stage(&self) -> AnyStage;
    /// Enters `stage`. The agent wrote it, or `check_stage` accepted it.
    fn enter(&mut self, stage: &AnyStage) -> Result<(), Error>;
    fn check_stage(&self, stage: &AnyStage) -> Result<(), Error>;

    fn open(&mut self, opening: &Opening) -> Result<(), Error>;
    fn start(&mut self) -> Step<AnyStage>;
    /// # Errors
    /// The function of a scripted agent failed.
    fn prompt(&self) -> Result<Prompt, Fault>;
    fn recall(&self, prompt: &Prompt) -> Option<Value>;
    fn decide(&mut self, reply: Reply) -> Result<Step<AnyStage>, Complaint>;
    fn react(&mut self, happened: Happened<AnyStage>) -> Result<Option<Step<AnyStage>>, Refusal>;
    fn show(&self) -> Shown;
    fn read(&self, query: &Value) -> Result<Value, Refusal>;
    fn migrate(&self, from: u32, memory: Value) -> Result<Value, Error>;
    /// Tells the agent that its memory belongs to a copy, whose nonce is `nonce`.
    fn copied(&mut self, nonce: &str);

    fn offer(&self) -> Offer;
    fn tools(&self, lang: &LangTag) -> Vec<ToolFacts<'_>>;
    /// Facts about a tool, in the session's language.
    fn tool(&self, name: &str) -> Option<ToolFacts<'_>>;
    /// Dry run of a call: its arguments as the agent reads them and the preview of its change, or the reason why it cannot run.
    fn check_call(&self, name: &str, args: &Value) -> Result<Rehearsed, Unfit>;
    /// Verdict of the rule of a tool that [judges](ToolFacts::judges). `origins`: where the values of the arguments come from.
    ///
    /// # Errors
    /// The function of a scripted agent failed.
    fn judge(&self, name: &str, args: &Value, origins: &dyn Fn() -> Vec<Origin>) -> Result<Verdict, Fault>;
    /// Digest of what a grant depends on: description, arguments, access, and how a lost answer is found out. None: there is no such tool.
    fn definition_of(&self, name: &str) -> Option<u64>;
    /// Whether the agent reads the arguments of this tool by rules of its own, beyond the tool's schema.
    fn reads_args(&self, name: &str) -> bool;
    /// Starts a call and runs the part of it that runs in this session. None: there is no such tool.
    fn start_call(&mut self, name: &str, args: &Value) -> Option<Started>;

    fn memory(&self) -> &dyn ToJson;
    fn parts(&self) -> Vec<Part<'_>>;
    /// Replaces the memory by a saved one. After an error the old memory stays.
    fn take_memory(&mut self, memory: &Value, parts: Vec<(&str, Value)>) -> Result<(), Error>;
    /// Copy of the memory, for [`Actor::put_back`].
    fn copy_memory(&self) -> Box<dyn Any>;
    fn put_back(&mut self, memory: Box<dyn Any>);
}

impl dyn Actor {
    /// Replaces the memory by a saved one, given as text. After an error the old memory stays.
    pub(crate) fn take_saved(&mut self, saved: &Saved) -> Result<(), Error> {
        let (memory, parts) = saved.read()?;
        self.take_memory(&memory, parts)
    }
}

/// An agent and its state.
pub(crate) struct Acting<A: Agent> {
    pub(crate) agent: A,
    pub(crate) state: State<A>,
}

impl<A: Agent> Acting<A> {
    /// An agent with a blank memory.
    pub(crate) fn new(agent: A) -> Self {
        let state = State { memory: A::Memory::blank(), stage: A::Stage::default(), scene: Scene::default() };
        Acting { agent, state }
    }

    fn find(&self, name: &str) -> Option<&Tool<A::Memory>> {
        self.agent.tools().iter().find(|tool| tool.name == name)
    }
}

impl<A: Agent> Actor for Acting<A> {
    fn identity(&self) -> Identity {
        Identity {
            name: A::NAME,
            version: A::VERSION,
            longest_input: A::LONGEST_INPUT,
            ticks: A::TICKS,
            takes_files: A::TAKES_FILES,
            replaces_cards: A::REPLACES_CARDS,
            opening: A::OPENING,
            pack_tools: A::PACK_TOOLS,
        }
    }

    fn scene(&self) -> &Scene {
        &self.state.scene
    }

    fn scene_mut(&mut self) -> &mut Scene {
        &mut self.state.scene
    }

    fn stage(&self) -> AnyStage {
        json::to_value(&self.state.stage)
    }

    fn enter(&mut self, stage: &AnyStage) -> Result<(), Error> {
        self.state.stage = typed(stage)?;
        Ok(())
    }

    fn check_stage(&self, stage: &AnyStage) -> Result<(), Error> {
        A::Stage::blank().take(stage)
    }

    fn open(&mut self, opening: &Opening) -> Result<(), Error> {
        self.state.memory = self.agent.open(opening)?;
        Ok(())
    }

    fn start(&mut self) -> Step<AnyStage> {
        self.agent.start(&mut self.state).map(untyped)
    }

    fn prompt(&self) -> Result<Prompt, Fault> {
        Ok(self.agent.prompt(&self.state))
    }

    fn recall(&self, prompt: &Prompt) -> Option<Value> {
        self.agent.recall(&self.state, prompt)
    }

    fn decide(&mut self, reply: Reply) -> Result<Step<AnyStage>, Complaint> {
        Ok(self.agent.decide(&mut self.state, reply)?.map(untyped))
    }

    fn react(&mut self, happened: Happened<AnyStage>) -> Result<Option<Step<AnyStage>>, Refusal> {
        let happened = happened.try_map(|stage| typed(&stage));
        debug_assert!(happened.is_ok(), "the load checks each stage that comes back: {:?}", happened.as_ref().err());
        let happened = happened.map_err(|error| Refusal::new("unreadable", error.to_string()))?;
        let step = self.agent.react(&mut self.state, happened)?;
        Ok(step.map(|step| step.map(untyped)))
    }

    fn show(&self) -> Shown {
        self.agent.show(&self.state)
    }

    fn read(&self, query: &Value) -> Result<Value, Refusal> {
        self.agent.read(&self.state, query)
    }

    fn migrate(&self, from: u32, memory: Value) -> Result<Value, Error> {
        self.agent.migrate(from, memory)
    }

    fn copied(&mut self, nonce: &str) {
        self.agent.copied(&mut self.state.memory, nonce);
    }

    fn offer(&self) -> Offer {
        self.agent.offer(&self.state)
    }

    fn tools(&self, lang: &LangTag) -> Vec<ToolFacts<'_>> {
        let own = self.agent.tools().iter().map(|tool| tool.facts(lang.spoken()));
        own.chain(self.agent.declared(&self.state.memory)).collect()
    }

    fn tool(&self, name: &str) -> Option<ToolFacts<'_>> {
        match self.find(name) {
            Some(tool) => Some(tool.facts(self.state.scene.lang())),
            None => self.agent.declared(&self.state.memory).into_iter().find(|tool| tool.name == name),
        }
    }

    fn check_call(&self, name: &str, args: &Value) -> Result<Rehearsed, Unfit> {
        let checked = match self.find(name) {
            Some(tool) => (tool.check)(&self.state.memory, &call(&self.state.scene, name, args)),
            None => Ok(Value::Null),
        };
        let preview = checked.map_err(|problem| Unfit::Problems(vec![problem]))?;
        Ok(Rehearsed { args: None, preview })
    }

    fn judge(&self, name: &str, args: &Value, origins: &dyn Fn() -> Vec<Origin>) -> Result<Verdict, Fault> {
        let Some(judge) = self.find(name).and_then(|tool| tool.judge) else { return Ok(Verdict::Ask) };
        Ok(judge(&self.state.memory, &call(&self.state.scene, name, args), &origins()))
    }

    fn definition_of(&self, name: &str) -> Option<u64> {
        let facts = self.tool(name)?;
        let about = match self.find(name) {
            Some(tool) => value! { "zh": tool.about.zh, "en": tool.about.en },
            None => facts.about.into(),
        };
        let ToolFacts { access, judges, host, .. } = facts;
        let args = facts.args.export();
        Some(check::of_tool(&value! { "about": about, "args": args, "access": access, "judges": judges, "host": host }))
    }

    fn reads_args(&self, _name: &str) -> bool {
        false
    }

    fn start_call(&mut self, name: &str, args: &Value) -> Option<Started> {
        match self.agent.tools().iter().find(|tool| tool.name == name) {
            Some(tool) => {
                let State { memory, scene, .. } = &mut self.state;
                Some(tool.run.start(memory, &call(scene, name, args)))
            }
            None => self.tool(name).map(|_| Started::Host),
        }
    }

    fn memory(&self) -> &dyn ToJson {
        &self.state.memory
    }

    fn parts(&self) -> Vec<Part<'_>> {
        self.agent.parts(&self.state.memory)
    }

    fn take_memory(&mut self, memory: &Value, parts: Vec<(&str, Value)>) -> Result<(), Error> {
        let mut taken = A::Memory::blank();
        taken.take(memory).map_err(|error| error.below("/parts/memory"))?;
        for (name, value) in parts {
            self.agent.put_part(&mut taken, name, value)?;
        }
        self.state.memory = taken;
        Ok(())
    }

    fn copy_memory(&self) -> Box<dyn Any> {
        Box::new(self.state.memory.clone())
    }

    fn put_back(&mut self, memory: Box<dyn Any>) {
        let memory = memory.downcast();
        debug_assert!(memory.is_ok(), "copy_memory made a copy of another type");
        if let Ok(memory) = memory {
            self.state.memory = *memory;
        }
    }
}

fn call<'a>(scene: &Scene, name: &'a str, args: &'a Value) -> Call<'a> {
    Call { name, args, lang: scene.lang(), now: scene.now(), seed: scene.seed() }
}

fn untyped<S: ToJson>(stage: S) -> AnyStage {
    json::to_value(&stage)
}

/// Reads a stage that [`untyped`] wrote, or that `check_stage` accepted.
fn typed<S: FromJson>(stage: &AnyStage) -> Result<S, Error> {
    json::read(stage)
}
