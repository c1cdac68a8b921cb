//! Cases of a suite.

use std::borrow::Cow;
use std::path::Path;

use serde_json::Value;
use stepgate_reply::repair;

/// Text with the value that reading it must give.
pub(crate) struct Case {
    pub(crate) id: String,
    /// Text as bytes, because some cases are not UTF-8.
    pub(crate) input: Vec<u8>,
    pub(crate) data: Value,
}

/// Result of reading a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Value(Value),
    Refused,
}

impl Case {
    fn new(data: Value) -> Case {
        Case { id: data["id"].as_str().expect("every case has an id").to_owned(), input: input(&data), data }
    }

    /// Text of the case, if it is UTF-8.
    pub(crate) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.input).ok()
    }

    /// Text as a host decodes it: U+FFFD replaces bytes that are not UTF-8.
    pub(crate) fn decoded(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.input)
    }

    pub(crate) fn value(&self) -> Option<&Value> {
        let value = self.data.get("value");
        value.and_then(|value| if self.data["opts"]["logging"] == true { value.get(0) } else { Some(value) })
    }

    /// Whether the library of the case refuses the text, or gives something that is not JSON.
    pub(crate) fn is_refused(&self) -> bool {
        self.data["error"] == true || self.data["expect"] == "reject" || self.data["value_unparsable"] == true
    }

    /// Whether the released library passes its own test.
    pub(crate) fn is_verified(&self) -> bool {
        self.data["verified"] != false
    }

    /// Whether a JSON parser already gives the value.
    pub(crate) fn is_json(&self) -> bool {
        let read = self.text().and_then(|text| serde_json::from_str(text).ok());
        read.is_some_and(|read| self.value().is_some_and(|value| crate::same::same(&read, value)))
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.data.get(key).is_some()
    }

    /// Other values that are equally correct.
    pub(crate) fn alternatives(&self) -> &[Value] {
        self.data["alt"].as_array().map_or(&[], Vec::as_slice)
    }
}

/// Text of a case, given as `input`, as `input_hex` if it is not UTF-8, or as `input_repeat`: a part, a count, an end.
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

/// JSON of the file `name`.
pub(crate) fn file(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Cases of the suite `name`.
pub(crate) fn suite(name: &str) -> Vec<Case> {
    let Value::Array(cases) = file(&format!("{name}.json"))["cases"].take() else { panic!("{name} has no cases") };
    cases.into_iter().map(Case::new).collect()
}

/// Result of the default policy for `text`.
pub(crate) fn by_default(text: &str) -> Outcome {
    repair(text).value.map_or(Outcome::Refused, Outcome::Value)
}
