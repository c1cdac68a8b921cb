//! Which tools are visible: domains and packs (2.2), and the two tools that open and close them (5.8, 5.9).

use super::spec::{Domain, Pack, ToolSpec};
use super::{Action, Answer, Args, Failure, Outcome, TOOLS};
use stepgate_engine::Lang;
use stepgate_json::{names, object, read, value, FromJson};

/// Whether the model must open tools before it sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Only what is open is visible.
    #[default]
    Dynamic,
    /// All tools are visible.
    All,
}

names!(Visibility { Dynamic "dynamic", All "all" });

/// The tools that are visible while a plan is only being improved.
const IMPROVING: [&str; 5] = ["analyze_health", "context_tools_add", "context_tools_remove", "move", "swap"];

/// The packs of the schedule that are opened where none are named.
const DEFAULT_PACKS: [Pack; 2] = [Pack::Mutation, Pack::Analyze];

/// The domain and packs that are open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Active {
    /// The domain.
    pub domain: Option<Domain>,
    /// Its packs, but for the core, which is open with it.
    pub packs: Vec<Pack>,
}

object!(Active {} optional { domain, packs });

/// What is to be opened or closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContextAction {
    /// Open a domain with these packs.
    Activate {
        /// The domain.
        domain: Domain,
        /// The packs, without the core.
        packs: Vec<Pack>,
        /// Keep what is open of the same domain.
        merge: bool,
    },
    /// Close everything.
    ClearAll,
    /// Close a domain.
    Deactivate {
        /// The domain.
        domain: Domain,
    },
    /// Close packs of a domain.
    DeactivatePacks {
        /// The domain.
        domain: Domain,
        /// The packs.
        packs: Vec<Pack>,
    },
}

impl Active {
    /// Opens or closes.
    pub fn apply(&mut self, action: &ContextAction) {
        match action {
            ContextAction::ClearAll => *self = Active::default(),
            ContextAction::Activate { domain, packs, merge } => {
                if !merge || self.domain != Some(*domain) {
                    *self = Active { domain: Some(*domain), packs: Vec::new() };
                }
                for pack in packs {
                    if !self.packs.contains(pack) {
                        self.packs.push(*pack);
                    }
                }
            }
            ContextAction::Deactivate { domain } if self.domain == Some(*domain) => *self = Active::default(),
            ContextAction::DeactivatePacks { domain, packs } if self.domain == Some(*domain) => {
                self.packs.retain(|pack| !packs.contains(pack));
                if self.packs.is_empty() {
                    *self = Active::default();
                }
            }
            ContextAction::Deactivate { .. } | ContextAction::DeactivatePacks { .. } => {}
        }
    }

    /// Whether a tool is open. `improving`: a plan is only being improved.
    pub fn shows(&self, tool: &ToolSpec, visibility: Visibility, improving: bool) -> bool {
        if tool.is_disabled() || (improving && !IMPROVING.contains(&tool.name)) {
            return false;
        }
        let open = tool.domain.is_none()
            || (self.domain == tool.domain && (tool.pack == Pack::Core || self.packs.contains(&tool.pack)));
        open || visibility == Visibility::All
    }

    /// The tools that are open, in the order of [`TOOLS`].
    pub fn visible(&self, visibility: Visibility, improving: bool) -> impl Iterator<Item = &'static ToolSpec> + '_ {
        TOOLS.iter().filter(move |tool| self.shows(tool, visibility, improving))
    }
}

impl ContextAction {
    /// What opens these packs; the core needs no opening. `None`: there is no such domain or pack.
    pub fn open(domain: &str, packs: &[&str]) -> Option<ContextAction> {
        let domain = named::<Domain>(domain)?;
        let packs: Option<Vec<Pack>> = packs.iter().map(|pack| pack_of(domain, pack)).collect();
        let mut packs = packs?;
        packs.retain(|pack| *pack != Pack::Core);
        Some(ContextAction::Activate { domain, packs: or_default(domain, packs), merge: false })
    }

