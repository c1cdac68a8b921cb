//! Tool calls in the forms in which models write them, read into the form of the contract.
//!
//! A contract names the field that holds its calls (`x-calls`). The reading never guesses: two tools, two sets of arguments, or a member
//! that may be an argument are a problem that names them.

use super::check::Notes;
use super::coerce::{self, fold, Name};
use super::decode::Decode;
use super::notes::Conversion;
use super::shape::{Allowed, Calls, Field, Found, Problem, Rest, Rewritten, Schema, Shape};
use super::words;
use crate::lang::{text, Text};
use crate::tape::{Item, Tag};
use serde_json::Value;
use stepgate_json::{to_text, Tree, TreeMembers};

/// Members that hold a call or a list of calls, in [folded](fold) letters.
const HOLDERS: [&str; 10] =
    ["tool", "tools", "toolcall", "toolcalls", "tooluse", "function", "functioncall", "functioncalls", "call", "calls"];

/// Members that name the tool.
const NAMES: [&str; 6] = ["name", "tool", "toolname", "function", "functionname", "action"];

/// Members with the arguments.
const ARGS: [&str; 7] = ["args", "arguments", "params", "parameters", "input", "toolinput", "actioninput"];

/// Members that servers add to a call.
const MARKS: [&str; 5] = ["id", "type", "index", "callid", "toolcallid"];

/// Member of a server's message that holds its calls.
const TOOL_CALLS: &str = "tool_calls";

/// Deepest nesting of holders.
const MAX_HOLDERS: usize = 4;

/// Characters of the longest call that a problem repeats.
const LONGEST_CALL: usize = 80;

const ONE_CALL: Text = text("一次调用：一个工具，参数只写一次", "one call: one tool, and its arguments once");

const CALL_IN_EACH_PLACE: Text = text("列表的每一项都是一次调用", "a call in each place of the list");

/// All that is wrong with the calls of a reply.
pub(super) type Faults = Vec<Problem>;

/// The annotation of a contract whose field holds calls.
pub(super) fn in_field(field: &str) -> Calls {
    Calls { field: field.to_owned(), read, has }
}

fn has(schema: &Schema, field: &str, tool: &str, key: Option<&str>) -> bool {
    let Some(form) = Form::of(schema, field) else { return false };
    let Ok(Some(tool)) = form.tool(tool) else { return false };
    key.is_none_or(|key| form.has_argument(tool, key))
}

/// Whether a contract has a tool of a name, with an argument if one is given.
pub(super) fn has_tool(schema: &Schema, tool: &str, key: Option<&str>) -> bool {
    schema.0.calls.as_ref().is_some_and(|calls| (calls.has)(schema, &calls.field, tool, key))
}

/// Reads the calls of a reply. None if they have the contract's form already, or the contract has no calls.
pub(super) fn rewritten(schema: &Schema, reply: Item<'_>, decode: Decode) -> Result<Option<Rewritten>, Faults> {
    match &schema.0.calls {
        Some(Calls { field, read, .. }) => read(schema, field, reply, decode),
        None => Ok(unwrapped(schema, reply, decode)),
    }
}

fn read(schema: &Schema, field: &str, reply: Item<'_>, decode: Decode) -> Result<Option<Rewritten>, Faults> {
    let Some(form) = Form::of(schema, field) else { return Ok(None) };
    Reader { form, decode, lossy: false }.reply(&reply.tree())
}

/// Whether the field of an object can hold calls.
pub(super) fn can_hold(schema: &Schema, field: &str) -> bool {
    Form::of(schema, field).is_some()
}

/// The calls of a reply that fits: the value of the field.
pub(super) fn held(schema: &Schema, reply: Item<'_>) -> Option<Tree> {
    let field = schema.0.calls.as_ref()?.field.as_str();
    let (_, calls) = reply.members().find(|(key, _)| key.string() == field)?;
    (calls.tag() != Tag::Null).then(|| calls.tree())
}

/// The place of a call in a reply.
#[derive(Clone, Debug, PartialEq)]
pub struct CallPlace {
    /// The tool that it calls.
    pub tool: String,
    /// JSON pointer of the call.
    pub call: String,
    /// JSON pointer of its arguments.
    pub args: String,
}

