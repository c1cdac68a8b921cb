//! Ids for what a session makes.

use super::resume::Resume;
use stepgate_json::object;

/// Ids for new sections and items. They carry the seed of the session, so that an exported document can come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ids {
    seed: u64,
    last: u64,
}

object!(Ids { seed, last });

impl Ids {
    /// Ids of the session with this seed. Seed 0 is left out of them.
    pub fn new(seed: u64) -> Ids {
        Ids { seed, last: 0 }
    }

    /// The next id that `resume` does not hold.
    pub(super) fn next(&mut self, resume: &Resume) -> String {
        loop {
            self.last += 1;
            let id = match self.seed {
                0 => format!("new-{}", self.last),
                seed => format!("new-{seed:x}-{}", self.last),
            };
            if resume.ids().all(|taken| taken != id) {
                return id;
            }
        }
    }
}
