//! Moves the workflow from task to task (spec.md 7.2, 7.3 and 7.4).

use super::destination::Destination;
use super::editor::{self, EditError};
use super::model::{ExecutionDoc, Guide, GuideState, Status};
use super::note::{note, note_state, Note, ASKED_AGAIN};
use super::outline;
use super::resume::{Resume, Section};
use super::undo::Applied;
use super::words;
use super::workflow::Workflow;
use stepgate_engine::Lang;
use stepgate_json::value;

/// Number of applied changes that can be undone.
const UNDO_DEPTH: usize = 20;
/// Longest words of a wish that are quoted, in characters.
const LONGEST_WISH: usize = 120;

impl Workflow {
    /// Hands the document to the editor and advances, or returns it to the user on failure (spec.md 7.2).
    pub(super) fn hand_off(&mut self, lang: Lang, notes: &mut Vec<Note>) {
        let Some(document) = self.guide().and_then(|guide| guide.document.clone()) else { return };
        self.set_status(Status::Confirmed, notes);
        let (resume, ids) = (&self.resume, &mut self.ids);
        match editor::apply(&document, resume, &mut || ids.next(resume)) {
            Ok(resume) => {
                let next = self.revision + 1;
                self.record(&document, &resume);
                self.applied.extend(Applied::between(&self.resume, &resume, document.task_id, next));
                self.applied.drain(..self.applied.len().saturating_sub(UNDO_DEPTH));
                self.undone.clear();
                self.resume = resume;
                self.rename();
                self.resume_changed(&[("task_id", document.task_id.into())], notes);
                self.complete(lang, notes);
            }
            Err(error) => self.hand_back(error, lang, notes),
        }
    }

    /// Records in the current task what `document` has changed or added in `after`.
    fn record(&mut self, document: &ExecutionDoc, after: &Resume) {
        let (mut added, changed) = (entries_added(&self.resume, after), self.entry_id());
        let Some(task) = self.tasks.get_mut(self.current) else { return };
        if document.adds_lines() {
            task.added_lines.extend(added); // those that an undo brings back stay
        } else {
            task.applied_to = if added.len() == 1 { added.pop() } else { changed };
        }
    }

    /// Names the current task after its entry, once the resume has the title that the dialogue gave it.
    fn rename(&mut self) {
        let is_named =
            self.guide().is_some_and(|guide| guide.entry.as_ref().is_some_and(|entry| entry.title.is_some()));
        let place = outline::place(self);
        if let Some(task) = self.tasks.get_mut(self.current).filter(|_| is_named) {
            task.section = place;
        }
    }

    /// Id of the entry that the current task changes.
    fn entry_id(&self) -> Option<String> {
        Destination::of(self.task()?, &self.resume).entry_id().map(str::to_owned)
    }

    /// Completes the current task after its document was applied, and advances.
    pub(super) fn complete(&mut self, lang: Lang, notes: &mut Vec<Note>) {
        if let Some(guide) = self.guide_mut() {
            guide.asked = None;
        }
        self.set_status(Status::Completed, notes);
        self.last_completed = Some(self.current);
        self.advance(false, lang, notes);
    }

    /// Returns a document that could not be applied: the user may retry, change or reject it.
    fn hand_back(&mut self, error: EditError, lang: Lang, notes: &mut Vec<Note>) {
        notes.push(words::error(error.code(), None, lang));
        let Some(guide) = self.guide_mut() else { return };
        guide.state = GuideState::Confirming;
        let document = value! { "document": guide.document };
        note_state(GuideState::Finished, GuideState::Confirming, notes);
        self.set_status(Status::InProgress, notes);
        notes.push(note("confirm", document));
    }

