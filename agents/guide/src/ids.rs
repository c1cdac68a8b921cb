//! Ids for new sections and items.

use super::resume::Resume;
use stepgate_json::Json;

/// Source of ids for new sections and items. An id contains the session's seed, so that ids of different sessions do not collide
/// when an exported document is opened again.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Ids {
    seed: u64,
    last: u64,
}

impl Ids {
    /// Creates the source for a session with this seed. Ids of seed 0 leave the seed out.
    pub fn new(seed: u64) -> Ids {
        Ids { seed, last: 0 }
    }

    /// The next id that is not used in `resume`.
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
