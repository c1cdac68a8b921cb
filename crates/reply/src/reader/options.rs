//! Makes policies from the names that JavaScript passes.

use super::policy::{
    Allow, BareText, Duplicates, Grammar, Literals, Missing, NotFinite, OpenStrings, Policy, Prose, Roots, Spelling,
};
use stepgate_json::{Error, Kind};

impl Policy {
    /// The preset with this name.
    ///
    /// # Errors
    /// [`Kind::Unknown`] at `preset`, if no preset has that name.
    pub fn preset(name: &str) -> Result<Policy, Error> {
        Policy::named(name).ok_or_else(|| Error::new(Kind::Unknown, "preset", one_of(&Policy::PRESETS)))
    }

    /// Sets one option: `missing_value` to `null`, `trim` to `false`, … Options and answers have the names of the fields and their
    /// variants, in lower case with underscores. A set of answers is a list with commas.
    ///
    /// # Errors
    /// [`Kind::Unknown`] at the option, if no option has that name or it has no such answer. The policy stays unchanged.
    pub fn set(&mut self, option: &str, answer: &str) -> Result<(), Error> {
        self.answer(option, answer).map_err(|allowed| Error::new(Kind::Unknown, option, one_of(&allowed)))
    }

    /// Like [`set`](Self::set). The error is the list of allowed names.
    fn answer(&mut self, option: &str, answer: &str) -> Result<(), Vec<&'static str>> {
        match option {
            "grammar" => choose(&mut self.grammar, answer),
            "missing_value" => choose(&mut self.missing_value, answer),
            "dangling_key" => choose(&mut self.dangling_key, answer),
            "cut_value" => choose(&mut self.cut_value, answer),
            "missing_item" => choose(&mut self.missing_item, answer),
            "bare_text" => choose(&mut self.bare_text, answer),
            "prose" => choose(&mut self.prose, answer),
            "every_bracket" => choose(&mut self.every_bracket, answer),
            "roots" => choose(&mut self.roots, answer),
            "duplicate_keys" => choose(&mut self.duplicate_keys, answer),
            "cut_off" => allow(&mut self.cut_off, answer),
            "leading_zeros" => choose(&mut self.leading_zeros, answer),
            "literals" => choose(&mut self.literals, answer),
            "undefined" => choose(&mut self.undefined, answer),
            "not_finite" => choose(&mut self.not_finite, answer),
            "keep_backslash" => choose(&mut self.keep_backslash, answer),
            "trim" => choose(&mut self.trim, answer),
            "open_strings" => choose(&mut self.open_strings, answer),
            "words_apart" => choose(&mut self.words_apart, answer),
            "trim_cut" => choose(&mut self.trim_cut, answer),
            "concatenation" => choose(&mut self.concatenation, answer),
            "wrappers" => choose(&mut self.wrappers, answer),
            "sets" => choose(&mut self.sets, answer),
            "double_encoded" => choose(&mut self.double_encoded, answer),
            "max_depth" => depth(&mut self.max_depth, answer),
            _ => Err(OPTIONS.to_vec()),
        }
    }
}

const OPTIONS: &[&str] = &[
    "grammar",
    "missing_value",
    "dangling_key",
    "cut_value",
    "missing_item",
    "bare_text",
    "prose",
    "every_bracket",
    "roots",
    "duplicate_keys",
    "cut_off",
    "leading_zeros",
    "literals",
    "undefined",
    "not_finite",
    "keep_backslash",
    "trim",
    "open_strings",
    "words_apart",
    "trim_cut",
    "concatenation",
    "wrappers",
    "sets",
    "double_encoded",
    "max_depth",
];

fn one_of(allowed: &[&str]) -> String {
    format!("must be one of {}", allowed.join(", "))
}

/// The answers to one option, by name.
trait Answer: Copy + 'static {
    const ALL: &'static [(&'static str, Self)];
}

