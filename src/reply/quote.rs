//! Quotes: which ones there are, and whether one that may close a string does.

use super::source::{closer, is_blank, is_colon, is_comma, opener, Kind, Look, Source, WINDOW};

/// A way to quote.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quote {
    pub(super) opens: &'static str,
    pub(super) closes: &'static [&'static str],
    /// Marks that close a string only if nothing else can be meant.
    pub(super) perhaps: &'static [&'static str],
    pub(super) layer: Layer,
}

/// How the text between the quotes is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Layer {
    Plain,
    /// Three quotes on each side: single ones inside are text.
    Triple,
    /// The whole document is JSON text inside a string: `{\"a\": 1}`.
    Escaped,
    /// HTML entities: `{&quot;a&quot;: 1}`.
    Entities,
}

const fn quote(opens: &'static str, closes: &'static [&'static str], layer: Layer) -> Quote {
    Quote { opens, closes, perhaps: &[], layer }
}

/// Longer openers first.
const QUOTES: [Quote; 18] = [
    quote("\"\"\"", &["\"\"\""], Layer::Triple),
    quote("'''", &["'''"], Layer::Triple),
    quote("\\\"", &["\\\""], Layer::Escaped),
    quote("&quot;", &["&quot;"], Layer::Entities),
    quote("&#34;", &["&#34;"], Layer::Entities),
    quote("&#39;", &["&#39;"], Layer::Entities),
    Quote { opens: "\"", closes: &["\""], perhaps: &["”", "“", "＂"], layer: Layer::Plain },
    quote("'", &["'"], Layer::Plain),
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

/// The quote that opens at `at`.
pub(super) fn quote_at(src: &Source, at: usize) -> Look<Option<Quote>> {
    let Some(c) = src.peek(at)? else { return Ok(None) };
    for quote in QUOTES.iter().filter(|quote| quote.opens.starts_with(c)) {
        if !src.starts(at, quote.opens)? {
            continue;
        }
        let empty = quote.layer == Layer::Triple && plain_follows(src, at, quote.opens.len())?;
        if !empty {
            return Ok(Some(*quote));
        }
    }
    Ok(None)
}

/// Whether three quotes are followed by what follows a string: then they hold nothing open.
fn plain_follows(src: &Source, at: usize, length: usize) -> Look<bool> {
    let (_, next) = src.next(at + length)?;
    Ok(next.is_some_and(|c| is_comma(c) || is_colon(c) || closer(c).is_some()))
}

/// Where a string stands: what must follow it depends on that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    Key,
    /// The value of a key, in an object inside of `outer`.
    Member {
        outer: Option<Kind>,
    },
    /// An item of an array inside of `outer`.
    Item {
        outer: Option<Kind>,
    },
}

/// Whether a string that ended before `after` is followed by what may follow a string here. Holds for every string of
/// well-formed JSON.
pub(super) fn ends(src: &Source, after: usize, place: Place) -> Look<bool> {
    let (at, next) = src.next(after)?;
    let Some(c) = next else { return Ok(true) };
    if src.starts(at, "//")? || src.starts(at, "/*")? || src.starts(at, "```")? {
        return Ok(true);
    }
    match place {
        Place::Key => key_ends(src, at, c),
        Place::Member { outer } => member_ends(src, after, at, c, outer),
        Place::Item { outer } => item_ends(src, at, c, outer),
    }
}

fn key_ends(src: &Source, at: usize, c: char) -> Look<bool> {
    let word = ["true", "false", "null", "True", "False", "None"].iter().any(|word| src.rest(at).starts_with(word));
    let value = word || c == '-' || c.is_ascii_digit() || opener(c).is_some();
    Ok(is_colon(c) || c == '=' || c == ',' || c == '}' || value || quote_at(src, at)?.is_some())
}

fn member_ends(src: &Source, after: usize, at: usize, c: char, outer: Option<Kind>) -> Look<bool> {
    if is_comma(c) {
        return member_follows(src, at + c.len_utf8());
    }
    match closer(c) {
        Some(Kind::Object) => return Ok(true),
        Some(Kind::Array) => return Ok(outer == Some(Kind::Array)),
        None => {}
    }
    if quote_at(src, at)?.is_some() {
        return surely_key_at(src, at);
    }
    Ok(src.slice(after, at).contains('\n') && bare_key_at(src, at)?)
}

/// Whether another member, or the end of the object, follows a comma.
pub(super) fn member_follows(src: &Source, after: usize) -> Look<bool> {
    let (at, next) = src.next(after)?;
    let Some(c) = next else { return Ok(true) };
    if closer(c).is_some()
        || c == ','
        || c == '{'
        || src.starts(at, "...")?
        || src.starts(at, "//")?
        || src.starts(at, "/*")?
    {
        return Ok(true);
    }
    if quote_at(src, at)?.is_some() {
        return quoted_key_at(src, at);
    }
    bare_key_at(src, at)
}

/// Whether the quoted text at `at` is a key: a colon, or what may stand in its place, follows.
pub(super) fn quoted_key_at(src: &Source, at: usize) -> Look<bool> {
    let Some(after) = past_quoted(src, at)? else { return Ok(true) };
    let (at, next) = src.next(after)?;
    let Some(c) = next else { return Ok(true) };
    Ok(is_colon(c) || c == '=' || c == '}' || quote_at(src, at)?.is_some())
}

/// As [`quoted_key_at`], but only if the colon is there.
pub(super) fn surely_key_at(src: &Source, at: usize) -> Look<bool> {
    if quote_at(src, at)?.is_none() {
        return Ok(false);
    }
    let Some(after) = past_quoted(src, at)? else { return Ok(false) };
    Ok(src.next(after)?.1.is_some_and(is_colon))
}

/// Whether a bare word and a colon stand at `at`.
pub(super) fn bare_key_at(src: &Source, at: usize) -> Look<bool> {
    let end = src.past(at, |c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '.'))?;
    if end == at {
        return Ok(false);
    }
    let (after, next) = src.next(end)?;
    let Some(c) = next else { return Ok(end - at < WINDOW) };
    if is_colon(c) {
        return Ok(true);
    }
    // A key that lost its opening quote only.
    match quote_at(src, after)? {
        Some(quote) if after == end => Ok(src.next(after + quote.opens.len())?.1.is_some_and(is_colon)),
        _ => Ok(false),
    }
}

