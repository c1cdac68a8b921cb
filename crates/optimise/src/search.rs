//! Search: simulated annealing over a few neighbourhoods. Each changes the board; a change that is not accepted is taken back.

use crate::delta::Board;
use crate::draft::Place;
use crate::instance::{Instance, Spot, UNPLACED};
use crate::placement::Placement;
use crate::random::Random;
use crate::start::{cheapest, start, Limit};

/// Halvings of the temperature over the planned iterations.
const HALVINGS: u64 = 11;
/// First temperature, in 1/1024 of a unit of cost.
const HOT: i64 = 4_000 * 1024;
/// Cost of an unplaced period while the board is hot. At first leaving out one item for another is tried, too.
const UNPLACED_HOT: i64 = 10_000;
/// Most items that one item pushes out.
const MOST_PUSHED: usize = 4;
/// Most pushes of a chain.
const MOST_PUSHES: usize = 8;
/// One in so many changes is about an unplaced item.
const UNPLACED_TURN: usize = 16;
/// One in so many turns of an unplaced item makes room in the order of its class, and the most items that move for it.
const ROOM_TURN: usize = 4;
const MOST_MADE_ROOM: usize = 80;
/// Most items of a run that moves, beside the first two, and most days that it moves by.
const LONGEST_RUN: usize = 7;
const MOST_DAYS: usize = 3;
/// Places that an item without a free one looks at.
const SAMPLES: usize = 16;

/// Input that makes a search repeatable, with the instance and the number of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Seed of the random numbers.
    pub seed: u64,
    /// Iterations over which the search cools down. Further ones go on at the last temperature.
    pub planned: u64,
}

/// Search for the cheapest placement.
#[derive(Clone, Debug)]
pub struct Search {
    board: Board,
    replay: Replay,
    random: Random,
    done: u64,
    temperature: i64,
    unplaced: i64,
    best: Placement,
    best_cost: i64,
    limit: Limit,
    /// Items that are not fixed and have a place.
    movable: Vec<usize>,
    /// Items of the change, with their places before it.
    touched: Vec<(usize, Option<Spot>)>,
    /// Items that wait for a place.
    waiting: Vec<usize>,
    /// Places that are looked at.
    near: Vec<Spot>,
    /// Items in the way of another.
    in_way: Vec<usize>,
}

impl Search {
    /// Starts from the greedy placement.
    pub fn new(instance: &Instance, replay: Replay) -> Self {
        Search::on(start(instance), replay)
    }

    /// Starts from a placement; it must keep the hard rules. The best placement is never worse.
    pub fn improving(instance: &Instance, placement: &Placement, replay: Replay) -> Self {
        Search::on(Board::of(instance, placement), replay)
    }

    fn on(board: Board, replay: Replay) -> Self {
        let instance = board.instance.clone();
        let movable = |item: &usize| !instance.pieces[*item].fixed && !instance.spots(*item).is_empty();
        Search {
            best: board.placement(),
            best_cost: board.cost(),
            limit: Limit::of(&board),
            movable: (0..instance.pieces.len()).filter(movable).collect(),
            board,
            replay,
            random: Random::new(replay.seed),
            done: 0,
            temperature: HOT,
            unplaced: UNPLACED_HOT,
            touched: Vec::new(),
            waiting: Vec::new(),
            near: Vec::new(),
            in_way: Vec::new(),
        }
    }

