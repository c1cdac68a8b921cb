//! Sessions for JavaScript: the boundary that the wasm of every agent uses.
//!
//! A crate of type `cdylib` with one call of [`export_agents!`] is the wasm of an agent. The wasm has the class `Session` and the
//! function `agents`; their types are in `types.d.ts`.

pub mod catalog;
#[cfg(target_arch = "wasm32")]
mod session;

#[cfg(target_arch = "wasm32")]
pub use session::*;

#[doc(hidden)]
pub use stepgate_engine;
#[doc(hidden)]
#[cfg(target_arch = "wasm32")]
pub use {console_error_panic_hook, wasm_bindgen};

/// Exports agents to JavaScript from the crate in which it stands. Called once, with an expression for each agent, on `wasm32` only:
///
/// ```text
/// #![cfg(target_arch = "wasm32")]
///
/// stepgate_wasm_session::export_agents!(my_agent::MyAgent::new());
/// ```
#[macro_export]
macro_rules! export_agents {
    ($($agent:expr),+ $(,)?) => {
        /// Registers the agents, and makes a panic log its place to the console before the instance is lost.
        #[$crate::wasm_bindgen::prelude::wasm_bindgen(start, wasm_bindgen = $crate::wasm_bindgen)]
        pub fn provide_agents() {
            $crate::console_error_panic_hook::set_once();
            const AGENTS: &[$crate::catalog::Provided] = &[$((
                $crate::catalog::name_of(|| $agent),
                || $crate::stepgate_engine::AnySession::boxed($agent),
            )),+];
            $crate::catalog::provide(AGENTS);
        }
    };
}
