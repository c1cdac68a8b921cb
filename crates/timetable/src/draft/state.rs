//! A calendar with the edits of a draft in it. An edit is checked before it changes anything.

use std::collections::{BTreeMap, BTreeSet};

use stepgate_json::ToJson;

use super::calendar::Calendar;
use super::edit::{Changed, Edit, EventFields, GroupFields, ItemFields, Put, Refusal, Why};
use super::id::{EventId, GroupId, Id, Ids, ItemId, RuleId};
use super::place::{Place, Start};
use super::rule::{About, Later, Rule, Strength, What};
use super::sheet::Sheet;
use super::thing::{Entry, Item, Mark, Thing};
use crate::limits::USUAL;
use crate::records::share::shares;
use crate::records::{Cell, EmbeddedTime, EventRecord, ItemLimits, ItemRecord, ItemStatus};
use crate::{Class, Event, Moment, Strategy, Weekday};

/// Why an item has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson)]
#[allow(missing_docs)] // the id is that of the event
pub enum Gone {
    /// It is new, and has not been placed.
    New,
    /// An edit took it away.
    Asked,
    /// An event takes the time.
    For { event: EventId },
    /// The event in which it lived has left.
    HostLeft { event: EventId },
    /// It grew, and there is no room.
    Outgrown,
    /// It was reopened, and its place lies in the past.
    Reopened,
}

/// The new form of an item or an event when several change at once.
enum Target<'a> {
    At(Option<Start>),
    Be(Option<&'a Thing>),
}

type Checked = Result<(), Refusal>;

pub(super) struct State {
    pub(super) calendar: Calendar,
    pub(super) gone: BTreeMap<ItemId, Gone>,
    /// Things that were set as a saved change found them.
    pub(super) restored: BTreeSet<Id>,
    sheet: Sheet,
    now: Moment,
    /// Numbers that the calendar would have given out next, and those that the draft would.
    ids: (Ids, Ids),
    /// Periods of the items without a length, by group.
    shares: BTreeMap<u32, u8>,
    /// Items of each group by order.
    lists: BTreeMap<GroupId, BTreeSet<(u32, ItemId)>>,
}

impl State {
    /// The calendar as it is saved, for a draft that has given out ids.
    pub(super) fn new(saved: &Calendar, given: Ids, now: Moment) -> Self {
        let mut calendar = saved.clone();
        calendar.ids = saved.ids.behind(given);
        let mut lists: BTreeMap<GroupId, BTreeSet<(u32, ItemId)>> = BTreeMap::new();
        for item in saved.items() {
            lists.entry(item.group()).or_default().insert((item.record.order, item.id()));
        }
        let total = |id: u32| saved.group(GroupId(id)).map_or(0, |group| group.total_slots);
        let (sheet, shares) = (Sheet::of(saved), shares(saved.items().map(|item| &item.record), total));
        let restored = BTreeSet::new();
        State { calendar, gone: BTreeMap::new(), restored, sheet, now, ids: (saved.ids, given), shares, lists }
    }

    /// Carries out an edit. Of an edit about several things, those that do not fit stay as they are, and are told with the reason.
    pub(super) fn edit(&mut self, edit: &Edit) -> Result<Vec<(Id, Refusal)>, Refusal> {
        match edit {
            Edit::Place(puts) => return self.place(puts),
            Edit::Restore(changes) => return self.restore(changes),
            Edit::Swap { one, other } => return self.swap(*one, *other),
            Edit::Move { event, from, to } => self.move_event(*event, *from, *to),
            Edit::AddItem { item, set } => self.add_item(*item, set),
            Edit::ChangeItem { item, set } => self.change_item(*item, set),
            Edit::Order { item, before } => self.order(*item, *before),
            Edit::Mark { item, mark } => self.mark(*item, Some(*mark)),
            Edit::Reopen { item } => self.mark(*item, None),
            Edit::AddGroup { group, set } => self.add_group(*group, set),
            Edit::ChangeGroup { group, set } => self.change_group(*group, set),
            Edit::AddEvent { event, set } => self.add_event(*event, set),
            Edit::ChangeEvent { event, set } => self.change_event(*event, set),
            Edit::AddRule(rule) => self.add_rule(rule),
            Edit::ChangeRule(rule) => self.change_rule(rule),
            Edit::Drop(id) => self.drop(*id),
        }?;
        Ok(Vec::new())
    }

