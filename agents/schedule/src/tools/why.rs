//! Explanations of places by the optimiser's objective: why here, why not there, what would make room (spec-tools.md 7).

use super::arrange::in_range;
use super::desk::{Look, ProposedWish, Settings};
use super::filter;
use super::outcome::{Answer, Failure, Outcome};
use super::page::{fill, Page, Put};
use super::plan::Plan;
use super::resolve::clocked;
use super::terms::Facts;
use super::wish::{self, rule_in_words, wish_in_words};
use super::{dates, kept_out, refused, terms, words};
use stepgate_engine::{text, Text};
use stepgate_optimise::{
    refuse, weigh, Draft, Limit, Periods, Place, Placement, Reason, Relaxed, Relaxing, Replay, Score, Standing, Verdict,
};
use stepgate_timetable::arrange::{Scope, Stability, Wish, WishKind};
use stepgate_timetable::{Command, Day, Entry, Slot, Task, TaskId};

/// Iterations of each search for room.
const ITERATIONS: u64 = 4_000;
/// Single limits whose loosening makes room, and pairs of them, that are listed.
const SINGLES: usize = 4;
const PAIRS: usize = 2;
/// Tasks that a line about room names.
const NAMED: usize = 8;

/// Explains where a task stands, or why it does not stand elsewhere; in the plan that is proposed if there is one.
pub(super) fn explain_place(look: &Look<'_>) -> Answer {
    let explained = in_plan(look, explained)?;
    let Some(_) = look.settings.proposed else { return Ok(explained) };
    let text = [words::PLACE_PROPOSED.in_lang(look.lang), &explained.text].concat();
    Ok(Outcome { text, ..explained })
}

fn explained(look: &Look<'_>) -> Answer {
    let id = look.args.need("task_id")?;
    let task = TaskId::try_from(id).ok().and_then(|id| look.timetable.task(id));
    let task = task.ok_or_else(|| refused::no_such_task(look.timetable, id, look.lang))?;
    let plan = Plan::as_it_stands(look)?;
    let Some(item) = plan.arranging.item(task.id) else {
        let mut page = plan.page();
        let is_over = task.slots.first().is_some_and(|slot| look.settings.rules.has_begun(slot));
        page.say(if is_over { &words::WHY_PAST } else { &words::WHY_FIXED }, &[Put::Task(task)]);
        return Ok(Outcome::done(page.finish()));
    };
    match look.args.day("day") {
        Some(day) => there(&plan, task, item, day),
        None => here(&plan, task, item),
    }
}

fn here(plan: &Plan<'_>, task: &Task, item: usize) -> Answer {
    let weighed = weigh(&plan.instance, &plan.present(), item).map_err(|_| plan.broken())?;
    let mut page = plan.page();
    match weighed.here.place.and_then(|place| plan.slot(item, place)) {
        Some(slot) => {
            let faults = terms::faults_of_place(&weighed.here.cost, &facts(plan, item, slot), plan.look.lang);
            page.say(&words::WHY_HERE, &[Put::Task(task), Put::Place(slot), Put::Text(&faults)]);
        }
        None => page.say(&words::WHY_NOWHERE, &[Put::Task(task)]),
    }
    if !weighed.others.is_empty() {
        page.say(&words::WHY_OTHERS, &[]);
    }
    for other in &weighed.others {
        say_other(plan, &mut page, item, other, &weighed.here);
    }
    if weighed.others.is_empty() {
        page.say(&words::WHY_NO_OTHER, &[]);
        say_limits(plan, &mut page, task);
    }
    Ok(Outcome::done(page.finish()))
}

/// Says what the class of a task excludes, if it does.
fn say_limits(plan: &Plan<'_>, page: &mut Page<'_>, task: &Task) {
    let Look { timetable, settings, lang, .. } = plan.look;
    let limits = timetable
        .class(task.class_id)
        .map(|class| kept_out::class_limits(class, timetable, settings.times.term, *lang));
    if let Some(limits) = limits.filter(|limits| !limits.is_empty()) {
        page.say(&words::WHY_LIMITS, &[Put::Text(&limits)]);
    }
}

