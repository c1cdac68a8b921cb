//! Places of the items with their cost, kept up to date by each insertion and removal. Neither allocates.

use crate::draft::Place;
use crate::instance::{Instance, Spot, UNPLACED};
use crate::placement::Placement;

/// Placement under construction.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) instance: Instance,
    spots: Vec<Option<Spot>>,
    /// Periods held by items, by day; a hosted item holds its whole host.
    held: Vec<u64>,
    /// First periods of items, by day.
    starts: Vec<u64>,
    /// Item plus one that covers a period, by time.
    owners: Vec<u16>,
    /// Periods covered by items outside events, by day.
    covered: Vec<u64>,
    /// Number of periods covered by items, by day.
    load: Vec<i64>,
    /// Periods covered by items of heavy classes, by day.
    heavy: Vec<i64>,
    /// Neighbours of different classes, by day.
    switches: Vec<i64>,
    /// Items, by class and day; a day without items stands before the first and after the last.
    counts: Vec<i64>,
    /// Amount taken of each quota, by day.
    used: Vec<Vec<u32>>,
    /// Cost of the placed items.
    pub(crate) soft: i64,
    /// Priority times length of the unplaced items.
    pub(crate) unplaced: i64,
    /// Items that had a place in the plan that is revised, and are not there.
    pub(crate) moved: usize,
    /// Items that could stay at such a place, and have none.
    pub(crate) taken: usize,
    /// Items with a place.
    pub(crate) placed: usize,
}

impl Board {
    /// Board on which only the fixed items stand.
    pub(crate) fn new(instance: &Instance) -> Self {
        let draft = instance.draft();
        let (days, items) = (usize::from(draft.days), instance.pieces.len());
        let mut board = Board {
            instance: instance.clone(),
            spots: vec![None; items],
            held: vec![0; days],
            starts: vec![0; days],
            owners: vec![0; days * usize::from(draft.periods)],
            covered: vec![0; days],
            load: vec![0; days],
            heavy: vec![0; days],
            switches: vec![0; days],
            counts: vec![0; draft.classes.len() * (days + 2)],
            used: draft.quotas.iter().map(|quota| (0..draft.days).map(|day| quota.taken_on(day)).collect()).collect(),
            soft: 0,
            unplaced: instance.pieces.iter().map(|piece| piece.weight).sum(),
            moved: draft.items.iter().filter(|item| item.before.is_some()).count(),
            taken: instance.pieces.iter().filter(|piece| piece.stays.is_some()).count(),
            placed: 0,
        };
        for item in (0..items).filter(|item| instance.pieces[*item].fixed) {
            if let Some(spot) = instance.spots(item).first() {
                board.insert(item, *spot);
            }
        }
        board
    }

    /// Board of a placement that keeps the hard rules; an item that finds no room is left out.
    pub(crate) fn of(instance: &Instance, placement: &Placement) -> Self {
        let mut board = Board::new(instance);
        for (item, place) in placement.0.iter().enumerate().take(instance.pieces.len()) {
            let spot = place.filter(|_| board.spot(item).is_none()).and_then(|place| instance.spot(item, place));
            if let Some(spot) = spot.filter(|spot| board.has_room(item, *spot)) {
                board.insert(item, spot);
            }
        }
        board
    }

    /// Value of the objective.
    pub(crate) fn cost(&self) -> i64 {
        self.unplaced * UNPLACED + self.soft
    }

    pub(crate) fn placement(&self) -> Placement {
        Placement(self.spots.iter().map(|spot| spot.map(Spot::place)).collect())
    }

    pub(crate) fn spot(&self, item: usize) -> Option<Spot> {
        self.spots[item]
    }

    fn time(&self, spot: Spot) -> usize {
        usize::from(spot.day) * usize::from(self.instance.draft().periods) + usize::from(spot.start) - 1
    }

    fn count(&self, class: usize, spot: Spot) -> usize {
        class * (self.held.len() + 2) + usize::from(spot.day) + 1
    }

