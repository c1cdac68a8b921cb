//! The JavaScript class `Session`.
//!
//! Arguments and results are plain data; their types are in `types.d.ts`. They cross the boundary as JSON text, which takes no more time
//! than building each object through the boundary, and less code (docs/decisions/002-values-cross-as-json-text.md).

use serde_json::Value;
use wasm_bindgen::prelude::*;

use stepgate_engine::{AnySession, Back, Copying, Opening, Record, Refusal, Snapshot};
use stepgate_engine::{Error, Kind, LangTag};
use stepgate_json::{self as json, none_of, to_text, FromJson, ToJson, Variant};
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
    /// `{ before?: number, branch?: number, again?: boolean }`.
    #[wasm_bindgen(typescript_type = "Back")]
    pub type BackJs;
    /// `WayBack` of `types.d.ts`.
    #[wasm_bindgen(typescript_type = "WayBack")]
    pub type WayBackJs;
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

/// A session of one agent.
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

#[derive(FromJson)]
struct OpenArgs {
    input: Value,
    seed: u64,
    at_ms: u64,
    #[json(optional)]
    nonce: String,
    #[json(optional)]
    lang: LangTag,
}

#[derive(FromJson)]
struct CopyArgs {
    snapshot: Snapshot,
    seed: u64,
    nonce: String,
    at_ms: u64,
    #[json(optional)]
    started: Option<u32>,
}

#[wasm_bindgen]
impl Session {
    /// Opens a session of `agent`: a fresh one, a saved one, or a copy. Throws a `StepgateError`.
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

    /// Handles an event. Returns whether it changed the session. Throws a `Refusal`, or a `StepgateError` for a malformed event.
    pub fn handle(&mut self, event: EventJs) -> Result<bool, JsValue> {
        let event = from_js("/event", event.into())?;
        self.0.handle(event).map_err(refused)
    }

    /// The work that the host must be doing now; `undefined` if there is none.
    pub fn effect(&self) -> Result<EffectJs, JsValue> {
        match self.0.effect() {
            Some(effect) => to_js(&effect),
            None => Ok(JsValue::UNDEFINED.unchecked_into()),
        }
    }

    /// The view for a front end, with the blocks made after revision `since` (default 0: all blocks).
    pub fn view(&self, since: Option<f64>) -> Result<ViewJs, JsValue> {
        to_js(&self.0.view(revision(since)))
    }

    /// The changes to save since revision `since`.
    pub fn changes(&self, since: f64) -> Result<ChangesJs, JsValue> {
        to_js(&self.0.changes(revision(Some(since))))
    }

    /// The saved form of the whole session.
    pub fn snapshot(&self) -> Result<SnapshotJs, JsValue> {
        to_js(&self.0.snapshot())
    }

    /// Answers a query of the page. Throws a `Refusal`.
    pub fn read(&self, query: JsonJs) -> Result<JsonJs, JsValue> {
        let query: Value = from_js("/query", query.into())?;
        to_js(&self.0.read(&query).map_err(refused)?)
    }

    /// The event by which the session goes back, found by playing its trace up to there. Changes nothing. Throws a `Refusal`.
    #[wasm_bindgen(js_name = wayBack)]
    pub fn way_back(&self, back: BackJs, trace: TraceJs, at_ms: f64) -> Result<WayBackJs, JsValue> {
        let back: Back = from_js("/back", back.into())?;
        let lines: Vec<String> = from_js("/trace", trace.into())?;
        let read = |(index, line): (usize, &String)| json::from_text::<Record>(&format!("/trace/{index}"), line);
        let records: Vec<Record> = lines.iter().enumerate().map(read).collect::<Result<_, _>>().map_err(thrown)?;
        let mut blank = catalog::blank(self.0.name()).map_err(thrown)?;
        to_js(&self.0.way_back(&mut blank, &records, back, revision(Some(at_ms))).map_err(refused)?)
    }

    /// Begins to read a streamed reply.
    pub fn stream(&mut self) {
        self.0.stream();
    }

    /// Reads the next chunk of the streamed reply and returns the changes of its value. Does not change the session.
    pub fn push(&mut self, chunk: &str) -> Result<PatchesJs, JsValue> {
        to_js(&self.0.streaming().push(chunk))
    }

    /// Takes the trace records since the last call, one JSON text for each event.
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

/// Version of what this file and the JavaScript of the package say to each other; `www/src/load/wasm-agent.js` has the same number. Raised with
/// every change that an older JavaScript would not understand.
const ABI: u32 = 2;

/// The interface's version and the package's.
#[wasm_bindgen(js_name = stepgateVersion)]
pub fn stepgate_version() -> Result<JsonJs, JsValue> {
    to_js(&vec![Value::from(ABI), Value::from(env!("CARGO_PKG_VERSION"))])
}

/// Describes the agents of this wasm.
#[wasm_bindgen]
pub fn agents() -> Result<AgentsJs, JsValue> {
    to_js(&catalog::infos())
}

fn revision(since: Option<f64>) -> u64 {
    // The cast makes a negative number or NaN 0, the beginning.
    since.map_or(0, |since| since as u64)
}

/// Reads a JavaScript value into a type; errors begin with the JSON pointer `place`.
pub fn from_js<T: FromJson>(place: &str, value: JsValue) -> Result<T, JsValue> {
    // JSON.stringify returns `undefined` for `undefined` and functions, and throws for cyclic data.
    let text = stringify(&value).ok().and_then(|text| text.as_string());
    let text = text.ok_or_else(|| thrown(Error::new(Kind::Malformed, place, "must be plain data")))?;
    json::from_text(place, &text).map_err(thrown)
}

/// Converts a value to plain JavaScript data.
pub fn to_js<T: JsCast>(value: &dyn ToJson) -> Result<T, JsValue> {
    plain(value).map(JsCast::unchecked_into)
}

fn plain(value: &dyn ToJson) -> Result<JsValue, JsValue> {
    parse(&json::to_text(value))
}

fn refused(refusal: Refusal) -> JsValue {
    stepgate_wasm_error::refused(&refusal.code, &refusal.text)
}
