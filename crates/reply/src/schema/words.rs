//! Found and allowed values in words, in each language and for models and people, and queries about a schema.

use std::collections::BTreeMap;

use super::decimal::Decimal;
use super::given::Given;
use super::shape::{Allowed, Fitting, Found, Length, Range, Schema, Shape, Type};
use crate::lang::{text, Lang, Text};
use crate::tape::Tag;
use stepgate_json::{to_text, Tree};

/// The kinds of values that a schema wants.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted {
    /// An object fits.
    pub object: bool,
    /// A list fits.
    pub list: bool,
    /// A number, a boolean, null or a text fits.
    pub scalar: bool,
    /// Text of any words fits.
    pub text: bool,
}

pub(super) fn kind(given: Given<'_>) -> Type {
    match given.tag() {
        Tag::False | Tag::True => Type::Boolean,
        Tag::Number => Type::Number,
        Tag::Text | Tag::Joined => Type::String,
        Tag::Object => Type::Object,
        Tag::Array => Type::Array,
        _ => Type::Null,
    }
}

pub(super) fn kind_of(value: &Tree) -> Type {
    match value {
        Tree::Null => Type::Null,
        Tree::Bool(_) => Type::Boolean,
        Tree::Number(_) => Type::Number,
        Tree::String(_) => Type::String,
        Tree::Array(_) => Type::Array,
        Tree::Object(_) => Type::Object,
    }
}

/// Characters of the longest value that a problem repeats; a longer text is cut off there.
const LONGEST_VALUE: usize = 40;

/// The type of the value, with the value itself if it is short and its type does not say enough, or with the length that a
/// bound refuses.
pub(super) fn found(schema: &Schema, given: Given<'_>) -> Found {
    let kind = kind(given);
    match (&schema.0.shape, given.tag()) {
        (Shape::Text { length, .. }, Tag::Text | Tag::Joined) => match given.string().chars().count() {
            n if length.holds(n) => found_text(&given.string()),
            n => Found::Characters(n),
        },
        (_, Tag::Text | Tag::Joined) => found_text(&given.string()),
        (_, Tag::Number) if given.raw().len() <= LONGEST_VALUE => Found::Value(kind, given.raw().to_owned()),
        (_, Tag::False) => Found::Value(kind, "false".to_owned()),
        (_, Tag::True) => Found::Value(kind, "true".to_owned()),
        _ => Found::Type(kind),
    }
}

pub(super) fn found_text(text: &str) -> Found {
    Found::Value(Type::String, quoted(text))
}

/// The beginning of a text as a JSON string, so that its quotes and line breaks end nothing around it.
pub(super) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(LONGEST_VALUE).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    to_text(&Tree::String(shown))
}

/// The values that a schema allows; `scope` has the definitions that [`Shape::Named`] refers to.
pub(super) fn allowed(schema: &Schema, scope: &[(String, Schema)]) -> Allowed {
    let node = &*schema.0;
    let refers =
        matches!(node.shape, Shape::Named(_) | Shape::AnyOf(_)) || !node.also.is_empty() || !node.nots.is_empty();
    let scope = if refers { scope.to_vec() } else { Vec::new() };
    Allowed::Fitting(Fitting { schema: schema.clone(), scope })
}

/// The values that a schema without references allows, in English signs and names of types.
pub(super) fn allowed_signs(schema: &Schema) -> String {
    Words { lang: Lang::En, plain: false }.allowed(schema, &[])
}

pub(super) fn found_in(found: &Found, lang: Lang) -> String {
    Words { lang, plain: false }.found(found)
}

pub(super) fn allowed_in(allowed: &Allowed, lang: Lang) -> String {
    Words { lang, plain: false }.of(allowed)
}

pub(super) fn allowed_plainly(allowed: &Allowed, lang: Lang) -> String {
    Words { lang, plain: true }.of(allowed)
}

