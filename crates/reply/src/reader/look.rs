//! Lookahead: decides whether a quote closes a string, and whether a bracket opens a value.
//!
//! Two rules keep well-formed strings safe. [`ends`] holds behind every string of well-formed JSON, so the reader never takes a real
//! end for text. A function called `surely_…` never holds inside of such a string, so the reader never takes text for an end.

use super::quote::{begins, quote_at, Layer, Place, Quote};
use super::source::{closer, is_blank, is_colon, is_comma, opener, Kind, Look, Source, WINDOW};
use crate::characters::is_line_break;
use crate::characters::{is_letter, is_numeral, is_word};

/// Whether a token that may follow a string at this place stands behind one that ends at `after`. Holds for every string of
/// well-formed JSON.
pub(super) fn ends(src: &Source, after: usize, place: Place) -> Look<bool> {
    let (at, next) = src.next(after)?;
    let Some(c) = next else { return Ok(true) };
    if matches!(c, '/' | '<' | '`') && (src.comment_at(at)? || src.starts(at, "```")?) {
        return Ok(true);
    }
    if c == '#' && hash_comment_ends(src, at, place)? {
        return Ok(true);
    }
    match place {
        Place::Root => root_ends(src, after),
        Place::Round => round_ends(src, at, c),
        Place::Key => key_ends(src, at, c),
        Place::Member { outer } => member_ends(src, after, at, c, outer),
        Place::Item { outer } => item_ends(src, at, c, outer),
    }
}

/// Whether the `#` behind a string opens a comment: a token that may follow the string stands on the next line.
fn hash_comment_ends(src: &Source, at: usize, place: Place) -> Look<bool> {
    let (next_at, next) = src.next_token(at)?;
    let Some(c) = next.filter(|_| next_at > at) else { return Ok(false) };
    Ok(match place {
        Place::Key => is_colon(c),
        Place::Member { .. } => is_comma(c) || closer(c).is_some() || surely_key_at(src, next_at)?,
        Place::Item { .. } => is_comma(c) || closer(c).is_some() || quote_at(src, next_at)?.is_some(),
        Place::Root | Place::Round => false,
    })
}

/// Whether a root value is followed by the end, or by another value behind a comma or line break.
pub(super) fn root_ends(src: &Source, after: usize) -> Look<bool> {
    let (mut at, mut next) = src.next(after)?;
    let mut apart = src.slice(after, at).contains(is_line_break);
    if let Some(c) = next.filter(|c| is_comma(*c)) {
        apart = true;
        (at, next) = src.next(at + c.len_utf8())?;
    }
    let Some(c) = next else { return Ok(true) };
    if src.comment_at(at)? || (closer(c).is_some() && only_brackets_at(src, at)?) {
        return Ok(true);
    }
    Ok(apart && value_starts(src, at, c)?)
}

fn round_ends(src: &Source, at: usize, c: char) -> Look<bool> {
    if !is_comma(c) {
        return Ok(c == ')');
    }
    let (at, next) = src.next(at + c.len_utf8())?;
    Ok(next == Some(')') || next.map_or(Ok(true), |c| value_starts(src, at, c))?)
}

/// The place behind the bracket of the tuple at `at`, if a value or the end of the tuple follows it.
pub(super) fn tuple_at(src: &Source, at: usize) -> Look<Option<usize>> {
    let (next_at, next) = src.next(at + 1)?;
    let Some(c) = next else { return Ok(None) };
    let opens = matches!(c, ')' | '(') || value_starts(src, next_at, c)?;
    Ok(opens.then_some(at + 1))
}

