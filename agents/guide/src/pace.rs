//! How fast to lead the dialogue: what the machine measures of the user's replies (guide specification, 4.3).

use super::model::GuideState;
use stepgate_json::object;

/// From this user turn in DISCOVERY without a draft the hint asks for a draft (guide specification, 6).
pub const NUDGE: u32 = 12;

/// How much a reply says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// More than 50 units: ask one deeper question.
    Detailed,
    /// 10 to 50 units: lead with options.
    Brief,
    /// Fewer than 10 units: guess, and let the user correct.
    Minimal,
}

impl Tier {
    /// The tier of a reply of so many units.
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
    /// The opening is in the dialogue.
    pub opened: bool,
    /// Messages of the user, the trigger of the opening not counted.
    pub user_turns: u32,
    /// Messages of the user in DISCOVERY while there was no draft.
    pub turns_without_draft: u32,
    /// Replies in a row that were not detailed.
    pub short_in_a_row: u32,
    /// Units of the newest reply.
    pub units: usize,
    /// The model was asked for the opening and gave none, or the user stopped it. It is asked again only where the user wants it.
    pub opening_failed: bool,
}

object!(Pace { opened, user_turns, turns_without_draft, short_in_a_row, units } optional { opening_failed });

impl Pace {
    /// Nothing has been said in the task.
    pub fn is_silent(&self) -> bool {
        !self.opened && self.user_turns == 0
    }

    /// The user has spoken in `state`.
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

/// CJK characters plus one and a half times the other words (runs of letters and digits), rounded up.
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

/// Han, kana and hangul.
fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}
