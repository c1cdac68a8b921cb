//! Sentences about failed calls: one catalogue for the model, which reads ids and what it can do, and for people, who read names and dates.

use serde_json::Value;

use super::outcome::Failure;
use super::page::{fill, Page, Put};
use super::times::Times;
use super::words;
use stepgate_engine::{text, Lang, Text};
use stepgate_timetable::{Day, Held, Refused, Side, TaskId, Timetable, Why};

/// Failure for an unknown tool. The name counts as foreign text, and is cut if it is long.
pub(super) fn unknown_tool(name: &str, lang: Lang) -> Box<Failure> {
    Failure::new("unknown_tool", fill(&words::UNKNOWN_TOOL, lang, &[Put::Name(name)]))
}

/// Failure of a command without a timetable.
pub(super) fn no_timetable(lang: Lang) -> Box<Failure> {
    Failure::new("state_missing", fill(&words::STATE_MISSING, lang, &[Put::Text("apply_plan")]))
}

/// Failure for an unknown task.
pub(super) fn no_such_task(timetable: &Timetable, id: i64, lang: Lang) -> Box<Failure> {
    failure(timetable, &Why::TaskNotFound { id }.into(), lang)
}

/// Failure for a day outside the window.
pub(super) fn no_such_day(timetable: &Timetable, given: i64, lang: Lang) -> Box<Failure> {
    failure(timetable, &Why::DayOutOfRange { given, days: timetable.window().len() as u32 }.into(), lang)
}

/// Failure for sections outside the day.
pub(super) fn no_such_sections(timetable: &Timetable, start: i64, end: i64, lang: Lang) -> Box<Failure> {
    let sections = timetable.window().sections();
    failure(timetable, &Why::SlotOutOfRange { start, end, sections }.into(), lang)
}

/// Failure for a change that the timetable refused: the sentence for the model, and the task in the way as data.
pub(super) fn failure(timetable: &Timetable, refused: &Refused, lang: Lang) -> Box<Failure> {
    let Refused { element, why } = refused;
    let mut page = Page::new(lang, timetable);
    if let Some(element) = element {
        page.say(&words::ELEMENT, &[Put::Number(i64::from(*element))]);
    }
    say_subject(&mut page, why);
    say(timetable, why, &mut |sentence, puts| {
        page.say(&sentence.told, puts);
        page.say(&sentence.hint, puts);
    });
    if let Some(day) = blocked_day(why) {
        page.push("\n");
        page.day_line(day);
        page.free(day);
    }
    if element.is_some() {
        page.say(&words::NOTHING_CHANGED, &[]);
    }
    Box::new(Failure {
        code: refused.code(),
        text: page.finish(),
        told: None,
        data: data(why),
        refused: Some(refused.clone()),
    })
}

/// Sentence for people about a change that the timetable refused. Among several moves, it names the refused one.
pub fn refusal(timetable: &Timetable, Refused { element, why }: &Refused, times: &Times, lang: Lang) -> String {
    let mut page = Page::new(lang, timetable).at(times).for_people();
    if element.is_some() {
        say_subject(&mut page, why);
    }
    say(timetable, why, &mut |sentence, puts| page.say(&sentence.told, puts));
    page.finish()
}

/// Names the task that a change was about, where the sentence has only the place and the task in the way.
fn say_subject(page: &mut Page<'_>, why: &Why) {
    if let Why::Conflict { task, .. }
    | Why::EmbedOccupied { task, .. }
    | Why::EmbedPartial { task, .. }
    | Why::EmbedNotAllowed { task, .. } = *why
    {
        page.id(task);
        page.word(&words::COLON);
    }
}

/// Day on which another task is in the way.
fn blocked_day(why: &Why) -> Option<Day> {
    match why {
        Why::Conflict { at, .. }
        | Why::EmbedOccupied { at, .. }
        | Why::EmbedPartial { at, .. }
        | Why::EmbedNotAllowed { at, .. } => Some(at.day),
        _ => None,
    }
}

/// Sentence for all, and the one behind it that tells the model more.
struct Sentence {
    told: Text,
    hint: Text,
}

const fn told(zh: &'static str, en: &'static str) -> Sentence {
    Sentence { told: text(zh, en), hint: words::NOTHING }
}

const fn hinted(told: Text, hint: Text) -> Sentence {
    Sentence { told, hint }
}

