//! The place in a resume that a task's text goes to (spec.md 5.1).

use super::changes::EditError;
use super::find::{find_any, find_item, item_part, main_part, ItemName};
use super::json_resume;
use super::model::{Strategy, Task};
use super::resume::{Body, Form, Resume, Section};

/// Place that a task's text goes to.
pub(super) enum Destination<'r> {
    /// Name and contact.
    Basics,
    /// The text of a section.
    Text,
    /// All entries of a list such as skills, one for each line.
    List,
    /// An entry; the number is its index in the section.
    Entry(&'r Section, usize),
    /// Entries that the task has added before, one for each line of its text.
    Lines(&'r Section),
    /// An entry that the section does not have yet.
    NewEntry(&'r Section),
    /// A section that the resume does not have yet.
    NewSection(Form),
    /// No certain entry of the section.
    Unclear(&'r Section),
}

const BASICS: [&str; 5] = ["基本信息", "个人信息", "联系方式", "basics", "contact"];
const EXPERIENCE: [&str; 2] = ["经历", "experience"];
const LISTS: [&str; 7] = ["技能", "技术", "专长", "技术栈", "skill", "tech stack", "tools"];

impl<'r> Destination<'r> {
    /// The place that `task` names. The section's content decides; only a title that the resume does not have is judged by its words.
    pub(super) fn of(task: &Task, resume: &'r Resume) -> Destination<'r> {
        let Some(section) = find_any(&task.section, resume) else {
            let name = main_part(&task.section).to_lowercase();
            return match BASICS.iter().any(|word| name.contains(word)) {
                true => Destination::Basics,
                false => Destination::NewSection(form_of_new(&name)),
            };
        };
        let names: Vec<ItemName> = match &section.body {
            Body::Text { .. } => return Destination::Text,
            Body::Generic { .. } if is_list(task, section) => return Destination::List,
            Body::Experience { items } => items.iter().map(ItemName::experience).collect(),
            Body::Generic { items } => items.iter().map(ItemName::generic).collect(),
        };
        let id = entry_id(task, resume);
        if id.is_none() && section.item_ids().any(|id| task.has_line(id)) {
            return Destination::Lines(section);
        }
        if id.is_none() && task.adds {
            return Destination::NewEntry(section);
        }
        match find_item(id, &task.section, &names) {
            Ok(at) => Destination::Entry(section, at),
            Err(EditError::ItemNotFound) if id.is_none() => Destination::NewEntry(section),
            Err(_) => Destination::Unclear(section),
        }
    }

    /// Form of the entry at this place; `None` if the place is no entry.
    pub(super) fn entry(&self) -> Option<Form> {
        match self {
            Destination::Entry(section, _) | Destination::NewEntry(section) => Some(section.body.form()),
            Destination::NewSection(form) => Some(*form).filter(|form| *form != Form::Text),
            _ => None,
        }
    }

    /// Id of the entry at this place.
    pub(super) fn entry_id(&self) -> Option<&'r str> {
        match self {
            Destination::Entry(section, at) => section.item_ids().nth(*at),
            _ => None,
        }
    }

    /// Ids of the entries that the text replaces line by line; empty if it does not.
    pub(super) fn lines(&self, task: &Task) -> Vec<&'r str> {
        match self {
            Destination::Lines(section) => section.item_ids().filter(|id| task.has_line(id)).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the text is a paragraph of its own.
    pub(super) fn is_text(&self) -> bool {
        matches!(self, Destination::Text | Destination::NewSection(Form::Text))
    }

    /// Whether the place is a list of named things, such as certificates, and no skills: by its title, or as a list without entries that
    /// KEYWORD_FILTER is to fill. An entry whose story is asked for is a place of its own.
    pub(super) fn lists_names(&self, task: &Task) -> bool {
        let filters = task.strategy == Strategy::KeywordFilter;
        let (title, is_empty) = match self {
            Destination::NewSection(Form::Generic) => (main_part(&task.section), true),
            Destination::NewEntry(section) if section.body.form() == Form::Generic => {
                (section.title.as_str(), section.item_ids().next().is_none())
            }
            Destination::Entry(section, _) if section.body.form() == Form::Generic && filters => {
                (section.title.as_str(), false)
            }
            Destination::Lines(section) => (section.title.as_str(), true),
            Destination::Unclear(section) if section.body.form() == Form::Generic => (section.title.as_str(), false),
            _ => return false,
        };
        !is_list_title(title) && (json_resume::is_named_list(title) || (is_empty && filters))
    }

    /// Whether the place is an empty section as a whole, so that `task` adds to it whatever comes there meanwhile.
    pub(super) fn fills(&self, task: &Task) -> bool {
        matches!(self, Destination::NewEntry(_)) && item_part(&task.section).is_none()
    }

    /// Whether the text is added to the resume, and replaces nothing.
    pub(super) fn is_new(&self) -> bool {
        matches!(self, Destination::NewEntry(_) | Destination::NewSection(_))
    }
}

/// Form of a new section with this title, in lower case.
pub(super) fn form_of_new(title: &str) -> Form {
    json_resume::form_named(title).unwrap_or(match EXPERIENCE.iter().any(|word| title.contains(word)) {
        true => Form::Experience,
        false => Form::Generic,
    })
}

/// Id of the entry that `task` names, or that its document changed last.
fn entry_id<'t>(task: &'t Task, resume: &Resume) -> Option<&'t str> {
    let is_there = |id: &&String| resume.ids().any(|other| other == id.as_str());
    task.item_id.as_ref().or(task.applied_to.as_ref().filter(is_there)).map(String::as_str)
}

/// Whether each line of a draft for `task` is an entry of `section`. This is so for a list of skills without a named entry.
fn is_list(task: &Task, section: &Section) -> bool {
    task.item_id.is_none() && item_part(&task.section).is_none() && is_list_title(&section.title)
}

/// Title and form of the section that `name` refers to, or of a new one.
pub(super) fn title_and_form<'n>(name: &'n str, resume: &'n Resume) -> (&'n str, Form) {
    match find_any(name, resume) {
        Some(section) => (&section.title, section.body.form()),
        None => (main_part(name), form_of_new(&main_part(name).to_lowercase())),
    }
}

/// Strategy for a task about a section: keywords for a list of skills or of named things, a story for all else.
pub(super) fn strategy_of(title: &str, form: Form) -> Strategy {
    match form == Form::Generic && (is_list_title(title) || json_resume::is_named_list(title)) {
        true => Strategy::KeywordFilter,
        false => Strategy::StarStorytelling,
    }
}

pub(super) fn is_list_title(title: &str) -> bool {
    let title = title.to_lowercase();
    LISTS.iter().any(|word| title.contains(word))
}
