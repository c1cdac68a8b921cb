//! Assembles the system message of each call from the texts in `prompts/` (spec.md 4.1).

use super::decision::NextAction;
use super::model::{Guide, GuideState, Status, Strategy, Task};
use super::pace::{Tier, NUDGE};
use super::resume::Resume;
use super::workflow::Workflow;
use serde_json::Value;
use stepgate_engine::prompt::render;
use stepgate_engine::Lang;
use stepgate_json::{to_text, value};

/// The texts of one language, one member for each file.
struct Texts {
    role: &'static str,
    task: &'static str,
    progress: &'static str,
    completed: &'static str,
    skipped: &'static str,
    entered_by_skip: &'static str,
    discovery_star: &'static str,
    discovery_keyword: &'static str,
    drafting: &'static str,
    confirming: &'static str,
    finished: &'static str,
    opening_star: &'static str,
    opening_keyword: &'static str,
    opening_after_skip: &'static str,
    output: &'static str,
    strategy_star: &'static str,
    strategy_keyword: &'static str,
    writing: &'static str,
    check: &'static str,
    intent: &'static str,
    draft: &'static str,
    pace: &'static str,
    pace_detailed: &'static str,
    pace_brief: &'static str,
    pace_minimal: &'static str,
    pace_switch: &'static str,
    pace_nudge: &'static str,
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
            role task progress completed skipped entered_by_skip discovery_star discovery_keyword drafting confirming
            finished opening_star opening_keyword opening_after_skip output strategy_star strategy_keyword writing check
            intent draft pace pace_detailed pace_brief pace_minimal pace_switch pace_nudge language trigger
            fallback planning
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

/// The system message for a turn of the current task; with `opening`, for the task's first message.
pub fn system(workflow: &Workflow, opening: bool, lang: Lang) -> String {
    let (Some(task), Some(guide)) = (workflow.task(), workflow.guide()) else { return String::new() };
    let texts = texts(lang);
    let mut blocks = vec![texts.role, texts.task];
    blocks.extend(progress(workflow, guide, texts));
    blocks.push(state(guide.state, task.strategy, texts));
    if opening {
        blocks.extend(self::opening(task.strategy, guide, texts));
    }
    blocks.extend([texts.output, strategy(task.strategy, texts), texts.writing, texts.check, texts.intent]);
    if guide.draft.is_some() {
        blocks.push(texts.draft);
    }
    let mut text = join(&blocks, "\n\n");
    if let Some(pace) = pace(guide, task.strategy, texts).filter(|_| !opening) {
        text = format!("{text}\n\n{pace}");
    }
    render(&format!("{text}\n\n{}", texts.language.trim_end()), &values(workflow, task, guide, lang))
}

fn join(blocks: &[&str], separator: &str) -> String {
    blocks.iter().map(|block| block.trim_end()).collect::<Vec<_>>().join(separator)
}

/// Blocks about the progress of the workflow; a block without content is left out.
fn progress<'t>(workflow: &Workflow, guide: &Guide, texts: &'t Texts) -> Vec<&'t str> {
    let any = |status| workflow.tasks.iter().any(|task| task.status == status);
    let blocks = [
        (true, texts.progress),
        (any(Status::Completed), texts.completed),
        (any(Status::Skipped), texts.skipped),
        (guide.entered_by_skip && guide.pace.is_silent(), texts.entered_by_skip),
    ];
    blocks.into_iter().filter(|(exists, _)| *exists).map(|(_, block)| block).collect()
}

fn state(state: GuideState, strategy: Strategy, texts: &Texts) -> &str {
    match (state, strategy) {
        (GuideState::Discovery, Strategy::StarStorytelling) => texts.discovery_star,
        (GuideState::Discovery, Strategy::KeywordFilter) => texts.discovery_keyword,
        (GuideState::Drafting, _) => texts.drafting,
        (GuideState::Confirming, _) => texts.confirming,
        (GuideState::Finished, _) => texts.finished,
    }
}

fn opening<'t>(strategy: Strategy, guide: &Guide, texts: &'t Texts) -> Vec<&'t str> {
    let block = match strategy {
        Strategy::StarStorytelling => texts.opening_star,
        Strategy::KeywordFilter => texts.opening_keyword,
    };
    std::iter::once(block).chain(guide.entered_by_skip.then_some(texts.opening_after_skip)).collect()
}

fn strategy(strategy: Strategy, texts: &Texts) -> &str {
    match strategy {
        Strategy::StarStorytelling => texts.strategy_star,
        Strategy::KeywordFilter => texts.strategy_keyword,
    }
}

/// Hint about the pace (spec.md 4.3): counts and advice for stories, or a nudge after many turns without a draft.
fn pace(guide: &Guide, strategy: Strategy, texts: &Texts) -> Option<String> {
    let pace = &guide.pace;
    let nudge = guide.draft.is_none() && pace.turns_without_draft >= NUDGE;
    let is_measured = strategy == Strategy::StarStorytelling || nudge;
    if guide.state != GuideState::Discovery || pace.user_turns == 0 || !is_measured {
        return None;
    }
    let advice = match Tier::of(pace.units) {
        Tier::Detailed => texts.pace_detailed,
        Tier::Brief => texts.pace_brief,
        Tier::Minimal => texts.pace_minimal,
    };
    let mut lines = vec![texts.pace];
    if nudge {
        lines.push(texts.pace_nudge);
    } else {
        lines.push(advice);
        lines.extend((pace.short_in_a_row >= 2).then_some(texts.pace_switch));
    }
    Some(join(&lines, "\n"))
}

fn values(workflow: &Workflow, task: &Task, guide: &Guide, lang: Lang) -> Value {
    let offered: Vec<_> = NextAction::offered(guide.state, task.strategy).iter().map(|action| action.name()).collect();
    let count = |status| workflow.tasks.iter().filter(|task| task.status == status).count();
    let list = |status| {
        let sections = workflow.tasks.iter().filter(|task| task.status == status);
        sections.map(|task| format!("- {}", one_line(&task.section))).collect::<Vec<_>>().join("\n")
    };
    value! {
        "task": task_values(task),
        "progress": value! {
            "total": workflow.tasks.len(),
            "completed": count(Status::Completed), "completed_list": list(Status::Completed),
            "skipped": count(Status::Skipped), "skipped_list": list(Status::Skipped),
        },
        "actions": offered.join(if lang == Lang::Zh { "、" } else { ", " }),
        "draft": guide.draft.as_deref().map(quoted),
        "pace": value! {
            "tier": tier(Tier::of(guide.pace.units), lang),
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
        (Tier::Detailed, Lang::En) => "detailed",
        (Tier::Brief, Lang::En) => "brief",
        (Tier::Minimal, Lang::En) => "minimal",
    }
}

/// Puts `text` on one line, so that no line of it can look like a heading of the prompt.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
        let resume = json!({ "basics": { "name": "x" }, "sections": [] });
        let task = |id: u32, status: &str| json!({ "id": id, "status": status, "section": "s", "original_text": "o", "diagnosis": "d", "goal": "g" });
        let plan = json!({ "tasks": [task(1, "pending"), task(2, "completed"), task(3, "skipped")] });
        let mut workflow = Workflow::new(Resume::parse(&resume, "").unwrap(), None, 0);
        workflow.set_plan(parse_plan(&plan, "").unwrap(), &mut Vec::new());
        workflow.guide_mut().unwrap().draft = Some("- d".into());
        let mut values = values(&workflow, workflow.task().unwrap(), workflow.guide().unwrap(), Lang::En);
        values["user_intent"] = json!("job");
        values["resume"] = json!("resume");
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
