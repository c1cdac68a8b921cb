//! Calendar in memory: random records, and the answers of the page's store (www/src/calendar) to a session. It saves a change set once
//! by its id, takes one back by its id, and refuses if the rows have changed since.

use std::collections::BTreeMap;

use serde_json::{json, Value};
use stepgate_engine::{ToolError, ToolResult};
use stepgate_schedule::{load_schedule, plan_changes};
use stepgate_testkit::dice::Dice;

/// Tables with the members of their keys.
const TABLES: [(&str, &[&str]); 4] = [
    ("events", &["id"]),
    ("event_sections", &["event_id", "week", "day_of_week", "section"]),
    ("task_classes", &["id"]),
    ("task_items", &["id"]),
];
pub(crate) const SECTIONS: i64 = 12;
/// First week of the window; its Monday is 2026-03-02.
const WEEK: i64 = 5;
const DAY: i64 = 24 * 60;

/// Table and key of a row.
type Key = (usize, Vec<i64>);
pub(crate) type Rows = BTreeMap<Key, Value>;
/// Rows to write; none stands for a row to delete.
pub(crate) type Patch = BTreeMap<Key, Option<Value>>;

/// Change set that was applied.
pub(crate) enum Set {
    /// Change that can be taken back: the rows before and after it.
    Kept { before: Patch, after: Patch, undone: bool },
    /// Change that took back, or repeated, another one.
    Turned { of: String, back: bool },
    /// Change that is too old to take back.
    Old,
}

/// Write of the session, for the checks.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) changes: Value,
    /// Rows as they must be after it, if it took a change set back or repeated it.
    pub(crate) turned: Option<Patch>,
    pub(crate) reverts: bool,
}

/// Place of an entry in the window.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) source: String,
    pub(crate) id: i64,
    pub(crate) day: i64,
    pub(crate) start: i64,
    pub(crate) end: i64,
    pub(crate) class: i64,
    pub(crate) locked: bool,
}

pub(crate) struct Calendar {
    pub(crate) rows: Rows,
    pub(crate) days: i64,
    /// Minutes since the window's first midnight.
    pub(crate) minute: i64,
    /// Whether the host offers to take change sets back.
    pub(crate) reverts: bool,
    sets: BTreeMap<String, Set>,
    pub(crate) written: Vec<Written>,
    pub(crate) loads: usize,
    hands: usize,
}

/// Start of a section in minutes since midnight.
fn begin(section: i64) -> i64 {
    [8 * 60, 14 * 60, 19 * 60][(section as usize - 1) / 4] + (section - 1) % 4 * 55
}

fn time(minutes: i64) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn clock() -> Value {
    (1..=SECTIONS).map(|section| json!({ "start": time(begin(section)), "end": time(begin(section) + 45) })).collect()
}

impl Calendar {
    pub(crate) fn now(&self) -> String {
        let day = self.minute.div_euclid(DAY) + 2;
        format!("2026-03-{day:02}T{}", time(self.minute.rem_euclid(DAY)))
    }

    /// Whether a section of a day has begun.
    pub(crate) fn has_begun(&self, day: i64, section: i64) -> bool {
        (day - 1) * DAY + begin(section) < self.minute
    }

    pub(crate) fn records(&self) -> Value {
        let of = |table: usize| self.rows.iter().filter(move |(key, _)| key.0 == table).map(|(_, row)| row.clone());
        TABLES.iter().enumerate().map(|(at, (name, _))| ((*name).to_owned(), of(at).collect::<Value>())).collect()
    }

    fn options(&self) -> Value {
        json!({ "term_start": "2026-02-02", "today": &self.now()[..10], "clock": clock(), "lang": "en" })
    }

    /// State that these records make.
    pub(crate) fn state(&self) -> Value {
        load_schedule(&self.records(), &[], &self.options()).unwrap_or_else(|error| panic!("{error:?}"))
    }

    pub(crate) fn entries(&self) -> Vec<Entry> {
        entries(&self.state())
    }

