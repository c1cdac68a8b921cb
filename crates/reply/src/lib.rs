//! From the model's text to a checked value.
//!
//! [`read`] finds the JSON object in a reply, mends it, chooses among several by how well they fit the contract, and
//! fits the chosen one to it. It never fails: what cannot be used is told by a [`Fault`] or by problems, and
//! [`complain`] puts either in words for the model. [`ReplyStream`] reads the same grammar from chunks.
//!
//! A repair is **lossless** if what was meant is certain (a missing comma, single quotes, a comment, …) and **lossy**
//! if something is not there (a reply that was cut off, a key without a value, a dropped fragment). A lossy value may be
//! shown, but not acted on.
//!
//! ```
//! use stepgate_reply::{self as reply, schema::Schema};
//!
//! let contract = Schema::object().field("action", Schema::one_of(&["WAIT", "ASK_USER"])).optional("n", Schema::integer());
//! let reading = reply::read("Sure! ```json\n{'action': 'ask user', n: '3',}\n```", &contract);
//! assert!(reading.usable());
//! assert_eq!(reading.value, Some(serde_json::json!({ "action": "ASK_USER", "n": 3 })));
//! ```

// A build that leaves parts out calls a part of what they share.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

mod characters;
mod lang;
mod reader;
pub mod schema;
mod tape;

pub use lang::{text, Lang, Sentences, Text};
pub use reader::{
    complain, complain_about, read, read_finished, repair, Allow, BareText, Duplicates, Expected, Fault, Grammar,
    Literals, Missing, NotFinite, OpenStrings, Patch, Policy, Prose, Reading, Refused, Repair, Repaired, ReplyStream,
    Roots, Spelling, MAX_DEPTH, MAX_LENGTH, MAX_TEXT,
};
#[cfg(feature = "full")]
pub use reader::{read_with, repair_with};
pub use stepgate_json::{Error, Kind};

/// Inner parts of the reader, for a boundary that builds values straight from the tape (`crates/wasm-reply`). They may change in
/// any release.
pub mod raw {
    pub use crate::reader::complain::complaint;
    pub use crate::reader::incoming::Incoming;
    pub use crate::reader::mend::{exact, mend, Mended};
    pub use crate::reader::read::{read_by_policy, Read};
    pub use crate::reader::report::{Fix, Mend, Report};
    pub use crate::schema::Notes;
    pub use crate::tape::{Item, Node, Tag, Tape, MADE};
}
