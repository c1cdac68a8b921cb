//! Summaries of messages that have left the window.

use serde_json::{Map, Value};

use stepgate_json::{Json, ToJson, Writer};
use stepgate_reply::schema::Schema;

/// Names of the lists, in their order.
const LISTS: [&str; 4] = ["facts", "wishes", "decisions", "ids"];

/// Most items of a list, and most characters of an item, that a user may write.
const MOST_ITEMS: usize = 200;
const LONGEST_ITEM: usize = 2_000;

/// The content of a conversation, as lists of short texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
#[non_exhaustive]
pub struct Summary {
    /// Facts that the user said or a tool returned.
    pub facts: Vec<String>,
    /// Wishes of the user that are not met yet.
    pub wishes: Vec<String>,
    /// Decisions, with their reasons.
    pub decisions: Vec<String>,
    /// Ids and addresses, each with what it stands for.
    pub ids: Vec<String>,
}

impl Summary {
    /// The contract of a summary.
    pub(crate) fn contract() -> Schema {
        LISTS.iter().fold(Schema::object(), |schema, name| schema.field(name, Schema::list(Schema::string())))
    }

    /// A summary that a user wrote: lists that are not given stay as they are. None: it is of another form, or too long.
    pub(crate) fn changed(&self, given: &Value) -> Option<Summary> {
        let mut changed = self.clone();
        for (name, items) in given.as_object()? {
            *changed.list_mut(name)? = read_items(items)?;
        }
        Some(changed)
    }

    fn list_mut(&mut self, name: &str) -> Option<&mut Vec<String>> {
        match name {
            "facts" => Some(&mut self.facts),
            "wishes" => Some(&mut self.wishes),
            "decisions" => Some(&mut self.decisions),
            "ids" => Some(&mut self.ids),
            _ => None,
        }
    }

    /// All items.
    pub(crate) fn items(&self) -> impl Iterator<Item = &str> {
        [&self.facts, &self.wishes, &self.decisions, &self.ids].into_iter().flatten().map(String::as_str)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.items().next().is_none()
    }

    /// Moves the items for which `stays` does not hold out of the summary. The ids come first, and the facts last.
    pub(crate) fn sift(&mut self, mut stays: impl FnMut(&str) -> bool) -> Vec<String> {
        let mut refused = Vec::new();
        for list in [&mut self.ids, &mut self.wishes, &mut self.decisions, &mut self.facts] {
            let (kept, others) = std::mem::take(list).into_iter().partition(|item| stays(item));
            *list = kept;
            refused.extend(others);
        }
        refused
    }

    /// The lists that are not empty.
    pub(crate) fn as_data(&self) -> Value {
        let lists = LISTS.into_iter().zip([&self.facts, &self.wishes, &self.decisions, &self.ids]);
        let told = lists.filter(|(_, items)| !items.is_empty());
        Value::Object(told.map(|(name, items)| (name.to_owned(), items.clone().into())).collect::<Map<_, _>>())
    }
}

fn read_items(items: &Value) -> Option<Vec<String>> {
    let items = items.as_array().filter(|items| items.len() <= MOST_ITEMS)?;
    let fits = |text: &&str| !text.trim().is_empty() && text.chars().count() <= LONGEST_ITEM;
    items.iter().map(|item| item.as_str().filter(fits).map(str::to_owned)).collect()
}

/// The summary that stands in the place of messages, as a page shows it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SummaryView {
    /// Number of its entry.
    pub seq: u32,
    /// Number of the first message that it covers beside the summary before it, and of the first one behind it.
    pub from: u32,
    /// Number of the first message that it does not cover.
    pub to: u32,
    /// Its items.
    pub summary: Summary,
    /// Items that the engine did not take: an id or a number in them stands in no message.
    pub refused: Vec<String>,
    /// Messages that have left the window without a summary.
    pub left_out: usize,
    /// Whether the user has changed it.
    pub edited: bool,
}

impl ToJson for SummaryView {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("seq", &self.seq);
        out.member("from", &self.from);
        out.member("to", &self.to);
        out.member("facts", &self.summary.facts);
        out.member("wishes", &self.summary.wishes);
        out.member("decisions", &self.summary.decisions);
        out.member("ids", &self.summary.ids);
        out.optional("refused", &self.refused);
        out.optional("leftOut", &self.left_out);
        out.optional("edited", &self.edited);
        out.end_object();
    }
}
