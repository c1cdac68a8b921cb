//! The canonical form of a draft (rule D0 of spec.md 3.3).

use stepgate_json::items;

/// Greatest length of a draft, a user message and a reply, in characters (spec.md 6).
pub const LONGEST: usize = 8000;

/// Returns the canonical form of a draft: lines end with LF and have no white space at their end, and the text neither begins nor
/// ends with a blank line. Two drafts are the same if their canonical forms are equal.
pub fn canonical(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace("\r", "\n");
    let lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    items(&lines, first..last).join("\n")
}
