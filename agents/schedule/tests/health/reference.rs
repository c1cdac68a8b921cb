//! Second implementation of the diagnosis, written from agents/schedule/spec-tools.md 6. It computes everything anew
//! from whole timetables, tries every step on a copy with the real command, and computes the outcome of every step.

use std::cmp::Reverse;

use stepgate_timetable::health::{
    Candidate, Effect, Measure, MoveScan, Operation, Options, Outlook, Problem, Rhythm, Room, Step, Tightness,
};
use stepgate_timetable::{At, Class, Command, Day, Move, Rules, Slot, Source, Task, Timetable};

pub(crate) struct Reference {
    pub(crate) rhythm: Rhythm,
    pub(crate) days: Vec<Measure>,
    pub(crate) tightness: Tightness,
    pub(crate) operation: Operation,
    pub(crate) is_forced: bool,
    pub(crate) goes_on: bool,
    pub(crate) problem: Option<Problem>,
    pub(crate) candidates: Vec<Candidate>,
}

pub(crate) fn diagnose(table: &Timetable, options: &Options) -> Reference {
    let base = base(table, options);
    let mut found = Reference {
        rhythm: rhythm(table, options),
        days: days(table),
        tightness: tightness(table, options),
        operation: base.recommended_operation,
        is_forced: forced(table, options, &base),
        goes_on: !base.can_close,
        problem: base.primary_problem,
        candidates: vec![],
    };
    let mut close = base;
    if found.goes_on {
        match best(table, options) {
            None => {
                found.goes_on = false;
                found.operation = Operation::Close;
                found.problem = None;
                found.is_forced = found.tightness.level != Room::Loose;
                (close.can_close, close.primary_problem, close.recommended_operation) = (true, None, Operation::Close);
            }
            Some((day, kept)) => {
                found.problem = problem(table, day);
                found.operation = operation(&kept[0]);
                found.candidates.extend(kept.iter().take(5).map(|kept| {
                    let after = outlook(&kept.table, options);
                    let effect = if kept.left == 0 { Effect::Improve } else { Effect::PartialImprove };
                    Candidate { step: Some(kept.step), effect, score: kept.score, after }
                }));
            }
        }
    }
    found.candidates.push(Candidate { step: None, effect: Effect::Close, score: 0, after: close });
    found
}

// agents/schedule/spec-tools.md 6.1 and 6.2

fn class_named<'a>(table: &'a Timetable, name: &str) -> Option<&'a Class> {
    table.classes().iter().find(|class| &*class.name == name)
}

fn is_high(table: &Timetable, name: &str) -> bool {
    class_named(table, name).is_some_and(Class::is_heavy)
}

fn seq(table: &Timetable, day: Day) -> Vec<String> {
    let rank = |task: &Task| match (task.is_suggested(), task.source) {
        (true, _) => 3,
        (_, Source::TaskItem) => 2,
        _ => 1,
    };
    let at = |section: u8| {
        let here = Slot { day, start: section, end: section };
        let covering = table.tasks().iter().filter(|task| !task.is_course());
        let covering = covering.filter(|task| task.slots.iter().any(|slot| slot.overlaps(&here)));
        covering.rev().max_by_key(|task| rank(task)).map(|task| task.category.to_string())
    };
    (1..=table.window().sections()).filter_map(at).filter(|category| !category.is_empty()).collect()
}

fn longest(run: impl Iterator<Item = bool>) -> u8 {
    let (mut best, mut now) = (0, 0);
    for goes_on in run {
        now = if goes_on { now + 1 } else { 0 };
        best = best.max(now);
    }
    best
}

fn days(table: &Timetable) -> Vec<Measure> {
    table.window().days().map(|day| measure(table, &seq(table, day))).collect()
}

