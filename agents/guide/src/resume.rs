//! The resume in its own form. Field names are the wire names (guide specification, section 2).

mod form;

use super::place::{malformed, Place};
use serde_json::{Map, Value};
use stepgate_engine::Error;
use stepgate_json::to_text;

/// A resume in its own form. Keys this model does not know travel along in `other`, untouched.
#[derive(Clone, Debug, PartialEq)]
pub struct Resume {
    /// Who it is about.
    pub basics: Basics,
    /// Its sections, in the order they are shown. Titles may repeat: the first match wins.
    pub sections: Vec<Section>,
}

/// Name and contact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Basics {
    /// Full name.
    pub name: String,
    /// Wished or held position.
    pub label: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// Telephone number.
    pub phone: Option<String>,
    /// Addresses of pages.
    pub links: Vec<String>,
    /// Keys outside this model.
    pub other: Map<String, Value>,
}

/// One section of the resume.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Unique in the resume, items included.
    pub id: String,
    /// Never empty.
    pub title: String,
    /// What it holds.
    pub body: Body,
    /// Keys outside this model.
    pub other: Map<String, Value>,
}

/// What a section holds; the tag is its `type`.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Work, projects: entries with highlights.
    Experience {
        /// The entries.
        items: Vec<ExperienceItem>,
    },
    /// Education, skills, awards: entries with a description.
    Generic {
        /// The entries.
        items: Vec<GenericItem>,
    },
    /// Running text.
    Text {
        /// The text.
        content: String,
    },
}

/// One position or project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExperienceItem {
    /// Unique in the resume.
    pub id: String,
    /// Position, or name of the project.
    pub title: String,
    /// Employer, or where the project was done.
    pub organization: String,
    /// First day, as the user wrote it.
    pub date_start: Option<String>,
    /// Last day, as the user wrote it.
    pub date_end: Option<String>,
    /// Place.
    pub location: Option<String>,
    /// One statement each.
    pub highlights: Vec<String>,
    /// Keys outside this model.
    pub other: Map<String, Value>,
}

/// One entry of any other kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GenericItem {
    /// Unique in the resume.
    pub id: String,
    /// What it is.
    pub title: String,
    /// Second line.
    pub subtitle: Option<String>,
    /// When, as the user wrote it.
    pub date: Option<String>,
    /// Text.
    pub description: Option<String>,
    /// Keys outside this model.
    pub other: Map<String, Value>,
}

impl Resume {
    /// A resume with nothing in it.
    pub(super) fn empty() -> Resume {
        Resume { basics: Basics::default(), sections: Vec::new() }
    }

    /// A resume in its own form; `place` is the JSON pointer of `value`.
    ///
    /// # Errors
    /// `malformed`, at the first value that is missing, of a wrong type, an empty section title or an id used twice.
    pub fn parse(value: &Value, place: &str) -> Result<Resume, Error> {
        let at = Place::new(value, place).object()?;
        let basics = match at.get("basics") {
            Some(basics) => Basics::parse(&basics)?,
            None => return Err(malformed(&at.pointer("basics"), "is missing")),
        };
        let sections = at.each("sections", |section| Section::parse(&section.object()?))?;
        let resume = Resume { basics, sections };
        resume.check_ids(place)?;
        Ok(resume)
    }

    /// Every id in the resume, sections before their items.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().flat_map(|section| std::iter::once(section.id.as_str()).chain(section.item_ids()))
    }

    /// The section with this id.
    pub fn section(&self, id: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    fn check_ids(&self, place: &str) -> Result<(), Error> {
        let mut seen = Map::new();
        match self.ids().find(|id| seen.insert((*id).to_owned(), Value::Null).is_some()) {
            Some(id) => Err(malformed(&format!("{place}/sections"), &format!("the id {} is used twice", to_text(&id)))),
            None => Ok(()),
        }
    }
}

impl Section {
    pub(super) fn item_ids_mut(&mut self) -> Box<dyn Iterator<Item = &mut String> + '_> {
        match &mut self.body {
            Body::Experience { items } => Box::new(items.iter_mut().map(|item| &mut item.id)),
            Body::Generic { items } => Box::new(items.iter_mut().map(|item| &mut item.id)),
            Body::Text { .. } => Box::new(std::iter::empty()),
        }
    }

    /// The ids of its items.
    pub fn item_ids(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match &self.body {
            Body::Experience { items } => Box::new(items.iter().map(|item| item.id.as_str())),
            Body::Generic { items } => Box::new(items.iter().map(|item| item.id.as_str())),
            Body::Text { .. } => Box::new(std::iter::empty()),
        }
    }
}
