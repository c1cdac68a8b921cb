//! Replies read with their JSON Schema: BAML's suite, and our own replies in Chinese and English.

use serde_json::{json, Map, Value};
use stepgate_reply::schema::Schema;
use stepgate_reply::{read, Reading};

use crate::case::{by_default, file, suite, Case, Outcome};
use crate::score::{print, print_with_reasons, Score};

#[test]
fn baml_by_json_schema() {
    let mut score = Score::new("baml");
    for case in suite("baml") {
        let schema = baml_class(&case.data["schema_json"], &case.data["is_done"]);
        let read = Schema::parse(&schema).map(|schema| read(case.text().unwrap(), &schema));
        match read {
            _ if !case.is_verified() || !(case.has("value") || case.is_refused()) => score.leave_out(),
            _ if says_more(&case.data["schema_json"]) => score.leave_out(),
            Ok(reading) => score.compare(&case, &outcome(reading)),
            Err(error) => score.count(&case, false, "a reading", error),
        }
    }
    print_with_reasons("BAML's suite by JSON Schema", std::slice::from_ref(&score));
    assert!(score.rate() >= 96.0);
}

/// Adds to a derived schema the rules of a BAML class that it leaves out: no other fields, null for a missing optional
/// field and an empty list for a missing list, and in an unfinished reply null for every other missing field.
fn baml_class(schema: &Value, done: &Value) -> Value {
    let Value::Object(schema) = schema else { return schema.clone() };
    let keyword = |(key, value): (&String, &Value)| {
        let value = match (key.as_str(), value) {
            ("properties" | "$defs", Value::Object(schemas)) => {
                schemas.iter().map(|(name, schema)| (name.clone(), baml_class(schema, done))).collect()
            }
            ("anyOf", Value::Array(branches)) => branches.iter().map(|branch| baml_class(branch, done)).collect(),
            ("items" | "additionalProperties", value) => baml_class(value, done),
            (_, value) => value.clone(),
        };
        (key.clone(), value)
    };
    let mut class: Map<String, Value> = schema.iter().map(keyword).collect();
    if let Some(Value::Object(fields)) = class.get_mut("properties") {
        for field in fields.values_mut().filter_map(Value::as_object_mut) {
            let list = field.get("type") == Some(&json!("array"));
            let nullable = field
                .get("anyOf")
                .and_then(Value::as_array)
                .is_some_and(|branches| branches.contains(&json!({ "type": "null" })));
            if list || nullable || *done == false {
                field.insert("default".to_owned(), if list { json!([]) } else { Value::Null });
            }
        }
        class.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    Value::Object(class)
}

/// Whether a class has rules that JSON Schema cannot state: BAML's own assertions, or rules for showing an unfinished
/// value.
fn says_more(schema: &Value) -> bool {
    match schema {
        Value::Object(keywords) => keywords.iter().any(|(key, value)| {
            matches!(key.as_str(), "x-checks" | "x-stream")
                || key == "x-block" && !value.to_string().contains("@@description")
                || says_more(value)
        }),
        Value::Array(values) => values.iter().any(says_more),
        _ => false,
    }
}

/// Value of a reading that fits, or a refusal.
fn outcome(reading: Reading) -> Outcome {
    match reading.value {
        Some(value) if reading.problems.is_empty() => Outcome::Value(value),
        _ => Outcome::Refused,
    }
}

#[test]
fn replies_without_a_schema() {
    let mut score = Score::new("zh_llm");
    for case in suite("zh_llm") {
        let got = by_default(case.text().unwrap());
        match case.data["must_parse"] == true {
            _ if case.has("stretch") => score.leave_out(),
            true => score.count(&case, got != Outcome::Refused, "any value", &got),
            false => score.compare(&case, &got),
        }
    }
    print("replies without a schema", std::slice::from_ref(&score));
    assert!(score.rate() >= 97.0);
}

#[test]
fn replies_with_their_schema() {
    let schemas = file("zh_llm.json")["schemas"].take();
    let mut score = Score::new("zh_llm");
    let mut pointers = Score::new("zh_llm, expected problems");
    for case in suite("zh_llm") {
        let Some(name) = case.data["schema"].as_str() else { continue };
        if case.has("stretch") {
            score.leave_out();
            continue;
        }
        let schema = Schema::parse(&schemas[name]).expect("the schemas of the suite are read").near();
        let reading = read(case.text().unwrap(), &schema);
        match case.data["errors"].as_array() {
            Some(expected) => pointers.count(&case, finds(&reading, expected), &case.data["errors"], paths(&reading)),
            None => score.count(&case, fits(&case, &reading), expected(&case), outcome(reading)),
        }
    }
    let scores = [score, pointers];
    print("replies with their schema", &scores);
    assert!(scores[0].rate() == 100.0 && scores[1].rate() == 100.0);
}

fn expected(case: &Case) -> Value {
    case.data.get("coerced").or(case.value()).cloned().unwrap_or_default()
}

fn fits(case: &Case, reading: &Reading) -> bool {
    let value = reading.value.as_ref().filter(|_| reading.problems.is_empty());
    value.is_some_and(|value| case.data["must_parse"] == true || crate::same::same(value, &expected(case)))
}

fn finds(reading: &Reading, expected: &[Value]) -> bool {
    expected.iter().all(|path| reading.problems.iter().any(|problem| path == problem.path.as_str()))
}

fn paths(reading: &Reading) -> Value {
    reading.problems.iter().map(|problem| Value::from(problem.path.as_str())).collect()
}
