//! Numbers of a draft (spec.md 5.5) and dates of an entry (spec.md 5.6) that the user has not said.

use super::by_hand;
use super::decision::NextAction;
use super::entry::EntryFields;
use super::figures::{has_unsaid_year, unsaid, Said};
use super::guide::Guide;
use super::pace::{units, Tier};
use super::page::markdown;
use serde_json::Value;
use stepgate_engine::{Decision, Entry, State};
use stepgate_json::from_text;

/// Words that a short answer begins with when it agrees, although they begin with a word that denies.
const ASSENTS: [&str; 10] = [
    "没错",
    "没问题",
    "不错",
    "错不了",
    "no problem",
    "no doubt",
    "not wrong",
    "no worries",
    "no objection",
    "no, that's right",
];
/// Words that a short answer begins with when it denies.
const DENIALS: [&str; 6] = ["不", "没", "错", "no", "don't", "wrong"];

/// The numbers of `draft` that stand neither in the resume nor in the user's words, and were not in a draft of the user's own hand.
/// `entry` is what a reply says of the entry.
pub(super) fn marks(state: &State<Guide>, entry: Option<&EntryFields>, draft: &str) -> Vec<String> {
    let mut found = unsaid(draft, &said(state, entry));
    let Some(guide) = state.memory.guide() else { return found };
    // A number of the stored draft without a mark is the user's: they wrote it there, or had said it.
    let vouched = guide.draft.as_deref().map_or_else(Vec::new, |draft| unsaid(draft, &Said::default()));
    found.retain(|number| guide.unsaid.contains(number) || !vouched.contains(number));
    found
}

/// The dates of `entry`, by key, whose year stands neither in the resume nor in the user's words.
pub(super) fn dates<'e>(state: &State<Guide>, entry: &'e EntryFields) -> Vec<(&'static str, &'e str)> {
    let said = said(state, None);
    entry.dates().into_iter().filter(|(_, date)| has_unsaid_year(date, &said)).collect()
}

/// All that the user has said and brought along.
fn said(state: &State<Guide>, entry: Option<&EntryFields>) -> Said {
    let workflow = &state.memory;
    let mut said = Said::default();
    said.hear(&markdown(&workflow.resume));
    workflow.wish().into_iter().for_each(|wish| said.hear(wish));
    for task in &workflow.tasks {
        said.hear(&task.section);
        said.hear(&task.original_text);
        said.hear(if by_hand::is_added(task) { &task.goal } else { "" });
        hear_thread(state, workflow.thread(task.id), &mut said);
    }
    let stored = workflow.guide().and_then(|guide| guide.entry.as_ref());
    for entry in [stored, entry].into_iter().flatten() {
        entry.members().values().filter_map(|text| text.as_str()).for_each(|text| said.hear(text));
    }
    said
}

/// Adds the user's words of a dialogue, and each question that a short yes or a picked option answers. What the guide says beside a
/// draft is no such question, also when it is said again: its numbers are those of the draft.
fn hear_thread(state: &State<Guide>, thread: u32, said: &mut Said) {
    let (mut asked, mut asks): (Option<String>, Vec<String>) = (None, Vec::new());
    let mut has_decisions = false;
    for stored in state.transcript().thread(thread) {
        match &stored.entry {
            Entry::User { text, cue: None, .. } => {
                said.hear(text);
                asked.take().filter(|_| agrees(text)).into_iter().for_each(|asked| said.hear(&asked));
            }
            Entry::Said { text } => asked = Some(text.clone()).filter(|text| !has_decisions || asks.contains(text)),
            Entry::Decision(decision) => {
                has_decisions = true;
                asked = decision.said().filter(|_| asks_something(decision));
                asks.extend(asked.clone());
            }
            _ => {}
        }
    }
}

/// Whether a reply asks the user something.
fn asks_something(decision: &Decision) -> bool {
    let read: Option<Value> = from_text("", &decision.as_read()).ok();
    let action = read.as_ref().and_then(|read| read.get("next_action")).and_then(Value::as_str);
    action == Some(NextAction::ContinueAsking.name())
}

fn agrees(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let begins = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
    Tier::of(units(&text)) == Tier::Minimal && (begins(&ASSENTS) || !begins(&DENIALS))
}
