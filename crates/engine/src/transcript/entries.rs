//! The transcript: append-only entries in threads, and the two forms in which the model reads them.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::transcript::questions::{Question, Questions};
use crate::transcript::rewinding::{has, take_back, Rewinding, MOST_REWINDINGS};
use crate::vocabulary::card::Card;
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::stored::Stored;
use stepgate_json::wanted;
use stepgate_reply::Error;

/// All entries of a session, append-only. Entries of a turn that was taken back stay, marked by [`Entry::Retracted`], and those of the
/// branches that the user has left by [`Entry::Rewound`].
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    entries: Vec<Stored>,
    /// Live entries of each thread that the model may read.
    threads: BTreeMap<u32, Vec<u32>>,
    /// Live entries of the user with images and files.
    with_files: Vec<u32>,
    /// Live summaries.
    pub(super) summaries: Vec<u32>,
    /// Ranges of entries that were taken back, or stand on another branch, in order; no two overlap.
    pub(super) retracted: Vec<Range<u32>>,
    /// The points at which the user went back.
    pub(super) rewindings: Vec<Rewinding>,
    questions: Questions,
}

impl Transcript {
    pub(crate) fn push(&mut self, stored: Stored) -> u32 {
        let seq = self.len();
        self.questions.record(seq, &stored);
        self.index(seq, &stored);
        match &stored.entry {
            Entry::Retracted { from } => {
                take_back(&mut self.retracted, *from, seq);
                self.forget(*from);
            }
            Entry::Rewound { to } => self.go_back(*to, seq),
            _ => {}
        }
        self.entries.push(stored);
        seq
    }

    /// Lists an entry that the model may read, and one with files.
    fn index(&mut self, seq: u32, stored: &Stored) {
        if matches!(&stored.entry, Entry::User { parts, .. } if !parts.is_empty()) {
            self.with_files.push(seq);
        }
        if matches!(stored.entry, Entry::Summary { .. }) {
            self.summaries.push(seq);
        }
        if matches!(&stored.entry, Entry::User { .. } | Entry::Said { .. } | Entry::Decision(_) | Entry::Tool { .. }) {
            self.list(stored.thread, seq);
        }
    }

    /// Makes the lists of live entries anew, after the user went back.
    pub(super) fn index_anew(&mut self) {
        let entries = std::mem::take(&mut self.entries);
        self.threads.clear();
        self.with_files.clear();
        self.summaries.clear();
        for (seq, stored) in (0..).zip(&entries) {
            if !self.is_retracted(seq) {
                self.index(seq, stored);
            }
        }
        self.entries = entries;
        self.ask_anew();
    }

    /// Makes the state of the questions anew: of the live ones when the user last went back, and of all since.
    fn ask_anew(&mut self) {
        let mut questions = Questions::default();
        let (start, gone) =
            self.rewindings.last().map_or((0, Vec::new()), |last| (last.at + 1, self.gone_after(*last)));
        let is_gone = |seq: &u32| *seq < start && has(&gone, *seq);
        let asked = |stored: &Stored| {
            matches!(stored.entry, Entry::Asked { .. } | Entry::Closed { .. } | Entry::Retracted { .. })
        };
        let counted = (0..).zip(&self.entries).filter(|(seq, stored)| asked(stored) && !is_gone(seq));
        counted.for_each(|(seq, stored)| questions.record(seq, stored));
        self.questions = questions;
    }

    /// Verifies that the next entry names what it is about: an earlier question, or an earlier entry.
    ///
    /// # Errors
    /// The member that names something else.
    pub(crate) fn check(&self, entry: &Entry) -> Result<(), Error> {
        match entry {
            Entry::Closed { asked, .. } if self.question(*asked).is_none() => {
                Err(wanted("the number of an earlier question").within("asked"))
            }
            Entry::Retracted { from } if *from > self.len() => {
                Err(wanted("the number of an earlier entry").within("from"))
            }
            Entry::Summary { from, to, .. } if from > to || *to > self.len() => {
                Err(wanted("the number of an earlier entry, from `from` on").within("to"))
            }
            Entry::Rewound { to } if *to > self.len() => Err(wanted("the number of an earlier entry").within("to")),
            Entry::Rewound { .. } if !self.may_go_back() => {
                Err(wanted(&format!("at most {MOST_REWINDINGS} of this kind")))
            }
            _ => Ok(()),
        }
    }