fn say_other(plan: &Plan<'_>, page: &mut Page<'_>, item: usize, other: &Standing, here: &Standing) {
    let Some(slot) = other.place.and_then(|place| plan.slot(item, place)) else { return };
    say_difference(plan, page, item, slot, &(other.cost - here.cost));
}

/// Says how much better or worse a place is than the present one, or what is less good there if the task has none.
fn say_difference(plan: &Plan<'_>, page: &mut Page<'_>, item: usize, slot: Slot, difference: &Score) {
    let (lang, there) = (plan.look.lang, facts(plan, item, slot));
    let inside = inside(plan, slot);
    let Some(here) = plan.present().place(item).and_then(|place| plan.slot(item, place)) else {
        let faults = [inside, terms::faults_of_place(difference, &there, lang)].concat();
        return page.say(&words::WHY_FREE, &[Put::Place(slot), Put::Text(&faults)]);
    };
    let gain = -difference.soft();
    let sentence = match gain {
        gain if gain >= i64::from(Stability::Revise.move_base()) => &words::WHY_BETTER,
        1.. => &words::WHY_LITTLE_BETTER,
        _ => &words::WHY_WORSE,
    };
    let degree = terms::of_place(-gain).in_lang(lang);
    let differences = [inside, terms::differences(difference, &there, &facts(plan, item, here), lang)].concat();
    let here = start(plan, here);
    page.say(sentence, &[Put::Place(slot), Put::Text(degree), Put::Text(&differences), Put::Text(&here)]);
}

/// Words for the course in which a place lies, before what else is said of it; empty if it lies in none.
fn inside(plan: &Plan<'_>, slot: Slot) -> String {
    let timetable = plan.look.timetable;
    let around = |entry: &&Entry| entry.slot.start <= slot.start && slot.end <= entry.slot.end;
    let host = timetable.entries(slot.day).iter().find(around).and_then(|entry| timetable.of(entry));
    let host = host.filter(|task| task.can_embed);
    host.map_or(String::new(), |host| fill(&words::WHY_INSIDE, plan.look.lang, &[Put::Name(&host.name)]))
}

/// Facts about a place of an item.
fn facts(plan: &Plan<'_>, item: usize, slot: Slot) -> Facts {
    let timetable = plan.look.timetable;
    let own = timetable.task(plan.task(item)).filter(|task| task.embed_host.is_none());
    let own = own.and_then(|task| task.slots.first()).filter(|own| own.day == slot.day).map_or(0, periods);
    let taken = timetable.occupied(slot.day) & !own | periods(&slot);
    let full = 2 * taken.count_ones() > u32::from(timetable.window().sections());
    let place = plan.arranging.place(timetable, slot.day, slot.start);
    Facts { full, day: slot.day, off_spread: plan.instance.off_spread(item, place) }
}

/// Periods of a slot, a bit for each.
fn periods(slot: &Slot) -> u64 {
    Periods::between(slot.start, slot.end).0
}

/// Day and start of a place: `Thu, Mar 5 18:30`; without a clock `Thu of week 5, period 9`.
fn start(plan: &Plan<'_>, slot: Slot) -> String {
    let (times, lang) = (&plan.look.settings.times, plan.look.lang);
    let day = plan.look.timetable.window().weekday(slot.day).map(|day| dates::day(times.term, day, lang));
    let clock = times.clock.as_ref().and_then(|clock| clock.section(slot.start));
    let time = clock.map_or_else(|| dates::periods(slot.start, slot.start, lang), |(start, _)| clocked(start));
    [day.as_deref().unwrap_or_default(), BEFORE_TIME.in_lang(lang), &time].concat()
}

const BEFORE_TIME: Text = text("", " ");

/// Sections that a question is about.
#[derive(Clone, Copy)]
struct Asked {
    from: u8,
    to: u8,
    /// Whether it is about a part of the day, of which the free ranges are told one by one.
    is_part: bool,
}

