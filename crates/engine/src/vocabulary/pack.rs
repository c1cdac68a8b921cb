//! Packs of tools: what a request offers where an agent has more tools than a prompt should list.

use serde_json::Value;

use crate::vocabulary::tool::ToolFacts;
use stepgate_json::{self as json, value, Json, ToJson};
use stepgate_reply::schema::Schema;
use stepgate_reply::{Lang, Text};

/// Names of the two tools by which the model opens and closes packs. The engine runs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackTools {
    /// The one that opens.
    pub open: &'static str,
    /// The one that closes.
    pub close: &'static str,
}

impl Default for PackTools {
    fn default() -> Self {
        PackTools { open: "open_tools", close: "close_tools" }
    }
}

/// Limits up to which all tools are offered, whatever packs they are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
#[json(strict)]
pub struct PackLimits {
    /// Most tools.
    pub tools: usize,
    /// Most characters of their descriptions, with the schemas of their arguments.
    pub characters: usize,
}

impl Default for PackLimits {
    fn default() -> Self {
        PackLimits { tools: 12, characters: 4_000 }
    }
}

/// A pack of tools.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
#[non_exhaustive]
pub struct Pack {
    /// Its name.
    pub name: String,
    /// Whether the model sees its tools.
    pub open: bool,
    /// Names of its tools.
    pub tools: Vec<String>,
    #[json(skip = String::new())]
    about: String,
}

/// The tools of a request. Above the limits a pack is closed until the model opens it: it stands in the prompt as one line, and the contract
/// does not have its tools.
///
/// ```
/// use stepgate_engine::{schema::Schema, Lang, Offer, PackLimits, PackTools, Tool};
///
/// let tools: Vec<Tool<()>> = vec![
///     Tool::read("today", "Gives the date", Schema::object()),
///     Tool::read("read_file", "Reads a file", Schema::object()).in_pack("files"),
/// ];
/// let facts = || tools.iter().map(|tool| tool.facts(Lang::En));
/// let limits = PackLimits { tools: 1, ..PackLimits::default() };
/// let offer = Offer::of(facts(), |_| "", &[], PackTools::default(), limits);
/// assert_eq!(offer.callable(), ["today", "open_tools"]);
/// assert_eq!(offer.lines(Lang::En)[1], "- files (1 tool): read_file");
///
/// let opened = Offer::of(facts(), |_| "", &["files".into()], PackTools::default(), limits);
/// assert_eq!(opened.callable(), ["today", "read_file", "close_tools"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    names: PackTools,
    /// Tools in no pack, and those of open packs.
    tools: Vec<String>,
    packs: Vec<Pack>,
}

/// A tool by which the model opens or closes packs.
#[derive(Clone, Debug, PartialEq, Eq, ToJson)]
#[non_exhaustive]
pub struct PackTool {
    /// Its name.
    pub name: &'static str,
    /// Its description, for the model.
    pub about: &'static str,
    /// The packs that it can be called with, as the list `packs` of its arguments.
    pub packs: Vec<String>,
}

impl Offer {
    /// The offer of these tools. `about`: what the prompt says of a pack; empty: the names of its tools. `open`: names of the open packs.
    pub fn of<'t, 'a>(
        tools: impl IntoIterator<Item = ToolFacts<'t>>,
        about: impl Fn(&str) -> &'a str,
        open: &[String],
        names: PackTools,
        limits: PackLimits,
    ) -> Offer {
        let tools: Vec<ToolFacts> = tools.into_iter().filter(|tool| !tool.internal).collect();
        let all = || tools.iter().map(|tool| tool.name.to_owned());
        let characters = || tools.iter().map(told_length).sum::<usize>();
        if tools.len() <= limits.tools && characters() <= limits.characters {
            return Offer { names, tools: all().collect(), packs: Vec::new() };
        }
        let mut packs: Vec<Pack> = Vec::new();
        for (name, tool) in tools.iter().filter_map(|tool| Some((tool.pack?, tool.name.to_owned()))) {
            match packs.iter_mut().find(|pack| pack.name == name) {
                Some(pack) => pack.tools.push(tool),
                None => packs.push(Pack {
                    name: name.to_owned(),
                    open: open.iter().any(|open| open == name),
                    tools: vec![tool],
                    about: about(name).to_owned(),
                }),
            }
        }
        let mut offer = Offer { names, tools: Vec::new(), packs };
        offer.tools = all().filter(|tool| offer.closed_pack_of(tool).is_none()).collect();
        offer
    }

