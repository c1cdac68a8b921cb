//! Texts for the user and the model, in both languages.

use stepgate_engine::Lang;
use stepgate_engine::Refusal;
use stepgate_engine::{text, Text};

pub(super) const READ_FILE: Text = text(
    "读取工作区里的一个文本文件；显示不完整时，from_line 是要看的第一行",
    "Read a text file of the workspace; where it is shown in part, from_line is the first line to show",
);
pub(super) const WRITE_FILE: Text = text(
    "把完整内容写入工作区的一个文件，已有的会被替换",
    "Write the full content to a file of the workspace; an existing one is replaced",
);
pub(super) const WRITE: Text = text("写入", "Write");
pub(super) const REPLACE: Text = text("覆盖", "Replace");
/// Behind the path of a file that would be replaced by the text that it has.
pub(super) const SAME: Text = text("内容不变", "the text stays the same");
/// Behind the path of a file that would be replaced although the model was not shown all of it.
pub(super) const NOT_SEEN: Text = text("模型没有看过全文", "the model has not seen all of it");
/// In the mark of a file that is shown in part.
pub(super) const NO_LINES: Text = text("未显示", "none");
pub(super) const LINES_OF: Text = text("，共 ", " of ");
/// Told to the model of a write that the user took back.
pub(super) const TAKEN_BACK: Text =
    text("用户撤销了这次写入，文件恢复成写入之前的样子", "the user took this write back; the file is as it was before");
pub(super) const LIST_FILES: Text = text("列出工作区里的文件", "List the files of the workspace");
pub(super) const THINK: Text =
    text("把一个想法写进 description，不做别的", "Write a thought into description; nothing else happens");
pub(super) const ASK_USER: Text = text("问用户一个问题，得到回答", "Ask the user a question and get the answer");

pub(super) const ONE_STEP: Text = text("执行任务", "Execute the task");
pub(super) const A_STEP: Text = text("至少一个有 name 的步骤", "at least one step with a name");
pub(super) const A_PATH: Text = text("一个路径", "a path");
pub(super) const PATH_IS: Text = text("路径必须是", "The path must be ");
pub(super) const END: Text = text("。", ".");
pub(super) const PATHS: Text = text(
    "工作区内的相对路径，用 /，不以 ./ 开头，不含 ..、控制字符或方向控制符，最多 200 个字符",
    "a relative path within the workspace, with /, not beginning with ./, without .., control characters or marks of direction, at most 200 characters",
);

/// Card that asks about a step without a successful action; the step's name stands between.
pub(super) const NOT_ACTED: Text = text("“", "Nothing was done in “");
pub(super) const NOT_ACTED_END: Text = text("”这一步什么都没做，算完成吗？", "”. Is this step done?");
pub(super) const DONE: Text = text("算完成", "Yes, done");
pub(super) const NOT_DONE: Text = text("没有完成", "No, do it");
/// Before the model's reason on this card, which may be wrong.
pub(super) const MODEL_SAYS: Text = text("模型的说法：", "The model says: ");
/// Before the user's words beside the step.
pub(super) const YOU_SAID: Text = text("你说过：", "You said: ");
/// The same card about a step that wrote nothing.
pub(super) const NOT_WRITTEN: Text = text("“", "Nothing was written in “");
pub(super) const NOT_WRITTEN_END: Text = text("”这一步什么都没写成，算完成吗？", "”. Is this step done?");

/// Last words of a completed task.
pub(super) const ALL_DONE: Text = text("任务完成。", "The task is done.");
pub(super) const WRITTEN: Text = text("写入的文件：", "Files written:");

/// Card about the plan, with a hint to plan anew.
pub(super) const PLAN_TITLE: Text = text("按这个计划做吗？", "Follow this plan?");
pub(super) const PLAN_YES: Text = text("开始", "Start");
pub(super) const PLAN_NO: Text = text("换个计划", "Plan anew");
pub(super) const PLAN_DECLINED: Text =
    text("用户没有同意这个计划，请换一个：", "The user did not agree to this plan. Make another: ");

/// Card about several writes; their number stands between.
pub(super) const WRITES_TITLE: Text = text("写入这 ", "Write these ");
pub(super) const WRITES_TITLE_END: Text = text(" 个文件吗？", " files?");
pub(super) const WRITES_YES: Text = text("全部写入", "Write all");
pub(super) const WRITES_NO: Text = text("不写", "Do not write");

pub(super) const AN_ACTION: Text = text("一个动作，或 null", "an action, or null");

const READ_FIRST: Text = text(
    "这个文件已经存在，写入会覆盖它；先读它的内容，再决定怎么写",
    "the file is there already and would be replaced; read it first, then decide what to write",
);

