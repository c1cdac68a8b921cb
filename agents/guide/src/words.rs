//! Sentences for the user that explain notices, refusals and errors, in both languages (spec.md 3.7).

use super::note::{note, Note};
use super::turn::Verdict;
use serde_json::Value;
use stepgate_engine::Lang;
use stepgate_engine::Refusal;
use stepgate_engine::{sentences, Sentences};

/// Note of a notice: its code, the verdict unless it is legal, and a sentence if the model's answer alone would mislead the
/// user.
pub(super) fn notice(code: &str, verdict: Verdict, lang: Lang) -> Note {
    let is_legal = verdict == Verdict::Legal;
    let misleads = !is_legal || code == "target_not_found";
    let text = sentence(code, lang).filter(|_| misleads);
    note("notice", members([("code", Some(code)), ("verdict", (!is_legal).then(|| verdict.name())), ("text", text)]))
}

/// Notice of the tasks that a plan lost, since their place stayed unclear.
pub(super) fn left_out(sections: &[String], lang: Lang) -> Note {
    let text = match lang {
        Lang::Zh => format!("这些任务没有写清要改哪里，未列入计划：{}", sections.join("、")),
        Lang::En => format!("These tasks did not say what to change, and were left out: {}", sections.join(", ")),
    };
    note("notice", members([("code", Some("tasks_left_out")), ("verdict", None), ("text", Some(&text))]))
}

/// Message in the user's place before a question that is asked again. The page does not show it.
pub(super) fn resumed(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "继续这个任务。",
        Lang::En => "Let's go on with this task.",
    }
}

/// An open question that is asked again, and words of the user that may have answered it.
pub(super) fn asked_before(place: &str, question: &str, words: &str, lang: Lang) -> String {
    match lang {
        Lang::Zh => format!("回到【{place}】。之前问你的是：{question}\n如果“{words}”就是回答，说一声“继续”就行。"),
        Lang::En => {
            format!("Back to [{place}]. My question was: {question}\nIf \"{words}\" answers it, just say \"go on\".")
        }
    }
}

/// Refusal of a button or an edit.
pub(super) fn refusal(code: &str, lang: Lang) -> Refusal {
    let found = sentence(code, lang);
    debug_assert!(found.is_some(), "no sentence has the code {code}");
    Refusal::new(code, found.unwrap_or(code))
}

/// Note of an error: its code, and the sentence for it, followed by the host's `detail`.
pub(super) fn error(code: &str, detail: Option<&str>, lang: Lang) -> Note {
    let words = [sentence(code, lang), detail].into_iter().flatten().collect::<Vec<_>>().join(" ");
    note("error", members([("code", Some(code)), ("text", Some(words.as_str())), ("", None)]))
}

fn members(members: [(&str, Option<&str>); 3]) -> Value {
    let given = members.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?.into())));
    Value::Object(given.collect())
}

/// The sentence that explains `code`, if there is one.
pub fn sentence(code: &str, lang: Lang) -> Option<&'static str> {
    SENTENCES.find(code, lang)
}

/// Name of a member of an entry, for the user.
pub(super) fn entry_member(key: &str, lang: Lang) -> &'static str {
    let (zh, en) = match key {
        "title" => ("名称", "Title"),
        "organization" => ("单位", "Organization"),
        "date_start" => ("开始时间", "From"),
        "date_end" => ("结束时间", "To"),
        "location" => ("地点", "Location"),
        "subtitle" => ("副标题", "Subtitle"),
        _ => ("时间", "Date"),
    };
    match lang {
        Lang::Zh => zh,
        Lang::En => en,
    }
}

/// Allowed values for a section that the resume does not have.
pub(super) fn no_such_section(section: &str, titles: &[String], lang: Lang) -> String {
    let adding = format!("{{\"section\": {section}, \"adds\": true, …}}");
    match lang {
        Lang::Zh => {
            format!("简历里的板块之一：{}；要新增这个板块，就写成 {adding}；也可以删掉这个任务", titles.join("、"))
        }
        Lang::En => format!(
            "one of the resume's sections: {}; or, to add this section, {adding}; or drop this task",
            titles.join(", ")
        ),
    }
}