/// The place behind the bracket of the call at `at`, `name(value)`, if a value follows it and the closing bracket.
pub(super) fn call_at(src: &Source, at: usize) -> Look<Option<usize>> {
    if !src.peek(at)?.is_some_and(|c| is_letter(c) || matches!(c, '_' | '$')) {
        return Ok(None);
    }
    let name = src.past(at, |c| is_word(c) || matches!(c, '_' | '$' | '.'))?;
    if src.peek(name)? != Some('(') {
        return Ok(None);
    }
    let inside = name + 1;
    let (value, next) = src.next(inside)?;
    if next.is_some_and(|c| opener(c).is_some()) {
        return Ok(Some(inside));
    }
    if !next.map_or(Ok(false), |c| value_starts(src, value, c))? {
        return Ok(None);
    }
    let end = past_quoted(src, value)?.unwrap_or(value);
    let end = src.past(end, |c| !matches!(c, ')' | ',' | '"' | '\'' | '\n'))?;
    if src.peek(end)? != Some(')') {
        return Ok(None);
    }
    let after = src.past(end, |c| is_blank(c) || matches!(c, ')' | ';'))?;
    let goes_on = src.slice(end, after).contains(is_line_break);
    Ok(src.peek(after)?.is_none_or(|c| goes_on || is_comma(c) || closer(c).is_some()).then_some(inside))
}

fn key_ends(src: &Source, at: usize, c: char) -> Look<bool> {
    Ok(is_colon(c) || matches!(c, '=' | ',' | ';' | '}') || value_starts(src, at, c)?)
}

/// Whether a value begins at `at` that its first character reveals: no bare word.
fn value_starts(src: &Source, at: usize, c: char) -> Look<bool> {
    let word = match c {
        't' => "true",
        'f' => "false",
        'n' => "null",
        'T' => "True",
        'F' => "False",
        'N' => "None",
        _ => return marked_value_starts(src, at, c),
    };
    src.starts(at, word)
}

/// The part of [`value_starts`] for values that are no words.
fn marked_value_starts(src: &Source, at: usize, c: char) -> Look<bool> {
    let number =
        is_numeral(c) || (matches!(c, '-' | '+' | '.') && src.peek(at + 1)?.is_some_and(|c| is_numeral(c) || c == '.'));
    Ok(number || opener(c).is_some() || quote_at(src, at)?.is_some())
}

fn member_ends(src: &Source, after: usize, at: usize, c: char, outer: Option<Kind>) -> Look<bool> {
    if is_comma(c) {
        let after = at + c.len_utf8();
        return Ok(member_follows(src, after)? || words_before_key(src, after)?.is_some());
    }
    match closer(c) {
        Some(Kind::Object) => return Ok(true),
        Some(Kind::Array) => return Ok(outer == Some(Kind::Array) || only_brackets_at(src, at)?),
        None => {}
    }
    if quote_at(src, at)?.is_some() {
        return surely_key_at(src, at);
    }
    let blank = src.slice(after, at);
    Ok((blank.contains(is_line_break) && bare_key_at(src, at)?) || (!blank.is_empty() && bare_member_at(src, at)?))
}

/// Whether words follow, and behind them only brackets: no quote that could close the string instead.
pub(super) fn words_before_end(src: &Source, after: usize) -> Look<bool> {
    only_brackets_at(src, past_words(src, after)?)
}

/// Whether only closing brackets follow, up to the end of the text or of its fence.
pub(super) fn only_brackets_at(src: &Source, at: usize) -> Look<bool> {
    let at = src.past(at, |c| is_blank(c) || closer(c).is_some())?;
    Ok(src.peek(at)?.is_none() || src.starts(at, "```")?)
}

/// Whether another member, or the end of the object, follows a comma.
pub(super) fn member_follows(src: &Source, after: usize) -> Look<bool> {
    let (at, next) = src.next(after)?;
    let Some(c) = next else { return Ok(true) };
    if closer(c).is_some() || matches!(c, ',' | '{' | '#') || src.starts(at, "...")? || src.comment_at(at)? {
        return Ok(true);
    }
    if quote_at(src, at)?.is_some() {
        return quoted_key_at(src, at);
    }
    bare_key_at(src, at)
}

