//! The queue of words that wait until the turn ends.

use serde_json::Value;

use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::utterance::Utterance;
use crate::vocabulary::view::QueuedWords;
use stepgate_json::Json;

/// Words that wait.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct Words {
    /// The revision that queued them, by which they are taken back.
    pub(super) id: u64,
    /// The host's clock.
    pub(super) at_ms: u64,
    pub(super) text: String,
    /// Images and files beside the text.
    #[json(optional)]
    pub(super) parts: Vec<FilePart>,
    #[json(optional)]
    pub(super) with: Value,
    /// Whether they end the call of the model, as soon as no tool runs.
    #[json(optional)]
    pub(super) interrupts: bool,
}

impl Words {
    /// The words themselves.
    pub(super) fn utterance(&self) -> Utterance {
        Utterance { text: self.text.clone(), parts: self.parts.clone() }
    }

    fn shown(&self) -> QueuedWords {
        QueuedWords { id: self.id, text: self.text.clone(), at_ms: self.at_ms, parts: self.parts.clone() }
    }
}

/// Words that wait, in the order in which they will be said.
#[derive(Default)]
pub(super) struct Queue(Vec<Words>);

impl Queue {
    /// The queue of a saved session.
    pub(super) fn loaded(words: Vec<Words>) -> Self {
        Queue(words)
    }

    pub(super) fn words(&self) -> &Vec<Words> {
        &self.0
    }

    /// The words as a page shows them.
    pub(super) fn shown(&self) -> Vec<QueuedWords> {
        self.0.iter().map(Words::shown).collect()
    }

    /// Adds words: those that interrupt before those that wait.
    pub(super) fn add(&mut self, words: Words) {
        let before = |other: &Words| other.interrupts || !words.interrupts;
        let at = self.0.iter().position(|other| !before(other)).unwrap_or(self.0.len());
        self.0.insert(at, words);
    }

    /// Adds others to the beginning of the first words.
    pub(super) fn put_before(&mut self, words: Utterance) {
        let Some(first) = self.0.first_mut() else { return };
        let Some(joined) = Utterance::joined([words, first.utterance()]) else { return };
        (first.text, first.parts) = (joined.text, joined.parts);
    }

    /// Takes words back. Whether they waited.
    pub(super) fn take_back(&mut self, id: u64) -> bool {
        let count = self.0.len();
        self.0.retain(|words| words.id != id);
        self.0.len() < count
    }

    /// Takes all words back, as one.
    pub(super) fn take_all(&mut self) -> Option<Utterance> {
        Utterance::joined(std::mem::take(&mut self.0).iter().map(Words::utterance))
    }
}
