//! Policies: the choices for damaged texts that can be read in more than one way.
//!
//! The established repair libraries disagree on these points (their own tests contradict each other), so each point is an option. A
//! [`Policy`] is a set of answers. The presets reproduce the libraries that they are named after.

use super::fault::MAX_DEPTH;

/// A set of answers to all options. [`Policy::default`] is the preset `stepgate`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// The grammar: tolerant, or one that refuses.
    pub grammar: Grammar,
    /// The substitute for a missing value, as in `{"a": }`.
    pub missing_value: Missing,
    /// The substitute for the value of a key without a colon, or at the end of the text, as in `{"a": 1, "b"`.
    pub dangling_key: Missing,
    /// The substitute for a value that is cut off behind its colon, as in `{"a":`.
    pub cut_value: Missing,
    /// The substitute for a missing item, as in `[1, , 2]`.
    pub missing_item: Missing,
    /// The value of a text without any JSON.
    pub bare_text: BareText,
    /// The treatment of text before and behind the value: prose, a fence, thinking.
    pub prose: Prose,
    /// Whether every bracket in prose opens a value, or only one that looks like it.
    pub every_bracket: bool,
    /// The treatment of several values one after the other.
    pub roots: Roots,
    /// The treatment of duplicate keys, as in `{"a": 1, "a": 2}`.
    pub duplicate_keys: Duplicates,
    /// The kinds of values that count if they are cut off at the end of the text; others are left out.
    pub cut_off: Allow,
    /// The treatment of numbers with leading zeros, as in `007`.
    pub leading_zeros: Spelling,
    /// The words that are literals.
    pub literals: Literals,
    /// The substitute for `undefined`.
    pub undefined: Missing,
    /// The treatment of `NaN` and `Infinity`.
    pub not_finite: NotFinite,
    /// Whether to keep the backslash of an escape that JSON does not have.
    pub keep_backslash: bool,
    /// Whether to cut off blanks around a string whose quotes are missing or broken.
    pub trim: bool,
    /// The end of a string that nothing closes, as in `["a, b]`.
    pub open_strings: OpenStrings,
    /// Whether words without quotes beside a value stand apart from it: `{"a": 1 b}`, `{"a": x, note "b": 2}`, `["a" b" ]`.
    pub words_apart: bool,
    /// Whether to drop the leftovers of a cut: blanks and a comma at the end of a string, and an empty item of a list.
    pub trim_cut: bool,
    /// Whether `"a" + "b"` is one string.
    pub concatenation: bool,
    /// Whether to read `callback(…)`, `ObjectId(…)` and `(1, 2)` as the values inside.
    pub wrappers: bool,
    /// Whether `{"a", "b"}`, an object of keys without values, is a list.
    pub sets: bool,
    /// Whether to read a text that is one JSON string with JSON inside as that JSON.
    pub double_encoded: bool,
    /// Deepest nesting of containers.
    pub max_depth: usize,
    /// Whether the text is known to be finished, because the server reported `stop`. Then a value that only lacks closing brackets at its
    /// end is whole.
    pub finished: bool,
}

/// The grammar of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grammar {
    /// Any text: damages are repaired.
    Tolerant,
    /// JSON by RFC 8259; anything else is an error.
    Json,
    /// JSON5; anything else is an error.
    Json5,
}

/// A set of the kinds of values that may be cut off. The first nine bits are those of the library partial-json.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allow(u16);

impl Allow {
    /// Nothing.
    pub const NONE: Allow = Allow(0);
    /// Strings: `"hel`.
    pub const STRING: Allow = Allow(1);
    /// Numbers that may lack digits: `12.`, and `[12`.
    pub const NUMBER: Allow = Allow(2);
    /// Arrays: `[1`.
    pub const ARRAY: Allow = Allow(4);
    /// Objects: `{"a": 1`.
    pub const OBJECT: Allow = Allow(8);
    /// Null: `nu`.
    pub const NULL: Allow = Allow(16);
    /// Booleans: `tr`.
    pub const BOOL: Allow = Allow(32);
    /// NaN: `Na`.
    pub const NAN: Allow = Allow(64);
    /// Infinity: `Inf`.
    pub const INFINITY: Allow = Allow(128);
    /// Negative infinity: `-Inf`.
    pub const NEGATIVE_INFINITY: Allow = Allow(256);
    /// Numbers that are complete as they stand: `[12`, but not `[12.`.
    pub const WHOLE_NUMBER: Allow = Allow(512);
    /// A minus sign alone, `-`, as -0.
    pub const MINUS: Allow = Allow(1024);
    /// All kinds.
    pub const ALL: Allow = Allow(2047);

