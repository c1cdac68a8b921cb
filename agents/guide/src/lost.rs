//! Lines of an applied text that a new draft does not take up (spec.md 3.3, N10).

use super::destination::Destination;
use super::lines::lines;
use super::outline::{cut, one_line};
use super::page;
use super::steering::is_cjk;
use super::undo::Applied;
use super::workflow::Workflow;
use std::collections::BTreeSet;

/// Most lines that are named, and the longest of them, in characters.
const MOST: usize = 4;
const LONGEST: usize = 60;
/// Shortest English word that says something.
const SHORTEST: usize = 4;

/// The lines of the current task's applied text, if `draft` takes up none of them; else nothing. Contact details are no such text: a draft
/// changes the fields it names. A line is taken up if half of its
/// words, or a number of it, stand in the draft. A line of short words cannot be judged, and counts as taken up.
pub(super) fn lost(workflow: &Workflow, draft: &str) -> Vec<String> {
    let is_applied = workflow.task().is_some_and(|task| {
        let was = |changes: &[Applied]| changes.iter().any(|change| change.task_id == task.id);
        let is_undone = was(&workflow.undone) && !was(&workflow.applied);
        let keeps_fields = matches!(Destination::of(task, &workflow.resume), Destination::Basics);
        let is_known = task.applied_to.is_some() || !task.added_lines.is_empty();
        !keeps_fields && !is_undone && (is_known || was(&workflow.applied))
    });
    let Some(before) = page::before(workflow).filter(|before| is_applied && !before.trim().is_empty()) else {
        return Vec::new();
    };
    let (old, new) = (lines(&before), lines(draft));
    let said = words(&new.join("\n"));
    let is_kept = |line: &String| {
        let words = words(line);
        let kept: Vec<&String> = words.intersection(&said).collect();
        let has_number = kept.iter().any(|word| word.chars().any(|c| c.is_ascii_digit()));
        new.contains(line) || has_number || kept.len() * 2 >= words.len()
    };
    if old.iter().any(is_kept) {
        return Vec::new();
    }
    old.iter().take(MOST).map(|line| cut(&one_line(line), LONGEST)).collect()
}

/// The words of a text that say something, in lower case, and each pair of neighbouring Han characters.
fn words(text: &str) -> BTreeSet<String> {
    let text = text.to_lowercase();
    let mut found = BTreeSet::new();
    for run in text.split(|c: char| !c.is_alphanumeric()) {
        let (han, other): (Vec<char>, Vec<char>) = run.chars().partition(|c| is_cjk(*c));
        found.extend(han.windows(2).map(|pair| pair.iter().collect::<String>()));
        let has_digit = other.iter().any(char::is_ascii_digit);
        found.extend((other.len() >= SHORTEST || has_digit).then(|| other.into_iter().collect::<String>()));
    }
    found
}
