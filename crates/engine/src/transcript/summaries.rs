//! The window by tokens: a summary in the place of what has left it, and the messages since.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::prompt::{Message, Role};
use crate::transcript::entries::Transcript;
use crate::transcript::marks::marked;
use crate::transcript::messages::{shortened, written, Results};
use crate::vocabulary::entry::Entry;
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::summary::{Summary, SummaryView};
use crate::vocabulary::texts;
use stepgate_json::{self as json, Json};
use stepgate_reply::Lang;

/// Messages that leave the window: those of the thread from entry `from` up to, but without, entry `to`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub(crate) struct Leaving {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// Tokens of the window.
    pub(crate) tokens: u64,
}

impl Transcript {
    /// The live summary of a thread.
    pub(crate) fn summary(&self, thread: u32) -> Option<SummaryView> {
        self.summaries.iter().rev().find_map(|seq| {
            let stored = self.get(*seq).filter(|stored| stored.thread == thread)?;
            let Entry::Summary { from, to, summary, refused, left_out, edited, .. } = &stored.entry else {
                return None;
            };
            let (summary, refused) = (summary.clone(), refused.clone());
            Some(SummaryView {
                seq: *seq,
                from: *from,
                to: *to,
                summary,
                refused,
                left_out: *left_out,
                edited: *edited,
            })
        })
    }

    /// The thread as [`Window::Tokens`](crate::prompt::Window::Tokens) has it.
    pub(super) fn by_tokens(&self, thread: u32, tokens: u64, results: &Results) -> Vec<Message> {
        let summary = self.summary(thread);
        let since = self.thread_from(thread, summary.as_ref().map_or(0, |summary| summary.to));
        let before = summary.and_then(|summary| in_place(&summary, results.lang));
        let mut left = tokens.saturating_sub(before.as_deref().map_or(0, |text| results.scale.tokens(text)));
        let mut kept: Vec<(u32, Message)> = Vec::new();
        for seq in since.iter().rev() {
            let Some(message) = self.message(*seq, results) else { continue };
            let size = results.scale.tokens(&message.content);
            if size > left && !kept.is_empty() {
                break;
            }
            left = left.saturating_sub(size);
            kept.push((*seq, message));
        }
        kept.reverse();
        // A result does not stand without its call.
        let begins = kept.iter().position(|(seq, _)| !self.is_result(*seq)).unwrap_or(0);
        kept.drain(..begins);
        let missing = since.len() - kept.len();
        let notice = (missing > 0).then(|| texts::left_out(missing, results.lang));
        let first = before.into_iter().chain(notice).map(|text| Message::new(Role::User, text));
        first.chain(kept.into_iter().map(|(_, message)| message)).collect()
    }

    /// The messages that leave a window of `tokens`, in which the newest ones of `keep` tokens stay. None: all fit in, or none can leave.
    pub(crate) fn leaving(&self, thread: u32, tokens: u64, keep: u64, results: &Results) -> Option<Leaving> {
        let summary = self.summary(thread);
        let from = summary.as_ref().map_or(0, |summary| summary.to);
        let since = self.thread_from(thread, from);
        let tokens_of = |message: Message| results.scale.tokens(&message.content);
        let sizes: Vec<u64> = since.iter().map(|seq| self.message(*seq, results).map_or(0, tokens_of)).collect();
        let before = summary.and_then(|summary| in_place(&summary, results.lang));
        let before = before.map_or(0, |text| results.scale.tokens(&text));
        if before.saturating_add(sizes.iter().sum()) <= tokens {
            return None;
        }
        let mut left = keep.min(tokens / 2);
        let stays = sizes.iter().rev().take_while(|size| left.checked_sub(**size).map(|less| left = less).is_some());
        let cut = since.len().saturating_sub(stays.count().max(1));
        let cut = self.begins_at(since, cut)?;
        // As many as fit into one call.
        let mut size = 0;
        let fits = sizes.iter().take(cut).take_while(|own| {
            size = u64::saturating_add(size, (**own).min(tokens / 2));
            size <= tokens
        });
        let end = fits.count().max(1);
        let to = since.get(end).copied().filter(|_| cut > 0)?;
        Some(Leaving { from, to, tokens })
    }

    /// Where the messages that stay begin, near place `cut`: with words of the user, or else with a reply, and never with a result without its call.
    fn begins_at(&self, since: &[u32], cut: usize) -> Option<usize> {
        let places = || cut..since.len();
        let at = |place: usize| since.get(place).copied();
        let is_user = |seq: u32| matches!(self.get(seq).map(|stored| &stored.entry), Some(Entry::User { .. }));
        let user = places().find(|place| at(*place).is_some_and(is_user));
        let reply = || places().find(|place| at(*place).is_some_and(|seq| !self.is_result(seq)));
        let call = || (0..cut).rev().find(|place| at(*place).is_some_and(|seq| !self.is_result(seq)));
        user.or_else(reply).or_else(call)
    }

    fn is_result(&self, seq: u32) -> bool {
        matches!(self.get(seq).map(|stored| &stored.entry), Some(Entry::Tool { .. }))
    }

    fn message(&self, seq: u32, results: &Results) -> Option<Message> {
        written(&self.get(seq)?.entry, results)
    }

    /// Entries that a summary covers beside the one before it.
    pub(crate) fn covered(&self, thread: u32, range: Range<u32>) -> impl Iterator<Item = &Entry> {
        let seqs = self.thread_from(thread, range.start).iter().take_while(move |seq| **seq < range.end);
        seqs.filter_map(|seq| Some(&self.get(*seq)?.entry))
    }

    /// The messages that leave, as data for the model: each with its speaker.
    pub(crate) fn told_leaving(&self, thread: u32, leaving: Leaving, results: &Results) -> String {
        // A message of more than half of the window loses its middle.
        let longest = usize::try_from(leaving.tokens).unwrap_or(usize::MAX / 2);
        let told = self.covered(thread, leaving.from..leaving.to).filter_map(|entry| {
            let Message { content, parts, .. } = written(entry, results)?;
            let text = shortened(&content, longest, results.lang);
            let mut told = Map::from_iter([(speaker(entry).to_owned(), text.into())]);
            let files: Vec<&str> = parts.iter().map(FilePart::title).collect();
            told.extend((!files.is_empty()).then(|| ("files".to_owned(), files.into())));
            Some(json::to_text(&Value::from(told)))
        });
        marked("conversation", &told.collect::<Vec<_>>().join("\n"))
    }
}

/// The speaker of an entry.
fn speaker(entry: &Entry) -> &'static str {
    match entry {
        Entry::User { cue: None, .. } => "user",
        Entry::User { .. } => "program",
        Entry::Tool { .. } => "result",
        _ => "assistant",
    }
}

/// A summary in the place of what it covers, as data. None: there is nothing to tell.
fn in_place(view: &SummaryView, lang: Lang) -> Option<String> {
    let left_out = (view.left_out > 0).then(|| texts::left_out(view.left_out, lang));
    let told = (!view.summary.is_empty()).then(|| texts::summarised(&as_data(&view.summary), lang));
    let parts: Vec<String> = told.into_iter().chain(left_out).collect();
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// A summary between marks.
pub(crate) fn as_data(summary: &Summary) -> String {
    marked("summary", &json::to_text(&summary.as_data()))
}