/// Allowed values for a section with several entries, of which none is named.
pub(super) fn which_item(section: &str, names: &[String], lang: Lang) -> String {
    let adding = format!("{{\"section\": {section}, \"adds\": true, …}}");
    match lang {
        Lang::Zh => {
            format!("写明是哪个条目：{}；要新增条目，就写成 {adding}；也可以删掉这个任务", names.join("、"))
        }
        Lang::En => {
            format!("the entry it is about: {}; or, to add an entry, {adding}; or drop this task", names.join(", "))
        }
    }
}

/// Fault of a task that the user adds for a place that the resume does not have.
pub(super) fn no_such_place(found: &str, places: &[String], lang: Lang) -> String {
    let (sign, end) = if lang == Lang::Zh { ("、", "；") } else { (", ", "; ") };
    let allowed = if places.is_empty() { String::new() } else { places.join(sign) + end };
    match lang {
        Lang::Zh => format!("简历里没有“{found}”，或者不止一处。可以写：{allowed}要新增就加上 adds: true"),
        Lang::En => {
            format!("the resume has no place \"{found}\", or several. Allowed: {allowed}something new with adds: true")
        }
    }
}

/// Fault of a text that is too long.
pub(super) fn too_long(length: usize, longest: usize, lang: Lang) -> String {
    match lang {
        Lang::Zh => format!("有 {length} 个字符，最多 {longest} 个"),
        Lang::En => format!("has {length} characters; at most {longest} are allowed"),
    }
}

/// Fault of an id that no task has.
pub(super) fn no_such_id(found: &str, ids: &[String], lang: Lang) -> String {
    match lang {
        Lang::Zh => format!("没有编号是 {found} 的任务；现有：{}", ids.join("、")),
        Lang::En => format!("no task has the id {found}; the plan has {}", ids.join(", ")),
    }
}

/// Diagnosis of a task that the user has added.
pub(super) fn added_by_hand(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "用户自己添加的任务",
        Lang::En => "Added by the user",
    }
}

/// Goal of a task that the user has added without one.
pub(super) fn goal_by_hand(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "先问清用户想改什么，再改",
        Lang::En => "Ask what the user wants to improve here, then improve it",
    }
}

/// Allowed values for a strategy.
pub(super) fn strategies(names: &[&str], lang: Lang) -> String {
    match lang {
        Lang::Zh => format!("{} 之一", names.join("、")),
        Lang::En => format!("one of {}", names.join(", ")),
    }
}

/// Found and allowed: no action that is offered, beside a draft or an entry.
pub(super) fn unclear_action(actions: &[&str], lang: Lang) -> (String, String) {
    match lang {
        Lang::Zh => {
            ("没有可用的值".into(), format!("{} 之一；整份回复再发一次，草稿和 entry 也带上", actions.join("、")))
        }
        Lang::En => (
            "no usable value".into(),
            format!("one of {}; send the whole reply again, with the draft and the entry", actions.join(", ")),
        ),
    }
}

/// Found and allowed: a draft is announced and missing. `may_ask`: whether CONTINUE_ASKING is offered.
pub(super) fn missing_draft(action: &str, may_ask: bool, lang: Lang) -> (String, String) {
    let (zh, en) = match may_ask {
        true => ("还没写好就用 CONTINUE_ASKING", "without a draft use CONTINUE_ASKING"),
        false => ("没有改动就原样再发一次现在的草稿", "if nothing changes, the current draft again"),
    };
    let allowed = match lang {
        Lang::Zh => format!("完整的草稿文本，因为 next_action 是 {action}；{zh}"),
        Lang::En => format!("the complete draft, since next_action is {action}; {en}"),
    };
    ("null".into(), allowed)
}

/// Found and allowed: a remark stands in a draft.
pub(super) fn talk_in_draft(sign: &str, lang: Lang) -> (String, String) {
    match lang {
        Lang::Zh => (format!("含有“{sign}”的文字"), "简历的完整正文；对比和说明写在 reply_to_user 里".into()),
        Lang::En => (
            format!("a text with \"{sign}\""),
            "the complete text of the resume; comparisons and remarks go into reply_to_user".into(),
        ),
    }
}

