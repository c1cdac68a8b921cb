//! The wasm of the content agent.
#![cfg(target_arch = "wasm32")]

pub use stepgate_research::research;

stepgate_wasm_session::export_agents!(stepgate_content::Content::new());
