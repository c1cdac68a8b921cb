//! Cost of one item where it stands and elsewhere: the answer to "why here?".

use crate::delta::Board;
use crate::draft::Place;
use crate::instance::{Instance, Spot, UNPLACED};
use crate::placement::Placement;
use crate::score::{check_item, price, Broken, Score};
use stepgate_json::Json;

/// Other places that are reported.
const OTHERS: usize = 3;

/// Cost of an item where it stands and at its cheapest other places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Weighed {
    /// Where the item stands.
    pub here: Standing,
    /// Its cheapest free places beside, each on another day, and the nearest other start of the day where it stands; cheapest first. A
    /// fixed item has none.
    pub others: Vec<Standing>,
}

/// Place of an item and its cost there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(strict)]
pub struct Standing {
    /// Added cost of the placement, by term, over one without the item in which the item does not count as missing. A term that it lowers is below 0.
    pub cost: Score,
    /// The place; `None` is unplaced.
    #[json(optional)]
    pub place: Option<Place>,
}

/// Weighs an item of a placement.
///
/// # Errors
/// The hard rules that the placement breaks, or [`Rule::Items`](crate::Rule::Items) if there is no such item.
pub fn weigh(instance: &Instance, placement: &Placement, item: usize) -> Result<Weighed, Vec<Broken>> {
    check_item(instance, placement, item)?;
    let mut without = price(instance, &placement.with(item, None));
    without.unplaced -= UNPLACED * instance.pieces[item].weight;
    let standing = |place| Standing { place, cost: price(instance, &placement.with(item, place)) - without };
    let others = cheapest_others(instance, placement, item).into_iter().map(|place| standing(Some(place)));
    Ok(Weighed { here: standing(placement.place(item)), others: others.collect() })
}

fn cheapest_others(instance: &Instance, placement: &Placement, item: usize) -> Vec<Place> {
    if instance.pieces[item].fixed || !may_leave(instance, placement, item) {
        return Vec::new();
    }
    let board = Board::of(instance, &placement.with(item, None));
    let window = board.window(item);
    let free = |spot: &&Spot| {
        Some(spot.place()) != placement.place(item) && board.keeps(item, **spot, window) && board.has_room(item, **spot)
    };
    let mut spots: Vec<Spot> = instance.spots(item).iter().filter(free).copied().collect();
    spots.sort_by_key(|spot| board.added(item, *spot));
    let mut places: Vec<Place> = Vec::new();
    for place in spots.iter().map(|spot| spot.place()) {
        if places.len() < OTHERS && places.iter().all(|other| other.day != place.day) {
            places.push(place);
        }
    }
    let near = placement.place(item).and_then(|here| nearest(&spots, here));
    if let Some(near) = near.filter(|near| !places.contains(near)) {
        let cost = |place: &Place| spots.iter().position(|spot| spot.place() == *place);
        places.insert(places.partition_point(|place| cost(place) < cost(&near)), near);
    }
    places
}

/// Start of the same day that is nearest to a place, the cheaper of two.
fn nearest(spots: &[Spot], here: Place) -> Option<Place> {
    let same_day = spots.iter().map(|spot| spot.place()).filter(|place| place.day == here.day);
    same_day.min_by_key(|place| place.start.abs_diff(here.start))
}

/// Whether an item may move from where it stands with no more items moved than the draft allows.
pub(crate) fn may_leave(instance: &Instance, placement: &Placement, item: usize) -> bool {
    let stays = instance.pieces[item].stays;
    let most = instance.draft().most_moved.filter(|_| stays.is_some() && placement.place(item) == stays);
    most.is_none_or(|most| placement.moved(instance).count() < most)
}
