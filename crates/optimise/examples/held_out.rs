//! Writes the instances that the search is never tuned on: `held_out instances.json`. They are made from fixed seeds, in the sizes L and XL:
//! with room to spare, tight, with more asked of some days than they hold, and plans to revise. `tests/instances/held-out.json` has the best
//! costs that are known for them.

// Indices are of lists made here.
#![allow(clippy::indexing_slicing)]

use serde_json::{json, Value};
use std::error::Error;
use std::process::ExitCode;

const PERIODS: usize = 12;
const DAYS: usize = 140;
/// Times that a place is looked for before an item gets shorter, and then is left out.
const TRIES: usize = 400;

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Base,
    Tight,
    Infeasible,
    Replan,
}

struct Size {
    name: &'static str,
    classes: usize,
    items: usize,
    events: usize,
    day_cap: usize,
    most_a_day: usize,
    /// Most items of a class for each ten of its days.
    density: usize,
    /// Items of one period and of at most two, among a hundred.
    lengths: [u64; 2],
    /// Events that take a guest, among a hundred.
    hosts: u64,
    /// Events of one period, among a hundred.
    short_events: u64,
}

const L: Size = Size {
    name: "L",
    classes: 8,
    items: 300,
    events: 600,
    day_cap: 8,
    most_a_day: 2,
    density: 5,
    lengths: [33, 90],
    hosts: 34,
    short_events: 50,
};
const XL: Size = Size {
    name: "XL",
    classes: 20,
    items: 1000,
    events: 1200,
    day_cap: 10,
    most_a_day: 3,
    density: 8,
    lengths: [94, 100],
    hosts: 65,
    short_events: 100,
};

const PLAN: [(&Size, Form, &str, u64); 8] = [
    (&L, Form::Base, "base", 3),
    (&L, Form::Tight, "tight", 4),
    (&L, Form::Infeasible, "infeasible", 3),
    (&L, Form::Replan, "replan", 4),
    (&XL, Form::Base, "base", 2),
    (&XL, Form::Tight, "tight", 3),
    (&XL, Form::Infeasible, "infeasible", 3),
    (&XL, Form::Replan, "replan", 2),
];

fn main() -> ExitCode {
    match write() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("held_out <instances.json>")?;
    let mut instances = Vec::new();
    for (size, form, name, count) in PLAN {
        for number in 1..=count {
            let seed = 7_000 + 100 * instances.len() as u64 + number;
            instances.push(Maker::new(size, form, seed).instance(&format!("{}-{name}-h{number}", size.name)));
        }
    }
    Ok(std::fs::write(file, json!({ "instances": instances }).to_string())?)
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides.max(1) as u64) as usize
    }

    fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.roll(to.saturating_sub(from) + 1)
    }

    /// True as often as so many times of a hundred.
    fn percent(&mut self, of_hundred: u64) -> bool {
        (self.roll(100) as u64) < of_hundred
    }
}

struct Class {
    first: usize,
    last: usize,
    excluded_weekdays: Vec<usize>,
    excluded_blocks: Vec<usize>,
    may_embed: bool,
    ordered: bool,
}

struct Event {
    day: usize,
    from: usize,
    to: usize,
    host: bool,
}

struct Item {
    class: usize,
    length: usize,
    day: usize,
    start: usize,
    earliest: usize,
    deadline: usize,
    /// Whether it stood at its place in the plan that is revised, and whether it stays.
    stood: bool,
    fixed: bool,
}

impl Item {
    fn periods(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.length
    }
}

/// Instance that is made around a placement: each item has a place that breaks no rule.
struct Maker {
    size: &'static Size,
    form: Form,
    dice: Dice,
    first_weekday: usize,
    classes: Vec<Class>,
    events: Vec<Event>,
    items: Vec<Item>,
}

