//! Plans, single writes, undo and the user's own changes in any order: nobody loses an entry, and the past stays.

use std::collections::BTreeMap;

use serde_json::{json, Value};
use stepgate_engine::{Effect, Event, HostCall, Lang, Opening, Session, ToolError, ToolResult, Wait};
use stepgate_optimise::{Draft, Instance, Replay, Search};
use stepgate_schedule::Schedule;
use stepgate_testkit::dice::Dice;

use crate::calendar::{entries, Calendar, Entry, Rows, Written, SECTIONS};

const CALENDARS: u32 = 200;
const EVENTS: u32 = 50;
/// Time of the engine at the window's first midnight, in minutes.
const MIDNIGHT: i64 = 10_000;

#[test]
fn no_order_of_events_writes_what_nobody_approved() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 1..=CALENDARS {
        let mut play = Play::open(seed);
        for _ in 0..EVENTS {
            play.event();
        }
        play.seen.into_iter().for_each(|(what, times)| *seen.entry(what).or_default() += times);
    }
    const { assert!(CALENDARS * EVENTS >= 10_000) };
    for what in [
        "plan saved",
        "plan saved in part",
        "plan declined",
        "plan without asking",
        "free wish kept",
        "write saved",
        "write declined",
        "undone to the byte",
        "redone to the byte",
        "undo refused",
        "stale",
        "by hand",
        "reload",
        "time passes",
    ] {
        assert!(seen.get(what).is_some_and(|times| *times >= 20), "{what}: {seen:?}");
    }
}

/// Change of one task: its id, and its sections before and after.
type Moved = (i64, Vec<[i64; 3]>, Vec<[i64; 3]>);

struct Play {
    session: Session<Schedule>,
    calendar: Calendar,
    /// Places in the calendar after the last event.
    standing: Vec<Entry>,
    dice: Dice,
    seed: u32,
    /// Events so far, for messages.
    done: Vec<String>,
    seen: BTreeMap<&'static str, u32>,
    /// The writes that are allowed now: none, those of a card, or those that the model or the page asks for.
    may: May,
    /// Arguments of the last call of `arrange`, and the minute at which it was made.
    asked: (Value, i64),
    /// Whether the present request needs no approvals.
    always: bool,
    /// The saves, the last one last, and those that were undone.
    saves: Vec<Save>,
    undone: Vec<Save>,
    /// Whether the present event undoes (true) or redoes a save.
    turning: Option<bool>,
    /// Number of loads when the calendar was last changed by hand.
    stale: Option<usize>,
}

/// Records before and after a save.
struct Save {
    before: Rows,
    after: Rows,
    /// Whether the calendar was changed by hand since.
    touched: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum May {
    Nothing,
    Exactly(Vec<Moved>),
    Anything,
}

impl Play {
    fn open(seed: u32) -> Play {
        let mut dice = Dice::new(seed);
        let calendar = Calendar::random(&mut dice);
        let input = json!({ "config": { "tool_visibility": "all" } });
        let lang = [Lang::En, Lang::Zh][dice.roll(2)];
        let opening = Opening { input, seed: u64::from(seed), lang: lang.into(), at_ms: 0, ..Opening::default() };
        Play {
            session: Session::open(Schedule::new(), opening).unwrap(),
            standing: entries(&calendar.state().unwrap()),
            calendar,
            dice,
            seed,
            done: Vec::new(),
            seen: BTreeMap::new(),
            may: May::Nothing,
            asked: (Value::Null, 0),
            always: false,
            saves: Vec::new(),
            undone: Vec::new(),
            turning: None,
            stale: None,
        }
    }

    fn at_ms(&self) -> u64 {
        u64::try_from((self.calendar.minute + MIDNIGHT) * 60_000).unwrap()
    }

    fn told(&self) -> String {
        format!("seed {}, now {}: {:#?}", self.seed, self.calendar.now(), self.done)
    }

    fn saw(&mut self, what: &'static str) {
        *self.seen.entry(what).or_default() += 1;
    }

