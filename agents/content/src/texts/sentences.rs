//! Sentences of the agent for the user, in both languages.

use stepgate_engine::Lang;
use stepgate_engine::Refusal;
use stepgate_engine::{sentences, Sentences};

/// The sentence with this code, or the code itself if there is none.
pub(crate) fn sentence(code: &'static str, lang: Lang) -> &'static str {
    SENTENCES.find(code, lang).unwrap_or(code)
}

/// The sentence with this code, with `what` in place of its `#`.
pub(crate) fn filled(code: &'static str, what: &str, lang: Lang) -> String {
    let text = sentence(code, lang);
    let (before, behind) = text.split_once("#").unwrap_or((text, ""));
    format!("{before}{what}{behind}")
}

/// Refusal of a request of the page.
pub(crate) fn refusal(code: &'static str, lang: Lang) -> Refusal {
    Refusal::new(code, sentence(code, lang))
}

/// Refusal of a request of the page, with `what` in place of the `#` in its sentence.
pub(crate) fn refusal_of(code: &'static str, what: &str, lang: Lang) -> Refusal {
    Refusal::new(code, filled(code, what, lang))
}

/// Joins `items` with the comma of the language.
pub(crate) fn listed<S: AsRef<str>>(items: &[S], lang: Lang) -> String {
    let comma = match lang {
        Lang::Zh => "、",
        Lang::En => ", ",
    };
    let mut text = String::new();
    for item in items {
        if !text.is_empty() {
            text.push_str(comma);
        }
        text.push_str(item.as_ref());
    }
    text
}

/// Sentences of the dialogue and of refusals.
const SENTENCES: Sentences = sentences! {
    "question_1" => ("你这次想做什么内容？请简单描述一下（比如：一篇文章、一个视频脚本、一份产品介绍），并补充一句说明主题或方向。",
            "What do you want to create? Describe it in a few words (an article, a video script, a product introduction, for example) and add a sentence about its topic or direction."),
    "question_mark" => ("【问题 #/3】", "[Question #/3] "),
    "generated" => ("✅ 已生成【#】，请在左侧工作台查看和编辑。", "✅ Generated [#]. View and edit it in the workspace."),
    "updated" => ("✅ 已更新【#】。", "✅ Updated [#]."),
    "failed" => ("没有写成：#。", "This could not be written: #."),
    "research_failed" => ("调研没有完成：#。", "The research could not be done: #."),
    "why_llm_failed" => ("模型没有回应", "the model did not answer"),
    "why_limit_reached" => ("调用模型的次数太多", "it took too many calls to the model"),
    "why_bad_report" => ("模型没有给出可用的报告", "the model gave no usable report"),
    "why_empty_content" => ("模型没有给出内容", "the model gave no text"),
    "why_too_long" => ("内容太长", "the text is too long"),
    "why_dependency_cycle" => ("字段互相依赖", "its fields depend on each other"),
    "why_other" => ("出现了意外情况", "something unexpected happened"),
    "all_done" => ("全部阶段已完成，可以导出内容了。", "All phases are completed. The content can be exported now."),
    "no_next_phase" => ("已经是最后一个阶段了。", "This is already the last phase."),
    "target_missing" => ("你想修改哪个字段？请用 @字段名 指明。", "Which field do you want to change? Name it with @field name."),
    "generate_which" => ("你想生成哪个字段？请用 @字段名 指明。", "Which field do you want to generate? Name it with @field name."),
    "dependency_unmet" => ("依赖的字段还没有内容：#", "Fields it depends on have no content yet: #"),
    "cycle" => ("字段互相依赖，没有先后：#。请修改它们的依赖。", "These fields depend on each other, so none can come first: #. Please change what they depend on."),
    "no_content" => ("还没有可用的内容，请先完成内容生产。", "There is no content yet. Please produce some first."),
    "no_references" => ("没有找到引用的字段。", "No field that is referred to was found."),
    "unknown_reference" => ("（未找到该字段）", "(field not found)"),
    "hole" => ("（待补充）", "(to be added)"),
    "proposals_ready" => ("✅ 有 3 个方案可选，请在左侧工作台选择一个。", "✅ There are 3 proposals. Choose one in the workspace."),
    "proposal_fields" => ("要生产的字段", "Fields to produce"),
    "service_greets" => ("你好，有什么想了解的？", "Hello, what would you like to know?"),
    "usual_persona" => ("“目标用户画像”里最典型的一位；没有画像时，就是“项目意图”里说的读者。", "The most typical of the \"Target personas\"; where there are none, the reader the \"Project intent\" speaks of."),
    "whole_content" => ("全部内容", "all of the content"),
    "dialogue_log" => ("对话记录", "The dialogue"),
    "consumer" => ("消费者", "Consumer"),
    "service" => ("提供方", "Service"),
    "simulation_score" => ("模拟评分", "simulations"),
    "criteria" => ("标准", "Criteria"),
    "usual_criteria" => ("意图契合|受众契合|内容质量", "intent fit|audience fit|quality"),
    "content" => ("内容", "Content"),
    "simulations" => ("读者试读", "Simulations"),
    "scores" => ("评分：", "Scores: "),
    "metric_score" => ("（1 到 10 分）", " (1 to 10)"),
    "metric_list" => ("（列出具体条目，写在 comments 里）", " (list what there is, in comments)"),
    "metric_truth" => ("（是或否）", " (true or false)"),
    "simulated" => ("✅ 读者试读完成：#", "✅ The simulation is done: #"),
    "evaluated" => ("✅ 评估完成，总分 #。", "✅ The evaluation is done: # in all."),
    "checkpoint" => ("【#】已完成，确认进入下一阶段？", "[#] is complete. Go on to the next phase?"),
    "checkpoint_text" => ("也可以直接说要改什么，或在左侧修改内容。", "You can also say what to change, or change the texts in the workspace."),
    "approve" => ("确认，进入下一阶段", "Approve and go on"),
    "what_is_blank" => ("/#：不能为空", "/#: must not be blank"),
    "nothing_found" => ("没有搜到结果。", "The search found nothing."),
    "nothing_to_make" => ("没有需要生成的内容。", "There is nothing to make."),
    "not_waiting" => ("现在没有等待确认的阶段。", "No phase waits for approval now."),
    "unknown_field" => ("没有这个字段：#", "There is no such field: #"),
    "unsupported_format" => ("不支持这种格式：#。可用：markdown、json", "This format is not supported: #. There is markdown and json."),
    "nothing_to_export" => ("还没有可以导出的内容。", "There is no content to export yet."),
    "empty_content" => ("内容是空的。", "The content is blank."),
    "unknown_query" => ("可以问的有 field、history、export、state。", "There is field, history, export and state to ask for."),
    "invalid_edit" => ("这个修改的值不对：#", "The value of this edit is not allowed: #"),
    "empty_name" => ("名称不能为空。", "The name must not be blank."),
    "long_name" => ("名称是一行，最多 60 个字符。", "A name is one line of at most 60 characters."),
    "name_taken" => ("已经有同名字段：#", "A field has this name already: #"),
    "too_long" => ("内容太长：#", "The text is too long: #"),
    "too_many_fields" => ("一个项目最多 100 个字段。", "A project has at most 100 fields."),
    "dependency_cycle" => ("这样字段会互相依赖：#", "Then these fields would depend on each other: #"),
    "unknown_version" => ("没有这个旧版本。", "There is no such older version."),
    "channel_taken" => ("有两个同名渠道：#", "Two channels have this name: #"),
    "unknown_question" => ("这个字段没有这个问题：#", "The field has no such question: #"),
    "bad_order" => (
            "阶段顺序必须是八个阶段的排列：意图、调研在最前，模拟、评估在最后。",
            "The order must hold each of the eight phases once: intent and research first, simulate and evaluate last.",
        ),
    "phase_begun" => ("已经开始或完成的阶段不能再换位置：#", "A phase that was begun or completed keeps its place: #"),
    "note_required" => ("新版本需要一句说明。", "A new version needs a note."),
    "no_intent" => ("请先完成意图分析。", "Please complete the intent phase first."),
    "unknown_proposal" => ("没有这个方案。", "There is no such proposal."),
    "proposal_taken" => ("已经选择了这个方案。", "This proposal is chosen already."),
    "unknown_suggestion" => ("没有这条建议。", "There is no such suggestion."),
    "empty_query" => ("请先写明要搜索什么。", "Please say what to search for."),
};
