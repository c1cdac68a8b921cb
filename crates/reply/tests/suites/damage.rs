//! Kinds of damage with one rule each, in Chinese and English. Each kind also has texts that look alike and must stay
//! unchanged (`twin`).

use std::collections::BTreeMap;

use serde_json::Value;
use stepgate_reply::schema::Schema;
use stepgate_reply::Lang;
use stepgate_reply::{complain, read, read_finished, repair};

use crate::case::{file, suite, Case};
use crate::score::{print, Score};

#[test]
fn each_kind_of_damage_is_mended() {
    let schemas = file("damage.json")["schemas"].take();
    let mut kinds: BTreeMap<String, Score> = BTreeMap::new();
    for case in suite("damage") {
        let kind = case.data["kind"].as_str().expect("every case has a kind");
        let twin = if case.data["twin"] == true { ", left alone" } else { "" };
        let name = format!("{kind}{twin}");
        let score = kinds.entry(name.clone()).or_insert_with(|| Score::new(&name));
        let (passed, got) = judge(&case, &schemas);
        score.count(&case, passed, &case.data, got);
    }
    let scores: Vec<Score> = kinds.into_values().collect();
    print("kinds of damage", &scores);
    let missed: usize = scores.iter().map(|score| score.total() - score.passed()).sum();
    assert_eq!(missed, 0);
}

/// Whether a case gives the expected value, and the value it gave.
fn judge(case: &Case, schemas: &Value) -> (bool, String) {
    let text = case.text().expect("the cases are text");
    match case.data["schema"].as_str() {
        Some(name) => by_schema(case, text, &schemas[name]),
        None => {
            let value = repair(text).value.unwrap_or_default();
            (crate::same::same(&value, &case.data["value"]), value.to_string())
        }
    }
}

fn by_schema(case: &Case, text: &str, schema: &Value) -> (bool, String) {
    let schema = Schema::parse(schema).expect("the schemas of the suite are read").near();
    let read = if case.data["finished"] == true { read_finished } else { read };
    let reading = read(text, &schema);
    let lang = if case.data["lang"] == "zh" { Lang::Zh } else { Lang::En };
    let complaint = complain(&reading, lang);
    let usable = case.data["usable"] != false;
    let value = reading.value.clone().unwrap_or_default();
    let is_value = case.value().is_none_or(|expected| crate::same::same(&value, expected));
    let says = |key: &str| case.data[key].as_array().into_iter().flatten().filter_map(Value::as_str);
    let told =
        says("says").all(|part| complaint.contains(part)) && !says("says_not").any(|part| complaint.contains(part));
    let kinds: Vec<&str> = reading.repairs.iter().map(|repair| repair.kind.as_str()).collect();
    let got = format!("{value}, usable {}, {kinds:?}, {complaint}", reading.usable());
    (reading.usable() == usable && is_value && told, got)
}