impl Maker {
    fn new(size: &'static Size, form: Form, seed: u64) -> Self {
        let mut dice = Dice(seed);
        let first_weekday = dice.between(1, 7);
        let mut maker = Maker { size, form, dice, first_weekday, classes: vec![], events: vec![], items: vec![] };
        maker.classes = (0..size.classes).map(|_| maker.class()).collect();
        if form != Form::Tight {
            maker.add_events();
        }
        maker.add_items();
        if form == Form::Tight {
            maker.fill_with_events();
        }
        maker.limit();
        match form {
            Form::Infeasible => maker.ask_too_much(),
            Form::Replan => maker.revise(),
            Form::Base | Form::Tight => {}
        }
        maker
    }

    fn class(&mut self) -> Class {
        let (is_tight, dice) = (self.form == Form::Tight, &mut self.dice);
        let first = if dice.percent(30) { dice.roll(5) } else { dice.roll(70) };
        let last = if dice.percent(30) { DAYS - 1 } else { dice.between(first + 40, DAYS - 1).min(DAYS - 1) };
        let excluded_weekdays = if !is_tight && dice.percent(40) { vec![dice.between(1, 7)] } else { vec![] };
        let excluded_blocks = if !is_tight && dice.percent(45) { vec![dice.between(1, 6)] } else { vec![] };
        let may_embed = self.size.items > 500 || dice.percent(if is_tight { 40 } else { 60 });
        Class { first, last, excluded_weekdays, excluded_blocks, may_embed, ordered: dice.percent(60) }
    }

    fn is_free(&self, day: usize, from: usize, to: usize) -> bool {
        (1..=PERIODS).contains(&to)
            && !self.events.iter().any(|event| event.day == day && event.from <= to && from <= event.to)
    }

    /// Courses by the week, and single events until there are enough.
    fn add_events(&mut self) {
        while self.events.len() < self.size.events {
            let length = if self.dice.percent(self.size.short_events) { 1 } else { 2 };
            let from = if length == 2 { 2 * self.dice.roll(6) + 1 } else { self.dice.between(1, PERIODS) };
            let (host, first) = (self.dice.percent(self.size.hosts), self.dice.roll(DAYS));
            let weeks = if self.dice.percent(30) { self.dice.between(4, 18) } else { 1 };
            for day in (0..weeks).map(|week| first + 7 * week).filter(|day| *day < DAYS) {
                if self.is_free(day, from, from + length - 1) && self.events.len() < self.size.events {
                    self.events.push(Event { day, from, to: from + length - 1, host });
                }
            }
        }
    }

    fn add_items(&mut self) {
        for (class, count) in self.counts().into_iter().enumerate() {
            let begin = self.items.len();
            for index in 0..count {
                let length = match self.dice.roll(100) as u64 {
                    roll if roll < self.size.lengths[0] => 1,
                    roll if roll < self.size.lengths[1] => 2,
                    _ => 3,
                };
                let placed = self.place(class, length, (index + 1, count + 1)).or_else(|| self.place(class, 1, (1, 2)));
                self.items.extend(placed);
            }
            if self.classes[class].ordered {
                self.items[begin..].sort_by_key(|item| (item.day, item.start));
            }
        }
    }

    /// Numbers of the items of each class, which its days can hold.
    fn counts(&mut self) -> Vec<usize> {
        let most = |class: &Class| (class.last - class.first + 1) * self.size.density / 10;
        let most: Vec<usize> = self.classes.iter().map(most).collect();
        let mut counts = vec![0; most.len()];
        let wanted = self.size.items.min(most.iter().sum());
        while counts.iter().sum::<usize>() < wanted {
            let class = self.dice.roll(counts.len());
            counts[class] += usize::from(counts[class] < most[class]);
        }
        counts
    }

