//! Search: simulated annealing over four neighbourhoods. Each changes the board; a change that is not accepted is taken back.

use crate::delta::Board;
use crate::instance::{Instance, Spot, UNPLACED};
use crate::placement::Placement;
use crate::random::Random;
use crate::start::{cheapest, start};

/// Halvings of the temperature over the planned iterations.
const HALVINGS: u64 = 6;
/// First temperature, in 1/1024 of a unit of cost.
const HOT: i64 = 130 * 1024;
/// Cost of an unplaced period while the board is hot. At first leaving out one item for another is tried, too.
const UNPLACED_HOT: i64 = 3_000;
/// Most items that one change pushes out.
const MOST_PUSHED: usize = 6;

/// What makes a search repeatable: with the same instance and number of iterations, its result is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Seed of the random numbers.
    pub seed: u64,
    /// Iterations over which the search cools down. Further ones search around the best placement.
    pub planned: u64,
}

/// Search for the cheapest placement.
#[derive(Clone, Debug)]
pub struct Search<'i> {
    board: Board<'i>,
    replay: Replay,
    random: Random,
    done: u64,
    temperature: i64,
    unplaced: i64,
    best: Placement,
    best_cost: i64,
    most_moved: usize,
    /// Items that are not fixed and have a place.
    movable: Vec<usize>,
    /// Items of the change, with their places before it.
    touched: Vec<(usize, Option<Spot>)>,
    /// Items that wait for a place.
    waiting: Vec<usize>,
}

