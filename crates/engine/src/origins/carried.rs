//! Ids and numbers of a summary, compared with what it summarises.

use crate::origins::figures::{figures, Figure};
use crate::origins::numbers::in_digits;
use crate::origins::sources::Searched;
use crate::origins::text::{folded, is_of_word};
use crate::origins::unsaid::stands_in;
use stepgate_json::slice;

/// Ids and numbers of a text that do not stand in `source`. Of a summary also small and round numbers, years and dates count.
pub(crate) fn strange(text: &str, source: &mut Searched) -> Vec<String> {
    let mut strange: Vec<String> =
        figures(text).into_iter().filter(|figure| !stands_in(figure, source)).map(|figure| figure.text).collect();
    let text = folded(text);
    for number in in_digits(&text) {
        let word = word_around(&text, number.start, number.end);
        // A number behind letters belongs to a name.
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_known = source.has_text(word) || (!is_name && source.has_value(number.value));
        if !is_known && !strange.iter().any(|other| folded(other).contains(word)) {
            strange.push(word.to_owned());
        }
    }
    strange
}

/// The word that a number stands in.
fn word_around(text: &str, start: usize, end: usize) -> &str {
    let before = slice(text, ..start).chars().rev().take_while(|c| is_of_word(*c)).map(char::len_utf8).sum::<usize>();
    let after = slice(text, end..).chars().take_while(|c| is_of_word(*c)).map(char::len_utf8).sum::<usize>();
    slice(text, start - before..end + after)
}

/// Ids and amounts of a text that do not stand in `source`.
pub(crate) fn lost(text: &str, source: &mut Searched) -> Vec<String> {
    let missing = |figure: &Figure| !stands_in(figure, source);
    figures(text).into_iter().filter(missing).map(|figure| figure.text).collect()
}
