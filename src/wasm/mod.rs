//! The boundary to JavaScript: it translates, and decides nothing.
//!
//! What goes in and what comes out is plain data. It crosses as one JSON text each way, which costs no more time than
//! building each object through the boundary and a tenth of the code. The types are in `types.d.ts`.

use js_sys::{Object, Reflect};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::agents::{self, AnySession};
use crate::engine::{Opening, Refusal, Snapshot};
use crate::{Error, Kind, Lang};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

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

/// A bug that panics all the same says where in the console before the instance is lost.
#[cfg(feature = "web")]
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// One agent at work.
#[wasm_bindgen]
pub struct Session(Box<dyn AnySession>);

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Start {
    Open(OpenArgs),
    Resume(Snapshot),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenArgs {
    input: Value,
    seed: u64,
    at_ms: u64,
    #[serde(default)]
    lang: Lang,
}

#[wasm_bindgen]
impl Session {
    /// Opens a fresh session of `agent`, or resumes a saved one. Throws a `StepgateError`.
    #[wasm_bindgen(constructor)]
    pub fn new(agent: &str, start: StartJs) -> Result<Session, JsValue> {
        match from_js("/start", start.into())? {
            Start::Open(OpenArgs { input, seed, at_ms, lang }) => {
                agents::open(agent, Opening { input, seed, lang, at_ms })
            }
            Start::Resume(snapshot) if snapshot.agent != agent => Err(Error::new(
                Kind::Unknown,
                "/start/resume/agent",
                format!("this snapshot belongs to {:?}, not to {agent:?}", snapshot.agent),
            )),
            Start::Resume(snapshot) => agents::resume(snapshot),
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
        to_js(&self.0.push(chunk))
    }

    /// The trace since this was asked last, one JSON text for each event.
    #[wasm_bindgen(js_name = takeTrace)]
    pub fn take_trace(&mut self) -> Result<TraceJs, JsValue> {
        let lines: Vec<String> =
            self.0.take_trace().iter().map(|record| serde_json::to_string(record).unwrap_or_default()).collect();
        to_js(&lines)
    }
}

/// The agents of this build.
#[wasm_bindgen]
pub fn agents() -> Result<AgentsJs, JsValue> {
    to_js(&agents::infos())
}

fn revision(since: Option<f64>) -> u64 {
    // A number JavaScript counts with; what is negative or not a number means the beginning.
    since.map_or(0, |since| since as u64)
}

fn from_js<T: DeserializeOwned>(place: &str, value: JsValue) -> Result<T, JsValue> {
    let malformed = |text: String| thrown(Error::new(Kind::Malformed, place, text));
    // What JSON has no word for (`undefined`, a function) leaves no text; what refers to itself throws.
    let text = js_sys::JSON::stringify(&value).ok().and_then(|text| text.as_string());
    let text = text.ok_or_else(|| malformed("must be plain data".into()))?;
    let value: Result<Value, _> = serde_json::from_str(&text);
    value.and_then(serde_json::from_value).map_err(|error| malformed(error.to_string()))
}

fn to_js<T: JsCast>(value: &impl Serialize) -> Result<T, JsValue> {
    let text = serde_json::to_string(value).map_err(|error| thrown(error.into()))?;
    js_sys::JSON::parse(&text).map(JsCast::unchecked_into)
}

fn thrown(error: Error) -> JsValue {
    js_error("StepgateError", &error.to_string(), &[("kind", error.kind().name()), ("place", error.place())])
}

fn refused(refusal: Refusal) -> JsValue {
    js_error("Refusal", &refusal.text, &[("code", &refusal.code)])
}

fn js_error(name: &str, text: &str, fields: &[(&str, &str)]) -> JsValue {
    let error = js_sys::Error::new(text);
    error.set_name(name);
    let object: &Object = error.as_ref();
    for (key, value) in fields {
        // Setting a field of a fresh object does not fail.
        let _ = Reflect::set(object, &JsValue::from_str(key), &JsValue::from_str(value));
    }
    error.into()
}
