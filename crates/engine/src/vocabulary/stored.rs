//! Saved form of a transcript entry.

use serde_json::Value;

use crate::vocabulary::entry::Entry;
use stepgate_json::{self as json, Deserialize, FromJson, Members, Serialize, ToJson, Writer};
use stepgate_reply::Error;

/// An entry with its place and time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    /// Revision that made the entry.
    pub rev: u64,
    /// The host's clock, in milliseconds.
    pub at_ms: u64,
    /// Thread it belongs to.
    pub thread: u32,
    /// The entry.
    pub entry: Entry,
}

/// Written as a list, to be short: revision, clock, thread if it is not 0, entry.
impl ToJson for Stored {
    fn write(&self, out: &mut Writer) {
        out.begin_list();
        self.rev.write(out);
        self.at_ms.write(out);
        if self.thread > 0 {
            self.thread.write(out);
        }
        self.entry.write(out);
        out.end_list();
    }
}

impl FromJson for Stored {
    fn blank() -> Self {
        Stored { rev: 0, at_ms: 0, thread: 0, entry: Entry::blank() }
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let Stored { rev, at_ms, thread, entry } = self;
        if let Value::Object(_) = value {
            // Formats 1 to 3 wrote an object.
            let members = Members::of(value)?;
            members.required("rev", rev)?;
            members.required("at_ms", at_ms)?;
            members.optional("thread", thread)?;
            return members.required("entry", entry);
        }
        let parts: &mut [&mut dyn FromJson] = match value.as_array().map_or(0, Vec::len) {
            3 => &mut [rev, at_ms, entry],
            4 => &mut [rev, at_ms, thread, entry],
            _ => return Err(json::wanted("a list of a revision, a time and an entry")),
        };
        for (index, part) in parts.iter_mut().enumerate() {
            let place = |error: Error| error.within(&index.to_string());
            part.take(value.get(index).unwrap_or(&Value::Null)).map_err(place)?;
        }
        Ok(())
    }
}
