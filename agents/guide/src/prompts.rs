//! Assembles the system message of each call from the texts in `prompts/` (spec.md 4.1).

use super::decision::{changeable, drafting, entry_members, intents, members, offered, returning, TurnKind};
use super::destination::Destination;
use super::model::{Guide, GuideState, Status, Strategy, Task};
use super::outline::{self, one_line};
use super::pace::{Tier, NUDGE};
use super::page;
use super::resume::Resume;
use super::workflow::Workflow;
use serde_json::Value;
use stepgate_engine::prompt::render;
use stepgate_engine::Lang;
use stepgate_json::{to_text, value};

/// Longest target job in a prompt, in characters.
const LONGEST_JOB: usize = 200;

/// Most tasks that are named as still to do.
const MOST_OPEN: usize = 8;

/// The texts of one language, one member for each file.
struct Texts {
    role: &'static str,
    task: &'static str,
    job: &'static str,
    entry: &'static str,
    entry_change: &'static str,
    added: &'static str,
    rest: &'static str,
    told: &'static str,
    presentation: &'static str,
    progress: &'static str,
    completed: &'static str,
    skipped: &'static str,
    open: &'static str,
    entered_by_skip: &'static str,
    discovery_star: &'static str,
    discovery_keyword: &'static str,
    discovery_named: &'static str,
    asking_star: &'static str,
    asking_keyword: &'static str,
    drafting: &'static str,
    confirming: &'static str,
    finished: &'static str,
    opening_star: &'static str,
    opening_keyword: &'static str,
    opening_named: &'static str,
    opening_after_skip: &'static str,
    output: &'static str,
    fields: &'static str,
    required: &'static str,
    required_draft: &'static str,
    strategy_star: &'static str,
    strategy_keyword: &'static str,
    probing_star: &'static str,
    numbers_star: &'static str,
    format_star: &'static str,
    format_keyword: &'static str,
    format_named: &'static str,
    format_text: &'static str,
    writing: &'static str,
    check: &'static str,
    intent: &'static str,
    new_task: &'static str,
    draft: &'static str,
    came_with: &'static str,
    unasked: &'static str,
    pace: &'static str,
    pace_detailed: &'static str,
    pace_brief: &'static str,
    pace_minimal: &'static str,
    pace_fact: &'static str,
    pace_switch: &'static str,
    pace_nudge: &'static str,
    pace_write: &'static str,
    language: &'static str,
    trigger: &'static str,
    fallback: &'static str,
    planning: &'static str,
}

macro_rules! texts {
    ($lang:literal: $($name:ident)*) => {
        Texts { $($name: include_str!(concat!("../prompts/", $lang, "/", stringify!($name), ".md"))),* }
    };
}