    /// Place near an even spread, and anywhere in the days of the class if there is none.
    fn place(&mut self, class: usize, length: usize, share: (usize, usize)) -> Option<Item> {
        let (first, last) = (self.classes[class].first, self.classes[class].last);
        let even = first + (last - first) * share.0 / share.1;
        for attempt in 0..TRIES {
            let around = 3 + attempt / 8;
            let day = self.dice.between(even.saturating_sub(around).max(first), (even + around).min(last));
            let start = if length > 1 { 2 * self.dice.roll(6) + 1 } else { self.dice.between(1, PERIODS) };
            let item = Item { class, length, day, start, earliest: first, deadline: last, stood: false, fixed: false };
            if self.fits(&item) {
                return Some(item);
            }
        }
        None
    }

    fn fits(&self, item: &Item) -> bool {
        let class = &self.classes[item.class];
        let end = item.start + item.length - 1;
        let weekday = (self.first_weekday - 1 + item.day) % 7 + 1;
        let excluded = |block: &usize| item.periods().any(|period| period.div_ceil(2) == *block);
        if end > PERIODS || class.excluded_weekdays.contains(&weekday) || class.excluded_blocks.iter().any(excluded) {
            return false;
        }
        let event =
            self.events.iter().find(|event| event.day == item.day && event.from <= end && item.start <= event.to);
        let host = event.filter(|event| class.may_embed && event.host && event.from <= item.start && end <= event.to);
        let that_day = || self.items.iter().filter(|other| other.day == item.day);
        let (from, to) = host.map_or((item.start, end), |host| (host.from, host.to));
        event.is_some() == host.is_some()
            && !that_day().any(|other| other.start <= to && from < other.start + other.length)
            && that_day().filter(|other| other.class == item.class).count() < self.size.most_a_day
            && that_day().map(|other| other.length).sum::<usize>() + item.length <= self.size.day_cap
    }

    /// Events around the items, and in nearly all of the time that is left.
    fn fill_with_events(&mut self) {
        for day in 0..DAYS {
            let mut period = 1;
            while period <= PERIODS {
                let item = self.items.iter().find(|item| item.day == day && item.periods().contains(&period));
                let (length, host) = match item {
                    Some(item) => (item.length, true),
                    None => (self.dice.between(1, 3).min(self.run(day, period)), false),
                };
                let hosts = item.is_some_and(|item| self.classes[item.class].may_embed);
                let takes = if host { hosts && self.dice.percent(self.size.hosts / 2) } else { self.dice.percent(93) };
                if takes {
                    self.events.push(Event { day, from: period, to: period + length - 1, host });
                }
                period += length;
            }
        }
    }

    /// Periods without items from one on.
    fn run(&self, day: usize, period: usize) -> usize {
        let starts = self.items.iter().filter(|item| item.day == day && item.start > period).map(|item| item.start);
        starts.min().unwrap_or(PERIODS + 1) - period
    }

    /// Deadlines and first days around the places; in an ordered class no deadline is before an earlier one's.
    fn limit(&mut self) {
        let (share, slack) = if self.form == Form::Tight { (35, 12) } else { (40, 40) };
        for index in 0..self.items.len() {
            let (late, early) = (self.dice.percent(share), self.dice.percent(share / 4));
            let (after, before) = (self.dice.roll(slack), self.dice.roll(slack));
            let item = &mut self.items[index];
            if late {
                item.deadline = item.deadline.min(item.day + after);
            }
            if early {
                item.earliest = item.earliest.max(item.day.saturating_sub(before));
            }
        }
        for index in (1..self.items.len()).rev() {
            let (class, deadline) = (self.items[index].class, self.items[index].deadline);
            let before = &mut self.items[index - 1];
            if before.class == class && self.classes[class].ordered {
                before.deadline = before.deadline.min(deadline);
            }
        }
    }

