//! Multi-line texts in three quotes or a fence: removes their layout, the line breaks at both ends and the indent.

use std::ops::Range;

use super::text::Text;
use crate::reader::quote::{Layer, Place};
use crate::reader::source::is_blank;
use stepgate_json::slice;

impl Text {
    /// Whether the text begins in the line below its opening mark.
    pub(super) fn is_block(&self) -> bool {
        match self.quote.layer {
            Layer::Fence => true,
            Layer::Triple => self.place != Place::Key && self.out.text().starts_with(['\n', '\r']),
            _ => false,
        }
    }

    /// Cuts off the line of the opening mark, the blanks before the closing one, and the common indent of the lines.
    pub(super) fn trim_block(&mut self) {
        if !self.is_block() {
            return;
        }
        let text = self.out.text();
        let Some((first, _)) = text.split_once('\n') else { return };
        // The name of a language may stand behind the opening mark.
        if first.trim_matches(is_blank).contains(is_blank) {
            return;
        }
        let lines = lines(text.trim_end_matches(is_blank), first.len() + 1);
        self.out.keep(&lines);
    }
}

/// The lines of a text from byte `from` on, each with its line break, without their common indent.
fn lines(text: &str, from: usize) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut indent = usize::MAX;
    let mut start = from;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let line = slice(rest, ..length);
        let words = line.trim_start_matches([' ', '\t']);
        let blanks = length - words.len();
        let is_empty = words.trim_start_matches(is_blank).is_empty();
        if !is_empty {
            indent = indent.min(blanks);
        }
        lines.push((start..start + length, is_empty.then_some(blanks)));
        start += length;
    }
    let inner = |(line, blanks): (Range<usize>, Option<usize>)| line.start + blanks.unwrap_or(indent)..line.end;
    lines.into_iter().map(inner).collect()
}
