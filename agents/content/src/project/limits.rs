//! How much there may be (content specification, 6).

use serde_json::Value;

use super::Phase;
use stepgate_engine::Error;
use stepgate_json::wanted;

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
/// Characters of a text that the agent or the model wrote, of whatever length: a project that was exported can be opened again.
pub const WRITTEN: usize = 1_000_000;
/// Entries of any other list a page gives, and members of an object (channels, examples of one, pre-questions, traits).
pub const LIST: usize = 50;
/// Characters of what one side of a simulated dialogue says at once.
pub const WORDS: usize = 2_000;
/// Sections and criteria of an evaluation.
pub const SECTIONS: usize = 12;
/// Suggestions kept.
pub const SUGGESTIONS: usize = 20;
/// Messages of a saved dialogue.
pub const MESSAGES: usize = 1_000;

/// Whether the texts and lists of a value from outside are of a bearable length. Whatever else is checked of it may rest on
/// that.
///
/// # Errors
/// At the first one that is too long.
pub fn check(value: &Value) -> Result<(), Error> {
    check_in("", value, TEXT)
}

/// `key`: the member that the value belongs to; `usual`: the most characters of a text that has no limit of its own.
fn check_in(key: &str, value: &Value, usual: usize) -> Result<(), Error> {
    match value {
        Value::String(text) => {
            let most = match key {
                "content" | "intent" | "consumer_personas" => CONTENT,
                // Put together from the profile of the page, which is an object.
                "creator_profile" => WRITTEN,
                _ => usual,
            };
            at_most(most, if text.len() > most { text.chars().count() } else { 0 }, "characters")
        }
        Value::Array(items) => {
            // Beside the fields that were declared there may be one that each phase made.
            let most = match key {
                "fields" | "templates" | "depends_on" | "made" => FIELDS + Phase::ALL.len(),
                "messages" => MESSAGES,
                _ => LIST,
            };
            at_most(most, items.len(), "entries")?;
            for (at, item) in items.iter().enumerate() {
                check_in(key, item, usual).map_err(|error| error.within(&at.to_string()))?;
            }
            Ok(())
        }
        Value::Object(members) => {
            at_most(LIST, members.len(), "members")?;
            for (key, member) in members {
                let is_written = matches!(key.as_str(), "simulations" | "evaluation" | "suggestions");
                let usual = if is_written { WRITTEN } else { usual };
                check_in(key, member, usual).map_err(|error| error.within(key))?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn at_most(most: usize, found: usize, of: &str) -> Result<(), Error> {
    if found <= most {
        return Ok(());
    }
    Err(wanted(&["at most ", &most.to_string(), " ", of].concat()))
}
