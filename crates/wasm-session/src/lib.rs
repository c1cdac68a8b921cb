//! Sessions for JavaScript: the boundary, once, for the wasm of any agents.
//!
//! A crate of type `cdylib` with one line makes such a wasm: `stepgate_wasm_session::export_agents!(MyAgent::new());`

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

/// Makes the crate it stands in the wasm of these agents: `export_agents!(Guide::new(), Schedule::new())`.
#[macro_export]
macro_rules! export_agents {
    ($($agent:expr),+ $(,)?) => {
        /// Says which agents there are, and lets a panic say where on the console before the instance is lost.
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