/// Found and allowed: the draft that the user has just seen.
pub(super) fn same_draft(lang: Lang) -> (String, String) {
    match lang {
        Lang::Zh => (
            "和用户刚看过的草稿一字不差".into(),
            "按用户的话改过的草稿；用户认可就用 REQUEST_CONFIRM；不清楚要改什么就用 CONTINUE_ASKING 问".into(),
        ),
        Lang::En => (
            "the draft that the user has just seen, unchanged".into(),
            "the draft changed as the user said; REQUEST_CONFIRM if they approve it; CONTINUE_ASKING if it is not clear what to change".into(),
        ),
    }
}

/// Found and allowed: the text that the user has replaced by hand.
pub(super) fn replaced_draft(lang: Lang) -> (String, String) {
    match lang {
        Lang::Zh => (
            "用户动手改之前的旧草稿".into(),
            "在用户自己改好的草稿（见“当前草稿”）上修改；用户认可它就用 REQUEST_CONFIRM，draft_content 填 null".into(),
        ),
        Lang::En => (
            "the old draft, which the user has corrected by hand".into(),
            "a change of the user's own draft, which the prompt shows as the present one; REQUEST_CONFIRM with draft_content null if they approve it".into(),
        ),
    }
}

/// Found and allowed: numbers of a draft that the user has not said. `may_ask`: whether CONTINUE_ASKING is offered.
pub(super) fn unsaid(numbers: &[String], may_ask: bool, lang: Lang) -> (String, String) {
    let (zh, en) = match may_ask {
        true => ("，需要就用 CONTINUE_ASKING 问", ", or ask with CONTINUE_ASKING"),
        false => ("", ""),
    };
    match lang {
        Lang::Zh => (
            format!("用户没有说过的数字：{}", numbers.join("、")),
            format!("只写原文里有的、用户说过的数字；别的数字去掉{zh}"),
        ),
        Lang::En => (
            format!("numbers that the user has not said: {}", numbers.join(", ")),
            format!("only numbers of the original text and of the user; leave out the others{en}"),
        ),
    }
}

/// Found and allowed: dates whose year nobody has said. `may_ask`: whether CONTINUE_ASKING is offered.
pub(super) fn unsaid_date(dates: &[&str], may_ask: bool, lang: Lang) -> (String, String) {
    let (zh, en) = match may_ask {
        true => ("，需要就用 CONTINUE_ASKING 问年份", ", or ask for the year with CONTINUE_ASKING"),
        false => ("", ""),
    };
    match lang {
        Lang::Zh => (
            format!("{}，用户没有说过这个年份", dates.join("、")),
            format!("年份是用户说过的或简历里有的日期；否则不填{zh}"),
        ),
        Lang::En => (
            format!("{}, a year that the user has not said", dates.join(", ")),
            format!("a date with a year from the user's words or the resume; else leave it out{en}"),
        ),
    }
}

/// Notice of the dates that were not taken, since nobody has said their year.
pub(super) fn date_dropped(dates: &[&str], lang: Lang) -> Note {
    let text = match lang {
        Lang::Zh => format!("没有采用这个日期，因为你没有说过年份：{}", dates.join("、")),
        Lang::En => format!("This date was left out, since you have not said its year: {}", dates.join(", ")),
    };
    note("notice", members([("code", Some("date_dropped")), ("verdict", None), ("text", Some(&text))]))
}

/// Notice of the user's words that led to a task, with its section, and changed nothing there.
pub(super) fn open_wishes(wishes: &[(String, &str)], lang: Lang) -> Note {
    let text = match lang {
        Lang::Zh => {
            let named = wishes.iter().map(|(words, section)| format!("“{words}”（{section}）"));
            format!("还有没写进去的：{}", named.collect::<Vec<_>>().join("、"))
        }
        Lang::En => {
            let named = wishes.iter().map(|(words, section)| format!("\"{words}\" ({section})"));
            format!("Still open: {}", named.collect::<Vec<_>>().join(", "))
        }
    };
    note("notice", members([("code", Some("wish_open")), ("verdict", None), ("text", Some(&text))]))
}

/// Line of a card about a field that changes. `old` is empty if the field has no text yet.
pub(super) fn field_change(key: &str, old: &str, new: &str, lang: Lang) -> String {
    let name = entry_member(key, lang);
    match old.is_empty() {
        true => format!("{name}: {new}"),
        false => format!("{name}: {old} → {new}"),
    }
}

