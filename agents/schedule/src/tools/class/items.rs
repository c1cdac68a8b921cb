//! Items of an input of `upsert_task_class`.

use serde_json::{Map, Value};

use super::super::args::whole;
use super::super::page::{fill, Put};
use super::super::words;
use super::input::{order_of, Old};
use super::issues::{is_date, text, Issues};
use stepgate_timetable::records::Clock;
use stepgate_timetable::{Moment, Source, TaskId, Timetable};

/// Items with their order, content, length and limits. A new item of a class that exists has no order: the host puts it behind the last.
pub(super) fn items(issues: &mut Issues, given: &[Value], old: &Old<'_>, clock: Option<&Clock>) -> Vec<Value> {
    if given.is_empty() {
        issues.say("items", words::MUST_NOT_BE_EMPTY);
    }
    let mut orders: Vec<i64> = Vec::with_capacity(given.len());
    let mut items = Vec::with_capacity(given.len());
    for (index, item) in given.iter().enumerate() {
        let place = |key: &str| format!("items[{index}]{key}");
        unknown(issues, &place, item);
        let own = item.get("order").and_then(whole).filter(|order| *order > 0);
        if let (None, Some(_), false) = (own, of_item(item, "order"), old.is_none()) {
            issues.at_least(&place(".order"), item.get("order"), 1);
        }
        let content = item.as_object().and_then(|item| CONTENT.iter().find_map(|key| text(item, key)));
        let content = content.or_else(|| item.as_str().map(str::trim).filter(|text| !text.is_empty()));
        let order = match own {
            None if old.is_none() => Some(index as i64 + 1),
            own => own.or_else(|| old.order(content?)),
        };
        match content.or_else(|| old.item(own?).map(|task| &*task.name)) {
            Some(content) => {
                let mut read = Map::new();
                order.into_iter().for_each(|order| drop(read.insert("order".to_owned(), order.into())));
                read.insert("content".to_owned(), content.into());
                length(issues, &place, item, clock, &mut read);
                limits(issues, &place, item, old.timetable, &mut read);
                items.push(Value::Object(read));
            }
            None => issues.say(&place(".content"), words::MUST_BE_GIVEN),
        }
        orders.extend(order);
    }
    orders.sort();
    if orders.windows(2).any(|pair| pair.first() == pair.last()) {
        issues.say("items", words::ORDER_TWICE);
    }
    items
}

/// Members of an item that it may have, beside other names of its content.
const MEMBERS: [&str; 9] =
    ["order", "content", "minutes", "length", "priority", "earliest", "deadline", "after", "locked"];

/// Makes an issue of each member that an item cannot have: dropped without a word it would be taken as done.
fn unknown(issues: &mut Issues, place: &dyn Fn(&str) -> String, item: &Value) {
    let is_unknown =
        |key: &&String| !MEMBERS.contains(&key.as_str()) && !CONTENT.contains(&key.as_str()) && !key.starts_with('_');
    for key in item.as_object().into_iter().flat_map(Map::keys).filter(is_unknown) {
        let allowed = fill(&words::MEMBERS_OF_ITEM, issues.lang, &[Put::Text(&MEMBERS.join(", "))]);
        issues.add(&place(&[".", key].concat()), &allowed);
    }
}

/// Orders of the items to remove. An item that has a place, or that the input changes too, is an issue.
pub(super) fn removed(issues: &mut Issues, mut orders: Vec<i64>, items: Option<&[Value]>, old: &Old<'_>) -> Vec<i64> {
    const PLACE: &str = "remove_items";
    orders.sort();
    orders.dedup();
    if old.is_none() && !orders.is_empty() {
        issues.say(PLACE, words::LEFT_OUT_WITHOUT_ID);
    }
    let named = |order: &i64| items.into_iter().flatten().any(|item| order_of(item) == Some(*order));
    if orders.iter().any(named) {
        issues.say(PLACE, words::NOT_IN_ITEMS);
    }
    let known: Vec<String> = old.items().map(|task| task.order.to_string()).collect();
    for order in orders.iter().filter(|_| !known.is_empty()) {
        let allowed = match old.item(*order) {
            None => fill(&words::ORDERS_OF_CLASS, issues.lang, &[Put::Text(&known.join(", ")), Put::Number(*order)]),
            Some(task) if !task.is_pending() => fill(&words::UNPLACED_FIRST, issues.lang, &[Put::Task(task)]),
            Some(_) => continue,
        };
        issues.add(PLACE, &allowed);
    }
    orders
}

