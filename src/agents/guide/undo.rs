//! Taking an applied document back: the before-image of what it changed.

use super::resume::{Basics, Resume, Section};
use crate::json::{object, variants};

/// One applied change: the part of the resume it changed, before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// The task whose document it was.
    pub task_id: u32,
    part: Part,
}

object!(Applied { task_id, part });

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Basics { before: Basics, after: Basics },
    Section { before: Option<Section>, after: Section },
}

variants!(Part { Basics "basics" { before, after }, Section "section" { before, after } });

impl Applied {
    /// What the document of `task_id` changed; `None` if it changed nothing.
    pub fn between(before: &Resume, after: &Resume, task_id: u32) -> Option<Applied> {
        if before.basics != after.basics {
            let part = Part::Basics { before: before.basics.clone(), after: after.basics.clone() };
            return Some(Applied { task_id, part });
        }
        let changed = after.sections.iter().find(|section| !before.sections.contains(section))?;
        let old = before.sections.iter().find(|section| section.id == changed.id).cloned();
        Some(Applied { task_id, part: Part::Section { before: old, after: changed.clone() } })
    }

    /// `resume` without the change; `None` if that part was edited since.
    pub fn undo(&self, resume: &Resume) -> Option<Resume> {
        let mut undone = resume.clone();
        match &self.part {
            Part::Basics { before, after } => {
                if undone.basics != *after {
                    return None;
                }
                undone.basics = before.clone();
            }
            Part::Section { before, after } => {
                let at = undone.sections.iter().position(|section| section == after)?;
                undone.sections.splice(at..=at, before.clone());
            }
        }
        Some(undone)
    }
}
