//! Tools for files, thoughts and questions, and tools that the page declares (spec.md 5).

use serde_json::{Map, Value};

use super::context;
use super::memory::Memory;
use super::words;
use stepgate_engine::schema::{Problem, Schema};
use stepgate_engine::Text;
use stepgate_engine::{Access, Run, Tool, ToolFacts};
use stepgate_engine::{Error, Lang};
use stepgate_json::{value, FromJson, Members, ToJson, Writer};

/// Tool of a thought: nothing runs.
pub(super) const THINK: &str = "think";
/// Tool that asks the user a question.
pub(super) const ASK: &str = "ask_user";
/// Longest path, in characters.
const LONGEST_PATH: usize = 200;

/// Tool that every stepper session has.
struct BuiltIn {
    name: &'static str,
    about: Text,
    params: &'static [Param],
}

/// Parameter of such a tool. Without a default it is required.
struct Param {
    name: &'static str,
    aliases: &'static [&'static str],
    kind: ParamKind,
    default: Option<&'static str>,
}

#[derive(Clone, Copy)]
enum ParamKind {
    Path,
    /// Text that must not be blank.
    Words,
    Text,
}

const PATH: Param =
    Param { name: "path", aliases: &["file_path", "filename", "file"], kind: ParamKind::Path, default: None };
const CONTENT: Param = Param { name: "content", aliases: &[], kind: ParamKind::Text, default: None };
const DIR: Param =
    Param { name: "dir", aliases: &["directory", "dir_path", "path"], kind: ParamKind::Path, default: Some("") };
const PATTERN: Param = Param { name: "pattern", aliases: &[], kind: ParamKind::Text, default: Some("*") };
const QUESTION: Param = Param { name: "question", aliases: &[], kind: ParamKind::Words, default: None };

const BUILT_IN: [BuiltIn; 5] = [
    BuiltIn { name: "read_file", about: words::READ_FILE, params: &[PATH] },
    BuiltIn { name: "write_file", about: words::WRITE_FILE, params: &[PATH, CONTENT] },
    BuiltIn { name: "list_files", about: words::LIST_FILES, params: &[DIR, PATTERN] },
    BuiltIn { name: THINK, about: words::THINK, params: &[] },
    BuiltIn { name: ASK, about: words::ASK_USER, params: &[QUESTION] },
];

fn built_in(name: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|tool| tool.name == name)
}

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
fn preview(memory: &Memory, args: &Value) -> Result<Value, Problem> {
    let given = args.get("path").and_then(Value::as_str).unwrap_or_default();
    if args.get("path").is_some() && PATH.read(args).as_deref() != Ok(given) {
        let [found, allowed] = [words::A_PATH, words::PATHS].map(|text| text.in_lang(memory.lang).to_owned());
        let plain = Some([words::PATH_IS.in_lang(memory.lang), &allowed, words::END.in_lang(memory.lang)].concat());
        return Err(Problem { path: "/path".into(), found, allowed, plain });
    }
    let files = context::files(&memory.context);
    let before = files.iter().find(|(path, _)| *path == given).map(|(_, text)| *text);
    let whole = before.filter(|text| !context::is_cut(text));
    let title = format!("{} {given}", words::WRITE.in_lang(memory.lang));
    Ok(value! { "title": title, "path": given, "replaces": before.is_some(), "before": whole })
}

/// Tool that the page declares in the input.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) about: String,
    /// JSON Schema of the arguments, as the page gave it.
    pub(super) given: Value,
    pub(super) args: Schema,
    pub(super) writes: bool,
}

impl ToJson for Declared {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("name", &self.name);
        out.member("about", &self.about);
        out.member("args", &self.given);
        out.optional("writes", &self.writes);
        out.end_object();
    }
}

impl FromJson for Declared {
    fn blank() -> Self {
        let (name, about) = (String::new(), String::new());
        Declared { name, about, given: Value::Null, args: Schema::object(), writes: false }
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        members.required("name", &mut self.name)?;
        members.required("about", &mut self.about)?;
        members.required("args", &mut self.given)?;
        members.optional("writes", &mut self.writes)?;
        members.only(&["name", "about", "args", "writes"])?;
        self.args = Schema::parse(&self.given).map_err(|error| error.below("/args"))?;
        let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if self.name.is_empty() || self.name.len() > 64 || !self.name.chars().all(name) {
            return Err(stepgate_json::wanted("1 to 64 letters, digits, _ or -").within("name"));
        }
        if built_in(&self.name).is_some() {
            return Err(stepgate_json::wanted("another name than those of the stepper's own tools").within("name"));
        }
        Ok(())
    }
}

