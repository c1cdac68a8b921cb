//! The two languages everything is said in.

use crate::json::names;

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

impl Text {
    /// The sentence in `lang`.
    pub fn in_lang(self, lang: Lang) -> &'static str {
        match lang {
            Lang::Zh => self.zh,
            Lang::En => self.en,
        }
    }
}
