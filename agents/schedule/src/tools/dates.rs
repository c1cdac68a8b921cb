//! Dates and clock times as people read them.

use super::times::Calendar;
use super::words;
use stepgate_engine::{Lang, Text};
use stepgate_timetable::records::Clock;
use stepgate_timetable::{write_minute, Date, Moment, Slot, Term, Weekday};

/// `2026-10-02`.
pub(crate) fn dated(date: Date) -> String {
    let mut text = String::with_capacity(10);
    date.write(&mut text);
    text
}

/// `2026-10-02 12:00`; the day alone if the whole of it counts.
pub(crate) fn moment(moment: Moment) -> String {
    let mut text = String::new();
    moment.write(&mut text);
    text.replace('T', " ")
}

/// `Wed, Sep 9`; without the dates of the term `Wed of week 1`.
pub(crate) fn day(term: Option<Term>, day: Weekday, lang: Lang) -> String {
    let name = weekday(day.weekday, lang);
    match (lang, term.map(|term| term.date(day).parts())) {
        (Lang::Zh, Some((_, month, day))) => format!("{month}月{day}日{name}"),
        (Lang::Zh, None) => format!("第{}周{name}", day.week),
        (Lang::En, Some((_, month, day))) => {
            let month = usize::try_from(month).ok().and_then(|month| words::MONTHS.get(month.wrapping_sub(1)));
            debug_assert!(month.is_some(), "a date has a month of 1 to 12");
            format!("{name}, {} {day}", month.unwrap_or(&""))
        }
        (Lang::En, None) => format!("{name} of week {}", day.week),
    }
}

/// `Wed, Sep 9, 13:30–15:10 (periods 5–6)`; without a clock `Wed, Sep 9, periods 5–6`.
pub(crate) fn place((term, clock): Calendar<'_>, weekday: Option<Weekday>, slot: Slot, lang: Lang) -> String {
    let between = match (lang, clock) {
        (Lang::En, _) => ", ",
        (Lang::Zh, Some(_)) => " ",
        (Lang::Zh, None) => "",
    };
    let day = weekday.map_or(String::new(), |weekday| day(term, weekday, lang));
    [&day, between, &time(clock, slot, lang)].concat()
}

/// `13:30–15:10 (periods 5–6)`; without the clock `periods 5–6`.
pub(crate) fn time(clock: Option<&Clock>, slot: Slot, lang: Lang) -> String {
    let periods = periods(slot.start, slot.end, lang);
    match (clock.and_then(|clock| hours(clock, slot)), lang) {
        (Some(hours), Lang::Zh) => format!("{hours}（{periods}）"),
        (Some(hours), Lang::En) => format!("{hours} ({periods})"),
        (None, _) => periods,
    }
}

/// Clock times of a slot, `13:30–15:10`.
pub(super) fn hours(clock: &Clock, slot: Slot) -> Option<String> {
    let mut hours = String::new();
    write_minute(clock.section(slot.start)?.0, &mut hours);
    hours.push('–');
    write_minute(clock.section(slot.end)?.1, &mut hours);
    Some(hours)
}

/// `periods 3–4`.
pub(crate) fn periods(start: u8, end: u8, lang: Lang) -> String {
    match (lang, start == end) {
        (Lang::Zh, true) => format!("第{start}节"),
        (Lang::Zh, false) => format!("第{start}–{end}节"),
        (Lang::En, true) => format!("period {start}"),
        (Lang::En, false) => format!("periods {start}–{end}"),
    }
}

/// Number of a weekday by its name in either language, short or long, or by its number.
pub(super) fn weekday_named(word: &str) -> Option<u8> {
    let word = word.trim().to_lowercase().replace("星期", "周").replace('天', "日");
    let word = word.replace("礼拜", "周");
    let is_name = |name: &Text| word == name.zh || word.len() >= 3 && word.starts_with(&name.en.to_lowercase());
    let number = words::WEEKDAY_NAMES.iter().position(is_name).map(|index| index as u8 + 1);
    number.or_else(|| word.parse().ok().filter(|number| (1..=7).contains(number)))
}

/// Names of weekdays, three or more in a row as a range: `Mon–Wed, Sun`.
pub(crate) fn weekdays(numbers: &[u8], lang: Lang) -> Vec<String> {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    let named = |number: &u8| weekday(*number, lang).to_owned();
    let run = |run: &[u8]| match run {
        [first, _, .., last] => vec![[&*named(first), words::WEEKDAYS_TO.in_lang(lang), &*named(last)].concat()],
        few => few.iter().map(named).collect(),
    };
    numbers.chunk_by(|one, next| one + 1 == *next).flat_map(run).collect()
}

/// Name of a weekday; 1 is Monday.
pub(crate) fn weekday(number: u8, lang: Lang) -> &'static str {
    let name: Option<&Text> = words::WEEKDAY_NAMES.get(usize::from(number).wrapping_sub(1));
    debug_assert!(name.is_some(), "no weekday has the number {number}");
    name.map_or("", |name| name.in_lang(lang))
}
