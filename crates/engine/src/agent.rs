//! The trait that an agent implements, and the state that it works on.

use serde_json::Value;

use crate::archive::part::Part;
use crate::prompt::Prompt;
use crate::scene::Scene;
use crate::transcript::entries::Transcript;
use crate::vocabulary::cue::Cue;
use crate::vocabulary::happened::Happened;
use crate::vocabulary::opening::Opening;
use crate::vocabulary::pack::{Offer, PackLimits, PackTools};
use crate::vocabulary::step::{Complaint, Refusal, Reply, Step};
use crate::vocabulary::tool::{Tool, ToolFacts};
use crate::vocabulary::view::{Failure, Shown};
use crate::vocabulary::wait::Wait;
use stepgate_json::{FromJson, ToJson};
use stepgate_reply::{Error, Kind, Lang};

/// An agent: a memory, a few stages, and pure functions that answer "what next?".
///
/// The functions see no clock and no randomness, and do no input or output. Everything they need comes in through the state and the
/// arguments. Everything they want done goes out as a [`Step`].
pub trait Agent: Sized + 'static {
    /// The agent's stage, which picks the prompt and the contract. A fresh session is in the default stage before `start`.
    type Stage: Clone + Default + PartialEq + ToJson + FromJson;
    /// The agent's memory. A change saves all of it; large pieces belong in [`Agent::parts`].
    type Memory: Clone + ToJson + FromJson;

    /// The agent's name.
    const NAME: &'static str;
    /// Version of the memory. [`Agent::migrate`] reads older versions.
    const VERSION: u32;
    /// Longest text that the user may send, in characters.
    const LONGEST_INPUT: usize = 8_000;
    /// Whether the user may send images and files with their words. Its prompts then have the words of the thread with them.
    const TAKES_FILES: bool = false;
    /// Whether the agent has time limits. If so, the host sends [`Event::Ticked`](crate::Event::Ticked) once a second while a model or
    /// tool call is running.
    const TICKS: bool = false;
    /// Whether a reply to words that the user said at an open card may put something else in the card's place: the reply is then decided on in
    /// the stage that made the card. If not, the model can only keep the card or drop it, and the agent hears a no with the words.
    const REPLACES_CARDS: bool = true;
    /// Name of the edit `{ name: true }` by which the agent speaks first, as soon as [`Shown::opens`] is true. At any other time the edit
    /// changes nothing; the agent never refuses it. None: the user speaks first.
    const OPENING: Option<&'static str> = None;

    /// Names of the two tools by which the model opens and closes packs of tools.
    const PACK_TOOLS: PackTools = PackTools { open: "open_tools", close: "close_tools" };

    /// Makes the memory of a fresh session.
    ///
    /// # Errors
    /// The input does not have the documented form; the error names the place (`/input/…`).
    fn open(&self, opening: &Opening) -> Result<Self::Memory, Error>;

    /// Returns the first step: [`Step::Listen`] in the default stage, or an open card if the input continues earlier work.
    fn start(&self, _state: &mut State<Self>) -> Step<Self::Stage> {
        Step::Listen(Self::Stage::default())
    }

    /// Builds the request to the model for this state. Pure.
    fn prompt(&self, state: &State<Self>) -> Prompt;

    /// Decides what to do about a reply that fits its contract.
    ///
    /// # Errors
    /// A complaint for the model. The engine undoes all changes of this call and asks the model again.
    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Self::Stage>, Complaint>;

    /// Reacts to anything other than a reply. `None`: keep waiting, and undo all changes to the memory; [`Step::Stay`]: keep waiting, and
    /// keep the changes.
    ///
    /// # Errors
    /// A refusal for the user. The engine undoes all changes of this call.
    fn react(
        &self,
        state: &mut State<Self>,
        happened: Happened<Self::Stage>,
    ) -> Result<Option<Step<Self::Stage>>, Refusal> {
        happened.usual(state.lang())
    }

    /// Describes what the page shows beside the conversation: a card at `Listen`, the progress, the agent's data. By default nothing.
    /// Pure.
    fn show(&self, _state: &State<Self>) -> Shown {
        Shown::default()
    }

    /// Answers a query of the page (an export, a preview). By default there are none. Pure.
    ///
    /// # Errors
    /// `unknown_query`, or the agent's own reasons.
    fn read(&self, state: &State<Self>, _query: &Value) -> Result<Value, Refusal> {
        Err(Refusal::no_queries(state.lang()))
    }

    /// The agent's tools.
    fn tools(&self) -> &[Tool<Self::Memory>] {
        &[]
    }

    /// Tools that the memory declares (those of the page). The host runs them. A tool of [`Agent::tools`] with the same name takes
    /// precedence.
    fn declared<'a>(&self, _memory: &'a Self::Memory) -> Vec<ToolFacts<'a>> {
        Vec::new()
    }

    /// The tools of this state, where some stand in packs: [`State::offer`] makes it. [`Agent::prompt`] tells the model [`Offer::lines`], and
    /// its tools are [`Offer::callable`]; its contract takes all tools, and what it tells the model ([`told`](field@Prompt::told)) only
    /// these. The engine runs the tools that open and close packs, and opens the pack of a tool that is called. By default no tool stands in
    /// a pack. Pure.
    fn offer(&self, _state: &State<Self>) -> Offer {
        Offer::default()
    }

    /// Large pieces of the memory, which the engine saves separately. Leave them out of the memory's JSON (`#[json(skip = …)]`). Each
    /// piece has a version that changes with its value; the engine saves a piece when its version changed, and saves null once the agent
    /// no longer names it. A session does not load if a piece that the agent names was not saved. So the memory itself, or another piece,
    /// must record which pieces exist.
    fn parts<'a>(&self, _memory: &'a Self::Memory) -> Vec<Part<'a>> {
        Vec::new()
    }

    /// Puts a saved piece of [`Agent::parts`] back into a memory that was loaded. Pieces come in the order of their names; a piece that
    /// the agent no longer named comes as null.
    ///
    /// # Errors
    /// The agent has no such piece, or the piece is malformed.
    fn put_part(&self, _memory: &mut Self::Memory, name: &str, _value: Value) -> Result<(), Error> {
        Err(Error::new(Kind::Malformed, format!("/parts/{name}"), "this agent has no such part"))
    }

    /// Returns a decision that needs no model call. Pure.
    fn recall(&self, _state: &State<Self>, _prompt: &Prompt) -> Option<Value> {
        None
    }

    /// Prepares the memory of a copied or imported session: revokes the user's permissions and everything that lets a write run without
    /// asking, and drops whatever only the file vouches for. `nonce` is the copy's own, for agents that make their own keys.
    fn copied(&self, _memory: &mut Self::Memory, _nonce: &str) {}

    /// Converts a memory that an older version of the agent saved.
    ///
    /// # Errors
    /// This build no longer reads that version.
    fn migrate(&self, from: u32, _memory: Value) -> Result<Value, Error> {
        Err(Error::new(
            Kind::Version,
            "/version",
            format!("this build reads version {} of {}, not {from}", Self::VERSION, Self::NAME),
        ))
    }
}

