//! Reads and writes the JSON of a resume. A read error names the place of the first mistake.

use super::{Basics, Body, ExperienceItem, GenericItem, Resume, Section};
use crate::place::{malformed, Place};
use serde_json::{Map, Value};
use stepgate_engine::Error;
use stepgate_json::{to_text, FromJson, ToJson, Writer};

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

impl Resume {
    /// Reads a resume in the guide's own form; `place` is the JSON pointer of `value`.
    ///
    /// # Errors
    /// `malformed`, at the first value that is missing or of a wrong type, an empty title, or an id that is used twice.
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

    fn check_ids(&self, place: &str) -> Result<(), Error> {
        let mut seen = Map::new();
        match self.ids().find(|id| seen.insert((*id).to_owned(), Value::Null).is_some()) {
            Some(id) => Err(malformed(&format!("{place}/sections"), &format!("the id {} is used twice", to_text(&id)))),
            None => Ok(()),
        }
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
    pub(crate) fn parse(at: &Place) -> Result<Section, Error> {
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
