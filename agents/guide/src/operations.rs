//! Operations on a workflow: a new plan, turns, buttons and edits (spec.md 3.9 and 7).

use super::decision::NextAction;
use super::destination::Destination;
use super::document;
use super::model::{GuideState, Status, Task};
use super::note::{note, note_state, Note};
use super::outline;
use super::resume::Resume;
use super::stage::Planning;
use super::target::{resolve, Target};
use super::transition::{self, Button};
use super::turn::{Action, Document, Turn};
use super::words;
use super::workflow::Workflow;
use stepgate_engine::Lang;
use stepgate_json::value;

impl Workflow {
    /// Replaces the plan. All dialogues start afresh, and the first task that is not done becomes the current one.
    pub fn set_plan(&mut self, tasks: Vec<Task>, notes: &mut Vec<Note>) {
        let used = self.tasks.iter().map(|task| task.id).max().unwrap_or(0);
        self.threads_from = self.threads_from.wrapping_add(used);
        self.tasks = tasks;
        self.fill_empty();
        self.planning = Planning::Idle;
        self.guides.clear();
        self.return_stack.clear();
        self.applied.clear();
        self.undone.clear();
        self.last_completed = None;
        self.enter(self.first_open_from(0).unwrap_or(0), notes);
    }

    /// Lets each task for an empty section add to it, whatever comes there meanwhile.
    pub(super) fn fill_empty(&mut self) {
        self.tasks.iter_mut().for_each(|task| task.adds |= Destination::of(task, &self.resume).fills(task));
    }

    /// Begins a turn: a pending task becomes one in progress.
    pub fn begin(&mut self, notes: &mut Vec<Note>) {
        if self.task().is_some_and(|task| task.status == Status::Pending) {
            self.set_status(Status::InProgress, notes);
        }
    }

    /// The target of a backtrack to `name`; without a name, rule R0 of spec.md 3.5 decides. Call it after
    /// [`Pace::hear`](super::pace::Pace::hear) has counted the user's message.
    pub fn target(&self, name: Option<&str>) -> Target {
        if let Some(name) = name {
            return resolve(name, &self.tasks, self.current);
        }
        let is_first_word =
            self.guide().is_some_and(|guide| guide.state == GuideState::Discovery && guide.pace.user_turns == 1);
        match self.last_completed {
            Some(task) if is_first_word && task != self.current => Target::Other(task),
            _ => Target::None,
        }
    }

    /// Applies a turn to the current guide and moves the workflow on.
    pub fn take(&mut self, turn: Turn, lang: Lang, notes: &mut Vec<Note>) {
        let Some(task) = self.tasks.get(self.current) else { return };
        let Some(guide) = self.guides.get_mut(&task.id) else { return };
        let from = guide.state;
        if guide.draft != turn.draft {
            guide.replaced = None;
        }
        (guide.state, guide.declined) = (turn.state, turn.declined);
        guide.asks_beside &= matches!(turn.action, Action::SwitchTask(_)); // its question waits there
        if guide.draft != turn.draft || guide.entry != turn.entry {
            self.undone.retain(|undone| undone.task_id != task.id); // a redo would discard the new draft
            (guide.came_with, guide.wish) = (None, None);
        }
        (guide.draft, guide.entry) = (turn.draft, turn.entry);
        match (turn.document, &guide.draft) {
            (Document::Build, Some(draft)) => {
                guide.document = Some(document::build(task, draft, guide.entry.as_ref(), &self.resume));
            }
            (Document::Clear, _) => guide.document = None,
            _ => {}
        }
        notes.extend(turn.notices.iter().map(|code| words::notice(code, turn.verdict, lang)));
        let location = outline::location(self, lang);
        let Some(guide) = self.guide() else { return };
        if turn.draft_shown {
            notes.push(note("draft", value! { "text": guide.draft, "location": location }));
        }
        note_state(from, turn.state, notes);
        match turn.action {
            Action::WaitInput => {}
            Action::RequestConfirm => notes.push(note("confirm", value! { "document": guide.document })),
            Action::Handoff => notes.push(note("handoff", value! { "next_action": NextAction::ConfirmFinish.name() })),
            Action::SwitchTask(to) => {
                notes.push(note("switch_task", value! { "id": self.tasks.get(to).map(|task| task.id) }))
            }
        }
        match turn.action {
            Action::Handoff => self.hand_off(lang, notes),
            Action::SwitchTask(to) => self.switch(to, notes),
            _ => self.reopen(notes),
        }
    }

