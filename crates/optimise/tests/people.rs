//! Terms by which people judge a plan (objective.md 3.1), against an evaluator that is written from the document alone.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use stepgate_json::to_text;
use stepgate_optimise::{
    bound, from_json, parts, refuse, score, weigh, Class, Draft, Event, Exam, Instance, Item, Periods, Place,
    Placement, Replay, Score, Search, Verdict, Weights,
};

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn cost(&mut self) -> u32 {
        [0, 30, 70, 500, 3_000][self.roll(5)]
    }

    fn periods(&mut self, periods: u8) -> Periods {
        let from = 1 + self.roll(usize::from(periods)) as u8;
        Periods::between(from, (from + self.roll(2) as u8).min(periods))
    }
}

struct Size {
    days: u16,
    periods: u8,
    items: usize,
}

const SMALL: Size = Size { days: 3, periods: 4, items: 3 };
const LARGER: Size = Size { days: 8, periods: 9, items: 14 };

fn class(dice: &mut Dice, days: u16) -> Class {
    Class {
        first_day: 0,
        last_day: days - 1,
        subject: dice.roll(3) as u16,
        most_a_day: 2 + dice.roll(3) as u16,
        excluded_weekdays: vec![],
        excluded_periods: Periods(0),
        may_embed: dice.roll(2) == 0,
        ordered: dice.roll(3) == 0,
        heavy: dice.roll(2) == 0,
        steady: dice.roll(4) > 0,
        buffer: 0,
        preferred: [Periods(0), Periods(0), Periods(u64::MAX), Periods(5)][dice.roll(4)],
        preferred_weekdays: if dice.roll(3) == 0 { vec![6, 7] } else { vec![] },
        preference: 0,
        aligned: false,
        left_before: 0,
        left_after: 0,
    }
}

fn item(dice: &mut Dice, size: &Size, index: usize) -> Item {
    Item {
        class: dice.roll(2),
        length: 1 + dice.roll(2) as u8,
        priority: 1 + dice.roll(3) as u8,
        earliest: 0,
        deadline: dice.roll(usize::from(size.days) + 2) as u16,
        order: Some(index as u32),
        deadline_period: 0,
        before: None,
        fixed: false,
        reserve: dice.roll(3) as u16,
        mock: dice.roll(3) == 0,
    }
}

/// Random draft with all that people judge by.
fn draft(seed: u64, size: &Size) -> Draft {
    let dice = &mut Dice(seed);
    let Size { days, periods, .. } = *size;
    let day = |dice: &mut Dice| dice.roll(usize::from(days)) as u16;
    let start = |dice: &mut Dice| 1 + dice.roll(usize::from(periods)) as u8;
    let event = |dice: &mut Dice, day: u16| {
        let from = start(dice);
        Event { day, from, to: (from + dice.roll(3) as u8).min(periods), host: dice.roll(3) == 0 }
    };
    let exam =
        |dice: &mut Dice| Exam { class: [None, Some(0), Some(1)][dice.roll(3)], day: day(dice), start: start(dice) };
    Draft {
        days,
        periods,
        first_weekday: 1 + dice.roll(7) as u8,
        day_cap: 5,
        now: Place { day: 0, start: 1 },
        classes: vec![class(dice, days), class(dice, days)],
        items: (0..size.items).map(|index| item(dice, size, index)).collect(),
        move_base: 0,
        asked: None,
        kept: vec![],
        meals: Periods(0),
        events: (0..days).map(|day| event(dice, day)).collect(),
        closed: vec![],
        caps: vec![],
        hours: if dice.roll(4) == 0 { vec![] } else { (0..periods).map(|_| dice.cost()).collect() },
        rest_days: (0..dice.roll(3)).map(|_| day(dice)).collect(),
        lunches: (0..dice.roll(4)).map(|_| dice.periods(periods)).collect(),
        breaks: dice.periods(periods),
        exams: (0..dice.roll(4)).map(|_| exam(dice)).collect(),
        weights: Weights {
            rest_day: dice.cost(),
            lunch: dice.cost(),
            reserve: dice.cost(),
            after_exam: dice.cost(),
            exam_eve: dice.cost(),
            towards_exam: [0, 40, 100][dice.roll(3)],
            run: dice.cost(),
            longest_run: 1 + dice.roll(3) as u8,
        },
        quotas: vec![],
        gaps: vec![],
        precedences: vec![],
        most_moved: None,
    }
}

/// Terms of objective.md 3.1, read off the document: every set is a list of periods, and every sum is spelt out.
struct Evaluator<'d>(&'d Draft);

