//! `upsert_task_class` (spec-tools.md 5.7): normalises the model's input and reports all its issues at once. The host writes the class
//! and its items.

mod changes;
mod input;
mod issues;
mod items;

use serde_json::{Map, Value};

use self::input::{counted, items_of, order_of, own, own_length, removed_of, Old};
use self::issues::{is_date, text, Issues};
use self::items::removed;
use super::args::{whole, Args};
use super::desk::Settings;
use super::outcome::{Action, Answer, Failure, Outcome};
use super::page::{fill, Put};
use super::words;
use stepgate_engine::Lang;
use stepgate_json::value;
use stepgate_timetable::{Timetable, MAX_SECTIONS};

pub use self::changes::{
    items_added, items_changed, limits_after, members_changed, new_items, newly_excluded, others_change, outgrown,
    rounded, unused, ItemsChanged, MemberChange, OthersChange,
};
pub use self::items::shortest;

const MODES: &[&str] = &["auto", "manual"];
const STRATEGIES: &[&str] = &["steady", "rapid"];
const SUBJECTS: &[&str] = &["quantitative", "memory", "reading", "mixed"];
const LEVELS: &[&str] = &["low", "medium", "high"];
/// Sections of an item of a new class whose length nobody gave.
const USUAL_LENGTH: i64 = 2;

/// `upsert_task_class`. With the id of a class, what is left out stays as it is, and so do the items that are not named.
pub(super) fn upsert(args: &Args<'_>, timetable: Option<&Timetable>, settings: &Settings) -> Answer {
    let today = settings.times.now.map(|now| now.date);
    let mut issues = Issues { lang: args.lang, today, list: Vec::new() };
    let id = issues.at_least("id", args.get("id"), 0).unwrap_or(0);
    let nothing = Map::new();
    let class = match args.get("task_class") {
        Some(Value::Object(class)) => class,
        None if id > 0 => &nothing,
        _ => return Err(args.missing("task_class")),
    };
    let old = Old { id: u32::try_from(id).unwrap_or(0), timetable };
    let (class, config) = &sorted(&mut issues, class);
    let mut head = head(&mut issues, class, &old);
    let items = args.get("items").or_else(|| class.get("items")).filter(|items| !items.is_null());
    let mut of_items = Issues { lang: args.lang, today, list: Vec::new() };
    let items = (items.is_some() || old.is_none()).then(|| {
        let given = items.map_or(&[][..], |items| items.as_array().map_or(&[][..], Vec::as_slice));
        items::items(&mut of_items, given, &old, settings.times.clock.as_ref())
    });
    let removed = removed(&mut of_items, args.wholes("remove_items"), items.as_deref(), &old);
    let total = self::total(&mut issues, config, items.as_deref(), &removed, &old);
    let config = self::settings(&mut issues, config, total, &old);
    issues.list.extend(of_items.list);
    let source = args.word("source").unwrap_or("chat");
    if !issues.list.is_empty() {
        return Err(issues.failure());
    }
    head.insert("config".to_owned(), Value::Object(config));
    let mut input = value! { "id": id as u64, "task_class": head, "source": source };
    if let (Some(items), Some(members)) = (items, input.as_object_mut()) {
        members.insert("items".to_owned(), items.into());
    }
    if let (false, Some(members)) = (removed.is_empty(), input.as_object_mut()) {
        members.insert("remove_items".to_owned(), removed.into());
    }
    if changes_nothing(&input, &old) {
        issues.list.push(("task_class".to_owned(), words::NOTHING_CHANGES.in_lang(args.lang).to_owned()));
        return Err(issues.failure());
    }
    Ok(Outcome { action: Some(Box::new(Action::UpsertTaskClass(input.clone()))), ..Outcome::answer(input) })
}

/// Members of a class, and those under its `config`.
const CLASS: [&str; 8] =
    ["name", "mode", "start_date", "end_date", "subject_type", "difficulty_level", "cognitive_intensity", "items"];
const CONFIG: [&str; 8] = [
    "total_slots",
    "strategy",
    "allow_filler_course",
    "excluded_slots",
    "excluded_days_of_week",
    "max_per_day",
    "buffer_days",
    "preferred_sections",
];

