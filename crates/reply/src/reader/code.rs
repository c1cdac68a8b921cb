//! Reads tool calls that are written as code of Python or JavaScript, `name(key="value", n=3)`, or as elements with a tool's name.
//!
//! Only literals are values. Nothing is repaired: code that is not whole is no call.

use super::literal::{literal, Is};
use super::source::is_blank;
use crate::characters::is_word;
use crate::tape::Tag;
use stepgate_json::slice;
use stepgate_json::{Tree, TreeMembers};

/// Deepest nesting of lists and objects.
const MAX_NESTED: usize = 64;

/// First characters of strings.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Whether a name is a tool's, and if a second one is given, whether that is one of its arguments.
pub(super) type IsTool<'t> = &'t dyn Fn(&str, Option<&str>) -> bool;

/// Code that is read from its beginning.
#[derive(Clone)]
pub(super) struct Code<'a> {
    pub(super) rest: &'a str,
    /// Levels of nesting that are left.
    levels: usize,
}

/// A value, with its name if it has one.
type Item = (Option<String>, Tree);

impl<'a> Code<'a> {
    pub(super) fn new(rest: &'a str) -> Self {
        Code { rest, levels: MAX_NESTED }
    }

    /// Whether a call of a tool, or a list of calls, seems to begin here.
    pub(super) fn opens(mut self, is_tool: IsTool) -> bool {
        self.eat("[");
        if self.eat("<") {
            return self.opens_element(is_tool);
        }
        self.eat_print(is_tool);
        if self.eat_name(is_tool).is_none() {
            return false;
        }
        if self.eat(")") || self.rest.starts_with(['[', '{']) || self.at_string() {
            return true;
        }
        let name = self.name();
        self.eat("=") || self.eat(":") || literal(name).is_some()
    }

    fn opens_element(&mut self, is_tool: IsTool) -> bool {
        let name = self.name();
        let is_open = self.eat(">");
        if !is_open && !self.eat("/>") || !is_tool(name, None) {
            return false;
        }
        if self.eat("</") {
            return self.name() == name;
        }
        !is_open || self.eat("<") && is_tool(name, Some(self.name()))
    }

    /// Reads a call or a list of calls. None if it is not whole.
    pub(super) fn calls(&mut self, is_tool: IsTool, calls: &mut Vec<Tree>) -> Option<()> {
        if !self.eat("[") {
            calls.push(self.call(is_tool)?);
            return Some(());
        }
        while !self.eat("]") {
            calls.push(self.call(is_tool)?);
            if !self.eat(",") {
                return self.eat("]").then_some(());
            }
        }
        Some(())
    }

    fn call(&mut self, is_tool: IsTool) -> Option<Tree> {
        if self.eat("<") {
            return self.element(is_tool);
        }
        let printed = self.eat_print(is_tool);
        let name = self.eat_name(is_tool)?;
        let items = self.items(")")?;
        let args = match items.iter().any(|(key, _)| key.is_some()) || items.is_empty() {
            true => members(items)?,
            false => values(items)?,
        };
        (!printed || self.eat(")")).then(|| call(name, args))
    }

    /// Reads an element whose tag is the name of a tool and whose children are its arguments.
    fn element(&mut self, is_tool: IsTool) -> Option<Tree> {
        let name = self.name();
        let mut args = TreeMembers::default();
        let empty = self.eat("/>");
        if !empty && !self.eat(">") {
            return None;
        }
        while !empty && !self.closes(name) {
            self.eat("<").then_some(())?;
            let key = Some(self.name()).filter(|key| is_tool(name, Some(key)))?;
            self.rest = self.rest.strip_prefix('>')?;
            let value = self.content(name, key, is_tool)?;
            args.push(key.to_owned(), Tree::text(value));
        }
        Some(call(name, Tree::Object(args)))
    }

