//! Lines of a card that are not accepted without others.

use std::collections::{BTreeMap, BTreeSet};

use super::edit::Changed;
use super::id::{GroupId, Id};
use super::rule::What;
use super::state::State;
use super::thing::Thing;

/// Lines by what they are about, with those that each needs.
struct Ties<'l> {
    all: BTreeMap<Id, &'l Changed>,
    needs: BTreeMap<Id, BTreeSet<Id>>,
}

/// Works out which others each line needs: those that make room for it in the saved calendar, that it stands on, or that change with it
/// as one.
pub(super) fn needs<'l>(changes: impl Iterator<Item = &'l Changed>, saved: &State) -> BTreeMap<Id, BTreeSet<Id>> {
    let mut ties = Ties { all: changes.map(|change| (change.id, change)).collect(), needs: BTreeMap::new() };
    for change in ties.all.clone().into_values() {
        ties.room(change, saved);
        ties.group(change);
        ties.rule(change);
    }
    ties.orders();
    ties.needs
}

impl Ties<'_> {
    /// Notes that a line needs another one, if the card has that.
    fn tie(&mut self, one: Id, other: Id) {
        if one != other && self.all.contains_key(&other) {
            self.needs.entry(one).or_default().insert(other);
        }
    }

    /// A thing that stands in the saved calendar where another gets to, or lives in an event where that leaves, goes first.
    fn room(&mut self, change: &Changed, saved: &State) {
        if let Some(thing) = change.after.as_ref().filter(|_| moves(change)) {
            saved.against(thing).into_iter().for_each(|other| self.tie(change.id, other));
        }
        if let Some(Thing::Event(event)) = &change.before {
            let guests = saved.guests(event, change.after.as_ref().map_or(Vec::new(), Thing::cells));
            guests.into_iter().for_each(|guest| self.tie(change.id, guest.into()));
        }
    }

    /// An item needs its new group; a group goes after its items.
    fn group(&mut self, change: &Changed) {
        let is = |group: Id, there: fn(&Changed) -> bool| self.all.get(&group).is_some_and(|group| there(group));
        let group = |thing: &Option<Thing>| match thing {
            Some(Thing::Item(item)) => Some(Id::Group(item.group())),
            _ => None,
        };
        let new = group(&change.after).filter(|group| is(*group, |group| group.before.is_none()));
        let gone = group(&change.before).filter(|group| is(*group, |group| group.after.is_none()));
        new.into_iter().for_each(|group| self.tie(change.id, group));
        gone.into_iter().for_each(|group| self.tie(group, change.id));
    }

    /// A rule needs the new things that it names, and goes with those that go; a pin follows its item, and the item its pin.
    fn rule(&mut self, change: &Changed) {
        for thing in change.before.iter().chain(&change.after) {
            let Thing::Rule(rule) = thing else { continue };
            for named in rule.names() {
                let Some(other) = self.all.get(&named).copied() else { continue };
                let pinned = matches!(rule.what, What::Pin(_)) && moves(other);
                if pinned || other.before.is_none() || other.after.is_none() {
                    self.tie(change.id, named);
                }
                if pinned || other.after.is_none() {
                    self.tie(named, change.id);
                }
            }
        }
    }

    /// Lines that change the list of a group need each other, in a ring: half of a new order is none.
    fn orders(&mut self) {
        let mut groups: BTreeMap<GroupId, (bool, Vec<Id>)> = BTreeMap::new();
        for (id, change) in &self.all {
            let Some(Thing::Item(item)) = &change.after else { continue };
            let before = match &change.before {
                Some(Thing::Item(before)) if before.group() == item.group() => Some(before.record.order),
                _ => None,
            };
            if before != Some(item.record.order) {
                let (changes, ids) = groups.entry(item.group()).or_default();
                *changes |= before.is_some();
                ids.push(*id);
            }
        }
        for (_, ids) in groups.into_values().filter(|(changes, _)| *changes) {
            let next = ids.iter().cycle().skip(1);
            ids.iter().zip(next).for_each(|(one, other)| self.tie(*one, *other));
        }
    }
}

fn moves(change: &Changed) -> bool {
    let cells = |thing: &Option<Thing>| thing.as_ref().map_or(Vec::new(), Thing::cells);
    cells(&change.before) != cells(&change.after)
}
