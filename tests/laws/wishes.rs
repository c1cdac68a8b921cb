//! Law of wishes: nothing that the user asked for is dropped without being said. After a stop or a no the model is not told to go on with the list before
//! the user has spoken, and of one list it is told once.

use std::collections::BTreeSet;

use serde_json::{json, Value};
use stepgate::engine::{CardKind, Content, Effect, Ending, Event, View, WishView};

use crate::world::Dice;

/// Words of the user and the model about the wishes, so far.
#[derive(Default)]
pub(crate) struct WishLaw {
    /// Whether the user has stopped the work or declined a card, and has said nothing since.
    is_halted: bool,
    /// Wishes that a reply has called done.
    finished: BTreeSet<u64>,
    /// The list of which the model was told last, unless that came to nothing.
    told: Option<Vec<u64>>,
}

impl WishLaw {
    /// Checks the law after an event that has changed the session. Returns what happened, to count it.
    pub(crate) fn check(&mut self, before: &View, after: &View, event: &Event) -> Vec<&'static str> {
        let taken_back = taken_back(event);
        let finished = finished(event);
        let mut counts = Vec::new();
        let closed = finished.iter().any(|id| !ids(before).contains(id));
        counts.extend((closed && !ids(before).is_empty()).then_some("called done again"));
        self.finished.extend(finished);
        let seqs = |view: &View| view.blocks.iter().map(|block| block.seq).collect::<BTreeSet<u32>>();
        let is_undone = !seqs(before).is_subset(&seqs(after));
        for gone in before.wishes.iter().filter(|wish| !ids(after).contains(&wish.id)) {
            let is_said = self.finished.contains(&gone.id) || taken_back == Some(gone.id) || is_undone;
            assert!(is_said, "law of wishes: {gone:?} is dropped by {event:?}");
            counts.push(if taken_back == Some(gone.id) { "taken back" } else { "ticked off" });
        }
        self.hear(before, after, event, is_undone);
        let told = cues(after).saturating_sub(cues(before));
        if told > 0 {
            assert!(!self.is_halted, "law of wishes: the model is told to go on by {event:?}");
            assert_ne!(self.told, Some(ids(after)), "law of wishes: the model is told again by {event:?}");
            self.told = Some(ids(after));
            counts.push("gone on with");
        } else if self.is_halted && after.waiting == stepgate::engine::Wait::User && !after.wishes.is_empty() {
            counts.push("held back");
        }
        counts
    }

    /// Takes notice of words, stops and noes, and of work that came to nothing.
    fn hear(&mut self, before: &View, after: &View, event: &Event, is_undone: bool) {
        let speaks = words(after) > words(before);
        let stops = matches!(event, Event::Stopped { .. });
        // Words that waited may be said in the event of a no, after it.
        let is_last = !speaks || matches!(event, Event::Answered { .. } | Event::Pressed { .. } | Event::Said { .. });
        if stops || declined(before, after) && is_last && before.queued.is_empty() {
            self.is_halted = true;
        } else if speaks || is_undone {
            self.is_halted = false;
        }
        if stops
            || is_undone
            || after.error.is_some()
            || !before.queued.is_empty()
            || matches!(event, Event::Queued { .. })
        {
            self.told = None;
        }
    }
}

fn ids(view: &View) -> Vec<u64> {
    view.wishes.iter().map(|wish| wish.id).collect()
}

/// Number of messages that have told the model to go on.
fn cues(view: &View) -> usize {
    let is_cue = |content: &Content| matches!(content, Content::User { cue: Some(cue), .. } if cue.is("go_on"));
    view.blocks.iter().filter(|block| is_cue(&block.content)).count()
}

fn words(view: &View) -> usize {
    view.blocks.iter().filter(|block| matches!(block.content, Content::User { cue: None, .. })).count()
}

/// Whether the user has declined a card between two views.
fn declined(before: &View, after: &View) -> bool {
    let is_declined = |view: &View, seq: u32| {
        view.blocks.iter().any(|block| match &block.content {
            Content::Card { card, ending: Some(Ending::Declined), .. } => {
                block.seq == seq && card.kind != CardKind::Doubt
            }
            _ => false,
        })
    };
    let mut now = after.blocks.iter().filter(|block| is_declined(after, block.seq));
    now.any(|block| !is_declined(before, block.seq))
}

/// The wish that an edit takes off the list.
fn taken_back(event: &Event) -> Option<u64> {
    match event {
        Event::Edited { change, .. } => change["unwish"].as_u64(),
        _ => None,
    }
}

/// The wishes that a reply calls done, also one with something around its JSON.
fn finished(event: &Event) -> BTreeSet<u64> {
    let Event::Replied { text, .. } = event else { return BTreeSet::new() };
    let Some((_, rest)) = text.split_once("\"finished\":") else { return BTreeSet::new() };
    let digits = rest.trim_start_matches('[').split([']', '}', '\n']).next().unwrap_or_default();
    let numbers = digits.split(',').map_while(|number| number.trim().parse().ok());
    numbers.collect()
}

/// A reply that also says something about wishes, if the contract of the call has a place for it.
pub(crate) fn with_wishes(text: String, effect: Option<&Effect>, open: &[WishView], dice: &mut Dice) -> String {
    let Some(Effect::CallModel { contract, .. }) = effect else { return text };
    let has = |name: &str| contract.schema["properties"].get(name).is_some();
    let Ok(Value::Object(mut reply)) = serde_json::from_str::<Value>(&text) else { return text };
    if !has("later") || dice.roll(2) == 0 {
        return text;
    }
    if dice.roll(3) == 0 {
        let all = ["tip the waiter", "file the memo", "look at b", "look at a", "LOOK AT A ", ""];
        let later: Vec<&str> = (0..1 + dice.roll(3)).map(|_| *dice.pick(&all)).collect();
        reply.insert("later".into(), json!(later));
    }
    if has("finished") {
        let mut ids: Vec<u64> = open.iter().map(|wish| wish.id).collect();
        if dice.roll(6) == 0 {
            ids.insert(0, 99);
        }
        if dice.roll(4) == 0 {
            reply.insert("finished".into(), json!([dice.pick(&ids)]));
        }
        if dice.roll(8) == 0 {
            reply.insert("asks".into(), json!(true));
        }
    }
    Value::Object(reply).to_string()
}
