//! Search, score, bound and explanations on random small instances and on the instances of `tests/instances`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use serde_json::{json, Value};
use stepgate_json::{to_text, to_value};
use stepgate_optimise::{
    bound, explain, file, forced, from_json, keeps_most_moved, kept_out, kept_out_of_its_days, last_left_out, parts,
    refuse, relax, score, weigh, Bounding, ByWish, Cap, Class, Closed, Draft, Event, Gap, Instance, Item, Limit,
    Periods, Place, Placement, Quota, Reason, Replay, Rule, Score, Search, Span, Verdict, Weights,
};

/// Numbers that look random, for the drafts of the tests.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn class(dice: &mut Dice, days: u16) -> Class {
    Class {
        first_day: 0,
        last_day: days - 1,
        excluded_weekdays: if dice.roll(4) == 0 { vec![2] } else { vec![] },
        excluded_periods: Periods(if dice.roll(4) == 0 { 1 } else { 0 }),
        may_embed: dice.roll(2) == 0,
        ordered: dice.roll(2) == 0,
        heavy: dice.roll(2) == 0,
        subject: dice.roll(3) as u16,
        steady: dice.roll(3) > 0,
        most_a_day: 1 + dice.roll(3) as u16,
        buffer: dice.roll(3) as u16,
        preferred: Periods(if dice.roll(2) == 0 { 0 } else { 6 }),
        preferred_weekdays: if dice.roll(3) == 0 { vec![1, 3] } else { vec![] },
        preference: 0,
        aligned: dice.roll(2) == 0,
        left_before: dice.roll(2) as u16,
        left_after: dice.roll(3) as u16,
    }
}

/// Instance of a few days with days of any length, hosts, fixed items and orders.
fn draft(seed: u64, days: u16, periods: u8, items: usize) -> Draft {
    let mut dice = Dice(seed);
    let mut draft = Draft {
        days,
        periods,
        asked: None,
        kept: vec![],
        first_weekday: 1 + dice.roll(7) as u8,
        day_cap: 2 + dice.roll(4) as u16,
        now: Place { day: 0, start: 1 + dice.roll(2) as u8 },
        meals: Periods(2),
        events: vec![],
        closed: vec![],
        caps: vec![],
        quotas: vec![],
        gaps: vec![],
        classes: vec![class(&mut dice, days), class(&mut dice, days)],
        items: vec![],
        precedences: if items > 1 && dice.roll(2) == 0 { vec![(0, items - 1)] } else { vec![] },
        move_base: 20,
        most_moved: (dice.roll(4) == 0).then(|| dice.roll(6) as usize),
        hours: vec![],
        rest_days: vec![],
        lunches: vec![],
        breaks: Periods(0),
        exams: vec![],
        weights: Weights::default(),
    };
    for day in 0..days {
        let from = 1 + dice.roll(u64::from(periods)) as u8;
        draft.events.push(Event { day, from, to: periods.min(from + 1), host: dice.roll(2) == 0 });
    }
    for wish in 0..dice.roll(3) as u16 {
        let (day, from) = (dice.roll(u64::from(days)) as u16, 1 + dice.roll(u64::from(periods)) as u8);
        let class = (dice.roll(2) == 0).then(|| dice.roll(2) as usize);
        draft.closed.push(Closed { wish, day, from, to: periods.min(from + 1), class, item: None });
        draft.caps.push(Cap { wish: 9, day: dice.roll(u64::from(days)) as u16, periods: dice.roll(4) as u16 });
    }
    for _ in 0..items {
        let place = Place { day: dice.roll(u64::from(days)) as u16, start: 1 + dice.roll(u64::from(periods)) as u8 };
        draft.items.push(Item {
            class: dice.roll(2) as usize,
            length: 1 + dice.roll(2) as u8,
            priority: 1 + dice.roll(3) as u8,
            order: (dice.roll(4) > 0).then(|| dice.roll(3) as u32),
            earliest: 0,
            deadline: days - 1,
            deadline_period: if dice.roll(4) == 0 { 1 + dice.roll(6) as u8 } else { 0 },
            before: (dice.roll(3) == 0 && place >= draft.now).then_some(place),
            fixed: false,
            reserve: 0,
            mock: false,
        });
    }
    draft
}

/// Such an instance, every other one with quotas and a gap.
fn wished(seed: u64, days: u16, periods: u8, items: usize) -> Draft {
    let mut draft = draft(seed, days, periods, items);
    let dice = &mut Dice(seed + 1_000_000);
    let (days, periods, count) = (u64::from(draft.days), u64::from(draft.periods), draft.items.len());
    if dice.roll(2) == 0 {
        return draft;
    }
    for wish in 20..20 + dice.roll(3) as u16 {
        let items = (0..count).filter(|_| dice.roll(3) > 0).collect();
        let costs: Vec<u32> = (0..periods).map(|_| 40 + dice.roll(20) as u32).collect();
        let by_cost = dice.roll(2) == 0;
        let per = [Span::Day, Span::Week, Span::Apart(1 + dice.roll(3) as u16)][dice.roll(3) as usize];
        let (most, costs) = match per {
            Span::Apart(_) => (1, vec![]),
            _ if by_cost => (60 + dice.roll(300) as u32, costs),
            _ => (dice.roll(4) as u32, vec![]),
        };
        let taken = if dice.roll(3) == 0 { vec![(dice.roll(days) as u16, 1 + dice.roll(2) as u32)] } else { vec![] };
        draft.quotas.push(Quota { wish, items, most, per, costs, taken });
    }
    let (wait, least) = (dice.roll(2 * periods), dice.roll(3) as u16);
    let after = (1..=periods).map(|end| {
        let (day, start) = (((end + wait) / periods) as u16, ((end + wait) % periods + 1) as u8);
        if day < least {
            Place { day: least, start: 1 }
        } else {
            Place { day, start }
        }
    });
    draft.gaps.push(Gap { wish: 30, pairs: vec![(0, count - 1), (1, count - 1)], after: after.collect() });
    draft
}

