//! The messages that the model reads.

use std::iter;

use serde_json::{Map, Value};

use crate::prompt::tokens::Scale;
use crate::prompt::turns::Turns;
use crate::prompt::{Message, Prompt, Role, Window};
use crate::transcript::entries::Transcript;
use crate::transcript::marks::marked;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::stored::Stored;
use crate::vocabulary::texts;
use crate::vocabulary::tool::ToolResult;
use stepgate_json::{self as json, value};
use stepgate_reply::Lang;

/// How the results of tools are told to the model.
pub(crate) struct Results<'a> {
    pub(crate) lang: Lang,
    /// How tokens are counted.
    pub(crate) scale: Scale,
    /// Characters of a result of this tool that the model sees; all of them without a limit.
    pub(crate) limit: &'a dyn Fn(&str) -> Option<usize>,
}

/// Longest arguments, in characters of JSON, that stand beside a result.
const SHORT_ARGS: usize = 400;

/// Longest refused reply, in characters, that the model reads again whole. Of a longer one it reads the beginning and the end.
const LONGEST_REFUSED: usize = 4_000;

/// Characters of a result's first line that stay.
const FIRST_LINE: usize = 200;

impl Transcript {
    /// The messages of a request: system, window, tail, then the `corrections`, each a refused reply and what is wrong with it.
    pub(crate) fn messages(
        &self,
        prompt: &Prompt,
        thread: u32,
        corrections: &[(&str, &str)],
        results: &Results,
    ) -> Vec<Message> {
        let mut turns = Turns::new(&prompt.system, results.lang);
        turns.extend(match prompt.window {
            Window::None => Vec::new(),
            Window::Words { characters } => self.words(thread, characters),
            Window::Replies { characters } => self.window(thread, characters, |entry| written(entry, results)),
            Window::Messages { count } => self.last(thread, count, results),
            Window::Tokens { tokens, .. } => self.by_tokens(thread, tokens, results),
            Window::Compact { characters, replies } => self.compact(thread, characters, replies, results),
        });
        turns.extend(prompt.tail.clone());
        turns.extend(prompt.added.clone());
        turns.hand_over();
        for (raw, complaint) in corrections {
            turns.push(Message::new(Role::Assistant, shortened(raw, LONGEST_REFUSED, results.lang)));
            turns.push(Message::new(Role::User, *complaint));
        }
        turns.into_messages()
    }

    /// The thread as the user saw it: the words of both sides, at most `budget` characters. Older exchanges are left out.
    pub fn words(&self, thread: u32, budget: usize) -> Vec<Message> {
        self.window(thread, budget, |entry| match entry {
            Entry::User { text, parts, .. } => Some(Message::heard(text, parts)),
            Entry::Said { text } => Some(Message::new(Role::Assistant, text.clone())),
            Entry::Decision(decision) => Some(Message::new(Role::Assistant, decision.said()?)),
            _ => None,
        })
    }

    /// The thread as the model wrote it: its replies in full, with tool results, at most `budget` characters. Older exchanges are left
    /// out.
    pub fn replies(&self, thread: u32, budget: usize) -> Vec<Message> {
        let whole = Results { lang: Lang::default(), scale: Scale::default(), limit: &|_| None };
        self.window(thread, budget, |entry| written(entry, &whole))
    }

    /// The thread as [`Window::Messages`] has it.
    fn last(&self, thread: u32, count: usize, results: &Results) -> Vec<Message> {
        let newest = self.thread(thread).rev().filter_map(|stored| Some((stored, written(&stored.entry, results)?)));
        let mut kept: Vec<(&Stored, Message)> = newest.take(count).collect();
        kept.reverse();
        // It begins with words of the user; where there are none, all stay.
        let first = kept.iter().position(|(stored, _)| matches!(stored.entry, Entry::User { .. })).unwrap_or(0);
        kept.into_iter().skip(first).map(|(_, message)| message).collect()
    }

