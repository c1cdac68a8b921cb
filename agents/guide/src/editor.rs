//! Applies an execution document to a resume (spec.md 5.2, 5.3 and 5.4).

use super::basics;
use super::changes::{list, text};
use super::destination::{form_of_new, is_list_title};
use super::entry::EntryFields;
use super::find::{
    find, find_item, find_mut, is_experience, is_generic, is_text, item_part, main_part, position, ItemName,
};
use super::lines::lines;
use super::model::{ExecutionDoc, Operation};
use super::resume::{Body, ExperienceItem, Form, GenericItem, Resume, Section};
use serde_json::{Map, Value};

pub use super::changes::EditError;

/// Returns `resume` with `document` applied. New sections and items take their ids from `new_id`.
///
/// # Errors
/// The document cannot be applied; the error says why.
pub fn apply(
    document: &ExecutionDoc,
    resume: &Resume,
    new_id: &mut dyn FnMut() -> String,
) -> Result<Resume, EditError> {
    let mut edited = resume.clone();
    match document.operation {
        Operation::UpdateBasics => basics::update(&mut edited.basics, &document.changes)?,
        Operation::UpdateExperience => update_experience(document, &mut edited)?,
        Operation::UpdateGeneric => update_generic(document, &mut edited, new_id)?,
        Operation::UpdateText => update_text(document, &mut edited)?,
        Operation::AddItem => add_item(document, &mut edited, new_id)?,
    }
    Ok(edited)
}

/// The text in `resume` that `document` would replace; `None` if there is none.
pub fn before(document: &ExecutionDoc, resume: &Resume) -> Option<String> {
    let name = &document.section_title;
    match document.operation {
        Operation::UpdateBasics => Some(basics::text_of(&resume.basics)),
        Operation::UpdateExperience => {
            let Body::Experience { items } = &find(name, resume, is_experience).ok()?.body else { return None };
            let texts: Vec<_> = items.iter().map(ItemName::experience).collect();
            Some(items.get(find_item(document.item_id.as_deref(), name, &texts).ok()?)?.highlights.join("\n"))
        }
        Operation::UpdateGeneric => {
            let section = find(name, resume, is_generic).ok()?;
            let Body::Generic { items } = &section.body else { return None };
            if replaces_all(document, section) {
                return Some(items.iter().map(line_of).collect::<Vec<_>>().join("\n"));
            }
            if let Some(ids) = list(&document.changes, "lines").ok()? {
                let old = items.iter().filter(|item| ids.contains(&item.id));
                return Some(old.map(line_of).collect::<Vec<_>>().join("\n"));
            }
            let texts: Vec<_> = items.iter().map(ItemName::generic).collect();
            items.get(find_item(document.item_id.as_deref(), name, &texts).ok()?)?.description.clone()
        }
        Operation::UpdateText => match &find(name, resume, is_text).ok()?.body {
            Body::Text { content } => Some(content.clone()),
            _ => None,
        },
        Operation::AddItem => None,
    }
}

fn update_experience(document: &ExecutionDoc, resume: &mut Resume) -> Result<(), EditError> {
    let (changes, name) = (&document.changes, &document.section_title);
    let highlights = match content(changes)? {
        Some(content) => Some(lines(content)),
        None => list(changes, "highlights")?,
    };
    let keys = EntryFields::OF_EXPERIENCE;
    let fields = keys.iter().map(|key| text(changes, key)).collect::<Result<Vec<_>, _>>()?;
    if highlights.is_none() && fields.iter().all(Option::is_none) {
        return Err(EditError::NothingToUpdate);
    }
    let section = find_mut(name, resume, is_experience)?;
    let Body::Experience { items } = &mut section.body else { return Err(EditError::TypeMismatch) };
    let at = find_item(document.item_id.as_deref(), name, &items.iter().map(ItemName::experience).collect::<Vec<_>>())?;
    let item = items.get_mut(at).ok_or(EditError::ItemNotFound)?;
    item.highlights = highlights.unwrap_or_else(|| std::mem::take(&mut item.highlights));
    keys.iter().zip(fields).for_each(|(key, field)| set_field(item, key, field));
    Ok(())
}

