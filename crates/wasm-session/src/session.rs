//! Sessions for JavaScript.
//!
//! What goes in and what comes out is plain data. It crosses as one JSON text each way, which costs no more time than
//! building each object through the boundary and a tenth of the code. The types are in `types.d.ts`.

use serde_json::Value;
use wasm_bindgen::prelude::*;

use stepgate_engine::{AnySession, Copying, Opening, Refusal, Snapshot};
use stepgate_engine::{Error, Kind, Lang};
use stepgate_json::{self as json, none_of, object, to_text, FromJson, ToJson, Variant};
use stepgate_wasm_error::thrown;

use crate::catalog;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../types.d.ts");

#[wasm_bindgen]
extern "C" {
    /// `Start` of `types.d.ts`.
    #[wasm_bindgen(typescript_type = "Start")]
    pub type StartJs;
    /// `Event` of `types.d.ts`.
    #[wasm_bindgen(typescript_type = "Event")]
    pub type EventJs;
    /// `Json` of `types.d.ts`.
    #[wasm_bindgen(typescript_type = "Json")]
    pub type JsonJs;
    /// `Effect | undefined` of `types.d.ts`.
    #[wasm_bindgen(typescript_type = "Effect | undefined")]
    pub type EffectJs;
    /// `View` of `types.d.ts`.
    #[wasm_bindgen(typescript_type = "View")]
    pub type ViewJs;
    /// `Changes` of `types.d.ts`.
    #[wasm_bindgen(typescript_type = "Changes")]
    pub type ChangesJs;
    /// `Snapshot` of `types.d.ts`.
    #[wasm_bindgen(typescript_type = "Snapshot")]
    pub type SnapshotJs;
    /// `TraceRecord[]` of `types.d.ts`.
    #[wasm_bindgen(typescript_type = "TraceRecord[]")]
    pub type TraceJs;
    /// `Patch[]` of `types.d.ts`.
    #[wasm_bindgen(typescript_type = "Patch[]")]
    pub type PatchesJs;
    /// `AgentInfo[]` of `types.d.ts`.
    #[wasm_bindgen(typescript_type = "AgentInfo[]")]
    pub type AgentsJs;
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON, catch)]
    fn parse(text: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = JSON, catch)]
    fn stringify(value: &JsValue) -> Result<JsValue, JsValue>;
}

/// One agent at work.
#[wasm_bindgen]
pub struct Session(Box<AnySession>);
enum Start {
    Open(OpenArgs),
    Resume(Snapshot),
    Copy(CopyArgs),
}

impl FromJson for Start {
    fn blank() -> Self {
        Start::Open(OpenArgs::blank())
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let start = Variant::of(value)?;
        *self = match start.name() {
            "open" => Start::blank(),
            "resume" => Start::Resume(Snapshot::blank()),
            "copy" => Start::Copy(CopyArgs::blank()),
            _ => return Err(none_of(&["open", "resume", "copy"])),
        };
        match self {
            Start::Open(args) => {
                start.members()?.only(&["input", "seed", "nonce", "at_ms", "lang"])?;
                start.value(args)
            }
            Start::Resume(snapshot) => start.value(snapshot),
            Start::Copy(args) => {
                start.members()?.only(&["snapshot", "seed", "nonce", "at_ms", "started"])?;
                start.value(args)
            }
        }
    }
}

struct OpenArgs {
    input: Value,
    seed: u64,
    nonce: String,
    at_ms: u64,
    lang: Lang,
}

object!(read OpenArgs { input, seed, at_ms } optional { nonce, lang });

struct CopyArgs {
    snapshot: Snapshot,
    seed: u64,
    nonce: String,
    at_ms: u64,
    started: Option<u32>,
}

object!(read CopyArgs { snapshot, seed, nonce, at_ms } optional { started });

#[wasm_bindgen]
impl Session {
    /// Opens a fresh session of `agent`, or resumes a saved one. Throws a `StepgateError`.
    #[wasm_bindgen(constructor)]
    pub fn new(agent: &str, start: StartJs) -> Result<Session, JsValue> {
        match from_js("/start", start.into())? {
            Start::Open(OpenArgs { input, seed, nonce, at_ms, lang }) => {
                catalog::open(agent, Opening { input, seed, nonce, lang, at_ms })
            }
            Start::Resume(snapshot) => {
                is_of(&snapshot, agent, "/start/resume/agent").and_then(|()| catalog::resume(snapshot))
            }
            Start::Copy(CopyArgs { snapshot, seed, nonce, at_ms, started }) => {
                is_of(&snapshot, agent, "/start/copy/snapshot/agent")
                    .and_then(|()| catalog::copy(Copying { snapshot, seed, nonce, at_ms, started }))
            }
        }
        .map(Session)
        .map_err(thrown)
    }

