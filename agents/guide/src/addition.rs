//! A task that the plan forgot, added by talking (spec.md 7.6).

use super::decision::{Decision, Intent, NewTask};
use super::destination::{is_list_title, strategy_of, title_and_form, Destination};
use super::find::{find_any, item_title};
use super::model::{Status, Task};
use super::note::{note, Note};
use super::outline::{cut, one_line};
use super::planning::placed;
use super::resume::{Body, Form};
use super::target::{normal, Target, SEPARATOR};
use super::workflow::Workflow;
use stepgate_engine::{Lang, Text};
use stepgate_json::{value, FromJson};

/// Longest name of a section or an entry, in characters.
const LONGEST: usize = 60;

const DIAGNOSIS: Text = Text {
    zh: "计划里没有这一项，是用户要求加上的。",
    en: "The plan did not have this; the user asked for it.",
};
const GOAL: Text =
    Text { zh: "弄清事实，写进简历。", en: "Find out the facts and put them into the resume." };

/// `decision` with the task that it asks for as its target: a backtrack, whatever its intent. A new task that is the current one is no
/// new task.
pub(super) fn leading_there(workflow: &Workflow, decision: Decision) -> Decision {
    let Some(new) = &decision.new_task else { return decision };
    match find(workflow, &planned(workflow, new)) {
        Some(at) if at == workflow.current => Decision { new_task: None, ..decision },
        _ => Decision { intent: Intent::Backtrack, target: None, ..decision },
    }
}

/// The task that `new` asks for, at the end of the plan unless the plan has it already.
pub(super) fn target(workflow: &mut Workflow, new: &NewTask, lang: Lang, notes: &mut Vec<Note>) -> Target {
    let task = planned(workflow, new);
    let at = find(workflow, &task).unwrap_or_else(|| {
        let id = workflow.free_id();
        notes.push(note("task_added", value! { "id": id, "section": task.section }));
        let (diagnosis, goal) = (DIAGNOSIS.in_lang(lang).to_owned(), GOAL.in_lang(lang).to_owned());
        workflow.tasks.push(Task { id, diagnosis, goal, ..task });
        workflow.tasks.len() - 1
    });
    Target::Other(at)
}

/// A task for the place that `new` names. An entry of exactly this name is changed; all else is added. A list of skills and a paragraph
/// have no entries.
fn planned(workflow: &Workflow, new: &NewTask) -> Task {
    let resume = &workflow.resume;
    let named = cut(&one_line(&new.section), LONGEST);
    let section = find_any(&named, resume);
    let (title, form) = title_and_form(&named, resume);
    let is_whole = form == Form::Text || (form == Form::Generic && is_list_title(title));
    let entry = new.entry.as_deref().map(|entry| cut(&one_line(entry), LONGEST)).or_else(|| item_title(&named));
    let entry = entry.filter(|_| !is_whole);
    let has_entry = section.zip(entry.as_deref()).is_some_and(|(section, entry)| match &section.body {
        Body::Experience { items } => items.iter().any(|item| normal(&item.title) == normal(entry)),
        Body::Generic { items } => items.iter().any(|item| normal(&item.title) == normal(entry)),
        Body::Text { .. } => false,
    });
    let is_there = has_entry || (is_whole && section.is_some());
    let task = Task {
        status: Status::Pending,
        adds: !is_there,
        strategy: strategy_of(title, form),
        section: entry.map_or_else(|| title.to_owned(), |entry| format!("{title}{SEPARATOR}{entry}")),
        ..Task::blank()
    };
    let task = match Destination::of(&task, resume) {
        Destination::Basics => Task { adds: false, ..task },
        _ => task,
    };
    placed(task, resume)
}

/// Index of the task of the plan that is about the place of `wanted`. A completed addition is no such task: its text stays.
fn find(workflow: &Workflow, wanted: &Task) -> Option<usize> {
    let is_same = |task: &Task| {
        let is_done = wanted.adds && task.status == Status::Completed;
        let has_name = normal(&task.section) == normal(&wanted.section) && (!wanted.adds || task.item_id.is_none());
        let is_entry =
            |id: &String| task.item_id.as_ref().or(task.applied_to.as_ref()) == Some(id) || task.has_line(id);
        wanted.item_id.as_ref().is_some_and(is_entry) || (has_name && !is_done)
    };
    workflow.tasks.iter().position(is_same)
}
