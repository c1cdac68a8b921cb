//! The optimiser for JavaScript: the wasm of `stepgate/arrange`. Drafts, placements and answers cross as JSON text.
#![cfg(target_arch = "wasm32")]

use stepgate_json::{to_text, FromJson, Kind};
use stepgate_optimise::{from_json, Bounding, Broken, Instance, Invalid, Limit, Placement, Relaxing, Replay};
use stepgate_wasm_error::thrown;
use wasm_bindgen::prelude::*;

/// Version of what JavaScript and this file say to each other; `www/src/arrange/load.js` has the same number.
const INTERFACE: u32 = 1;

/// Number of the interface.
#[wasm_bindgen(js_name = stepgateVersion)]
pub fn stepgate_version() -> u32 {
    INTERFACE
}

/// Search for the cheapest placement of a draft.
#[wasm_bindgen]
pub struct Search(stepgate_optimise::Search);

#[wasm_bindgen]
impl Search {
    /// Starts with a draft, and where the planned iterations end the search is cold.
    #[wasm_bindgen(constructor)]
    pub fn new(draft: &str, seed: u32, planned: f64) -> Result<Search, JsValue> {
        Ok(Search(stepgate_optimise::Search::new(&instance(draft)?, replay(seed, planned))))
    }

    /// Makes so many iterations. Returns the cost of the best placement so far.
    pub fn step(&mut self, iterations: u32) -> f64 {
        self.0.step(u64::from(iterations));
        self.cost()
    }

    /// Changes the iterations after which the search is cold.
    pub fn plan(&mut self, planned: f64) {
        self.0.plan(planned as u64);
    }

    /// Cost of the best placement so far.
    pub fn cost(&self) -> f64 {
        self.0.cost() as f64
    }

    /// Number of items that the best placement so far leaves out.
    pub fn unplaced(&self) -> usize {
        self.0.best().unplaced().count()
    }

    /// The best placement so far.
    pub fn best(&self) -> String {
        to_text(self.0.best())
    }
}

/// Search for limits to loosen, one trial a step.
#[wasm_bindgen]
pub struct Relax(Relaxing);

#[wasm_bindgen]
impl Relax {
    /// Starts with a draft, a placement that keeps its rules, and limits.
    #[wasm_bindgen(constructor)]
    pub fn new(draft: &str, placement: &str, limits: &str, seed: u32, iterations: f64) -> Result<Relax, JsValue> {
        let placement: Placement = given(placement, "/placement")?;
        let limits: Vec<Limit> = given(limits, "/limits")?;
        let relaxing = Relaxing::new(&instance(draft)?, &placement, &limits, replay(seed, iterations));
        relaxing.map(Relax).map_err(|broken| refused_placement(&broken))
    }

    /// Makes the next trial. `false`: there is none.
    pub fn step(&mut self) -> bool {
        self.0.step()
    }

    /// The limits that gain, best first.
    pub fn found(&self) -> String {
        to_text(&self.0.found())
    }
}

/// Bound of the cost of a draft, which rises with each step.
#[wasm_bindgen]
pub struct Bound(Bounding);

#[wasm_bindgen]
impl Bound {
    /// Starts with a draft.
    #[wasm_bindgen(constructor)]
    pub fn new(draft: &str) -> Result<Bound, JsValue> {
        Ok(Bound(Bounding::new(&instance(draft)?)))
    }

    /// Makes a round. `false`: there is none left.
    pub fn step(&mut self) -> bool {
        self.0.step()
    }

    /// The bound so far.
    pub fn best(&self) -> String {
        to_text(&self.0.bound())
    }
}

fn replay(seed: u32, planned: f64) -> Replay {
    Replay { seed: u64::from(seed), planned: planned as u64 }
}

fn instance(draft: &str) -> Result<Instance, JsValue> {
    Instance::new(given(draft, "/draft")?).map_err(|invalid| refused(&invalid, "/draft"))
}

fn given<T: FromJson>(text: &str, place: &str) -> Result<T, JsValue> {
    from_json(text).map_err(|invalid| refused(&invalid, place))
}

fn refused(invalid: &Invalid, place: &str) -> JsValue {
    let text = format!("found {}; allowed: {}", invalid.found, invalid.allowed);
    thrown(Kind::Malformed.at(invalid.place.as_str(), text).below(place))
}

fn refused_placement(broken: &[Broken]) -> JsValue {
    let text = format!("found broken rules {}; allowed: a placement that keeps the rules", to_text(&broken.to_vec()));
    thrown(Kind::Malformed.at("/placement", text))
}
