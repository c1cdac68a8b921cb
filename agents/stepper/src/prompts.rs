//! Prompts: standing instructions for each stage, and the facts of the moment (spec.md 4).

use serde_json::Value;

use super::config::ThinkMode;
use super::context;
use super::cut::{marked, marked_params, marked_result};
use super::memory::Memory;
use super::model::{Action, PlanStep, StepStatus, Task, TaskStatus, REJECTED};
use super::outside::{indented, one_line, push_data, push_part, push_words, without_headings};
use super::readable::{is_draft, shown, LINE};
use super::stage::Stage;
use super::tools::{self, LIST, READ, THINK, WRITE};
use super::visible::visible;
use super::words;
use stepgate_engine::prompt::{render, Message, Role};
use stepgate_engine::Lang;
use stepgate_engine::{text, Text};
use stepgate_json::{to_text, value};

/// Characters shown of a value of the starting context, and of the newest list of files.
const GIVEN: usize = 2_000;
/// Characters shown of each text about an earlier task.
const BRIEF: usize = 300;

/// Prompt texts of one language.
struct Texts {
    data: &'static str,
    plan: &'static str,
    think: &'static str,
    step: &'static str,
    inline: &'static str,
    action: &'static str,
    decide: &'static str,
}

macro_rules! texts {
    ($lang:literal: $($name:ident)*) => {
        Texts { $($name: include_str!(concat!("../prompts/", $lang, "/", stringify!($name), ".md"))),* }
    };
}

static ZH: Texts = texts!("zh": data plan think step inline action decide);
static EN: Texts = texts!("en": data plan think step inline action decide);

/// Prompt of a stage.
pub(super) struct Assembled {
    /// Standing instructions, sent as the system message.
    pub(super) system: String,
    /// Facts of the moment, sent as the user's message.
    pub(super) facts: Message,
}

/// Builds the prompt of a stage.
pub(super) fn assemble(memory: &Memory, stage: Stage, lang: Lang) -> Assembled {
    let texts = match lang {
        Lang::Zh => &ZH,
        Lang::En => &EN,
    };
    let inline = memory.config.think_mode == ThinkMode::Inline;
    let text = match stage {
        Stage::Planning => texts.plan,
        Stage::DecidingStep => texts.step,
        Stage::DecidingAction => texts.action,
        Stage::Deciding => texts.decide,
        _ => texts.think,
    };
    let most = memory.config.max_initial_steps.to_string();
    let tools = tool_list(memory, stage, lang);
    let values = value! {
        "tools": tools.trim_end(), "most": most, "inline": if inline { texts.inline.trim_end() } else { "" },
    };
    let system = format!("{}\n\n{}", render(text.trim_end(), &values), texts.data.trim_end());
    let mut sheet = Sheet { lang, text: String::new() };
    if let Some(task) = &memory.task {
        sheet.write(memory, task, stage);
    }
    Assembled { system, facts: Message::new(Role::User, sheet.text.trim_end()) }
}

/// Tool list for the prompt, one line each: name, parameters, purpose. In single mode the thought is a part of the
/// decision, so the tool for it is left out.
fn tool_list(memory: &Memory, stage: Stage, lang: Lang) -> String {
    let mut text = String::new();
    let single = memory.config.think_mode == ThinkMode::Single && matches!(stage, Stage::Planning | Stage::Deciding);
    for tool in tools::BUILT_IN.iter().filter(|tool| !single || tool.name != THINK) {
        line(&mut text, tool.name, &tool.signature(), tool.about.in_lang(lang));
    }
    for tool in memory.tools.iter() {
        line(&mut text, &tool.name, &tool.signature(), &tool.about);
    }
    text
}

fn line(text: &mut String, name: &str, params: &str, about: &str) {
    for piece in ["- ", name, "(", params, "): ", about, "\n"] {
        text.push_str(piece);
    }
}

/// Text of the facts, built block by block.
struct Sheet {
    lang: Lang,
    text: String,
}

