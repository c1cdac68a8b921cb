//! Places of ordered classes that cannot be placed whole: their last items are left out, not those in the middle.

use crate::delta::Board;
use crate::instance::{Instance, Spot};
use crate::placement::Placement;
use crate::start::{start, Limit};

/// Gives each unplaced item of an ordered class the place of the next item, that one the place behind it, and so on, so that the last
/// possible item is left out. Lengths, windows, deadlines, orders and the cap of moved items hold; no heavier item is left out for a
/// lighter one. The placement must keep the hard rules.
pub fn last_left_out(instance: &Instance, placement: &Placement) -> Placement {
    let mut board = Board::of(instance, placement);
    let limit = instance.draft().most_moved.map(|_| Limit::of(&start(instance)));
    for order in &instance.orders {
        for (turn, item) in order.iter().enumerate() {
            if board.spot(*item).is_none() {
                move_up(&mut board, *item, &order[turn + 1..], limit);
            }
        }
    }
    board.placement()
}

/// Places an item where the next of its class stands, and leaves out the last of `behind` that can be spared.
fn move_up(board: &mut Board, item: usize, behind: &[usize], limit: Option<Limit>) {
    let instance = board.instance.clone();
    let standing = |other: &&usize| board.spot(**other).is_some() && !instance.pieces[**other].fixed;
    let mut chain: Vec<usize> = behind.iter().filter(standing).copied().collect();
    while let Some(last) = chain.last() {
        let is_lighter = instance.pieces[*last].weight <= instance.pieces[item].weight;
        if is_lighter && passed_on(board, item, &chain, limit) {
            return;
        }
        chain.pop();
    }
}

/// Passes the places of a chain on to the item before each, the first to `item`. Returns whether the rules allow it; if not, nothing has
/// changed.
fn passed_on(board: &mut Board, item: usize, chain: &[usize], limit: Option<Limit>) -> bool {
    let spots: Vec<(usize, Spot)> = chain.iter().filter_map(|item| Some((*item, board.remove(*item)?))).collect();
    let mut placed = Vec::new();
    let takers = std::iter::once(item).chain(chain.iter().copied());
    for (taker, (_, spot)) in takers.zip(&spots) {
        let allowed = board.instance.spot(taker, spot.place());
        let free = |spot: &Spot| board.has_room(taker, *spot) && board.keeps(taker, *spot, board.window(taker));
        let Some(spot) = allowed.filter(free) else { break };
        board.insert(taker, spot);
        placed.push(taker);
    }
    if placed.len() == spots.len() && limit.is_none_or(|limit| limit.allows(board)) {
        return true;
    }
    for taker in placed {
        board.remove(taker);
    }
    spots.into_iter().for_each(|(item, spot)| board.insert(item, spot));
    false
}