    /// The packs. None stand there if all tools are offered, whatever packs they are in.
    pub fn packs(&self) -> &[Pack] {
        &self.packs
    }

    pub(crate) fn into_packs(self) -> Vec<Pack> {
        self.packs
    }

    /// Names of the tools that the model may call, with those that open and close packs.
    pub fn callable(&self) -> Vec<String> {
        let own = self.own(Lang::En);
        self.tools.iter().cloned().chain(own.into_iter().map(|tool| tool.name.to_owned())).collect()
    }

    /// Names of the tools in no pack and in open packs.
    pub fn tools(&self) -> &[String] {
        &self.tools
    }

    /// The tools that open and close packs, if there is a pack to open, or to close.
    pub fn own(&self, lang: Lang) -> Vec<PackTool> {
        let PackTools { open, close } = self.names;
        let tool =
            |name, about: Text, is_open| PackTool { name, about: about.in_lang(lang), packs: self.named(is_open) };
        let all = [tool(open, OPENS, false), tool(close, CLOSES, true)];
        all.into_iter().filter(|tool| !tool.packs.is_empty()).collect()
    }

    /// Lines of the prompt about the closed packs: a heading, then one for each pack.
    pub fn lines(&self, lang: Lang) -> Vec<String> {
        let closed: Vec<String> = self.packs.iter().filter(|pack| !pack.open).map(|pack| pack.line(lang)).collect();
        if closed.is_empty() {
            return closed;
        }
        let heading = match lang {
            Lang::Zh => format!("以下工具包没有打开，要用其中的工具，先用 {} 打开：", self.names.open),
            Lang::En => {
                format!("Closed packs of tools. Open one by {} to see its tools and call them:", self.names.open)
            }
        };
        std::iter::once(heading).chain(closed).collect()
    }

    /// The offer as a script is given it: the tools, those that open and close packs, and the lines about closed packs.
    pub(crate) fn as_data(&self, lang: Lang) -> Value {
        value! { "tools": self.tools, "own": self.own(lang), "lines": self.lines(lang) }
    }

    /// The pack with this tool, if it is closed.
    pub fn closed_pack_of(&self, tool: &str) -> Option<&Pack> {
        self.packs.iter().find(|pack| !pack.open && pack.tools.iter().any(|name| name == tool))
    }

    /// Names of the packs that are open, or closed.
    pub(crate) fn named(&self, open: bool) -> Vec<String> {
        self.packs.iter().filter(|pack| pack.open == open).map(|pack| pack.name.clone()).collect()
    }
}

impl Pack {
    fn line(&self, lang: Lang) -> String {
        let Pack { name, tools, about, .. } = self;
        let count = tools.len();
        let names = match lang {
            Lang::Zh => tools.join("、"),
            Lang::En => tools.join(", "),
        };
        let about = if about.is_empty() { &names } else { about };
        match lang {
            Lang::Zh => format!("- {name}（{count} 个工具）：{about}"),
            Lang::En if count == 1 => format!("- {name} (1 tool): {about}"),
            Lang::En => format!("- {name} ({count} tools): {about}"),
        }
    }
}

/// Arguments of the tools that open and close packs.
pub(crate) fn pack_args() -> Schema {
    Schema::object().field("packs", Schema::list(Schema::string()).min_length(1))
}

/// Characters that a prompt needs for a tool.
fn told_length(tool: &ToolFacts) -> usize {
    tool.about.chars().count() + json::to_text(&*tool.args.exported()).chars().count()
}

const OPENS: Text = Text {
    zh: "打开工具包，之后可以看到并调用其中的工具。",
    en: "Opens packs of tools, whose tools you then see and can call.",
};
const CLOSES: Text = Text { zh: "收起不再需要的工具包。", en: "Closes packs that you no longer need." };
