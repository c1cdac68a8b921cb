//! Pace of a dialogue, measured by the length of the user's replies (spec.md 4.3).

use super::stage::GuideState;
use super::steering::{is_cjk, wants_draft};
use stepgate_json::Json;

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
    /// A number or a picked option, however short: the guide takes it as an answer.
    Fact,
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
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
    #[json(optional)]
    pub opening_failed: bool,
    /// Whether the newest reply is only a greeting, which answers nothing.
    #[json(optional)]
    pub greets: bool,
    /// Whether the newest reply brings a number or picks an option.
    #[json(optional)]
    pub brings_fact: bool,
    /// Whether the newest reply asks for the draft now.
    #[json(optional)]
    pub wants_draft: bool,
}

impl Pace {
    /// Whether the dialogue is empty.
    pub fn is_silent(&self) -> bool {
        !self.opened && self.user_turns == 0
    }

    /// Whether the user has spoken once, before the dialogue asked anything.
    pub(super) fn is_unasked(&self) -> bool {
        !self.opened && self.user_turns == 1
    }

    /// The tier of the newest reply.
    pub(super) fn tier(&self) -> Tier {
        match Tier::of(self.units) {
            Tier::Brief | Tier::Minimal if self.brings_fact => Tier::Fact,
            tier => tier,
        }
    }

    /// Counts a message of the user that was said in `state`.
    pub fn hear(&mut self, text: &str, state: GuideState, has_draft: bool) {
        self.user_turns += 1;
        self.units = units(text);
        (self.greets, self.brings_fact) = (is_greeting(text), brings_fact(text));
        self.wants_draft = wants_draft(text);
        if state != GuideState::Discovery {
            return;
        }
        if !has_draft {
            self.turns_without_draft += 1;
        }
        self.short_in_a_row = match self.tier() {
            Tier::Detailed | Tier::Fact => 0,
            _ if self.greets || self.wants_draft => self.short_in_a_row,
            _ => self.short_in_a_row + 1,
        };
    }
}

/// Whether a reply is long enough for a fact, or brings a number or a name.
pub(super) fn tells(text: &str) -> bool {
    Tier::of(units(text)) != Tier::Minimal || text.chars().any(|c| c.is_ascii_digit()) || names(text)
}

/// Whether a short reply names something: a Latin word in a Chinese text, or a word with a capital letter that does not open its clause.
fn names(text: &str) -> bool {
    let is_chinese = text.chars().any(|c| matches!(c, '\u{4e00}'..='\u{9fff}'));
    let is_small = |word: &str| ["ok", "okay", "hi", "no", "yes"].contains(&word.to_lowercase().as_str());
    text.split(|c: char| c.is_ascii_punctuation() && c != '\'' && c != '+').any(|clause| {
        let words = clause.trim_start().split(|c: char| !c.is_ascii_alphabetic()).enumerate();
        words
            .filter(|(_, word)| word.len() >= 2 && !is_small(word))
            .any(|(at, word)| is_chinese || word.chars().skip(usize::from(at == 0)).any(|c| c.is_ascii_uppercase()))
    })
}

/// Whether a reply is only a greeting.
fn is_greeting(text: &str) -> bool {
    const GREETINGS: [&str; 20] = [
        "你好",
        "您好",
        "你好呀",
        "你好啊",
        "嗨",
        "哈喽",
        "在吗",
        "早",
        "早上好",
        "上午好",
        "下午好",
        "晚上好",
        "hi",
        "hello",
        "hey",
        "hi there",
        "hello there",
        "good morning",
        "good afternoon",
        "good evening",
    ];
    let text = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    GREETINGS.contains(&text.as_str())
}

/// Whether a reply brings a number or picks an option, which is an answer however short it is.
fn brings_fact(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit()) || picks_option(text) || picks_option_zh(text)
}

/// Whether a text only names options: `B`, `A and C`, `the second one`, `both`.
fn picks_option(text: &str) -> bool {
    const ORDER: [&str; 9] = ["first", "second", "third", "fourth", "last", "both", "all", "former", "latter"];
    const AROUND: [&str; 9] = ["the", "one", "option", "and", "or", "of", "them", "two", "three"];
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    // "a" in a longer text is an article.
    let is_letter = |word: &str| matches!(word.as_bytes(), [b'a'..=b'e']) && (word != "a" || words.len() != 2);
    let is_pick = |word: &&str| is_letter(word) || ORDER.contains(word);
    words.iter().any(is_pick) && words.iter().all(|word| is_pick(word) || AROUND.contains(word))
}

/// The same in Chinese: `选B`, `第二个`, `前两个`, `都有`.
fn picks_option_zh(text: &str) -> bool {
    let text: String = text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let picks = |c: char| matches!(c, 'a'..='e' | '第' | '前' | '后' | '都');
    text.chars().any(picks) && text.chars().all(|c| picks(c) || "我选是有和跟或个项种者一二两三四五吧".contains(c))
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
