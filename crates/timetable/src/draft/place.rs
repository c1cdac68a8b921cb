//! Places by date, and times of day.

use serde_json::Value;
use stepgate_json::{wanted, Error, FromJson, Json, ToJson, Writer};

use crate::records::{Cell, Clock};
use crate::{minute, write_minute, Date, Moment, Term, MAX_SECTIONS};

/// Periods `from..=to` of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Json)]
pub struct Place {
    /// Date.
    pub date: Date,
    /// First period, from 1.
    pub from: u8,
    /// Last period.
    pub to: u8,
}

impl Place {
    /// The runs of consecutive cells, which ascend.
    pub(super) fn runs(cells: &[Cell], term: Term) -> Vec<Place> {
        let mut runs: Vec<Place> = Vec::new();
        for cell in cells {
            let date = term.date(cell.day);
            match runs.last_mut().filter(|run| run.date == date && u16::from(cell.section) == u16::from(run.to) + 1) {
                Some(run) => run.to = cell.section,
                None => runs.push(Place { date, from: cell.section, to: cell.section }),
            }
        }
        runs
    }

    /// Its cells, ascending. `None`: the date lies before the term, or the day has no such periods.
    pub(super) fn cells(self, term: Term, clock: &Clock) -> Option<Vec<Cell>> {
        let day = term.weekday(self.date)?;
        let legal = self.from >= 1 && self.from <= self.to && self.to <= clock.sections();
        legal.then(|| (self.from..=self.to).map(|section| Cell { day, section }).collect())
    }

    /// Its periods as bits, period 1 the lowest.
    pub(super) fn bits(self) -> u64 {
        (self.from.max(1)..=self.to.min(MAX_SECTIONS)).fold(0, |bits, period| bits | 1 << (period - 1))
    }

    /// Minutes of its periods, without the breaks between them.
    pub(super) fn minutes(self, clock: &Clock) -> u32 {
        let periods = (self.from..=self.to).filter_map(|period| clock.section(period));
        periods.map(|(start, end)| u32::from(end - start)).sum()
    }

    /// Moment at which it begins; `None` if the day has no such periods.
    pub fn start(self, clock: &Clock) -> Option<Moment> {
        Some(Moment { date: self.date, minute: clock.section(self.from)?.0 })
    }

    /// Moment at which it ends; `None` if the day has no such periods.
    pub fn end(self, clock: &Clock) -> Option<Moment> {
        Some(Moment { date: self.date, minute: clock.section(self.to)?.1 })
    }
}

/// Place to begin at: the length is the item's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Json)]
pub struct Start {
    /// Date.
    pub date: Date,
    /// First period, from 1.
    pub period: u8,
}

/// Time of day in minutes since midnight, `HH:MM` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(pub u16);

impl ToJson for Time {
    fn write(&self, out: &mut Writer) {
        let mut text = String::new();
        write_minute(self.0, &mut text);
        out.string(&text);
    }
}

impl FromJson for Time {
    fn blank() -> Self {
        Time(0)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let time = value.as_str().and_then(minute);
        *self = Time(time.ok_or_else(|| wanted("a time of day from 00:00 to 24:00, HH:MM"))?);
        Ok(())
    }
}
