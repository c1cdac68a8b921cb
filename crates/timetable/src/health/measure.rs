//! Figures of a day, and their totals over all days (agents/schedule/spec-tools.md 6.1 and 6.2).

use crate::MAX_SECTIONS;

/// Figures of a day's sections with a task that is no course, in their order. Free sections and courses between them do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Number of these sections.
    pub sections: u8,
    /// Adjacent sections of different categories.
    pub switches: u8,
    /// Length of the longest run of one category.
    pub max_block: u8,
    /// Length of the longest run of demanding categories.
    pub high_run: u8,
    /// Adjacent sections whose subject types are set and equal.
    pub same_type: u8,
    /// Whether two demanding categories are adjacent.
    pub heavy_adjacent: bool,
}

impl Measure {
    /// Number of adjacent pairs.
    pub fn transitions(&self) -> u8 {
        self.sections.saturating_sub(1)
    }

    /// Share of switches among the adjacent pairs; 0 without pairs.
    pub fn fragmentation(&self) -> f64 {
        if self.sections < 2 {
            return 0.0;
        }
        f64::from(self.switches) / f64::from(self.transitions())
    }

    /// Number of runs of one category.
    pub fn blocks(&self) -> u8 {
        self.switches + u8::from(self.sections > 0)
    }

    /// Whether the day switches categories often.
    pub fn is_fragmented(&self) -> bool {
        self.switches >= 3 || self.fragmentation() >= 0.55
    }

    /// Whether the day switches categories very often.
    pub fn is_scattered(&self) -> bool {
        self.switches >= 5 && self.fragmentation() >= 0.75
    }

    /// Whether one category, or demanding work, has a long run.
    pub fn is_compressed(&self) -> bool {
        self.has_long_block() || self.high_run >= 4
    }

    /// Whether one category has a long run.
    pub fn has_long_block(&self) -> bool {
        self.max_block >= 5
    }

    /// Whether the day's demanding neighbours need repair even if the other days are calm.
    fn is_unrest(&self) -> bool {
        self.heavy_adjacent && !(self.switches <= 2 && self.fragmentation() <= 0.45)
    }

    /// Weight of the day's problem, without its pair of tasks.
    pub(super) fn weight(&self) -> i64 {
        300 + 8 * i64::from(self.switches) + (20.0 * self.fragmentation()) as i64
    }
}

/// Totals over all days. Adding and removing a day takes constant time.
#[derive(Clone, Debug)]
pub(super) struct Totals {
    days: u32,
    pub(super) switches: u32,
    transitions: u32,
    same_type: u32,
    pub(super) heavy: u32,
    unrest: u32,
    /// Number of days per number of switches.
    with_switches: [u32; MAX_SECTIONS as usize],
}

impl Totals {
    pub(super) fn new() -> Self {
        let with_switches = [0; MAX_SECTIONS as usize];
        Totals { days: 0, switches: 0, transitions: 0, same_type: 0, heavy: 0, unrest: 0, with_switches }
    }

    pub(super) fn add(&mut self, day: &Measure) {
        self.count(day, u32::wrapping_add);
    }

    pub(super) fn remove(&mut self, day: &Measure) {
        self.count(day, u32::wrapping_sub);
    }

    fn count(&mut self, day: &Measure, by: fn(u32, u32) -> u32) {
        self.days = by(self.days, 1);
        self.switches = by(self.switches, day.switches.into());
        self.transitions = by(self.transitions, day.transitions().into());
        self.same_type = by(self.same_type, day.same_type.into());
        self.heavy = by(self.heavy, day.heavy_adjacent.into());
        self.unrest = by(self.unrest, day.is_unrest().into());
        if let Some(days) = self.with_switches.get_mut(usize::from(day.switches)) {
            *days = by(*days, 1);
        }
    }

    /// Maximum number of switches in a day.
    pub(super) fn max_switches(&self) -> u8 {
        self.with_switches.iter().rposition(|&days| days > 0).unwrap_or(0) as u8
    }

    /// Share of adjacent sections of the same subject type.
    pub(super) fn same_type_ratio(&self) -> f64 {
        f64::from(self.same_type) / f64::from(self.transitions.max(1))
    }

    /// Whether all days together are calm enough to accept single heavy days.
    fn is_calm(&self) -> bool {
        self.same_type_ratio() >= 0.80 && self.switches <= self.days && self.max_switches() <= 3
    }

    /// Number of days to repair.
    pub(super) fn repairable(&self) -> u32 {
        if self.is_calm() {
            self.unrest
        } else {
            self.heavy
        }
    }

    /// Whether a day needs repair. The ratio over all days counts: a few calm days can excuse a heavy one.
    pub(super) fn is_repairable(&self, day: &Measure) -> bool {
        if self.is_calm() {
            day.is_unrest()
        } else {
            day.heavy_adjacent
        }
    }
}