    /// One event, and the checks of what it may have written.
    fn event(&mut self) {
        let before = self.calendar.rows.clone();
        let chosen = self.dice.roll(14);
        match chosen {
            0 => self.by_hand(),
            1 => self.pass_time(),
            2 => self.reload(),
            _ => self.act(),
        }
        let standing = self.standing.clone();
        if self.calendar.rows != before {
            self.standing = self.entries();
        }
        if chosen > 2 {
            self.keeps(&before, &standing);
        }
        self.calendar.written.clear();
        (self.may, self.turning) = (May::Nothing, None);
        self.agrees();
    }

    /// Places in the calendar, which always loads.
    fn entries(&self) -> Vec<Entry> {
        entries(&self.calendar.state().unwrap_or_else(|error| panic!("{error}: {}", self.told())))
    }

    fn by_hand(&mut self) {
        self.done.push("by hand".into());
        self.saw("by hand");
        self.calendar.by_hand(&mut self.dice);
        self.stale = Some(self.calendar.loads);
        self.saves.iter_mut().chain(&mut self.undone).for_each(|save| save.touched = true);
    }

    fn pass_time(&mut self) {
        self.calendar.minute += self.dice.range(1, 600);
        self.done.push(format!("it is {}", self.calendar.now()));
        self.saw("time passes");
    }

    fn reload(&mut self) {
        self.done.push("reload".into());
        self.saw("reload");
        let shown = self.session.view(0);
        self.session = Session::resume(Schedule::new(), self.session.snapshot()).unwrap();
        assert_eq!(self.session.view(0), shown, "{}", self.told());
    }

    /// Event of the session, by what it waits for.
    fn act(&mut self) {
        match self.session.view(u64::MAX).waiting {
            Wait::User | Wait::Nothing => self.user(),
            Wait::Model => self.model(),
            Wait::Approval => self.card(),
            other => panic!("waits for {other:?}: {}", self.told()),
        }
    }

    /// Sends an event and answers the host's calls. A session that was just restored does the same.
    fn send(&mut self, event: Event) -> bool {
        let mut twin = self.dice.once_in(4).then(|| Session::resume(Schedule::new(), self.session.snapshot()).unwrap());
        let handled = self.session.handle(event.clone());
        if let Some(twin) = &mut twin {
            assert_eq!(handled, twin.handle(event), "{}", self.told());
            assert_eq!(self.session.view(0), twin.view(0), "{}", self.told());
            assert_eq!(self.session.effect(), twin.effect(), "{}", self.told());
        }
        if let Some(twin) = twin.filter(|_| self.dice.once_in(2)) {
            self.session = twin;
        }
        let waits = self.session.view(u64::MAX).waiting == Wait::Tool;
        if let Some(Effect::CallTool { call, tools }) = waits.then(|| self.session.effect()).flatten() {
            let results = tools.iter().map(|tool| self.host(tool)).collect();
            self.send(Event::returned(self.at_ms(), call, results));
        }
        handled.unwrap_or(false)
    }

    fn host(&mut self, tool: &HostCall) -> ToolResult {
        if tool.name == "find_placement" {
            return self.placement(&tool.args);
        }
        let result = self.calendar.answer(&tool.name, &tool.args);
        match &result {
            ToolResult::Error(error) if error.code == "stale_state" => self.saw("stale"),
            ToolResult::Error(error) => {
                panic!("{error:?}: {}", self.told())
            }
            ToolResult::Ok(_) => {}
        }
        result
    }

    /// Answer of the optimiser: a good one, a wrong one, or none.
    fn placement(&mut self, args: &Value) -> ToolResult {
        let draft: Draft = stepgate_optimise::from_json(&args["draft"].to_string()).unwrap();
        let (items, days) = (draft.items.len(), i64::from(draft.days));
        let placement = match self.dice.roll(16) {
            0 => return ToolResult::Error(ToolError::new("unknown_tool", "no optimiser")),
            1 => {
                let place = |dice: &mut Dice| json!({ "day": dice.range(0, days), "start": dice.range(1, SECTIONS) });
                (0..items).map(|_| place(&mut self.dice)).collect()
            }
            _ => {
                let planned = self.dice.range(0, 500) as u64;
                let mut search = Search::new(&Instance::new(draft).unwrap(), Replay { seed: 7, planned });
                stepgate_json::to_value(search.step(planned))
            }
        };
        ToolResult::Ok(json!({ "placement": placement }))
    }

