//! Words of the user, with the images and files beside them.

use crate::vocabulary::entry::Entry;
use crate::vocabulary::file_part::FilePart;

/// Words of the user, and what came with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Utterance {
    pub(crate) text: String,
    pub(crate) parts: Vec<FilePart>,
}

impl Utterance {
    /// The entry of these words.
    pub(crate) fn heard(&self) -> Entry {
        Entry::User { text: self.text.clone(), cue: None, parts: self.parts.clone() }
    }

    /// Whether there is nothing in it.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty() && self.parts.is_empty()
    }

    /// Several as one, each text in lines of its own. None where there are none.
    pub(crate) fn joined(all: impl IntoIterator<Item = Utterance>) -> Option<Utterance> {
        all.into_iter().reduce(|mut first, next| {
            let texts = [std::mem::take(&mut first.text), next.text];
            first.text = texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
            first.parts.extend(next.parts);
            first
        })
    }
}

impl From<String> for Utterance {
    fn from(text: String) -> Self {
        Utterance { text, parts: Vec::new() }
    }
}
