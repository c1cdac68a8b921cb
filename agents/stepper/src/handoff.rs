//! State that one session hands to another (spec.md 7).

use std::rc::Rc;

use serde_json::{Map, Value};

use super::context;
use super::memory::{Memory, Run};
use super::model::{Task, Whole};
use super::seen;
use super::tools::LIST;
use stepgate_engine::{Error, ToolCall};
use stepgate_json::{read, wanted, FromJson, Writer};

/// Version of the state that is handed to another session.
const SCHEMA: u32 = 1;

/// Writes the members of the state, except the context.
pub(super) fn write(memory: &Memory, out: &mut Writer) {
    out.member("schema_version", &SCHEMA);
    out.member("task", &memory.task.as_ref().map(Whole));
    out.member("run", &memory.run);
    out.member("made", &memory.made);
}

/// State of another session, as [`write`] gives it.
#[derive(FromJson)]
struct Carried {
    schema_version: u32,
    task: Task,
    #[json(optional)]
    run: Run,
    #[json(optional)]
    made: u32,
    #[json(optional)]
    context: Map<String, Value>,
}

/// Takes over the state of another session; the clocks restart.
///
/// # Errors
/// The state is malformed, breaks the plan's invariants, or has an open call that this session cannot make.
pub(super) fn take(memory: &mut Memory, value: &Value) -> Result<(), Error> {
    let Carried { schema_version, mut task, mut run, made, context } = read(value)?;
    if schema_version != SCHEMA {
        return Err(wanted("1").within("schema_version"));
    }
    if value.get("task").and_then(|task| task.get("steps")).is_none() {
        return Err(wanted("given").below("/task/steps"));
    }
    task.check().map_err(|error| error.within("task"))?;
    context::check(&context).map_err(|error| error.within("context"))?;
    // The clocks, the decision counts and the transcript belong to the other session.
    (run.step_from, run.task_from, run.cached, run.decisions) = (0, 0, 0, 0);
    // The model is asked again whether the step is complete.
    run.claim = None;
    // Nothing that was approved elsewhere is approved here.
    run.batch.clear();
    (run.approved, run.asks_batch) = (false, false);
    for step in &mut task.steps {
        for action in &mut step.actions {
            action.entry = None;
        }
    }
    let valid = |call: &ToolCall| memory.validate(&call.name, &call.args).as_ref() == Ok(&call.args);
    if run.call.as_ref().is_some_and(|call| !valid(call)) {
        return Err(wanted("a call this session can make").below("/run/call"));
    }
    memory.threads = task.steps.len() as u32;
    // Ids of removed steps must not be used again either, so counting goes on from the larger number.
    memory.made = made.max(task.steps.len() as u32);
    if let Some((_, files)) = context::listed(&context) {
        seen::learn(memory, LIST, &Value::Null, Ok(files));
    }
    memory.context = Rc::new(context);
    memory.touch();
    memory.task = Some(task);
    memory.run = run;
    Ok(())
}
