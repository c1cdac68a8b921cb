//! Limits that leave a task without a place, and the limits of a class, in words.

use stepgate_engine::{text, Lang, Text};
use stepgate_optimise::{Place, Reason};
use stepgate_timetable::arrange::Arranging;
use stepgate_timetable::{Class, Day, Range, Slot, Term, Timetable};

use super::page::{fill, Put};
use super::{dates, times};

/// Limits of a task that a text names, at most.
const NAMED: usize = 2;

/// Reader of the limits that keep the items of an instance out.
pub struct KeptOut<'a> {
    /// Timetable behind the instance.
    pub timetable: &'a Timetable,
    /// The instance.
    pub arranging: &'a Arranging,
    /// Dates of the days.
    pub term: Option<Term>,
    /// Words for a wish, by its index.
    pub wish: &'a dyn Fn(u16) -> String,
    /// Language of the words.
    pub lang: Lang,
}

impl KeptOut<'_> {
    /// Why an item has no place, in words: the first of the limits that `stepgate_optimise::kept_out` found, those first that the user
    /// can change. Other tasks are named only where no other limit is.
    pub fn why(&self, item: usize, limits: &[Reason]) -> String {
        let mut limits: Vec<&Reason> = limits.iter().collect();
        limits.sort_by_key(|limit| rank(limit));
        let Some(first) = limits.first().map(|limit| rank(limit)) else { return OPEN.in_lang(self.lang).to_owned() };
        limits.retain(|limit| rank(limit) == first || rank(limit) < if first == 0 { BY_ITEMS } else { BY_ORDER });
        let mut said: Vec<String> = Vec::new();
        for limit in limits {
            let words = self.said(item, limit);
            if !words.is_empty() && !said.contains(&words) {
                said.push(words);
            }
        }
        said.truncate(NAMED);
        said.join(ALSO.in_lang(self.lang))
    }

    fn said(&self, item: usize, limit: &Reason) -> String {
        let draft = &self.arranging.draft;
        let (length, deadline) = draft.items.get(item).map_or((0, 0), |item| (i64::from(item.length), item.deadline));
        let range = |sentence: &Text, first: u16, last: u16| {
            let days = [self.day(first), self.day(last)];
            let days = if first == last { self.day(first) } else { days.join("–") };
            fill(sentence, self.lang, &[Put::Text(&days), Put::Number(length)])
        };
        match *limit {
            Reason::Asked { first, last } => range(&ASKED, first, last),
            Reason::Days { first, last } => range(&DAYS, first, last),
            Reason::Early { day } if day < draft.days => range(&EARLY, day, day),
            Reason::Early { .. } => String::new(),
            Reason::Late { .. } => range(&LATE, deadline, deadline),
            Reason::Weekday { .. } | Reason::Period { .. } => self.excluded(item),
            Reason::Closed { wish } | Reason::Cap { wish, .. } => {
                fill(&WISH, self.lang, &[Put::Text(&(self.wish)(wish))])
            }
            _ => of_others(limit).in_lang(self.lang).to_owned(),
        }
    }

    /// Times that the class of an item excludes: `its group excludes Sun, periods 1–2`.
    pub fn excluded(&self, item: usize) -> String {
        let draft = &self.arranging.draft;
        let class = draft.items.get(item).and_then(|item| draft.classes.get(item.class));
        let Some(class) = class else { return String::new() };
        let periods = (1..=draft.periods).filter(|period| class.excluded_periods.has(*period));
        let times = excluded(&class.excluded_weekdays, periods, self.lang);
        fill(&EXCLUDED, self.lang, &[Put::Text(&times)])
    }

    fn day(&self, day: u16) -> String {
        let slot = self.arranging.slot(self.timetable, 0, Place { day, start: 1 });
        let weekday = slot.and_then(|slot| self.timetable.window().weekday(slot.day));
        weekday.map_or(String::new(), |weekday| dates::day(self.term, weekday, self.lang))
    }
}

/// Ranks of the limits by the order of the items and by the items themselves, behind all others.
const BY_ORDER: u8 = 6;
const BY_ITEMS: u8 = 7;

/// Place of a limit in a text. The days asked for go before all others.
fn rank(limit: &Reason) -> u8 {
    match limit {
        Reason::Asked { .. } | Reason::Kept {} => 0,
        Reason::Weekday { .. } | Reason::Period { .. } => 1,
        Reason::Closed { .. } | Reason::Cap { .. } => 2,
        Reason::ClassDay { .. } | Reason::Day { .. } => 3,
        Reason::Early { .. } | Reason::Late { .. } => 4,
        Reason::Days { .. } => 5,
        Reason::After { .. } | Reason::Before { .. } => BY_ORDER,
        Reason::Item { .. } => BY_ITEMS,
        _ => BY_ITEMS + 1,
    }
}

