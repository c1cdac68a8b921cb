//! Full evaluation of a placement, independent of the search: the judge of its results.

use std::ops::Sub;
use stepgate_json::Json;

use crate::draft::{Draft, Place};
use crate::instance::{Instance, UNPLACED};
use crate::placement::Placement;

/// Cost of a placement by term; see `objective.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Score {
    /// Unplaced items (U).
    pub unplaced: i64,
    /// Distance from the even spread (T).
    pub target: i64,
    /// Days too close to the deadline (B).
    pub buffer: i64,
    /// Periods that are not preferred (P).
    pub preferred: i64,
    /// Meals that are covered (X).
    pub meals: i64,
    /// Items that moved (M).
    pub stability: i64,
    /// Load of the days (L).
    pub load: i64,
    /// Days without reserve (R).
    pub reserve: i64,
    /// Items of a class on the same or neighbouring days (V).
    pub spacing: i64,
    /// Neighbours of different classes (S).
    pub switching: i64,
    /// Neighbours that are both heavy (H).
    pub heavy_neighbours: i64,
    /// Days with more than four heavy periods (O).
    pub heavy_load: i64,
    /// Days with more than two switches (G).
    pub fragments: i64,
    /// Hours that cost (E).
    pub hours: i64,
    /// Periods on rest days (W).
    pub rest_days: i64,
    /// Days without lunch (K).
    pub lunch: i64,
    /// Days missing to the reserve before deadlines (D).
    pub deadline: i64,
    /// Items after their exam, and mock exams before another one (Z).
    pub exams: i64,
    /// Long runs without a break (N).
    pub runs: i64,
}

impl Sub for Score {
    type Output = Score;

    fn sub(self, other: Score) -> Score {
        Score {
            unplaced: self.unplaced - other.unplaced,
            target: self.target - other.target,
            buffer: self.buffer - other.buffer,
            preferred: self.preferred - other.preferred,
            meals: self.meals - other.meals,
            stability: self.stability - other.stability,
            load: self.load - other.load,
            reserve: self.reserve - other.reserve,
            spacing: self.spacing - other.spacing,
            switching: self.switching - other.switching,
            heavy_neighbours: self.heavy_neighbours - other.heavy_neighbours,
            heavy_load: self.heavy_load - other.heavy_load,
            fragments: self.fragments - other.fragments,
            hours: self.hours - other.hours,
            rest_days: self.rest_days - other.rest_days,
            lunch: self.lunch - other.lunch,
            deadline: self.deadline - other.deadline,
            exams: self.exams - other.exams,
            runs: self.runs - other.runs,
        }
    }
}

impl Score {
    /// Value of the objective.
    pub fn total(&self) -> i64 {
        self.unplaced + self.soft()
    }

    /// Cost of the placed items.
    pub fn soft(&self) -> i64 {
        self.target
            + self.buffer
            + self.preferred
            + self.meals
            + self.stability
            + self.load
            + self.reserve
            + self.spacing
            + self.switching
            + self.heavy_neighbours
            + self.heavy_load
            + self.fragments
            + self.hours
            + self.rest_days
            + self.lunch
            + self.deadline
            + self.exams
            + self.runs
    }
}

/// Hard rule of the objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Json)]
pub enum Rule {
    /// The placement has one entry for each item, and an item has an index below their number.
    Items,
    /// Window of the item: its days, allowed weekdays and periods, not before now, aligned (H1 to H3, H10); or an event in the way (H4).
    Window,
    /// Items do not overlap, and a host has one (H4).
    Overlap,
    /// Order in the class and precedences (H5, H6).
    Order,
    /// Items of a class a day (H7).
    ClassDay,
    /// Periods of items a day (H8).
    Day,
    /// A fixed item stands at its place (H9).
    Fixed,
    /// A wish of the user, by its index: periods that it keeps free, its cap of a day, its quota or its gap.
    Wish(u16),
}

/// Broken hard rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Broken {
    /// The rule.
    pub rule: Rule,
    /// The item that breaks it, or one of them.
    pub item: usize,
}

/// Scores a placement.
///
/// # Errors
/// The hard rules that it breaks. Rules among fixed items alone do not count.
pub fn score(instance: &Instance, placement: &Placement) -> Result<Score, Vec<Broken>> {
    if placement.0.len() != instance.pieces.len() {
        return Err(vec![Broken { rule: Rule::Items, item: placement.0.len() }]);
    }
    let mut broken = Vec::new();
    let stand = stands(placement);
    for (item, piece) in instance.pieces.iter().enumerate() {
        let place = placement.place(item);
        if piece.fixed && place != instance.draft().items[item].before {
            broken.push(Broken { rule: Rule::Fixed, item });
        } else if let Some(place) = place.filter(|place| !instance.allows(item, *place)) {
            let only_wish = instance.allows_without_wishes(item, place);
            let wish = only_wish.then(|| instance.closing_wish(item, place)).flatten();
            broken.push(Broken { rule: wish.map_or(Rule::Window, Rule::Wish), item });
        }
    }
    if broken.is_empty() {
        among_items(instance, &stand, &mut broken);
    }
    if broken.is_empty() {
        Ok(price(instance, placement))
    } else {
        Err(broken)
    }
}

