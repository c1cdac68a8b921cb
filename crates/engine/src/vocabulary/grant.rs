//! Grants: leave of the user for further calls of a tool, without a question.

use serde_json::{Map, Value};

use crate::vocabulary::glob;
use stepgate_json::{wanted, FromJson, Json, Members, ToJson, Writer};
use stepgate_reply::Error;

/// The end of a grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Until {
    /// It lasts as long as the session.
    Session,
    /// It ends when the user speaks again. Words that answer a card do not end it.
    Turn,
}

/// Leave for further calls of a tool that the user gives with the approval of one. Only the user gives it, never the model.
///
/// In JSON it is the name of its end (`"session"`), or `{ "until": …, "where": … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Always {
    /// Its end.
    pub until: Until,
    /// The calls that it covers.
    pub covers: Where,
}

impl Always {
    /// Leave for all calls of the tool.
    pub fn until(until: Until) -> Self {
        Always { until, covers: Where::default() }
    }
}

impl ToJson for Always {
    fn write(&self, out: &mut Writer) {
        if self.covers.is_absent() {
            return self.until.write(out);
        }
        out.begin_object();
        out.member("until", &self.until);
        out.member("where", &self.covers);
        out.end_object();
    }
}

impl FromJson for Always {
    fn blank() -> Self {
        Always::until(Until::Turn)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        if value.is_string() {
            return self.until.take(value);
        }
        let members = Members::of(value).map_err(|_| wanted("\"session\", \"turn\", or { until, where }"))?;
        members.only(&["until", "where"])?;
        members.required("until", &mut self.until)?;
        members.optional("where", &mut self.covers)
    }
}

/// A condition on arguments: JSON pointers of members, each with a glob for a text, or `{ "is": value }` or another value for exactly that one.
/// The default is no condition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Where(Map<String, Value>);

impl Where {
    /// Whether it holds for all arguments.
    pub(crate) fn is_absent(&self) -> bool {
        self.0.is_empty()
    }

    /// The first place at which arguments are not what it says.
    pub(crate) fn misfit(&self, args: &Value) -> Option<&str> {
        let misfit =
            |(at, wanted): &(&String, &Value)| !args.pointer(at).is_some_and(|found| is_as_wanted(wanted, found));
        self.0.iter().find(misfit).map(|(at, _)| at.as_str())
    }
}

fn is_as_wanted(wanted: &Value, found: &Value) -> bool {
    match (wanted, found) {
        (Value::String(glob), Value::String(text)) => glob::fits(glob, text),
        (Value::Object(exact), _) => exact.get("is") == Some(found),
        (exact, _) => exact == found,
    }
}

impl ToJson for Where {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.members(&self.0);
        out.end_object();
    }

    fn is_absent(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromJson for Where {
    fn blank() -> Self {
        Where::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = value.as_object().filter(|members| !members.is_empty());
        let members =
            members.ok_or_else(|| wanted("an object with at least one place, such as { \"/path\": \"src/**\" }"))?;
        for (at, pattern) in members {
            check_place(at, pattern).map_err(|error| error.within(at))?;
        }
        self.0 = members.clone();
        Ok(())
    }
}

fn check_place(at: &str, pattern: &Value) -> Result<(), Error> {
    if !(at.is_empty() || at.starts_with('/')) {
        return Err(wanted("at a JSON pointer, such as /path"));
    }
    match pattern {
        Value::String(text) => glob::fault(text).map_or(Ok(()), |fault| Err(wanted(fault))),
        Value::Object(exact) if exact.len() != 1 || !exact.contains_key("is") => {
            Err(wanted("a glob, a value, or { \"is\": value }"))
        }
        _ => Ok(()),
    }
}

/// A grant of a session.
#[derive(Clone, Debug, PartialEq, Json)]
pub(crate) struct Grant {
    /// Number by which it is taken back.
    pub(crate) id: u32,
    /// Name of the tool.
    pub(crate) tool: String,
    /// The calls that it covers.
    #[json(rename = "where", optional)]
    pub(crate) covers: Where,
    pub(crate) until: Until,
    /// The host's clock.
    pub(crate) at_ms: u64,
    /// Number of entries in the transcript when it was given.
    #[json(optional)]
    pub(crate) entries: u32,
    /// Digest of the tool's definition. Under another definition the grant covers nothing.
    pub(crate) definition: u64,
}

impl Grant {
    /// Whether it is about the same calls, for the same time.
    pub(crate) fn is_as(&self, other: &Grant) -> bool {
        let what = |grant: &Grant| (grant.tool.clone(), grant.covers.clone(), grant.until, grant.definition);
        what(self) == what(other)
    }

    /// Whether it was given after entry `seq`.
    pub(crate) fn is_after(&self, seq: u32) -> bool {
        self.entries > seq
    }

    /// Whether it was for the turn, and the user has spoken again since, last in entry `spoke`.
    pub(crate) fn is_over(&self, spoke: Option<u32>) -> bool {
        self.until == Until::Turn && spoke.is_some_and(|spoke| !self.is_after(spoke))
    }

    /// Whether it covers a call of its tool, which is defined by `definition` today.
    pub(crate) fn covers(&self, tool: &str, args: &Value, definition: Option<u64>) -> bool {
        self.tool == tool && definition == Some(self.definition) && self.covers.misfit(args).is_none()
    }
}

/// The grants of a tool that let a call of it run without a question, from most to fewest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum GrantsThatCount {
    /// All of them.
    #[default]
    All,
    /// Those given after the entry with this number, in which the user declined something or stopped the work, or put a call of the tool off.
    Since(u32),
    /// None: the call would be done twice, or was picked out of prose, where it may be an example.
    None,
}

impl GrantsThatCount {
    pub(crate) fn none_if(asks: bool) -> Self {
        if asks {
            GrantsThatCount::None
        } else {
            GrantsThatCount::All
        }
    }

    /// Whether a grant of the tool is among them.
    pub(crate) fn count(self, grant: &Grant) -> bool {
        match self {
            GrantsThatCount::All => true,
            GrantsThatCount::Since(entry) => grant.is_after(entry),
            GrantsThatCount::None => false,
        }
    }
}

impl From<Option<u32>> for GrantsThatCount {
    /// After a no, only those given since.
    fn from(no: Option<u32>) -> Self {
        no.map_or(GrantsThatCount::All, GrantsThatCount::Since)
    }
}

impl ToJson for GrantsThatCount {
    fn write(&self, out: &mut Writer) {
        match self {
            GrantsThatCount::All => out.string("all"),
            GrantsThatCount::Since(entry) => entry.write(out),
            GrantsThatCount::None => out.string("none"),
        }
    }

    fn is_absent(&self) -> bool {
        *self == GrantsThatCount::All
    }
}

impl FromJson for GrantsThatCount {
    fn blank() -> Self {
        GrantsThatCount::All
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = match (value.as_str(), value.as_u64().and_then(|entry| u32::try_from(entry).ok())) {
            (Some("all"), _) => GrantsThatCount::All,
            (Some("none"), _) => GrantsThatCount::None,
            (_, Some(entry)) => GrantsThatCount::Since(entry),
            _ => return Err(wanted("\"all\", \"none\", or the number of an entry")),
        };
        Ok(())
    }
}
