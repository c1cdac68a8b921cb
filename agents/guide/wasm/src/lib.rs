//! The wasm of the guide agent.
#![cfg(target_arch = "wasm32")]

stepgate_wasm_session::export_agents!(stepgate_guide::Guide::new());
