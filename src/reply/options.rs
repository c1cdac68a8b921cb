//! Policies by name, as they come from outside.

use super::policy::{BareText, Cut, Missing, NotFinite, Policy, Prose, Roots, Spelling};
use crate::{Error, Kind};

impl Policy {
    /// The policy of a name.
    ///
    /// # Errors
    /// [`Kind::Unknown`] at `preset`, if there is none of that name.
    pub fn preset(name: &str) -> Result<Policy, Error> {
        Policy::named(name).ok_or_else(|| Error::new(Kind::Unknown, "preset", one_of(&Policy::PRESETS)))
    }

    /// Answers one question: `missing_value` with `null`, `trim` with `false`, … Options and answers have the names of the
    /// fields and their variants, in small letters with underscores.
    ///
    /// # Errors
    /// [`Kind::Unknown`] at the option, if there is none of that name, or no such answer to it; the policy is as it was.
    pub fn set(&mut self, option: &str, answer: &str) -> Result<(), Error> {
        self.answer(option, answer).map_err(|allowed| Error::new(Kind::Unknown, option, one_of(&allowed)))
    }

    /// As [`set`](Self::set); else what is allowed.
    fn answer(&mut self, option: &str, answer: &str) -> Result<(), Vec<&'static str>> {
        match option {
            "strict" => choose(&mut self.strict, answer),
            "missing_value" => choose(&mut self.missing_value, answer),
            "dangling_key" => choose(&mut self.dangling_key, answer),
            "bare_text" => choose(&mut self.bare_text, answer),
            "prose" => choose(&mut self.prose, answer),
            "roots" => choose(&mut self.roots, answer),
            "cut_literal" => choose(&mut self.cut_literal, answer),
            "cut_number" => choose(&mut self.cut_number, answer),
            "cut_string" => choose(&mut self.cut_string, answer),
            "leading_zeros" => choose(&mut self.leading_zeros, answer),
            "undefined" => choose(&mut self.undefined, answer),
            "not_finite" => choose(&mut self.not_finite, answer),
            "keep_backslash" => choose(&mut self.keep_backslash, answer),
            "trim" => choose(&mut self.trim, answer),
            "concatenation" => choose(&mut self.concatenation, answer),
            "wrappers" => choose(&mut self.wrappers, answer),
            "double_encoded" => choose(&mut self.double_encoded, answer),
            "max_depth" => depth(&mut self.max_depth, answer),
            _ => Err(OPTIONS.to_vec()),
        }
    }
}

const OPTIONS: [&str; 18] = [
    "strict",
    "missing_value",
    "dangling_key",
    "bare_text",
    "prose",
    "roots",
    "cut_literal",
    "cut_number",
    "cut_string",
    "leading_zeros",
    "undefined",
    "not_finite",
    "keep_backslash",
    "trim",
    "concatenation",
    "wrappers",
    "double_encoded",
    "max_depth",
];

fn one_of(allowed: &[&str]) -> String {
    format!("must be one of {}", allowed.join(", "))
}

/// The answers to one question, by name.
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

fn depth(option: &mut usize, levels: &str) -> Result<(), Vec<&'static str>> {
    *option = levels.parse().map_err(|_| vec!["the whole numbers from 0 on"])?;
    Ok(())
}

impl Answer for bool {
    const ALL: &'static [(&'static str, Self)] = &[("true", true), ("false", false)];
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

impl Answer for Roots {
    const ALL: &'static [(&'static str, Self)] = &[
        ("together", Roots::Together),
        ("best", Roots::Best),
        ("all", Roots::All),
        ("first", Roots::First),
        ("last", Roots::Last),
        ("refuse", Roots::Refuse),
    ];
}

impl Answer for Cut {
    const ALL: &'static [(&'static str, Self)] = &[("keep", Cut::Keep), ("drop", Cut::Drop), ("refuse", Cut::Refuse)];
}

impl Answer for Spelling {
    const ALL: &'static [(&'static str, Self)] =
        &[("number", Spelling::Number), ("text", Spelling::Text), ("refuse", Spelling::Refuse)];
}

impl Answer for NotFinite {
    const ALL: &'static [(&'static str, Self)] = &[
        ("null", NotFinite::Null),
        ("text", NotFinite::Text),
        ("number", NotFinite::Number),
        ("refuse", NotFinite::Refuse),
    ];
}
