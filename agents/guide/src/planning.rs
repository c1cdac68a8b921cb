//! The planning agent: the contract of a plan, and the checks of a reply (spec.md 4.7).

use super::destination::Destination;
use super::document;
use super::editor;
use super::find::find_any;
use super::model::{parse_plan, Task};
use super::resume::{Body, Resume, Section};
use super::target::SEPARATOR;
use super::words;
use serde_json::Value;
use std::collections::BTreeSet;
use stepgate_engine::schema::{Problem, Schema};
use stepgate_engine::{in_words, Lang};
use stepgate_json::{to_text, FromJson, ToJson};

/// Longest time for a planning or reading call, in milliseconds (spec.md 6).
pub(super) const TIMEOUT_MS: u32 = 150_000;

const STRATEGIES: [&str; 2] = ["STAR_STORYTELLING", "KEYWORD_FILTER"];

/// The contract for the planning agent's reply: each task names a place of `resume`, or says that it adds one. The check of a place is
/// [`decide`]'s, and judges the strategy with it, so that one complaint names both.
pub fn contract(resume: &Resume, lang: Lang) -> Schema {
    let no_id = || Schema::null().lenient();
    let (clear, shared) = places(resume, lang);
    let clear: Vec<&str> = clear.iter().map(String::as_str).collect();
    let known = (!clear.is_empty()).then(|| task(Schema::one_of(&clear).lenient(), false, no_id()));
    let shared = shared.iter().map(|(name, id)| task(Schema::one_of(&[name]), false, Schema::one_of(&[id])));
    let new = task(Schema::string().lenient(), true, no_id());
    Schema::object().field("tasks", Schema::list(Schema::any_of(known.into_iter().chain(shared).chain([new]))))
}

/// A task about this section.
fn task(section: Schema, adds: bool, item_id: Schema) -> Schema {
    let task = Schema::object().field("section", section);
    let marked = Schema::values([adds.into()]);
    let task = if adds { task.field("adds", marked) } else { task.optional("adds", marked) };
    task.optional("item_id", item_id)
        .field("strategy", Schema::one_of(&STRATEGIES).lenient())
        .field("diagnosis", Schema::string())
        .field("goal", Schema::string())
}

/// Names of the sections and items that a task may be about, and the items that share their name, each with its id.
fn places(resume: &Resume, lang: Lang) -> (Vec<String>, Vec<(String, String)>) {
    let is_clear = |name: &String| {
        let task = Task { section: name.clone(), ..Task::blank() };
        misplaced(0, &task, resume, lang).is_none()
    };
    let (mut clear, mut shared) = (Vec::new(), Vec::new());
    for section in &resume.sections {
        if is_clear(&section.title) {
            clear.push(section.title.clone());
        }
        for (name, id) in entry_names(section).into_iter().zip(section.item_ids()) {
            match is_clear(&name) {
                true => clear.push(name),
                false => shared.push((name, id.to_owned())),
            }
        }
    }
    let mut seen = BTreeSet::new();
    clear.retain(|name| !name.trim().is_empty() && seen.insert(name.clone()));
    (clear, shared)
}

/// A usable plan.
#[derive(Debug, PartialEq)]
pub struct Plan {
    /// The tasks, numbered in their order.
    pub tasks: Vec<Task>,
    /// Names of the tasks that were left out, since their place stayed unclear.
    pub left_out: Vec<String>,
}

/// Reads the tasks of a reply that passed [`contract`]. `corrected` tells whether the model was asked again: then the tasks whose
/// place is still unclear are left out.
///
/// # Errors
/// There is no task, or a task names a place that `resume` does not have and does not say that it adds it.
pub fn decide(reply: &Value, resume: &Resume, corrected: bool, lang: Lang) -> Result<Plan, Vec<Problem>> {
    let (reply, unknown) = with_strategies(&with_texts(reply), lang);
    let tasks = parse_plan(&reply, "").map_err(|error| vec![Problem::said(error.place(), in_words(&error, lang))])?;
    let problem = |at: usize| tasks.get(at).and_then(|task| misplaced(at, task, resume, lang));
    let problems: Vec<Option<Problem>> = (0..tasks.len()).map(problem).collect();
    let all_wrong = problems.iter().all(Option::is_some);
    if !unknown.is_empty() || (problems.iter().any(Option::is_some) && (all_wrong || !corrected)) {
        return Err(unknown.into_iter().chain(problems.into_iter().flatten()).collect());
    }
    let (mut good, mut left_out) = (Vec::new(), Vec::new());
    for (task, problem) in tasks.into_iter().zip(problems) {
        match problem {
            None => good.push(placed(task, resume)),
            Some(_) => left_out.push(task.section),
        }
    }
    Ok(Plan { tasks: (1..).zip(good).map(|(id, task)| Task { id, ..task }).collect(), left_out })
}