    /// Answer to a call of the session.
    pub(crate) fn answer(&mut self, name: &str, args: &Value) -> ToolResult {
        match name {
            "load_schedule" => {
                self.loads += 1;
                ToolResult::Ok(json!({
                    "state": self.state(), "term_start": "2026-02-02", "clock": clock(), "now": self.now(),
                    "reverts": self.reverts,
                }))
            }
            "persist_changes" => self.persist(args).map_or_else(ToolResult::Error, ToolResult::Ok),
            _ => ToolResult::Error(ToolError::new("unknown_tool", name)),
        }
    }

    fn persist(&mut self, args: &Value) -> Result<Value, ToolError> {
        let id = args["change_set_id"].as_str().unwrap().to_owned();
        if self.sets.contains_key(&id) {
            return Ok(json!({ "already_applied": true }));
        }
        match args["reverts"].as_str() {
            Some(of) => self.revert(id, of, &args["changes"]),
            None => self.save(id, &args["changes"], false),
        }
    }

    fn save(&mut self, id: String, changes: &Value, reverts: bool) -> Result<Value, ToolError> {
        let writes = plan_changes(&self.records(), changes, &self.options())
            .map_err(|failure| ToolError::new(failure.code, failure.text))?;
        let after = self.patch(&writes);
        self.keep(id, after);
        self.written.push(Written { changes: changes.clone(), turned: None, reverts });
        Ok(json!({ "applied": changes.as_array().map(Vec::len) }))
    }

    /// Takes the change set `of` back; one that took a change set back itself is repeated.
    fn revert(&mut self, id: String, of: &str, changes: &Value) -> Result<Value, ToolError> {
        let (base, back) = match self.sets.get(of) {
            Some(Set::Turned { of, back }) => (of.clone(), !back),
            _ => (of.to_owned(), true),
        };
        let Some(Set::Kept { before, after, undone }) = self.sets.get(&base) else {
            return self.save(id, changes, true);
        };
        let (left, put) = if back { (after, before) } else { (before, after) };
        if *undone == back || left.iter().any(|(key, row)| self.rows.get(key) != row.as_ref()) {
            return Err(ToolError::new("stale_state", "the change was turned, or its rows changed, since"));
        }
        let put = put.clone();
        self.apply(&put);
        if let Some(Set::Kept { undone, .. }) = self.sets.get_mut(&base) {
            *undone = back;
        }
        self.sets.insert(id, Set::Turned { of: base, back });
        self.written.push(Written { changes: changes.clone(), turned: Some(put), reverts: true });
        Ok(json!({ "reverted": of }))
    }

    /// Rows of the core's writes, with the members that it does not know.
    fn patch(&self, writes: &Value) -> Patch {
        let mut patch = Patch::new();
        for (at, (table, fields)) in TABLES.iter().enumerate() {
            for key in writes["delete"][table].as_array().into_iter().flatten() {
                let key = key.as_array().unwrap().iter().map(|part| part.as_i64().unwrap()).collect();
                patch.insert((at, key), None);
            }
            for row in writes["put"][table].as_array().into_iter().flatten() {
                let key = (at, key_of(row, fields));
                let mut whole = self.rows.get(&key).filter(|_| at != 1).cloned().unwrap_or_else(|| json!({}));
                whole.as_object_mut().unwrap().extend(row.as_object().unwrap().clone());
                patch.insert(key, Some(whole));
            }
        }
        patch
    }

    fn apply(&mut self, patch: &Patch) {
        for (key, row) in patch {
            match row {
                Some(row) => self.rows.insert(key.clone(), row.clone()),
                None => self.rows.remove(key),
            };
        }
    }

    /// Applies a change and keeps it in the history. What was undone before can no longer be repeated.
    fn keep(&mut self, id: String, after: Patch) {
        let before = after.keys().map(|key| (key.clone(), self.rows.get(key).cloned())).collect();
        self.apply(&after);
        for set in self.sets.values_mut().filter(|set| matches!(set, Set::Kept { undone: true, .. })) {
            *set = Set::Old;
        }
        self.sets.insert(id, Set::Kept { before, after, undone: false });
    }
}

fn key_of(row: &Value, fields: &[&str]) -> Vec<i64> {
    fields.iter().map(|field| row[field].as_i64().unwrap()).collect()
}

