//! The trait of an agent.

use serde_json::Value;

use super::happened::Happened;
use super::saved::Part;
use super::session::Opening;
use super::state::State;
use super::step::{Complaint, Refusal, Reply, Step};
use super::tool::{Tool, ToolFacts};
use super::view::Shown;
use crate::prompt::Prompt;
use crate::Error;
use stepgate_json::{FromJson, ToJson};

/// An agent: a memory, a few stages, and pure functions that answer "what next?".
///
/// The functions see no clock, no randomness and do no input or output: what they need comes in through the state and
/// the arguments, and what they want done goes out as a [`Step`].
pub trait Agent: Sized + 'static {
    /// Where it is; picks the prompt and the contract. Its default is where a fresh session stands before `start`.
    type Stage: Clone + Default + PartialEq + ToJson + FromJson;
    /// What it knows. Saved whole when it changed; what is big goes into [`Agent::parts`].
    type Memory: Clone + ToJson + FromJson;

    /// The agent's name.
    const NAME: &'static str;
    /// Version of its memory; older memories come through [`Agent::migrate`].
    const VERSION: u32;
    /// The longest text a user may say, in characters.
    const LONGEST_INPUT: usize = 8_000;
    /// Whether it has time limits: the host then tells it the time once a second while the model or a tool is at work.
    const TICKS: bool = false;
    /// Name of the edit `{ name: true }` with which it speaks first, once [`Shown::opens`] says so. The edit changes nothing where
    /// that is not due, and is never refused. None: the user speaks first.
    const OPENING: Option<&'static str> = None;

    /// The memory of a fresh session.
    ///
    /// # Errors
    /// The input is not what the agent documents; the error names the place (`/input/…`).
    fn open(&self, opening: &Opening) -> Result<Self::Memory, Error>;

    /// The first step: [`Step::Listen`], or, for imported work, the card it stands at.
    fn start(&self, state: &mut State<Self>) -> Step<Self::Stage>;

    /// What the model is asked in this state. Pure.
    fn prompt(&self, state: &State<Self>) -> Prompt;

    /// The model has spoken, within its contract.
    ///
    /// # Errors
    /// A complaint: everything this call did is undone, and the model is asked again.
    fn decide(&self, state: &mut State<Self>, reply: Reply) -> Result<Step<Self::Stage>, Complaint>;

    /// Anything else has happened. `None`: keep waiting, and keep the memory as it was; [`Step::Stay`]: keep waiting with
    /// the memory as it is now.
    ///
    /// # Errors
    /// A refusal for the user: everything this call did is undone.
    fn react(
        &self,
        state: &mut State<Self>,
        happened: Happened<Self::Stage>,
    ) -> Result<Option<Step<Self::Stage>>, Refusal> {
        happened.usual(state.lang())
    }

    /// What the page shows: a card at `Listen`, the progress, the agent's data. Pure.
    fn show(&self, state: &State<Self>) -> Shown;

    /// The page's questions (an export, a preview). Pure.
    ///
    /// # Errors
    /// `unknown_query`, or the agent's own reasons.
    fn read(&self, state: &State<Self>, query: &Value) -> Result<Value, Refusal>;

    /// The tools it has.
    fn tools(&self) -> &[Tool<Self::Memory>] {
        &[]
    }

    /// The tools that the memory declares (a page's own), beside those of [`Agent::tools`], which come first where names
    /// are the same. The host runs them.
    fn declared<'a>(&self, _memory: &'a Self::Memory) -> Vec<ToolFacts<'a>> {
        Vec::new()
    }

    /// Big pieces of the memory, kept out of its serialised form (`without` in its list), each with a version that moves
    /// with every change: a piece is saved when its version moved, as null once it is not named any more. One that is named and
    /// was not saved is lost, and the session is not loaded without it: so which pieces there are stands in the memory, or in a
    /// piece.
    fn parts<'a>(&self, _memory: &'a Self::Memory) -> Vec<Part<'a>> {
        Vec::new()
    }

    /// Puts a piece that [`Agent::parts`] named back into a memory that was read again. They come in the order of their
    /// names; one that was not named any more comes as null.
    ///
    /// # Errors
    /// The piece is unknown or malformed.
    fn put_part(&self, _memory: &mut Self::Memory, name: &str, _value: Value) -> Result<(), Error> {
        Err(Error::new(crate::Kind::Malformed, format!("/parts/{name}"), "this agent has no such part"))
    }

    /// A decision known without asking the model. Pure.
    fn recall(&self, _state: &State<Self>, _prompt: &Prompt) -> Option<Value> {
        None
    }

    /// The session comes from a file or is a copy: takes back what the user allowed and what lets a write run without asking, and
    /// what only the file vouches for. `nonce` is the copy's own, for agents that make keys of their own.
    fn copied(&self, _memory: &mut Self::Memory, _nonce: &str) {}

    /// A memory saved by an older version of the agent, made into one of this version.
    ///
    /// # Errors
    /// That version cannot be read any more.
    fn migrate(&self, from: u32, _memory: Value) -> Result<Value, Error> {
        Err(Error::new(
            crate::Kind::Version,
            "/version",
            format!("this build reads version {} of {}, not {from}", Self::VERSION, Self::NAME),
        ))
    }
}
