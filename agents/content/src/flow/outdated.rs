//! Texts that still have a number that a kept change has replaced elsewhere (spec.md 3.6).

use crate::model::Memory;
use crate::texts::sentences::{filled, listed};
use std::collections::BTreeSet;
use stepgate_engine::Lang;

/// Names the texts, other than the field's own, that still have a number that `new` has replaced in `old`. `None` if there are none.
pub(super) fn named(memory: &Memory, id: &str, old: &str, new: &str, lang: Lang) -> Option<String> {
    let (old, new) = (numbers(old), numbers(new));
    let gone: BTreeSet<&str> = old.difference(&new).copied().collect();
    let others = memory.written().into_iter().filter(|field| field.id != id && new.difference(&old).next().is_some());
    let found: Vec<(&str, BTreeSet<&str>)> = others
        .map(|field| (field.name.as_str(), numbers(&field.content).intersection(&gone).copied().collect()))
        .filter(|(_, numbers): &(_, BTreeSet<_>)| !numbers.is_empty())
        .collect();
    let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
    let numbers: BTreeSet<&str> = found.iter().flat_map(|(_, numbers)| numbers).copied().collect();
    let numbers: Vec<&str> = numbers.into_iter().collect();
    let text = filled("still_old", &listed(&numbers, lang), lang).replacen('#', &listed(&names, lang), 1);
    (!names.is_empty()).then_some(text)
}

/// Numbers of a text in digits, without those that number the items of a list.
fn numbers(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for line in text.lines().map(without_number) {
        let is_joint =
            |at: usize| line.get(at + 1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let mut rest = 0;
        for (at, c) in line.char_indices() {
            let inside = c.is_ascii_digit() || (matches!(c, '.' | ',') && at > rest && is_joint(at));
            if !inside {
                found.extend(line.get(rest..at));
                rest = at + c.len_utf8();
            }
        }
        found.extend(line.get(rest..));
    }
    found.remove("");
    found
}

/// A line without the number of a list item before it.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let marks = [". ", ") ", "、", "．", "）"];
    marks.iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or(line)
}
