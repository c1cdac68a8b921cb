//! The calendar of the schedule agent for JavaScript, for a store that loads and writes its records.
#![cfg(target_arch = "wasm32")]

use serde_json::Value;
use wasm_bindgen::prelude::*;

use stepgate_json::{ToJson, Writer};
use stepgate_schedule::{load_schedule, plan_changes, Failure};
use stepgate_wasm_session::{from_js, to_js, JsonJs};

/// A result with the JSON form `{ ok }` or `{ error: { code, text } }`.
struct Made(Result<Value, Failure>);

impl ToJson for Made {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        match &self.0 {
            Ok(value) => out.member("ok", value),
            Err(failure) => out.member("error", failure),
        }
        out.end_object();
    }
}

/// Builds the state of a schedule from the records of a calendar.
#[wasm_bindgen(js_name = loadSchedule)]
pub fn load_schedule_js(records: JsonJs, classes: Vec<u32>, options: JsonJs) -> Result<JsonJs, JsValue> {
    let records: Value = from_js("/records", records.into())?;
    let options: Value = from_js("/options", options.into())?;
    to_js(&Made(load_schedule(&records, &classes, &options)))
}

/// The writes that a store must make for the changes of a session.
#[wasm_bindgen(js_name = planChanges)]
pub fn plan_changes_js(records: JsonJs, changes: JsonJs, options: JsonJs) -> Result<JsonJs, JsValue> {
    let records: Value = from_js("/records", records.into())?;
    let changes: Value = from_js("/changes", changes.into())?;
    let options: Value = from_js("/options", options.into())?;
    to_js(&Made(plan_changes(&records, &changes, &options)))
}
