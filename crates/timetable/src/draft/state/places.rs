//! Places of items: given, exchanged, taken away.

use std::collections::{BTreeMap, BTreeSet};

use super::{Checked, Gone, State};
use crate::draft::{About, EventId, Id, Item, ItemId, Place, Put, Refusal, Rule, Start, Strength, Thing, What, Why};
use crate::limits::USUAL;
use crate::records::{Cell, EmbeddedTime, EventRecord, ItemStatus, Mark};
use crate::{Event, Weekday};

/// The new form of an item or an event when several change at once.
pub(super) enum Target<'a> {
    At(Option<Start>),
    Be(Option<&'a Thing>),
}

impl State {
    pub(super) fn place(&mut self, puts: &[Put]) -> Result<Vec<(Id, Refusal)>, Refusal> {
        let mut named = BTreeSet::new();
        for put in puts {
            if !named.insert(put.item) {
                return Err(Refusal::new("item", Why::Twice { found: put.item.into() }));
            }
        }
        let misfits = self.settle(puts.iter().map(|put| (put.item.into(), Target::At(put.at))).collect());
        for (id, _) in &misfits {
            if let Id::Item(item) = id {
                named.remove(item);
            }
        }
        for put in puts.iter().filter(|put| named.contains(&put.item)) {
            match put.at {
                Some(_) => self.gone.remove(&put.item),
                None => self.gone.insert(put.item, Gone::Asked),
            };
        }
        self.pins_follow(&named);
        Ok(misfits)
    }

    pub(super) fn swap(&mut self, one: ItemId, other: ItemId) -> Result<Vec<(Id, Refusal)>, Refusal> {
        if one == other {
            return Err(Refusal::new("other", Why::Twice { found: other.into() }));
        }
        let (first, second) = (self.only_place(one, "one")?, self.only_place(other, "other")?);
        let length = |place: Place| usize::from(place.to - place.from) + 1;
        if length(first) != length(second) {
            return Err(Refusal::new("other", Why::Lengths { found: length(second), other: length(first) }));
        }
        let at = |place: Place| Some(Start { date: place.date, period: place.from });
        let misfits = self.place(&[Put { item: one, at: at(second) }, Put { item: other, at: at(first) }])?;
        match misfits.into_iter().next() {
            Some((_, refusal)) => Err(refusal),
            None => Ok(Vec::new()),
        }
    }

    /// The only place of an item.
    fn only_place(&self, id: ItemId, member: &'static str) -> Result<Place, Refusal> {
        let places = self.item(id, member)?.places(self.calendar.term);
        match *places {
            [place] => Ok(place),
            _ => Err(Refusal::new(member, Why::NoPlace { found: id })),
        }
    }

