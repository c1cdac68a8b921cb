//! Name and contact as the editor changes and shows them (spec.md 5.2).

use super::changes::{list, text, EditError};
use super::lines::lines;
use super::resume::Basics;
use serde_json::{Map, Value};

/// Sets the fields that `changes` names. If it names none, reads `key: value` lines from its `content`.
pub(super) fn update(basics: &mut Basics, changes: &Map<String, Value>) -> Result<(), EditError> {
    let mut edited = basics.clone();
    for field in Field::ALL {
        if let Field::Links = field {
            edited.links = list(changes, field.key())?.unwrap_or(edited.links);
        } else if let Some(value) = text(changes, field.key())? {
            field.set(&mut edited, value);
        }
    }
    let named = Field::ALL.iter().any(|field| changes.get(field.key()).is_some_and(|value| !value.is_null()));
    if !named && !text(changes, "content")?.is_some_and(|content| read_lines(&mut edited, content)) {
        return Err(EditError::NothingToUpdate);
    }
    *basics = edited;
    Ok(())
}

/// Writes the basics as `key: value` lines that [`update`] can read.
pub(super) fn text_of(basics: &Basics) -> String {
    let fields = [
        ("name", Some(&basics.name)),
        ("label", basics.label.as_ref()),
        ("email", basics.email.as_ref()),
        ("phone", basics.phone.as_ref()),
    ];
    let fields = fields.into_iter().filter_map(|(key, value)| value.map(|value| format!("{key}: {value}")));
    fields.chain(basics.links.iter().map(|link| format!("link: {link}"))).collect::<Vec<_>>().join("\n")
}

/// Sets the fields that the `key: value` lines name, and tells whether there was one.
fn read_lines(basics: &mut Basics, content: &str) -> bool {
    let mut found = false;
    for line in lines(content) {
        let Some((key, value)) = line.split_once([':', '：']) else { continue };
        let (Some(field), value) = (Field::named(key), value.trim()) else { continue };
        if !value.is_empty() {
            field.set(basics, value);
            found = true;
        }
    }
    found
}

/// A field of the basics.
#[derive(Clone, Copy)]
enum Field {
    Name,
    Label,
    Email,
    Phone,
    Links,
}

impl Field {
    const ALL: [Field; 5] = [Field::Name, Field::Label, Field::Email, Field::Phone, Field::Links];

    fn key(self) -> &'static str {
        match self {
            Field::Name => "name",
            Field::Label => "label",
            Field::Email => "email",
            Field::Phone => "phone",
            Field::Links => "links",
        }
    }

    /// The field that the key of a line names, in either language.
    fn named(key: &str) -> Option<Field> {
        match key.trim().to_lowercase().as_str() {
            "姓名" | "name" => Some(Field::Name),
            "电话" | "手机" | "联系电话" | "phone" | "tel" | "mobile" => Some(Field::Phone),
            "邮箱" | "电子邮箱" | "email" | "e-mail" | "mail" => Some(Field::Email),
            "求职意向" | "职位" | "岗位" | "label" | "title" | "headline" => Some(Field::Label),
            "链接" | "主页" | "个人主页" | "网站" | "github" | "linkedin" | "link" | "links" | "website" => {
                Some(Field::Links)
            }
            _ => None,
        }
    }

    /// Sets the field. A link is added to the others unless it is there already.
    fn set(self, basics: &mut Basics, value: &str) {
        let value = value.to_owned();
        match self {
            Field::Name => basics.name = value,
            Field::Label => basics.label = Some(value),
            Field::Email => basics.email = Some(value),
            Field::Phone => basics.phone = Some(value),
            Field::Links if basics.links.contains(&value) => {}
            Field::Links => basics.links.push(value),
        }
    }
}
