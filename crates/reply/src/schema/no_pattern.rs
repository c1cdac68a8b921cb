//! The keyword `pattern` in a build without the feature of that name: every pattern is refused.

/// A type without values: no pattern can be read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Pattern {}

impl Pattern {
    pub(super) fn read(_: &str) -> Result<Pattern, (usize, &'static str)> {
        Err((0, "must be left out: `stepgate/json` reads no patterns, `stepgate/json/full` does"))
    }

    pub(super) fn refusal(_: usize, why: &str) -> String {
        why.to_owned()
    }

    pub(super) fn source(&self) -> &str {
        match *self {}
    }

    pub(super) fn holds(&self, _: &str) -> bool {
        match *self {}
    }
}
