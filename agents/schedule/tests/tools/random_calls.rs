//! Random calls of every tool, with sensible and senseless arguments.

use std::collections::BTreeMap;

use serde_json::{json, Map, Value};
use stepgate_engine::{Call, Lang};
use stepgate_schedule::tools::{dry, run, Desk, Edge, Kind, Settings, Times, ToolSpec, TOOLS};
use stepgate_timetable::records::Clock;
use stepgate_timetable::{Date, Moment, Rules, Slot, Task, Term, Timetable};

use crate::random;
use stepgate_testkit::dice::Dice;

const TIMETABLES: u32 = 2_000;
const CALLS: u32 = 60;
/// One in so many calls of a tool that searches is made.
const SEARCHES: usize = 16;

#[test]
fn no_call_breaks_a_timetable() {
    let mut codes: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 1..=TIMETABLES {
        let mut dice = Dice::new(seed);
        let timetable = random::timetable(&mut dice);
        let rules = Rules { open: None, ..random::rules(&mut dice, &timetable) };
        let mut settings = Settings { rules, ..Settings::default() };
        if dice.once_in(2) {
            settings = settings.at(times(&mut dice, &timetable), Some(&timetable));
        }
        let timetable = Some(timetable);
        let mut desk = Desk { timetable };
        for _ in 0..CALLS {
            let code = play(&mut desk, &settings, &mut dice, seed);
            *codes.entry(code).or_default() += 1;
        }
    }
    const { assert!(TIMETABLES * CALLS >= 100_000) };
    for code in [
        "ok",
        "conflict",
        "order_violation",
        "embed_occupied",
        "missing_arg",
        "invalid_args",
        "past",
        "series",
        "day_out_of_range",
    ] {
        assert!(codes.get(code).is_some_and(|times| *times > 20), "{code}: {codes:?}");
    }
}

/// Term in which the timetable lies, the usual clock, and a moment in the window.
pub(crate) fn times(dice: &mut Dice, timetable: &Timetable) -> Times {
    let term = term();
    let window = timetable.window();
    let day = window.days().nth(dice.roll(window.len())).and_then(|day| window.weekday(day)).unwrap();
    let now = Moment { date: term.date(day), minute: dice.range(0, 1439) as u16 };
    Times { term: Some(term), clock: Some(Clock::default()), now: Some(now) }
}

fn term() -> Term {
    Term::new(Date::parse("2026-03-02").unwrap()).unwrap()
}

/// Places that have begun, with their tasks.
fn begun(timetable: &Timetable, settings: &Settings) -> Vec<(u32, Slot)> {
    let slots = |task: &Task| task.slots.iter().map(|slot| (task.id, *slot)).collect::<Vec<_>>();
    timetable.tasks().iter().flat_map(slots).filter(|(_, slot)| settings.rules.has_begun(slot)).collect()
}

/// Makes one call and returns its code.
fn play(desk: &mut Desk, settings: &Settings, dice: &mut Dice, seed: u32) -> &'static str {
    // Writes are as frequent as all other tools together.
    let writes: Vec<&ToolSpec> = TOOLS.iter().filter(|tool| tool.mutates()).collect();
    let tool = if dice.once_in(2) { writes[dice.roll(writes.len())] } else { &TOOLS[dice.roll(TOOLS.len())] };
    let tool = if tool.name == "find_room" && !dice.once_in(SEARCHES) { writes[0] } else { tool };
    let args = args(dice, tool, desk.timetable.as_ref().unwrap());
    let before = desk.clone();
    let lang = [Lang::Zh, Lang::En][dice.roll(2)];
    let told = || format!("seed {seed}: {} {args}", tool.name);
    let call = Call { name: tool.name, args: &args, lang, now: 0, seed: 0 };
    let rehearsed = dry(&call, desk, settings);
    assert_eq!(desk.timetable, before.timetable, "{}", told());
    let outcome = run(&call, desk, settings);
    assert!(!outcome.text.trim().is_empty() && !outcome.text.contains("{0}"), "{}", told());
    assert_eq!(outcome.ok, outcome.code == "ok", "{}", told());
    assert_eq!(outcome.change.is_some(), outcome.ok && tool.mutates(), "{}", told());
    if tool.mutates() {
        assert_eq!(rehearsed.err().map(|failure| failure.code), (!outcome.ok).then_some(outcome.code), "{}", told());
    }
    let (then, now) = (before.timetable.as_ref().unwrap(), desk.timetable.as_ref().unwrap());
    match &outcome.change {
        None => assert_eq!(then, now, "{}", told()),
        Some(change) => {
            let stood = begun(then, settings);
            assert!(begun(now, settings).iter().all(|place| stood.contains(place)), "before now: {}", told());
            let afresh = Timetable::new(now.window().clone(), now.classes().to_vec(), now.tasks().to_vec());
            assert_eq!(afresh.as_ref(), Ok(now), "{}", told());
            let mut undone = now.clone();
            undone.undo(change);
            assert_eq!(&undone, then, "{}", told());
        }
    }
    outcome.code
}