/// Sections of a part of the day, of `slot_start` to `slot_end`, of `slot_start` alone, or of the whole day.
fn asked(look: &Look<'_>) -> Result<Asked, Box<Failure>> {
    let sections = look.timetable.window().sections();
    let section = |name: &str| in_range(&look.args, name, 1, i64::from(sections));
    let (start, end) = (section("slot_start")?, section("slot_end")?);
    let part = look.args.word("part").and_then(|part| PARTS.iter().position(|known| *known == part));
    match (part, start, end) {
        (Some(part), 0, 0) => Ok(of_part(look, part)),
        (Some(_), ..) => Err(look.args.wrong("part", &words::PART_OR_SECTIONS)),
        (None, 0, 0) => Ok(Asked { from: 1, to: sections, is_part: false }),
        (None, start, 0) => Ok(Asked { from: start, to: start, is_part: false }),
        (None, start, end) if start > end => Err(look.args.wrong("slot_end", &words::NOT_BEFORE_SLOT_START)),
        (None, start, end) => Ok(Asked { from: start.max(1), to: end, is_part: true }),
    }
}

/// Parts of a day, and the hour before which each ends.
pub(super) const PARTS: &[&str] = &["morning", "afternoon", "evening"];
const NOON: u16 = 12 * 60;
const EVENING: u16 = 18 * 60;

/// Sections of a part of the day by the clock; without one each part is a third of the sections.
fn of_part(look: &Look<'_>, part: usize) -> Asked {
    let sections = look.timetable.window().sections();
    let before = |minute: u16| match &look.settings.times.clock {
        Some(clock) => clock.all().filter(|(_, start, _)| *start < minute).count() as u8,
        None => sections / 3 * if minute == NOON { 1 } else { 2 },
    };
    let borders = [0, before(NOON), before(EVENING), sections];
    let border = |index: usize| borders.get(index).copied().unwrap_or(sections);
    Asked { from: border(part) + 1, to: border(part + 1), is_part: true }
}

/// Says whether a task could stand on a day, at a section, in a part of the day or at any section.
fn there(plan: &Plan<'_>, task: &Task, item: usize, day: Day) -> Answer {
    let asked = asked(plan.look)?;
    let length = plan.instance.draft().items.get(item).map_or(1, |item| item.length);
    let last = if asked.is_part { (asked.to + 1).saturating_sub(length) } else { asked.to };
    let verdicts = verdicts(plan, item, day, (asked.from, last))?;
    let mut page = plan.page();
    if asked.is_part {
        say_ranges(plan, &mut page, (item, day), asked, (length, &verdicts));
    }
    let cheapest = verdicts.iter().filter_map(|(place, verdict)| match verdict {
        Verdict::Allowed { difference } => Some((difference.total(), *place, *difference)),
        Verdict::Refused { .. } => None,
    });
    match cheapest.min_by_key(|(cost, place, _)| (*cost, place.start)) {
        Some((_, place, difference)) => {
            let Some(slot) = plan.slot(item, place) else { return Ok(Outcome::done(String::new())) };
            page.say(&words::WHY_POSSIBLE, &[Put::Task(task)]);
            say_difference(plan, &mut page, item, slot, &difference);
        }
        None => {
            page.say(&words::WHY_NOT, &[Put::Task(task)]);
            say_reasons(plan, &mut page, item, &verdicts);
        }
    }
    Ok(Outcome::done(page.finish()))
}

type Verdicts = Vec<(Place, Verdict)>;

/// Whether an item could start at each of some sections of a day.
fn verdicts(plan: &Plan<'_>, item: usize, day: Day, (from, to): (u8, u8)) -> Result<Verdicts, Box<Failure>> {
    let verdict = |start: u8| {
        let place = plan.arranging.place(plan.look.timetable, day, start);
        let verdict = refuse(&plan.instance, &plan.present(), item, place).map_err(|_| plan.broken())?;
        Ok((place, verdict))
    };
    (from..=to).map(verdict).collect()
}

