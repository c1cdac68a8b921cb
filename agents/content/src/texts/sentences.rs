//! Sentences of the agent for the user, in both languages.

use stepgate_engine::Lang;
use stepgate_engine::Refusal;
use stepgate_engine::{sentences, Sentences};

/// The sentence with this code.
pub(crate) fn sentence(code: &'static str, lang: Lang) -> &'static str {
    SENTENCES.get(code, lang)
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
    "kept" => ("✅ 已保留【#】的修改。", "✅ Kept the change of [#]."),
    "still_old" => ("还写着 # 的：#。要改哪个，说一声。", "Still with #: #. Say which of them to change, too."),
    "unchanged" => ("【#】没有改动。具体要改哪一处，改成什么？", "Nothing was changed in [#]. What exactly should change there, and to what?"),
    "revised" => ("✏️ 【#】有了修改稿。看看改了哪里，保留还是撤回？", "✏️ Here is a change of [#]. See what is different: keep it or revert it?"),
    "reverted" => ("↩️ 【#】保持原样。", "↩️ [#] stays as it was."),
    "revision" => ("保留对【#】的修改吗？", "Keep the change of [#]?"),
    "revision_text" => ("也可以直接说还要怎么改。", "You can also say what else to change."),
    "revision_route" => (
            "“#”有一份修改稿，等用户决定。用户说留下、就用它是 keep，说不要、撤回是 undo，还要再改、只留下一部分是 modify。留下它、又要改别的字段，也是 keep，target 填那个字段；只是留下，target 填 null。",
            "A change of \"#\" waits for the user's decision. To keep or use it is keep, to drop it is undo, to change it further or keep a part of it is modify. To keep it and change another field is keep, with that field as target; only to keep it, target is null.",
        ),
    "revisions_route" => (
            "有几份修改稿等用户决定：#。留下是 keep，不要、撤回是 undo，还要再改是 modify，target 填说的是哪个字段，几个就填列表。留下一份、撤回另一份：keep，target 填留下的那份。",
            "Changes of several fields wait for the user's decision: #. To keep one is keep, to drop it is undo, to change it further is modify; target is the field that is meant, a list for several. To keep one and drop another is keep, with the one to keep as target.",
        ),
    "revision_requests" => ("这一稿改了：", "This carries out:"),
    "revision_waits" => ("#（修改稿，等用户决定）", "# (a change that waits for the user)"),
    "keep" => ("保留修改", "Keep"),
    "revert" => ("撤回修改", "Revert"),
    "revision_open" => ("还有修改没有决定：先保留或撤回，再继续。", "A change is still open: keep or revert it first."),
    "no_revision" => ("这个字段没有等待决定的修改。", "This field has no open change."),
    "asks_before" => ("写【#】之前先问一句：", "Before [#] is written, a question: "),
    "asks_next" => ("【#】还有一问：", "One more question about [#]: "),
    "asks_skip" => ("（不想回答就说“跳过”）", " (Say \"skip\" to go without an answer.)"),
    "asks_dropped" => ("好，先不写。需要时再说。", "All right, it is not written for now."),
    "undone" => ("↩️ 已恢复【#】之前的内容。", "↩️ Restored the earlier text of [#]."),
    "nothing_to_undo" => ("没有可以撤回的修改。", "There is no change to take back."),
    "recent" => ("最近的对话：", "The conversation so far:"),
    "recent_means" => ("“它”“同样”“这两处”指的是对话里说到的。", "\"It\", \"the same\" and the like mean what the conversation names."),
    "recent_user" => ("用户：", "User: "),
    "recent_assistant" => ("你：", "You: "),
    "suggestions" => ("修改建议", "Suggestions"),
    "comments" => ("读者的反馈", "Comments of the readers"),
    "first_suggestions" => ("最值得改的：", "Worth changing first:"),
    "suggestions_route" => ("照读者的反馈或评审的建议来改是 modify，target 填要改的正文，不是报告。",
            "To carry out feedback or a suggestion is modify; target is the text to change, not the report."),
    "finish_route" => ("- finish：写好的已经够用，想结束或导出。例：就这些、只要这篇、怎么导出", "- finish: what is written is enough; stop, or export it. E.g. that's it, I only wanted the speech, how do I export"),
    "finished_here" => ("好，就到这里。已经写好：#。在左侧工作台可以导出 Markdown 或 JSON，也可以直接复制。想接着做，随时说“继续”。", "All right, we stop here. Written so far: #. You can export it as Markdown or JSON in the workspace, or copy it. To go on later, say \"continue\"."),
    "pending" => ("用户还没有得到答复的请求：#。如果这句话只是回答要改哪个字段，intent 填这个请求的意图。", "The user's open request: #. If this message only says which field is meant, intent is that of the request."),
    "no_text_yet" => ("还没有内容，改不了：#。", "No text yet, so nothing to change: #."),
    "left_unchanged" => ("没有改到：#。", " Not changed: #."),
    "noted" => ("记下了，之后写的内容都会照这个来。已经写好的要不要改，说一声改哪个。", "Noted: all that is written from now on keeps to it. To have it in a text that is there, say which one."),
    "open_points" => ("还没有处理的：", "Still open:"),
    "not_written" => ("还没有写：#", "not written yet: #"),
    "not_answered" => ("【#】的问题没有回答：", "unanswered questions of [#]: "),
    "failed" => ("没有写成：#。", "This could not be written: #."),
    "research_failed" => ("调研没有完成：#。", "The research could not be done: #."),
    "why_llm_failed" => ("模型没有回应", "the model did not answer"),
    "why_limit_reached" => ("调用模型的次数太多", "it took too many calls to the model"),
    "why_bad_report" => ("模型没有给出可用的报告", "the model gave no usable report"),
    "why_bad_content" => ("模型没有给出完整、可用的正文", "the model gave no complete text that could be used"),
    "why_empty_content" => ("模型没有给出内容", "the model gave no text"),
    "why_too_long" => ("内容太长", "the text is too long"),
    "why_dependency_cycle" => ("字段互相依赖", "its fields depend on each other"),
    "why_other" => ("出现了意外情况", "something unexpected happened"),
    "all_done" => ("全部阶段已完成。在左侧工作台可以导出 Markdown 或 JSON。", "All phases are completed. You can export the content as Markdown or JSON in the workspace."),
    "no_next_phase" => ("已经是最后一个阶段了。", "This is already the last phase."),
    "target_missing" => ("你想修改哪个字段？请用 @字段名 指明。", "Which field do you want to change? Name it with @field name."),
    "generate_which" => ("你想生成哪个字段？请用 @字段名 指明。", "Which field do you want to generate? Name it with @field name."),
    "dependency_unmet" => ("依赖的字段还没有内容：#", "Fields it depends on have no content yet: #"),
    "cycle" => ("字段互相依赖，没有先后：#。请修改它们的依赖。", "These fields depend on each other, so none can come first: #. Please change what they depend on."),
    "no_content" => ("还没有可用的内容，请先完成内容生产。", "There is no content yet. Please produce some first."),
    "no_references" => ("没有找到引用的字段。", "No field that is referred to was found."),
    "unknown_reference" => ("（未找到该字段）", "(field not found)"),
    "placeholders" => ("【#】里还缺：", "[#] still lacks: "),
    "placeholders_ask" => ("。告诉我补什么，或者直接在左侧填写。", ". Tell me what to put there, or fill them in the workspace."),
    "channel_rule" => ("遵守“目标渠道”的字数、格式和风格；", "keep to the length, format and style under \"Target channel\", and "),
    "hole" => ("（待补充）", "(to be added)"),
    "proposals_ready" => ("✅ 有 3 个方案可选，请在左侧工作台选择一个。", "✅ There are 3 proposals. Choose one in the workspace."),
    "proposal_fields" => ("要生产的字段", "Fields to produce"),
    "service_greets" => ("你好，有什么想了解的？", "Hello, what would you like to know?"),
    "usual_persona" => ("“目标用户画像”里最典型的一位；没有画像时，就是第一次看到它的普通读者。", "The most typical of the \"Target personas\"; where there are none, an ordinary reader who sees it for the first time."),
    "whole_content" => ("全部内容", "all of the content"),
    "dialogue_log" => ("对话记录", "The dialogue"),
    "consumer" => ("读者", "Reader"),
    "service" => ("提供方", "Service"),
    "simulation_score" => ("模拟评分", "simulations"),
    "evaluation_total" => ("总分：#", "Overall: #"),
    "reader_said" => ("读者试读的反馈", "What a simulated reader said"),
    "reply_is_blank" => ("reply 是空的。请只输出 {\"reply\": \"一两句话\"}", "reply is blank. Output only {\"reply\": \"a sentence or two\"}"),
    "wrong_proposals" => ("这些方案里有字段不能用，请改好后重新输出全部方案：\n#", "Fields of these proposals cannot be used. Mend them and output all proposals again:\n#"),
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
    "checkpoint_last" => ("【#】已完成，这是最后一个阶段。结束项目？", "[#] is complete, and it is the last phase. Finish the project?"),
    "checkpoint_stale" => ("下面这些的依据变了，可能已经过时：#。", "What these are based on has changed, so they may be out of date: #."),
    "approve_last" => ("确认，结束", "Approve and finish"),
    "approve" => ("确认，进入下一阶段", "Approve and go on"),
    "content_shape" => (
            "收到“#”，不是约定的形式。请只输出 {\"content\": \"完整正文\"}，或把完整正文放在 <content> 和 </content> 之间。",
            "Received \"#\", which is not the agreed form. Output only {\"content\": \"the complete text\"}, or the complete text between <content> and </content>.",
        ),
    "not_whole" => (
            "收到的不是全文（#）。请输出修改后的全文，没有改动的段落也照原样写出：{\"content\": \"全文\"}",
            "This is not the whole text (#). Output the whole changed text, and copy every paragraph that stays: {\"content\": \"the whole text\"}",
        ),
    "form_shape" => (
            "现在的正文不是这种形式。请按这种形式输出全文：{\"content\": \"全文\"}",
            " The text has another form. Output the whole text in this form: {\"content\": \"the whole text\"}",
        ),
    "over_length" => (
            "正文的字数超过渠道上限（#）。请压缩后重新输出全文：{\"content\": \"全文\"}",
            "The text has more characters than the channel allows (#). Shorten it and output the whole text: {\"content\": \"the whole text\"}",
        ),
    "part_is_blank" => (
            "“#”是空的。请再看一遍“问答”：说到了就补上，没有说到就仍写空字符串；输出有三项的 JSON 对象。",
            "\"#\" is blank. Look at \"Questions and answers\" again: fill it in if the user said it, else leave it blank; output the object with all three parts.",
        ),
    "part_is_unknown" => (
            "不认识的键：#。请只用约定的三个键输出：",
            "Unknown keys: #. Use only these three keys: ",
        ),
    "what_is_blank" => ("“#”是空的，这一项必须写。", "\"#\" is blank, but must be given. "),
    "nothing_found" => ("没有搜到结果。", "The search found nothing."),
    "ungrounded" => ("没有读到可用的网页，这份调研凭通用知识写成，请核对后再用。", "No page could be read, so this research comes from general knowledge. Please check it before you rely on it."),
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
    "back_to" => ("回到第 # 版", "Back to version #"),
    "note_required" => ("新版本需要一句说明。", "A new version needs a note."),
    "no_intent" => ("请先完成意图分析。", "Please complete the intent phase first."),
    "unknown_proposal" => ("没有这个方案。", "There is no such proposal."),
    "proposal_taken" => ("已经选择了这个方案。", "This proposal is chosen already."),
    "unknown_suggestion" => ("没有这条建议。", "There is no such suggestion."),
    "empty_query" => ("请先写明要搜索什么。", "Please say what to search for."),
};
