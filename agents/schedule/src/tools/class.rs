//! `upsert_task_class` (spec-tools.md 5.7): normalises the model's input and reports all its issues at once. The host writes the class
//! and its items.

use serde_json::{Map, Value};

use super::args::{whole, Args};
use super::class_changes::{items_added, members_changed};
use super::desk::Settings;
use super::outcome::{Action, Answer, Failure, Outcome};
use super::page::{fill, Put};
use super::times::dated;
use super::words;
use stepgate_engine::{Lang, Text};
use stepgate_json::{value, Writer};
use stepgate_timetable::records::Clock;
use stepgate_timetable::{share, Class, Date, Moment, Source, Task, TaskId, Timetable, MAX_SECTIONS};

/// Sample call for the prompts.
pub const SAMPLE: &str = r#"{"name":"upsert_task_class","arguments":{"task_class":{"name":"Probability","mode":"auto","start_date":"2026-03-02","end_date":"2026-03-15","subject_type":"quantitative","difficulty_level":"medium","cognitive_intensity":"high","config":{"total_slots":6,"strategy":"steady","allow_filler_course":true,"excluded_slots":[],"excluded_days_of_week":[6,7]},"items":[{"order":1,"content":"Random variables"},{"order":2,"content":"Distributions"}]},"source":"chat"}}"#;

const NAME: &str = "upsert_task_class";

/// Value of an enum, with its synonyms.
type Choice = (&'static str, &'static [&'static str]);

const MODES: &[Choice] = &[("auto", &["自动"]), ("manual", &["手动"])];
const STRATEGIES: &[Choice] = &[("steady", &["均匀", "平稳", "even"]), ("rapid", &["尽快", "快速", "fast"])];
const SUBJECTS: &[Choice] = &[
    ("quantitative", &["计算", "计算型", "理科", "calculation"]),
    ("memory", &["记忆", "记忆型", "背诵", "memorising", "memorizing"]),
    ("reading", &["阅读", "阅读型"]),
    ("mixed", &["混合", "混合型", "综合"]),
];
const LEVELS: &[Choice] = &[
    ("low", &["低", "简单", "容易", "easy"]),
    ("medium", &["中", "中等", "一般", "normal"]),
    ("high", &["高", "难", "困难", "hard"]),
];

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
        self::items(&mut of_items, given, &old, settings.times.clock.as_ref())
    });
    let removed = removed(&mut of_items, args.wholes("remove_items")?, items.as_deref(), &old);
    let total = self::total(&mut issues, config, items.as_deref(), &removed, &old);
    let config = self::settings(&mut issues, config, total, &old);
    issues.list.extend(of_items.list);
    let source = args.word("source")?.unwrap_or("chat");
    if !["chat", "memory", "web"].contains(&source) {
        issues.add("source", "chat | memory | web");
    }
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
    Ok(Outcome { action: Some(Box::new(Action::UpsertTaskClass(input.clone()))), ..Outcome::answer(&input) })
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

/// Whether a checked input leaves a loaded class as it is. The mode is not loaded: one that is given may be new.
fn changes_nothing(input: &Value, old: &Old<'_>) -> bool {
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

/// Class that the input changes, as far as the timetable knows it.
pub(super) struct Old<'a> {
    /// Its id; 0 for a new class.
    id: u32,
    timetable: Option<&'a Timetable>,
}

impl Old<'_> {
    /// Whether the class is new.
    fn is_none(&self) -> bool {
        self.id == 0
    }

    /// The class, if it is loaded.
    pub(super) fn class(&self) -> Option<&Class> {
        self.timetable?.class(self.id)
    }

    fn name(&self) -> Option<String> {
        self.class().map(|class| class.name.to_string())
    }

    /// Total of sections; none if it is new or unknown.
    fn total(&self) -> Option<i64> {
        self.class().map(|class| class.total_slots.into()).filter(|total| *total > 0)
    }

    /// Id of another class with the name that a new class gets.
    fn namesake(&self, name: &str) -> Option<u32> {
        let classes = self.timetable.filter(|_| self.is_none())?.classes();
        classes.iter().find(|class| class.name.trim() == name).map(|class| class.id)
    }

    /// Items, as far as they are loaded.
    fn items(&self) -> impl Iterator<Item = &Task> {
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
    fn order(&self, content: &str) -> Option<i64> {
        self.items().find(|task| &*task.name == content).map(|task| task.order.into())
    }
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
    let mode = given(class, "mode", is_new).then(|| issues.one_of("mode", class.get("mode"), MODES)).flatten();
    mode.iter().for_each(|mode| put("mode", mode));
    let dates = ["start_date", "end_date"].map(|key| text(class, key));
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
    for (key, choices) in [("subject_type", SUBJECTS), ("difficulty_level", LEVELS), ("cognitive_intensity", LEVELS)] {
        if given(class, key, is_new) {
            put(key, issues.one_of(key, class.get(key), choices).unwrap_or_default());
        }
    }
    head
}

/// Whether a member is given, or a new class needs it.
fn given(object: &Map<String, Value>, key: &str, is_new: bool) -> bool {
    is_new || object.get(key).is_some_and(|value| !value.is_null() && value.as_str() != Some(""))
}

