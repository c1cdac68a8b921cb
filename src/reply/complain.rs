//! Words for the model about a reply that cannot be used.

use super::{Fault, Reading, MAX_DEPTH, MAX_LENGTH};
use crate::schema::Problem;
use crate::text::{decimal, phrase};
use crate::Lang;

/// How many problems a complaint names.
const MAX_PROBLEMS: usize = 5;

/// What is wrong with a reply, and what would be right: at most five problems, a line each. It never repeats the
/// reply. Empty if the reply is usable.
pub fn complain(reading: &Reading, lang: Lang) -> String {
    complaint(reading.lossless, reading.fault, &reading.problems, lang)
}

/// As [`complain`], of a reading that is not built.
pub(crate) fn complaint(lossless: bool, fault: Option<Fault>, problems: &[Problem], lang: Lang) -> String {
    match fault {
        _ if !lossless => damaged(lang).to_owned(),
        Some(fault) => sentence(fault, lang),
        None => complain_about(problems, lang),
    }
}

/// The same about problems found elsewhere: an agent's own, or a tool's.
pub fn complain_about(problems: &[Problem], lang: Lang) -> String {
    if problems.is_empty() {
        return String::new();
    }
    let mut lines = match lang {
        Lang::Zh => "你的回复不符合要求的格式：".to_owned(),
        Lang::En => "Your reply does not have the required form:".to_owned(),
    };
    for problem in problems.iter().take(MAX_PROBLEMS) {
        lines.push_str(&line(problem, lang));
    }
    let more = problems.len().saturating_sub(MAX_PROBLEMS);
    if more > 0 {
        lines.push_str(&match lang {
            Lang::Zh => phrase(&["\n- 另有 ", &decimal(more as u64), " 处问题"]),
            Lang::En => phrase(&["\n- and ", &decimal(more as u64), " more"]),
        });
    }
    lines.push_str(match lang {
        Lang::Zh => "\n请改正后重新发送完整的 JSON 对象。",
        Lang::En => "\nCorrect this and send the whole JSON object again.",
    });
    lines
}

fn line(problem: &Problem, lang: Lang) -> String {
    let Problem { path, found, allowed } = problem;
    let place = match (path.as_str(), lang) {
        ("", Lang::Zh) => "（整个回复）",
        ("", Lang::En) => "(the whole reply)",
        (path, _) => path,
    };
    match (lang, found.as_str()) {
        (Lang::Zh, "missing") => phrase(&["\n- ", place, "：缺失，应为 ", allowed]),
        (Lang::En, "missing") => phrase(&["\n- ", place, ": missing, must be ", allowed]),
        (Lang::Zh, _) => phrase(&["\n- ", place, "：收到 ", found, "，应为 ", allowed]),
        (Lang::En, _) => phrase(&["\n- ", place, ": found ", found, ", must be ", allowed]),
    }
}

fn damaged(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "你的回复被截断或已损坏，无法使用。请重新发送完整的 JSON 对象，必要时写得更短。",
        Lang::En => "Your reply was cut off or damaged and cannot be used. Send the whole JSON object again; make it shorter if need be.",
    }
}

fn sentence(fault: Fault, lang: Lang) -> String {
    let sentence = match (fault, lang) {
        (Fault::Empty, Lang::Zh) => "你的回复是空的。请只回复一个 JSON 对象。",
        (Fault::Empty, Lang::En) => "Your reply is empty. Reply with one JSON object and nothing else.",
        (Fault::NotObject, Lang::Zh) => "你的回复是 JSON，但不是一个对象。请只回复一个 JSON 对象。",
        (Fault::NotObject, Lang::En) => {
            "Your reply is JSON, but not one object. Reply with one JSON object and nothing else."
        }
        (Fault::NoJsonObject, Lang::Zh) => "你的回复里没有 JSON 对象。请只回复一个 JSON 对象。",
        (Fault::NoJsonObject, Lang::En) => {
            "There is no JSON object in your reply. Reply with one JSON object and nothing else."
        }
        (Fault::TooDeep, Lang::Zh) => {
            return phrase(&["你的回复嵌套超过 ", &decimal(MAX_DEPTH as u64), " 层。请减少嵌套后重新发送。"])
        }
        (Fault::TooDeep, Lang::En) => {
            return phrase(&[
                "Your reply is nested more than ",
                &decimal(MAX_DEPTH as u64),
                " levels deep. Send it again with fewer levels.",
            ])
        }
        (Fault::TooLong, Lang::Zh) => {
            return phrase(&["你的回复超过 ", &decimal(MAX_LENGTH as u64), " 字节。请缩短后重新发送。"])
        }
        (Fault::TooLong, Lang::En) => {
            return phrase(&["Your reply is longer than ", &decimal(MAX_LENGTH as u64), " bytes. Send a shorter one."])
        }
    };
    sentence.to_owned()
}
