//! Limits that leave a task without a place, and the limits of a class, in words.

use stepgate_engine::{text, Lang, Text};
use stepgate_optimise::{kept_out, kept_out_of_its_days, refuse, Instance, Place, Placement, Reason, Verdict};
use stepgate_timetable::arrange::Arranging;
use stepgate_timetable::{Class, Day, Range, Slot, TaskId, Term, Timetable};

use super::dates;
use super::page::{fill, Put};

/// Limits of a task that a text names, at most.
const NAMED: usize = 3;

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
    /// Whether a wish, by its index, is new: it goes before those that stand already.
    pub is_new: &'a dyn Fn(u16) -> bool,
    /// Language of the words.
    pub lang: Lang,
}

impl KeptOut<'_> {
    /// Why an item has no place in a placement, in words: what took the place that it had, then the limits that the user can change.
    /// Other tasks are named only where no other limit is. That days leave no place is said only if nothing but events and tasks is on them.
    pub fn why(&self, item: usize, instance: &Instance, placement: &Placement) -> String {
        let mut limits = kept_out(instance, placement, item);
        if limits.is_empty() {
            return OPEN.in_lang(self.lang).to_owned();
        }
        let within = match limits.iter().any(Reason::is_of_days) {
            true => self.within(kept_out_of_its_days(instance, placement, item)),
            false => Vec::new(),
        };
        let days = limits.iter().find(|limit| limit.is_of_days()).filter(|_| !within.is_empty()).cloned();
        if days.is_some() {
            limits = within;
        }
        limits.sort_by_key(|limit| self.rank(limit));
        let first = limits.first().map_or(0, |limit| self.rank(limit));
        limits.retain(|limit| self.rank(limit) == first || self.rank(limit) < BY_ITEMS);
        let old = self.old_place(item, instance, placement);
        if old.is_some() {
            limits.retain(|limit| !matches!(limit, Reason::Item { .. }));
        }
        let of_days = days.map(|limit| self.only(item, &limit));
        let mut said: Vec<String> = Vec::new();
        for words in old.into_iter().chain(limits.iter().map(|limit| self.said(item, limit))) {
            if !words.is_empty() && !said.contains(&words) {
                said.push(words);
            }
        }
        said.truncate(NAMED - usize::from(of_days.is_some()));
        said.extend(of_days);
        if said.is_empty() {
            return WINDOW.in_lang(self.lang).to_owned();
        }
        said.join(ALSO.in_lang(self.lang))
    }

    /// Limits other than tasks in the way.
    fn within(&self, mut limits: Vec<Reason>) -> Vec<Reason> {
        limits.retain(|limit| !matches!(limit, Reason::Item { .. }));
        limits
    }

    /// Words for the reason why an item lost its place. `None`: it had none, or only the number of moves keeps it out.
    fn old_place(&self, item: usize, instance: &Instance, placement: &Placement) -> Option<String> {
        let before = self.arranging.draft.items.get(item)?.before?;
        match refuse(instance, placement, item, before).ok()? {
            Verdict::Refused { reason: Reason::Item { item } } => Some(self.named(&GIVEN, item)),
            Verdict::Refused { reason: Reason::Moved { .. } } | Verdict::Allowed { .. } => None,
            Verdict::Refused { reason } => Some(self.said(item, &reason)).filter(|words| !words.is_empty()),
        }
    }

    /// Days to which an item is held, in words.
    fn only(&self, item: usize, limit: &Reason) -> String {
        let deadline = self.arranging.draft.items.get(item).map_or(0, |item| item.deadline);
        let days =
            |sentence: &Text, first: u16, last: u16| fill(sentence, self.lang, &[Put::Text(&self.days(first, last))]);
        match *limit {
            Reason::Asked { first, last } => days(&ASKED_ONLY, first, last),
            Reason::Days { first, last } => days(&DAYS_ONLY, first, last),
            Reason::Early { day } => days(&EARLY_ONLY, day, day),
            Reason::Late { .. } => days(&LATE_ONLY, deadline, deadline),
            _ => KEPT_ONLY.in_lang(self.lang).to_owned(),
        }
    }

    /// A sentence with the name of the task of an item.
    fn named(&self, sentence: &Text, item: usize) -> String {
        fill(sentence, self.lang, &[Put::Name(self.name(self.arranging.task(item)))])
    }

    fn name(&self, task: TaskId) -> &str {
        self.timetable.task(task).map_or("", |task| &task.name)
    }

    /// Place of a limit in a text: days first, then the wishes of this call, those that stand, the order, and the class.
    fn rank(&self, limit: &Reason) -> u8 {
        match *limit {
            Reason::Asked { .. } | Reason::Kept {} => 0,
            Reason::Early { .. } | Reason::Late { .. } => 1,
            Reason::Days { .. } => 2,
            Reason::Closed { wish } | Reason::Cap { wish, .. } if (self.is_new)(wish) => 3,
            Reason::Closed { .. } | Reason::Cap { .. } => 4,
            Reason::After { .. } | Reason::Before { .. } => 5,
            Reason::Weekday { .. } | Reason::Period { .. } => 6,
            Reason::ClassDay { .. } | Reason::Day { .. } => 7,
            _ => BY_ITEMS,
        }
    }

    fn said(&self, item: usize, limit: &Reason) -> String {
        let draft = &self.arranging.draft;
        let (length, deadline) = draft.items.get(item).map_or((0, 0), |item| (i64::from(item.length), item.deadline));
        let range = |sentence: &Text, first: u16, last: u16| {
            fill(sentence, self.lang, &[Put::Text(&self.days(first, last)), Put::Number(length)])
        };
        match *limit {
            Reason::Asked { first, last } => range(&ASKED, first, last),
            Reason::Days { first, last } => range(&DAYS, first, last),
            Reason::Early { day } if day < draft.days => range(&EARLY, day, day),
            Reason::Early { .. } => NO_DAY.in_lang(self.lang).to_owned(),
            // A deadline before the days that can be planned has no day.
            Reason::Late { .. } if draft.items.get(item).is_some_and(|item| item.earliest >= draft.days) => {
                String::new()
            }
            Reason::Late { .. } => range(&LATE, deadline, deadline),
            Reason::Weekday { .. } | Reason::Period { .. } => self.excluded(item),
            Reason::Closed { wish } | Reason::Cap { wish, .. } => {
                fill(&WISH, self.lang, &[Put::Text(&(self.wish)(wish))])
            }
            Reason::After { item } => self.named(&AFTER, item),
            Reason::Before { item } => self.named(&BEFORE, item),
            _ => of_others(limit).in_lang(self.lang).to_owned(),
        }
    }

    /// Why an item cannot stand at one place, in words.
    pub fn there(&self, item: usize, reason: &Reason) -> String {
        let taken = |task: TaskId| fill(&TAKEN, self.lang, &[Put::Name(self.name(task))]);
        match *reason {
            Reason::Closed { wish } | Reason::Cap { wish, .. } => (self.wish)(wish),
            Reason::Event { event } => taken(self.arranging.events.get(event).copied().unwrap_or(0)),
            Reason::Item { item } => taken(self.arranging.task(item)),
            Reason::ClassDay { most } => fill(&CLASS_DAY_IS, self.lang, &[Put::Number(most.into())]),
            Reason::Day { .. } => DAY_IS.in_lang(self.lang).to_owned(),
            Reason::Weekday { .. } | Reason::Period { .. } | Reason::After { .. } | Reason::Before { .. } => {
                self.said(item, reason)
            }
            _ => WINDOW_IS.in_lang(self.lang).to_owned(),
        }
    }

    /// Times that the class of an item excludes: `its class excludes Sun, periods 1–2`.
    fn excluded(&self, item: usize) -> String {
        let draft = &self.arranging.draft;
        let class = draft.items.get(item).and_then(|item| draft.classes.get(item.class));
        let Some(class) = class else { return String::new() };
        let periods = (1..=draft.periods).filter(|period| class.excluded_periods.has(*period));
        let times = times_said(&class.excluded_weekdays, periods, self.lang);
        fill(&EXCLUDED, self.lang, &[Put::Text(&times)])
    }

    fn days(&self, first: u16, last: u16) -> String {
        let days = [self.day(first), self.day(last)];
        if first == last {
            self.day(first)
        } else {
            days.join("–")
        }
    }

    fn day(&self, day: u16) -> String {
        let slot = self.arranging.slot(self.timetable, 0, Place { day, start: 1 });
        let weekday = slot.and_then(|slot| self.timetable.window().weekday(slot.day));
        weekday.map_or(String::new(), |weekday| dates::day(self.term, weekday, self.lang))
    }
}

