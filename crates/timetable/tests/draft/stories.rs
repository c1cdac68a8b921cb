//! Wishes of people that were not met before.

use stepgate_timetable::arrange::{Arranging, Occasions, Preferences, Request, Scope, Stability};
use stepgate_timetable::draft::*;
use stepgate_timetable::records::{load, Loading};

use crate::desk::*;

const M: fn(i64) -> ItemId = ItemId;

fn put(item: i64, day: &str, period: u8) -> Edit {
    Edit::Place(vec![Put { item: M(item), at: at(day, period) }])
}

#[test]
fn a_missed_item_is_planned_again_with_its_id_and_its_order() {
    let saved = calendar();
    // "I'm sick since Thursday, did nothing. Fix my plan": m1 stood on Thursday of last week.
    let past = place("2026-03-05", 5, 6);
    let yesterday = Why::Past { found: place("2026-03-07", 5, 6), now: now() };
    assert_eq!(refused(&saved, put(1, "2026-03-07", 5)), Refusal { place: "at", why: yesterday });
    let (draft, card) = drafted(&saved, &[Edit::Reopen { item: M(1) }]);
    assert_eq!(card.unplaced, [Unplaced { item: M(1), why: Gone::Reopened }]);
    assert_eq!(line(&card, M(1)).does, [Does::Moved { from: vec![past], to: vec![] }]);
    let draft = draft.add(&saved, &[put(1, "2026-03-09", 5)], now()).unwrap();
    let card = diff(&saved, &draft, now()).unwrap();
    let monday = place("2026-03-09", 5, 6);
    assert_eq!(line(&card, M(1)).does, [Does::Moved { from: vec![past], to: vec![monday] }]);
    assert_eq!((ids(&card), card.unplaced.len()), (vec!["m1".to_owned()], 0));
    let (next, written) = accepted(&saved, &draft);
    assert_eq!((places(&next, 1), next.item(M(1)).unwrap().record.order), (vec![monday], 1));
    // Taken back, it stands in the past again.
    let undo = draft.undoing(&next, &written);
    assert_eq!(places(&accepted(&next, &undo).0, 1), [past]);
}

#[test]
fn a_done_item_stays_until_it_is_reopened() {
    let saved = calendar();
    let (draft, card) = drafted(&saved, &[Edit::Mark { item: M(1), mark: Mark::Done }]);
    assert_eq!(line(&card, M(1)).does, [Does::Marked { from: None, to: Some(Mark::Done) }]);
    let next = accepted(&saved, &draft).0;
    assert_eq!(next.parts().0.items[0].mark, Some(Mark::Done));
    assert_eq!(refused(&next, put(1, "2026-03-09", 5)).why, Why::Done { found: M(1) });
    let (_, card) = drafted(&next, &[Edit::Reopen { item: M(1) }, put(1, "2026-03-09", 5)]);
    assert_eq!(line(&card, M(1)).does.len(), 2);
}

#[test]
fn a_meeting_moves() {
    let saved = calendar();
    let (from, to) = (place("2026-03-12", 3, 4), place("2026-03-11", 3, 4));
    let (draft, card) = drafted(&saved, &[Edit::Move { event: EventId(3), from, to }]);
    assert_eq!(line(&card, EventId(3)).does, [Does::Moved { from: vec![from], to: vec![to] }]);
    let (next, _) = accepted(&saved, &draft);
    let event = next.event(EventId(3)).unwrap();
    assert_eq!(event.record.start_time.as_deref(), Some("2026-03-11T10:00"));
    let elsewhere = Why::NotThere { found: from, places: vec![to] };
    assert_eq!(refused(&next, Edit::Move { event: EventId(3), from, to }).why, elsewhere);
    // One lecture of a course cannot go where the course is anyway, and moves without the others.
    let (from, to) = (place("2026-03-09", 1, 2), place("2026-03-16", 1, 2));
    let twice = Why::Occupied { found: to, by: vec![EventId(1).into()] };
    assert_eq!(refused(&saved, Edit::Move { event: EventId(1), from, to }).why, twice);
    let (_, card) = drafted(&saved, &[Edit::Move { event: EventId(1), from, to: place("2026-03-18", 1, 2) }]);
    let moved = Does::Moved { from: vec![from], to: vec![place("2026-03-18", 1, 2)] };
    assert_eq!(line(&card, EventId(1)).does, [moved]);
}

