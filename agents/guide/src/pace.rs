//! Pace of a dialogue, measured by the length of the user's replies (spec.md 4.3).

use super::stage::GuideState;
use stepgate_json::object;

/// Number of user turns in DISCOVERY without a draft after which the prompt asks for a draft (spec.md 6).
pub const NUDGE: u32 = 12;

/// Length class of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// More than 50 units: the guide asks one deeper question.
    Detailed,
    /// 10 to 50 units: the guide offers options.
    Brief,
    /// Fewer than 10 units: the guide guesses, and the user corrects.
    Minimal,
}

impl Tier {
    /// The tier of a reply with this number of units (see [`units`]).
    pub fn of(units: usize) -> Tier {
        match units {
            0..=9 => Tier::Minimal,
            10..=50 => Tier::Brief,
            _ => Tier::Detailed,
        }
    }
}

/// Counts of one task's dialogue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Whether the dialogue has an opening.
    pub opened: bool,
    /// Number of the user's messages. The message that asks for the opening does not count.
    pub user_turns: u32,
    /// Number of the user's messages in DISCOVERY while there was no draft.
    pub turns_without_draft: u32,
    /// Number of successive replies that were not detailed.
    pub short_in_a_row: u32,
    /// Length of the newest reply, in units.
    pub units: usize,
    /// Whether the call for the opening failed or was stopped. It is repeated only when the user asks for it.
    pub opening_failed: bool,
}

object!(Pace { opened, user_turns, turns_without_draft, short_in_a_row, units } optional { opening_failed });

impl Pace {
    /// Whether the dialogue is empty.
    pub fn is_silent(&self) -> bool {
        !self.opened && self.user_turns == 0
    }

    /// Counts a message of the user that was said in `state`.
    pub fn hear(&mut self, text: &str, state: GuideState, has_draft: bool) {
        self.user_turns += 1;
        self.units = units(text);
        if state != GuideState::Discovery {
            return;
        }
        if !has_draft {
            self.turns_without_draft += 1;
        }
        self.short_in_a_row = if Tier::of(self.units) == Tier::Detailed { 0 } else { self.short_in_a_row + 1 };
    }
}

/// Length of a text in units: the number of CJK characters plus one and a half times the number of other words, rounded up. A
/// word is a run of letters and digits.
pub fn units(text: &str) -> usize {
    let (mut cjk, mut words, mut in_word) = (0, 0, false);
    for c in text.chars() {
        let letter = c.is_alphanumeric();
        if letter && is_cjk(c) {
            cjk += 1;
            in_word = false;
        } else {
            words += usize::from(letter && !in_word);
            in_word = letter;
        }
    }
    cjk + (3 * words).div_ceil(2)
}

/// Whether `c` is a Han character, kana or hangul.
fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}
