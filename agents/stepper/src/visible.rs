//! File texts that the prompts show: whole as far as there is room, else a range of lines (spec.md 4).

use super::context;
use super::memory::Memory;
use super::tools::{FROM_LINE, READ};
use super::words;
use serde_json::Value;
use stepgate_engine::Lang;
use stepgate_json::slice;

/// The part of a file that a prompt shows.
pub(super) struct Visible<'a> {
    pub(super) path: &'a str,
    /// The shown text.
    pub(super) text: &'a str,
    /// Whether that is the whole file.
    pub(super) is_whole: bool,
    /// First shown line, counted from 1; number of shown lines; lines of the file, 0 for a text in which a mark stands for a part.
    first: usize,
    shown: usize,
    of: usize,
    /// Whether the last shown line goes on.
    is_broken: bool,
}

impl Visible<'_> {
    /// Names the shown lines, if they are not the whole file: `1–80 of 200`.
    pub(super) fn lines(&self, lang: Lang) -> Option<String> {
        let last = self.first + self.shown.saturating_sub(1);
        let range = match self.shown {
            _ if self.is_whole || self.of == 0 => return None,
            0 => words::NO_LINES.in_lang(lang).to_owned(),
            _ => format!("{}–{last}{}", self.first, if self.is_broken { "…" } else { "" }),
        };
        Some([&range, words::LINES_OF.in_lang(lang), &self.of.to_string()].concat())
    }
}

/// Known files as the prompts show them, the newest first. Together they take up to the context limit.
pub(super) fn visible(memory: &Memory) -> Vec<Visible<'_>> {
    let mut left = memory.config.context_limit_bytes as usize;
    let mut files = Vec::new();
    for (path, text) in context::files(&memory.context).into_iter().rev() {
        let is_cut = context::is_cut(&memory.context, path);
        let visible = window((path, text, is_cut), first_line(memory, path), left, files.is_empty());
        left = left.saturating_sub(visible.text.len());
        files.push(visible);
    }
    files
}

/// Whether the prompts show the whole text of a file.
pub(super) fn is_whole(memory: &Memory, path: &str) -> bool {
    visible(memory).iter().any(|file| file.path == path && file.is_whole)
}

/// Lines of a text; a line break at its end begins no line.
pub(super) fn count_lines(text: &str) -> usize {
    text.lines().count()
}

/// Shows a file by its path and text: one that is cut as it is, another one from the line `first` on. `breaks` is whether the beginning of a
/// line is shown where the whole line has no room.
fn window<'a>((path, text, is_cut): (&'a str, &'a str, bool), first: usize, room: usize, breaks: bool) -> Visible<'a> {
    let of = if is_cut { 0 } else { count_lines(text) };
    let first = first.clamp(1, of.max(1));
    let start = text.split_inclusive('\n').take(first - 1).map(str::len).sum::<usize>();
    let rest = slice(text, start..);
    let shown = slice(rest, ..room_for(rest, room, breaks));
    let is_broken = shown.len() < rest.len() && !shown.is_empty() && !shown.ends_with('\n');
    let is_whole = shown.len() == text.len() && !is_cut;
    Visible { path, text: shown, is_whole, first, shown: count_lines(shown), of, is_broken }
}

/// Bytes of the lines that fit into `room`; of a first line that does not, its beginning if it `breaks`.
fn room_for(text: &str, room: usize, breaks: bool) -> usize {
    if text.len() <= room {
        return text.len();
    }
    let end = (0..=room).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    text.get(..end).and_then(|text| text.rfind('\n')).map_or(if breaks { end } else { 0 }, |at| at + 1)
}

/// Line from which the newest read of a file asked to see it. A write shows the file from its beginning.
fn first_line(memory: &Memory, path: &str) -> usize {
    let actions = memory.task.iter().flat_map(|task| &task.steps).flat_map(|step| &step.actions);
    let about = |key: &str| {
        actions
            .clone()
            .rfind(|action| action.error.is_none() && action.params.get("path").and_then(Value::as_str) == Some(key))
    };
    let read = about(path).filter(|action| action.tool == READ);
    read.and_then(|action| action.params.get(FROM_LINE)?.as_u64()).map_or(1, |line| line as usize)
}