    /// Items of a day, by their starts.
    pub(crate) fn on(&self, day: u16) -> impl Iterator<Item = usize> + '_ {
        self.among(day, self.starts[usize::from(day)])
    }

    /// Items that hold periods of `bits`.
    pub(crate) fn holders(&self, spot: Spot, length: u8) -> impl Iterator<Item = usize> + '_ {
        let needs = self.instance.needs(spot.place(), length);
        self.on(spot.day).filter(move |item| {
            let at =
                self.spots[*item].map_or(0, |at| self.instance.needs(at.place(), self.instance.pieces[*item].length));
            at & needs != 0
        })
    }

    fn among(&self, day: u16, mut starts: u64) -> impl Iterator<Item = usize> + '_ {
        let base = usize::from(day) * usize::from(self.instance.draft().periods);
        std::iter::from_fn(move || {
            let period = (starts != 0).then(|| starts.trailing_zeros() as usize)?;
            starts &= starts - 1;
            Some(usize::from(self.owners[base + period]) - 1)
        })
    }

    /// Times between which an item must stand so that no order is broken: not before the first, ended by the second.
    pub(crate) fn window(&self, item: usize) -> (i64, i64) {
        self.wide_window(item, 0, 0)
    }

    /// The window that would be left if so many of the items nearest before and after it went away.
    pub(crate) fn wide_window(&self, item: usize, mut before: usize, mut after: usize) -> (i64, i64) {
        let (mut from, mut to) = (0, i64::MAX);
        self.earlier(item, |_, end| {
            let goes = before > 0;
            before = before.saturating_sub(1);
            from = if goes { from } else { from.max(end) };
            goes
        });
        self.later(item, |_, start| {
            let goes = after > 0;
            after = after.saturating_sub(1);
            to = if goes { to } else { to.min(start) };
            goes
        });
        (from, to)
    }

    /// Calls `see` with the placed items that must end before this one starts, and their ends with the gap after them: the nearest of its
    /// class, and all those of precedences and gaps. `see` returns whether to look further back in the class.
    pub(crate) fn earlier(&self, item: usize, mut see: impl FnMut(usize, i64) -> bool) {
        let piece = &self.instance.pieces[item];
        for other in &self.instance.earlier[item] {
            if let Some((_, end)) = self.span(*other) {
                see(*other, end);
            }
        }
        for (other, gap) in &self.instance.gaps_before[item] {
            if let Some((_, end)) = self.span(*other) {
                see(*other, self.instance.stretches[*gap].start(end));
            }
        }
        let Some(turn) = piece.turn else { return };
        let items = &self.instance.draft().items;
        let mut nearest = items[item].order;
        for other in self.instance.orders[piece.class][..turn].iter().rev() {
            let order = items[*other].order;
            let Some((_, end)) = self.span(*other).filter(|_| order != items[item].order) else { continue };
            if nearest != items[item].order && nearest != order {
                return;
            }
            if !see(*other, end) {
                nearest = order;
            }
        }
    }

    /// The same for the items that start after this one has ended.
    pub(crate) fn later(&self, item: usize, mut see: impl FnMut(usize, i64) -> bool) {
        let piece = &self.instance.pieces[item];
        for other in &self.instance.later[item] {
            if let Some((start, _)) = self.span(*other) {
                see(*other, start);
            }
        }
        for (other, gap) in &self.instance.gaps_after[item] {
            if let Some((start, _)) = self.span(*other) {
                see(*other, self.instance.stretches[*gap].end(start));
            }
        }
        let Some(turn) = piece.turn else { return };
        let items = &self.instance.draft().items;
        let mut nearest = items[item].order;
        for other in &self.instance.orders[piece.class][turn + 1..] {
            let order = items[*other].order;
            let Some((start, _)) = self.span(*other).filter(|_| order != items[item].order) else { continue };
            if nearest != items[item].order && nearest != order {
                return;
            }
            if !see(*other, start) {
                nearest = order;
            }
        }
    }

    fn span(&self, item: usize) -> Option<(i64, i64)> {
        let spot = self.spots[item]?;
        let start = self.time(spot) as i64;
        Some((start, start + i64::from(self.instance.pieces[item].length)))
    }

    /// Whether an unplaced item fits at one of its spots, but for the orders.
    pub(crate) fn has_room(&self, item: usize, spot: Spot) -> bool {
        let (piece, draft) = (&self.instance.pieces[item], self.instance.draft());
        self.held[usize::from(spot.day)] & self.instance.needs(spot.place(), piece.length) == 0
            && self.load[usize::from(spot.day)] + i64::from(piece.length) <= self.instance.caps[usize::from(spot.day)]
            && self.counts[self.count(piece.class, spot)] < i64::from(draft.classes[piece.class].most_a_day)
            && self.full_quota(item, spot.place()).is_none()
    }

    /// The first quota that an unplaced item would exceed at a place.
    pub(crate) fn full_quota(&self, item: usize, place: Place) -> Option<usize> {
        let (instance, draft) = (&self.instance, self.instance.draft());
        let exceeds = |index: &&usize| {
            let (quota, used) = (&draft.quotas[**index], &self.used[**index]);
            let days = quota.days_with(place.day, draft);
            let taken: u32 = days.map(|day| used[usize::from(day)]).sum();
            taken + quota.takes(place, instance.pieces[item].length) > quota.most
        };
        instance.quotas[item].iter().find(exceeds).copied()
    }

    /// Placed items that a quota counts together with a day, each with what it takes.
    pub(crate) fn in_quota(&self, index: usize, day: u16) -> impl Iterator<Item = (usize, u32)> + '_ {
        let (instance, quota) = (&self.instance, &self.instance.draft().quotas[index]);
        let days = quota.days_with(day, instance.draft());
        let counts = move |item: &usize| instance.quotas[*item].contains(&index);
        days.flat_map(|day| self.on(day))
            .filter(counts)
            .filter_map(move |item| Some((item, quota.takes(self.spots[item]?.place(), instance.pieces[item].length))))
    }

    /// Whether an item at a spot keeps the orders, whose window is given.
    pub(crate) fn keeps(&self, item: usize, spot: Spot, window: (i64, i64)) -> bool {
        let start = self.time(spot) as i64;
        start >= window.0 && start + i64::from(self.instance.pieces[item].length) <= window.1
    }

    /// Cost that an unplaced item adds at a spot.
    pub(crate) fn added(&self, item: usize, spot: Spot) -> i64 {
        let (piece, draft) = (&self.instance.pieces[item], self.instance.draft());
        let (day, length) = (usize::from(spot.day), i64::from(piece.length));
        let load = self.load[day];
        let free = i64::from(draft.periods) - self.instance.taken[day] - load;
        let reserve = i64::from(free - length < 2) - i64::from(load > 0 && free < 2);
        let heavy = self.heavy[day];
        let overload =
            if draft.classes[piece.class].heavy { (heavy + length - 4).max(0) - (heavy - 4).max(0) } else { 0 };
        let (pairs, switches) = self.neighbours(piece.class, spot);
        let switched = self.switches[day];
        let count = self.count(piece.class, spot);
        i64::from(spot.cost)
            + 12 * (length * self.instance.taken[day] + length * load + length * (length - 1) / 2)
            + 80 * reserve
            + 30 * overload
            + pairs
            + 40 * ((switched + switches - 2).max(0) - (switched - 2).max(0))
            + 180 * self.counts[count]
            + 60 * (self.counts[count - 1] + self.counts[count + 1])
            + self.day_added(spot, piece.length)
    }

    /// Cost for lunch and runs that an item of a length adds at a spot.
    fn day_added(&self, spot: Spot, length: u8) -> i64 {
        if !self.instance.counts_days() {
            return 0;
        }
        let before = self.covered[usize::from(spot.day)];
        let after = before | self.instance.covers(spot.place(), length);
        self.instance.day_cost(spot.day, after).sum() - self.instance.day_cost(spot.day, before).sum()
    }

    /// Cost and number of switches that an item of a class adds between its neighbours at a spot.
    fn neighbours(&self, class: usize, spot: Spot) -> (i64, i64) {
        let starts = self.starts[usize::from(spot.day)];
        let bit = 1u64 << (spot.start - 1);
        let base = self.time(spot) + 1 - usize::from(spot.start);
        let classes = self.instance.draft().classes.len();
        let at = |period: u32| self.instance.pieces[usize::from(self.owners[base + period as usize]) - 1].class;
        let (below, above) = (starts & (bit - 1), starts & !(bit | (bit - 1)));
        let left = (below != 0).then(|| at(63 - below.leading_zeros()));
        let right = (above != 0).then(|| at(above.trailing_zeros()));
        let pair = |one: usize, other: usize| self.instance.pairs[one * classes + other];
        let (mut cost, mut switches) = (0, 0);
        for (one, other) in [(left, Some(class)), (Some(class), right)] {
            if let (Some(one), Some(other)) = (one, other) {
                cost += i64::from(pair(one, other).cost);
                switches += i64::from(pair(one, other).switches);
            }
        }
        if let (Some(left), Some(right)) = (left, right) {
            cost -= i64::from(pair(left, right).cost);
            switches -= i64::from(pair(left, right).switches);
        }
        (cost, switches)
    }

    /// Places an unplaced item where it fits.
    pub(crate) fn insert(&mut self, item: usize, spot: Spot) {
        debug_assert!(self.spots[item].is_none());
        self.soft += self.added(item, spot);
        self.switches[usize::from(spot.day)] += self.neighbours(self.instance.pieces[item].class, spot).1;
        self.mark(item, spot, 1, item as u16 + 1);
        self.spots[item] = Some(spot);
        self.held[usize::from(spot.day)] |= self.instance.needs(spot.place(), self.instance.pieces[item].length);
        self.covered[usize::from(spot.day)] |= self.instance.covers(spot.place(), self.instance.pieces[item].length);
        self.starts[usize::from(spot.day)] |= 1 << (spot.start - 1);
    }

    /// Removes a placed item and returns where it stood.
    pub(crate) fn remove(&mut self, item: usize) -> Option<Spot> {
        let spot = self.spots[item].take()?;
        self.held[usize::from(spot.day)] &= !self.instance.needs(spot.place(), self.instance.pieces[item].length);
        self.covered[usize::from(spot.day)] &= !self.instance.covers(spot.place(), self.instance.pieces[item].length);
        self.starts[usize::from(spot.day)] &= !(1 << (spot.start - 1));
        self.mark(item, spot, -1, 0);
        self.switches[usize::from(spot.day)] -= self.neighbours(self.instance.pieces[item].class, spot).1;
        self.soft -= self.added(item, spot);
        Some(spot)
    }

    fn mark(&mut self, item: usize, spot: Spot, sign: i64, owner: u16) {
        let piece = &self.instance.pieces[item];
        let (day, length) = (usize::from(spot.day), i64::from(piece.length));
        let (time, count) = (self.time(spot), self.count(piece.class, spot));
        self.owners[time..time + usize::from(piece.length)].fill(owner);
        self.load[day] += sign * length;
        if self.instance.draft().classes[piece.class].heavy {
            self.heavy[day] += sign * length;
        }
        self.counts[count] += sign;
        for index in &self.instance.quotas[item] {
            let taken = self.instance.draft().quotas[*index].takes(spot.place(), piece.length);
            let used = &mut self.used[*index][day];
            *used = if sign > 0 { *used + taken } else { *used - taken };
        }
        self.unplaced -= sign * piece.weight;
        let counted = |count: usize| if sign > 0 { count + 1 } else { count - 1 };
        let left = |count: usize| if sign > 0 { count - 1 } else { count + 1 };
        self.placed = counted(self.placed);
        if piece.stays.is_some() {
            self.taken = left(self.taken);
        }
        if piece.stays == Some(spot.place()) {
            self.moved = left(self.moved);
        }
    }
}