    fn user(&mut self) {
        let (change, what) = [("undo", "can_undo"), ("redo", "can_redo")][self.dice.roll(2)];
        let can = self.session.view(u64::MAX).data[what] == true;
        if self.dice.once_in(3) || !can && !self.dice.once_in(9) {
            return self.request();
        }
        self.done.push(format!("the user's {change}: {can}"));
        (self.may, self.turning) = (May::Anything, Some(change == "undo"));
        let turned = if change == "undo" { self.saves.last() } else { self.undone.last() };
        let touched = turned.is_none_or(|save| save.touched);
        let wishes = |play: &Play| play.session.view(u64::MAX).data["wishes"].clone();
        let before = wishes(self);
        let accepted = self.send(Event::Edited { at_ms: self.at_ms(), change: json!({ change: true }) });
        // The page saw what was possible at the last event; a time may have begun since.
        assert!(can || !accepted, "{}", self.told());
        let happened = !self.calendar.written.is_empty();
        // Wishes that were noted without a plan are undone on their own.
        let of_wishes = before != wishes(self) && !happened;
        let must = accepted && self.calendar.reverts && !touched && !of_wishes;
        assert!(happened || !must, "nobody touched the calendar since: {}", self.told());
        if can && !happened && !of_wishes {
            self.saw("undo refused");
        }
    }

    fn request(&mut self) {
        self.always = self.dice.once_in(4);
        self.done.push(format!("request, always {}", self.always));
        let with = json!({ "always_execute": self.always });
        self.send(Event::Said { at_ms: self.at_ms(), text: "arrange it".into(), with, card: None, parts: Vec::new() });
    }

    fn reply(&mut self, reply: Value) {
        let text = reply.as_str().map_or_else(|| reply.to_string(), str::to_owned);
        let call = self.session.view(u64::MAX).call.unwrap();
        let at_ms = self.at_ms();
        self.send(Event::replied(at_ms, call, text));
    }

    fn model(&mut self) {
        if self.dice.once_in(12) {
            self.done.push("done".into());
            return self.reply(json!({ "action": "done", "say": "Done.", "goal_check": "seen" }));
        }
        let (name, arguments) = self.call();
        self.done.push(format!("{name} {arguments}"));
        if self.always {
            (self.may, self.turning) = (May::Anything, turning(name));
        }
        let action = self.dice.once_in(3).then_some("done");
        self.reply(json!({
            "say": "so", "calls": [{ "name": name, "arguments": arguments }], "action": action,
        }));
        if name == "arrange" && self.always && !self.calendar.written.is_empty() {
            self.saw("plan without asking");
            self.wishes_hold();
        }
    }

    /// Random call of the model.
    fn call(&mut self) -> (&'static str, Value) {
        let tasks = self.session.read(&json!({ "timetable": true })).unwrap()["tasks"].as_array().map_or(1, Vec::len);
        let dice = &mut self.dice;
        let days = self.calendar.days;
        let task = dice.range(1, tasks as i64);
        let (day, start) = (dice.range(1, days), 1 + 2 * dice.range(0, 5));
        match dice.roll(12) {
            0..5 => {
                let args = arrangement(dice, days, tasks as i64);
                self.asked = (args.clone(), self.calendar.minute);
                ("arrange", args)
            }
            5 => ("place", json!({ "task_id": task, "day": day, "slot_start": start })),
            6 => ("move", json!({ "task_id": task, "new_day": day, "new_slot_start": start })),
            7 => ("unplace", json!({ "task_id": task, "all_places": dice.once_in(2) })),
            8 => ("swap", json!({ "task_a": task, "task_b": dice.range(1, tasks as i64) })),
            9 => ("undo_last_write", json!({})),
            10 => ("redo_last_write", json!({})),
            _ => {
                let one = |dice: &mut Dice| {
                    json!({
                        "task_id": dice.range(1, tasks as i64), "new_day": dice.range(1, days), "new_slot_start": dice.range(1, 11),
                    })
                };
                ("batch_move", json!({ "moves": [one(dice), one(dice)] }))
            }
        }
    }