/// Members of the class and of its `config`, each where it belongs, wherever the model put it. An unknown member is an issue, and so is one
/// that is given twice with different values.
fn sorted(issues: &mut Issues, class: &Map<String, Value>) -> (Map<String, Value>, Map<String, Value>) {
    let (mut head, mut settings) = (Map::new(), Map::new());
    let config = class.get("config").and_then(Value::as_object).into_iter().flatten();
    for (key, value) in class.iter().filter(|(key, _)| *key != "config").chain(config) {
        let into = match key.as_str() {
            known if CLASS.contains(&known) => &mut head,
            known if CONFIG.contains(&known) => &mut settings,
            internal if internal.starts_with('_') => continue,
            unknown => {
                issues.add(&["task_class.", unknown].concat(), &members(issues.lang));
                continue;
            }
        };
        match into.get(key).filter(|known| !is_blank(known)) {
            Some(known) if known != value && !is_blank(value) => issues.say(key, words::GIVEN_ONCE),
            Some(_) => {}
            None => drop(into.insert(key.clone(), value.clone())),
        }
    }
    (head, settings)
}

fn is_blank(value: &Value) -> bool {
    value.is_null() || value.as_str() == Some("")
}

/// Names of all members, for a complaint about one that is none of them.
fn members(lang: Lang) -> String {
    fill(&words::MEMBERS_OF_CLASS, lang, &[Put::Text(&CLASS.join(", ")), Put::Text(&CONFIG.join(", "))])
}

/// Whether a checked input leaves a class as it is: it has nothing, or nothing that differs from the class as it is loaded. The mode is not
/// loaded: one that is given may be new.
fn changes_nothing(input: &Value, old: &Old<'_>) -> bool {
    let has_members = |class: &Value| class.as_object().is_some_and(|class| class.len() > 1);
    let config = input.pointer("/task_class/config").and_then(Value::as_object);
    let is_bare = config.is_some_and(Map::is_empty) && !input.get("task_class").is_some_and(has_members);
    if is_bare && items_of(input).is_empty() && removed_of(input).is_empty() {
        return true;
    }
    let resized = |item: &Value| {
        let task = order_of(item).and_then(|order| old.item(order));
        task.is_some_and(|task| own(task) != own_length(item, old))
    };
    old.class().is_some()
        && input.pointer("/task_class/mode").is_none()
        && removed_of(input).is_empty()
        && !items_of(input).iter().any(resized)
        && items_added(input, old.timetable).is_empty()
        && members_changed(input, old.timetable).is_empty()
}

/// Properties of the class without its settings.
fn head(issues: &mut Issues, class: &Map<String, Value>, old: &Old<'_>) -> Map<String, Value> {
    let is_new = old.is_none();
    let mut head = Map::new();
    let mut put = |key: &str, text: &str| drop(head.insert(key.to_owned(), text.into()));
    match text(class, "name").map(str::to_owned).or_else(|| old.name()) {
        Some(name) => {
            put("name", &name);
            issues.list.extend(old.namesake(&name).map(|id| issues.takes_name(id)));
        }
        None if is_new => issues.say("name", words::MUST_BE_GIVEN),
        None => {}
    }
    let dates = ["start_date", "end_date"].map(|key| text(class, key));
    let usual = if dates.iter().all(Option::is_some) { "auto" } else { "manual" };
    let mode = chosen(issues, ("mode", class.get("mode")), MODES, is_new.then_some(usual));
    mode.iter().for_each(|mode| put("mode", mode));
    for (key, date) in ["start_date", "end_date"].into_iter().zip(dates) {
        match date {
            Some(date) if !is_date(date) => issues.add(key, "YYYY-MM-DD"),
            Some(date) if (is_new || key == "end_date") && issues.is_over(key, date) => {}
            Some(date) => put(key, date),
            None if is_new && mode == Some("auto") => issues.say(key, words::MUST_BE_GIVEN),
            None => {}
        }
    }
    if let [Some(start), Some(end)] = dates {
        if is_date(start) && is_date(end) && start > end {
            issues.say("end_date", words::NOT_BEFORE_START_DATE);
        }
    }
    for (key, choices, usual) in [
        ("subject_type", SUBJECTS, "mixed"),
        ("difficulty_level", LEVELS, "medium"),
        ("cognitive_intensity", LEVELS, "medium"),
    ] {
        let value = chosen(issues, (key, class.get(key)), choices, is_new.then_some(usual));
        value.iter().for_each(|value| put(key, value));
    }
    head
}

/// The value of an enum that is given, else the usual one; none if there is none, or if what is given is an issue.
fn chosen(
    issues: &mut Issues,
    (place, value): (&str, Option<&Value>),
    choices: &[&'static str],
    usual: Option<&'static str>,
) -> Option<&'static str> {
    match value.filter(|value| !is_blank(value)) {
        Some(value) => issues.one_of(place, value, choices),
        None => usual,
    }
}

/// Whether a member is given.
fn given(object: &Map<String, Value>, key: &str) -> bool {
    object.get(key).is_some_and(|value| !is_blank(value))
}

