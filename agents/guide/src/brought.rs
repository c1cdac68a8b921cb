//! Images and files that the user has sent along, such as a photo of a resume.

use super::guide::Guide;
use stepgate_engine::prompt::{Message, Role};
use stepgate_engine::{FilePart, State};

/// Thread of a session without tasks: planning, and reading a text.
const FIRST_THREAD: u32 = 0;

/// Whether the user has sent a file. Only the model sees what stands in it, so a number of the model's may come from there.
pub(super) fn has_files(state: &State<Guide>) -> bool {
    let workflow = &state.memory;
    let threads = workflow.tasks.iter().map(|task| workflow.thread(task.id)).chain([FIRST_THREAD]);
    threads.into_iter().any(|thread| !state.transcript().files_of(thread).is_empty())
}

/// A request outside of a task: the user's words with the files sent so far.
pub(super) fn asked(state: &State<Guide>, words: &str) -> Message {
    Message { parts: state.transcript().files_of(FIRST_THREAD), ..Message::new(Role::User, words) }
}

/// The user's words; where there are none, the names of the files that came in their place.
pub(super) fn words_or_names(text: String, parts: &[FilePart]) -> String {
    match text.trim().is_empty() {
        true => parts.iter().map(FilePart::title).collect::<Vec<_>>().join(", "),
        false => text,
    }
}