/// An agent's memory and stage, and the functions to speak. The engine undoes all changes if the agent answers with a complaint or a
/// refusal.
pub struct State<A: Agent> {
    /// The agent's memory.
    pub memory: A::Memory,
    pub(crate) stage: A::Stage,
    pub(crate) scene: Scene,
}

impl<A: Agent> State<A> {
    /// The agent's stage. Only a step changes it.
    pub fn stage(&self) -> &A::Stage {
        &self.stage
    }

    /// The language to speak in: Chinese for every kind of Chinese, else English.
    pub fn lang(&self) -> Lang {
        self.scene.lang()
    }

    /// The seed of the session, from which it makes its ids.
    pub fn seed(&self) -> u64 {
        self.scene.seed()
    }

    /// Time of the current event: the host's clock, in milliseconds since the epoch.
    pub fn now(&self) -> u64 {
        self.scene.now()
    }

    /// Time the session has waited for the model and for tools since it was opened, in milliseconds. Not counted: time it waited for the
    /// user, also while the model answered words at an open card, time no page had it open, and time the machine slept (a gap in the ticks).
    pub fn worked(&self) -> u64 {
        self.scene.worked()
    }

    /// The current thread.
    pub fn thread(&self) -> u32 {
        self.scene.thread()
    }

    /// Switches to another thread.
    pub fn switch_thread(&mut self, thread: u32) {
        self.scene.switch_thread(thread);
    }

    /// Kind of the session's wait. During an event: of the wait before the event.
    pub fn waiting(&self) -> Wait {
        self.scene.wait()
    }

    /// Whether the session accepts edits: no model call, tool call or save is running.
    pub fn is_idle(&self) -> bool {
        !matches!(self.scene.wait(), Wait::Model | Wait::Tool) && !self.scene.persists()
    }

    /// The offer of these tools: those in no pack and those in packs that the model has opened in the current thread. Up to the limits it is all
    /// of them. `about`: what the prompt says of a pack; empty: the names of its tools.
    pub fn offer<'t, 'a>(
        &self,
        tools: impl IntoIterator<Item = &'t Tool<A::Memory>>,
        about: impl Fn(&str) -> &'a str,
        limits: PackLimits,
    ) -> Offer
    where
        A::Memory: 't,
    {
        let open = self.scene.transcript().open_packs(self.scene.thread(), A::PACK_TOOLS);
        let lang = self.scene.lang();
        Offer::of(tools.into_iter().map(|tool| tool.facts(lang)), about, &open, A::PACK_TOOLS, limits)
    }

    /// The transcript.
    pub fn transcript(&self) -> &Transcript {
        self.scene.transcript()
    }

    /// Says something to the user, in the current thread.
    pub fn say(&mut self, text: impl Into<String>) {
        self.scene.say(text.into());
    }

    /// Adds a note for the page and the trace; the model never sees it.
    pub fn note(&mut self, code: impl Into<String>, data: Value) {
        self.scene.note(code.into(), data);
    }

    /// Reports a failure to the user: `view.error` shows it until the next turn begins.
    pub fn fail(&mut self, code: impl Into<String>, text: impl Into<String>) {
        self.scene.fail(Failure::new(code, text));
    }

    /// Adds a message of the user to the current thread. In `decide` it follows the reply.
    pub fn hear(&mut self, text: impl Into<String>) {
        self.scene.hear(text.into(), None);
    }

    /// Adds a cue for the model in the user's place. In `decide` it follows the reply. The page does not show it as the user's words. The code
    /// says why it is given, for whoever reads the transcript.
    pub fn cue(&mut self, code: impl Into<String>, text: impl Into<String>) {
        self.scene.hear(text.into(), Some(Cue::Named(code.into())));
    }

    /// Adds, in `decide`, the cue that the reply answers: it was in the [`Prompt`]'s tail, which is not saved.
    pub fn cue_before(&mut self, code: impl Into<String>, text: impl Into<String>) {
        self.scene.cue_before(Cue::Named(code.into()), text.into());
    }
}
