//! Options of Python's json_repair, mapped to policies and schemas.

use serde_json::Value;
use stepgate_reply::schema::Schema;
use stepgate_reply::{read_with, repair_with, Policy};

use crate::case::{by_policy, Case, Outcome};

/// Reads a case by its options. `strict` selects the policy that refuses; a schema is applied after the repair, and in
/// salvage mode while reading. `None` for options that json_repair refuses.
pub(crate) fn outcome(case: &Case) -> Option<Outcome> {
    let options = &case.data["opts"];
    let schema = case.data.get("schema");
    let salvage = options["schema_repair_mode"] == "salvage";
    let policy = Policy::named(if options["strict"] == true { "strict" } else { "json_repair" })?;
    Some(match schema {
        None if salvage => return None,
        Some(schema) => by_schema(case.text()?, schema, &policy, salvage),
        None => by_policy(case.text()?, &policy),
    })
}

fn by_schema(text: &str, schema: &Value, policy: &Policy, salvage: bool) -> Outcome {
    let Ok(schema) = Schema::parse(schema) else { return Outcome::Refused };
    let (value, problems) = if salvage {
        let reading = read_with(text, &schema.salvage(), policy);
        (reading.value, reading.problems)
    } else {
        let Some(value) = repair_with(text, policy).value else { return Outcome::Refused };
        let checked = schema.check(value);
        (Some(checked.value), checked.problems)
    };
    value.filter(|_| problems.is_empty()).map_or(Outcome::Refused, Outcome::Value)
}
