//! Records that a reading of the quotes takes for text.

use crate::characters::is_word;
use crate::reader::source::is_blank;
use crate::tape::{Item, Tag, Tape};
use stepgate_json::slice;

/// The border between two objects of a list: where they begin, in bytes of the text.
struct Border {
    first: usize,
    second: usize,
}

/// Whether a string runs from one object of a list into the next, as the rules read them, if the quotes at `places` are text, and the
/// two have a key in common: they are records, and the string ran over its end.
pub(in crate::reader) fn joins_records(text: &str, by_rules: &Tape, places: &[usize]) -> bool {
    let bytes = text.as_bytes();
    let is_escaped = |at: usize| at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'\\');
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).filter(|at| !is_escaped(*at)).collect();
    let is_text = |at: &usize| places.binary_search(at).is_ok();
    let is_inside = |border: &Border| {
        let (before, behind) = quotes.split_at(quotes.partition_point(|at| *at < border.second));
        let opens = before.iter().rev().take_while(|at| **at > border.first).any(|at| !is_text(at));
        opens && behind.first().is_some_and(is_text)
    };
    borders(text, by_rules).iter().any(is_inside)
}

/// The borders between records.
fn borders(text: &str, tape: &Tape) -> Vec<Border> {
    let lists = (0..tape.len()).map(|at| Item::on(text, tape, at)).filter(|item| item.tag() == Tag::Array);
    let mut borders: Vec<Border> = Vec::new();
    for list in lists {
        let mut before: Option<Item> = None;
        for item in list.children() {
            if let Some(first) = before.filter(|first| are_records(*first, item)) {
                borders.push(Border { first: first.start(), second: item.start() });
            }
            before = Some(item);
        }
    }
    borders
}

/// Whether two values are objects, and the second begins with a key of the first.
fn are_records(first: Item, second: Item) -> bool {
    let key = second.members().next().map(|(key, _)| key.string());
    second.tag() == Tag::Object
        && first.tag() == Tag::Object
        && key.is_some_and(|key| first.members().any(|(own, _)| own.string() == key))
}

/// Whether an object with a member begins in a text: the text is not the rest of a string that ended too early.
pub(in crate::reader) fn holds_member(text: &str) -> bool {
    text.match_indices('{').any(|(at, _)| begins_with_member(slice(text, at + 1..)))
}

/// Whether a text begins with a key, in quotes or bare, and a colon.
fn begins_with_member(text: &str) -> bool {
    let text = text.trim_start_matches(is_blank);
    let behind = match text.chars().next() {
        Some(quote @ ('"' | '\'')) => text.get(1..).and_then(|key| key.split_once(quote)).map(|(_, behind)| behind),
        _ => Some(text.trim_start_matches(is_word)).filter(|behind| behind.len() < text.len()),
    };
    behind.is_some_and(|behind| behind.trim_start_matches(is_blank).starts_with(':'))
}