impl Sheet {
    fn write(&mut self, memory: &Memory, task: &Task, stage: Stage) {
        self.block(TASK, &task.description);
        if stage == Stage::Planning {
            self.known(memory, task);
            self.data(memory, &[]);
            self.earlier(memory);
            self.since(task);
            self.block(HINT, &memory.run.hint);
            return;
        }
        self.words(GOAL, if task.goal == task.description { "" } else { &task.goal });
        let Some(step) = task.current() else { return };
        self.step(step);
        self.counters(memory, step);
        self.finished(task);
        self.actions(memory, &step.actions);
        self.known(memory, task);
        match stage {
            Stage::DecidingAction => self.data(memory, &step.actions),
            Stage::Deciding => {
                self.data(memory, &step.actions);
                self.earlier(memory);
            }
            _ => self.files_of(memory, step),
        }
        if matches!(stage, Stage::DecidingStep | Stage::DecidingAction) {
            self.words(THOUGHT, &memory.run.thought);
        }
        match stage {
            Stage::DecidingStep | Stage::Deciding => self.later(memory, task),
            Stage::DecidingAction => self.words(REASON, &memory.run.reason),
            _ => {}
        }
        self.since(task);
        self.block(HINT, &memory.run.hint);
    }

    /// Writes the words of the user since the task began, the newest last.
    fn since(&mut self, task: &Task) {
        let said: Vec<String> = task.words.iter().map(|words| format!("- {}", indented(words))).collect();
        self.block(SINCE, &said.join("\n"));
    }

    /// Writes the earlier tasks of the session, each with its status, its last reason and its files.
    fn earlier(&mut self, memory: &Memory) {
        let mut body = String::new();
        for task in &memory.earlier {
            let short = |text: &str| one_line(&marked(text, BRIEF, self.lang));
            let paths = |label: Text, paths: &[String]| match paths.is_empty() {
                true => String::new(),
                false => [label.in_lang(self.lang), &short(&paths.join(", "))].concat(),
            };
            let (about, reason) = (short(&task.description), short(&task.reason));
            let (wrote, read) = (paths(WROTE, &task.files), paths(DID_READ, &task.read));
            let mut parts = vec![about.as_str(), status(task.status, self.lang), &reason, &wrote, &read];
            parts.retain(|part| !part.is_empty());
            for piece in ["- ", &parts.join(" | "), "\n"] {
                body.push_str(piece);
            }
        }
        self.block(EARLIER, &body);
    }

    /// Writes the completed steps, each with the reason for its completion.
    fn finished(&mut self, task: &Task) {
        let mut body = String::new();
        for step in task.steps.iter().filter(|step| step.status == StepStatus::Completed) {
            let reason = step.reason.as_deref().unwrap_or_default();
            for piece in ["- ", &one_line(&step.name), " | ", &one_line(reason), "\n"] {
                body.push_str(piece);
            }
        }
        self.block(FINISHED, &body);
    }

    /// Writes a block under its heading; an empty block is left out.
    fn block(&mut self, heading: Text, body: &str) {
        let body = body.trim();
        if !body.is_empty() {
            for piece in [heading.in_lang(self.lang), "\n", body, "\n\n"] {
                self.text.push_str(piece);
            }
        }
    }

    /// Writes a block of the model's own words. They may repeat text from outside, so their heading marks are escaped.
    fn words(&mut self, heading: Text, words: &str) {
        self.block(heading, &without_headings(words));
    }

    fn step(&mut self, step: &PlanStep) {
        let lang = self.lang;
        let body = [step.name.as_str(), "\n", &step.description, "\n", EXPECTED.in_lang(lang), &step.expected_output];
        self.words(STEP, &body.concat());
    }

    /// Writes the counters of the step and its last error.
    fn counters(&mut self, memory: &Memory, step: &PlanStep) {
        let (lang, run) = (self.lang, &memory.run);
        let number = |number: u32| number.to_string();
        let mut body = String::new();
        let mut line = |label: Text, value: String| {
            for piece in [label.in_lang(lang), &value, "\n"] {
                body.push_str(piece);
            }
        };
        line(COUNT, format!("{}/{}", run.count, memory.config.max_actions_per_step));
        for (label, count) in [(FAILS, run.fails), (REPEATS, run.repeats), (STALLS, run.stalls)] {
            if count > 0 {
                line(label, number(count));
            }
        }
        if let Some(error) = step.actions.last().and_then(|action| action.error.as_deref()) {
            line(ERROR, format!("{error}: {}", words::meaning(error, lang)));
        }
        self.block(PROGRESS, &body);
    }

