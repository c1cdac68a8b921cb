//! The transcript: append-only entries in threads, and the two forms in which the model reads them.

use super::entry::Entry;
use super::questions::Questions;
use super::stored::Stored;
use super::wire::ToolResult;
use crate::prompt::{Message, Role};
use std::collections::BTreeMap;
use stepgate_json::{self as json, value};

/// All entries of a session, append-only. Entries of a turn that was taken back stay, marked by [`Entry::Retracted`].
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    entries: Vec<Stored>,
    /// Live entries of each thread that the model may read.
    threads: BTreeMap<u32, Vec<u32>>,
    /// Ranges of entries that were taken back, in order.
    retracted: Vec<(u32, u32)>,
    pub(super) questions: Questions,
}

impl Transcript {
    pub(super) fn push(&mut self, stored: Stored) -> u32 {
        let seq = self.len();
        self.questions.take(seq, &stored);
        match &stored.entry {
            Entry::User { .. } | Entry::Said { .. } | Entry::Decision(_) | Entry::Tool { .. } => {
                self.list(stored.thread, seq);
            }
            Entry::Retracted { from } => {
                self.retracted.push((*from, seq));
                self.forget(*from);
            }
            Entry::Reasoning { .. }
            | Entry::Correction { .. }
            | Entry::Note { .. }
            | Entry::Asked { .. }
            | Entry::Closed { .. } => {}
        }
        self.entries.push(stored);
        seq
    }

    fn list(&mut self, thread: u32, seq: u32) {
        match self.threads.get_mut(&thread) {
            Some(seqs) => seqs.push(seq),
            None => drop(self.threads.insert(thread, vec![seq])),
        }
    }

    /// Removes the entries pushed since the transcript had `len`, within one event.
    pub(super) fn truncate(&mut self, len: u32) {
        let cut = self.entries.split_off(self.entries.len().min(len as usize));
        self.forget(len);
        if cut.iter().any(|stored| matches!(stored.entry, Entry::Asked { .. } | Entry::Closed { .. })) {
            self.questions = Questions::default();
            (0..).zip(&self.entries).for_each(|(seq, stored)| self.questions.take(seq, stored));
        }
    }

    fn forget(&mut self, from: u32) {
        for seqs in self.threads.values_mut() {
            let keep = seqs.partition_point(|seq| *seq < from);
            seqs.truncate(keep);
        }
    }

    /// Number of entries.
    pub fn len(&self) -> u32 {
        u32::try_from(self.entries.len()).unwrap_or(u32::MAX)
    }

    /// Whether the transcript is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry with this number.
    pub fn get(&self, seq: u32) -> Option<&Stored> {
        self.entries.get(seq as usize)
    }

    /// The entries made after revision `since`, with their numbers.
    pub fn since(&self, since: u64) -> impl Iterator<Item = (u32, &Stored)> {
        let start = self.entries.partition_point(|stored| stored.rev <= since);
        (start..).map(|seq| u32::try_from(seq).unwrap_or(u32::MAX)).zip(self.entries.iter().skip(start))
    }

    /// Whether the entry was taken back.
    pub fn is_retracted(&self, seq: u32) -> bool {
        self.retracted.iter().any(|(from, to)| (*from..*to).contains(&seq))
    }

    /// The live entries of a thread that the model may read: speech, decisions and tools.
    pub fn thread(&self, thread: u32) -> impl DoubleEndedIterator<Item = &Stored> {
        self.threads.get(&thread).into_iter().flatten().filter_map(|seq| self.get(*seq))
    }

    /// The last `count` corrections, oldest first, if the transcript ends with them.
    pub(super) fn open_corrections(&self, count: u32) -> Vec<(&str, &str)> {
        let mut open: Vec<(&str, &str)> = self
            .entries
            .iter()
            .rev()
            .filter(|stored| !matches!(stored.entry, Entry::Reasoning { .. }))
            .map_while(|stored| match &stored.entry {
                Entry::Correction { raw, complaint } => Some((raw.as_str(), complaint.as_str())),
                _ => None,
            })
            .take(count as usize)
            .collect();
        open.reverse();
        open
    }

    /// The thread as the user saw it: the words of both sides, at most `budget` characters. Older exchanges are left out.
    pub fn words(&self, thread: u32, budget: usize) -> Vec<Message> {
        self.window(thread, budget, |entry| match entry {
            Entry::User { text, .. } => Some(Message::new(Role::User, text.clone())),
            Entry::Said { text } => Some(Message::new(Role::Assistant, text.clone())),
            Entry::Decision(decision) => Some(Message::new(Role::Assistant, decision.said()?)),
            _ => None,
        })
    }

    /// The thread as the model wrote it: its replies in full, with tool results, at most `budget` characters. Older exchanges are left
    /// out.
    pub fn replies(&self, thread: u32, budget: usize) -> Vec<Message> {
        self.window(thread, budget, |entry| match entry {
            Entry::User { text, .. } => Some(Message::new(Role::User, text.clone())),
            Entry::Said { text } => Some(Message::new(Role::Assistant, text.clone())),
            Entry::Decision(decision) => Some(Message::new(Role::Assistant, decision.raw.clone())),
            Entry::Tool { name, result, .. } => Some(Message::new(Role::User, observation(name, result))),
            _ => None,
        })
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

/// A tool's result as the model reads it.
fn observation(name: &str, result: &ToolResult) -> String {
    let observed = match result {
        ToolResult::Ok(value) => value! { "tool": name, "result": value },
        ToolResult::Error(error) => value! { "tool": name, "error": value! { "code": error.code, "text": error.text } },
    };
    json::to_text(&observed)
}
