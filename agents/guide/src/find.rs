//! Finds the section and the item that a document names (spec.md 5.3).

use super::changes::EditError;
use super::json_resume::named_list;
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

/// Index of the first section with this title, else of the first whose title contains the part of `name` before the separator, else of
/// the first list of the same named things: certifications belong to the certificates. Only sections with a fitting body count.
pub(super) fn position(name: &str, sections: &[Section], fits: fn(&Body) -> bool) -> Result<usize, EditError> {
    let whole = name.trim().to_lowercase();
    let main = main_part(name).to_lowercase();
    let list = named_list(&main);
    let matches = |fits: fn(&Body) -> bool| {
        let mut titles = sections.iter().map(|section| (section.title.trim().to_lowercase(), fits(&section.body)));
        let contains = |title: &str| !main.is_empty() && title.contains(&main);
        titles
            .clone()
            .position(|(title, fits)| fits && title == whole)
            .or_else(|| titles.clone().position(|(title, fits)| fits && contains(&title)))
            .or_else(|| titles.position(|(title, fits)| fits && list.is_some() && named_list(&title) == list))
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
    pub(super) id: &'i str,
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

/// The part of `name` after the separator, in the form of [`normal`], if there is one.
pub(super) fn item_part(name: &str) -> Option<String> {
    item_title(name).map(|part| normal(&part))
}

/// The part of `name` after the separator as it is written, if there is one.
pub(super) fn item_title(name: &str) -> Option<String> {
    name.split_once(SEPARATOR).map(|(_, part)| part.trim().to_owned()).filter(|part| !part.is_empty())
}

/// Index of the item with this id, else of the one that `name` (`section - item`) refers to. Without an item in the name, a sole
/// item is meant.
pub(super) fn find_item(id: Option<&str>, name: &str, items: &[ItemName]) -> Result<usize, EditError> {
    if let Some(id) = id {
        return items.iter().position(|item| item.id == id).ok_or(EditError::ItemNotFound);
    }
    match item_part(name) {
        Some(part) => {
            let equal = only(items, |item| item.title == part);
            equal.or_else(|_| only(items, |item| item.is_named(&part)))
        }
        None => only(items, |_| true),
    }
}

/// Index of the one item that `fits`.
fn only(items: &[ItemName], fits: impl Fn(&ItemName) -> bool) -> Result<usize, EditError> {
    let mut found = (0..).zip(items).filter(|(_, item)| fits(item)).map(|(at, _)| at);
    match (found.next(), found.next()) {
        (Some(at), None) => Ok(at),
        (None, _) => Err(EditError::ItemNotFound),
        _ => Err(EditError::AmbiguousItem),
    }
}
