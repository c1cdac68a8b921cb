//! The resume in its own form. Field names are the wire names (guide specification, section 2).

use super::place::{malformed, Place};
use crate::json::{object, serde_form, FromJson, ToJson, Writer};
use crate::Error;
use serde_json::{Map, Value};

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
            Some(id) => Err(malformed(&format!("{place}/sections"), &format!("the id {id:?} is used twice"))),
            None => Ok(()),
        }
    }
}

impl FromJson for Resume {
    fn blank() -> Resume {
        Resume::empty()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = Resume::parse(value, "")?;
        Ok(())
    }
}

impl FromJson for Basics {
    fn blank() -> Basics {
        Basics::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = Basics::parse(&Place::new(value, "").object()?)?;
        Ok(())
    }
}

impl FromJson for Section {
    fn blank() -> Section {
        let body = Body::Text { content: String::new() };
        Section { id: String::new(), title: String::new(), body, other: Map::new() }
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        *self = Section::parse(&Place::new(value, "").object()?)?;
        Ok(())
    }
}

object!(write Resume { basics, sections });
serde_form!(Resume);

impl ToJson for Basics {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("name", &self.name);
        out.optional("label", &self.label);
        out.optional("email", &self.email);
        out.optional("phone", &self.phone);
        out.member("links", &self.links);
        out.members(&self.other);
        out.end_object();
    }
}

impl ToJson for Section {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("id", &self.id);
        out.member("title", &self.title);
        out.member("type", &self.body.kind());
        match &self.body {
            Body::Experience { items } => out.member("items", items),
            Body::Generic { items } => out.member("items", items),
            Body::Text { content } => out.member("content", content),
        }
        out.members(&self.other);
        out.end_object();
    }
}

impl Body {
    fn kind(&self) -> &'static str {
        match self {
            Body::Experience { .. } => "experience",
            Body::Generic { .. } => "generic",
            Body::Text { .. } => "text",
        }
    }
}

impl ToJson for ExperienceItem {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("id", &self.id);
        out.member("title", &self.title);
        out.member("organization", &self.organization);
        out.optional("date_start", &self.date_start);
        out.optional("date_end", &self.date_end);
        out.optional("location", &self.location);
        out.member("highlights", &self.highlights);
        out.members(&self.other);
        out.end_object();
    }
}

impl ToJson for GenericItem {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("id", &self.id);
        out.member("title", &self.title);
        out.optional("subtitle", &self.subtitle);
        out.optional("date", &self.date);
        out.optional("description", &self.description);
        out.members(&self.other);
        out.end_object();
    }
}

impl Basics {
    fn parse(at: &Place) -> Result<Basics, Error> {
        let mut basics = Basics { name: at.text("name")?, ..Basics::default() };
        at.put_optional_text("label", &mut basics.label)?;
        at.put_optional_text("email", &mut basics.email)?;
        at.put_optional_text("phone", &mut basics.phone)?;
        at.put_texts("links", &mut basics.links)?;
        basics.other = at.rest(&["name", "label", "email", "phone", "links"]);
        Ok(basics)
    }
}

impl Section {
    pub(super) fn parse(at: &Place) -> Result<Section, Error> {
        let body = match at.text("type")?.as_str() {
            "experience" => {
                Body::Experience { items: at.each("items", |item| ExperienceItem::parse(&item.object()?))? }
            }
            "generic" => Body::Generic { items: at.each("items", |item| GenericItem::parse(&item.object()?))? },
            "text" => Body::Text { content: at.optional_text("content")?.unwrap_or_default() },
            _ => return Err(malformed(&at.pointer("type"), "must be \"experience\", \"generic\" or \"text\"")),
        };
        let own: &[&str] = match body {
            Body::Text { .. } => &["id", "title", "type", "content"],
            _ => &["id", "title", "type", "items"],
        };
        Ok(Section { id: at.name("id")?, title: at.name("title")?, body, other: at.rest(own) })
    }

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

impl ExperienceItem {
    fn parse(at: &Place) -> Result<ExperienceItem, Error> {
        let mut item = ExperienceItem { id: at.name("id")?, ..ExperienceItem::default() };
        at.put_text("title", &mut item.title)?;
        at.put_text("organization", &mut item.organization)?;
        at.put_optional_text("date_start", &mut item.date_start)?;
        at.put_optional_text("date_end", &mut item.date_end)?;
        at.put_optional_text("location", &mut item.location)?;
        at.put_texts("highlights", &mut item.highlights)?;
        item.other = at.rest(&["id", "title", "organization", "date_start", "date_end", "location", "highlights"]);
        Ok(item)
    }
}

impl GenericItem {
    fn parse(at: &Place) -> Result<GenericItem, Error> {
        let mut item = GenericItem { id: at.name("id")?, ..GenericItem::default() };
        at.put_text("title", &mut item.title)?;
        at.put_optional_text("subtitle", &mut item.subtitle)?;
        at.put_optional_text("date", &mut item.date)?;
        at.put_optional_text("description", &mut item.description)?;
        item.other = at.rest(&["id", "title", "subtitle", "date", "description"]);
        Ok(item)
    }
}
