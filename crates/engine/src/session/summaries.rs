//! Summaries of messages that leave the window: the model makes one in a call of its own, and the engine compares it with the messages.

use serde_json::Value;

use crate::origins::carried::{lost, strange};
use crate::origins::sources::{all_of, Searched};
use crate::prompt::limits::Limits;
use crate::prompt::tokens::{estimate, Scale};
use crate::prompt::{Contract, Message, Prompt, Role, Window};
use crate::session::any::AnySession;
use crate::session::waiting::Waiting;
use crate::transcript::summaries::{as_data, Leaving};
use crate::vocabulary::effect::Effect;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::step::{Complaint, Refusal, Step};
use crate::vocabulary::summary::{Summary, SummaryView};
use crate::vocabulary::texts;
use crate::vocabulary::usage::Usage;
use stepgate_json as json;
use stepgate_reply::Lang;

/// Name of the edit that changes the summary.
pub(super) const SUMMARY: &str = "summary";

/// Code of a complaint about what a summary says.
const BAD_SUMMARY: &str = "bad_summary";

/// A summary has at most this part of the tokens of its window.
const PART: u64 = 4;

impl AnySession {
    /// The messages that leave the window before the model is asked with this prompt. Beside a card that stands, and for a choice, none do.
    pub(super) fn leaving(&self, prompt: &Prompt) -> Option<Leaving> {
        let Window::Tokens { tokens, keep, summarise: true } = prompt.window else { return None };
        if self.waits.standing().is_some() || self.waits.choosing().is_some() {
            return None;
        }
        let limit = |name: &str| self.limit_of(name);
        self.transcript().leaving(self.scene().thread(), tokens, keep, &self.results(&limit))
    }

    /// Asks the model for a summary.
    pub(super) fn summarise(&mut self, leaving: Leaving) {
        self.counters.count_call();
        let call = self.waits.next_number();
        self.waits.begin(Waiting::Model { call, changed: false, leaving: Some(leaving) });
    }

    /// The prompt for a summary. `asked`: that of the stage.
    pub(super) fn prompt_for_summary(&self, asked: &Prompt, leaving: Leaving) -> Prompt {
        let (lang, thread) = (self.lang(), self.scene().thread());
        let limit = |name: &str| self.limit_of(name);
        let before = self.summary_before().map(|before| as_data(&before));
        let told = self.transcript().told_leaving(thread, leaving, &self.results(&limit));
        let told: Vec<String> = before.into_iter().chain([told]).collect();
        let contract = Contract { name: "summary", schema: Summary::contract() };
        let mut prompt = Prompt::new(texts::summarise(longest(leaving, self.lang()), lang), contract);
        prompt.window = Window::None;
        prompt.tail = vec![Message::new(Role::User, told.join("\n"))];
        prompt.sampling = asked.sampling;
        prompt.limits = Limits { corrections: asked.limits.corrections, ..Limits::default() };
        prompt
    }

    fn summary_before(&self) -> Option<Summary> {
        let before = self.transcript().summary(self.scene().thread())?.summary;
        (!before.is_empty()).then_some(before)
    }

    /// Takes a reply that is a summary, or returns it to the model. After the last correction the items stay that pass.
    pub(super) fn summarised(&mut self, leaving: Leaving, value: &Value, raw: String, prompt: &Prompt) {
        let Ok(mut summary) = json::read::<Summary>(value) else { return self.go_on_without_summary(leaving) };
        summary.sift(|item| !item.trim().is_empty());
        let Some(complaint) = self.complaint_about(&summary, leaving) else {
            self.counters.end_corrections();
            return self.keep_summary(leaving, (summary, Vec::new()), raw);
        };
        if self.counters.in_a_row() < prompt.limits.corrections {
            return self.correct(raw, Complaint::new(BAD_SUMMARY, complaint), "refused", prompt);
        }
        self.counters.correct(0);
        self.counters.end_corrections();
        self.scene_mut().push(Entry::Correction { raw, complaint, code: Some(BAD_SUMMARY.into()) });
        let mut source = self.summarised_texts(leaving);
        let mut left = longest(leaving, self.lang());
        let refused = summary.sift(|item| {
            let fits = strange(item, &mut source).is_empty() && left.checked_sub(item.chars().count()).is_some();
            left = if fits { left.saturating_sub(item.chars().count()) } else { left };
            fits
        });
        self.keep_summary(leaving, (summary, refused), String::new());
    }

    /// The fault of a summary: it has ids or numbers of its own, it is too long, or it keeps nothing. Ids of the user that it does not keep are
    /// told once.
    fn complaint_about(&self, summary: &Summary, leaving: Leaving) -> Option<String> {
        let lang = self.lang();
        let longest = longest(leaving, lang);
        let items: Vec<&str> = summary.items().collect();
        let whole = items.join("\n");
        let length = whole.chars().count();
        let mut parts = Vec::new();
        if items.is_empty() {
            parts.push(texts::NOTHING_KEPT.in_lang(lang).to_owned());
        }
        let invented = strange(&whole, &mut self.summarised_texts(leaving));
        if !invented.is_empty() {
            parts.push(texts::invented(&invented, lang));
        }
        if length > longest {
            parts.push(texts::summary_too_long(length, longest, lang));
        }
        if !self.is_told_what_is_lost() {
            let mut kept = all_of(items.into_iter(), std::iter::empty());
            let lost = lost(&self.words_to_carry(leaving), &mut kept);
            parts.extend((!lost.is_empty()).then(|| texts::lost(&lost, lang)));
        }
        (!parts.is_empty()).then(|| parts.join("\n"))
    }