/// Whether the quoted text at `at` is a key: a colon, or a token in its place, follows.
pub(super) fn quoted_key_at(src: &Source, at: usize) -> Look<bool> {
    let (Some(quote), Some(after)) = (quote_at(src, at)?, past_quoted(src, at)?) else { return Ok(true) };
    let (next_at, next) = src.next_token(after)?;
    let Some(c) = next else { return Ok(true) };
    let follows = is_colon(c) || matches!(c, '=' | '}' | '+') || value_starts(src, next_at, c)?;
    Ok(follows || ran_over_colon(src, at, quote, after))
}

/// Whether the quoted text at `at` is a value: it ends, and a token that may follow a value stands behind it.
pub(super) fn quoted_value_at(src: &Source, at: usize, place: Place) -> Look<bool> {
    match past_quoted(src, at)? {
        Some(after) => ends(src, after, place),
        None => Ok(false),
    }
}

/// Like [`quoted_key_at`], but a colon must follow.
pub(super) fn surely_key_at(src: &Source, at: usize) -> Look<bool> {
    if quote_at(src, at)?.is_none() {
        return Ok(false);
    }
    let Some(after) = past_quoted(src, at)? else { return Ok(false) };
    Ok(src.next_token(after)?.1.is_some_and(is_colon))
}

/// Whether a character may stand in a key without quotes: letters, digits, a few marks, and emoji.
fn is_of_word(c: char) -> bool {
    is_word(c) || matches!(c, '_' | '-' | '$' | '.' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1ffff}')
}

/// Whether a bare word, a colon and a value that is no bare word stand at `at`.
fn bare_member_at(src: &Source, at: usize) -> Look<bool> {
    let end = src.past(at, is_of_word)?;
    let (colon, next) = src.next(end)?;
    let Some(c) = next.filter(|c| end > at && is_colon(*c)) else { return Ok(false) };
    let (value, next) = src.next(colon + c.len_utf8())?;
    next.map_or(Ok(false), |c| value_starts(src, value, c))
}

/// Whether a bare word and a colon stand at `at`.
pub(super) fn bare_key_at(src: &Source, at: usize) -> Look<bool> {
    let end = src.past(at, is_of_word)?;
    if end == at {
        return Ok(false);
    }
    let (after, next) = src.next(end)?;
    let Some(c) = next else { return Ok(end - at < WINDOW) };
    if is_colon(c) {
        return Ok(true);
    }
    // A key may lack only its opening quote.
    let end = src.past(after, |c| is_of_word(c) || c == ' ')?;
    match quote_at(src, end)? {
        Some(quote) => Ok(src.next(end + quote.opens.len())?.1.is_some_and(is_colon)),
        None => Ok(false),
    }
}

/// The place of the quoted key behind mere words: `{"a": 1, COMMENT "b": 2}`.
pub(super) fn words_before_key(src: &Source, from: usize) -> Look<Option<usize>> {
    let key = past_words(src, from)?;
    let apart = src.slice(from, key).ends_with(is_blank);
    Ok((apart && surely_key_at(src, key)?).then_some(key))
}

fn past_words(src: &Source, from: usize) -> Look<usize> {
    src.past(from, |c| is_word(c) || is_blank(c) || matches!(c, '_' | '-' | '.'))
}

/// The end of the quoted text at `at`; `None` if it does not end within the window. Keeps the result, because several rules ask for
/// the same text.
fn past_quoted(src: &Source, at: usize) -> Look<Option<usize>> {
    if let Some(known) = src.known_end(at) {
        return Ok(known);
    }
    let Some(quote) = quote_at(src, at)? else { return Ok(None) };
    let end = end_of_quoted(src, at + quote.opens.len(), quote)?;
    src.note_end(at, end);
    Ok(end)
}

