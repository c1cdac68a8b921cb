//! What flows from action to action (stepper specification, 3.7): an ordered map, what was touched last at the end.

use serde_json::{Map, Value};

/// The key under which the text of a file stands.
const FILE: &str = "file:";
/// A text is compacted if it has more characters than this, to so many of its beginning and of its end.
const LONGEST: usize = 640;
const HEAD: usize = 400;
const TAIL: usize = 200;
/// What stands for the middle, after the number of its characters.
const OMITTED: &str = " characters omitted …]\n";

/// Takes the result of an action on.
pub fn update(context: &mut Map<String, Value>, tool: &str, params: &Value, result: &str) {
    context.insert("last_result".into(), result.into());
    let param = |key: &str| params.get(key).and_then(Value::as_str).unwrap_or_default();
    match tool {
        "read_file" => touch(context, param("path"), result),
        "write_file" => {
            touch(context, param("path"), param("content"));
            create(context, param("path"));
        }
        "ask_user" => {
            context.insert(format!("answer:{}", param("question")), result.into());
        }
        _ => {}
    }
}

/// A file was read or written: its text stands at the end.
fn touch(context: &mut Map<String, Value>, path: &str, text: &str) {
    let key = [FILE, path].concat();
    context.shift_remove(&key);
    context.insert(key, text.into());
}

fn create(context: &mut Map<String, Value>, path: &str) {
    if !context.contains_key("created_files") {
        context.insert("created_files".into(), Value::Array(Vec::new()));
    }
    if let Some(Value::Array(paths)) = context.get_mut("created_files") {
        if !paths.iter().any(|known| known == path) {
            paths.push(path.into());
        }
    }
}

/// The files whose text is known: paths and texts, the newest last.
pub fn files(context: &Map<String, Value>) -> Vec<(&str, &str)> {
    let mut files = Vec::new();
    for (key, text) in context {
        if let (Some(path), Some(text)) = (key.strip_prefix(FILE), text.as_str()) {
            files.push((path, text));
        }
    }
    files
}

/// Whether a text was compacted: it is not the file's.
pub fn is_cut(text: &str) -> bool {
    text.chars().count() <= LONGEST && text.contains(OMITTED)
}

/// If the texts of all files are more than `limit` bytes, all but the `recent` newest are cut. The paths of those that were.
pub fn compact(context: &mut Map<String, Value>, limit: u32, recent: u32) -> Vec<String> {
    let files = files(context);
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let old = files.len().saturating_sub(recent as usize);
    if bytes <= limit as usize {
        return Vec::new();
    }
    let long = |(_, text): &&(&str, &str)| text.chars().count() > LONGEST;
    let paths: Vec<String> = files.iter().take(old).filter(long).map(|(path, _)| (*path).to_owned()).collect();
    for path in &paths {
        if let Some(Value::String(text)) = context.get_mut(&[FILE, path].concat()) {
            *text = shortened(text);
        }
    }
    paths
}

/// The beginning and the end of a text.
fn shortened(text: &str) -> String {
    let count = text.chars().count();
    let at = |index: usize| text.char_indices().nth(index).map_or(text.len(), |(at, _)| at);
    let (head, tail) = (text.get(..at(HEAD)), text.get(at(count.saturating_sub(TAIL))..));
    let omitted = count.saturating_sub(HEAD + TAIL) as u64;
    let mark = format!("\n[… {omitted}{}", OMITTED);
    [head.unwrap_or_default(), &mark, tail.unwrap_or_default()].concat()
}
