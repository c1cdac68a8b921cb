//! Sections that rough placement may use for a class, and the cost of a place (agents/schedule/spec-tools.md 7).

use super::command::Open;
use super::day;
use super::range::Range;
use super::task::Class;
use super::timetable::Timetable;
use super::vocabulary::{Day, Slot};

/// Place for an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// Slot of the place.
    pub(super) slot: Slot,
    /// Index of the filler course that contains the slot.
    pub(super) host: Option<usize>,
}

/// Limits of a place: the last section before it, and the first section after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Bounds {
    pub(super) after: Option<(Day, u8)>,
    pub(super) before: Option<(Day, u8)>,
}

impl Bounds {
    fn hold(&self, slot: &Slot) -> bool {
        self.after.is_none_or(|after| (slot.day, slot.start) > after)
            && self.before.is_none_or(|before| (slot.day, slot.end) < before)
    }

    /// Whether a whole day lies within the limits.
    fn hold_day(&self, day: Day) -> bool {
        self.after.is_none_or(|after| day > after.0) && self.before.is_none_or(|before| day < before.0)
    }
}

/// Sections that rough placement has used so far, for all classes.
pub(super) struct Occupancy {
    /// Occupied sections per day, including those of free filler courses.
    occupied: Vec<u64>,
    /// Present: nothing is placed before it.
    open: Option<Open>,
    /// Filler courses that have received a guest.
    hosts: Vec<usize>,
}

impl Occupancy {
    pub(super) fn new(timetable: &Timetable, open: Option<Open>) -> Self {
        Occupancy {
            occupied: timetable.window().days().map(|day| timetable.occupied(day)).collect(),
            open,
            hosts: Vec::new(),
        }
    }

    /// Marks a block as occupied.
    pub(super) fn occupy(&mut self, block: &Block) {
        if let Some(bits) = self.occupied.get_mut(block.slot.day.index()) {
            *bits |= block.slot.bits();
        }
        self.hosts.extend(block.host);
    }
}

/// Run of sections in a filler course without a guest.
#[derive(Clone, Copy, Debug)]
struct Filler {
    bits: u64,
    host: usize,
}

/// Free place. `at` is its number among all sections that were usable at the start.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    at: i64,
    start: u8,
    host: Option<usize>,
}

/// Usable part of a day for a class.
#[derive(Clone, Debug)]
struct Strip {
    day: Day,
    /// Number of the day, in which adjacent days differ by 1.
    ordinal: i64,
    /// Sections that were usable at the start, and the number of the first of them.
    usable: u64,
    first: i64,
    free: u64,
    fillers: Vec<Filler>,
    occupied: u32,
    /// Cost of the blocks of this class on this day and the adjacent days.
    crowded: i64,
    candidates: Vec<Candidate>,
}

/// Usable days of a class.
pub(super) struct Field {
    sections: u8,
    strips: Vec<Strip>,
    /// Number of sections that were usable at the start.
    total: i64,
    /// Length of the present candidates.
    length: u8,
}

impl Field {
    /// Builds the usable days of a class, given the sections that are taken.
    pub(super) fn new(timetable: &Timetable, class: &Class, range: Range, occupancy: &Occupancy) -> Self {
        let mut field = Field { sections: timetable.window().sections(), strips: Vec::new(), total: 0, length: 0 };
        for day in timetable.window().days().filter(|day| (range.first..=range.last).contains(day)) {
            if let Some(strip) = Strip::new(timetable, class, day, occupancy) {
                field.strips.push(Strip { first: field.total, ..strip });
                field.total += field.strips.last().map_or(0, |strip| i64::from(strip.usable.count_ones()));
            }
        }
        field
    }

    /// Whether the class can use no day.
    pub(super) fn is_empty(&self) -> bool {
        self.strips.is_empty()
    }

    /// Number of free sections.
    pub(super) fn free(&self) -> u32 {
        self.strips.iter().map(Strip::available).sum()
    }

    /// Length of the longest free run.
    pub(super) fn longest(&self) -> u8 {
        let rows = self.strips.iter().flat_map(|strip| {
            let fillers = strip.fillers.iter().map(|filler| filler.bits.count_ones() as u8);
            day::free_ranges(!strip.free, self.sections).map(|range| range.len()).chain(fillers)
        });
        rows.max().unwrap_or(0)
    }

    /// Number of the section around which item `turn` of `count` should stand.
    pub(super) fn target(&self, turn: usize, count: usize) -> i64 {
        if count <= 1 || self.total <= 1 {
            return 0;
        }
        ((turn as i64 + 1) * self.total / (count as i64 + 1)).clamp(0, self.total - 1)
    }

    /// Sets the length of the wanted places.
    pub(super) fn look_for(&mut self, length: u8) {
        if self.length != length {
            self.length = length;
            for strip in &mut self.strips {
                strip.find(length, self.sections);
            }
        }
    }

    /// Cheapest place within the limits, the first among equals; without a target, the first place.
    pub(super) fn best(&self, target: Option<i64>, bounds: Bounds) -> Option<Block> {
        let mut best: Option<(i64, Slot, Option<usize>)> = None;
        for strip in &self.strips {
            let around = strip.around(target, bounds.hold_day(strip.day));
            for candidate in around {
                let slot = Slot { day: strip.day, start: candidate.start, end: candidate.start + self.length - 1 };
                let cost = strip.cost(candidate.at, target, self.length);
                if best.is_none_or(|(least, ..)| cost < least) && bounds.hold(&slot) {
                    best = Some((cost, slot, candidate.host));
                }
            }
            if target.is_none() && best.is_some() {
                break;
            }
        }
        best.map(|(_, slot, host)| Block { slot, host })
    }

