//! Limits on texts, lists and calls (spec.md 6).

use serde_json::Value;

use super::phase::Phase;
use stepgate_engine::Error;
use stepgate_json::wanted;

/// Number of questions about the intent.
pub const QUESTIONS: u32 = 3;
/// Number of queries in a research.
pub const QUERIES: usize = 5;
/// Number of results to ask for in each search.
pub const RESULTS: u32 = 5;
/// Number of pages to read in a research.
pub const SOURCES: usize = 10;
/// Number of pages shown to the model.
pub const PAGES: usize = 5;
/// Characters of all pages together.
pub const PAGE_CHARACTERS: usize = 15_000;
/// Length of a page's address, in bytes.
pub const ADDRESS: usize = 2_000;
/// Number of fields in a project.
pub const FIELDS: usize = 100;
/// Characters of a field's text.
pub const CONTENT: usize = 100_000;
/// Characters of a field's name.
pub const NAME: usize = 60;
/// Number of older texts kept for a field.
pub const HISTORY: usize = 20;
/// Number of the user's later decisions kept.
pub const DECISIONS: usize = 8;
/// Characters of each of them.
pub const DECISION: usize = 120;
/// Characters of a field's text in the prompt of a chat.
pub const SHOWN: usize = 1_000;
/// Number of messages in the prompt of a chat.
pub const CHAT: usize = 10;
/// Number of simulations kept.
pub const SIMULATIONS: usize = 20;
/// Number of turns in a simulated dialogue.
pub const TURNS: usize = 5;
/// Characters of any other text from the page (a prompt, a profile, a channel's example).
pub const TEXT: usize = 20_000;
/// Characters of a text in a saved project that the agent or the model wrote. The limit is high, so that every exported project can
/// be opened again.
pub const WRITTEN: usize = 1_000_000;
/// Entries of any other list from the page, and members of an object (channels, a channel's examples, questions, traits).
pub const LIST: usize = 50;
/// Characters of one line in a simulated dialogue.
pub const WORDS: usize = 2_000;
/// Number of sections of an evaluation, and of metrics in each.
pub const SECTIONS: usize = 12;
/// Number of suggestions kept.
pub const SUGGESTIONS: usize = 20;
/// Number of messages in a saved dialogue.
pub const MESSAGES: usize = 1_000;

/// Checks the lengths of all texts and lists in a value from outside. Run it before any other check, which may then assume that the
/// value is of limited size.
///
/// # Errors
/// `malformed`, at the first text, list or object that is too long.
pub fn check(value: &Value) -> Result<(), Error> {
    check_in("", value, TEXT)
}

/// Checks one value. `key` is the member it belongs to; `usual` is the limit of characters for texts without a limit of their own.
fn check_in(key: &str, value: &Value, usual: usize) -> Result<(), Error> {
    match value {
        Value::String(text) => {
            let most = match key {
                "content" | "intent" | "consumer_personas" => CONTENT,
                // The agent composes it from the profile that the page gives as an object.
                "creator_profile" => WRITTEN,
                _ => usual,
            };
            at_most(most, if text.len() > most { text.chars().count() } else { 0 }, "characters")
        }
        Value::Array(items) => {
            // Each phase may have a default field besides the declared ones.
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
