//! A session of an LLM agent waits: `User → Model → (Tool | Card | Approval) → … → User`. An event ends the wait, a step begins the next.
//!
//! This page is the contract. Three parties keep it:
//!
//! - The **host** (a page, a server, a test) sends events, does what the effect says, and saves.
//! - The **session** ([`Session`], [`AnySession`]) has the waits, the transcript and the rules that hold for every agent.
//! - The **agent** ([`Agent`]) has a memory, a few stages, and pure functions that answer "what next?".
//!
//! Session and agent do no input or output. The time comes in with each event, and ids are made from the seed of the [`Opening`].
//!
//! # The states
//!
//! A session waits for exactly one thing. [`Wait`] names it:
//!
//! - [`User`](Wait::User): for the user to speak
//! - [`Model`](Wait::Model): for a reply of the model
//! - [`Tool`](Wait::Tool): for the results of the host's tools
//! - [`Card`](Wait::Card): for the answer to a question of the agent, or to the engine's own about a write in doubt
//! - [`Approval`](Wait::Approval): for a yes or no to writes, with the arguments that the card shows
//! - [`Nothing`](Wait::Nothing): the session has ended with an outcome; if the user speaks, it goes on
//!
//! A wait for the model, for tools, for a card or for an approval has a number, the `call`. An event that answers another number is late.
//!
//! # The trait
//!
//! [`Agent`] has two types, [`Stage`](Agent::Stage) and [`Memory`](Agent::Memory). Its functions work on a [`State`]:
//!
//! - [`open`](Agent::open) makes the memory, [`start`](Agent::start) gives the first step.
//! - [`prompt`](Agent::prompt) builds the [`Prompt`](prompt::Prompt): system text, window, [`Contract`](prompt::Contract), tools, [`Limits`].
//! - [`decide`](Agent::decide) answers a [`Reply`] that fits the contract with a [`Step`], or with a [`Complaint`] for the model.
//! - [`react`](Agent::react) answers what else [`Happened`] with a [`Step`], with nothing, or with a [`Refusal`] for the user.
//! - [`show`](Agent::show) says what the page draws ([`Shown`]), [`read`](Agent::read) answers a query of the page.
//! - [`tools`](Agent::tools) lists each [`Tool`] of the agent, [`declared`](Agent::declared) those of the page,
//!   [`offer`](Agent::offer) says which of them stand in packs that the model opens first.
//! - [`parts`](Agent::parts), [`put_part`](Agent::put_part), [`migrate`](Agent::migrate) and [`copied`](Agent::copied) serve saving.
//!
//! An agent can also be written outside of Rust, as a [`Definition`] with a [`Script`].
//!
//! # An event
//!
//! The numbers stand in the code, too: `session/handle.rs` has 1 to 11, the files that it calls have their letters (3a, 4b, …).
//!
//! 1. The host calls [`AnySession::handle`] with an [`Event`]. One that answers a wait which is over is late and changes nothing.
//! 2. The clock goes on to the time of the event.
//! 3. A function for its kind handles the event. A reply is read against the contract of the prompt ([`reply::read`]): found in the text,
//!    repaired, coerced, checked. One that is not usable goes back to the model with the fault, up to [`Limits::corrections`] times; then the agent hears
//!    [`GaveUp`](Happened::GaveUp), whose usual step takes the turn back.
//! 4. The agent answers with a step: a reply by `decide`, other events by `react`. Without a step, all that it did is undone.
//! 5. The step is executed, and those that follow it, up to the next wait.
//!    Ids and amounts in the last words of the model that stand nowhere else are flagged.
//! 6. An open approval is checked: its card shows what would run now.
//! 7. The event is accepted: the revision grows, and what has changed is kept for saving.
//! 8. The trace gets a [`Record`] of the event. (It also gets one of an event that was refused, and of most late ones.)
//! 9. Words of [`Queued`](Event::Queued) that wait are said, as another turn in a revision of its own, if the turn has ended.
//! 10. What else the user asked for, and the model has put off, is taken up once the turn has ended and no words wait.
//! 11. An event that changed nothing does not move the session's clock either.
//!
//! The host then saves [`AnySession::changes`], shows [`AnySession::view`], and does what [`AnySession::effect`] says.
//!
//! # The events
//!
//! From the user and the page:
//!
//! - [`Said`](Event::Said): the user spoke
//! - [`Queued`](Event::Queued): the user wrote something that may wait until the turn ends
//! - [`Answered`](Event::Answered), [`Pressed`](Event::Pressed): the user answered a card, or pressed one of its buttons
//! - [`Chosen`](Event::Chosen): the user chose one of the candidates on a card
//! - [`Edited`](Event::Edited): the page changed something without talk
//! - [`Stopped`](Event::Stopped): the user pressed stop
//! - [`Rewound`](Event::Rewound): the user went back to an earlier state, on a branch of its own ([`AnySession::way_back`] makes it)
//!
//! From the host's own work:
//!
//! - [`Replied`](Event::Replied): the model replied
//! - [`Returned`](Event::Returned): the tools returned
//! - [`Failed`](Event::Failed): the call of the model or of the tools failed for good
//! - [`Doubted`](Event::Doubted): a write was started, and nobody knows whether it was done
//! - [`Ticked`](Event::Ticked): a second of work passed, for an agent with [`TICKS`](Agent::TICKS)
//!
//! [`Said`](Event::Said) is refused while the model or a tool is at work; the words of [`Queued`](Event::Queued) wait then. [`Edited`](Event::Edited) is heard in every wait, but not while the
//! host saves what a tool did in this session. [`Stopped`](Event::Stopped) and [`Ticked`](Event::Ticked) are always heard.
//!
//! The agent gets these events as [`Happened`], with the step that [`Happened::usual`] would take. A button comes as an answer or as an edit,
//! a tool that failed in [`Returned`](Happened::Returned). What the engine handles without the agent: a reply that is not usable, a yes to an
//! approval, words at an open card (the model answers them), the answers to a doubt, a stop or a failed call while the model answers beside a
//! card, calls that open or close packs, and five edits: `lang`, `unqueue`, `unwish`, `revoke` and `reopen`.
//!
//! # The steps
//!
//! - [`Think`](Step::Think): ask the model, in a stage. Then the session waits for `Model`, unless the agent can
//!   [`recall`](Agent::recall) the decision, or [`Limits::max_steps`] are used up.
//! - [`Listen`](Step::Listen): wait for `User`, in a stage
//! - [`Run`](Step::Run): run tools. Those of the host begin a wait for `Tool`. A write that the user has to approve waits for `Approval` first.
//!   It is one unless the rule of its tool gives another [`Verdict`], or a grant of the user ([`Always`]) covers it.
//! - [`Confirm`](Step::Confirm): ask the user, and wait for `Card`. The step for each answer is saved with the card.
//! - [`Choose`](Step::Choose): let the user choose on a card, or the model in a call of its own; the answer is an id of what was offered
//! - [`Retract`](Step::Retract): take the turn back. The memory is as before the user spoke, and the page has the words again. A turn that has
//!   written stays: the session listens.
//! - [`Finish`](Step::Finish): end with an outcome, and wait for `Nothing`
//! - [`Stay`](Step::Stay): keep what an edit or a tick has changed, and go on with the same wait
//!
//! # The effects
//!
//! The effect is the task of the host: a function of the state, so it is the same after a reload.
//!
//! - [`CallModel`](Effect::CallModel), while the wait is for `Model`: the messages, the contract, the sampling
//! - [`CallTool`](Effect::CallTool), while it is for `Tool`: the calls ([`HostCall`]), each with a key that is the same in every tab
//! - none, while it is for the user (`User`, `Card`, `Approval`) or for `Nothing`
//!
//! Reads that stand together are one `CallTool`. Each write is one by itself, with a number of its own; the other calls of its card wait.
//! Before a write starts, the host saves that it starts (the number of the call). When a session resumes at a `CallTool` whose write had
//! started, the host does not simply run it again. It asks the tool's own status; it runs the call again, under the same key, if the status
//! says that it was not done, or if the tool is idempotent; otherwise it sends [`Doubted`](Event::Doubted).
//!
//! A page shows the [`View`]: blocks of the transcript, the open [`Card`], what is [`Running`], a [`Failure`], the agent's data.
//!
//! # Saving
//!
//! [`AnySession::snapshot`] is the whole state, [`AnySession::changes`] what came to it since a revision. [`Session::resume`] continues a
//! [`Snapshot`], [`Session::copy`] opens one from a file as a new session without permissions, [`replay`] plays a trace.
//!
//! # The laws
//!
//! Random events test each of them (`tests/laws`).
//!
//! 1. A session waits for exactly one thing.
//! 2. The effect is a function of the state: it is the same after a snapshot and a resume.
//! 3. A late event changes nothing.
//! 4. Same events, same state: no clock, no randomness, no input or output.
//! 5. A complaint undoes everything the refused decision did.
//! 6. Only whole text acts: a value that needed a lossy repair is never applied.
//! 7. Nothing is written twice: a write runs after its approval (a card, a grant that covers it, or a setting or button of the user that
//!    stands for one) or by the rule of its tool, and a repeated answer never runs it again. It runs a second time only under the same key: if its tool
//!    is idempotent, if its own status says that it was not done, or if the user has it run again.
//! 8. A card stays until it is decided: an open card ends only by its button, by words that are consent, by a reply to words of the user
//!    that replaces or drops it, or by an edit or a stop.
//! 9. Words that wait are said once: they wait, or were said, or the user has them back; and they answer no card that came up since they
//!    were written.
//! 10. Going back loses nothing and undoes no write: all entries stay as they are, calls since then have keys of their own, and a write whose like
//!     was done on another branch is asked about on a card that names it, whatever leave there is.
//!
//! # The modules
//!
//! Each uses only those before it: [`prompt`] (the request to the model), `vocabulary` (types), `transcript` (entries), `archive` (saved
//! records), `scene`, `agent`, `actor` (the agent and its state), `scripted` (agents written outside of Rust), `trace`, `origins` (where values come
//! from), `session` (the rules).

