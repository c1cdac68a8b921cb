//! Records of the entries, each with a checksum over all entries up to it.

use std::cell::RefCell;

use crate::archive::check;
use crate::archive::check::Checks;
use crate::transcript::entries::Transcript;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::stored::Stored;
use stepgate_json::{self as json, from_text};
use stepgate_reply::Error;

/// Checksums of the entries that were saved or loaded, each over all entries up to it.
#[derive(Debug, Default)]
pub(crate) struct Chain(RefCell<Vec<u64>>);

impl Chain {
    /// Records of the entries from number `first` on.
    pub(crate) fn records(&self, transcript: &Transcript, first: u32) -> Vec<String> {
        let mut checks = self.0.borrow_mut();
        let mut records = Vec::new();
        for seq in first.min(checks.len() as u32)..transcript.len() {
            let Some(stored) = transcript.get(seq) else { break };
            let text = json::to_text(stored);
            let check = match checks.get(seq as usize).copied() {
                Some(check) => check,
                None => {
                    let check = check::of_entry(last(&checks), &text);
                    checks.push(check);
                    check
                }
            };
            if seq >= first {
                records.push(check::sealed(text, check));
            }
        }
        records
    }

    /// Checksum of all entries. [`Chain::records`] must have been called for them.
    pub(crate) fn end(&self) -> u64 {
        last(&self.0.borrow())
    }

    /// Verifies that the entries, `len` of them, are exactly those that were saved with `checks`.
    pub(crate) fn verify(&self, checks: &Checks, len: u32) -> Result<(), Error> {
        let place = |seq: u32| format!("/entries/{seq}");
        match len {
            _ if len < checks.entries => Err(check::damaged(place(len), "is missing")),
            _ if len > checks.entries => Err(check::damaged(place(checks.entries), "is one more than was saved")),
            _ if self.end() as u32 != checks.chain => Err(check::altered("/entries")),
            _ => Ok(()),
        }
    }
}

fn last(checks: &[u64]) -> u64 {
    checks.last().copied().unwrap_or(check::OF_NO_ENTRY)
}

/// Reads the entry that follows those in `before`.
fn read_entry(before: &Transcript, place: &str, text: &str) -> Result<Stored, Error> {
    let stored: Stored = from_text(place, text)?;
    let checked = match &stored.entry {
        Entry::Decision(decision) => decision.check_said(),
        other => before.check(other),
    };
    checked.map_err(|error| error.below(place))?;
    Ok(stored)
}

/// Reads the entries and verifies each against those before it. Entries saved by an older format have no checksum.
///
/// # Errors
/// An entry is malformed, or is not the one that was saved at its place.
pub(crate) fn read_entries(records: &[String], format: u32) -> Result<(Transcript, Chain), Error> {
    let mut transcript = Transcript::default();
    let mut checks = Vec::with_capacity(records.len());
    let (mut last_rev, mut last, mut is_sealed) = (0, check::OF_NO_ENTRY, false);
    for (seq, record) in records.iter().enumerate() {
        let place = || format!("/entries/{seq}");
        let (text, check) = if check::has_checks(format) { check::split(record) } else { (record.as_str(), None) };
        let sum = check::of_entry(last, text);
        if check.map_or(is_sealed, |check| check != sum as u32) {
            return Err(check::altered(place()));
        }
        let stored = read_entry(&transcript, &place(), text)?;
        if stored.rev < last_rev {
            return Err(check::damaged(format!("{}/rev", place()), "entries must be in order"));
        }
        is_sealed = check.is_some();
        last_rev = stored.rev;
        // Older formats wrote entries in another form. Their checksum is that of today's form.
        last = if is_sealed { sum } else { check::of_entry(last, &json::to_text(&stored)) };
        checks.push(last);
        transcript.push(stored);
    }
    Ok((transcript, Chain(RefCell::new(checks))))
}