/// Said to the user when another path is put on the card of a write that replaces a file.
pub(super) const NOT_REPLACED: Text =
    text("换了路径，就不能再说它覆盖已有的文件。", "Under another path, the write no longer replaces a known file.");

const TIMED_OUT: Text = text("执行超时", "Timed out");

/// Texts for the user by code: why a task failed, why an input is refused.
const CODES: &[(&str, Text)] = &[
    ("max_actions", text("该步骤已达到动作上限", "Max actions reached")),
    ("max_total_actions", text("整个任务已达到动作上限", "Max actions of the task reached")),
    ("stalled", text("无法决定下一步", "No next action could be decided")),
    ("repeat_loop", text("检测到重复动作", "Repeated actions detected")),
    ("action_failed", text("一个动作失败，无法继续", "An action failed for good")),
    ("too_many_failures", text("连续多次动作失败", "Too many actions failed in a row")),
    ("step_timeout", TIMED_OUT),
    ("task_timeout", TIMED_OUT),
    ("llm_failed", text("模型没有回应", "The model could not be reached")),
    ("unexpected_input", text("现在没有可以取消或回答的内容", "There is nothing to cancel or answer now")),
    ("no_card", text("现在没有要你确认的内容", "There is nothing to approve now")),
    (
        "bad_plan",
        text(
            "计划至少一步，且不能超过步数上限；每一步都要有名称",
            "A plan has at least one step, no more than the limit of steps, and each step has a name",
        ),
    ),
    ("bad_choice", text("只能选卡片上的文件", "Only files on the card can be chosen")),
    ("not_paused", text("只有暂停的任务可以继续", "Only a paused task can go on")),
    ("not_failed", text("只有失败的任务可以重试", "Only a failed task can be tried again")),
    ("unknown_action", text("没有这个动作", "There is no such action")),
    ("no_task", text("还没有任务", "There is no task yet")),
    (
        "unknown_query",
        text("可以问的有 history、action、result、state。", "There is history, action, result and state to ask for."),
    ),
];

/// Texts for the model by the error code of an action.
const ERRORS: &[(&str, Text)] = &[
    ("unknown_tool", text("没有这个工具", "there is no such tool")),
    ("invalid_params", text("参数缺失或不合规", "parameters are missing or not as the tool wants them")),
    ("invalid_path", PATHS),
    (
        "repeated_action",
        text("已经做过，结果见“已执行的动作”，请换一个做法", "already done, see “Actions so far”; do something else"),
    ),
    ("not_found", text("没有这个文件", "there is no such file")),
    ("too_large", text("太大", "too large")),
    ("not_text", text("不是文本文件", "not a text file")),
    ("timeout", text("超时", "it took too long")),
    ("quota", text("空间不足", "no space is left")),
    ("read_only", text("不能写入", "it cannot be written to")),
    ("cancelled", text("用户没有回答", "the user did not answer")),
    (
        "interrupted",
        text("中断了，不知道是否生效，请先检查", "interrupted: nobody knows whether it took effect; check first"),
    ),
    (
        "rejected",
        text(
            "用户没有同意；说了原因就照着改好再提，没说就换个做法",
            "the user did not agree; propose it again with the change they asked for, or do something else if they gave no reason",
        ),
    ),
    (
        "dropped",
        text("这一步还没完成，所以没有执行；请先完成这一步", "not carried out, because this step is not done yet; do this step first"),
    ),
    ("unread", READ_FIRST),
    (
        "seen_in_part",
        text(
            "你只看到这个文件的一部分，覆盖会丢掉没看到的行；如果确实要整个替换，再提一次，由用户决定",
            "you see only a part of this file, and replacing it would lose the other lines; if all of it is to be replaced, propose the write again, and the user decides",
        ),
    ),
    (
        "not_run",
        text(
            "一次给出的动作太多，这些没有执行；还需要的话，下一次再给出",
            "too many actions in one list, so these were not carried out; name them again in the next reply if they are still needed",
        ),
    ),
    ("exists", READ_FIRST),
];

fn find(table: &[(&str, Text)], code: &str, lang: Lang) -> &'static str {
    table.iter().find(|(known, _)| *known == code).map_or("", |(_, text)| text.in_lang(lang))
}

/// Text of a failure or refusal code; empty for an unknown code.
pub(super) fn failure(code: &str, lang: Lang) -> &'static str {
    find(CODES, code, lang)
}

/// Text of an action's error code; empty for a code of the host's own.
pub(super) fn meaning(code: &str, lang: Lang) -> &'static str {
    find(ERRORS, code, lang)
}

/// Refusal with the text of its code.
pub(super) fn refusal(code: &str, lang: Lang) -> Refusal {
    Refusal::new(code, failure(code, lang))
}
