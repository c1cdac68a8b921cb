//! Puts right a value with one wrong bracket, and finds out what would be lost.
//!
//! A bracket too many, too few or of the wrong kind moves the border of a container, so what the grammar makes of it is a guess. Here
//! the JSON around a damaged value is taken as tokens, and every change of one bracket that makes them one value is tried. If one value
//! alone fits the contract, it is the reading. If several do, the reading is [unclear](Unclear). If none does, or there is no contract,
//! the grammar's reading stands, unless it leaves out more than brackets.

mod area;
mod edits;
mod fitting;
mod nesting;
mod place;
mod reading;
mod tokens;

use super::candidate::{Candidate, Unclear};
use super::found::{Found, Search};
use super::report::{Fix, Mend, Report};
use super::source::{closer, is_blank, opener};
use crate::lang::Text;
use crate::schema::Conversion;
use area::{touches, Area};
use fitting::{fitting, Fits};
use reading::repeats_key;
use stepgate_json::slice;
use tokens::Placed;

/// Puts the damaged candidates right, and marks those that cannot be.
pub(super) fn settle(found: &mut Found, text: &str, search: Search) {
    let mut settled: Vec<Candidate> = Vec::new();
    let mut rest = std::mem::take(&mut found.candidates).into_iter().peekable();
    while let Some(candidate) = rest.next() {
        let before = settled.last().map_or(found.spoken.min(candidate.from), |last: &Candidate| last.to);
        if before > candidate.from || !is_suspect(text, &candidate, before) {
            settled.push(candidate);
            continue;
        }
        let area = Area::around(text, &candidate, before);
        let mut inside = vec![candidate];
        while let Some(next) = rest.next_if(|next| next.from < area.to) {
            inside.push(next);
        }
        // Values behind an end that came too early are parts of this one, and no answers of their own.
        if area.goes_on(text, &inside) {
            while rest.next_if(|next| area.is_near(text, next)).is_some() {}
        }
        found.steps += area.tokens.len();
        settled.extend(Judge { text, search, area }.settled(inside));
    }
    found.candidates = settled;
}

/// Whether a repair of a candidate may be about a bracket, or JSON may stand right before or behind it.
fn is_suspect(text: &str, candidate: &Candidate, before: usize) -> bool {
    let is_about_bracket = |mend: &Mend| mend.kind.is_bracket() || mend.kind.may_hide_bracket();
    candidate.report.lossy || candidate.report.mends.iter().any(is_about_bracket) || touches(text, candidate, before)
}

/// The judge of the candidates in one area.
struct Judge<'a> {
    text: &'a str,
    search: Search<'a>,
    area: Area,
}

