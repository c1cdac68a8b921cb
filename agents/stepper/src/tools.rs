//! Tools for files, thoughts and questions, and tools that the page declares (spec.md 5).

use serde_json::{Map, Value};

use super::words;
use stepgate_engine::schema::Schema;
use stepgate_engine::{hidden_characters, Access, Error, Text, ToolFacts};
use stepgate_json::{to_text, FromJson, Members, ToJson, Writer};

/// Tool that reads a file.
pub(super) const READ: &str = "read_file";
/// Tool that lists files.
pub(super) const LIST: &str = "list_files";
/// Tool that writes a file.
pub(super) const WRITE: &str = "write_file";
/// Tool of a thought: nothing runs.
pub(super) const THINK: &str = "think";
/// Tool that asks the user a question.
pub(super) const ASK: &str = "ask_user";
/// Parameter with which a read names the first line to show.
pub(super) const FROM_LINE: &str = "from_line";
/// Members of a schema that describes no parameters.
const NO_PARAMS: [&str; 3] = ["$schema", "type", "additionalProperties"];
/// Longest path, in characters.
const LONGEST_PATH: usize = 200;

/// Tool that every stepper session has.
pub(super) struct BuiltIn {
    pub(super) name: &'static str,
    pub(super) about: Text,
    pub(super) params: &'static [Param],
}

/// Parameter of such a tool. Without a default it is required.
pub(super) struct Param {
    pub(super) name: &'static str,
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
    /// Number of a line, from 1.
    Line,
}

pub(super) const PATH: Param =
    Param { name: "path", aliases: &["file_path", "filename", "file"], kind: ParamKind::Path, default: None };
const FROM: Param = Param { name: FROM_LINE, aliases: &["from", "offset"], kind: ParamKind::Line, default: Some("") };
const CONTENT: Param = Param { name: "content", aliases: &[], kind: ParamKind::Text, default: None };
const DIR: Param =
    Param { name: "dir", aliases: &["directory", "dir_path", "path"], kind: ParamKind::Path, default: Some("") };
const PATTERN: Param = Param { name: "pattern", aliases: &[], kind: ParamKind::Text, default: Some("*") };
const QUESTION: Param = Param { name: "question", aliases: &[], kind: ParamKind::Words, default: None };

pub(super) const BUILT_IN: [BuiltIn; 5] = [
    BuiltIn { name: READ, about: words::READ_FILE, params: &[PATH, FROM] },
    BuiltIn { name: WRITE, about: words::WRITE_FILE, params: &[PATH, CONTENT] },
    BuiltIn { name: LIST, about: words::LIST_FILES, params: &[DIR, PATTERN] },
    BuiltIn { name: THINK, about: words::THINK, params: &[] },
    BuiltIn { name: ASK, about: words::ASK_USER, params: &[QUESTION] },
];

pub(super) fn built_in(name: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|tool| tool.name == name)
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
    /// Parameters as the prompt lists them: names, `?` after those that may be left out, types other than string. A
    /// schema that says more is given whole.
    pub(super) fn signature(&self) -> String {
        let Some(properties) = self.given.get("properties").and_then(Value::as_object) else {
            let has_none =
                self.given.as_object().is_some_and(|schema| schema.keys().all(|key| NO_PARAMS.contains(&key.as_str())));
            return if has_none { String::new() } else { to_text(&self.given) };
        };
        let required = self.given.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
        let mut params = Vec::new();
        for (name, schema) in properties {
            let kind = schema.get("type").and_then(Value::as_str);
            let plain = schema.as_object().is_some_and(|schema| schema.len() == 1);
            let kind = match kind {
                Some("string") if plain => String::new(),
                Some(kind @ ("integer" | "number" | "boolean")) if plain => [": ", kind].concat(),
                _ => return to_text(&self.given),
            };
            params.push([name.as_str(), if is_required(name) { "" } else { "?" }, &kind].concat());
        }
        params.join(", ")
    }

    pub(super) fn facts(&self) -> ToolFacts<'_> {
        let access = if self.writes { Access::Write } else { Access::Read };
        ToolFacts {
            name: &self.name,
            about: &self.about,
            args: &self.args,
            access,
            yes: &[],
            judges: false,
            internal: false,
            host: true,
            limit: None,
            pack: None,
        }
    }
}

impl BuiltIn {
    /// Schema of the parameters.
    pub(super) fn schema(&self) -> Schema {
        let mut schema = Schema::object();
        for param in self.params {
            let kind = match param.kind {
                ParamKind::Line => Schema::integer(),
                _ => Schema::string(),
            };
            schema = match param.is_optional() {
                true => schema.optional(param.name, kind),
                false => schema.field(param.name, kind),
            };
            for alias in param.aliases {
                schema = schema.alias(alias, param.name);
            }
        }
        schema
    }

    /// Parameters as the prompt lists them: names, `?` after those that may be left out, types other than string.
    pub(super) fn signature(&self) -> String {
        let kind = |param: &Param| if matches!(param.kind, ParamKind::Line) { ": integer" } else { "" };
        let name = |param: &Param| [param.name, if param.is_optional() { "?" } else { "" }, kind(param)].concat();
        self.params.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn normalised(&self, params: &Value) -> Result<Value, &'static str> {
        let mut normal = Map::new();
        for param in self.params {
            let value = match param.kind {
                ParamKind::Line => param.line(params)?.map(Value::from),
                _ => Some(param.read(params)?.into()),
            };
            normal.extend(value.map(|value| (param.name.to_owned(), value)));
        }
        Ok(Value::Object(normal))
    }
}

impl Param {
    /// Whether a call may leave the parameter out.
    pub(super) fn is_optional(&self) -> bool {
        self.default.is_some()
    }

    /// Value of the parameter in a call, under its name or an alias.
    fn given<'a>(&self, params: &'a Value) -> Option<&'a Value> {
        let mut names = std::iter::once(&self.name).chain(self.aliases);
        names.find_map(|name| params.get(name).filter(|value| !value.is_null()))
    }

    /// Number of a line, written as a number or as a text; `None` if the call has none.
    fn line(&self, params: &Value) -> Result<Option<u64>, &'static str> {
        let Some(value) = self.given(params) else { return Ok(None) };
        let line = value.as_u64().or_else(|| value.as_str()?.trim().parse().ok());
        line.filter(|line| *line > 0).map(Some).ok_or("invalid_params")
    }

    pub(super) fn read(&self, params: &Value) -> Result<String, &'static str> {
        let text = match (self.given(params), self.default) {
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
            ParamKind::Text | ParamKind::Line => false,
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
    let odd = rest.chars().any(char::is_control)
        || !hidden_characters(rest).is_empty()
        || rest.chars().count() > LONGEST_PATH;
    if rest.starts_with('/') || drive || upwards || odd {
        return Err("invalid_path");
    }
    Ok(rest.to_owned())
}
