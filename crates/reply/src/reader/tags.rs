//! Tags in a text around JSON: `<think>`, `</seed:think >`, `[THINK]`, `◁/think▷`, `<|end_of_thought|>`, `<parameter=x>`.

use super::source::{is_blank, Look, Source};
use crate::characters::is_word;

/// A tag, of any spelling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'a> {
    /// The name, without the part up to a colon.
    pub(super) name: &'a str,
    /// The text between the name and the end.
    pub(super) more: &'a str,
    pub(super) closes: bool,
    pub(super) end: usize,
}

/// Parts of the names of tags around thoughts.
const THOUGHTS: [&str; 17] = [
    "think",
    "thought",
    "reason",
    "reflect",
    "analysis",
    "analyz",
    "analys",
    "scratch",
    "ponder",
    "deliberat",
    "monolog",
    "contemplat",
    "思考",
    "推理",
    "反思",
    "思维",
    "思路",
];

/// Parts of the names of tags around answers.
const ANSWERS: [&str; 18] = [
    "answer", "output", "response", "reply", "result", "final", "json", "tool", "function", "call", "invoke",
    "message", "action", "object", "return", "回答", "答案", "回复",
];

/// Parts of the names of tags around the response of a tool: one of each list.
const TOOLS: [&str; 3] = ["tool", "function", "call"];
const RESPONSES: [&str; 4] = ["response", "result", "output", "observation"];

/// Names of tags around one argument of a call.
const ARGUMENTS: [&str; 6] = ["parameter", "param", "arg_value", "arg_key", "argument", "arg"];

/// The first characters of tags.
pub(super) const OPENERS: [char; 3] = ['<', '[', '◁'];

/// The tag at `at`.
pub(super) fn tag_at<'a>(src: &Source<'a>, at: usize) -> Look<Option<Tag<'a>>> {
    let (open, close) = match src.peek(at)? {
        Some('<') => ('<', '>'),
        Some('[') => ('[', ']'),
        Some('◁') => ('◁', '▷'),
        _ => return Ok(None),
    };
    let inside = at + open.len_utf8();
    let start = src.past(inside, |c| matches!(c, ' ' | '/' | '|' | '｜'))?;
    let end = src.past(start, |c| is_word(c) || matches!(c, '_' | '-' | ':' | '.' | '▁'))?;
    if end == start {
        return Ok(None);
    }
    let behind = src.past(end, |c| c != close && !matches!(c, '<' | '{' | '[' | '\n'))?;
    if src.peek(behind)? != Some(close) {
        return Ok(None);
    }
    let (written, more) =
        (src.slice(start, end), src.slice(end, behind).trim_matches(|c| is_blank(c) || matches!(c, '|' | '｜')));
    let name = written.rsplit(':').next().unwrap_or(written);
    let is_end = has_ignoring_case(name, "end_of") || has_ignoring_case(name, "_end");
    let closes = src.slice(inside, start).contains('/') || is_end;
    Ok(Some(Tag { name, more, closes, end: behind + close.len_utf8() }))
}

impl Tag<'_> {
    /// Whether a model's thoughts stand between such tags.
    pub(super) fn is_of_thought(&self) -> bool {
        THOUGHTS.iter().any(|part| has_ignoring_case(self.name, part)) || self.name.eq_ignore_ascii_case("cot")
    }

    /// Whether an answer may stand between such tags.
    pub(super) fn is_of_answer(&self) -> bool {
        ANSWERS.iter().any(|part| has_ignoring_case(self.name, part))
    }

    /// Whether the response of a tool stands between such tags.
    pub(super) fn is_of_response(&self) -> bool {
        [&TOOLS[..], &RESPONSES[..]].iter().all(|parts| parts.iter().any(|part| has_ignoring_case(self.name, part)))
    }

    /// Whether an argument of a call stands between such tags.
    pub(super) fn is_of_argument(&self) -> bool {
        ARGUMENTS.iter().any(|name| self.name.eq_ignore_ascii_case(name))
    }
}

/// Whether a text contains a part in any case; the part is in lower case.
fn has_ignoring_case(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}