    /// The set with these bits; unknown bits are ignored.
    pub const fn from_bits(bits: u16) -> Allow {
        Allow(bits & Allow::ALL.0)
    }

    /// The union with `other`.
    #[must_use]
    pub const fn with(self, other: Allow) -> Allow {
        Allow(self.0 | other.0)
    }

    /// This set without the kinds in `other`.
    #[must_use]
    pub const fn without(self, other: Allow) -> Allow {
        Allow(self.0 & !other.0)
    }

    /// Whether all kinds in `other` are in this set.
    pub const fn contains(self, other: Allow) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The substitute for a missing value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Null.
    Null,
    /// An empty string.
    Empty,
    /// None: the key is dropped, too.
    Drop,
    /// `undefined` (null in Rust).
    Undefined,
    /// An error.
    Refuse,
}

/// The value of a text without any JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareText {
    /// An error.
    Refuse,
    /// The text as a string.
    Text,
    /// An empty string.
    Empty,
}

/// The end of a string that nothing closes, in a text that ends with a comma or bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenStrings {
    /// Before the brackets at the end of the text.
    AtBrackets,
    /// Before its first comma, bracket, plus or line break.
    AtDelimiter,
}

/// The treatment of text around the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prose {
    /// The text is left out.
    Skip,
    /// An error.
    Refuse,
}

/// The treatment of several values one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roots {
    /// An array of all, if no prose stands between them; else as [`Best`](Self::Best).
    Together,
    /// The most likely answer: whole before cut off, outside before inside of thinking, in a fence before bare, then the first.
    Best,
    /// An array of all.
    All,
    /// The first.
    First,
    /// The last.
    Last,
    /// An array of all but the empty ones. A value replaces the one before it, if that has the same shape and no comma stands between
    /// them. A single value left is not put in an array.
    Latest,
    /// An error.
    Refuse,
}

/// The treatment of duplicate keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// The last one counts.
    Last,
    /// An error.
    Refuse,
}

/// The value of an oddly spelled number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// A number.
    Number,
    /// A string.
    Text,
    /// An error.
    Refuse,
}

/// The words that are literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literals {
    /// Those of JSON, written out, in upper or lower case; any other word is a string.
    Json,
    /// Those of Python and JavaScript, too, and one that is cut off at the end of the text.
    Usual,
    /// Shortened ones, too, wherever they stand: `tr`, `none`, `undef`.
    Short,
}

/// The treatment of `NaN` and the infinities.
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

/// Defines getters for options. Without the feature `full` they return the constants of the default policy, so that the compiler drops
/// half of the branches of the rules.
macro_rules! answers {
    ($($option:ident: $answer:ty,)*) => {
        impl Policy {
            $(#[inline(always)]
            pub(super) const fn $option(&self) -> $answer {
                if cfg!(feature = "full") { self.$option } else { Policy::STEPGATE.$option }
            })*
        }
    };
}

answers! {
    grammar: Grammar,
    missing_value: Missing,
    dangling_key: Missing,
    cut_value: Missing,
    missing_item: Missing,
    duplicate_keys: Duplicates,
    cut_off: Allow,
    leading_zeros: Spelling,
    literals: Literals,
    undefined: Missing,
    not_finite: NotFinite,
    keep_backslash: bool,
    trim: bool,
    open_strings: OpenStrings,
    words_apart: bool,
    trim_cut: bool,
    concatenation: bool,
    wrappers: bool,
    sets: bool,
    max_depth: usize,
}

impl Policy {
    /// The preset `stepgate`.
    const STEPGATE: Policy = Policy {
        grammar: Grammar::Tolerant,
        missing_value: Missing::Null,
        dangling_key: Missing::Drop,
        cut_value: Missing::Drop,
        missing_item: Missing::Drop,
        bare_text: BareText::Text,
        prose: Prose::Skip,
        every_bracket: false,
        roots: Roots::Together,
        duplicate_keys: Duplicates::Last,
        cut_off: Allow::ALL,
        leading_zeros: Spelling::Text,
        literals: Literals::Usual,
        undefined: Missing::Null,
        not_finite: NotFinite::Null,
        keep_backslash: true,
        trim: true,
        open_strings: OpenStrings::AtBrackets,
        words_apart: false,
        trim_cut: false,
        concatenation: true,
        wrappers: true,
        sets: false,
        double_encoded: true,
        max_depth: MAX_DEPTH,
        finished: false,
    };

