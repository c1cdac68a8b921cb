//! What is done where a damaged text can be read in more than one way.
//!
//! The well-kept repairers disagree on these points (their own tests contradict each other), so each is an option; a
//! [`Policy`] is one set of answers, and the presets are the answers of the libraries they are named after.

/// A set of answers. [`Policy::default`] is the preset `stepgate`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// Whether anything but JSON by RFC 8259 is refused.
    pub strict: bool,
    /// `{"a": }`: what stands for a value that is not there.
    pub missing_value: Missing,
    /// `{"a": 1, "b"`: what becomes of a key without its colon.
    pub dangling_key: Missing,
    /// Text without any JSON in it.
    pub bare_text: BareText,
    /// Text before and after the value: an answer's prose, a fence, thinking.
    pub prose: Prose,
    /// Several values one after the other.
    pub roots: Roots,
    /// `{"a": tru`: whether a literal that was cut off is completed, or dropped.
    pub cut_literal: Cut,
    /// `{"a": 12.`: whether a number that was cut off is kept as far as it goes, or dropped.
    pub cut_number: Cut,
    /// `{"a": "hel`: whether a string that was cut off is kept as far as it goes, or dropped.
    pub cut_string: Cut,
    /// `007`.
    pub leading_zeros: Spelling,
    /// `undefined`.
    pub undefined: Missing,
    /// `NaN`, `Infinity`.
    pub not_finite: NotFinite,
    /// Whether the backslash of an escape that JSON does not know is kept.
    pub keep_backslash: bool,
    /// Whether blanks around a string whose quotes are missing or broken are cut off.
    pub trim: bool,
    /// Whether `"a" + "b"` is one string.
    pub concatenation: bool,
    /// Whether `callback(…)`, `ObjectId(…)` and `(1, 2)` are read as what they hold.
    pub wrappers: bool,
    /// Whether a text that is one JSON string with JSON in it is read as that JSON.
    pub double_encoded: bool,
    /// How deep containers may be nested.
    pub max_depth: usize,
}

/// What stands for a value that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Null.
    Null,
    /// An empty string.
    Empty,
    /// Nothing: the key goes as well.
    Drop,
    /// `undefined` (null in Rust).
    Undefined,
    /// An error.
    Refuse,
}

/// What becomes of a text without any JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareText {
    /// An error.
    Refuse,
    /// A string.
    Text,
    /// An empty string.
    Empty,
}

/// What becomes of text around the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prose {
    /// It is left out.
    Skip,
    /// An error.
    Refuse,
}

/// What becomes of several values one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roots {
    /// All, as an array, if nothing stands between them; else as [`Best`](Self::Best).
    Together,
    /// The one that is most like an answer: whole before cut off, said before thought, fenced before bare, then the first.
    Best,
    /// An array of all.
    All,
    /// The first.
    First,
    /// The last.
    Last,
    /// An error.
    Refuse,
}

/// What becomes of something that was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// It is completed, or kept as far as it goes.
    Keep,
    /// It is left out, and its key with it.
    Drop,
    /// An error.
    Refuse,
}

/// Whether something oddly spelled is what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// A number.
    Number,
    /// A string.
    Text,
    /// An error.
    Refuse,
}

/// What `NaN` and the infinities become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFinite {
    /// Null.
    Null,
    /// A string.
    Text,
    /// The number itself (null in Rust and in JSON text).
    Number,
    /// An error.
    Refuse,
}

impl Policy {
    /// The names of the presets.
    pub const PRESETS: [&'static str; 8] =
        ["stepgate", "jsonrepair", "json_repair", "jaison", "json5", "partial", "best-effort", "strict"];

    /// The preset of this name.
    pub fn named(name: &str) -> Option<Policy> {
        let stepgate = Policy::default();
        Some(match name {
            "stepgate" => stepgate,
            "jsonrepair" => Policy { missing_value: Missing::Null, ..stepgate },
            "json_repair" => Policy { missing_value: Missing::Empty, bare_text: BareText::Empty, ..stepgate },
            "jaison" => Policy { missing_value: Missing::Null, ..stepgate },
            "json5" => Policy { not_finite: NotFinite::Number, prose: Prose::Refuse, ..stepgate },
            "partial" => Policy { prose: Prose::Refuse, ..stepgate },
            "best-effort" => Policy { missing_value: Missing::Undefined, ..stepgate },
            "strict" => Policy { strict: true, ..stepgate },
            _ => return None,
        })
    }
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            strict: false,
            missing_value: Missing::Drop,
            dangling_key: Missing::Drop,
            bare_text: BareText::Text,
            prose: Prose::Skip,
            roots: Roots::Together,
            cut_literal: Cut::Keep,
            cut_number: Cut::Keep,
            cut_string: Cut::Keep,
            leading_zeros: Spelling::Text,
            undefined: Missing::Null,
            not_finite: NotFinite::Null,
            keep_backslash: true,
            trim: true,
            concatenation: true,
            wrappers: true,
            double_encoded: true,
            max_depth: super::MAX_DEPTH,
        }
    }
}
