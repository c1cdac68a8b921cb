//! Errors about values from the page or the host program.

use crate::texts::sentences::refusal_of;
use stepgate_engine::{in_words, Refusal};
use stepgate_engine::{Error, Kind, Lang};

/// Reason why a value from outside is rejected.
pub(crate) enum Wrong {
    /// The value is malformed.
    Malformed(Error),
    /// The value is well-formed, but cannot be accepted in the present state.
    Refused(Refusal),
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Self {
        Wrong::Malformed(error)
    }
}

impl From<Refusal> for Wrong {
    fn from(refusal: Refusal) -> Self {
        Wrong::Refused(refusal)
    }
}

impl Wrong {
    /// The refusal of the edit `key`, for the user.
    pub(crate) fn refusal(self, key: &str, lang: Lang) -> Refusal {
        match self {
            Wrong::Malformed(error) => refusal_of("invalid_edit", &in_words(&error.within(key), lang), lang),
            Wrong::Refused(refusal) => refusal,
        }
    }

    /// The error in the member `key`, for the program that gave it.
    pub(crate) fn error(self, key: &str) -> Error {
        match self {
            Wrong::Malformed(error) => error,
            Wrong::Refused(refusal) => Error::new(Kind::Malformed, "", refusal.text),
        }
        .within(key)
    }
}
