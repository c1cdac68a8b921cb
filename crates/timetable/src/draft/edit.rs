//! Edits of a draft, and why one is refused.

use std::rc::Rc;

use stepgate_json::{Json, ToJson};

use super::id::{EventId, GroupId, Id, ItemId, RuleId};
use super::place::{Place, Start};
use super::rule::Rule;
use super::thing::Thing;
use crate::records::Mark;
use crate::{Event, Level, Moment, Subject};

/// Change of a draft. A new thing has an id that [`Draft::ids`](super::Draft) gave out.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[allow(missing_docs)] // the ids are those of the things named
pub enum Edit {
    /// Gives items these places, whatever places they had, or takes them away. All leave before any enters.
    Place(Vec<Put>),
    /// Exchanges the places of two items of equal length.
    Swap { one: ItemId, other: ItemId },
    /// Moves one of an event's places.
    Move { event: EventId, from: Place, to: Place },
    /// Adds an item, at the end of its group's list. A name and a group are required.
    AddItem { item: ItemId, set: ItemFields },
    /// Changes the given fields.
    ChangeItem { item: ItemId, set: ItemFields },
    /// Puts an item before another one of its group, or at the end of the list.
    Order {
        item: ItemId,
        #[json(optional)]
        before: Option<ItemId>,
    },
    /// Says what became of an item.
    Mark { item: ItemId, mark: Mark },
    /// Takes that back. A place in the past is taken away, so that the item can be placed anew.
    Reopen { item: ItemId },
    /// Adds a group. A name is required.
    AddGroup { group: GroupId, set: GroupFields },
    /// Changes the given fields.
    ChangeGroup { group: GroupId, set: GroupFields },
    /// Adds a fixed event. A name and places are required. Items in its way lose their places.
    AddEvent { event: EventId, set: EventFields },
    /// Changes the given fields.
    ChangeEvent { event: EventId, set: EventFields },
    /// Adds a rule.
    AddRule(Rule),
    /// Sets a rule anew.
    ChangeRule(Rule),
    /// Drops a thing: a group with its items; with items and groups the rules about them.
    Drop(Id),
    /// Sets things as a saved change found them: see [`Written`](super::Written).
    Restore(Vec<Changed>),
}

/// An item and the place that it gets; none takes its place away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
#[allow(missing_docs)] // as above
pub struct Put {
    pub item: ItemId,
    #[json(optional)]
    pub at: Option<Start>,
}

/// Fields of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
#[allow(missing_docs)] // named after the fields
pub struct ItemFields {
    pub name: Option<Rc<str>>,
    pub group: Option<GroupId>,
    /// Periods in a row.
    pub length: Option<u8>,
    /// 1 to 3; 3 is high.
    pub priority: Option<u8>,
}

/// Fields of a group. Its limits are rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
#[allow(missing_docs)] // named after the fields
pub struct GroupFields {
    pub name: Option<Rc<str>>,
    pub subject: Option<Subject>,
    pub difficulty: Option<Level>,
    pub intensity: Option<Level>,
}

/// Fields of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
#[allow(missing_docs)] // named after the fields
pub struct EventFields {
    pub name: Option<Rc<str>>,
    pub kind: Option<Event>,
    pub location: Option<Rc<str>>,
    /// All of its places.
    pub places: Option<Vec<Place>>,
}

/// A thing before and after a change; none where it is not there.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Changed {
    /// Its id.
    pub id: Id,
    /// Before.
    #[json(optional)]
    pub before: Option<Thing>,
    /// After.
    #[json(optional)]
    pub after: Option<Thing>,
}

/// Refusal: the place in the edit or the draft, and what was found there, with what is allowed. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
pub struct Refusal {
    /// Member that is refused.
    pub place: &'static str,
    /// Reason.
    pub why: Why,
}

/// Edit, or part of one, that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
pub struct Misfit {
    /// Position of the edit in the draft, from 0.
    pub edit: usize,
    /// Thing that stays as it is; none if it is the whole edit.
    pub id: Option<Id>,
    /// Reason.
    pub refusal: Refusal,
}

/// Reason for a refusal.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
#[allow(missing_docs)] // the fields are what was found, and what is allowed
pub enum Why {
    /// There is no such thing.
    Unknown { found: Id },
    /// The id of a new thing was not given out by the draft, or is in use.
    NotNew { found: Id },
    /// A new thing lacks a field.
    Missing,
    /// A number is too small or too great.
    OutOfRange { found: i64, least: i64, most: i64 },
    /// The date lies before the first of the term.
    BeforeTerm { found: Place, first: crate::Date },
    /// A span ends before it begins.
    Backwards,
    /// The rule has content that is not about what it is about.
    NotAbout { found: Id },
    /// The target lies in the past.
    Past { found: Place, now: Moment },
    /// Others stand there.
    Occupied { found: Place, by: Vec<Id> },
    /// An item in the way is pinned, or stays, by this rule; by the page's lock if none is named.
    Held { found: ItemId, rule: Option<RuleId> },
    /// The item is done.
    Done { found: ItemId },
    /// The item has no place, or several.
    NoPlace { found: ItemId },
    /// The event is not at this place; it is at these.
    NotThere { found: Place, places: Vec<Place> },
    /// Items of different lengths cannot be swapped.
    Lengths { found: usize, other: usize },
    /// Items of different groups have no order.
    OtherGroup { found: ItemId },
    /// The thing is named twice.
    Twice { found: Id },
    /// The thing has changed since.
    ChangedSince { found: Id },
    /// The calendar has changed since the draft was begun: it must be rebased.
    Stale { found: u64, revision: u64 },
    /// The card has no such line.
    NoLine { found: Id },
    /// The line is accepted without these, which it needs.
    Needs { found: Id, needs: Vec<Id> },
}

impl Refusal {
    pub(super) fn new(place: &'static str, why: Why) -> Self {
        Refusal { place, why }
    }
}
