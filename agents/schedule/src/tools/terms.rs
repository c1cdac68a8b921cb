//! Names of the objective's terms and rules (crates/optimise/objective.md), as people read them.

use stepgate_engine::{text, Lang, Text};
use stepgate_optimise::{Blocked, Score};

/// Terms that a text names, at most: those that differ most.
const NAMED: usize = 3;

/// Stands for no terms.
const NOTHING: Text = text("没有", "nothing");

/// Reads a term of a score.
type Term = fn(&Score) -> i64;

/// Terms of the objective with their names, without unplaced tasks and moves.
pub static TERMS: [(Text, Term); 11] = [
    (text("偏离均匀间隔", "away from an even spread"), |score| score.target),
    (text("离截止太近", "too close to deadlines"), |score| score.buffer),
    (text("不在偏好的时段", "outside preferred periods"), |score| score.preferred),
    (text("占用休息时间", "breaks taken"), |score| score.meals),
    (text("一天排得太满", "busy days"), |score| score.load),
    (text("没有余地的日子", "days without reserve"), |score| score.reserve),
    (text("同组任务挨得太近", "tasks of a group close together"), |score| score.spacing),
    (text("科目切换", "switches of subject"), |score| score.switching),
    (text("高强度任务相连", "demanding tasks in a row"), |score| score.heavy_neighbours),
    (text("一天里高强度任务过多", "demanding tasks on one day"), |score| score.heavy_load),
    (text("一天过于零碎", "scattered days"), |score| score.fragments),
];

/// Terms that are not 0, largest first, or the word for none: `busy days +24, away from an even spread -3`.
pub(super) fn list(score: &Score, lang: Lang) -> String {
    some(score, lang).unwrap_or_else(|| NOTHING.in_lang(lang).to_owned())
}

/// As [`list`]; none if all terms are 0.
pub(super) fn some(score: &Score, lang: Lang) -> Option<String> {
    let mut terms: Vec<(&Text, i64)> = TERMS.iter().map(|(name, term)| (name, term(score))).collect();
    terms.retain(|(_, cost)| *cost != 0);
    terms.sort_by_key(|(_, cost)| -cost.abs());
    let named: Vec<String> =
        terms.iter().take(NAMED).map(|(name, cost)| format!("{} {cost:+}", name.in_lang(lang))).collect();
    (!named.is_empty()).then(|| named.join(if lang == Lang::Zh { "，" } else { ", " }))
}

const OPEN: Text =
    text("还有位置，但移动的数量有限或时间不够", "a place is left, but too few tasks may move or the time was short");
const WINDOW: Text = text("日期和时段限制里没有位置", "its dates and excluded times leave no place");
const EVENTS: Text = text("其余时间都有固定安排", "fixed events take the rest");
const WISHES: Text = text("和你的要求冲突", "your wishes leave no place");
const ITEMS: Text = text("位置都被其他任务占了", "other tasks take the places");
const ORDER: Text = text("前后任务之间没有位置", "no room between its neighbours in the order");
const CLASS_DAY: Text = text("这一组每天的数量已满", "its group has enough tasks on each day");
const DAY: Text = text("当天的任务已满", "the days are full");

/// Rule that takes most of the places that events leave to an item.
pub fn reason(blocked: &Blocked) -> &'static Text {
    if blocked.open > 0 {
        return &OPEN;
    }
    let wishes: usize = blocked.wishes.iter().map(|wish| wish.positions).sum();
    let rules: [(usize, &'static Text); 5] = [
        (wishes, &WISHES),
        (blocked.items, &ITEMS),
        (blocked.order, &ORDER),
        (blocked.class_day, &CLASS_DAY),
        (blocked.day, &DAY),
    ];
    let most = rules.into_iter().filter(|(count, _)| *count > 0).max_by_key(|(count, _)| *count);
    let otherwise = if blocked.events > 0 { &EVENTS } else { &WINDOW };
    most.map_or(otherwise, |(_, text)| text)
}
