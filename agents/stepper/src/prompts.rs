//! Prompts: standing instructions for each stage, and the facts of the moment (spec.md 4).

use serde_json::Value;

use super::config::ThinkMode;
use super::context;
use super::cut::{cut, cut_params};
use super::memory::Memory;
use super::model::{Action, PlanStep, StepStatus, Task, REJECTED};
use super::outside::{indented, one_line, push_data, push_words, without_headings};
use super::stage::Stage;
use super::tools::{self, ASK};
use super::words;
use stepgate_engine::prompt::{render, Message, Role};
use stepgate_engine::Lang;
use stepgate_engine::{text, Text};
use stepgate_json::{to_text, value};

/// Characters shown of a result: in the list of actions, of the last action, and of the last action when thinking.
const LINE: usize = 100;
const LAST: usize = 2_000;
const GLANCE: usize = 200;

/// Prompt texts of one language.
struct Texts {
    data: &'static str,
    plan: &'static str,
    think: &'static str,
    step: &'static str,
    inline: &'static str,
    action: &'static str,
}

macro_rules! texts {
    ($lang:literal: $($name:ident)*) => {
        Texts { $($name: include_str!(concat!("../prompts/", $lang, "/", stringify!($name), ".md"))),* }
    };
}

static ZH: Texts = texts!("zh": data plan think step inline action);
static EN: Texts = texts!("en": data plan think step inline action);

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
        _ => texts.think,
    };
    let most = memory.config.max_initial_steps.to_string();
    let tools = tool_list(memory, lang);
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

/// Tool list for the prompt, one line each: name, parameters, purpose.
fn tool_list(memory: &Memory, lang: Lang) -> String {
    let mut text = String::new();
    for tool in &tools::BUILT_IN {
        let names: Vec<&str> = tool.params.iter().map(|param| param.name).collect();
        line(&mut text, tool.name, &names.join(", "), tool.about.in_lang(lang));
    }
    for tool in memory.tools.iter() {
        line(&mut text, &tool.name, &to_text(&tool.given), &tool.about);
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
            self.known(memory);
            self.data(memory);
            self.block(HINT, &memory.run.hint);
            return;
        }
        self.words(GOAL, if task.goal == task.description { "" } else { &task.goal });
        let Some(step) = task.current() else { return };
        self.step(step);
        self.counters(memory, step);
        let last = match stage {
            Stage::Thinking => GLANCE,
            Stage::DecidingStep => LINE,
            _ => LAST,
        };
        self.actions(&step.actions, last);
        if stage != Stage::DecidingStep {
            self.known(memory);
        }
        if stage == Stage::DecidingAction {
            self.data(memory);
        }
        if stage != Stage::Thinking {
            self.words(THOUGHT, &memory.run.thought);
        }
        match stage {
            Stage::DecidingStep => self.later(memory, task),
            Stage::DecidingAction => self.words(REASON, &memory.run.reason),
            _ => {}
        }
        self.block(HINT, &memory.run.hint);
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

    /// Writes one line per action with the beginning of its result; the last action shows `last` characters.
    fn actions(&mut self, actions: &[Action], last: usize) {
        let mut body = String::new();
        for (index, action) in actions.iter().enumerate() {
            let is_last = index + 1 == actions.len();
            let status = action.error.as_deref().unwrap_or("ok");
            let number = (index + 1).to_string();
            let (tool, about) = (one_line(&action.tool), one_line(&action.description));
            for piece in
                [&number, ". ", &tool, " ", &to_text(&cut_params(&action.params, LINE)), " | ", &about, " | ", status]
            {
                body.push_str(piece);
            }
            body.push('\n');
            let result = cut(action.result.as_deref().unwrap_or_default(), if is_last { last } else { LINE });
            let users = action.tool == ASK || action.error.as_deref() == Some(REJECTED);
            if result.is_empty() {
                continue;
            } else if users {
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

    /// Writes the keys of the context and the user's answers.
    fn known(&mut self, memory: &Memory) {
        let mut keys: Vec<&str> = Vec::new();
        let mut answers = String::new();
        for (key, known) in memory.context.iter() {
            match key.strip_prefix("answer:") {
                Some(question) => push_words(&mut answers, question, &plain(known)),
                None if key != "task" => keys.push(key),
                None => {}
            }
        }
        self.block(KEYS, &keys.join("\n"));
        self.block(ANSWERS, &answers);
    }

    /// Writes file texts up to the context limit, the newest first, and the task's starting context.
    fn data(&mut self, memory: &Memory) {
        let mut left = memory.config.context_limit_bytes as usize;
        let mut body = String::new();
        for (path, text) in context::files(&memory.context).into_iter().rev() {
            let shown = cut(text, left);
            left = left.saturating_sub(shown.len());
            if !shown.is_empty() {
                push_data(&mut body, &["file:", path].concat(), &shown);
            }
        }
        for (key, given) in memory.given.iter() {
            let own = key == "task" || key.starts_with("file:") || key.starts_with("answer:");
            if !own {
                push_data(&mut body, key, &cut(&plain(given), LAST));
            }
        }
        self.block(DATA, &body);
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
const USER: Text = text("用户", "The user");
const DATA: Text = text("# 数据内容", "# The data");
const THOUGHT: Text = text("# 刚才的思考", "# The thought before");
const REASON: Text = text("# 步骤判断的理由", "# Why the step goes on");
const LATER: Text = text("# 后面的步骤", "# Later steps");
const LEFT: Text = text("# 还可以调整计划的次数", "# How often the plan may still change");
const HINT: Text = text("# 用户的提示", "# A hint from the user");
const NONE: Text = text("（没有）", "(none)");
