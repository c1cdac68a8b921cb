//! Checked input of `upsert_task_class`, beside the class as it is loaded.

use serde_json::Value;

use stepgate_timetable::{share, Class, Source, Task, Timetable};

/// Class that the input changes, as far as the timetable knows it.
pub(super) struct Old<'a> {
    /// Its id; 0 for a new class.
    pub(super) id: u32,
    pub(super) timetable: Option<&'a Timetable>,
}

impl Old<'_> {
    /// Whether the class is new.
    pub(super) fn is_none(&self) -> bool {
        self.id == 0
    }

    /// The class, if it is loaded.
    pub(super) fn class(&self) -> Option<&Class> {
        self.timetable?.class(self.id)
    }

    pub(super) fn name(&self) -> Option<String> {
        self.class().map(|class| class.name.to_string())
    }

    /// Total of sections; none if it is new or unknown.
    pub(super) fn total(&self) -> Option<i64> {
        self.class().map(|class| class.total_slots.into()).filter(|total| *total > 0)
    }

    /// Id of another class with the name that a new class gets.
    pub(super) fn namesake(&self, name: &str) -> Option<u32> {
        let classes = self.timetable.filter(|_| self.is_none())?.classes();
        classes.iter().find(|class| class.name.trim() == name).map(|class| class.id)
    }

    /// Items, as far as they are loaded.
    pub(super) fn items(&self) -> impl Iterator<Item = &Task> {
        let tasks = self.timetable.into_iter().flat_map(Timetable::tasks);
        tasks.filter(|task| self.id > 0 && task.class_id == self.id && task.source == Source::TaskItem)
    }

    /// Sections of an item without a length.
    pub(super) fn share(&self) -> u8 {
        let (fixed, others) = counted(&[], &[], self);
        share(self.total().and_then(|total| u32::try_from(total).ok()).unwrap_or(0), fixed, others).0
    }

    pub(super) fn item(&self, order: i64) -> Option<&Task> {
        self.items().find(|task| i64::from(task.order) == order)
    }

    /// Order of the item with this content.
    pub(super) fn order(&self, content: &str) -> Option<i64> {
        self.items().find(|task| &*task.name == content).map(|task| task.order.into())
    }
}

impl<'a> Old<'a> {
    /// Class that a checked input changes.
    pub(super) fn of(input: &Value, timetable: Option<&'a Timetable>) -> Old<'a> {
        let id = input.get("id").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok());
        Old { id: id.unwrap_or(0), timetable }
    }
}

/// Sections of the items with a length, and the number of the others, when the input is written.
pub(super) fn counted(items: &[Value], removed: &[i64], old: &Old<'_>) -> (u32, u32) {
    let orders: Vec<i64> = items.iter().filter_map(order_of).collect();
    let stays = |task: &&Task| ![orders.as_slice(), removed].concat().contains(&task.order.into());
    let lengths = items.iter().map(|item| own_length(item, old)).chain(old.items().filter(stays).map(own));
    lengths.fold((0, 0), |(fixed, others), length| match length {
        Some(length) => (fixed + length, others),
        None => (fixed, others + 1),
    })
}

/// Length that a loaded item has of its own.
pub(super) fn own(task: &Task) -> Option<u32> {
    Some(u32::from(task.limits().length)).filter(|length| *length > 0)
}

/// Length of its own that an item of a checked input has when it is written.
pub(super) fn own_length(item: &Value, old: &Old<'_>) -> Option<u32> {
    match item.get("length") {
        Some(length) => length.as_u64().and_then(|length| u32::try_from(length).ok()),
        None => order_of(item).and_then(|order| own(old.item(order)?)),
    }
}

/// Order of an item of a checked input; none if it is new in a class that exists.
pub(super) fn order_of(item: &Value) -> Option<i64> {
    item.get("order")?.as_i64()
}

/// Items of a checked input.
pub(super) fn items_of(input: &Value) -> &[Value] {
    input.get("items").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Orders of the items that a checked input removes.
pub(super) fn removed_of(input: &Value) -> Vec<i64> {
    let orders = input.get("remove_items").and_then(Value::as_array);
    orders.into_iter().flatten().filter_map(Value::as_i64).collect()
}
