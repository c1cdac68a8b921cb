//! Law of wishes: nothing that the user asked for is dropped without being said, and after a stop or a no nothing more is begun without the user's
//! word.

use std::collections::BTreeSet;

use serde_json::{json, Map, Value};
use stepgate::engine::{CardKind, Content, Effect, Ending, Event, View, WishView};

use crate::world::Dice;

/// Words of the user and the model about the wishes, so far.
#[derive(Default)]
pub(crate) struct WishLaw {
    /// Wishes that may not be taken up by themselves: they were open at a stop or a no.
    wait: BTreeSet<u64>,
    /// Whether the user has said nothing since a stop, or a no without words.
    is_quiet: bool,
    /// Wishes that a reply has called done, and those for which a reply was.
    finished: BTreeSet<u64>,
    doing: BTreeSet<u64>,
}

impl WishLaw {
    /// Checks the law after an event that has changed the session. Returns what happened, to count it.
    pub(crate) fn check(&mut self, before: &View, after: &View, event: &Event) -> Vec<&'static str> {
        let (wanted, taken_back) = (edited("wish", event), edited("unwish", event));
        let (doing, finished) = (named("doing", event), named("finished", event));
        self.finished.extend(&finished);
        self.doing.extend(&doing);
        let mut counts = Vec::new();

        let seqs = |view: &View| view.blocks.iter().map(|block| block.seq).collect::<BTreeSet<u32>>();
        let is_undone = !seqs(before).is_subset(&seqs(after));
        let ended = declined(before, after);
        let is_silent = silent(event);
        for gone in before.wishes.iter().filter(|wish| find(after, wish.id).is_none()) {
            let is_said = self.finished.contains(&gone.id) || taken_back.contains(&gone.id) || is_undone;
            let is_declined = ended && is_silent && self.doing.contains(&gone.id);
            assert!(is_said || is_declined, "law of wishes: {gone:?} is dropped by {event:?}");
            counts.extend(taken_back.contains(&gone.id).then_some("taken back"));
            counts.extend((!is_said).then_some("dropped by a no"));
        }

        let speaks = words(after) > words(before);
        if is_undone && !matches!(event, Event::Stopped { .. }) {
            self.wait.clear();
            self.is_quiet = false;
        }
        let was_quiet = self.is_quiet && !speaks;
        if matches!(event, Event::Stopped { .. }) {
            self.wait.extend(before.wishes.iter().map(|wish| wish.id));
            self.is_quiet = true;
        } else if ended {
            let open = before.wishes.iter().filter(|wish| !wish.begun && !doing.contains(&wish.id));
            self.wait.extend(open.map(|wish| wish.id));
            self.is_quiet = is_silent;
        } else if speaks {
            self.is_quiet = false;
        }
        let is_quiet = self.is_quiet || was_quiet;
        for wish in &after.wishes {
            let is_new = find(before, wish.id).is_none();
            if is_new && is_quiet {
                self.wait.insert(wish.id);
            }
            let is_begun = wish.begun && find(before, wish.id).is_none_or(|before| !before.begun);
            if !is_begun {
                counts.extend(
                    (self.wait.contains(&wish.id) && after.waiting == stepgate::engine::Wait::User)
                        .then_some("held back"),
                );
                continue;
            }
            let by_reply = doing.contains(&wish.id) && !(is_quiet && self.wait.contains(&wish.id));
            let may = wanted.contains(&wish.id) || by_reply || !self.wait.contains(&wish.id);
            assert!(may, "law of wishes: {wish:?} is begun by {event:?}");
            self.wait.remove(&wish.id);
            let by_page = wanted.contains(&wish.id);
            counts.push(if by_page {
                "begun by the page"
            } else if doing.contains(&wish.id) {
                "begun by a reply"
            } else {
                "taken up"
            });
        }
        for id in &wanted {
            self.wait.remove(id);
        }
        counts
    }
}

fn find(view: &View, id: u64) -> Option<&WishView> {
    view.wishes.iter().find(|wish| wish.id == id)
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

/// Whether a no by this event is one without words: by a button, or by its label.
fn silent(event: &Event) -> bool {
    match event {
        Event::Answered { reason, .. } => reason.as_ref().is_none_or(|reason| reason.trim().is_empty()),
        Event::Pressed { .. } => true,
        Event::Said { text, .. } => text == "拒绝",
        _ => false,
    }
}

/// The wish of an edit with this name.
fn edited(name: &str, event: &Event) -> BTreeSet<u64> {
    match event {
        Event::Edited { change, .. } => change[name].as_u64().into_iter().collect(),
        _ => BTreeSet::new(),
    }
}

/// The numbers in a member of a reply, also of one with something around it.
fn named(member: &str, event: &Event) -> BTreeSet<u64> {
    let Event::Replied { text, .. } = event else { return BTreeSet::new() };
    let Some((_, rest)) = text.split_once(&format!("\"{member}\":")) else { return BTreeSet::new() };
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
    if has("doing") {
        about_open(&mut reply, open, dice);
    }
    Value::Object(reply).to_string()
}

/// Adds what a reply says about the open wishes, true or not.
fn about_open(reply: &mut Map<String, Value>, open: &[WishView], dice: &mut Dice) {
    let mut ids: Vec<u64> = open.iter().map(|wish| wish.id).collect();
    if dice.roll(12) == 0 {
        ids.push(99);
    }
    if dice.roll(2) == 0 {
        reply.insert("doing".into(), json!(dice.pick(&ids)));
    }
    if dice.roll(4) == 0 {
        reply.insert("finished".into(), json!([dice.pick(&ids)]));
    }
    if dice.roll(8) == 0 {
        reply.insert("asks".into(), json!(true));
    }
}
