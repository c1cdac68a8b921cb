//! Facts that the user told in other tasks of the session, for the prompt of the current one (spec.md 4.1).

use super::guide::Guide;
use super::outline::{cut, one_line};
use super::pace::tells;
use super::steering::{only_denies, only_steers};
use super::target::SEPARATOR;
use super::workflow::Workflow;
use std::collections::BTreeMap;
use stepgate_engine::{Entry, Lang, State};

/// Most messages of one task, longest message and longest whole, in characters.
const MOST_OF_A_TASK: usize = 4;
const LONGEST_MESSAGE: usize = 120;
const LONGEST: usize = 400;
/// Longest name of a task.
const LONGEST_NAME: usize = 40;

/// The user's newest message in the current thread.
pub(super) fn last_words(state: &State<Guide>) -> Option<String> {
    let id = state.memory.task()?.id;
    let thread = state.transcript().thread(state.memory.thread(id));
    let mut words = thread.filter_map(|stored| match &stored.entry {
        Entry::User { text, cue: None, .. } => Some(text.clone()),
        _ => None,
    });
    words.next_back()
}

/// Names of sections and entries in lower case, longer ones first.
pub(super) fn places(workflow: &Workflow) -> Vec<String> {
    let sections = workflow.tasks.iter().map(|task| task.section.to_lowercase());
    let mut names: Vec<String> = sections
        .flat_map(|section| {
            let parts: Vec<String> = section.split(SEPARATOR).map(|part| part.trim().to_owned()).collect();
            parts.into_iter().chain([section])
        })
        .filter(|name| !name.is_empty())
        .collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

/// Whether a message tells something. `places` are the names of [`places`].
pub(super) fn is_fact(text: &str, places: &[String]) -> bool {
    tells(text) && !only_steers(text, places) && !only_denies(text)
}

/// The newest messages with facts from other tasks, one task a line, in the order of the plan. Empty if there are none.
pub(super) fn told(state: &State<Guide>) -> String {
    let workflow = &state.memory;
    let current = workflow.task().map(|task| task.id);
    let places = places(workflow);
    let mut told: Vec<(u64, u32, String)> = Vec::new();
    for task in workflow.tasks.iter().filter(|task| Some(task.id) != current) {
        let thread = state.transcript().thread(workflow.thread(task.id)).rev();
        let facts = thread.filter_map(|stored| match &stored.entry {
            Entry::User { text, cue: None, .. } if is_fact(text, &places) => {
                Some((stored.rev, task.id, cut(&one_line(text), LONGEST_MESSAGE)))
            }
            _ => None,
        });
        told.extend(facts.take(MOST_OF_A_TASK));
    }
    told.sort_by_key(|(rev, ..)| std::cmp::Reverse(*rev));
    let mut room = LONGEST;
    let mut kept: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (_, id, text) in told {
        let Some(rest) = room.checked_sub(text.chars().count()) else { break };
        room = rest;
        kept.entry(id).or_default().insert(0, text);
    }
    let colon = if state.lang() == Lang::Zh { "：" } else { ": " };
    let lines = workflow.tasks.iter().filter_map(|task| {
        let texts = kept.get(&task.id)?;
        Some(format!("- {}{colon}{}", cut(&one_line(&task.section), LONGEST_NAME), texts.join(" / ")))
    });
    lines.collect::<Vec<_>>().join("\n")
}