fn settings(issues: &mut Issues, config: &Map<String, Value>, total: Option<i64>, old: &Old<'_>) -> Map<String, Value> {
    let is_new = old.is_none();
    let mut settings = Map::new();
    total.into_iter().for_each(|total| drop(settings.insert("total_slots".to_owned(), total.into())));
    if given(config, "strategy", is_new) {
        let strategy = issues.one_of("config.strategy", config.get("strategy"), STRATEGIES);
        settings.insert("strategy".to_owned(), strategy.unwrap_or_default().into());
    }
    if given(config, "allow_filler_course", is_new) {
        let allow = config.get("allow_filler_course").unwrap_or(&Value::Bool(false));
        if !allow.is_boolean() {
            issues.say("config.allow_filler_course", words::A_FLAG);
        }
        settings.insert("allow_filler_course".to_owned(), allow.clone());
    }
    for (key, place, most) in
        [("excluded_slots", "config.excluded_slots", 6), ("excluded_days_of_week", "config.excluded_days_of_week", 7)]
    {
        if given(config, key, is_new) {
            let numbers = issues.numbers(place, config.get(key), most);
            settings.insert(key.to_owned(), numbers.into());
        }
    }
    wishes(issues, config, &mut settings);
    settings
}

/// Total of sections; none if it stays. Where every item has a length, their sum stands for one that is left out. The total of a class that
/// exists follows the lengths of its items.
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
    let (is_given, known) = (given(config, "total_slots", false), old.total());
    let total = match (is_given, known) {
        (true, _) => issues.at_least(place, config.get("total_slots"), 1)?,
        (false, None) if !old.is_none() => return None,
        (false, None) if others == 0 && needed > 0 => needed,
        (false, None) => issues.at_least(place, Some(&Value::Null), 1)?,
        (false, Some(total)) => total + items.map_or(0, |items| growth(items, old)),
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

/// Sections that the total of a class gains with the lengths of the named items, so that the other items keep theirs. An item without a
/// length, before and after, takes its share of the total as it is.
fn growth(items: &[Value], old: &Old<'_>) -> i64 {
    let share = i64::from(old.share());
    let one = |item: &Value| {
        let before = order_of(item).and_then(|order| old.item(order));
        match (before, own_length(item, old)) {
            (None, length) => length.map_or(0, i64::from),
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

/// Sections of the items with a length, and the number of the others, when the input is written.
fn counted(items: &[Value], removed: &[i64], old: &Old<'_>) -> (u32, u32) {
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

impl<'a> Old<'a> {
    /// Class that a checked input changes.
    pub(super) fn of(input: &Value, timetable: Option<&'a Timetable>) -> Old<'a> {
        let id = input.get("id").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok());
        Old { id: id.unwrap_or(0), timetable }
    }
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

/// Items with their order, content, length and limits. A new item of a class that exists has no order: the host puts it behind the last.
fn items(issues: &mut Issues, given: &[Value], old: &Old<'_>, clock: Option<&Clock>) -> Vec<Value> {
    if given.is_empty() {
        issues.say("items", words::MUST_NOT_BE_EMPTY);
    }
    let mut orders: Vec<i64> = Vec::with_capacity(given.len());
    let mut items = Vec::with_capacity(given.len());
    for (index, item) in given.iter().enumerate() {
        let place = |key: &str| format!("items[{index}]{key}");
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

/// Orders of the items to remove. An item that has a place, or that the input changes too, is an issue.
fn removed(issues: &mut Issues, mut orders: Vec<i64>, items: Option<&[Value]>, old: &Old<'_>) -> Vec<i64> {
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
        match PRIORITIES.iter().find(|(_, words)| said(priority, words)) {
            Some((number, _)) => put("priority", (*number).into()),
            None => issues.add(&place(".priority"), "1 | 2 | 3 (high)"),
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

/// Priorities with the words for them.
const PRIORITIES: [(u32, &[&str]); 3] =
    [(1, &["1", "low", "低"]), (2, &["2", "medium", "normal", "中", "普通"]), (3, &["3", "high", "高", "重要"])];

/// Whether a value is one of these words, or the number that one of them is.
fn said(value: &Value, words: &[&str]) -> bool {
    let text = value.as_str().map(|text| text.trim().to_lowercase());
    let text = text.or_else(|| whole(value).map(|number| number.to_string()));
    text.is_some_and(|text| words.contains(&text.as_str()))
}

/// Accepted keys for an item's content.
const CONTENT: [&str; 4] = ["content", "description", "title", "name"];

/// Text that is not blank.
fn text<'v>(object: &'v Map<String, Value>, key: &str) -> Option<&'v str> {
    object.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty())
}

/// Whether `text` is a calendar date, `YYYY-MM-DD`.
fn is_date(text: &str) -> bool {
    text.len() == 10 && Date::parse(text).is_some()
}

/// Issues of the input, in the order they were found.
struct Issues {
    lang: Lang,
    /// Today's date, if the calendar gave it.
    today: Option<Date>,
    list: Vec<(String, String)>,
}

impl Issues {
    fn say(&mut self, place: &str, allowed: Text) {
        self.add(place, allowed.in_lang(self.lang));
    }

    fn add(&mut self, place: &str, allowed: &str) {
        let issue = (place.to_owned(), fill(&words::ISSUE, self.lang, &[Put::Text(place), Put::Text(allowed)]));
        if !self.list.contains(&issue) {
            self.list.push(issue);
        }
    }

    /// Issue of a new class whose name another one has.
    fn takes_name(&self, id: u32) -> (String, String) {
        ("id".to_owned(), fill(&words::NAME_TAKEN, self.lang, &[Put::Number(id.into())]))
    }

    /// Whether a date lies before today, which is an issue.
    fn is_over(&mut self, place: &str, date: &str) -> bool {
        let Some(today) = self.today.filter(|today| Date::parse(date).is_some_and(|date| date < *today)) else {
            return false;
        };
        self.add(place, &fill(&words::NOT_BEFORE_TODAY, self.lang, &[Put::Text(&dated(today)), Put::Name(date)]));
        true
    }

    /// Whole number of at least `least`; none if absent.
    fn at_least(&mut self, place: &str, given: Option<&Value>, least: i64) -> Option<i64> {
        let number = whole(given?).filter(|number| (least..=i64::from(u32::MAX)).contains(number));
        if number.is_none() {
            let found = given.map_or(String::new(), |given| stepgate_json::to_text(given));
            let puts = [Put::Number(least), Put::Number(i64::from(u32::MAX)), Put::Name(&found)];
            self.add(place, &fill(&words::NUMBER_FOUND, self.lang, &puts));
        }
        number
    }

    /// Whole number from `least` to `most`; none if absent.
    fn between(&mut self, place: &str, given: Option<&Value>, least: i64, most: i64) -> Option<i64> {
        let given = given.filter(|given| !given.is_null())?;
        let number = whole(given).filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.add(place, &fill(&words::NUMBER_FROM_TO, self.lang, &[Put::Number(least), Put::Number(most)]));
        }
        number
    }

    /// Numbers from 1 to `most`, sorted; empty if absent.
    fn numbers(&mut self, place: &str, given: Option<&Value>, most: i64) -> Vec<i64> {
        let Some(given) = given.filter(|given| !given.is_null()) else { return Vec::new() };
        let read = |item: &Value| whole(item).filter(|number| (1..=most).contains(number));
        let numbers = given.as_array().and_then(|items| items.iter().map(read).collect::<Option<Vec<i64>>>());
        let Some(mut numbers) = numbers else {
            self.add(place, &fill(&words::NUMBERS_FROM_TO, self.lang, &[Put::Number(1), Put::Number(most)]));
            return Vec::new();
        };
        numbers.sort();
        numbers.dedup();
        numbers
    }

    /// Value of an enum, also by its synonyms.
    fn one_of(&mut self, place: &str, given: Option<&Value>, choices: &[Choice]) -> Option<&'static str> {
        let given = given.and_then(Value::as_str).map(|text| text.trim().to_lowercase()).unwrap_or_default();
        let means = |choice: &&Choice| choice.0 == given || choice.1.contains(&given.as_str());
        let found = choices.iter().find(means).map(|choice| choice.0);
        if found.is_none() {
            let names: Vec<&str> = choices.iter().map(|choice| choice.0).collect();
            self.add(place, &names.join(" | "));
        }
        found
    }

    fn failure(self) -> Box<Failure> {
        let (fields, issues): (Vec<String>, Vec<String>) = self.list.into_iter().unzip();
        let error = issues.join("; ");
        let text = answer("validation_failed", &error, &issues, |out| out.member("issue_fields", &fields));
        Box::new(Failure { told: Some(error), ..*Failure::new("validation_failed", text) })
    }
}

/// Answer of the tool as JSON text.
fn answer(code: &str, error: &str, issues: &[String], more: impl FnOnce(&mut Writer)) -> String {
    let mut out = Writer::object();
    out.member("tool", &NAME);
    out.member("success", &error.is_empty());
    more(&mut out);
    out.key("validation");
    out.begin_object();
    out.member("ok", &issues.is_empty());
    out.member("issues", &issues);
    out.end_object();
    out.member("error", &error);
    out.member("error_code", &code);
    out.end_object();
    out.text()
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

/// Outcome of a call from the host's answer `{ task_class_id, created }`.
pub fn upserted(result: &Value, lang: Lang) -> Outcome {
    let id = match upserted_id(result, lang) {
        Ok(id) => id,
        Err(failure) => return upsert_failed(failure.code, &failure.text),
    };
    let created = result.get("created").and_then(Value::as_bool).unwrap_or(false);
    Outcome::json(answer("", "", &[], |out| {
        out.member("task_class_id", &id);
        out.member("created", &created);
    }))
}

/// Outcome of a call that the host did not carry out, with a code such as `persist_failed` or `dependency_missing`.
pub fn upsert_failed(code: &'static str, reason: &str) -> Outcome {
    Failure::new(code, answer(code, reason, &[], |_| {})).into()
}