/// The places of the calls of a reply that fits.
pub(super) fn places(schema: &Schema, reply: &Value) -> Vec<CallPlace> {
    let form = schema.0.calls.as_ref().and_then(|calls| Form::of(schema, &calls.field));
    let Some(form) = form else { return Vec::new() };
    let Some(calls) = reply.get(form.field) else { return Vec::new() };
    let field = format!("/{}", form.field);
    let place = |call: &Value, at: String| {
        let tool = call.get(form.name)?.as_str()?.to_owned();
        Some(CallPlace { tool, args: format!("{at}/{}", form.args), call: at })
    };
    match calls {
        Value::Array(calls) => {
            calls.iter().enumerate().filter_map(|(at, call)| place(call, format!("{field}/{at}"))).collect()
        }
        call => place(call, field).into_iter().collect(),
    }
}

/// The problem of a reply of several objects that hold different calls.
pub(super) fn apart(one: &Tree, other: Option<&Tree>) -> Problem {
    let shown = |calls: &Tree| {
        let text = to_text(calls);
        let cut: String = text.chars().take(LONGEST_CALL).collect();
        if cut.len() < text.len() {
            format!("{cut}…")
        } else {
            cut
        }
    };
    let found = match other {
        Some(other) => Found::Both(Box::new((shown(one), shown(other)))),
        None => Found::CallAndNone(shown(one)),
    };
    Problem::at("", found, text("一个对象，所有调用都写在里面", "one object with all calls"))
}

/// The problem of an object that fits a contract with calls only because all of its members were dropped: it is no reply.
pub(super) fn foreign(schema: &Schema, reply: Item<'_>, notes: &Notes) -> Option<Problem> {
    let Calls { field, .. } = schema.0.calls.as_ref()?;
    let is_dropped = |note: &Conversion| note.kind == "ignored" && note.path.rfind('/') == Some(0);
    let is_said = |(key, value): &(Item, Item)| value.tag() != Tag::Null || schema.has_field(&key.string());
    let all_dropped = notes.problems.is_empty()
        && !notes.coercions.is_empty()
        && notes.coercions.iter().all(is_dropped)
        && reply.tag() == Tag::Object
        && reply.members().filter(is_said).count() == notes.coercions.len();
    if !all_dropped {
        return None;
    }
    let Form { fields, name, args, .. } = Form::of(schema, field)?;
    let keys: Vec<_> = reply.members().map(|(key, _)| key.string()).collect();
    let own: Vec<String> = fields.iter().map(|field| field.name.clone()).collect();
    let found = Found::With(words::quoted(&keys.join(", ")));
    let call = format!("{{\"{field}\":{{\"{name}\":…,\"{args}\":{{…}}}}}}");
    Some(Problem::at("", found, Allowed::With(Box::new((own, call)))))
}

/// Unwraps the reply to a contract without calls that a server sent as a call of its own: the arguments are the reply.
fn unwrapped(schema: &Schema, reply: Item<'_>, decode: Decode) -> Option<Rewritten> {
    let Shape::Object { fields, rest: Rest::Dropped, .. } = &schema.0.shape else { return None };
    let is_message = reply.tag() == Tag::Object && reply.members().any(|(key, _)| key.string() == TOOL_CALLS);
    if !is_message || fields.iter().any(|field| field.name == TOOL_CALLS) {
        return None;
    }
    let from = reply.tree();
    let [call] = from.step(TOOL_CALLS)?.as_array()? else { return None };
    let mut lossy = false;
    let mut object = |value: &Tree| decoded(value, decode, &mut lossy).filter(|value| matches!(value, Tree::Object(_)));
    let spoken = from.step("content").and_then(&mut object);
    let value = spoken.or_else(|| object(call.step("arguments")?))?;
    Some(Rewritten { to: value.clone(), value, path: String::new(), kind: "wrapper", from, lossy })
}

/// A value, or the JSON that is written in it as a string. None for a text without JSON.
fn decoded(value: &Tree, decode: Decode, lossy: &mut bool) -> Option<Tree> {
    let Some(text) = value.as_str() else { return Some(value.clone()) };
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let read = decode(text)?;
    *lossy |= !read.lossless;
    Some(Item::new(read.text.as_deref().unwrap_or(text), &read.tape, read.at)?.tree())
}

/// The form of the calls in a contract.
struct Form<'s> {
    /// Fields of the reply.
    fields: &'s [Field],
    aliases: &'s [(String, String)],
    /// The field that holds the calls.
    field: &'s str,
    /// Names of the two members of a call.
    name: &'s str,
    args: &'s str,
    /// The tools, with the shapes of their arguments.
    tools: Vec<(&'s str, &'s Schema)>,
}

