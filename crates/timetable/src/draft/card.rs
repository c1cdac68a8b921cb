//! The card of a draft: what its edits change, thing by thing. [`write`](super::write()) sets what the lines say, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use stepgate_json::ToJson;

use super::calendar::Calendar;
use super::edit::{Changed, Misfit, Refusal};
use super::id::{GroupId, Id, Ids, ItemId};
use super::judge::{judge, Break};
use super::open::Draft;
use super::place::Place;
use super::rule::{About, Origin, Rule, Strength, What};
use super::state::{Gone, State};
use super::thing::{Item, Thing};
use super::ties::needs;
use crate::records::Mark;
use crate::Moment;

/// Card of a draft.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
pub struct Card {
    /// Revision of the calendar that it was made against.
    pub base: u64,
    /// Changes, one a thing, by id.
    pub lines: Vec<Line>,
    /// Items that the draft leaves without a place.
    pub unplaced: Vec<Unplaced>,
    /// Edits that do not fit the calendar as it is, or no longer, and change nothing.
    pub misfits: Vec<Misfit>,
    /// Rules that hold for this draft alone.
    pub once: Vec<Rule>,
    /// Numbers that the calendar gives out next when this is written.
    #[json(skip)]
    pub(super) ids: Ids,
}

/// Change of a thing.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
pub struct Line {
    /// The thing.
    pub id: Id,
    /// The change.
    pub does: Vec<Does>,
    /// Rules that the draft breaks in which the thing has a part, and that the calendar does not break so far.
    pub breaks: Vec<Break>,
    /// Lines without which it cannot be accepted.
    pub needs: Vec<Id>,
    /// The thing as it is and as it is written.
    pub change: Changed,
}

/// A change of a thing.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
#[allow(missing_docs)] // the fields are what was, and what is to be
pub enum Does {
    New {
        name: Rc<str>,
    },
    Dropped {
        name: Rc<str>,
    },
    Renamed {
        from: Rc<str>,
        to: Rc<str>,
    },
    /// Places that it leaves, and those that it gets.
    Moved {
        from: Vec<Place>,
        to: Vec<Place>,
    },
    Grouped {
        from: GroupId,
        to: GroupId,
    },
    /// Its position in the list of its group.
    Ordered {
        from: u32,
        to: u32,
    },
    Marked {
        from: Option<Mark>,
        to: Option<Mark>,
    },
    /// Its length or priority, or what a group or an event has besides its name and places, or a rule.
    Set,
}

/// Item that a draft leaves without a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson)]
pub struct Unplaced {
    /// The item.
    pub item: ItemId,
    /// Reason.
    pub why: Gone,
}

/// Works out the card of a draft.
///
/// # Errors
/// The calendar has changed since the draft was begun.
pub fn diff(saved: &Calendar, draft: &Draft, now: Moment) -> Result<Card, Refusal> {
    draft.is_of(saved)?;
    let (mut state, misfits) = draft.replay(saved, now);
    let known: BTreeSet<Break> = judge(saved, saved).into_iter().collect();
    hold_what_breaks(&mut state, saved, &known);
    let mut lines = lines(saved, &state.calendar);
    let new = judge(saved, &state.calendar).into_iter().filter(|broken| !known.contains(broken));
    tell(&mut lines, new);
    let mut needs = needs(lines.iter().map(|line| &line.change), &State::new(saved, saved.ids, now));
    lines.iter_mut().for_each(|line| line.needs = needs.remove(&line.id).into_iter().flatten().collect());
    let rules = state.calendar.rules().filter(|rule| rule.once);
    let once = rules.cloned().collect();
    let unplaced = unplaced(&lines, &state);
    Ok(Card { base: draft.base, lines, unplaced, misfits, once, ids: state.calendar.ids })
}

