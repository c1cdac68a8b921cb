//! Choices: one of several candidates, by the user on a card or by the model in a call of its own.

use serde_json::Value;

use stepgate_json::{Json, Writer};
use stepgate_reply::schema::Schema;
use stepgate_reply::{Error, Kind};

/// Most candidates of a choice.
pub const MOST_CANDIDATES: usize = 100;

/// The one that chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Chooser {
    /// The user, on a card.
    User,
    /// The model, in a call whose contract has only the ids.
    Model,
}

/// One of the things that can be chosen.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Candidate {
    /// Its id, which is the answer.
    pub id: String,
    /// Its name for the user, in one line.
    pub label: String,
    /// More about it.
    #[json(optional)]
    pub about: Option<String>,
    /// Data of the agent about it. The model does not see it.
    #[json(optional)]
    pub data: Value,
}

impl Candidate {
    /// A candidate with an id and a name.
    pub fn new(id: impl Into<String>, label: impl Into<String>) -> Self {
        Candidate { id: id.into(), label: label.into(), about: None, data: Value::Null }
    }

    /// The candidate as the model reads it.
    pub(crate) fn as_data(&self) -> Value {
        let mut out = Writer::object();
        out.member("id", &self.id);
        out.member("label", &self.label);
        out.optional("about", &self.about);
        out.object_value()
    }
}

/// A choice among candidates.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Choice {
    /// The one that chooses.
    pub by: Chooser,
    /// The question, in one line.
    pub title: String,
    /// More about the question.
    #[json(optional)]
    pub text: Option<String>,
    /// The candidates: 1 to [`MOST_CANDIDATES`], each with an id of its own.
    pub candidates: Vec<Candidate>,
    /// Label of the button by which the user takes none. Default: in the session's language.
    #[json(optional)]
    pub decline: Option<String>,
}

impl Choice {
    /// A choice among these candidates.
    ///
    /// # Errors
    /// There are none or too many, or an id or a label is empty, or an id stands twice: the place in `/candidates`, and what is allowed.
    ///
    /// ```
    /// use stepgate_engine::{Candidate, Choice, Chooser};
    ///
    /// let times = vec![Candidate::new("mon", "Monday 10:00"), Candidate::new("tue", "Tuesday 14:00")];
    /// let choice = Choice::new(Chooser::User, "When shall we meet?", times).unwrap();
    /// assert_eq!(choice.candidates.len(), 2);
    ///
    /// let twice = vec![Candidate::new("mon", "Monday"), Candidate::new("mon", "Montag")];
    /// let error = Choice::new(Chooser::User, "When?", twice).unwrap_err();
    /// assert_eq!(error.to_string(), "/candidates/1/id: must be an id of its own: candidate 0 has \"mon\", too");
    /// ```
    pub fn new(by: Chooser, title: impl Into<String>, candidates: Vec<Candidate>) -> Result<Self, Error> {
        let choice = Choice { by, title: title.into(), text: None, candidates, decline: None };
        choice.check().map(|()| choice)
    }

    /// Checks the candidates.
    ///
    /// # Errors
    /// As [`Choice::new`].
    pub(crate) fn check(&self) -> Result<(), Error> {
        let wrong =
            |place: String, allowed: String| Err(Error::new(Kind::Malformed, place, format!("must be {allowed}")));
        let count = self.candidates.len();
        if !(1..=MOST_CANDIDATES).contains(&count) {
            return wrong("/candidates".into(), format!("a list of 1 to {MOST_CANDIDATES} candidates, not {count}"));
        }
        for (at, Candidate { id, label, .. }) in self.candidates.iter().enumerate() {
            for (member, text) in [("id", id), ("label", label)] {
                if text.trim().is_empty() {
                    return wrong(format!("/candidates/{at}/{member}"), "a text that is not empty".into());
                }
            }
            let before = self.candidates.iter().take(at).position(|other| other.id == *id);
            if let Some(before) = before {
                return wrong(
                    format!("/candidates/{at}/id"),
                    format!("an id of its own: candidate {before} has {id:?}, too"),
                );
            }
        }
        Ok(())
    }

    /// The candidate with an id.
    pub(crate) fn find(&self, id: &str) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| candidate.id == id)
    }

    /// The contract of the call in which the model chooses.
    pub(crate) fn contract(&self) -> Schema {
        let ids: Vec<&str> = self.candidates.iter().map(|candidate| candidate.id.as_str()).collect();
        Schema::object().field(CHOICE, Schema::one_of(&ids))
    }

    /// The question and the candidates as the model reads them.
    pub(crate) fn as_data(&self) -> Value {
        let mut out = Writer::object();
        out.member("question", &self.title);
        out.optional("text", &self.text);
        out.member("candidates", &self.candidates.iter().map(Candidate::as_data).collect::<Vec<Value>>());
        out.object_value()
    }
}

/// Member of the contract with the id of the candidate.
pub(crate) const CHOICE: &str = "choice";

/// The only candidate whose label or id a text is, as written or but for case, spaces and punctuation.
pub(crate) fn named_by<'c>(text: &str, candidates: &'c [Candidate]) -> Option<&'c Candidate> {
    let only = |fold: fn(&str) -> String| {
        let text = fold(text);
        let mut same = candidates
            .iter()
            .filter(|one| !text.is_empty() && [&one.id, &one.label].iter().any(|own| fold(own) == text));
        let first = same.next()?;
        same.next().is_none().then_some(first)
    };
    only(|text| text.trim().to_lowercase()).or_else(|| only(folded))
}

/// A text in lower case, with one space for all that is no letter, digit or question mark: a question chooses nothing.
fn folded(text: &str) -> String {
    let kept = |c: char| match c {
        '?' | '？' => '?',
        c if c.is_alphanumeric() => c,
        _ => ' ',
    };
    let letters: String = text.chars().flat_map(char::to_lowercase).map(kept).collect();
    letters.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{named_by, Candidate};

    #[test]
    fn words_name_a_candidate_if_all_of_them_are_its_label_or_its_id() {
        let all = [
            Candidate::new("mon", "周一 10:00"),
            Candidate::new("tue", "Tuesday, 14:00"),
            Candidate::new("7", "-5"),
            Candidate::new("8", "5"),
            Candidate::new("c1", "C++"),
            Candidate::new("c2", "C#"),
        ];
        for (text, id) in [
            ("周一 10:00", Some("mon")),
            ("周一10:00", None),
            ("MON.", Some("mon")),
            ("tuesday 14:00!", Some("tue")),
            ("Tuesday, 14:00", Some("tue")),
            ("not Tuesday, 14:00", None),
            ("Tuesday", None),
            ("Tuesday, 14:00?  or Monday", None),
            ("-5", Some("7")),
            ("5", Some("8")),
            ("c++", Some("c1")),
            ("C", None),
            ("", None),
            ("…", None),
            ("tue?", None),
            ("Tuesday, 14:00？", None),
            ("ok", None),
            ("好的", None),
        ] {
            assert_eq!(named_by(text, &all).map(|candidate| candidate.id.as_str()), id, "{text}");
        }
    }
}
