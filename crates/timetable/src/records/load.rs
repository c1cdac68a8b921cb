//! Loading a timetable from the records of a calendar (agents/schedule/spec-tools.md 1.5).
//!
//! Choices where the specification is silent:
//! - each run of sections of a filler course is a task of its own, so that each can take a guest;
//! - an event with one place whose `rel_id` is a known item counts as that item, with its class and order;
//! - an event inside a free filler course is its guest;
//! - days before the term are outside the window;
//! - fixed events may overlap: the shared sections go to the first, a filler course last, and the others keep the rest;
//! - an item that must come after an item without a task here does not wait for it.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::loading::{LoadError, Loading};
use super::record::{Cell, EventRecord, ItemLimits, ItemRecord, ItemStatus, Mark, Records, SectionRow};
use super::share::{shares, split};
use super::span::{chosen, window};
use crate::limits::USUAL;
use crate::{Class, Event, Limits, Placement, Slot, Slots, Source, Status, Task, TaskId, Timetable, Window};

/// Builds a timetable from records.
///
/// # Errors
/// The classes give no window, or the records contradict each other.
pub fn load(records: &Records, loading: &Loading) -> Result<Timetable, LoadError> {
    let chosen = chosen(records, loading)?;
    let window = window(&chosen, loading)?;
    let mut by_id: Vec<&ItemRecord> = records.items.iter().collect();
    by_id.sort_by_key(|item| item.id);
    let of_class = |id: u32| records.classes.iter().find(|class| class.id == id);
    let shares = shares(records.items.iter(), |id| of_class(id).map_or(0, |class| class.total_slots));
    let mut building = Building { records, loading, window, by_id, shares, tasks: Vec::new() };
    building.events()?;
    building.items(&chosen)?;
    building.guests();
    building.limits();
    building.finish(&chosen)
}

struct Building<'a> {
    records: &'a Records,
    loading: &'a Loading<'a>,
    window: Window,
    /// Items by id.
    by_id: Vec<&'a ItemRecord>,
    /// Sections of the items without a length, by class.
    shares: BTreeMap<u32, u8>,
    tasks: Vec<Task>,
}

impl<'a> Building<'a> {
    /// Adds each event by its id: as one task, or as several if it is a filler course.
    fn events(&mut self) -> Result<(), LoadError> {
        for (event, slots) in self.placed()? {
            if event.can_be_embedded {
                slots.into_iter().for_each(|slot| self.event(event, slot.into()));
            } else if let Some(item) = self.item_of(event).filter(|_| slots.len() == 1) {
                self.item(item, slots.into(), Status::Existing, 0);
                if let Some(task) = self.tasks.last_mut() {
                    task.location.clone_from(&event.location);
                    task.locked |= event.locked;
                }
            } else {
                self.event(event, slots.into());
            }
        }
        Ok(())
    }

    /// Events by id with their places in the window, without those that have none.
    fn placed(&self) -> Result<Vec<(&'a EventRecord, Vec<Slot>)>, LoadError> {
        let mut events: Vec<&EventRecord> = self.records.events.iter().collect();
        events.sort_by_key(|event| event.id);
        let mut placed = Vec::with_capacity(events.len());
        let mut rows: Vec<&SectionRow> = self.records.sections.iter().collect();
        rows.sort_by_key(|row| (row.event_id, row.cell));
        let mut rest = rows.as_slice();
        for event in events {
            let skip = rest.partition_point(|row| row.event_id < event.id);
            let until = rest.partition_point(|row| row.event_id <= event.id);
            let slots = self.slots(rest.get(skip..until).unwrap_or(&[]))?;
            rest = rest.get(until..).unwrap_or(&[]);
            placed.push((event, slots));
        }
        split(&mut placed, self.window.len());
        placed.retain(|(_, slots)| !slots.is_empty());
        Ok(placed)
    }

    /// Runs of consecutive sections in ascending rows, without those outside the window.
    fn slots(&self, rows: &[&SectionRow]) -> Result<Vec<Slot>, LoadError> {
        let mut slots: Vec<Slot> = Vec::new();
        for row in rows {
            let (Cell { day, section }, sections) = (row.cell, self.loading.sections);
            if section == 0 || section > sections {
                return Err(LoadError::Section { row: **row, sections });
            }
            let Some(day) = self.window.day_of(day) else { continue };
            match slots.last_mut().filter(|last| last.day == day && section <= last.end + 1) {
                Some(last) => last.end = section,
                None => slots.push(Slot { day, start: section, end: section }),
            }
        }
        Ok(slots)
    }

