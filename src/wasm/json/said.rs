//! What a reading says besides its value and repairs, as one more value on the tape of the value: the host builds it as it builds that one.

use super::output::NOTHING;
use crate::reply::complain::complaint;
use crate::reply::read::Read;
use crate::schema::{Conversion, Notes, Problem};
use crate::tape::{Tag, Tape};
use crate::Lang;

/// How much text a coercion or two are, in bytes.
const ROOM: usize = 128;

/// What is said of a reading: its coercions, notices and problems, whether it is usable, the complaint, the fault.
#[derive(Default)]
pub(super) struct Said {
    notes: Notes,
    usable: bool,
    complaint: String,
    fault: &'static str,
}

impl Said {
    /// What is said of `read`, from which the notes are taken.
    pub(super) fn of(read: &mut Read, lang: Lang) -> Said {
        let lossless = read.lossless();
        let notes = read.fit.as_mut().map_or_else(Notes::default, |fit| std::mem::take(&mut fit.notes));
        let usable = read.fit.is_some() && lossless && read.fault.is_none() && notes.problems.is_empty();
        let complaint = complaint(lossless, read.fault, &notes.problems, lang);
        Said { notes, usable, complaint, fault: read.fault.map_or("", |fault| fault.code()) }
    }

    /// Puts it on a tape. Where; or [`NOTHING`], if there is nothing to say of it.
    pub(super) fn put(&self, tape: &mut Tape) -> u32 {
        let Notes { coercions, notices, problems, .. } = &self.notes;
        if self.usable && coercions.is_empty() && notices.is_empty() {
            return NOTHING;
        }
        tape.made.reserve(ROOM);
        let all = tape.open(Tag::Object, 0);
        put_list(tape, "coercions", coercions, put_coercion);
        put_list(tape, "notices", notices, |tape, notice| tape.push_made(Tag::Text, notice));
        put_list(tape, "problems", problems, put_problem);
        tape.push_made(Tag::Key, "usable");
        tape.push(if self.usable { Tag::True } else { Tag::False }, 0, 0);
        for (key, text) in [("complaint", self.complaint.as_str()), ("fault", self.fault)] {
            if !text.is_empty() {
                put_text(tape, key, text);
            }
        }
        tape.close(all, 0);
        all as u32
    }
}

/// Puts a list that is a member, unless it is empty.
fn put_list<T>(tape: &mut Tape, key: &str, items: &[T], put: fn(&mut Tape, &T)) {
    if items.is_empty() {
        return;
    }
    tape.push_made(Tag::Key, key);
    let list = tape.open(Tag::Array, 0);
    items.iter().for_each(|item| put(tape, item));
    tape.close(list, 0);
}

fn put_text(tape: &mut Tape, key: &str, text: &str) {
    tape.push_made(Tag::Key, key);
    tape.push_made(Tag::Text, text);
}

fn put_coercion(tape: &mut Tape, coercion: &Conversion) {
    let at = tape.open(Tag::Object, 0);
    put_text(tape, "kind", coercion.kind);
    put_text(tape, "path", &coercion.path);
    tape.push_made(Tag::Key, "from");
    tape.push_tree(&coercion.from);
    tape.push_made(Tag::Key, "to");
    tape.push_tree(&coercion.to);
    tape.close(at, 0);
}

fn put_problem(tape: &mut Tape, problem: &Problem) {
    let at = tape.open(Tag::Object, 0);
    put_text(tape, "path", &problem.path);
    put_text(tape, "found", &problem.found);
    put_text(tape, "allowed", &problem.allowed);
    tape.close(at, 0);
}
