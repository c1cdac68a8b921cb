//! Changes that a checked input of `upsert_task_class` makes to a class and to its items, member by member.

use serde_json::{Map, Value};

use super::class::{items_of, order_of, own, own_length, removed_of, Old};
use stepgate_json::{to_value, value};
use stepgate_timetable::{Class, Date, Moment, Task, Timetable};

/// Member of a class or of one of its items, before and after a write; null where it has no value.
#[derive(Debug, PartialEq)]
pub struct MemberChange {
    /// Content of the item; none for a member of the class itself.
    pub item: Option<String>,
    /// Name of the member in the input.
    pub member: String,
    /// Value before the write.
    pub before: Value,
    /// Value after it.
    pub after: Value,
}

/// Item that stands on fewer sections than it needs once the input is written.
#[derive(Debug, PartialEq)]
pub struct Outgrown {
    /// Content of the item.
    pub item: String,
    /// Sections that it needs.
    pub needs: u32,
    /// Sections on which it stands.
    pub stands: u32,
}

/// Members that an input changes in a class and in its items; empty if the class is new or not loaded.
pub fn members_changed(input: &Value, timetable: Option<&Timetable>) -> Vec<MemberChange> {
    let old = Old::of(input, timetable);
    let Some((class, timetable)) = old.class().zip(timetable) else { return Vec::new() };
    let mut given = input.get("task_class").and_then(Value::as_object).cloned().unwrap_or_default();
    if let Some(Value::Object(config)) = given.shift_remove("config") {
        given.extend(config);
    }
    let mut changed = differing(None, &of_class(class), &given);
    for item in items_of(input) {
        let Some(task) = order_of(item).and_then(|order| old.item(order)) else { continue };
        let given = item.as_object().cloned().unwrap_or_default();
        changed.extend(differing(Some(&task.name), &of_item(task, old.share(), timetable), &named(given, timetable)));
    }
    changed
}

/// Members of `given` with another value than in `known`. A member that `known` does not have is none of the loaded class.
fn differing(item: Option<&str>, known: &Value, given: &Map<String, Value>) -> Vec<MemberChange> {
    let one = |(member, after): (&String, &Value)| {
        let before = known.get(member).filter(|before| *before != after)?;
        let (item, member) = (item.map(str::to_owned), member.clone());
        Some(MemberChange { item, member, before: before.clone(), after: after.clone() })
    };
    given.iter().filter_map(one).collect()
}

/// Members of a loaded class under their names in the input.
fn of_class(class: &Class) -> Value {
    let some = |number: u32| Some(number).filter(|number| *number > 0);
    value! {
        "name": &*class.name, "start_date": class.start_date.as_deref(), "end_date": class.end_date.as_deref(),
        "subject_type": class.subject, "difficulty_level": class.difficulty, "cognitive_intensity": class.intensity,
        "total_slots": some(class.total_slots), "strategy": class.strategy,
        "allow_filler_course": class.allow_filler_course, "excluded_slots": class.excluded_slots,
        "excluded_days_of_week": class.excluded_weekdays, "max_per_day": some(class.wishes.max_per_day.into()),
        "buffer_days": u32::from(class.wishes.buffer_days), "preferred_sections": class.wishes.preferred_sections,
    }
}

/// Members of a loaded item under their names in the input. An item without a length has its share of the total.
fn of_item(task: &Task, share: u8, timetable: &Timetable) -> Value {
    let limits = task.limits();
    let date = |date: Date| {
        let mut text = String::new();
        date.write(&mut text);
        text
    };
    let moment = |moment: Moment| {
        let mut text = String::new();
        moment.write(&mut text);
        text
    };
    let after: Vec<i64> = limits.after.iter().filter_map(|id| Some(timetable.task(*id)?.source_id)).collect();
    value! {
        "content": &*task.name, "length": own(task).unwrap_or(share.into()), "priority": u32::from(limits.priority),
        "earliest": limits.earliest.map(date), "deadline": limits.deadline.map(moment), "locked": task.locked,
        "after": names(&after, timetable),
    }
}

/// Members of an item with the contents of its predecessors in place of their numbers.
fn named(mut given: Map<String, Value>, timetable: &Timetable) -> Map<String, Value> {
    if let Some(after) = given.get_mut("after") {
        let items: Vec<i64> = after.as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
        *after = to_value(&names(&items, timetable));
    }
    given
}

/// Contents of items.
fn names(items: &[i64], timetable: &Timetable) -> Vec<String> {
    let find = |item: &i64| timetable.tasks().iter().find(|task| task.source_id == *item && task.class_id > 0);
    items.iter().filter_map(|item| Some(find(item)?.name.to_string())).collect()
}

/// Contents of the items that an input adds to a class that exists.
pub fn items_added(input: &Value, timetable: Option<&Timetable>) -> Vec<String> {
    let old = Old::of(input, timetable);
    let is_new = |item: &&Value| order_of(item).and_then(|order| old.item(order)).is_none();
    let content = |item: &Value| item.get("content")?.as_str().map(str::to_owned);
    items_of(input).iter().filter(is_new).filter_map(content).collect()
}

/// Placed items that need more sections than they stand on once the input is written.
pub fn outgrown(input: &Value, timetable: Option<&Timetable>) -> Vec<Outgrown> {
    let old = Old::of(input, timetable);
    let removed = removed_of(input);
    let one = |item: &Value| {
        let task = old.item(order_of(item).filter(|order| !removed.contains(order))?)?;
        let (needs, stands) = (own_length(item, &old)?, task.sections());
        let outgrows = stands > 0 && needs > stands;
        outgrows.then(|| Outgrown { item: task.name.to_string(), needs, stands })
    };
    items_of(input).iter().filter_map(one).collect()
}