    fn event(&mut self, event: &EventRecord, slots: Slots) {
        let course = event.kind == Event::Course;
        let category = match self.item_of(event).and_then(|item| self.class(item.class_id)) {
            _ if course => self.loading.course.into(),
            Some(class) => class.name.clone(),
            None => self.loading.task.into(),
        };
        let mut task = self.task(Source::Event, event.id, event.name.clone(), category, slots);
        (task.event, task.location, task.rel_id) = (Some(event.kind), event.location.clone(), event.rel_id);
        (task.locked, task.can_embed) = (event.locked || course && !event.can_be_embedded, event.can_be_embedded);
        task.uid.clone_from(&event.uid);
        self.tasks.push(task);
    }

    /// Adds the items of the chosen classes in their order, then the placed items of the other classes.
    fn items(&mut self, chosen: &[&Class]) -> Result<(), LoadError> {
        let rank = |item: &ItemRecord| chosen.iter().position(|class| class.id == item.class_id);
        let mut items: Vec<(usize, &ItemRecord)> =
            self.records.items.iter().map(|item| (rank(item).unwrap_or(usize::MAX), item)).collect();
        items.sort_by_key(|(rank, item)| (*rank, item.class_id, item.order, item.id));
        let carried = self.carried();
        let own: Vec<i64> = sorted(self.records.events.iter().filter_map(|event| event.rel_id));
        for (rank, item) in items {
            let rows = carried.partition_point(|row| row.0 < item.id)..carried.partition_point(|row| row.0 <= item.id);
            if own.binary_search(&item.id).is_ok() {
                continue;
            }
            if !rows.is_empty() {
                self.carried_item(item, carried.get(rows).unwrap_or(&[]))?;
            } else if let Some(slot) = self.embedded_time(item) {
                self.item(item, slot.into(), Status::Existing, 0);
            } else if waits(item) && rank != usize::MAX {
                self.item(item, Slots::default(), Status::Pending, self.duration(item));
            }
        }
        Ok(())
    }

    /// Rows that carry items, by item.
    fn carried(&self) -> Vec<(i64, SectionRow)> {
        sorted(self.records.sections.iter().filter_map(|row| Some((row.embedded_task_id?, *row))))
    }

    /// Adds an item that lives in a filler course.
    fn carried_item(&mut self, item: &ItemRecord, rows: &[(i64, SectionRow)]) -> Result<(), LoadError> {
        let rows: Vec<&SectionRow> = rows.iter().map(|(_, row)| row).collect();
        let slots = self.slots(&rows)?;
        if !slots.is_empty() {
            self.item(item, slots.into(), Status::Existing, 0);
        }
        Ok(())
    }

    fn embedded_time(&self, item: &ItemRecord) -> Option<Slot> {
        let time = item.embedded_time?;
        Some(Slot { day: self.window.day_of(time.day)?, start: time.from, end: time.to })
    }

    /// Sections that an item needs: its length, or its share of its class.
    fn duration(&self, item: &ItemRecord) -> u8 {
        let share = || self.shares.get(&item.class_id).copied().unwrap_or(USUAL);
        item.given.length.unwrap_or_else(share)
    }

    fn item(&mut self, item: &ItemRecord, slots: Slots, status: Status, duration: u8) {
        let category = self.class(item.class_id).map_or("".into(), |class| class.name.clone());
        let mut task = self.task(Source::TaskItem, item.id, item.content.clone(), category, slots);
        (task.class_id, task.order) = (item.class_id, item.order);
        (task.placement.status, task.placement.duration) = (status, duration);
        // A pin holds the item at its place, and so does that it is done: without a place there is nothing to hold.
        task.locked = (item.given.locked || item.mark == Some(Mark::Done)) && status == Status::Existing;
        self.tasks.push(task);
    }

    /// Gives each item its length and limits, with its predecessors as tasks.
    fn limits(&mut self) {
        let of_items = self.tasks.iter().filter(|task| task.source == Source::TaskItem);
        let tasks: BTreeMap<i64, TaskId> = of_items.map(|task| (task.source_id, task.id)).collect();
        for task in self.tasks.iter_mut().filter(|task| task.source == Source::TaskItem) {
            let found = self.by_id.binary_search_by_key(&task.source_id, |item| item.id);
            let Some(item) = found.ok().and_then(|index| self.by_id.get(index)) else { continue };
            let limits = limits(&item.given, &tasks);
            task.given = (limits != Limits::default()).then(|| limits.into());
        }
    }