    fn list(&mut self, thread: u32, seq: u32) {
        match self.threads.get_mut(&thread) {
            Some(seqs) => seqs.push(seq),
            None => drop(self.threads.insert(thread, vec![seq])),
        }
    }

    /// Removes the entries pushed since the transcript had `len`, within one event.
    pub(crate) fn truncate(&mut self, len: u32) {
        let cut = self.entries.split_off(self.entries.len().min(len as usize));
        self.forget(len);
        if cut.iter().any(|stored| matches!(stored.entry, Entry::Asked { .. } | Entry::Closed { .. })) {
            self.ask_anew();
        }
    }

    /// Notes figures of the reply in entry `seq` that stand nowhere. The entry is of the present event, so it is not saved yet.
    pub(crate) fn flag(&mut self, seq: u32, unsaid: Vec<String>) {
        if let Some(Stored { entry: Entry::Decision(decision), .. }) = self.entries.get_mut(seq as usize) {
            decision.unsaid = unsaid;
        }
    }

    fn forget(&mut self, from: u32) {
        for seqs in self.threads.values_mut().chain([&mut self.with_files, &mut self.summaries]) {
            let keep = seqs.partition_point(|seq| *seq < from);
            seqs.truncate(keep);
        }
    }

    /// All entries, in order, live or not.
    pub(crate) fn all(&self) -> &[Stored] {
        &self.entries
    }

    /// Number of entries.
    pub fn len(&self) -> u32 {
        u32::try_from(self.entries.len()).unwrap_or(u32::MAX)
    }

    /// Whether the transcript is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry with this number.
    pub fn get(&self, seq: u32) -> Option<&Stored> {
        self.entries.get(seq as usize)
    }

    /// The last entry.
    pub(crate) fn newest(&self) -> Option<&Stored> {
        self.entries.last()
    }

    /// The entries made after revision `since`, with their numbers.
    pub fn since(&self, since: u64) -> impl Iterator<Item = (u32, &Stored)> {
        let start = self.entries.partition_point(|stored| stored.rev <= since);
        (start..).map(|seq| u32::try_from(seq).unwrap_or(u32::MAX)).zip(self.entries.iter().skip(start))
    }

    /// Whether the entry was taken back.
    pub fn is_retracted(&self, seq: u32) -> bool {
        has(&self.retracted, seq)
    }

    /// Ranges of entries that were taken back. The entry at the end of each did so.
    pub(super) fn retracted_ranges(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        self.retracted.iter().cloned()
    }

    /// The live entries of the turn, newest first: those since the user last spoke. Words that answer a card, or give the reason for a no, begin none: they
    /// do what its button does.
    pub(crate) fn in_turn(&self) -> impl Iterator<Item = (u32, &Stored)> {
        self.live().take_while(|(seq, stored)| !self.begins_turn(*seq, stored))
    }

    /// Number of the entry with the words of the user that began the turn.
    pub(crate) fn turn_began(&self) -> Option<u32> {
        self.live().find(|(seq, stored)| self.begins_turn(*seq, stored)).map(|(seq, _)| seq)
    }

    /// The entries that were not taken back, newest first.
    pub(crate) fn live(&self) -> impl Iterator<Item = (u32, &Stored)> {
        std::iter::successors(self.live_before(self.len()), |(seq, _)| self.live_before(*seq))
    }

    /// The last entry before number `seq` that was not taken back.
    fn live_before(&self, seq: u32) -> Option<(u32, &Stored)> {
        let live = (0..seq).rev().find(|seq| !self.is_retracted(*seq))?;
        Some((live, self.get(live)?))
    }