    /// Presses the confirm or reject button (spec.md 3.9).
    ///
    /// # Errors
    /// The request is refused; the error is the code of the refusal.
    pub fn press(&mut self, button: Button, lang: Lang, notes: &mut Vec<Note>) -> Result<(), &'static str> {
        let turn = transition::press(self.guide().ok_or("no_plan")?, button)?;
        self.take(turn, lang, notes);
        Ok(())
    }

    /// Replaces the draft by one that the user wrote; `text` is in canonical form.
    ///
    /// # Errors
    /// The request is refused; the error is the code of the refusal.
    pub fn rewrite(&mut self, text: &str, lang: Lang, notes: &mut Vec<Note>) -> Result<(), &'static str> {
        let guide = self.guide().ok_or("no_plan")?;
        let turn = transition::rewrite(guide, text)?;
        let replaced = guide.replaced.clone().or(guide.draft.clone()).filter(|old| old != text);
        self.take(turn, lang, notes);
        if let Some(guide) = self.guide_mut() {
            guide.unsaid.clear(); // what the user writes, the user says
            guide.replaced = replaced;
        }
        Ok(())
    }

    /// Presses the backtrack button (spec.md 3.9 and 7.4). Without a name the target is the current task if it can be reopened,
    /// else the most recently completed one.
    ///
    /// # Errors
    /// The request is refused; the error is the code of the refusal.
    pub fn backtrack(&mut self, name: Option<&str>, lang: Lang, notes: &mut Vec<Note>) -> Result<(), &'static str> {
        let turn = transition::back(self.guide().ok_or("no_plan")?, self.back_target(name)?);
        self.take(turn, lang, notes);
        if self.task().is_some_and(|task| task.status.is_done()) {
            self.set_status(Status::InProgress, notes);
        }
        Ok(())
    }

    /// Whether [`Workflow::backtrack`] without a name would be accepted.
    pub fn can_backtrack(&self) -> bool {
        self.back_target(None).is_ok()
    }

    fn back_target(&self, name: Option<&str>) -> Result<Target, &'static str> {
        let guide = self.guide().ok_or("no_plan")?;
        let is_own_moved = matches!(guide.state, GuideState::Confirming | GuideState::Finished)
            || self.task().is_some_and(|task| task.status.is_done());
        let target = match name {
            Some(name) => resolve(name, &self.tasks, self.current),
            None if is_own_moved => Target::Own,
            None => self.last_completed.map_or(Target::None, Target::Other),
        };
        match target {
            Target::NotFound => Err("target_not_found"),
            Target::Other(task) if task != self.current => Ok(target),
            Target::Own if is_own_moved => Ok(target),
            _ => Err("nothing_to_backtrack"),
        }
    }

    /// Skips the current task (spec.md 7.3).
    ///
    /// # Errors
    /// The request is refused; the error is the code of the refusal.
    pub fn skip(&mut self, lang: Lang, notes: &mut Vec<Note>) -> Result<(), &'static str> {
        if !self.can_skip() {
            return Err("cannot_skip");
        }
        self.disarm(notes);
        if let Some(guide) = self.guide_mut() {
            guide.wish = None;
        }
        self.set_status(Status::Skipped, notes);
        self.advance(true, lang, notes);
        Ok(())
    }

    /// Whether [`Workflow::skip`] would be accepted.
    pub fn can_skip(&self) -> bool {
        let is_open = self.task().is_some_and(|task| !task.status.is_done());
        is_open && self.guide().is_some_and(|guide| guide.state != GuideState::Finished)
    }

    /// Replaces the resume by one that the user edited. Pending documents stay: the editor checks them when it applies them.
    pub fn replace_resume(&mut self, resume: Resume, notes: &mut Vec<Note>) {
        (self.resume, self.reading) = (resume, None);
        self.resume_changed(&[], notes);
    }

    /// Undoes the most recent change and returns to its task.
    ///
    /// # Errors
    /// The request is refused; the error is the code of the refusal.
    pub fn undo(&mut self, lang: Lang, notes: &mut Vec<Note>) -> Result<(), &'static str> {
        let applied = self.applied.last().cloned().ok_or("nothing_to_undo")?;
        let at = self.index_of(applied.task_id).ok_or("nothing_to_undo")?;
        self.resume = applied.undo(&self.resume).ok_or("undo_stale")?;
        self.resume_changed(&[("task_id", applied.task_id.into()), ("undone", applied.revision)], notes);
        self.applied.pop();
        self.undone.push(applied);
        if self.last_completed == Some(at) {
            self.last_completed = self.applied.last().and_then(|applied| self.index_of(applied.task_id));
        }
        let target = if at == self.current { Target::Own } else { Target::Other(at) };
        if let Some(guide) = self.guide() {
            let turn = transition::back(guide, target);
            self.take(turn, lang, notes);
        }
        Ok(())
    }

    /// Whether [`Workflow::undo`] would be accepted.
    pub fn can_undo(&self) -> bool {
        self.applied.last().is_some_and(|applied| applied.undo(&self.resume).is_some())
    }

    /// Redoes the most recently undone change and completes its task.
    ///
    /// # Errors
    /// The request is refused; the error is the code of the refusal.
    pub fn redo(&mut self, lang: Lang, notes: &mut Vec<Note>) -> Result<(), &'static str> {
        let (at, resume) = self.redone()?;
        let Some(applied) = self.undone.pop() else { return Err("nothing_to_redo") };
        if at != self.current {
            self.disarm(notes);
            if let Some(guide) = self.guides.get_mut(&applied.task_id) {
                guide.asked = None;
            }
            self.switch(at, notes);
        }
        self.finish_again(notes);
        self.resume = resume;
        self.resume_changed(&[("task_id", applied.task_id.into()), ("redone", applied.revision)], notes);
        self.applied.push(applied);
        self.complete(lang, notes);
        Ok(())
    }

    /// Whether [`Workflow::redo`] would be accepted.
    pub fn can_redo(&self) -> bool {
        self.redone().is_ok()
    }

    /// The task index and the resume after a redo.
    fn redone(&self) -> Result<(usize, Resume), &'static str> {
        let applied = self.undone.last().ok_or("nothing_to_redo")?;
        let at = self.index_of(applied.task_id).ok_or("nothing_to_redo")?;
        Ok((at, applied.redo(&self.resume).ok_or("redo_stale")?))
    }

    /// Puts the current guide back into FINISHED, with a document for its draft.
    fn finish_again(&mut self, notes: &mut Vec<Note>) {
        let (Some(task), Some(guide)) = (self.tasks.get(self.current), self.guide()) else { return };
        let Some(draft) = guide.draft.as_deref() else { return };
        let document = Some(document::build(task, draft, guide.entry.as_ref(), &self.resume));
        if let Some(guide) = self.guide_mut() {
            note_state(guide.state, GuideState::Finished, notes);
            guide.state = GuideState::Finished;
            guide.document = document;
        }
    }
}