/// Places in a state, sorted.
pub(crate) fn entries(state: &Value) -> Vec<Entry> {
    let mut all = Vec::new();
    for task in state["tasks"].as_array().unwrap() {
        for slot in task["slots"].as_array().into_iter().flatten() {
            all.push(Entry {
                source: task["source"].as_str().unwrap().to_owned(),
                id: task["source_id"].as_i64().unwrap(),
                day: slot["day"].as_i64().unwrap(),
                start: slot["slot_start"].as_i64().unwrap(),
                end: slot["slot_end"].as_i64().unwrap(),
                class: task["task_class_id"].as_i64().unwrap_or(0),
                locked: task["locked"] == true,
            });
        }
    }
    all.sort();
    all
}

/// Random records.
impl Calendar {
    pub(crate) fn random(dice: &mut Dice) -> Calendar {
        let mut calendar = Calendar {
            rows: Rows::new(),
            days: [7, 14][dice.roll(2)],
            minute: dice.range(-600, 3 * DAY),
            reverts: !dice.once_in(4),
            sets: BTreeMap::new(),
            written: Vec::new(),
            loads: 0,
            hands: 0,
        };
        for _ in 0..dice.range(2, 6) {
            calendar.course(dice);
        }
        for _ in 0..dice.range(0, 3) {
            let places = if dice.once_in(3) { 2 } else { 1 };
            calendar.task(dice, places);
        }
        for class in 10..=dice.range(10, 12) {
            calendar.class(dice, class);
        }
        calendar
    }

    fn put(&mut self, table: usize, row: Value) {
        let key = (table, key_of(&row, TABLES[table].1));
        self.rows.insert(key, row);
    }

    fn next(&self, table: usize, from: i64) -> i64 {
        self.rows.keys().filter(|key| key.0 == table).map(|key| key.1[0] + 1).max().unwrap_or(from)
    }

    fn section(&mut self, event: i64, day: i64, section: i64) {
        let (week, weekday) = (WEEK + (day - 1) / 7, (day - 1) % 7 + 1);
        self.put(
            1,
            json!({ "event_id": event, "week": week, "day_of_week": weekday, "section": section, "status": "normal" }),
        );
    }

