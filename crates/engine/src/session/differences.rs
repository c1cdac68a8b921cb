//! The differences between the calls of a card and those of the one that takes its place.

use serde_json::Value;

use crate::session::any::AnySession;
use crate::vocabulary::card::{Card, CardKind, Change, NamedCall, Replaces};
use stepgate_json::{push_step, Present};

/// Most differences between two calls that are told one by one. Where there are more, the arguments differ as a whole.
const MOST: usize = 50;

/// A call: its tool and its arguments.
pub(super) type Call<'a> = (&'a str, &'a Value);

impl AnySession {
    /// A card with its differences from the one of block `block`, in whose place it stands. `made`: calls that came with it and have run.
    pub(super) fn with_differences(&self, mut card: Card, block: u32, made: &[Call]) -> Card {
        let Some(earlier) = self.transcript().card(block) else { return card };
        let (old, new) = (calls_of(earlier), [&calls_of(&card), made].concat());
        let pairs = pairs(&old, &new);
        let changes = new.iter().zip(&pairs).take(card.calls.len()).map(|((_, args), pair)| {
            let before = pair.and_then(|at| old.get(at));
            before.map(|(_, before)| changes(before, args))
        });
        let changes: Vec<Option<Vec<Change>>> = changes.collect();
        let left_out = named(earlier).enumerate().filter(|(at, _)| !pairs.contains(&Some(*at)));
        let left_out = left_out.map(|(_, call)| call).collect();
        card.replaces = Some(Replaces { block, left_out, changed: changed_preview(earlier, &card) });
        for (call, changes) in card.calls.iter_mut().zip(changes) {
            match changes {
                Some(changes) => call.changed = changes,
                None => call.added = true,
            }
        }
        card
    }
}

/// The calls on a card and behind it.
fn calls_of(card: &Card) -> Vec<Call<'_>> {
    let asked = card.calls.iter().map(|call| (call.name.as_str(), &call.args));
    asked.chain(card.then.iter().map(|call| (call.name.as_str(), &call.args))).collect()
}

/// The calls on a card and behind it, as another card names them.
fn named(card: &Card) -> impl Iterator<Item = NamedCall> + '_ {
    let asked = card.calls.iter().map(|call| {
        let (name, title, args) = (call.name.clone(), call.title.clone(), call.args.clone());
        NamedCall { name, title, args }
    });
    asked.chain(card.then.iter().cloned())
}

/// The differences between the previews of two questions of the agent.
fn changed_preview(earlier: &Card, card: &Card) -> Vec<Change> {
    match (earlier.kind, card.kind) {
        (CardKind::Confirm, CardKind::Confirm) => changes(&earlier.preview, &card.preview),
        _ => Vec::new(),
    }
}

/// For each new call the place of the old one that it repeats or changes: of the calls of the same tool the one with the fewest differences.
pub(super) fn pairs(old: &[Call], new: &[Call]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; new.len()];
    let mut is_taken = vec![false; old.len()];
    for (_, at, before) in by_differences(old, new) {
        if let (Some(pair @ None), Some(taken @ false)) = (pairs.get_mut(at), is_taken.get_mut(before)) {
            (*pair, *taken) = (Some(before), true);
        }
    }
    pairs
}

/// All pairs of calls of one tool, those with the fewest differences first: their number, the place of the new call and that of the old one.
fn by_differences(old: &[Call], new: &[Call]) -> Vec<(usize, usize, usize)> {
    let mut all = Vec::new();
    for (at, (name, args)) in new.iter().enumerate() {
        let olds = old.iter().enumerate().filter(|(_, (other, _))| other == name);
        all.extend(olds.map(|(before, (_, earlier))| (changes(earlier, args).len(), at, before)));
    }
    all.sort_unstable();
    all
}

/// The differences between two values.
fn changes(before: &Value, after: &Value) -> Vec<Change> {
    let mut changes = Vec::new();
    add_changes(&mut changes, &mut String::new(), Some(before), Some(after));
    if changes.len() > MOST {
        return vec![Change { path: String::new(), before: Present(Some(before.clone())) }];
    }
    changes
}

fn add_changes(changes: &mut Vec<Change>, path: &mut String, before: Option<&Value>, after: Option<&Value>) {
    match (before, after) {
        (before, after) if before == after => {}
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            let gone = old.keys().filter(|name| !new.contains_key(*name));
            for name in new.keys().chain(gone) {
                below(path, name, |path| add_changes(changes, path, old.get(name), new.get(name)));
            }
        }
        (Some(Value::Array(old)), Some(Value::Array(new))) if old.len() == new.len() => {
            for (at, (old, new)) in old.iter().zip(new).enumerate() {
                below(path, &at.to_string(), |path| add_changes(changes, path, Some(old), Some(new)));
            }
        }
        (before, _) => changes.push(Change { path: path.clone(), before: Present(before.cloned()) }),
    }
}

fn below(path: &mut String, step: &str, then: impl FnOnce(&mut String)) {
    let length = path.len();
    push_step(path, step);
    then(path);
    path.truncate(length);
}

#[cfg(test)]
mod tests {
    use super::{changes, pairs, MOST};
    use serde_json::{json, Value};

    fn places(old: &[(&str, Value)], new: &[(&str, Value)]) -> Vec<Option<usize>> {
        let old: Vec<_> = old.iter().map(|(name, args)| (*name, args)).collect();
        let new: Vec<_> = new.iter().map(|(name, args)| (*name, args)).collect();
        pairs(&old, &new)
    }

    #[test]
    fn a_call_takes_the_place_of_the_nearest_one_of_its_tool() {
        let book = |room: &str, day: &str| ("book", json!({ "room": room, "day": day }));
        let mail = ("mail", json!({ "to": "Ann" }));
        let card = [book("A", "Thu"), book("B", "Thu"), mail.clone()];
        assert_eq!(places(&card, &[book("B", "Fri")]), [Some(1)]);
        assert_eq!(places(&card, &[mail.clone(), book("B", "Fri"), book("A", "Thu")]), [Some(2), Some(1), Some(0)]);
        assert_eq!(places(&card, &[book("C", "Fri"), book("A", "Fri")]), [Some(1), Some(0)]);
        assert_eq!(places(&card, &[("call", json!({ "to": "Ann" })), mail]), [None, Some(2)]);
        assert_eq!(places(&[], &[book("A", "Thu")]), [None]);
    }

    #[test]
    fn changes_have_their_places_and_the_values_before() {
        for (before, after, expected) in [
            (json!({ "a": 1, "b": 2 }), json!({ "b": 2, "a": 1 }), json!([])),
            (json!({ "a": { "/": [1, 2] } }), json!({ "a": { "/": [1, 3] } }), json!([["/a/~1/1", 2]])),
            (json!({ "a": [1] }), json!({ "a": [1, 2] }), json!([["/a", [1]]])),
            (json!({ "a": 1 }), json!({ "b": null }), json!([["/b", "none"], ["/a", 1]])),
            (json!(1), json!({}), json!([["", 1]])),
        ] {
            let told = |found: super::Change| json!([found.path, found.before.0.unwrap_or("none".into())]);
            let found: Vec<Value> = changes(&before, &after).into_iter().map(told).collect();
            assert_eq!(json!(found), expected, "{before} {after}");
        }
        let many = |value: u32| json!(vec![value; MOST + 1]);
        let places: Vec<String> = changes(&many(1), &many(2)).into_iter().map(|change| change.path).collect();
        assert_eq!(places, [""], "too many to be told one by one");
    }
}
