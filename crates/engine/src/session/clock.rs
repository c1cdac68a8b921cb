//! The clock of a session.

/// Longest pause between two ticks of a host that is working. Browsers wake a hidden tab once a minute.
pub(crate) const LONGEST_BEAT_MS: u64 = 90_000;