/// The place behind the closing mark of a quoted text, which begins at `start` behind its opening mark.
fn end_of_quoted(src: &Source, start: usize, quote: &Quote) -> Look<Option<usize>> {
    let mut at = start;
    while at - start < WINDOW {
        let Some(c) = src.peek(at)? else { return Ok(None) };
        // In the escaped layer a plain quote cannot be text.
        if c == '"' && quote.layer == Layer::Escaped {
            return Ok(Some(at + 1));
        }
        for close in quote.closes.iter().filter(|close| begins(close, c)) {
            if src.starts(at, close)? && !src.raw().is_some_and(|raw| raw.holds(at)) {
                return Ok(Some(at + close.len()));
            }
        }
        at += match c {
            '\\' => 1 + src.peek(at + 1)?.map_or(0, char::len_utf8),
            c => c.len_utf8(),
        };
    }
    Ok(None)
}

fn item_ends(src: &Source, at: usize, c: char, outer: Option<Kind>) -> Look<bool> {
    if is_comma(c) {
        return Ok(text_opens(src, at)? || item_follows(src, at + c.len_utf8())?);
    }
    match closer(c) {
        Some(Kind::Array) => return Ok(true),
        Some(Kind::Object) => return Ok(outer == Some(Kind::Object) || only_brackets_at(src, at)?),
        None => {}
    }
    if quote_at(src, at)?.is_some() {
        return quoted_item_at(src, at);
    }
    Ok(opener(c).is_some() || number_item_at(src, at, c)? || words_end_item(src, at, c)?)
}

/// Whether a comma stands at `at` between two quotes, with a word behind them: `","b`.
fn text_opens(src: &Source, at: usize) -> Look<bool> {
    let (quote, _) = src.next(at + 1)?;
    let word = src.starts(quote, "\"")? && src.peek(quote + 1)?.is_some_and(is_word);
    Ok(word && src.starts(at.saturating_sub(1), "\",")?)
}

/// Whether an item stands at `at` that is a number and nothing else.
fn number_item_at(src: &Source, at: usize, c: char) -> Look<bool> {
    if !c.is_ascii_digit() && c != '-' {
        return Ok(false);
    }
    let end = src.past(at, |c| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E'))?;
    Ok(src.next(end)?.1.is_none_or(|c| is_comma(c) || closer(c).is_some()))
}

/// Whether a string begins at `at` that nothing closes up to the end of the whole text.
pub(super) fn open_item_at(src: &Source, at: usize) -> Look<bool> {
    Ok(src.is_whole() && src.len() - at < WINDOW && past_quoted(src, at)?.is_none())
}

/// Whether an item stands at `at` that is a quoted text and nothing else.
pub(super) fn item_at(src: &Source, at: usize) -> Look<bool> {
    if quote_at(src, at)?.is_none() {
        return Ok(false);
    }
    let Some(after) = past_quoted(src, at)? else { return Ok(false) };
    Ok(src.next(after)?.1.is_none_or(|c| is_comma(c) || closer(c).is_some()))
}

/// Whether another item, or the end of the array, follows a comma.
fn item_follows(src: &Source, after: usize) -> Look<bool> {
    let (at, next) = src.next(after)?;
    let Some(c) = next else { return Ok(true) };
    let value = opener(c).is_some() || c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | '…' | '/' | '#');
    if closer(c).is_some() || is_comma(c) || value || src.starts(at, "<!--")? {
        return Ok(true);
    }
    if quote_at(src, at)?.is_some() {
        return quoted_item_at(src, at);
    }
    if call_at(src, at)?.is_some() {
        return Ok(true);
    }
    let words = src.past(at, |c| !is_comma(c) && closer(c).is_none() && !matches!(c, '"' | '\'' | '`' | '\n'))?;
    if words > at && src.peek(words)?.is_some_and(|c| is_comma(c) || closer(c).is_some()) {
        return Ok(true);
    }
    let end = src.past(at, |c| is_word(c) || c == '_')?;
    let quote = if end > at { quote_at(src, end)? } else { None };
    let end = end + quote.map_or(0, |quote| quote.opens.len());
    Ok(src.next(end)?.1.is_none_or(|c| is_comma(c) || closer(c).is_some()))
}