    /// Whether a complaint about the present summary was made before.
    fn is_told_what_is_lost(&self) -> bool {
        let transcript = self.transcript();
        let open = transcript.live().filter(|(_, stored)| !matches!(stored.entry, Entry::Reasoning { .. }));
        open.take(self.counters.in_a_row() as usize).any(
            |(_, stored)| matches!(&stored.entry, Entry::Correction { code: Some(code), .. } if code == BAD_SUMMARY),
        )
    }

    /// All that a summary may take its ids and numbers from.
    fn summarised_texts(&self, leaving: Leaving) -> Searched {
        let before = self.summary_before();
        all_of(
            before.iter().flat_map(Summary::items),
            self.transcript().covered(self.scene().thread(), leaving.from..leaving.to),
        )
    }

    /// The summary before, and the words of the user since.
    fn words_to_carry(&self, leaving: Leaving) -> String {
        let before = self.summary_before();
        let covered = self.transcript().covered(self.scene().thread(), leaving.from..leaving.to);
        let said = covered.filter_map(|entry| match entry {
            Entry::User { text, cue: None, .. } => Some(text.as_str()),
            _ => None,
        });
        before.iter().flat_map(Summary::items).chain(said).collect::<Vec<_>>().join("\n")
    }

    /// Goes on without a summary: the messages are left out.
    pub(super) fn go_on_without_summary(&mut self, leaving: Leaving) {
        self.keep_summary(leaving, (Summary::default(), Vec::new()), String::new());
    }

    /// Records a summary, and asks the model for what it was to do. Without one the one before stays, and the messages are counted.
    fn keep_summary(&mut self, leaving: Leaving, (summary, refused): (Summary, Vec<String>), raw: String) {
        let Leaving { from, to, .. } = leaving;
        let thread = self.scene().thread();
        let before = self.transcript().summary(thread);
        let already = before.as_ref().map_or(0, |before| before.left_out);
        let is_none = summary.is_empty();
        let left_out = already + if is_none { self.transcript().covered(thread, from..to).count() } else { 0 };
        let summary = match before {
            Some(before) if is_none => before.summary,
            _ => summary,
        };
        let (own, edited) = (Value::Null, false);
        self.scene_mut().push(Entry::Summary { from, to, summary, raw, refused, left_out, own, edited });
        let stage = self.actor.stage();
        self.go(Step::Think(stage));
    }

    /// The summary as a page shows it.
    pub(super) fn summary_shown(&self) -> Option<SummaryView> {
        self.transcript().summary(self.scene().thread())
    }

    /// Handles an edit by which the user changes the summary: `{ facts?, wishes?, decisions?, ids? }`, each a list of texts.
    ///
    /// # Errors
    /// The model is at work, there is no summary, or the edit is none.
    pub(super) fn change_summary(&mut self, given: &Value) -> Result<bool, Refusal> {
        if self.waits.now().is_busy() {
            return Err(Refusal::busy(self.lang()));
        }
        let Some(before) = self.summary_shown() else { return Err(Refusal::no_summary(self.lang())) };
        let summary = before.summary.changed(given).ok_or_else(|| Refusal::bad_summary(self.lang()))?;
        if summary == before.summary {
            return Ok(false);
        }
        let SummaryView { from, to, refused, left_out, .. } = before;
        let known: Vec<&str> = before.summary.items().collect();
        let own: Vec<&str> = summary.items().filter(|item| !known.contains(item)).collect();
        let own = if own.is_empty() { Value::Null } else { own.into() };
        let raw = String::new();
        self.scene_mut().push(Entry::Summary { from, to, summary, raw, refused, left_out, own, edited: true });
        Ok(true)
    }

    /// Learns from a call how many tokens its messages have, where the window is counted in tokens. Files have tokens of their own.
    pub(super) fn measure(&mut self, usage: Usage) {
        let by_tokens = || matches!(self.prompt().window, Window::Tokens { .. });
        if self.waits.now().leaving().is_none() && !by_tokens() {
            return;
        }
        let Some(Effect::CallModel { messages, .. }) = self.effect() else { return };
        if messages.iter().all(|message| message.parts.is_empty()) {
            let estimated = messages.iter().map(|message| estimate(&message.content)).sum();
            if let Some(scale) = Scale::measured(usage.input, estimated) {
                self.counters.set_scale(scale);
            }
        }
    }
}

/// Most characters of a summary: about a quarter of the tokens of the window.
fn longest(leaving: Leaving, lang: Lang) -> usize {
    let characters = match lang {
        Lang::Zh => 1,
        Lang::En => 3,
    };
    usize::try_from(leaving.tokens / PART).unwrap_or(usize::MAX).saturating_mul(characters)
}
