//! The figures of a run.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;
use stepgate_reply::schema::Schema;
use stepgate_reply::Error;

use crate::judge::{is_accepted, objection};
use crate::readings::departure;

#[derive(Default)]
pub(crate) struct Report {
    schemas: usize,
    compiled: usize,
    /// Schemas refused, by the keyword that the error names and its text.
    pub(crate) refused: BTreeMap<String, Vec<String>>,
    /// Instances of the compiled schemas, valid and invalid ones.
    pub(crate) valid: usize,
    pub(crate) invalid: usize,
    /// Verdicts that a documented departure from JSON Schema explains.
    pub(crate) departures: BTreeMap<&'static str, usize>,
    pub(crate) wrong: Vec<String>,
}

impl Report {
    /// Runs the groups of a file: a list of them, or just one.
    pub(crate) fn file(&mut self, name: &str, json: &Value) {
        match json {
            Value::Array(groups) => groups.iter().for_each(|group| self.group(name, group)),
            group => self.group(name, group),
        }
    }

    fn group(&mut self, file: &str, group: &Value) {
        let Some(json) = group.get("schema") else { return };
        let name = format!("{file}: {}", group["description"].as_str().unwrap_or_default());
        self.schemas += 1;
        let schema = match Schema::parse(json) {
            Ok(schema) => schema,
            Err(error) => return self.refused.entry(reason(&error)).or_default().push(name),
        };
        self.compiled += 1;
        for test in group["tests"].as_array().into_iter().flatten() {
            let valid = test["valid"] == true;
            *(if valid { &mut self.valid } else { &mut self.invalid }) += 1;
            let checked = schema.check(test["data"].clone());
            if is_accepted(&checked, &test["data"]) == valid {
                continue;
            }
            match departure(json, &test["data"], valid, &checked) {
                Some(reading) => *self.departures.entry(reading).or_default() += 1,
                None => {
                    let about = test["description"].as_str().unwrap_or_default();
                    self.wrong.push(match valid {
                        true => format!("rejected: {name}: {about} ({})", objection(&checked)),
                        false => format!("accepted: {name}: {about}"),
                    });
                }
            }
        }
    }

    /// The share of schemas that compile, in percent.
    pub(crate) fn share(&self) -> f64 {
        100.0 * self.compiled as f64 / self.schemas.max(1) as f64
    }
}

/// The keyword that an error names, and its text without what follows a colon.
fn reason(error: &Error) -> String {
    let keyword = error.place().rsplit('/').find(|step| step.parse::<usize>().is_err()).unwrap_or_default();
    let text = error.to_string();
    let text = text.strip_prefix(error.place()).unwrap_or(&text).trim_start_matches(": ");
    format!("{keyword}: {}", text.chars().take(70).collect::<String>())
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { schemas, compiled, valid, invalid, .. } = self;
        writeln!(f, "\n{compiled} of {schemas} schemas compile ({:.1} %)", self.share())?;
        let mut refused: Vec<_> = self.refused.iter().collect();
        refused.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        for (reason, names) in refused {
            writeln!(f, "{:7}  {reason}  (such as {})", names.len(), names[0])?;
        }
        writeln!(f, "{valid} valid and {invalid} invalid instances of them; judged wrongly: {}", self.wrong.len())?;
        for (reading, count) in &self.departures {
            writeln!(f, "{count:7}  set apart: {reading}")?;
        }
        self.wrong.iter().try_for_each(|wrong| writeln!(f, "  wrongly {wrong}"))
    }
}