/// `reply` with an empty text in each task without one.
fn with_texts(reply: &Value) -> Value {
    let mut reply = reply.clone();
    for task in reply.get_mut("tasks").and_then(Value::as_array_mut).into_iter().flatten() {
        let task = task.as_object_mut().filter(|task| !task.get("original_text").is_some_and(Value::is_string));
        task.and_then(|task| task.insert("original_text".into(), "".into()));
    }
    reply
}

/// `reply` with each strategy by its name, and the strategies that have none.
fn with_strategies(reply: &Value, lang: Lang) -> (Value, Vec<Problem>) {
    let (mut reply, mut unknown) = (reply.clone(), Vec::new());
    let tasks = reply.get_mut("tasks").and_then(Value::as_array_mut).into_iter().flatten();
    for (at, task) in tasks.filter_map(Value::as_object_mut).enumerate() {
        let given = task.get("strategy").cloned().unwrap_or_default();
        let name = given.as_str().map(|name| name.trim().to_uppercase().replace([' ', '-'], "_"));
        let known = STRATEGIES.iter().find(|strategy| Some(**strategy) == name.as_deref());
        if known.is_none() {
            let allowed = words::strategies(&STRATEGIES, lang);
            unknown.push(Problem::at(format!("/tasks/{at}/strategy"), quoted(&given), allowed));
        }
        task.insert("strategy".into(), known.map_or(Value::Null, |name| (*name).into()));
    }
    (reply, unknown)
}

/// `task` with the id of its entry and its text in the resume.
pub(super) fn placed(task: Task, resume: &Resume) -> Task {
    let text = editor::before(&document::build(&task, "", None, resume), resume);
    let item_id = Destination::of(&task, resume).entry_id().map(str::to_owned);
    Task { item_id, original_text: text.unwrap_or(task.original_text), ..task }
}

/// The fault of a task whose place is not in `resume`; `at` is the index of the task.
pub(super) fn misplaced(at: usize, task: &Task, resume: &Resume, lang: Lang) -> Option<Problem> {
    let problem =
        |key: &str, found: String, allowed: String| Some(Problem::at(format!("/tasks/{at}/{key}"), found, allowed));
    let section = find_any(&task.section, resume);
    match (Destination::of(task, resume), section) {
        (Destination::Basics, _) => None,
        (Destination::NewSection(_), _) if task.adds => None,
        (Destination::NewSection(_), _) => {
            let section = quoted(&task.section);
            problem("section", section.clone(), words::no_such_section(&section, &titles(resume), lang))
        }
        (Destination::Unclear(_), Some(section)) if task.item_id.is_some() => {
            let ids: Vec<_> = section.item_ids().map(quoted).collect();
            problem("item_id", quoted(task.item_id.as_deref().unwrap_or_default()), words::no_such_item(&ids, lang))
        }
        (Destination::NewEntry(section), _) if section.item_ids().next().is_none() => None,
        (Destination::Unclear(_), Some(section)) | (Destination::NewEntry(section), _) if !task.adds => {
            let named = quoted(&task.section);
            problem("section", named.clone(), words::which_item(&named, &entries(section), lang))
        }
        _ => None,
    }
}

fn quoted(value: &(impl ToJson + ?Sized)) -> String {
    to_text(&value)
}

fn titles(resume: &Resume) -> Vec<String> {
    resume.sections.iter().map(|section| quoted(&section.title)).collect()
}

/// The same names as JSON texts.
fn entries(section: &Section) -> Vec<String> {
    entry_names(section).iter().map(quoted).collect()
}

/// Names of the items of `section`, as a task gives them.
pub(super) fn entry_names(section: &Section) -> Vec<String> {
    let named = |title: &str| format!("{}{SEPARATOR}{title}", section.title);
    match &section.body {
        Body::Experience { items } => items.iter().map(|item| named(&item.title)).collect(),
        Body::Generic { items } => items.iter().map(|item| named(&item.title)).collect(),
        Body::Text { .. } => Vec::new(),
    }
}