    /// Takes a block out of the field.
    pub(super) fn occupy(&mut self, block: &Block) {
        let Some(ordinal) = self.strips.iter().find(|strip| strip.day == block.slot.day).map(|strip| strip.ordinal)
        else {
            return;
        };
        for strip in &mut self.strips {
            strip.crowded += match strip.ordinal - ordinal {
                0 => 180,
                -1 | 1 => 60,
                _ => 0,
            };
            if strip.take(block) {
                strip.find(self.length, self.sections);
            }
        }
    }
}

impl Strip {
    /// Builds the usable part of a day for a class; `None` if the class excludes the day.
    fn new(timetable: &Timetable, class: &Class, day: Day, occupancy: &Occupancy) -> Option<Self> {
        let weekday = timetable.window().weekday(day)?;
        let all = Slot { day, start: 1, end: timetable.window().sections() }.bits();
        let begun = occupancy.open.map_or(0, |open| open.begun(day) & all);
        let blocked = class.blocked(weekday.weekday, all) | begun;
        if blocked == all {
            return None;
        }
        let occupied = occupancy.occupied.get(day.index())?;
        let mut strip = Strip {
            day,
            ordinal: i64::from(weekday.week) * 7 + i64::from(weekday.weekday),
            usable: 0,
            first: 0,
            free: all & !blocked & !occupied,
            fillers: Vec::new(),
            occupied: 0,
            crowded: 0,
            candidates: Vec::new(),
        };
        if class.allow_filler_course {
            strip.add_fillers(timetable, blocked, &occupancy.hosts);
        }
        strip.usable = strip.fillers.iter().fold(strip.free, |bits, filler| bits | filler.bits);
        strip.occupied = (all & !blocked & !strip.usable).count_ones();
        Some(strip)
    }

    fn add_fillers(&mut self, timetable: &Timetable, blocked: u64, hosts: &[usize]) {
        for entry in timetable.entries(self.day).iter().filter(|entry| !entry.guest) {
            let Some(host) = timetable.of(entry) else { continue };
            if !host.can_embed || host.embedded_by.is_some() || hosts.contains(&entry.task) {
                continue;
            }
            for row in day::free_ranges(blocked | !entry.slot.bits(), entry.slot.end) {
                let bits = Slot { day: self.day, start: row.start, end: row.end }.bits();
                self.fillers.push(Filler { bits, host: entry.task });
            }
        }
    }

    /// Number of free sections.
    fn available(&self) -> u32 {
        self.free.count_ones() + self.fillers.iter().map(|filler| filler.bits.count_ones()).sum::<u32>()
    }

    /// Finds the places of this length. A place of two or more sections begins at an odd section.
    fn find(&mut self, length: u8, sections: u8) {
        self.candidates.clear();
        let mut section = 1;
        while section <= sections {
            let bit = 1u64 << (section - 1);
            let at = self.first + i64::from((self.usable & (bit - 1)).count_ones());
            if self.free & bit != 0 && begins(self.free, section, length, sections) {
                self.candidates.push(Candidate { at, start: section, host: None });
                section = section.saturating_add(length);
                continue;
            }
            if let Some(filler) = self.fillers.iter().find(|filler| filler.bits & bit != 0) {
                let start = (1..=sections).find(|start| begins(filler.bits, *start, length, sections));
                let known = self.candidates.last().map(|candidate| (candidate.start, candidate.host));
                if let Some(start) = start.filter(|start| known != Some((*start, Some(filler.host)))) {
                    self.candidates.push(Candidate { at, start, host: Some(filler.host) });
                }
            }
            section += 1;
        }
    }

    /// Candidates that can be the cheapest. The cost falls towards the target and rises after it, so that on a day `inside` all limits
    /// the two candidates next to the target suffice.
    fn around(&self, target: Option<i64>, inside: bool) -> &[Candidate] {
        if !inside {
            return &self.candidates;
        }
        let next = target.map_or(0, |target| self.candidates.partition_point(|candidate| candidate.at < target));
        self.candidates.get(next.saturating_sub(1)..self.candidates.len().min(next + 1)).unwrap_or(&[])
    }

    fn cost(&self, at: i64, target: Option<i64>, length: u8) -> i64 {
        let Some(target) = target else { return at };
        let tight = self.available() < u32::from(length) + 2;
        10 * (at - target).abs() + 25 * i64::from(self.occupied) + if tight { 80 } else { 0 } + self.crowded + at
    }

    /// Takes a block out of the day, if it is on the day or uses a filler course of it. Returns whether it did.
    fn take(&mut self, block: &Block) -> bool {
        let before = self.available();
        if block.host.is_some() {
            self.fillers.retain(|filler| Some(filler.host) != block.host);
        } else if block.slot.day == self.day {
            self.free &= !block.slot.bits();
        }
        let taken = before - self.available();
        self.occupied += taken;
        taken > 0
    }
}

/// Whether `length` sections of `bits` begin at `section`. A run of two or more must begin at an odd section.
fn begins(bits: u64, section: u8, length: u8, sections: u8) -> bool {
    let end = u32::from(section) + u32::from(length) - 1;
    if end > u32::from(sections) || (length > 1 && section % 2 == 0) {
        return false;
    }
    let row = Slot { day: Day(0), start: section, end: end as u8 }.bits();
    bits & row == row
}
