//! Handles several values that stand one after the other in a reply.

use super::candidate::Candidate;
use super::report::Fix;
use super::source::past_separators;
use crate::tape::Tag;

/// Whether only blanks, commas and comments stand between the values.
pub(super) fn stand_together(text: &str, candidates: &[Candidate]) -> bool {
    candidates.windows(2).all(|pair| match pair {
        [one, next] => {
            let between = text.get(one.to..next.from);
            !one.partial && between.is_some_and(separates)
        }
        _ => true,
    })
}

fn separates(text: &str) -> bool {
    past_separators(text).is_empty()
}

/// Joins the values into one array.
pub(super) fn joined(candidates: Vec<Candidate>) -> Candidate {
    let mut all = Candidate { from: candidates.first().map_or(0, |first| first.from), ..Candidate::default() };
    let node = all.tape.open(Tag::Array, all.from);
    for candidate in candidates {
        all.report.mend(Fix::SeveralValues, candidate.from, 0);
        let shift = all.tape.append(&candidate.tape);
        all.report.append(&candidate.report, shift);
        all.to = candidate.to;
    }
    all.tape.close(node, all.to);
    all
}
