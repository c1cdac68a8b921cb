//! Messages of each model call (spec.md 6): system text, conversation, workspace, and the state with the instruction.

mod state;

use super::history::{self, tokens, Conversation};
use super::memory::Memory;
use super::schedule::Schedule;
use super::stage::Stage;
use super::tools::{describe_opening, offered, ANALYZE, TASK_CLASS, WEB};
use stepgate_engine::prompt::{render, Message, Role, Sampling};
use stepgate_engine::text;
use stepgate_engine::{Lang, Offer, State, Text};
use stepgate_json::value;

/// Tokens of a prompt that stay free.
const RESERVE: u32 = 8_000;

/// Prompt texts of one language.
struct Texts {
    language: &'static str,
    execute: &'static str,
    plan: &'static str,
    analyze: &'static str,
    web: &'static str,
    taskclass: &'static str,
    micro_taskclass_retry: &'static str,
    output: &'static str,
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
            language execute plan analyze web taskclass micro_taskclass_retry output compact
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
        Stage::Execute if memory.thinks() => (0.3, 3_200, true),
        Stage::Execute => (0.3, 1_600, false),
        Stage::Compact => (0.2, 4_000, false),
    };
    Sampling {
        temperature: Some(temperature),
        max_output_tokens: Some(max_tokens),
        thinking: Some(thinking),
        timeout_ms: None,
    }
}

/// Messages of a call for `stage`. `offer`: its tools.
pub(super) fn assemble(state: &State<Schedule>, stage: Stage, offer: &Offer) -> Assembled {
    let system = system(state, stage, offer);
    if stage == Stage::Compact {
        let messages = vec![Message::new(Role::User, history::to_summarise(state))];
        return Assembled { system, messages, said: 0 };
    }
    let Conversation { turns: mut messages, since } = history::conversation(state, state.memory.digest.dialogue_to);
    let earlier = earlier(state);
    let said = messages.iter().map(|turn| tokens(&turn.content)).sum::<u32>() + tokens(&since) + tokens(&earlier);
    let last = standing(state, since);
    let used = tokens(&system) + said + tokens(&last);
    let blocks = [earlier, workspace(state, used), last];
    let given = blocks.into_iter().filter(|block| !block.is_empty());
    messages.extend(given.map(|block| Message::new(Role::User, block)));
    Assembled { system, messages, said }
}

/// System message (`msg0` in spec.md 6): the rules for what the model can do now, its tools, and last the form of its reply.
fn system(state: &State<Schedule>, stage: Stage, offer: &Offer) -> String {
    let (memory, texts) = (&state.memory, texts(state.lang()));
    let values = value! {
        "language": texts.language.trim_end(),
        "upsert_issues": state::list(&memory.run.upsert.last_issues),
    };
    if stage == Stage::Compact {
        return render(texts.compact.trim_end(), &values);
    }
    let blocks = rules(memory, texts, offer).into_iter().map(|block| render(block.trim_end(), &values));
    let mut text = blocks.collect::<Vec<_>>().join("\n\n");
    tool_list(offer, state.lang(), &mut text);
    [text.trim_end(), texts.output.trim_end()].join("\n\n")
}

/// Rules for what the model can do now, in their order (spec.md 6).
fn rules<'t>(memory: &Memory, texts: &'t Texts, offer: &Offer) -> Vec<&'t str> {
    let run = &memory.run;
    let offers = |pack: &str| offered(offer).any(|tool| tool.pack == Some(pack));
    let failed = run.upsert.last_tried && !run.upsert.last_success;
    let blocks = [
        (true, texts.execute),
        (run.plan_confirmed, texts.plan),
        (offers(ANALYZE), texts.analyze),
        (offers(WEB), texts.web),
        (offers(TASK_CLASS), texts.taskclass),
        (failed, texts.micro_taskclass_retry),
    ];
    blocks.into_iter().filter(|(given, _)| *given).map(|(_, text)| text).collect()
}

/// Describes the tools that are offered, with their arguments, then names the closed packs.
fn tool_list(offer: &Offer, lang: Lang, text: &mut String) {
    text.push_str("\n\n");
    text.push_str(TOOLS.in_lang(lang));
    for tool in offered(offer) {
        tool.describe(lang, text);
    }
    for tool in offer.own(lang) {
        describe_opening(&tool, lang, text);
    }
    for line in std::iter::once(String::new()).chain(offer.lines(lang)) {
        text.push_str(&line);
        text.push('\n');
    }
}

/// The part of the history that the turns leave out (`msg1` in spec.md 6): the summary of older ones, and the tools that earlier requests used.
fn earlier(state: &State<Schedule>) -> String {
    let digest = &state.memory.digest;
    let archive = history::archive(state, digest.records_to, state.memory.run.marker);
    joined(state.lang(), &[(SAID_BEFORE, &digest.dialogue), (ARCHIVE, &archive)])
}

/// Workspace (`msg2` in spec.md 6): the plan, and the tool records that fit.
fn workspace(state: &State<Schedule>, used: u32) -> String {
    let (memory, lang) = (&state.memory, state.lang());
    let from = memory.run.marker.max(memory.digest.records_to);
    let budget = memory.config.token_budget.saturating_sub(RESERVE + used);
    let records = newest(history::records(state, from), budget).join("\n");
    joined(lang, &[(PLAN, &steps(memory)), (DONE_BEFORE, &memory.digest.records), (RECORDS, &records)])
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

/// Last block (`msg3` in spec.md 6): the state, the knowledge about the user, and what the user's side has said `since` the assistant spoke.
fn standing(state: &State<Schedule>, since: String) -> String {
    let (memory, lang) = (&state.memory, state.lang());
    let facts = state::of_execution(memory, state.now(), lang);
    let said = joined(lang, &[(MEMORY, &memory.memory_context), (WISH, &since)]);
    let order = ORDER.in_lang(lang);
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

const TOOLS: Text = text(
    "# 工具\n带 ? 的可以不写；day 写编号或 YYYY-MM-DD，period 写节次或 HH:MM，task 和 class 写编号；[x] 是列表。\n",
    "# Tools\n? may be left out; a day is its number or YYYY-MM-DD, a period its number or HH:MM, a task or class its id; [x] is a list of x.\n",
);
const SAID_BEFORE: Text = text("# 更早对话的摘要", "# Summary of the earlier conversation");
const DONE_BEFORE: Text = text("# 更早工具记录的摘要", "# Summary of earlier tool records");
const ARCHIVE: Text = text("# 以前的请求用过的工具", "# Tools that earlier requests used");
const RECORDS: Text = text("# 本次的工具记录", "# Tools of this request");
const PLAN: Text = text("# 计划", "# The plan");
const MEMORY: Text = text("# 对用户的了解", "# What is known of the user");
const WISH: Text = text("# 用户这次说的", "# What the user says now");
const ORDER: Text = text("现在输出这一轮的 JSON 对象。", "Now output the JSON object of this round.");
