//! Complaints: texts for the model about a reply that is not usable.

use super::fault::{Fault, MAX_DEPTH, MAX_LENGTH};
use super::reading::{Expected, Reading};
use crate::lang::Lang;
use crate::schema::{behind_chinese, Allowed, Found, Problem};

/// Most problems that a complaint names.
const MAX_PROBLEMS: usize = 20;

/// Words a complaint about a reply for the model: up to twenty problems, one a line, each with what was found and what is allowed.
/// It repeats short values only, as JSON strings. It is empty if the reply is usable.
pub fn complain(reading: &Reading, lang: Lang) -> String {
    match calls_without_list(reading) {
        Some(field) => list_wanted(field, &reading.expected, lang),
        None => complaint(reading.lossless, reading.fault, &reading.problems, &reading.expected, lang),
    }
}

/// The member of the contract that holds calls, if several stand there without the brackets of a list.
fn calls_without_list(reading: &Reading) -> Option<&str> {
    let field = reading.list_of_calls.as_deref()?;
    let place = reading.problems.first()?.path.strip_prefix('/')?;
    (reading.fault == Some(Fault::Brackets) && place == field).then_some(field)
}

fn list_wanted(field: &str, expected: &Expected, lang: Lang) -> String {
    let whole = expected.whole(lang);
    match lang {
        Lang::Zh => format!(
            "你的回复里，{field} 后面有几个调用，却没有放进列表。几个调用要一起写在 [ ] 里：\"{field}\": [{{第一个调用}}, {{第二个调用}}]。请改正后重新发送{whole}。"
        ),
        Lang::En => format!(
            "In your reply several calls stand behind {field}, but not in a list. Write them together in [ ]: \"{field}\": [{{first call}}, {{second call}}]. Correct this and send {whole} again."
        ),
    }
}

/// Like [`complain`], for a reading that is not built.
pub fn complaint(
    lossless: bool,
    fault: Option<Fault>,
    problems: &[Problem],
    expected: &Expected,
    lang: Lang,
) -> String {
    match fault {
        Some(Fault::Brackets) => listed(wrong_brackets(lang), problems, expected, lang),
        _ if !lossless => damaged(expected, lang),
        Some(fault) => sentence(fault, expected, lang),
        None => listed(wrong_form(lang), problems, expected, lang),
    }
}

/// Words a complaint about problems that an agent or a tool found.
pub fn complain_about(problems: &[Problem], lang: Lang) -> String {
    let head = match lang {
        Lang::Zh => "格式没有问题，但这次调用或内容被拒绝，什么都没有执行：",
        Lang::En => "The form is right, but the call or content was refused, and nothing was done:",
    };
    listed(head, problems, &Expected::Object, lang)
}

fn wrong_brackets(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "你的回复里括号不配对，无法确定它们应在何处：",
        Lang::En => "The brackets of your reply do not match, and where they belong is unclear:",
    }
}

fn wrong_form(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "你的回复不符合要求的格式：",
        Lang::En => "Your reply does not have the required form:",
    }
}

fn listed(head: &str, problems: &[Problem], expected: &Expected, lang: Lang) -> String {
    if problems.is_empty() {
        return String::new();
    }
    let mut lines = head.to_owned();
    for problem in problems.iter().take(MAX_PROBLEMS) {
        lines.push_str(&line(problem, lang));
    }
    let more = problems.len().saturating_sub(MAX_PROBLEMS);
    if more > 0 {
        lines.push_str(&match lang {
            Lang::Zh => format!("\n- 另有 {more} 处问题"),
            Lang::En => format!("\n- and {more} more"),
        });
    }
    let whole = expected.whole(lang);
    lines.push_str(&match lang {
        Lang::Zh => format!("\n请改正后重新发送{whole}。"),
        Lang::En => format!("\nCorrect this and send {whole} again."),
    });
    lines
}

