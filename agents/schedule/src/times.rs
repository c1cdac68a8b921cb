//! Dates and times that the host gives with a timetable.

use serde_json::Value;

use super::memory::Memory;
use stepgate_engine::{Error, Kind};
use stepgate_json::{read, FromJson};
use stepgate_timetable::records::Clock;
use stepgate_timetable::{minute, Moment};

/// Clock, present moment and abilities of the host in the answer of `load_schedule`; all optional.
pub(super) struct Heard {
    clock: Option<Clock>,
    now: Option<Moment>,
    reverts: bool,
}

/// Begin and end of a section, `HH:MM`.
#[derive(FromJson)]
pub(super) struct SectionTimes {
    start: String,
    end: String,
}

impl Heard {
    /// Reads the answer.
    ///
    /// # Errors
    /// The place of the first wrong value.
    pub(super) fn of(answer: &Value) -> Result<Self, Error> {
        let given = |key: &str| answer.get(key).filter(|value| !value.is_null());
        let sections: Option<Vec<SectionTimes>> =
            given("clock").map(read).transpose().map_err(|error: Error| error.below("/clock"))?;
        let clock = sections.map(|sections| clock(&sections)).transpose().map_err(|error| error.within("clock"))?;
        let now: Option<Moment> = given("now").map(read).transpose().map_err(|error: Error| error.below("/now"))?;
        Ok(Heard { clock, now, reverts: answer.get("reverts") == Some(&Value::Bool(true)) })
    }
}

/// Clock of a day from its sections.
///
/// # Errors
/// `malformed`, if the sections are no day.
pub(super) fn clock(sections: &[SectionTimes]) -> Result<Clock, Error> {
    let times = sections.iter().map(|section| Some((minute(&section.start)?, minute(&section.end)?)));
    times.collect::<Option<Vec<_>>>().and_then(Clock::new).ok_or_else(|| {
        let allowed = "must be 1 to 64 sections, each { start, end } as HH:MM, one behind the other";
        Error::new(Kind::Malformed, "", allowed)
    })
}

impl Memory {
    /// Keeps the host's clock and present moment, with the engine's time of hearing them.
    pub(super) fn hear(&mut self, heard: Heard, at_ms: u64) {
        (self.clock, self.reverts) = (heard.clock, heard.reverts);
        (self.heard_now, self.heard_at) = (heard.now, at_ms);
    }
}