fn stands(placement: &Placement) -> Vec<(usize, Place)> {
    placement.0.iter().enumerate().filter_map(|(item, place)| Some((item, (*place)?))).collect()
}

/// Cost of a placement whose rules are known to hold.
pub(crate) fn price(instance: &Instance, placement: &Placement) -> Score {
    let stand = stands(placement);
    let mut score = Score::default();
    for item in placement.unplaced() {
        score.unplaced += UNPLACED * instance.pieces[item].weight;
    }
    for (item, place) in &stand {
        by_place(instance, *item, *place, &mut score);
    }
    for day in 0..instance.draft().days {
        by_day(instance, &stand, day, &mut score);
    }
    for class in 0..instance.draft().classes.len() {
        by_class(instance, &stand, class, &mut score);
    }
    score
}

/// Cost of a placement in parts, which add up to its score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Cost of each class: its unplaced items (U), and terms T, B, P, X, M, V, E, W, D and Z.
    pub classes: Vec<Score>,
    /// Cost of each day: terms L, R, S, H, O, G, K and N.
    pub days: Vec<Score>,
}

/// Scores a placement by class and by day.
///
/// # Errors
/// The hard rules that it breaks.
pub fn parts(instance: &Instance, placement: &Placement) -> Result<Parts, Vec<Broken>> {
    score(instance, placement)?;
    let (draft, stand) = (instance.draft(), stands(placement));
    let mut parts = Parts {
        classes: vec![Score::default(); draft.classes.len()],
        days: vec![Score::default(); usize::from(draft.days)],
    };
    for item in placement.unplaced() {
        let piece = &instance.pieces[item];
        parts.classes[piece.class].unplaced += UNPLACED * piece.weight;
    }
    for (item, place) in &stand {
        by_place(instance, *item, *place, &mut parts.classes[instance.pieces[*item].class]);
    }
    for (class, cost) in parts.classes.iter_mut().enumerate() {
        by_class(instance, &stand, class, cost);
    }
    for (day, cost) in (0..draft.days).zip(&mut parts.days) {
        by_day(instance, &stand, day, cost);
    }
    Ok(parts)
}

/// Checks a placement and the index of an item of it.
pub(crate) fn check_item(instance: &Instance, placement: &Placement, item: usize) -> Result<(), Vec<Broken>> {
    score(instance, placement)?;
    if item < instance.pieces.len() {
        Ok(())
    } else {
        Err(vec![Broken { rule: Rule::Items, item }])
    }
}

fn among_items(instance: &Instance, stand: &[(usize, Place)], broken: &mut Vec<Broken>) {
    let (draft, pieces) = (instance.draft(), &instance.pieces);
    let days = usize::from(draft.days);
    let mut held = vec![0; days];
    let mut load = vec![(0i64, false); days];
    let mut counts = vec![(0, false); days * draft.classes.len()];
    for (item, place) in stand {
        let (piece, day) = (&pieces[*item], usize::from(place.day));
        let needs = instance.needs(*place, piece.length);
        if held[day] & needs != 0 {
            broken.push(Broken { rule: Rule::Overlap, item: *item });
        }
        held[day] |= needs;
        load[day] = (load[day].0 + i64::from(piece.length), load[day].1 || !piece.fixed);
        let count = &mut counts[piece.class * days + day];
        *count = (count.0 + 1, count.1 || !piece.fixed);
    }
    for (item, place) in stand {
        let (piece, day) = (&pieces[*item], usize::from(place.day));
        let (count, free) = counts[piece.class * days + day];
        if free && count > u32::from(draft.classes[piece.class].most_a_day) {
            broken.push(Broken { rule: Rule::ClassDay, item: *item });
        }
        if load[day].1 && load[day].0 > instance.caps[day] {
            let cap = instance.cap(place.day).filter(|_| load[day].0 <= i64::from(draft.day_cap));
            broken.push(Broken { rule: cap.map_or(Rule::Day, |cap| Rule::Wish(cap.wish)), item: *item });
        }
    }
    by_quotas(instance, stand, broken);
    let mut places = vec![None; pieces.len()];
    stand.iter().for_each(|(item, place)| places[*item] = Some(instance.time(*place)));
    let wrong = |first: usize, second: usize| {
        let (Some(one), Some(other)) = (places[first], places[second]) else { return false };
        one + i64::from(pieces[first].length) > other && !(pieces[first].fixed && pieces[second].fixed)
    };
    let ordered = instance.orders.iter().flat_map(|order| neighbours(draft, order, &places));
    for (first, second) in ordered.chain(draft.precedences.iter().copied()) {
        if wrong(first, second) {
            broken.push(Broken { rule: Rule::Order, item: second });
        }
    }
    for (gap, stretch) in draft.gaps.iter().zip(&instance.stretches) {
        let is_close = |(first, second): &&(usize, usize)| {
            let (Some(one), Some(other)) = (places[*first], places[*second]) else { return false };
            stretch.start(one + i64::from(pieces[*first].length)) > other
                && !(pieces[*first].fixed && pieces[*second].fixed)
        };
        let close = gap.pairs.iter().filter(is_close);
        broken.extend(close.map(|(_, item)| Broken { rule: Rule::Wish(gap.wish), item: *item }));
    }
}

