//! The beginning of a fresh session.

use crate::session::any::AnySession;
use crate::trace::Line;
use crate::vocabulary::opening::Opening;
use stepgate_json as json;
use stepgate_reply::Error;

impl AnySession {
    /// Begins a fresh session.
    pub fn begin(&mut self, opening: Opening) -> Result<(), Error> {
        self.actor.open(&opening)?;
        self.clock.start(opening.at_ms);
        let scene = self.scene_mut();
        scene.set_lang(opening.lang.clone());
        scene.identify(opening.seed, opening.nonce.clone(), opening.at_ms);
        if !opening.input.is_null() {
            let rev = self.scene().revision() + 1;
            self.archive.keep_input(json::to_text(&opening.input), rev);
        }
        let step = self.actor.start();
        self.go(step);
        self.accept();
        let rev = self.scene().revision();
        self.trace.push(rev, Line::opened(opening), None);
        self.trace_verdicts();
        Ok(())
    }
}
