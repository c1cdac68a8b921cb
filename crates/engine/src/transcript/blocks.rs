//! Blocks of the entries, as a page shows them.

use std::collections::BTreeMap;

use crate::transcript::entries::Transcript;
use crate::vocabulary::block::{Block, Content, ShownReply};
use crate::vocabulary::entry::{Decision, Entry};
use crate::vocabulary::stored::Stored;
use stepgate_reply::Repair;

impl Transcript {
    /// Blocks made after revision `since`, after questions that were closed or reopened since. All of them if the user went back since.
    pub(crate) fn blocks(&self, since: u64) -> Vec<Block> {
        let since = if self.went_back_since(since) { 0 } else { since };
        self.questions_moved(since)
            .chain(self.since(since))
            .filter(|(seq, _)| !self.is_retracted(*seq))
            .filter_map(|(seq, stored)| Block::of(seq, stored, self))
            .collect()
    }

    /// Numbers of entries taken back after revision `since`, each once.
    pub(crate) fn retracted(&self, since: u64) -> Vec<u32> {
        let went_back = self.went_back_since(since);
        let is_later = |end: u32| went_back || self.get(end).is_some_and(|stored| stored.rev > since);
        self.retracted_ranges().filter(|range| is_later(range.end)).flatten().collect()
    }
}

impl Block {
    /// Block of an entry. None for entries that only change another block.
    fn of(seq: u32, stored: &Stored, transcript: &Transcript) -> Option<Block> {
        let mut revision = stored.rev;
        let content = match &stored.entry {
            Entry::User { text, cue, parts } => {
                Content::User { text: text.clone(), cue: cue.clone(), parts: parts.clone() }
            }
            Entry::Said { text } => Content::Said { text: text.clone(), reply: None },
            Entry::Reasoning { text } => Content::Reasoning { text: text.clone() },
            Entry::Decision(decision) => decided(decision),
            Entry::Correction { raw, complaint, code } => {
                Content::Correction { raw: raw.clone(), complaint: complaint.clone(), code: code.clone() }
            }
            Entry::Tool { call, name, args, result, verdict, grant, parts, .. } => Content::Tool {
                call: *call,
                name: name.clone(),
                args: args.clone(),
                result: result.clone(),
                wrote: false,
                verdict: *verdict,
                grant: *grant,
                parts: parts.clone(),
            },
            Entry::Asked { card } => {
                let question = transcript.question(seq)?;
                revision = question.rev;
                let (ending, reason, choice) = transcript.ending(question);
                Content::Card { card: card.clone(), ending, reason, choice }
            }
            Entry::Note { code, data } => Content::Note { code: code.clone(), data: data.clone() },
            Entry::Summary { .. } | Entry::Closed { .. } | Entry::Retracted { .. } | Entry::Rewound { .. } => {
                return None
            }
        };
        Some(Block { seq, revision, thread: stored.thread, at_ms: stored.at_ms, content })
    }
}

fn decided(decision: &Decision) -> Content {
    let reply = ShownReply {
        raw: decision.raw.clone(),
        reasoning: decision.reasoning.clone(),
        repairs: utf16_offsets(&decision.raw, &decision.repairs),
        more_repairs: decision.more_repairs,
        coercions: decision.coercions.clone(),
        more_coercions: decision.more_coercions,
        corrections: decision.corrections,
        unsaid: decision.unsaid.clone(),
    };
    match decision.said() {
        Some(text) => Content::Said { text, reply: Some(reply) },
        None => Content::Decision(reply),
    }
}

/// Converts the repairs' byte offsets to UTF-16 units, as JavaScript counts.
fn utf16_offsets(raw: &str, repairs: &[Repair]) -> Vec<Repair> {
    let units = units_before(raw, repairs.iter().flat_map(|repair| [repair.offset, repair.offset + repair.length]));
    let at = |place: usize| units.get(&place).copied().unwrap_or_default();
    repairs
        .iter()
        .map(|repair| Repair {
            offset: at(repair.offset),
            length: at(repair.offset + repair.length).saturating_sub(at(repair.offset)),
            ..repair.clone()
        })
        .collect()
}

/// UTF-16 units before each of these bytes, counted in one pass over the text.
fn units_before(raw: &str, places: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
    let mut before = BTreeMap::new();
    places.filter(|place| raw.is_char_boundary(*place)).for_each(|place| {
        before.insert(place, 0);
    });
    let (mut from, mut units) = (0, 0);
    for (place, count) in &mut before {
        units += raw.get(from..*place).map_or(0, |text| text.encode_utf16().count());
        (from, *count) = (*place, units);
    }
    before
}
