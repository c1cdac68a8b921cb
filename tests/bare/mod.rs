//! What was saved without its checks, for tests that change it: as format 5 had it.

use stepgate::engine::Snapshot;

/// The JSON text of a record.
pub(crate) fn text(record: &str) -> String {
    record.lines().next().unwrap_or_default().to_owned()
}

/// A snapshot whose records are JSON texts alone.
#[allow(dead_code)] // some tests need the texts only
pub(crate) fn bare(saved: Snapshot) -> Snapshot {
    let Snapshot { head, parts, entries, .. } = &saved;
    let parts = parts.iter().map(|(name, part)| (name.clone(), text(part))).collect();
    let entries = entries.iter().map(|entry| text(entry)).collect();
    Snapshot { format: 5, head: text(head), parts, entries, ..saved }
}