impl Evaluator<'_> {
    fn terms(&self, placement: &Placement) -> Score {
        let draft = self.0;
        let placed = || draft.items.iter().zip(&placement.0).filter_map(|(item, place)| Some((item, (*place)?)));
        let by_item = |cost: &dyn Fn(&Item, Place) -> i64| placed().map(|(item, place)| cost(item, place)).sum();
        let by_day = |cost: &dyn Fn(u16, &[u8]) -> i64| {
            let covered = |day: u16| {
                let outside = placed().filter(|(_, place)| place.day == day && !self.is_hosted(*place));
                outside.flat_map(|(item, place)| place.start..place.start + item.length).collect::<Vec<u8>>()
            };
            (0..draft.days).map(|day| cost(day, &covered(day))).sum()
        };
        Score {
            hours: by_item(&|item, place| self.hours(item, place)),
            rest_days: by_item(&|item, place| self.rest(item, place)),
            deadline: by_item(&|item, place| self.deadline(item, place)),
            exams: by_item(&|item, place| self.exams(item, place)),
            lunch: by_day(&|day, covered| self.lunch(day, covered)),
            runs: by_day(&|day, covered| self.runs(day, covered)),
            ..Score::default()
        }
    }

    fn is_hosted(&self, place: Place) -> bool {
        self.event(place.day, place.start).is_some()
    }

    fn event(&self, day: u16, period: u8) -> Option<&Event> {
        self.0.events.iter().find(|event| event.day == day && (event.from..=event.to).contains(&period))
    }

    fn hours(&self, item: &Item, place: Place) -> i64 {
        let class = &self.0.classes[item.class];
        let prefers_all = (1..=self.0.periods).all(|period| class.preferred.has(period));
        let is_day = class.preferred_weekdays.is_empty() || self.prefers_day(item, place.day);
        let is_sought = |period: &u8| !prefers_all && is_day && class.preferred.has(*period);
        let cost = |period: u8| self.0.hours.get(usize::from(period) - 1).copied().unwrap_or(0);
        let costly = (place.start..place.start + item.length).filter(|period| !is_sought(period));
        costly.map(|period| i64::from(cost(period))).sum()
    }

    fn prefers_day(&self, item: &Item, day: u16) -> bool {
        let weekday = (u16::from(self.0.first_weekday) - 1 + day) % 7 + 1;
        self.0.classes[item.class].preferred_weekdays.contains(&(weekday as u8))
    }

    fn rest(&self, item: &Item, place: Place) -> i64 {
        if self.0.rest_days.contains(&place.day) && !self.prefers_day(item, place.day) {
            i64::from(self.0.weights.rest_day) * i64::from(item.length)
        } else {
            0
        }
    }

    fn deadline(&self, item: &Item, place: Place) -> i64 {
        let last = item.deadline.min(self.0.classes[item.class].last_day);
        let left = i64::from(last) - i64::from(place.day);
        i64::from(self.0.weights.reserve) * (i64::from(item.reserve) - left).max(0)
    }

    fn exams(&self, item: &Item, place: Place) -> i64 {
        let weights = &self.0.weights;
        let own = self.0.exams.iter().filter(|exam| exam.class == Some(item.class));
        let last = own.map(|exam| (exam.day, exam.start)).max();
        let is_after = last.is_some_and(|last| (place.day, place.start + item.length) > last);
        let mut others = self.0.exams.iter().filter(|exam| exam.class != Some(item.class));
        let is_eve = others.any(|exam| exam.day == place.day + 1 || exam.day == place.day && exam.start > place.start);
        let after = if is_after { weights.after_exam } else { 0 };
        let eve = if item.mock && is_eve { weights.exam_eve } else { 0 };
        i64::from(after + eve)
    }

    fn lunch(&self, day: u16, covered: &[u8]) -> i64 {
        let periods = |lunch: &Periods| (1..=self.0.periods).filter(|period| lunch.has(*period)).collect::<Vec<u8>>();
        let all: Vec<Vec<u8>> = self.0.lunches.iter().map(periods).collect();
        let possible: Vec<_> =
            all.iter().filter(|lunch| lunch.iter().all(|period| self.event(day, *period).is_none())).collect();
        let is_free = |lunch: &&&Vec<u8>| lunch.iter().all(|period| !covered.contains(period));
        if !possible.is_empty() && !possible.iter().any(|lunch| is_free(&lunch)) {
            i64::from(self.0.weights.lunch)
        } else {
            0
        }
    }

    fn runs(&self, day: u16, covered: &[u8]) -> i64 {
        let mut runs: Vec<Vec<u8>> = vec![vec![]];
        for period in 1..=self.0.periods {
            if covered.contains(&period) || self.event(day, period).is_some() {
                runs.last_mut().unwrap().push(period);
                if self.0.breaks.has(period) {
                    runs.push(vec![]);
                }
            } else {
                runs.push(vec![]);
            }
        }
        let excess = |run: &Vec<u8>| (run.len() as i64 - i64::from(self.0.weights.longest_run)).max(0);
        let counts = |run: &&Vec<u8>| run.iter().any(|period| covered.contains(period));
        runs.iter().filter(counts).map(excess).sum::<i64>() * i64::from(self.0.weights.run)
    }
}