    /// Takes an event; true if it changed the session. Throws a `Refusal`, or a `StepgateError` for a malformed event.
    pub fn handle(&mut self, event: EventJs) -> Result<bool, JsValue> {
        let event = from_js("/event", event.into())?;
        self.0.handle(event).map_err(refused)
    }

    /// What the host must be doing now.
    pub fn effect(&self) -> Result<EffectJs, JsValue> {
        match self.0.effect() {
            Some(effect) => to_js(&effect),
            None => Ok(JsValue::UNDEFINED.unchecked_into()),
        }
    }

    /// What a front end shows; blocks made after revision `since` (default 0: all).
    pub fn view(&self, since: Option<f64>) -> Result<ViewJs, JsValue> {
        to_js(&self.0.view(revision(since)))
    }

    /// What must be saved after revision `since`.
    pub fn changes(&self, since: f64) -> Result<ChangesJs, JsValue> {
        to_js(&self.0.changes(revision(Some(since))))
    }

    /// The whole session as it is saved.
    pub fn snapshot(&self) -> Result<SnapshotJs, JsValue> {
        to_js(&self.0.snapshot())
    }

    /// Answers a question of the page. Throws a `Refusal`.
    pub fn read(&self, query: JsonJs) -> Result<JsonJs, JsValue> {
        let query: Value = from_js("/query", query.into())?;
        to_js(&self.0.read(&query).map_err(refused)?)
    }

    /// Begins to read a streamed reply.
    pub fn stream(&mut self) {
        self.0.stream();
    }

    /// Feeds the streamed reply; what it changed. Touches no state.
    pub fn push(&mut self, chunk: &str) -> Result<PatchesJs, JsValue> {
        to_js(&self.0.streaming().push(chunk))
    }

    /// The trace since this was asked last, one JSON text for each event.
    #[wasm_bindgen(js_name = takeTrace)]
    pub fn take_trace(&mut self) -> Result<TraceJs, JsValue> {
        let lines: Vec<String> = self.0.take_trace().iter().map(|record| json::to_text(record)).collect();
        to_js(&lines)
    }
}

fn is_of(snapshot: &Snapshot, agent: &str, place: &str) -> Result<(), Error> {
    if snapshot.agent == agent {
        return Ok(());
    }
    let text = format!("this snapshot belongs to {}, not to {}", to_text(&snapshot.agent), to_text(&agent));
    Err(Error::new(Kind::Unknown, place, text))
}

/// Version of what this file and the JavaScript of the package say to each other; `www/src/wasm-agent.js` has the same number. Raised with
/// every change that an older JavaScript would not understand.
const ABI: u32 = 1;

/// The interface's version and the package's.
#[wasm_bindgen(js_name = stepgateVersion)]
pub fn stepgate_version() -> Result<JsonJs, JsValue> {
    to_js(&vec![Value::from(ABI), Value::from(env!("CARGO_PKG_VERSION"))])
}

/// The agents of this build.
#[wasm_bindgen]
pub fn agents() -> Result<AgentsJs, JsValue> {
    to_js(&catalog::infos())
}

fn revision(since: Option<f64>) -> u64 {
    // A number JavaScript counts with; what is negative or not a number means the beginning.
    since.map_or(0, |since| since as u64)
}

/// A value of JavaScript as a type; `place` is its JSON pointer in errors.
pub fn from_js<T: FromJson>(place: &str, value: JsValue) -> Result<T, JsValue> {
    // What JSON has no word for (`undefined`, a function) leaves no text; what refers to itself throws.
    let text = stringify(&value).ok().and_then(|text| text.as_string());
    let text = text.ok_or_else(|| thrown(Error::new(Kind::Malformed, place, "must be plain data")))?;
    json::from_text(place, &text).map_err(thrown)
}

/// A value as plain data of JavaScript.
pub fn to_js<T: JsCast>(value: &dyn ToJson) -> Result<T, JsValue> {
    plain(value).map(JsCast::unchecked_into)
}

fn plain(value: &dyn ToJson) -> Result<JsValue, JsValue> {
    parse(&json::to_text(value))
}

fn refused(refusal: Refusal) -> JsValue {
    stepgate_wasm_error::refused(&refusal.code, &refusal.text)
}
