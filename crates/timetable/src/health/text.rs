//! Writing of ids and signals.

/// Appends `before`, then a number.
pub(super) fn push_number(line: &mut String, before: &str, number: u32) {
    line.push_str(before);
    line.push_str(&number.to_string());
}
