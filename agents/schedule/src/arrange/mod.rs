//! Arranging: the model says what may move and what the user wishes, the optimiser searches, and the user approves one card
//! (spec.md 4.3).
//!
//! ```text
//! arrange (model) ─► find_placement (host, in a worker) ─► check and score ─► card of apply_plan ─► saved
//!                                                              └────► nothing better: told to the model
//! ```
//!
//! The optimiser's answer is a proposal like the model's: it is checked and scored again here. A page without the host tool gets a plan
//! from a short search in the session.

pub(super) mod adjust;
mod ask;
mod found;
pub mod job;
mod moves;
mod plan;
pub(super) mod report;
pub(super) mod wishes;

use serde_json::Value;

use stepgate_engine::{Lang, State, Step, ToolCall, ToolError};
use stepgate_json::{read, to_text, value};
use stepgate_optimise::{keeps_most_moved, last_left_out, score, Draft, Instance, Placement, Replay, Score, Search};
use stepgate_timetable::arrange::{Arranging, Stability, Wish};
use stepgate_timetable::Timetable;

use found::Found;
use job::{Job, Proposal};
pub(super) use plan::{rehearse, schema, write};

use crate::hash::sha256;
use crate::memory::{Memory, Phase};
use crate::names::{APPLY_PLAN, FIND_PLACEMENT};
use crate::run::Errand;
use crate::schedule::{status, Schedule};
use crate::stage::Stage;
use crate::tools::Asked;
use crate::writing::Write;
use crate::{rounds, words};

/// Time that the host's optimiser may take.
const MILLISECONDS: u32 = 1_000;
/// Iterations of a search in the session.
const ITERATIONS: u64 = 20_000;

/// Starts the search that a call asks for.
pub(super) fn begin(state: &mut State<Schedule>, asked: Asked) -> Step<Stage> {
    let at_ms = state.now();
    let memory = &mut state.memory;
    // The model has acted on the notes about a saved class: they go.
    memory.run.class_notes = Vec::new();
    let (job, scope) = ask::job(memory, asked, at_ms);
    // A plan that adds to another one has room made for what the other one leaves out.
    if job.earlier.is_null() {
        memory.run.scope = scope;
    }
    let Some(timetable) = timetable(memory, &job, at_ms) else { return rounds::next(state) };
    let arranging = Arranging::new(&timetable, &ask::request(&job, memory, at_ms));
    let args = value! { "draft": arranging.draft, "seed": seed(memory), "milliseconds": MILLISECONDS };
    memory.run.job = Some(job);
    memory.run.errand = Errand::Arrange;
    status(state, "arrange", "arranging");
    Step::Run(vec![ToolCall::new(FIND_PLACEMENT, args)], Stage::Execute)
}

/// Checks the optimiser's answer and shows the plan, or tells the model that there is no better one.
pub(super) fn found(state: &mut State<Schedule>, result: Result<Value, ToolError>) -> Step<Stage> {
    let (lang, at_ms) = (state.lang(), state.now());
    let memory = &mut state.memory;
    let Some(job) = memory.run.job.take() else { return rounds::next(state) };
    let Some(timetable) = timetable(memory, &job, at_ms) else { return rounds::next(state) };
    let arranging = Arranging::new(&timetable, &ask::request(&job, memory, at_ms));
    let instance = match Instance::new(arranging.draft.clone()) {
        Ok(instance) => instance,
        Err(invalid) => return told(state, &[words::sentence("not_arranged", lang), &invalid.to_string()].concat()),
    };
    let given = result.ok().and_then(|answer| read::<Placement>(answer.get("placement")?).ok());
    let Some((placement, after)) = checked(&instance, given, seed(memory), job.settles) else {
        return told(state, words::sentence("no_valid_plan", lang));
    };
    let widened = job.most_moved.and_then(|_| widened(&arranging, &placement, seed(memory)));
    let of = |placement| Found {
        job: &job,
        timetable: &timetable,
        arranging: &arranging,
        instance: &instance,
        placement,
        widened,
    };
    let before = score(&instance, &arranging.present());
    if let Some(text) = wishes::out_by_wish(&state.memory, &of(&placement), lang) {
        return told(state, &text);
    }
    let memory = &mut state.memory;
    let better = before.as_ref().map_or(true, |before| after.total() < before.total());
    if !better {
        let present = arranging.present();
        let found = of(&present);
        return unchanged(state, &found);
    }
    let steps = plan::grouped(&timetable, &job.with_earlier(arranging.steps(&timetable, &placement)));
    let scores = (before.ok(), after);
    let found = of(&placement);
    let report = report::of(memory, &found, &scores, lang);
    if steps.is_empty() {
        return told(state, &report.text());
    }
    memory.run.arranged = report::proposed(memory, at_ms, &steps, &report, lang);
    let moves = plan::arguments(&steps);
    let proposal = Proposal { moves, wishes: job.wishes, report, is_adjusted: false };
    let is_declined = was_declined(memory, &proposal);
    memory.run.proposal = Some(proposal);
    if is_declined {
        return told(state, words::sentence("declined_before", lang));
    }
    propose(state)
}