fn quoted_item_at(src: &Source, at: usize) -> Look<bool> {
    let Some(after) = past_quoted(src, at)? else { return Ok(true) };
    let (at, next) = src.next_token(after)?;
    let Some(c) = next else { return Ok(true) };
    let ends = is_comma(c) || is_colon(c) || closer(c).is_some() || c == '+' || value_starts(src, at, c)?;
    Ok(ends || words_end_item(src, at, c)? || quoted_words_end_item(src, after)?)
}

/// Like [`words_end_item`], with a quote behind the words, so that the quote before them is text or surplus.
fn quoted_words_end_item(src: &Source, after: usize) -> Look<bool> {
    let end = past_words(src, after)?;
    let Some(quote) = quote_at(src, end)?.filter(|_| src.slice(after, end).starts_with(is_blank)) else {
        return Ok(false);
    };
    let (_, next) = src.next(end + quote.opens.len())?;
    Ok(!src.slice(after, end).ends_with(is_blank) && next.is_none_or(|c| is_comma(c) || closer(c) == Some(Kind::Array)))
}

/// Whether words stand at `at`, and the end of the item directly behind them.
fn words_end_item(src: &Source, at: usize, c: char) -> Look<bool> {
    let end = past_words(src, at)?;
    Ok(is_word(c) && src.peek(end)?.is_none_or(|c| is_comma(c) || closer(c) == Some(Kind::Array)))
}

/// Whether a mark of another kind than the opening one closes a string: only if the document clearly continues, or ends, behind it.
/// Never holds inside of a string that its own quote closes.
pub(super) fn surely_ends(src: &Source, after: usize, place: Place) -> Look<bool> {
    let (at, next) = src.next(after)?;
    match next {
        Some(c) if is_comma(c) && place != Place::Key => {
            let (at, _) = src.next(at + c.len_utf8())?;
            // A quote that closes the string has no letter behind it, so this one opens a key.
            let opens = src.starts(at, "\"")? && src.peek(at + 1)?.is_some_and(|c| is_word(c) || c == '_');
            Ok(opens && surely_key_at(src, at)?)
        }
        Some(c) if is_colon(c) && place == Place::Key => {
            // A quote that closes the key would have a colon behind it.
            let at = src.past(at, |c| !matches!(c, '"' | '\\'))?;
            match src.peek(at)? {
                Some('"') => Ok(!src.next(at + 1)?.1.is_some_and(is_colon)),
                next => Ok(next.is_none()),
            }
        }
        Some(c) if closer(c).is_some() && place != Place::Key => only_brackets_at(src, at),
        _ => Ok(false),
    }
}

/// Whether the root object continues behind a bracket that would close it: `}, "key": …`.
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

/// Whether another object follows a bracket that would close the list of objects: `], {`.
pub(super) fn objects_go_on(src: &Source, after: usize) -> Look<bool> {
    let (at, next) = src.next(after)?;
    let Some(c) = next.filter(|c| is_comma(*c)) else { return Ok(false) };
    let (at, next) = src.next(at + c.len_utf8())?;
    match next {
        Some(brace) if opener(brace) == Some(Kind::Object) => opens_object(src, at, brace),
        _ => Ok(false),
    }
}

/// Whether a list continues behind an unmatched brace: `}, 2` or `}]`.
pub(super) fn list_goes_on(src: &Source, after: usize) -> Look<bool> {
    let at = src.past(after, |c| is_blank(c) || closer(c) == Some(Kind::Object))?;
    match src.peek(at)? {
        Some(c) if is_comma(c) => Ok(src.next(at + c.len_utf8())?.1.is_some_and(|c| closer(c).is_none())),
        next => Ok(next.and_then(closer) == Some(Kind::Array)),
    }
}

/// Whether a value follows that cannot be a key: neither a quoted text nor a bare word.
pub(super) fn unquoted_value_follows(src: &Source, after: usize) -> Look<bool> {
    let (at, next) = src.next(after)?;
    let Some(c) = next else { return Ok(false) };
    Ok(quote_at(src, at)?.is_none() && value_starts(src, at, c)?)
}

