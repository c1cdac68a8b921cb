//! Sentences of the agent for the user and the model, in both languages.

use std::fmt::Display;

use super::tools::{fill_in, Put};
use stepgate_engine::{sentences, Complaint, Lang, Refusal, Sentences};

/// Sentence with this code.
pub(super) fn sentence(code: &'static str, lang: Lang) -> &'static str {
    let found = SENTENCES.find(code, lang);
    debug_assert!(found.is_some(), "no sentence has the code {code}");
    found.unwrap_or(code)
}

/// Sentence of `code` with `{0}`, `{1}` … replaced by `puts`, and `{s}` by an `s` unless the one before it is 1.
pub(super) fn filled(code: &'static str, lang: Lang, puts: &[&dyn Display]) -> String {
    let puts: Vec<String> = puts.iter().map(ToString::to_string).collect();
    let puts: Vec<Put<'_>> = puts.iter().map(|put| Put::Text(put)).collect();
    fill_in(sentence(code, lang), lang, &puts)
}

/// Sentence of `code` with a number; none for 0.
pub(super) fn counted(code: &'static str, number: usize, lang: Lang) -> Option<String> {
    (number > 0).then(|| filled(code, lang, &[&number]))
}

/// Sentence of `code` with a list, whose parts have the words of `between` between them; none for an empty list.
pub(super) fn listed(code: &'static str, parts: &[String], between: &'static str, lang: Lang) -> Option<String> {
    (!parts.is_empty()).then(|| filled(code, lang, &[&parts.join(sentence(between, lang))]))
}

/// The first of some parts, and behind them the sentence of `code` with the number of those that are left out.
pub(super) fn shortened(mut parts: Vec<String>, most: usize, code: &'static str, lang: Lang) -> Vec<String> {
    let more = parts.len().saturating_sub(most);
    parts.truncate(most);
    parts.extend(counted(code, more, lang));
    parts
}

/// Refusal of a request of the page.
pub(super) fn refusal(code: &'static str, lang: Lang) -> Refusal {
    Refusal::new(code, sentence(code, lang))
}

/// Refusal of an invalid option of a message.
pub(super) fn invalid_option(key: &str, lang: Lang) -> Refusal {
    Refusal::new("invalid_option", [sentence("invalid_option", lang), key].concat())
}

/// Complaint about a violated rule.
pub(super) fn complaint(code: &'static str, lang: Lang) -> Complaint {
    Complaint::new(code, [sentence(code, lang), sentence("answer_again", lang)].concat())
}

const SENTENCES: Sentences = sentences! {
    // For the user.
    "plan_title" => ("计划共 {0} 步，要执行吗？", "Run this {0}-step plan?"),
    "accept_plan" => ("执行计划", "Run the plan"),
    "reject_plan" => ("不要这个计划", "Not this plan"),
    "done_when" => ("（完成标准：{0}）", " (done when: {0})"),
    "closed" => ("处理好了。还需要什么可以继续告诉我。", "All done. Tell me if there is anything else."),
    "completed" => ("计划已完成：", "The plan is done:"),
    "aborted" => ("这次的安排没能完成。", "This could not be completed."),
    "exhausted" => ("这一轮的步数用完了，先停在这里。你可以让我继续。", "This run has used up its rounds and stops here. You can tell me to go on."),
    "correction_limit" => ("模型连续几次没有给出可用的回答，先停在这里。之前完成的都保留着，可以再试一次。",
        "The model gave no usable answer several times in a row, so this stops here. What was done before stays; you can try again."),
    "window_missing" => ("要安排这些任务，需要任务组的开始和结束日期。请补充日期。",
        "To arrange these tasks I need the start and end dates of their groups. Please add them."),
    "load_failed" => ("日程没能载入：", "The timetable could not be loaded: "),
    "load_damaged" => ("日程没能载入：日历的数据不完整。", "The timetable could not be loaded: the data of the calendar is damaged."),
    "nothing_to_undo" => ("没有可以撤销的修改，或者它之后又有改动，或者其中有的时间已经开始。", "There is no change to undo, or something changed since, or a time in it has begun."),
    "nothing_to_apply" => ("没有未保存的安排。", "Everything is saved already."),
    "answer_first" => ("请先回答卡片。", "Please answer the card first."),
    "unknown_query" => ("可以问的有 timetable、unsaved、debug。", "There is timetable, unsaved and debug to ask for."),
    "nothing_to_redo" => ("没有可以重做的修改，或者撤销之后又有改动，或者其中有的时间已经开始。", "There is no change to redo, or something changed since, or a time in it has begun."),
    "cannot_be_made" => ("不能这样修改：", "This change cannot be made: "),
    "title_place" => ("把{0}安排在{1}", "Put {0} on {1}"),
    "title_move" => ("把{0}从{1}移到{2}", "Move {0} from {1} to {2}"),
    "title_unplace" => ("取消{0}的安排（{1}）", "Take {0} out of the calendar ({1})"),
    "title_swap" => ("交换{0}（{1}）和{2}（{3}）", "Swap {0} ({1}) and {2} ({3})"),
    "title_many" => ("移动 {0} 个任务", "Move {0} task{s}"),
    "title_back" => ("{0}回到{2}（现在是{1}）", "{0} goes back to {2} (now {1})"),
    "title_back_in" => ("{0}重新排在{1}", "{0} is on {1} again"),
    "title_back_out" => ("{0}恢复为没有安排（现在是{1}）", "{0} has no place again (now {1})"),
    "title_undo" => ("{1}的 {0} 项任务回到改动之前", "{0} tasks of {1} as they were before the change"),
    "title_redo" => ("{1}的 {0} 项任务回到撤销之前", "{0} tasks of {1} as they were before the undo"),
    "minutes_rounded" => ("{0}：{1} 分钟 → {2} 节（每节 {3} 分钟）。", "{0}: {1} min → {2} period{s} of {3} min."),
    "more_rounded" => ("另有 {0} 项同样换算。", "{0} more likewise."),
    "unused_total" => ("总节数里有 {0} 节没有分给任务：没写长度的任务每项最多 4 节。",
        "Given to no task: {0} period{s} of the total. A task without a length gets 4 at most."),
    "items_of_class" => ("任务：{0}。", "Items: {0}."),
    "items_added" => ("新增 {0} 项", "{0} added"),
    "items_changed" => ("修改 {0} 项", "{0} changed"),
    "items_removed" => ("移除 {0} 项", "{0} removed"),
    "items_stay" => ("其余 {0} 项不变", "{0} unchanged"),
    "between_items" => ("，", ", "),
    "class_id" => ("只安排这一组：arrange 写 task_class_ids: [{0}]；只安排新任务：写它们的 task_ids。",
        "To arrange the class: arrange with task_class_ids: [{0}]; only its new tasks: with their task_ids."),
    "plan_waited" => ("保存之前还有一个方案在等批准，现在要重新安排：照那次的参数（日期、任务组、要求）再调用 arrange，不要只排这一组；任务编号可能变了，用新的编号，或写任务组。",
        "A plan waited for approval before the save, and is to be made again: call arrange with the arguments of that plan (days, classes, wishes), not for this class alone. Ids of tasks may have changed: use the new ones, or name classes."),
    "of_value" => ("", " "),
    "new_class" => ("新任务组：{0}。", "New group: {0}."),
    "new_items" => ("新任务：{0}。", "New tasks: {0}."),
    "with_members" => ("{0}（{1}）", "{0} ({1})"),
    "removed_items" => ("移除：{0}。", "Removed: {0}."),
    "more_changes" => ("另有 {0} 项改动", "{0} more change{s}"),
    "not_saved_yet" => ("还有 {0} 项没有保存到日历", "not saved in the calendar yet: {0} change{s}"),
    "series_note" => ("{0}是一个系列，共取消 {1} 个时段：{2}", "{0} is a series; {1} place{s} of it taken out: {2}"),
    "excluded_note" => ("{0}的新时间（{1}）在它的任务组避开的时段里。", "The new time of {0} ({1}) is one that its group keeps out of."),
    "between_places" => ("；", "; "),
    "undone" => ("撤销：{0}", "Undo: {0}"),
    "redone" => ("重做：{0}", "Redo: {0}"),
    "was_undone" => ("已撤销：{0}", "Undone: {0}"),
    "was_redone" => ("已重做：{0}", "Done again: {0}"),
    "undone_at" => ("已撤销：{0}又在{1}", "Undone: {0} is back on {1}"),
    "undone_none" => ("已撤销：{0}又没有安排了", "Undone: {0} has no place again"),
    "redone_at" => ("已重做：{0}又在{1}", "Done again: {0} is on {1}"),
    "redone_none" => ("已重做：{0}又没有安排了", "Done again: {0} has no place"),
    "last_write" => ("上一次写入", "the last write"),
    "lost_proposals" => ("日历变了，这些未保存的建议放不下了：", "The calendar has changed, and these unsaved proposals no longer fit: "),
    "title_class" => ("保存任务组{0}", "Save the task group {0}"),
    "and_then" => ("，", ", "),
    "between" => ("：", ": "),
    "comma" => ("、", ", "),
    "count_placed" => ("安排 {0} 项", "{0} placed"),
    "count_moved" => ("移动 {0} 项", "{0} moved"),
    "count_out" => ("{0} 项不再有位置", "{0} left without a place"),
    "count_unplaced" => ("有 {0} 项没有放下：", "{0} could not be placed:"),
    "class_placed" => ("{0}：有位置的任务 {1} → {2} 项", "{0}: tasks with a place {1} → {2}"),
    "week_fullest" => ("第 {0} 周最满的一天：{1} → {2}", "fullest day of week {0}: {1} → {2}"),
    "day_taken" => ("{2}空闲 {1} 节里占 {0} 节", "{2} with {0} of {1} free period{s} taken"),
    "plan_saved" => ("已保存：", "Saved: "),
    "held" => ("{0}和限制或要求冲突，但位置是你同意过的，没有动。", "{0} stays where you approved it, against a limit of its group or a wish."),
    "against_wish" => ("{0}的新时间不符合你的要求：{1}。", "The new time of {0} is against your wish: {1}."),
    "after_deadline" => ("{0}会排到截止时间（{1}）之后。", "{0} would end after its deadline ({1})."),
    "before_earliest" => ("{0}会排在最早日期（{1}）之前。", "{0} would stand before its earliest date ({1})."),
    "not_wholly" => ("没有全部做到：", "Not wholly kept: "),
    "days_kept" => ("保持原样的日子：{0}。", "Days that stay as they are: {0}."),
    "plan_adjusted" => ("上一张卡片的方案，按你说的改了；其余不变。", "The plan of the card before, changed as you said; the rest of it is as it was."),
    "with_earlier" => ("上一张卡片的 {0} 处改动也在其中。", "This includes the {0} change{s} of the card before."),
    "nothing_added" => ("这些任务还是没有地方放，方案和上一张卡片一样。", "There is still no place for these; the plan is the one of the card before."),
    "plan_broken_before" => ("原来的安排不符合这些要求，所以调整。", "The plan so far does not meet these wishes, so it changes."),
    "by_wish" => ("按要求：", "As you wish: "),
    "without_wish" => ("不再要求：", "No longer a wish: "),
    "no_better_plan" => ("在任务组的限制和长期要求之内没有更好的安排，日程不变。用户说过哪里不满意，就告诉他是哪条限制挡着；没有说过，就请他说（时间、日子、间隔）。",
        "Within the limits of the classes and the standing wishes no better plan was found; the timetable stays as it is. If the user has said what is wrong, say which limit keeps it so; if not, the user must say it (times, days, distances)."),
    "nothing_fits" => ("这些任务都放不下，日程不变。", "None of these tasks fits; the timetable stays as it is."),
    "wishes_gone" => ("不再要求：{0}。", "No longer a wish: {0}."),
    "only_wishes_gone" => ("不再要求：{0}。日程本身没有变。", "No longer a wish: {0}. The plan itself is unchanged."),
    "own_limits" => ("{0}自己的限制还在：{1}（用 upsert_task_class 改）。", "{0} still has limits of its own: {1} (upsert_task_class changes them)."),
    "change_of_wishes" => ("要求的改动（日程不变）", "the change of wishes (the timetable stays)"),
    "moves_forced" => ("{1} 项移动里有 {0} 项是要求造成的。", "{0} of {1} move{s} are forced by the wish."),
    "left_pending" => ("待安排的 {0} 项这次没有一起排。", "Pending and left so: {0}."),
    "wishes_again" => ("重新生效的要求：{0}。", "In force again: {0}."),
    "more_to_undo" => ("还可以继续撤销更早的改动。", "The change before can be undone, too."),
    "more_to_redo" => ("还可以继续重做。", "The next change can be redone, too."),
    "wishes_met" => ("现有安排已符合：{0}。已记下，日程不变。", "The present plan meets this already: {0}. Noted; nothing changes."),
    "wishes_noted" => ("已记下：{0}。没有值得为它移动任务的安排，日程不变；想多动一些，用 keep: revise 或 fresh。", "Noted: {0}. No plan was found that is worth its moves; nothing changes. With keep: revise or fresh more may move."),
    "out_by_wish" => ("没有提出方案：最多改 {0} 项时，{1} 会让 {2} 项已有的任务失去位置（{3}）。告诉用户，问他要紧的是哪个：要求（不写 most_moved 再调用 arrange），还是少改动（去掉这条要求再调用）。其余的要求可以先照样安排。",
        "No plan is proposed: with at most {0} change{s}, {1} would leave {2} of the tasks without the place they have ({3}). Tell the user, and ask what matters more: the wish (arrange again without most_moved) or few changes (arrange again without this wish). Other wishes can be arranged first."),
    "wishes_in_the_way" => ("没有记下，因为它让任务放不下：{0}。原来的要求不变。符合它的方案批准后它才有效；只要求已有位置的任务时，再调用 arrange 并加 place_pending: false。",
        "Not noted, because it leaves tasks without a place: {0}. The wishes stay as they were. It stands once a plan that keeps it is approved, or, about what has a place only, by arrange with place_pending: false."),
    "wishes_about_nothing" => ("没有记下：{0}。现在没有它能管到的安排，原来的要求不变。和要排的任务一起给出（place_pending: true），方案批准后一直有效。",
        "Not noted: {0}. No task that it could be about has a place, and the wishes stay as they were. Give it with the tasks to be placed (place_pending: true): it stands once their plan is approved."),
    "wishes_stay" => ("没有更好的安排，日程不变。原来的要求仍然有效：{0}。取消或替换它需要用户批准，要等下一个有改动的方案的卡片。",
        "No better plan was found; the timetable stays as it is. This wish still stands: {0}. Dropping or replacing it needs the user's yes, on the card of the next plan that changes something."),
    "not_arranged" => ("这些任务没法一起安排：", "These tasks cannot be arranged together: "),
    "no_valid_plan" => ("没有找到符合全部规则的安排，日程不变。", "No plan was found that keeps all rules; the timetable stays as it is."),
    "plan_proposed" => ("提出", "Proposed, "),
    "could_not_stay" => ("有 {0} 项不能留在原处：", "{0} could not stay in place:"),
    "limit_passed" => ("这超过了最多改 {0} 项：只动了不能留在原处的。", "More than {0} had to move: only what could not stay did."),
    "limit_holds" => ("最多改 {0} 项，所以有 {1} 项没放下：改 {2} 项就能放下。", "{1} more would fit if more than {0} could move: it takes {2}."),
    "new_places" => ("新安排 {0} 项不算改动：改动 {1} 项，最多 {2} 项。", "The {0} newly placed do not count as changes: {1} changed, at most {2} allowed."),
    "only_new_places" => ("原来都没有位置，全是新安排，不受最多改 {0} 项的限制。",
        "Nothing had a place before: all places are new, and the limit of {0} change{s} does not apply."),
    "out_of_order" => ("{0}的截止时间在轮到它之前，所以不按组内顺序，单独安排。",
        "{0} is due before its turn in its class: it does not wait for the tasks before it."),
    "left_behind" => ("组内排在{0}前面的还有 {1} 项没有位置，以后只能排在{2}之前。",
        "{1} before {0} in its class: no place yet; they would have to come before {2}."),
    "on_other_days" => ("另有 {0} 项在其他日子，没有动。要把它们移进来：不写 day_start、day_end，wishes 里用 free 空出其他日子（写它的 day_start 或 day_end）。",
        "On other days, and not moved: {0}. To bring them into these days, leave out day_start and day_end of the call, and keep the other days free by a wish (free with its day_start or day_end)."),
    "new_tasks" => ("（新任务：{0}。）", "(New tasks: {0}.)"),
    "and_more" => ("另有 {0} 项", "and {0} more"),
    "renumbered" => ("（重新载入后任务编号变了，旧 → 新：{0}。以后用新编号。）", "(The task ids have changed with the reload, old → new: {0}. Use the new ones.)"),
    "member_changes" => ("{0}{1}：{2} → {3}。", "{0}{1}: {2} → {3}."),
    "no_value" => ("无", "none"),
    "now_excluded" => ("这些任务现在排在它避开的时间里，重新安排时才会移走：{0}。", "These tasks stand in times that it then keeps free, until the next plan moves them: {0}."),
    "limits_after" => ("改完后的限制：{0}。", "Its limits are then: {0}."),
    "no_longer_listed" => ("其中不再有：{0}。", " No longer among them: {0}."),
    "block_periods" => ("{0}（{1}）", "{0} ({1})"),
    "of_item" => ("的", ", "),
    "a_share" => ("总节数的一份", "a share of the total"),
    "more_members" => ("另有 {0} 处改动。", "{0} more change{s}."),
    "yes" => ("是", "yes"),
    "no" => ("否", "no"),
    "items_again" => ("恢复：{0}。", "Back again: {0}."),
    "class_goes" => ("这个任务组和它的任务会一起移除。", "The group and its items go."),
    "item_outgrows" => ("{0}需要 {1} 节，现在占 {2} 节：用 arrange 重新安排。", "{0} needs {1} periods, stands on {2}; `arrange` places it anew."),
    "others_change" => ("总节数是 {2} 节，所以另外 {0} 项没写长度的任务：{1} → {3} 节。", "With a total of {2}, the other {0} item{s} without a length: {1} → {3} period{s}."),
    "inside" => ("，放进课程“{0}”里", ", inside of the course “{0}”"),
    "no_place" => ("不安排", "no place"),
    "wish_open" => ("（还没有批准）", " (not approved yet)"),
    "wish_dropped" => ("（取消还没有批准）", " (dropping it is not approved yet)"),
    "wish_in_fewer" => ("（做到 {0}/{1} 项，原来 {2} 项）", " ({0} of {1} task{s}; before {2})"),
    "wish_in" => ("（做到 {0}/{1} 项）", " ({0} of {1} task{s})"),
    "wish_over" => ("（{0}超过了）", " (more on {0})"),
    "wish_left" => ("（{0}留在那里）", " ({0} left there)"),
    "invalid_option" => ("选项的值不对：", "The value of this option is not allowed: "),
    // For the model.
    "plan_rejected" => ("（用户没有接受这个计划。请按用户的意见重新考虑。）", "(The user did not accept the plan. Think again along the user's words.)"),
    "answer_again" => ("请再看一遍当前状态，重新输出一个正确的 JSON 对象。", " Look at the state again and answer with one correct JSON object."),
    "declined_before" => ("用户刚拒绝过这个完全相同的方案，没有再问。", "The user has just declined this very plan; it was not asked again."),
    "would_fail" => ("这次写入不会成功，没有执行，也没有询问用户：", "This write would fail; it was not run and the user was not asked: "),
    "unknown_tool" => ("没有这个工具。可用的工具：", "There is no such tool. There is: "),
    // Violated rules of decisions, for the model.
    "unknown_action" => ("action 不在允许的范围内。", "action is not one of those allowed."),
    "bad_call" => ("calls 里每一项都是 {\"name\", \"arguments\"}，arguments 是对象。", "Each of calls is {\"name\", \"arguments\"}, and arguments is an object."),
    "calls_with_action" => ("带 calls 的回复里，action 只能是 done 或 next_plan，而且要有一个写入。", "Beside calls, action is done or next_plan, and one of the calls writes."),
    "several_calls" => ("几个 calls 一起时只能是查询；写入和 arrange 要单独一个。", "Several calls at once only look things up; a write, and arrange, stands alone."),
    "say_missing" => ("要在 say 里写给用户的话，或者写 calls 或 plan。", "Write words for the user in say, or give calls, or a plan."),
    "plan_with_calls" => ("plan 和 calls 不能在同一个回复里。", "A plan and calls cannot stand in one reply."),
    "plan_with_action" => ("带 plan 的回复不写 action。", "A reply with a plan has no action."),
    "plan_step_empty" => ("plan 里每一步的 content 不能为空。", "content of each step of plan must not be blank."),
    "plan_again" => ("这个请求已经有批准过的计划：按它继续。", "This request has an approved plan: go on by it."),
    "no_call_in_step" => (
        "这一步要改动，却还没有调用过工具：请调用工具，或在 say 里说明缺什么。",
        "No tool was called in this step, which is to change something: call the tool, or say in say what is missing.",
    ),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_there_in_both_languages() {
        for (zh, en) in ["count_unplaced", "unknown_tool", "say_missing"]
            .map(|code| (sentence(code, Lang::Zh), sentence(code, Lang::En)))
        {
            assert!(!zh.is_empty() && !en.is_empty() && zh != en);
        }
    }
}
