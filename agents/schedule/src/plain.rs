//! Sentences for the user about changes: titles of cards, and reasons why a change is impossible.

use std::fmt::Display;

use serde_json::Value;

use super::memory::Memory;
use super::names;
use super::tools::{self, dates, Failure, Missed};
use super::words::{counted, filled, listed, sentence, shortened};
use stepgate_engine::schema::Problem;
use stepgate_engine::{text, Lang, Text};
use stepgate_timetable::arrange::Wish;
use stepgate_timetable::records::Clock;
use stepgate_timetable::{Change, Edit, Placement, Rules, Slot, Task, TaskId, Term, Timetable, Weekday};

/// Reason why a call is impossible, for the card.
pub(super) fn failure(memory: &Memory, failure: &Failure, lang: Lang) -> String {
    match (&failure.refused, &memory.board.desk.timetable) {
        (Some(refused), Some(timetable)) => {
            let times = tools::Times { term: memory.term(), clock: memory.clock.clone(), now: None };
            tools::refusal(timetable, refused, &times, lang)
        }
        _ => [sentence("cannot_be_made", lang), failure.told()].concat(),
    }
}

/// Complaint about a write that would fail: for the model, and in plain words for the card.
pub(super) fn problem(memory: &Memory, path: &'static str, failed: &Failure, lang: Lang) -> Problem {
    let sentence = [sentence("would_fail", lang), &failed.text].concat();
    Problem { plain: Some(failure(memory, failed, lang)), ..Problem::said(path, sentence) }
}

/// Title of a confirmation card: the change in words. Empty if the tool's own words serve.
pub(super) fn title(memory: &Memory, tool: &str, edits: &[Edit], lang: Lang) -> String {
    let timetable = memory.board.desk.timetable.as_ref();
    timetable.map_or(String::new(), |timetable| Plain::new(memory, timetable, lang).title(tool, &moved(edits)))
}

/// Title of the card of a class.
pub(super) fn class_title(input: &Value, lang: Lang) -> String {
    let name = input.pointer("/task_class/name").and_then(Value::as_str);
    name.map_or(String::new(), |name| filled("title_class", lang, &[&quoted(name)]))
}

/// Changes for a card.
pub(super) fn preview(memory: &Memory, edits: &[Edit]) -> Value {
    let timetable = memory.board.desk.timetable.as_ref();
    timetable.map_or(Value::Null, |timetable| tools::preview(timetable, edits))
}

/// Edits of tasks whose places change.
fn moved(edits: &[Edit]) -> Vec<&Edit> {
    edits.iter().filter(|edit| tools::is_moved(edit)).collect()
}

/// Name and new place of the only task that changes; the place is empty if it has none. None if more tasks change, or none.
pub(super) fn new_place(memory: &Memory, edits: &[Edit], lang: Lang) -> Option<(String, String)> {
    let moved = moved(edits);
    let [edit] = moved.as_slice() else { return None };
    let plain = Plain::new(memory, memory.board.desk.timetable.as_ref()?, lang);
    Some((plain.task(edit.task), plain.at(&edit.after)))
}

/// Sentences for the card of a change about what the places do not show. `wishes`: those that stand once it is carried out.
pub(super) fn notes(memory: &Memory, edits: &[Edit], wishes: &[Wish], at_ms: u64, lang: Lang) -> Vec<String> {
    let Some(timetable) = &memory.board.desk.timetable else { return Vec::new() };
    let plain = Plain::new(memory, timetable, lang);
    let mut after = timetable.clone();
    after.apply(&Change { edits: edits.to_vec() });
    let against = |edit| against(memory, (&after, wishes), edit, at_ms, lang);
    moved(edits).into_iter().flat_map(|edit| [plain.notes(edit), against(edit)].concat()).collect()
}

/// Sentences about the wishes and the limits in time of the task that are against the new place of a change.
fn against(
    memory: &Memory,
    (timetable, wishes): (&Timetable, &[Wish]),
    edit: &Edit,
    at_ms: u64,
    lang: Lang,
) -> Vec<String> {
    let placed = timetable.task(edit.task).zip(edit.after.slots.first());
    let Some((task, slot)) = placed else { return Vec::new() };
    let against = wishes.iter().filter(|wish| wish.forbids(task, slot, timetable));
    let said = |wish| tools::wish_in_words(wish, timetable, (memory.term(), memory.clock.as_ref()), lang);
    let wishes = against.map(|wish| filled("against_wish", lang, &[&quoted(&task.name), &said(wish)]));
    let missed = memory.times(at_ms).missed(task, slot, timetable.window()).map(|missed| {
        let (code, limit) = match missed {
            Missed::Deadline(deadline) => ("after_deadline", dates::moment(deadline)),
            Missed::Earliest(earliest) => ("before_earliest", dates::dated(earliest)),
        };
        filled(code, lang, &[&quoted(&task.name), &limit])
    });
    wishes.chain(missed).collect()
}

