//! The language of a session.

use std::borrow::Cow;
use std::iter::successors;

use serde_json::Value;

use stepgate_json::{wanted, FromJson, ToJson, Writer};
use stepgate_reply::{Error, Lang};

/// Longest tag, in bytes.
const LONGEST: usize = 64;

/// Language of a session, as a BCP 47 tag: `zh`, `en-GB`, `zh-Hant-TW`. The engine and the agents in Rust have texts in Chinese and English
/// ([`LangTag::spoken`]); an agent that a page defines may have them in any language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LangTag(Cow<'static, str>);

impl LangTag {
    /// A tag in its usual spelling: `en-GB` for `EN-gb`. `None` for a text that is no tag.
    ///
    /// ```
    /// use stepgate_engine::{Lang, LangTag};
    ///
    /// let tag = LangTag::parse("ZH-hant-tw").unwrap();
    /// assert_eq!((tag.as_str(), tag.spoken()), ("zh-Hant-TW", Lang::Zh));
    /// assert_eq!(LangTag::parse("fr").unwrap().spoken(), Lang::En);
    /// assert_eq!(LangTag::parse("en_GB"), None);
    /// ```
    pub fn parse(text: &str) -> Option<LangTag> {
        let is_part =
            |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let language = text.split('-').next()?;
        let is_language =
            matches!(language.len(), 2 | 3 | 5..) && language.bytes().all(|byte| byte.is_ascii_alphabetic());
        (text.len() <= LONGEST && is_language && text.split('-').all(is_part)).then(|| LangTag(spelled(text).into()))
    }

    /// The tag as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Language of the engine's own texts, and of the agents in Rust: Chinese for every kind of Chinese, else English.
    pub fn spoken(&self) -> Lang {
        match self.as_str().split('-').next() {
            Some("zh") => Lang::Zh,
            _ => Lang::En,
        }
    }

    /// The text for this language among texts by tag, which `find` gives: that of the tag, else of the nearest language that it belongs to
    /// (`zh-Hant`, then `zh` for `zh-Hant-TW`), else the English one.
    pub(crate) fn choose<T>(&self, find: impl Fn(&str) -> Option<T>) -> Option<T> {
        successors(Some(self.as_str()), |tag| Some(tag.rsplit_once('-')?.0)).chain(["en"]).find_map(find)
    }
}

/// A tag as it is usually spelled: a script as `Hant`, a region as `TW`, everything else in small letters.
fn spelled(tag: &str) -> String {
    let mut extended = false;
    let parts = tag.split('-').enumerate().map(|(index, part)| {
        extended |= index > 0 && part.len() == 1; // an extension begins, as in `en-u-ca-buddhist`
        match part.len() {
            2 if index > 0 && !extended => part.to_ascii_uppercase(),
            4 if !extended => [part[..1].to_ascii_uppercase(), part[1..].to_ascii_lowercase()].concat(),
            _ => part.to_ascii_lowercase(),
        }
    });
    parts.collect::<Vec<_>>().join("-")
}

impl From<Lang> for LangTag {
    fn from(lang: Lang) -> Self {
        LangTag(Cow::Borrowed(match lang {
            Lang::Zh => "zh",
            Lang::En => "en",
        }))
    }
}

impl Default for LangTag {
    fn default() -> Self {
        Lang::default().into()
    }
}

impl ToJson for LangTag {
    fn write(&self, out: &mut Writer) {
        out.string(self.as_str());
    }
}

impl FromJson for LangTag {
    fn blank() -> Self {
        LangTag::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let tag = value.as_str().and_then(LangTag::parse);
        *self = tag.ok_or_else(|| wanted("a BCP 47 language tag, such as \"en\" or \"zh-TW\""))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::LangTag;

    #[test]
    fn a_tag_is_spelled_as_usual_and_no_other_text_is_a_tag() {
        for (given, spelled) in [
            ("EN", "en"),
            ("en-gb", "en-GB"),
            ("zh-HANT-tw", "zh-Hant-TW"),
            ("en-u-ca-buddhist", "en-u-ca-buddhist"),
            ("es-419", "es-419"),
        ] {
            assert_eq!(LangTag::parse(given).map(|tag| tag.as_str().to_owned()).as_deref(), Some(spelled));
        }
        for no_tag in
            ["", "e", "en_GB", "en-", "-en", "en--gb", "12", "日本語", "engl", "en-abcdefghi", &"en-a".repeat(40)]
        {
            assert_eq!(LangTag::parse(no_tag), None, "{no_tag}");
        }
    }

    #[test]
    fn a_text_is_chosen_by_tag_then_by_language_then_in_english() {
        let chosen = |tag: &str, texts: &[&str]| {
            let tag = LangTag::parse(tag)?;
            tag.choose(|wanted| texts.iter().find(|text| **text == wanted).map(|text| (*text).to_owned()))
        };
        assert_eq!(chosen("zh-Hant-TW", &["en", "zh", "zh-Hant"]).as_deref(), Some("zh-Hant"));
        assert_eq!(chosen("zh-Hant-TW", &["en", "zh"]).as_deref(), Some("zh"));
        assert_eq!(chosen("fr-CA", &["en", "fr"]).as_deref(), Some("fr"));
        assert_eq!(chosen("fr", &["en", "fr-CA"]).as_deref(), Some("en"));
        assert_eq!(chosen("fr", &["fr-CA"]), None);
    }
}