#[test]
fn a_workshop_takes_the_day() {
    let saved = calendar();
    let day = EventFields {
        name: Some("workshop".into()),
        places: Some(vec![place("2026-03-12", 1, 12)]),
        ..EventFields::default()
    };
    let mut draft = Draft::new(&saved);
    let event = draft.ids.new_event();
    let edit = Edit::AddEvent { event, set: day };
    let draft = draft.add(&saved, std::slice::from_ref(&edit), now()).unwrap();
    let card = diff(&saved, &draft, now()).unwrap();
    // The supervision stays; the item in the way loses its place, and the card says to what.
    assert_eq!(ids(&card), ["m2".to_owned(), event.to_string()]);
    assert_eq!(card.unplaced, [Unplaced { item: M(2), why: Gone::For { event } }]);
    assert_eq!((&line(&card, event).needs, &line(&card, M(2)).needs), (&vec![M(2).into()], &vec![]));
    let needs = write(&saved, &draft, &only([event.into()]), now()).unwrap_err();
    assert_eq!(needs.why, Why::Needs { found: event.into(), needs: vec![M(2).into()] });
    // "And put it on Friday" is an edit of the same draft.
    let draft = draft.add(&saved, &[put(2, "2026-03-13", 7)], now()).unwrap();
    let card = diff(&saved, &draft, now()).unwrap();
    assert_eq!(card.unplaced, []);
    // A pinned item refuses it.
    let pin = Rule { about: About::Item(M(2)), ..rule(RuleId(1), About::All, What::Pin(place("2026-03-12", 7, 8))) };
    let pinned = accepted(&saved, &drafted(&saved, &[Edit::AddRule(pin)]).0).0;
    let mut draft = Draft::new(&pinned);
    let Edit::AddEvent { set, .. } = edit else { unreachable!() };
    let edit = Edit::AddEvent { event: draft.ids.new_event(), set };
    let refusal = draft.add(&pinned, &[edit], now()).unwrap_err().refusal;
    assert_eq!(refusal.why, Why::Held { found: M(2), rule: Some(RuleId(1)) });
}

#[test]
fn a_report_comes_two_days_after_tuning() {
    let saved = calendar();
    let what = What::Order { before: Some(About::Item(M(6))), days: 2, minutes: 0 };
    let order = rule(RuleId(1), About::Item(M(5)), what);
    let (draft, card) = drafted(&saved, &[Edit::AddRule(order), put(6, "2026-03-11", 1)]);
    let (place, other) = (place("2026-03-11", 1, 2), place("2026-03-10", 7, 8));
    let fact = Fact::TooClose { place, other, days: 2, minutes: 0 };
    assert_eq!(line(&card, M(6)).breaks, [Break { rule: RuleId(1), items: vec![M(5), M(6)], fact }]);
    let draft = draft.add(&saved, &[put(6, "2026-03-12", 1)], now()).unwrap();
    let card = diff(&saved, &draft, now()).unwrap();
    assert_eq!((ids(&card), &line(&card, M(6)).breaks), (vec!["m6".to_owned(), "r1".to_owned()], &vec![]));
}

#[test]
fn another_order_is_no_other_name() {
    let saved = calendar();
    let (draft, card) = drafted(&saved, &[Edit::Order { item: M(6), before: Some(M(5)) }]);
    assert_eq!(line(&card, M(5)).does, [Does::Ordered { from: 1, to: 2 }]);
    assert_eq!(line(&card, M(6)).does, [Does::Ordered { from: 2, to: 1 }]);
    assert_eq!((&line(&card, M(5)).needs, &line(&card, M(6)).needs), (&vec![M(6).into()], &vec![M(5).into()]));
    let next = accepted(&saved, &draft).0;
    assert_eq!(&*next.item(M(5)).unwrap().record.content, "tuning");
    assert_eq!(refused(&saved, Edit::Order { item: M(6), before: Some(M(1)) }).why, Why::OtherGroup { found: M(1) });
}