/// Sentences about pending tasks that come before those that a change places.
pub(super) fn left_behind(memory: &Memory, edits: &[Edit], rules: &Rules, lang: Lang) -> Vec<String> {
    let Some(timetable) = &memory.board.desk.timetable else { return Vec::new() };
    let placed = moved(edits).into_iter().filter_map(|edit| Some((edit.task, *edit.after.slots.first()?)));
    Plain::new(memory, timetable, lang).left_behind(placed.collect(), |class| rules.orders(class))
}

/// Sentences about a class to be written: which items change, what minutes became, and what no item gets of the total.
pub(super) fn of_class(memory: &Memory, input: &Value, lang: Lang) -> Vec<String> {
    let section = memory.clock.as_ref().map_or(0, tools::shortest);
    let line = |(name, minutes, length): &(&str, u64, u64)| {
        filled("minutes_rounded", lang, &[&quoted(name), minutes, length, &section])
    };
    let rounded = tools::rounded(input);
    let timetable = memory.board.desk.timetable.as_ref();
    let mut notes = tools::items_changed(input, timetable).map_or_else(Vec::new, |changed| of_items(&changed, lang));
    notes.extend(member_lines(memory, input, false, lang));
    let limits = tools::limits_after(input, timetable, memory.term(), lang);
    notes.extend(limits.map(|limits| filled("limits_after", lang, &[&limits])));
    let excluded: Vec<String> = tools::newly_excluded(input, timetable).iter().map(|name| quoted(name)).collect();
    notes.extend(listed("now_excluded", &excluded, "between_items", lang));
    notes.extend(new_class(input, lang));
    notes.extend(new_items(input, timetable, lang));
    notes.extend(shortened(rounded.iter().map(line).collect(), NAMED, "more_rounded", lang));
    notes.extend(tools::others_change(input, timetable).map(|change| others(&change, lang)));
    notes.extend(
        tools::outgrown(input, timetable)
            .iter()
            .take(NAMED)
            .map(|one| filled("item_outgrows", lang, &[&quoted(&one.item), &one.needs, &one.stands])),
    );
    notes.extend(counted("unused_total", tools::unused(input, timetable) as usize, lang));
    notes
}

/// A line for each member of a class and of its items that a write changes, or that undo of it changes `back`.
fn member_lines(memory: &Memory, input: &Value, back: bool, lang: Lang) -> Vec<String> {
    let changed = tools::members_changed(input, memory.board.desk.timetable.as_ref());
    shortened(changed.iter().map(|change| member_line(change, back, lang)).collect(), NAMED, "more_members", lang)
}

/// The members of a new class.
fn new_class(input: &Value, lang: Lang) -> Option<String> {
    let is_new = input.get("id").and_then(Value::as_u64).unwrap_or(0) == 0;
    let class = input.get("task_class").and_then(Value::as_object).filter(|_| is_new)?;
    let config = class.get("config").and_then(Value::as_object);
    let members = class.iter().chain(config.into_iter().flatten()).filter(|(key, _)| *key != "name");
    Some(filled("new_class", lang, &[&members_said(members, lang)]))
}

/// The contents of new items with their members: `Tasks: “Worksheet 9” (periods 3, deadline 2026-10-02 12:00), “Reading”.`
fn new_items(input: &Value, timetable: Option<&Timetable>, lang: Lang) -> Option<String> {
    let items = tools::new_items(input, timetable);
    let said = |item: &&Value| {
        let item = item.as_object()?;
        let content = quoted(item.get("content")?.as_str()?);
        let members = members_said(item.iter().filter(|(key, _)| *key != "content"), lang);
        Some(if members.is_empty() { content } else { filled("with_members", lang, &[&content, &members]) })
    };
    let named = shortened(items.iter().filter_map(said).collect(), NAMED, "and_more", lang);
    listed("new_items", &named, "between_items", lang)
}

/// Members in words, without those that have no value: `periods 3, deadline 2026-10-02 12:00`.
fn members_said<'v>(members: impl Iterator<Item = (&'v String, &'v Value)>, lang: Lang) -> String {
    let is_told = |(key, value): &(&String, &Value)| {
        let is_empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        !is_empty && MEMBERS.iter().any(|(known, _)| known == key)
    };
    let said = |(key, value): (&String, &Value)| {
        [member_name(key, lang), sentence("of_value", lang), &member_value(key, value, lang)].concat()
    };
    members.filter(is_told).map(said).collect::<Vec<_>>().join(sentence("between_items", lang))
}

