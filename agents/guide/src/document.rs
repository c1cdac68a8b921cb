//! Builds the execution document of a draft (spec.md 5.1).

use super::destination::Destination;
use super::entry::EntryFields;
use super::find::item_title;
use super::lines::lines;
use super::model::{ExecutionDoc, Operation, Task};
use super::resume::{Form, Resume};
use serde_json::{Map, Value};
use stepgate_json::to_value;

/// Builds the document that applies `draft`, and what the dialogue said of the `entry`, for `task`.
pub fn build(task: &Task, draft: &str, entry: Option<&EntryFields>, resume: &Resume) -> ExecutionDoc {
    let place = Destination::of(task, resume);
    let item_id = task.item_id.as_deref().or(place.entry_id().filter(|id| task.applied_to.as_deref() == Some(id)));
    let changes = [
        ("section", to_value(&task.section)),
        ("content", to_value(&draft)),
        ("item_id", to_value(&item_id)),
        ("original_text", to_value(&task.original_text)),
    ];
    let mut changes: Map<String, Value> = changes.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    let lines = place.lines(task);
    changes.extend((!lines.is_empty()).then(|| ("lines".to_owned(), to_value(&lines))));
    if let Some(form) = place.entry() {
        if place.is_new() {
            changes.extend(new_entry(task, draft, entry, form).map(|item| ("item".to_owned(), Value::Object(item))));
        } else {
            changes.extend(entry.into_iter().flat_map(EntryFields::members));
        }
    }
    ExecutionDoc {
        task_id: task.id,
        section_title: task.section.clone(),
        item_id: item_id.map(str::to_owned),
        operation: operation(&place),
        changes,
        new_content_preview: draft.to_owned(),
        reason: task.diagnosis.clone(),
    }
}

fn operation(place: &Destination) -> Operation {
    match place {
        Destination::Basics => Operation::UpdateBasics,
        Destination::Text => Operation::UpdateText,
        Destination::List | Destination::Lines(_) => Operation::UpdateGeneric,
        Destination::NewEntry(_) | Destination::NewSection(_) => Operation::AddItem,
        Destination::Entry(section, _) | Destination::Unclear(section) => match section.body.form() {
            Form::Experience => Operation::UpdateExperience,
            Form::Generic => Operation::UpdateGeneric,
            Form::Text => Operation::UpdateText,
        },
    }
}

/// The entry to add. `None` without a title: then each line of the draft is an entry.
fn new_entry(task: &Task, draft: &str, entry: Option<&EntryFields>, form: Form) -> Option<Map<String, Value>> {
    let named = EntryFields { title: item_title(&task.section), ..EntryFields::default() };
    let mut item = entry.unwrap_or(&EntryFields::default()).over(Some(&named)).members();
    item.get("title")?;
    match form {
        Form::Experience => {
            item.entry("organization").or_insert_with(|| "".into());
            item.insert("highlights".to_owned(), to_value(&lines(draft)));
        }
        _ => {
            item.remove("organization");
            if !repeats(draft, &item) {
                item.insert("description".to_owned(), draft.into());
            }
        }
    }
    Some(item)
}

/// Whether `draft` has no word that is not in the fields of the entry.
fn repeats(draft: &str, item: &Map<String, Value>) -> bool {
    let fields: Vec<String> = item.values().filter_map(|text| Some(text.as_str()?.to_lowercase())).collect();
    let draft = draft.to_lowercase();
    let words = draft.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words = words.peekable();
    words.peek().is_some() && words.all(|word| fields.iter().any(|field| field.contains(word)))
}

/// Whether the entry to add still lacks a title.
pub(super) fn lacks_title(task: &Task, entry: Option<&EntryFields>, resume: &Resume) -> bool {
    let place = Destination::of(task, resume);
    let has_title = item_title(&task.section).is_some() || entry.is_some_and(|entry| entry.title.is_some());
    place.is_new() && place.entry() == Some(Form::Experience) && !has_title
}