pub(super) fn demand(allowed: &Allowed, lang: Lang) -> String {
    let words = allowed_in(allowed, lang);
    match (lang, allowed) {
        (Lang::Zh, Allowed::Beside(_)) => format!("应{words}"),
        (Lang::Zh, Allowed::Fitting(Fitting { schema, .. })) if schema.is_never() => "不应出现".to_owned(),
        (Lang::Zh, _) => format!("应为{}", behind_chinese(&words)),
        (Lang::En, _) => format!("must be {words}"),
    }
}

/// A text behind Chinese: with a blank before a Latin letter, a digit or a sign.
pub(crate) fn behind_chinese(text: &str) -> String {
    match text.starts_with(|first: char| first.is_ascii()) {
        true => format!(" {text}"),
        false => text.to_owned(),
    }
}

/// The writer of values in words: for a model with the names of JSON types, for a person (`plain`) without.
#[derive(Clone, Copy)]
struct Words {
    lang: Lang,
    plain: bool,
}

impl Words {
    fn say(self, text: Text) -> &'static str {
        text.in_lang(self.lang)
    }

    /// The template with its holes `{}` filled in, in their order.
    fn fill(self, template: Text, parts: &[&str]) -> String {
        let mut pieces = self.say(template).split("{}");
        let mut out = pieces.next().map_or_else(String::new, str::to_owned);
        for (part, piece) in parts.iter().zip(pieces) {
            out.push_str(part);
            out.push_str(piece);
        }
        out
    }

    fn name(self, kind: Type) -> &'static str {
        let name = match (self.plain, kind) {
            (false, Type::Null) => text("null", kind.json_name()),
            (false, Type::Boolean) => text("布尔值", kind.json_name()),
            (false, Type::Number) => text("数字", kind.json_name()),
            (false, Type::Integer) => text("整数", kind.json_name()),
            (false, Type::String) => text("字符串", kind.json_name()),
            (false, Type::Array) => text("数组", kind.json_name()),
            (false, Type::Object) => text("对象", kind.json_name()),
            (true, Type::Null) => text("空", "empty"),
            (true, Type::Boolean) => text("是或否", "yes or no"),
            (true, Type::Number) => text("数字", "a number"),
            (true, Type::Integer) => text("整数", "a whole number"),
            (true, Type::String) => text("文字", "text"),
            (true, Type::Array) => text("列表", "a list"),
            (true, Type::Object) => text("一组字段", "a group of fields"),
        };
        self.say(name)
    }

    fn found(self, found: &Found) -> String {
        match found {
            Found::Missing => self.say(text("缺失", "missing")).to_owned(),
            Found::Type(kind) => self.name(*kind).to_owned(),
            Found::Value(kind, value) => format!("{} {value}", self.name(*kind)),
            Found::Characters(n) => self.fill(text("{} 个字符的字符串", "string of {} characters"), &[&n.to_string()]),
            Found::Items(n) => self.fill(text("{} 项的数组", "array of {} items"), &[&n.to_string()]),
            Found::Members(n) => self.fill(text("{} 个成员的对象", "object of {} members"), &[&n.to_string()]),
            Found::With(keys) => self.fill(text("含 {} 的对象", "object with {}"), &[keys]),
            Found::BesideCall(key) => self.fill(text("调用旁边的 {}", "{} beside the call"), &[key]),
            Found::NamelessArgs(tool) => {
                self.fill(text("{} 的参数，没有写名称", "arguments of {} without names"), &[tool])
            }
            Found::ArgsAlone(key) => self.fill(text("{}，没有工具名", "{} and no name of a tool"), &[key]),
            Found::Both(both) => self.fill(text("{} 和 {}", "{} and {}"), &[&both.0, &both.1]),
            Found::CallAndNone(call) => {
                self.fill(text("{} 和一个没有调用的回复", "{} and a reply without a call"), &[call])
            }
            Found::EqualItems => self.say(text("有相同项的数组", "array with equal items")).to_owned(),
            Found::FitsSeveral => self.say(text("同时符合其中几种的值", "more than one of these")).to_owned(),
            Found::Key => self.say(text("这个键", "key")).to_owned(),
            Found::SeveralTools => self.say(text("几个工具", "several tools")).to_owned(),
            Found::AnnouncedCall => {
                self.say(text("以冒号结尾的话后面的调用", "a call behind words that end with a colon")).to_owned()
            }
            Found::BrokenCall => {
                let said = text(
                    "一次被截断的调用，或者其中不全是简单的值",
                    "a call that is cut off, or has more in it than plain values",
                );
                self.say(said).to_owned()
            }
            Found::Behind(parts) => {
                let (token, before) = &**parts;
                let end = || self.say(text("结尾", "the end"));
                let token = token.as_deref().unwrap_or_else(end);
                self.fill(text("{}（在 …{} 之后）", "{} behind …{}"), &[token, before])
            }
            Found::Text(text) => text.clone(),
        }
    }

    fn of(self, allowed: &Allowed) -> String {
        match allowed {
            Allowed::Unsaid => String::new(),
            Allowed::Fitting(Fitting { schema, scope }) => self.allowed(schema, scope),
            Allowed::Names(names) => names.join(" | "),
            Allowed::Beside(key) => self.fill(text("与 {} 一起给出", "present beside {}"), &[key]),
            Allowed::With(parts) => {
                let (keys, call) = &**parts;
                self.fill(text("含 {} 的对象；调用写作：{}", "object with {}; a call: {}"), &[&keys.join(" | "), call])
            }
            Allowed::Named(names) => {
                let between = self.say(text("、", ", "));
                self.fill(text("每个参数都写名称：{}", "each with its name: {}"), &[&names.join(between)])
            }
            Allowed::Inside(parts) => {
                let (key, holder) = &**parts;
                let (zh, en) = (format!("{holder} 里的 {key}"), format!("{key} in {holder}"));
                if self.lang == Lang::Zh {
                    zh
                } else {
                    en
                }
            }
            Allowed::Exact(most) => self.fill(
                text(
                    "-{} 到 {} 的整数；可以写字符串的地方，也可写成数字组成的字符串",
                    "-{}..{}, or a string of the digits where a string is allowed",
                ),
                &[most, most],
            ),
            Allowed::Said(text) => self.say(*text).to_owned(),
            Allowed::Text(text) => text.clone(),
        }
    }

    /// The values that a schema allows; `scope` has the definitions that [`Shape::Named`] refers to.
    fn allowed(self, schema: &Schema, scope: &[(String, Schema)]) -> String {
        let node = &*schema.0;
        let scope = if node.definitions.is_empty() { scope } else { &node.definitions };
        let mut out = self.shape(&node.shape, scope);
        for other in &node.also {
            out.push_str(self.say(text("，且为 ", " and ")));
            out.push_str(&self.allowed(other, scope));
        }
        for not in &node.nots {
            out.push_str(self.say(text("，不能是", ", not ")));
            let unwanted = self.unwanted(not, scope);
            out.push_str(&if self.lang == Lang::Zh { behind_chinese(&unwanted) } else { unwanted });
        }
        if node.nullable {
            out.push_str(match self.plain {
                true => self.say(text("，也可以不填", ", or nothing")),
                false => " | null",
            });
        }
        out
    }

    fn shape(self, shape: &Shape, scope: &[(String, Schema)]) -> String {
        match shape {
            Shape::Any => self.say(text("任何值", "any value")).to_owned(),
            Shape::Null => self.name(Type::Null).to_owned(),
            Shape::Boolean => self.name(Type::Boolean).to_owned(),
            Shape::Integer(range) => self.name(Type::Integer).to_owned() + &self.bounds(range),
            Shape::Number(range) => self.name(Type::Number).to_owned() + &self.bounds(range),
            Shape::Text { length, format, patterns } => {
                let mut out = self.name(Type::String).to_owned();
                if let Some(format) = format {
                    out.push_str(&self.fill(text("（{}）", " ({})"), &[format.pattern()]));
                }
                for pattern in patterns {
                    out.push_str(&self.fill(self.matching(), &[pattern.source()]));
                }
                out + &self.sizes(*length, text("个字符", "characters"))
            }
            Shape::Choice(values) => self.choices(values),
            Shape::List { length, unique, .. } => {
                let twins = if *unique { self.say(text("，各项不能相同", ", no two equal")) } else { "" };
                format!("{}{}{twins}", self.name(Type::Array), self.sizes(*length, text("项", "items")))
            }
            Shape::Object { rules, .. } => {
                self.name(Type::Object).to_owned() + &self.sizes(rules.count, text("个成员", "members"))
            }
            Shape::Never => self.say(text("空缺", "absent")).to_owned(),
            Shape::AnyOf(branches) => {
                let branches: Vec<String> = branches.iter().map(|branch| self.allowed(branch, scope)).collect();
                branches.join(if self.plain { self.say(text("，或", ", or ")) } else { " | " })
            }
            Shape::Named(at) => scope.get(*at).map_or_else(String::new, |(_, target)| self.allowed(target, scope)),
        }
    }

    fn matching(self) -> Text {
        match self.plain {
            true => text("，符合 /{}/", ", matching /{}/"),
            false => text("，符合 /{}/", " /{}/"),
        }
    }

    /// The values that a schema allows, and for an object the members that tell it.
    fn unwanted(self, schema: &Schema, scope: &[(String, Schema)]) -> String {
        let Shape::Object { fields, .. } = &schema.0.shape else { return self.allowed(schema, scope) };
        let mut out = self.allowed(schema, scope);
        for (at, field) in fields.iter().enumerate() {
            let first = text("，含 ", " with ");
            out.push_str(self.say(if at == 0 { first } else { text("、", ", ") }));
            out.push_str(&field.name);
            if field.schema.0.shape != Shape::Any {
                out.push_str(self.say(text("：", ": ")));
                out.push_str(&self.allowed(&field.schema, scope));
            }
        }
        out
    }

    fn choices(self, values: &[Tree]) -> String {
        let shown: Vec<String> = values.iter().take(CHOICES_SHOWN).map(|value| to_text(value)).collect();
        let more = values.len() > CHOICES_SHOWN;
        match (self.plain, shown.as_slice()) {
            (false, _) => shown.join(" | ") + if more { " | …" } else { "" },
            (true, [only]) => only.clone(),
            (true, _) => {
                let rest = if more { "…" } else { "" };
                let between = self.say(text("、", ", "));
                self.fill(text("以下之一：{}{}", "one of {}{}"), &[&shown.join(between), rest])
            }
        }
    }

    fn bounds(self, range: &Range) -> String {
        let mut out = String::new();
        let mut add = |template: Text, bounds: &[&Option<Decimal>]| {
            let texts: Option<Vec<String>> = bounds.iter().map(|bound| Some(bound.as_ref()?.text())).collect();
            let Some(texts) = texts else { return };
            let parts: Vec<&str> = texts.iter().map(String::as_str).collect();
            out.push_str(&self.fill(template, &parts));
        };
        let signs = |zh, signs, plain| text(zh, if self.plain { plain } else { signs });
        if range.min.is_some() && range.max.is_some() {
            add(signs("，{} 到 {}", " {}..{}", " from {} to {}"), &[&range.min, &range.max]);
        } else {
            add(signs("，不小于 {}", " >= {}", ", at least {}"), &[&range.min]);
            add(signs("，不大于 {}", " <= {}", ", at most {}"), &[&range.max]);
        }
        add(signs("，大于 {}", " > {}", ", more than {}"), &[&range.above]);
        add(signs("，小于 {}", " < {}", ", less than {}"), &[&range.below]);
        add(text("，是 {} 的倍数", ", a multiple of {}"), &[&range.step]);
        out
    }

    fn sizes(self, length: Length, unit: Text) -> String {
        let signs = |zh, signs, plain| text(zh, if self.plain { plain } else { signs });
        let (template, bounds) = match (length.min, length.max) {
            (None, None) => return String::new(),
            (Some(min), None) => (signs("，至少 {} {}", ", >= {} {}", ", at least {} {}"), vec![min]),
            (None, Some(max)) => (signs("，最多 {} {}", ", <= {} {}", ", at most {} {}"), vec![max]),
            (Some(min), Some(max)) if min == max && self.lang == Lang::Zh => (text("，正好 {} {}", ""), vec![min]),
            (Some(min), Some(max)) => (signs("，{} 到 {} {}", ", {}..{} {}", ", {} to {} {}"), vec![min, max]),
        };
        let mut parts: Vec<String> = bounds.iter().map(usize::to_string).collect();
        let unit = self.say(unit);
        let is_one = self.plain && self.lang == Lang::En && bounds.last() == Some(&1);
        parts.push(if is_one { unit.trim_end_matches('s') } else { unit }.to_owned());
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        self.fill(template, &parts)
    }
}

