//! The resume in the guide's own form (spec.md 2). Field names are the JSON names.

mod form;

use serde_json::{Map, Value};
use stepgate_json::{Deserialize, Serialize, ToJson};

/// A resume in the guide's own form. Keys that this model does not know are kept unchanged in `other`.
#[derive(Clone, Debug, PartialEq, ToJson, Serialize, Deserialize)]
pub struct Resume {
    /// The person.
    pub basics: Basics,
    /// The sections, in the order they are shown. Titles may repeat: a search takes the first match.
    pub sections: Vec<Section>,
}

/// Name and contact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Basics {
    /// Full name.
    pub name: String,
    /// Position, held or wished for.
    pub label: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// Telephone number.
    pub phone: Option<String>,
    /// URLs.
    pub links: Vec<String>,
    /// Keys outside this model.
    pub other: Map<String, Value>,
}

/// One section of the resume.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Id, unique among all sections and items of the resume.
    pub id: String,
    /// Title, never empty.
    pub title: String,
    /// Content.
    pub body: Body,
    /// Keys outside this model.
    pub other: Map<String, Value>,
}

/// Content of a section. In JSON, `type` names the kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Items with highlights, for work and projects.
    Experience {
        /// The items.
        items: Vec<ExperienceItem>,
    },
    /// Items with a description, for education, skills and awards.
    Generic {
        /// The items.
        items: Vec<GenericItem>,
    },
    /// Running text.
    Text {
        /// The text.
        content: String,
    },
}

/// Form of a section's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Items with highlights.
    Experience,
    /// Items with a description.
    Generic,
    /// Running text.
    Text,
}

impl Body {
    /// The form of this content.
    pub fn form(&self) -> Form {
        match self {
            Body::Experience { .. } => Form::Experience,
            Body::Generic { .. } => Form::Generic,
            Body::Text { .. } => Form::Text,
        }
    }
}

/// One position or project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExperienceItem {
    /// Id, unique among all sections and items of the resume.
    pub id: String,
    /// Position, or name of the project.
    pub title: String,
    /// Employer, or where the project was done.
    pub organization: String,
    /// First day, as the user wrote it.
    pub date_start: Option<String>,
    /// Last day, as the user wrote it.
    pub date_end: Option<String>,
    /// Town or region.
    pub location: Option<String>,
    /// Achievements, one statement each.
    pub highlights: Vec<String>,
    /// Keys outside this model.
    pub other: Map<String, Value>,
}

/// One item of any other kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GenericItem {
    /// Id, unique among all sections and items of the resume.
    pub id: String,
    /// Title.
    pub title: String,
    /// Second line under the title.
    pub subtitle: Option<String>,
    /// Date, as the user wrote it.
    pub date: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Keys outside this model.
    pub other: Map<String, Value>,
}

impl Resume {
    /// An empty resume.
    pub(super) fn empty() -> Resume {
        Resume { basics: Basics::default(), sections: Vec::new() }
    }

    /// All ids in the resume; a section's id comes before those of its items.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().flat_map(|section| std::iter::once(section.id.as_str()).chain(section.item_ids()))
    }

    /// The section with this id.
    pub fn section(&self, id: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
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

    /// The ids of the section's items.
    pub fn item_ids(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match &self.body {
            Body::Experience { items } => Box::new(items.iter().map(|item| item.id.as_str())),
            Body::Generic { items } => Box::new(items.iter().map(|item| item.id.as_str())),
            Body::Text { .. } => Box::new(std::iter::empty()),
        }
    }
}