impl<'i> Search<'i> {
    /// Starts from the greedy placement.
    pub fn new(instance: &'i Instance, replay: Replay) -> Self {
        let board = start(instance);
        let movable = |item: &usize| !instance.pieces[*item].fixed && !instance.spots(*item).is_empty();
        Search {
            best: board.placement(),
            best_cost: board.cost(),
            most_moved: instance.draft().most_moved.map_or(usize::MAX, |most| most.max(board.moved)),
            movable: (0..instance.pieces.len()).filter(movable).collect(),
            board,
            replay,
            random: Random::new(replay.seed),
            done: 0,
            temperature: HOT,
            unplaced: UNPLACED_HOT,
            touched: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Makes so many iterations and returns the best placement so far.
    pub fn step(&mut self, iterations: u64) -> &Placement {
        for _ in 0..if self.movable.is_empty() { 0 } else { iterations } {
            if self.done % 64 == 0 {
                self.cool();
            }
            self.done += 1;
            self.iterate();
        }
        &self.best
    }

    /// Best placement so far.
    pub fn best(&self) -> &Placement {
        &self.best
    }

    /// Cost of the best placement so far.
    pub fn cost(&self) -> i64 {
        self.best_cost
    }

    /// Halves the temperature at even distances, and falls in a line between them.
    fn cool(&mut self) {
        let planned = self.replay.planned.max(1);
        let done = self.done.min(planned);
        let halvings = (u128::from(done) * u128::from(HALVINGS) * 1024 / u128::from(planned)) as i64;
        let from = HOT >> (halvings / 1024);
        self.temperature = from - (from / 2) * (halvings % 1024) / 1024;
        let warm = halvings.min(1024 * HALVINGS as i64 / 2);
        let share = warm * 2 * 1024 / (1024 * HALVINGS as i64);
        self.unplaced = UNPLACED_HOT + (UNPLACED - UNPLACED_HOT) * share / 1024 * share / 1024;
    }

    fn iterate(&mut self) {
        let before = self.priced();
        let kind = self.random.below(32);
        let item = self.pick();
        self.touched.clear();
        self.waiting.clear();
        let made = match kind {
            0..=22 => self.shift(item),
            23..=28 => self.push(item),
            29 => self.clear_days(item),
            30 => self.clear_class(item),
            _ => self.clear_near(item),
        };
        let allowed = self.temperature * self.random.surprise() / (1024 * 1024);
        if made && self.priced() - before <= allowed && self.board.moved <= self.most_moved {
            self.keep();
        } else {
            self.take_back();
        }
    }

    /// Cost that decides about a change.
    fn priced(&self) -> i64 {
        self.board.soft + self.board.unplaced * self.unplaced
    }

    fn keep(&mut self) {
        if self.board.cost() < self.best_cost {
            self.best_cost = self.board.cost();
            self.best = self.board.placement();
        }
    }

    fn take_back(&mut self) {
        for (item, _) in &self.touched {
            self.board.remove(*item);
        }
        for (item, spot) in &self.touched {
            if let Some(spot) = spot {
                self.board.insert(*item, *spot);
            }
        }
    }

    /// A movable item; every second time an unplaced one, if the first few that are looked at have one.
    fn pick(&mut self) -> usize {
        let mut item = self.movable[self.random.below(self.movable.len())];
        if self.board.unplaced > 0 {
            for _ in 0..self.random.below(16) {
                if self.board.spot(item).is_none() {
                    break;
                }
                item = self.movable[self.random.below(self.movable.len())];
            }
        }
        item
    }

    fn draw_spot(&mut self, item: usize) -> Spot {
        let spots = self.board.instance.spots(item);
        spots[self.random.low(spots.len())]
    }

    fn lift(&mut self, item: usize) -> Option<Spot> {
        let spot = self.board.remove(item);
        if !self.touched.iter().any(|(other, _)| *other == item) {
            self.touched.push((item, spot));
        }
        spot
    }

    /// Moves an item to another place that is free.
    fn shift(&mut self, item: usize) -> bool {
        let spot = self.draw_spot(item);
        if self.board.spot(item) == Some(spot) {
            return false;
        }
        self.lift(item);
        let fits = self.board.has_room(item, spot) && self.board.keeps(item, spot, self.board.window(item));
        if fits {
            self.board.insert(item, spot);
        }
        fits
    }

    /// Moves an item to another place, pushes out the items in its way, and finds new places for them: swaps and ejection chains.
    fn push(&mut self, item: usize) -> bool {
        let spot = self.draw_spot(item);
        if self.board.spot(item) == Some(spot) {
            return false;
        }
        let left = self.lift(item);
        self.find_in_way(item, spot);
        if self.waiting.len() > MOST_PUSHED || self.waiting.iter().any(|other| self.board.instance.pieces[*other].fixed) {
            return false;
        }
        for index in 0..self.waiting.len() {
            self.lift(self.waiting[index]);
        }
        if !self.board.has_room(item, spot) || !self.board.keeps(item, spot, self.board.window(item)) {
            return false;
        }
        self.board.insert(item, spot);
        // A swap comes first; otherwise the cheapest place.
        if let (&[other], Some(left)) = (&self.waiting[..], left) {
            let swap = self.board.instance.spot(other, left.place()).filter(|_| self.random.below(2) == 0);
            let fits = |spot: &Spot| {
                self.board.has_room(other, *spot) && self.board.keeps(other, *spot, self.board.window(other))
            };
            if let Some(swap) = swap.filter(fits) {
                self.board.insert(other, swap);
                return true;
            }
        }
        self.refill(false);
        true
    }

    /// Lists the items that keep a lifted item from a spot.
    fn find_in_way(&mut self, item: usize, spot: Spot) {
        let (board, waiting) = (&self.board, &mut self.waiting);
        let piece = &board.instance.pieces[item];
        waiting.extend(board.holders(spot, piece.length));
        let start = board.instance.time(spot.place());
        let end = start + i64::from(piece.length);
        let mut add = |other: usize, in_way: bool| {
            if in_way && !waiting.contains(&other) {
                waiting.push(other);
            }
            in_way
        };
        board.earlier(item, |other, _, ends| add(other, ends > start));
        board.later(item, |other, starts| add(other, starts < end));
        let draft = board.instance.draft();
        let most = usize::from(draft.classes[piece.class].most_a_day);
        let same = |other: &usize| board.instance.pieces[*other].class == piece.class;
        let stay = |waiting: &Vec<usize>, other: &usize| !waiting.contains(other);
        let mut over = (board.on(spot.day).filter(same).filter(|other| stay(waiting, other)).count() + 1).saturating_sub(most);
        while over > 0 {
            let left: usize = board.on(spot.day).filter(same).filter(|other| stay(waiting, other)).count();
            let pick = self.random.below(left);
            let other = board.on(spot.day).filter(same).filter(|other| stay(waiting, other)).nth(pick);
            waiting.extend(other);
            over -= 1;
        }
        let length = |other: usize| i64::from(board.instance.pieces[other].length);
        loop {
            let load: i64 = board.on(spot.day).filter(|other| stay(waiting, other)).map(length).sum();
            let left = board.on(spot.day).filter(|other| stay(waiting, other)).count();
            if load + i64::from(piece.length) <= i64::from(draft.day_cap) || left == 0 {
                break;
            }
            let pick = self.random.below(left);
            let other = board.on(spot.day).filter(|other| stay(waiting, other)).nth(pick);
            waiting.extend(other);
        }
    }

    /// Takes out the items of neighbouring days and places them anew.
    fn clear_days(&mut self, item: usize) -> bool {
        let Some(spot) = self.board.spot(item) else { return self.push(item) };
        let most = 2 + self.random.below(5);
        let days = self.random.below(3) as u16;
        for day in spot.day..=(spot.day + days).min(self.board.instance.draft().days - 1) {
            self.waiting.extend(self.board.on(day).filter(|other| !self.board.instance.pieces[*other].fixed));
        }
        self.random.shuffle(&mut self.waiting);
        self.waiting.truncate(most);
        self.clear()
    }

    /// Takes out a run of a class and places it anew, in its order or another.
    fn clear_class(&mut self, item: usize) -> bool {
        let class = self.board.instance.pieces[item].class;
        let length = 2 + self.random.below(4);
        let pieces = &self.board.instance.pieces;
        let run = (item..pieces.len()).filter(|other| pieces[*other].class == class && !pieces[*other].fixed).take(length);
        self.waiting.extend(run);
        if self.random.below(2) == 0 {
            self.random.shuffle(&mut self.waiting);
        }
        self.clear()
    }

    /// Takes out an item and others that stand near a place of it, and places them anew.
    fn clear_near(&mut self, item: usize) -> bool {
        let spot = self.draw_spot(item);
        let last = self.board.instance.draft().days - 1;
        for day in spot.day.saturating_sub(1)..=(spot.day + 1).min(last) {
            self.waiting.extend(self.board.on(day).filter(|other| !self.board.instance.pieces[*other].fixed));
        }
        self.random.shuffle(&mut self.waiting);
        self.waiting.truncate(3);
        if !self.waiting.contains(&item) {
            self.waiting.insert(0, item);
        }
        self.clear()
    }

    fn clear(&mut self) -> bool {
        for index in 0..self.waiting.len() {
            self.lift(self.waiting[index]);
        }
        self.refill(true);
        true
    }

    /// Places the waiting items one by one where each is cheapest; now and then a good place is passed over.
    fn refill(&mut self, as_listed: bool) {
        if !as_listed {
            let pieces = &self.board.instance.pieces;
            self.waiting.sort_by_key(|item| (-pieces[*item].weight, *item));
        }
        for index in 0..self.waiting.len() {
            let item = self.waiting[index];
            let random = &mut self.random;
            if let Some(spot) = cheapest(&self.board, item, |_| random.below(32) > 0) {
                self.board.insert(item, spot);
            }
        }
    }
}
