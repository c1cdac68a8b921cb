//! Title, employer and dates of an entry, as a dialogue changes them (spec.md 5.2).

use serde_json::{Map, Value};
use stepgate_json::{Json, ToJson};

/// Members of a resume's entry that a decision sets; `None` leaves a member as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub struct EntryFields {
    /// Position, name of the project, or title of another entry.
    pub title: Option<String>,
    /// Employer, or where the project was done.
    pub organization: Option<String>,
    /// First day.
    pub date_start: Option<String>,
    /// Last day.
    pub date_end: Option<String>,
    /// Town or region.
    pub location: Option<String>,
    /// Second line under the title.
    pub subtitle: Option<String>,
    /// Date of an entry without first and last day.
    pub date: Option<String>,
}

impl EntryFields {
    /// Members of an entry with highlights.
    pub const OF_EXPERIENCE: &'static [&'static str] = &["title", "organization", "date_start", "date_end", "location"];
    /// Members of an entry with a description.
    pub const OF_GENERIC: &'static [&'static str] = &["title", "subtitle", "date"];

    /// Reads the members of `value` that are texts; blank ones count as absent. `None` if none is left.
    pub fn of(value: &Value) -> Option<EntryFields> {
        let text = |key: &str| {
            let text = value.get(key).and_then(Value::as_str).map(str::trim)?;
            (!text.is_empty()).then(|| text.to_owned())
        };
        let fields = EntryFields {
            title: text("title"),
            organization: text("organization"),
            date_start: text("date_start"),
            date_end: text("date_end"),
            location: text("location"),
            subtitle: text("subtitle"),
            date: text("date"),
        };
        (fields != EntryFields::default()).then_some(fields)
    }

    /// The members of `older`, replaced by those that are set here.
    pub fn over(&self, older: Option<&EntryFields>) -> EntryFields {
        let Some(older) = older.cloned() else { return self.clone() };
        EntryFields {
            title: self.title.clone().or(older.title),
            organization: self.organization.clone().or(older.organization),
            date_start: self.date_start.clone().or(older.date_start),
            date_end: self.date_end.clone().or(older.date_end),
            location: self.location.clone().or(older.location),
            subtitle: self.subtitle.clone().or(older.subtitle),
            date: self.date.clone().or(older.date),
        }
    }

    /// The dates that are set, by key.
    pub(super) fn dates(&self) -> Vec<(&'static str, &str)> {
        let dates = [("date_start", &self.date_start), ("date_end", &self.date_end), ("date", &self.date)];
        dates.into_iter().filter_map(|(key, date)| Some((key, date.as_deref()?))).collect()
    }

    /// The members without those dates. `None` if none is left.
    pub(super) fn without(mut self, dates: &[&str]) -> Option<EntryFields> {
        let members =
            [("date_start", &mut self.date_start), ("date_end", &mut self.date_end), ("date", &mut self.date)];
        members.into_iter().filter(|(key, _)| dates.contains(key)).for_each(|(_, date)| *date = None);
        (self != EntryFields::default()).then_some(self)
    }

    /// The members that are set, by key.
    pub fn members(&self) -> Map<String, Value> {
        match stepgate_json::to_value(self as &dyn ToJson) {
            Value::Object(members) => members,
            _ => Map::new(),
        }
    }
}
