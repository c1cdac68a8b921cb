//! The seven laws (docs/architecture.md), checked against random events for every agent. `STEPGATE_LAW_EVENTS` sets the
//! number of events per agent (default 12,000). In WebAssembly, where `cargo xtask test web` runs them, there are fewer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

#[cfg(feature = "ledger")]
mod booking;
mod content;
mod guide;
#[cfg(feature = "ledger")]
mod ledger;
mod legal;
mod redefined;
mod schedule;
#[cfg(feature = "ledger")]
mod scripted;
mod stepper;
mod wishes;
mod world;

// In a worker: a law takes longer than the 30 seconds that the browser's driver waits for an answer of the page.
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A share of `all` random cases: in WebAssembly one in ten.
const fn share(all: usize) -> usize {
    if cfg!(target_arch = "wasm32") {
        all / 10
    } else {
        all
    }
}