    /// The policy of a streamed reply: text without JSON is no value, and of several values one is the answer.
    pub(super) fn one_answer() -> Policy {
        Policy { bare_text: BareText::Refuse, roots: Roots::Best, ..Policy::default() }
    }
}

#[cfg(feature = "full")]
impl Policy {
    /// The names of the presets. `partial` is `ai-sdk`.
    pub const PRESETS: [&'static str; 13] = [
        "stepgate",
        "jsonrepair",
        "json_repair",
        "jaison",
        "json5",
        "partial",
        "ai-sdk",
        "partial-json",
        "untruncate",
        "jiter",
        "jiter-trailing-strings",
        "best-effort",
        "strict",
    ];

    /// The preset with this name.
    ///
    /// - `stepgate`: repairs the damages whose meaning a careful reader would recognise.
    /// - `jsonrepair`, `json_repair` (Python), `jaison`, `best-effort` (best-effort-json-parser): mend as these libraries do.
    /// - `strict`: accepts JSON by RFC 8259 only.
    /// - `json5`: accepts JSON5 only.
    /// - `partial` or `ai-sdk`, `partial-json`, `untruncate`, `jiter` and `jiter-trailing-strings` (its two partial modes):
    ///   JSON that may be cut off, each with the [`Allow`] of its library.
    pub fn named(name: &str) -> Option<Policy> {
        let stepgate = Policy::default();
        let strict = Policy::strict();
        let not_finite = NotFinite::Number;
        let containers = Allow::OBJECT.with(Allow::ARRAY).with(Allow::WHOLE_NUMBER);
        Some(match name {
            "stepgate" => stepgate,
            "jsonrepair" => Policy {
                dangling_key: Missing::Null,
                cut_value: Missing::Null,
                not_finite: NotFinite::Text,
                keep_backslash: false,
                open_strings: OpenStrings::AtDelimiter,
                double_encoded: false,
                ..stepgate
            },
            "json_repair" => Policy {
                missing_value: Missing::Empty,
                cut_value: Missing::Empty,
                bare_text: BareText::Empty,
                every_bracket: true,
                roots: Roots::Latest,
                leading_zeros: Spelling::Number,
                cut_off: Allow::ALL.without(Allow::MINUS),
                literals: Literals::Json,
                not_finite,
                words_apart: true,
                trim_cut: true,
                concatenation: false,
                sets: true,
                double_encoded: false,
                ..stepgate
            },
            "jaison" => Policy {
                dangling_key: Missing::Null,
                cut_value: Missing::Null,
                missing_item: Missing::Null,
                roots: Roots::First,
                leading_zeros: Spelling::Number,
                literals: Literals::Short,
                undefined: Missing::Undefined,
                not_finite: NotFinite::Text,
                ..stepgate
            },
            "json5" => Policy { grammar: Grammar::Json5, not_finite, ..strict },
            "partial" | "ai-sdk" => Policy { cut_off: Allow::ALL.without(Allow::MINUS), prose: Prose::Skip, ..strict },
            "partial-json" => {
                let cut_off = Allow::ALL.without(Allow::MINUS);
                Policy { cut_off, prose: Prose::Skip, not_finite, ..strict }
            }
            "untruncate" => Policy { cut_off: Allow::ALL, ..strict },
            "jiter" => Policy { cut_off: containers, not_finite, ..strict },
            "jiter-trailing-strings" => Policy { cut_off: containers.with(Allow::STRING), not_finite, ..strict },
            "best-effort" => Policy {
                missing_value: Missing::Undefined,
                dangling_key: Missing::Undefined,
                cut_value: Missing::Undefined,
                roots: Roots::First,
                trim: false,
                double_encoded: false,
                ..stepgate
            },
            "strict" => strict,
            _ => return None,
        })
    }

    /// The preset `strict`: JSON by RFC 8259, whole.
    fn strict() -> Policy {
        Policy {
            grammar: Grammar::Json,
            cut_off: Allow::NONE,
            prose: Prose::Refuse,
            not_finite: NotFinite::Refuse,
            double_encoded: false,
            ..Policy::default()
        }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Policy::STEPGATE
    }
}