    /// Writes one line per action, with its result as far as there is room.
    fn actions(&mut self, memory: &Memory, actions: &[Action]) {
        let mut body = String::new();
        let shown = shown(&memory.context, actions);
        for (index, (action, shown)) in actions.iter().zip(shown).enumerate() {
            let status = action.error.as_deref().unwrap_or("ok");
            let number = (index + 1).to_string();
            let (tool, about) = (one_line(&action.tool), one_line(&action.description));
            let limit = if is_draft(action) && shown > LINE { shown } else { LINE };
            let params = to_text(&marked_params(&action.params, limit, self.lang));
            for piece in [&number, ". ", &tool, " ", &params, " | ", &about, " | ", status] {
                body.push_str(piece);
            }
            body.push('\n');
            let result = marked_result(action, shown, self.lang);
            if result.is_empty() {
                continue;
            } else if action.error.as_deref() == Some(REJECTED) {
                push_words(&mut body, USER.in_lang(self.lang), &result);
            } else {
                push_data(&mut body, &["action ", &number].concat(), &result);
            }
        }
        if body.is_empty() {
            body.push_str(NONE.in_lang(self.lang));
        }
        self.block(ACTIONS, &body);
    }

    /// Writes the keys of files and of the page's data, and the user's answers: to questions, and to the writes of
    /// completed steps that they declined.
    fn known(&mut self, memory: &Memory, task: &Task) {
        let mut keys: Vec<&str> = Vec::new();
        let mut answers = String::new();
        for (key, known) in memory.context.iter() {
            match context::question_of(key) {
                Some(question) => push_words(&mut answers, question, &plain(known)),
                None if !context::is_own(key) || context::path_of(key).is_some() => keys.push(key),
                None => {}
            }
        }
        let mut last = None;
        let steps = task.steps.iter().filter(|step| step.status == StepStatus::Completed);
        for action in steps.flat_map(|step| &step.actions).filter(|action| action.error.as_deref() == Some(REJECTED)) {
            let words = action.result.as_deref().filter(|words| !words.is_empty());
            // One answer may have declined several writes.
            if let Some(words) = words.filter(|_| words != last) {
                push_words(&mut answers, &action.called(), words);
            }
            last = words;
        }
        self.block(KEYS, &keys.join("\n"));
        self.block(ANSWERS, &answers);
    }

    /// Writes the newest list of files unless it stands among the `actions`, file texts up to the context limit, the
    /// newest first, and the task's starting context.
    fn data(&mut self, memory: &Memory, actions: &[Action]) {
        let mut body = String::new();
        let stands_above = actions.iter().any(|action| action.tool == LIST && action.error.is_none());
        if let (Some((call, files)), false) = (context::listed(&memory.context), stands_above) {
            push_data(&mut body, &call, &marked(files, GIVEN, self.lang));
        }
        body.push_str(&files(memory, &|_| true, self.lang));
        for (key, given) in memory.given.iter() {
            if !context::is_own(key) {
                push_data(&mut body, key, &marked(&plain(given), GIVEN, self.lang));
            }
        }
        self.block(DATA, &body);
    }

    /// Writes the texts of the files that the step read or wrote.
    fn files_of(&mut self, memory: &Memory, step: &PlanStep) {
        let touched = |path: &str| step.actions.iter().any(|action| touches(action, path));
        self.block(DATA, &files(memory, &touched, self.lang));
    }