/// `“Item 3”, length in periods: 2 → 3.`
fn member_line(change: &tools::MemberChange, back: bool, lang: Lang) -> String {
    let tools::MemberChange { item, member, before, after } = change;
    let (from, to) = if back { (after, before) } else { (before, after) };
    let of = item.as_ref().map_or(String::new(), |item| [&quoted(item), sentence("of_item", lang)].concat());
    let [from_said, to_said] = [from, to].map(|value| member_value(member, value, lang));
    let line = filled("member_changes", lang, &[&of, &member_name(member, lang), &from_said, &to_said]);
    [line, dropped(member, from, to, lang).unwrap_or_default()].concat()
}

/// Sentence about the elements of a list that another list in its place does not have; none if that one is empty.
fn dropped(member: &str, from: &Value, to: &Value, lang: Lang) -> Option<String> {
    let (from, to) = from.as_array().zip(to.as_array().filter(|to| !to.is_empty()))?;
    let gone: Vec<&Value> = from.iter().filter(|value| !to.contains(value)).collect();
    let said: Vec<String> = gone.into_iter().map(|value| member_value(member, value, lang)).collect();
    listed("no_longer_listed", &said, "comma", lang)
}

/// Name of a member of a class or an item in words.
fn member_name(member: &str, lang: Lang) -> &str {
    let named = MEMBERS.iter().find(|(key, ..)| *key == member);
    named.map_or(member, |(_, text)| text.in_lang(lang))
}

/// Value of a member in words; a word for none.
fn member_value(member: &str, value: &Value, lang: Lang) -> String {
    let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
    match (member, number) {
        ("excluded_days_of_week", Some(day @ 1..=7)) => return dates::weekday(day, lang).to_owned(),
        ("excluded_slots", Some(block @ 1..=100)) => {
            let periods = dates::periods(2 * block - 1, 2 * block, lang);
            return filled("block_periods", lang, &[&block, &periods]);
        }
        _ => {}
    }
    match value {
        Value::Null if member == "length" => sentence("a_share", lang).to_owned(),
        Value::Null => sentence("no_value", lang).to_owned(),
        Value::Bool(flag) => sentence(if *flag { "yes" } else { "no" }, lang).to_owned(),
        Value::Array(all) if all.is_empty() => sentence("no_value", lang).to_owned(),
        Value::Array(all) => {
            let all: Vec<String> = all.iter().map(|one| member_value(member, one, lang)).collect();
            all.join(sentence("comma", lang))
        }
        Value::String(text) if member == "deadline" => text.replace('T', " "),
        Value::String(text) => tools::value_in_words(text).map_or(text.as_str(), |word| word.in_lang(lang)).to_owned(),
        other => stepgate_json::to_text(other),
    }
}

/// Members of a class and of its items, in words.
const MEMBERS: [(&str, Text); 21] = [
    ("name", text("名称", "name")),
    ("start_date", text("开始日期", "first day")),
    ("end_date", text("结束日期", "last day")),
    ("subject_type", text("科目类型", "kind of subject")),
    ("difficulty_level", text("难度", "difficulty")),
    ("cognitive_intensity", text("用脑强度", "intensity")),
    ("total_slots", text("总节数", "periods in all")),
    ("strategy", text("分布方式", "spread")),
    ("allow_filler_course", text("可放进课程", "inside courses")),
    ("excluded_slots", text("避开的时段（每两节一段）", "blocks of two periods kept free")),
    ("excluded_days_of_week", text("避开的星期", "weekdays kept free")),
    ("max_per_day", text("每天最多项数", "most a day")),
    ("buffer_days", text("截止前留出的天数", "days before the deadline")),
    ("preferred_sections", text("偏好的节次", "preferred periods")),
    ("content", text("内容", "content")),
    ("length", text("节数", "periods")),
    ("priority", text("优先级", "priority")),
    ("earliest", text("最早日期", "not before")),
    ("deadline", text("截止时间", "deadline")),
    ("locked", text("固定", "fixed")),
    ("after", text("排在这些任务之后", "comes after")),
];

