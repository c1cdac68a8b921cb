//! Deterministic agent logic for the browser: the model proposes, Stepgate gates.
//!
//! This crate does no input or output. A host sends it events, reads the next effect from its state, and shows its view:
//!
//! ```
//! use serde_json::json;
//! use stepgate::agents::guide::Guide;
//! use stepgate::engine::{Effect, Event, Opening, Session};
//! use stepgate::Lang;
//!
//! let input = json!({
//!     "resume": {
//!         "basics": { "name": "Jane Doe" },
//!         "sections": [{ "id": "s1", "title": "Summary", "type": "text", "content": "Hard worker." }],
//!     },
//!     "plan": { "tasks": [{
//!         "id": 1, "section": "Summary", "original_text": "Hard worker.",
//!         "diagnosis": "Generic.", "goal": "Make it concrete.",
//!     }] },
//! });
//! let opening = Opening { input, seed: 7, lang: Lang::En.into(), at_ms: 0, ..Opening::default() };
//! let mut session = Session::open(Guide::new(), opening)?;
//!
//! // The host sends an event …
//! let said = Event::said(1, "Four years of payments in Go");
//! assert!(session.handle(said)?);
//!
//! // … and reads from the state that it must call the model now …
//! let Some(Effect::CallModel { call, messages, .. }) = session.effect() else { unreachable!() };
//! assert_eq!(messages.len(), 2);
//!
//! // … also after a reload.
//! let mut session = Session::resume(Guide::new(), session.snapshot())?;
//!
//! // The session repairs the reply (it has a trailing comma), checks it against its contract, and the agent decides.
//! let text = r#"{"thought": "", "intent": "CONTINUE", "next_action": "PROPOSE_DRAFT",
//!                "reply_to_user": "How is this?", "draft_content": "Four years in payments, in Go.",}"#;
//! session.handle(Event::replied(2, call, text))?;
//! assert_eq!(session.view(0).data["draft"], "Four years in payments, in Go.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - **State machine**: [`engine`], the contract on one page: states, the trait of an agent, events, steps, effects.
//! - **Validation of decisions**: [`reply::read`] fits a reply to a [`schema`], and [`engine::Agent::decide`] takes it or complains.
//! - **JSON repair**: [`reply::repair`], or [`reply::read`] with a contract; useful without the engine.
//! - **Schedule tools**: [`agents::schedule::tools`], on the days and tasks of [`timetable`], which [`optimise`] fills.
//!
//! Beside them: [`agents`] has the other agents of the npm package, [`prompt`] builds the messages for the model, [`json`] gives types their
//! JSON form, and [`web`] searches the web and reads pages (requests on `wasm32` only).

// The files of the benchmark use this crate by its public name.
#[cfg(all(target_arch = "wasm32", feature = "bench"))]
extern crate self as stepgate;

pub mod agents;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

// The state machine.
pub use stepgate_engine::{self as engine, prompt};
// The validation of decisions, and JSON repair.
pub use stepgate_reply::{self as reply, schema, Error, Kind, Lang, Text};
// The ground of the schedule's tools, which are in `agents::schedule::tools`.
pub use stepgate_optimise as optimise;
pub use stepgate_timetable as timetable;

pub use json::Json;
pub use stepgate_research as web;

/// Types to JSON and back.
///
/// ```
/// use stepgate::json::{from_text, to_text};
/// use stepgate::Json;
///
/// #[derive(Json)]
/// struct Point {
///     x: u32,
///     #[json(default = 7)]
///     y: u32,
/// }
///
/// let point: Point = from_text("", r#"{ "x": 1 }"#)?;
/// assert_eq!(to_text(&point), r#"{"x":1,"y":7}"#);
/// # Ok::<(), stepgate::Error>(())
/// ```
pub mod json {
    #[doc(inline)]
    pub use stepgate_json::*;
    // These name the traits by the path of this module, so that a crate needs no other one of the workspace.
    #[doc(inline)]
    pub use stepgate_json_derive::{
        DeserializeOfStepgate as Deserialize, FromJsonOfStepgate as FromJson, JsonOfStepgate as Json,
        SerializeOfStepgate as Serialize, ToJsonOfStepgate as ToJson,
    };
}
