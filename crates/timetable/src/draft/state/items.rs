//! Items, the order of their lists, and their groups.

use std::collections::BTreeSet;

use super::places::{without_place, Target};
use super::{within, Checked, Gone, State};
use crate::draft::{GroupFields, GroupId, Item, ItemFields, ItemId, Refusal, Start, Thing, Why};
use crate::records::{ItemRecord, Mark};
use crate::Class;

impl State {
    pub(super) fn item(&self, id: ItemId, member: &'static str) -> Result<&Item, Refusal> {
        self.calendar.item(id).ok_or(Refusal::new(member, Why::Unknown { found: id.into() }))
    }

    pub(super) fn add_item(&mut self, id: ItemId, set: &ItemFields) -> Checked {
        self.is_new(id.into())?;
        let content = set.name.clone().ok_or(Refusal::new("name", Why::Missing))?;
        let group = set.group.ok_or(Refusal::new("group", Why::Missing))?;
        self.group(group)?;
        self.item_fields(set)?;
        let order = self.end_of(group);
        let mut record = ItemRecord::new(id.0, group.0, order, content);
        (record.given.length, record.given.priority) = (set.length, set.priority);
        self.gone.insert(id, Gone::New);
        self.set(id.into(), Some(Thing::Item(Item::waiting(record))));
        Ok(())
    }

    pub(super) fn change_item(&mut self, id: ItemId, set: &ItemFields) -> Checked {
        let mut item = self.item(id, "item")?.clone();
        set.group.map(|group| self.group(group)).transpose()?;
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
        self.calendar.list(group).last().map_or(1, |(order, _)| order.saturating_add(1))
    }

    /// Puts an item at another position of its group's list. The list keeps its numbers, unless two items share one.
    pub(super) fn order(&mut self, id: ItemId, before: Option<ItemId>) -> Checked {
        let group = self.item(id, "item")?.group();
        if let Some(before) = before {
            if self.item(before, "before")?.group() != group || before == id {
                return Err(Refusal::new("before", Why::OtherGroup { found: before }));
            }
        }
        let list = self.calendar.list(group);
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

    pub(super) fn mark(&mut self, id: ItemId, mark: Option<Mark>) -> Checked {
        let mut item = self.item(id, "item")?.clone();
        let is_past = item.places(self.calendar.term).iter().any(|place| self.not_past(*place).is_err());
        item.record.mark = mark;
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

    pub(super) fn group(&self, id: GroupId) -> Result<&Class, Refusal> {
        self.calendar.group(id).ok_or(Refusal::new("group", Why::Unknown { found: id.into() }))
    }

    pub(super) fn add_group(&mut self, id: GroupId, set: &GroupFields) -> Checked {
        self.is_new(id.into())?;
        let name = set.name.clone().ok_or(Refusal::new("name", Why::Missing))?;
        self.group_fields(Class::new(id.0, name), set);
        Ok(())
    }

    pub(super) fn change_group(&mut self, id: GroupId, set: &GroupFields) -> Checked {
        let class = self.group(id)?.clone();
        self.group_fields(class, set);
        Ok(())
    }

    fn group_fields(&mut self, mut class: Class, set: &GroupFields) {
        class.name = set.name.clone().unwrap_or(class.name);
        class.subject = set.subject.or(class.subject);
        class.difficulty = set.difficulty.or(class.difficulty);
        class.intensity = set.intensity.or(class.intensity);
        self.set(GroupId(class.id).into(), Some(Thing::Group(class)));
    }
}
