//! `query_available_slots` (spec-tools.md 4.4): places of a given length, free ones first, then places in filler courses.

use super::args::Args;
use super::desk::Look;
use super::filter::Filter;
use super::outcome::{Answer, Failure, Outcome};
use super::page::Page;
use super::words;
use stepgate_timetable::{Day, Open, Slot, Timetable};

/// `query_available_slots`.
pub(super) fn query_available_slots(look: &Look<'_>) -> Answer {
    let wanted = Wanted::read(look)?;
    let empty = wanted.find(look.timetable, wanted.limit, empty_starts);
    let left = wanted.limit - empty.len();
    let embedded = match left > 0 && wanted.embed {
        true => wanted.find(look.timetable, left, embedded_starts),
        false => Vec::new(),
    };
    Ok(Outcome::json(wanted.answer(look, &empty, &embedded)))
}

/// Number of places that are returned by default.
const LIMIT: usize = 12;

/// Last member of a free place, and of a place in a filler course.
const EMPTY: &str = ",\"slot_type\":\"empty\"";
const EMBEDDED: &str = ",\"slot_type\":\"embedded_candidate\"";

/// Arguments of a search.
struct Wanted {
    filter: Filter,
    span: u8,
    limit: usize,
    embed: bool,
    exclude: Vec<i64>,
    /// Allowed starts as bits; section 1 is the lowest.
    starts: u64,
    /// Present: earlier places do not count.
    open: Option<Open>,
}

impl Wanted {
    fn read(look: &Look<'_>) -> Result<Self, Box<Failure>> {
        let (args, timetable) = (&look.args, look.timetable);
        let sections = timetable.window().sections();
        let exact = exact(args, sections)?;
        let span = match exact {
            Some((from, to)) => to - from + 1,
            None => in_day(args, "span", args.whole("span").unwrap_or(2), sections)?,
        };
        let limit = args.whole("limit").unwrap_or(LIMIT as i64);
        if limit < 1 {
            return Err(args.wrong_number("limit", 1, i64::from(u32::MAX)));
        }
        let exclude = args.wholes("exclude_sections");
        let mut blocked = 0;
        for &section in &exclude {
            blocked |= bit(in_day(args, "exclude_sections", section, sections)?);
        }
        let after = args.whole("after_section").unwrap_or(0);
        let before = args.whole("before_section").unwrap_or(i64::from(sections) + 1);
        let inside = until(i64::from(sections)) & until(before.saturating_sub(1)) & !until(after);
        let mut starts = runs(inside & !blocked, span);
        if let Some((from, _)) = exact {
            starts &= bit(from);
        }
        let kinds = args.words("slot_type");
        let strict = kinds.iter().any(|kind| matches!(*kind, "pure" | "empty" | "strict"));
        let embed = args.flag("allow_embed").unwrap_or(true) && !strict;
        let filter = Filter::read(args, timetable, look.first_day())?;
        Ok(Wanted {
            filter,
            span,
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            embed,
            exclude,
            starts,
            open: look.settings.rules.open,
        })
    }

    fn answer(&self, look: &Look<'_>, empty: &[Slot], embedded: &[Slot]) -> String {
        let mut page = Page::new(look.lang, look.timetable).at(&look.settings.times);
        page.push("{\"tool\":\"query_available_slots\",\"success\":true");
        page.count(",\"count\":", (empty.len() + embedded.len()) as u32);
        page.count(",\"strict_count\":", empty.len() as u32);
        page.count(",\"embedded_count\":", embedded.len() as u32);
        page.push(match embedded {
            [] => ",\"fallback_used\":false,",
            _ => ",\"fallback_used\":true,",
        });
        self.filter.members_json(&mut page);
        page.count(",\"span\":", u32::from(self.span));
        page.push(match self.embed {
            true => ",\"allow_embed\":true",
            false => ",\"allow_embed\":false",
        });
        page.numbers_json(",\"exclude_sections\":[", &self.exclude);
        page.push(",\"slots\":[");
        let mut follows = false;
        for (slots, kind) in [(empty, EMPTY), (embedded, EMBEDDED)] {
            for slot in slots {
                if follows {
                    page.push(",");
                }
                follows = true;
                page.slot_json(slot, kind);
            }
        }
        page.push("]}");
        page.finish()
    }

    /// First places by day and start, among the starts that `of` gives for each day.
    fn find(&self, timetable: &Timetable, limit: usize, of: fn(&Timetable, Day, u8) -> u64) -> Vec<Slot> {
        let mut found = Vec::with_capacity(limit.min(LIMIT));
        for day in self.filter.days(timetable.window()) {
            let begun = self.open.map_or(0, |open| open.begun(day));
            let mut starts = self.starts & !begun & of(timetable, day, self.span);
            while starts != 0 {
                if found.len() == limit {
                    return found;
                }
                let start = starts.trailing_zeros() as u8 + 1;
                found.push(Slot { day, start, end: start + self.span - 1 });
                starts &= starts - 1;
            }
        }
        found
    }
}

/// `section_from` and `section_to`: both or neither.
fn exact(args: &Args<'_>, sections: u8) -> Result<Option<(u8, u8)>, Box<Failure>> {
    match (args.whole("section_from"), args.whole("section_to")) {
        (None, None) => Ok(None),
        (Some(from), Some(to)) => {
            let (from, to) = (in_day(args, "section_from", from, sections)?, in_day(args, "section_to", to, sections)?);
            if from > to {
                return Err(args.wrong("section_to", &words::NOT_BEFORE_SECTION_FROM));
            }
            Ok(Some((from, to)))
        }
        (None, Some(_)) => Err(args.missing("section_from")),
        (Some(_), None) => Err(args.missing("section_to")),
    }
}

fn in_day(args: &Args<'_>, name: &str, number: i64, sections: u8) -> Result<u8, Box<Failure>> {
    match u8::try_from(number) {
        Ok(number) if (1..=sections).contains(&number) => Ok(number),
        _ => Err(args.wrong_number(name, 1, i64::from(sections))),
    }
}

fn bit(section: u8) -> u64 {
    1u64.checked_shl(u32::from(section) - 1).unwrap_or(0)
}

/// Bits of the sections up to this one.
fn until(section: i64) -> u64 {
    match section {
        ..=0 => 0,
        1..64 => (1 << section) - 1,
        _ => u64::MAX,
    }
}

/// Starts from which `span` sections in a row have their bit in `sections`.
fn runs(sections: u64, span: u8) -> u64 {
    let mut starts = sections;
    for offset in 1..u32::from(span) {
        starts &= sections >> offset;
    }
    starts
}

/// Starts of free places.
fn empty_starts(timetable: &Timetable, day: Day, span: u8) -> u64 {
    runs(!timetable.occupied(day), span)
}

/// Starts of places in filler courses without a guest.
fn embedded_starts(timetable: &Timetable, day: Day, span: u8) -> u64 {
    let mut starts = 0;
    for entry in timetable.entries(day) {
        let host = timetable.of(entry).is_some_and(|task| task.can_embed && task.embedded_by.is_none());
        if host && !entry.guest {
            starts |= runs(entry.slot.bits(), span);
        }
    }
    starts
}
