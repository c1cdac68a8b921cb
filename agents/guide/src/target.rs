//! The target of a backtrack (spec.md 3.5), and the place in the resume that a task names.

use super::model::{Status, Task};
use stepgate_engine::Lang;
use stepgate_json::{slice, ToJson};

/// Target of a backtrack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// None: no section was named.
    None,
    /// The current task.
    Own,
    /// Another task; the number is its index in the plan.
    Other(usize),
    /// No task of the plan fits the named section.
    NotFound,
}

/// Number of characters of a name that are searched. A reply may be long, and each of its words is compared with every task.
const LOOKED_THROUGH: usize = 100;

/// Finds the task that `name` refers to, an id or a section (rules R1 to R4 of spec.md 3.5); `current` is the index of the current
/// task.
pub fn resolve(name: &str, tasks: &[Task], current: usize) -> Target {
    let wanted = normal(name);
    let with_id = |id: u32| tasks.iter().position(|task| task.id == id);
    if let Some(at) = wanted.parse().ok().and_then(with_id) {
        return if at == current { Target::Own } else { Target::Other(at) };
    }
    let end = wanted.char_indices().nth(LOOKED_THROUGH).map_or(wanted.len(), |(at, _)| at);
    let start = slice(&wanted, ..end);
    let words: Vec<&str> = start.split(' ').filter(|word| word.chars().count() >= 2).collect();
    let classes: [&dyn Fn(&str) -> bool; 3] = [
        &|section| section == wanted,
        &|section| !wanted.is_empty() && (section.contains(&wanted) || start.contains(section)),
        &|section| words.iter().any(|word| section.contains(word)),
    ];
    let sections: Vec<String> = tasks.iter().map(|task| normal(&task.section)).collect();
    for (rank, fits) in classes.into_iter().enumerate() {
        let found: Vec<usize> =
            (0..sections.len()).filter(|&at| sections.get(at).is_some_and(|name| fits(name))).collect();
        let is_completed = |at: usize| tasks.get(at).is_some_and(|task| task.status == Status::Completed);
        let finished = found
            .iter()
            .find(|&&at| at != current && is_completed(at))
            .filter(|_| rank > 0 || !found.contains(&current));
        match finished.or_else(|| found.iter().find(|&&at| at == current)).or(found.first()) {
            Some(&at) if at == current => return Target::Own,
            Some(&at) => return Target::Other(at),
            None => {}
        }
    }
    Target::NotFound
}

/// `text` for comparison: trimmed, in lower case, each run of white space as one space.
pub(super) fn normal(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Separator between section and item.
pub(super) const SEPARATOR: &str = " - ";

/// Place of a draft in the resume, shown to the user (spec.md 2).
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
pub struct LocationInfo {
    /// The section.
    pub section: String,
    /// The item in the section.
    #[json(optional)]
    pub item_title: Option<String>,
    /// The degree, if the item is one (master or bachelor).
    #[json(optional)]
    pub sub_section: Option<String>,
}

impl LocationInfo {
    /// The place that a task's `section` names.
    pub fn of(section: &str, lang: Lang) -> LocationInfo {
        let (main, item) = match section.split_once(SEPARATOR) {
            Some((main, item)) => (main.trim(), Some(item.trim())),
            None => (section.trim(), None),
        };
        let degree = item.and_then(|item| degree(item, lang));
        let item_title = item.filter(|_| degree.is_none()).map(str::to_owned);
        LocationInfo { section: main.to_owned(), item_title, sub_section: degree.map(str::to_owned) }
    }
}

fn degree(item: &str, lang: Lang) -> Option<&'static str> {
    let item = item.to_lowercase();
    let pick = |zh, en| if lang == Lang::Zh { zh } else { en };
    if item.contains("硕士") || item.contains("master") {
        Some(pick("硕士", "Master"))
    } else if item.contains("本科") || item.contains("bachelor") {
        Some(pick("本科", "Bachelor"))
    } else {
        None
    }
}
