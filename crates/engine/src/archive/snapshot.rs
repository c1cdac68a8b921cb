//! Saved form of a session: a small head, the memory and its large parts (saved when they change), and the entries (append-only).

use std::collections::BTreeMap;

use crate::archive::check;
use stepgate_json::{Deserialize, Json, Serialize, ToJson};
use stepgate_reply::{Error, Kind};

/// Version of the saved form. This build migrates older formats and refuses newer ones.
pub const FORMAT: u32 = 8;

/// Name of the part with the memory.
pub(crate) const MEMORY: &str = "memory";
/// Name of the part with the settings.
pub(crate) const SETTINGS: &str = "settings";
/// Name of the part with the session's input, if it has one.
pub(crate) const INPUT: &str = "input";
/// Name of the part with the memory from before the turn under way, if the turn changed it.
pub(crate) const BEFORE: &str = "before";

/// A saved session. Each record is a text, so that saving it takes one put: JSON and, from format 6 on, a line break and a checksum of
/// eight hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Json, Serialize, Deserialize)]
pub struct Snapshot {
    /// Version of the saved form, see [`FORMAT`].
    pub format: u32,
    /// The agent's name.
    pub agent: String,
    /// Version of the agent's memory.
    pub version: u32,
    /// Number of the last accepted event.
    pub revision: u64,
    /// Stage, wait, counters: small, saved with every step.
    pub head: String,
    /// `memory`, `settings`, `input`, `before`, and the agent's large parts by name.
    pub parts: BTreeMap<String, String>,
    /// All entries, in order.
    pub entries: Vec<String>,
}

/// Records to save after a step.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
#[must_use = "the next changes count on these being saved"]
pub struct Changes {
    /// Version of the saved form.
    pub format: u32,
    /// The agent's name.
    pub agent: &'static str,
    /// Version of the agent's memory.
    pub version: u32,
    /// The revision these changes lead to.
    pub revision: u64,
    /// The head, whole.
    pub head: String,
    /// Number of the first new entry.
    pub first: u32,
    /// The new entries.
    pub entries: Vec<String>,
    /// The parts that changed.
    pub parts: BTreeMap<String, String>,
}

/// Arguments for copying a session.
#[derive(Clone, Debug)]
pub struct Copying {
    /// The session to copy.
    pub snapshot: Snapshot,
    /// As in [`Opening`](crate::Opening), for the copy.
    pub seed: u64,
    /// As in [`Opening`](crate::Opening), for the copy.
    pub nonce: String,
    /// The host's clock, in milliseconds since the epoch.
    pub at_ms: u64,
    /// Number of the call whose write tools had been started, according to the file.
    pub started: Option<u32>,
}

impl Snapshot {
    /// The text of a part.
    ///
    /// # Errors
    /// The snapshot lacks the part.
    pub(crate) fn part(&self, name: &str) -> Result<&str, Error> {
        let text = self.parts.get(name).map(String::as_str);
        text.ok_or_else(|| Kind::Malformed.at(format!("/parts/{name}"), "is missing"))
    }

    /// Verifies and removes the checksums of the head and the parts. Returns the sum over the parts, for
    /// [`Checks::verify_parts`](check::Checks::verify_parts), or None if the format has no checksums or is newer than this build.
    ///
    /// # Errors
    /// A record's text does not match its checksum.
    pub(crate) fn open_head_and_parts(&mut self) -> Result<Option<u64>, Error> {
        if !(check::has_checks(self.format) && self.format <= FORMAT) {
            return Ok(None);
        }
        check::open(&check::head_name(self.revision), "/head", &mut self.head)?;
        let mut sum = 0u64;
        for (name, record) in self.parts.iter_mut() {
            if name == BEFORE {
                // A stale `before` of an earlier turn is allowed; `Turn::read_before` verifies it if the turn needs it.
                record.truncate(check::split(record).0.len());
            } else {
                sum = sum.wrapping_add(check::open(name, &["/parts/", name].concat(), record)?);
            }
        }
        Ok(Some(sum))
    }
}
