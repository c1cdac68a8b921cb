//! What the options of Python's json_repair are here.

use serde_json::Value;
use stepgate::reply::{repair_with, Policy};
use stepgate::schema::Schema;

use crate::case::{by_policy, Case, Outcome};

/// Reads a case by its options: `strict` is a reader that refuses, and a schema is fitted after the text has been mended.
/// Nothing for an option that is not ours.
pub(crate) fn outcome(case: &Case) -> Option<Outcome> {
    let options = &case.data["opts"];
    let schema = case.data.get("schema");
    if options["schema_repair_mode"] == "salvage" && schema.is_none() {
        return None;
    }
    let policy = Policy::named(if options["strict"] == true { "strict" } else { "json_repair" })?;
    Some(match schema {
        Some(schema) => by_schema(case.text()?, schema, &policy),
        None => by_policy(case.text()?, &policy),
    })
}

fn by_schema(text: &str, schema: &Value, policy: &Policy) -> Outcome {
    let Ok(schema) = Schema::parse(schema) else { return Outcome::Refused };
    let Some(value) = repair_with(text, policy).value else { return Outcome::Refused };
    let checked = schema.check(value);
    if checked.problems.is_empty() {
        Outcome::Value(checked.value)
    } else {
        Outcome::Refused
    }
}