fn choose<T: Answer>(option: &mut T, name: &str) -> Result<(), Vec<&'static str>> {
    match T::ALL.iter().find(|(known, _)| *known == name) {
        Some((_, answer)) => {
            *option = *answer;
            Ok(())
        }
        None => Err(T::ALL.iter().map(|(name, _)| *name).collect()),
    }
}

/// Reads a set of answers; an empty text is the empty set.
fn allow(option: &mut Allow, names: &str) -> Result<(), Vec<&'static str>> {
    let mut all = Allow::NONE;
    for name in names.split(',').filter(|name| !name.is_empty()) {
        let mut one = Allow::NONE;
        choose(&mut one, name)?;
        all = all.with(one);
    }
    *option = all;
    Ok(())
}

fn depth(option: &mut usize, levels: &str) -> Result<(), Vec<&'static str>> {
    *option = levels.parse().map_err(|_| vec!["the whole numbers from 0 on"])?;
    Ok(())
}

impl Answer for bool {
    const ALL: &'static [(&'static str, Self)] = &[("true", true), ("false", false)];
}

impl Answer for OpenStrings {
    const ALL: &'static [(&'static str, Self)] =
        &[("at_brackets", OpenStrings::AtBrackets), ("at_delimiter", OpenStrings::AtDelimiter)];
}

impl Answer for Missing {
    const ALL: &'static [(&'static str, Self)] = &[
        ("null", Missing::Null),
        ("empty", Missing::Empty),
        ("drop", Missing::Drop),
        ("undefined", Missing::Undefined),
        ("refuse", Missing::Refuse),
    ];
}

impl Answer for BareText {
    const ALL: &'static [(&'static str, Self)] =
        &[("refuse", BareText::Refuse), ("text", BareText::Text), ("empty", BareText::Empty)];
}

impl Answer for Prose {
    const ALL: &'static [(&'static str, Self)] = &[("skip", Prose::Skip), ("refuse", Prose::Refuse)];
}

impl Answer for Duplicates {
    const ALL: &'static [(&'static str, Self)] = &[("last", Duplicates::Last), ("refuse", Duplicates::Refuse)];
}

impl Answer for Roots {
    const ALL: &'static [(&'static str, Self)] = &[
        ("together", Roots::Together),
        ("best", Roots::Best),
        ("all", Roots::All),
        ("first", Roots::First),
        ("last", Roots::Last),
        ("latest", Roots::Latest),
        ("refuse", Roots::Refuse),
    ];
}

impl Answer for Grammar {
    const ALL: &'static [(&'static str, Self)] =
        &[("tolerant", Grammar::Tolerant), ("json", Grammar::Json), ("json5", Grammar::Json5)];
}

impl Answer for Allow {
    const ALL: &'static [(&'static str, Self)] = &[
        ("string", Allow::STRING),
        ("number", Allow::NUMBER),
        ("array", Allow::ARRAY),
        ("object", Allow::OBJECT),
        ("null", Allow::NULL),
        ("bool", Allow::BOOL),
        ("nan", Allow::NAN),
        ("infinity", Allow::INFINITY),
        ("negative_infinity", Allow::NEGATIVE_INFINITY),
        ("whole_number", Allow::WHOLE_NUMBER),
        ("minus", Allow::MINUS),
    ];
}

impl Answer for Spelling {
    const ALL: &'static [(&'static str, Self)] =
        &[("number", Spelling::Number), ("text", Spelling::Text), ("refuse", Spelling::Refuse)];
}

impl Answer for Literals {
    const ALL: &'static [(&'static str, Self)] =
        &[("json", Literals::Json), ("usual", Literals::Usual), ("short", Literals::Short)];
}

impl Answer for NotFinite {
    const ALL: &'static [(&'static str, Self)] = &[
        ("null", NotFinite::Null),
        ("text", NotFinite::Text),
        ("number", NotFinite::Number),
        ("refuse", NotFinite::Refuse),
    ];
}
