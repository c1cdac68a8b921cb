//! The two languages of all texts: Chinese and English.

use stepgate_json::Json;

/// Language of prompts, complaints, notices and cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Lang {
    /// Chinese (simplified). The default.
    #[default]
    Zh,
    /// English.
    En,
}

/// One sentence in both languages. `"…".into()` makes one of a text that serves for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// In Chinese.
    pub zh: &'static str,
    /// In English.
    pub en: &'static str,
}

/// The same sentence in both: for an agent that speaks one language.
impl From<&'static str> for Text {
    fn from(text: &'static str) -> Self {
        Text { zh: text, en: text }
    }
}

/// Makes a sentence in both languages.
pub const fn text(zh: &'static str, en: &'static str) -> Text {
    Text { zh, en }
}

impl Text {
    /// The sentence in `lang`.
    pub fn in_lang(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::Zh => self.zh,
            Lang::En => self.en,
        }
    }
}

/// A table of sentences by code, packed into one string: a table of many small strings would take more bytes in pointers than in
/// words. The macro [`sentences!`](crate::sentences) makes one.
#[derive(Clone, Copy)]
pub struct Sentences(&'static str);

impl Sentences {
    /// A table from the packed string that [`sentences!`](crate::sentences) writes: code, Chinese and English, each followed by U+001F.
    pub const fn new(text: &'static str) -> Self {
        Sentences(text)
    }

    /// The sentence with a code that is written in the program, and so is in the table. Without it the code itself, for all to see.
    pub fn get(self, code: &'static str, lang: Lang) -> &'static str {
        let found = self.find(code, lang);
        debug_assert!(found.is_some(), "no sentence has the code {code}");
        found.unwrap_or(code)
    }

    /// The sentence with this code; `None` if there is none.
    pub fn find(self, code: &str, lang: Lang) -> Option<&'static str> {
        let mut rest = self.0;
        let mut next = || {
            let (part, behind) = rest.split_once('\u{1f}')?;
            rest = behind;
            Some(part)
        };
        loop {
            let (name, zh, en) = (next()?, next()?, next()?);
            if name == code {
                return Some(Text { zh, en }.in_lang(lang));
            }
        }
    }
}

/// Makes a table of [`Sentences`] from entries `"code" => ("in Chinese", "in English")`. Several codes may share a sentence:
/// `"one" | "other" => (…)`.
///
/// ```
/// use stepgate_reply::{sentences, Lang, Sentences};
///
/// const NOTICES: Sentences = sentences! {
///     "saved" => ("已保存。", "Saved."),
///     "lost" | "gone" => ("找不到。", "Not found."),
/// };
/// assert_eq!(NOTICES.find("gone", Lang::En), Some("Not found."));
/// assert_eq!(NOTICES.find("sent", Lang::En), None);
/// ```
#[macro_export]
macro_rules! sentences {
    ($($($code:literal)|+ => ($zh:literal, $en:literal $(,)?)),* $(,)?) => {
        $crate::Sentences::new(concat!($($($code, "\u{1f}", $zh, "\u{1f}", $en, "\u{1f}"),+),*))
    };
}

#[cfg(test)]
mod tests {
    use super::{Lang, Sentences};

    #[test]
    fn a_sentence_is_found_by_each_of_its_codes() {
        const ALL: Sentences = sentences! { "a" => ("甲", "one"), "b" | "c" => ("乙\n", " two ",), };
        let found = |code| (ALL.find(code, Lang::Zh), ALL.find(code, Lang::En));
        assert_eq!(found("a"), (Some("甲"), Some("one")));
        assert_eq!(found("b"), (Some("乙\n"), Some(" two ")));
        assert_eq!(found("c"), found("b"));
        for unknown in ["", "d", "one", "甲"] {
            assert_eq!(found(unknown), (None, None));
        }
    }
}