/// Sentences for the card of undoing a class: what goes back, and which items go and come again.
pub(super) fn class_back(memory: &Memory, input: &Value, lang: Lang) -> Vec<String> {
    let timetable = memory.board.desk.timetable.as_ref();
    if input.get("id").and_then(Value::as_u64) == Some(0) {
        return vec![sentence("class_goes", lang).to_owned()];
    }
    let gone = tools::items_added(input, timetable);
    let again = tools::items_changed(input, timetable).map_or_else(Vec::new, |changed| changed.removed);
    let mut lines = member_lines(memory, input, true, lang);
    lines.extend([("removed_items", gone), ("items_again", again)].into_iter().filter_map(|(code, names)| {
        let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        listed(code, &names, "between_items", lang)
    }));
    lines
}

/// Sentence about the items that get another length though the write does not name them.
fn others(change: &tools::OthersChange, lang: Lang) -> String {
    let tools::OthersChange { items, before, after, total } = change;
    filled("others_change", lang, &[items, before, total, after])
}

/// Sentences about the items of a class that a write adds, changes, removes and leaves.
fn of_items(changed: &tools::ItemsChanged, lang: Lang) -> Vec<String> {
    let counts = [
        ("items_added", changed.added),
        ("items_changed", changed.changed),
        ("items_removed", changed.removed.len()),
        ("items_stay", changed.stay),
    ];
    let said: Vec<String> = counts.into_iter().filter_map(|(code, number)| counted(code, number, lang)).collect();
    let names: Vec<String> = changed.removed.iter().map(|name| quoted(name)).collect();
    let lines = [("items_of_class", said), ("removed_items", names)];
    lines.into_iter().filter_map(|(code, parts)| listed(code, &parts, "between_items", lang)).collect()
}

/// Number of changes that a text names.
const NAMED: usize = 8;

/// Number of classes that a title names.
const NAMED_CLASSES: usize = 3;

/// A line for each write of this request, and one for how much is not saved.
pub(super) fn facts(memory: &Memory, written: &[Value], lang: Lang) -> Vec<String> {
    let Some(timetable) = &memory.board.desk.timetable else { return Vec::new() };
    let plain = Plain::new(memory, timetable, lang);
    let facts = written.iter().map(|change| plain.fact(change)).collect();
    let mut facts = shortened(facts, NAMED, "more_changes", lang);
    facts.extend(counted("not_saved_yet", memory.board.unsaved_by_us().len(), lang));
    facts
}

/// Words for tasks and places.
pub(super) struct Plain<'a> {
    timetable: &'a Timetable,
    term: Option<Term>,
    clock: Option<&'a Clock>,
    lang: Lang,
}

impl<'a> Plain<'a> {
    pub(super) fn new(memory: &'a Memory, timetable: &'a Timetable, lang: Lang) -> Self {
        Plain { timetable, term: memory.term(), clock: memory.clock.as_ref(), lang }
    }

    /// Summary of changes, in one line.
    fn title(&self, tool: &str, edits: &[&Edit]) -> String {
        match (tool, edits) {
            (_, []) => String::new(),
            ("swap", [a, b]) => {
                let [one, other] = [a, b].map(|edit| (self.task(edit.task), self.at(&edit.before)));
                self.say("title_swap", &[&one.0, &one.1, &other.0, &other.1])
            }
            (tool, [edit]) => {
                let codes = match tool {
                    names::UNDO | names::REDO => ["title_back_in", "title_back_out", "title_back"],
                    _ => ["title_place", "title_unplace", "title_move"],
                };
                self.moved(codes, &self.task(edit.task), &self.at(&edit.before), &self.at(&edit.after))
            }
            (names::UNDO, many) => self.say("title_undo", &[&many.len(), &self.categories(many)]),
            (names::REDO, many) => self.say("title_redo", &[&many.len(), &self.categories(many)]),
            (_, many) => self.say("title_many", &[&many.len()]),
        }
    }

