//! How much there may be (content specification, 6).

/// Questions about the intent.
pub const QUESTIONS: u32 = 3;
/// Queries of a research.
pub const QUERIES: usize = 5;
/// Results asked for each query.
pub const RESULTS: u32 = 5;
/// Sources asked for.
pub const SOURCES: usize = 10;
/// Pages shown to the model.
pub const PAGES: usize = 5;
/// Characters of all pages together.
pub const PAGE_CHARACTERS: usize = 15_000;
/// Bytes of a page's address.
pub const ADDRESS: usize = 2_000;
/// Fields of a project.
pub const FIELDS: usize = 100;
/// Characters of a field's text.
pub const CONTENT: usize = 100_000;
/// Characters of a field's name.
pub const NAME: usize = 60;
/// Older texts kept for a field.
pub const HISTORY: usize = 20;
/// Entries of the dialogue a chat sees.
pub const CHAT: usize = 10;
/// Simulations kept.
pub const SIMULATIONS: usize = 20;
/// Turns of a simulated dialogue.
pub const TURNS: usize = 5;
/// Characters of any other text a page gives (a prompt, a profile, a channel's example).
pub const TEXT: usize = 20_000;
/// Channels, examples of one, pre-questions of a field.
pub const LIST: usize = 50;
/// Characters of what one side of a simulated dialogue says at once.
pub const WORDS: usize = 2_000;
/// Sections and criteria of an evaluation.
pub const SECTIONS: usize = 12;
/// Suggestions kept.
pub const SUGGESTIONS: usize = 20;