fn measure(table: &Timetable, seq: &[String]) -> Measure {
    let pairs: Vec<(&String, &String)> = seq.iter().zip(seq.iter().skip(1)).collect();
    let subject = |name: &str| class_named(table, name).and_then(|class| class.subject);
    let differ = |pair: &&(&String, &String)| pair.0 != pair.1;
    let same_type = |pair: &&(&String, &String)| subject(pair.0).is_some() && subject(pair.0) == subject(pair.1);
    Measure {
        sections: seq.len() as u8,
        switches: pairs.iter().filter(differ).count() as u8,
        max_block: longest(pairs.iter().map(|pair| pair.0 == pair.1)) + u8::from(!seq.is_empty()),
        high_run: longest(seq.iter().map(|name| is_high(table, name))),
        same_type: pairs.iter().filter(same_type).count() as u8,
        heavy_adjacent: pairs.iter().filter(differ).any(|pair| is_high(table, pair.0) && is_high(table, pair.1)),
    }
}

fn fragmentation(day: &Measure) -> f64 {
    if day.sections < 2 {
        0.0
    } else {
        f64::from(day.switches) / f64::from(day.sections - 1)
    }
}

fn rhythm(table: &Timetable, options: &Options) -> Rhythm {
    let days = days(table);
    let count = |is: &dyn Fn(&Measure) -> bool| days.iter().filter(|day| is(day)).count() as u32;
    let sum = |of: &dyn Fn(&Measure) -> u32| days.iter().map(of).sum::<u32>();
    let max = days.iter().map(|day| day.switches).max().unwrap_or(0);
    let first = days.iter().position(|day| day.switches == max).map_or(0, |index| index as u32 + 1);
    let sections = sum(&|day| day.sections.into());
    let runs = sum(&|day| u32::from(day.switches) + u32::from(day.sections > 0));
    let pairs = sum(&|day| u32::from(day.sections.max(1) - 1));
    let blocks = if options.parity { sections } else { runs };
    let fragmented = count(&|day| day.switches >= 3 || fragmentation(day) >= 0.55);
    let compressed = count(&|day| day.max_block >= 5 || day.high_run >= 4);
    Rhythm {
        avg_switches_per_day: f64::from(sum(&|day| day.switches.into())) / days.len() as f64,
        max_switch_day: if max == 0 { 0 } else { first },
        max_switch_count: max.into(),
        avg_block_size: f64::from(sections) / f64::from(blocks.max(1)),
        longest_same_subject_run: days.iter().map(|day| u32::from(day.max_block)).max().unwrap_or(0),
        heavy_adjacent_days: count(&|day| day.heavy_adjacent),
        high_intensity_days: count(&|day| day.high_run > 0),
        long_high_intensity_days: count(&|day| day.high_run >= 4),
        fragmented_count: fragmented,
        compressed_run_count: compressed,
        block_balance: fragmented as i32 - compressed as i32,
        same_type_transition_ratio: f64::from(sum(&|day| day.same_type.into())) / f64::from(pairs.max(1)),
    }
}

// agents/schedule/spec-tools.md 6.3

fn proposals(table: &Timetable) -> impl Iterator<Item = &Task> {
    table.tasks().iter().filter(|task| task.is_suggested() && task.source == Source::TaskItem)
}

fn step(task: &Task, at: Slot) -> Command {
    let to = At { day: at.day.0.into(), start: at.start.into() };
    Command::Move(Move { task: task.id.into(), to })
}

/// Places in free ranges to which the real tool would move a task.
fn places(table: &Timetable, task: &Task) -> Vec<Slot> {
    let length = task.sections() as u8;
    let mut places = vec![];
    for day in table.window().days() {
        for range in table.free_ranges(day) {
            let starts = (range.start..=range.end).filter(|start| start + length - 1 <= range.end);
            places.extend(starts.map(|start| Slot { day, start, end: start + length - 1 }));
        }
    }
    places.retain(|at| table.check(&step(task, *at), &Rules::default()).is_ok());
    places
}

fn in_order(table: &Timetable, task: &Task, at: Slot) -> bool {
    let line = || {
        let of_class = |other: &&Task| other.source == Source::TaskItem && other.class_id == task.class_id;
        table.tasks().iter().filter(of_class).filter(|other| other.order > 0 && !other.slots.is_empty())
    };
    if task.class_id == 0 || task.order == 0 {
        return true;
    }
    let lower = line().map(|other| other.order).filter(|order| *order < task.order).max();
    let higher = line().map(|other| other.order).filter(|order| *order > task.order).min();
    line().all(|other| {
        let there = other.slots[0];
        (Some(other.order) != lower || (there.day, there.end) < (at.day, at.start))
            && (Some(other.order) != higher || (at.day, at.end) < (there.day, there.start))
    })
}