    /// Writes the later steps and the number of adjustments left.
    fn later(&mut self, memory: &Memory, task: &Task) {
        let mut body = String::new();
        for step in task.steps.iter().filter(|step| step.status == StepStatus::Pending) {
            for piece in ["- ", &indented(&step.name), " | ", &indented(&step.expected_output), "\n"] {
                body.push_str(piece);
            }
        }
        if body.is_empty() {
            body.push_str(NONE.in_lang(self.lang));
        }
        self.block(LATER, &body);
        let left = memory.config.max_adjustments.saturating_sub(task.adjustments);
        let left = if memory.config.dynamic_planning { left } else { 0 };
        self.block(LEFT, &left.to_string());
    }
}

/// Status of an earlier task in words, for the model.
fn status(status: TaskStatus, lang: Lang) -> &'static str {
    let words = match status {
        TaskStatus::Planning | TaskStatus::Executing | TaskStatus::Paused => text("没有做完", "not finished"),
        TaskStatus::Completed => text("已完成", "completed"),
        TaskStatus::Failed => text("失败了", "failed"),
        TaskStatus::Cancelled => text("用户放弃了", "given up by the user"),
    };
    words.in_lang(lang)
}

/// Visible texts of the files that `wanted` names, the newest first, and how to see more of those shown in part.
fn files(memory: &Memory, wanted: &dyn Fn(&str) -> bool, lang: Lang) -> String {
    let mut body = String::new();
    let mut has_parts = false;
    for file in visible(memory).into_iter().filter(|file| wanted(file.path)) {
        let lines = file.lines(lang);
        has_parts |= lines.is_some();
        push_part(&mut body, &["file:", file.path].concat(), lines.as_deref(), file.text);
    }
    if has_parts {
        body.push_str(IN_PART.in_lang(lang));
        body.push('\n');
    }
    body
}

/// Whether the action read or wrote the file.
fn touches(action: &Action, path: &str) -> bool {
    let is_file = [READ, WRITE].contains(&action.tool.as_str());
    is_file && action.error.is_none() && action.params.get("path").and_then(Value::as_str) == Some(path)
}

/// Text of a value; JSON text if it is no string.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| to_text(value), str::to_owned)
}

const TASK: Text = text("# 任务", "# The task");
const GOAL: Text = text("# 目标", "# The goal");
const STEP: Text = text("# 当前步骤", "# The current step");
const EXPECTED: Text = text("预期产出：", "Expected output: ");
const PROGRESS: Text = text("# 进度", "# Progress");
const COUNT: Text = text("已用动作：", "Actions used: ");
const FAILS: Text = text("连续失败：", "Failures in a row: ");
const REPEATS: Text = text("被拦下的重复动作：", "Repeated actions that were blocked: ");
const STALLS: Text = text("没有给出动作的次数：", "Times no action was given: ");
const ERROR: Text = text("上一个错误：", "The last error: ");
const ACTIONS: Text = text("# 已执行的动作", "# Actions so far");
const KEYS: Text = text("# 已知的数据", "# Known data");
const ANSWERS: Text = text("# 用户的回答", "# What the user answered");
const USER: Text = text("用户回答", "The user answered");
const WROTE: Text = text("写入：", "wrote: ");
const DID_READ: Text = text("读取：", "read: ");
const DATA: Text = text("# 数据内容", "# The data");
const IN_PART: Text = text(
    "标有 lines 的文件只显示了这些行。要看其余的行，用 read_file 加 from_line；没有显示完整的文件不要用 write_file 覆盖。",
    "A file marked with lines is shown only in part. To see other lines, call read_file with from_line. Do not replace a file that is not shown whole.",
);
const THOUGHT: Text = text("# 刚才的思考", "# The thought before");
const REASON: Text = text("# 步骤判断的理由", "# Why the step goes on");
const LATER: Text = text("# 后面的步骤", "# Later steps");
const LEFT: Text = text("# 还可以调整计划的次数", "# How often the plan may still change");
const SINCE: Text = text("# 用户后来说的话", "# What the user said since");
const EARLIER: Text = text("# 之前的任务", "# Earlier tasks");
const FINISHED: Text = text("# 已完成的步骤", "# Completed steps");
const HINT: Text = text("# 用户的提示", "# A hint from the user");
const NONE: Text = text("（没有）", "(none)");