fn searched(instance: &Instance, seed: u64, iterations: u64) -> Search {
    let mut search = Search::new(instance, Replay { seed, planned: iterations });
    search.step(iterations);
    search
}

/// The score without what other tests are about.
fn of_people(score: Score) -> Score {
    let Score { hours, rest_days, lunch, deadline, exams, runs, .. } = score;
    Score { hours, rest_days, lunch, deadline, exams, runs, ..Score::default() }
}

#[test]
fn the_optimiser_and_the_document_agree() {
    let mut seen = Score::default();
    for seed in 0..400 {
        let draft = draft(seed, if seed % 2 == 0 { &SMALL } else { &LARGER });
        let instance = Instance::new(draft.clone()).unwrap();
        let mut search = Search::new(&instance, Replay { seed, planned: 600 });
        for _ in 0..6 {
            search.step(100);
            let score = score(&instance, search.best()).unwrap();
            let expected = Evaluator(&draft).terms(search.best());
            assert_eq!(of_people(score), expected, "seed {seed}");
            assert_eq!(search.cost(), score.total(), "seed {seed}");
            let parts = parts(&instance, search.best()).unwrap();
            let whole: i64 = parts.classes.iter().chain(&parts.days).map(Score::total).sum();
            assert_eq!(whole, score.total(), "seed {seed}");
            seen = seen - (Score::default() - expected);
        }
    }
    let Score { hours, rest_days, lunch, deadline, exams, runs, .. } = seen;
    assert!([hours, rest_days, lunch, deadline, exams, runs].iter().all(|cost| *cost > 0), "{seen:?}");
}

#[test]
fn without_weights_they_cost_nothing() {
    for seed in 0..100 {
        let given = draft(seed, &LARGER);
        let free = Draft { hours: vec![], weights: Weights::default(), ..given.clone() };
        let bare = Draft { rest_days: vec![], lunches: vec![], breaks: Periods(0), exams: vec![], ..free.clone() };
        let (free, bare) = (Instance::new(free).unwrap(), Instance::new(bare).unwrap());
        let (one, other) = (searched(&free, seed, 500), searched(&bare, seed, 500));
        assert_eq!((one.best(), one.cost()), (other.best(), other.cost()), "seed {seed}");
        assert_eq!(of_people(score(&free, one.best()).unwrap()), Score::default());
        assert_eq!(bound(&free), bound(&bare), "seed {seed}");
    }
}

/// Least cost of all placements.
fn brute_force(instance: &Instance, places: &mut Vec<Option<Place>>, best: &mut i64) {
    let draft = instance.draft();
    if places.len() == draft.items.len() {
        *best = score(instance, &Placement(places.clone())).map_or(*best, |score| score.total().min(*best));
        return;
    }
    let all = (0..draft.days).flat_map(|day| (1..=draft.periods).map(move |start| Some(Place { day, start })));
    for place in all.chain([None]) {
        places.push(place);
        brute_force(instance, places, best);
        places.pop();
    }
}

#[test]
fn a_small_instance_is_solved_to_the_optimum_and_not_below_the_bound() {
    let mut near = 0;
    for seed in 0..60 {
        let instance = Instance::new(draft(seed, &SMALL)).unwrap();
        let mut best = i64::MAX;
        brute_force(&instance, &mut Vec::new(), &mut best);
        assert_eq!(searched(&instance, seed, 20_000).cost(), best, "seed {seed}");
        let bound = bound(&instance).total();
        assert!(bound <= best, "seed {seed}: {bound}, {best}");
        near += usize::from(best - bound <= best / 10);
    }
    assert!(near > 30, "{near} of 60 within a tenth");
}

#[test]
fn lunch_and_runs_raise_the_bound() {
    let (mut lunch, mut runs) = (0, 0);
    for seed in 0..200 {
        let given = draft(seed, &SMALL);
        let without = |weights: Weights| bound(&Instance::new(Draft { weights, ..given.clone() }).unwrap()).total();
        let all = without(given.weights);
        lunch += usize::from(without(Weights { lunch: 0, ..given.weights }) < all);
        runs += usize::from(without(Weights { run: 0, ..given.weights }) < all);
    }
    assert!(lunch > 5 && runs > 5, "{lunch}, {runs}");
}