fn could_swap(table: &Timetable, options: &Options, one: &Task, other: &Task) -> bool {
    (options.parity || one.sections() == other.sections())
        && in_order(table, one, other.slots[0])
        && in_order(table, other, one.slots[0])
}

fn differ(one: &Task, other: &Task) -> bool {
    one.class_id > 0 && other.class_id > 0 && one.class_id != other.class_id
}

fn pairs<'a>(tasks: &[&'a Task]) -> Vec<(&'a Task, &'a Task)> {
    let mut pairs = vec![];
    for (left, one) in tasks.iter().enumerate() {
        pairs.extend(tasks[left + 1..].iter().filter(|other| differ(one, other)).map(|other| (*one, *other)));
    }
    pairs
}

fn tightness(table: &Timetable, options: &Options) -> Tightness {
    let days = days(table);
    let is_problem =
        |day: &Measure| day.heavy_adjacent || (day.switches >= 5 && fragmentation(day) >= 0.75) || day.max_block >= 5;
    let problems: Vec<i64> = (0..days.len()).filter(|&day| is_problem(&days[day])).map(|day| day as i64).collect();
    let near = |task: &&Task| problems.iter().any(|day| (day - task.slots[0].day.index() as i64).abs() <= 1);
    let mut pool: Vec<&Task> = proposals(table).filter(near).collect();
    if pool.is_empty() {
        pool = proposals(table).collect();
    }
    let counts: Vec<usize> = pool.iter().map(|task| places(table, task).len().min(4)).collect();
    let movable = counts.iter().filter(|&&count| count > 0).count();
    let average = counts.iter().sum::<usize>() as f64 / movable.max(1) as f64;
    let swaps = pairs(&pool).into_iter().take(12).filter(|(one, other)| could_swap(table, options, one, other)).count();
    let is_forced = |day: Day| {
        let here: Vec<&Task> = proposals(table).filter(|task| task.slots[0].day == day).collect();
        here.iter().all(|task| places(table, task).is_empty())
            && !pairs(&here).iter().any(|(one, other)| could_swap(table, options, one, other))
    };
    let heavy = table.window().days().filter(|day| days[day.index()].heavy_adjacent);
    Tightness {
        locally_movable_task_count: movable as u32,
        avg_local_alternative_slots: average,
        cross_class_swap_options: swaps as u32,
        forced_heavy_adjacent_days: heavy.filter(|day| is_forced(*day)).count() as u32,
        level: match () {
            () if movable == 0 && swaps == 0 => Room::Locked,
            () if movable >= 4 && (average >= 2.0 || swaps >= 2) => Room::Loose,
            () => Room::Tight,
        },
    }
}

// agents/schedule/spec-tools.md 6.6

fn repairable(table: &Timetable) -> Vec<Day> {
    let rhythm = rhythm(table, &Options::default());
    let days = days(table);
    let acceptable = |day: &Measure| {
        rhythm.same_type_transition_ratio >= 0.80
            && rhythm.avg_switches_per_day <= 1.0
            && rhythm.max_switch_count <= 3
            && day.switches <= 2
            && fragmentation(day) <= 0.45
    };
    let is = |day: &Measure| day.heavy_adjacent && !acceptable(day);
    table.window().days().filter(|day| is(&days[day.index()])).collect()
}

fn pair(table: &Timetable, day: Day) -> Option<[&Task; 2]> {
    let stands = |task: &&Task| !task.is_course() && task.slots.iter().any(|slot| slot.day == day);
    let mut tasks: Vec<&Task> = table.tasks().iter().filter(stands).collect();
    tasks.sort_by_key(|task| (task.slots[0], task.id));
    let heavy = |task: &Task| {
        let by_id = table.classes().iter().find(|class| class.id == task.class_id);
        by_id.or(class_named(table, &task.category)).is_some_and(Class::is_heavy)
    };
    let hard = |pair: &&[&Task]| {
        let [one, other] = [pair[0], pair[1]];
        let named = !one.category.is_empty() && !other.category.is_empty();
        heavy(one) && heavy(other) && named && one.category != other.category
    };
    tasks.windows(2).find(hard).map(|pair| [pair[0], pair[1]])
}

