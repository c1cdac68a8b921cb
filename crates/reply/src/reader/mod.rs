//! The reader: finds the JSON of a reply, repairs it, complains about it, and streams it.

mod bare;
mod candidate;
pub(crate) mod complain;
mod cut;
#[cfg(feature = "full")]
mod duplicate;
mod extract;
mod fault;
mod grammar;
mod headless;
pub(crate) mod incoming;
mod label;
mod list;
mod literal;
mod look;
pub(crate) mod mend;
pub(crate) mod mended;
#[cfg(feature = "full")]
mod options;
mod parser;
mod plain;
mod policy;
mod quote;
pub(crate) mod read;
mod reading;
pub(crate) mod report;
mod round;
mod run;
mod runs;
mod scanner;
mod several;
mod source;
mod stream;
#[cfg(feature = "full")]
mod strict;
mod string;

pub use complain::{complain, complain_about};
pub use fault::{Fault, Refused, MAX_DEPTH, MAX_LENGTH, MAX_TEXT};
pub use mend::repair;
#[cfg(feature = "full")]
pub use mend::repair_with;
pub use mended::Repaired;
pub use policy::{
    Allow, BareText, Duplicates, Grammar, Literals, Missing, NotFinite, OpenStrings, Policy, Prose, Roots, Spelling,
};
#[cfg(feature = "full")]
pub use read::read_with;
pub use read::{read, read_finished};
pub use reading::{Expected, Reading};
pub use report::Repair;
pub use stream::{Patch, ReplyStream};