/// Adds the items, but for fixed ones, that stand where a quota is exceeded.
fn by_quotas(instance: &Instance, stand: &[(usize, Place)], broken: &mut Vec<Broken>) {
    let draft = instance.draft();
    for (index, quota) in draft.quotas.iter().enumerate() {
        let counted = || stand.iter().filter(|(item, _)| instance.quotas[*item].contains(&index));
        let mut used: Vec<u32> = (0..draft.days).map(|day| quota.taken_on(day)).collect();
        for (item, place) in counted() {
            used[usize::from(place.day)] += quota.takes(*place, instance.pieces[*item].length);
        }
        let is_over = |(item, place): &&(usize, Place)| {
            let days = quota.days_with(place.day, draft);
            let taken: u32 = days.map(|day| used[usize::from(day)]).sum();
            !instance.pieces[*item].fixed && taken > quota.most
        };
        broken.extend(counted().filter(is_over).map(|(item, _)| Broken { rule: Rule::Wish(quota.wish), item: *item }));
    }
}

/// Pairs of items whose order decides about a class: each placed item with those of the next order that has any.
fn neighbours(draft: &Draft, order: &[usize], places: &[Option<i64>]) -> Vec<(usize, usize)> {
    let placed: Vec<usize> = order.iter().copied().filter(|item| places[*item].is_some()).collect();
    let rank = |item: &usize| draft.items[*item].order;
    let next = |turn: usize, first: usize| {
        let mut later = placed[turn + 1..].iter().copied().filter(move |second| rank(second) > rank(&first)).peekable();
        let of_next = later.peek().map(rank);
        later.take_while(move |second| Some(rank(second)) == of_next).map(move |second| (first, second))
    };
    placed.iter().enumerate().flat_map(|(turn, first)| next(turn, *first)).collect()
}

fn by_place(instance: &Instance, item: usize, place: Place, score: &mut Score) {
    let own = instance.own_cost(item, place);
    score.target += own.target;
    score.buffer += own.buffer;
    score.preferred += own.preferred;
    score.meals += own.meals;
    score.stability += own.stability;
    score.hours += own.hours;
    score.rest_days += own.rest_days;
    score.deadline += own.deadline;
    score.exams += own.exams;
}

fn by_day(instance: &Instance, stand: &[(usize, Place)], day: u16, score: &mut Score) {
    let draft = instance.draft();
    let mut items: Vec<(u8, usize)> =
        stand.iter().filter(|(_, place)| place.day == day).map(|(item, place)| (place.start, *item)).collect();
    items.sort_unstable();
    let class = |item: usize| &draft.classes[instance.pieces[item].class];
    let length = |item: usize| i64::from(instance.pieces[item].length);
    let load: i64 = items.iter().map(|(_, item)| length(*item)).sum();
    let heavy: i64 = items.iter().filter(|(_, item)| class(*item).heavy).map(|(_, item)| length(*item)).sum();
    let taken = instance.taken[usize::from(day)];
    score.load += 12 * (load * taken + load * (load - 1) / 2);
    score.reserve += 80 * i64::from(load > 0 && instance.periods() - taken - load < 2);
    score.heavy_load += 30 * (heavy - 4).max(0);
    let mut switches = 0;
    for ((_, left), (_, right)) in items.iter().zip(items.iter().skip(1)) {
        if instance.pieces[*left].class != instance.pieces[*right].class {
            switches += 1;
            score.switching += 10 + 10 * i64::from(class(*left).subject != class(*right).subject);
            score.heavy_neighbours += 150 * i64::from(class(*left).heavy && class(*right).heavy);
        }
    }
    score.fragments += 40 * (switches - 2i64).max(0);
    let covered = items.iter().map(|(start, item)| instance.covers(Place { day, start: *start }, length(*item) as u8));
    let cost = instance.day_cost(day, covered.fold(0, |all, bits| all | bits));
    score.lunch += cost.lunch;
    score.runs += cost.runs;
}

fn by_class(instance: &Instance, stand: &[(usize, Place)], class: usize, score: &mut Score) {
    let mut counts = vec![0i64; usize::from(instance.draft().days) + 1];
    for (_, place) in stand.iter().filter(|(item, _)| instance.pieces[*item].class == class) {
        counts[usize::from(place.day)] += 1;
    }
    for (today, next) in counts.iter().zip(counts.iter().skip(1)) {
        score.spacing += 180 * (today * (today - 1) / 2) + 60 * today * next;
    }
}
