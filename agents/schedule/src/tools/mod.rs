//! Tools of the schedule agent (spec-tools.md 2, 4 and 5).
//!
//! [`TOOLS`] lists them. [`run`] runs a tool on a [`Desk`]; [`dry`] rehearses a write. Arguments go in and texts come out; a failed call
//! changes nothing.

mod arg;
mod args;
mod arrange;
mod asked;
mod call;
mod class;
pub(crate) mod dates;
mod desk;
mod filter;
mod free;
mod health;
mod kept_out;
mod list;
mod neighbours;
mod outcome;
mod overview;
mod page;
mod plan;
mod range;
mod refused;
mod resolve;
mod spec;
mod table;
mod tasks;
mod terms;
mod times;
mod web;
mod why;
mod wish;
mod words;
mod write;

use stepgate_engine::{Call, Lang, Offer};
use stepgate_timetable::{Change, Command, Rules, Timetable};

pub use arg::{Arg, Edge, Form, Kind};
pub use asked::Asked;
pub use class::{
    items_added, items_changed, limits_after, members_changed, new_items, newly_excluded, others_change, outgrown,
    rounded, shortest, unused, upserted_id, ItemsChanged, MemberChange, OthersChange,
};
pub use desk::{Desk, Proposed, ProposedWish, Settings};
pub use kept_out::{class_limits, KeptOut};
pub use outcome::{Action, Effect, Failure, Outcome, Rehearsed};
pub(crate) use page::{fill_in, Put};
pub use refused::refusal;
pub use spec::{describe_opening, ToolSpec};
pub use table::{tool, ANALYZE, TASK_CLASS, TOOLS, WEB};
pub use terms::{changes, Changed};
pub use times::{Missed, Times};
pub use wish::{rule_in_words, wish_in_words};
pub(crate) use words::value as value_in_words;
pub use write::preview;
pub(crate) use write::{is_excluded, is_moved};

/// Descriptions of the tools that a round offers.
pub fn offered(offer: &Offer) -> impl Iterator<Item = &'static ToolSpec> + '_ {
    offer.tools().iter().filter_map(|name| tool(name))
}

/// Runs the tool that the call names.
///
/// It does not check packs, approval or the agent's gates. Work that only the agent or its host can do comes back as the outcome's
/// action.
pub fn run(call: &Call, desk: &mut Desk, settings: &Settings) -> Outcome {
    match tool(call.name) {
        Some(tool) => tool.call(call, desk, settings),
        None => refused::unknown_tool(call.name, call.lang).into(),
    }
}

/// Change that a command would make.
///
/// # Errors
/// The failure that the command would have.
pub fn check(
    timetable: Option<&Timetable>,
    rules: &Rules,
    command: &Command,
    lang: Lang,
) -> Result<Change, Box<Failure>> {
    let timetable = timetable.ok_or_else(|| refused::no_timetable(lang))?;
    timetable.check(command, rules).map_err(|refused| refused::failure(timetable, &refused, lang))
}

/// Carries out a command.
///
/// # Errors
/// The failure; nothing has changed.
pub fn change(
    timetable: Option<&mut Timetable>,
    rules: &Rules,
    command: &Command,
    lang: Lang,
) -> Result<Change, Box<Failure>> {
    let timetable = timetable.ok_or_else(|| refused::no_timetable(lang))?;
    timetable.change(command, rules).map_err(|refused| refused::failure(timetable, &refused, lang))
}

/// Rehearses a call of a write tool, for the card that the user confirms.
///
/// # Errors
/// The failure that the call would have.
pub fn dry(call: &Call, desk: &Desk, settings: &Settings) -> Result<Rehearsed, Box<Failure>> {
    tool(call.name).ok_or_else(|| refused::unknown_tool(call.name, call.lang))?.rehearse(call, desk, settings)
}
