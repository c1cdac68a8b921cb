//! Rollback to a point within an event.

use std::any::Any;

use crate::actor::Actor;
use crate::scene::Scene;
use stepgate_reply::Lang;

/// A point to roll back to.
pub(crate) struct Mark {
    memory: Box<dyn Any>,
    thread: u32,
    lang: Lang,
    entries: u32,
}

impl Mark {
    pub(crate) fn of(actor: &dyn Actor) -> Self {
        let Scene { thread, lang, transcript, .. } = actor.scene();
        Mark { memory: actor.copy_memory(), thread: *thread, lang: *lang, entries: transcript.len() }
    }

    pub(crate) fn roll_back(self, actor: &mut dyn Actor) {
        actor.put_back(self.memory);
        let scene = actor.scene_mut();
        scene.thread = self.thread;
        scene.lang = self.lang;
        scene.transcript.truncate(self.entries);
        scene.pending = None;
        scene.failed = None;
    }
}