#[test]
fn a_place_is_weighed_by_the_same_terms() {
    let mut named = 0;
    for seed in 0..60 {
        let draft = draft(seed, &LARGER);
        let instance = Instance::new(draft.clone()).unwrap();
        let search = searched(&instance, seed, 500);
        let evaluator = Evaluator(&draft);
        for item in 0..draft.items.len() {
            let at = |place: Option<Place>| {
                let mut placement = search.best().clone();
                placement.0[item] = place;
                evaluator.terms(&placement)
            };
            let weighed = weigh(&instance, search.best(), item).unwrap();
            for standing in weighed.others.iter().chain([&weighed.here]) {
                let expected = at(standing.place) - at(None);
                assert_eq!(of_people(standing.cost), expected, "seed {seed}, item {item}");
                named += usize::from(expected != Score::default());
            }
            for other in &weighed.others {
                let place = other.place.unwrap();
                let expected = at(other.place) - at(search.best().place(item));
                match refuse(&instance, search.best(), item, place).unwrap() {
                    Verdict::Allowed { difference } => assert_eq!(of_people(difference), expected, "seed {seed}"),
                    Verdict::Refused { reason } => panic!("seed {seed}: {reason:?}"),
                }
            }
        }
    }
    assert!(named > 300, "{named}");
}

#[test]
fn items_before_an_exam_are_thicker_towards_it() {
    let size = Size { days: 20, periods: 6, items: 9 };
    let mut draft = draft(3, &size);
    (draft.events, draft.lunches, draft.rest_days, draft.hours) = (vec![], vec![], vec![], vec![]);
    let class =
        Class { steady: true, ordered: false, most_a_day: 2, preferred_weekdays: vec![], ..draft.classes[0].clone() };
    draft.classes = vec![class];
    for item in &mut draft.items {
        *item = Item { class: 0, length: 2, deadline: 19, reserve: 0, mock: false, ..item.clone() };
    }
    draft.exams = vec![Exam { class: Some(0), day: 16, start: 1 }];
    let days = |towards_exam: u8| {
        let weights = Weights { after_exam: 5_000, towards_exam, ..Weights::default() };
        let instance = Instance::new(Draft { weights, ..draft.clone() }).unwrap();
        let mut days: Vec<u16> =
            searched(&instance, 1, 20_000).best().0.iter().map(|place| place.unwrap().day).collect();
        days.sort_unstable();
        assert!(days.iter().all(|day| *day < 16), "{days:?}");
        days
    };
    let (even, thick) = (days(1), days(100));
    let spans = |days: &[u16]| (days[4] - days[0], days[8] - days[4]);
    let ((_, even_late), (early, late)) = (spans(&even), spans(&thick));
    assert!(late < early && late < even_late, "{even:?} {thick:?}");
}

#[test]
fn a_draft_is_read_as_it_was_written() {
    for seed in 0..50 {
        let draft = draft(seed, &LARGER);
        assert_eq!(from_json(&to_text(&draft)), Ok(draft));
    }
}

#[test]
fn what_is_not_allowed_is_refused_with_its_place() {
    let given = Draft { exams: vec![], rest_days: vec![], hours: vec![], ..draft(1, &SMALL) };
    type Change<'c> = &'c dyn Fn(&mut Draft);
    let refused = |change: Change| {
        let mut draft = given.clone();
        change(&mut draft);
        Instance::new(draft).unwrap_err().to_string()
    };
    let cases: [(&str, Change); 7] = [
        ("/hours: found 3; allowed: a cost for each of 4 periods, or none", &|draft| draft.hours = vec![1, 2, 3]),
        ("/hours: found 100001; allowed: 0 to 100000", &|draft| draft.hours = vec![1, 2, 3, 100_001]),
        ("/rest_days: found 3; allowed: 0 to 2", &|draft| draft.rest_days = vec![3]),
        ("/exams/0/class: found 2; allowed: none, or an index of 2 classes", &|draft| {
            draft.exams = vec![Exam { class: Some(2), day: 0, start: 1 }];
        }),
        ("/exams/0/start: found 5; allowed: 1 to 4", &|draft| {
            draft.exams = vec![Exam { class: None, day: 0, start: 5 }];
        }),
        ("/items/1/reserve: found 1001; allowed: 0 to 1000", &|draft| draft.items[1].reserve = 1001),
        ("/weights/towards_exam: found 101; allowed: 0 to 100", &|draft| draft.weights.towards_exam = 101),
    ];
    for (error, change) in cases {
        assert_eq!(refused(change), error);
    }
}