    /// Reads the text up to the closing tag that another argument or the end of the call follows.
    fn content(&mut self, name: &str, key: &str, is_tool: IsTool) -> Option<&'a str> {
        let text = self.rest;
        let ends = |at: usize| {
            let mut behind = Code::new(text.get(at..)?);
            let is_end = behind.closes(key);
            let mut next = behind.clone();
            let goes_on = next.closes(name) || next.eat("<") && is_tool(name, Some(next.name()));
            (is_end && goes_on).then_some((at, behind.rest))
        };
        let (end, rest) = text.match_indices("</").find_map(|(at, _)| ends(at))?;
        self.rest = rest;
        let value = text.get(..end)?;
        Some(value.strip_prefix('\n').map_or(value, |inside| inside.strip_suffix('\n').unwrap_or(inside)))
    }

    /// Reads a closing tag, if it has this name.
    fn closes(&mut self, name: &str) -> bool {
        let mut behind = self.clone();
        let closes = behind.eat("</") && behind.name() == name && behind.eat(">");
        if closes {
            self.rest = behind.rest;
        }
        closes
    }

    /// Skips blanks, and a mark behind them if it stands there.
    fn eat(&mut self, mark: &str) -> bool {
        let at = self.rest.trim_start_matches(is_blank);
        let behind = at.strip_prefix(mark);
        self.rest = behind.unwrap_or(at);
        behind.is_some()
    }

    /// Skips a print around a call.
    fn eat_print(&mut self, is_tool: IsTool) -> bool {
        self.eat("");
        self.rest.starts_with("print(") && !is_tool("print", None) && self.eat("print(")
    }

    /// Reads the name of a tool with the bracket behind it.
    fn eat_name(&mut self, is_tool: IsTool) -> Option<&'a str> {
        let name = self.name();
        self.rest = self.rest.strip_prefix('(').filter(|_| is_tool(name, None))?;
        Some(name)
    }

    /// Reads a name, a number or a word; empty if none stands here.
    fn name(&mut self) -> &'a str {
        let at = self.rest.trim_start_matches(is_blank);
        self.rest = at.trim_start_matches(|c| is_word(c) || matches!(c, '_' | '$' | '.' | '-' | '+'));
        slice(at, ..at.len() - self.rest.len())
    }

    /// Reads values up to a closing bracket.
    fn items(&mut self, close: &str) -> Option<Vec<Item>> {
        self.levels = self.levels.checked_sub(1)?;
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push((self.key(), self.value()?));
            if !self.eat(",") && !self.rest.starts_with(close) {
                return None;
            }
        }
        self.levels += 1;
        Some(items)
    }

    /// Reads the name of a value with the sign behind it.
    fn key(&mut self) -> Option<String> {
        let mut behind = self.clone();
        let key = if behind.at_string() { behind.string()? } else { behind.name().to_owned() };
        let is_key = !key.is_empty() && (behind.eat("=") || behind.eat(":"));
        is_key.then(|| {
            self.rest = behind.rest;
            key
        })
    }

    fn value(&mut self) -> Option<Tree> {
        if self.at_string() {
            return self.string().map(Tree::String);
        }
        if self.eat("[") {
            return values(self.items("]")?);
        }
        if self.eat("{") {
            return members(self.items("}")?);
        }
        let before = self.rest;
        let word = self.name();
        let value = match literal(word) {
            Some((Is::Tag(Tag::Null), _)) => Tree::Null,
            Some((Is::Tag(tag), _)) => Tree::Bool(tag == Tag::True),
            Some((Is::Number, _)) => Tree::Number(word.to_owned()),
            Some((Is::Odd(number), _)) => Tree::Number(number),
            _ => {
                self.rest = before;
                return None;
            }
        };
        Some(value)
    }

    /// Whether a string begins behind the blanks.
    fn at_string(&mut self) -> bool {
        self.eat("");
        self.rest.strip_prefix('r').unwrap_or(self.rest).starts_with(QUOTES)
    }

    fn string(&mut self) -> Option<String> {
        let is_raw = self.eat("r");
        let quote = ["\"\"\"", "'''", "\"", "'", "`"].into_iter().find(|quote| self.eat(quote))?;
        let mut text = String::new();
        loop {
            if let Some(behind) = self.rest.strip_prefix(quote) {
                self.rest = behind;
                return Some(text);
            }
            match self.next()? {
                '\\' if is_raw => text.extend(['\\', self.next()?]),
                '\\' => text.push(self.escape()?),
                '$' if quote == "`" && self.rest.starts_with('{') => return None,
                c => text.push(c),
            }
        }
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    /// Reads what follows a backslash. None if the languages do not agree on it.
    fn escape(&mut self) -> Option<char> {
        Some(match self.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            c @ ('\\' | '"' | '\'' | '`') => c,
            'x' => char::from_u32(self.hex(2)?)?,
            'u' => self.unicode()?,
            _ => return None,
        })
    }

    fn unicode(&mut self) -> Option<char> {
        let high = self.hex(4)?;
        if !(0xd800..0xdc00).contains(&high) {
            return char::from_u32(high);
        }
        self.rest = self.rest.strip_prefix("\\u")?;
        let low = self.hex(4)?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
        char::from_u32(0x10000 + ((high - 0xd800) << 10) + low)
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        (0..digits).try_fold(0, |number, _| Some(number * 16 + self.next()?.to_digit(16)?))
    }
}

/// The object of values that all have names.
fn members(items: Vec<Item>) -> Option<Tree> {
    let members = items.into_iter().map(|(key, value)| Some((key?, value)));
    members.collect::<Option<TreeMembers>>().map(Tree::Object)
}

/// The list of values that have no names.
fn values(items: Vec<Item>) -> Option<Tree> {
    let values = items.into_iter().map(|(key, value)| key.is_none().then_some(value));
    values.collect::<Option<Vec<Tree>>>().map(Tree::Array)
}

/// The call of a tool with these arguments.
pub(super) fn call(name: &str, args: Tree) -> Tree {
    let members = [("name".to_owned(), Tree::text(name)), ("arguments".to_owned(), args)];
    Tree::Object(members.into_iter().collect())
}