/// Rank of the items themselves, behind all other limits.
const BY_ITEMS: u8 = 8;

fn of_others(limit: &Reason) -> &'static Text {
    match limit {
        Reason::Kept {} => &KEPT,
        Reason::Item { .. } => &ITEMS,
        Reason::ClassDay { .. } => &CLASS_DAY,
        Reason::Day { .. } => &DAY,
        Reason::Event { .. } => &EVENTS,
        Reason::Moved { .. } => &OPEN,
        _ => &WINDOW,
    }
}

/// Limits of a class that exclude something: `not on Sun, periods 1–2; only 2026-03-02 to 2026-03-05; at most 1 a day`. Where it excludes
/// more than it leaves, what it leaves is told: `only on Sat, periods 1–4`. Empty: nothing is excluded.
pub fn class_limits(class: &Class, timetable: &Timetable, term: Option<Term>, lang: Lang) -> String {
    let window = timetable.window();
    let period = |number: u8| Slot { day: Day(0), start: number, end: number };
    let (days_left, days_out) = (1..=7).partition::<Vec<u8>, _>(|day| !class.excluded_weekdays.contains(day));
    let (periods_left, periods_out) =
        (1..=window.sections()).partition::<Vec<u8>, _>(|number| !class.excludes(0, &period(*number)));
    let few = |left: &[u8], out: &[u8]| left.len() < out.len();
    let (few_days, few_periods) = (few(&days_left, &days_out), few(&periods_left, &periods_out));
    let told = |is_told: bool, numbers: Vec<u8>| if is_told { numbers } else { Vec::new() };
    let only = times_said(&told(few_days, days_left), told(few_periods, periods_left), lang);
    let never = times_said(&told(!few_days, days_out), told(!few_periods, periods_out), lang);
    let Range { first, last, .. } = Range::of(class, window, term);
    let cuts = first.0 > 1 || (last.0 as usize) < window.len();
    let date = |day: Day| Some(dates::dated(term?.date(window.weekday(day)?)));
    let dates = date(first).zip(date(last)).filter(|_| cuts);
    let most = class.wishes.max_per_day;
    let limits = [
        (!only.is_empty()).then(|| fill(&ONLY_ON, lang, &[Put::Text(&only)])),
        (!never.is_empty()).then(|| fill(&NOT_ON, lang, &[Put::Text(&never)])),
        dates.map(|(first, last)| fill(&ONLY, lang, &[Put::Text(&first), Put::Text(&last)])),
        (most > 0).then(|| fill(&MOST_A_DAY, lang, &[Put::Number(most.into())])),
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(ALSO.in_lang(lang))
}

/// Weekdays and runs of periods: `Sat, Sun, periods 1–2`.
pub(super) fn times_said(weekdays: &[u8], periods: impl IntoIterator<Item = u8>, lang: Lang) -> String {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for period in periods {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == period => *last = period,
            _ => runs.push((period, period)),
        }
    }
    let days: Vec<u8> = weekdays.iter().copied().filter(|day| (1..=7).contains(day)).collect();
    let days = dates::weekdays(&days, lang).into_iter();
    let periods = runs.into_iter().map(|(first, last)| dates::periods(first, last, lang));
    days.chain(periods).collect::<Vec<_>>().join(COMMA.in_lang(lang))
}