    /// Events with a row in this section.
    fn at(&self, day: i64, section: i64) -> impl Iterator<Item = i64> + '_ {
        let cell = [WEEK + (day - 1) / 7, (day - 1) % 7 + 1, section];
        self.rows.keys().filter(move |key| key.0 == 1 && key.1[1..] == cell).map(|key| key.1[0])
    }

    fn is_free(&self, day: i64, start: i64, length: i64) -> bool {
        start + length - 1 <= SECTIONS && (start..start + length).all(|section| self.at(day, section).next().is_none())
    }

    fn free(&self, dice: &mut Dice, length: i64) -> Option<(i64, i64)> {
        let places = (0..30).map(|_| (dice.range(1, self.days), dice.range(1, SECTIONS)));
        places.collect::<Vec<_>>().into_iter().find(|(day, start)| self.is_free(*day, *start, length))
    }

    fn event(&mut self, name: &str, kind: &str, more: Value) -> i64 {
        let id = self.next(0, 100);
        let mut row = json!({
            "id": id, "name": format!("{name} {id}"), "type": kind, "can_be_embedded": false,
            "start_time": "2026-03-02T08:00", "end_time": "2026-03-02T09:40",
        });
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.put(0, row);
        id
    }

    /// Course of each week; one in six overlaps others.
    fn course(&mut self, dice: &mut Dice) {
        let (weekday, start) = (dice.range(1, 7), 1 + 2 * dice.range(0, 5));
        let fixed = dice.once_in(6);
        let filler = !fixed && dice.once_in(3);
        let days: Vec<i64> = (0..self.days / 7).map(|week| week * 7 + weekday).collect();
        let takes =
            |kinds: &Calendar, day: i64| kinds.is_free(day, start, 2) || fixed && kinds.only_courses(day, start);
        if days.iter().all(|day| takes(self, *day)) {
            let id = self.event("Course", "course", json!({ "can_be_embedded": filler, "location": "Hall 1" }));
            days.iter().for_each(|day| (start..start + 2).for_each(|section| self.section(id, *day, section)));
        }
    }

    /// Whether nothing but courses without room for guests stands here, one at most in each section.
    fn only_courses(&self, day: i64, start: i64) -> bool {
        let plain = |event: &Value| event["type"] == "course" && event["can_be_embedded"] == false;
        (start..start + 2).all(|section| {
            let here: Vec<i64> = self.at(day, section).collect();
            here.len() <= 1 && here.iter().all(|event| plain(&self.rows[&(0, vec![*event])]))
        })
    }

    fn task(&mut self, dice: &mut Dice, places: usize) {
        let more = match dice.roll(4) {
            0 => json!({ "locked": true }),
            1 => json!({ "uid": "x@example.org", "colour": "red" }),
            _ => json!({}),
        };
        let Some(first) = self.free(dice, 2) else { return };
        let id = self.event("Task", "task", more);
        let mut place = Some(first);
        for _ in 0..places {
            let Some((day, start)) = place else { return };
            (start..start + 2).for_each(|section| self.section(id, day, section));
            place = self.free(dice, 2);
        }
    }

    fn class(&mut self, dice: &mut Dice, id: i64) {
        let first = if id == 10 { 1 } else { dice.range(1, 3) };
        let strategy = ["rapid", "steady"][dice.roll(2)];
        let last = if id == 10 { self.days } else { dice.range(4, self.days) };
        let mut row = json!({
            "id": id, "name": format!("Class {id}"), "strategy": strategy,
            "total_slots": 8, "start_date": format!("2026-03-{:02}", first + 1),
            "end_date": format!("2026-03-{:02}", last + 1), "allow_filler_course": dice.once_in(2),
        });
        if dice.once_in(4) {
            row["excluded_days_of_week"] = json!([dice.range(1, 7)]);
        }
        if dice.once_in(4) {
            row["excluded_slots"] = json!([dice.range(1, 6)]);
        }
        if dice.once_in(5) {
            row["max_per_day"] = json!(2);
        }
        let embeds = row["allow_filler_course"] == true;
        self.put(2, row);
        for order in 1..=dice.range(1, 6) {
            self.item(dice, id, order, embeds);
        }
    }

    fn item(&mut self, dice: &mut Dice, class: i64, order: i64, embeds: bool) {
        let id = self.next(3, 300);
        let length = dice.range(1, 3);
        let mut row = json!({
            "id": id, "class_id": class, "order": order, "content": format!("Item {id}"), "status": 1,
            "embedded_time": null, "length": length,
        });
        match dice.roll(7) {
            0 => row["deadline"] = json!(format!("2026-03-{:02}T18:00", dice.range(3, self.days + 2))),
            1 => row["earliest"] = json!(format!("2026-03-{:02}", dice.range(2, 6))),
            2 => row["priority"] = json!(3),
            3 if order > 1 => row["after"] = json!([id - 1]),
            4 => row["colour"] = json!("green"),
            _ => {}
        }
        if dice.once_in(6) {
            row["locked"] = json!(true);
        }
        self.put(3, row);
        match dice.roll(4) {
            0 => self.place(dice, id, length),
            1 if embeds && length <= 2 => self.embed(id, length),
            _ => {}
        }
    }

    fn set_time(&mut self, item: i64, day: i64, from: i64, to: i64) {
        let row = self.rows.get_mut(&(3, vec![item])).unwrap();
        (row["status"], row["embedded_time"]) = (
            json!(2),
            json!({ "week": WEEK + (day - 1) / 7, "day_of_week": (day - 1) % 7 + 1, "section_from": from, "section_to": to }),
        );
    }

    /// Gives an item an event of its own.
    fn place(&mut self, dice: &mut Dice, item: i64, length: i64) {
        let Some((day, start)) = self.free(dice, length) else { return };
        let event = self.event("Item", "task", json!({ "rel_id": item }));
        (start..start + length).for_each(|section| self.section(event, day, section));
        self.set_time(item, day, start, start + length - 1);
    }

    /// Puts an item into a run of a filler course without a guest.
    fn embed(&mut self, item: i64, length: i64) {
        let fillers: Vec<i64> = self
            .rows
            .iter()
            .filter(|(key, row)| key.0 == 0 && row["can_be_embedded"] == true)
            .map(|(key, _)| key.1[0])
            .collect();
        let found = self.rows.iter().find(|(key, row)| {
            key.0 == 1 && fillers.contains(&key.1[0]) && row.get("embedded_task_id").is_none() && key.1[3] % 2 == 1
        });
        let Some(((_, key), _)) = found.map(|(key, row)| (key.clone(), row)) else { return };
        for section in key[3]..key[3] + length {
            let key = (1, vec![key[0], key[1], key[2], section]);
            self.rows.get_mut(&key).unwrap()["embedded_task_id"] = json!(item);
        }
        self.set_time(item, (key[1] - WEEK) * 7 + key[2], key[3], key[3] + length - 1);
    }
}