fn settings(issues: &mut Issues, config: &Map<String, Value>, total: Option<i64>, old: &Old<'_>) -> Map<String, Value> {
    let is_new = old.is_none();
    let mut settings = Map::new();
    total.into_iter().for_each(|total| drop(settings.insert("total_slots".to_owned(), total.into())));
    let usual = is_new.then_some("steady");
    if let Some(strategy) = chosen(issues, ("config.strategy", config.get("strategy")), STRATEGIES, usual) {
        settings.insert("strategy".to_owned(), strategy.into());
    }
    if is_new || given(config, "allow_filler_course") {
        let allow = config.get("allow_filler_course").unwrap_or(&Value::Bool(false));
        if !allow.is_boolean() {
            issues.say("config.allow_filler_course", words::A_FLAG);
        }
        settings.insert("allow_filler_course".to_owned(), allow.clone());
    }
    for (key, place, most) in
        [("excluded_slots", "config.excluded_slots", 6), ("excluded_days_of_week", "config.excluded_days_of_week", 7)]
    {
        if is_new || given(config, key) {
            let numbers = issues.numbers(place, config.get(key), most);
            settings.insert(key.to_owned(), numbers.into());
        }
    }
    wishes(issues, config, &mut settings);
    settings
}

/// Total of sections; none if it stays. In a new class the sum of the items' lengths stands for one that is left out. The total of a class
/// that exists follows the lengths of its items.
fn total(
    issues: &mut Issues,
    config: &Map<String, Value>,
    items: Option<&[Value]>,
    removed: &[i64],
    old: &Old<'_>,
) -> Option<i64> {
    let place = "config.total_slots";
    let (fixed, others) = items.map_or((0, 0), |items| counted(items, removed, old));
    let needed = i64::from(fixed + others);
    let (is_given, known) = (given(config, "total_slots"), old.total());
    let total = match (is_given, known) {
        (true, _) => issues.at_least(place, config.get("total_slots"), 1)?,
        (false, None) if !old.is_none() => return None,
        (false, None) => i64::from(fixed) + USUAL_LENGTH * i64::from(others),
        (false, Some(total)) => total + items.map_or(0, |items| growth(items, old)) - shrinkage(removed, old),
    };
    let total = if others == 0 && !is_given { total.max(needed) } else { total };
    if total < needed {
        let puts = [Put::Number(needed), Put::Number(total)];
        let allowed = fill(&words::NOT_BELOW_ITEMS, issues.lang, &puts);
        issues.add(place, &allowed);
        return None;
    }
    Some(total).filter(|total| is_given || known != Some(*total))
}

/// Sections that the total of a class loses with the items that go.
fn shrinkage(removed: &[i64], old: &Old<'_>) -> i64 {
    let share = u32::from(old.share());
    let gone = removed.iter().filter_map(|order| old.item(*order));
    gone.map(|task| i64::from(own(task).unwrap_or(share))).sum()
}

/// Sections that the total of a class gains with the lengths of the named items, so that the other items keep theirs. A new item without a
/// length takes what those without one have.
fn growth(items: &[Value], old: &Old<'_>) -> i64 {
    let share = i64::from(old.share());
    let one = |item: &Value| {
        let before = order_of(item).and_then(|order| old.item(order));
        match (before, own_length(item, old)) {
            (None, length) => length.map_or(share, i64::from),
            (Some(task), length) => {
                let had = own(task);
                let takes = |length: Option<u32>| length.map_or(share, i64::from);
                takes(length) - takes(had)
            }
        }
    };
    items.iter().map(one).sum()
}

/// Wishes of the class, as far as they are given.
fn wishes(issues: &mut Issues, config: &Map<String, Value>, settings: &mut Map<String, Value>) {
    for (key, place, least, most) in
        [("max_per_day", "config.max_per_day", 1, 255), ("buffer_days", "config.buffer_days", 0, 365)]
    {
        if let Some(number) = issues.between(place, config.get(key), least, most) {
            settings.insert(key.to_owned(), number.into());
        }
    }
    let sections = config.get("preferred_sections").filter(|given| !given.is_null());
    if sections.is_some() {
        let numbers = issues.numbers("config.preferred_sections", sections, i64::from(MAX_SECTIONS));
        settings.insert("preferred_sections".to_owned(), numbers.into());
    }
}

/// Id of the class in the host's answer `{ task_class_id, created }`.
///
/// # Errors
/// `invalid_persist_result`, if the answer has no id above 0.
pub fn upserted_id(result: &Value, lang: Lang) -> Result<u32, Box<Failure>> {
    let id = result.get("task_class_id").or_else(|| result.get("id")).and_then(whole);
    let id = id.and_then(|id| u32::try_from(id).ok()).filter(|id| *id > 0);
    id.ok_or_else(|| Failure::new("invalid_persist_result", words::NO_CLASS_ID.in_lang(lang)))
}
