//! Result of a task.

use serde_json::Value;

use super::context;
use super::memory::Memory;
use super::model::StepStatus;
use super::words;
use stepgate_engine::Lang;
use stepgate_json::Writer;

/// Words to the user when a task is completed: the reason of its last step, and the files that were written.
pub(super) fn last_words(memory: &Memory, lang: Lang) -> String {
    let steps = memory.task.as_ref().map_or(&[][..], |task| &task.steps);
    let last = steps.iter().rev().find(|step| step.status == StepStatus::Completed);
    let reason = last.and_then(|step| step.reason.as_deref()).filter(|reason| !reason.is_empty());
    let mut lines = vec![reason.unwrap_or_else(|| words::ALL_DONE.in_lang(lang)).to_owned()];
    let files = context::created(&memory.context);
    if !files.is_empty() {
        lines.extend([String::new(), words::WRITTEN.in_lang(lang).to_owned()]);
        lines.extend(files.iter().map(|path| format!("- {path}")));
    }
    lines.join("\n")
}

/// Result of a task (spec.md 7).
pub(super) fn outcome(memory: &Memory, lang: Lang) -> Value {
    let mut out = Writer::object();
    write(memory, lang, &mut out);
    out.object_value()
}

/// Writes the members of the result.
pub(super) fn write(memory: &Memory, lang: Lang, out: &mut Writer) {
    let Some(task) = &memory.task else { return };
    out.member("status", &task.status);
    out.member("error", &task.error);
    if let Some(code) = &task.error {
        out.member("text", &words::failure(code, lang));
    }
    out.key("summary");
    out.begin_object();
    out.key("steps");
    out.begin_list();
    for step in &task.steps {
        out.begin_object();
        out.member("name", &step.name);
        out.member("status", &step.status);
        out.member("actions", &step.actions.len());
        out.member("reason", &step.reason);
        out.optional("words", &step.words);
        out.end_object();
    }
    out.end_list();
    out.member("total_actions", &task.total_actions);
    out.member("adjustments", &task.adjustments);
    out.end_object();
}
