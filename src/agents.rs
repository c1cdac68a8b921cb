//! The agents that ship with the npm package.

pub use stepgate_content as content;
pub use stepgate_guide as guide;
#[cfg(feature = "ledger")]
pub use stepgate_ledger as ledger;
pub use stepgate_schedule as schedule;
pub use stepgate_stepper as stepper;