/// Past the quoted text at `at`; nothing if it does not end within the window.
fn past_quoted(src: &Source, at: usize) -> Look<Option<usize>> {
    let Some(quote) = quote_at(src, at)? else { return Ok(None) };
    let start = at + quote.opens.len();
    let mut at = start;
    while at - start < WINDOW {
        for close in quote.closes {
            if src.starts(at, close)? {
                return Ok(Some(at + close.len()));
            }
        }
        match src.peek(at)? {
            None => return Ok(None),
            Some('\\') => at += 1 + src.peek(at + 1)?.map_or(0, char::len_utf8),
            Some(c) => at += c.len_utf8(),
        }
    }
    Ok(None)
}

fn item_ends(src: &Source, at: usize, c: char, outer: Option<Kind>) -> Look<bool> {
    if is_comma(c) {
        return item_follows(src, at + c.len_utf8());
    }
    match closer(c) {
        Some(Kind::Array) => return Ok(true),
        Some(Kind::Object) => return Ok(outer == Some(Kind::Object)),
        None => {}
    }
    if quote_at(src, at)?.is_some() {
        return quoted_item_at(src, at);
    }
    Ok(opener(c).is_some())
}

/// Whether another item, or the end of the array, follows a comma.
fn item_follows(src: &Source, after: usize) -> Look<bool> {
    let (at, next) = src.next(after)?;
    let Some(c) = next else { return Ok(true) };
    let value = opener(c).is_some() || c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | '…' | '/');
    if closer(c).is_some() || is_comma(c) || value {
        return Ok(true);
    }
    if quote_at(src, at)?.is_some() {
        return quoted_item_at(src, at);
    }
    let end = src.past(at, |c| c.is_alphanumeric() || c == '_')?;
    Ok(src.next(end)?.1.is_none_or(|c| is_comma(c) || closer(c).is_some()))
}

fn quoted_item_at(src: &Source, at: usize) -> Look<bool> {
    let Some(after) = past_quoted(src, at)? else { return Ok(true) };
    let (at, next) = src.next(after)?;
    let Some(c) = next else { return Ok(true) };
    Ok(is_comma(c) || is_colon(c) || closer(c).is_some() || c == '+' || quote_at(src, at)?.is_some())
}

/// Whether a mark of another kind than the opening one closes a string: only if the document plainly goes on, or
/// ends, behind it. Never holds inside a string that its own quote closes.
pub(super) fn surely_ends(src: &Source, after: usize, place: Place) -> Look<bool> {
    let (at, next) = src.next(after)?;
    match next {
        Some(c) if is_comma(c) => {
            let (at, _) = src.next(at + c.len_utf8())?;
            Ok(src.starts(at, "\"")? && surely_key_at(src, at)?)
        }
        Some(c) if is_colon(c) && place == Place::Key => Ok(true),
        Some(c) if closer(c).is_some() => {
            let at = src.past(at, |c| is_blank(c) || closer(c).is_some())?;
            Ok(src.peek(at)?.is_none() || src.starts(at, "```")?)
        }
        _ => Ok(false),
    }
}

/// Whether the root object goes on behind a bracket that would close it: `}, "key": …`.
pub(super) fn root_goes_on(src: &Source, after: usize) -> Look<bool> {
    let at = src.past(after, |c| is_blank(c) || closer(c).is_some())?;
    match src.peek(at)? {
        Some(c) if is_comma(c) => {
            let (at, _) = src.next(at + c.len_utf8())?;
            surely_key_at(src, at)
        }
        _ => Ok(false),
    }
}

/// Whether the brace at `at` opens an object, and is not a brace in prose: a key must follow, or nothing.
pub(super) fn opens_object(src: &Source, at: usize, brace: char) -> Look<bool> {
    let at = src.past(at + brace.len_utf8(), |c| is_blank(c) || c == ',')?;
    let Some(c) = src.peek(at)? else { return Ok(true) };
    if closer(c) == Some(Kind::Object) || src.starts(at, "//")? || src.starts(at, "/*")? {
        return Ok(true);
    }
    if src.starts(at, "\\n")? || src.starts(at, "\\t")? {
        return Ok(true);
    }
    if quote_at(src, at)?.is_some() {
        return quoted_key_at(src, at);
    }
    let end =
        src.past(at, |c| !is_colon(c) && !is_comma(c) && closer(c).is_none() && opener(c).is_none() && c != '\n')?;
    Ok(end > at && end - at < WINDOW && src.peek(end)?.is_some_and(is_colon))
}

/// Whether the bracket at `at` opens an array, and is not a bracket in prose.
pub(super) fn opens_array(src: &Source, at: usize, bracket: char) -> Look<bool> {
    let (at, next) = src.next(at + bracket.len_utf8())?;
    let Some(c) = next else { return Ok(true) };
    let word = ["true", "false", "null", "True", "False", "None"].iter().any(|word| src.rest(at).starts_with(word));
    let value = word || opener(c).is_some() || c == '-' || c.is_numeric();
    Ok(value || closer(c) == Some(Kind::Array) || quote_at(src, at)?.is_some())
}