    /// Items that must stand in some weeks although these are full.
    fn ask_too_much(&mut self) {
        let span = if self.size.items > 500 { 24 } else { 10 };
        let first = self.dice.between(40, 90);
        let last = first + span;
        let inside = |day: usize| (first..=last).contains(&day);
        let free = |day: usize| (1..=PERIODS).filter(|period| self.is_free(day, *period, *period)).count();
        let hosts = |day: usize| self.events.iter().filter(|event| event.day == day && event.host).count();
        let capacity: usize = (first..=last).map(|day| (free(day) + hosts(day)).min(self.size.day_cap)).sum();
        let wanted = capacity + capacity / 10 + 4;
        let mut demand = 0;
        let mut near: Vec<usize> = (0..self.items.len()).collect();
        near.sort_by_key(|item| self.items[*item].day.abs_diff(first + span / 2));
        for index in near {
            let (class, item) = (&self.classes[self.items[index].class], &mut self.items[index]);
            let fits = class.first <= last && class.last >= first && item.earliest <= last && item.deadline >= first;
            if fits && demand < wanted && (inside(item.day) || !class.ordered || item.day.abs_diff(first) < 2 * span) {
                item.earliest = item.earliest.max(first);
                item.deadline = item.deadline.min(last);
                demand += item.length;
            }
        }
    }

    /// A plan that stands, in which events have come upon some items.
    fn revise(&mut self) {
        for index in 0..self.items.len() {
            let (is_new, fixed, hit) = (self.dice.percent(3), self.dice.percent(12), self.dice.percent(5));
            let (day, from) = (self.items[index].day, self.items[index].start);
            let to = from + self.items[index].length - 1;
            if !is_new && !fixed && hit && self.is_free(day, from, to) {
                self.events.push(Event { day, from, to, host: false });
            }
            self.items[index].stood = !is_new;
            self.items[index].fixed = fixed && !is_new;
        }
    }

    fn instance(mut self, name: &str) -> Value {
        self.events.sort_by_key(|event| (event.day, event.from));
        let classes: Vec<Value> = (0..self.classes.len()).map(|class| self.class_json(class)).collect();
        let items: Vec<Value> = (0..self.items.len()).map(|item| self.item_json(item)).collect();
        let events: Vec<Value> =
            self.events.iter().map(|event| json!([event.day, event.from, event.to, u8::from(event.host)])).collect();
        let planted: Vec<Value> = self.items.iter().map(|item| json!([item.day, item.start])).collect();
        json!({
            "name": name, "days": DAYS, "dow0": self.first_weekday, "day_cap": self.size.day_cap,
            "events": events, "classes": classes, "items": items, "prec": self.precedences(), "planted": planted,
        })
    }

    fn class_json(&mut self, class: usize) -> Value {
        let (size, dice, class) = (self.size, &mut self.dice, &self.classes[class]);
        let preferred = [4095, 4095, 15, 255, 240, 3840][dice.roll(6)];
        json!({
            "start": class.first, "end": class.last, "excl_dow": class.excluded_weekdays,
            "excl_blocks": class.excluded_blocks, "embed": u8::from(class.may_embed), "ordered": u8::from(class.ordered),
            "heavy": u8::from(dice.percent(45)), "type": dice.between(1, 3), "steady": u8::from(dice.percent(92)),
            "max_day": size.most_a_day, "buf": dice.roll(4), "pref": preferred,
        })
    }

    fn item_json(&mut self, item: usize) -> Value {
        let (dice, item) = (&mut self.dice, &self.items[item]);
        let priority = [1, 2, 2, 3][dice.roll(4)];
        let (day, start) = if item.stood { (item.day as i64, item.start) } else { (-1, 0) };
        json!([item.class, item.length, priority, item.earliest, item.deadline, day, start, u8::from(item.fixed)])
    }

    /// Pairs of different classes that their places keep.
    fn precedences(&mut self) -> Vec<[usize; 2]> {
        let wanted = if self.form == Form::Base || self.form == Form::Replan { self.size.items / 100 } else { 0 };
        let mut pairs = Vec::new();
        while pairs.len() < wanted {
            let (one, other) = (self.dice.roll(self.items.len()), self.dice.roll(self.items.len()));
            let (first, second) = (&self.items[one], &self.items[other]);
            let are_free = !first.fixed && !second.fixed;
            if are_free && first.class != second.class && first.day < second.day {
                pairs.push([one, other]);
            }
        }
        pairs
    }
}
