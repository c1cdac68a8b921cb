//! Faults of a decision that the model can put right when it is asked once more (spec.md 3.3, N10).

use super::brought::has_files;
use super::decision::{offered, Decision, Intent, NextAction, TurnKind};
use super::document;
use super::guide::Guide;
use super::lost::lost;
use super::model::GuideState;
use super::outline;
use super::steering::starts_anew;
use super::target::{normal, Target};
use super::told::last_words;
use super::unsaid::{dates, marks};
use super::words;
use super::workflow::Workflow;
use stepgate_engine::schema::Problem;
use stepgate_engine::{Lang, State};

/// All faults of `decision` about the current task, in the language of the session. `guessed` tells whether its action is a default.
pub(super) fn objections(state: &State<Guide>, decision: &Decision, guessed: bool) -> Vec<Problem> {
    let (workflow, lang) = (&state.memory, state.lang());
    let faults = [missing_draft(workflow, decision, lang), fragment(workflow, decision, lang)];
    let faults = faults.into_iter().chain([untitled(workflow, decision, lang), no_such_task(workflow, decision, lang)]);
    let unclear = unclear_action(workflow, decision, lang).filter(|_| guessed);
    // They may stand in a file that the user has sent. Then the card names them.
    let unsaid = (!has_files(state)).then(|| [unsaid_numbers(state, decision), unsaid_date(state, decision)]);
    let faults = faults.chain(unsaid.into_iter().flatten()).chain([unclear]);
    faults.chain([drops_applied(state, decision), wrong_place(workflow, decision, lang)]).flatten().collect()
}

fn at(path: &str, (found, allowed): (String, String)) -> Option<Problem> {
    Some(Problem::at(path, found, allowed))
}

fn proposes(decision: &Decision) -> bool {
    let next = decision.next_action;
    decision.intent == Intent::Continue && matches!(next, NextAction::ProposeDraft | NextAction::RequestConfirm)
}

/// Whether the guide may ask instead, as the prompt says.
fn may_ask(workflow: &Workflow) -> bool {
    offered(workflow, TurnKind::Usual).contains(&NextAction::ContinueAsking.name())
}

/// A draft or an entry without an action that says what to do with it.
fn unclear_action(workflow: &Workflow, decision: &Decision, lang: Lang) -> Option<Problem> {
    let brings = decision.draft.is_some() || decision.entry.is_some();
    let actions = offered(workflow, TurnKind::Usual);
    brings.then(|| at("/next_action", words::unclear_action(&actions, lang)))?
}

/// A draft is announced, and neither a text nor an entry comes with it. A stored draft may be put to the question as it is.
fn missing_draft(workflow: &Workflow, decision: &Decision, lang: Lang) -> Option<Problem> {
    let is_stored = workflow.guide().is_some_and(|guide| guide.draft.is_some());
    let asks = decision.next_action == NextAction::RequestConfirm;
    let is_missing = decision.draft.is_none() && !(is_stored && (asks || decision.entry.is_some()));
    if !proposes(decision) || !is_missing {
        return None;
    }
    at("/draft_content", words::missing_draft(decision.next_action.name(), may_ask(workflow), lang))
}

/// A draft that is only a part of the text, talks about it, or is the one that the user has just seen.
fn fragment(workflow: &Workflow, decision: &Decision, lang: Lang) -> Option<Problem> {
    let draft = decision.draft.as_deref().filter(|_| proposes(decision))?;
    if let Some(sign) = sign_of_talk(draft) {
        return at("/draft_content", words::talk_in_draft(sign, lang));
    }
    if workflow.guide().is_some_and(|guide| guide.replaced.as_deref() == Some(draft)) {
        return at("/draft_content", words::replaced_draft(lang));
    }
    let stored = workflow.guide().filter(|guide| guide.state != GuideState::Discovery)?.draft.as_deref()?;
    if stored == draft && is_repeated(workflow, decision) {
        return at("/draft_content", words::same_draft(lang));
    }
    let (old, new) = (stored.lines().count(), draft.lines().count());
    (old >= 3 && new * 2 <= old).then(|| at("/draft_content", words::fragment(new, old, lang)))?
}

/// Whether a draft that equals the stored one would only be shown a second time.
fn is_repeated(workflow: &Workflow, decision: &Decision) -> bool {
    let is_shown = workflow.guide().is_some_and(|guide| guide.state == GuideState::Drafting);
    is_shown && decision.next_action == NextAction::ProposeDraft && decision.entry.is_none()
}