/// Says what the free ranges of a part of a day are, and for each that will not do why.
fn say_ranges(
    plan: &Plan<'_>,
    page: &mut Page<'_>,
    (item, day): (usize, Day),
    asked: Asked,
    (length, verdicts): (u8, &Verdicts),
) {
    let open = plan.look.settings.rules.open;
    let ranges = plan.look.timetable.open_ranges(day, open);
    let inside = ranges.map(|range| (range.start.max(asked.from), range.end.min(asked.to)));
    let mut none = true;
    for (start, end) in inside.filter(|(start, end)| start <= end) {
        none = false;
        page.say(&words::WHY_RANGE, &[Put::Place(Slot { day, start, end })]);
        let fits = |place: &Place| place.start >= start && place.start + length <= end + 1;
        let own: Vec<&Verdict> = verdicts.iter().filter(|(place, _)| fits(place)).map(|(_, verdict)| verdict).collect();
        say_range(plan, page, item, (start, end), (&own, length));
    }
    if none {
        page.say(&words::WHY_NO_RANGE, &[Put::Place(Slot { day, start: asked.from, end: asked.to.max(asked.from) })]);
    }
}

/// Says whether a task fits into a free range, by the verdicts of its sections.
fn say_range(
    plan: &Plan<'_>,
    page: &mut Page<'_>,
    item: usize,
    range: (u8, u8),
    (verdicts, length): (&[&Verdict], u8),
) {
    let reasons = verdicts.iter().filter_map(|verdict| match verdict {
        Verdict::Refused { reason } => Some(reason),
        Verdict::Allowed { .. } => None,
    });
    let is_idle = |reason: &&&Reason| matches!(reason, Reason::Aligned {});
    let reasons: Vec<&Reason> = reasons.collect();
    match reasons.iter().find(|reason| !is_idle(reason)).or(reasons.first()) {
        _ if verdicts.is_empty() => page.say(&words::WHY_SHORT, &[Put::Number(length.into())]),
        Some(reason) if reasons.len() == verdicts.len() => say_reason(plan, page, reason, (item, range)),
        _ => page.say(&words::WHY_FITS, &[]),
    }
}

/// The reasons of a day, each once, with the first place that it takes.
fn say_reasons(plan: &Plan<'_>, page: &mut Page<'_>, item: usize, verdicts: &[(Place, Verdict)]) {
    let mut seen: Vec<&Reason> = Vec::new();
    for (place, verdict) in verdicts {
        let Verdict::Refused { reason } = verdict else { continue };
        // The end of the day is no news where something else keeps the task out.
        let idle = matches!(reason, Reason::Outside {} | Reason::Aligned {}) && verdicts.len() > 1;
        if idle || seen.contains(&reason) {
            continue;
        }
        seen.push(reason);
        let slot = plan.slot(item, *place);
        if let Some(slot) = slot {
            page.say(&words::WHY_AT, &[Put::Place(slot)]);
        }
        let last = slot.map_or(place.start, |slot| slot.end);
        say_reason(plan, page, reason, (item, (place.start, last)));
    }
}

