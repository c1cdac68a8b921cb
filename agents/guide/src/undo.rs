//! Undoes and redoes applied documents. Each change is stored as two copies of the changed part: before and after
//! (docs/decisions/035-redo-never-overwrites.md).

use super::resume::{Basics, Resume, Section};
use stepgate_json::Json;

/// One applied change of the resume.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Applied {
    /// Id of the task whose document was applied.
    pub task_id: u32,
    part: Part,
    /// Revision of the resume after the change; 0 if an older version of the agent saved it.
    #[json(optional)]
    pub revision: u64,
}

#[derive(Clone, Debug, PartialEq, Json)]
enum Part {
    Basics { before: Basics, after: Basics },
    Section { before: Option<Section>, after: Section },
}

impl Applied {
    /// The difference between two resumes, or `None` if they are equal. `task_id` and `revision` are stored with it.
    pub fn between(before: &Resume, after: &Resume, task_id: u32, revision: u64) -> Option<Applied> {
        if before.basics != after.basics {
            let part = Part::Basics { before: before.basics.clone(), after: after.basics.clone() };
            return Some(Applied { task_id, revision, part });
        }
        let changed = after.sections.iter().find(|section| !before.sections.contains(section))?;
        let old = before.sections.iter().find(|section| section.id == changed.id).cloned();
        Some(Applied { task_id, revision, part: Part::Section { before: old, after: changed.clone() } })
    }

    /// `resume` without the change; `None` if the changed part was edited since.
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

    /// `resume` with the change applied again; `None` if the changed part was edited since the undo.
    pub fn redo(&self, resume: &Resume) -> Option<Resume> {
        let mut redone = resume.clone();
        match &self.part {
            Part::Basics { before, .. } if redone.basics != *before => return None,
            Part::Basics { after, .. } => redone.basics = after.clone(),
            Part::Section { before: Some(before), after } => {
                *redone.sections.iter_mut().find(|section| *section == before)? = after.clone();
            }
            Part::Section { before: None, after } => {
                let is_there = |section: &Section| section.id == after.id || section.title == after.title;
                if redone.sections.iter().any(is_there) {
                    return None;
                }
                redone.sections.push(after.clone());
            }
        }
        Some(redone)
    }
}