impl Declared {
    pub(super) fn facts(&self) -> ToolFacts<'_> {
        let access = if self.writes { Access::Write } else { Access::Read };
        ToolFacts { name: &self.name, about: &self.about, args: &self.args, access, internal: false, host: true }
    }
}

impl Memory {
    pub(super) fn declared(&self, name: &str) -> Option<&Declared> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Whether a tool writes.
    pub(super) fn writes(&self, name: &str) -> bool {
        name == "write_file" || self.declared(name).is_some_and(|tool| tool.writes)
    }

    /// Names of all tools, the stepper's own first.
    pub(super) fn tool_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = BUILT_IN.iter().map(|tool| tool.name).collect();
        names.extend(self.tools.iter().map(|tool| tool.name.as_str()));
        names
    }

    /// Tool list for the prompt, one line each: name, parameters, purpose.
    pub(super) fn tool_list(&self, lang: Lang) -> String {
        let mut text = String::new();
        for tool in &BUILT_IN {
            let names: Vec<&str> = tool.params.iter().map(|param| param.name).collect();
            line(&mut text, tool.name, &names.join(", "), tool.about.in_lang(lang));
        }
        for tool in self.tools.iter() {
            line(&mut text, &tool.name, &stepgate_json::to_text(&tool.given), &tool.about);
        }
        text
    }

    /// Normalises the parameters of a call (spec.md 5.2).
    ///
    /// # Errors
    /// `unknown_tool`, `invalid_params` or `invalid_path`.
    pub fn validate(&self, tool: &str, params: &Value) -> Result<Value, &'static str> {
        if let Some(tool) = built_in(tool) {
            return tool.normalised(params);
        }
        let declared = self.declared(tool).ok_or("unknown_tool")?;
        let checked = declared.args.check(params.clone());
        if checked.problems.is_empty() {
            Ok(checked.value)
        } else {
            Err("invalid_params")
        }
    }
}

fn line(text: &mut String, name: &str, params: &str, about: &str) {
    for piece in ["- ", name, "(", params, "): ", about, "\n"] {
        text.push_str(piece);
    }
}

impl BuiltIn {
    fn normalised(&self, params: &Value) -> Result<Value, &'static str> {
        let mut normal = Map::new();
        for param in self.params {
            normal.insert(param.name.into(), param.read(params)?.into());
        }
        Ok(Value::Object(normal))
    }
}

impl Param {
    fn read(&self, params: &Value) -> Result<String, &'static str> {
        let given = |name: &str| params.get(name).filter(|value| !value.is_null());
        let mut value = given(self.name);
        for alias in self.aliases {
            value = value.or_else(|| given(alias));
        }
        let text = match (value, self.default) {
            (Some(value), _) => value.as_str().ok_or("invalid_params")?,
            (None, Some(default)) => default,
            (None, None) => return Err("invalid_params"),
        };
        let text = match self.kind {
            ParamKind::Path => path(text)?,
            _ => text.to_owned(),
        };
        let is_blank = match self.kind {
            ParamKind::Path => text.split('/').all(|name| name == "." || name.trim().is_empty()),
            ParamKind::Words => text.trim().is_empty(),
            ParamKind::Text => false,
        };
        if is_blank && self.default.is_none() {
            return Err("invalid_params");
        }
        Ok(text)
    }
}

/// Normalises a path within the workspace (spec.md 5.2). `path.js` of the npm package follows the same rule.
///
/// # Errors
/// `invalid_path` if the path is absolute, leads upwards, is too long, or could be displayed as another path.
pub fn path(given: &str) -> Result<String, &'static str> {
    let path = given.replace('\\', "/");
    let mut rest = path.as_str();
    while let Some(after) = rest.strip_prefix("./") {
        rest = after;
    }
    let mut bytes = rest.bytes();
    let drive = bytes.next().is_some_and(|first| first.is_ascii_alphabetic()) && bytes.next() == Some(b':');
    let upwards = rest.split('/').any(|segment| segment == "..");
    let odd = rest.chars().any(misleads) || rest.chars().count() > LONGEST_PATH;
    if rest.starts_with('/') || drive || upwards || odd {
        return Err("invalid_path");
    }
    Ok(rest.to_owned())
}

/// Whether a path with `c` could be displayed as another: control characters and marks that change the text direction.
fn misleads(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
