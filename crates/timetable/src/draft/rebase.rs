//! A draft on a calendar that has changed meanwhile.

use std::collections::BTreeMap;

use super::calendar::Calendar;
use super::edit::{Edit, Misfit, Put};
use super::id::{EventId, GroupId, Id, ItemId, RuleId};
use super::open::Draft;
use super::rule::{About, Rule, What};
use crate::Moment;

/// Draft on a changed calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebased {
    /// The draft, with all of its edits.
    pub draft: Draft,
    /// Edits that do not fit any more, as its card shows them.
    pub misfits: Vec<Misfit>,
    /// New things whose ids the calendar gave out meanwhile, with their new ids.
    pub renumbered: BTreeMap<Id, Id>,
}

/// Puts a draft onto a calendar that has changed since it was begun. Its edits stay: what no longer fits is told, here and on the card.
pub fn rebase(draft: &Draft, changed: &Calendar, now: Moment) -> Rebased {
    let mut ids = draft.ids.behind(changed.ids);
    let added = draft.edits.iter().filter_map(added).filter(|id| changed.ids.has_given(*id));
    let renumbered: BTreeMap<Id, Id> = added.map(|id| (id, ids.new_like(id))).collect();
    let edits = draft.edits.iter().map(|edit| renamed(edit, &renumbered)).collect();
    let draft = Draft { base: changed.revision, ids, edits };
    let misfits = draft.replay(changed, now).1;
    Rebased { draft, misfits, renumbered }
}

/// Id of the thing that an edit adds.
fn added(edit: &Edit) -> Option<Id> {
    match edit {
        Edit::AddItem { item, .. } => Some((*item).into()),
        Edit::AddGroup { group, .. } => Some((*group).into()),
        Edit::AddEvent { event, .. } => Some((*event).into()),
        Edit::AddRule(rule) => Some(rule.id.into()),
        _ => None,
    }
}

/// The edit with other ids. What is restored was in the calendar: its ids stay.
fn renamed(edit: &Edit, ids: &BTreeMap<Id, Id>) -> Edit {
    let new = |id: Id| ids.get(&id).copied().unwrap_or(id);
    let item = |id: ItemId| if let Id::Item(id) = new(id.into()) { id } else { id };
    let group = |id: GroupId| if let Id::Group(id) = new(id.into()) { id } else { id };
    let event = |id: EventId| if let Id::Event(id) = new(id.into()) { id } else { id };
    let number = |id: RuleId| if let Id::Rule(id) = new(id.into()) { id } else { id };
    let about = |about: About| match about {
        About::All => About::All,
        About::Group(id) => About::Group(group(id)),
        About::Item(id) => About::Item(item(id)),
    };
    let rule = |rule: &mut Rule| {
        (rule.id, rule.about) = (number(rule.id), about(rule.about));
        if let What::Order { before, .. } = &mut rule.what {
            *before = before.map(about);
        }
    };
    let mut edit = edit.clone();
    match &mut edit {
        Edit::Place(puts) => puts.iter_mut().for_each(|Put { item: id, .. }| *id = item(*id)),
        Edit::Swap { one, other } => (*one, *other) = (item(*one), item(*other)),
        Edit::AddItem { item: id, set } | Edit::ChangeItem { item: id, set } => {
            (*id, set.group) = (item(*id), set.group.map(group));
        }
        Edit::Order { item: id, before } => (*id, *before) = (item(*id), before.map(item)),
        Edit::Mark { item: id, .. } | Edit::Reopen { item: id } => *id = item(*id),
        Edit::AddGroup { group: id, .. } | Edit::ChangeGroup { group: id, .. } => *id = group(*id),
        Edit::AddEvent { event: id, .. } | Edit::ChangeEvent { event: id, .. } | Edit::Move { event: id, .. } => {
            *id = event(*id);
        }
        Edit::AddRule(own) | Edit::ChangeRule(own) => rule(own),
        Edit::Drop(id) => *id = new(*id),
        Edit::Restore(_) => {}
    }
    edit
}