const COMMA: Text = text("、", ", ");
const ALSO: Text = text("；", "; ");
const ONLY_ON: Text = text("只排{0}", "only on {0}");
const NOT_ON: Text = text("不排{0}", "not on {0}");
const ONLY: Text = text("只在 {0} 到 {1}", "only {0} to {1}");
const MOST_A_DAY: Text = text("每天最多 {0} 项", "at most {0} a day");

const OPEN: Text =
    text("还有位置，但移动的数量有限或时间不够", "a place is left, but too few tasks may move or the time was short");
const WINDOW: Text = text("日期和时段限制里没有位置", "its dates and excluded times leave no place");
const NO_DAY: Text = text(
    "最早日期或截止在能安排的日子之外",
    "its earliest date or its deadline lies outside of the days that can be planned",
);
const KEPT: Text = text("空位在保持不变的日子里", "the free places are on days that stay as they are");
const EVENTS: Text = text("其余时间都有固定安排", "fixed events take the rest");
const ITEMS: Text = text("位置都被其他任务占了", "other tasks take the places");
const AFTER: Text = text("必须排在“{0}”之后", "it must come after “{0}”");
const BEFORE: Text = text("必须排在“{0}”之前", "it must come before “{0}”");
const TAKEN: Text = text("那里是“{0}”", "“{0}” is there");
const CLASS_DAY_IS: Text = text("任务组每天最多 {0} 项", "its group may have only {0} a day");
const DAY_IS: Text = text("那天的任务已经够多", "that day has enough tasks");
const WINDOW_IS: Text = text("那里不在它的日期和时段之内", "its dates and times leave that place out");
const GIVEN: Text = text("原来的位置给了“{0}”", "“{0}” takes the place it had");
const ASKED_ONLY: Text = text("只能排在指定的日期（{0}）", "only {0} is asked for");
const DAYS_ONLY: Text = text("任务组的日期只有 {0}", "its class has only the dates {0}");
const EARLY_ONLY: Text = text("最早从 {0} 开始", "it begins on {0} at the earliest");
const LATE_ONLY: Text = text("截止是 {0}", "it is due by {0}");
const KEPT_ONLY: Text = text("其他空位在保持不变的日子里", "other free places are on days that stay as they are");
const CLASS_DAY: Text = text("这一组每天的数量已满", "its class has enough tasks on each day");
const DAY: Text = text("当天的任务已满", "the days are full");
const WISH: Text = text("你的要求：{0}", "your wish: {0}");
const EXCLUDED: Text = text("任务组排除了{0}", "its class excludes {0}");
const ASKED: Text =
    text("指定的日期（{0}）里没有连续 {1} 节的空位", "the days asked for ({0}) have no free place of {1} period{s}");
const DAYS: Text = text(
    "任务组的日期（{0}）里没有连续 {1} 节的空位",
    "the dates of its class ({0}) have no free place of {1} period{s}",
);
const EARLY: Text = text(
    "最早日期（{0}）之后没有连续 {1} 节的空位",
    "from its earliest day ({0}) on there is no free place of {1} period{s}",
);
const LATE: Text = text(
    "截止（{0}，当天也算）之前没有连续 {1} 节的空位",
    "up to its deadline ({0}, that day included) there is no free place of {1} period{s}",
);
