//! JSON forms of requests.

use serde_json::Value;
use stepgate_json::{names, object, Error, FromJson, ToJson, Writer};

use super::request::{Scope, Stability, Wish, WishKind};
use crate::Day;

names!(WishKind { Free "free", AtMost "at_most", Prefer "prefer", AnyOrder "any_order" });
names!(Stability { Fresh "fresh", Revise "revise", Keep "keep" });
object!(Wish { kind } optional { class, weekdays, first, last, from, to, most });
object!(Scope {} optional { classes, tasks, first, last, kept });

impl ToJson for Day {
    fn write(&self, out: &mut Writer) {
        self.0.write(out);
    }
}

impl FromJson for Day {
    fn blank() -> Self {
        Day(0)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        self.0.take(value)
    }
}
