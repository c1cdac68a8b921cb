//! The opening of a session.

use serde_json::Value;

use crate::vocabulary::lang_tag::LangTag;

/// Arguments for opening a fresh session.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The agent's input; each agent documents its own.
    pub input: Value,
    /// Source of the session's ids, and of its idempotency keys if there is no nonce. Must be different for each session.
    pub seed: u64,
    /// Source of the session's idempotency keys. Must be different for each session; 96 random bits are best. Empty: the seed is used.
    pub nonce: String,
    /// Language of prompts, cards and notices. The engine and the agents in Rust speak Chinese or English ([`LangTag::spoken`]).
    pub lang: LangTag,
    /// The host's clock, in milliseconds since the epoch.
    pub at_ms: u64,
}