/// Pins items to the places that they get against a rule: who accepts their lines approves them, and the next plan leaves them there.
fn hold_what_breaks(state: &mut State, saved: &Calendar, known: &BTreeSet<Break>) {
    let calendar = &state.calendar;
    let musts: BTreeSet<_> =
        calendar.rules().filter(|rule| rule.strength == Strength::Must).map(|rule| rule.id).collect();
    let pinned: BTreeSet<About> =
        calendar.rules().filter(|rule| matches!(rule.what, What::Pin(_))).map(|rule| rule.about).collect();
    let new =
        judge(saved, calendar).into_iter().filter(|broken| musts.contains(&broken.rule) && !known.contains(broken));
    let items: BTreeSet<ItemId> = new.flat_map(|broken| broken.items).collect();
    let place = |item: ItemId| {
        let now = calendar.item(item)?;
        let moved = saved.item(item).is_none_or(|before| before.stands() != now.stands());
        let free = !pinned.contains(&About::Item(item)) && !state.restored.contains(&item.into());
        now.places(calendar.term).first().copied().filter(|_| moved && free)
    };
    let pins: Vec<(ItemId, Place)> = items.into_iter().filter_map(|item| Some((item, place(item)?))).collect();
    for (item, place) in pins {
        let rule = Rule {
            id: state.calendar.ids.new_rule(),
            about: About::Item(item),
            what: What::Pin(place),
            strength: Strength::Must,
            once: false,
            from: Origin::Approved,
            words: "".into(),
        };
        state.set(rule.id.into(), Some(Thing::Rule(rule)));
    }
}

/// Things that differ, by id. Rules that hold once are never saved.
fn lines(saved: &Calendar, now: &Calendar) -> Vec<Line> {
    let saved_too = |thing: &&Thing| !matches!(thing, Thing::Rule(rule) if rule.once);
    let mut ids: BTreeSet<Id> = saved.things().keys().copied().collect();
    ids.extend(now.things().keys());
    let line = |id: Id| {
        let (before, after) = (saved.thing(id), now.thing(id).filter(saved_too));
        let does = does(before, after, now);
        let change = Changed { id, before: before.cloned(), after: after.cloned() };
        (before != after).then_some(Line { id, does, breaks: Vec::new(), needs: Vec::new(), change })
    };
    ids.into_iter().filter_map(line).collect()
}

fn does(before: Option<&Thing>, after: Option<&Thing>, now: &Calendar) -> Vec<Does> {
    let places = |thing: Option<&Thing>| Place::runs(&thing.map_or(Vec::new(), Thing::cells), now.term);
    let (old, new) = (places(before), places(after));
    let mut does = Vec::new();
    match (before, after) {
        (None, Some(thing)) => does.push(Does::New { name: thing.name().clone() }),
        (Some(thing), None) => does.push(Does::Dropped { name: thing.name().clone() }),
        (Some(one), Some(other)) if one.name() != other.name() => {
            does.push(Does::Renamed { from: one.name().clone(), to: other.name().clone() });
        }
        _ => {}
    }
    if old != new {
        let only =
            |these: &[Place], others: &[Place]| these.iter().filter(|place| !others.contains(place)).copied().collect();
        does.push(Does::Moved { from: only(&old, &new), to: only(&new, &old) });
    }
    match (before, after) {
        (Some(Thing::Item(one)), Some(Thing::Item(other))) => item_does(one, other, &mut does),
        (Some(one), Some(other)) if one != other && does.is_empty() => does.push(Does::Set),
        _ => {}
    }
    does
}

fn item_does(one: &Item, other: &Item, does: &mut Vec<Does>) {
    if one.group() != other.group() {
        does.push(Does::Grouped { from: one.group(), to: other.group() });
    } else if one.record.order != other.record.order {
        does.push(Does::Ordered { from: one.record.order, to: other.record.order });
    }
    if one.record.mark != other.record.mark {
        does.push(Does::Marked { from: one.record.mark, to: other.record.mark });
    }
    if one.record.given != other.record.given || does.is_empty() && one != other {
        does.push(Does::Set);
    }
}

/// Tells each line what the draft breaks in which its thing has a part.
fn tell(lines: &mut [Line], breaks: impl Iterator<Item = Break>) {
    let mut by_id: BTreeMap<Id, Vec<Break>> = BTreeMap::new();
    for broken in breaks {
        for id in broken.items.iter().map(|item| Id::Item(*item)).chain([broken.rule.into()]) {
            by_id.entry(id).or_default().push(broken.clone());
        }
    }
    lines.iter_mut().for_each(|line| line.breaks = by_id.remove(&line.id).into_iter().flatten().collect());
}

/// Items whose lines leave them without a place.
fn unplaced(lines: &[Line], state: &State) -> Vec<Unplaced> {
    let why = |line: &Line| match (&line.change.before, &line.change.after) {
        (before, Some(Thing::Item(item))) if item.stands().is_empty() => {
            let stood = before.as_ref().is_some_and(|before| !before.cells().is_empty());
            let why = state.gone.get(&item.id()).copied().unwrap_or(Gone::Asked);
            (stood || before.is_none()).then_some(Unplaced { item: item.id(), why })
        }
        _ => None,
    };
    lines.iter().filter_map(why).collect()
}
