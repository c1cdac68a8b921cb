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

/// Refusal of a button or an edit.
pub(super) fn refusal(code: &str, lang: Lang) -> Refusal {
    Refusal::new(code, sentence(code, lang).unwrap_or(code))
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

const SENTENCES: Sentences = sentences! {
    // Decisions that were coerced or refused.
    "finish_not_allowed" => ("尚未应用，请先确认草稿。", "Not applied yet: please confirm the draft first."),
    "unseen_draft" | "draft_locked" => ("内容有改动，请再看一遍。", "The text changed: please look at it again."),
    "draft_missing" | "confirm_without_draft" => ("还没有草稿。", "There is no draft yet."),
    "target_not_found" => ("没有找到要返回的板块。", "No such section was found."),
    "already_finished" => ("该任务已完成。", "This task is already done."),
    // Buttons and edits that were refused.
    "nothing_to_confirm" => ("还没有可以确认的草稿。", "There is no draft to confirm yet."),
    "nothing_to_reject" => ("现在没有等待确认的内容。", "Nothing is waiting for confirmation."),
    "cannot_skip" => ("该任务已经结束，不能跳过。", "This task is over and cannot be skipped."),
    "nothing_to_backtrack" => ("还没有可以返回修改的任务。", "There is no finished task to go back to."),
    "nothing_to_retry" => ("没有需要重试的模型调用。", "There is no model call to try again."),
    "nothing_to_undo" => ("没有可以撤销的修改。", "There is no change to undo."),
    "undo_stale" => ("这部分之后又被改过，无法撤销。", "This part was edited since: it cannot be undone."),
    "nothing_to_redo" => ("没有可以重做的修改。", "There is no change to redo."),
    "redo_stale" => ("这部分之后又被改过，无法重做。", "This part was edited since: it cannot be redone."),
    "no_plan" => ("还没有任务计划。", "There is no plan yet."),
    "unknown_query" => (
        "可以查询 {resume: true}、{export: \"json-resume\" | \"markdown\"}、{workflow: true}。",
        "The guide answers {resume: true}, {export: \"json-resume\" | \"markdown\"} and {workflow: true}.",
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
    "nothing_to_update" => ("没有可以更新的内容。", "There is nothing to update."),
    "invalid_changes" => ("修改内容的格式不对，未应用。", "The change is not well-formed: nothing was applied."),
    "llm_failed" => ("模型调用失败，请重试。", "The model could not be reached: please try again."),
    "stopped" => ("已停止，可以重试，也可以直接输入。", "Stopped. Try again, or write something."),
    "llm_bad_output" => ("模型的回复无法使用，请重试。", "The model's reply was not usable: please try again."),
};
