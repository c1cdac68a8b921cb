//! Facts that an earlier reading of a text has found out about its quotes.

/// The quotes of a document that are text.
#[derive(Debug, PartialEq)]
pub(super) struct RawQuotes {
    /// Their places, in order.
    pub(super) places: Vec<usize>,
    /// How implausible this reading is.
    pub(super) price: u32,
    /// Whether no other reading is nearly as good.
    pub(super) certain: bool,
    /// The place behind the document.
    pub(super) to: usize,
}

impl RawQuotes {
    /// Whether the quote at this place is text.
    pub(super) fn holds(&self, at: usize) -> bool {
        self.places.binary_search(&at).is_ok()
    }
}
