//! Checksums of saved records. They reveal a record that was lost, duplicated, swapped or altered, and name its place
//! (docs/decisions/009-records-carry-checks.md).
//!
//! A record is a JSON text, a line break and eight hexadecimal digits. The digits of a part are the checksum of its name and text. The
//! digits of an entry are the checksum of all entries up to it. The head holds the number of entries and the checksums of all entries and
//! of all parts, of which 32 bits are saved each. Saving a step hashes only what that step saves.

use xxhash_rust::xxh64::xxh64;

use serde_json::Value;
use stepgate_json::{slice, to_text, wanted, FromJson, ToJson, Writer};
use stepgate_reply::{Error, Kind};

/// Length of the line break and the eight digits after the JSON text.
const SEAL: usize = 9;

/// Number of entries and checksums of the other records, as the head holds them: a list, to be short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checks {
    /// Number of entries.
    pub(crate) entries: u32,
    /// Checksum of all entries.
    pub(crate) chain: u32,
    /// Sum of the checksums of all parts.
    pub(crate) parts: u32,
    /// Checksum of the part `before`, or 0 if that is not saved.
    pub(crate) before: u32,
}

impl ToJson for Checks {
    fn write(&self, out: &mut Writer) {
        let Checks { entries, chain, parts, before } = *self;
        let list = [entries, chain, parts, before];
        list.split_at(if before == 0 { 3 } else { 4 }).0.write(out);
    }
}

impl FromJson for Checks {
    fn blank() -> Self {
        Checks::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let mut list = Vec::<u32>::blank();
        list.take(value)?;
        let (entries, chain, parts, before) = match *list {
            [entries, chain, parts] => (entries, chain, parts, 0),
            [entries, chain, parts, before] => (entries, chain, parts, before),
            _ => return Err(wanted("a list of a number of entries and their checksum, a checksum of the parts and, where there is one, of `before`")),
        };
        *self = Checks { entries, chain, parts, before };
        Ok(())
    }
}

/// Checksum of a part.
pub(crate) fn of_part(name: &str, text: &str) -> u64 {
    xxh64(text.as_bytes(), xxh64(name.as_bytes(), 0))
}

/// The checksum before the first entry.
pub(crate) const OF_NO_ENTRY: u64 = 0;

/// Checksum of an entry; `before` is that of the previous entry.
pub(crate) fn of_entry(before: u64, text: &str) -> u64 {
    xxh64(text.as_bytes(), before)
}

/// Digest of a call to the host, for its idempotency key.
pub(crate) fn of_call(text: &str) -> u64 {
    xxh64(text.as_bytes(), 0)
}

/// Digest of the definition of a tool, for grants.
pub(crate) fn of_tool(definition: &Value) -> u64 {
    of_part("tool", &to_text(definition))
}

/// Record of a JSON text: the text, a line break and the checksum.
pub(crate) fn sealed(mut text: String, check: u64) -> String {
    text.push('\n');
    for shift in (0..8u32).rev() {
        text.extend(char::from_digit((check >> (4 * shift)) as u32 & 15, 16));
    }
    text
}

/// Record of the head of a revision.
pub(crate) fn sealed_head(text: String, revision: u64) -> String {
    let check = of_part(&head_name(revision), &text);
    sealed(text, check)
}

/// Name under which the head is hashed. It contains the revision, which is saved beside the head.
pub(crate) fn head_name(revision: u64) -> String {
    format!("head-{revision}")
}

/// Splits a record into its JSON text and its checksum.
pub(crate) fn split(record: &str) -> (&str, Option<u32>) {
    let at = record.len().saturating_sub(SEAL);
    let seal = record.get(at..).and_then(|seal| seal.strip_prefix('\n'));
    match seal.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
        Some(check) => (slice(record, ..at), Some(check)),
        None => (record, None),
    }
}

/// Whether a format has checksums.
pub(crate) fn has_checks(format: u32) -> bool {
    format >= 6
}

pub(crate) fn damaged(place: impl Into<String>, text: &str) -> Error {
    Kind::Malformed.at(place, text)
}

pub(crate) fn altered(place: impl Into<String>) -> Error {
    damaged(place, "is not as it was saved")
}

/// Verifies and removes the checksum of one record. Returns the full 64-bit checksum.
pub(crate) fn open(name: &str, place: &str, record: &mut String) -> Result<u64, Error> {
    let (text, seal) = split(record);
    let check = of_part(name, text);
    if seal != Some(check as u32) {
        return Err(altered(place));
    }
    record.truncate(text.len());
    Ok(check)
}

impl Checks {
    /// Verifies that `parts` is the sum over all parts that were saved.
    pub(crate) fn verify_parts(&self, parts: u64) -> Result<(), Error> {
        if parts as u32 == self.parts {
            return Ok(());
        }
        Err(damaged("/parts", "one is missing, or is not the one that was saved last"))
    }
}