/// Says why an item cannot stand in some sections. Of what its class excludes there, all is told: one limit less would not help.
fn say_reason(plan: &Plan<'_>, page: &mut Page<'_>, reason: &Reason, (item, (from, to)): (usize, (u8, u8))) {
    let draft = plan.instance.draft();
    let class = draft.items.get(item).and_then(|item| draft.classes.get(item.class));
    let periods = (from..=to).filter(|period| class.is_some_and(|class| class.excluded_periods.has(*period)));
    let forbids =
        |page: &mut Page<'_>, wish: u16| page.say(&words::REASON_WISH, &[Put::Text(&named_wish(plan.look, wish))]);
    let task = |item: usize| Put::Id(plan.task(item));
    match *reason {
        Reason::Fixed {} => page.say(&words::REASON_FIXED, &[]),
        Reason::Outside {} => page.say(&words::REASON_OUTSIDE, &[]),
        Reason::Past {} => page.say(&words::REASON_PAST, &[]),
        Reason::Asked { .. } | Reason::Kept {} | Reason::Days { .. } => page.say(&words::REASON_DAYS, &[]),
        Reason::Early { .. } => page.say(&words::REASON_EARLY, &[]),
        Reason::Late { .. } => page.say(&words::REASON_LATE, &[]),
        Reason::Weekday { weekday } => excluded(page, &[weekday], periods),
        Reason::Period { .. } => excluded(page, &[], periods),
        Reason::Event { event } => {
            let id = plan.arranging.events.get(event).copied().unwrap_or_default();
            page.say(&words::REASON_TAKEN, &[Put::Id(id)]);
        }
        Reason::Aligned {} => page.say(&words::REASON_ALIGNED, &[]),
        Reason::Closed { wish } | Reason::Cap { wish, .. } => forbids(page, wish),
        Reason::Item { item } => page.say(&words::REASON_TAKEN, &[task(item)]),
        Reason::After { item } => page.say(&words::REASON_AFTER, &[task(item)]),
        Reason::Before { item } => page.say(&words::REASON_BEFORE, &[task(item)]),
        Reason::ClassDay { most } => page.say(&words::REASON_CLASS_DAY, &[Put::Number(most.into())]),
        Reason::Day { most } => page.say(&words::REASON_DAY, &[Put::Number(most.into())]),
        Reason::Moved { .. } => page.say(&words::REASON_FIXED, &[]),
    }
}

/// Says that the class of a task excludes weekdays or periods.
fn excluded(page: &mut Page<'_>, weekdays: &[u8], periods: impl Iterator<Item = u8>) {
    let times = kept_out::times_said(weekdays, periods, page.lang);
    page.say(&words::REASON_EXCLUDED, &[Put::Text(&times)]);
}

/// Searches for the wishes and limits whose loosening makes room for the tasks without a place that the last `arrange` asked for, in its
/// days or in those of the call. Others may move, as when `arrange` revises a plan.
pub(super) fn find_room(look: &Look<'_>) -> Answer {
    let opening = look.settings.proposed.as_ref().map_or("", |_| words::ROOM_PROPOSED.in_lang(look.lang));
    in_plan(look, |look| room(look, opening))
}

/// Answers about the timetable and the wishes as they are after the plan that is proposed; as they are now if none is.
fn in_plan(look: &Look<'_>, answer: impl Fn(&Look<'_>) -> Answer) -> Answer {
    let Some(proposed) = &look.settings.proposed else { return answer(look) };
    let steps = Command::Plan(proposed.steps.clone());
    let mut planned = look.timetable.clone();
    // A plan that no longer fits leaves the present places, and its wishes.
    let _ = planned.change(&steps, &look.settings.rules);
    let wishes = proposed.wishes.iter().map(|proposed| proposed.wish.clone()).collect();
    let settings = Settings { wishes, ..look.settings.clone() };
    answer(&Look { timetable: &planned, settings: &settings, args: look.args, lang: look.lang })
}

/// Tells what makes room in a timetable, behind an opening line.
fn room(look: &Look<'_>, opening: &str) -> Answer {
    let scope = scope(look)?;
    let held = Plan::new(look, pending(look, &scope), Stability::Fresh)?;
    let mut page = held.page();
    page.push(opening);
    let out: Vec<usize> = held.present().unplaced().collect();
    if out.is_empty() {
        page.say(&words::ALL_PLACED, &[]);
        return Ok(Outcome::done(page.finish()));
    }
    say_scope(look, &mut page, &scope);
    let fit = say_fit(&held, &mut page, &out)?;
    if fit < out.len() {
        say_remedies(&held, &mut page, &scope, out.len() - fit)?;
    }
    Ok(Outcome::done(page.finish()))
}

/// Scope of the last `arrange` while a task of it has no place, with the days of the call in place of its days.
fn scope(look: &Look<'_>) -> Result<Scope, Box<Failure>> {
    let last = &look.settings.scope;
    let asked = if is_any_out(look, last) { last.clone() } else { Scope::default() };
    if look.args.get("day_start").is_none() && look.args.get("day_end").is_none() {
        return Ok(asked);
    }
    let (first, last) = filter::days(&look.args, look.timetable, look.first_day())?;
    Ok(Scope { first: Some(first), last: Some(last), ..asked })
}

