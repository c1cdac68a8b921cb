//! Messages of each model call (spec.md 6): system text, conversation, workspace, and the state with the instruction.

mod state;

use super::history::{self, tokens, Conversation};
use super::memory::Memory;
use super::plain;
use super::schedule::Schedule;
use super::stage::Stage;
use super::tools::{self, class_limits, Domain, Pack, Visibility};
use stepgate_engine::prompt::{render, Message, Role, Sampling};
use stepgate_engine::text;
use stepgate_engine::State;
use stepgate_engine::{Lang, Text};
use stepgate_json::{to_text, value};

/// Tokens of a prompt that stay free.
const RESERVE: u32 = 8_000;

/// Prompt texts of one language.
struct Texts {
    base: &'static str,
    language: &'static str,
    chat: &'static str,
    deep_answer: &'static str,
    plan: &'static str,
    plan_again: &'static str,
    core_min: &'static str,
    safety_hard: &'static str,
    context_protocol: &'static str,
    mode_plan: &'static str,
    mode_react: &'static str,
    schedule: &'static str,
    mutation: &'static str,
    analyze: &'static str,
    web: &'static str,
    taskclass: &'static str,
    arrange: &'static str,
    micro_taskclass_retry: &'static str,
    deliver: &'static str,
    compact: &'static str,
}

macro_rules! texts {
    ($lang:literal: $($name:ident)*) => {
        Texts { $($name: include_str!(concat!("../prompts/", $lang, "/", stringify!($name), ".md"))),* }
    };
}

macro_rules! all_texts {
    ($lang:literal) => {
        texts! { $lang:
            base language chat deep_answer plan plan_again core_min safety_hard context_protocol mode_plan mode_react
            schedule mutation analyze web taskclass arrange micro_taskclass_retry deliver compact
        }
    };
}

static ZH: Texts = all_texts!("zh");
static EN: Texts = all_texts!("en");

fn texts(lang: Lang) -> &'static Texts {
    match lang {
        Lang::Zh => &ZH,
        Lang::En => &EN,
    }
}

/// Messages of a model call.
pub struct Assembled {
    /// System text.
    pub system: String,
    /// Turns of the conversation, and the blocks after them in the user's place, which the engine joins to one message.
    pub messages: Vec<Message>,
    /// Tokens of the conversation.
    pub said: u32,
}

/// Sampling parameters of a stage (spec.md 4).
pub(super) fn sampling(stage: Stage, memory: &Memory) -> Sampling {
    let (temperature, max_tokens, thinking) = match stage {
        Stage::Chat => (0.2, 400, false),
        Stage::DeepAnswer => (0.5, 2_000, memory.thinks(true)),
        Stage::Plan => (0.2, 1_600, false),
        Stage::PlanAgain => (0.2, 3_200, memory.thinks(true)),
        Stage::Execute => (0.3, 1_200, memory.run.execute_thinking),
        Stage::Deliver => (0.5, 800, false),
        Stage::Compact => (0.2, 4_000, false),
    };
    Sampling {
        temperature: Some(temperature),
        max_output_tokens: Some(max_tokens),
        thinking: Some(thinking),
        timeout_ms: None,
    }
}

/// Messages of a call for `stage`.
pub(super) fn assemble(state: &State<Schedule>, stage: Stage) -> Assembled {
    let system = system(state, stage);
    if stage == Stage::Compact {
        let messages = vec![Message::new(Role::User, history::to_summarise(state))];
        return Assembled { system, messages, said: 0 };
    }
    let Conversation { turns: mut messages, since } = history::conversation(state, state.memory.digest.dialogue_to);
    let earlier = earlier(state);
    let said = messages.iter().map(|turn| tokens(&turn.content)).sum::<u32>() + tokens(&since) + tokens(&earlier);
    let last = standing(state, stage, since);
    let used = tokens(&system) + said + tokens(&last);
    let blocks = [earlier, workspace(state, stage, used), last];
    let given = blocks.into_iter().filter(|block| !block.is_empty());
    messages.extend(given.map(|block| Message::new(Role::User, block)));
    Assembled { system, messages, said }
}

/// System message (`msg0` in spec.md 6): base text, stage text, rule packs and tool list.
fn system(state: &State<Schedule>, stage: Stage) -> String {
    let (memory, texts) = (&state.memory, texts(state.lang()));
    let mut blocks = match stage {
        Stage::Plan => vec![texts.plan],
        Stage::PlanAgain => vec![texts.plan, texts.plan_again],
        Stage::Chat => vec![texts.base, texts.chat],
        Stage::DeepAnswer => vec![texts.base, texts.deep_answer],
        Stage::Execute => vec![texts.base],
        Stage::Deliver => vec![texts.base, texts.deliver],
        Stage::Compact => vec![texts.compact],
    };
    if stage == Stage::Execute {
        blocks.extend(rule_packs(memory, texts));
    }
    let values = value! {
        "language": texts.language.trim_end(),
        "upsert_issues": state::list(&memory.run.upsert.last_issues),
    };
    let mut text = blocks.into_iter().map(|block| render(block.trim_end(), &values)).collect::<Vec<_>>().join("\n\n");
    match stage {
        Stage::Execute => tool_list(memory, state.lang(), &mut text),
        Stage::Plan | Stage::PlanAgain => light_list(state.lang(), &mut text),
        _ => {}
    }
    text
}