fn problem(table: &Timetable, day: Day) -> Option<Problem> {
    pair(table, day).map(|[one, other]| Problem::HeavyPair { day, tasks: [one.id, other.id] })
}

fn weight(table: &Timetable, day: Day) -> i64 {
    let day = &days(table)[day.index()];
    300 + 8 * i64::from(day.switches) + (20.0 * fragmentation(day)).trunc() as i64
}

fn primary(table: &Timetable) -> Option<Day> {
    let balance = rhythm(table, &Options::default()).block_balance;
    let urgency = |day: &Day| {
        let [one, other] = pair(table, *day).unwrap();
        let measure = &days(table)[day.index()];
        let alignment = match balance.signum() {
            1 => (100.0 * fragmentation(measure)).trunc() as i64,
            -1 => 10 * i64::from(measure.max_block) - i64::from(measure.switches),
            _ => 0,
        };
        (weight(table, *day) + if differ(one, other) { 15 } else { 0 }, alignment, Reverse(*day))
    };
    repairable(table).into_iter().filter(|day| pair(table, *day).is_some()).max_by_key(urgency)
}

fn gap(table: &Timetable) -> u32 {
    let needed = |task: &Task| if task.duration == 0 { 2 } else { u32::from(task.duration) };
    let needed: u32 = table.tasks().iter().filter(|task| task.is_pending()).map(needed).sum();
    let days = table.window().days();
    let free: u32 = days.flat_map(|day| table.free_ranges(day)).map(|range| u32::from(range.len())).sum();
    needed.saturating_sub(free)
}

fn missing(table: &Timetable) -> u32 {
    let items = table.tasks().iter().filter(|task| task.source == Source::TaskItem && !task.category.is_empty());
    let mut names: Vec<&str> = items.map(|task| &*task.category).collect();
    names.sort_unstable();
    names.dedup();
    let complete = |name: &&&str| {
        let class = class_named(table, name);
        class.is_some_and(|class| class.subject.is_some() && class.difficulty.is_some() && class.intensity.is_some())
    };
    (names.len() - names.iter().filter(complete).count()) as u32
}

/// Decision before any step is tried.
fn base(table: &Timetable, options: &Options) -> Outlook {
    let rhythm = rhythm(table, options);
    let say = |can_close, recommended_operation, primary_problem| Outlook {
        can_close,
        primary_problem,
        recommended_operation,
        heavy_adjacent_days: rhythm.heavy_adjacent_days,
        max_switch_count: rhythm.max_switch_count,
        same_type_transition_ratio: rhythm.same_type_transition_ratio,
    };
    if gap(table) > 0 {
        return say(true, Operation::AskUser, Some(Problem::Capacity { gap: gap(table) }));
    }
    if missing(table) > 0 {
        return say(true, Operation::AskUser, Some(Problem::Profile { subjects: missing(table) }));
    }
    match primary(table) {
        None => say(true, Operation::Close, None),
        Some(day) if tightness(table, options).level == Room::Locked => {
            say(true, Operation::Close, problem(table, day))
        }
        Some(day) => say(false, Operation::Swap, problem(table, day)),
    }
}

fn forced(table: &Timetable, options: &Options, base: &Outlook) -> bool {
    let locked = tightness(table, options).level == Room::Locked;
    gap(table) > 0 || (base.recommended_operation == Operation::Close && base.primary_problem.is_some() && locked)
}

// agents/schedule/spec-tools.md 6.7

/// Step that is worth offering, and the timetable after it.
struct Kept {
    step: Step,
    score: i64,
    left: usize,
    table: Timetable,
}

fn operation(kept: &Kept) -> Operation {
    match kept.step {
        Step::Swap { .. } => Operation::Swap,
        Step::Move { .. } => Operation::Move,
    }
}

