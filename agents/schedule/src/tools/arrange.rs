//! Arguments of `arrange`: which tasks may move, by which wishes, and how much (spec-tools.md 7).

use std::collections::BTreeSet;

use super::args::{joined, Args};
use super::asked::Asked;
use super::desk::Look;
use super::filter;
use super::outcome::{Action, Answer, Failure, Outcome};
use super::page::{fill, Put};
use super::{refused, words};
use stepgate_engine::Lang;
use stepgate_timetable::arrange::{Scope, Stability, Wish, WishKind};
use stepgate_timetable::{Day, Task, TaskId};

/// Kinds of wishes.
pub(super) const WISH_KINDS: &[&str] = &["free", "at_most", "prefer", "any_order"];
/// Members of a wish.
const WISH: [&str; 8] = ["kind", "class_id", "weekdays", "day_start", "day_end", "from", "to", "most"];

/// Reads the arguments; the agent searches for the plan.
pub(super) fn arrange(look: &Look<'_>) -> Answer {
    let args = &look.args;
    let mut problems = Vec::new();
    let narrowed = args.get("day_start").is_some() || args.get("day_end").is_some();
    let days = filter::days(args, look.timetable, look.first_day()).map(Some);
    let days = taken(days, &mut problems).filter(|_| narrowed);
    let scope = Scope {
        classes: args.ids("task_class_ids"),
        tasks: taken(tasks(look), &mut problems),
        first: days.map(|(first, _)| first),
        last: days.map(|(_, last)| last),
        kept: kept(look),
    };
    let asked = Asked {
        places_pending: args.flag("place_pending"),
        scope,
        wishes: wishes(look, &mut problems),
        forgotten: taken(forgotten(look), &mut problems),
        stability: stability(args),
        adds: args.flag("add_to_card").unwrap_or(false),
        most_moved: args.count("most_moved").and_then(|most| usize::try_from(most).ok()),
    };
    if let Some(failure) = joined(problems) {
        return Err(failure);
    }
    let text = words::ARRANGING.in_lang(look.lang).to_owned();
    Ok(Outcome { action: Some(Box::new(Action::Arrange(asked))), ..Outcome::done(text) })
}

/// Value of an argument; a failure goes to the problems.
fn taken<T: Default>(read: Result<T, Box<Failure>>, problems: &mut Vec<Failure>) -> T {
    read.unwrap_or_else(|problem| {
        problems.push(*problem);
        T::default()
    })
}

fn tasks(look: &Look<'_>) -> Result<Vec<TaskId>, Box<Failure>> {
    let known = |id: i64| TaskId::try_from(id).ok().filter(|id| look.timetable.task(*id).is_some());
    let of_class = |id: TaskId| look.timetable.task(id).is_some_and(|task| task.class_id > 0);
    let ids = look.args.wholes("task_ids").into_iter();
    ids.map(|id| {
        let known = known(id).ok_or_else(|| refused::no_such_task(look.timetable, id, look.lang))?;
        let fixed = || {
            let name = look.timetable.task(known).map_or(String::new(), |task| format!("[{known}]{}", task.name));
            let text = fill(&words::NOT_TO_ARRANGE, look.lang, &[Put::Name(&name)]);
            look.args.invalid("task_ids", &text)
        };
        of_class(known).then_some(known).ok_or_else(fixed)
    })
    .collect()
}

/// Days that stay as they are, by weekday and by number.
fn kept(look: &Look<'_>) -> Vec<Day> {
    let (window, args) = (look.timetable.window(), &look.args);
    let weekdays = weekdays(args, "keep_weekdays");
    let is_kept = |day: &Day| window.weekday(*day).is_some_and(|day| weekdays.contains(&day.weekday));
    window.days().filter(is_kept).chain(args.ids("keep_days").into_iter().map(Day)).collect()
}

/// Numbers of wishes as the model reads them.
fn forgotten(look: &Look<'_>) -> Result<Vec<usize>, Box<Failure>> {
    let told = look.settings.wishes_told;
    let known = |number: i64| usize::try_from(number).ok().filter(|number| (1..=told).contains(number));
    let wrong = || match told {
        0 => look.args.wrong("forget_wishes", &words::NO_WISHES),
        _ => {
            let numbers: Vec<String> = (1..=told).map(|number| number.to_string()).collect();
            let allowed = fill(&words::WISH_NUMBERS, look.lang, &[Put::Text(&numbers.join(", "))]);
            look.args.invalid("forget_wishes", &allowed)
        }
    };
    look.args.wholes("forget_wishes").into_iter().map(|number| known(number).ok_or_else(wrong)).collect()
}

fn stability(args: &Args<'_>) -> Option<Stability> {
    Some(match args.word("keep")? {
        "fresh" => Stability::Fresh,
        "revise" => Stability::Revise,
        _ => Stability::Keep,
    })
}

