//! Tools that the host runs in every session, with the previews of their writes.

use serde_json::Value;

use super::context;
use super::memory::Memory;
use super::tools::{built_in, PATH};
use super::words;
use stepgate_engine::schema::{Problem, Schema};
use stepgate_engine::{Access, Call, Run, Text, Tool};
use stepgate_json::value;

/// Tools that the host runs in every session.
pub(super) fn tools() -> Vec<Tool<Memory>> {
    let text = Schema::string;
    let tool = |name: &'static str, args: Schema, access: Access| Tool {
        name: name.into(),
        about: built_in(name).map_or(Text { zh: "", en: "" }, |tool| tool.about),
        args,
        access,
        internal: false,
        check: preview,
        run: Run::Host,
    };
    vec![
        tool("read_file", Schema::object().field("path", text()), Access::Read),
        tool("write_file", Schema::object().field("path", text()).field("content", text()), Access::Write),
        tool("list_files", Schema::object().field("dir", text()).field("pattern", text()), Access::Read),
    ]
}

/// Preview of a write for its approval card: title, path, whether a known text is replaced, and that text if it is
/// known whole.
fn preview(memory: &Memory, call: &Call) -> Result<Value, Problem> {
    let (args, lang) = (call.args, call.lang);
    let given = args.get("path").and_then(Value::as_str).unwrap_or_default();
    if args.get("path").is_some() && PATH.read(args).as_deref() != Ok(given) {
        let [found, allowed] = [words::A_PATH, words::PATHS].map(|text| text.in_lang(lang).to_owned());
        let plain = Some([words::PATH_IS.in_lang(lang), &allowed, words::END.in_lang(lang)].concat());
        return Err(Problem { path: "/path".into(), found, allowed, plain });
    }
    let files = context::files(&memory.context);
    let before = files.iter().find(|(path, _)| *path == given).map(|(_, text)| *text);
    let whole = before.filter(|text| !context::is_cut(text));
    let title = format!("{} {given}", words::WRITE.in_lang(lang));
    Ok(value! { "title": title, "path": given, "replaces": before.is_some(), "before": whole })
}