/// Whether a task of a scope has no place.
fn is_any_out(look: &Look<'_>, scope: &Scope) -> bool {
    !pending(look, scope).tasks.is_empty()
}

/// The part of a scope that has no place.
fn pending(look: &Look<'_>, scope: &Scope) -> Scope {
    let is_out = |task: &&Task| task.class_id > 0 && task.slots.is_empty() && scope.names(task);
    let tasks = look.timetable.tasks().iter().filter(is_out).map(|task| task.id).collect();
    Scope { tasks, ..scope.clone() }
}

/// Says which days the answer is about, if they are not all.
fn say_scope(look: &Look<'_>, page: &mut Page<'_>, scope: &Scope) {
    let days = wish::days((scope.first, scope.last), look.timetable, look.settings.times.term, look.lang);
    if !days.is_empty() {
        page.say(&words::ROOM_IN, &[Put::Text(&days)]);
    }
    if !scope.kept.is_empty() {
        page.say(&words::ROOM_KEPT, &[]);
    }
}

/// Says which items have room while all others stay where they are. Returns how many.
fn say_fit(held: &Plan<'_>, page: &mut Page<'_>, out: &[usize]) -> Result<usize, Box<Failure>> {
    let found = loosened(held, &[])?;
    let fit: Vec<usize> = out.iter().copied().filter(|item| found.base().place(*item).is_some()).collect();
    if !fit.is_empty() {
        page.say(&words::ROOM_ALREADY, &[Put::Number(fit.len() as i64)]);
        say_items(held, page, &fit);
    }
    Ok(fit.len())
}

/// Says what makes room for the `rest` of the items without a place: moves of others, limits to loosen, other days.
fn say_remedies(held: &Plan<'_>, page: &mut Page<'_>, scope: &Scope, rest: usize) -> Result<(), Box<Failure>> {
    let (plan, found) = revised(held, scope, limits)?;
    let by_moves = rest.saturating_sub(found.base().unplaced().count());
    if by_moves > 0 {
        page.say(&words::ROOM_BY_MOVES, &[Put::Number(by_moves as i64)]);
    }
    let limits = by_moves < rest && say_ways(&plan, page, &found);
    let elsewhere = say_elsewhere(held, page, scope, rest)?;
    if by_moves == 0 && !limits && !elsewhere {
        page.say(&words::NO_ROOM, &[Put::Number(rest as i64)]);
    }
    Ok(())
}

/// Plan that `arrange` would revise in a scope, and the search for limits to loosen in it. A present plan that breaks a rule has no revision:
/// there all others stay where they are.
fn revised<'a>(
    held: &Plan<'a>,
    scope: &Scope,
    limits: fn(&Plan<'_>) -> Vec<Limit>,
) -> Result<(Plan<'a>, Relaxing), Box<Failure>> {
    for scope in [scope.clone(), pending(held.look, scope)] {
        let plan = Plan::new(held.look, scope, Stability::Revise)?;
        if let Ok(found) = loosened(&plan, &limits(&plan)) {
            return Ok((plan, found));
        }
    }
    Err(held.broken())
}

/// Says for how many more of the items there is room outside of the days asked for.
fn say_elsewhere(held: &Plan<'_>, page: &mut Page<'_>, scope: &Scope, rest: usize) -> Result<bool, Box<Failure>> {
    if scope.first.is_none() && scope.last.is_none() {
        return Ok(false);
    }
    let all_days = Scope { first: None, last: None, ..scope.clone() };
    let gain = |found: &Relaxing| rest.saturating_sub(found.base().unplaced().count());
    let (mut plan, mut found) = revised(held, &all_days, |_| Vec::new())?;
    // The same room without moves of others is the better remedy.
    let apart = Plan::new(held.look, pending(held.look, &all_days), Stability::Fresh)?;
    let alone = loosened(&apart, &[])?;
    let more = gain(&found);
    if gain(&alone) >= more {
        (plan, found) = (apart, alone);
    }
    if more > 0 {
        say_gain(&plan, page, words::OTHER_DAYS.in_lang(held.look.lang), found.base(), more);
        let out: Vec<String> = held.present().unplaced().map(|item| held.task(item).to_string()).collect();
        page.say(&words::OTHER_DAYS_CALL, &[Put::Text(&out.join(", "))]);
    }
    Ok(more > 0)
}