fn line(problem: &Problem, lang: Lang) -> String {
    let Problem { path, found, allowed, .. } = problem;
    let place = match (path.as_str(), lang) {
        ("", Lang::Zh) => "（整个回复）",
        ("", Lang::En) => "(the whole reply)",
        (path, _) => path,
    };
    let (is_missing, words, demand) = (*found == Found::Missing, found.in_lang(lang), allowed.demand(lang));
    match (lang, allowed) {
        (Lang::Zh, Allowed::Unsaid) => format!("\n- {place}：{words}"),
        (Lang::En, Allowed::Unsaid) => format!("\n- {place}: {words}"),
        (Lang::Zh, _) if is_missing => format!("\n- {place}：{words}，{demand}"),
        (Lang::En, _) if is_missing => format!("\n- {place}: {words}, {demand}"),
        (Lang::Zh, _) => format!("\n- {place}：收到{}，{demand}", behind_chinese(&words)),
        (Lang::En, _) => format!("\n- {place}: found {words}, {demand}"),
    }
}

fn damaged(expected: &Expected, lang: Lang) -> String {
    let whole = expected.whole(lang);
    match lang {
        Lang::Zh => format!("你的回复被截断或已损坏，无法使用。请重新发送{whole}，必要时写得更短。"),
        Lang::En => format!(
            "Your reply was cut off or damaged and cannot be used. Send {whole} again; make it shorter if need be."
        ),
    }
}

fn sentence(fault: Fault, expected: &Expected, lang: Lang) -> String {
    let found = match fault {
        Fault::TooDeep => return too_deep(lang),
        Fault::TooLong => return too_long(lang),
        Fault::Empty => empty(lang),
        Fault::NotObject => other_json(expected, lang),
        Fault::NoTools => no_tools(lang),
        Fault::NoJsonObject | Fault::Brackets => nothing(expected, lang),
    };
    let one = expected.one(lang);
    match (expected, lang) {
        (_, Lang::Zh) => format!("{found}请只回复{}。", behind_chinese(&one)),
        (_, Lang::En) => format!("{found} Reply with {one} and nothing else."),
    }
}

fn empty(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "你的回复是空的。",
        Lang::En => "Your reply is empty.",
    }
}

fn no_tools(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "你的回复是在调用工具，但这里没有可以调用的工具。",
        Lang::En => "Your reply calls a tool, but no tools can be called here.",
    }
}

fn other_json(expected: &Expected, lang: Lang) -> &'static str {
    match (expected, lang) {
        (Expected::Object, Lang::Zh) => "你的回复是 JSON，但不是一个对象。",
        (Expected::Object, Lang::En) => "Your reply is JSON, but not one object.",
        (Expected::List, Lang::Zh) => "你的回复是 JSON，但不是一个数组。",
        (Expected::List, Lang::En) => "Your reply is JSON, but not one array.",
        (Expected::Value(_), Lang::Zh) => "你的回复是 JSON，但不是所需的值。",
        (Expected::Value(_), Lang::En) => "Your reply is JSON, but not the value that is wanted.",
    }
}

fn nothing(expected: &Expected, lang: Lang) -> &'static str {
    match (expected, lang) {
        (Expected::Object, Lang::Zh) => "你的回复里没有 JSON 对象。",
        (Expected::Object, Lang::En) => "There is no JSON object in your reply.",
        (Expected::List, Lang::Zh) => "你的回复里没有 JSON 数组。",
        (Expected::List, Lang::En) => "There is no JSON array in your reply.",
        (Expected::Value(_), Lang::Zh) => "你的回复里没有所需的值。",
        (Expected::Value(_), Lang::En) => "The value that is wanted is not in your reply.",
    }
}

fn too_deep(lang: Lang) -> String {
    let levels = MAX_DEPTH.to_string();
    match lang {
        Lang::Zh => format!("你的回复嵌套超过 {levels} 层。请减少嵌套后重新发送。"),
        Lang::En => {
            format!("Your reply is nested more than {levels} levels deep. Send it again with fewer levels.")
        }
    }
}

fn too_long(lang: Lang) -> String {
    let bytes = MAX_LENGTH.to_string();
    match lang {
        Lang::Zh => format!("你的回复超过 {bytes} 字节。请缩短后重新发送。"),
        Lang::En => format!("Your reply is longer than {bytes} bytes. Send a shorter one."),
    }
}
