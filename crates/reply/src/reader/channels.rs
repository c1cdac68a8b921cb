//! The channels of the harmony format, with its tokens or without them: `<|channel|>analysis`, `assistantcommentary`.

use super::source::is_blank;
use crate::characters::{is_letter, is_line_break};
use stepgate_json::slice;

/// The channel of thoughts.
const THOUGHTS: &str = "analysis";

/// The other channels.
const SPOKEN: [&str; 2] = ["commentary", "final"];

/// The place of the channel behind the last thoughts; the end of the text if none follows them, and 0 if there are no thoughts.
pub(super) fn past_thoughts(text: &str) -> usize {
    let begun = text.trim_start_matches(is_blank);
    let bare = begun.strip_prefix(THOUGHTS);
    let is_harmony = bare.is_some() || ["<|", "assistant", "commentary"].iter().any(|open| begun.starts_with(open));
    if !is_harmony {
        return 0;
    }
    let mark = if begun.starts_with("<|") { "<|channel|>" } else { "assistant" };
    let (mut thinks, mut end) = (bare.is_some(), 0);
    for (at, mark) in text.match_indices(mark) {
        let channel = slice(text, at + mark.len()..).trim_start_matches(is_line_break);
        let spoken = SPOKEN.iter().any(|name| channel.starts_with(name));
        if thinks && spoken {
            end = at;
        }
        thinks = (thinks || channel.starts_with(THOUGHTS)) && !spoken;
    }
    // The word may begin a sentence.
    let goes_on = |c| is_letter(c) || is_line_break(c) || matches!(c, '{' | '[' | '<');
    let is_sentence = end == 0 && bare.is_some_and(|next| !next.starts_with(goes_on));
    if thinks && !is_sentence {
        text.len()
    } else {
        end
    }
}
