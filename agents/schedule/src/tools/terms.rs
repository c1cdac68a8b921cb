//! Terms of the objective (crates/optimise/objective.md) in words.
//!
//! A reader sees no cost: what can be counted is counted, and all else is slightly, clearly or much better or worse.

use stepgate_engine::{text, Lang, Text};
use stepgate_json::Json;
use stepgate_optimise::Score;
use stepgate_timetable::Day;

/// Terms that a text names, at most: those that differ most.
const NAMED: usize = 3;

/// Stands for no terms.
const NOTHING: Text = text("没有", "nothing");

/// Costs of a place below which it is slightly and clearly different: a quarter of what a move costs in a revised plan, and all of it.
const SLIGHTLY: i64 = 100;
const CLEARLY: i64 = 400;
/// Cost of an item's distance from its best time from which it is named as a fault.
const FAR: i64 = 100;
/// Percents of a whole plan's cost below which it is slightly and clearly different.
const SLIGHTLY_PERCENT: i64 = 10;
const CLEARLY_PERCENT: i64 = 33;

/// How much better or worse something is: 0 for slightly.
static WORSE: [Text; 3] =
    [text("略差", "slightly worse"), text("明显差", "clearly worse"), text("差很多", "much worse")];
static BETTER: [Text; 3] =
    [text("略好", "slightly better"), text("明显好", "clearly better"), text("好很多", "much better")];

/// Term of the objective.
struct Term {
    name: Text,
    /// The name where the term counts against a place.
    fault: Text,
    /// Cost of one thing that a person counts; 0 if the term is none of them.
    one: i64,
    read: fn(&Score) -> i64,
    /// Words for the difference between two places; none for the name and the degree.
    compared: Option<Compared>,
}

/// Words for a difference in cost between two places, given their facts: there and here.
type Compared = fn(i64, &Facts, &Facts) -> &'static Text;

const fn term(name: Text, one: i64, read: fn(&Score) -> i64) -> Term {
    Term { fault: Text { zh: name.zh, en: name.en }, name, one, read, compared: None }
}

/// A quality, and the name of what is missing where it counts against a place.
const fn quality(name: Text, fault: Text, read: fn(&Score) -> i64) -> Term {
    Term { name, fault, one: 0, read, compared: None }
}

/// Terms without unplaced tasks and moves.
static TERMS: [Term; 17] = [
    Term {
        name: text("间隔均匀、尽早开始", "an even, early spread"),
        fault: text("间隔不均匀或开始得晚", "an uneven or late spread"),
        one: 0,
        read: |score| score.target,
        compared: Some(time),
    },
    term(text("离截止少留的天数", "days missing before deadlines"), 40, |score| score.buffer),
    quality(
        text("一天里合适的时段", "a good time of day"),
        text("时段太晚或不是偏好的", "late or outside preferred periods"),
        |score| score.preferred,
    ),
    term(text("占用的休息", "breaks taken"), 30, |score| score.meals),
    Term {
        name: text("每天留出的空闲", "room left in the days"),
        fault: FULL,
        one: 0,
        read: |score| score.load,
        compared: Some(load),
    },
    term(text("空闲不到 2 节的日子", "days with fewer than 2 free periods"), 80, |score| score.reserve),
    quality(
        text("同组任务的间隔", "distance between tasks of a group"),
        text("同组任务在同一天或相邻的一天", "tasks of its group on the same or neighbouring days"),
        |score| score.spacing,
    ),
    quality(
        text("科目的连贯", "few switches of subject"),
        text("在任务组之间切换", "switches between groups of tasks"),
        |score| score.switching,
    ),
    term(text("相连的高强度任务", "demanding tasks in a row"), 150, |score| score.heavy_neighbours),
    term(text("一天里超过 4 节的高强度任务", "demanding periods above 4 a day"), 30, |score| {
        score.heavy_load
    }),
    term(text("一天里超过 2 次的切换", "switches above 2 a day"), 40, |score| score.fragments),
    quality(
        text("合适的钟点", "a good hour"),
        text("太晚或太早", "too late or too early in the day"),
        |score| score.hours,
    ),
    quality(
        text("周末和假日空着", "free weekends and holidays"),
        text("占用周末或假日", "work on a weekend or holiday"),
        |score| score.rest_days,
    ),
    quality(text("中午留空", "time for lunch"), text("占用午休", "no time for lunch"), |score| score.lunch),
    quality(
        text("截止前留有余地", "room before the deadline"),
        text("拖到截止那天", "on the day of its deadline"),
        |score| score.deadline,
    ),
    quality(
        text("考前的安排", "its place before exams"),
        text("排在考试之后，或在另一场考试前夕", "after its exam, or on the eve of another exam"),
        |score| score.exams,
    ),
    quality(
        text("连续时段之间有间歇", "breaks between tasks"),
        text("连续太久没有间歇", "a long run without a break"),
        |score| score.runs,
    ),
];

