//! Finds the section and the item that a document names (spec.md 5.3).

use super::changes::EditError;
use super::model::ExecutionDoc;
use super::resume::{Body, ExperienceItem, GenericItem, Resume, Section};
use super::target::{normal, SEPARATOR};

/// Finds the section that `name` (`section` or `section - item`) refers to, of any type.
pub(super) fn find_any<'r>(name: &str, resume: &'r Resume) -> Option<&'r Section> {
    find(name, resume, |_| true).ok()
}

pub(super) fn find<'r>(name: &str, resume: &'r Resume, fits: fn(&Body) -> bool) -> Result<&'r Section, EditError> {
    let at = position(name, &resume.sections, fits)?;
    resume.sections.get(at).ok_or(EditError::SectionNotFound)
}

pub(super) fn find_mut<'r>(
    name: &str,
    resume: &'r mut Resume,
    fits: fn(&Body) -> bool,
) -> Result<&'r mut Section, EditError> {
    let at = position(name, &resume.sections, fits)?;
    resume.sections.get_mut(at).ok_or(EditError::SectionNotFound)
}

/// Index of the first section with this title, else of the first whose title contains the part of `name` before the separator.
/// Only sections with a fitting body count.
pub(super) fn position(name: &str, sections: &[Section], fits: fn(&Body) -> bool) -> Result<usize, EditError> {
    let whole = name.trim().to_lowercase();
    let main = main_part(name).to_lowercase();
    let matches = |fits: fn(&Body) -> bool| {
        let mut titles = sections.iter().map(|section| (section.title.trim().to_lowercase(), fits(&section.body)));
        titles
            .clone()
            .position(|(title, fits)| fits && title == whole)
            .or_else(|| titles.position(|(title, fits)| fits && !main.is_empty() && title.contains(&main)))
    };
    matches(fits).ok_or_else(|| match matches(|_| true) {
        Some(_) => EditError::TypeMismatch,
        None => EditError::SectionNotFound,
    })
}

pub(super) fn main_part(name: &str) -> &str {
    name.split_once(SEPARATOR).map_or(name, |(main, _)| main).trim()
}

pub(super) fn is_experience(body: &Body) -> bool {
    matches!(body, Body::Experience { .. })
}

pub(super) fn is_generic(body: &Body) -> bool {
    matches!(body, Body::Generic { .. })
}

pub(super) fn is_text(body: &Body) -> bool {
    matches!(body, Body::Text { .. })
}

/// Names by which a document can refer to an item.
pub(super) struct ItemName<'i> {
    id: &'i str,
    title: String,
    organization: String,
}

impl<'i> ItemName<'i> {
    pub(super) fn experience(item: &'i ExperienceItem) -> Self {
        ItemName { id: &item.id, title: normal(&item.title), organization: normal(&item.organization) }
    }

    pub(super) fn generic(item: &'i GenericItem) -> Self {
        ItemName { id: &item.id, title: normal(&item.title), organization: String::new() }
    }

    fn is_named(&self, part: &str) -> bool {
        let title = &self.title;
        title.contains(part) || (!title.is_empty() && part.contains(title)) || self.organization.contains(part)
    }
}

/// Index of the item that a document refers to.
pub(super) fn find_item(document: &ExecutionDoc, items: &[ItemName]) -> Result<usize, EditError> {
    if let Some(id) = &document.item_id {
        return items.iter().position(|item| item.id == id).ok_or(EditError::ItemNotFound);
    }
    let part =
        document.section_title.split_once(SEPARATOR).map(|(_, part)| normal(part)).filter(|part| !part.is_empty());
    if let Some(part) = part {
        let mut named = (0..).zip(items).filter(|(_, item)| item.is_named(&part)).map(|(at, _)| at);
        if let (Some(at), None) = (named.next(), named.next()) {
            return Ok(at);
        }
    }
    match items.len() {
        0 => Err(EditError::ItemNotFound),
        1 => Ok(0),
        _ => Err(EditError::AmbiguousItem),
    }
}