    /// The user's answer to a card: yes, yes in part, or no.
    fn card(&mut self) {
        let view = self.session.view(u64::MAX);
        let (call, card) = (view.call.unwrap(), view.card.unwrap());
        let tool = card.calls[0].clone();
        let (is_plan, at_ms) = (tool.name == "apply_plan", self.at_ms());
        if self.dice.once_in(4) {
            self.done.push(format!("decline {}", tool.name));
            self.saw(if is_plan { "plan declined" } else { "write declined" });
            self.send(Event::answered(at_ms, call, false));
            return;
        }
        let mut allowed = shown(&card.data().clone());
        let moves = tool.args["moves"].as_array().filter(|moves| moves.len() > 1).cloned();
        let args = moves.filter(|_| self.dice.once_in(3)).map(|moves| {
            let first = self.dice.roll(moves.len());
            json!({ "moves": moves.into_iter().enumerate().filter(|(at, _)| *at == first || self.dice.once_in(2)).map(|(_, one)| one).collect::<Vec<_>>() })
        });
        if let Some(args) = &args {
            let left: Vec<i64> =
                args["moves"].as_array().unwrap().iter().map(|one| one["task_id"].as_i64().unwrap()).collect();
            allowed.retain(|(task, ..)| left.contains(task));
        }
        self.done.push(format!("approve {} {allowed:?} {args:?}", tool.name));
        (self.may, self.turning) = (May::Exactly(allowed), turning(&tool.name));
        let whole = args.is_none();
        self.send(Event::Answered {
            at_ms,
            call,
            accept: true,
            args,
            reason: None,
            always: None,
            result: None,
            calls: None,
            after_failure: Default::default(),
        });
        if self.calendar.written.is_empty() {
            return;
        }
        self.saw(match (is_plan, whole) {
            (true, true) => "plan saved",
            (true, false) => "plan saved in part",
            (false, _) => "write saved",
        });
        if is_plan && whole {
            self.wishes_hold();
        }
    }

    /// Checks the records after an event of the session.
    fn keeps(&mut self, before: &Rows, standing: &[Entry]) {
        let written = std::mem::take(&mut self.calendar.written);
        assert!(written.len() <= 1, "{}", self.told());
        if written.is_empty() {
            assert_eq!(&self.calendar.rows, before, "{}", self.told());
            return;
        }
        let now = &self.standing;
        let has_begun = |entry: &&Entry| self.calendar.has_begun(entry.day, entry.start);
        let begun = |all: &[Entry]| all.iter().filter(has_begun).cloned().collect::<Vec<_>>();
        // Undo takes back what a save placed, if the user has not locked it since: its row would differ then. A missed task goes back with it.
        let undone = written.iter().any(|one| one.reverts);
        let place = |entry: &Entry| (entry.source.clone(), entry.id, entry.day, entry.start);
        let stood: Vec<_> = begun(standing).iter().map(place).collect();
        let is_new = begun(now).iter().map(place).any(|place| !stood.contains(&place));
        assert!(undone || self.turning.is_some() || !is_new, "nothing gets a place before now: {}", self.told());
        for locked in standing.iter().filter(|entry| entry.locked && !undone) {
            assert!(now.contains(locked), "{locked:?} is locked and stays: {}", self.told());
        }
        for one in &written {
            self.was_allowed(one);
            self.was_turned(one, before);
        }
    }

    fn was_allowed(&self, written: &Written) {
        match &self.may {
            May::Anything => {}
            May::Exactly(allowed) => assert_eq!(&made(&written.changes), allowed, "{}", self.told()),
            May::Nothing => panic!("nobody approved {:?}: {}", written.changes, self.told()),
        }
    }