/// Sets a member of `item`; `None` leaves it as it is.
fn set_field(item: &mut ExperienceItem, key: &str, field: Option<&str>) {
    let Some(field) = field.map(str::to_owned) else { return };
    match key {
        "title" => item.title = field,
        "organization" => item.organization = field,
        "date_start" => item.date_start = Some(field),
        "date_end" => item.date_end = Some(field),
        _ => item.location = Some(field),
    }
}

fn update_generic(
    document: &ExecutionDoc,
    resume: &mut Resume,
    new_id: &mut dyn FnMut() -> String,
) -> Result<(), EditError> {
    let (changes, name) = (&document.changes, &document.section_title);
    let content = content(changes)?;
    let section = find_mut(name, resume, is_generic)?;
    let replaces_all = replaces_all(document, section);
    let Body::Generic { items } = &mut section.body else { return Err(EditError::TypeMismatch) };
    if let Some(content) = content.filter(|_| replaces_all) {
        *items = lines(content).into_iter().map(|title| titled(new_id(), title)).collect();
        return Ok(());
    }
    if let Some(ids) = list(changes, "lines")? {
        let content = content.ok_or(EditError::NothingToUpdate)?;
        return replace_lines(items, &ids, lines(content), new_id);
    }
    let at = find_item(document.item_id.as_deref(), name, &items.iter().map(ItemName::generic).collect::<Vec<_>>());
    let fields = GenericFields::read(changes, content)?;
    fields.set(items.get_mut(at?).ok_or(EditError::ItemNotFound)?);
    Ok(())
}

/// Puts one item for each line in the place of the items with these ids. An item whose text is a line stays as it is.
fn replace_lines(
    items: &mut Vec<GenericItem>,
    ids: &[String],
    lines: Vec<String>,
    new_id: &mut dyn FnMut() -> String,
) -> Result<(), EditError> {
    let is_old = |item: &GenericItem| ids.contains(&item.id);
    let at = items.iter().position(is_old).ok_or(EditError::ItemNotFound)?;
    let (mut old, mut kept): (Vec<_>, Vec<_>) = std::mem::take(items).into_iter().partition(is_old);
    let new = lines.into_iter().map(|line| match old.iter().position(|item| line_of(item) == line) {
        Some(same) => old.remove(same),
        None => titled(new_id(), line),
    });
    kept.splice(at..at, new.collect::<Vec<_>>());
    *items = kept;
    Ok(())
}

/// Fields of a generic item that a document sets.
struct GenericFields<'c> {
    title: Option<&'c str>,
    subtitle: Option<&'c str>,
    date: Option<&'c str>,
    description: Option<&'c str>,
}

impl<'c> GenericFields<'c> {
    /// Reads the fields from `changes`. `content`, if given, becomes the description.
    fn read(changes: &'c Map<String, Value>, content: Option<&'c str>) -> Result<Self, EditError> {
        let description = text(changes, "description")?;
        let fields = GenericFields {
            title: text(changes, "title")?,
            subtitle: text(changes, "subtitle")?,
            date: text(changes, "date")?,
            description: content.or(description),
        };
        let all = [fields.title, fields.subtitle, fields.date, fields.description];
        if all.iter().all(Option::is_none) {
            return Err(EditError::NothingToUpdate);
        }
        Ok(fields)
    }

    fn set(&self, item: &mut GenericItem) {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        item.title = owned(self.title).unwrap_or_else(|| std::mem::take(&mut item.title));
        item.subtitle = owned(self.subtitle).or_else(|| item.subtitle.take());
        item.date = owned(self.date).or_else(|| item.date.take());
        item.description = owned(self.description).or_else(|| item.description.take());
    }
}

/// Whether `document` replaces all items of `section`. This is so for a list of skills, where each line of the draft is an item.
fn replaces_all(document: &ExecutionDoc, section: &Section) -> bool {
    document.item_id.is_none() && item_part(&document.section_title).is_none() && is_list_title(&section.title)
}

/// An item of a list on one line.
fn line_of(item: &GenericItem) -> String {
    match item.description.as_deref().filter(|text| !text.trim().is_empty()) {
        Some(description) => format!("{}: {description}", item.title),
        None => item.title.clone(),
    }
}

fn titled(id: String, title: String) -> GenericItem {
    GenericItem { id, title, subtitle: None, date: None, description: None, other: Map::new() }
}