    /// Gives things their targets together: all leave their cells, then they enter one after the other. Those that do not fit stay as they
    /// are; then the others are tried again without them, since what stays may be in their way. Each round is linear, and one is usual.
    pub(super) fn settle(&mut self, mut targets: Vec<(Id, Target<'_>)>) -> Vec<(Id, Refusal)> {
        let mut misfits = Vec::new();
        loop {
            let before: Vec<(Id, Option<Thing>)> =
                targets.iter().map(|(id, _)| (*id, self.calendar.thing(*id).cloned())).collect();
            before.iter().filter_map(|(_, thing)| thing.as_ref()).for_each(|thing| self.sheet.leave(thing));
            let ids = self.calendar.ids;
            let mut failed: BTreeMap<Id, Refusal> = BTreeMap::new();
            for (id, target) in &targets {
                if let Err(refusal) = self.enter(*id, target) {
                    failed.insert(*id, refusal);
                }
            }
            if failed.is_empty() {
                return misfits;
            }
            before.into_iter().for_each(|(id, thing)| self.set(id, thing));
            self.calendar.ids = ids;
            targets.retain(|(id, _)| !failed.contains_key(id));
            misfits.extend(failed);
        }
    }

    fn enter(&mut self, id: Id, target: &Target<'_>) -> Checked {
        match (target, id) {
            (Target::Be(thing), _) => self.become_again(id, thing.cloned()),
            (Target::At(at), Id::Item(item)) => self.put(item, *at),
            (Target::At(_), _) => Err(Refusal::new("item", Why::Unknown { found: id })),
        }
    }

    /// Gives an item a place, or takes its place away. It stands in no cell.
    fn put(&mut self, id: ItemId, at: Option<Start>) -> Checked {
        let item = self.item(id, "item")?.clone();
        if item.record.mark == Some(Mark::Done) {
            return Err(Refusal::new("item", Why::Done { found: id }));
        }
        let Some(at) = at else {
            self.set(id.into(), Some(Thing::Item(without_place(item))));
            return Ok(());
        };
        let place = self.place_from(at, self.length(&item))?;
        let cells = self.cells(place, "at")?;
        self.not_past(place)?;
        self.stand(item, place, cells)
    }

    /// Lets an item stand in cells.
    fn stand(&mut self, item: Item, place: Place, cells: Vec<Cell>) -> Checked {
        let occupied = |by| Refusal::new("at", Why::Occupied { found: place, by });
        let host = self.sheet.fit(&self.calendar, &item, &cells).map_err(occupied)?;
        let takes_in = self.calendar.group(item.group()).is_none_or(|group| group.allow_filler_course);
        if let Some(host) = host.filter(|_| !takes_in) {
            return Err(occupied(vec![host.into()]));
        }
        let kept = item.own.clone();
        let mut item = without_place(item);
        item.record.mark = None;
        item.record.status = ItemStatus::Applied;
        item.record.embedded_time =
            cells.first().map(|first| EmbeddedTime { day: first.day, from: place.from, to: place.to });
        match host {
            Some(EventId(host)) => item.hosted = cells.iter().map(|cell| (host, *cell)).collect(),
            None => {
                let fresh = || {
                    let id = self.calendar.ids.new_event().0;
                    let event = EventRecord::new(id, item.record.content.clone(), Event::Task);
                    EventRecord { rel_id: Some(item.record.id), ..event }
                };
                let mut own = kept.unwrap_or_else(fresh);
                self.time(&mut own, &cells);
                (item.own, item.cells) = (Some(own), cells);
            }
        }
        self.set(item.id().into(), Some(Thing::Item(item)));
        Ok(())
    }

    /// Pins of items that an edit placed hold them at their new places; those without a place have none.
    pub(super) fn pins_follow(&mut self, items: &BTreeSet<ItemId>) {
        let about = |rule: &&Rule| match (rule.about, &rule.what) {
            (About::Item(item), What::Pin(_)) => items.contains(&item),
            _ => false,
        };
        let pins: Vec<Rule> = self.calendar.rules().filter(about).cloned().collect();
        for pin in pins {
            let About::Item(item) = pin.about else { continue };
            let places = self.calendar.item(item).map_or(Vec::new(), |item| item.places(self.calendar.term));
            let moved = places.first().map(|place| Thing::Rule(Rule { what: What::Pin(*place), ..pin.clone() }));
            self.set(pin.id.into(), moved);
        }
    }

    /// Periods that an item needs: its length, or as many as it has now, or its share of its group.
    fn length(&self, item: &Item) -> u8 {
        let now = u8::try_from(item.stands().len()).ok().filter(|now| *now > 0);
        let share = || self.shares.get(&item.record.class_id).copied().unwrap_or(USUAL);
        item.record.given.length.or(now).unwrap_or_else(share)
    }

    fn place_from(&self, at: Start, length: u8) -> Result<Place, Refusal> {
        let most = i64::from(self.calendar.clock.sections()) - i64::from(length) + 1;
        if at.period < 1 || i64::from(at.period) > most {
            return Err(Refusal::new("at", Why::OutOfRange { found: at.period.into(), least: 1, most }));
        }
        Ok(Place { date: at.date, from: at.period, to: at.period + length.max(1) - 1 })
    }

    pub(super) fn cells(&self, place: Place, member: &'static str) -> Result<Vec<Cell>, Refusal> {
        let (term, clock) = (self.calendar.term, &self.calendar.clock);
        let first = term.date(Weekday { week: 1, weekday: 1 });
        if term.weekday(place.date).is_none() {
            return Err(Refusal::new(member, Why::BeforeTerm { found: place, first }));
        }
        let most = i64::from(clock.sections());
        let found = i64::from(if place.from < 1 { place.from } else { place.to });
        place
            .cells(term, clock)
            .ok_or(Refusal::new(member, Why::OutOfRange { found, least: place.from.max(1).into(), most }))
    }

    pub(super) fn not_past(&self, place: Place) -> Checked {
        match place.start(&self.calendar.clock).is_some_and(|start| start < self.now) {
            true => Err(Refusal::new("at", Why::Past { found: place, now: self.now })),
            false => Ok(()),
        }
    }

    /// Takes the place of an item away.
    pub(super) fn displace(&mut self, id: ItemId, gone: Gone) {
        if let Some(item) = self.calendar.item(id).cloned() {
            self.gone.insert(id, gone);
            self.set(id.into(), Some(Thing::Item(without_place(item))));
        }
    }

    /// Refuses an edit that would displace an item which is held at its place.
    pub(super) fn not_held(&self, items: &BTreeSet<ItemId>, member: &'static str) -> Checked {
        let is_locked = |item: &Item| item.record.given.locked || item.own.as_ref().is_some_and(|own| own.locked);
        if let Some(found) = items.iter().find(|item| self.calendar.item(**item).is_some_and(is_locked)) {
            return Err(Refusal::new(member, Why::Held { found: *found, rule: None }));
        }
        for rule in self.calendar.rules().filter(|rule| rule.strength == Strength::Must) {
            if let (About::Item(found), What::Pin(_) | What::Stay) = (rule.about, &rule.what) {
                if items.contains(&found) {
                    return Err(Refusal::new(member, Why::Held { found, rule: Some(rule.id) }));
                }
            }
        }
        Ok(())
    }
}

pub(super) fn without_place(item: Item) -> Item {
    let mut item = Item { own: None, cells: Vec::new(), hosted: Vec::new(), ..item };
    (item.record.status, item.record.embedded_time) = (ItemStatus::Unscheduled, None);
    item
}