fn weigh(table: &Timetable, step: Step, command: &Command, cost: i64) -> Option<Kept> {
    let mut after = table.clone();
    after.change(command, &Rules::default()).ok()?;
    let [before_rhythm, after_rhythm] = [table, &after].map(|table| rhythm(table, &Options::default()));
    let [before, left] = [table, &after].map(|table| repairable(table).len());
    let ratio = after_rhythm.same_type_transition_ratio - before_rhythm.same_type_transition_ratio;
    let calmer = i64::from(before_rhythm.max_switch_count) - i64::from(after_rhythm.max_switch_count);
    let score = 1000 * (before as i64 - left as i64) + 20 * calmer + (100.0 * ratio).trunc() as i64 - cost;
    (left < before).then_some(Kept { step, score, left, table: after })
}

fn cost(from: Slot, to: Slot) -> i64 {
    let days = i64::from(from.day.0) - i64::from(to.day.0);
    2 * days.abs() + (i64::from(from.start) - i64::from(to.start)).abs()
}

fn is_excluded(table: &Timetable, task: &Task, at: Slot) -> bool {
    let weekday = table.window().weekday(at.day).unwrap().weekday;
    table.class(task.class_id).is_some_and(|class| class.excludes(weekday, &at))
}

fn steps(table: &Timetable, options: &Options, day: Day) -> Vec<Kept> {
    let Some(pair) = pair(table, day) else { return vec![] };
    let anchors: Vec<&Task> = pair.into_iter().filter(|task| task.is_suggested()).collect();
    let mut kept = swaps(table, options, &anchors);
    for anchor in anchors {
        if anchor.slots.len() > 1 {
            continue;
        }
        let from = anchor.slots[0];
        let mut places = places(table, anchor);
        places.retain(|at| options.parity || !is_excluded(table, anchor, *at));
        if options.move_scan == MoveScan::Nearest {
            places.sort_by_key(|at| (cost(from, *at), *at));
        }
        let moves = places.into_iter().take(24);
        kept.extend(
            moves.filter_map(|to| weigh(table, Step::Move { task: anchor.id, to }, &step(anchor, to), cost(from, to))),
        );
    }
    kept.sort_by_key(|kept| (Reverse(kept.score), operation(kept).name(), kept.step.id()));
    kept
}

fn swaps(table: &Timetable, options: &Options, anchors: &[&Task]) -> Vec<Kept> {
    let mut kept: Vec<Kept> = vec![];
    let mut asked: Vec<[u32; 2]> = vec![];
    for anchor in anchors {
        for other in proposals(table).filter(|other| differ(anchor, other) && other.sections() == anchor.sections()) {
            let keeps_out = is_excluded(table, anchor, other.slots[0]) || is_excluded(table, other, anchor.slots[0]);
            if !options.parity && (asked.contains(&[other.id, anchor.id]) || keeps_out) {
                continue;
            }
            if asked.len() == 48 {
                return kept;
            }
            asked.push([anchor.id, other.id]);
            let command = Command::Swap { a: anchor.id.into(), b: other.id.into() };
            kept.extend(weigh(table, Step::Swap { a: anchor.id, b: other.id }, &command, 4 - 10 - 12));
        }
    }
    kept
}

/// Day with the best step of all days, and its steps, the best first.
fn best(table: &Timetable, options: &Options) -> Option<(Day, Vec<Kept>)> {
    let days = repairable(table).into_iter().map(|day| (day, steps(table, options, day)));
    let worth = days.filter(|(_, steps)| steps.first().is_some_and(|first| first.score >= 1));
    worth.max_by_key(|(day, steps)| (steps[0].score, weight(table, *day), Reverse(*day)))
}

// agents/schedule/spec-tools.md 6.8

fn outlook(table: &Timetable, options: &Options) -> Outlook {
    let base = base(table, options);
    if base.can_close {
        return base;
    }
    match best(table, options) {
        Some((day, steps)) => {
            Outlook { primary_problem: problem(table, day), recommended_operation: operation(&steps[0]), ..base }
        }
        None => Outlook { can_close: true, primary_problem: None, recommended_operation: Operation::Close, ..base },
    }
}