fn update_text(document: &ExecutionDoc, resume: &mut Resume) -> Result<(), EditError> {
    let content = content(&document.changes)?.ok_or(EditError::NothingToUpdate)?;
    let section = find_mut(&document.section_title, resume, is_text)?;
    section.body = Body::Text { content: content.to_owned() };
    Ok(())
}

fn add_item(document: &ExecutionDoc, resume: &mut Resume, new_id: &mut dyn FnMut() -> String) -> Result<(), EditError> {
    let fields = match document.changes.get("item") {
        None | Some(Value::Null) => return add_text(document, resume, new_id),
        Some(item) => item.as_object().ok_or(EditError::InvalidChanges)?,
    };
    let title = text(fields, "title")?.ok_or(EditError::InvalidChanges)?.to_owned();
    let organization = text(fields, "organization")?.map(str::to_owned);
    let at = match position(&document.section_title, &resume.sections, |_| true) {
        Ok(at) => at,
        Err(_) => {
            let form = if organization.is_some() { Form::Experience } else { Form::Generic };
            resume.sections.push(new_section(document, form, new_id()));
            resume.sections.len() - 1
        }
    };
    let body = &mut resume.sections.get_mut(at).ok_or(EditError::SectionNotFound)?.body;
    match (body, organization) {
        (Body::Experience { items }, Some(organization)) => {
            items.push(experience_item(fields, title, organization, new_id())?)
        }
        (Body::Experience { .. }, None) => return Err(EditError::InvalidChanges),
        (Body::Generic { items }, None) => items.push(generic_item(fields, title, new_id())?),
        (Body::Generic { .. }, Some(_)) | (Body::Text { .. }, _) => return Err(EditError::TypeMismatch),
    }
    Ok(())
}

/// Adds the document's text without an item: as a section of running text, or each line as an item.
fn add_text(document: &ExecutionDoc, resume: &mut Resume, new_id: &mut dyn FnMut() -> String) -> Result<(), EditError> {
    let text = content(&document.changes)?.ok_or(EditError::InvalidChanges)?;
    let title = main_part(&document.section_title);
    let at = position(&document.section_title, &resume.sections, |_| true).ok();
    let form = at.and_then(|at| resume.sections.get(at)).map(|section| section.body.form());
    match form.unwrap_or_else(|| form_of_new(&title.to_lowercase())) {
        Form::Experience => return Err(EditError::TitleMissing),
        Form::Text if at.is_some() => return Err(EditError::TypeMismatch),
        _ => {}
    }
    let at = at.unwrap_or_else(|| {
        resume.sections.push(new_section(document, form_of_new(&title.to_lowercase()), new_id()));
        resume.sections.len() - 1
    });
    match &mut resume.sections.get_mut(at).ok_or(EditError::SectionNotFound)?.body {
        Body::Generic { items } => items.extend(lines(text).into_iter().map(|title| titled(new_id(), title))),
        body => *body = Body::Text { content: text.to_owned() },
    }
    Ok(())
}

fn new_section(document: &ExecutionDoc, form: Form, id: String) -> Section {
    let body = match form {
        Form::Experience => Body::Experience { items: Vec::new() },
        Form::Generic => Body::Generic { items: Vec::new() },
        Form::Text => Body::Text { content: String::new() },
    };
    Section { id, title: main_part(&document.section_title).to_owned(), body, other: Map::new() }
}

fn experience_item(
    fields: &Map<String, Value>,
    title: String,
    organization: String,
    id: String,
) -> Result<ExperienceItem, EditError> {
    Ok(ExperienceItem {
        id,
        title,
        organization,
        date_start: text(fields, "date_start")?.map(str::to_owned),
        date_end: text(fields, "date_end")?.map(str::to_owned),
        location: text(fields, "location")?.map(str::to_owned),
        highlights: list(fields, "highlights")?.unwrap_or_default(),
        other: Map::new(),
    })
}

fn generic_item(fields: &Map<String, Value>, title: String, id: String) -> Result<GenericItem, EditError> {
    Ok(GenericItem {
        id,
        title,
        subtitle: text(fields, "subtitle")?.map(str::to_owned),
        date: text(fields, "date")?.map(str::to_owned),
        description: text(fields, "description")?.map(str::to_owned),
        other: Map::new(),
    })
}

/// The member `content`, unless it is blank.
fn content(changes: &Map<String, Value>) -> Result<Option<&str>, EditError> {
    Ok(text(changes, "content")?.filter(|content| !content.trim().is_empty()))
}
