//! Tool calls in the dialects of models that are no JSON as a whole: XML elements, a name before a JSON object, and calls as code.

use std::ops::Range;

use super::code::{call, Code, IsTool};
use super::label::{label, Label};
use super::source::{is_blank, is_colon, past_separators, Source};
use super::tags::{tag_at, Tag};
use crate::characters::is_line_break;
use stepgate_json::slice;
use stepgate_json::{Tree, TreeMembers};

/// Reads the calls that a text writes as XML: `<function=name><parameter=key>value</parameter></function>`,
/// `<invoke name="name"><parameter name="key">value</parameter></invoke>`, or a name with `<arg_key>` and `<arg_value>`. None if a call is
/// not whole.
pub(super) fn in_xml(text: &str) -> Option<Vec<Tree>> {
    let mut calls = Vec::new();
    let begins = FORMS.iter().filter_map(|form| Some((text.find(form.begins)?, *form)));
    let Some((_, form)) = begins.min_by_key(|(at, _)| *at) else { return Some(calls) };
    let mut rest = text;
    while let Some(at) = rest.find(form.begins) {
        let (name, body) = named(rest, at, form)?;
        let (args, behind) = arguments(body, form)?;
        calls.push(call(name, args));
        if !is_apart(rest.get(..at)?, form) {
            return None;
        }
        rest = behind;
    }
    (is_apart(rest, form) && ends_closed(rest)).then_some(calls)
}

/// Whether no other call stands in the text between two calls.
fn is_apart(between: &str, form: Form) -> bool {
    let has_own = form.begins == KEY && between.contains(form.ends);
    !has_own && FORMS.iter().all(|form| !between.contains(form.begins))
}

/// The name of the call that begins at `at`, and the text behind it.
fn named(text: &str, at: usize, form: Form) -> Option<(&str, &str)> {
    if form.begins != KEY {
        let (name, body) = text.get(at + form.begins.len()..)?.split_once('>')?;
        return Some((unquoted(name), body));
    }
    let name = text.get(..at)?.trim_end_matches(is_blank);
    let name = name.get(name.rfind(['>', '\n']).map_or(0, |at| at + 1)..)?;
    Some((name.trim_matches(is_blank), text.get(at..)?))
}

/// Whether the last tag of a text, if it has one, is whole and opens nothing.
fn ends_closed(text: &str) -> bool {
    let last = text.rfind('<').and_then(|at| text.get(at..));
    last.is_none_or(|tag| ["</", "<|", "<｜"].iter().any(|mark| tag.starts_with(mark)) && tag.contains('>'))
}

/// The dialects.
const FORMS: [Form; 3] = [
    Form { begins: "<function=", opens: "<parameter=", closes: "</parameter>", ends: "</function>" },
    Form { begins: "invoke name=", opens: "parameter name=", closes: "parameter>", ends: "invoke>" },
    Form { begins: KEY, opens: KEY, closes: "</arg_value>", ends: "</tool_call>" },
];

/// The mark of an argument in the dialect whose calls have a name without a mark.
const KEY: &str = "<arg_key>";

/// The marks of one dialect.
#[derive(Clone, Copy)]
struct Form {
    /// The beginning of a call.
    begins: &'static str,
    /// The beginning of an argument, and its end.
    opens: &'static str,
    closes: &'static str,
    /// The end of a call.
    ends: &'static str,
}

/// Reads the arguments of a call, and returns the text behind it.
fn arguments(body: &str, form: Form) -> Option<(Tree, &str)> {
    let mut members = TreeMembers::default();
    let mut rest = body;
    loop {
        let at = rest.trim_start_matches(is_blank);
        let opened = at.strip_prefix(form.opens).or_else(|| {
            at.get(1..)?.split_once(form.opens).filter(|(space, _)| is_space(space)).map(|(_, behind)| behind)
        });
        let Some(opened) = opened else {
            let ended = at.get(..form.ends.len() + 8).unwrap_or(at).contains(form.ends);
            return ended.then_some((Tree::Object(members), at.split_once(form.ends).map_or(at, |(_, behind)| behind)));
        };
        let (key, value) = match form.opens {
            KEY => {
                let (key, behind) = opened.split_once("</arg_key>")?;
                (key, behind.trim_start_matches(is_blank).strip_prefix("<arg_value>")?)
            }
            _ => opened.split_once('>')?,
        };
        let (value, behind) = argument(value, form)?;
        members.push(unquoted(key).trim_matches(is_blank).to_owned(), Tree::text(value));
        rest = behind;
    }
}

/// The value of an argument, up to a closing tag that another argument or the end of the call follows.
fn argument(text: &str, form: Form) -> Option<(&str, &str)> {
    let ends = text.match_indices(form.closes).find_map(|(at, _)| {
        let behind = text.get(at + form.closes.len()..)?;
        let next = behind.trim_start_matches(is_blank);
        let goes_on = next.is_empty() || next.starts_with('<');
        goes_on.then_some((at, behind))
    });
    let (end, behind) = ends?;
    let value = text.get(..end)?;
    // In a tag with a namespace the end stands before the name.
    let value = if form.closes.starts_with('<') { value } else { value.get(..value.rfind("</")?)? };
    let inside = value.strip_prefix('\n').map_or(value, |inside| inside.strip_suffix('\n').unwrap_or(inside));
    Some((inside, behind))
}