/// Puts the plan that was found on a card, or carries it out if the user wants no cards.
fn propose(state: &mut State<Schedule>) -> Step<Stage> {
    let memory = &mut state.memory;
    let Some(proposal) = &memory.run.proposal else { return rounds::next(state) };
    let arguments = proposal.moves.clone();
    memory.run.errand = Errand::Call;
    let asks = !memory.run.always_execute;
    let call = ToolCall::new(APPLY_PLAN, arguments).asking(asks);
    if asks {
        memory.phase = Phase::WaitingConfirm;
        status(state, "confirm", "tool_confirm");
    }
    Step::Run(vec![call], Stage::Execute)
}

/// Tells the model that the present plan stays, and keeps its wishes. Standing wishes that only a declined plan dropped go with the user's yes:
/// until then the change is open. What this call drops goes.
fn unchanged(state: &mut State<Schedule>, found: &Found<'_>) -> Step<Stage> {
    let lang = state.lang();
    if !found.job.earlier.is_null() {
        let nothing_added = report::nothing_added(&state.memory, found, lang);
        return propose_as_before(state, nothing_added);
    }
    let memory = &mut state.memory;
    let wishes = found.job.wishes.clone();
    let was_declined = memory.run.proposal.is_some();
    let stays = |wish: &Wish| !found.job.lifted.contains(wish);
    let needs_yes = was_declined && !memory.run.always_execute && memory.dropped(&wishes).any(stays);
    let text = report::unchanged(memory, found, needs_yes, lang);
    if !needs_yes && wishes::not_noted(memory, found).is_some() {
        memory.run.proposal = None;
    } else if needs_yes {
        memory.run.proposal = Some(Proposal { wishes, ..Proposal::default() });
    } else {
        noted(memory, wishes, lang);
        memory.run.proposal = None;
    }
    told(state, &text)
}

/// Shows the plan of the card before again, with the reason why nothing comes to it.
fn propose_as_before(state: &mut State<Schedule>, reason: String) -> Step<Stage> {
    let run = &mut state.memory.run;
    if let Some(proposal) = &mut run.proposal {
        proposal.report.notes.insert(0, reason.clone());
    }
    run.arranged = reason;
    propose(state)
}

/// Hash of a plan. The same places by other wishes are another plan.
fn mark(proposal: &Proposal) -> String {
    sha256(&[&to_text(&proposal.moves), &to_text(&value! { "wishes": proposal.wishes })])
}

/// Whether the user declined this plan, and has said nothing new since.
pub(super) fn was_declined(memory: &Memory, proposal: &Proposal) -> bool {
    memory.run.declined_plans.contains(&mark(proposal))
}

