//! Changes that a checked input of `upsert_task_class` makes to a class and to its items, member by member.

use serde_json::{Map, Value};

use super::input::{counted, items_of, order_of, own, own_length, removed_of, Old};
use crate::tools::kept_out::class_limits;
use stepgate_engine::Lang;
use stepgate_json::{to_value, value};
use stepgate_timetable::{share, Class, Task, Term, Timetable};

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

/// Limits of a class once an input is written, in words; none if the input leaves its excluded times as they are.
pub fn limits_after(input: &Value, timetable: Option<&Timetable>, term: Option<Term>, lang: Lang) -> Option<String> {
    let (class, after) = with_limits(input, timetable)?;
    let limits = class_limits(&after, timetable?, term, lang);
    (!limits.is_empty() && limits != class_limits(class, timetable?, term, lang)).then_some(limits)
}

/// Names of the tasks that stand in times that their class keeps out of only once an input is written.
pub fn newly_excluded(input: &Value, timetable: Option<&Timetable>) -> Vec<String> {
    let Some(((class, after), timetable)) = with_limits(input, timetable).zip(timetable) else { return Vec::new() };
    let stands = |task: &&Task| {
        let slot = task.slots.first()?;
        let weekday = timetable.window().weekday(slot.day)?.weekday;
        Some(after.excludes(weekday, slot) && !class.excludes(weekday, slot))
    };
    let tasks = timetable.tasks().iter().filter(|task| task.class_id == class.id);
    tasks.filter(|task| stands(task).unwrap_or(false)).map(|task| task.name.to_string()).collect()
}

/// A class as it is loaded, and with the excluded times that an input gives it; none if it is new or not loaded.
fn with_limits<'t>(input: &Value, timetable: Option<&'t Timetable>) -> Option<(&'t Class, Class)> {
    let class = timetable?.class(Old::of(input, timetable).id)?;
    let list = |member: &str, before: &[u8]| -> Vec<u8> {
        let given = input.pointer(&["/task_class/config/", member].concat()).and_then(Value::as_array);
        let number = |value: &Value| value.as_u64().and_then(|number| u8::try_from(number).ok());
        given.map_or_else(|| before.to_vec(), |given| given.iter().filter_map(number).collect())
    };
    let after = Class {
        excluded_slots: list("excluded_slots", &class.excluded_slots),
        excluded_weekdays: list("excluded_days_of_week", &class.excluded_weekdays),
        ..class.clone()
    };
    Some((class, after))
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
    let after: Vec<i64> = limits.after.iter().filter_map(|id| Some(timetable.task(*id)?.source_id)).collect();
    value! {
        "content": &*task.name, "length": own(task).unwrap_or(share.into()), "priority": u32::from(limits.priority),
        "earliest": limits.earliest, "deadline": limits.deadline, "locked": task.locked,
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

/// Items that an input adds to its class.
pub fn new_items<'v>(input: &'v Value, timetable: Option<&Timetable>) -> Vec<&'v Value> {
    let old = Old::of(input, timetable);
    let is_new = |item: &&Value| order_of(item).and_then(|order| old.item(order)).is_none();
    items_of(input).iter().filter(is_new).collect()
}

/// Contents of the items that an input adds to its class.
pub fn items_added(input: &Value, timetable: Option<&Timetable>) -> Vec<String> {
    let content = |item: &Value| item.get("content")?.as_str().map(str::to_owned);
    new_items(input, timetable).into_iter().filter_map(content).collect()
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

/// Sections of the class's total that no item gets.
pub fn unused(input: &Value, timetable: Option<&Timetable>) -> u32 {
    let total = input.pointer("/task_class/config/total_slots").and_then(Value::as_u64);
    if items_of(input).is_empty() {
        return 0;
    }
    let (fixed, others) = counted(items_of(input), &removed_of(input), &Old::of(input, timetable));
    share(total.and_then(|total| u32::try_from(total).ok()).unwrap_or(0), fixed, others).1
}

/// Other length of the items that an input does not name.
#[derive(Debug, PartialEq)]
pub struct OthersChange {
    /// Number of these items: those without a length of their own.
    pub items: usize,
    /// Sections of each before the write.
    pub before: u8,
    /// Sections of each after it.
    pub after: u8,
    /// Total of the class when the input is written.
    pub total: u32,
}

/// How an input changes the lengths of the items that it does not name; none if they keep them.
pub fn others_change(input: &Value, timetable: Option<&Timetable>) -> Option<OthersChange> {
    let old = Old::of(input, timetable);
    let known = u32::try_from(old.total()?).ok()?;
    let given = input.pointer("/task_class/config/total_slots").and_then(Value::as_u64);
    let total = given.map_or(Some(known), |given| u32::try_from(given).ok())?;
    let (named, removed) = (items_of(input), removed_of(input));
    let is_named = |task: &Task| named.iter().filter_map(order_of).any(|order| order == i64::from(task.order));
    let stays = |task: &&Task| own(task).is_none() && !is_named(task) && !removed.contains(&task.order.into());
    let items = old.items().filter(stays).count();
    let (fixed, others) = counted(named, &removed, &old);
    let (before, after) = (old.share(), share(total, fixed, others).0);
    (items > 0 && before != after).then_some(OthersChange { items, before, after, total })
}

/// Effect of an input on the items of a class that exists.
#[derive(Debug, Default, PartialEq)]
pub struct ItemsChanged {
    /// Number of new items.
    pub added: usize,
    /// Number of items that the input names.
    pub changed: usize,
    /// Contents of the items to delete.
    pub removed: Vec<String>,
    /// Number of the other items.
    pub stay: usize,
}

/// Effect of a checked input on the items of its class; none if the class is new or not loaded, or if the input names no items or all that
/// there are.
pub fn items_changed(input: &Value, timetable: Option<&Timetable>) -> Option<ItemsChanged> {
    let (old, items) = (Old::of(input, timetable), items_of(input));
    let had = old.items().count();
    let known = |item: &&Value| order_of(item).and_then(|order| old.item(order)).is_some();
    let changed = items.iter().filter(known).count();
    let removed: Vec<String> =
        removed_of(input).into_iter().filter_map(|order| Some(old.item(order)?.name.to_string())).collect();
    let says_nothing = items.is_empty() && removed.is_empty() || changed == had && items.len() == changed;
    let stay = had.saturating_sub(changed + removed.len());
    (had > 0 && !says_nothing).then(|| ItemsChanged { added: items.len() - changed, changed, removed, stay })
}

/// Items of this input that were given in minutes: content, minutes, and the sections that they became.
pub fn rounded(input: &Value) -> Vec<(&str, u64, u64)> {
    fn one(item: &Value) -> Option<(&str, u64, u64)> {
        Some((item.get("content")?.as_str()?, item.get("minutes")?.as_u64()?, item.get("length")?.as_u64()?))
    }
    items_of(input).iter().filter_map(one).collect()
}
