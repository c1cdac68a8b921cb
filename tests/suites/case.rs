//! The cases of a suite.

use std::borrow::Cow;
use std::path::Path;

use serde_json::Value;
use stepgate::reply::{repair_with, Policy};

/// A text and what it must be read as.
pub(crate) struct Case {
    pub(crate) id: String,
    /// The text as bytes: some are not UTF-8.
    pub(crate) input: Vec<u8>,
    pub(crate) data: Value,
}

/// What a text was read as.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Value(Value),
    Refused,
}

impl Case {
    fn new(data: Value) -> Case {
        Case { id: data["id"].as_str().expect("every case has an id").to_owned(), input: input(&data), data }
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.input).ok()
    }

    /// What must come out; of a value with a log, the value.
    /// The text as a host decodes it: U+FFFD stands for what is not UTF-8.
    pub(crate) fn decoded(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.input)
    }

    pub(crate) fn value(&self) -> Option<&Value> {
        let value = self.data.get("value");
        value.and_then(|value| if self.data["opts"]["logging"] == true { value.get(0) } else { Some(value) })
    }

    /// Whether the library the case is from refuses the text, or makes no JSON of it.
    pub(crate) fn is_refused(&self) -> bool {
        self.data["error"] == true || self.data["expect"] == "reject" || self.data["value_unparsable"] == true
    }

    /// Whether the released library does what its own test says.
    pub(crate) fn is_verified(&self) -> bool {
        self.data["verified"] != false
    }

    /// Whether a JSON parser gives the value already.
    pub(crate) fn is_json(&self) -> bool {
        let read = self.text().and_then(|text| serde_json::from_str(text).ok());
        read.is_some_and(|read| self.value().is_some_and(|value| crate::same::same(&read, value)))
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.data.get(key).is_some()
    }

    /// The other values that are as good.
    pub(crate) fn alternatives(&self) -> &[Value] {
        self.data["alt"].as_array().map_or(&[], Vec::as_slice)
    }
}

/// The text is written as `input`, as `input_hex` if it is not UTF-8, or as `input_repeat`: a part, how often, an end.
fn input(data: &Value) -> Vec<u8> {
    if let Some(hex) = data["input_hex"].as_str() {
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("two hexadecimal digits");
        return (0..hex.len()).step_by(2).map(byte).collect();
    }
    if let Some([part, times, end]) = data["input_repeat"].as_array().map(Vec::as_slice) {
        let times = times.as_u64().expect("a number") as usize;
        return (part.as_str().expect("a text").repeat(times) + end.as_str().expect("a text")).into_bytes();
    }
    data["input"].as_str().expect("every case has an input").to_owned().into_bytes()
}

/// The file `name`.
pub(crate) fn file(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The cases of the suite `name`.
pub(crate) fn suite(name: &str) -> Vec<Case> {
    let Value::Array(cases) = file(&format!("{name}.json"))["cases"].take() else { panic!("{name} has no cases") };
    cases.into_iter().map(Case::new).collect()
}

/// What the default policy makes of `text`.
pub(crate) fn by_default(text: &str) -> Outcome {
    by_policy(text, &Policy::default())
}

/// What `policy` makes of `text`.
pub(crate) fn by_policy(text: &str, policy: &Policy) -> Outcome {
    repair_with(text, policy).value.map_or(Outcome::Refused, Outcome::Value)
}
