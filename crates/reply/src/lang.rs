//! The two languages everything is said in.

use stepgate_json::names;

/// Language of prompts, complaints, notices and cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// Chinese (simplified). The default.
    #[default]
    Zh,
    /// English.
    En,
}

names!(Lang { Zh "zh", En "en" });

/// One sentence in both languages.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// In Chinese.
    pub zh: &'static str,
    /// In English.
    pub en: &'static str,
}

/// A sentence in both languages.
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

/// Sentences by their codes, all in one text: so many small texts would take more code and pointers than words.
#[derive(Clone, Copy)]
pub struct Sentences(&'static str);

impl Sentences {
    /// Codes and sentences as [`sentences!`](crate::sentences!) writes them.
    pub const fn new(text: &'static str) -> Self {
        Sentences(text)
    }

    /// The sentence called `code`.
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

/// [`Sentences`]: `"code" => ("in Chinese", "in English")`, and several codes as `"one" | "other"`.
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