    /// A save becomes the last one; undo and redo leave its rows as they were before and after it, and touch no others.
    fn was_turned(&mut self, written: &Written, before: &Rows) {
        let now = self.calendar.rows.clone();
        let Some(back) = self.turning else {
            self.saves.push(Save { before: before.clone(), after: now, touched: false });
            self.undone.clear();
            return;
        };
        self.saw(if back { "undone" } else { "redone" });
        let save = if back { self.saves.pop() } else { self.undone.pop() };
        let save = save.unwrap_or_else(|| panic!("there was no such save: {}", self.told()));
        let (from, to) = if back { (&save.after, &save.before) } else { (&save.before, &save.after) };
        let keys = from.keys().chain(to.keys()).filter(|key| from.get(key) != to.get(key));
        let mut expected = before.clone();
        for key in keys {
            match to.get(key) {
                Some(row) => expected.insert(key.clone(), row.clone()),
                None => expected.remove(key),
            };
        }
        let save = if written.exact {
            self.saw(if back { "undone to the byte" } else { "redone to the byte" });
            assert_eq!(now, expected, "{}", self.told());
            save
        } else if back {
            // The calendar no longer had the rows: the changes themselves were turned round.
            Save { before: now, after: before.clone(), touched: false }
        } else {
            Save { before: before.clone(), after: now, touched: false }
        };
        if back { &mut self.undone } else { &mut self.saves }.push(save);
    }

    /// After a plan that was approved whole, no task stands in times that a wish keeps free, but those that the plan could not move.
    fn wishes_hold(&mut self) {
        if self.is_stale() {
            return;
        }
        let wishes = self.session.view(u64::MAX).data["wishes"].clone();
        let (asked, minute) = &self.asked;
        let number = |value: &Value, usual: i64| value.as_i64().unwrap_or(usual);
        let listed = |list: &Value, one: i64| {
            list.as_array().is_none_or(|list| list.is_empty() || list.iter().any(|it| *it == one))
        };
        let then = self.calendar.minute;
        self.calendar.minute = *minute;
        let mut kept = 0;
        for entry in self.entries().iter().filter(|entry| entry.class > 0 && !entry.locked) {
            let may_move = listed(&asked["task_class_ids"], entry.class)
                && asked["task_ids"].is_null()
                && !self.is_excluded(entry)
                && !self.is_let_stand(entry)
                && (number(&asked["day_start"], 1)..=number(&asked["day_end"], 99)).contains(&entry.day)
                && !self.calendar.has_begun(entry.day, entry.start);
            for wish in wishes.as_array().unwrap().iter().filter(|wish| wish["kind"] == "free" && may_move) {
                let to = if number(&wish["to"], 0) == 0 { SECTIONS } else { number(&wish["to"], 0) };
                let holds = listed(&wish["weekdays"], (entry.day - 1) % 7 + 1)
                    && number(&wish["class"], entry.class) == entry.class
                    && (number(&wish["first"], 1)..=number(&wish["last"], 99)).contains(&entry.day);
                let apart = entry.end < number(&wish["from"], 0) || entry.start > to;
                assert!(!holds || apart, "{entry:?} in {wish}: {}", self.told());
                kept += 1;
            }
        }
        self.calendar.minute = then;
        if kept > 0 {
            self.saw("free wish kept");
        }
    }

    /// Whether the session has an exception for the place of an entry: a card said that it stays against a wish, and was approved.
    fn is_let_stand(&self, entry: &Entry) -> bool {
        let memory: Value = serde_json::Deserializer::from_str(&self.session.snapshot().parts["memory"])
            .into_iter::<Value>()
            .find_map(Result::ok)
            .unwrap();
        let is_here = |one: &Value| {
            (one["item"].as_i64(), one["weekday"].as_i64(), one["start"].as_i64())
                == (Some(entry.id), Some((entry.day - 1) % 7 + 1), Some(entry.start))
        };
        memory["exceptions"].as_array().is_some_and(|all| all.iter().any(is_here))
    }

    /// Whether an entry stands in a time that its class keeps out of, where only a call that names it puts or moves it.
    fn is_excluded(&self, entry: &Entry) -> bool {
        let records = self.calendar.records();
        let class = records["task_classes"].as_array().unwrap().iter().find(|row| row["id"] == entry.class);
        let has = |key: &str, number: i64| {
            class.and_then(|row| row[key].as_array()).is_some_and(|list| list.iter().any(|one| *one == number))
        };
        has("excluded_days_of_week", (entry.day - 1) % 7 + 1)
            || (entry.start..=entry.end).any(|section| has("excluded_slots", (section + 1) / 2))
    }