/// Cheapest placement of all.
fn brute_force(instance: &Instance, places: &mut Vec<Option<Place>>, best: &mut i64) {
    let draft = instance.draft();
    if places.len() == draft.items.len() {
        if let Ok(score) = score(instance, &Placement(places.clone())) {
            *best = score.total().min(*best);
        }
        return;
    }
    let days = 0..draft.days;
    let all = days.flat_map(|day| (1..=draft.periods).map(move |start| Some(Place { day, start })));
    for place in all.chain([None]) {
        places.push(place);
        let mut padded = places.clone();
        padded.resize(draft.items.len(), None);
        let allowed = match score(instance, &Placement(padded)) {
            Ok(_) => true,
            Err(broken) => broken.iter().all(|broken| broken.rule == Rule::Fixed),
        };
        if allowed {
            brute_force(instance, places, best);
        }
        places.pop();
    }
}

fn instances() -> Vec<(String, Instance)> {
    let read = file::read(include_str!("instances/instances.json")).unwrap();
    read.into_iter().map(|(name, draft)| (name, Instance::new(draft).unwrap())).collect()
}

fn search(instance: &Instance, seed: u64, iterations: u64) -> (Placement, i64) {
    let mut search = Search::new(instance, Replay { seed, planned: iterations });
    search.step(iterations);
    (search.best().clone(), search.cost())
}

#[test]
fn the_search_counts_as_the_full_evaluation_does() {
    for seed in 0..60 {
        let instance = Instance::new(wished(seed, 9, 5 + (seed % 4) as u8, 12)).unwrap();
        let mut search = Search::new(&instance, Replay { seed, planned: 2_000 });
        for _ in 0..40 {
            search.step(50);
            let score = score(&instance, search.best()).unwrap_or_else(|broken| panic!("seed {seed}: {broken:?}"));
            assert_eq!(score.total(), search.cost(), "seed {seed}");
        }
    }
}

#[test]
fn a_small_instance_is_solved_to_the_optimum() {
    for seed in 0..40 {
        let draft = Draft { most_moved: None, ..wished(seed, 3, 3, 4) };
        let instance = Instance::new(draft).unwrap();
        let (_, cost) = search(&instance, seed, 20_000);
        let mut best = i64::MAX;
        brute_force(&instance, &mut Vec::new(), &mut best);
        assert_eq!(cost, best, "seed {seed}");
        assert!(bound(&instance).total() <= best, "seed {seed}");
    }
}

