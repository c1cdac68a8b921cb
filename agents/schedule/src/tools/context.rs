//! Visibility of tools by domain and pack (spec-tools.md 2.2), and the tools that open and close them (spec-tools.md 5.8 and 5.9).

use super::spec::{Domain, Pack, ToolSpec};
use super::{Action, Answer, Args, Failure, Outcome, TOOLS};
use stepgate_engine::Lang;
use stepgate_json::{names, object, read, value, FromJson};

/// Whether the model must open tools before it sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Only open tools are visible.
    #[default]
    Dynamic,
    /// All tools are visible.
    All,
}

names!(Visibility { Dynamic "dynamic", All "all" });

/// Tools that are visible while a run only improves the timetable.
const IMPROVING: [&str; 5] = ["analyze_health", "context_tools_add", "context_tools_remove", "move", "swap"];

/// Packs of the schedule domain that open if the call names none.
const DEFAULT_PACKS: [Pack; 2] = [Pack::Mutation, Pack::Analyze];

/// Open domain and packs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Active {
    /// Open domain; none if all are closed.
    pub domain: Option<Domain>,
    /// Open packs. The core pack is always open with its domain and not listed.
    pub packs: Vec<Pack>,
}

object!(Active {} optional { domain, packs });

/// Opening or closing of tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContextAction {
    /// Opens a domain with packs.
    Activate {
        /// Domain to open.
        domain: Domain,
        /// Packs to open, without the core.
        packs: Vec<Pack>,
        /// Whether open packs of the same domain stay open.
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
    /// Opens or closes tools.
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

    /// Whether a tool is visible. `improving`: the run only improves the timetable.
    pub fn shows(&self, tool: &ToolSpec, visibility: Visibility, improving: bool) -> bool {
        if tool.is_disabled() || (improving && !IMPROVING.contains(&tool.name)) {
            return false;
        }
        let open = tool.domain.is_none()
            || (self.domain == tool.domain && (tool.pack == Pack::Core || self.packs.contains(&tool.pack)));
        open || visibility == Visibility::All
    }

    /// Visible tools, in the order of [`TOOLS`].
    pub fn visible(&self, visibility: Visibility, improving: bool) -> impl Iterator<Item = &'static ToolSpec> + '_ {
        TOOLS.iter().filter(move |tool| self.shows(tool, visibility, improving))
    }
}

impl ContextAction {
    /// Action that opens a domain with packs, or with the default packs if none are named. `None`: the domain or a pack does not exist.
    pub fn open(domain: &str, packs: &[&str]) -> Option<ContextAction> {
        let domain = named::<Domain>(domain)?;
        let packs: Option<Vec<Pack>> = packs.iter().map(|pack| pack_of(domain, pack)).collect();
        let mut packs = packs?;
        packs.retain(|pack| *pack != Pack::Core);
        Some(ContextAction::Activate { domain, packs: or_default(domain, packs), merge: false })
    }

    /// Action that opens `tool`; `None` if it is always open.
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

/// Pack of this domain by its name.
fn pack_of(domain: Domain, name: &str) -> Option<Pack> {
    named::<Pack>(name).filter(|pack| *pack == Pack::Core || domain == Domain::Schedule)
}

/// `context_tools_add` (spec-tools.md 5.8).
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

/// `context_tools_remove` (spec-tools.md 5.9).
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

/// Packs that the call names. Naming the core is a failure.
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