/// Whether the brace at `at` opens an object, and not a brace in prose: a key, the closing brace or the end must follow.
pub(super) fn opens_object(src: &Source, at: usize, brace: char) -> Look<bool> {
    let at = src.past(at + brace.len_utf8(), |c| is_blank(c) || c == ',')?;
    let Some(c) = src.peek(at)? else { return Ok(true) };
    if closer(c) == Some(Kind::Object) || src.comment_at(at)? {
        return Ok(true);
    }
    if src.starts(at, "\\n")? || src.starts(at, "\\t")? {
        return Ok(true);
    }
    if quote_at(src, at)?.is_some() {
        return opens_with_key(src, at);
    }
    let end =
        src.past(at, |c| !is_colon(c) && !is_comma(c) && closer(c).is_none() && opener(c).is_none() && c != '\n')?;
    Ok(match src.peek(end)? {
        _ if end == at || end - at >= WINDOW => false,
        Some(c) if opener(c) == Some(Kind::Object) => {
            let (key, _) = src.next(end + c.len_utf8())?;
            !src.slice(at, end).trim_matches(is_blank).contains(is_blank)
                && (bare_key_at(src, key)? || surely_key_at(src, key)?)
        }
        next => next.is_some_and(is_colon),
    })
}

/// Whether the quoted text at `at` is the first key of an object: a colon or a value follows it, or it ran over its colon because its
/// closing quote is missing.
fn opens_with_key(src: &Source, at: usize) -> Look<bool> {
    let (Some(quote), Some(after)) = (quote_at(src, at)?, past_quoted(src, at)?) else { return Ok(true) };
    let (next_at, next) = src.next_token(after)?;
    let Some(c) = next else { return Ok(true) };
    if c != ',' && key_ends(src, next_at, c)? {
        return Ok(true);
    }
    Ok(ran_over_colon(src, at, quote, after))
}

/// Whether the quoted text from `at` to `after` ends with a colon, so that it is a key without its closing quote.
fn ran_over_colon(src: &Source, at: usize, quote: &Quote, after: usize) -> bool {
    let quoted = src.slice(at + quote.opens.len(), after);
    let inside = quote.closes.iter().find_map(|close| quoted.strip_suffix(close)).unwrap_or(quoted);
    let key = inside.trim_end_matches(is_blank);
    key.ends_with(is_colon) && !key.starts_with(is_colon)
}

/// Whether the bracket at `at`, in prose, opens a list, and not an index, a footnote, a link or a checkbox. Behind a colon it always
/// opens a list.
pub(super) fn opens_list_in_prose(src: &Source, at: usize, bracket: char) -> Look<bool> {
    let (first, next) = src.next(at + bracket.len_utf8())?;
    let behind_colon = src.slice(0, at).trim_end_matches(is_blank).ends_with(is_colon);
    let Some(c) = next.filter(|c| behind_colon || closer(*c).is_none()) else { return Ok(false) };
    if behind_colon {
        return opens_array(src, at, bracket);
    }
    let index = src.slice(0, at).ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ']' | ')'));
    if index || !value_starts(src, first, c)? {
        return Ok(false);
    }
    let number = src.past(first, |c| is_numeral(c) || matches!(c, '-' | '.'))?;
    Ok(number == first || src.next(number)?.1.is_some_and(is_comma))
}

/// Whether the bracket at `at` opens an array, and is not a bracket in prose.
pub(super) fn opens_array(src: &Source, at: usize, bracket: char) -> Look<bool> {
    let (at, next) = src.next_token(at + bracket.len_utf8())?;
    let at = if next.is_some_and(is_comma) { src.past(at, |c| is_blank(c) || is_comma(c))? } else { at };
    let Some(c) = src.peek(at)? else { return Ok(true) };
    Ok(closer(c) == Some(Kind::Array) || value_starts(src, at, c)?)
}
