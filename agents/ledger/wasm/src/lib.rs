//! The wasm of the ledger agent.
#![cfg(target_arch = "wasm32")]

stepgate_wasm_session::export_agents!(stepgate_ledger::Ledger::new());
