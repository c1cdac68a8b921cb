//! Records of a scenario, kept in a page's store: loaded and written by the functions that a page calls.

use super::list;
use crate::vector::as_text;
use serde_json::{json, Map, Value};
use stepgate_engine::ToolError;
use stepgate_schedule::{load_schedule, plan_changes, Failure};
use stepgate_timetable::{Date, Term, Weekday};

/// Monday of week 1 in the terms of the vectors.
pub const MONDAY: &str = "2026-01-05";

/// Tables, each with its key fields.
const TABLES: [(&str, &[&str]); 4] = [
    ("events", &["id"]),
    ("event_sections", &["event_id", "week", "day_of_week", "section"]),
    ("task_classes", &["id"]),
    ("task_items", &["id"]),
];

/// Members that may hold an event's sections, as `[week, weekday, section]`, `[week, weekday, first, last]` or an
/// object each.
const CELLS: [&str; 4] = ["cells", "rows", "coords", "sections"];

/// Calendar records of one scenario.
pub struct Calendar {
    records: Value,
}

impl Calendar {
    /// Reads the records of a scenario: tables in a store's form, or the short forms of the vectors.
    ///
    /// In short form a class has `start` and `end` as `[week, weekday]` and `items` as a number or a list, and an event
    /// has its sections.
    pub fn of(records: &Value) -> Result<Self, String> {
        let mut calendar = Calendar { records: json!({}) };
        for (table, _) in TABLES {
            calendar.records[table] = json!([]);
        }
        for key in records.as_object().into_iter().flat_map(|records| records.keys()) {
            if !TABLES.iter().any(|(table, _)| table == key) {
                return Err(format!("{key:?} is not a table of records"));
            }
        }
        list(records, "task_classes").iter().try_for_each(|class| calendar.add_class(class))?;
        list(records, "events").iter().try_for_each(|event| calendar.add_event(event))?;
        for table in ["event_sections", "task_items"] {
            list(records, table).iter().for_each(|row| calendar.put(table, row.clone()));
        }
        Ok(calendar)
    }

    pub(super) fn records(&self) -> &Value {
        &self.records
    }

    /// State loaded for these task classes; for all if none are named.
    pub fn load(&self, classes: &[u32]) -> Result<Value, ToolError> {
        load_schedule(&self.records, classes, &options()).map_err(told)
    }

    /// Writes all changes or none.
    pub(super) fn apply(&mut self, changes: &Value) -> Result<(), ToolError> {
        let writes = plan_changes(&self.records, changes, &options()).map_err(told)?;
        self.write(&writes);
        Ok(())
    }

    /// Deletes records, then puts records.
    pub(super) fn write(&mut self, writes: &Value) {
        for (table, key) in TABLES {
            for gone in list(&writes["delete"], table) {
                self.rows(table).retain(|row| key_of(row, key) != *gone);
            }
            for row in list(&writes["put"], table) {
                self.put(table, row.clone());
            }
        }
    }

    fn rows(&mut self, table: &str) -> &mut Vec<Value> {
        self.records[table].as_array_mut().unwrap()
    }

    fn put(&mut self, table: &str, row: Value) {
        let key = TABLES.iter().find(|(known, _)| *known == table).unwrap().1;
        let own = key_of(&row, key);
        let rows = self.rows(table);
        rows.retain(|known| key_of(known, key) != own);
        rows.push(row);
        rows.sort_by_key(|row| key_of(row, key).as_array().unwrap().iter().map(Value::as_u64).collect::<Vec<_>>());
    }

    fn add_event(&mut self, event: &Value) -> Result<(), String> {
        let mut fields = event.as_object().ok_or("an event is no object")?.clone();
        let id = event["id"].clone();
        let embeds = fields.remove("can_embed");
        let mut default = |key: &str, value: Value| {
            fields.entry(key).or_insert(value);
        };
        default("name", json!(format!("event {id}")));
        default("type", json!("course"));
        default("can_be_embedded", embeds.unwrap_or(json!(false)));
        for cells in CELLS {
            for cell in fields.remove(cells).as_ref().and_then(Value::as_array).into_iter().flatten() {
                self.add_cells(&id, cell)?;
            }
        }
        self.put("events", Value::Object(fields));
        Ok(())
    }

    fn add_cells(&mut self, event: &Value, cell: &Value) -> Result<(), String> {
        let object = ["week", "day_of_week", "section"].map(|key| cell[key].as_u64());
        let numbers: Vec<u64> = match cell.as_array() {
            Some(numbers) => numbers.iter().filter_map(Value::as_u64).collect(),
            None => object.into_iter().flatten().collect(),
        };
        let (week, weekday, first, last) = match numbers[..] {
            [week, weekday, section] => (week, weekday, section, section),
            [week, weekday, first, last] => (week, weekday, first, last),
            _ => return Err(format!("{cell} is not a section of an event")),
        };
        for section in first..=last {
            let mut row = json!({ "event_id": event, "week": week, "day_of_week": weekday, "section": section, "status": "normal" });
            if let Some(guest) = cell.get("embedded_task_id") {
                row["embedded_task_id"] = guest.clone();
            }
            self.put("event_sections", row);
        }
        Ok(())
    }

    fn add_class(&mut self, class: &Value) -> Result<(), String> {
        let mut fields = class.as_object().ok_or("a class is no object")?.clone();
        for (short, key) in [("start", "start_date"), ("end", "end_date")] {
            if let Some(day) = fields.remove(short).filter(|day| !day.is_null()) {
                fields.insert(key.to_owned(), json!(date(&day)));
            }
        }
        let items = match fields.remove("items") {
            Some(Value::Array(items)) => items,
            Some(count) => vec![Value::Null; count.as_u64().expect("items are a list or a count") as usize],
            None => Vec::new(),
        };
        for (index, item) in items.into_iter().enumerate() {
            let item = self.item(&fields, index as u64 + 1, item);
            self.put("task_items", item);
        }
        self.put("task_classes", Value::Object(fields));
        Ok(())
    }

    /// Item of a class, from an object or from a mere count.
    fn item(&mut self, class: &Map<String, Value>, order: u64, given: Value) -> Value {
        let id = 301 + self.rows("task_items").len();
        let name = class.get("name").map_or("", as_text);
        let content = given.as_str().map_or_else(|| format!("{name} {order}"), str::to_owned);
        let mut item =
            json!({ "id": id, "class_id": class.get("id"), "order": order, "content": content, "status": 1 });
        for (key, value) in given.as_object().into_iter().flatten() {
            item[key] = value.clone();
        }
        item
    }
}

fn key_of(row: &Value, key: &[&str]) -> Value {
    key.iter().map(|field| row[*field].clone()).collect()
}

fn date(pair: &Value) -> String {
    let term = Term::new(Date::parse(MONDAY).unwrap()).unwrap();
    let weekday = Weekday { week: pair[0].as_u64().unwrap_or(1) as u32, weekday: pair[1].as_u64().unwrap_or(1) as u8 };
    let mut text = String::new();
    term.date(weekday).write(&mut text);
    text
}

/// Grid of twelve sections of 45 minutes, one each hour.
fn options() -> Value {
    let section = |hour: u32| json!({ "start": format!("{hour:02}:00"), "end": format!("{hour:02}:45") });
    json!({ "term_start": MONDAY, "today": MONDAY, "clock": (8..20).map(section).collect::<Value>(), "lang": "en" })
}

fn told(failure: Failure) -> ToolError {
    ToolError::new(failure.code, failure.text)
}
