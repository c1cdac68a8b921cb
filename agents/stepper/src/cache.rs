//! Cache of model decisions: the same prompt gives the same decision without a model call (spec.md 6.2,
//! docs/decisions/030-stepper-caches-by-prompt.md).

use std::rc::Rc;

use serde_json::Value;

use stepgate_engine::prompt::Prompt;
use stepgate_engine::Error;
use stepgate_json::{wanted, Json};

/// Decisions per page. A page is one saved part, so a decision that is made or used costs the saving of its page.
const PAGE: usize = 8;
/// Number of pages that a snapshot may have.
const MOST_PAGES: usize = 1 << 16;

/// Decisions by the digest of their prompt. A decision keeps its place, so that only its own page changes with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Cache {
    pub(super) pages: Vec<Page>,
}

pub(super) type Page = Rc<Vec<Known>>;

/// Decision with the digest of its prompt. An empty key marks a free place.
#[derive(Clone, Debug, Default, Json)]
pub(super) struct Known {
    key: String,
    value: Value,
    /// Number of the cache use that touched this place last.
    used: u64,
}

/// Newest use number of a page. Every change of the page raises it, so it serves as the part's version.
pub(super) fn newest(page: &Page) -> u64 {
    let mut newest = 0;
    for known in page.iter() {
        newest = known.used.max(newest);
    }
    newest
}

impl Cache {
    /// Number of cache uses so far.
    pub(super) fn uses(&self) -> u64 {
        let mut uses = 0;
        for page in &self.pages {
            uses = newest(page).max(uses);
        }
        uses
    }

    /// Page and place of a key. The empty key finds a free place.
    fn find(&self, key: &str) -> Option<(usize, usize)> {
        for (at, page) in self.pages.iter().enumerate() {
            if let Some(place) = page.iter().position(|known| known.key == key) {
                return Some((at, place));
            }
        }
        None
    }

    /// Decision stored under a key.
    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        let (page, place) = self.find(key)?;
        self.pages.get(page)?.get(place).map(|known| &known.value)
    }

    fn set(&mut self, (page, place): (usize, usize), known: Known) {
        if let Some(held) = self.pages.get_mut(page).and_then(|page| Rc::make_mut(page).get_mut(place)) {
            *held = known;
        }
    }

    /// Stores a decision, or marks it as used, and evicts the entries that were not used for longest.
    pub(super) fn put(&mut self, key: &str, value: &Value, most: u32) {
        let known = Known { key: key.to_owned(), value: value.clone(), used: self.uses() + 1 };
        match self.find(key).or_else(|| self.find("")) {
            Some(place) => self.set(place, known),
            None => self.append(known),
        }
        self.evict(most as usize);
    }

    fn append(&mut self, known: Known) {
        match self.pages.last_mut().filter(|page| page.len() < PAGE) {
            Some(page) => Rc::make_mut(page).push(known),
            None => self.pages.push(Rc::new(vec![known])),
        }
    }

    /// Frees the least recently used places until at most `most` decisions remain.
    fn evict(&mut self, most: usize) {
        loop {
            let (mut kept, mut oldest) = (0, (u64::MAX, (0, 0)));
            for (at, page) in self.pages.iter().enumerate() {
                for (place, known) in page.iter().enumerate() {
                    if !known.key.is_empty() {
                        kept += 1;
                        oldest = oldest.min((known.used, (at, place)));
                    }
                }
            }
            if kept <= most {
                return;
            }
            self.set(oldest.1, Known { used: self.uses(), ..Known::default() });
        }
    }

    /// Frees every place that was written or used after use number `uses`.
    pub(super) fn drop_since(&mut self, uses: u64) {
        let used = self.uses() + 1;
        for page in &mut self.pages {
            let is_used_since = |known: &Known| known.used > uses && !known.key.is_empty();
            if page.iter().any(is_used_since) {
                for known in Rc::make_mut(page).iter_mut().filter(|known| is_used_since(known)) {
                    *known = Known { used, ..Known::default() };
                }
            }
        }
    }

    /// Puts a saved page back.
    ///
    /// # Errors
    /// `at` is beyond the largest page number.
    pub(super) fn put_page(&mut self, at: usize, known: Vec<Known>) -> Result<(), Error> {
        if at >= MOST_PAGES {
            return Err(wanted("the number of a page"));
        }
        let count = self.pages.len().max(at + 1);
        self.pages.resize(count, Page::default());
        if let Some(page) = self.pages.get_mut(at) {
            *page = Rc::new(known);
        }
        Ok(())
    }
}

/// Digest of the prompt, without the conversation: the stepper sends none of it but the user's files.
pub(super) fn key(prompt: &Prompt) -> String {
    let mut texts = vec![prompt.contract.name, prompt.system.as_str()];
    texts.extend(prompt.tail.iter().map(|message| message.content.as_str()));
    texts.extend(prompt.tail.iter().flat_map(|message| &message.parts).map(|part| part.sha256.as_str()));
    digest(&texts)
}

/// Digest of texts (FNV-1a, 64 bits, as decimal digits).
pub(super) fn digest(texts: &[&str]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for text in texts {
        for byte in text.bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash.to_string()
}