/// Rule packs of the execute stage, in their order (spec.md 6).
fn rule_packs<'t>(memory: &Memory, texts: &'t Texts) -> Vec<&'t str> {
    let run = &memory.run;
    let active = |pack: Pack| run.active.has(Domain::Schedule) && run.active.packs.contains(&pack);
    let all = memory.config.tool_visibility == Visibility::All;
    let schedule = all || run.active.has(Domain::Schedule);
    let taskclass = all || run.active.has(Domain::TaskClass);
    let failed = run.upsert.last_tried && !run.upsert.last_success;
    let packs = [
        (true, texts.core_min),
        (true, texts.safety_hard),
        (true, texts.arrange),
        (!all, texts.context_protocol),
        (!run.plan.is_empty(), texts.mode_plan),
        (run.plan.is_empty(), texts.mode_react),
        (schedule, texts.schedule),
        (all || active(Pack::Mutation), texts.mutation),
        (all || active(Pack::Analyze), texts.analyze),
        (all || active(Pack::Web), texts.web),
        (taskclass, texts.taskclass),
        (failed, texts.micro_taskclass_retry),
    ];
    packs.into_iter().filter(|(given, _)| *given).map(|(_, text)| text).collect()
}

/// Describes every visible tool with its arguments.
fn tool_list(memory: &Memory, lang: Lang, text: &mut String) {
    text.push_str("\n\n");
    text.push_str(TOOLS.in_lang(lang));
    for tool in memory.visible() {
        tool.describe(lang, text);
    }
}

/// Lists the names of the tools that a plan may use, 18 at most, and `arrange`, which is always open.
fn light_list(lang: Lang, text: &mut String) {
    text.push_str("\n\n");
    text.push_str(TOOLS.in_lang(lang));
    let opened = tools::TOOLS.iter().filter(|tool| tool.domain.is_some()).take(18);
    let names = tools::tool("arrange").into_iter().chain(opened);
    text.push_str(&names.map(|tool| tool.name).collect::<Vec<_>>().join(", "));
}

/// The part of the history that the turns leave out (`msg1` in spec.md 6): the summary of older ones, and the tools that earlier requests used.
fn earlier(state: &State<Schedule>) -> String {
    let digest = &state.memory.digest;
    let archive = history::archive(state, digest.records_to, state.memory.run.marker);
    joined(state.lang(), &[(SAID_BEFORE, &digest.dialogue), (ARCHIVE, &archive)])
}

/// Workspace (`msg2` in spec.md 6): the tool records that fit, the plan, or its progress.
fn workspace(state: &State<Schedule>, stage: Stage, used: u32) -> String {
    let (memory, lang) = (&state.memory, state.lang());
    match stage {
        Stage::Execute => {
            let from = memory.run.marker.max(memory.digest.records_to);
            let budget = memory.config.token_budget.saturating_sub(RESERVE + used);
            let records = newest(history::records(state, from), budget).join("\n");
            let records = if records.is_empty() { CLEARED.in_lang(lang).to_owned() } else { records };
            joined(lang, &[(DONE_BEFORE, &memory.digest.records), (RECORDS, &records)])
        }
        Stage::Plan | Stage::PlanAgain => {
            let plan = steps(memory);
            let draft = if memory.run.draft.is_null() { String::new() } else { to_text(&memory.run.draft) };
            joined(lang, &[(PLAN, &plan), (DRAFT, &draft), (CLASSES, &classes(memory, lang))])
        }
        Stage::Deliver => {
            let facts = plain::facts(memory, &history::written(state), lang);
            let facts = if facts.is_empty() { NOTHING_WRITTEN.in_lang(lang).to_owned() } else { facts.join("\n") };
            joined(lang, &[(PLAN, &steps(memory)), (FACTS, &facts)])
        }
        Stage::DeepAnswer => joined(lang, &[(COMING, &coming(state))]),
        _ => String::new(),
    }
}

/// Newest records within a budget of tokens, at least one.
fn newest(mut records: Vec<String>, budget: u32) -> Vec<String> {
    let mut used = 0;
    let fits = records.iter().rev().take_while(|record| {
        used += tokens(record);
        used <= budget
    });
    let kept = fits.count().max(1).min(records.len());
    records.split_off(records.len() - kept)
}

