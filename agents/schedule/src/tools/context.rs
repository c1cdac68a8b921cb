//! Open tools by domain and pack (spec-tools.md 2.2), and the actions that open and close them.

use super::domain::{Domain, Pack};
use stepgate_json::{read, FromJson, Json};

/// Packs of the schedule domain that open if the call names none.
const DEFAULT_PACKS: [Pack; 2] = [Pack::Mutation, Pack::Analyze];

/// Open domain and packs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub struct Active {
    /// Domain that was opened last; none if all are closed.
    pub domain: Option<Domain>,
    /// Open packs. The core pack is always open with its domain and not listed.
    pub packs: Vec<Pack>,
    /// Domain that is open besides; none if there is only one.
    pub also: Option<Domain>,
}

/// Opening or closing of tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContextAction {
    /// Opens a domain with packs.
    Activate {
        /// Domain to open.
        domain: Domain,
        /// Packs to open, without the core.
        packs: Vec<Pack>,
        /// Whether what is open stays open.
        merge: bool,
    },
    /// Closes everything.
    ClearAll,
    /// Closes a domain.
    Deactivate {
        /// Domain to close.
        domain: Domain,
    },
    /// Closes packs of a domain.
    DeactivatePacks {
        /// Domain of the packs.
        domain: Domain,
        /// Packs to close.
        packs: Vec<Pack>,
    },
}

impl Active {
    /// Tools that are open when a request begins: those that read and change the timetable.
    pub fn usual() -> Active {
        Active { domain: Some(Domain::Schedule), packs: vec![Pack::Mutation, Pack::DetailRead], also: None }
    }

    /// Whether a domain is open.
    pub fn has(&self, domain: Domain) -> bool {
        [self.domain, self.also].contains(&Some(domain))
    }

    /// Whether an action opens or closes anything.
    pub fn changes_by(&self, action: &ContextAction) -> bool {
        let mut after = self.clone();
        after.apply(action);
        after != *self
    }

    /// Opens or closes tools.
    pub fn apply(&mut self, action: &ContextAction) {
        match action {
            ContextAction::ClearAll => *self = Active::default(),
            ContextAction::Activate { domain, packs, merge } => {
                match merge {
                    false => *self = Active { domain: Some(*domain), ..Active::default() },
                    true if self.has(*domain) => {}
                    true => self.also = self.domain.replace(*domain),
                }
                for pack in packs {
                    if !self.packs.contains(pack) {
                        self.packs.push(*pack);
                    }
                }
            }
            ContextAction::Deactivate { domain } => self.close(*domain),
            ContextAction::DeactivatePacks { domain, packs } if self.has(*domain) => {
                self.packs.retain(|pack| !packs.contains(pack));
                if self.packs.is_empty() {
                    self.close(*domain);
                }
            }
            ContextAction::DeactivatePacks { .. } => {}
        }
    }

    /// Closes a domain; the other one stays open. Only the schedule has packs.
    fn close(&mut self, domain: Domain) {
        if domain == Domain::Schedule {
            self.packs.clear();
        }
        if self.domain == Some(domain) {
            self.domain = self.also.take();
        } else if self.also == Some(domain) {
            self.also = None;
        }
    }
}

/// These packs, or the default ones of the domain.
pub(super) fn or_default(domain: Domain, packs: Vec<Pack>) -> Vec<Pack> {
    if packs.is_empty() && domain == Domain::Schedule {
        DEFAULT_PACKS.to_vec()
    } else {
        packs
    }
}

/// Domain or pack with this name.
pub(super) fn named<T: FromJson>(name: &str) -> Option<T> {
    read(&name.trim().to_ascii_lowercase().into()).ok()
}

/// Pack of this domain by its name.
pub(super) fn pack_of(domain: Domain, name: &str) -> Option<Pack> {
    let pack = named::<Pack>(name)?;
    (pack == Pack::Core || domain == Domain::Schedule).then_some(pack)
}