/// Whether a text is the namespace of a tag.
fn is_space(text: &str) -> bool {
    text.is_empty() || text.len() < 16 && text.ends_with(':') && !text.contains(['<', '>', ' '])
}

fn unquoted(text: &str) -> &str {
    text.trim_matches(|c| is_blank(c) || matches!(c, '"' | '\''))
}

/// Marks between the name of a tool and the JSON of its arguments, and before the name.
const BEHIND: [&str; 10] = [
    "json",
    "<|message|>",
    "<|constrain|>",
    "[ARGS]",
    "Action Input:",
    "<|tool_call_argument_begin|>",
    "<|channel|>commentary",
    "<｜tool▁sep｜>",
    ">",
    ":",
];
const BEFORE: [&str; 9] = [
    "to=",
    "[TOOL_CALLS]",
    "Action:",
    "<|tool_call_begin|>",
    "<｜tool▁sep｜>",
    "<｜tool▁call▁begin｜>",
    "<function=",
    " name=",
    ">>>",
];

/// The name of the tool that stands before the JSON of its arguments, behind the text before it, and whether a mark of some dialect stands before
/// the name; without one it is a tool's, and begins a line.
pub(super) fn name_before<'t>(text: &'t str, is_tool: IsTool) -> Option<(&'t str, &'t str, bool)> {
    let mut rest = text.trim_end_matches(is_emphasis);
    while !is_tool(last_word(rest), None) {
        let Some(shorter) = without_mark(rest) else { break };
        rest = shorter.trim_end_matches(is_emphasis);
    }
    let name = last_word(rest);
    let before = rest.strip_suffix(name).filter(|_| !name.is_empty())?;
    let line = before.trim_end_matches(is_emphasis);
    let marked = BEFORE.iter().find_map(|mark| Some((*mark, line.strip_suffix(mark)?)));
    let line = before.trim_end_matches([' ', '\t', '*', '`']);
    let begins_line = line.is_empty() || line.ends_with(is_line_break);
    let is_certain = marked.is_some() || begins_line && is_tool(name, None) && !is_announced(line);
    let (mark, before) = marked.unwrap_or(("", line));
    (is_certain && label(before) != Label::Example).then(|| (without_head(before, mark), name, marked.is_some()))
}

/// The text before a call without what belongs to the form of the call before its mark: the opened tag with the attribute, the channel of a
/// message, or the thought before an action.
fn without_head<'t>(before: &'t str, mark: &str) -> &'t str {
    match mark {
        " name=" => {
            before.rfind('<').filter(|at| is_tag_name(slice(before, at + 1..))).map_or(before, |at| slice(before, ..at))
        }
        "to=" => {
            let head = before.trim_end();
            let head = head.strip_suffix("commentary").unwrap_or(head);
            head.strip_suffix("assistant").filter(|head| head.is_empty()).unwrap_or(head)
        }
        "Action:" if is_thought(before) => "",
        _ => before,
    }
}

/// Whether a text is one paragraph that is called a thought, as it stands before an action. One that announces something, or holds a fence, may
/// show an example.
fn is_thought(before: &str) -> bool {
    let text = before.trim_matches(is_emphasis);
    let is_called =
        text.strip_prefix("Thought").is_some_and(|thought| thought.trim_start_matches('*').starts_with(':'));
    is_called
        && !text.contains("\n\n")
        && !text.contains("```")
        && !text.contains("Observation:")
        && !is_announced(text)
}

fn is_tag_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':'))
}

/// Whether a line of words ends with a colon, and nothing but blanks stands behind it: they may also deny what follows.
pub(super) fn is_announced(before: &str) -> bool {
    before.trim_end_matches(is_blank).ends_with(is_colon)
}

fn is_emphasis(c: char) -> bool {
    is_blank(c) || matches!(c, '*' | '`' | '"' | '\'')
}

/// The name at the end of a text.
fn last_word(text: &str) -> &str {
    let before = text.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    slice(text, before.len()..)
}

/// The text without the mark at its end that stands behind the name of a tool. The call may have a number or a name of its own.
fn without_mark(text: &str) -> Option<&str> {
    let plain = BEHIND.iter().find_map(|mark| text.strip_suffix(mark));
    let id = text.strip_suffix(last_word(text))?;
    let number = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let counted = number.strip_suffix(':').filter(|_| number.len() < text.len());
    plain.or_else(|| id.strip_suffix("[CALL_ID]")).or(counted)
}

/// The reply that makes these calls.
pub(super) fn reply(calls: Vec<Tree>) -> Tree {
    Tree::Object([("tool_calls".to_owned(), Tree::Array(calls))].into_iter().collect())
}

/// Calls that stand in lines of their own, as code or as elements with a tool's name.
pub(super) struct Written {
    /// None if one of them is not whole.
    pub(super) calls: Option<Vec<Tree>>,
    pub(super) range: Range<usize>,
    /// Whether nothing but marks stands before them.
    pub(super) first: bool,
    /// Whether nothing but marks stands behind them.
    pub(super) last: bool,
}

