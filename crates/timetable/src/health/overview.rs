//! Figures of all days, of the subjects and of the capacity (agents/schedule/spec-tools.md 6.2 and 6.4).

use std::rc::Rc;

use super::board::{Board, Sheet};
use super::measure::Measure;
use crate::day::free_ranges;
use crate::{Day, Level, Source, Subject, Task, TaskId, Timetable};

/// Rhythm of all days.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the names are those of the spec
pub struct Rhythm {
    pub avg_switches_per_day: f64,
    /// First day with the most switches; 0 if no day has any.
    pub max_switch_day: u32,
    pub max_switch_count: u32,
    /// Average number of sections per run of one category.
    pub avg_block_size: f64,
    pub longest_same_subject_run: u32,
    pub heavy_adjacent_days: u32,
    /// Days with a demanding section.
    pub high_intensity_days: u32,
    /// Days with a run of four demanding sections.
    pub long_high_intensity_days: u32,
    pub fragmented_count: u32,
    pub compressed_run_count: u32,
    /// Number of fragmented days minus number of compressed days.
    pub block_balance: i32,
    pub same_type_transition_ratio: f64,
}

impl Rhythm {
    pub(super) fn of(board: &Board, parity: bool) -> Self {
        let mut rhythm = Rhythm::default();
        let (mut sections, mut blocks) = (0u32, 0u32);
        for (day, sheet) in board.days() {
            let measure = &sheet.measure;
            rhythm.add(day.0, measure);
            sections += u32::from(measure.sections);
            blocks += u32::from(if parity { measure.sections } else { measure.blocks() });
        }
        rhythm.avg_switches_per_day = f64::from(board.totals.switches) / board.sheets.len().max(1) as f64;
        rhythm.avg_block_size = f64::from(sections) / f64::from(blocks.max(1));
        rhythm.block_balance = rhythm.fragmented_count as i32 - rhythm.compressed_run_count as i32;
        rhythm.same_type_transition_ratio = board.totals.same_type_ratio();
        rhythm
    }

    fn add(&mut self, day: u32, measure: &Measure) {
        if u32::from(measure.switches) > self.max_switch_count {
            self.max_switch_count = measure.switches.into();
            self.max_switch_day = day;
        }
        self.longest_same_subject_run = self.longest_same_subject_run.max(measure.max_block.into());
        self.heavy_adjacent_days += u32::from(measure.heavy_adjacent);
        self.high_intensity_days += u32::from(measure.high_run > 0);
        self.long_high_intensity_days += u32::from(measure.high_run >= 4);
        self.fragmented_count += u32::from(measure.is_fragmented());
        self.compressed_run_count += u32::from(measure.is_compressed());
    }
}

/// Tasks of one category, with the profile of the class of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubjectTasks {
    /// Category.
    pub category: Rc<str>,
    /// Number of tasks in the calendar.
    pub existing: u32,
    /// Number of proposed tasks.
    pub suggested: u32,
    /// Number of pending tasks.
    pub pending: u32,
    /// Subject type.
    pub subject: Option<Subject>,
    /// Difficulty.
    pub difficulty: Option<Level>,
    /// Cognitive intensity.
    pub intensity: Option<Level>,
}

impl SubjectTasks {
    fn new(table: &Timetable, category: &Rc<str>) -> Self {
        let class = table.classes().iter().find(|class| class.name == *category);
        SubjectTasks {
            category: category.clone(),
            existing: 0,
            suggested: 0,
            pending: 0,
            subject: class.and_then(|class| class.subject),
            difficulty: class.and_then(|class| class.difficulty),
            intensity: class.and_then(|class| class.intensity),
        }
    }

    fn count(&mut self, task: &Task) {
        if task.is_suggested() {
            self.suggested += 1;
        } else if task.is_pending() {
            self.pending += 1;
        } else {
            self.existing += 1;
        }
    }
}

/// Items of task classes by category, in the order in which the timetable first names each. Items without a category are left out.
pub(super) fn subjects(table: &Timetable, board: &Board) -> Vec<SubjectTasks> {
    let mut subjects: Vec<SubjectTasks> = Vec::new();
    let mut places: Vec<Option<usize>> = vec![None; board.pieces.len() + 1];
    for (task, piece) in table.tasks().iter().zip(&board.pieces) {
        let Some(place) = places.get_mut(piece.category) else { continue };
        if task.source != Source::TaskItem || piece.category == 0 {
            continue;
        }
        let at = *place.get_or_insert_with(|| {
            subjects.push(SubjectTasks::new(table, &task.category));
            subjects.len() - 1
        });
        if let Some(subject) = subjects.get_mut(at) {
            subject.count(task);
        }
    }
    subjects
}

/// Completeness of the subjects' profiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // the names are those of the spec
pub struct Profile {
    pub total_subjects: u32,
    pub missing_subject_type_count: u32,
    pub missing_difficulty_count: u32,
    pub missing_cognitive_count: u32,
    /// Subjects with an incomplete profile.
    pub missing_complete_profile_count: u32,
}

impl Profile {
    pub(super) fn of(subjects: &[SubjectTasks]) -> Self {
        let mut profile = Profile { total_subjects: subjects.len() as u32, ..Profile::default() };
        for subject in subjects {
            let missing = [subject.subject.is_none(), subject.difficulty.is_none(), subject.intensity.is_none()];
            let [kind, difficulty, intensity] = missing.map(u32::from);
            profile.missing_subject_type_count += kind;
            profile.missing_difficulty_count += difficulty;
            profile.missing_cognitive_count += intensity;
            profile.missing_complete_profile_count += kind | difficulty | intensity;
        }
        profile
    }
}

/// Whether the pending tasks can be placed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feasibility {
    /// Missing sections; 0 if there are enough.
    pub capacity_gap: u32,
    /// Pending tasks that are longer than every free range. The gap ignores ranges.
    pub unplaceable_pending: Vec<TaskId>,
}

impl Feasibility {
    pub(super) fn of(table: &Timetable, board: &Board) -> Self {
        let free = |(day, sheet): (Day, &Sheet)| free_ranges(table.occupied(day) | sheet.begun, board.sections);
        let longest = board.days().flat_map(free).map(|range| range.len()).max();
        let too_long = pending(table).filter(|task| task.needs() > longest.unwrap_or(0)).map(|task| task.id);
        Feasibility { capacity_gap: gap(board, needed(table)), unplaceable_pending: too_long.collect() }
    }

    /// Whether there are enough sections.
    pub fn is_feasible(&self) -> bool {
        self.capacity_gap == 0
    }

    /// Code of the result.
    pub fn reason_code(&self) -> &'static str {
        if self.is_feasible() {
            "enough_capacity"
        } else {
            "capacity_insufficient"
        }
    }
}

fn pending(table: &Timetable) -> impl Iterator<Item = &Task> {
    table.tasks().iter().filter(|task| task.is_pending())
}

/// Sections that the pending tasks need.
pub(super) fn needed(table: &Timetable) -> u32 {
    pending(table).map(|task| u32::from(task.needs())).sum()
}

/// Number of missing sections.
pub(super) fn gap(board: &Board, needed: u32) -> u32 {
    let within = u64::MAX >> (u64::BITS - u32::from(board.sections.max(1)));
    let taken: u32 = board.sheets.iter().map(|sheet| (sheet.occupied | sheet.begun & within).count_ones()).sum();
    let all = board.sheets.len() as u32 * u32::from(board.sections);
    needed.saturating_sub(all.saturating_sub(taken))
}
