//! Finds the JSON in a reply: skips thinking, prose and fences, and collects each value that may be the answer.

use super::brackets::settle;
use super::candidate::Candidate;
use super::channels::past_thoughts;
use super::found::{Contract, Found, Search};
use super::headless::headless;
use super::known::RawQuotes;
use super::label::label;
use super::parser::Parser;
use super::raw::{behind_cost, holds_member, holds_raw, is_odd, joins_records, price, raw_quotes, Manner, MARGIN};
use super::report::{Fix, Report};
use super::scanner::Scanner;
use super::source::{is_blank, past_separators, Source};
use crate::schema::Schema;
use crate::tape::Tag;
use stepgate_json::slice;

/// Most values of a reply that are considered, if prose follows them.
const MAX_CANDIDATES: usize = 64;

/// The price up to which a reading of the quotes shows that no bracket is wrong.
const LIKELY: u32 = 8;

/// Finds the candidates of `text`, in order. With a contract, the JSON inside of a text that is one JSON string counts even if it
/// needs repairs, and an object may lack its opening brace. Without a contract such a string is the value.
pub(super) fn extract(text: &str, search: Search) -> Found {
    let body = text.trim_matches(is_blank);
    let start = text.len() - text.trim_start_matches(is_blank).len();
    if let Some(scalar) = scalar(text, start, start + body.len()) {
        return encoded(text, scalar, search);
    }
    let mut found = match search.contract {
        Some(Contract { schema, .. }) => scan_by(text, search, schema),
        None => scan(text, search, false),
    };
    settle(&mut found, text, search);
    found
}

/// Reads a part of a text as one JSON scalar.
pub(super) fn scalar(text: &str, start: usize, end: usize) -> Option<Candidate> {
    let src = Source::whole(text.get(..end)?);
    let mut parser = Parser::new(start, false);
    parser.whole_scalar(&src).then(|| Candidate { tape: parser.tape, ..Candidate::default() })
}

/// Looks for the object inside of a reply that is one JSON string.
fn encoded(text: &str, scalar: Candidate, search: Search) -> Found {
    let string = scalar.item(text).filter(|item| item.is_string());
    let holds = |inner: &String| inner.trim_start_matches(is_blank).starts_with(['{', '[', '"', '`']);
    let Some(inner) = string.map(|item| item.string().into_owned()).filter(holds) else {
        return Found { scalar: Some(scalar), ..Found::default() };
    };
    let mut found = extract(&inner, search);
    let taken = if search.contract.is_some() {
        !found.candidates.is_empty()
    } else {
        found.inner.is_some() || found.is_all(&inner)
    };
    if !taken {
        return Found { scalar: Some(scalar), ..Found::default() };
    }
    for candidate in &mut found.candidates {
        // Offsets inside are not offsets of the reply: each repair is reported for the whole reply.
        candidate.report.mend(Fix::DoubleEncoded, 0, text.len());
        for mend in &mut candidate.report.mends {
            (mend.offset, mend.length) = (0, text.len() as u32);
        }
    }
    Found { inner: found.inner.or(Some(inner)), ..found }
}

/// Like [`scan`], with the hints of a contract.
fn scan_by(text: &str, search: Search, schema: &Schema) -> Found {
    let wanted = schema.wanted();
    let mut found = scan(text, search, wanted.list && !wanted.object);
    if found.candidates.len() > 1 {
        let mut end = 0;
        for candidate in &mut found.candidates {
            candidate.label = label(slice(text, end..candidate.from));
            end = candidate.to;
        }
    }
    let object = if wanted.object { Some(schema) } else { schema.items() };
    if let Some(schema) = object.filter(|_| !found.arguments) {
        let first = found.candidates.iter().position(|candidate| candidate.from >= found.spoken);
        let to = first.and_then(|at| found.candidates.get(at)).map_or(text.len(), |first| first.from);
        let to = to.min(found.response.unwrap_or(to)).max(found.spoken);
        if let Some(object) = headless(text, found.spoken..to, schema, search.finished) {
            found.steps += object.steps;
            found.candidates.insert(first.unwrap_or(found.candidates.len()), object);
        }
    }
    found
}

