//! Where a backtrack goes (guide specification, 3.5), and where a draft goes.

use super::model::{Status, Task};
use stepgate_engine::Lang;
use stepgate_json::object;

/// What a backtrack means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// No section was named, and none is meant.
    None,
    /// The current task.
    Own,
    /// Another task, by its index in the plan.
    Other(usize),
    /// A section was named that is not in the plan.
    NotFound,
}

/// So many characters of a name are looked through for a section, or for words of one: a reply may hold any number of them.
const LOOKED_THROUGH: usize = 100;

/// Rules R1 to R4: the task that `name` means while task `current` (an index) is on.
pub fn resolve(name: &str, tasks: &[Task], current: usize) -> Target {
    let wanted = normal(name);
    let end = wanted.char_indices().nth(LOOKED_THROUGH).map_or(wanted.len(), |(at, _)| at);
    let start = wanted.get(..end).unwrap_or_default();
    let words: Vec<&str> = start.split(' ').filter(|word| word.chars().count() >= 2).collect();
    let classes: [&dyn Fn(&str) -> bool; 3] = [
        &|section| section == wanted,
        &|section| !wanted.is_empty() && (section.contains(&wanted) || start.contains(section)),
        &|section| words.iter().any(|word| section.contains(word)),
    ];
    let sections: Vec<String> = tasks.iter().map(|task| normal(&task.section)).collect();
    for fits in classes {
        let found: Vec<usize> =
            (0..sections.len()).filter(|&at| sections.get(at).is_some_and(|name| fits(name))).collect();
        if found.contains(&current) {
            return Target::Own;
        }
        let completed = |&&at: &&usize| tasks.get(at).is_some_and(|task| task.status == Status::Completed);
        if let Some(&at) = found.iter().find(completed).or(found.first()) {
            return Target::Other(at);
        }
    }
    Target::NotFound
}

/// Trimmed, lower case, white space collapsed.
pub(super) fn normal(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The separator of `section - item`.
pub(super) const SEPARATOR: &str = " - ";

/// Where a draft goes, for the user (guide specification, 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocationInfo {
    /// The section.
    pub section: String,
    /// The item in it.
    pub item_title: Option<String>,
    /// Which degree of an education section.
    pub sub_section: Option<String>,
}

object!(write LocationInfo { section } optional { item_title, sub_section });

impl LocationInfo {
    /// The place a task's `section` names.
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