macro_rules! all_texts {
    ($lang:literal) => {
        texts! { $lang:
            role task job entry entry_change added rest told presentation progress completed skipped open entered_by_skip
            discovery_star discovery_keyword discovery_named asking_star asking_keyword drafting confirming finished opening_star
            opening_keyword opening_named opening_after_skip output fields required required_draft strategy_star strategy_keyword
            probing_star numbers_star format_star format_keyword format_named format_text writing check intent new_task draft came_with unasked pace pace_detailed
            pace_brief pace_minimal pace_fact pace_switch pace_nudge pace_write language trigger fallback planning
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

/// The system message for a turn of the current task. `told` is what the user said in other tasks.
pub fn system(workflow: &Workflow, turn: TurnKind, told: &str, lang: Lang) -> String {
    let (Some(task), Some(guide)) = (workflow.task(), workflow.guide()) else { return String::new() };
    let (texts, opening) = (texts(lang), turn == TurnKind::Opening);
    let mut blocks = vec![texts.role, texts.task];
    blocks.extend(context(workflow, turn, texts));
    let gathers = matches!(guide.state, GuideState::Discovery | GuideState::Drafting);
    blocks.extend((gathers && !told.is_empty()).then_some(texts.told));
    blocks.extend(progress(workflow, guide, texts));
    // An opening only asks, whatever the state.
    let shown_state = if opening { GuideState::Discovery } else { guide.state };
    let is_named = Destination::of(task, &workflow.resume).lists_names(task);
    blocks.push(state(shown_state, task.strategy, is_named, texts));
    if opening {
        blocks.extend(self::opening(task.strategy, is_named, guide, texts));
    } else {
        blocks.extend((guide.state == GuideState::Discovery).then_some(asking(task.strategy, texts)));
        blocks.extend(gathers.then_some(texts.presentation));
    }
    let output = output(workflow, turn, texts);
    blocks.push(&output);
    blocks.extend(strategy(task.strategy, !opening && guide.state == GuideState::Discovery, texts));
    blocks.extend([format(workflow, task, texts), texts.writing, texts.check]);
    blocks.extend((intents(workflow, turn).len() > 1).then_some(texts.intent));
    blocks.extend(members(workflow, turn).contains(&"new_task").then_some(texts.new_task));
    if guide.draft.is_some() {
        blocks.push(texts.draft);
    }
    blocks.extend(guide.came_with.is_some().then_some(texts.came_with));
    // Words that led here are answered; they are no greeting, and their length says nothing about the pace.
    let asks = !opening && guide.came_with.is_none();
    blocks.extend((asks && guide.pace.is_unasked()).then_some(texts.unasked));
    let mut text = join(&blocks, "\n\n");
    if let Some(pace) = pace(guide, task.strategy, texts).filter(|_| asks) {
        text = format!("{text}\n\n{pace}");
    }
    render(&format!("{text}\n\n{}", texts.language.trim_end()), &values(workflow, turn, told, lang))
}

fn join(blocks: &[&str], separator: &str) -> String {
    blocks.iter().map(|block| block.trim_end()).collect::<Vec<_>>().join(separator)
}

/// The form of a reply: the members that the contract has, in the same order.
fn output(workflow: &Workflow, turn: TurnKind, texts: &Texts) -> String {
    let members = members(workflow, turn);
    let is_offered = |line: &&str| members.iter().any(|name| line.contains(&format!("\"{name}\":")));
    let fields: Vec<&str> = texts.fields.lines().filter(is_offered).collect();
    let mut parts = vec![texts.output];
    parts.extend(fields);
    parts.push(texts.required);
    parts.extend((!drafting(workflow, turn).is_empty()).then_some(texts.required_draft));
    join(&parts, "\n")
}

/// Blocks about the job, the entry and the rest of the resume; a block without content is left out.
fn context<'t>(workflow: &Workflow, turn: TurnKind, texts: &'t Texts) -> Vec<&'t str> {
    let blocks = [
        (workflow.wish().is_some(), texts.job),
        (page::adds(workflow), texts.added),
        (entry_members(workflow).is_some(), texts.entry),
        (changeable(workflow, turn).is_some(), texts.entry_change),
        (!outline::rest(workflow).is_empty(), texts.rest),
    ];
    blocks.into_iter().filter(|(exists, _)| *exists).map(|(_, block)| block).collect()
}

/// Blocks about the progress of the workflow; a block without content is left out.
fn progress<'t>(workflow: &Workflow, guide: &Guide, texts: &'t Texts) -> Vec<&'t str> {
    let any = |status| workflow.tasks.iter().any(|task| task.status == status);
    let blocks = [
        (true, texts.progress),
        (any(Status::Completed), texts.completed),
        (any(Status::Skipped), texts.skipped),
        (!others_open(workflow).is_empty(), texts.open),
        (guide.entered_by_skip && guide.pace.is_silent(), texts.entered_by_skip),
    ];
    blocks.into_iter().filter(|(exists, _)| *exists).map(|(_, block)| block).collect()
}

/// `is_named`: whether the place is a list of named things.
fn state(state: GuideState, strategy: Strategy, is_named: bool, texts: &Texts) -> &str {
    match (state, strategy) {
        (GuideState::Discovery, _) if is_named => texts.discovery_named,
        (GuideState::Discovery, Strategy::StarStorytelling) => texts.discovery_star,
        (GuideState::Discovery, Strategy::KeywordFilter) => texts.discovery_keyword,
        (GuideState::Drafting, _) => texts.drafting,
        (GuideState::Confirming, _) => texts.confirming,
        (GuideState::Finished, _) => texts.finished,
    }
}

fn asking(strategy: Strategy, texts: &Texts) -> &str {
    match strategy {
        Strategy::StarStorytelling => texts.asking_star,
        Strategy::KeywordFilter => texts.asking_keyword,
    }
}

fn opening<'t>(strategy: Strategy, is_named: bool, guide: &Guide, texts: &'t Texts) -> Vec<&'t str> {
    let block = match strategy {
        _ if is_named => texts.opening_named,
        Strategy::StarStorytelling => texts.opening_star,
        Strategy::KeywordFilter => texts.opening_keyword,
    };
    std::iter::once(block).chain(guide.entered_by_skip.then_some(texts.opening_after_skip)).collect()
}

