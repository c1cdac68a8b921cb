//! The notes of a reading, as a second value on the tape of its value, so that the host builds both in the same way.

use stepgate_reply::raw::complaint;
use stepgate_reply::raw::Read;
use stepgate_reply::raw::{Tag, Tape};
use stepgate_reply::schema::{Conversion, Found, Notes, Problem};
use stepgate_reply::Lang;

/// The node number for an absent value.
pub(super) const NOTHING: u32 = u32::MAX;

/// The notes of a reading: its coercions, notices and problems, whether it is usable, the complaint, the fault.
#[derive(Default)]
pub(super) struct Said {
    notes: Notes,
    usable: bool,
    complaint: String,
    problems: Vec<Told>,
    fault: &'static str,
}

/// A problem in the language of the complaint.
struct Told {
    /// Its path, what was found there, and what is allowed.
    texts: [String; 3],
    is_missing: bool,
}

impl Told {
    fn of(problem: &Problem, lang: Lang) -> Told {
        let texts = [problem.path.clone(), problem.found.in_lang(lang), problem.allowed.in_lang(lang)];
        Told { texts, is_missing: problem.found == Found::Missing }
    }
}

impl Said {
    /// Takes the notes out of `read`, and words the complaint.
    pub(super) fn of(read: &mut Read, lang: Lang) -> Said {
        let lossless = read.lossless();
        let notes = read.fit.as_mut().map_or_else(Notes::default, |fit| std::mem::take(&mut fit.notes));
        let usable = read.fit.is_some() && lossless && read.fault.is_none() && notes.problems.is_empty();
        let complaint = complaint(lossless, read.fault, &notes.problems, &read.expected, lang);
        let problems = notes.problems.iter().map(|problem| Told::of(problem, lang)).collect();
        Said { notes, usable, complaint, problems, fault: read.fault.map_or("", |fault| fault.code()) }
    }

    /// Puts the notes on a tape as a list: usable, complaint, fault, coercions (kind, path, from, to), notices, problems (path, found,
    /// allowed, whether nothing was found). Returns the node of the list, or [`NOTHING`] if the reading is usable and has no notes.
    pub(super) fn put(&self, tape: &mut Tape) -> u32 {
        let Notes { coercions, notices, .. } = &self.notes;
        if self.usable && coercions.is_empty() && notices.is_empty() {
            return NOTHING;
        }
        let all = tape.open(Tag::Array, 0);
        tape.push(if self.usable { Tag::True } else { Tag::False }, 0, 0);
        tape.push_made(Tag::Text, &self.complaint);
        tape.push_made(Tag::Text, self.fault);
        put_list(tape, coercions, put_coercion);
        put_list(tape, notices, |tape, notice| tape.push_made(Tag::Text, notice));
        put_list(tape, &self.problems, put_problem);
        tape.close(all, 0);
        all as u32
    }
}

fn put_list<T>(tape: &mut Tape, items: &[T], put: fn(&mut Tape, &T)) {
    let list = tape.open(Tag::Array, 0);
    items.iter().for_each(|item| put(tape, item));
    tape.close(list, 0);
}

fn put_coercion(tape: &mut Tape, coercion: &Conversion) {
    let at = tape.open(Tag::Array, 0);
    tape.push_made(Tag::Text, coercion.kind);
    tape.push_made(Tag::Text, &coercion.path);
    tape.push_tree(&coercion.from);
    tape.push_tree(&coercion.to);
    tape.close(at, 0);
}

fn put_problem(tape: &mut Tape, Told { texts, is_missing }: &Told) {
    let at = tape.open(Tag::Array, 0);
    for text in texts {
        tape.push_made(Tag::Text, text);
    }
    tape.push(if *is_missing { Tag::True } else { Tag::False }, 0, 0);
    tape.close(at, 0);
}