impl<'s> Form<'s> {
    fn of(schema: &'s Schema, field: &'s str) -> Option<Form<'s>> {
        let Shape::Object { fields, .. } = &schema.0.shape else { return None };
        let calls = &fields.iter().find(|own| own.name == field)?.schema;
        let mut form = Form { fields, aliases: &schema.0.aliases, field, name: "", args: "", tools: Vec::new() };
        form.gather(calls);
        (!form.tools.is_empty()).then_some(form)
    }

    /// Finds the tools of a schema of calls: objects with a choice of names, and arguments.
    fn gather(&mut self, schema: &'s Schema) {
        match &schema.0.shape {
            Shape::AnyOf(branches) => branches.iter().for_each(|branch| self.gather(branch)),
            Shape::List { items: Some(items), .. } => self.gather(items),
            Shape::Object { fields, .. } => {
                let named = |words: &[&str]| fields.iter().find(|field| words.contains(&fold(&field.name).as_str()));
                let name = fields.iter().find_map(|field| match &field.schema.0.shape {
                    Shape::Choice(values) if NAMES.contains(&fold(&field.name).as_str()) => Some((field, values)),
                    _ => None,
                });
                let (Some((name, values)), Some(args)) = (name, named(&ARGS)) else { return };
                (self.name, self.args) = (&name.name, &args.name);
                for tool in values.iter().filter_map(Tree::as_str) {
                    if self.tools.iter().all(|(known, _)| *known != tool) {
                        self.tools.push((tool, &args.schema));
                    }
                }
            }
            _ => {}
        }
    }

    /// The tool that a text names: as it is, or in other letters if no other tool is spelled so.
    fn tool(&self, text: &str) -> Result<Option<&'s str>, Faults> {
        let text = text.trim();
        let bare = ["()", ".call"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text);
        let bare =
            ["functions.", "tools.", "default_api."].iter().find_map(|space| bare.strip_prefix(space)).unwrap_or(bare);
        if let Some((tool, _)) = self.tools.iter().find(|(tool, _)| *tool == text || *tool == bare) {
            return Ok(Some(tool));
        }
        let wanted = fold(bare);
        let same: Vec<&str> = self.tools.iter().map(|(tool, _)| *tool).filter(|tool| fold(tool) == wanted).collect();
        match same.as_slice() {
            [] => Ok(None),
            [tool] => Ok(Some(tool)),
            several => Err(self.fault(words::found_text(text), names(several))),
        }
    }

    /// Whether a member belongs to the reply beside its calls.
    fn is_own(&self, key: &str) -> bool {
        let is_other = |name: &str| name != self.field;
        if self.fields.iter().any(|field| field.name == key) {
            return is_other(key);
        }
        let mut names = Vec::new();
        let all = self.fields.iter().map(|field| (&field.name, &field.name));
        for (text, to) in all.chain(self.aliases.iter().map(|(from, to)| (from, to))) {
            let group = self.fields.iter().position(|field| field.name == *to);
            names.extend(group.map(|group| Name { text, group }));
        }
        coerce::only(key, &names).and_then(|at| self.fields.get(at)).is_some_and(|field| is_other(&field.name))
    }

    /// Whether a tool names an argument so, or names none and takes any.
    fn has_argument(&self, tool: &str, key: &str) -> bool {
        let Some((_, args)) = self.tools.iter().find(|(known, _)| *known == tool) else { return false };
        match &args.0.shape {
            Shape::Object { fields, rest, .. } if !fields.is_empty() || matches!(rest, Rest::Dropped) => {
                fields.iter().any(|field| fold(&field.name) == fold(key))
            }
            _ => true,
        }
    }

    /// The arguments of a tool by name, if they were given in a list: its object, or the value of its only field.
    fn by_name(&self, tool: &str, args: Tree) -> Result<Tree, Faults> {
        let schema = self.tools.iter().find(|(known, _)| *known == tool).map(|(_, schema)| &schema.0.shape);
        let (Some(Shape::Object { fields, .. }), Tree::Array(values)) = (schema, &args) else { return Ok(args) };
        match (values.as_slice(), fields.as_slice()) {
            ([object @ Tree::Object(members)], _) if members.keys().all(|key| self.has_argument(tool, key)) => {
                Ok(object.clone())
            }
            ([value], [field]) => Ok(Tree::Object([(field.name.clone(), value.clone())].into_iter().collect())),
            _ => {
                let named = fields.iter().map(|field| field.name.clone()).collect();
                let problem = self.problem(Found::NamelessArgs(tool.to_owned()), Allowed::Named(named));
                Err(vec![Problem { path: format!("/{}/{}", self.field, self.args), ..problem }])
            }
        }
    }

    /// The calls inside of a holder, with a tool and arguments that stand beside it.
    fn joined(
        &self,
        tool: Option<(&str, &'s str)>,
        args: Option<(&str, Tree)>,
        holder: &str,
        mut calls: Vec<Call<'s>>,
    ) -> Result<Vec<Call<'s>>, Faults> {
        let [call] = calls.as_mut_slice() else {
            let beside = tool.map(|(key, _)| key).or(args.as_ref().map(|(key, _)| *key));
            return beside.map_or(Ok(calls), |key| Err(self.unclear(key, holder)));
        };
        if let Some((key, tool)) = tool.filter(|(_, tool)| *tool != call.tool) {
            return Err(self.unclear(&format!("{key} \"{tool}\""), &format!("{holder} \"{}\"", call.tool)));
        }
        match args {
            Some((_, args)) if call.args == none() => call.args = args,
            Some((key, args)) if args != call.args => return Err(self.unclear(key, holder)),
            _ => {}
        }
        Ok(calls)
    }

    /// The value of the field.
    fn write(&self, calls: &[Call<'s>], as_list: bool) -> Tree {
        let call = |call: &Call| {
            let members = [(self.name.to_owned(), Tree::text(call.tool)), (self.args.to_owned(), call.args.clone())];
            Tree::Object(members.into_iter().collect())
        };
        match calls {
            [] => Tree::Null,
            [one] if !as_list => call(one),
            several => Tree::Array(several.iter().map(call).collect()),
        }
    }

    fn problem(&self, found: impl Into<Found>, allowed: impl Into<Allowed>) -> Problem {
        Problem::at(format!("/{}", self.field), found, allowed)
    }

    fn fault(&self, found: impl Into<Found>, allowed: impl Into<Allowed>) -> Faults {
        vec![self.problem(found, allowed)]
    }

    fn unknown(&self, text: &str) -> Faults {
        let tools: Vec<&str> = self.tools.iter().map(|(tool, _)| *tool).collect();
        let path = format!("/{}/{}", self.field, self.name);
        vec![Problem { path, ..self.problem(words::found_text(text), names(&tools)) }]
    }

    /// The fault of the call at an index of the list.
    fn in_list(&self, at: usize, fault: Problem) -> Problem {
        let list = format!("/{}", self.field);
        let below = fault.path.strip_prefix(&list).unwrap_or(&fault.path);
        Problem { path: format!("{list}/{at}{below}"), ..fault }
    }

    /// Two members that say different things.
    fn unclear(&self, one: &str, other: &str) -> Faults {
        self.fault(Found::Both(Box::new((one.to_owned(), other.to_owned()))), ONE_CALL)
    }
}

