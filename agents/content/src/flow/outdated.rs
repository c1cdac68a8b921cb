//! Texts that still have a number that a kept change has replaced elsewhere (spec.md 3.6).

use crate::model::Memory;
use crate::texts::sentences::{filled, listed};
use stepgate_engine::Lang;

/// Names the texts, other than the field's own, that still have a number that `new` has replaced in `old`. `None` if there are none.
pub(super) fn named(memory: &Memory, id: &str, old: &str, new: &str, lang: Lang) -> Option<String> {
    let (old, new) = (numbers(old), numbers(new));
    if new.iter().all(|number| old.contains(number)) {
        return None;
    }
    let (mut names, mut gone) = (Vec::new(), Vec::new());
    for field in memory.written() {
        let there = numbers(&field.content);
        let stale = old.iter().filter(|number| !new.contains(number) && there.contains(number));
        for number in stale.filter(|_| field.id != id) {
            add(&mut names, field.name.as_str());
            add(&mut gone, number);
        }
    }
    let text = filled("still_old", &listed(&gone, lang), lang).replacen('#', &listed(&names, lang), 1);
    (!names.is_empty()).then_some(text)
}

fn add<'t>(list: &mut Vec<&'t str>, text: &'t str) {
    if !list.contains(&text) {
        list.push(text);
    }
}

/// Numbers of a text in digits, without those that number the items of a list.
fn numbers(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines() {
        let ends = |c: char| !c.is_ascii_digit() && c != '.' && c != ',';
        let parts = without_number(line).split(ends).map(|part| part.trim_matches(['.', ',']));
        parts.filter(|part| !part.is_empty()).for_each(|part| add(&mut found, part));
    }
    found
}

/// A line without the number of a list item before it.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let marks = [". ", ") ", "、", "．", "）"];
    marks.iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or(line)
}