/// Remembers that the user declined the plan on the card. Words at a card are something new for the plans before it.
pub(super) fn declined(memory: &mut Memory) {
    let run = &mut memory.run;
    if !run.declined_words.is_empty() {
        run.declined_plans.clear();
    }
    run.declined_plans.extend(run.proposal.as_ref().map(mark));
}

/// Keeps wishes that change without a plan, as a write of their own for undo.
fn noted(memory: &mut Memory, wishes: Vec<Wish>, lang: Lang) {
    if wishes == memory.wishes {
        return;
    }
    // The user's words on a card are answered by this.
    memory.run.declined_words = String::new();
    let before = std::mem::replace(&mut memory.wishes, wishes);
    let after = memory.wishes.clone();
    let about = words::sentence("change_of_wishes", lang).to_owned();
    memory.remember(Write { about, wishes: Some((before, after)), ..Write::default() });
}

/// Keeps the wishes of a plan that was saved, and what happened for the closing words.
pub(super) fn applied(memory: &mut Memory, lang: Lang) {
    if let Some(proposal) = memory.run.proposal.take() {
        memory.run.declined_plans = Vec::new();
        let before = std::mem::replace(&mut memory.wishes, proposal.wishes);
        let after = memory.wishes.clone();
        let new: Vec<Wish> = after.iter().filter(|wish| !before.contains(wish)).cloned().collect();
        memory.board_mut().with_wishes(before, after);
        memory.run.arranged = report::result(&proposal.report, lang);
        // Tasks out of scope stay: the card said "left there" of them.
        memory.let_stand(&new);
    }
}

/// Tells the model the outcome of a search without a plan.
fn told(state: &mut State<Schedule>, text: &str) -> Step<Stage> {
    state.memory.run.arranged = text.to_owned();
    rounds::next(state)
}

fn timetable(memory: &Memory, job: &Job, at_ms: u64) -> Option<Timetable> {
    job.begins_with(memory.board.desk.timetable.as_ref()?, &memory.settings(at_ms).rules)
}

/// Seed of a search: a session searches differently each time, and the same way when it is replayed. JavaScript reads it exactly.
fn seed(memory: &Memory) -> u64 {
    (memory.seed ^ memory.writes.rotate_left(16)) & u64::from(u32::MAX)
}

/// How much more a plan without the cap of changes places: the changes that it needs, and the tasks that have a place only in it. `None`: the
/// cap keeps no task out, as far as a short search shows.
fn widened(arranging: &Arranging, placement: &Placement, seed: u64) -> Option<(usize, usize)> {
    placement.unplaced().next()?;
    let keep = Stability::Keep.move_base();
    let most_moved = Some(arranging.draft.items.len());
    let draft = Draft { most_moved, move_base: keep, ..arranging.draft.clone() };
    let instance = Instance::new(draft).ok()?;
    let mut search = Search::improving(&instance, placement, Replay { seed, planned: ITERATIONS });
    let free = search.step(ITERATIONS);
    let more = placement.unplaced().count().saturating_sub(free.unplaced().count());
    (more > 0).then(|| (free.moved(&instance).count(), more))
}

/// The host's placement with its score, or that of a search here if it gave none that keeps the rules and the cap of changes. `settles`: of
/// classes that do not fit whole the last tasks are left out.
fn checked(instance: &Instance, given: Option<Placement>, seed: u64, settles: bool) -> Option<(Placement, Score)> {
    let scored = |placement: Placement| {
        let found = score(instance, &placement).ok()?;
        if !settles || placement.unplaced().next().is_none() {
            return Some((found, placement));
        }
        let settled = last_left_out(instance, &placement);
        Some(score(instance, &settled).map_or((found, placement), |score| (score, settled)))
    };
    let given = given.filter(|placement| keeps_most_moved(instance, placement));
    let (score, placement) = given.and_then(scored).or_else(|| {
        let mut search = Search::new(instance, Replay { seed, planned: ITERATIONS });
        scored(search.step(ITERATIONS).clone())
    })?;
    Some((placement, score))
}
