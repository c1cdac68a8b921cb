//! Checks over what is saved, so that a record that was lost, doubled, swapped or altered is told by its place.
//!
//! A record is a JSON text, a line break and eight hexadecimal digits: of a part its own check under its name, of an
//! entry the check of all entries up to it. The head names how many entries there are and the checks of all entries and
//! of all parts. A step hashes only what it saves.

use std::cell::RefCell;

use xxhash_rust::xxh64::xxh64;

use super::snapshot::{Snapshot, BEFORE, FORMAT};
use super::stored::Stored;
use super::transcript::Transcript;
use crate::{Error, Kind};
use stepgate_json::{self as json, from_text, object};

/// Length of what stands behind the JSON text of a record.
const SEAL: usize = 9;

/// Count and checks of the other records, as the head names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Checks {
    /// How many entries there are.
    pub(super) entries: u32,
    /// The check of all entries.
    pub(super) chain: u64,
    /// The checks of all parts, added up.
    pub(super) parts: u64,
    /// The check of the memory from before the turn under way, where that is saved.
    pub(super) before: u64,
}

object!(Checks {} optional { entries, chain, parts, before });

/// The check of a part.
pub(super) fn of_part(name: &str, text: &str) -> u64 {
    xxh64(text.as_bytes(), xxh64(name.as_bytes(), 0))
}

/// The check of an entry, after the check of the one before it.
fn of_entry(before: u64, text: &str) -> u64 {
    xxh64(text.as_bytes(), before)
}

/// A digest of what a host is asked to do, for its key.
pub(super) fn of_call(text: &str) -> u64 {
    xxh64(text.as_bytes(), 0)
}

/// The record of a JSON text.
pub(super) fn sealed(mut text: String, check: u64) -> String {
    text.push('\n');
    for shift in (0..8u32).rev() {
        text.extend(char::from_digit((check >> (4 * shift)) as u32 & 15, 16));
    }
    text
}

/// The record of the head of a revision.
pub(super) fn sealed_head(text: String, revision: u64) -> String {
    let check = of_part(&head_name(revision), &text);
    sealed(text, check)
}

/// The head is checked under its revision, which stands beside it.
fn head_name(revision: u64) -> String {
    format!("head-{revision}")
}

/// The JSON text of a record, and the check behind it.
fn split(record: &str) -> (&str, Option<u32>) {
    let at = record.len().saturating_sub(SEAL);
    let seal = record.get(at..).and_then(|seal| seal.strip_prefix('\n'));
    match seal.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
        Some(check) => (record.get(..at).unwrap_or_default(), Some(check)),
        None => (record, None),
    }
}

/// The checks of the entries that were saved or loaded, each over all up to it.
#[derive(Debug, Default)]
pub(super) struct Chain(RefCell<Vec<u64>>);

impl Chain {
    /// The records of the entries from number `first` on.
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

    /// The check of all entries; they were made into records before.
    pub(super) fn end(&self) -> u64 {
        self.0.borrow().last().copied().unwrap_or_default()
    }
}

/// Whether a format has checks.
fn has_checks(format: u32) -> bool {
    format >= 6
}

fn damaged(place: impl Into<String>, text: &str) -> Error {
    Kind::Malformed.at(place, text)
}

pub(super) fn altered(place: impl Into<String>) -> Error {
    damaged(place, "is not as it was saved")
}

/// Takes the checks off the head and the parts. Gives the sum of those of the parts, as [`Checks`] has it; none where the format
/// has no checks, or is a newer one.
///
/// # Errors
/// One of them is not as it was saved.
pub(super) fn open_head_and_parts(snapshot: &mut Snapshot) -> Result<Option<u64>, Error> {
    if !(has_checks(snapshot.format) && snapshot.format <= FORMAT) {
        return Ok(None);
    }
    open(&head_name(snapshot.revision), "/head", &mut snapshot.head)?;
    let mut sum = 0u64;
    for (name, record) in snapshot.parts.iter_mut() {
        if name == BEFORE {
            // That of an earlier turn may still be there: it is checked by who needs it.
            record.truncate(split(record).0.len());
        } else {
            sum = sum.wrapping_add(open(name, &["/parts/", name].concat(), record)?);
        }
    }
    Ok(Some(sum))
}

/// Takes the check off a record, and gives it whole.
fn open(name: &str, place: &str, record: &mut String) -> Result<u64, Error> {
    let (text, seal) = split(record);
    let check = of_part(name, text);
    if seal != Some(check as u32) {
        return Err(altered(place));
    }
    record.truncate(text.len());
    Ok(check)
}

/// Reads the entries, and checks each against those before it. Those that an older format saved have no check of their own.
///
/// # Errors
/// An entry cannot be read, or is not the one that was saved at its place.
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
        // An older format wrote entries in another form: the check is of the one they are written in now.
        last = if is_sealed { sum } else { of_entry(last, &json::to_text(&stored)) };
        checks.push(last);
        transcript.push(stored);
    }
    Ok((transcript, Chain(RefCell::new(checks))))
}

impl Checks {
    /// Whether these are all entries that were saved.
    pub(super) fn hold_entries(&self, len: u32, chain: &Chain) -> Result<(), Error> {
        let place = |seq: u32| format!("/entries/{seq}");
        match len {
            _ if len < self.entries => Err(damaged(place(len), "is missing")),
            _ if len > self.entries => Err(damaged(place(self.entries), "is one more than was saved")),
            _ if chain.end() != self.chain => Err(altered("/entries")),
            _ => Ok(()),
        }
    }

    /// Whether `parts` is the sum of all parts that were saved.
    pub(super) fn hold_parts(&self, parts: u64) -> Result<(), Error> {
        let text = "one is missing, or is not the one that was saved last";
        if parts == self.parts {
            Ok(())
        } else {
            Err(damaged("/parts", text))
        }
    }
}
