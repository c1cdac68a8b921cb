//! Wishes of the user in words.

use stepgate_engine::{text, Lang, Text};
use stepgate_timetable::arrange::{Wish, WishKind};
use stepgate_timetable::draft::Rule;
use stepgate_timetable::{Day, Slot, Term, Timetable};

use super::dates;
use super::page::{fill, Put};
use super::times::Calendar;

/// A wish in words, with dates and clock times: `no tasks on Tue, 08:00–09:40 (periods 1–2)`.
pub fn wish_in_words(wish: &Wish, timetable: &Timetable, calendar: Calendar<'_>, lang: Lang) -> String {
    let class = wish.class.and_then(|id| timetable.class(id));
    let class = class.map_or(String::new(), |class| fill(&OF_CLASS, lang, &[Put::Text(&class.name)]));
    let time = time(wish, timetable, calendar, lang);
    // A clock time alone stands behind another preposition than a day.
    let is_clock = time.starts_with(|first: char| first.is_ascii_digit()) && time.contains(':');
    let (on, within) = if is_clock { (&AT, &AT) } else { (&ON, &IN) };
    let [on, within] = [on, within].map(|word| Put::Text(word.in_lang(lang)));
    let most = Put::Number(wish.most.into());
    let text = match wish.kind {
        WishKind::AtMost if time.is_empty() => fill(&AT_MOST_DAILY, lang, &[most]),
        WishKind::AtMost if wish.most > 0 => fill(&AT_MOST, lang, &[most, Put::Text(&time), on]),
        WishKind::AtMost | WishKind::Free => fill(&FREE, lang, &[Put::Text(&time), on]),
        WishKind::Prefer => fill(&PREFER, lang, &[Put::Text(&time), within]),
        WishKind::AnyOrder => ANY_ORDER.in_lang(lang).to_owned(),
    };
    [class, text].concat()
}

/// A rule of the calendar as people know it: by the user's own words, or by its id.
pub fn rule_in_words(rule: &Rule, lang: Lang) -> String {
    match &*rule.words {
        "" => fill(&RULE, lang, &[Put::Text(&rule.id.to_string())]),
        words => fill(&RULE_OF_USER, lang, &[Put::Text(words)]),
    }
}

/// Weekdays, days and periods of a wish; empty if it is about all.
fn time(wish: &Wish, timetable: &Timetable, (term, clock): Calendar<'_>, lang: Lang) -> String {
    let weekdays = dates::weekdays(&wish.weekdays, lang).into_iter();
    let days =
        (wish.first.is_some() || wish.last.is_some()).then(|| days((wish.first, wish.last), timetable, term, lang));
    let last = timetable.window().sections();
    let to = if wish.to == 0 { last } else { wish.to };
    let slot = Slot { day: Day(1), start: wish.from.max(1), end: to };
    let sections = (wish.from > 0 || wish.to > 0).then(|| dates::time(clock, slot, lang));
    let days = weekdays.chain(days).collect::<Vec<_>>().join(COMMA.in_lang(lang));
    match sections {
        Some(sections) if !days.is_empty() => [&days, ON_DAYS.in_lang(lang), &sections].concat(),
        Some(sections) => sections,
        None => days,
    }
}

/// Days from the first to the last, either of which may be open: `Thu, Oct 8 to Sat, Oct 10`. Empty if both are.
pub(super) fn days(
    (first, last): (Option<Day>, Option<Day>),
    timetable: &Timetable,
    term: Option<Term>,
    lang: Lang,
) -> String {
    let day = |day: Day| Some(dates::day(term, timetable.window().weekday(day)?, lang));
    match (first.and_then(day), last.and_then(day)) {
        (None, None) => String::new(),
        (Some(first), None) => fill(&FROM, lang, &[Put::Text(&first)]),
        (None, Some(last)) => fill(&UP_TO, lang, &[Put::Text(&last)]),
        (Some(first), Some(last)) if first == last => first,
        (Some(first), Some(last)) => fill(&BETWEEN, lang, &[Put::Text(&first), Put::Text(&last)]),
    }
}

const RULE: Text = text("规则 {0}", "rule {0}");
const RULE_OF_USER: Text = text("规则“{0}”", "the rule “{0}”");
const COMMA: Text = text("、", ", ");
const ON_DAYS: Text = text("的", ", ");
const ON: Text = text("", "on");
const IN: Text = text("", "in");
const AT: Text = text("", "at");
const OF_CLASS: Text = text("“{0}”：", "“{0}”: ");
const FROM: Text = text("{0}起", "days from {0} on");
const BETWEEN: Text = text("{0}至{1}", "{0} to {1}");
const UP_TO: Text = text("{0}为止", "days up to {0}");
const FREE: Text = text("{0}不安排任务", "no tasks {1} {0}");
const AT_MOST: Text = text("{1}每天最多 {0} 节任务", "at most {0} period{s} of tasks a day {2} {1}");
const AT_MOST_DAILY: Text = text("每天最多 {0} 节任务", "at most {0} period{s} of tasks a day");
const ANY_ORDER: Text = text("任务可以不按顺序", "tasks in any order");
const PREFER: Text = text("尽量安排在{0}", "preferably {1} {0}");
