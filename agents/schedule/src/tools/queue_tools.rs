//! The tools of the work queue (spec-tools.md 4.8).

use super::args::Args;
use super::desk::Look;
use super::outcome::{Answer, Failure, Outcome};
use super::queue::Queue;
use super::tasks::task_json;
use super::words;
use stepgate_json::Writer;

/// Answer of a successful move of the current task, as JSON.
pub(super) fn report(queue: &Queue, args: &Args<'_>, outcome: Outcome) -> Outcome {
    let mut out = Writer::object();
    out.member("tool", &args.tool);
    out.member("success", &true);
    out.optional("task_id", &queue.completed_task_ids.last().copied());
    out.member("result", &outcome.text);
    queue.write_counts(&mut out);
    out.end_object();
    Outcome { text: out.text(), ..outcome }
}

/// `queue_status`.
pub(super) fn status(look: &Look<'_>, queue: &mut Queue) -> Answer {
    Ok(answer(look, queue, |_| {}))
}

/// `queue_pop_head`: returns the current task, or takes the next.
pub(super) fn pop_head(look: &Look<'_>, queue: &mut Queue) -> Answer {
    // A task may have vanished with its class since it was queued.
    while queue.current_task_id == 0 && !queue.pending_task_ids.is_empty() {
        let next = queue.pending_task_ids.remove(0);
        if look.timetable.task(next).is_some() {
            queue.current_task_id = next;
        }
    }
    let head = look.timetable.task(queue.current_task_id);
    Ok(answer(look, queue, |out| {
        out.member("has_head", &head.is_some());
        if let Some(task) = head {
            out.key("head");
            task_json(out, look.timetable, task, &task.slots);
        }
    }))
}

/// `queue_skip_head`.
pub(super) fn skip_head(look: &Look<'_>, queue: &mut Queue) -> Answer {
    look.args.word("reason")?;
    if queue.current_task_id == 0 {
        return Err(Failure::new("no_current_task", words::NO_HEAD.in_lang(look.lang)));
    }
    let skipped = queue.current_task_id;
    queue.skipped_task_ids.push(skipped);
    queue.close();
    Ok(answer(look, queue, |out| out.member("skipped_task_id", &skipped)))
}

fn answer(look: &Look<'_>, queue: &Queue, more: impl FnOnce(&mut Writer)) -> Outcome {
    let mut out = Writer::object();
    out.member("tool", &look.args.tool);
    out.member("success", &true);
    more(&mut out);
    queue.write_counts(&mut out);
    out.end_object();
    Outcome::json(out.text())
}
