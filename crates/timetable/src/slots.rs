//! Places of a task.

use std::ops::Deref;
use std::rc::Rc;

use super::vocabulary::Slot;

/// Places of a task. Most tasks have one place or none; these need no memory of their own, which makes copies cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slots(Places);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Places {
    #[default]
    None,
    One(Slot),
    Many(Rc<[Slot]>),
}

impl Slots {
    /// Whether there is no place.
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Places::None)
    }

    /// Sorts the places by day and start.
    pub fn sort(&mut self) {
        if let Places::Many(slots) = &self.0 {
            let mut sorted = slots.to_vec();
            sorted.sort();
            *self = sorted.into();
        }
    }
}

impl Deref for Slots {
    type Target = [Slot];

    #[inline(always)]
    fn deref(&self) -> &[Slot] {
        match &self.0 {
            Places::None => &[],
            Places::One(slot) => std::slice::from_ref(slot),
            Places::Many(slots) => slots,
        }
    }
}

impl<'a> IntoIterator for &'a Slots {
    type Item = &'a Slot;
    type IntoIter = std::slice::Iter<'a, Slot>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl From<Slot> for Slots {
    fn from(slot: Slot) -> Self {
        Slots(Places::One(slot))
    }
}

impl From<Vec<Slot>> for Slots {
    fn from(slots: Vec<Slot>) -> Self {
        Slots(match *slots {
            [] => Places::None,
            [slot] => Places::One(slot),
            _ => Places::Many(slots.into()),
        })
    }
}

impl FromIterator<Slot> for Slots {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        slots.into_iter().collect::<Vec<Slot>>().into()
    }
}
