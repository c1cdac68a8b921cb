//! Snapshots without checksums, as format 5 saved them, so that tests can change them.

use stepgate_engine::Snapshot;

/// JSON text of a record, without its checksum.
pub fn text(record: &str) -> String {
    record.lines().next().unwrap_or_default().to_owned()
}

/// Snapshot whose records are JSON texts without checksums.
pub fn bare(saved: Snapshot) -> Snapshot {
    let Snapshot { head, parts, entries, .. } = &saved;
    let parts = parts.iter().map(|(name, part)| (name.clone(), text(part))).collect();
    let entries = entries.iter().map(|entry| text(entry)).collect();
    Snapshot { format: 5, head: text(head), parts, entries, ..saved }
}