fn names(tools: &[&str]) -> Allowed {
    Allowed::Names(tools.iter().map(|tool| (*tool).to_owned()).collect())
}

/// A member of an object.
type Member = (String, Tree);

/// A call as it was read.
#[derive(Clone, Debug, PartialEq)]
struct Call<'s> {
    tool: &'s str,
    args: Tree,
}

/// Members of an object that is, or holds, a call.
#[derive(Default)]
struct Parts<'a, 's> {
    names: Vec<(&'a str, String)>,
    args: Vec<(&'a str, Tree)>,
    inner: Vec<(&'a str, Vec<Call<'s>>)>,
    /// Other members, with their places.
    strange: Vec<(usize, &'a str)>,
}

struct Reader<'s> {
    form: Form<'s>,
    decode: Decode,
    lossy: bool,
}

impl<'s> Reader<'s> {
    fn reply(mut self, from: &Tree) -> Result<Option<Rewritten>, Faults> {
        let (mut members, calls) = match from {
            Tree::Array(items) => (Vec::new(), self.list(items, 0)?),
            Tree::Object(members) => self.object(members)?,
            _ => return Ok(None),
        };
        let field = self.form.field;
        let written = from.step(field);
        if calls.is_empty() && !matches!(written, Some(Tree::Object(_))) {
            return Ok(None);
        }
        let to = self.form.write(&calls, matches!(written, Some(Tree::Array(_))));
        members.push((field.to_owned(), to.clone()));
        let value = Tree::Object(members.into_iter().collect());
        if value == *from {
            return Ok(None);
        }
        let alone = written.filter(|_| with(from, field, &to) == value);
        let (path, from, to) = match alone {
            Some(written) => (format!("/{field}"), written.clone(), to),
            None => (String::new(), from.clone(), value.clone()),
        };
        Ok(Some(Rewritten { value, path, kind: "call", from, to, lossy: self.lossy }))
    }

    /// The members beside the calls of a reply, and its calls.
    fn object(&mut self, reply: &TreeMembers) -> Result<(Vec<Member>, Vec<Call<'s>>), Faults> {
        let reply = self.spoken(reply);
        let (own, others): (Vec<_>, Vec<_>) = reply.into_iter().partition(|(key, _)| self.form.is_own(key));
        let parts = self.parts(&others, 0)?;
        let strange: Vec<usize> = parts.strange.iter().map(|(at, _)| *at).collect();
        let calls = self.calls(parts, true)?;
        let kept = others.into_iter().enumerate().filter(|(at, _)| strange.binary_search(at).is_ok());
        Ok((own.into_iter().chain(kept.map(|(_, member)| member)).collect(), calls))
    }

    /// The members of a reply. If a server's message has calls and an object as its text, those of the text in its place.
    fn spoken(&mut self, reply: &TreeMembers) -> Vec<Member> {
        let content = reply.get("content").filter(|text| text.as_str().is_some() && reply.contains_key(TOOL_CALLS));
        let inner = content.and_then(|content| decoded(content, self.decode, &mut self.lossy));
        let Some(Tree::Object(inner)) = inner else { return reply.iter().cloned().collect() };
        let others = reply.iter().filter(|(key, _)| key != "content");
        inner.iter().chain(others).cloned().collect()
    }

    /// The calls of a list. The faults of all of them come together, each with the place of its call.
    fn list(&mut self, items: &[Tree], depth: usize) -> Result<Vec<Call<'s>>, Faults> {
        let (mut calls, mut faults) = (Vec::new(), Vec::new());
        for (at, item) in items.iter().enumerate().filter(|(_, item)| !item.is_null()) {
            let held = self.held(item, depth).and_then(|held| match held.is_empty() {
                true => Err(self.form.fault(Found::Type(words::kind_of(item)), CALL_IN_EACH_PLACE)),
                false => Ok(held),
            });
            match held {
                Ok(held) => calls.extend(held),
                Err(found) => faults.extend(found.into_iter().map(|fault| self.form.in_list(at, fault))),
            }
        }
        if faults.is_empty() {
            Ok(calls)
        } else {
            Err(faults)
        }
    }

    /// The calls of a value in the place of a call.
    fn held(&mut self, value: &Tree, depth: usize) -> Result<Vec<Call<'s>>, Faults> {
        match decoded(value, self.decode, &mut self.lossy) {
            Some(Tree::Object(members)) if depth < MAX_HOLDERS => {
                let members: Vec<Member> = members.iter().cloned().collect();
                let parts = self.parts(&members, depth)?;
                self.calls(parts, false)
            }
            Some(Tree::Array(items)) if depth < MAX_HOLDERS => self.list(&items, depth + 1),
            _ => match value.as_str() {
                Some(text) => match self.form.tool(text)? {
                    Some(tool) => Ok(vec![Call { tool, args: Tree::Object(TreeMembers::default()) }]),
                    None => Err(self.form.unknown(text)),
                },
                None => Err(self.form.fault(Found::Type(words::kind_of(value)), text("一次调用", "a call"))),
            },
        }
    }

