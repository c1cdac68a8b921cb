//! Why words stand in the user's place.

use serde_json::Value;
use stepgate_json::{wanted, Error, FromJson, ToJson, Writer};

/// Why the agent or the engine put words in the user's place. In JSON the code, or true for a cue without one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cue {
    /// A cue of an agent in JavaScript, which gives no code, or of a session saved up to format 7.
    Unnamed,
    /// A cue with this code.
    Named(String),
}

impl Cue {
    /// Whether this is the cue with this code.
    pub fn is(&self, code: &str) -> bool {
        matches!(self, Cue::Named(own) if own == code)
    }
}

impl ToJson for Cue {
    fn write(&self, out: &mut Writer) {
        match self {
            Cue::Unnamed => true.write(out),
            Cue::Named(code) => out.string(code),
        }
    }
}

impl FromJson for Cue {
    fn blank() -> Self {
        Cue::Unnamed
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = match value {
            Value::Bool(true) => Cue::Unnamed,
            Value::String(code) => Cue::Named(code.clone()),
            _ => return Err(wanted("true or a text")),
        };
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Cue;
    use crate::vocabulary::entry::Entry;
    use stepgate_json::{from_text, to_text};

    #[test]
    fn a_cue_is_its_code_or_true() {
        for (text, cue) in [
            (r#"{"user":{"text":"Go on."}}"#, None),
            (r#"{"user":{"text":"Go on.","cue":true}}"#, Some(Cue::Unnamed)),
            (r#"{"user":{"text":"Go on.","cue":"resumed"}}"#, Some(Cue::Named("resumed".into()))),
        ] {
            let entry = Entry::User { text: "Go on.".into(), cue, parts: Vec::new() };
            assert_eq!(from_text::<Entry>("", text).unwrap(), entry);
            assert_eq!(to_text(&entry), text);
        }
        let error = from_text::<Entry>("", r#"{"user":{"text":"Go on.","cue":5}}"#).unwrap_err();
        assert_eq!(error.to_string(), "/user/cue: must be true or a text");
    }
}
