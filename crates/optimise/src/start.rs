//! Start of the search: items that can stay do, the others go to their cheapest places, those with the fewest places first.

use crate::delta::Board;
use crate::draft::Place;
use crate::instance::{Instance, Spot};
use crate::placement::Placement;
use crate::refuse::{reason, Reason};

/// Most that the neighbours of a place lower the cost of an item there: it may stand between two heavy ones.
const RELIEF: i64 = 150;

pub(crate) fn start(instance: &Instance) -> Board {
    let mut board = stayed(instance, |_, _, _| {});
    let mut items: Vec<usize> = (0..instance.pieces.len()).filter(|item| board.spot(*item).is_none()).collect();
    items.sort_by_key(|item| (-instance.pieces[*item].weight, instance.spots(*item).len()));
    for item in items {
        if let Some(spot) = cheapest(&board, item, |_| true) {
            board.insert(item, spot);
        }
    }
    board
}

/// Board of the items that stay where they were, each in turn if it can beside those before it. Calls `leave` with each one that cannot.
fn stayed(instance: &Instance, mut leave: impl FnMut(&Board, usize, Place)) -> Board {
    let mut board = Board::new(instance);
    for (item, given) in instance.draft().items.iter().enumerate() {
        let Some(before) = given.before.filter(|_| board.spot(item).is_none()) else { continue };
        let room = |spot: &Spot| board.has_room(item, *spot) && board.keeps(item, *spot, board.window(item));
        match instance.spot(item, before).filter(room) {
            Some(spot) => board.insert(item, spot),
            None => leave(&board, item, before),
        }
    }
    board
}

/// Items that cannot stay where they were, with the first hard rule that forbids it. Of several that exclude each other the first stays.
pub fn forced(instance: &Instance) -> Vec<(usize, Reason)> {
    let mut forced = Vec::new();
    stayed(instance, |board, item, before| forced.extend(reason(board, item, before).map(|reason| (item, reason))));
    forced
}

/// Whether a placement keeps `most_moved`. One that keeps the hard rules need not.
pub fn keeps_most_moved(instance: &Instance, placement: &Placement) -> bool {
    instance.draft().most_moved.is_none() || Limit::of(&start(instance)).allows(&Board::of(instance, placement))
}

/// Number of moves that `most_moved` allows from the start of a search; items that had to leave their places there are allowed besides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// Most items that may leave their place; none without the cap.
    most: Option<usize>,
    /// Items that could stay and had no place at the start.
    taken: usize,
}

impl Limit {
    pub(crate) fn of(start: &Board) -> Self {
        let most = start.instance.draft().most_moved.map(|most| most.max(start.moved));
        Limit { most, taken: start.taken }
    }

    pub(crate) fn allows(&self, board: &Board) -> bool {
        self.most.is_none_or(|most| board.moved <= most && board.taken <= self.taken)
    }
}

/// Cheapest place of an unplaced item among the free ones that `wanted` lets through.
pub(crate) fn cheapest(board: &Board, item: usize, mut wanted: impl FnMut(Spot) -> bool) -> Option<Spot> {
    let window = board.window(item);
    let mut best: Option<(i64, Spot)> = None;
    for spot in board.instance.spots(item) {
        if best.is_some_and(|(cost, _)| i64::from(spot.cost) - RELIEF >= cost) {
            break;
        }
        if board.keeps(item, *spot, window) && board.has_room(item, *spot) && wanted(*spot) {
            let cost = board.added(item, *spot);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, *spot));
            }
        }
    }
    best.map(|(_, spot)| spot)
}