impl Judge<'_> {
    /// The candidates: as the grammar reads them, as the only value that fits, or as guesses.
    fn settled(&self, mut inside: Vec<Candidate>) -> Vec<Candidate> {
        let Judge { text, search, area } = self;
        if area.odd && inside.iter().all(|own| own.quoted) {
            return inside;
        }
        let known = area.is_known(text, &inside);
        let error = area.error().filter(|_| known);
        let settled = error.is_some_and(|(at, _)| self.is_settled(at, &inside));
        let judged = settled || known && (error.is_none() || search.contract.is_some() && !area.odd);
        let doubt = match error.filter(|_| !settled).map_or(Fits::None, |_| fitting(area, text, *search)) {
            Fits::One(whole) => return vec![whole.in_place_of(inside, text)],
            Fits::Several => Some(area.from),
            Fits::None if judged => self.lost(&inside),
            Fits::None => self.lost(&inside).or_else(|| self.guessed(&inside)),
        };
        match (doubt, error) {
            (Some(at), error) => {
                let at = error.map_or(at, |(error, _)| area.start_of(error));
                inside.iter_mut().for_each(|own| own.doubt(self.unclear(at, error)));
            }
            (None, Some(_)) => self.complete(&mut inside, error),
            (None, None) => {}
        }
        inside
    }

    /// Whether the grammar's reading counts, whatever fits: a text that may go on is cut off, and no bracket is wrong; and without a
    /// contract only brackets at the end are missing or surplus.
    fn is_settled(&self, error: usize, inside: &[Candidate]) -> bool {
        let Judge { text, search, area } = self;
        let at_end = error == area.tokens.len();
        if at_end && !(search.finished && area.is_at_end(text)) {
            return true;
        }
        let closes = |own: &Candidate| {
            own.report.mends.iter().all(|mend| !mend.kind.is_bracket() || mend.offset as usize == own.to)
        };
        let is_whole = inside.len() == 1 && inside.iter().all(closes) && moved(text, inside).is_none();
        let is_sure = is_whole && (at_end || !area.odd) || !area.tokens.iter().any(Placed::is_data);
        search.contract.is_none() && is_sure && self.lost(inside).is_none()
    }

    /// The place of a part that the candidates leave out, or take for text.
    fn lost(&self, inside: &[Candidate]) -> Option<usize> {
        let Judge { text, area, .. } = self;
        if area.begins_before || area.goes_on(text, inside) {
            return Some(area.to);
        }
        let left = area.left_out(inside);
        let lost = left.iter().find(|placed| placed.is_data()).map(|lost| lost.start);
        let hidden = || area.hides_brackets(inside).then_some(area.from);
        lost.or_else(hidden).filter(|_| area.error().is_some())
    }

    /// A place where a repair may have moved the border of a container.
    fn guessed(&self, inside: &[Candidate]) -> Option<usize> {
        let end = inside.first().map_or(0, |first| first.to);
        let several = inside.iter().any(|own| own.from >= end);
        let is_guess = several || inside.iter().any(|own| repeats_key(self.text, &own.tape));
        moved(self.text, inside).or(is_guess.then_some(self.area.from))
    }

    fn unclear(&self, at: usize, error: Option<(usize, Text)>) -> Unclear {
        let Judge { text, area, .. } = self;
        match error {
            Some((error, allowed)) => Unclear { at, problem: place::problem(text, &area.tokens, error, allowed) },
            None => place::unclear(text, at),
        }
    }

    /// Adds the brackets around the first candidate that it leaves out, and its first wrong token.
    fn complete(&self, inside: &mut [Candidate], error: Option<(usize, Text)>) {
        let left = self.area.left_out(inside);
        let [first, ..] = inside else { return };
        first.guess = Some(self.unclear(first.from, error));
        for placed in left.iter().filter(|placed| placed.token.is_bracket()) {
            first.report.mend_at(Fix::ExtraBracket, placed.start, placed.end - placed.start);
            (first.from, first.to) = (first.from.min(placed.start), first.to.max(placed.end));
        }
    }
}

/// The place of a repair that may have moved the border of a container: of a bracket, unless only brackets follow, or of a text that has
/// a bracket in it.
fn moved(text: &str, inside: &[Candidate]) -> Option<usize> {
    let moves = |own: &Candidate, mend: &Mend| {
        let (at, end) = (mend.offset as usize, (mend.offset + mend.length) as usize);
        let hides =
            || text.get(at..end).is_some_and(|part| part.contains(|c| opener(c).is_some() || closer(c).is_some()));
        let rest = || slice(text, end..own.to).trim_start_matches(|c| is_blank(c) || closer(c).is_some());
        match mend.kind {
            Fix::UnquotedKey | Fix::MissingQuotes | Fix::MissingQuote => hides(),
            kind => kind.is_bracket() && !rest().is_empty() && !(own.headless && at == own.from),
        }
    };
    inside.iter().find_map(|own| own.report.mends.iter().find(|mend| moves(own, mend)).map(|mend| mend.offset as usize))
}

/// Doubts a value whose brackets the grammar repaired, if members of it are left out, or one hides another.
pub(super) fn doubt_if_lost(candidate: &mut Candidate, text: &str, conversions: &[Conversion]) {
    let repaired = |candidate: &Candidate| candidate.report.mends.iter().find(|mend| mend.kind.is_bracket()).copied();
    let Some(mend) = repaired(candidate).filter(|_| !candidate.certain && candidate.unclear.is_none()) else { return };
    let left_out = conversions.iter().any(|conversion| matches!(conversion.kind, "ignored" | "call"));
    if left_out || repeats_key(text, &candidate.tape) {
        let unclear = candidate.guess.take().unwrap_or_else(|| place::unclear(text, mend.offset as usize));
        candidate.doubt(unclear);
    }
}

/// Doubts a value whose brackets nobody judged, if a repair may have moved the border of a container.
pub(super) fn doubt_if_moved(candidate: &mut Candidate, text: &str) {
    if let Some(at) = moved(text, std::slice::from_ref(candidate)) {
        candidate.doubt(place::unclear(text, at));
    }
}

impl Report {
    /// Adds a repair in the order of the text, for the whole value.
    fn mend_at(&mut self, kind: Fix, offset: usize, length: usize) {
        self.at_node(0);
        match self.mends.first() {
            Some(first) if offset < first.offset as usize => self.mend_first(kind, offset, length),
            _ => self.mend(kind, offset, length),
        }
    }
}