/// Finds the first calls in a part of a text that begin a line, without indentation, up to `last`.
pub(super) fn written(text: &str, part: Range<usize>, last: usize, is_tool: IsTool) -> Option<Written> {
    let text = text.get(..part.end)?;
    let begin = past_marks(text, part.start, is_tool);
    let mut start = begin;
    while start <= last {
        let rest = text.get(start..)?;
        let begins_line = start == begin || text.get(..start)?.ends_with(|c| is_line_break(c) || c == '>');
        if begins_line && Code::new(rest).opens(is_tool) {
            return Some(Written { first: start == begin, ..block(text, start, is_tool) });
        }
        start = past_marks(text, start + rest.find(is_line_break)?, is_tool);
    }
    None
}

/// Whether a call may begin in the middle of a line of prose, so that what stands behind the prose is an argument of it.
pub(super) fn is_open(prose: &str, is_tool: IsTool) -> bool {
    let mut round = 0;
    prose.bytes().enumerate().any(|(at, byte)| {
        round += i32::from(byte == b'(') - i32::from(byte == b')');
        byte == b'<' && Code::new(slice(prose, at..)).opens(is_tool)
    }) || round > 0
}

/// Reads the calls from `start` on, up to a line that is none.
fn block(text: &str, start: usize, is_tool: IsTool) -> Written {
    let mut code = Code::new(slice(text, start..));
    let mut calls = Vec::new();
    loop {
        let whole = code.calls(is_tool, &mut calls).is_some();
        let end = text.len() - code.rest.len();
        if !whole {
            let range = start..end + damaged(code.rest);
            return Written { calls: None, range, first: true, last: true };
        }
        let behind = code.rest.trim_start_matches([' ', '\t', ';']);
        let ends = behind.is_empty() || behind.starts_with(['\n', '\r', '`', '~', '<']);
        let next = past_marks(text, text.len() - behind.len(), is_tool);
        code.rest = slice(text, next..);
        if !ends || code.rest.is_empty() || !code.clone().opens(is_tool) {
            return Written { calls: Some(calls), range: start..end, first: true, last: ends && code.rest.is_empty() };
        }
    }
}

/// The number of bytes up to the round bracket that ends a call with something in it that cannot be read; else of all.
fn damaged(rest: &str) -> usize {
    let mut open = 1;
    let is_inside = |byte: &u8| {
        open += i32::from(*byte == b'(') - i32::from(*byte == b')');
        open > 0
    };
    rest.bytes().take_while(is_inside).count()
}

/// Heads of messages in the format of channels, by the token before each, and without tokens.
const HEADS: [(&str, &str); 4] =
    [("start", "assistant"), ("channel", "commentary"), ("channel", "final"), ("constrain", "json")];
const BARE_HEADS: [&str; 2] = ["assistantfinal", "assistantcommentary"];

/// Number of bytes of the word of a message's head that stands behind a tag of the format of channels.
fn head_behind(tag: &Tag, behind: &str) -> usize {
    let head = HEADS.iter().find(|(token, word)| *token == tag.name && behind.starts_with(word));
    head.map_or(0, |(_, word)| word.len())
}

/// Whether nothing but marks and separators stands in a part of a text.
pub(super) fn is_marks(text: &str, part: Range<usize>) -> bool {
    let text = slice(text, ..part.end);
    let behind = past_separators(slice(text, past_marks(text, part.start, &|_, _| false)..));
    behind.is_empty() || past_marks(behind, 0, &|_, _| false) == behind.len()
}

/// Whether nothing stands behind the calls but marks and the heading of the result that follows an action.
pub(super) fn is_end(text: &str, from: usize) -> bool {
    let behind = slice(text, from..).trim_start_matches(is_emphasis);
    let behind = behind.trim_end_matches(is_emphasis).strip_suffix("Observation:").unwrap_or(behind);
    is_marks(behind, 0..behind.len())
}

/// The place behind blanks, fences, tags around calls, and heads of messages.
fn past_marks(text: &str, from: usize, is_tool: IsTool) -> usize {
    let src = Source::whole(text);
    let mut at = from;
    loop {
        let rest = src.rest(at).trim_start_matches(is_blank);
        at = text.len() - rest.len();
        let fence = rest.strip_prefix("```").or_else(|| rest.strip_prefix("~~~"));
        let tag = tag_at(&src, at).ok().flatten().filter(|tag| {
            let is_mark = tag.is_of_answer() && rest.starts_with('<') || rest.starts_with("<|");
            is_mark && !tag.is_of_thought() && (tag.closes || !Code::new(rest).opens(is_tool))
        });
        at = match (fence, tag) {
            (Some(inside), _) => {
                text.len() - inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len()
            }
            (None, Some(tag)) => tag.end + head_behind(&tag, slice(text, tag.end..)),
            (None, None) => match BARE_HEADS.iter().find(|head| rest.starts_with(**head)) {
                Some(head) => at + head.len(),
                None => return at,
            },
        };
    }
}
