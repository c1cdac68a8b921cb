//! Start of the search: items that can stay do, the others go to their cheapest places, those with the fewest places first.

use crate::delta::Board;
use crate::instance::{Instance, Spot};

/// Most that the neighbours of a place lower the cost of an item there: it may stand between two heavy ones.
const RELIEF: i64 = 150;

pub(crate) fn start(instance: &Instance) -> Board {
    let mut board = Board::new(instance);
    let mut items: Vec<usize> = (0..instance.pieces.len()).filter(|item| board.spot(*item).is_none()).collect();
    for item in &items {
        let stays = instance.pieces[*item].stays.and_then(|place| instance.spot(*item, place));
        if let Some(spot) = stays.filter(|spot| board.has_room(*item, *spot)) {
            if board.keeps(*item, spot, board.window(*item)) {
                board.insert(*item, spot);
            }
        }
    }
    items.retain(|item| board.spot(*item).is_none());
    items.sort_by_key(|item| (-instance.pieces[*item].weight, instance.spots(*item).len()));
    for item in items {
        if let Some(spot) = cheapest(&board, item, |_| true) {
            board.insert(item, spot);
        }
    }
    board
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
