//! Result of a task.

use serde_json::Value;

use super::memory::Memory;
use super::words;
use stepgate_engine::Lang;
use stepgate_json::Writer;

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
        out.end_object();
    }
    out.end_list();
    out.member("total_actions", &task.total_actions);
    out.member("adjustments", &task.adjustments);
    out.end_object();
}
