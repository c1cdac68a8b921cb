//! The boundary to JavaScript: translates arguments and results, and makes no decisions.

#[cfg(feature = "bench")]
mod bench;

#[cfg(feature = "bench")]
pub use bench::Bench;
pub use stepgate_research::research;
pub use stepgate_wasm_calendar::{load_schedule_js, plan_changes_js};
pub use stepgate_wasm_session::*;

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
