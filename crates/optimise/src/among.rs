//! Wishes about several items: how much of them a span may have, and how long after one another they stand.

use std::ops::Range;

use crate::draft::{Draft, Gap, Place, Quota, Span};

impl Quota {
    /// Amount that an item of a length takes at a place.
    pub(crate) fn takes(&self, place: Place, length: u8) -> u32 {
        let first = usize::from(place.start.saturating_sub(1));
        let covered = self.costs.iter().skip(first).take(usize::from(length));
        if self.costs.is_empty() {
            1
        } else {
            covered.sum()
        }
    }

    /// Days that count together with a day.
    pub(crate) fn days_with(&self, day: u16, draft: &Draft) -> Range<u16> {
        let (first, last) = match self.per {
            Span::Day => (day, day),
            Span::Week => {
                let monday = i32::from(day) - (i32::from(draft.first_weekday) - 1 + i32::from(day)) % 7;
                (monday.max(0) as u16, (monday + 6) as u16)
            }
            Span::Apart(days) => {
                let near = days.saturating_sub(1);
                (day.saturating_sub(near), day.saturating_add(near))
            }
        };
        first..last.saturating_add(1).min(draft.days)
    }

    /// Amount taken of a day before any item has a place.
    pub(crate) fn taken_on(&self, day: u16) -> u32 {
        self.taken.iter().filter(|(other, _)| *other == day).map(|(_, taken)| *taken).sum()
    }
}

/// A gap in periods since the first of a day.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    periods: i64,
    /// Earliest start of the second item, by the last period of the first one, from the first one's day.
    starts: Vec<i64>,
    /// Latest end of the first item, by the first period of the second one, from the second one's day.
    ends: Vec<i64>,
}

impl Stretch {
    pub(crate) fn of(gap: &Gap, periods: u8) -> Self {
        let periods = i64::from(periods);
        let start = |place: &Place| i64::from(place.day) * periods + i64::from(place.start) - 1;
        let starts: Vec<i64> = gap.after.iter().map(start).collect();
        let farthest = starts.iter().max().copied().unwrap_or(0) + periods;
        let mut stretch = Stretch { periods, starts, ends: Vec::new() };
        stretch.ends = (0..periods)
            .map(|second| {
                (second - farthest..=second).rev().find(|end| stretch.start(*end) <= second).unwrap_or(-farthest)
            })
            .collect();
        stretch
    }

    /// Earliest start of the second item, if the first ends by this time.
    pub(crate) fn start(&self, end: i64) -> i64 {
        let day = (end - 1).div_euclid(self.periods);
        let period = (end - 1).rem_euclid(self.periods) as usize;
        day * self.periods + self.starts.get(period).copied().unwrap_or(0)
    }

    /// Latest end of the first item, if the second starts at this time.
    pub(crate) fn end(&self, start: i64) -> i64 {
        let period = start.rem_euclid(self.periods);
        start - period + self.ends.get(period as usize).copied().unwrap_or(0)
    }
}
