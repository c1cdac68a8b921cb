//! The definition of a scripted agent: everything about it but its functions.

use serde_json::Value;

use crate::actor::Identity;
use crate::archive::check as digest;
use crate::prompt::Live;
use crate::vocabulary::lang_tag::LangTag;
use crate::vocabulary::pack::{Offer, PackLimits, PackTools};
use crate::vocabulary::tool::{Access, ToolFacts};
use stepgate_json::{value, wanted, FromJson, Json, Members};
use stepgate_reply::schema::Schema;
use stepgate_reply::{Error, Kind};

/// Longest text that the user may send to a scripted agent, in characters, unless its definition says otherwise.
const LONGEST_INPUT: usize = 8_000;

/// Longest name, in bytes: `response_format` takes no longer one.
const LONGEST_NAME: usize = 64;

/// A scripted agent without its functions.
///
/// | member | value |
/// | --- | --- |
/// | `name` | its name, which its saved sessions and its contracts carry |
/// | `version` | version of its memory, from 1 |
/// | `stages` | the stages, the first one first: `{ name, reply, live?, packs? }`; `reply` is JSON Schema, `live` as [`Live`], `packs` the tools of a stage in which packs are closed above limits: `{ tools: [name], about?: { pack: text }, limits?: { tools, characters } }` |
/// | `tools?` | `{ name, about, args, access, internal?, parses?, limit?, yes?, pack?, recovery? }`; `about` is a text, or one in each of several languages: `{ en, … }` by BCP 47 tag, `args` JSON Schema, `access` `read` or `write`, `parses` whether `tools.T.check` reads the arguments and answers with them as `args`, `limit` the characters of a result that the model sees, `yes` the words that say yes to its approval, `recovery` anything about how the host finds out about a lost answer, which a grant depends on |
/// | `functions?` | names of the functions that a script may leave out and this one has (see [`Script`](super::Script)) |
/// | `longest_input?` | longest text that the user may send, in characters; default 8,000 |
/// | `ticks?` | whether the agent has time limits, as [`Agent::TICKS`](crate::Agent::TICKS); default false |
/// | `opening?` | name of the edit by which the agent speaks first, as [`Agent::OPENING`](crate::Agent::OPENING) |
///
/// Names of the agent, of stages and of tools have 1 to 64 letters, digits, `_` and `-`. A definition lives as long as the program.
pub struct Definition {
    pub(super) identity: Identity,
    pub(super) stages: Vec<Stage>,
    tools: Vec<Tool>,
    functions: Vec<String>,
}

/// A stage of a scripted agent.
pub(super) struct Stage {
    pub(super) name: &'static str,
    /// The shape of a reply, unless the prompt brings its own.
    pub(super) reply: Schema,
    pub(super) live: Live,
    packs: Option<Packs>,
}

/// The tools of a stage in which packs are closed above limits.
struct Packs {
    tools: Vec<String>,
    about: Vec<(String, About)>,
    limits: PackLimits,
}

/// A tool of a scripted agent.
struct Tool {
    name: String,
    about: About,
    args: Schema,
    access: Access,
    internal: bool,
    parses: bool,
    limit: Option<usize>,
    yes: Vec<String>,
    pack: Option<String>,
    /// Digest of what a grant depends on, without the functions.
    digest: u64,
}

impl Definition {
    /// Reads a definition.
    ///
    /// # Errors
    /// [`Kind::Malformed`](crate::Kind::Malformed) or [`Kind::Schema`](crate::Kind::Schema) at the JSON pointer of the first fault.
    pub fn read(value: &Value) -> Result<Definition, Error> {
        let members = Members::of(value)?;
        let known = ["name", "version", "stages", "tools", "functions", "longest_input", "ticks", "opening"];
        members.only(&known)?;
        let (mut name, mut version, mut longest_input) = (String::new(), 0, LONGEST_INPUT);
        let (mut stages, mut tools, mut functions) = (Vec::<Value>::new(), Vec::<Value>::new(), Vec::new());
        let (mut ticks, mut opening) = (false, None::<String>);
        members.required("name", &mut name)?;
        members.required("version", &mut version)?;
        members.required("stages", &mut stages)?;
        members.optional("tools", &mut tools)?;
        members.optional("functions", &mut functions)?;
        members.optional("longest_input", &mut longest_input)?;
        members.optional("ticks", &mut ticks)?;
        members.optional("opening", &mut opening)?;
        check_name(&name)?;
        check(version > 0, "/version", "a whole number from 1")?;
        check(!stages.is_empty(), "/stages", "a list of at least one stage")?;
        let opening = opening.map(lasting);
        let pack_tools = PackTools::default();
        let identity = Identity {
            name: lasting(name),
            version,
            longest_input,
            takes_files: true,
            ticks,
            replaces_cards: true,
            opening,
            pack_tools,
        };
        let stages = each("/stages", &stages, Stage::read)?;
        let tools = each("/tools", &tools, Tool::read)?;
        unlike("/stages", stages.iter().map(|stage| stage.name))?;
        unlike("/tools", tools.iter().map(|tool| tool.name.as_str()))?;
        Ok(Definition { identity, stages, tools, functions })
    }

