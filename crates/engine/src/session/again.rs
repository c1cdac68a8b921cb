//! Another answer: the model is asked the same with another sampling.

use stepgate_json::Json;

use crate::prompt::Sampling;

/// The other sampling, where the user wants another answer: none is colder.
const OTHER_TEMPERATURE: f64 = 0.9;

/// Whether the present turn is to give another answer than before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub(super) enum Again {
    /// No.
    #[default]
    #[json(absent)]
    No,
    /// The next turn is.
    Next,
    /// Yes.
    Now,
}

impl Again {
    /// The same once the user has spoken.
    pub(super) fn spoken(self) -> Self {
        if self == Again::Next {
            Again::Now
        } else {
            Again::No
        }
    }

    /// The sampling of the present turn.
    pub(super) fn sampling(self, sampling: Sampling) -> Sampling {
        if self != Again::Now {
            return sampling;
        }
        let temperature = sampling.temperature.map_or(OTHER_TEMPERATURE, |own| own.max(OTHER_TEMPERATURE));
        Sampling { temperature: Some(temperature), ..sampling }
    }
}