/// Line of a card about numbers of the draft that the user has not said.
pub(super) fn not_said(numbers: &[String], lang: Lang) -> String {
    match lang {
        Lang::Zh => format!("你没有说过：{}", numbers.join("、")),
        Lang::En => format!("Not said by you: {}", numbers.join(", ")),
    }
}

/// Found and allowed: a draft much shorter than the one before.
pub(super) fn fragment(lines: usize, of: usize, lang: Lang) -> (String, String) {
    match lang {
        Lang::Zh => (
            format!("{lines} 行，而现在的草稿有 {of} 行"),
            "整份草稿，没有改动的行也要写上；如果用户就是要删短，原样再发一次".into(),
        ),
        Lang::En => (
            format!("{lines} lines, where the current draft has {of}"),
            "the whole draft with the unchanged lines; if the user wants it that short, send it again".into(),
        ),
    }
}

/// Found and allowed: an answer that names the place of another task than the draft is for.
pub(super) fn wrong_place(other: &str, place: &str, lang: Lang) -> (String, String) {
    match lang {
        Lang::Zh => {
            (format!("说的是【{other}】"), format!("草稿是【{place}】的，回复里也写它；要去别的任务就用 BACKTRACK"))
        }
        Lang::En => (
            format!("it names [{other}]"),
            format!("the draft is for [{place}], so name that; to go to another task, use BACKTRACK"),
        ),
    }
}

/// Found and allowed: a draft that takes up nothing of the applied text.
pub(super) fn lost(lines: &[String], lang: Lang) -> (String, String) {
    match lang {
        Lang::Zh => (
            format!("已应用的内容一条都没有保留：{}", lines.join("；")),
            "保留这些内容、只按用户的话修改的草稿；如果用户就是不要它们了，原样再发一次".into(),
        ),
        Lang::En => (
            format!("a draft that keeps nothing of the applied text: {}", lines.join("; ")),
            "the draft with these lines, changed only as the user said; if the user wants them gone, send it again"
                .into(),
        ),
    }
}

/// Line of a card about a draft that takes up nothing of the applied text.
pub(super) fn will_be_lost(lines: &[String], lang: Lang) -> String {
    match lang {
        Lang::Zh => format!("已应用的内容会全部去掉：{}", lines.join("；")),
        Lang::En => format!("Nothing stays of the applied text: {}", lines.join("; ")),
    }
}

/// Found and allowed: a new entry without a title.
pub(super) fn untitled(may_ask: bool, lang: Lang) -> (String, String) {
    match lang {
        Lang::Zh => {
            let ask = if may_ask {
                "；不知道就用 CONTINUE_ASKING 先问"
            } else {
                "，用户说过的或简历里有的"
            };
            ("没有".into(), format!("新条目的名称（职位或项目名）{ask}"))
        }
        Lang::En => {
            let ask = match may_ask {
                true => "; if you do not know it, ask with CONTINUE_ASKING",
                false => ", from the user's words or the resume",
            };
            ("nothing".into(), format!("the title of the new entry (a position or a project){ask}"))
        }
    }
}

/// Found and allowed: an answer to the user that is blank or too long.
pub(super) fn reply_length(length: usize, longest: usize, lang: Lang) -> (String, String) {
    match lang {
        Lang::Zh => (format!("{length} 个字符"), format!("给用户看的话，不能为空，最多 {longest} 个字符")),
        Lang::En => {
            (format!("{length} characters"), format!("what the user reads, not blank, at most {longest} characters"))
        }
    }
}

/// Found and allowed: a task that the plan does not have.
pub(super) fn no_such_task(name: &str, tasks: &[String], lang: Lang) -> (String, String) {
    let tasks = tasks.join(if lang == Lang::Zh { "、" } else { ", " });
    match lang {
        Lang::Zh => (format!("“{name}”"), format!("任务编号之一：{tasks}；都不是就填 null，并告诉用户")),
        Lang::En => (format!("\"{name}\""), format!("one of the tasks' ids: {tasks}; or null, and tell the user")),
    }
}

