//! The kinds of quotes, and the places of strings.

use super::source::{closer, is_colon, is_comma, Kind, Look, Source};
use crate::characters::is_word;

/// A kind of quotes: the opening mark, the closing marks, and the layer.
#[derive(Debug)]
pub(super) struct Quote {
    pub(super) opens: &'static str,
    pub(super) closes: &'static [&'static str],
    /// Marks that close a string only if that is certain.
    pub(super) perhaps: &'static [&'static str],
    pub(super) layer: Layer,
}

/// The writing of the text between the quotes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Layer {
    Plain,
    /// Three quotes on each side; single ones inside are text.
    Triple,
    /// Escaped quotes, in a document that is JSON inside of a string: `{\"a\": 1}`.
    Escaped,
    /// Quotes as HTML entities: `{&quot;a&quot;: 1}`.
    Entities,
    /// A fence, in which everything is text.
    Fence,
}

const fn quote(opens: &'static str, closes: &'static [&'static str], layer: Layer) -> Quote {
    Quote { opens, closes, perhaps: &[], layer }
}

/// The quote of JSON.
pub(super) static DOUBLE: &Quote = &DOUBLES[2];

/// A fence as the value of a key.
pub(super) const FENCE: Quote = quote("```", &["```"], Layer::Fence);

/// Double quotes, longer openers first.
static DOUBLES: [Quote; 3] = [
    quote("\"\"\"", &["\"\"\""], Layer::Triple),
    quote("\"\"", &["\"\"", "\""], Layer::Plain),
    Quote { opens: "\"", closes: &["\""], perhaps: &["”", "“", "＂"], layer: Layer::Plain },
];

static SINGLES: [Quote; 3] =
    [quote("'''", &["'''"], Layer::Triple), quote("''", &["''", "'"], Layer::Plain), quote("'", &["'"], Layer::Plain)];

static ENTITIES: [Quote; 3] = [
    quote("&quot;", &["&quot;"], Layer::Entities),
    quote("&#34;", &["&#34;"], Layer::Entities),
    quote("&#39;", &["&#39;"], Layer::Entities),
];

static OTHERS: [Quote; 11] = [
    Quote { opens: "\\\"", closes: &["\\\""], perhaps: &["\""], layer: Layer::Escaped },
    quote("`", &["`", "´"], Layer::Plain),
    quote("“", &["”", "“", "\""], Layer::Plain),
    quote("”", &["”", "“", "\""], Layer::Plain),
    quote("‘", &["’", "‘", "'"], Layer::Plain),
    quote("’", &["’", "‘", "'"], Layer::Plain),
    quote("「", &["」"], Layer::Plain),
    quote("『", &["』"], Layer::Plain),
    quote("＂", &["＂", "\""], Layer::Plain),
    quote("＇", &["＇", "'"], Layer::Plain),
    quote("´", &["´"], Layer::Plain),
];

/// The quotes whose opener may begin with `c`: for most characters none.
fn perhaps_with(c: char) -> &'static [Quote] {
    match c {
        '"' => &DOUBLES,
        '\'' => &SINGLES,
        '&' => &ENTITIES,
        '\\' | '`' | '´' | '“' | '”' | '‘' | '’' | '「' | '『' | '＂' | '＇' => &OTHERS,
        _ => &[],
    }
}

/// Whether a mark begins with `c`. `str::starts_with` would encode `c` first and compare the texts.
#[inline]
pub(super) fn begins(mark: &str, c: char) -> bool {
    mark.chars().next().is_some_and(|first| first == c)
}

/// The quote that opens at `at`.
pub(super) fn quote_at(src: &Source, at: usize) -> Look<Option<&'static Quote>> {
    let Some(c) = src.peek(at)? else { return Ok(None) };
    if c == '"' && (src.raw().is_some() || src.bytes().get(at + 1).is_some_and(|next| *next != b'"')) {
        return Ok(Some(DOUBLE));
    }
    for quote in perhaps_with(c) {
        if !src.starts(at, quote.opens)? {
            continue;
        }
        let after = at + quote.opens.len();
        let empty = match quote.opens {
            "\"\"\"" | "'''" => plain_follows(src, after)?,
            "\"\"" | "''" => !src.peek(after)?.is_some_and(is_word),
            _ => false,
        };
        if !empty {
            return Ok(Some(quote));
        }
    }
    Ok(None)
}

/// Whether a token that may follow a string stands behind three quotes that end at `after`: then they are no opening mark.
fn plain_follows(src: &Source, after: usize) -> Look<bool> {
    let (_, next) = src.next(after)?;
    Ok(next.is_some_and(|c| is_comma(c) || is_colon(c) || closer(c).is_some()))
}

/// The place of a string, which decides about the tokens that may follow it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// A string that is not in a container.
    Root,
    Key,
    /// The value of a key, in an object inside of `outer`.
    Member {
        outer: Option<Kind>,
    },
    /// In round brackets.
    Round,
    /// An item of an array inside of `outer`.
    Item {
        outer: Option<Kind>,
    },
}