    /// Sentence about a task that gets a place, loses it, or gets another one; the codes are in this order. An empty place is none.
    fn moved(&self, [placed, taken_out, moved]: [&'static str; 3], name: &str, from: &str, to: &str) -> String {
        match (from, to) {
            ("", to) => self.say(placed, &[&name, &to]),
            (from, "") => self.say(taken_out, &[&name, &from]),
            (from, to) => self.say(moved, &[&name, &from, &to]),
        }
    }

    /// Names of the classes that changes are about, the first of them and how many more there are.
    fn categories(&self, edits: &[&Edit]) -> String {
        let tasks = edits.iter().filter_map(|edit| self.timetable.task(edit.task));
        let mut names: Vec<String> = tasks.map(|task| task.category.to_string()).collect();
        names.sort();
        names.dedup();
        shortened(names, NAMED_CLASSES, "and_more", self.lang).join(sentence("comma", self.lang))
    }

    /// A saved change in words.
    fn fact(&self, change: &Value) -> String {
        let name = quoted(change.get("name").and_then(Value::as_str).unwrap_or_default());
        let codes = ["title_place", "title_unplace", "title_move"];
        self.moved(codes, &name, &self.cells(change, "old_coords"), &self.cells(change, "new_coords"))
    }

    /// Words for the first run of the sections under `key`; empty if there are none.
    fn cells(&self, change: &Value, key: &str) -> String {
        let number = |cell: &Value, key: &str| u32::try_from(cell.get(key)?.as_u64()?).ok();
        let small = |cell: &Value, key: &str| u8::try_from(number(cell, key)?).ok();
        let cell = |cell: &Value| Some((number(cell, "week")?, small(cell, "day_of_week")?, small(cell, "section")?));
        let cells: Vec<_> = change.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(cell).collect();
        let Some(&(week, weekday, start)) = cells.first() else { return String::new() };
        let run = cells.iter().zip(start..).take_while(|(cell, section)| **cell == (week, weekday, *section));
        let end = run.last().map_or(start, |(_, section)| section);
        let day = self.timetable.window().day_of(Weekday { week, weekday });
        day.map_or(String::new(), |day| self.place(Slot { day, start, end }))
    }

    /// Sentences about a change: that the task is a series, with the places that go, and that its class keeps out of the new time.
    fn notes(&self, edit: &Edit) -> Vec<String> {
        let (before, after) = (&edit.before.slots, &edit.after.slots);
        let is_series = before.len() > 1 || after.len() > 1;
        let gone = before.iter().filter(|place| is_series && !after.contains(place));
        let gone: Vec<String> = gone.map(|place| self.place(*place)).collect();
        let mut notes = Vec::new();
        if !gone.is_empty() {
            let places = gone.join(sentence("between_places", self.lang));
            notes.push(self.say("series_note", &[&self.task(edit.task), &gone.len(), &places]));
        }
        if tools::is_excluded(self.timetable, edit) {
            notes.push(self.say("excluded_note", &[&self.task(edit.task), &self.at(&edit.after)]));
        }
        notes
    }

    /// Sentence for each class about the pending tasks that come before the first of those that get a place now. `is_ordered`: whether the
    /// order of a class binds.
    pub(super) fn left_behind(&self, mut placed: Vec<(TaskId, Slot)>, is_ordered: impl Fn(u32) -> bool) -> Vec<String> {
        placed.sort_by_key(|(task, slot)| (*slot, *task));
        let is_placed = |id: TaskId| placed.iter().any(|(task, _)| *task == id);
        let mut said: Vec<u32> = Vec::new();
        let line = |(id, slot): &(TaskId, Slot)| {
            let task = self.timetable.task(*id).filter(|task| task.is_pending() && is_ordered(task.class_id))?;
            let waits = |other: &&Task| {
                let comes_before = other.class_id == task.class_id && (1..task.order).contains(&other.order);
                comes_before && other.is_pending() && !is_placed(other.id) && !task.is_due_before(other)
            };
            let count = self.timetable.tasks().iter().filter(waits).count();
            if count == 0 || said.contains(&task.class_id) {
                return None;
            }
            said.push(task.class_id);
            Some(self.say("left_behind", &[&self.task(*id), &count, &self.place(*slot)]))
        };
        placed.iter().filter_map(line).collect()
    }

    /// Words for the first place of a task; empty if it has none.
    fn at(&self, placement: &Placement) -> String {
        placement.slots.first().map_or(String::new(), |slot| self.place(*slot))
    }

    /// Sentence of `code`, with `{0}`, `{1}` … replaced by `puts`.
    fn say(&self, code: &'static str, puts: &[&dyn Display]) -> String {
        filled(code, self.lang, puts)
    }

    /// Name of a task, in quotes.
    pub(super) fn task(&self, id: TaskId) -> String {
        quoted(self.timetable.task(id).map_or("", |task| &task.name))
    }

    /// `Wed, Sep 9, 13:30–15:10 (periods 5–6)`; without a clock `Wed, Sep 9, periods 5–6`.
    pub(super) fn place(&self, slot: Slot) -> String {
        let weekday = self.timetable.window().weekday(slot.day);
        dates::place((self.term, self.clock), weekday, slot, self.lang)
    }

    /// `Wed, Sep 9`; without the dates of the term `Wed of week 1`.
    pub(super) fn day(&self, day: Weekday) -> String {
        dates::day(self.term, day, self.lang)
    }
}

pub(super) fn quoted(name: &str) -> String {
    format!("“{name}”")
}