/// Change of a term from one plan to another.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Changed {
    /// The change in words.
    pub text: String,
    /// Whether the term is better.
    pub better: bool,
}

/// How a place that costs so much more, or less, differs: `clearly worse`.
pub(super) fn of_place(difference: i64) -> &'static Text {
    degree(difference, difference.abs(), (SLIGHTLY, CLEARLY))
}

/// How a plan that costs so many percent more, or less, differs.
pub(super) fn of_plan(percent: i64) -> &'static Text {
    degree(percent, percent.abs(), (SLIGHTLY_PERCENT, CLEARLY_PERCENT))
}

fn degree(sign: i64, size: i64, (slightly, clearly): (i64, i64)) -> &'static Text {
    let [first, second, third] = if sign < 0 { &BETTER } else { &WORSE };
    match size {
        size if size < slightly => first,
        size if size < clearly => second,
        _ => third,
    }
}

/// Facts about a place that its cost does not tell.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// Whether tasks and courses take more than half of its day.
    pub full: bool,
    /// The day; tasks are on it by the hour.
    pub day: Day,
    /// Available periods to where an even spread puts the task. `None`: the earlier the better.
    pub off_spread: Option<i64>,
}

const FULL: Text = text("那天偏满", "a full day");
const MORE_WORK: Text = text("那天的任务和课更多", "more on that day");
const LESS_WORK: Text = text("那天的任务和课更少", "less on that day");
const EARLIER: Text = text("日期更早", "an earlier day");
const LATER: Text = text("日期更晚", "a later day");
const EARLIER_HOUR: Text = text("钟点更早", "an earlier hour");
const LATER_HOUR: Text = text("钟点更晚", "a later hour");
const ONLY_HOUR: Text = text("只是钟点不同", "only the hour differs");
const BUT: Text = text("；但是", "; but ");
const MORE_EVEN: Text = text("分布更均匀", "a more even spread");
const LESS_EVEN: Text = text("分布不那么均匀", "a less even spread");
const NOT_FIRST: Text = text("不在任务组日期的开头", "not at the start of its dates");
const NOT_EVEN: Text = text("离均匀分布的时间较远", "far from an even spread");

/// Words for the day of a place with more or less work than that of another; its load grows with all that stands on the day.
fn load(cost: i64, there: &Facts, _: &Facts) -> &'static Text {
    match cost {
        cost if cost <= 0 => &LESS_WORK,
        _ if there.full => &FULL,
        _ => &MORE_WORK,
    }
}

/// Words for an earlier or later place, or one that spreads the tasks of its class better or worse. Of two places that are as even the
/// earlier one costs less.
fn time(cost: i64, there: &Facts, here: &Facts) -> &'static Text {
    if there.day == here.day {
        return if cost < 0 { &EARLIER_HOUR } else { &LATER_HOUR };
    }
    let farther = there.off_spread.zip(here.off_spread).map_or(0, |(there, here)| (there - here).signum());
    match (farther == cost.signum(), cost < 0) {
        (true, true) => &MORE_EVEN,
        (true, false) => &LESS_EVEN,
        (false, true) => &EARLIER,
        (false, false) => &LATER,
    }
}