    /// The agent's name.
    pub fn name(&self) -> &'static str {
        self.identity.name
    }

    /// Whether the script has the function, one that it may leave out.
    pub(super) fn has(&self, function: &str) -> bool {
        self.functions.iter().any(|name| name == function)
    }

    pub(super) fn stage(&self, name: &str) -> Option<&Stage> {
        self.stages.iter().find(|stage| stage.name == name)
    }

    /// The stage in which a session begins.
    pub(super) fn first_stage(&self) -> &'static str {
        self.stages.first().map_or("", |stage| stage.name)
    }

    /// Whether the script reads the arguments of this tool.
    pub(super) fn reads_args(&self, tool: &str) -> bool {
        self.tools.iter().any(|of| of.name == tool && of.parses)
    }

    pub(super) fn tools(&self, lang: &LangTag) -> Vec<ToolFacts<'_>> {
        let facts = |tool| self.facts(tool, lang);
        self.tools.iter().map(facts).collect()
    }

    pub(super) fn tool(&self, name: &str, lang: &LangTag) -> Option<ToolFacts<'_>> {
        self.tools.iter().find(|tool| tool.name == name).map(|tool| self.facts(tool, lang))
    }

    /// Whether a rule of the script says of each call of the tool whether it runs, asks or is denied.
    fn judges(&self, tool: &Tool) -> bool {
        tool.access == Access::Write && self.has(&format!("tools.{}.access", tool.name))
    }

    /// Digest of what a grant for calls of this tool depends on.
    pub(super) fn digest_of(&self, name: &str) -> Option<u64> {
        let tool = self.tools.iter().find(|tool| tool.name == name)?;
        let here = self.has(&format!("tools.{name}.run"));
        Some(digest::of_tool(&value! { "tool": tool.digest, "judges": self.judges(tool), "here": here }))
    }

    /// Names of the tools that the model may call, unless a prompt names others.
    pub(super) fn visible_tools(&self) -> Vec<String> {
        self.tools.iter().filter(|tool| !tool.internal).map(|tool| tool.name.clone()).collect()
    }

    fn facts<'a>(&'a self, tool: &'a Tool, lang: &LangTag) -> ToolFacts<'a> {
        ToolFacts {
            name: &tool.name,
            about: tool.about.in_lang(lang),
            args: &tool.args,
            access: tool.access,
            internal: tool.internal,
            yes: &tool.yes,
            judges: self.judges(tool),
            host: !self.has(&format!("tools.{}.run", tool.name)),
            limit: tool.limit,
            pack: tool.pack.as_deref(),
        }
    }

    /// The offer of a stage. `open`: gives the packs that are open.
    pub(super) fn offer(&self, stage: &str, open: impl Fn(PackTools) -> Vec<String>, lang: &LangTag) -> Offer {
        let Some(packs) = self.stage(stage).and_then(|stage| stage.packs.as_ref()) else { return Offer::default() };
        let names = self.identity.pack_tools;
        let tools = packs.tools.iter().filter_map(|name| self.tool(name, lang));
        Offer::of(tools, |pack| packs.about(pack, lang), &open(names), names, packs.limits)
    }
}

impl Stage {
    fn read(value: &Value) -> Result<Stage, Error> {
        let members = Members::of(value)?;
        members.only(&["name", "reply", "live", "packs"])?;
        let (mut name, mut reply, mut live, mut packs) = (String::new(), Value::Null, Pointers::blank(), None::<Value>);
        members.required("name", &mut name)?;
        members.required("reply", &mut reply)?;
        members.optional("live", &mut live)?;
        members.optional("packs", &mut packs)?;
        check_name(&name)?;
        let Pointers { say, thought, draft } = live;
        let live = Live { say: say.map(lasting), thought: thought.map(lasting), draft: draft.map(lasting) };
        let packs = packs.map(|packs| Packs::read(&packs).map_err(|error| error.below("/packs"))).transpose()?;
        Ok(Stage { name: lasting(name), reply: schema("/reply", &reply)?, live, packs })
    }
}

