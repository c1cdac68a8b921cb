//! Texts that still have a number that a kept change has replaced elsewhere (spec.md 3.6).

use super::numbers::{numbers, Number};
use crate::model::Memory;
use crate::texts::sentences::{filled, listed};
use stepgate_engine::Lang;

/// Names the texts, other than the field's own, that still have a number that `new` has replaced in `old`. `None` if there are none.
pub(super) fn named(memory: &Memory, id: &str, old: &str, new: &str, lang: Lang) -> Option<String> {
    let (old, new) = (numbers(old), numbers(new));
    let stand_in = |numbers: &[Number], number: &Number| numbers.iter().any(|other| other.value == number.value);
    if new.iter().all(|number| stand_in(&old, number)) {
        return None;
    }
    let (mut names, mut gone) = (Vec::new(), Vec::new());
    for field in memory.written().into_iter().filter(|field| field.id != id) {
        let there = numbers(&field.content);
        for number in old.iter().filter(|number| !stand_in(&new, number) && stand_in(&there, number)) {
            add(&mut names, field.name.as_str());
            add(&mut gone, number.text);
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