    /// Sorts the members of an object by what they say about a call.
    fn parts<'a>(&mut self, members: &'a [Member], depth: usize) -> Result<Parts<'a, 's>, Faults> {
        let mut parts = Parts::default();
        for (at, (key, written)) in members.iter().enumerate() {
            let word = fold(key);
            let is_in = |words: &[&str]| words.contains(&word.as_str());
            let holds = is_in(&HOLDERS) || key == self.form.field;
            let Some(value) = decoded(written, self.decode, &mut self.lossy) else {
                match written.as_str() {
                    Some(text) if holds || is_in(&NAMES) => parts.names.push((key, text.trim().to_owned())),
                    Some(text) if text.trim().is_empty() || is_in(&MARKS) => {}
                    _ if is_in(&ARGS) => parts.args.push((key, written.clone())),
                    _ => parts.strange.push((at, key)),
                }
                continue;
            };
            match &value {
                Tree::Null => {}
                Tree::Object(_) | Tree::Array(_) if holds => parts.inner.push((key, self.held(&value, depth + 1)?)),
                _ if is_in(&ARGS) => parts.args.push((key, value)),
                _ if is_in(&MARKS) => {}
                Tree::Object(_) => match self.form.tool(key)? {
                    Some(tool) => parts.inner.push((key, vec![Call { tool, args: value }])),
                    None => parts.strange.push((at, key)),
                },
                _ => parts.strange.push((at, key)),
            }
        }
        // A model fills in "none" where it means no call.
        parts.names.retain(|(_, name)| !coerce::is_nothing(name) || matches!(self.form.tool(name), Ok(Some(_))));
        parts.args.retain(|(_, args)| !matches!(args, Tree::Object(members) if members.iter().next().is_none()));
        parts.inner.retain(|(_, calls)| !calls.is_empty());
        Ok(parts)
    }

    /// The calls that the members of an object say. In a reply, a name of no tool beside nothing else is no call.
    fn calls(&self, parts: Parts<'_, 's>, in_reply: bool) -> Result<Vec<Call<'s>>, Faults> {
        let Parts { names, args, inner, strange } = parts;
        let form = &self.form;
        let args = agreed(args).map_err(|(one, other)| form.unclear(one, other))?;
        let (mut tools, mut unknown) = (Vec::new(), Vec::new());
        for (key, name) in names {
            match form.tool(&name)? {
                Some(tool) => tools.push((key, tool)),
                None if in_reply && key != form.field && args.is_none() => {}
                None => unknown.push((key, name)),
            }
        }
        match (tools.first(), unknown.first()) {
            (Some((key, tool)), Some((other, name))) => {
                let (one, other) = (format!("{key} \"{tool}\""), format!("{other} {}", words::quoted(name)));
                return Err(form.unclear(&one, &other));
            }
            (None, Some((_, name))) => return Err(form.unknown(name)),
            _ => {}
        }
        let several = |(one, other): (&str, &str)| form.unclear(one, other);
        let told =
            |tools: &[(&str, &str)]| tools.iter().map(|(key, tool)| format!("{key} \"{tool}\"")).collect::<Vec<_>>();
        let texts = told(&tools);
        let tool = agreed(tools).map_err(|_| match texts.as_slice() {
            [one, .., other] => form.unclear(one, other),
            _ => form.fault(Found::SeveralTools, ONE_CALL),
        })?;
        let inner = agreed(inner).map_err(several)?;
        let is_named = tool.is_some();
        let (calls, is_bare) = match (tool, args, inner) {
            (tool, args, Some((key, calls))) => (form.joined(tool, args, key, calls)?, false),
            (Some((_, tool)), args, None) => {
                let is_bare = args.is_none();
                (vec![Call { tool, args: form.by_name(tool, args.map_or_else(none, |(_, args)| args))? }], is_bare)
            }
            (None, Some((key, _)), None) => {
                let unnamed = Found::ArgsAlone(key.to_owned());
                return Err(form.fault(unnamed, ONE_CALL));
            }
            (None, None, None) => (Vec::new(), false),
        };
        if let [call] = calls.as_slice() {
            let lost = strange.iter().find(|(_, key)| is_named && is_bare || form.has_argument(call.tool, key));
            if let Some((_, key)) = lost {
                let inside = Allowed::Inside(Box::new(((*key).to_owned(), form.args.to_owned())));
                return Err(form.fault(Found::BesideCall((*key).to_owned()), inside));
            }
        }
        Ok(calls)
    }
}

fn none() -> Tree {
    Tree::Object(TreeMembers::default())
}

/// The value that all members agree on, with the first of them; two that do not are the error.
fn agreed<T: PartialEq>(members: Vec<(&str, T)>) -> Result<Option<(&str, T)>, (&str, &str)> {
    let mut members = members.into_iter();
    let Some((key, value)) = members.next() else { return Ok(None) };
    match members.find(|(_, other)| *other != value) {
        Some((other, _)) => Err((key, other)),
        None => Ok(Some((key, value))),
    }
}

/// A copy of an object with another value of one member.
fn with(object: &Tree, key: &str, value: &Tree) -> Tree {
    let Tree::Object(members) = object else { return object.clone() };
    let other = |(name, own): &Member| (name.clone(), if name == key { value.clone() } else { own.clone() });
    Tree::Object(members.iter().map(other).collect())
}
