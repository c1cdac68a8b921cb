//! The wasm of the schedule agent.
#![cfg(target_arch = "wasm32")]

pub use stepgate_wasm_calendar::{load_schedule_js, plan_changes_js};

stepgate_wasm_session::export_agents!(stepgate_schedule::Schedule::new());