/// Writer of a sentence with the values that it names.
type Say<'a> = &'a mut dyn FnMut(&Sentence, &[Put<'_>]);

/// Says the sentence for a reason.
fn say(timetable: &Timetable, why: &Why, say: Say<'_>) {
    let (sentence, task) = match *why {
        Why::IsPending { task } => (&IS_PENDING, task),
        Why::NotMovable { task, held } => (not_movable(held), task),
        Why::NotPlaced { task } => (&NOT_PLACED, task),
        Why::AlreadyPending { task } => (&ALREADY_PENDING, task),
        Why::Locked { task } => (&LOCKED, task),
        Why::SameTask { task } => (&SAME_TASK, task),
        Why::DuplicateTask { task } => (&DUPLICATE_TASK, task),
        Why::NotPending { task } => (&NOT_PENDING, task),
        _ => return say_numbers(timetable, why, say),
    };
    say(sentence, &[Put::Id(task)]);
}

fn not_movable(held: Held) -> &'static Sentence {
    match held {
        Held::Course => &HELD_COURSE,
        Held::ManyPlaces => &HELD_MANY,
        Held::Existing => &HELD_EXISTING,
    }
}

/// Reasons about numbers and times.
fn say_numbers(timetable: &Timetable, why: &Why, say: Say<'_>) {
    match *why {
        Why::TaskNotFound { id } => say(&TASK_NOT_FOUND, &[Put::Number(id)]),
        Why::DayOutOfRange { given, days } => {
            say(&NO_DAY, &[Put::Day(Day(1)), Put::Day(Day(days)), Put::Number(given)])
        }
        Why::SlotOutOfRange { start, end, sections } => {
            say(&NO_SECTIONS, &[start, end, i64::from(sections)].map(Put::Number))
        }
        Why::EmptyMoves => say(&EMPTY_MOVES, &[]),
        Why::TooManyMoves { given, limit } => {
            say(&TOO_MANY_MOVES, &[Put::Number(given as i64), Put::Number(limit as i64)])
        }
        Why::Past { at, open, .. } => {
            say(&PAST, &[Put::Place(at), Put::Number(open.day.0.into()), Put::Number(open.section.into())])
        }
        Why::Series { task, places } => say(&SERIES, &[Put::Id(task), Put::Number(places as i64)]),
        Why::DurationMismatch { a, a_sections, b, b_sections } => {
            let [a_sections, b_sections] = [a_sections, b_sections].map(|sections| Put::Number(i64::from(sections)));
            say(&DURATION_MISMATCH, &[Put::Id(a), a_sections, Put::Id(b), b_sections])
        }
        Why::HostHasGuest { task, guest } => say(&HOST_HAS_GUEST, &[Put::Id(task), Put::Id(guest)]),
        _ => say_in_the_way(timetable, why, say),
    }
}

/// Reasons about the task in the way: the one at the place, or the neighbour in the order.
fn say_in_the_way(timetable: &Timetable, why: &Why, say: Say<'_>) {
    let may_embed = |task| may_embed(timetable, task);
    match *why {
        Why::OrderViolation { task, neighbour, neighbour_at, side, .. } => {
            let sentence = if side == Side::Before { &ORDER_AFTER } else { &ORDER_BEFORE };
            say(sentence, &[Put::Id(task), Put::Id(neighbour), Put::Place(neighbour_at)])
        }
        Why::Conflict { task, at, with, with_at } => {
            let fixed = match (timetable.task(with).is_some_and(|task| task.locked), may_embed(task)) {
                (true, true) => &FIXED_AND_NO_HOST,
                (true, false) => &words::FIXED,
                _ => &words::NOTHING,
            };
            say(&CONFLICT, &[Put::Place(at), Put::Id(with), Put::Place(with_at), Put::Word(fixed)])
        }
        Why::EmbedOccupied { at, with, guest, .. } => {
            say(&EMBED_OCCUPIED, &[Put::Place(at), Put::Id(with), Put::Id(guest)])
        }
        Why::EmbedPartial { task, with, with_at, .. } if may_embed(task) => {
            say(&EMBED_PARTIAL, &[Put::Id(with), Put::Place(with_at)])
        }
        Why::EmbedPartial { task, at, with, .. } | Why::EmbedNotAllowed { task, at, with } => {
            let hosts = timetable.task(task).is_some_and(|task| task.can_embed);
            say(if hosts { &HOST_IN_HOST } else { &EMBED_NOT_ALLOWED }, &[Put::Place(at), Put::Id(with)])
        }
        _ => {}
    }
}

/// Whether the class of a task lets it stand inside of filler courses.
fn may_embed(timetable: &Timetable, task: TaskId) -> bool {
    let task = timetable.task(task).filter(|task| !task.can_embed);
    task.and_then(|task| timetable.class(task.class_id)).is_some_and(|class| class.allow_filler_course)
}

/// The task in the way, as JSON.
fn data(why: &Why) -> Value {
    let (key, id) = match *why {
        Why::OrderViolation { neighbour, .. } => ("neighbour", neighbour),
        Why::Conflict { with, .. }
        | Why::EmbedOccupied { with, .. }
        | Why::EmbedPartial { with, .. }
        | Why::EmbedNotAllowed { with, .. } => ("blocker", with),
        _ => return Value::Null,
    };
    let mut data = serde_json::Map::new();
    data.insert(key.to_owned(), id.into());
    Value::Object(data)
}

static IS_PENDING: Sentence = hinted(NO_PLACE, text("请用 place。", " Use place."));
static NOT_PLACED: Sentence = hinted(NO_PLACE, words::NOTHING);
const NO_PLACE: Text = text("{0}还没有安排，无法移动。", "{0} has no place yet and cannot be moved.");
static NOT_PENDING: Sentence = hinted(
    text("{0}已经安排好了。", "{0} already has a place."),
    text("要换位置请用 move。", " To give it another one use move."),
);
static ALREADY_PENDING: Sentence = told("{0}本来就没有安排。", "{0} has no place as it is.");
static LOCKED: Sentence = told("{0}是固定的，不能改动。", "{0} is fixed and cannot be changed.");
static HELD_COURSE: Sentence = told("{0}是课程，不能移动。", "{0} is a course and cannot be moved.");
static HELD_MANY: Sentence = told("{0}有多个时段，不能移动。", "{0} has several places and cannot be moved.");
static HELD_EXISTING: Sentence = told(
    "{0}已经在日历中，现在只能移动建议的任务。",
    "{0} is already in the calendar; only suggested tasks can be moved now.",
);
static SAME_TASK: Sentence = told("{0}不能和自己交换。", "{0} cannot be swapped with itself.");
static DUPLICATE_TASK: Sentence = told("{0}出现了不止一次。", "{0} is named more than once.");
static TASK_NOT_FOUND: Sentence = hinted(
    text("这项任务已经不在了。", "This task is no longer there."),
    text("没有编号为 {0} 的任务。", " No task has the id {0}."),
);
static NO_DAY: Sentence = hinted(
    text("这一天不在可安排的日期内（{0}到{1}）。", "This day is outside the dates that can be planned ({0} to {1})."),
    text("没有第 {2} 天。", " There is no day {2}."),
);
static NO_SECTIONS: Sentence = hinted(
    text("一天只有 {2} 节，这里放不下。", "A day has {2} periods; the task does not fit there."),
    text("给的是第 {0}-{1} 节。", " These were periods {0}-{1}."),
);
static EMPTY_MOVES: Sentence = told("没有要移动的任务。", "There is nothing to move.");
static TOO_MANY_MOVES: Sentence = hinted(
    text("一次要移动 {0} 项，最多 {1} 项。", "{0} moves at once are too many; at most {1} are possible."),
    text("请分几次，或用 arrange 一起安排。", " Make several calls of them, or arrange them together."),
);
static PAST: Sentence = hinted(
    text("{0}已经开始或过去。", "{0} has begun or is past."),
    text("现在起可用的第一节是第 {1} 天第 {2} 节。", " The first period left is day {1}, period {2}."),
);
static SERIES: Sentence = hinted(
    text("{0}有 {1} 个时段，不能一次全部取消。", "{0} has {1} places; they cannot all be taken out without saying so."),
    text(
        "取出会去掉现在以后的全部；确认用户要的就是这样时，加上 all_places: true。",
        " Taking it out removes all from now on. If that is what the user wants, add all_places: true.",
    ),
);
static DURATION_MISMATCH: Sentence = told(
    "{0}（{1} 节）和{2}（{3} 节）长度不同，不能交换。",
    "{0} ({1} period{s}) and {2} ({3} period{s}) differ in length and cannot be swapped.",
);
static HOST_HAS_GUEST: Sentence = told("{0}里放了{1}，请先移走{1}。", "{0} holds {1}; move {1} first.");
static ORDER_AFTER: Sentence = told("{0}要排在{1}（{2}）之后。", "{0} must come after {1}, which is on {2}.");
static ORDER_BEFORE: Sentence = told("{0}要排在{1}（{2}）之前。", "{0} must come before {1}, which is on {2}.");
static CONFLICT: Sentence =
    hinted(text("{0}已有{1}。", "{0} is taken by {1}."), text("{1}{3}在{2}。", " {1}{3} stands on {2}."));
const FIXED_AND_NO_HOST: Text = text("（固定，里面不能嵌入任务）", " (fixed; no task can be embedded in it)");
static EMBED_OCCUPIED: Sentence = hinted(
    text("{0}的{1}里已经放了{2}。", "{0}: {1} already holds {2}."),
    text("一门课只能嵌入一项任务。", " A course holds one task."),
);
static EMBED_PARTIAL: Sentence = hinted(
    text("只有一部分落在{0}（{1}）里，不能这样放。", "It would lie only partly inside {0} ({1})."),
    text(
        "任务要整个落在课的时间之内，或者完全不碰它。",
        " A task lies wholly inside of a course, or stays clear of it.",
    ),
);
static EMBED_NOT_ALLOWED: Sentence = hinted(
    text("{0}已有{1}，这组任务不放进课程里。", "{0} is taken by {1}, and tasks of this group stay out of courses."),
    text(
        "任务组没有开启嵌入（allow_filler_course 为 false）；请另选空闲时间，或用户同意后用 upsert_task_class 开启。",
        " Its class does not allow it (allow_filler_course is false): take a free time, or turn it on by upsert_task_class if the user agrees.",
    ),
);
static HOST_IN_HOST: Sentence =
    told("{0}已有{1}，课程不能放进课程里。", "{0} is taken by {1}, and a course does not stand inside of another one.");