/// Blocks of the strategy; how to bring out facts is said only while the guide asks for them.
fn strategy(strategy: Strategy, asks: bool, texts: &Texts) -> Vec<&str> {
    match strategy {
        Strategy::StarStorytelling if asks => vec![texts.strategy_star, texts.probing_star, texts.numbers_star],
        Strategy::StarStorytelling => vec![texts.strategy_star, texts.numbers_star],
        Strategy::KeywordFilter => vec![texts.strategy_keyword],
    }
}

/// Format of the draft: of the place if it is a paragraph or a list of named things, else of the strategy.
fn format<'t>(workflow: &Workflow, task: &Task, texts: &'t Texts) -> &'t str {
    let place = Destination::of(task, &workflow.resume);
    match task.strategy {
        _ if place.is_text() => texts.format_text,
        _ if place.lists_names(task) => texts.format_named,
        Strategy::StarStorytelling => texts.format_star,
        Strategy::KeywordFilter => texts.format_keyword,
    }
}

/// Hint about the pace (spec.md 4.3): counts and advice for stories, a nudge after many turns without a draft, or the wish for one. A
/// greeting gets none.
fn pace(guide: &Guide, strategy: Strategy, texts: &Texts) -> Option<String> {
    let pace = &guide.pace;
    let nudge = guide.draft.is_none() && pace.turns_without_draft >= NUDGE;
    let is_measured = (strategy == Strategy::StarStorytelling && !pace.greets) || nudge || pace.wants_draft;
    if guide.state != GuideState::Discovery || pace.user_turns == 0 || !is_measured {
        return None;
    }
    let advice = match pace.tier() {
        Tier::Detailed => texts.pace_detailed,
        Tier::Brief => texts.pace_brief,
        Tier::Minimal => texts.pace_minimal,
        Tier::Fact => texts.pace_fact,
    };
    let mut lines = vec![texts.pace];
    if pace.wants_draft {
        lines.push(texts.pace_write);
    } else if nudge {
        lines.push(texts.pace_nudge);
    } else {
        lines.push(advice);
        lines.extend((pace.short_in_a_row >= 2 && pace.short_in_a_row % 2 == 0).then_some(texts.pace_switch));
    }
    Some(join(&lines, "\n"))
}

/// The next tasks that are still to do, without the current one.
fn others_open(workflow: &Workflow) -> Vec<&Task> {
    let current = workflow.task().map(|task| task.id);
    let is_open = |task: &&Task| !task.status.is_done() && Some(task.id) != current;
    workflow.tasks.iter().filter(is_open).take(MOST_OPEN).collect()
}

fn values(workflow: &Workflow, turn: TurnKind, told: &str, lang: Lang) -> Value {
    let (Some(task), Some(guide)) = (workflow.task(), workflow.guide()) else { return Value::Null };
    let count = |status| workflow.tasks.iter().filter(|task| task.status == status).count();
    let named = |tasks: Vec<&Task>| {
        let colon = if lang == Lang::Zh { "：" } else { ": " };
        let lines = tasks.iter().map(|task| format!("- {}{colon}{}", task.id, one_line(&task.section)));
        lines.collect::<Vec<_>>().join("\n")
    };
    let list = |status| named(workflow.tasks.iter().filter(|task| task.status == status).collect());
    value! {
        "task": task_values(task),
        "progress": value! {
            "total": workflow.tasks.len(),
            "completed": count(Status::Completed), "completed_list": list(Status::Completed),
            "skipped": count(Status::Skipped), "skipped_list": list(Status::Skipped),
            "open_list": named(others_open(workflow)),
        },
        "job": workflow.wish().map(|wish| outline::cut(&one_line(wish), LONGEST_JOB)),
        "entry": value! {
            "now": outline::entry(workflow, lang),
            "keys": entry_members(workflow).map_or_else(String::new, |keys| keys.join(", ")),
        },
        "rest": outline::rest(workflow),
        "told": quoted(told),
        "intents": intents(workflow, turn).join(if lang == Lang::Zh { " 或 " } else { " or " }),
        "actions": offered(workflow, turn).join(if lang == Lang::Zh { "、" } else { ", " }),
        "drafts": drafting(workflow, turn).join(if lang == Lang::Zh { " 或 " } else { " or " }),
        "back_action": returning(workflow, turn),
        "date": outline::date(workflow, lang),
        "draft": guide.draft.as_deref().map(quoted),
        "came_with": guide.came_with.as_deref().map(|words| one_line(&quoted(words))),
        "pace": value! {
            "tier": tier(guide.pace.tier(), lang),
            "units": guide.pace.units,
            "short_in_a_row": guide.pace.short_in_a_row,
            "turns_without_draft": guide.pace.turns_without_draft,
        },
    }
}

