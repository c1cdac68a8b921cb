//! The report of a parser: repairs, and fragments that it left out.

use crate::tape::{Item, Tag, Tape};
use stepgate_json::{push_step, Json};

macro_rules! kinds {
    ($($name:ident $word:literal $lossless:literal,)*) => {
        /// The kind of a repair. The numbers are part of the boundary to JavaScript.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum Fix { $(#[doc = $word] $name,)* }

        impl Fix {
            /// All kinds in the order of their numbers, as pairs of the name and whether the repair is lossless.
            pub const ALL: &'static [(&'static str, bool)] = &[$(($word, $lossless),)*];
        }
    };
}

kinds! {
    Quotes "quotes" true,
    MissingQuote "missing_quote" true,
    MissingQuotes "missing_quotes" true,
    UnescapedQuote "unescaped_quote" true,
    UnquotedKey "unquoted_key" true,
    BadEscape "bad_escape" true,
    EscapedSpace "escaped_space" true,
    ControlCharacter "control_character" true,
    Concatenation "concatenation" true,
    DoubleEncoded "double_encoded" true,
    FullWidth "full_width" true,
    OddSpace "odd_space" true,
    Comment "comment" true,
    Comma "comma" true,
    MissingComma "missing_comma" true,
    ExtraComma "extra_comma" true,
    TrailingComma "trailing_comma" true,
    Colon "colon" true,
    MissingColon "missing_colon" true,
    ExtraColon "extra_colon" true,
    Literal "literal" true,
    MissingBracket "missing_bracket" true,
    ExtraBracket "extra_bracket" true,
    WrongBracket "wrong_bracket" true,
    QuotedObject "quoted_object" true,
    SingleItem "single_item" true,
    SeveralValues "several_values" true,
    Wrapper "wrapper" true,
    Prose "prose" true,
    BareText "bare_text" false,
    CutOff "cut_off" false,
    CutString "cut_string" false,
    CutLiteral "cut_literal" false,
    MissingValue "missing_value" false,
    DanglingKey "dangling_key" false,
    Ellipsis "ellipsis" false,
    Fragment "fragment" false,
    UnclearText "missing_quotes" false,
    UnclearBracket "wrong_bracket" false,
    UnclearQuote "unescaped_quote" false,
    UnclearEscape "bad_escape" false,
}

impl Fix {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        Fix::ALL.get(self as usize).map_or("", |(name, _)| name)
    }

    /// Whether it is about a bracket between the members of containers.
    pub(super) fn is_bracket(self) -> bool {
        matches!(self, Fix::MissingBracket | Fix::ExtraBracket | Fix::WrongBracket)
    }

    /// Whether it takes text for part of a string or key that may be a bracket between them.
    pub(super) fn may_hide_bracket(self) -> bool {
        matches!(self, Fix::UnescapedQuote | Fix::MissingQuote | Fix::MissingQuotes | Fix::UnquotedKey)
    }

    /// Whether a repair of this kind may come from a quote that was taken for the end of a string, or for text.
    pub(super) fn doubts_quotes(self) -> bool {
        use Fix::*;
        let other = [
            EscapedSpace,
            ControlCharacter,
            FullWidth,
            OddSpace,
            Comment,
            TrailingComma,
            BadEscape,
            UnclearEscape,
            Literal,
            CutOff,
            CutString,
        ];
        !other.contains(&self)
    }

    /// Whether it takes a quote for text, or for the end of a string, that may be the other.
    pub(super) fn moves_quotes(self) -> bool {
        matches!(self, Fix::UnescapedQuote | Fix::MissingQuote | Fix::QuotedObject | Fix::Fragment | Fix::UnclearText)
    }

    /// Whether the meaning was certain.
    pub fn is_lossless(self) -> bool {
        Fix::ALL.get(self as usize).is_some_and(|(_, lossless)| *lossless)
    }
}

/// A repair of a text.
///
/// Lossless kinds: `quotes`, `missing_quote`, `missing_quotes`, `unescaped_quote`, `unquoted_key`, `bad_escape`,
/// `escaped_space`, `control_character`, `concatenation`, `double_encoded`, `full_width`, `odd_space`, `comment`,
/// `comma`, `missing_comma`, `extra_comma`, `trailing_comma`, `colon`, `missing_colon`, `extra_colon`, `literal`,
/// `missing_bracket`, `extra_bracket`, `wrong_bracket`, `quoted_object`, `single_item`, `several_values`, `wrapper`,
/// `prose`.
///
/// Lossy kinds: `bare_text`, `cut_off`, `cut_string`, `cut_literal`, `missing_value`, `dangling_key`, `ellipsis`,
/// `fragment`, `missing_quotes` around a text with a brace in it, `wrong_bracket` where several ways to put the brackets right fit,
/// `unescaped_quote` where a string may as well end elsewhere, and `bad_escape` where a backslash may be text or not.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Repair {
    /// One of the kinds above.
    pub kind: String,
    /// The place, in bytes of the text.
    pub offset: usize,
    /// The number of bytes that the repair replaces; 0 if something was missing.
    pub length: usize,
    /// Whether the meaning is certain.
    pub lossless: bool,
    /// JSON pointer of the value, or of the container if the repair is between its members.
    #[json(optional)]
    pub path: String,
}

/// One repair: its range of the text in bytes, and its node on the tape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Mend {
    /// The kind of repair.
    pub kind: Fix,
    /// Byte offset in the text.
    pub offset: u32,
    /// Length in bytes.
    pub length: u32,
    /// Index of the node on the tape.
    pub node: u32,
}