    /// Changes the iterations over which the search cools down. A search by time measures its speed as it goes.
    pub fn plan(&mut self, planned: u64) {
        self.replay.planned = planned;
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
            0..=21 if self.board.spot(item).is_some() => self.shift(item),
            22 if self.board.spot(item).is_some() => self.shift_run(item),
            0..=28 if self.makes_room(item) => self.make_room(item),
            0..=28 => self.push(item),
            29 => self.clear_days(item),
            30 => self.clear_class(item),
            _ => self.clear_near(item),
        };
        let allowed = self.temperature * self.random.surprise() / (1024 * 1024);
        if made && self.priced() - before <= allowed && self.limit.allows(&self.board) {
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

    /// A movable item; now and then an unplaced one.
    fn pick(&mut self) -> usize {
        let from = self.random.below(self.movable.len());
        if self.board.unplaced > 0 && self.random.below(UNPLACED_TURN) == 0 {
            let (before, after) = self.movable.split_at(from);
            let unplaced = after.iter().chain(before).find(|item| self.board.spot(**item).is_none());
            return *unplaced.unwrap_or(&self.movable[from]);
        }
        self.movable[from]
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
        let left = self.board.spot(item);
        let spot = if left.is_none() { self.lightest(item) } else { Some(self.draw_spot(item)) };
        let Some(spot) = spot.filter(|spot| left != Some(*spot)) else { return false };
        self.lift(item);
        if !self.push_to(item, spot) {
            return false;
        }
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
        self.refill();
        true
    }

    /// Draws places of an item that has no free one, between the items of its order that are near, and returns the one whose items in
    /// the way weigh least.
    fn lightest(&mut self, item: usize) -> Option<Spot> {
        let passed = self.random.below(MOST_PUSHED + 1);
        let before = self.random.below(passed + 1);
        let window = self.board.wide_window(item, before, passed - before);
        let board = &self.board;
        self.near.clear();
        self.near.extend(board.instance.spots(item).iter().filter(|spot| board.keeps(item, **spot, window)));
        if self.near.is_empty() {
            self.near.extend(board.instance.spots(item));
        }
        let mut least = None;
        for _ in 0..SAMPLES.min(self.near.len()) {
            let spot = self.near[self.random.low(self.near.len())];
            if self.find_in_way(item, spot) {
                let weight: i64 = self.in_way.iter().map(|other| self.board.instance.pieces[*other].weight).sum();
                if least.is_none_or(|(least, _)| weight < least) {
                    least = Some((weight, spot));
                }
            }
        }
        least.map(|(_, spot)| spot)
    }

    /// Places a lifted item at a spot; the items in its way wait for a place.
    fn push_to(&mut self, item: usize, spot: Spot) -> bool {
        if !self.find_in_way(item, spot) {
            return false;
        }
        for index in 0..self.in_way.len() {
            self.lift(self.in_way[index]);
        }
        let fits = self.board.has_room(item, spot) && self.board.keeps(item, spot, self.board.window(item));
        if fits {
            self.board.insert(item, spot);
            self.in_way.sort_by_key(|other| (-self.board.instance.pieces[*other].weight, *other));
        }
        self.waiting.extend(&self.in_way);
        fits
    }

    /// Lists the items that keep a lifted item from a spot. `false`: one of them is fixed, or there are too many.
    fn find_in_way(&mut self, item: usize, spot: Spot) -> bool {
        self.in_way.clear();
        let (board, in_way) = (&self.board, &mut self.in_way);
        let (draft, pieces) = (board.instance.draft(), &board.instance.pieces);
        let piece = &pieces[item];
        in_way.extend(board.holders(spot, piece.length).filter(|other| *other != item));
        let start = board.instance.time(spot.place());
        let end = start + i64::from(piece.length);
        let mut add = |other: usize, blocks: bool| {
            if blocks && !in_way.contains(&other) {
                in_way.push(other);
            }
            blocks
        };
        board.earlier(item, |other, ends| add(other, ends > start));
        board.later(item, |other, starts| add(other, starts < end));
        // Caps of the day: a random item goes until there is room.
        loop {
            let left = || board.on(spot.day).filter(|other| *other != item && !in_way.contains(other));
            let same = || left().filter(|other| pieces[*other].class == piece.class);
            let load: i64 = left().map(|other| i64::from(pieces[other].length)).sum();
            let other = if same().count() >= usize::from(draft.classes[piece.class].most_a_day).max(1) {
                same().nth(self.random.below(same().count()))
            } else if load + i64::from(piece.length) > board.instance.caps[usize::from(spot.day)] {
                left().nth(self.random.below(left().count()))
            } else {
                break;
            };
            let Some(other) = other else { return false };
            in_way.push(other);
        }
        for index in &board.instance.quotas[item] {
            let quota = &draft.quotas[*index];
            let own = quota.takes(spot.place(), piece.length);
            let entries: u32 = quota.days_with(spot.day, draft).map(|day| quota.taken_on(day)).sum();
            loop {
                let left =
                    || board.in_quota(*index, spot.day).filter(|(other, _)| *other != item && !in_way.contains(other));
                if entries + left().map(|(_, taken)| taken).sum::<u32>() + own <= quota.most {
                    break;
                }
                let count = left().count();
                let other = if count == 0 { None } else { left().nth(self.random.below(count)) };
                let Some((other, _)) = other else { return false };
                in_way.push(other);
            }
        }
        in_way.len() <= MOST_PUSHED && !in_way.iter().any(|other| pieces[*other].fixed)
    }

    /// Whether a turn goes to making room for an item without a place in the order of its class.
    fn makes_room(&mut self, item: usize) -> bool {
        let is_ordered = self.board.instance.pieces[item].turn.is_some();
        is_ordered && self.board.spot(item).is_none() && self.random.below(ROOM_TURN) == 0
    }

    /// Puts an unplaced item at a place of its own days, and moves those of its class that are in the wrong order then, however many: each
    /// to its cheapest place, and where it finds none, its neighbour in the order, too.
    fn make_room(&mut self, item: usize) -> bool {
        let spot = self.draw_spot(item);
        let start = self.board.instance.time(spot.place());
        let end = start + i64::from(self.board.instance.pieces[item].length);
        let mut before = self.out_of_order(item, start, true);
        let mut after = self.out_of_order(item, end, false);
        self.lift(item);
        before.iter().chain(&after).for_each(|other| {
            self.lift(*other);
        });
        if !self.push_to(item, spot) {
            return false;
        }
        self.place_in_order(&mut before, true);
        self.place_in_order(&mut after, false);
        self.refill();
        true
    }

    /// Placed items of a class that stand on the wrong side of a time: those before an item in the order, the last one first, or those after
    /// it.
    fn out_of_order(&self, item: usize, time: i64, before: bool) -> Vec<usize> {
        let (board, instance) = (&self.board, &self.board.instance);
        let is_wrong = |other: &usize| {
            let Some(spot) = board.spot(*other).filter(|_| !instance.pieces[*other].fixed) else { return false };
            let start = instance.time(spot.place());
            let orders = (instance.draft().items[*other].order, instance.draft().items[item].order);
            let crosses = if before { start + i64::from(instance.pieces[*other].length) > time } else { start < time };
            orders.0 != orders.1 && crosses
        };
        self.in_turn(item, before).into_iter().filter(is_wrong).collect()
    }

    /// Items of the class of an item that come before it in the order, the last one first, or those that come after it.
    fn in_turn(&self, item: usize, before: bool) -> Vec<usize> {
        let instance = &self.board.instance;
        let piece = &instance.pieces[item];
        let Some(turn) = piece.turn else { return Vec::new() };
        let order = &instance.orders[piece.class];
        if before {
            order[..turn].iter().rev().copied().collect()
        } else {
            order[turn + 1..].to_vec()
        }
    }

    /// Places lifted items of a class one after the other; one that finds no place moves the next placed one of the order, and tries again.
    fn place_in_order(&mut self, items: &mut Vec<usize>, before: bool) {
        let mut index = 0;
        while let Some(item) = items.get(index).copied() {
            if let Some(spot) = cheapest(&self.board, item, |_| true) {
                self.board.insert(item, spot);
                index += 1;
                continue;
            }
            let can_move = |other: &usize| {
                self.board.spot(*other).is_some() && !self.board.instance.pieces[*other].fixed && !items.contains(other)
            };
            let next = self.in_turn(item, before).into_iter().find(can_move);
            match next.filter(|_| items.len() < MOST_MADE_ROOM) {
                Some(next) => {
                    self.lift(next);
                    items.push(next);
                }
                None => index += 1,
            }
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
        let of_class = |other: &&usize| **other >= item && self.board.instance.pieces[**other].class == class;
        let run = self.movable.iter().filter(of_class).take(length).copied();
        self.waiting.extend(run);
        if self.random.below(2) == 0 {
            self.random.shuffle(&mut self.waiting);
        }
        self.clear()
    }

    /// Moves a run of a class by some days; an item that is not free there goes to its cheapest place.
    fn shift_run(&mut self, item: usize) -> bool {
        let class = self.board.instance.pieces[item].class;
        let length = 2 + self.random.below(LONGEST_RUN);
        let days = 1 + self.random.below(MOST_DAYS) as u16;
        let back = self.random.below(2) == 0;
        let of_class = |other: &&usize| **other >= item && self.board.instance.pieces[**other].class == class;
        let run = self.movable.iter().filter(of_class).take(length).copied();
        self.waiting.extend(run);
        if !back {
            self.waiting.reverse();
        }
        for index in 0..self.waiting.len() {
            self.lift(self.waiting[index]);
        }
        let mut index = 0;
        while let Some(item) = self.waiting.get(index).copied() {
            let left = self.touched.iter().find(|(other, _)| *other == item).and_then(|(_, spot)| *spot);
            let day = left.map(|spot| if back { spot.day.wrapping_sub(days) } else { spot.day.wrapping_add(days) });
            let place = left.zip(day).map(|(spot, day)| Place { day, start: spot.start });
            let spot = place
                .filter(|place| place.day < self.board.instance.draft().days)
                .and_then(|place| self.board.instance.spot(item, place));
            let board = &self.board;
            let fits = |spot: &Spot| board.has_room(item, *spot) && board.keeps(item, *spot, board.window(item));
            if let Some(spot) = spot.filter(fits) {
                self.board.insert(item, spot);
                self.waiting.remove(index);
            } else {
                index += 1;
            }
        }
        self.refill();
        true
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
        self.refill();
        true
    }

    /// Places the waiting items one by one where each is cheapest; now and then a good place is passed over. An item without a free
    /// place pushes out others, which wait in turn.
    fn refill(&mut self) {
        let mut pushes = self.random.below(MOST_PUSHES + 1);
        let mut index = 0;
        while let Some(item) = self.waiting.get(index).copied() {
            index += 1;
            let random = &mut self.random;
            if let Some(spot) = cheapest(&self.board, item, |_| random.below(32) > 0) {
                self.board.insert(item, spot);
            } else if pushes > 0 {
                pushes -= 1;
                if let Some(spot) = self.lightest(item) {
                    self.push_to(item, spot);
                }
            }
        }
    }
}
