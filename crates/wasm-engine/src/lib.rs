//! The wasm of the engine without agents of its own: agents that a page defines, by a definition and one function that calls the
//! agent's functions.
#![cfg(target_arch = "wasm32")]

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Function;
use serde_json::Value;
use stepgate_engine::{AnySession, Definition, Script};
use stepgate_json::from_text;
use stepgate_wasm_error::thrown;
use wasm_bindgen::prelude::*;

pub use stepgate_wasm_session::catalog::Later;
pub use stepgate_wasm_session::*;

type Agent = (Rc<Definition>, Rc<dyn Script>);

thread_local! {
    static AGENTS: RefCell<Vec<Agent>> = const { RefCell::new(Vec::new()) };
}

/// Makes a panic log its place, and the agents of the page known to the catalog.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    catalog::provide_later(Later { find, all });
}

/// Registers an agent. It takes the place of one that has the same name; sessions that are open keep theirs. Throws a `StepgateError` with
/// the place in the definition.
///
/// `call` is called with the name of a function and the JSON text of what it is given, and returns the JSON text of the answer. What it
/// throws fails the turn.
#[wasm_bindgen(js_name = provideAgent)]
pub fn provide_agent(definition: JsonJs, call: Function) -> Result<(), JsValue> {
    let definition: Value = from_js("/definition", definition.into())?;
    let definition = Definition::read(&definition).map_err(|error| thrown(error.below("/definition")))?;
    AGENTS.with_borrow_mut(|all| {
        all.retain(|(other, _)| other.name() != definition.name());
        all.push((Rc::new(definition), Rc::new(Page(call))));
    });
    Ok(())
}

fn find(name: &str) -> Option<Box<AnySession>> {
    AGENTS.with_borrow(|all| all.iter().find(|(definition, _)| definition.name() == name).cloned()).map(session)
}

fn all() -> Vec<Box<AnySession>> {
    AGENTS.with_borrow(|all| all.clone()).into_iter().map(session).collect()
}

fn session((definition, script): Agent) -> Box<AnySession> {
    AnySession::scripted(definition, script)
}

/// The functions of an agent of the page.
struct Page(Function);

impl Script for Page {
    fn call(&self, function: &str, given: &str) -> Result<Value, String> {
        let answer = self.0.call2(&JsValue::NULL, &function.into(), &given.into()).map_err(message)?;
        let text = answer.as_string().ok_or("its answer is no JSON")?;
        from_text("", &text).map_err(|error| error.to_string())
    }
}

/// The message of what a page's function threw.
fn message(thrown: JsValue) -> String {
    let error = thrown.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    error.or_else(|| thrown.as_string()).unwrap_or_else(|| "it threw something that is no error".to_owned())
}