impl Packs {
    fn read(value: &Value) -> Result<Packs, Error> {
        let members = Members::of(value)?;
        members.only(&["tools", "about", "limits"])?;
        let (mut tools, mut about, mut limits) = (Vec::new(), Value::Null, PackLimits::default());
        members.required("tools", &mut tools)?;
        members.optional("about", &mut about)?;
        members.optional("limits", &mut limits)?;
        let of = |(name, text): (&String, &Value)| {
            let about = About::read(text).map_err(|error| error.below(&format!("/about/{name}")))?;
            Ok((name.clone(), about))
        };
        let about = about.as_object().into_iter().flatten().map(of).collect::<Result<_, Error>>()?;
        Ok(Packs { tools, about, limits })
    }

    fn about(&self, pack: &str, lang: &LangTag) -> &str {
        self.about.iter().find(|(name, _)| name == pack).map_or("", |(_, about)| about.in_lang(lang))
    }
}

/// [`Live`] as it is read.
#[derive(Json)]
#[json(optional, strict)]
struct Pointers {
    say: Option<String>,
    thought: Option<String>,
    draft: Option<String>,
}

impl Tool {
    fn read(value: &Value) -> Result<Tool, Error> {
        let members = Members::of(value)?;
        members.only(&["name", "about", "args", "access", "internal", "parses", "limit", "yes", "pack", "recovery"])?;
        let (mut name, mut about, mut args) = (String::new(), Value::Null, Value::Null);
        let (mut access, mut internal, mut parses, mut limit, mut yes, mut pack) =
            (Access::Read, false, false, None, Vec::new(), None);
        members.required("name", &mut name)?;
        members.required("about", &mut about)?;
        members.required("args", &mut args)?;
        members.required("access", &mut access)?;
        members.optional("internal", &mut internal)?;
        members.optional("parses", &mut parses)?;
        members.optional("limit", &mut limit)?;
        members.optional("yes", &mut yes)?;
        members.optional("pack", &mut pack)?;
        let decides = |name: &str| value.get(name).cloned().unwrap_or(Value::Null);
        let decisive = ["about", "args", "access", "parses", "recovery"].map(decides);
        check_name(&name)?;
        Ok(Tool {
            name,
            about: About::read(&about).map_err(|error| error.below("/about"))?,
            args: schema("/args", &args)?,
            access,
            internal,
            parses,
            limit,
            yes,
            pack,
            digest: digest::of_tool(&Value::from(decisive.to_vec())),
        })
    }
}

/// A text by the tags of its languages; of one for all languages, only the English one.
struct About(Vec<(String, String)>);

impl About {
    fn read(value: &Value) -> Result<About, Error> {
        let wrong = || wanted("a text, or an object of texts by BCP 47 tag, with `en` among them");
        let of = |(tag, text): (&String, &Value)| {
            Some((LangTag::parse(tag)?.as_str().to_owned(), text.as_str()?.to_owned()))
        };
        let texts = match value {
            Value::String(text) => vec![("en".to_owned(), text.clone())],
            value => value.as_object().and_then(|texts| texts.iter().map(of).collect()).ok_or_else(wrong)?,
        };
        texts.iter().any(|(tag, _)| tag == "en").then_some(About(texts)).ok_or_else(wrong)
    }

    fn in_lang(&self, lang: &LangTag) -> &str {
        lang.choose(|tag| self.0.iter().find(|(known, _)| known == tag)).map_or("", |(_, text)| text)
    }
}

pub(super) fn schema(place: &str, value: &Value) -> Result<Schema, Error> {
    Schema::parse(value).map_err(|error| error.below(place))
}

fn each<T>(place: &str, values: &[Value], read: fn(&Value) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    let at = |(index, value)| read(value).map_err(|error: Error| error.below(&format!("{place}/{index}")));
    values.iter().enumerate().map(at).collect()
}

/// Refuses a name that `response_format` and servers with tools would not take.
fn check_name(name: &str) -> Result<(), Error> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let fits = (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(is_part);
    check(fits, "/name", "1 to 64 letters, digits, `_` and `-`")
}

/// Refuses a list in which a name stands twice.
fn unlike<'a>(place: &str, names: impl Iterator<Item = &'a str>) -> Result<(), Error> {
    let mut seen: Vec<&str> = Vec::new();
    for (index, name) in names.enumerate() {
        check(!seen.contains(&name), &format!("{place}/{index}/name"), "a name that no other has")?;
        seen.push(name);
    }
    Ok(())
}

fn check(holds: bool, place: &str, allowed: &str) -> Result<(), Error> {
    if holds {
        Ok(())
    } else {
        Err(Error::new(Kind::Malformed, place, format!("must be {allowed}")))
    }
}

/// A text that lasts as long as the program, as the constants of other agents do.
fn lasting(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}