/// Most values of a choice that are shown.
const CHOICES_SHOWN: usize = 20;

/// A value in a form that is the same for equal values: numbers by their value, the members of an object by name.
pub(super) fn canonical(value: &Tree) -> String {
    match value {
        Tree::Number(text) => Decimal::parse(text).map_or_else(|| text.clone(), |number| number.text()),
        Tree::Array(items) => {
            let mut out = "[".to_owned();
            for item in items {
                out.push_str(&canonical(item));
                out.push(',');
            }
            out
        }
        Tree::Object(members) => {
            let mut texts = BTreeMap::new();
            for (at, (key, value)) in members.iter().enumerate() {
                texts.insert(format!("{}:{},", to_text(key), canonical(value)), at);
            }
            let mut out = "{".to_owned();
            texts.keys().for_each(|text| out.push_str(text));
            out
        }
        value => to_text(value),
    }
}

/// The kinds of values that a schema wants.
pub(super) fn wanted(schema: &Schema, scope: &[(String, Schema)]) -> Wanted {
    let node = &*schema.0;
    let scope = if node.definitions.is_empty() { scope } else { &node.definitions };
    match &node.shape {
        Shape::List { .. } => Wanted { list: true, ..Wanted::default() },
        Shape::Any | Shape::Object { .. } => Wanted { object: true, ..Wanted::default() },
        Shape::AnyOf(branches) => {
            branches.iter().map(|branch| wanted(branch, scope)).fold(Wanted::default(), |a, b| Wanted {
                object: a.object || b.object,
                list: a.list || b.list,
                scalar: a.scalar || b.scalar,
                text: a.text || b.text,
            })
        }
        Shape::Named(at) => scope.get(*at).map_or_else(Wanted::default, |(_, target)| wanted(target, scope)),
        Shape::Text { .. } => Wanted { text: true, scalar: true, ..Wanted::default() },
        _ => Wanted { scalar: true, ..Wanted::default() },
    }
}

/// Whether the object, or a branch of the schema that is one, has a field with this name or alias.
pub(super) fn has_field(schema: &Schema, name: &str, scope: &[(String, Schema)]) -> bool {
    let node = &*schema.0;
    let scope = if node.definitions.is_empty() { scope } else { &node.definitions };
    match &node.shape {
        Shape::Object { fields, .. } => {
            fields.iter().any(|field| field.name == name) || node.aliases.iter().any(|(from, _)| from == name)
        }
        Shape::AnyOf(branches) => branches.iter().any(|branch| has_field(branch, name, scope)),
        Shape::Named(at) => scope.get(*at).is_some_and(|(_, target)| has_field(target, name, scope)),
        _ => false,
    }
}