#[test]
fn no_placement_of_the_instances_breaks_a_rule() {
    for (name, instance) in instances() {
        let (placement, cost) = search(&instance, 1, 3_000);
        let score = score(&instance, &placement).unwrap_or_else(|broken| panic!("{name}: {broken:?}"));
        assert_eq!(score.total(), cost, "{name}");
        let mut bounding = Bounding::new(&instance);
        let rising: Vec<i64> = (0..40).map_while(|_| bounding.step().then(|| bounding.bound().total())).collect();
        assert!(rising.is_sorted() && rising.iter().all(|bound| *bound <= cost), "{name}: {cost}, {rising:?}");
        let blocked = explain(&instance, &placement);
        assert_eq!(
            blocked.iter().map(|blocked| blocked.item).collect::<Vec<_>>(),
            placement.unplaced().collect::<Vec<_>>()
        );
        let all = usize::from(instance.draft().days) * usize::from(instance.draft().periods);
        for b in blocked {
            let wishes: usize = b.wishes.iter().map(|wish| wish.positions).sum();
            let sum = wishes + b.window + b.events + b.items + b.order + b.class_day + b.day + b.open;
            assert_eq!(sum, all, "{name}: {b:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_placement_however_it_is_stepped() {
    let instances = instances();
    let (_, instance) = instances.iter().find(|(name, _)| name == "M-base-d").unwrap();
    let (whole, _) = search(instance, 7, 4_000);
    let mut parts = Search::new(instance, Replay { seed: 7, planned: 4_000 });
    (0..40).for_each(|_| {
        parts.step(100);
    });
    assert_eq!(parts.best(), &whole);
    assert_ne!(search(instance, 8, 4_000).0, whole);
}

#[test]
fn the_known_optima_of_the_small_instances_are_found() {
    for (name, instance) in instances() {
        let optimum = match name.as_str() {
            "S-base-d" => 1676,
            "S-tight-d" => 3496,
            "S-infeasible-d" => 402_273,
            _ => continue,
        };
        assert_eq!(search(&instance, 1, 60_000).1, optimum, "{name}");
    }
}

#[test]
fn no_placement_costs_less_than_the_bound() {
    let mut tight = 0;
    for seed in 0..60 {
        let instance =
            Instance::new(draft(seed, 4 + (seed % 5) as u16, 4 + (seed % 4) as u8, 4 + (seed % 9) as usize)).unwrap();
        let (_, cost) = search(&instance, seed, 8_000);
        let bound = bound(&instance).total();
        assert!(bound <= cost, "seed {seed}: {bound}, {cost}");
        tight += usize::from(cost - bound <= cost / 10);
    }
    assert!(tight > 30, "{tight} of 60 within a tenth");
}

#[test]
fn the_bounds_of_instances_are_near_their_best_costs() {
    // The best costs known.
    let known = [
        ("S-base-d", 1_676),
        ("S-tight-d", 3_496),
        ("M-base-d", 21_529),
        ("M-tight-d", 32_246),
        ("M-replan-d", 20_620),
    ];
    for (name, instance) in instances() {
        if let Some((_, cost)) = known.iter().find(|(known, _)| *known == name) {
            let bound = bound(&instance).total();
            assert!(bound <= *cost && cost - bound <= cost * 7 / 100, "{name}: {bound}, {cost}");
        }
    }
}

/// `www/test/arrange.test.mjs` holds the WebAssembly to the same placement.
#[test]
fn the_kept_draft_gives_the_kept_placement() {
    let (_, drafted) = file::read(include_str!("instances/instances.json")).unwrap().swap_remove(1);
    let draft: Draft = from_json(include_str!("instances/draft.json")).unwrap();
    assert_eq!(draft, drafted);
    let kept: Value = serde_json::from_str(include_str!("instances/placement.json")).unwrap();
    let (seed, iterations) = (kept["seed"].as_u64().unwrap(), kept["iterations"].as_u64().unwrap());
    let (placement, cost) = search(&Instance::new(draft).unwrap(), seed, iterations);
    let found = json!({ "seed": seed, "iterations": iterations, "cost": cost, "placement": to_value(&placement) });
    assert_eq!(found, kept, "if the search has changed, keep this in instances/placement.json: {found}");
}

#[test]
fn what_lies_before_now_stays_and_nothing_is_placed_there() {
    let mut draft = draft(3, 6, 6, 5);
    draft.events.clear();
    draft.now = Place { day: 2, start: 3 };
    let past = Place { day: 1, start: 2 };
    draft.items[0].before = Some(past);
    draft.items.iter_mut().skip(1).for_each(|item| item.before = None);
    let instance = Instance::new(draft).unwrap();
    let (placement, _) = search(&instance, 1, 5_000);
    assert_eq!(placement.place(0), Some(past));
    assert!(placement.0.iter().skip(1).flatten().all(|place| *place >= instance.draft().now));
    assert!(placement.0.iter().skip(1).any(Option::is_some));
}

#[test]
fn no_more_items_move_than_the_cap_allows() {
    let read = file::read(include_str!("instances/instances.json")).unwrap();
    let (_, mut draft) = read.into_iter().find(|(name, _)| name == "M-replan-d").unwrap();
    let moved = |draft: &Draft| {
        let instance = Instance::new(draft.clone()).unwrap();
        let (placement, _) = search(&instance, 1, 5_000);
        let left = draft.items.iter().zip(&placement.0).filter(|(item, place)| item.before != **place).count();
        (placement.moved(&instance).count(), left)
    };
    assert!(moved(&draft).0 > 10);
    // Two items stand where an event has come: they count, and leave even if fewer may.
    let forced = forced(&Instance::new(draft.clone()).unwrap());
    assert!(matches!(forced[..], [(_, Reason::Event { .. }), (_, Reason::Event { .. })]), "{forced:?}");
    for (most, leave) in [(3, 3), (0, 2)] {
        draft.most_moved = Some(most);
        let (counted, left) = moved(&draft);
        assert!(counted <= leave && left == counted, "{most}: {counted}, {left}");
    }
}

#[test]
fn under_the_cap_a_place_is_taken_away_only_to_place_more() {
    let (mut capped, mut breaks) = (0, 0);
    for seed in 0..300 {
        let draft = Draft { most_moved: Some(seed as usize % 3), ..draft(seed, 4, 4, 8) };
        let instance = Instance::new(draft.clone()).unwrap();
        let (placement, _) = search(&instance, seed, 2_000);
        assert!(keeps_most_moved(&instance, &placement), "seed {seed}");
        let cannot: Vec<usize> = forced(&instance).into_iter().map(|(item, _)| item).collect();
        let stood = |item: &usize| draft.items[*item].before.is_some();
        let out: Vec<usize> = placement.unplaced().filter(|item| stood(item) && !cannot.contains(item)).collect();
        let placed = placement.0.iter().flatten().count();
        let stand = (0..draft.items.len()).filter(stood).count() - cannot.len();
        assert!(out.is_empty() || placed > stand, "seed {seed}: {out:?} are out");
        capped += usize::from(placement.moved(&instance).count() > 0);
        // A free search may change more.
        let free = Instance::new(Draft { most_moved: None, ..draft }).unwrap();
        breaks += usize::from(!keeps_most_moved(&instance, &search(&free, seed, 2_000).0));
    }
    assert!(capped > 30 && breaks > 30, "{capped}, {breaks}");
}

/// Cost of the unplaced items, and their number.
fn left_out(instance: &Instance, placement: &Placement) -> (i64, usize) {
    let score = score(instance, placement).unwrap_or_else(|broken| panic!("{broken:?}"));
    (score.unplaced, placement.unplaced().count())
}

#[test]
fn what_is_left_out_of_an_ordered_class_is_its_end() {
    let mut moved_up = 0;
    for seed in 0..300 {
        let mut dice = Dice(seed);
        let mut draft = draft(seed, 5, 6, 12);
        let is_uniform = seed % 2 == 0;
        if is_uniform {
            draft.precedences.clear();
            draft.most_moved = None;
            draft.classes.iter_mut().for_each(|class| class.ordered = true);
            for (index, item) in draft.items.iter_mut().enumerate() {
                *item = Item {
                    length: 1,
                    priority: 2,
                    order: Some(index as u32),
                    deadline_period: 0,
                    before: None,
                    ..*item
                };
            }
        }
        let instance = Instance::new(draft).unwrap();
        let (mut placement, _) = search(&instance, seed, 500);
        let standing: Vec<usize> = (0..12).filter(|item| placement.place(*item).is_some()).collect();
        if !standing.is_empty() {
            placement = moved_to(&placement, standing[dice.roll(standing.len() as u64) as usize], None);
        }
        let keeps_cap = keeps_most_moved(&instance, &placement);
        let settled = last_left_out(&instance, &placement);
        let (before, after) = (left_out(&instance, &placement), left_out(&instance, &settled));
        assert!(after.0 <= before.0 && after.1 == before.1, "seed {seed}: {before:?} {after:?}");
        assert!(!keeps_cap || keeps_most_moved(&instance, &settled), "seed {seed}");
        assert_eq!(last_left_out(&instance, &settled), settled, "seed {seed}: once is enough");
        moved_up += usize::from(settled != placement);
        let items = &instance.draft().items;
        for out in settled.unplaced().filter(|_| is_uniform) {
            let behind = |item: &usize| items[*item].class == items[out].class && items[*item].order > items[out].order;
            let kept = (0..12).filter(behind).find(|item| settled.place(*item).is_some());
            assert_eq!(kept, None, "seed {seed}: {out} is left out before the end of its class");
        }
    }
    assert!(moved_up > 100, "{moved_up}");
}

#[test]
fn a_wish_that_nothing_else_would_break_is_named() {
    let mut draft = draft(3, 2, 4, 1);
    (draft.events, draft.now, draft.precedences) = (vec![], Place { day: 0, start: 1 }, vec![]);
    draft.classes[0] =
        Class { excluded_weekdays: vec![], excluded_periods: Periods(0), aligned: false, ..draft.classes[0].clone() };
    let before = Some(Place { day: 0, start: 1 });
    let item = Item { class: 0, length: 2, before, order: None, ..draft.items[0].clone() };
    (draft.items, draft.day_cap) = (vec![item], 4);
    draft.closed = vec![
        Closed { wish: 4, day: 0, from: 2, to: 4, class: Some(0), item: None },
        Closed { wish: 5, day: 0, from: 1, to: 4, class: Some(1), item: None },
    ];
    draft.caps = vec![Cap { wish: 6, day: 1, periods: 1 }];
    let instance = Instance::new(draft.clone()).unwrap();
    let broken = |instance: &Instance, day| {
        let broken = score(instance, &Placement(vec![Some(Place { day, start: 1 })])).unwrap_err();
        broken.iter().map(|broken| broken.rule).collect::<Vec<_>>()
    };
    assert_eq!(broken(&instance, 0), [Rule::Wish(4)]);
    assert_eq!(broken(&instance, 1), [Rule::Wish(6)]);
    let (placement, _) = search(&instance, 1, 1_000);
    assert_eq!(placement, Placement(vec![None]));
    let wishes = explain(&instance, &placement).remove(0).wishes;
    assert_eq!(wishes, [ByWish { wish: 4, positions: 3 }, ByWish { wish: 6, positions: 3 }]);

    draft.caps[0].periods = 9;
    assert_eq!(search(&Instance::new(draft.clone()).unwrap(), 1, 1_000).0.place(0).map(|place| place.day), Some(1));
    draft.items[0].fixed = true;
    assert_eq!(search(&Instance::new(draft).unwrap(), 1, 1_000).0, Placement(vec![before]));
}

/// Instance whose items may move freely, with a placement of it.
fn placed(seed: u64) -> (Instance, Placement) {
    let draft = Draft { most_moved: None, ..wished(seed, 5, 5, 7) };
    let instance = Instance::new(draft).unwrap();
    let (placement, _) = search(&instance, seed, 2_000);
    (instance, placement)
}

fn moved_to(placement: &Placement, item: usize, place: Option<Place>) -> Placement {
    let mut moved = placement.clone();
    moved.0[item] = place;
    moved
}

#[test]
fn the_parts_of_a_score_add_up_to_it() {
    for (seed, (instance, placement)) in (0..60).map(|seed| (seed, placed(seed))) {
        let whole = score(&instance, &placement).unwrap();
        let split = parts(&instance, &placement).unwrap();
        let rest = split.classes.iter().chain(&split.days).fold(whole, |rest, part| rest - *part);
        assert_eq!(rest, Score::default(), "seed {seed}");
        assert!(split.days.iter().all(|day| day.unplaced == 0 && day.target == 0), "seed {seed}");
        assert!(split.classes.iter().all(|class| class.load == 0 && class.switching == 0), "seed {seed}");
        let short = Placement(vec![None; 1]);
        assert_eq!(parts(&instance, &short), Err(score(&instance, &short).unwrap_err()));
    }
}

#[test]
fn a_place_is_refused_just_where_the_score_refuses_it() {
    let (mut allowed, mut refused) = (0, 0);
    for seed in 0..60 {
        let (instance, placement) = placed(seed);
        let now = score(&instance, &placement).unwrap();
        for item in 0..7 {
            for (day, start) in (0..6).flat_map(|day| (0..7).map(move |start| (day, start))) {
                let place = Place { day, start };
                let there = score(&instance, &moved_to(&placement, item, Some(place)));
                match (refuse(&instance, &placement, item, place).unwrap(), there) {
                    (Verdict::Allowed { difference }, Ok(there)) => {
                        assert_eq!(difference, there - now);
                        allowed += 1;
                    }
                    (Verdict::Refused { reason }, Err(broken)) => {
                        let rules: Vec<Rule> = broken.iter().map(|broken| broken.rule).collect();
                        if let Reason::Closed { wish } | Reason::Cap { wish, .. } = reason {
                            assert!(rules.contains(&Rule::Wish(wish)), "seed {seed}: {reason:?}, {rules:?}");
                        }
                        refused += 1;
                    }
                    (verdict, there) => panic!("seed {seed}, item {item}, {place:?}: {verdict:?}, {there:?}"),
                }
            }
        }
    }
    assert!(allowed > 300 && refused > 3_000, "{allowed}, {refused}");
}

#[test]
fn the_reason_names_what_is_in_the_way() {
    let mut draft = draft(3, 3, 4, 3);
    (draft.now, draft.precedences, draft.day_cap) = (Place { day: 0, start: 2 }, vec![(0, 1)], 3);
    (draft.closed, draft.caps) = (vec![], vec![Cap { wish: 7, day: 2, periods: 2 }]);
    draft.events = vec![Event { day: 1, from: 4, to: 4, host: true }];
    draft.closed = vec![Closed { wish: 8, day: 1, from: 3, to: 3, class: None, item: None }];
    let class = Class {
        excluded_weekdays: vec![],
        excluded_periods: Periods(0),
        aligned: false,
        may_embed: false,
        most_a_day: 2,
        ..draft.classes[0].clone()
    };
    draft.classes = vec![class.clone(), Class { aligned: true, ..class }];
    let item = |class, length, fixed: Option<Place>| Item {
        class,
        length,
        priority: 1,
        order: None,
        earliest: 0,
        deadline: 3,
        deadline_period: 0,
        before: fixed,
        fixed: fixed.is_some(),
        reserve: 0,
        mock: false,
    };
    draft.items = vec![item(0, 1, None), item(0, 1, None), item(1, 2, Some(Place { day: 2, start: 1 }))];
    draft.most_moved = None;
    let instance = Instance::new(draft).unwrap();
    let placement = Placement(vec![
        Some(Place { day: 1, start: 1 }),
        Some(Place { day: 1, start: 2 }),
        Some(Place { day: 2, start: 1 }),
    ]);
    let reason = |item, day, start| match refuse(&instance, &placement, item, Place { day, start }).unwrap() {
        Verdict::Refused { reason } => reason,
        Verdict::Allowed { difference } => panic!("{difference:?}"),
    };
    assert_eq!(reason(0, 0, 1), Reason::Past {});
    assert_eq!(reason(0, 0, 5), Reason::Outside {});
    assert_eq!(reason(0, 3, 1), Reason::Outside {});
    assert_eq!(reason(0, 1, 2), Reason::Item { item: 1 });
    assert_eq!(reason(0, 1, 3), Reason::Closed { wish: 8 });
    assert_eq!(reason(0, 1, 4), Reason::Event { event: 0 });
    assert_eq!(reason(0, 2, 2), Reason::Item { item: 2 });
    assert_eq!(reason(0, 2, 3), Reason::Before { item: 1 });
    assert_eq!(reason(1, 0, 2), Reason::After { item: 0 });
    assert_eq!(reason(1, 2, 3), Reason::Cap { wish: 7, most: 2 });
    assert_eq!(reason(2, 1, 1), Reason::Fixed {});
}

/// One item of two periods in a week of four periods a day, with nothing else.
fn alone() -> Draft {
    let mut draft = draft(3, 7, 4, 1);
    draft.first_weekday = 1;
    (draft.events, draft.closed, draft.caps, draft.precedences, draft.most_moved) =
        (vec![], vec![], vec![], vec![], None);
    (draft.day_cap, draft.now) = (4, Place { day: 0, start: 1 });
    let class = &mut draft.classes[0];
    (class.excluded_weekdays, class.excluded_periods, class.aligned) = (vec![], Periods(0), true);
    (class.first_day, class.last_day, class.most_a_day) = (0, 6, 4);
    let item = &mut draft.items[0];
    (item.class, item.length, item.order, item.before, item.fixed) = (0, 2, None, None, false);
    (item.earliest, item.deadline, item.deadline_period) = (0, 6, 0);
    draft.items.truncate(1);
    draft
}

#[test]
fn what_alone_keeps_an_item_out_is_told_from_what_does_so_together() {
    let out = |draft: Draft| kept_out(&Instance::new(draft).unwrap(), &Placement(vec![None]), 0);
    assert_eq!(out(alone()), [], "a place is open");
    let mut draft = alone();
    // Sunday is all that the days asked for leave, and the class excludes it.
    draft.asked = Some((6, 6));
    draft.classes[0].excluded_weekdays = vec![7];
    let asked = Reason::Asked { first: 6, last: 6 };
    assert_eq!(out(draft.clone()), [asked.clone(), Reason::Weekday { weekday: 7 }]);
    let wish = |from, to| Closed { wish: 2, day: 6, from, to, class: None, item: None };
    draft.closed = vec![wish(1, 2), wish(3, 3)];
    draft.classes[0].last_day = 6;
    assert_eq!(out(draft.clone()), [asked], "Sunday is closed twice");
    draft.classes[0].excluded_weekdays = (1..=7).collect();
    draft.asked = None;
    draft.closed = (0..7).map(|day| Closed { day, ..wish(1, 4) }).collect();
    let both = [Reason::Weekday { weekday: 1 }, Reason::Closed { wish: 2 }];
    assert_eq!(out(draft.clone()), both, "no place has one limit only");
    draft.events = (0..7).map(|day| Event { day, from: 1, to: 3, host: false }).collect();
    assert_eq!(out(draft), [Reason::Event { event: 0 }]);
    let mut late = alone();
    (late.items[0].deadline, late.items[0].deadline_period, late.now.day) = (2, 1, 2);
    assert_eq!(out(late.clone()), [Reason::Late { period: 1 }]);
    late.asked = Some((7, 7));
    assert!(Instance::new(late).is_err_and(|invalid| invalid.to_string().contains("/asked/1")));
}

#[test]
fn what_keeps_an_item_out_of_the_days_asked_for_is_told_apart_from_the_days() {
    let out = |draft: Draft| kept_out_of_its_days(&Instance::new(draft).unwrap(), &Placement(vec![None]), 0);
    let mut draft = alone();
    draft.asked = Some((6, 6));
    draft.closed = vec![Closed { wish: 2, day: 6, from: 1, to: draft.periods, class: None, item: None }];
    assert_eq!(out(draft.clone()), [Reason::Closed { wish: 2 }]);
    draft.events = vec![Event { day: 6, from: 1, to: draft.periods, host: false }];
    assert_eq!(out(draft), [], "nothing but an event is on the days asked for");
}

#[test]
fn nothing_comes_to_a_day_that_stays_as_it_is() {
    let mut draft = alone();
    (draft.asked, draft.kept) = (Some((2, 3)), vec![2, 4]);
    let instance = Instance::new(draft.clone()).unwrap();
    assert_eq!(search(&instance, 1, 500).0.place(0).map(|place| place.day), Some(3));
    let there = refuse(&instance, &Placement(vec![None]), 0, Place { day: 2, start: 1 }).unwrap();
    assert_eq!(there, Verdict::Refused { reason: Reason::Kept {} });
    draft.kept = vec![2, 3];
    let instance = Instance::new(draft.clone()).unwrap();
    let out = kept_out(&instance, &search(&instance, 1, 500).0, 0);
    assert_eq!(out, [Reason::Asked { first: 2, last: 3 }, Reason::Kept {}]);
    draft.kept = vec![7];
    assert!(Instance::new(draft).is_err_and(|invalid| invalid.to_string().contains("/kept")));
}

#[test]
fn preferred_weekdays_are_chosen() {
    let mut draft = alone();
    let class = &mut draft.classes[0];
    (class.steady, class.preferred, class.preferred_weekdays, class.preference) = (false, Periods(0), vec![4, 6], 250);
    let instance = Instance::new(draft).unwrap();
    assert_eq!(search(&instance, 1, 500).0.place(0).map(|place| place.day), Some(3));
}

#[test]
fn the_times_that_a_class_excludes_can_be_loosened() {
    let mut draft = alone();
    draft.classes[0].excluded_weekdays = (1..=7).collect();
    let instance = Instance::new(draft.clone()).unwrap();
    let replay = Replay { seed: 1, planned: 500 };
    let limits = [Limit::Periods(0), Limit::Weekdays(0)];
    let relaxed = relax(&instance, &Placement(vec![None]), &limits, replay).unwrap();
    assert_eq!(relaxed.iter().map(|way| way.limits.clone()).collect::<Vec<_>>(), [vec![Limit::Weekdays(0)]]);
    (draft.classes[0].excluded_weekdays, draft.classes[0].excluded_periods) = (vec![], Periods::between(1, 4));
    let instance = Instance::new(draft).unwrap();
    let relaxed = relax(&instance, &Placement(vec![None]), &limits, replay).unwrap();
    assert_eq!(relaxed.iter().map(|way| way.limits.clone()).collect::<Vec<_>>(), [vec![Limit::Periods(0)]]);
}

#[test]
fn the_order_within_classes_can_be_loosened() {
    let mut draft = alone();
    draft.classes[0].ordered = true;
    draft.items.push(draft.items[0].clone());
    let first = Place { day: 0, start: 1 };
    (draft.items[0].order, draft.items[1].order) = (Some(1), Some(2));
    (draft.items[1].before, draft.items[1].fixed) = (Some(first), true);
    let instance = Instance::new(draft).unwrap();
    let replay = Replay { seed: 1, planned: 500 };
    let limits = [Limit::DayCap, Limit::Order];
    let relaxed = relax(&instance, &Placement(vec![None, Some(first)]), &limits, replay).unwrap();
    let found: Vec<_> = relaxed.iter().map(|way| (way.limits.clone(), way.placed.clone())).collect();
    assert_eq!(found, [(vec![Limit::Order], vec![0])]);
}

#[test]
fn the_other_places_of_an_item_are_its_cheapest() {
    for seed in 0..60 {
        let (instance, placement) = placed(seed);
        for item in 0..7 {
            let weighed = weigh(&instance, &placement, item).unwrap();
            assert_eq!(weighed.here.place, placement.place(item));
            let costs: Vec<i64> = weighed.others.iter().map(|other| other.cost.total()).collect();
            assert!(costs.is_sorted(), "seed {seed}: {costs:?}");
            let differences = (0..5).flat_map(|day| (1..=5).map(move |start| Place { day, start })).filter_map(
                |place| match refuse(&instance, &placement, item, place).unwrap() {
                    Verdict::Allowed { difference } if Some(place) != placement.place(item) => Some(difference.total()),
                    _ => None,
                },
            );
            let least = differences.min();
            assert_eq!(least, costs.first().map(|cost| cost - weighed.here.cost.total()), "seed {seed}, item {item}");
            let Some(here) = weighed.here.place else {
                assert_eq!(weighed.here.cost.soft(), 0);
                continue;
            };
            let starts = (1..=5).filter(|start| *start != here.start).map(|start| Place { start, ..here });
            let allowed = starts
                .filter(|place| matches!(refuse(&instance, &placement, item, *place), Ok(Verdict::Allowed { .. })));
            let away = |place: Place| place.start.abs_diff(here.start);
            let others = weighed.others.iter().filter_map(|other| other.place).filter(|place| place.day == here.day);
            assert_eq!(others.map(away).min(), allowed.map(away).min(), "seed {seed}, item {item}");
        }
    }
}

#[test]
fn the_smallest_sets_of_limits_that_make_room_are_found() {
    let mut draft = draft(3, 2, 4, 2);
    (draft.events, draft.now, draft.precedences, draft.most_moved) = (vec![], Place { day: 0, start: 1 }, vec![], None);
    let class =
        Class { excluded_weekdays: vec![], excluded_periods: Periods(0), aligned: false, ..draft.classes[0].clone() };
    draft.classes = vec![
        Class { first_day: 0, last_day: 0, most_a_day: 1, ..class.clone() },
        Class { first_day: 1, last_day: 1, ..class },
    ];
    let item = |class| Item {
        class,
        length: 2,
        priority: 1,
        order: None,
        earliest: 0,
        deadline: 9,
        deadline_period: 0,
        before: None,
        fixed: false,
        reserve: 0,
        mock: false,
    };
    (draft.items, draft.day_cap) = (vec![item(0), item(1)], 4);
    let closed = |wish, day, from, to| Closed { wish, day, from, to, class: None, item: None };
    draft.closed = vec![closed(0, 0, 1, 4), closed(1, 1, 2, 3), closed(2, 1, 4, 4)];
    draft.caps = vec![Cap { wish: 3, day: 1, periods: 1 }];
    let instance = Instance::new(draft).unwrap();
    let replay = Replay { seed: 1, planned: 500 };
    let (placement, _) = search(&instance, 1, 500);
    assert_eq!(placement, Placement(vec![None, None]));
    let limits = [Limit::Wish(0), Limit::Wish(1), Limit::Wish(2), Limit::Wish(3), Limit::MostADay(0), Limit::DayCap];
    let relaxed = relax(&instance, &placement, &limits, replay).unwrap();
    let found: Vec<_> = relaxed.iter().map(|relaxed| (relaxed.limits.clone(), relaxed.placed.clone())).collect();
    assert_eq!(found, [(vec![Limit::Wish(0)], vec![0]), (vec![Limit::Wish(1), Limit::Wish(3)], vec![1])]);
    assert!(relaxed.iter().all(|relaxed| relaxed.gain.unplaced == 200_000));
    assert_eq!(relax(&instance, &placement, &[Limit::LastDay(0)], replay).unwrap(), []);
    assert_eq!(from_json(&to_text(&relaxed)), Ok(relaxed));
}

#[test]
fn a_search_from_a_placement_never_ends_worse() {
    for seed in 0..20 {
        let (instance, placement) = placed(seed);
        let cost = score(&instance, &placement).unwrap().total();
        let mut again = Search::improving(&instance, &placement, Replay { seed: seed + 1, planned: 100 });
        assert_eq!(again.cost(), cost);
        again.step(100);
        assert!(again.cost() <= cost && score(&instance, again.best()).unwrap().total() == again.cost());
    }
}

#[test]
fn json_gives_back_what_it_was_made_of() {
    for seed in 0..100 {
        let draft = wished(seed, 5, 4 + (seed % 60) as u8, 6);
        assert_eq!(from_json::<Draft>(&to_text(&draft)), Ok(draft.clone()));
        let instance = Instance::new(draft).unwrap();
        let (placement, _) = search(&instance, seed, 500);
        assert_eq!(from_json(&to_text(&placement)), Ok(placement.clone()));
        let score = score(&instance, &placement).unwrap();
        assert_eq!(from_json(&to_text(&score)), Ok(score));
        let mut bounding = Bounding::new(&instance);
        bounding.step();
        assert_eq!(from_json(&to_text(&bounding.bound())), Ok(bounding.bound()));
        for blocked in explain(&instance, &placement) {
            assert_eq!(from_json(&to_text(&blocked)), Ok(blocked));
        }
        let weighed = weigh(&instance, &placement, 0).unwrap();
        assert_eq!(from_json(&to_text(&weighed)), Ok(weighed));
        let verdict = refuse(&instance, &placement, 1, Place { day: 3, start: 1 }).unwrap();
        assert_eq!(from_json(&to_text(&verdict)), Ok(verdict));
    }
}

/// Pointers of all values inside a JSON value.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(key, inner)| (format!("{at}/{key}"), inner)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(index, inner)| (format!("{at}/{index}"), inner)).collect(),
        _ => Vec::new(),
    };
    for (pointer, inner) in inner {
        pointers(inner, &pointer, found);
        found.push(pointer);
    }
}

#[test]
fn no_wrong_missing_or_unknown_member_of_a_draft_is_read() {
    for seed in 0..20 {
        let whole = to_value(&wished(seed, 3, 4, 3));
        let mut found = Vec::new();
        pointers(&whole, "", &mut found);
        for pointer in found {
            let mut spoilt = whole.clone();
            *spoilt.pointer_mut(&pointer).unwrap() = json!("x");
            let invalid = from_json::<Draft>(&spoilt.to_string()).unwrap_err();
            assert_eq!((invalid.place.as_str(), invalid.found.as_str()), (pointer.as_str(), "\"x\""));

            let mut larger = whole.clone();
            if let Some(Value::Object(members)) = larger.pointer_mut(&pointer) {
                members.insert("more".to_owned(), json!(1));
                let invalid = from_json::<Draft>(&larger.to_string()).unwrap_err();
                // `per` has several forms, so the error names `per` as a whole.
                let place = if pointer.ends_with("/per") { pointer.clone() } else { format!("{pointer}/more") };
                assert_eq!(invalid.place, place);
            }
        }
    }
    let draft = to_value(&draft(1, 3, 4, 3));
    for member in ["days", "periods", "first_weekday", "day_cap", "now", "classes", "items", "move_base"] {
        let mut less = draft.clone();
        less.as_object_mut().unwrap().remove(member);
        let error = from_json::<Draft>(&less.to_string()).unwrap_err().to_string();
        assert_eq!(error, format!("/{member}: found nothing; allowed: a value"));
    }
}

#[test]
fn a_bad_value_is_named_with_what_is_allowed() {
    type Spoil = fn(&mut Draft);
    let table: [(Spoil, &str); 14] = [
        (|draft| draft.days = 0, "/days: found 0; allowed: 1 to 1000"),
        (|draft| draft.periods = 65, "/periods: found 65; allowed: 1 to 64"),
        (|draft| draft.first_weekday = 8, "/first_weekday: found 8; allowed: 1 to 7"),
        (|draft| draft.now.start = 0, "/now/start: found 0; allowed: 1 to 4"),
        (|draft| draft.events[0].day = 9, "/events/0/day: found 9; allowed: 0 to 2"),
        (|draft| draft.events[0].to = 5, "/events/0/to: found 5; allowed: 1 to 4"),
        (
            |draft| draft.events.push(draft.events[0].clone()),
            "/events/1: found day 0, periods 1 to 2; allowed: periods without another event",
        ),
        (
            |draft| draft.closed = vec![Closed { wish: 0, day: 0, from: 1, to: 1, class: Some(2), item: None }],
            "/closed/0/class: found 2; allowed: none, or an index of 2 classes",
        ),
        (|draft| draft.caps = vec![Cap { wish: 0, day: 3, periods: 1 }], "/caps/0/day: found 3; allowed: 0 to 2"),
        (|draft| draft.classes[1].last_day = 3, "/classes/1/last_day: found 3; allowed: 0 to 2"),
        (|draft| draft.items[1].class = 2, "/items/1/class: found 2; allowed: 0 to 1"),
        (|draft| draft.items[0].length = 0, "/items/0/length: found 0; allowed: 1 to 4"),
        (
            |draft| (draft.items[0].fixed, draft.items[0].before) = (true, None),
            "/items/0/before: found nothing; allowed: the place of the fixed item",
        ),
        (|draft| draft.precedences = vec![(1, 1)], "/precedences/0: found 1; allowed: two different items"),
    ];
    for (spoil, message) in table {
        let mut draft = draft(1, 3, 4, 3);
        draft.events = vec![Event { day: 0, from: 1, to: 2, host: false }];
        spoil(&mut draft);
        assert_eq!(Instance::new(draft).unwrap_err().to_string(), message);
    }
    let files = [
        ("{", "found"),
        ("{}", "/instances: found nothing; allowed: a value"),
        (r#"{"instances":[{"name":3}]}"#, "/instances/0/name: found 3; allowed: a text"),
        (
            r#"{"instances":[{"name":"a","items":[[70000]]}]}"#,
            "/instances/0/items/0/0: found 70000; allowed: a whole number of 16 bits",
        ),
    ];
    for (text, message) in files {
        let error = file::read(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}
