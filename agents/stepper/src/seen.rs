//! Files that are known to exist in the workspace, and writes to files whose text the task does not know (spec.md 3.16).

use std::rc::Rc;

use serde_json::{Map, Value};

use super::context;
use super::memory::Memory;
use super::model::Action;
use super::tools::{FROM_LINE, LIST, READ, WRITE};
use super::visible::is_whole;
use super::words;
use stepgate_engine::{Lang, ToolCall};
use stepgate_json::text_of;

/// Parameter with which a write tells the host that the user knows of the file that it replaces.
pub(super) const REPLACES: &str = "replaces";
/// Error code of a write to a file whose text the task does not know.
pub(super) const UNREAD: &str = "unread";
/// Error code of a host whose file was there although the write did not say that it replaces one.
pub(super) const EXISTS: &str = "exists";

/// Error code of a write to a file that the prompts do not show whole.
pub(super) const IN_PART: &str = "seen_in_part";

/// Errors after which a write to the same path is proposed: the model was told, or the file cannot be read.
const TOLD: [&str; 5] = [UNREAD, IN_PART, EXISTS, "not_text", "too_large"];
/// Most paths that are kept; the oldest go first.
const MOST: usize = 2_000;

/// Whether a file is known to exist, and its text if the task knows it whole.
pub(super) fn before<'a>(memory: &'a Memory, path: &str) -> (bool, Option<&'a str>) {
    let text = context::files(&memory.context).into_iter().find(|(known, _)| *known == path).map(|(_, text)| text);
    (text.is_some() || memory.seen.contains_key(path), text.filter(|_| !context::is_cut(&memory.context, path)))
}

/// Whether a call would replace a file of which the model does not see the whole text.
pub(super) fn is_blind(memory: &Memory, tool: &str, params: &Value) -> bool {
    tool == WRITE && before(memory, path(params)).0 && !is_whole(memory, path(params))
}

/// Error of a call that would replace a file that the model has not read, or sees in part. The model is told so once in a step.
pub(super) fn unread(memory: &Memory, tool: &str, params: &Value) -> Option<&'static str> {
    let path = path(params);
    let told = |action: &Action| {
        action.error.as_deref().is_some_and(|code| TOLD.contains(&code)) && self::path(&action.params) == path
    };
    let step = memory.task.as_ref().and_then(|task| task.current());
    let is_told = || step.is_some_and(|step| step.actions.iter().any(told));
    let code = if before(memory, path).1.is_some() { IN_PART } else { UNREAD };
    (is_blind(memory, tool, params) && !is_told()).then_some(code)
}

/// Parameters of a call as the host gets them: a write says so if it replaces a known file, a read is of the whole file.
pub(super) fn for_host(memory: &Memory, tool: &str, params: &Value) -> Value {
    let mut params = params.clone();
    let replaces = before(memory, path(&params)).0;
    match (tool, params.as_object_mut()) {
        (WRITE, Some(members)) if replaces => {
            members.insert(REPLACES.into(), true.into());
        }
        (READ, Some(members)) => {
            members.shift_remove(FROM_LINE);
        }
        _ => {}
    }
    params
}

/// Arguments with which the host ran a call as the stepper keeps them: without `replaces`, and a read with its first line.
pub(super) fn from_host(planned: Option<&ToolCall>, tool: &str, mut args: Value) -> Value {
    let line = planned.and_then(|call| call.args.get(FROM_LINE)).cloned();
    match (tool, args.as_object_mut(), line) {
        (WRITE, Some(members), _) => {
            members.shift_remove(REPLACES);
        }
        (READ, Some(members), Some(line)) => {
            members.insert(FROM_LINE.into(), line);
        }
        _ => {}
    }
    args
}

/// Learns from the result of an action which files exist.
pub(super) fn learn(memory: &mut Memory, tool: &str, params: &Value, result: Result<&str, &str>) {
    let path = path(params);
    match (tool, result) {
        (READ | WRITE, Ok(_)) | (WRITE, Err(EXISTS)) => see(memory, std::iter::once(path)),
        (LIST, Ok(text)) => see(memory, text.lines().map(str::trim).filter(|line| !line.is_empty())),
        (READ, Err("not_found")) => {
            memory.touched += 1;
            Rc::make_mut(&mut memory.seen).shift_remove(path);
        }
        _ => {}
    }
}

/// Learns from the host that these files are there, with texts that the task does not know.
pub(super) fn find(memory: &mut Memory, paths: &[String]) {
    see(memory, paths.iter().map(String::as_str));
    let context = Rc::make_mut(&mut memory.context);
    paths.iter().for_each(|path| context::forget(context, path));
    memory.touch();
}

/// Learns that the user took back the writes of these files.
pub(super) fn take_back(memory: &mut Memory, paths: &[String], lang: Lang) {
    let context = Rc::make_mut(&mut memory.context);
    let seen = Rc::make_mut(&mut memory.seen);
    for path in paths {
        context::take_back(context, path, words::TAKEN_BACK.in_lang(lang));
        seen.shift_remove(path);
    }
    memory.touched += 1;
    memory.touch();
}

fn see<'a>(memory: &mut Memory, paths: impl Iterator<Item = &'a str>) {
    memory.touched += 1;
    let seen = Rc::make_mut(&mut memory.seen);
    seen.extend(paths.map(|path| (path.to_owned(), Value::Null)));
    if let Some(old) = seen.len().checked_sub(MOST).filter(|old| *old > 0) {
        *seen = std::mem::take(seen).into_iter().skip(old).collect::<Map<_, _>>();
    }
}

/// Path that a call is about; blank if it names none.
pub(super) fn path(params: &Value) -> &str {
    text_of(params.get("path"))
}