/// Allowed values for the id of an item.
pub(super) fn no_such_item(ids: &[String], lang: Lang) -> String {
    match lang {
        Lang::Zh => format!("null，或其中之一：{}", ids.join("、")),
        Lang::En => format!("null, or one of {}", ids.join(", ")),
    }
}

const SENTENCES: Sentences = sentences! {
    // Decisions that were coerced or refused.
    "finish_not_allowed" => ("尚未应用，请先确认草稿。", "Not applied yet: please confirm the draft first."),
    "confirm_first" => ("还没有应用：请先确认。", "Not applied yet: please confirm first."),
    "unseen_draft" | "draft_locked" => ("内容有改动，请再看一遍。", "The text changed: please look at it again."),
    "confirm_kept" => (
        "草稿还没有写入简历，仍在等你决定。",
        "Nothing is applied yet: the draft still waits for your decision.",
    ),
    "draft_missing" | "confirm_without_draft" => ("还没有草稿。", "There is no draft yet."),
    "target_not_found" => ("没有找到要返回的板块。", "No such section was found."),
    "already_finished" => ("该任务已完成。", "This task is already done."),
    // Buttons and edits that were refused.
    "nothing_to_confirm" => ("还没有可以确认的草稿。", "There is no draft to confirm yet."),
    "nothing_to_reject" => ("现在没有等待确认的内容。", "Nothing is waiting for confirmation."),
    "cannot_skip" => ("该任务已经结束，不能跳过。", "This task is over and cannot be skipped."),
    "cannot_drop" => (
        "只能删掉还没开始的任务；开始过的可以跳过。",
        "Only a task that has not begun can be dropped; one that has begun can be skipped.",
    ),
    "cannot_move" => (
        "只有待处理的任务能移动，而且那个方向上要还有待处理的任务。",
        "Only a task that is still to do can be moved, past another one that is still to do.",
    ),
    "nothing_to_backtrack" => ("还没有可以返回修改的任务。", "There is no finished task to go back to."),
    "nothing_to_retry" => ("没有需要重试的模型调用。", "There is no model call to try again."),
    "nothing_to_undo" => ("没有可以撤销的修改。", "There is no change to undo."),
    "undo_stale" => ("这部分之后又被改过，无法撤销。", "This part was edited since: it cannot be undone."),
    "nothing_to_redo" => ("没有可以重做的修改。", "There is no change to redo."),
    "redo_stale" => ("这部分之后又被改过，无法重做。", "This part was edited since: it cannot be redone."),
    "no_plan" => ("还没有任务计划。", "There is no plan yet."),
    "unknown_query" => (
        "可以查询 {resume: true}、{export: \"json-resume\" | \"markdown\"}、{workflow: true}、{places: true}。",
        "The guide answers {resume: true}, {export: \"json-resume\" | \"markdown\"}, {workflow: true} and {places: true}.",
    ),
    "empty_input" => ("请输入内容。", "Please write something."),
    "input_too_long" => ("内容超过 8000 字，请精简。", "More than 8000 characters: please shorten it."),
    // Documents that could not be applied, and calls that failed.
    "section_not_found" => ("简历里没有这个板块，内容未应用。", "The resume has no such section: nothing was applied."),
    "type_mismatch" => ("该板块的类型不符，内容未应用。", "That section holds something else: nothing was applied."),
    "item_not_found" => ("该板块里没有这个条目，内容未应用。", "That section has no such item: nothing was applied."),
    "ambiguous_item" => (
        "该板块有多个条目，无法确定改哪一个，内容未应用。",
        "Several items fit, so it is not clear which to change: nothing was applied.",
    ),
    "title_missing" => (
        "新条目还缺名称（职位、项目名等），内容未应用。请先告诉我。",
        "The new entry still lacks a title (a position, a project): nothing was applied. Please tell me first.",
    ),
    "nothing_to_update" => ("没有可以更新的内容。", "There is nothing to update."),
    "invalid_changes" => ("修改内容的格式不对，未应用。", "The change is not well-formed: nothing was applied."),
    "llm_failed" => ("模型调用失败，请重试。", "The model could not be reached: please try again."),
    "stopped" => ("已停止，可以重试，也可以直接输入。", "Stopped. Try again, or write something."),
    "llm_bad_output" => ("模型的回复无法使用，请重试。", "The model's reply was not usable: please try again."),
};