/// Value of an item's member; blank texts and null count as absent.
fn of_item<'v>(item: &'v Value, key: &str) -> Option<&'v Value> {
    item.get(key).filter(|value| !value.is_null() && value.as_str() != Some(""))
}

/// Length of an item, in sections or in minutes, which fill as many of the shortest sections. The length 0 takes it away: the host reads null.
fn length(
    issues: &mut Issues,
    place: &dyn Fn(&str) -> String,
    item: &Value,
    clock: Option<&Clock>,
    read: &mut Map<String, Value>,
) {
    let (given, minutes) = (of_item(item, "length"), of_item(item, "minutes"));
    let mut put = |key: &str, value: Value| drop(read.insert(key.to_owned(), value));
    match (minutes, clock.map(shortest)) {
        (None, _) => match issues.between(&place(".length"), given, 0, LONGEST_ITEM) {
            Some(0) => put("length", Value::Null),
            Some(length) => put("length", length.into()),
            None => {}
        },
        (Some(_), _) if given.is_some() => issues.say(&place(".minutes"), words::WITHOUT_LENGTH),
        (Some(_), None) => issues.say(&place(".minutes"), words::NO_MINUTES),
        (Some(_), Some(section)) => {
            if let Some(minutes) = issues.between(&place(".minutes"), minutes, 1, LONGEST_ITEM * section) {
                put("length", ((minutes + section - 1) / section).into());
                put("minutes", minutes.into());
            }
        }
    }
}

/// Minutes of the shortest section.
pub fn shortest(clock: &Clock) -> i64 {
    clock.all().map(|(_, start, end)| i64::from(end - start)).min().unwrap_or(1)
}

/// Priority and limits of an item, as far as they are given. The word `none` takes one away: the host reads null.
fn limits(
    issues: &mut Issues,
    place: &dyn Fn(&str) -> String,
    item: &Value,
    timetable: Option<&Timetable>,
    read: &mut Map<String, Value>,
) {
    let given = |key: &str| of_item(item, key);
    let mut put = |key: &str, value: Value| drop(read.insert(key.to_owned(), value));
    if let Some(priority) = given("priority") {
        match self::priority(priority) {
            Some(number) => put("priority", number.into()),
            None => issues.add(&place(".priority"), "1 (low) | 2 | 3 (high)"),
        }
    }
    for (key, allowed, legal) in [
        ("earliest", words::A_DATE, is_date as fn(&str) -> bool),
        ("deadline", words::A_DATE_OR_TIME, |text| Moment::parse(text).is_some()),
    ] {
        match given(key).map(|date| date.as_str().map(str::trim)) {
            Some(Some("none")) => put(key, Value::Null),
            Some(Some(date)) if legal(date) && key == "deadline" && issues.is_over(&place(".deadline"), date) => {}
            Some(Some(date)) if legal(date) => put(key, date.into()),
            Some(_) => issues.say(&place(&[".", key].concat()), allowed),
            None => {}
        }
    }
    if let Some(after) = given("after") {
        match predecessors(after, timetable) {
            Some(items) => put("after", items.into()),
            None => issues.say(&place(".after"), words::TASKS_OF_CLASSES),
        }
    }
    match given("locked") {
        Some(Value::Bool(locked)) => put("locked", (*locked).into()),
        Some(_) => issues.say(&place(".locked"), words::A_FLAG),
        None => {}
    }
}

/// Items behind a list of task ids. `None`: it is no list, or an id is not that of a task of a class.
fn predecessors(after: &Value, timetable: Option<&Timetable>) -> Option<Vec<i64>> {
    let one = std::slice::from_ref(after);
    let item = |id: &Value| {
        let id = TaskId::try_from(whole(id)?).ok()?;
        let task = timetable?.task(id).filter(|task| task.source == Source::TaskItem)?;
        Some(task.source_id)
    };
    after.as_array().map_or(one, Vec::as_slice).iter().map(item).collect()
}

/// Longest item, in sections.
const LONGEST_ITEM: i64 = 12;

/// Priority by its number or its English name.
fn priority(given: &Value) -> Option<i64> {
    let name = given.as_str().map(|text| text.trim().to_lowercase());
    let named = name.and_then(|name| ["low", "medium", "high"].iter().position(|known| *known == name));
    named.map(|index| index as i64 + 1).or_else(|| whole(given)).filter(|number| (1..=3).contains(number))
}

/// Accepted keys for an item's content.
const CONTENT: [&str; 4] = ["content", "description", "title", "name"];
