//! Packs of tools: the tools of a round, and what the prompt and the contract say of them (spec-tools.md 2.2).

use serde_json::Value;

use super::config::Visibility;
use super::decision::{self, with_aliases};
use super::legal;
use super::memory::Memory;
use super::names::PACK_TOOLS;
use super::schedule::Schedule;
use super::tools::{self, ToolSpec, ANALYZE, TASK_CLASS, TOOLS, WEB};
use stepgate_engine::schema::Schema;
use stepgate_engine::{text, Offer, PackLimits, PackTool, State, Text, Tool};

/// Limits that no list of tools exceeds.
const UNLIMITED: PackLimits = PackLimits { tools: usize::MAX, characters: usize::MAX };

/// Tools of a round, those in closed packs left out.
pub(super) fn offer(state: &State<Schedule>, tools: &[Tool<Memory>]) -> Offer {
    let limits = match state.memory.config.tool_visibility {
        Visibility::Dynamic => PackLimits::default(),
        Visibility::All => UNLIMITED,
    };
    let useful = tools.iter().filter(|tool| state.memory.has_use_for(&tool.name));
    state.offer(useful, |pack| about(pack).in_lang(state.lang()), limits)
}

/// Words of the prompt about a closed pack.
fn about(pack: &str) -> Text {
    match pack {
        ANALYZE => text("检查整张课表，找出问题", "checks the whole timetable and finds its faults"),
        WEB => text("在网上查一般学习资料", "looks up general study material on the web"),
        TASK_CLASS => text("新建或修改任务组", "creates or changes task classes"),
        _ => text("", ""),
    }
}

/// Descriptions of the tools that could do something now, those in closed packs, too.
pub(super) fn useful(memory: &Memory) -> impl Iterator<Item = &'static ToolSpec> + '_ {
    TOOLS.iter().filter(|tool| memory.has_use_for(tool.name))
}

/// The contract of a round's reply. It takes the tools of closed packs, too: the engine opens the pack of a tool that is called.
pub(super) fn contract(offer: &Offer, state: &State<Schedule>) -> Schema {
    if offer.packs().is_empty() {
        return calls(tools::offered(offer), Vec::new(), state, true);
    }
    let opening = [PACK_TOOLS.open, PACK_TOOLS.close].map(|name| call(name, Schema::list(Schema::string())));
    calls(useful(&state.memory), opening.into(), state, true)
}

/// The contract as the model is told it, if that is less.
pub(super) fn told(offer: &Offer, state: &State<Schedule>) -> Option<Schema> {
    if offer.packs().is_empty() {
        return None;
    }
    let named = |tool: PackTool| call(tool.name, Schema::list(Schema::values(tool.packs.into_iter().map(Value::from))));
    let opening = offer.own(state.lang()).into_iter().map(named);
    Some(calls(tools::offered(offer), opening.collect(), state, !state.memory.run.plan.is_empty()))
}

fn calls(
    tools: impl Iterator<Item = &'static ToolSpec>,
    opening: Vec<Schema>,
    state: &State<Schedule>,
    ends_steps: bool,
) -> Schema {
    decision::contract(legal::calls(tools, opening, &state.memory, state.now()), ends_steps)
}

/// A call that opens or closes some of these packs.
fn call(name: &str, packs: Schema) -> Schema {
    let args = Schema::object().field("packs", packs.min_length(1));
    with_aliases(Schema::object().field("name", Schema::one_of(&[name])).field("arguments", args))
}