#[test]
fn what_is_approved_against_a_rule_is_held_there() {
    let saved = calendar();
    let friday = What::Never(Times { weekdays: vec![5], ..Times::default() });
    let draft = drafted(&saved, &[Edit::AddRule(rule(RuleId(1), About::All, friday))]).0;
    let saved = accepted(&saved, &draft).0;
    let at_noon = place("2026-03-13", 4, 5);
    let (draft, card) = drafted(&saved, &[put(3, "2026-03-13", 4)]);
    assert_eq!(line(&card, M(3)).breaks[0].fact, Fact::Inside { place: at_noon });
    let pin = card.lines.iter().find_map(|line| match &line.change.after {
        Some(Thing::Rule(rule)) => Some(rule.clone()),
        _ => None,
    });
    let pin = pin.unwrap();
    assert_eq!((pin.about, pin.from, &pin.what), (About::Item(M(3)), Origin::Approved, &What::Pin(at_noon)));
    assert_eq!(line(&card, M(3)).needs, [pin.id.into()], "one is not accepted without the other");
    let next = accepted(&saved, &draft).0;
    // Another draft that names the item takes the pin along; it breaks the rule no more, and stays pinned.
    let (draft, card) = drafted(&next, &[put(3, "2026-03-14", 4)]);
    assert_eq!((line(&card, pin.id).does.as_slice(), line(&card, M(3)).breaks.len()), (&[Does::Set][..], 0));
    let pins = accepted(&next, &draft).0;
    assert_eq!(pins.thing(pin.id), Some(&Thing::Rule(Rule { what: What::Pin(place("2026-03-14", 4, 5)), ..pin })));
}

#[test]
fn a_rule_for_once_is_never_saved() {
    let saved = calendar();
    let once = Rule {
        once: true,
        ..rule(RuleId(1), About::All, What::Never(Times { weekdays: vec![4], ..Times::default() }))
    };
    let (draft, card) = drafted(&saved, &[Edit::AddRule(once.clone()), put(3, "2026-03-12", 9)]);
    assert_eq!((card.once.as_slice(), line(&card, M(3)).breaks.len()), (&[once][..], 1));
    assert!(accepted(&saved, &draft).0.rules().all(|rule| rule.from == Origin::Approved));
}

#[test]
fn one_of_two_that_change_places_is_not_accepted_alone() {
    let saved = calendar();
    let (draft, card) = drafted(&saved, &[Edit::Swap { one: M(2), other: M(5) }]);
    assert_eq!((&line(&card, M(2)).needs, &line(&card, M(5)).needs), (&vec![M(5).into()], &vec![M(2).into()]));
    // The places of m2 and of m5 change hands in one edit, too.
    let both =
        Edit::Place(vec![Put { item: M(2), at: at("2026-03-10", 7) }, Put { item: M(5), at: at("2026-03-12", 7) }]);
    assert_eq!(drafted(&saved, &[both]).1, card);
    let group =
        Edit::AddGroup { group: GroupId(3), set: GroupFields { name: Some("gym".into()), ..GroupFields::default() } };
    let fields = |name: &str| ItemFields { name: Some(name.into()), group: Some(GroupId(3)), ..ItemFields::default() };
    let items = [Edit::AddItem { item: M(7), set: fields("run") }, Edit::AddItem { item: M(8), set: fields("swim") }];
    let (draft, card) = drafted(&saved, &[&draft.edits[..], &[group], &items].concat());
    assert_eq!(line(&card, M(8)).needs, [GroupId(3).into()]);
    let next = write(&saved, &draft, &only([GroupId(3).into(), M(8).into()]), now()).unwrap().0;
    assert_eq!((next.item(M(7)), next.item(M(8)).unwrap().record.order), (None, 2));
    assert_eq!(write(&saved, &draft, &only([M(1).into()]), now()).unwrap_err().why, Why::NoLine { found: M(1).into() });
}

