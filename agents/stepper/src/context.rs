//! Context: the ordered map of data that flows between actions, the newest file last (spec.md 3.7).

use serde_json::{Map, Value};

use super::tools::{ASK, LIST, READ, WRITE};
use stepgate_engine::Error;
use stepgate_json::{slice, text_of, value, wanted};

/// Prefix of the keys that hold file texts; the path follows.
const FILE: &str = "file:";
/// Prefix of the keys that hold the user's answers; the question follows.
const ANSWER: &str = "answer:";
/// Keys of the list of created files, of the list of files whose texts are not whole, of the newest result, and of the newest list of files.
const CREATED: &str = "created_files";
const CUT: &str = "cut_files";
const LAST: &str = "last_result";
const LISTED: &str = "listed_files";
/// A text longer than this many characters is shortened to its first `HEAD` and last `TAIL` characters.
const LONGEST: usize = 640;
const HEAD: usize = 400;
const TAIL: usize = 200;
/// End of the mark that replaces the middle; the number of omitted characters stands before it.
const OMITTED: &str = " characters omitted …]\n";

/// Checks a context that comes from outside: file texts and answers are texts, and the created and the cut files are paths.
///
/// # Errors
/// The place of the first value that is not.
pub fn check(context: &Map<String, Value>) -> Result<(), Error> {
    for (key, value) in context {
        if (key.starts_with(FILE) || key.starts_with(ANSWER)) && !value.is_string() {
            return Err(wanted("a text").within(key));
        }
        if [CREATED, CUT].contains(&key.as_str())
            && !value.as_array().is_some_and(|paths| paths.iter().all(Value::is_string))
        {
            return Err(wanted("a list of paths").within(key));
        }
    }
    Ok(())
}

/// Path of the file whose text this key holds.
pub fn path_of(key: &str) -> Option<&str> {
    key.strip_prefix(FILE)
}

/// Whether the stepper itself keeps this key, so that it is no data of the page.
pub fn is_own(key: &str) -> bool {
    key.starts_with(FILE) || key.starts_with(ANSWER) || ["task", LAST, CREATED, CUT, LISTED].contains(&key)
}

/// Question and answer of a key that holds one.
pub fn question_of(key: &str) -> Option<&str> {
    key.strip_prefix(ANSWER)
}

/// Adds words of the user about a question; those before stay.
pub fn answer(context: &mut Map<String, Value>, question: &str, words: &str) {
    let key = [ANSWER, question].concat();
    let all = match context.get(&key).and_then(Value::as_str) {
        Some(before) => [before, "\n", words].concat(),
        None => words.to_owned(),
    };
    context.insert(key, all.into());
}

/// Call and result of the newest list of files.
pub fn listed(context: &Map<String, Value>) -> Option<(String, &str)> {
    let listed = context.get(LISTED)?;
    let text = |key: &str| listed.get(key).and_then(Value::as_str);
    let call = ["list_files", text("dir")?, text("pattern")?];
    let words: Vec<&str> = call.into_iter().filter(|word| !word.is_empty()).collect();
    Some((words.join(" "), text("files")?))
}

/// Adds the result of a successful action to the context.
pub fn update(context: &mut Map<String, Value>, tool: &str, params: &Value, result: &str) {
    context.insert(LAST.into(), result.into());
    let param = |key: &str| text_of(params.get(key));
    match tool {
        READ => touch(context, param("path"), result),
        LIST => {
            let listed = value! { "dir": param("dir"), "pattern": param("pattern"), "files": result };
            context.insert(LISTED.into(), listed);
        }
        WRITE => {
            touch(context, param("path"), param("content"));
            list(context, CREATED, param("path"));
        }
        ASK => {
            context.insert([ANSWER, param("question")].concat(), result.into());
        }
        _ => {}
    }
}

/// Stores the text of a file that was read or written, as the newest.
fn touch(context: &mut Map<String, Value>, path: &str, text: &str) {
    let key = [FILE, path].concat();
    context.shift_remove(&key);
    context.insert(key, text.into());
    unlist(context, CUT, path);
}

/// Adds a path to the list under a key, once.
fn list(context: &mut Map<String, Value>, key: &str, path: &str) {
    if !context.contains_key(key) {
        context.insert(key.into(), Value::Array(Vec::new()));
    }
    if let Some(Value::Array(paths)) = context.get_mut(key) {
        if !paths.iter().any(|known| known == path) {
            paths.push(path.into());
        }
    }
}

fn unlist(context: &mut Map<String, Value>, key: &str, path: &str) {
    if let Some(Value::Array(paths)) = context.get_mut(key) {
        paths.retain(|known| known != path);
    }
}

fn listed_paths<'a>(context: &'a Map<String, Value>, key: &str) -> impl Iterator<Item = &'a str> {
    context.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// Paths that the task wrote.
pub fn created(context: &Map<String, Value>) -> Vec<&str> {
    listed_paths(context, CREATED).collect()
}

/// Paths and texts of the known files, the newest last.
pub fn files(context: &Map<String, Value>) -> Vec<(&str, &str)> {
    let mut files = Vec::new();
    for (key, text) in context {
        if let (Some(path), Some(text)) = (key.strip_prefix(FILE), text.as_str()) {
            files.push((path, text));
        }
    }
    files
}

/// Whether the text of a file stands in the context.
pub fn has_file(context: &Map<String, Value>, path: &str) -> bool {
    context.get(&[FILE, path].concat()).is_some_and(Value::is_string)
}

/// Whether the text of this file was shortened or left out, so that it is not the whole file.
pub fn is_cut(context: &Map<String, Value>, path: &str) -> bool {
    listed_paths(context, CUT).any(|cut| cut == path)
}

/// Shortens the file texts when they exceed `limit` bytes together, except the `recent` newest. Returns the paths of
/// the shortened ones.
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
        list(context, CUT, path);
    }
    paths
}

/// Leaves out the text of a file that was changed elsewhere, if the context has it. The key stays.
pub fn forget(context: &mut Map<String, Value>, path: &str) {
    if let Some(Value::String(text)) = context.get_mut(&[FILE, path].concat()) {
        *text = format!("[… {}{}", text.chars().count(), OMITTED);
        list(context, CUT, path);
    }
}

/// Forgets a file whose write was taken back: its text, and that the task made it. The model is told with the user's answers.
pub fn take_back(context: &mut Map<String, Value>, path: &str, told: &str) {
    context.shift_remove(&[FILE, path].concat());
    [CREATED, CUT].iter().for_each(|key| unlist(context, key, path));
    context.insert([ANSWER, WRITE, " ", path].concat(), told.into());
}

/// First and last characters of a text around a mark with the number omitted.
fn shortened(text: &str) -> String {
    let count = text.chars().count();
    let at = |index: usize| text.char_indices().nth(index).map_or(text.len(), |(at, _)| at);
    let (head, tail) = (slice(text, ..at(HEAD)), slice(text, at(count.saturating_sub(TAIL))..));
    let omitted = count.saturating_sub(HEAD + TAIL) as u64;
    let mark = format!("\n[… {omitted}{}", OMITTED);
    [head, &mark, tail].concat()
}
