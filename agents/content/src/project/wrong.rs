//! What may be wrong with a value from outside.

use crate::texts::sentences::refusal_of;
use stepgate_engine::{in_words, Refusal};
use stepgate_engine::{Error, Kind, Lang};

/// Why a value from outside is not taken.
pub(crate) enum Wrong {
    /// It does not have the shape it must have.
    Malformed(Error),
    /// It cannot be taken as things are.
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
    /// For the user whose page gave it as the edit `key`.
    pub(crate) fn refusal(self, key: &str, lang: Lang) -> Refusal {
        match self {
            Wrong::Malformed(error) => refusal_of("invalid_edit", &in_words(&error.within(key), lang), lang),
            Wrong::Refused(refusal) => refusal,
        }
    }

    /// For the program that gave it as the member `key`.
    pub(crate) fn error(self, key: &str) -> Error {
        match self {
            Wrong::Malformed(error) => error,
            Wrong::Refused(refusal) => Error::new(Kind::Malformed, "", refusal.text),
        }
        .within(key)
    }
}
