//! What is done where a damaged text can be read in more than one way.
//!
//! The well-kept repairers disagree on these points (their own tests contradict each other), so each is an option; a
//! [`Policy`] is one set of answers, and the presets are the answers of the libraries they are named after.

/// A set of answers. [`Policy::default`] is the preset `stepgate`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// What is read: anything, or only what a grammar has.
    pub grammar: Grammar,
    /// `{"a": }`: what stands for a value that is not there.
    pub missing_value: Missing,
    /// `{"a": 1, "b"`: what becomes of a key without its colon, or at the end of the text.
    pub dangling_key: Missing,
    /// `{"a":`: what stands for a value that would come where the text ends.
    pub cut_value: Missing,
    /// `[1, , 2]`: what stands for an item that is not there.
    pub missing_item: Missing,
    /// Text without any JSON in it.
    pub bare_text: BareText,
    /// Text before and after the value: an answer's prose, a fence, thinking.
    pub prose: Prose,
    /// Whether every bracket in prose opens a value, or only one that looks like it.
    pub every_bracket: bool,
    /// Several values one after the other.
    pub roots: Roots,
    /// `{"a": 1, "a": 2}`.
    pub duplicate_keys: Duplicates,
    /// What counts as far as it goes, if the text ends in it; the rest is left out.
    pub cut_off: Allow,
    /// `007`.
    pub leading_zeros: Spelling,
    /// Which words are literals.
    pub literals: Literals,
    /// `undefined`.
    pub undefined: Missing,
    /// `NaN`, `Infinity`.
    pub not_finite: NotFinite,
    /// Whether the backslash of an escape that JSON does not know is kept.
    pub keep_backslash: bool,
    /// Whether blanks around a string whose quotes are missing or broken are cut off.
    pub trim: bool,
    /// `["a, b]`: where a string ends that nothing closes.
    pub open_strings: OpenStrings,
    /// Whether words without quotes beside a value are apart from it: `{"a": 1 b}`, `{"a": x, note "b": 2}`, `["a" b" ]`.
    pub words_apart: bool,
    /// Whether what a cut leaves empty is left out: blanks and a comma at the end of a string, and an empty item of a list.
    pub trim_cut: bool,
    /// Whether `"a" + "b"` is one string.
    pub concatenation: bool,
    /// Whether `callback(…)`, `ObjectId(…)` and `(1, 2)` are read as what they hold.
    pub wrappers: bool,
    /// Whether `{"a", "b"}`, an object of keys without values, is a list.
    pub sets: bool,
    /// Whether a text that is one JSON string with JSON in it is read as that JSON.
    pub double_encoded: bool,
    /// How deep containers may be nested.
    pub max_depth: usize,
    /// Whether the text is known to be all there is, because the server said `stop`: a value that lacks nothing but the
    /// brackets at its end is then whole.
    pub finished: bool,
}

/// What a text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grammar {
    /// Anything: what is damaged is mended.
    Tolerant,
    /// JSON by RFC 8259; anything else is an error.
    Json,
    /// JSON5; anything else is an error.
    Json5,
}

/// What may be cut off: a set. The first nine are the numbers of partial-json.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allow(u16);

impl Allow {
    /// Nothing.
    pub const NONE: Allow = Allow(0);
    /// `"hel`.
    pub const STRING: Allow = Allow(1);
    /// A number to which digits may be missing: `12.`, and `[12`.
    pub const NUMBER: Allow = Allow(2);
    /// `[1`.
    pub const ARRAY: Allow = Allow(4);
    /// `{"a": 1`.
    pub const OBJECT: Allow = Allow(8);
    /// `nu`.
    pub const NULL: Allow = Allow(16);
    /// `tr`.
    pub const BOOL: Allow = Allow(32);
    /// `Na`.
    pub const NAN: Allow = Allow(64);
    /// `Inf`.
    pub const INFINITY: Allow = Allow(128);
    /// `-Inf`.
    pub const NEGATIVE_INFINITY: Allow = Allow(256);
    /// A number that is one as it stands: `[12`, but not `[12.`.
    pub const WHOLE_NUMBER: Allow = Allow(512);
    /// `-`, which is -0.
    pub const MINUS: Allow = Allow(1024);
    /// Anything.
    pub const ALL: Allow = Allow(2047);

    /// The set of these numbers, added; those that are none of the above do not count.
    pub const fn from_bits(bits: u16) -> Allow {
        Allow(bits & Allow::ALL.0)
    }

    /// This and that.
    #[must_use]
    pub const fn with(self, other: Allow) -> Allow {
        Allow(self.0 | other.0)
    }

    /// This, but not that.
    #[must_use]
    pub const fn without(self, other: Allow) -> Allow {
        Allow(self.0 & !other.0)
    }

    /// Whether all of `other` is in this set.
    pub const fn contains(self, other: Allow) -> bool {
        self.0 & other.0 == other.0
    }
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

/// Where a string ends that nothing closes, in a text that ends with a comma or bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenStrings {
    /// Before the brackets at the end of the text.
    AtBrackets,
    /// Before its first comma, bracket, plus or line break.
    AtDelimiter,
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
    /// An array of all, but one of the same shape as the one before takes its place, if no comma stands between them; and
    /// empty ones are left out. One alone is no array.
    Latest,
    /// An error.
    Refuse,
}

/// What becomes of a key that an object has twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// The last one counts.
    Last,
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

/// Which words are literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literals {
    /// Those of JSON, in any case, written out. Another one is a string.
    Json,
    /// Those of Python and JavaScript as well, and one that the text ends in.
    Usual,
    /// `tr`, `none`, `undef` as well, wherever they stand.
    Short,
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

/// Without the feature `full` every policy answers these as the default does, and the compiler leaves out what no
/// default asks for: half of the rules' branches.
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
        max_depth: super::MAX_DEPTH,
        finished: false,
    };

    /// How a reply is streamed: without JSON it has no value, and with several it has one answer.
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

    /// The preset of this name.
    ///
    /// - `stepgate`: mends what a careful reader would.
    /// - `jsonrepair`, `json_repair` (Python), `jaison`, `best-effort` (best-effort-json-parser): mend as these libraries do.
    /// - `strict`: JSON by RFC 8259, and nothing else.
    /// - `json5`: JSON5, and nothing else.
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

    /// JSON by RFC 8259, and nothing that is cut off.
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
