//! Settings: data of a session that seldom changes, saved as a part.

use stepgate_json::Json;

use crate::vocabulary::lang_tag::LangTag;

/// Data that seldom changes, saved as a part.
#[derive(Json)]
pub(crate) struct Settings {
    pub(crate) seed: u64,
    /// Source of the session's idempotency keys; if empty, the seed is used.
    #[json(optional)]
    pub(crate) nonce: String,
    #[json(optional)]
    pub(crate) lang: LangTag,
    #[json(optional)]
    pub(crate) rounds_max: u32,
}