    /// The thread as [`Window::Compact`] has it.
    fn compact(&self, thread: u32, budget: usize, replies: u32, results: &Results) -> Vec<Message> {
        if let Some(all) = self.whole(thread, budget, results) {
            return all;
        }
        let first = self.thread(thread).find_map(|stored| match &stored.entry {
            Entry::User { text, cue: None, parts } => Some((stored, text, parts)),
            _ => None,
        });
        let mut left = budget.saturating_sub(first.map_or(0, |(_, text, _)| text.chars().count()));
        let mut kept: Vec<(&Stored, Message)> = Vec::new();
        let mut round = 0;
        for stored in self.thread(thread).rev() {
            let is_old = round >= replies && matches!(stored.entry, Entry::Tool { .. });
            let shown = if is_old { shrunk(&stored.entry, results.lang) } else { written(&stored.entry, results) };
            let Some(message) = shown else { continue };
            let length = message.content.chars().count();
            if length > left && !kept.is_empty() {
                break;
            }
            left = left.saturating_sub(length);
            kept.push((stored, message));
            round += u32::from(matches!(stored.entry, Entry::Decision(_)));
        }
        kept.reverse();
        // A result does not stand without its call.
        let begins = kept.iter().position(|(stored, _)| !matches!(stored.entry, Entry::Tool { .. })).unwrap_or(0);
        kept.drain(..begins);
        let is_kept = |first: &Stored| kept.iter().any(|(stored, _)| std::ptr::eq(*stored, first));
        let first = first.filter(|(stored, ..)| !is_kept(stored));
        let missing = self.thread_len(thread) - kept.len() - usize::from(first.is_some());
        let mut messages: Vec<Message> =
            first.map(|(_, text, parts)| Message::heard(text, parts)).into_iter().collect();
        if missing > 0 {
            messages.push(Message::new(Role::User, texts::left_out(missing, results.lang)));
        }
        messages.extend(kept.into_iter().map(|(_, message)| message));
        messages
    }

    /// All messages of a thread. None if they are longer than the budget.
    fn whole(&self, thread: u32, budget: usize, results: &Results) -> Option<Vec<Message>> {
        let mut left = budget;
        let mut messages = Vec::new();
        for message in self.thread(thread).rev().filter_map(|stored| written(&stored.entry, results)) {
            left = left.checked_sub(message.content.chars().count())?;
            messages.push(message);
        }
        messages.reverse();
        Some(messages)
    }

    /// The last `count` corrections, oldest first, if the transcript ends with them.
    pub(crate) fn open_corrections(&self, count: u32) -> Vec<(&str, &str)> {
        let mut open: Vec<(&str, &str)> = (0..self.len())
            .rev()
            .filter_map(|seq| self.get(seq))
            .filter(|stored| !matches!(stored.entry, Entry::Reasoning { .. }))
            .map_while(|stored| match &stored.entry {
                Entry::Correction { raw, complaint, .. } => Some((raw.as_str(), complaint.as_str())),
                _ => None,
            })
            .take(count as usize)
            .collect();
        open.reverse();
        open
    }

    fn window(&self, thread: u32, budget: usize, read: impl Fn(&Entry) -> Option<Message>) -> Vec<Message> {
        let mut kept: Vec<Message> = Vec::new();
        let mut used = 0;
        for stored in self.thread(thread).rev() {
            let Some(message) = read(&stored.entry) else { continue };
            used += message.content.chars().count();
            if used > budget && !kept.is_empty() {
                break;
            }
            kept.push(message);
        }
        kept.reverse();
        // A shortened window begins with a user message.
        if used > budget {
            let first = kept.iter().position(|message| message.role == Role::User).unwrap_or(0);
            kept.drain(..first);
        }
        kept
    }
}

/// An entry as the model wrote it or reads it.
pub(super) fn written(entry: &Entry, results: &Results) -> Option<Message> {
    Some(match entry {
        Entry::User { text, parts, .. } => Message::heard(text, parts),
        Entry::Said { text } => Message::new(Role::Assistant, text.clone()),
        Entry::Decision(decision) => Message::new(Role::Assistant, decision.as_read()),
        Entry::Tool { .. } => observed(entry, results)?,
        _ => return None,
    })
}

/// A tool's result as the model reads it, with its images and files. Behind the data stands how the user took part: their reason for a no, new
/// arguments, a second run.
fn observed(entry: &Entry, results: &Results) -> Option<Message> {
    let Entry::Tool { name, args, result, parts, edited, again, .. } = entry else { return None };
    let reason = match result {
        ToolResult::Error(error) => error.reason.as_deref(),
        ToolResult::Ok(_) => None,
    };
    let remarks = [
        reason.map(|reason| texts::said_to_no(reason, results.lang)),
        edited.then(|| texts::EDITED_ARGS.in_lang(results.lang).to_owned()),
        again.then(|| texts::RAN_AGAIN.in_lang(results.lang).to_owned()),
    ];
    let data = observation(name, (args, *edited), (result, parts), results);
    let lines: Vec<String> = iter::once(data).chain(remarks.into_iter().flatten()).collect();
    Some(Message { role: Role::User, content: lines.join("\n"), parts: parts.clone() })
}

