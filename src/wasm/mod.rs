//! The boundary to JavaScript: translates arguments and results, and makes no decisions.

#[cfg(feature = "bench")]
mod bench;
mod calendar;
mod web;

#[cfg(feature = "bench")]
pub use bench::Bench;
pub use calendar::*;
pub use stepgate_wasm_session::*;
pub use web::research;

#[cfg(not(feature = "ledger"))]
stepgate_wasm_session::export_agents!(
    stepgate_guide::Guide::new(),
    stepgate_content::Content::new(),
    stepgate_schedule::Schedule::new(),
    stepgate_stepper::Stepper::new(),
);

#[cfg(feature = "ledger")]
stepgate_wasm_session::export_agents!(
    stepgate_guide::Guide::new(),
    stepgate_content::Content::new(),
    stepgate_schedule::Schedule::new(),
    stepgate_stepper::Stepper::new(),
    stepgate_ledger::Ledger::new(),
);