#[test]
fn what_no_longer_fits_is_told_and_the_rest_stays() {
    let saved = calendar();
    let both =
        Edit::Place(vec![Put { item: M(3), at: at("2026-03-11", 1) }, Put { item: M(4), at: at("2026-03-11", 3) }]);
    let draft = drafted(&saved, &[both, Edit::Drop(EventId(3).into())]).0;
    // Meanwhile the page drops the supervision, and puts m6 where m4 would go.
    let hand = drafted(&saved, &[put(6, "2026-03-11", 4), Edit::Drop(EventId(3).into())]).0;
    let changed = accepted(&saved, &hand).0;
    let stale = Why::Stale { found: saved.revision, revision: changed.revision };
    assert_eq!(diff(&changed, &draft, now()).unwrap_err().why, stale);
    assert_eq!(draft.add(&changed, &[], now()).unwrap_err().refusal.why, stale);
    let rebased = rebase(&draft, &changed, now());
    let card = diff(&changed, &rebased.draft, now()).unwrap();
    assert_eq!(ids(&card), ["m3"]);
    let occupied = Why::Occupied { found: place("2026-03-11", 3, 4), by: vec![M(6).into()] };
    let gone = Why::Unknown { found: EventId(3).into() };
    let told: Vec<_> = card.misfits.iter().map(|misfit| (misfit.edit, misfit.id, misfit.refusal.why.clone())).collect();
    assert_eq!(told, [(0, Some(M(4).into()), occupied), (1, None, gone)]);
}

#[test]
fn what_others_added_meanwhile_keeps_its_id() {
    let saved = calendar();
    let added = |name: &str| {
        let mut draft = Draft::new(&saved);
        let item = draft.ids.new_item();
        let set = ItemFields { name: Some(name.into()), group: Some(GroupId(1)), ..ItemFields::default() };
        let put = Edit::Place(vec![Put { item, at: at("2026-03-11", 1) }]);
        draft.add(&saved, &[Edit::AddItem { item, set }, put], now()).unwrap()
    };
    let changed = accepted(&saved, &added("theirs")).0;
    let rebased = rebase(&added("mine"), &changed, now());
    assert_eq!(rebased.renumbered, [(M(7).into(), M(8).into())].into());
    assert_eq!(rebased.misfits.len(), 1, "the place is taken");
    let next = accepted(&changed, &rebased.draft).0;
    assert_eq!([M(7), M(8)].map(|item| next.item(item).unwrap().record.content.to_string()), ["theirs", "mine"]);
    // A draft that is dropped gives its ids to nobody.
    let mut dropped = Draft::new(&saved);
    assert_eq!((dropped.ids.new_item(), dropped.afresh(&saved).ids.new_item()), (M(7), M(8)));
    let gone = accepted(&next, &drafted(&next, &[Edit::Drop(M(8).into())]).0).0;
    let mut draft = Draft::new(&gone);
    assert!(draft.ids.new_item() > M(8));
    let again = Edit::AddItem { item: M(8), set: ItemFields::default() };
    assert_eq!(refused(&gone, again).why, Why::NotNew { found: M(8).into() });
}

#[test]
fn three_writes_are_taken_back_and_one_that_was_changed_since_is_told() {
    let saved = calendar();
    let mut levels = vec![(saved.clone(), None)];
    for day in ["2026-03-09", "2026-03-10", "2026-03-11"] {
        let present = levels.last().unwrap().0.clone();
        let (next, written) = accepted(&present, &drafted(&present, &[put(3, day, 9)]).0);
        levels.push((next, Some(written)));
    }
    let mut present = levels[3].0.clone();
    for level in (1..=3).rev() {
        let draft = Draft::new(&present).undoing(&present, levels[level].1.as_ref().unwrap());
        present = accepted(&present, &draft).0;
        assert_eq!(present.parts().0, levels[level - 1].0.parts().0);
    }
    // The first write cannot be taken back while m3 stands where the third one put it.
    let draft = Draft::new(&levels[3].0).undoing(&levels[3].0, levels[1].1.as_ref().unwrap());
    let card = diff(&levels[3].0, &draft, now()).unwrap();
    assert_eq!((card.lines.len(), &card.misfits[0].refusal.why), (0, &Why::ChangedSince { found: M(3).into() }));
}

