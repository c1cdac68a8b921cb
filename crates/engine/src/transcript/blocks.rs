//! Blocks of the entries, as a page shows them.

use crate::transcript::entries::Transcript;
use crate::vocabulary::block::{Block, Content, ShownReply};
use crate::vocabulary::entry::{Decision, Entry};
use crate::vocabulary::stored::Stored;
use stepgate_reply::Repair;

impl Transcript {
    /// Blocks made after revision `since`, after questions that were closed or reopened since.
    pub(crate) fn blocks(&self, since: u64) -> Vec<Block> {
        self.questions_moved(since)
            .chain(self.since(since))
            .filter(|(seq, _)| !self.is_retracted(*seq))
            .filter_map(|(seq, stored)| Block::of(seq, stored, self))
            .collect()
    }

    /// Numbers of entries taken back after revision `since`.
    pub(crate) fn retracted(&self, since: u64) -> Vec<u32> {
        let ranges = self.since(since).filter_map(|(seq, stored)| match stored.entry {
            Entry::Retracted { from } => Some(from..seq),
            _ => None,
        });
        ranges.flatten().collect()
    }
}

impl Block {
    /// Block of an entry. None for entries that only change another block.
    fn of(seq: u32, stored: &Stored, transcript: &Transcript) -> Option<Block> {
        let mut revision = stored.rev;
        let content = match &stored.entry {
            Entry::User { text, cue } => Content::User { text: text.clone(), cue: *cue },
            Entry::Said { text } => Content::Said { text: text.clone(), reply: None },
            Entry::Reasoning { text } => Content::Reasoning { text: text.clone() },
            Entry::Decision(decision) => decided(decision),
            Entry::Correction { raw, complaint } => {
                Content::Correction { raw: raw.clone(), complaint: complaint.clone() }
            }
            Entry::Tool { call, name, args, result } => {
                Content::Tool { call: *call, name: name.clone(), args: args.clone(), result: result.clone() }
            }
            Entry::Asked { card } => {
                let question = transcript.question(seq)?;
                revision = question.rev;
                let (ending, reason) = transcript.ending(question);
                Content::Card { card: card.clone(), ending, reason }
            }
            Entry::Note { code, data } => Content::Note { code: code.clone(), data: data.clone() },
            Entry::Closed { .. } | Entry::Retracted { .. } => return None,
        };
        Some(Block { seq, revision, thread: stored.thread, at_ms: stored.at_ms, content })
    }
}

fn decided(decision: &Decision) -> Content {
    let reply = ShownReply {
        raw: decision.raw.clone(),
        reasoning: decision.reasoning.clone(),
        repairs: utf16_offsets(&decision.raw, &decision.repairs),
        coercions: decision.coercions.clone(),
        corrections: decision.corrections,
    };
    match decision.said() {
        Some(text) => Content::Said { text, reply: Some(reply) },
        None => Content::Decision(reply),
    }
}

/// Converts the repairs' byte offsets to UTF-16 units, as JavaScript counts.
fn utf16_offsets(raw: &str, repairs: &[Repair]) -> Vec<Repair> {
    let units = |from: usize, to: usize| raw.get(from..to).map_or(0, |text| text.encode_utf16().count());
    repairs
        .iter()
        .map(|repair| Repair {
            offset: units(0, repair.offset),
            length: units(repair.offset, repair.offset + repair.length),
            ..repair.clone()
        })
        .collect()
}
