//! Present plan as the optimiser sees it, for the tools that explain and judge it.

use super::desk::Look;
use super::outcome::Failure;
use super::page::Page;
use super::words;
use stepgate_optimise::{score, Instance, Place, Placement};
use stepgate_timetable::arrange::{Arranging, Occasions, Preferences, Request, Scope, Stability};
use stepgate_timetable::{Slot, TaskId};

/// Present plan as the optimiser sees it.
pub(super) struct Plan<'a> {
    pub(super) look: &'a Look<'a>,
    pub(super) arranging: Arranging,
    pub(super) instance: Instance,
}

impl<'a> Plan<'a> {
    /// Plan in which the tasks of a scope may move.
    pub(super) fn new(look: &'a Look<'a>, scope: Scope, stability: Stability) -> Result<Self, Box<Failure>> {
        Plan::of(look, arranging(look, scope, stability))
    }

    /// Plan in which all tasks may move at no cost, but those that break a rule. The orders that the calendar breaks already do not count.
    pub(super) fn as_it_stands(look: &'a Look<'a>) -> Result<Self, Box<Failure>> {
        let mut arranging = arranging(look, Scope::default(), Stability::Revise);
        arranging.draft.move_base = Stability::Fresh.move_base();
        let mut plan = Plan::of(look, arranging)?;
        if let Err(broken) = score(&plan.instance, &plan.present()) {
            for (index, item) in plan.arranging.draft.items.iter_mut().enumerate() {
                item.fixed |= broken.iter().any(|broken| broken.item == index);
            }
            plan = Plan::of(look, plan.arranging)?;
        }
        Ok(plan)
    }

    fn of(look: &'a Look<'a>, arranging: Arranging) -> Result<Self, Box<Failure>> {
        let instance = Instance::new(arranging.draft.clone());
        let instance = instance.map_err(|invalid| Failure::new("not_explained", invalid.to_string()))?;
        Ok(Plan { look, arranging, instance })
    }

    pub(super) fn present(&self) -> Placement {
        self.arranging.present()
    }

    pub(super) fn slot(&self, item: usize, place: Place) -> Option<Slot> {
        self.arranging.slot(self.look.timetable, item, place)
    }

    /// Task of an item; 0 for none.
    pub(super) fn task(&self, item: usize) -> TaskId {
        self.arranging.task(item)
    }

    pub(super) fn page(&self) -> Page<'a> {
        Page::new(self.look.lang, self.look.timetable).at(&self.look.settings.times)
    }

    /// Failure of an explanation while the present plan breaks a wish or a rule.
    pub(super) fn broken(&self) -> Box<Failure> {
        Failure::new("plan_broken", words::WHY_BROKEN.in_lang(self.look.lang))
    }
}

fn arranging(look: &Look<'_>, scope: Scope, stability: Stability) -> Arranging {
    let settings = look.settings;
    let request = Request {
        scope,
        held: settings.held.clone(),
        wishes: settings.wishes.clone(),
        stability,
        most_moved: None,
        any_order: !settings.rules.order,
        term: settings.times.term,
        now: settings.rules.open,
        clock: settings.times.clock.clone(),
        preferences: Preferences::default(),
        occasions: Occasions::default(),
    };
    Arranging::new(look.timetable, &request)
}
