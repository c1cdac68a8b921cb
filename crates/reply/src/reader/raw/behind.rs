//! The text behind a document.

use super::pair::ILL_PLACED;
use crate::characters::is_line_break;
use crate::reader::source::{is_blank, Source};

/// The price of the text behind a document that ends at `to`; `None` if it belongs to the document.
pub(in crate::reader) fn behind_cost(src: &Source, to: usize) -> Option<u32> {
    let rest = src.rest(to);
    let behind = rest.trim_start_matches(is_blank);
    if behind.is_empty() || behind.starts_with("```") || behind.starts_with("~~~") || behind.starts_with('<') {
        return Some(0);
    }
    let apart = rest.get(..rest.len() - behind.len()).is_some_and(|blank| blank.contains(is_line_break));
    match behind.chars().next() {
        Some(',') if behind.trim_start_matches(|c| c == ',' || is_blank(c)).starts_with(['{', '[']) => Some(1),
        Some('"' | ',' | '}' | ']' | ':') => None,
        Some('{' | '[') => Some(u32::from(!apart)),
        Some(_) if apart => Some(0),
        _ => Some(1 + ILL_PLACED * u32::from(behind.contains('"'))),
    }
}