/// Searches with these limits loosened, one by one and in pairs.
fn loosened(plan: &Plan<'_>, limits: &[Limit]) -> Result<Relaxing, Box<Failure>> {
    let replay = Replay { seed: 1, planned: ITERATIONS };
    let relaxing = Relaxing::new(&plan.instance, &plan.present(), limits, replay);
    let mut relaxing = relaxing.map_err(|_| plan.broken())?;
    while relaxing.step() {}
    Ok(relaxing)
}

/// Limits that may keep items out: the wishes, the order, and those of the classes of items without a place.
fn limits(plan: &Plan<'_>) -> Vec<Limit> {
    let draft = &plan.arranging.draft;
    let present = plan.present();
    let is_out =
        |class: &usize| present.unplaced().any(|item| draft.items.get(item).is_some_and(|item| item.class == *class));
    let classes: Vec<usize> = (0..draft.classes.len()).filter(is_out).collect();
    let keeps_out = |wish: &&(u16, &Wish)| matches!(wish.1.kind, WishKind::Free | WishKind::AtMost);
    let wishes: Vec<(u16, &Wish)> = (0..).zip(&plan.look.settings.wishes).collect();
    let wishes = wishes.iter().filter(keeps_out).map(|(wish, _)| Limit::Wish(*wish));
    let is_ordered = classes.iter().any(|class| draft.classes.get(*class).is_some_and(|class| class.ordered));
    let order = is_ordered.then_some(Limit::Order);
    wishes.chain(order).chain(classes.iter().flat_map(|class| of_class(draft, *class))).collect()
}

/// Limits of a class that keep something out.
fn of_class(draft: &Draft, index: usize) -> Vec<Limit> {
    let Some(class) = draft.classes.get(index) else { return Vec::new() };
    let limits = [
        (!class.excluded_weekdays.is_empty(), Limit::Weekdays(index)),
        (class.excluded_periods != Periods::default(), Limit::Periods(index)),
        (class.most_a_day < u16::from(draft.periods), Limit::MostADay(index)),
        (class.last_day + 1 < draft.days, Limit::LastDay(index)),
    ];
    limits.into_iter().filter(|(given, _)| *given).map(|(_, limit)| limit).collect()
}

/// Says the best ways to make room, if there are any: single limits, then pairs, which are sought only where no single limit places all.
fn say_ways(plan: &Plan<'_>, page: &mut Page<'_>, found: &Relaxing) -> bool {
    let ways: Vec<Relaxed> = found.found().into_iter().filter(|way| more(found, way) > 0).collect();
    let (singles, pairs): (Vec<&Relaxed>, Vec<&Relaxed>) = ways.iter().partition(|way| way.limits.len() == 1);
    for way in singles.into_iter().take(SINGLES).chain(pairs.into_iter().take(PAIRS)) {
        say_way(plan, page, way, more(found, way));
    }
    !ways.is_empty()
}

/// How many more items a way places.
fn more(found: &Relaxing, way: &Relaxed) -> usize {
    found.base().unplaced().count().saturating_sub(way.placement.unplaced().count())
}

fn say_way(plan: &Plan<'_>, page: &mut Page<'_>, way: &Relaxed, more: usize) {
    let limits: Vec<String> = way.limits.iter().map(|limit| loosened_limit(plan, *limit)).collect();
    let limits = limits.join(words::AND_LIMIT.in_lang(plan.look.lang));
    say_gain(plan, page, &limits, &way.placement, more);
    let placed: Vec<usize> = plan.present().unplaced().filter(|item| way.placement.place(*item).is_some()).collect();
    // Where tasks lose their place for others, names of the others alone would mislead.
    say_items(plan, page, if placed.len() == more { &placed } else { &[] });
}