    // Places of items

    fn place(&mut self, puts: &[Put]) -> Result<Vec<(Id, Refusal)>, Refusal> {
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

    fn swap(&mut self, one: ItemId, other: ItemId) -> Result<Vec<(Id, Refusal)>, Refusal> {
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
    fn settle(&mut self, mut targets: Vec<(Id, Target<'_>)>) -> Vec<(Id, Refusal)> {
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
        if item.mark == Some(Mark::Done) {
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
        item.mark = None;
        item.record.status = ItemStatus::Applied;
        item.record.embedded_time =
            cells.first().map(|first| EmbeddedTime { day: first.day, from: place.from, to: place.to });
        match host {
            Some(EventId(host)) => item.hosted = cells.iter().map(|cell| (host, *cell)).collect(),
            None => {
                let fresh = || own_event(self.calendar.ids.new_event(), &item.record);
                let mut own = kept.unwrap_or_else(fresh);
                self.time(&mut own, &cells);
                (item.own, item.cells) = (Some(own), cells);
            }
        }
        self.set(item.id().into(), Some(Thing::Item(item)));
        Ok(())
    }

    /// Pins of items that an edit placed hold them at their new places; those without a place have none.
    fn pins_follow(&mut self, items: &BTreeSet<ItemId>) {
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

    fn cells(&self, place: Place, member: &'static str) -> Result<Vec<Cell>, Refusal> {
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

    fn not_past(&self, place: Place) -> Checked {
        match place.start(&self.calendar.clock).is_some_and(|start| start < self.now) {
            true => Err(Refusal::new("at", Why::Past { found: place, now: self.now })),
            false => Ok(()),
        }
    }

    /// Takes the place of an item away.
    fn displace(&mut self, id: ItemId, gone: Gone) {
        if let Some(item) = self.calendar.item(id).cloned() {
            self.gone.insert(id, gone);
            self.set(id.into(), Some(Thing::Item(without_place(item))));
        }
    }

    /// Refuses an edit that would displace an item which is held at its place.
    fn not_held(&self, items: &BTreeSet<ItemId>, member: &'static str) -> Checked {
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

    // Items

    fn item(&self, id: ItemId, member: &'static str) -> Result<&Item, Refusal> {
        self.calendar.item(id).ok_or(Refusal::new(member, Why::Unknown { found: id.into() }))
    }

    fn add_item(&mut self, id: ItemId, set: &ItemFields) -> Checked {
        self.is_new(id.into())?;
        let content = set.name.clone().ok_or(Refusal::new("name", Why::Missing))?;
        let group = set.group.ok_or(Refusal::new("group", Why::Missing))?;
        self.is_group(group)?;
        self.item_fields(set)?;
        let order = self.end_of(group);
        let given = ItemLimits { length: set.length, priority: set.priority, ..ItemLimits::default() };
        let (status, embedded_time) = (ItemStatus::Unscheduled, None);
        let record = ItemRecord { id: id.0, class_id: group.0, order, content, status, embedded_time, given };
        self.gone.insert(id, Gone::New);
        self.set(id.into(), Some(Thing::Item(Item { record, own: None, cells: vec![], hosted: vec![], mark: None })));
        Ok(())
    }

    fn change_item(&mut self, id: ItemId, set: &ItemFields) -> Checked {
        let mut item = self.item(id, "item")?.clone();
        set.group.map_or(Ok(()), |group| self.is_group(group))?;
        self.item_fields(set)?;
        if let Some(name) = &set.name {
            item.own.iter_mut().filter(|own| own.name == item.record.content).for_each(|own| own.name = name.clone());
            item.record.content = name.clone();
        }
        if let Some(group) = set.group.filter(|group| *group != item.group()) {
            item.record.order = self.end_of(group);
            item.record.class_id = group.0;
        }
        item.record.given.priority = set.priority.or(item.record.given.priority);
        let grows = set.length.is_some_and(|length| item.stands().len() != usize::from(length));
        item.record.given.length = set.length.or(item.record.given.length);
        let at = item.places(self.calendar.term).first().copied();
        self.set(id.into(), Some(Thing::Item(item)));
        if let Some(place) = at.filter(|place| grows && self.not_past(*place).is_ok()) {
            let at = Start { date: place.date, period: place.from };
            let misfits = self.settle(vec![(id.into(), Target::At(Some(at)))]);
            if !misfits.is_empty() {
                self.displace(id, Gone::Outgrown);
            }
            self.pins_follow(&BTreeSet::from([id]));
        }
        Ok(())
    }

    fn item_fields(&self, set: &ItemFields) -> Checked {
        within("length", set.length, 1, self.calendar.clock.sections())?;
        within("priority", set.priority, 1, 3)
    }

    /// Order behind the last item of a group.
    fn end_of(&self, group: GroupId) -> u32 {
        self.lists.get(&group).and_then(|list| list.last()).map_or(1, |(order, _)| order.saturating_add(1))
    }

    /// Puts an item at another position of its group's list. The list keeps its numbers, unless two items share one.
    fn order(&mut self, id: ItemId, before: Option<ItemId>) -> Checked {
        let group = self.item(id, "item")?.group();
        if let Some(before) = before {
            if self.item(before, "before")?.group() != group || before == id {
                return Err(Refusal::new("before", Why::OtherGroup { found: before }));
            }
        }
        let Some(list) = self.lists.get(&group).cloned() else { return Ok(()) };
        let mut numbers: BTreeSet<u32> = list.iter().map(|(order, _)| *order).filter(|order| *order > 0).collect();
        if numbers.len() < list.len() {
            numbers = (1..).take(list.len()).collect();
        }
        let mut items: Vec<ItemId> = list.iter().map(|(_, item)| *item).filter(|item| *item != id).collect();
        let at = before.and_then(|before| items.iter().position(|item| *item == before)).unwrap_or(items.len());
        items.insert(at, id);
        for (item, order) in items.into_iter().zip(numbers) {
            if let Some(mut item) = self.calendar.item(item).filter(|item| item.record.order != order).cloned() {
                item.record.order = order;
                self.set(item.id().into(), Some(Thing::Item(item)));
            }
        }
        Ok(())
    }

    fn mark(&mut self, id: ItemId, mark: Option<Mark>) -> Checked {
        let mut item = self.item(id, "item")?.clone();
        let is_past = item.places(self.calendar.term).iter().any(|place| self.not_past(*place).is_err());
        item.mark = mark;
        if mark.is_none() && is_past {
            self.gone.insert(id, Gone::Reopened);
            item = without_place(item);
        }
        self.set(id.into(), Some(Thing::Item(item)));
        if mark.is_none() && is_past {
            self.pins_follow(&BTreeSet::from([id]));
        }
        Ok(())
    }

    // Groups

    fn is_group(&self, id: GroupId) -> Checked {
        self.calendar.group(id).map(|_| ()).ok_or(Refusal::new("group", Why::Unknown { found: id.into() }))
    }

    fn add_group(&mut self, id: GroupId, set: &GroupFields) -> Checked {
        self.is_new(id.into())?;
        let name = set.name.clone().ok_or(Refusal::new("name", Why::Missing))?;
        let class = Class {
            id: id.0,
            name,
            strategy: Strategy::Steady,
            total_slots: 0,
            allow_filler_course: true,
            excluded_slots: Vec::new(),
            excluded_weekdays: Vec::new(),
            start_date: None,
            end_date: None,
            subject: set.subject,
            difficulty: set.difficulty,
            intensity: set.intensity,
            wishes: crate::Wishes::default(),
        };
        self.set(id.into(), Some(Thing::Group(class)));
        Ok(())
    }

    fn change_group(&mut self, id: GroupId, set: &GroupFields) -> Checked {
        self.is_group(id)?;
        let Some(mut class) = self.calendar.group(id).cloned() else { return Ok(()) };
        class.name = set.name.clone().unwrap_or(class.name);
        class.subject = set.subject.or(class.subject);
        class.difficulty = set.difficulty.or(class.difficulty);
        class.intensity = set.intensity.or(class.intensity);
        self.set(id.into(), Some(Thing::Group(class)));
        Ok(())
    }

    // Events

    fn add_event(&mut self, id: EventId, set: &EventFields) -> Checked {
        self.is_new(id.into())?;
        let name = set.name.clone().ok_or(Refusal::new("name", Why::Missing))?;
        let places = set.places.as_ref().filter(|places| !places.is_empty());
        let cells = self.all_cells(places.ok_or(Refusal::new("places", Why::Missing))?)?;
        let kind = set.kind.unwrap_or(Event::Task);
        let record = EventRecord { kind, location: set.location.clone(), locked: true, ..event(id, name) };
        self.event_at(Entry { record, cells: Vec::new(), strays: Vec::new() }, cells, "places")
    }

    fn change_event(&mut self, id: EventId, set: &EventFields) -> Checked {
        let mut entry = self.entry(id)?.clone();
        let cells = match &set.places {
            Some(places) if places.is_empty() => return Err(Refusal::new("places", Why::Missing)),
            Some(places) => self.all_cells(places)?,
            None => entry.cells.clone(),
        };
        entry.record.name = set.name.clone().unwrap_or(entry.record.name);
        entry.record.kind = set.kind.unwrap_or(entry.record.kind);
        entry.record.location = set.location.clone().or(entry.record.location);
        self.event_at(entry, cells, "places")
    }

    fn move_event(&mut self, id: EventId, from: Place, to: Place) -> Checked {
        let entry = self.entry(id)?.clone();
        let leaves = self.cells(from, "from")?;
        if !leaves.iter().all(|cell| entry.cells.contains(cell)) {
            let places = Place::runs(&entry.cells, self.calendar.term);
            return Err(Refusal::new("from", Why::NotThere { found: from, places }));
        }
        let mut cells: BTreeSet<Cell> = entry.cells.iter().copied().filter(|cell| !leaves.contains(cell)).collect();
        for cell in self.cells(to, "to")? {
            if !cells.insert(cell) {
                return Err(Refusal::new("to", Why::Occupied { found: to, by: vec![id.into()] }));
            }
        }
        self.event_at(entry, cells.into_iter().collect(), "to")
    }

    fn entry(&self, id: EventId) -> Result<&Entry, Refusal> {
        self.calendar.event(id).ok_or(Refusal::new("event", Why::Unknown { found: id.into() }))
    }

    fn all_cells(&self, places: &[Place]) -> Result<Vec<Cell>, Refusal> {
        let mut cells = BTreeSet::new();
        for place in places {
            cells.extend(self.cells(*place, "places")?);
        }
        Ok(cells.into_iter().collect())
    }

    /// Lets an event stand in cells. Its guests where it leaves, and items in its way, lose their places.
    fn event_at(&mut self, mut entry: Entry, cells: Vec<Cell>, member: &'static str) -> Checked {
        let id = EventId(entry.record.id);
        let enters = cells.iter().filter(|cell| entry.cells.binary_search(cell).is_err());
        for &cell in enters.clone() {
            let by = self.sheet.events_against(&self.calendar, &entry, cell);
            if let (false, [found, ..]) = (by.is_empty(), &*Place::runs(&[cell], self.calendar.term)) {
                return Err(Refusal::new(member, Why::Occupied { found: *found, by }));
            }
        }
        let others = enters.flat_map(|cell| self.sheet.at(*cell)).filter_map(|other| match other {
            Id::Item(item) => Some(*item),
            _ => None,
        });
        let in_its_way: BTreeSet<ItemId> = others.collect();
        let guests = self.guests(&entry, cells.clone());
        self.not_held(&in_its_way, member)?;
        self.not_held(&guests, member)?;
        guests.into_iter().for_each(|item| self.displace(item, Gone::HostLeft { event: id }));
        in_its_way.into_iter().for_each(|item| self.displace(item, Gone::For { event: id }));
        if entry.cells != cells {
            entry.strays.retain(|(_, cell)| cells.contains(cell));
            self.time(&mut entry.record, &cells);
            entry.cells = cells;
        }
        self.set(id.into(), Some(Thing::Event(entry)));
        Ok(())
    }

    /// Sets begin and end of an event's record.
    fn time(&self, event: &mut EventRecord, cells: &[Cell]) {
        let ends = cells.first().zip(cells.last());
        let times = ends.and_then(|(first, last)| self.calendar.clock.times(self.calendar.term, *first, *last));
        if let Some((start, end)) = times {
            (event.start_time, event.end_time) = (Some(start), Some(end));
        }
    }

    // Rules

    fn add_rule(&mut self, rule: &Rule) -> Checked {
        self.is_new(rule.id.into())?;
        self.legal(rule)?;
        self.set(rule.id.into(), Some(Thing::Rule(rule.clone())));
        Ok(())
    }

    fn change_rule(&mut self, rule: &Rule) -> Checked {
        self.known(rule.id.into(), "id")?;
        self.legal(rule)?;
        self.set(rule.id.into(), Some(Thing::Rule(rule.clone())));
        Ok(())
    }

    fn legal(&self, rule: &Rule) -> Checked {
        rule.about.id().map_or(Ok(()), |id| self.known(id, "about"))?;
        match &rule.what {
            What::Only(times) | What::Never(times) => {
                for weekday in &times.weekdays {
                    within("what", Some(*weekday), 1, 7)?;
                }
                let hours = times.hours.iter().all(|hours| hours.from < hours.to);
                let dates = times.dates.iter().all(|dates| dates.first <= dates.last);
                if hours && dates {
                    Ok(())
                } else {
                    Err(Refusal::new("what", Why::Backwards))
                }
            }
            What::Order { before, .. } => match (before.id(), rule.about) {
                (None, _) => Ok(()),
                (Some(id), about) if about.id() == Some(id) => Err(Refusal::new("what", Why::Twice { found: id })),
                (Some(id), _) => self.known(id, "what"),
            },
            What::Pace(super::rule::Pace::EveryDays(0)) => {
                Err(Refusal::new("what", Why::OutOfRange { found: 0, least: 1, most: u16::MAX.into() }))
            }
            What::Pin(place) => match rule.about {
                About::Item(_) => self.cells(*place, "what").map(|_| ()),
                About::Group(id) => Err(Refusal::new("about", Why::NotAbout { found: id.into() })),
                About::All => Err(Refusal::new("about", Why::Missing)),
            },
            _ => Ok(()),
        }
    }

    // All things

    fn drop(&mut self, id: Id) -> Checked {
        self.known(id, "drop")?;
        match id {
            Id::Event(event) => self.event_at(self.entry(event)?.clone(), Vec::new(), "drop")?,
            Id::Item(item) => self.drop_rules(&[item.into()].into()),
            Id::Group(group) => {
                let items = self.lists.get(&group).into_iter().flatten().map(|(_, item)| Id::Item(*item));
                let mut dropped: BTreeSet<Id> = items.collect();
                dropped.iter().for_each(|item| self.set(*item, None));
                dropped.insert(id);
                self.drop_rules(&dropped);
            }
            Id::Rule(_) => {}
        }
        self.set(id, None);
        Ok(())
    }

    fn drop_rules(&mut self, about: &BTreeSet<Id>) {
        let rules: Vec<RuleId> = self
            .calendar
            .rules()
            .filter(|rule| names(rule).any(|id| about.contains(&id)))
            .map(|rule| rule.id)
            .collect();
        rules.into_iter().for_each(|rule| self.set(rule.into(), None));
    }

    fn restore(&mut self, changes: &[Changed]) -> Result<Vec<(Id, Refusal)>, Refusal> {
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
    fn become_again(&mut self, id: Id, thing: Option<Thing>) -> Checked {
        let needs = self.left_behind(id, thing.as_ref());
        if !needs.is_empty() {
            return Err(Refusal::new("restore", Why::Needs { found: id, needs }));
        }
        match &thing {
            Some(Thing::Item(item)) => self.is_group(item.group())?,
            Some(Thing::Rule(rule)) => names(rule).try_for_each(|id| self.known(id, "about"))?,
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
            Id::Group(group) if thing.is_none() => self.lists.get(&group),
            _ => None,
        };
        let items = items.into_iter().flatten().map(|(_, item)| Id::Item(*item));
        let rules = self.calendar.rules().filter(|rule| thing.is_none() && names(rule).any(|named| named == id));
        guests.into_iter().map(Id::Item).chain(items).chain(rules.map(|rule| rule.id.into())).collect()
    }

    /// Guests of an event in the cells that it leaves for others.
    pub(super) fn guests(&self, event: &Entry, cells: Vec<Cell>) -> BTreeSet<ItemId> {
        let id = EventId(event.record.id);
        let leaves = event.cells.iter().filter(|cell| cells.binary_search(cell).is_err());
        let items = leaves.flat_map(|cell| self.sheet.at(*cell)).filter_map(|other| match other {
            Id::Item(item) => Some(*item),
            _ => None,
        });
        items.filter(|item| self.calendar.item(*item).is_some_and(|item| item.host() == Some(id))).collect()
    }

    /// Things that keep a thing out of its cells, or whose place it needs to be another one.
    pub(super) fn against(&self, thing: &Thing) -> Vec<Id> {
        let mut by: Vec<Id> = match thing {
            Thing::Item(item) => match self.sheet.fit(&self.calendar, item, &item.stands()) {
                Err(by) => by,
                Ok(host) if host == item.host() => Vec::new(),
                Ok(host) => host.into_iter().chain(item.host()).map(Id::Event).collect(),
            },
            Thing::Event(event) => {
                let guests = self.guests(event, Vec::new());
                let others = event.cells.iter().flat_map(|cell| self.sheet.at(*cell));
                let items = others.filter(|id| matches!(id, Id::Item(item) if !guests.contains(item))).copied();
                let events =
                    event.cells.iter().flat_map(|cell| self.sheet.events_against(&self.calendar, event, *cell));
                items.chain(events).collect()
            }
            _ => Vec::new(),
        };
        by.sort();
        by.dedup();
        by
    }

    fn known(&self, id: Id, member: &'static str) -> Checked {
        self.calendar.thing(id).map(|_| ()).ok_or(Refusal::new(member, Why::Unknown { found: id }))
    }

    /// Checks the id of a new thing.
    fn is_new(&self, id: Id) -> Checked {
        let (saved, given) = self.ids;
        let is_new = given.has_given(id) && !saved.has_given(id) && self.calendar.thing(id).is_none();
        if is_new {
            Ok(())
        } else {
            Err(Refusal::new("id", Why::NotNew { found: id }))
        }
    }

    /// Sets a thing, or takes it away, in the calendar, its cells and the list of its group.
    pub(super) fn set(&mut self, id: Id, thing: Option<Thing>) {
        if let Some(before) = self.calendar.thing(id).cloned() {
            self.sheet.leave(&before);
            if let Thing::Item(item) = before {
                self.lists.entry(item.group()).or_default().remove(&(item.record.order, item.id()));
            }
        }
        if let Some(thing) = &thing {
            self.sheet.enter(thing);
            if let Thing::Item(item) = thing {
                self.lists.entry(item.group()).or_default().insert((item.record.order, item.id()));
            }
        }
        self.calendar.set(id, thing);
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

/// Things that a rule names.
pub(super) fn names(rule: &Rule) -> impl Iterator<Item = Id> {
    let later = match &rule.what {
        What::Order { before, .. } => *before,
        _ => Later::Next,
    };
    rule.about.id().into_iter().chain(later.id())
}

fn without_place(item: Item) -> Item {
    let mut item = Item { own: None, cells: Vec::new(), hosted: Vec::new(), ..item };
    (item.record.status, item.record.embedded_time) = (ItemStatus::Unscheduled, None);
    item
}

/// New event that is the place of an item.
fn own_event(id: EventId, item: &ItemRecord) -> EventRecord {
    EventRecord { rel_id: Some(item.id), ..event(id, item.content.clone()) }
}

fn event(id: EventId, name: std::rc::Rc<str>) -> EventRecord {
    EventRecord {
        id: id.0,
        name,
        kind: Event::Task,
        can_be_embedded: false,
        rel_id: None,
        start_time: None,
        end_time: None,
        location: None,
        locked: false,
        uid: None,
    }
}

fn within(member: &'static str, found: Option<u8>, least: u8, most: u8) -> Checked {
    match found.filter(|found| *found < least || *found > most) {
        Some(found) => {
            Err(Refusal::new(member, Why::OutOfRange { found: found.into(), least: least.into(), most: most.into() }))
        }
        None => Ok(()),
    }
}