/// Terms by which a place differs from another, those that differ most first, and those that speak for the other place last:
/// `breaks taken +1, a later day; but less on that day`. Nobody calls an hour of the same day less even.
pub(super) fn differences(difference: &Score, there: &Facts, here: &Facts, lang: Lang) -> String {
    let is_same_day = there.day == here.day && there.off_spread.is_some();
    let counted = if is_same_day { Score { target: 0, ..*difference } } else { *difference };
    let worse = difference.soft() > 0;
    let (mains, others): (Vec<_>, Vec<_>) = largest(&counted).into_iter().partition(|(_, cost)| (*cost > 0) == worse);
    let said = |(term, cost): &(&Term, i64)| {
        if let Some(compared) = term.compared {
            return compared(*cost, there, here).in_lang(lang).to_owned();
        }
        let name = term.name.in_lang(lang);
        match cost.checked_div(term.one) {
            Some(count) => format!("{name} {count:+}"),
            None => format!("{name}{}{}", BEFORE_DEGREE.in_lang(lang), of_place(*cost).in_lang(lang)),
        }
    };
    let (mains, others) = (joined(mains.iter().map(said), lang), joined(others.iter().map(said), lang));
    let parts: Vec<String> = [mains, others].into_iter().flatten().collect();
    match parts.is_empty() {
        true if is_same_day => ONLY_HOUR.in_lang(lang).to_owned(),
        true => NOTHING.in_lang(lang).to_owned(),
        false => parts.join(BUT.in_lang(lang)),
    }
}

const BEFORE_DEGREE: Text = text("", " ");

/// Terms of a class that cost something, those that cost most first: `an uneven or late spread, breaks taken 2`. None if none does.
pub(super) fn faults(score: &Score, lang: Lang) -> Option<String> {
    faults_in_words(score, |term| &term.fault, lang)
}

/// Terms that speak against a place; the word for none if there are none. Load is a fault only of a full day, and the distance from the best
/// time only where it is long.
pub(super) fn faults_of_place(cost: &Score, there: &Facts, lang: Lang) -> String {
    let is_far = there.off_spread.map_or(cost.target >= FAR, |periods| 10 * periods >= FAR);
    let (load, target) = (if there.full { cost.load } else { 0 }, if is_far { cost.target } else { 0 });
    let far = if there.off_spread.is_some() { &NOT_EVEN } else { &NOT_FIRST };
    let time = Score { target: 1, ..Score::default() };
    let fault = |term: &'static Term| if (term.read)(&time) > 0 { far } else { &term.fault };
    let said = faults_in_words(&Score { load, target, ..*cost }, fault, lang);
    said.unwrap_or_else(|| NOTHING.in_lang(lang).to_owned())
}

fn faults_in_words(score: &Score, fault: impl Fn(&'static Term) -> &'static Text, lang: Lang) -> Option<String> {
    let said = |(term, cost): &(&'static Term, i64)| {
        let name = fault(term).in_lang(lang);
        cost.checked_div(term.one).map_or_else(|| name.to_owned(), |count| format!("{name} {count}"))
    };
    let costly: Vec<(&Term, i64)> = largest(score).into_iter().filter(|(_, cost)| *cost > 0).collect();
    joined(costly.iter().map(said), lang)
}

/// Terms that a plan changes, those that change most first: `breaks taken 3 → 1`, `few switches of subject: slightly better`.
pub fn changes(before: &Score, after: &Score, lang: Lang) -> Vec<Changed> {
    let said = |(term, difference): (&Term, i64)| {
        let (name, cost) = (term.name.in_lang(lang), (term.read)(before));
        let text = match (cost.checked_div(term.one), (term.read)(after).checked_div(term.one)) {
            (Some(before), Some(after)) => format!("{name}{}{before} → {after}", COLON.in_lang(lang)),
            _ => {
                let percent = if cost > 0 { difference * 100 / cost } else { difference };
                format!("{name}{}{}", COLON.in_lang(lang), of_plan(percent).in_lang(lang))
            }
        };
        Changed { text, better: difference < 0 }
    };
    largest(&(*after - *before)).into_iter().map(said).collect()
}

const COLON: Text = text("：", ": ");

/// The terms of a score that are not 0, largest first.
fn largest(score: &Score) -> Vec<(&'static Term, i64)> {
    let mut terms: Vec<(&Term, i64)> = TERMS.iter().map(|term| (term, (term.read)(score))).collect();
    terms.retain(|(_, cost)| *cost != 0);
    terms.sort_by_key(|(_, cost)| -cost.abs());
    terms.truncate(NAMED);
    terms
}

/// Parts with commas between them; none if there are none.
fn joined(parts: impl Iterator<Item = String>, lang: Lang) -> Option<String> {
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(if lang == Lang::Zh { "，" } else { ", " }))
}