#[test]
fn what_others_use_since_is_not_taken_back() {
    let saved = calendar();
    let undone = |present: &Calendar, written: &Written| {
        let draft = Draft::new(present).undoing(present, written);
        let card = diff(present, &draft, now()).unwrap();
        (ids(&card), card.misfits.into_iter().map(|misfit| misfit.refusal.why).collect::<Vec<_>>())
    };
    // A group that has got an item.
    let group = GroupId(3);
    let set = GroupFields { name: Some("gym".into()), ..GroupFields::default() };
    let (with_group, added) = accepted(&saved, &drafted(&saved, &[Edit::AddGroup { group, set }]).0);
    let set = ItemFields { name: Some("run".into()), group: Some(group), ..ItemFields::default() };
    let item = M(with_group.ids.item);
    let (with_item, _) = accepted(&with_group, &drafted(&with_group, &[Edit::AddItem { item, set }]).0);
    let needs = Why::Needs { found: group.into(), needs: vec![item.into()] };
    assert_eq!(undone(&with_item, &added), (vec![], vec![needs]));
    assert_eq!(undone(&with_group, &added), (vec!["g3".to_owned()], vec![]));
    // A place of a host that has got a guest.
    let (from, to) = (place("2026-03-10", 3, 6), place("2026-03-11", 3, 6));
    let (moved, written) = accepted(&saved, &drafted(&saved, &[Edit::Move { event: EventId(2), from, to }]).0);
    let (with_guest, _) = accepted(&moved, &drafted(&moved, &[put(3, "2026-03-11", 4)]).0);
    assert_eq!(with_guest.item(M(3)).unwrap().host(), Some(EventId(2)));
    let needs = Why::Needs { found: EventId(2).into(), needs: vec![M(3).into()] };
    assert_eq!(undone(&with_guest, &written), (vec![], vec![needs]));
    // An item that has got a rule.
    let set = ItemFields { name: Some("run".into()), group: Some(GroupId(1)), ..ItemFields::default() };
    let item = M(saved.ids.item);
    let (with_item, added) = accepted(&saved, &drafted(&saved, &[Edit::AddItem { item, set }]).0);
    let stay = rule(RuleId(with_item.ids.rule), About::Item(item), What::Stay);
    let id = stay.id;
    let (with_rule, _) = accepted(&with_item, &drafted(&with_item, &[Edit::AddRule(stay)]).0);
    let needs = Why::Needs { found: item.into(), needs: vec![id.into()] };
    assert_eq!(undone(&with_rule, &added), (vec![], vec![needs]));
}

#[test]
fn an_arrangement_is_one_edit() {
    let saved = calendar();
    let loading =
        Loading { classes: &[], today: date("2026-03-08"), term: term(), sections: 12, course: "course", task: "task" };
    let timetable = load(&saved.parts().0, &loading).unwrap();
    let request = Request {
        scope: Scope::default(),
        held: vec![],
        wishes: vec![],
        stability: Stability::Keep,
        most_moved: None,
        any_order: false,
        term: Some(term()),
        now: None,
        clock: Some(saved.clock.clone()),
        preferences: Preferences::default(),
        occasions: Occasions::default(),
    };
    let arranging = Arranging::new(&timetable, &request);
    // Two items without a place get one, as the optimiser would say it.
    let mut placement = arranging.present();
    let free = [(3, 11), (4, 11)].map(|(item, day)| {
        (item, arranging.place(&timetable, timetable.window().day(day).unwrap(), item as u8 * 2 - 1))
    });
    for (item, place) in free {
        let task = timetable.tasks().iter().find(|task| task.source_id == item && task.is_pending()).unwrap();
        placement.0[arranging.item(task.id).unwrap()] = Some(place);
    }
    let edit = placements(&timetable, &arranging.steps(&timetable, &placement), term()).unwrap();
    let expected = [(3, at("2026-03-12", 5)), (4, at("2026-03-12", 7))];
    assert_eq!(edit, Edit::Place(expected.map(|(item, at)| Put { item: M(item), at }).to_vec()));
}
