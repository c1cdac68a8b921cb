//! The messages that the model reads.

use crate::prompt::{Message, Prompt, Role, Window};
use crate::transcript::entries::Transcript;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::tool::ToolResult;
use stepgate_json::{self as json, value};

impl Transcript {
    /// The messages of a request: system, window, tail, then the open corrections. `corrections` is their number.
    pub(crate) fn messages(&self, prompt: &Prompt, thread: u32, corrections: u32) -> Vec<Message> {
        let mut messages = vec![Message::new(Role::System, prompt.system.clone())];
        messages.extend(match prompt.window {
            Window::None => Vec::new(),
            Window::Words { characters } => self.words(thread, characters),
            Window::Replies { characters } => self.replies(thread, characters),
        });
        messages.extend(prompt.tail.iter().cloned());
        for (raw, complaint) in self.open_corrections(corrections) {
            messages.push(Message::new(Role::Assistant, raw));
            messages.push(Message::new(Role::User, complaint));
        }
        messages
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

    /// The last `count` corrections, oldest first, if the transcript ends with them.
    fn open_corrections(&self, count: u32) -> Vec<(&str, &str)> {
        let mut open: Vec<(&str, &str)> = (0..self.len())
            .rev()
            .filter_map(|seq| self.get(seq))
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