fn task_values(task: &Task) -> Value {
    value! {
        "id": task.id,
        "section": one_line(&task.section),
        "strategy": task.strategy.name(),
        "diagnosis": one_line(&task.diagnosis),
        "goal": one_line(&task.goal),
        "original_text": quoted(&task.original_text),
    }
}

fn tier(tier: Tier, lang: Lang) -> &'static str {
    match (tier, lang) {
        (Tier::Detailed, Lang::Zh) => "详细",
        (Tier::Brief, Lang::Zh) => "简短",
        (Tier::Minimal, Lang::Zh) => "极简",
        (Tier::Fact, Lang::Zh) => "具体",
        (Tier::Detailed, Lang::En) => "detailed",
        (Tier::Brief, Lang::En) => "brief",
        (Tier::Minimal, Lang::En) => "minimal",
        (Tier::Fact, Lang::En) => "concrete",
    }
}

/// Replaces triple quotes in `text`, which stands between triple quotes in the prompt.
fn quoted(text: &str) -> String {
    text.replace("\"\"\"", "'''")
}

/// The user message that asks for an opening (spec.md 3.8).
pub fn trigger(lang: Lang) -> &'static str {
    texts(lang).trigger.trim_end()
}

/// The opening that replaces the model's when the call fails (spec.md 3.8).
pub fn fallback(task: &Task, lang: Lang) -> String {
    render(texts(lang).fallback.trim_end(), &value! { "task": task })
}

/// The system message of the planning agent (spec.md 4.7).
pub fn planning(user_intent: &str, resume: &Resume, lang: Lang) -> String {
    let values = value! { "user_intent": quoted(user_intent), "resume": quoted(&to_text(resume)) };
    render(texts(lang).planning.trim_end(), &values)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::model::parse_plan;
    use serde_json::json;
    use std::collections::BTreeMap;
    use std::path::Path;

    /// The placeholders of every file of a language, by file name.
    fn placeholders(lang: &str) -> BTreeMap<String, Vec<String>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("prompts").join(lang);
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let paths =
            |text: String| text.split("{{").skip(1).map(|rest| rest.split("}}").next().unwrap().to_owned()).collect();
        files
            .map(|file| {
                (file.file_name().unwrap().to_string_lossy().into(), paths(std::fs::read_to_string(file).unwrap()))
            })
            .collect()
    }

    /// A value for every placeholder of the texts.
    fn all_values() -> Value {
        let resume = json!({ "basics": { "name": "x" }, "sections": [
            { "id": "a", "title": "s", "type": "experience", "items": [{ "id": "b", "title": "t", "organization": "o" }] },
            { "id": "c", "title": "u", "type": "text", "content": "v" } ] });
        let task = |id: u32, status: &str| json!({ "id": id, "status": status, "section": "s", "original_text": "o", "diagnosis": "d", "goal": "g" });
        let plan =
            json!({ "tasks": [task(1, "pending"), task(2, "completed"), task(3, "skipped"), task(4, "pending")] });
        let mut workflow = Workflow::new(Resume::parse(&resume, "").unwrap(), None, 0);
        workflow.user_intent = Some("job".into());
        workflow.set_plan(parse_plan(&plan, "").unwrap(), &mut Vec::new());
        workflow.guide_mut().unwrap().draft = Some("- d".into());
        workflow.guide_mut().unwrap().came_with = Some("w".into());
        let mut values = values(&workflow, TurnKind::Usual, "- s: w", Lang::En);
        values["user_intent"] = json!("job");
        values["resume"] = json!("resume");
        values["text"] = json!("text");
        values
    }

    #[test]
    fn every_placeholder_has_a_value() {
        let values = all_values();
        for (file, paths) in placeholders("zh").into_iter().chain(placeholders("en")) {
            for path in paths {
                let pointer = format!("/{}", path.replace('.', "/"));
                let value = values.pointer(&pointer).unwrap_or_else(|| panic!("{file}: {path} is unknown"));
                assert!(!value.is_null() && value != "", "{file}: {path} is empty");
            }
        }
    }

    #[test]
    fn both_languages_have_the_same_texts() {
        assert_eq!(placeholders("zh"), placeholders("en"));
    }
}