    fn task(&self, source: Source, source_id: i64, name: Rc<str>, category: Rc<str>, slots: Slots) -> Task {
        let status = Status::Existing;
        Task {
            id: self.tasks.len() as TaskId + 1,
            source,
            source_id,
            name,
            category,
            locked: false,
            can_embed: false,
            event: None,
            location: None,
            rel_id: None,
            class_id: 0,
            order: 0,
            uid: None,
            given: None,
            placement: Placement { slots, status, duration: 0, embed_host: None, embedded_by: None },
        }
    }

    /// Links each task inside a filler course with it. Only the first becomes the guest; the others violate an invariant.
    fn guests(&mut self) {
        let mut hosts: Vec<(Slot, usize)> = Vec::new();
        for (index, task) in self.tasks.iter().enumerate().filter(|(_, task)| task.can_embed) {
            hosts.extend(task.slots.first().map(|slot| (*slot, index)));
        }
        hosts.sort();
        for guest in 0..self.tasks.len() {
            let Some(task) = self.tasks.get(guest).filter(|task| !task.can_embed && !task.is_course()) else {
                continue;
            };
            let [slot] = *task.slots else { continue };
            let until = hosts.partition_point(|(host, _)| (host.day, host.start) <= (slot.day, slot.start));
            let Some(&(host_at, host)) = until.checked_sub(1).and_then(|before| hosts.get(before)) else { continue };
            if host_at.contains(&slot) {
                self.link(host, guest);
            }
        }
    }

    fn link(&mut self, host: usize, guest: usize) {
        let id = |index: usize| self.tasks.get(index).map(|task| task.id);
        let (host_id, guest_id) = (id(host), id(guest));
        let Some(task) = self.tasks.get_mut(host).filter(|host| host.embedded_by.is_none()) else { return };
        task.placement.embedded_by = guest_id;
        if let Some(task) = self.tasks.get_mut(guest) {
            task.placement.embed_host = host_id;
        }
    }

    /// Builds the timetable with the classes that own a task, the chosen ones first.
    fn finish(self, chosen: &[&Class]) -> Result<Timetable, LoadError> {
        let owners = sorted(self.tasks.iter().map(|task| task.class_id));
        let mut others: Vec<&Class> =
            self.records.classes.iter().filter(|class| chosen.iter().all(|other| other.id != class.id)).collect();
        others.sort_by_key(|class| class.id);
        let classes = chosen.iter().chain(&others).filter(|class| owners.binary_search(&class.id).is_ok());
        let classes: Vec<Class> = classes.map(|class| (*class).clone()).collect();
        let names: Vec<Rc<str>> = self.tasks.iter().map(|task| task.name.clone()).collect();
        Timetable::new(self.window, classes, self.tasks).map_err(|invalid| {
            let name = |id: TaskId| names.get((id as usize).wrapping_sub(1)).cloned();
            LoadError::Invalid { names: invalid.tasks().into_iter().flatten().filter_map(name).collect(), invalid }
        })
    }

    fn item_of(&self, event: &EventRecord) -> Option<&'a ItemRecord> {
        let id = event.rel_id?;
        let index = self.by_id.binary_search_by_key(&id, |item| item.id).ok()?;
        self.by_id.get(index).copied()
    }

    fn class(&self, id: u32) -> Option<&'a Class> {
        self.records.classes.iter().find(|class| class.id == id)
    }
}

fn limits(given: &ItemLimits, tasks: &BTreeMap<i64, TaskId>) -> Limits {
    let usual = Limits::default();
    Limits {
        length: given.length.unwrap_or(usual.length),
        priority: given.priority.unwrap_or(usual.priority),
        earliest: given.earliest,
        deadline: given.deadline,
        after: given.after.iter().filter_map(|item| tasks.get(item).copied()).collect(),
    }
}

/// Whether an item without a place waits for one.
fn waits(item: &ItemRecord) -> bool {
    item.status == ItemStatus::Unscheduled && item.mark != Some(Mark::Done)
}

fn sorted<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort();
    values
}
