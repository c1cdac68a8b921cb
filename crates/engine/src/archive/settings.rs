//! Settings: data of a session that seldom changes, saved as a part.

use stepgate_json::object;

use crate::vocabulary::lang_tag::LangTag;

/// Data that seldom changes, saved as a part.
pub(crate) struct Settings {
    pub(crate) seed: u64,
    /// Source of the session's idempotency keys; if empty, the seed is used.
    pub(crate) nonce: String,
    pub(crate) lang: LangTag,
    pub(crate) rounds_max: u32,
}

object!(Settings { seed } optional { nonce, lang, rounds_max });
