//! The tools that open and close other tools (spec-tools.md 5.8 and 5.9).

use super::args::Args;
use super::context::{named, or_default, pack_of, ContextAction};
use super::domain::{Domain, Pack};
use super::outcome::{Action, Answer, Failure, Outcome};
use super::words;
use stepgate_engine::Lang;
use stepgate_json::value;

/// `context_tools_add` (spec-tools.md 5.8).
pub(super) fn add(args: &Args<'_>, _: Lang) -> Answer {
    let domain = domain(args)?;
    let merge = args.word("mode") != Some("replace");
    let packs = or_default(domain, packs(args, domain)?);
    let answer = value! {
        "tool": args.tool, "success": true, "action": "activate", "domain": domain, "packs": packs,
        "mode": if merge { "merge" } else { "replace" },
    };
    Ok(acting(&answer, ContextAction::Activate { domain, packs, merge }))
}

/// `context_tools_remove` (spec-tools.md 5.9).
pub(super) fn remove(args: &Args<'_>, _: Lang) -> Answer {
    if args.flag("all") == Some(true) || args.word("domain") == Some("all") {
        let answer = value! { "tool": args.tool, "success": true, "action": "clear_all" };
        return Ok(acting(&answer, ContextAction::ClearAll));
    }
    let domain = domain(args)?;
    let packs = packs(args, domain)?;
    if packs.is_empty() {
        let answer = value! { "tool": args.tool, "success": true, "action": "deactivate", "domain": domain };
        return Ok(acting(&answer, ContextAction::Deactivate { domain }));
    }
    let answer = value! {
        "tool": args.tool, "success": true, "action": "deactivate_packs", "domain": domain, "packs": packs,
    };
    Ok(acting(&answer, ContextAction::DeactivatePacks { domain, packs }))
}

/// Answer of a call that finds everything as it asks for.
pub fn as_it_is(tool: &str, lang: Lang) -> String {
    let message = if tool == "context_tools_add" { &words::ALREADY_OPEN } else { &words::ALREADY_CLOSED };
    stepgate_json::to_text(&value! {
        "tool": tool, "success": true, "action": "none", "message": message.in_lang(lang),
    })
}

fn acting(answer: &serde_json::Value, action: ContextAction) -> Outcome {
    Outcome { action: Some(Box::new(Action::Context(action))), ..Outcome::answer(answer) }
}

fn domain(args: &Args<'_>) -> Result<Domain, Box<Failure>> {
    let named = args.word("domain").and_then(named::<Domain>);
    named.ok_or_else(|| args.missing("domain"))
}

/// Packs that the call names. Naming the core is a failure.
fn packs(args: &Args<'_>, domain: Domain) -> Result<Vec<Pack>, Box<Failure>> {
    let given = args.words("packs");
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

const OPTIONAL_PACKS: &str = "analyze | detail_read | mutation | web";

fn rejected(args: &Args<'_>, code: &'static str, name: &str, allowed: &str) -> Box<Failure> {
    let mut failure = args.invalid(name, allowed);
    failure.code = code;
    failure
}
