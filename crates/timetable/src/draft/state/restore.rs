//! Things set as a saved change found them, as far as nothing has changed since and nothing needs what would go.

use std::collections::BTreeSet;

use super::places::Target;
use super::{Checked, State};
use crate::draft::{Changed, Id, Place, Refusal, Thing, Why};

impl State {
    pub(super) fn restore(&mut self, changes: &[Changed]) -> Result<Vec<(Id, Refusal)>, Refusal> {
        let (mut targets, mut misfits) = (Vec::new(), Vec::new());
        for change in changes {
            if self.calendar.thing(change.id) == change.before.as_ref() {
                targets.push((change.id, Target::Be(change.after.as_ref())));
            } else {
                misfits.push((change.id, Refusal::new("restore", Why::ChangedSince { found: change.id })));
            }
        }
        // The things that others need go in before them and out behind them.
        targets.sort_by_key(|(id, target)| (turn(*id, matches!(target, Target::Be(None))), *id));
        self.restored.extend(targets.iter().map(|(id, _)| *id));
        misfits.extend(self.settle(targets));
        Ok(misfits)
    }

    /// Sets a thing as it was. It stands in no cell.
    pub(super) fn become_again(&mut self, id: Id, thing: Option<Thing>) -> Checked {
        let needs = self.left_behind(id, thing.as_ref());
        if !needs.is_empty() {
            return Err(Refusal::new("restore", Why::Needs { found: id, needs }));
        }
        match &thing {
            Some(Thing::Item(item)) => self.group(item.group()).map(|_| ())?,
            Some(Thing::Rule(rule)) => rule.names().try_for_each(|id| self.known(id, "about"))?,
            _ => {}
        }
        let by = thing.as_ref().map_or(Vec::new(), |thing| self.against(thing));
        let place = thing.as_ref().and_then(|thing| Place::runs(&thing.cells(), self.calendar.term).first().copied());
        if let (false, Some(found), false) = (by.is_empty(), place, self.is_imported_guest(thing.as_ref())) {
            return Err(Refusal::new("restore", Why::Occupied { found, by }));
        }
        self.set(id, thing);
        Ok(())
    }

    /// Whether an item stands in a host with an event of its own, as only imported ones do.
    fn is_imported_guest(&self, thing: Option<&Thing>) -> bool {
        match thing {
            Some(Thing::Item(item)) => {
                item.hosted.is_empty() && self.sheet.fit(&self.calendar, item, &item.stands()).is_ok()
            }
            _ => false,
        }
    }

    /// Things that need a thing which goes, or the cells that it leaves.
    fn left_behind(&self, id: Id, thing: Option<&Thing>) -> Vec<Id> {
        let guests = match self.calendar.thing(id) {
            Some(Thing::Event(event)) => self.guests(event, thing.map_or(Vec::new(), Thing::cells)),
            _ => BTreeSet::new(),
        };
        let items = match id {
            Id::Group(group) if thing.is_none() => self.calendar.list(group),
            _ => BTreeSet::new(),
        };
        let items = items.into_iter().map(|(_, item)| Id::Item(item));
        let rules = self.calendar.rules().filter(|rule| thing.is_none() && rule.names().any(|named| named == id));
        guests.into_iter().map(Id::Item).chain(items).chain(rules.map(|rule| rule.id.into())).collect()
    }
}

/// Turn of a thing among those that are restored.
fn turn(id: Id, goes: bool) -> u8 {
    match (id, goes) {
        (Id::Rule(_), true) => 0,
        (Id::Event(_), _) => 1,
        (Id::Group(_), false) => 2,
        (Id::Item(_), _) => 3,
        (Id::Rule(_), false) => 4,
        (Id::Group(_), true) => 5,
    }
}
