//! The values that fit a contract after a change of one bracket.

use super::area::Area;
use super::edits::{edits, first_error};
use super::nesting::Commas;
use super::reading::{self, Cut};
use super::tokens::{with_commas, Token};
use crate::reader::candidate::Candidate;
use crate::reader::found::{Contract, Search};
use crate::tape::{Item, Tag};
use stepgate_json::Tree;

/// Most changes that are read: for a long text, and for a short one.
const MAX_READINGS: (usize, usize) = (8, 64);

/// Bytes of all readings of a long text.
const READ: usize = 1 << 20;

/// The values that fit.
pub(super) enum Fits {
    None,
    One(Box<Candidate>),
    Several,
}

impl Fits {
    /// The values that fit by another search, if none fits by this one.
    fn or(self, search: impl FnOnce() -> Fits) -> Fits {
        match self {
            Fits::None => search(),
            fits => fits,
        }
    }
}

/// The only value that fits. A value with trailing commas is looked for if there is none without, except for a text that ends with a
/// comma, where something is missing; and then, in a text with other damages, one that lacks commas behind brackets.
pub(super) fn fitting(area: &Area, text: &str, search: Search) -> Fits {
    let try_with = |area: &Area, commas| fitting_with(area, commas, text, search);
    let ends_early = area.tokens.last().is_some_and(|last| last.token == Token::Comma);
    let trailing = || if ends_early { Fits::None } else { try_with(area, Commas::Trailing) };
    let lacking = || Area { tokens: with_commas(&area.tokens), ..*area };
    let odd = || if area.odd { try_with(&lacking(), Commas::Trailing) } else { Fits::None };
    try_with(area, Commas::Between).or(trailing).or(odd)
}

fn fitting_with(area: &Area, commas: Commas, text: &str, search: Search) -> Fits {
    let (least, most) = MAX_READINGS;
    let many = (READ / (area.to - area.from).max(1)).clamp(least, most);
    let Some((error, _)) = first_error(&area.tokens, commas) else { return Fits::None };
    let Some(edits) = edits(&area.tokens, error, commas).filter(|edits| edits.len() <= many) else {
        return Fits::Several;
    };
    let mut best: Option<(Misfit, Tree, Candidate)> = None;
    let mut several = false;
    for edit in edits {
        let cut = Cut::of(edit, &area.tokens);
        let Some(candidate) = reading::read(text, area.from, area.to, cut) else { continue };
        let Some((misfit, value)) = fit(text, &candidate, search) else { continue };
        match &best {
            Some((least, ..)) if misfit > *least => {}
            Some((least, same, _)) if misfit == *least => several |= *same != value,
            _ => (best, several) = (Some((misfit, value, candidate)), false),
        }
    }
    match best {
        _ if several => Fits::Several,
        Some((.., candidate)) => Fits::One(Box::new(candidate)),
        None => Fits::None,
    }
}

/// How badly a value fits: whether members are left out, and whether parts change their form.
type Misfit = (bool, bool);

/// Conversions that move the border of a container.
const RESHAPES: [&str; 5] = ["moved", "wrapper", "single_item", "list", "call"];

/// Fits a value. None if it does not fit.
fn fit(text: &str, candidate: &Candidate, search: Search) -> Option<(Misfit, Tree)> {
    let item = candidate.item(text)?;
    let Some(Contract { schema, decode }) = search.contract else { return Some(((false, false), item.tree())) };
    let wanted = schema.wanted();
    let is_kind = match item.tag() {
        Tag::Array => wanted.list || schema.has_calls() && item.children().all(|item| item.tag() == Tag::Object),
        _ => wanted.object,
    };
    let fit = schema.fit(text, &candidate.tape, candidate.root, decode);
    if !is_kind || !fit.notes.problems.is_empty() || fit.notes.lossy {
        return None;
    }
    let has = |kinds: &[&str]| fit.notes.coercions.iter().any(|coercion| kinds.contains(&coercion.kind));
    Some(((has(&["ignored"]), has(&RESHAPES)), Item::new(text, &fit.tape, 0)?.tree()))
}