fn args(dice: &mut Dice, tool: &ToolSpec, timetable: &Timetable) -> Value {
    if dice.once_in(60) {
        return any(dice);
    }
    let mut args = Map::new();
    for arg in tool.args() {
        let given = if arg.required { !dice.once_in(15) } else { dice.once_in(5) };
        if given {
            let value = if dice.once_in(25) { any(dice) } else { of(dice, arg.kind, arg.name, timetable) };
            args.insert(arg.name.to_owned(), value);
        }
    }
    if dice.once_in(40) {
        args.insert("surprise".to_owned(), any(dice));
    }
    Value::Object(args)
}

/// Value of the wanted kind, mostly one that exists.
fn of(dice: &mut Dice, kind: Kind, name: &str, timetable: &Timetable) -> Value {
    match kind {
        Kind::Item => task(dice, timetable),
        Kind::Group => json!(dice.range(9, 13)),
        Kind::Groups => [json!([10]), json!(["Essay", 11])][dice.roll(2)].clone(),
        Kind::Items => (0..dice.roll(3)).map(|_| task(dice, timetable)).collect(),
        Kind::Day => day(dice, timetable),
        Kind::Section(_) if dice.once_in(4) => json!(["08:00", "8:55", "15:40", "13:30", "25:00"][dice.roll(5)]),
        Kind::Section(_) if name.contains("start") => start(dice, timetable),
        Kind::Section(_) => json!(dice.range(0, 13)),
        Kind::Whole | Kind::Within(..) | Kind::Length => json!(dice.range(0, 13)),
        Kind::Flag => json!(dice.once_in(2)),
        Kind::Word => json!(["any", "nothing", "1,2", "https://x.org"][dice.roll(4)]),
        Kind::OneOf(values) => json!(values[dice.roll(values.len())]),
        Kind::Words => json!(["any"]),
        Kind::Wholes => (0..dice.roll(4)).map(|_| json!(dice.range(1, 8))).collect(),
        Kind::Days => (0..dice.roll(3)).map(|_| day(dice, timetable)).collect(),
        Kind::Weekdays => json!([[1, 3], [7, 8]][dice.roll(2)]),
        Kind::Each(_) if name == "moves" => (0..dice.roll(4)).map(|_| step(dice, timetable)).collect(),
        Kind::Each(_) => (0..dice.roll(3)).map(|_| wish(dice, timetable)).collect(),
        Kind::Object => json!({ "name": "N", "config": any(dice) }),
        Kind::Objects => json!([any(dice), { "content": "c" }]),
    }
}

fn wish(dice: &mut Dice, timetable: &Timetable) -> Value {
    let kind = ["free", "at_most", "prefer", "any_order", "none"][dice.roll(5)];
    json!({
        "kind": kind,
        "weekdays": [dice.range(0, 8)],
        "day_start": day(dice, timetable),
        "from": of(dice, Kind::Section(Edge::Before), "from", timetable),
        "to": of(dice, Kind::Section(Edge::After), "to", timetable),
        "most": dice.range(0, 13),
    })
}

/// Number or date of a day.
fn day(dice: &mut Dice, timetable: &Timetable) -> Value {
    let number = dice.range(1, timetable.window().len() as i64 + 1);
    let weekday = timetable.window().day(number).and_then(|day| timetable.window().weekday(day));
    if dice.once_in(3) {
        let mut text = String::new();
        weekday.map_or(Date::parse("2031-01-01").unwrap(), |day| term().date(day)).write(&mut text);
        return json!(text);
    }
    json!(number)
}

fn task(dice: &mut Dice, timetable: &Timetable) -> Value {
    let tasks = timetable.tasks();
    if dice.once_in(40) {
        return json!([0, -1, 99_999][dice.roll(3)]);
    }
    json!(tasks[dice.roll(tasks.len())].id)
}

/// Half of the starts belong to tasks, so that calls meet hosts and blockers.
fn start(dice: &mut Dice, timetable: &Timetable) -> Value {
    let tasks = timetable.tasks();
    let aimed = tasks[dice.roll(tasks.len())].slots.first().filter(|_| dice.once_in(2));
    json!(aimed.map_or_else(|| dice.range(0, 13), |slot| i64::from(slot.start)))
}

fn step(dice: &mut Dice, timetable: &Timetable) -> Value {
    if dice.once_in(20) {
        return any(dice);
    }
    let day = day(dice, timetable);
    json!({ "task_id": task(dice, timetable), "new_day": day, "new_slot_start": start(dice, timetable) })
}

/// Any JSON value.
fn any(dice: &mut Dice) -> Value {
    match dice.roll(12) {
        0 => json!(null),
        1 => json!(dice.once_in(2)),
        2 => json!(-3.7),
        3 => json!(1e300),
        4 => json!(u64::MAX),
        5 => json!(i64::MIN),
        6 => json!(""),
        7 => json!(" 7 "),
        8 => json!("\u{0}{9}\n，"),
        9 => json!([]),
        10 => json!([null, "x", { "order": -1 }]),
        _ => json!({ "config": [], "items": [[]] }),
    }
}
