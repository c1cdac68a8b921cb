//! Decisions that are known without asking again (stepper specification, 6.2).

use std::rc::Rc;

use serde_json::Value;

use super::memory::Memory;
use crate::json::object;
use crate::prompt::Prompt;
use crate::text::decimal;

/// So many decisions in a row are recalled; then the model is asked, so that an event has an end.
const LONGEST_STREAK: u32 = 40;

/// Decisions by the digest of what was asked, the one used last at the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Cache {
    pub(super) entries: Rc<Vec<Known>>,
    /// Moves with every change.
    pub(super) version: u64,
}

/// A decision, and what was asked.
#[derive(Clone, Debug)]
pub(super) struct Known {
    key: String,
    value: Value,
}

object!(Known { key, value });

impl Cache {
    fn find(&self, key: &str) -> Option<usize> {
        self.entries.iter().position(|known| known.key == key)
    }

    /// Takes a decision on, or to the end, and leaves out what has not been used for longest.
    fn put(&mut self, key: &str, value: &Value, most: u32) {
        self.version += 1;
        let at = self.find(key);
        let entries = Rc::make_mut(&mut self.entries);
        if let Some(at) = at {
            entries.remove(at);
        }
        entries.push(Known { key: key.to_owned(), value: value.clone() });
        let surplus = entries.len().saturating_sub(most as usize);
        entries.drain(..surplus);
    }

    fn drop_all(&mut self, keys: &[String]) {
        self.version += 1;
        Rc::make_mut(&mut self.entries).retain(|known| !keys.contains(&known.key));
    }
}

impl Memory {
    /// The decision on what is asked, if it is known.
    pub(super) fn known(&self, prompt: &Prompt) -> Option<Value> {
        if !self.config.cache || self.run.streak >= LONGEST_STREAK {
            return None;
        }
        let at = self.cache.find(&key(prompt))?;
        self.cache.entries.get(at).map(|known| known.value.clone())
    }

    /// Takes note of a decision, made by the model or recalled.
    pub(super) fn learn(&mut self, key: &str, value: &Value, recalled: bool) {
        self.run.streak = if recalled { self.run.streak + 1 } else { 0 };
        self.run.cache_hits += u32::from(recalled);
        if self.config.cache {
            self.cache.put(key, value, self.config.cache_entries);
            self.run.used.push(key.to_owned());
        }
    }

    /// What led to a failure is to be decided anew.
    pub(super) fn unlearn(&mut self) {
        let used = std::mem::take(&mut self.run.used);
        self.cache.drop_all(&used);
    }
}

/// A digest of all that is asked.
pub(super) fn key(prompt: &Prompt) -> String {
    let mut texts = vec![prompt.contract.name, prompt.system.as_str()];
    texts.extend(prompt.tail.iter().map(|message| message.content.as_str()));
    digest(&texts)
}

/// A digest of texts: the same for the same texts (FNV-1a, 64 bits, in digits).
pub(super) fn digest(texts: &[&str]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for text in texts {
        for byte in text.bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    decimal(hash)
}