fn of_others(limit: &Reason) -> &'static Text {
    match limit {
        Reason::Kept {} => &KEPT,
        Reason::Item { .. } => &ITEMS,
        Reason::After { .. } | Reason::Before { .. } => &ORDER,
        Reason::ClassDay { .. } => &CLASS_DAY,
        Reason::Day { .. } => &DAY,
        Reason::Event { .. } => &EVENTS,
        Reason::Moved { .. } => &OPEN,
        _ => &WINDOW,
    }
}

/// Limits of a class that exclude something: `not on Sun, periods 1–2; only 2026-03-02 to 2026-03-05; at most 1 a day`. Empty: none does.
pub fn class_limits(class: &Class, timetable: &Timetable, term: Option<Term>, lang: Lang) -> String {
    let window = timetable.window();
    let period = |number: u8| Slot { day: Day(0), start: number, end: number };
    let periods = (1..=window.sections()).filter(|number| class.excludes(0, &period(*number)));
    let times = excluded(&class.excluded_weekdays, periods, lang);
    let Range { first, last, .. } = Range::of(class, window, term);
    let cuts = first.0 > 1 || (last.0 as usize) < window.len();
    let date = |day: Day| Some(times::dated(term?.date(window.weekday(day)?)));
    let dates = date(first).zip(date(last)).filter(|_| cuts);
    let most = class.wishes.max_per_day;
    let limits = [
        (!times.is_empty()).then(|| fill(&NOT_ON, lang, &[Put::Text(&times)])),
        dates.map(|(first, last)| fill(&ONLY, lang, &[Put::Text(&first), Put::Text(&last)])),
        (most > 0).then(|| fill(&MOST_A_DAY, lang, &[Put::Number(most.into())])),
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(ALSO.in_lang(lang))
}

/// Weekdays and runs of periods: `Sat, Sun, periods 1–2`.
pub(super) fn excluded(weekdays: &[u8], periods: impl Iterator<Item = u8>, lang: Lang) -> String {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for period in periods {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == period => *last = period,
            _ => runs.push((period, period)),
        }
    }
    let days = weekdays.iter().filter(|day| (1..=7).contains(*day)).map(|day| dates::weekday(*day, lang).to_owned());
    let periods = runs.into_iter().map(|(first, last)| dates::periods(first, last, lang));
    days.chain(periods).collect::<Vec<_>>().join(COMMA.in_lang(lang))
}

const COMMA: Text = text("、", ", ");
const ALSO: Text = text("；", "; ");
const NOT_ON: Text = text("不排{0}", "not on {0}");
const ONLY: Text = text("只在 {0} 到 {1}", "only {0} to {1}");
const MOST_A_DAY: Text = text("每天最多 {0} 项", "at most {0} a day");

const OPEN: Text =
    text("还有位置，但移动的数量有限或时间不够", "a place is left, but too few tasks may move or the time was short");
const WINDOW: Text = text("日期和时段限制里没有位置", "its dates and excluded times leave no place");
const KEPT: Text = text("空位在保持不变的日子里", "the free places are on days that stay as they are");
const EVENTS: Text = text("其余时间都有固定安排", "fixed events take the rest");
const ITEMS: Text = text("位置都被其他任务占了", "other tasks take the places");
const ORDER: Text = text("前后任务之间没有位置", "no room between its neighbours in the order");
const CLASS_DAY: Text = text("这一组每天的数量已满", "its group has enough tasks on each day");
const DAY: Text = text("当天的任务已满", "the days are full");
const WISH: Text = text("你的要求：{0}", "your wish: {0}");
const EXCLUDED: Text = text("任务组排除了{0}", "its group excludes {0}");
const ASKED: Text =
    text("指定的日期（{0}）里没有连续 {1} 节的空位", "the days asked for ({0}) have no free place of {1} period{s}");
const DAYS: Text = text(
    "任务组的日期（{0}）里没有连续 {1} 节的空位",
    "the dates of its group ({0}) have no free place of {1} period{s}",
);
const EARLY: Text = text(
    "最早日期（{0}）之后没有连续 {1} 节的空位",
    "from its earliest day ({0}) on there is no free place of {1} period{s}",
);
const LATE: Text = text(
    "截止（{0}，当天也算）之前没有连续 {1} 节的空位",
    "up to its deadline ({0}, that day included) there is no free place of {1} period{s}",
);
