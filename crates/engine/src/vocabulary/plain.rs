//! Error messages for people: no JSON paths, no type names.

use stepgate_reply::schema::Problem;
use stepgate_reply::{Error, Lang};

/// One sentence for each problem; a problem with a sentence of its own uses that.
pub(crate) fn sentences(problems: &[Problem], lang: Lang) -> String {
    let sentence = |problem: &Problem| problem.plain.clone().unwrap_or_else(|| self::sentence(problem, lang));
    let all: Vec<String> = problems.iter().map(sentence).collect();
    all.join("\n")
}

fn sentence(problem: &Problem, lang: Lang) -> String {
    let (place, allowed) = (place(&problem.path, lang), allowed(&problem.allowed, lang));
    match (lang, problem.found == "missing") {
        (Lang::Zh, true) => format!("请填写{place}：应为{allowed}。"),
        (Lang::Zh, false) => format!("{place}应为{allowed}。"),
        (Lang::En, true) => format!("{place} is missing: it must be {allowed}."),
        (Lang::En, false) => format!("{place} must be {allowed}."),
    }
}

/// Error message for a person: the place in words, and the text of the error.
pub fn in_words(error: &Error, lang: Lang) -> String {
    match (error.place().is_empty(), lang) {
        (true, _) => error.text().to_owned(),
        (false, Lang::Zh) => format!("{}：{}", place(error.place(), lang), error.text()),
        (false, Lang::En) => format!("{}: {}", place(error.place(), lang), error.text()),
    }
}

/// Describes a JSON pointer in words: `/moves/0/day` is “moves”, entry 1, “day”.
fn place(path: &str, lang: Lang) -> String {
    let step = |step: &str| match (step.parse::<u32>(), lang) {
        (Ok(index), Lang::Zh) => format!("第{}项", index + 1),
        (Ok(index), Lang::En) => format!("entry {}", index + 1),
        (Err(_), _) => format!("“{}”", step.replace("~1", "/").replace("~0", "~")),
    };
    let steps: Vec<String> = path.split('/').skip(1).map(step).collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    match (steps.is_empty(), lang) {
        (true, Lang::Zh) => "填写的内容".to_owned(),
        (true, Lang::En) => "What you filled in".to_owned(),
        (false, Lang::Zh) => steps.concat(),
        (false, Lang::En) => steps.join(", "),
    }
}

/// Describes in words what a schema allows.
fn allowed(allowed: &str, lang: Lang) -> String {
    if allowed.starts_with('"') {
        let between = if lang == Lang::Zh { "、" } else { ", " };
        let values = allowed.replace(" | ", between);
        return if lang == Lang::Zh { format!("以下之一：{values}") } else { format!("one of {values}") };
    }
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
    let known = TYPES.iter().find_map(|(name, zh, en)| {
        let rest = allowed.strip_prefix(name).filter(|rest| ends(rest))?;
        Some([if lang == Lang::Zh { zh } else { en }, rest].concat())
    });
    known.unwrap_or_else(|| allowed.to_owned())
}

/// Type names in complaints, with their plain words in Chinese and English.
const TYPES: [(&str, &str, &str); 6] = [
    ("integer", "整数", "a whole number"),
    ("number", "数字", "a number"),
    ("string", "文字", "text"),
    ("boolean", "是或否", "yes or no"),
    ("array", "列表", "a list"),
    ("object", "一组字段", "a group of fields"),
];

#[cfg(test)]
mod tests {
    use super::{in_words, sentences};
    use stepgate_reply::schema::Problem;
    use stepgate_reply::{Kind, Lang};

    fn problem(path: &str, found: &str, allowed: &str) -> Problem {
        Problem { path: path.into(), found: found.into(), allowed: allowed.into(), plain: None }
    }

    #[test]
    fn a_problem_is_told_without_pointers_and_type_names() {
        for (path, found, allowed, zh, en) in [
            (
                "/amount",
                "number -5",
                "integer >= 1",
                "“amount”应为整数 >= 1。",
                "“amount” must be a whole number >= 1.",
            ),
            (
                "/moves/0/new_day",
                "missing",
                "integer",
                "请填写“moves”第1项“new_day”：应为整数。",
                "“moves”, entry 1, “new_day” is missing: it must be a whole number.",
            ),
            (
                "/kind",
                "string",
                "\"a\" | \"b\"",
                "“kind”应为以下之一：\"a\"、\"b\"。",
                "“kind” must be one of \"a\", \"b\".",
            ),
            ("", "string", "object", "填写的内容应为一组字段。", "What you filled in must be a group of fields."),
        ] {
            let problems = [problem(path, found, allowed)];
            assert_eq!(sentences(&problems, Lang::Zh), zh);
            assert_eq!(sentences(&problems, Lang::En), en);
        }
    }

    #[test]
    fn an_error_names_its_place_in_words() {
        let error = Kind::Malformed.at("/resume/work/0/name", "must be a text");
        assert_eq!(in_words(&error, Lang::En), "“resume”, “work”, entry 1, “name”: must be a text");
        assert_eq!(in_words(&error, Lang::Zh), "“resume”“work”第1项“name”：must be a text");
    }

    #[test]
    fn a_tool_words_its_own() {
        let own = Problem { plain: Some("Wednesday is full.".into()), ..problem("/day", "x", "y") };
        assert_eq!(sentences(&[own], Lang::En), "Wednesday is full.");
    }
}
