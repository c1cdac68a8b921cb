//! Rollback to a point within an event.

use std::any::Any;

use crate::actor::Actor;
use crate::scene::SceneMark;

/// A point to roll back to.
pub(super) struct Mark {
    memory: Box<dyn Any>,
    scene: SceneMark,
}

impl Mark {
    pub(super) fn of(actor: &dyn Actor) -> Self {
        Mark { memory: actor.copy_memory(), scene: actor.scene().mark() }
    }

    pub(super) fn roll_back(self, actor: &mut dyn Actor) {
        actor.put_back(self.memory);
        actor.scene_mut().roll_back(&self.scene);
    }
}