    /// Whether the calendar was changed by hand since the session loaded it.
    fn is_stale(&self) -> bool {
        self.stale == Some(self.calendar.loads)
    }

    /// The session's timetable has what the calendar has, unless somebody else changed it.
    fn agrees(&self) {
        let known = self.session.read(&json!({ "timetable": true })).unwrap();
        if known.is_null() || self.is_stale() {
            return;
        }
        let plain = |all: Vec<Entry>| {
            let mut all: Vec<_> =
                all.into_iter().map(|entry| (entry.source, entry.id, entry.day, entry.start, entry.end)).collect();
            all.sort();
            all
        };
        assert_eq!(plain(entries(&known)), plain(self.standing.clone()), "{}", self.told());
    }
}

/// Whether a tool undoes (true) or redoes; none if it does neither.
fn turning(tool: &str) -> Option<bool> {
    ["redo_last_write", "undo_last_write"].iter().position(|name| *name == tool).map(|at| at == 1)
}

/// Random arguments of `arrange`.
fn arrangement(dice: &mut Dice, days: i64, tasks: i64) -> Value {
    let mut args = json!({});
    if dice.once_in(3) {
        let (from, to) = (dice.range(1, 8), dice.range(8, 12));
        let kind = ["free", "free", "prefer", "at_most"][dice.roll(4)];
        let mut wish = json!({ "kind": kind, "from": from, "to": to });
        match kind {
            "at_most" => wish = json!({ "kind": "at_most", "most": dice.range(2, 6) }),
            "free" if dice.once_in(2) => wish["weekdays"] = json!([dice.range(1, 7)]),
            "free" if dice.once_in(2) => wish["class_id"] = json!(10),
            "free" => wish["to"] = json!(from),
            _ => {}
        }
        args["wishes"] = json!([wish]);
    }
    if dice.once_in(4) {
        args["forget_wishes"] = json!([1]);
    }
    match dice.roll(8) {
        0 => args["task_class_ids"] = json!([10]),
        1 => args["task_ids"] = json!([dice.range(1, tasks)]),
        2 => (args["day_start"], args["day_end"]) = (json!(dice.range(1, 3)), json!(dice.range(4, days))),
        3 => args["most_moved"] = json!(dice.range(0, 3)),
        _ => {}
    }
    if dice.once_in(2) {
        args["keep"] = json!(["fresh", "revise", "keep"][dice.roll(3)]);
    }
    args
}

/// Changes that a card shows.
fn shown(preview: &Value) -> Vec<Moved> {
    let places = |change: &Value, key: &str| {
        let all = change.get(format!("{key}_all"));
        let one = [change[key].clone()];
        let slots = all.map_or(one.as_slice(), |all| all.as_array().unwrap().as_slice());
        let mut cells = Vec::new();
        for slot in slots.iter().filter(|slot| !slot.is_null()) {
            let number = |key: &str| slot[key].as_i64().unwrap();
            cells.extend(
                (number("slot_start")..=number("slot_end"))
                    .map(|section| [number("week"), number("day_of_week"), section]),
            );
        }
        cells
    };
    let changes = preview["changes"].as_array().unwrap().iter();
    sorted(
        changes
            .map(|change| (change["task"].as_i64().unwrap(), places(change, "from"), places(change, "to")))
            .collect(),
    )
}

/// Changes that the session saved.
fn made(changes: &Value) -> Vec<Moved> {
    let cells = |change: &Value, key: &str| {
        let cell = |cell: &Value| ["week", "day_of_week", "section"].map(|key| cell[key].as_i64().unwrap());
        change[key].as_array().unwrap().iter().map(cell).collect()
    };
    let changes = changes.as_array().unwrap().iter();
    sorted(
        changes
            .map(|change| {
                (change["state_id"].as_i64().unwrap(), cells(change, "old_coords"), cells(change, "new_coords"))
            })
            .collect(),
    )
}

fn sorted(mut changes: Vec<Moved>) -> Vec<Moved> {
    changes.sort();
    changes
}
