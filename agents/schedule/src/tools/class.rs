//! `upsert_task_class` (spec-tools.md 5.7): normalises the model's input and reports all its issues at once. The host writes the class
//! and its items.

use serde_json::{Map, Value};

use super::args::{whole, Args};
use super::outcome::{Action, Answer, Failure, Outcome};
use super::page::{fill, Put};
use super::words;
use stepgate_engine::{Lang, Text};
use stepgate_json::{value, Writer};

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

/// `upsert_task_class`.
pub(super) fn upsert(args: &Args<'_>, lang: Lang) -> Answer {
    let Some(Value::Object(class)) = args.get("task_class") else { return Err(args.missing("task_class")) };
    let nothing = Map::new();
    let config = class.get("config").and_then(Value::as_object).unwrap_or(&nothing);
    let mut issues = Issues { lang, list: Vec::new() };
    let id = issues.at_least("id", args.get("id"), 0).unwrap_or(0);
    let head = head(&mut issues, class, config);
    let items = args.get("items").or_else(|| class.get("items"));
    let items = items.map_or(&[][..], |items| items.as_array().map_or(&[][..], Vec::as_slice));
    let settings = settings(&mut issues, config, items.len());
    let items = self::items(&mut issues, items);
    let source = args.word("source")?.unwrap_or("chat");
    if !["chat", "memory", "web"].contains(&source) {
        issues.add("source", "chat | memory | web");
    }
    if !issues.list.is_empty() {
        return Err(issues.failure());
    }
    let mut class = head;
    class.insert("config".to_owned(), Value::Object(settings));
    let input = value! { "id": id as u64, "task_class": class, "items": items, "source": source };
    Ok(Outcome { action: Some(Box::new(Action::UpsertTaskClass(input.clone()))), ..Outcome::answer(&input) })
}

/// Properties of the class without its settings. Dates may stand in the settings too.
fn head(issues: &mut Issues, class: &Map<String, Value>, config: &Map<String, Value>) -> Map<String, Value> {
    let mut head = Map::new();
    let mut put = |key: &str, text: &str| drop(head.insert(key.to_owned(), text.into()));
    match text(class, "name") {
        Some(name) => put("name", name),
        None => issues.say("name", words::MUST_BE_GIVEN),
    }
    let mode = issues.one_of("mode", class.get("mode"), MODES);
    put("mode", mode.unwrap_or_default());
    let dates = ["start_date", "end_date"].map(|key| text(class, key).or_else(|| text(config, key)));
    for (key, date) in ["start_date", "end_date"].into_iter().zip(dates) {
        match date {
            Some(date) if !is_date(date) => issues.add(key, "YYYY-MM-DD"),
            Some(date) => put(key, date),
            None if mode == Some("auto") => issues.say(key, words::MUST_BE_GIVEN),
            None => {}
        }
    }
    if let [Some(start), Some(end)] = dates {
        if is_date(start) && is_date(end) && start > end {
            issues.say("end_date", words::NOT_BEFORE_START_DATE);
        }
    }
    for (key, choices) in [("subject_type", SUBJECTS), ("difficulty_level", LEVELS), ("cognitive_intensity", LEVELS)] {
        put(key, issues.one_of(key, class.get(key), choices).unwrap_or_default());
    }
    head
}

fn settings(issues: &mut Issues, config: &Map<String, Value>, items: usize) -> Map<String, Value> {
    let mut settings = Map::new();
    match issues.at_least("config.total_slots", Some(config.get("total_slots").unwrap_or(&Value::Null)), 1) {
        Some(total) if (total as usize) < items => issues.say("config.total_slots", words::NOT_BELOW_ITEMS),
        Some(total) => drop(settings.insert("total_slots".to_owned(), total.into())),
        None => {}
    }
    let strategy = issues.one_of("config.strategy", config.get("strategy"), STRATEGIES);
    settings.insert("strategy".to_owned(), strategy.unwrap_or_default().into());
    let allow = config.get("allow_filler_course").unwrap_or(&Value::Bool(false));
    if !allow.is_boolean() {
        issues.say("config.allow_filler_course", words::A_FLAG);
    }
    settings.insert("allow_filler_course".to_owned(), allow.clone());
    for (key, place, most) in
        [("excluded_slots", "config.excluded_slots", 6), ("excluded_days_of_week", "config.excluded_days_of_week", 7)]
    {
        let numbers = issues.numbers(place, config.get(key), most);
        settings.insert(key.to_owned(), numbers.into());
    }
    settings
}

/// Items with their order and content.
fn items(issues: &mut Issues, given: &[Value]) -> Vec<Value> {
    if given.is_empty() {
        issues.say("items", words::MUST_NOT_BE_EMPTY);
    }
    let mut orders: Vec<i64> = Vec::with_capacity(given.len());
    let mut items = Vec::with_capacity(given.len());
    for (index, item) in given.iter().enumerate() {
        let own = item.get("order").and_then(whole).filter(|order| *order > 0);
        let order = own.unwrap_or(index as i64 + 1);
        let place = |key: &str| format!("items[{index}]{key}");
        let content = item.as_object().and_then(|item| CONTENT.iter().find_map(|key| text(item, key)));
        match content.or_else(|| item.as_str().map(str::trim).filter(|text| !text.is_empty())) {
            Some(content) => items.push(value! { "order": order as u64, "content": content }),
            None => issues.say(&place(".content"), words::MUST_BE_GIVEN),
        }
        orders.push(order);
    }
    orders.sort();
    if orders.windows(2).any(|pair| pair.first() == pair.last()) {
        issues.say("items", words::ORDER_TWICE);
    }
    items
}

/// Accepted keys for an item's content.
const CONTENT: [&str; 4] = ["content", "description", "title", "name"];

/// Text that is not blank.
fn text<'v>(object: &'v Map<String, Value>, key: &str) -> Option<&'v str> {
    object.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty())
}

/// Whether `text` is a calendar date, `YYYY-MM-DD`.
fn is_date(text: &str) -> bool {
    let digits = |part: &str, length: usize| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    if !(digits(year, 4) && digits(month, 2) && digits(day, 2)) {
        return false;
    }
    let number = |part: &str| part.parse::<u32>().unwrap_or(0);
    let year = number(year);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match number(month) {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&number(day))
}

/// Issues of the input, in the order they were found.
struct Issues {
    lang: Lang,
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

    /// Whole number of at least `least`; none if absent.
    fn at_least(&mut self, place: &str, given: Option<&Value>, least: i64) -> Option<i64> {
        let number = whole(given?).filter(|number| (least..=i64::from(u32::MAX)).contains(number));
        if number.is_none() {
            let range = [Put::Number(least), Put::Number(i64::from(u32::MAX))];
            self.add(place, &fill(&words::NUMBER_FROM_TO, self.lang, &range));
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