/// Says how many more items a placement has than the present plan, and how many tasks stand elsewhere in it.
fn say_gain(plan: &Plan<'_>, page: &mut Page<'_>, what: &str, placement: &Placement, more: usize) {
    let moved = placement.moved(&plan.instance).count();
    let sentence = if moved > 0 { &words::ROOM_WITH_MOVES } else { &words::ROOM };
    page.say(sentence, &[Put::Text(what), Put::Number(more as i64), Put::Number(moved as i64)]);
}

/// Words for a limit that is loosened; for one of a class with the call that changes it.
fn loosened_limit(plan: &Plan<'_>, limit: Limit) -> String {
    let (look, draft) = (plan.look, &plan.arranging.draft);
    let name = |index: usize| Put::Name(look.timetable.classes().get(index).map_or("", |class| &class.name));
    let times = |index: usize, is_days: bool| {
        let Some(class) = draft.classes.get(index) else { return String::new() };
        let weekdays = if is_days { &class.excluded_weekdays[..] } else { &[] };
        let periods = (1..=draft.periods).filter(|period| !is_days && class.excluded_periods.has(*period));
        kept_out::times_said(weekdays, periods, look.lang)
    };
    let of_class = |sentence: &Text, index: usize, times: &str, key: &str| {
        let call = fill(&words::BY_UPSERT, look.lang, &[Put::Text(key)]);
        [fill(sentence, look.lang, &[name(index), Put::Text(times)]), call].concat()
    };
    match limit {
        Limit::Wish(wish) => fill(&words::WITHOUT, look.lang, &[Put::Text(&named_wish(look, wish))]),
        Limit::Order => words::IN_ANY_ORDER.in_lang(look.lang).to_owned(),
        Limit::DayCap => words::WITH_MORE_A_DAY.in_lang(look.lang).to_owned(),
        Limit::MostADay(index) => of_class(&words::WITH_ONE_MORE, index, "", "max_per_day"),
        Limit::LastDay(index) => of_class(&words::WITH_LATER_END, index, "", "end_date"),
        Limit::Weekdays(index) => of_class(&words::WITH_EXCLUDED, index, &times(index, true), "excluded_days_of_week"),
        Limit::Periods(index) => of_class(&words::WITH_EXCLUDED, index, &times(index, false), "excluded_slots"),
    }
}

/// A wish by the number that the model knows, and in words; one that is only proposed does not stand yet. Behind the wishes come the rules
/// of the calendar.
fn named_wish(look: &Look<'_>, wish: u16) -> String {
    let index = usize::from(wish);
    if let Some(rule) = index.checked_sub(look.settings.wishes.len()) {
        return look.timetable.rules().get(rule).map_or(String::new(), |rule| rule_in_words(rule, look.lang));
    }
    let proposed = look.settings.proposed.as_ref().and_then(|proposed| proposed.wishes.get(index));
    let (sentence, number) = match proposed {
        Some(ProposedWish { number, is_new: true, .. }) => (&words::NEW_WISH, *number),
        Some(ProposedWish { number, .. }) => (&words::WISH, *number),
        None => (&words::WISH, index + 1),
    };
    let wish = look.settings.wishes.get(index);
    let said = wish
        .map_or(String::new(), |wish| wish_in_words(wish, look.timetable, look.settings.times.calendar(), look.lang));
    fill(sentence, look.lang, &[Put::Number(number as i64), Put::Text(&said)])
}

/// Ends a line with the names of the first of some items, if there are any.
fn say_items(plan: &Plan<'_>, page: &mut Page<'_>, items: &[usize]) {
    if !items.is_empty() {
        page.word(&words::COLON);
    }
    for (index, item) in items.iter().take(NAMED).enumerate() {
        if index > 0 {
            page.push(" ");
        }
        page.id(plan.task(*item));
    }
    if items.len() > NAMED {
        page.push(" …");
    }
    page.push("\n");
}