fn steps(memory: &Memory) -> String {
    let mut text = String::new();
    for (index, step) in memory.run.plan.iter().enumerate() {
        text.push_str(if index < memory.run.steps_done() { "[x] " } else { "[ ] " });
        text.push_str(&step.content);
        if !step.done_when.is_empty() {
            text.push_str(" | ");
            text.push_str(&step.done_when);
        }
        if !step.result.is_empty() {
            text.push_str("\n    → ");
            text.push_str(&step.result);
        }
        text.push('\n');
    }
    text
}

/// Number of days that a longer answer sees.
const DAYS_SEEN: u32 = 14;

/// Entries of the days from now on.
fn coming(state: &State<Schedule>) -> String {
    let Some(timetable) = &state.memory.board.desk.timetable else { return String::new() };
    let open = state.memory.settings(state.now()).rules.open;
    let first = open.map_or(1, |open| open.day.0);
    tools::days(timetable, first, first + DAYS_SEEN - 1, state.lang())
}

/// Known facts about the task classes.
fn classes(memory: &Memory, lang: Lang) -> String {
    let ids = &memory.task_class_ids;
    let mut text = ids.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let Some(timetable) = &memory.board.desk.timetable else { return text };
    for class in timetable.classes().iter().filter(|class| ids.is_empty() || ids.contains(&class.id)) {
        text.push_str("\n- ");
        let limits = class_limits(class, timetable, memory.term(), lang);
        let (total, id) = (class.total_slots.to_string(), class.id.to_string());
        for (label, value) in [
            ("", id.as_str()),
            (" ", &*class.name),
            (" total_slots=", &total),
            (" start=", class.start_date.as_deref().unwrap_or_default()),
            (" end=", class.end_date.as_deref().unwrap_or_default()),
            (": ", &limits),
        ] {
            if !value.is_empty() {
                text.push_str(label);
                text.push_str(value);
            }
        }
    }
    text
}

/// Last block (`msg3` in spec.md 6): the state, the knowledge about the user, what the user's side has said `since` the assistant spoke,
/// and the instruction.
fn standing(state: &State<Schedule>, stage: Stage, since: String) -> String {
    let (memory, lang) = (&state.memory, state.lang());
    let (facts, order) = match stage {
        Stage::Execute => (state::of_execution(memory, state.now(), lang), EXECUTE.in_lang(lang)),
        Stage::Deliver => (state::of_time(memory, state.now(), lang, false), DELIVER.in_lang(lang)),
        _ => (state::of_time(memory, state.now(), lang, stage != Stage::Chat), ""),
    };
    let wish = if since.is_empty() && order.is_empty() { history::last_line(state) } else { since };
    let said = joined(lang, &[(MEMORY, &memory.memory_context), (WISH, &wish)]);
    let blocks = [facts.as_str(), &said, order];
    blocks.into_iter().filter(|block| !block.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Blocks with their headings, without the empty ones.
fn joined(lang: Lang, blocks: &[(Text, &String)]) -> String {
    let given = blocks.iter().filter(|(_, text)| !text.trim().is_empty());
    given
        .map(|(heading, text)| format!("{}\n{}", heading.in_lang(lang), text.trim_end()))
        .collect::<Vec<_>>()
        .join("\n\n")
}

const TOOLS: Text = text("# 工具\n", "# Tools\n");
const SAID_BEFORE: Text = text("# 更早对话的摘要", "# Summary of the earlier conversation");
const DONE_BEFORE: Text = text("# 更早工具记录的摘要", "# Summary of earlier tool records");
const ARCHIVE: Text = text("# 以前的请求用过的工具", "# Tools that earlier requests used");
const RECORDS: Text = text("# 本次的工具记录", "# Tools of this request");
const CLEARED: Text = text("（还没有）", "(none yet)");
const PLAN: Text = text("# 计划", "# The plan");
const FACTS: Text = text("# 这次写入的改动", "# Changes that were written");
const NOTHING_WRITTEN: Text = text("（没有写入任何改动）", "(nothing was written)");
const COMING: Text = text("# 接下来两周的日程", "# The timetable of the next two weeks");
const DRAFT: Text = text("# 初稿", "# The draft");
const CLASSES: Text = text("# 任务组", "# Task classes");
const MEMORY: Text = text("# 对用户的了解", "# What is known of the user");
const WISH: Text = text("# 用户这次说的", "# What the user says now");
const EXECUTE: Text = text(
    "根据以上状态，输出这一轮的 JSON 决定。参数只用工具列出的名字。",
    "From this state, output the JSON decision of this round. Use only the argument names the tools list.",
);
const DELIVER: Text = text("现在写收尾的话。", "Write the closing words now.");
