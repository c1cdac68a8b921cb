//! The resume around the current task, for a prompt: the entry, and the rest in a few lines.

use super::destination::Destination;
use super::entry::EntryFields;
use super::find;
use super::resume::{Body, Section};
use super::target::{LocationInfo, SEPARATOR};
use super::words::entry_member;
use super::workflow::Workflow;
use serde_json::Value;
use stepgate_engine::Lang;
use stepgate_json::{slice, to_value};

/// Longest outline, and longest line of it, in characters.
const LONGEST: usize = 500;
const LONGEST_LINE: usize = 120;
/// Longest date.
const LONGEST_DATE: usize = 24;

/// Title, organization and dates of the task's entry, as the dialogue has left them.
pub(super) fn entry(workflow: &Workflow, lang: Lang) -> String {
    let stored = stored_entry(workflow);
    let said = workflow.guide().and_then(|guide| guide.entry.as_ref());
    let members = said.map_or_else(|| stored.members(), |said| said.over(Some(&stored)).members());
    let parts = members.iter().filter_map(|(key, text)| {
        let text = text.as_str().filter(|text| !text.is_empty())?;
        Some(format!("{} {}", entry_member(key, lang), cut(&one_line(text), LONGEST_LINE)))
    });
    match parts.collect::<Vec<_>>().join(" · ") {
        text if text.is_empty() => "—".to_owned(),
        text => text,
    }
}

/// Title, organization and dates of the task's entry in the resume; of a new one only the title that the task names.
pub(super) fn stored_entry(workflow: &Workflow) -> EntryFields {
    let Some(task) = workflow.task() else { return EntryFields::default() };
    match Destination::of(task, &workflow.resume) {
        Destination::Entry(section, at) => fields(section, at),
        _ => EntryFields { title: find::item_title(&task.section), ..EntryFields::default() },
    }
}

/// A date as the resume writes it; without one in the resume, as is usual in the language.
pub(super) fn date(workflow: &Workflow, lang: Lang) -> String {
    let dates = workflow.resume.sections.iter().flat_map(|section| match &section.body {
        Body::Experience { items } => {
            items.iter().flat_map(|item| [&item.date_start, &item.date_end]).flatten().collect::<Vec<_>>()
        }
        Body::Generic { items } => items.iter().filter_map(|item| item.date.as_ref()).collect(),
        Body::Text { .. } => Vec::new(),
    });
    let dates: Vec<&String> = dates.filter(|date| date.chars().any(|c| c.is_ascii_digit())).collect();
    let usual = if lang == Lang::Zh { "2023.07" } else { "Jul 2023" };
    dates.first().map_or_else(|| usual.to_owned(), |date| cut(&one_line(date), LONGEST_DATE))
}

/// Name of the place that the current task changes: its section, and the entry if the section alone does not name it. The title that the
/// dialogue gave an entry is its name.
pub(super) fn place(workflow: &Workflow) -> String {
    let Some(task) = workflow.task() else { return String::new() };
    let place = Destination::of(task, &workflow.resume);
    let said =
        workflow.guide().and_then(|guide| guide.entry.as_ref()?.title.clone()).filter(|_| place.entry().is_some());
    let stored = match place {
        Destination::Entry(section, at) => fields(section, at).title,
        _ => None,
    };
    match said.or(stored.filter(|_| find::item_title(&task.section).is_none())) {
        Some(title) => format!("{}{SEPARATOR}{title}", find::main_part(&task.section)),
        None => task.section.clone(),
    }
}

/// The same name in its parts, for the page.
pub(super) fn location(workflow: &Workflow, lang: Lang) -> Value {
    to_value(&LocationInfo::of(&place(workflow), lang))
}

fn fields(section: &Section, at: usize) -> EntryFields {
    match &section.body {
        Body::Experience { items } => items.get(at).map(|item| EntryFields {
            title: Some(item.title.clone()),
            organization: Some(item.organization.clone()),
            date_start: item.date_start.clone(),
            date_end: item.date_end.clone(),
            location: item.location.clone(),
            ..EntryFields::default()
        }),
        Body::Generic { items } => items.get(at).map(|item| EntryFields {
            title: Some(item.title.clone()),
            subtitle: item.subtitle.clone(),
            date: item.date.clone(),
            ..EntryFields::default()
        }),
        Body::Text { .. } => None,
    }
    .unwrap_or_default()
}

/// The other sections and entries, one section a line, cut to a few hundred characters.
pub(super) fn rest(workflow: &Workflow) -> String {
    let own: Vec<&str> = workflow.task().map_or_else(Vec::new, |task| {
        let place = Destination::of(task, &workflow.resume);
        place.entry_id().into_iter().chain(place.lines(task)).collect()
    });
    let lines = workflow.resume.sections.iter().filter_map(|section| line(section, &own));
    cut(&lines.collect::<Vec<_>>().join("\n"), LONGEST)
}

fn line(section: &Section, own: &[&str]) -> Option<String> {
    let entries: Vec<String> = match &section.body {
        Body::Text { content } => vec![one_line(content)],
        Body::Experience { items } => {
            let others = items.iter().filter(|item| !own.contains(&item.id.as_str()));
            others.map(|item| format!("{} · {}", one_line(&item.title), one_line(&item.organization))).collect()
        }
        Body::Generic { items } => {
            items.iter().filter(|item| !own.contains(&item.id.as_str())).map(|item| one_line(&item.title)).collect()
        }
    };
    let text = entries.join("; ");
    (!text.is_empty()).then(|| cut(&format!("- {}: {text}", one_line(&section.title)), LONGEST_LINE))
}

/// Puts `text` on one line, so that no line of it can look like a heading of the prompt.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first `longest` characters of `text`.
pub(super) fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", slice(text, ..end)),
        None => text.to_owned(),
    }
}