    /// Enters the next task: the most recently interrupted one, else the next in plan order, starting over after the last.
    pub(super) fn advance(&mut self, by_skip: bool, lang: Lang, notes: &mut Vec<Note>) {
        if self.all_done() {
            notes.push(note("all_done", value! {}));
            notes.extend(self.open_wishes(lang));
            return;
        }
        let is_open = |at: &usize| self.tasks.get(*at).is_some_and(|task| !task.status.is_done());
        let interrupted = self.return_stack.iter().rposition(is_open);
        let next = interrupted.and_then(|at| self.return_stack.get(at).copied());
        self.return_stack.truncate(interrupted.unwrap_or(0));
        if let Some(next) = next.or_else(|| self.first_open_from(self.current + 1)) {
            self.enter(next, notes);
        }
        if let Some(guide) = self.guide_mut().filter(|guide| guide.pace.is_silent()) {
            guide.entered_by_skip = by_skip;
        }
    }

    /// Notice of the words that led to a task whose text has not changed since.
    fn open_wishes(&self, lang: Lang) -> Option<Note> {
        let wishes = self.tasks.iter().filter_map(|task| {
            let words = self.guides.get(&task.id)?.wish.as_deref()?;
            Some((outline::cut(&outline::one_line(words), LONGEST_WISH), task.section.as_str()))
        });
        let wishes: Vec<_> = wishes.collect();
        (!wishes.is_empty()).then(|| words::open_wishes(&wishes, lang))
    }

    /// Interrupts the current task and enters another one (spec.md 7.4).
    pub(super) fn switch(&mut self, to: usize, notes: &mut Vec<Note>) {
        if let Some(status) = self.task().map(|task| task.status).filter(|status| !status.is_done()) {
            self.return_stack.retain(|&at| at != self.current);
            self.return_stack.push(self.current);
            if status != Status::Pending {
                self.set_status(Status::Pending, notes);
            }
        }
        self.enter(to, notes);
        if let Some(guide) = self.guide_mut() {
            guide.declined = false;
        }
        if let Some(guide) = self.guide_mut().filter(|guide| guide.state == GuideState::Finished) {
            guide.state = GuideState::Drafting;
            guide.document = None;
            note_state(GuideState::Finished, GuideState::Drafting, notes);
        }
        if self.task().is_some_and(|task| task.status != Status::InProgress) {
            self.set_status(Status::InProgress, notes);
        }
    }

    /// Puts a completed or skipped task back in progress once it has a draft to approve (spec.md 7.1 and 7.3).
    pub(super) fn reopen(&mut self, notes: &mut Vec<Note>) {
        let has_draft =
            self.guide().is_some_and(|guide| matches!(guide.state, GuideState::Drafting | GuideState::Confirming));
        if has_draft && self.task().is_some_and(|task| task.status.is_done()) {
            self.set_status(Status::InProgress, notes);
        }
    }

    /// Forgets the open question of a task: the user comes to it with other words.
    pub(super) fn forget_question(&mut self, of: usize) {
        let guide = self.tasks.get(of).and_then(|task| self.guides.get_mut(&task.id));
        if let Some(guide) = guide {
            guide.asked = None;
        }
    }

    /// Makes a task the current one. If the user has not answered its last question, the question is shown again.
    pub(super) fn enter(&mut self, to: usize, notes: &mut Vec<Note>) {
        let Some(id) = self.tasks.get(to).map(|task| task.id) else { return };
        self.current = to;
        self.guides.entry(id).or_insert_with(Guide::fresh);
        notes.push(note("task_started", value! { "id": id }));
        if let Some(asked) = self.guide().and_then(|guide| guide.asked.as_ref()) {
            notes.push(note(ASKED_AGAIN, value! { "text": asked }));
        }
    }
}

/// Ids of the items that `after` has and `before` has not.
fn entries_added(before: &Resume, after: &Resume) -> Vec<String> {
    let is_new = |id: &&str| !before.ids().any(|old| old == *id);
    after.sections.iter().flat_map(Section::item_ids).filter(is_new).map(str::to_owned).collect()
}