/// Scans a text for candidates. With `lists`, a list may stand in prose.
fn scan(text: &str, search: Search, lists: bool) -> Found {
    let src = Source::whole(text);
    let mut scanner = Scanner::of_whole(search.every_bracket);
    scanner.lists = lists;
    scanner.calls = search.contract.is_some_and(|contract| contract.schema.has_calls());
    scanner.thought = past_thoughts(text);
    scanner.at = scanner.thought;
    let mut found = Found::default();
    let mut others = 0;
    let mut stack = Vec::new();
    let mut budget = 2 * text.len();
    while let Ok(Some(root)) = scanner.next(&src) {
        let mut parser = Parser { stack, ..Parser::new(root.at, search.finished) };
        if found.candidates.is_empty() {
            parser.tape.make_room();
        }
        let mut whole = parser.run(&src).is_ok();
        let requoted = requoted(&src, root.at, &mut parser, search.finished, &mut budget);
        let quoted = requoted.as_ref().is_some_and(|(_, likely)| *likely);
        if let Some((requoted, _)) = requoted {
            (parser, whole) = (Parser { stack: parser.stack, ..requoted }, true);
        }
        stack = std::mem::take(&mut parser.stack);
        stack.clear();
        found.too_deep = found.too_deep.or(parser.too_deep.then_some(parser.at));
        if !whole || parser.too_deep {
            break;
        }
        if root.round && !scanner.ends_line_at(&src, parser.at) {
            scanner.at = root.at + 1;
            continue;
        }
        let array = parser.tape.node(0).is_some_and(|node| node.tag == Tag::Array);
        // Values without prose between them belong together, and so do arrays.
        let behind = past_separators(src.rest(parser.at));
        let goes_on = root.first && behind.starts_with(['{', '[', '｛', '［']);
        let partial = array && !(goes_on || root.first && scanner.ends_at(&src, parser.at));
        // Prose may begin with a bracket. The objects behind it are candidates, too, so they are read a second time; this is
        // rare. Where a list is wanted, a part of a list is no answer.
        let again = partial && !search.every_bracket && !lists && (!parser.report.lossy || found.candidates.is_empty());
        scanner.at = if again { root.at + 1 } else { parser.at };
        if goes_on {
            scanner.begin(text.len() - behind.len());
        }
        let fenced = scanner.fences == 1;
        let Parser { tape, report, at: to, .. } = parser;
        let range = Candidate { from: root.at, to, ..Candidate::default() };
        found.candidates.push(Candidate { tape, report, fenced, partial, quoted, amid: !root.first, ..range });
        others += usize::from(!goes_on);
        if others == MAX_CANDIDATES {
            break;
        }
    }
    // Some models never close their thought: the JSON at its very end is their answer.
    let last = found.candidates.last().map_or(0, |last| last.from);
    let is_end = found.candidates.last().is_some_and(|last| scanner.ends_at(&src, last.to));
    for candidate in &mut found.candidates {
        let at = candidate.from;
        let in_open = scanner.open_thought.is_some_and(|open| at >= open) && !(is_end && at == last);
        candidate.thought = at < scanner.thought || in_open;
        candidate.aside = scanner.is_aside(at);
    }
    found.arguments = scanner.arguments;
    found.response = scanner.response;
    found.spoken = scanner.thought;
    found.thinks = scanner.open_thought;
    found.steps = src.steps();
    found
}

/// Reads the value at `at` again, if a first reading had doubts about its quotes and another way to read them leaves less damage. If
/// another way is nearly as good, marks the first reading as a guess. Takes what it inspects from the budget, so that the work on all
/// values of a text stays linear.
fn requoted(src: &Source, at: usize, first: &mut Parser, finished: bool, budget: &mut usize) -> Option<(Parser, bool)> {
    let plain = !first.report.mends.iter().any(|mend| mend.kind.doubts_quotes());
    if plain && behind_cost(src, first.at) == Some(0) {
        return None;
    }
    let mut search = |manner| {
        let (raw, inspected) = raw_quotes(src, at, *budget, manner);
        *budget = budget.saturating_sub(inspected);
        raw.filter(|raw| !joins_records(src.rest(0), &first.tape, &raw.places))
    };
    let price = price(src, first);
    let strict = search(Manner::Strict).filter(|raw| !(plain && holds_member(src.slice(first.at, raw.to))));
    let same = strict.as_ref().is_some_and(|raw| same_quotes(raw, &first.report, Manner::Strict));
    if let Some(raw) = strict.as_ref().filter(|raw| same || raw.price < price) {
        let certain = raw.certain && (same || raw.price + MARGIN <= price);
        let again = reread(src, at, finished, raw, certain);
        if same || again.is_some() {
            return again;
        }
    }
    if plain || first.report.lossy || first.too_deep {
        return None;
    }
    let has_bracket = first.report.mends.iter().any(|mend| mend.kind.is_bracket());
    let tolerant = if has_bracket { None } else { search(Manner::Tolerant) };
    let margin = if holds_raw(src, first) { MARGIN } else { 1 };
    let is_guess = match &tolerant {
        Some(raw) if same_quotes(raw, &first.report, Manner::Tolerant) => !raw.certain,
        Some(raw) if raw.price < price + margin => {
            if raw.price < price {
                let again = reread(src, at, finished, raw, raw.certain && raw.price + MARGIN <= price);
                if again.as_ref().is_some_and(|(again, _)| 2 * keys(again) >= keys(first)) {
                    return again;
                }
            }
            true
        }
        Some(_) => false,
        None => is_odd(src, first) || strict.is_some_and(|raw| raw.price == price),
    };
    if is_guess {
        first.report.mend(Fix::UnclearQuote, at, 0);
    }
    None
}

fn keys(parser: &Parser) -> usize {
    parser.tape.nodes.iter().filter(|node| matches!(node.tag, Tag::Key | Tag::JoinedKey)).count()
}

/// Reads a value with the quotes that are text, and tells whether that is likely. None if it leaves a part of the value.
fn reread(src: &Source, at: usize, finished: bool, raw: &RawQuotes, certain: bool) -> Option<(Parser, bool)> {
    let raw = RawQuotes { certain, places: raw.places.clone(), ..*raw };
    let known = src.with_raw(&raw);
    let mut parser = Parser::by_rules(at, finished);
    let whole = parser.run(&known).is_ok() && parser.at == raw.to;
    src.count(known.steps());
    whole.then_some((parser, raw.price <= LIKELY))
}

/// Whether a reading took the same quotes for text, and nothing else was doubtful in it but what the manner of the search knows.
fn same_quotes(raw: &RawQuotes, report: &Report, manner: Manner) -> bool {
    let is_doubtful = |kind: Fix| kind.doubts_quotes() && (manner == Manner::Strict || kind.moves_quotes());
    let doubts = report.mends.iter().filter(|mend| is_doubtful(mend.kind));
    doubts.clone().all(|mend| mend.kind == Fix::UnescapedQuote)
        && doubts.map(|mend| mend.offset as usize).eq(raw.places.iter().copied())
}