/// Changes by hand, on the page.
impl Calendar {
    /// Makes a random change of the user.
    pub(crate) fn by_hand(&mut self, dice: &mut Dice) {
        let before = self.rows.clone();
        match dice.roll(5) {
            0 => self.toggle_lock(dice),
            1 => self.drag(dice),
            2 => self.delete(dice),
            3 => self.course(dice),
            _ => self.rename(dice),
        }
        let keys: Vec<Key> = before.keys().chain(self.rows.keys()).cloned().collect();
        let changed = keys.into_iter().filter(|key| before.get(key) != self.rows.get(key));
        let after: Patch = changed.map(|key| (key.clone(), self.rows.get(&key).cloned())).collect();
        self.rows = before;
        if !after.is_empty() {
            self.hands += 1;
            self.keep(format!("hand {}", self.hands), after);
        }
    }

    fn any(&self, dice: &mut Dice, table: usize, is: impl Fn(&Value) -> bool) -> Option<Key> {
        let rows: Vec<&Key> =
            self.rows.iter().filter(|(key, row)| key.0 == table && is(row)).map(|(key, _)| key).collect();
        (!rows.is_empty()).then(|| rows[dice.roll(rows.len())].clone())
    }

    fn toggle_lock(&mut self, dice: &mut Dice) {
        let found = match dice.roll(2) {
            0 => self.any(dice, 0, |row| row["type"] == "task"),
            _ => self.any(dice, 3, |row| row["status"] == 2),
        };
        let Some(row) = found.and_then(|key| self.rows.get_mut(&key)) else { return };
        let locked = row["locked"] == true;
        row["locked"] = json!(!locked);
    }

    /// Rows of an event.
    fn rows_of(&self, event: i64) -> Vec<Key> {
        self.rows.keys().filter(|key| key.0 == 1 && key.1[0] == event).cloned().collect()
    }

    fn drag(&mut self, dice: &mut Dice) {
        let Some((_, key)) = self.any(dice, 0, |row| row["type"] == "task") else { return };
        let rows = self.rows_of(key[0]);
        let days: Vec<_> = rows.iter().map(|key| &key.1[1..3]).collect();
        if days.windows(2).any(|days| days[0] != days[1]) {
            return;
        }
        let length = rows.len() as i64;
        let Some((day, start)) = self.free(dice, length) else { return };
        rows.iter().for_each(|key| drop(self.rows.remove(key)));
        (start..start + length).for_each(|section| self.section(key[0], day, section));
        if let Some(item) = self.rows[&(0, key)]["rel_id"].as_i64() {
            self.set_time(item, day, start, start + length - 1);
        }
    }

    fn delete(&mut self, dice: &mut Dice) {
        let Some(key) = self.any(dice, 0, |row| row["type"] == "task") else { return };
        self.rows_of(key.1[0]).iter().for_each(|key| drop(self.rows.remove(key)));
        let event = self.rows.remove(&key).unwrap();
        if let Some(item) = event["rel_id"].as_i64() {
            let row = self.rows.get_mut(&(3, vec![item])).unwrap();
            (row["status"], row["embedded_time"]) = (json!(1), Value::Null);
        }
    }

    fn rename(&mut self, dice: &mut Dice) {
        let name = json!(format!("Renamed {}", dice.roll(100)));
        let (table, member) = [(0, "name"), (3, "content")][dice.roll(2)];
        let Some(key) = self.any(dice, table, |_| true) else { return };
        self.rows.get_mut(&key).unwrap()[member] = name;
    }
}
