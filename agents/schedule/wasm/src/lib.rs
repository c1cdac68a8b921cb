//! The wasm of the schedule agent.
#![cfg(target_arch = "wasm32")]

stepgate_wasm_session::export_agents!(stepgate_schedule::Schedule::new());
