//! The clock: measures how long a session works, without the time that the machine slept.

/// Longest pause between two ticks of a host that is working. Browsers wake a hidden tab once a minute.
const LONGEST_BEAT_MS: u64 = 90_000;

/// Measures the time that a session works.
#[derive(Default)]
pub(super) struct Clock {
    /// Time of the last accepted event, moved forward by the time the machine slept since. None after a load: time while
    /// no page had the session open is not work.
    heard: Option<u64>,
    /// New value of `heard` after a load or a sleep, until the trace records it.
    since: Option<u64>,
    /// Time of the last event, if the host ticks. None before the first tick and during a replay.
    beat: Option<u64>,
}

impl Clock {
    /// Starts at the opening of a session.
    pub(super) fn start(&mut self, at_ms: u64) {
        self.heard = Some(at_ms);
    }

    /// Advances to an event. Returns the milliseconds since the last accepted event if the session was `busy`, else 0.
    pub(super) fn advance(&mut self, at_ms: u64, is_tick: bool, busy: bool) -> u64 {
        let ticks = self.beat.is_some() || (self.heard.is_some() && is_tick);
        if self.heard.is_none() {
            self.since = Some(at_ms);
        }
        if busy {
            self.leave_out_sleep(at_ms);
        }
        self.beat = ticks.then_some(at_ms);
        let waited = at_ms.saturating_sub(*self.heard.get_or_insert(at_ms));
        if busy {
            waited
        } else {
            0
        }
    }

    /// Excludes a gap that is longer than any pause of a ticking host: the machine slept, or its clock was changed.
    fn leave_out_sleep(&mut self, at_ms: u64) {
        let (Some(beat), Some(heard)) = (self.beat, self.heard) else { return };
        if at_ms.checked_sub(beat).is_some_and(|gap| gap <= LONGEST_BEAT_MS) {
            return;
        }
        let start = at_ms.saturating_sub(beat.saturating_sub(heard));
        (self.heard, self.since) = (Some(start), Some(start));
    }

    /// Completes an accepted event. Returns the start of the measured time if the trace must record it.
    pub(super) fn accept(&mut self, at_ms: u64) -> Option<u64> {
        self.heard = Some(at_ms);
        self.since.take()
    }

    /// Sets the start of the measured time from a trace. A trace omits ticks without effect, so its gaps are not sleep.
    pub(super) fn replay(&mut self, since: Option<u64>) {
        self.heard = since.or(self.heard);
        self.beat = None;
    }
}