    /// What opens `tool`; `None` if it is always open.
    pub fn opens(tool: &ToolSpec) -> Option<ContextAction> {
        let packs = if tool.pack == Pack::Core { Vec::new() } else { vec![tool.pack] };
        Some(ContextAction::Activate { domain: tool.domain?, packs, merge: true })
    }
}

fn or_default(domain: Domain, packs: Vec<Pack>) -> Vec<Pack> {
    if packs.is_empty() && domain == Domain::Schedule {
        DEFAULT_PACKS.to_vec()
    } else {
        packs
    }
}

fn named<T: FromJson>(name: &str) -> Option<T> {
    read(&name.trim().to_ascii_lowercase().into()).ok()
}

/// A pack of this domain by its name.
fn pack_of(domain: Domain, name: &str) -> Option<Pack> {
    named::<Pack>(name).filter(|pack| *pack == Pack::Core || domain == Domain::Schedule)
}

/// `context_tools_add`.
pub(super) fn add(args: &Args<'_>, _: Lang) -> Answer {
    let domain = domain(args)?;
    let merge = match args.word("mode")? {
        None | Some("replace") => false,
        Some("merge") => true,
        Some(_) => return Err(rejected(args, "invalid_mode", "mode", "replace | merge")),
    };
    let packs = or_default(domain, packs(args, domain)?);
    let answer = value! {
        "tool": args.tool.name, "success": true, "action": "activate", "domain": domain, "packs": packs,
        "mode": if merge { "merge" } else { "replace" },
    };
    Ok(acting(&answer, ContextAction::Activate { domain, packs, merge }))
}

/// `context_tools_remove`.
pub(super) fn remove(args: &Args<'_>, _: Lang) -> Answer {
    if args.flag("all")? == Some(true) || args.word("domain")? == Some("all") {
        let answer = value! { "tool": args.tool.name, "success": true, "action": "clear_all" };
        return Ok(acting(&answer, ContextAction::ClearAll));
    }
    let domain = domain(args)?;
    let packs = packs(args, domain)?;
    if packs.is_empty() {
        let answer = value! { "tool": args.tool.name, "success": true, "action": "deactivate", "domain": domain };
        return Ok(acting(&answer, ContextAction::Deactivate { domain }));
    }
    let answer = value! {
        "tool": args.tool.name, "success": true, "action": "deactivate_packs", "domain": domain, "packs": packs,
    };
    Ok(acting(&answer, ContextAction::DeactivatePacks { domain, packs }))
}

fn acting(answer: &serde_json::Value, action: ContextAction) -> Outcome {
    Outcome { action: Some(Box::new(Action::Context(action))), ..Outcome::answer(answer) }
}

fn domain(args: &Args<'_>) -> Result<Domain, Box<Failure>> {
    let named = args.word("domain")?.and_then(named::<Domain>);
    named.ok_or_else(|| rejected(args, "invalid_domain", "domain", "schedule | taskclass"))
}

/// The packs that are named; the core cannot be.
fn packs(args: &Args<'_>, domain: Domain) -> Result<Vec<Pack>, Box<Failure>> {
    let given = args.words("packs")?;
    if domain == Domain::TaskClass && !given.is_empty() {
        return Err(rejected(args, "unsupported_packs_for_domain", "packs", "[]"));
    }
    let mut packs = Vec::new();
    for name in given {
        match pack_of(domain, name) {
            Some(Pack::Core) => return Err(rejected(args, "fixed_pack_forbidden", "packs", OPTIONAL_PACKS)),
            Some(pack) if packs.contains(&pack) => {}
            Some(pack) => packs.push(pack),
            None => return Err(rejected(args, "invalid_pack", "packs", OPTIONAL_PACKS)),
        }
    }
    Ok(packs)
}

const OPTIONAL_PACKS: &str = "analyze | detail_read | mutation | queue | deep_analyze | web";

fn rejected(args: &Args<'_>, code: &'static str, name: &str, allowed: &str) -> Box<Failure> {
    let mut failure = args.invalid(name, allowed);
    failure.code = code;
    failure
}
