//! The JSON form of periods, and the reader of JSON text.

use serde_json::Value;
use stepgate_json::{read, Error, FromJson, ToJson, Writer};

use crate::draft::Periods;
use crate::invalid::Invalid;

/// Reads a value from JSON text.
///
/// # Errors
/// The first member that is missing, unknown or has the wrong type.
pub fn from_json<T: FromJson>(text: &str) -> Result<T, Invalid> {
    let value: Value = serde_json::from_str(text).map_err(|error| Invalid::new("", error, "JSON"))?;
    read(&value).map_err(|error| Invalid::read(&error, &value))
}

impl ToJson for Periods {
    fn write(&self, out: &mut Writer) {
        (1..=64).filter(|period| self.has(*period)).collect::<Vec<u8>>().write(out);
    }

    fn is_absent(&self) -> bool {
        self.0 == 0
    }
}

impl FromJson for Periods {
    fn blank() -> Self {
        Periods::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let mut periods: Vec<Period> = Vec::new();
        periods.take(value)?;
        self.0 = periods.iter().fold(0, |bits, period| bits | Periods::between(period.0, period.0).0);
        Ok(())
    }
}

/// Period of a list.
struct Period(u8);

impl FromJson for Period {
    fn blank() -> Self {
        Period(1)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let period = value.as_u64().filter(|period| (1..=64).contains(period));
        self.0 = period.ok_or_else(|| stepgate_json::wanted("a period from 1 to 64"))? as u8;
        Ok(())
    }
}
