//! Drafts: their one canonical form (guide specification, 3.3).

/// Longest draft, user message and reply, in characters (guide specification, 6).
pub const LONGEST: usize = 8000;

/// Rule D0: line ends are LF, lines have no blanks at their end, no blank lines stand at the ends of the text.
///
/// Two drafts are the same if their canonical forms are equal.
pub fn canonical(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace("\r", "\n");
    let lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    lines.get(first..last).unwrap_or_default().join("\n")
}