    fn begins_turn(&self, seq: u32, stored: &Stored) -> bool {
        let of_event = || (0..seq).rev().map_while(|before| self.get(before).filter(|before| before.rev == stored.rev));
        let answers =
            |before: &Stored| matches!(before.entry, Entry::Closed { ending: Ending::Accepted | Ending::Declined, .. });
        matches!(stored.entry, Entry::User { cue: None, .. }) && !of_event().any(answers)
    }

    /// The live entries of a thread that the model may read: speech, decisions and tools.
    pub fn thread(&self, thread: u32) -> impl DoubleEndedIterator<Item = &Stored> {
        self.threads.get(&thread).into_iter().flatten().filter_map(|seq| self.get(*seq))
    }

    /// Images and files that the user has sent in a thread, the oldest first, each once.
    pub fn files_of(&self, thread: u32) -> Vec<FilePart> {
        let mut files: Vec<FilePart> = Vec::new();
        let sent = self.with_files.iter().filter_map(|seq| self.get(*seq)).filter(|stored| stored.thread == thread);
        for stored in sent {
            let Entry::User { parts, .. } = &stored.entry else { continue };
            let new: Vec<FilePart> = parts.iter().filter(|part| !files.contains(part)).cloned().collect();
            files.extend(new);
        }
        files
    }

    /// Numbers of the entries of [`thread`](Transcript::thread) from number `from` on.
    pub(super) fn thread_from(&self, thread: u32, from: u32) -> &[u32] {
        let seqs = self.threads.get(&thread).map_or(&[][..], Vec::as_slice);
        seqs.split_at(seqs.partition_point(|seq| *seq < from)).1
    }

    /// Number of the entries of [`thread`](Transcript::thread).
    pub(super) fn thread_len(&self, thread: u32) -> usize {
        self.threads.get(&thread).map_or(0, Vec::len)
    }

    /// The open question: its entry and its card.
    pub(crate) fn open_question(&self) -> Option<(u32, &Card)> {
        let asked = self.questions.open()?;
        Some((asked, self.card(asked)?))
    }

    /// Entry number of the last question.
    pub(crate) fn last_question(&self) -> Option<u32> {
        self.questions.last()
    }

    /// The card of the question with this entry number.
    pub(crate) fn card(&self, asked: u32) -> Option<&Card> {
        match &self.get(asked)?.entry {
            Entry::Asked { card } => Some(card),
            _ => None,
        }
    }

    /// Entry number of the last question, if the last accepted reply put something in its place.
    pub(crate) fn replaced_question(&self) -> Option<u32> {
        let asked = self.questions.last()?;
        let closed = self.question(asked)?.closed?;
        let is_replaced = |stored: &Stored| matches!(stored.entry, Entry::Closed { ending: Ending::Replaced, .. });
        let goes_on =
            |seq| matches!(self.get(seq).map(|stored| &stored.entry), Some(Entry::Decision(_) | Entry::User { .. }));
        let stands = self.get(closed).is_some_and(is_replaced) && !(closed..self.len()).any(goes_on);
        stands.then_some(asked)
    }

    /// State of the question with this entry number.
    pub(super) fn question(&self, asked: u32) -> Option<&Question> {
        self.questions.find(asked)
    }

    /// How a question ended, the user's reason, and the candidate that they chose. None while it is open.
    pub(super) fn ending(&self, question: &Question) -> (Option<Ending>, Option<String>, Option<String>) {
        match question.closed.and_then(|seq| self.get(seq)).map(|stored| &stored.entry) {
            Some(Entry::Closed { ending, reason, choice, .. }) => (Some(*ending), reason.clone(), choice.clone()),
            _ => (None, None, None),
        }
    }

    /// Entries of questions asked up to revision `since` and closed or reopened after it.
    pub(super) fn questions_moved(&self, since: u64) -> impl Iterator<Item = (u32, &Stored)> {
        let moved =
            self.questions.moved(since).iter().filter_map(|question| Some((question.asked, self.get(question.asked)?)));
        moved.filter(move |(_, stored)| stored.rev <= since)
    }
}
