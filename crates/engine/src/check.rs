//! Checksums of saved records. They reveal a record that was lost, duplicated, swapped or altered, and name its place.
//!
//! A record is a JSON text, a line break and eight hexadecimal digits. The digits of a part are the checksum of its name and text. The
//! digits of an entry are the checksum of all entries up to it. The head holds the number of entries and the checksums of all entries and
//! of all parts. Saving a step hashes only what that step saves.

use std::cell::RefCell;

use xxhash_rust::xxh64::xxh64;

use super::snapshot::{Snapshot, BEFORE, FORMAT};
use super::stored::Stored;
use super::transcript::Transcript;
use crate::{Error, Kind};
use stepgate_json::{self as json, from_text, object};

/// Length of the line break and the eight digits after the JSON text.
const SEAL: usize = 9;

/// Number of entries and checksums of the other records, as the head holds them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Checks {
    /// Number of entries.
    pub(super) entries: u32,
    /// Checksum of all entries.
    pub(super) chain: u64,
    /// Sum of the checksums of all parts.
    pub(super) parts: u64,
    /// Checksum of the part `before`, or 0 if that is not saved.
    pub(super) before: u64,
}

object!(Checks {} optional { entries, chain, parts, before });

/// Checksum of a part.
pub(super) fn of_part(name: &str, text: &str) -> u64 {
    xxh64(text.as_bytes(), xxh64(name.as_bytes(), 0))
}

/// Checksum of an entry; `before` is that of the previous entry.
fn of_entry(before: u64, text: &str) -> u64 {
    xxh64(text.as_bytes(), before)
}

/// Digest of a call to the host, for its idempotency key.
pub(super) fn of_call(text: &str) -> u64 {
    xxh64(text.as_bytes(), 0)
}

/// Record of a JSON text: the text, a line break and the checksum.
pub(super) fn sealed(mut text: String, check: u64) -> String {
    text.push('\n');
    for shift in (0..8u32).rev() {
        text.extend(char::from_digit((check >> (4 * shift)) as u32 & 15, 16));
    }
    text
}

/// Record of the head of a revision.
pub(super) fn sealed_head(text: String, revision: u64) -> String {
    let check = of_part(&head_name(revision), &text);
    sealed(text, check)
}

/// Name under which the head is hashed. It contains the revision, which is saved beside the head.
fn head_name(revision: u64) -> String {
    format!("head-{revision}")
}

/// Splits a record into its JSON text and its checksum.
fn split(record: &str) -> (&str, Option<u32>) {
    let at = record.len().saturating_sub(SEAL);
    let seal = record.get(at..).and_then(|seal| seal.strip_prefix('\n'));
    match seal.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
        Some(check) => (record.get(..at).unwrap_or_default(), Some(check)),
        None => (record, None),
    }
}

/// Checksums of the entries that were saved or loaded, each over all entries up to it.
#[derive(Debug, Default)]
pub(super) struct Chain(RefCell<Vec<u64>>);

impl Chain {
    /// Records of the entries from number `first` on.
    pub(super) fn records(&self, transcript: &Transcript, first: u32) -> Vec<String> {
        let mut checks = self.0.borrow_mut();
        let mut records = Vec::new();
        for seq in first.min(checks.len() as u32)..transcript.len() {
            let Some(stored) = transcript.get(seq) else { break };
            let text = json::to_text(stored);
            let check = match checks.get(seq as usize).copied() {
                Some(check) => check,
                None => {
                    let check = of_entry(checks.last().copied().unwrap_or_default(), &text);
                    checks.push(check);
                    check
                }
            };
            if seq >= first {
                records.push(sealed(text, check));
            }
        }
        records
    }

    /// Checksum of all entries. [`Chain::records`] must have been called for them.
    pub(super) fn end(&self) -> u64 {
        self.0.borrow().last().copied().unwrap_or_default()
    }
}

/// Whether a format has checksums.
fn has_checks(format: u32) -> bool {
    format >= 6
}

fn damaged(place: impl Into<String>, text: &str) -> Error {
    Kind::Malformed.at(place, text)
}

pub(super) fn altered(place: impl Into<String>) -> Error {
    damaged(place, "is not as it was saved")
}

/// Verifies and removes the checksums of the head and the parts. Returns the sum over the parts, as [`Checks`] has it, or None if the
/// format has no checksums or is newer than this build.
///
/// # Errors
/// A record's text does not match its checksum.
pub(super) fn open_head_and_parts(snapshot: &mut Snapshot) -> Result<Option<u64>, Error> {
    if !(has_checks(snapshot.format) && snapshot.format <= FORMAT) {
        return Ok(None);
    }
    open(&head_name(snapshot.revision), "/head", &mut snapshot.head)?;
    let mut sum = 0u64;
    for (name, record) in snapshot.parts.iter_mut() {
        if name == BEFORE {
            // A stale `before` of an earlier turn is allowed; `read_turn` verifies it if the turn needs it.
            record.truncate(split(record).0.len());
        } else {
            sum = sum.wrapping_add(open(name, &["/parts/", name].concat(), record)?);
        }
    }
    Ok(Some(sum))
}

/// Verifies and removes the checksum of one record. Returns the full 64-bit checksum.
fn open(name: &str, place: &str, record: &mut String) -> Result<u64, Error> {
    let (text, seal) = split(record);
    let check = of_part(name, text);
    if seal != Some(check as u32) {
        return Err(altered(place));
    }
    record.truncate(text.len());
    Ok(check)
}

/// Reads the entries and verifies each against those before it. Entries saved by an older format have no checksum.
///
/// # Errors
/// An entry is malformed, or is not the one that was saved at its place.
pub(super) fn read_entries(records: &[String], format: u32) -> Result<(Transcript, Chain), Error> {
    let mut transcript = Transcript::default();
    let mut checks = Vec::with_capacity(records.len());
    let (mut last_rev, mut last, mut is_sealed) = (0, 0, false);
    for (seq, record) in records.iter().enumerate() {
        let place = || format!("/entries/{seq}");
        let (text, check) = if has_checks(format) { split(record) } else { (record.as_str(), None) };
        let sum = of_entry(last, text);
        if check.map_or(is_sealed, |check| check != sum as u32) {
            return Err(altered(place()));
        }
        let stored: Stored = from_text(&place(), text)?;
        if stored.rev < last_rev {
            return Err(damaged(format!("{}/rev", place()), "entries must be in order"));
        }
        is_sealed = check.is_some();
        last_rev = stored.rev;
        // Older formats wrote entries in another form. Their checksum is that of today's form.
        last = if is_sealed { sum } else { of_entry(last, &json::to_text(&stored)) };
        checks.push(last);
        transcript.push(stored);
    }
    Ok((transcript, Chain(RefCell::new(checks))))
}

impl Checks {
    /// Verifies that the entries are exactly those that were saved.
    pub(super) fn hold_entries(&self, len: u32, chain: &Chain) -> Result<(), Error> {
        let place = |seq: u32| format!("/entries/{seq}");
        match len {
            _ if len < self.entries => Err(damaged(place(len), "is missing")),
            _ if len > self.entries => Err(damaged(place(self.entries), "is one more than was saved")),
            _ if chain.end() != self.chain => Err(altered("/entries")),
            _ => Ok(()),
        }
    }

    /// Verifies that `parts` is the sum over all parts that were saved.
    pub(super) fn hold_parts(&self, parts: u64) -> Result<(), Error> {
        let text = "one is missing, or is not the one that was saved last";
        if parts == self.parts {
            Ok(())
        } else {
            Err(damaged("/parts", text))
        }
    }
}
