//! The two languages everything is said in.

use serde::{Deserialize, Serialize};

/// Language of prompts, complaints, notices and cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Chinese (simplified). The default.
    #[default]
    Zh,
    /// English.
    En,
}

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