mod actor;
mod agent;
mod archive;
mod origins;
pub mod prompt;
mod scene;
mod scripted;
mod session;
mod trace;
mod transcript;
mod vocabulary;

pub use agent::{Agent, State};
pub use archive::kept::Kept;
pub use archive::part::Part;
pub use archive::snapshot::{Changes, Copying, Snapshot, FORMAT};
pub use prompt::limits::Limits;
pub use scripted::{Definition, Script};
pub use session::any::AnySession;
pub use session::open::Session;
pub use session::replay::replay;
pub use session::way_back::{Back, WasSaid, WayBack};
pub use trace::{Line, Record, Tokens};
pub use transcript::entries::Transcript;
pub use vocabulary::block::{Block, Content, ShownReply};
pub use vocabulary::card::{Button, ButtonRole, Card, CardCall, CardKind, Change, DeniedCall, NamedCall, Replaces};
pub use vocabulary::choice::{Candidate, Choice, Chooser, MOST_CANDIDATES};
pub use vocabulary::cue::Cue;
pub use vocabulary::earlier::Earlier;
pub use vocabulary::effect::{Effect, WireContract};
pub use vocabulary::entry::{Decision, Ending, Entry, Said};
pub use vocabulary::event::{AfterFailure, Event};
pub use vocabulary::file_part::{FileKind, FilePart};
pub use vocabulary::grant::{Always, Until, Where};
pub use vocabulary::happened::{Happened, Limit};
pub use vocabulary::lang_tag::LangTag;
pub use vocabulary::opening::Opening;
pub use vocabulary::origin::{CameFrom, Origin, Piece};
pub use vocabulary::pack::{Offer, Pack, PackLimits, PackTool, PackTools};
pub use vocabulary::plain::in_words;
pub use vocabulary::receipt::Receipt;
pub use vocabulary::step::{Complaint, Refusal, Reply, Step};
pub use vocabulary::stored::Stored;
pub use vocabulary::summary::{Summary, SummaryView};
pub use vocabulary::tool::{
    Access, Call, CallResult, Computed, HostCall, Internal, Rule, Run, Tool, ToolCall, ToolError, ToolFacts, ToolResult,
};
pub use vocabulary::usage::{LimitsView, Usage};
pub use vocabulary::verdict::{Verdict, VerdictKind};
pub use vocabulary::view::{
    BranchView, Budget, DroppedCard, Failure, Progress, QueuedWords, Running, Shown, Spent, SpentInTurn, TurnView,
    View, ViewGrant, WishView,
};
pub use vocabulary::wait::Wait;

pub use stepgate_reply::{
    self as reply, hidden_characters, schema, sentences, text, Error, Kind, Lang, Sentences, Text,
};