/// Words that stand in a remark about a draft, and in no resume.
fn sign_of_talk(draft: &str) -> Option<&'static str> {
    const SIGNS: [&str; 10] = [
        "❌",
        "✅",
        "其余不变",
        "其余部分不变",
        "其他不变",
        "其他部分不变",
        "rest unchanged",
        "remains unchanged",
        "rest stays the same",
        "remain the same",
    ];
    let draft = draft.to_lowercase();
    SIGNS.into_iter().find(|sign| draft.contains(sign))
}

/// Numbers that the user has not said. Those that the stored draft is marked with already stay marked.
fn unsaid_numbers(state: &State<Guide>, decision: &Decision) -> Option<Problem> {
    let draft = decision.draft.as_deref().filter(|_| proposes(decision))?;
    let marked = &state.memory.guide()?.unsaid;
    let mut numbers = marks(state, decision.entry.as_ref(), draft);
    numbers.retain(|number| !marked.contains(number));
    (!numbers.is_empty())
        .then(|| at("/draft_content", words::unsaid(&numbers, may_ask(&state.memory), state.lang())))?
}

/// A date of the entry whose year nobody has said.
fn unsaid_date(state: &State<Guide>, decision: &Decision) -> Option<Problem> {
    let found = dates(state, decision.entry.as_ref().filter(|_| decision.intent != Intent::Backtrack)?);
    let (key, _) = found.first()?;
    let named: Vec<&str> = found.iter().map(|(_, date)| *date).collect();
    at(&format!("/entry/{key}"), words::unsaid_date(&named, may_ask(&state.memory), state.lang()))
}

/// A draft that takes up nothing of the applied text, unless the user asked for that, or has seen such a draft already.
fn drops_applied(state: &State<Guide>, decision: &Decision) -> Option<Problem> {
    let (workflow, draft) = (&state.memory, decision.draft.as_deref().filter(|_| proposes(decision))?);
    let guide = workflow.guide()?;
    let asked = [guide.came_with.clone(), last_words(state)];
    let is_asked = asked.iter().flatten().any(|words| starts_anew(words));
    let is_seen = guide.draft.as_deref().is_some_and(|stored| !lost(workflow, stored).is_empty());
    let lost = lost(workflow, draft);
    (!lost.is_empty() && !is_asked && !is_seen).then(|| at("/draft_content", words::lost(&lost, state.lang())))?
}

/// An answer that says, in brackets as the prompt shows it, that the draft is for the place of another task.
fn wrong_place(workflow: &Workflow, decision: &Decision, lang: Lang) -> Option<Problem> {
    let is_announced = proposes(decision) && decision.draft.is_some();
    let (current, place) = (workflow.task().filter(|_| is_announced)?, outline::place(workflow));
    let named = bracketed(&decision.reply_to_user);
    let is_own = |name: &String| [&current.section, &place].iter().any(|own| normal(own).contains(name.as_str()));
    if named.iter().any(is_own) {
        return None;
    }
    let others = workflow.tasks.iter().filter(|task| task.id != current.id);
    let other = others.map(|task| &task.section).find(|section| named.contains(&normal(section)))?;
    at("/reply_to_user", words::wrong_place(other, &place, lang))
}

/// The texts between brackets, for comparison.
fn bracketed(text: &str) -> Vec<String> {
    let inside = |(open, close): (char, char)| {
        let parts = text.split(open).skip(1);
        parts.filter_map(move |part| part.split_once(close)).map(|(name, _)| normal(name)).collect::<Vec<_>>()
    };
    [('[', ']'), ('【', '】')].into_iter().flat_map(inside).filter(|name| !name.is_empty()).collect()
}

/// A new entry that nobody has named yet.
fn untitled(workflow: &Workflow, decision: &Decision, lang: Lang) -> Option<Problem> {
    let (task, guide) = (workflow.task()?, workflow.guide()?);
    let entry = decision.entry.as_ref().map(|entry| entry.over(guide.entry.as_ref())).or(guide.entry.clone());
    let lacks_title = proposes(decision) && document::lacks_title(task, entry.as_ref(), &workflow.resume);
    lacks_title.then(|| at("/entry/title", words::untitled(may_ask(workflow), lang)))?
}

/// A return to a task that the plan does not have.
fn no_such_task(workflow: &Workflow, decision: &Decision, lang: Lang) -> Option<Problem> {
    let name = decision.target.as_deref()?;
    if workflow.target(Some(name)) != Target::NotFound {
        return None;
    }
    let current = workflow.task().map(|task| task.id).filter(|_| workflow.tasks.len() > 1);
    let others = workflow.tasks.iter().filter(|task| Some(task.id) != current);
    let tasks: Vec<String> = others.map(|task| format!("{} ({})", task.id, task.section)).collect();
    at("/target_task", words::no_such_task(name, &tasks, lang))
}