fn wishes(look: &Look<'_>, problems: &mut Vec<Failure>) -> Vec<Wish> {
    let read = |(index, args): (usize, Args<'_>)| {
        wish(look, &args).map_err(|failure| {
            let place = format!("wishes[{index}]: ");
            Box::new(Failure {
                text: place.clone() + &failure.text,
                told: failure.told.map(|told| place + &told),
                ..*failure
            })
        })
    };
    look.args.each("wishes").enumerate().filter_map(|wish| taken(read(wish).map(Some), problems)).collect()
}

fn wish(look: &Look<'_>, args: &Args<'_>) -> Result<Wish, Box<Failure>> {
    let kind = match args.word("kind") {
        Some("at_most") => WishKind::AtMost,
        Some("prefer") => WishKind::Prefer,
        Some("any_order") => WishKind::AnyOrder,
        _ => WishKind::Free,
    };
    let members = if kind == WishKind::AnyOrder { &WISH[..2] } else { &WISH };
    args.only(|key| members.contains(&key)).map_err(|failure| allowed(*failure, members, look.lang))?;
    let sections = look.timetable.window().sections();
    let section = |name: &str| in_range(args, name, 1, i64::from(sections));
    let wish = Wish {
        kind,
        class: args.count("class_id").and_then(|id| u32::try_from(id).ok()),
        weekdays: weekdays(args, "weekdays"),
        first: args.day("day_start"),
        last: args.day("day_end"),
        from: section("from")?,
        to: section("to")?,
        most: most(look, args, kind, i64::from(sections))?,
    };
    match kind {
        WishKind::AtMost if args.get("most").is_none() => Err(args.missing("most")),
        WishKind::AtMost if wish.class.is_some() => Err(args.wrong("class_id", &words::NOT_FOR_AT_MOST)),
        WishKind::Free | WishKind::Prefer if wish.to > 0 && wish.from > wish.to => {
            Err(args.wrong("to", &words::NOT_BEFORE_FROM))
        }
        WishKind::Free if is_everything(&wish) => Err(args.wrong("weekdays", &words::WISH_NEEDS_TIMES)),
        WishKind::Prefer if wish.from == 0 && wish.to == 0 && wish.weekdays.is_empty() => {
            Err(args.wrong("from", &words::PREFER_NEEDS))
        }
        _ => Ok(wish),
    }
}

/// Periods a day that a wish allows; fewer than any task has would leave no task a place. None at all is a wish about some days only.
fn most(look: &Look<'_>, args: &Args<'_>, kind: WishKind, sections: i64) -> Result<u8, Box<Failure>> {
    let most = in_range(args, "most", 0, sections)?;
    let about_all_days = ["weekdays", "day_start", "day_end"].iter().all(|name| args.get(name).is_none());
    let tasks = look.timetable.tasks().iter().filter(|task| task.class_id > 0);
    let lengths: BTreeSet<u8> = tasks.map(Task::needs).collect();
    match lengths.first() {
        Some(shortest) if kind == WishKind::AtMost && most < *shortest && (most > 0 || about_all_days) => {
            let all: Vec<String> = lengths.iter().map(u8::to_string).collect();
            let puts = [Put::Number((*shortest).into()), Put::Text(&all.join(", "))];
            Err(args.invalid("most", &fill(&words::MOST_TOO_SMALL, look.lang, &puts)))
        }
        _ => Ok(most),
    }
}

/// The failure of an unknown member, with the members that a wish may have.
fn allowed(failure: Failure, members: &[&str], lang: Lang) -> Box<Failure> {
    let more = fill(&words::WISH_MEMBERS, lang, &[Put::Text(&members.join(", "))]);
    let text = [&failure.text, more.as_str()].concat();
    Box::new(Failure { told: failure.told.as_ref().map(|told| [told, more.as_str()].concat()), text, ..failure })
}

/// Whether a wish leaves no time for any task.
fn is_everything(wish: &Wish) -> bool {
    let days = wish.weekdays.is_empty() && wish.first.is_none() && wish.last.is_none();
    days && wish.from == 0 && wish.to == 0 && wish.class.is_none()
}

fn weekdays(args: &Args<'_>, name: &str) -> Vec<u8> {
    args.wholes(name).into_iter().filter_map(|number| u8::try_from(number).ok()).collect()
}

/// Number within a range; 0 if it is not given.
pub(super) fn in_range(args: &Args<'_>, name: &str, least: i64, most: i64) -> Result<u8, Box<Failure>> {
    let Some(number) = args.whole(name) else { return Ok(0) };
    let small = u8::try_from(number).ok().filter(|_| (least..=most).contains(&number));
    small.ok_or_else(|| args.wrong_number(name, least, most))
}
