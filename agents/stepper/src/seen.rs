//! Files that are known to exist in the workspace, and writes to files whose text the task does not know (spec.md 3.16).

use std::rc::Rc;

use serde_json::{Map, Value};

use super::context;
use super::memory::Memory;
use super::model::Action;
use super::tools::{LIST, READ, WRITE};

/// Parameter with which a write tells the host that the user knows of the file that it replaces.
pub(super) const REPLACES: &str = "replaces";
/// Error code of a write to a file whose text the task does not know.
pub(super) const UNREAD: &str = "unread";
/// Error code of a host whose file was there although the write did not say that it replaces one.
pub(super) const EXISTS: &str = "exists";

/// Errors after which a write to the same path is proposed: the model was told, or the file cannot be read.
const TOLD: [&str; 4] = [UNREAD, EXISTS, "not_text", "too_large"];
/// Most paths that are kept; the oldest go first.
const MOST: usize = 2_000;

/// Whether a file is known to exist, and its text if the task knows it whole.
pub(super) fn before<'a>(memory: &'a Memory, path: &str) -> (bool, Option<&'a str>) {
    let text = context::files(&memory.context).into_iter().find(|(known, _)| *known == path).map(|(_, text)| text);
    (text.is_some() || memory.seen.contains_key(path), text.filter(|text| !context::is_cut(text)))
}

/// Whether a call would replace a file that the model has not read. The model is told so once in a step.
pub(super) fn is_unread(memory: &Memory, tool: &str, params: &Value) -> bool {
    if tool != WRITE {
        return false;
    }
    let path = path(params);
    let told = |action: &Action| {
        let code = action.error.as_deref().unwrap_or_default();
        TOLD.contains(&code) && self::path(&action.params) == path
    };
    let step = memory.task.as_ref().and_then(|task| task.current());
    before(memory, path) == (true, None) && !step.is_some_and(|step| step.actions.iter().any(told))
}

/// Parameters of a call as the host gets them: a write says so if it replaces a known file.
pub(super) fn for_host(memory: &Memory, tool: &str, params: &Value) -> Value {
    let mut params = params.clone();
    if let (WRITE, Some(members)) = (tool, params.as_object_mut()) {
        if before(memory, members.get("path").and_then(Value::as_str).unwrap_or_default()).0 {
            members.insert(REPLACES.into(), true.into());
        }
    }
    params
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
    params.get("path").and_then(Value::as_str).unwrap_or_default()
}
