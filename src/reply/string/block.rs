//! Texts of several lines in three quotes or a fence: the layout around them, and in front of each line, is not the text.

use std::ops::Range;

use super::Text;
use crate::reply::quote::{Layer, Place};
use crate::reply::source::is_blank;

impl Text {
    /// Whether the text begins in the line below its opening mark.
    pub(super) fn is_block(&self) -> bool {
        self.policy.trim
            && match self.quote.layer {
                Layer::Fence => true,
                Layer::Triple => self.place != Place::Key && self.out.text().starts_with(['\n', '\r']),
                _ => false,
            }
    }

    /// Cuts off the line of the opening mark, the blanks before the closing one, and what indents all lines.
    pub(super) fn trim_block(&mut self) {
        if !self.is_block() {
            return;
        }
        let text = self.out.text();
        let Some((first, _)) = text.split_once('\n') else { return };
        // The name of a language may stand there.
        if first.trim().contains(is_blank) {
            return;
        }
        let lines = lines(text.trim_end(), first.len() + 1);
        self.out.keep(&lines);
    }
}

/// The lines of a text from byte `from` on, each with its line break, without what indents all of them.
fn lines(text: &str, from: usize) -> Vec<Range<usize>> {
    let mut end = from;
    let lines: Vec<(usize, &str)> = text
        .get(from..)
        .unwrap_or_default()
        .split_inclusive('\n')
        .map(|line| {
            end += line.len();
            (end - line.len(), line)
        })
        .collect();
    let blank = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let indent = lines.iter().filter(|(_, line)| !line.trim().is_empty()).map(|(_, line)| blank(line)).min();
    let inner = |(at, line): &(usize, &str)| {
        let skipped = if line.trim().is_empty() { blank(line) } else { indent.unwrap_or_default() };
        at + skipped..at + line.len()
    };
    lines.iter().map(inner).collect()
}
