//! Reads a model's reply: from text to a checked value.
//!
//! [`read`] finds the JSON objects in a reply, repairs them, chooses the one that fits the contract (a
//! [`Schema`](schema::Schema)) best, and coerces it to the contract. It never fails. If the reply has no usable value, the
//! [`Reading`] has a [`Fault`] or a list of problems, and [`complain`] words them for the model. [`ReplyStream`] reads the same
//! grammar from chunks.
//!
//! A repair is **lossless** if its meaning is certain (a missing comma, single quotes, a comment, …) and **lossy** if a part of
//! the value is missing (a reply that was cut off, a key without a value, a dropped fragment). A page may show a lossy value, but
//! must not act on it.
//!
//! The modules, each above those that it imports: `characters` and `lang`; `tape`, the form of a value between text and
//! objects; [`schema`], contracts and coercion; `reader`, the rest.
//!
//! ```
//! use stepgate_reply::{self as reply, schema::Schema};
//!
//! let contract = Schema::object().field("action", Schema::one_of(&["WAIT", "ASK_USER"])).optional("n", Schema::integer());
//! let reading = reply::read("Sure! ```json\n{'action': 'ask user', n: '3',}\n```", &contract);
//! assert!(reading.usable());
//! assert_eq!(reading.value, Some(serde_json::json!({ "action": "ASK_USER", "n": 3 })));
//! ```

mod characters;
mod lang;
mod reader;
pub mod schema;
mod tape;

pub use characters::hidden_characters;
pub use lang::{text, Lang, Sentences, Text};
pub use reader::{
    complain, complain_about, read, read_finished, read_with, repair, repair_with, spoken, Expected, Fault, Patch,
    Policy, Reading, Refused, Repair, Repaired, ReplyStream, MAX_DEPTH, MAX_LENGTH, MAX_TEXT,
};
pub use stepgate_json::{Error, Kind};

/// Inner parts of the reader for `crates/wasm-reply`, which builds JavaScript values straight from the tape. They may change in any
/// release.
pub mod raw {
    pub use crate::reader::complain::complaint;
    pub use crate::reader::incoming::Incoming;
    pub use crate::reader::mend::{exact, mend};
    pub use crate::reader::mended::Mended;
    pub use crate::reader::read::{read_by_policy, Read};
    pub use crate::reader::report::{Fix, Mend, Report};
    pub use crate::schema::Notes;
    pub use crate::tape::{Item, Node, Tag, Tape, MADE};
}