/// Placeholder for the node of a repair in a key that is not on the tape yet.
const PENDING: u32 = u32::MAX;

/// Repairs to allocate at once: a typical reply has fewer.
const ROOM: usize = 8;

/// The repairs of a value.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The repairs in the order of the text.
    pub mends: Vec<Mend>,
    /// Whether one of them is lossy.
    pub lossy: bool,
    /// The node of the repairs to come.
    node: u32,
}

impl Report {
    /// Sets the node of the repairs to come.
    pub(super) fn at_node(&mut self, node: usize) {
        self.node = node as u32;
    }

    /// Assigns the repairs to come to a key that is not on the tape yet.
    pub(super) fn at_key(&mut self) {
        self.node = PENDING;
    }

    /// Sets the node of the pending repairs of a key.
    pub(super) fn settle_key(&mut self, node: usize) {
        for mend in self.mends.iter_mut().rev().take_while(|mend| mend.node == PENDING) {
            mend.node = node as u32;
        }
    }

    pub(super) fn mend(&mut self, kind: Fix, offset: usize, length: usize) {
        self.lossy |= !kind.is_lossless();
        if self.mends.is_empty() {
            self.mends.reserve(ROOM);
        }
        self.mends.push(Mend { kind, offset: offset as u32, length: length as u32, node: self.node });
    }

    /// Like [`mend`](Self::mend), but puts the repair before all others.
    pub(super) fn mend_first(&mut self, kind: Fix, offset: usize, length: usize) {
        self.mend(kind, offset, length);
        if let Some(first) = self.mends.pop() {
            self.mends.insert(0, first);
        }
    }

    /// Moves the repairs behind `node` by one, after the array there was replaced by its only item.
    pub(super) fn unwrap(&mut self, node: usize) {
        for mend in self.mends.iter_mut().rev().take_while(|mend| mend.node as usize >= node) {
            mend.node = mend.node.saturating_sub(u32::from(mend.node as usize > node && mend.node != PENDING));
        }
    }

    /// Adds the repairs of another report, with `shift` added to their nodes.
    pub(super) fn append(&mut self, other: &Report, shift: usize) {
        self.lossy |= other.lossy;
        self.mends
            .extend(other.mends.iter().map(|mend| Mend { node: mend.node.saturating_add(shift as u32), ..*mend }));
    }

    /// Builds the repairs with their JSON pointers.
    pub fn repairs(&self, text: &str, tape: &Tape) -> Vec<Repair> {
        let pointers = self.pointers(text, tape);
        let pointer = |node: u32| {
            let at = pointers.binary_search_by_key(&node, |(node, _)| *node).ok()?;
            pointers.get(at).map(|(_, path)| path.clone())
        };
        let repair = |mend: &Mend| Repair {
            kind: mend.kind.name().to_owned(),
            offset: mend.offset as usize,
            length: mend.length as usize,
            path: pointer(mend.node).unwrap_or_default(),
            lossless: mend.kind.is_lossless(),
        };
        self.mends.iter().map(repair).collect()
    }

    /// The JSON pointers of the nodes with repairs, in the order of the tape. A key has the pointer of its value. Walks the tape once.
    pub fn pointers(&self, text: &str, tape: &Tape) -> Vec<(u32, String)> {
        let mut wanted = vec![false; tape.len()];
        for mend in &self.mends {
            if let Some(wanted) = wanted.get_mut(mend.node as usize) {
                *wanted = true;
            }
        }
        let mut out = Vec::new();
        let mut open: Vec<Step> = Vec::new();
        let mut path = String::new();
        let mut at = 0;
        while let Some(item) = Item::new(text, tape, at) {
            while open.last().is_some_and(|step| at >= step.end) {
                path.truncate(open.pop().map_or(0, |step| step.length));
            }
            let next = enter(item, &mut open, &mut path);
            let wanted = wanted.iter().enumerate().skip(at).take(next - at);
            out.extend(wanted.filter(|(_, wanted)| **wanted).map(|(node, _)| (node as u32, path.clone())));
            at = next;
        }
        out
    }

    /// The ranges of the text that were left out.
    pub fn ignored(&self) -> Vec<(usize, usize)> {
        let out = |mend: &&Mend| matches!(mend.kind, Fix::DanglingKey | Fix::Ellipsis | Fix::Fragment);
        self.mends.iter().filter(out).map(|mend| (mend.offset as usize, (mend.offset + mend.length) as usize)).collect()
    }
}

/// A container on the path to a node.
struct Step {
    /// Length of the container's path.
    length: usize,
    end: usize,
    items: Option<usize>,
}

/// Sets `path` to the pointer of `item`. Returns the index at which the walk continues.
fn enter(item: Item, open: &mut Vec<Step>, path: &mut String) -> usize {
    let tag = item.tag();
    if let Some(step) = open.last_mut() {
        match (tag, &mut step.items) {
            (Tag::Key | Tag::JoinedKey, _) => {
                path.truncate(step.length);
                push_step(path, &item.string());
            }
            (Tag::Piece | Tag::Char, _) | (_, None) => {}
            (_, Some(index)) => {
                path.truncate(step.length);
                push_step(path, &(*index).to_string());
                *index += 1;
            }
        }
    }
    if matches!(tag, Tag::Object | Tag::Array) {
        open.push(Step { length: path.len(), end: item.next(), items: (tag == Tag::Array).then_some(0) });
        return item.at() + 1;
    }
    item.next()
}