/// A tool's result as a text, marked as data. One that is longer than the tool's limit is cut, and says so. The names of its files tell which of the
/// files in the message are its own.
fn observation(
    name: &str,
    (args, edited): (&Value, bool),
    (result, parts): (&ToolResult, &[FilePart]),
    results: &Results,
) -> String {
    let mut observed = Map::new();
    observed.insert("tool".into(), name.into());
    // Two calls in a list, or arguments that the user edited on the card, are told apart by them.
    if edited || (args.is_object() && json::to_text(args).chars().count() <= SHORT_ARGS) {
        observed.insert("args".into(), args.clone());
    }
    match result {
        ToolResult::Ok(value) => {
            let shortened = (results.limit)(name).and_then(|limit| cut(value, limit, results.lang));
            let (shown, notice) = shortened.map_or((value.clone(), None), |(shown, notice)| (shown, Some(notice)));
            observed.insert("result".into(), shown);
            observed.extend(notice.map(|notice| ("cut".into(), notice.into())));
        }
        ToolResult::Error(error) => {
            let text = if error.reason.is_some() { texts::DECLINED.in_lang(results.lang) } else { &error.text };
            observed.insert("error".into(), value! { "code": error.code, "text": text });
        }
    }
    if !parts.is_empty() {
        let files: Vec<&str> = parts.iter().map(FilePart::title).collect();
        observed.insert("files".into(), files.into());
    }
    marked(name, &json::to_text(&Value::Object(observed)))
}

/// The part of a value that fits into `limit` characters, with a notice for the model: the first items of a list, or else the first characters.
/// None if the value is no longer.
fn cut(value: &Value, limit: usize, lang: Lang) -> Option<(Value, String)> {
    let text = text_of(value);
    // A text has no more characters than bytes.
    let count = if text.len() > limit { text.chars().count() } else { 0 };
    let cut = || (text.chars().take(limit).collect::<String>().into(), texts::cut(limit, count, lang));
    (count > limit).then(|| value.as_array().and_then(|items| first_items(items, limit, lang)).unwrap_or_else(cut))
}

/// The items of a list that fit into `limit` characters as a whole. None if the first one is too long.
fn first_items(items: &[Value], limit: usize, lang: Lang) -> Option<(Value, String)> {
    let mut left = limit;
    let fits = |item: &&Value| {
        let length = json::to_text(*item).chars().count() + 1;
        let fits = length <= left;
        left = left.saturating_sub(length);
        fits
    };
    let shown: Vec<Value> = items.iter().take_while(fits).cloned().collect();
    let (count, all) = (shown.len(), items.len());
    (count > 0).then(|| (value! { "items": shown, "shown": count, "of": all }, texts::cut_items(count, all, lang)))
}

/// A text without its middle, if it has more than `longest` characters.
pub(super) fn shortened(raw: &str, longest: usize, lang: Lang) -> String {
    let count = if raw.len() > longest { raw.chars().count() } else { 0 };
    let half = longest / 2;
    let Some(left_out) = count.checked_sub(2 * half).filter(|left_out| *left_out > 0) else { return raw.to_owned() };
    let (begin, end): (String, String) = (raw.chars().take(half).collect(), raw.chars().skip(count - half).collect());
    [begin, texts::characters_left_out(left_out, lang), end].join("\n")
}

/// A text as it is, anything else as JSON.
fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| json::to_text(value), str::to_owned)
}

/// An old result: its first line, and a notice if there was more.
fn shrunk(entry: &Entry, lang: Lang) -> Option<Message> {
    let Entry::Tool { result, .. } = entry else { return None };
    let ToolResult::Ok(value) = result else {
        return written(entry, &Results { lang, scale: Scale::default(), limit: &|_| None });
    };
    let text = text_of(value);
    let line = text.lines().next().map_or(0, |line| line.chars().count()).min(FIRST_LINE);
    let limit = &move |_: &str| Some(line);
    observed(entry, &Results { lang, scale: Scale::default(), limit })
}
