//! Error messages for people: no JSON paths, no type names.

use stepgate_reply::schema::{Allowed, Found, Problem};
use stepgate_reply::{Error, Lang};

/// One sentence for each problem; a problem with a sentence of its own uses that.
pub(crate) fn sentences(problems: &[Problem], lang: Lang) -> String {
    let sentence = |problem: &Problem| problem.plain.clone().unwrap_or_else(|| self::sentence(problem, lang));
    let all: Vec<String> = problems.iter().map(sentence).collect();
    all.join("\n")
}

fn sentence(problem: &Problem, lang: Lang) -> String {
    if problem.allowed == Allowed::Unsaid {
        return placed(&problem.path, &problem.found.in_lang(lang), lang);
    }
    let (place, allowed) = (place(&problem.path, lang), problem.allowed.in_plain_words(lang));
    match (lang, problem.found == Found::Missing) {
        (Lang::Zh, true) => format!("请填写{place}：应为{allowed}。"),
        (Lang::Zh, false) => format!("{place}应为{allowed}。"),
        (Lang::En, true) => format!("{place} is missing: it must be {allowed}."),
        (Lang::En, false) => format!("{place} must be {allowed}."),
    }
}

/// Error message for a person: the place in words, and the text of the error.
pub fn in_words(error: &Error, lang: Lang) -> String {
    placed(error.place(), error.text(), lang)
}

/// A text behind its place in words.
fn placed(path: &str, text: &str, lang: Lang) -> String {
    match (path.is_empty(), lang) {
        (true, _) => text.to_owned(),
        (false, Lang::Zh) => format!("{}：{text}", place(path, lang)),
        (false, Lang::En) => format!("{}: {text}", place(path, lang)),
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

#[cfg(test)]
mod tests {
    use super::{in_words, sentences};
    use stepgate_reply::schema::{Found, Problem, Schema, Type};
    use stepgate_reply::{Kind, Lang};

    fn problem(path: &str, found: Found, schema: Schema) -> Problem {
        Problem::at(path, found, schema.allowed())
    }

    #[test]
    fn a_problem_is_told_without_pointers_and_type_names() {
        let number = Found::Value(Type::Number, "-5".to_owned());
        for (path, found, schema, zh, en) in [
            (
                "/amount",
                number,
                Schema::integer().min(1),
                "“amount”应为整数，不小于 1。",
                "“amount” must be a whole number, at least 1.",
            ),
            (
                "/moves/0/new_day",
                Found::Missing,
                Schema::integer(),
                "请填写“moves”第1项“new_day”：应为整数。",
                "“moves”, entry 1, “new_day” is missing: it must be a whole number.",
            ),
            (
                "/kind",
                Found::Type(Type::String),
                Schema::one_of(&["a", "b"]),
                "“kind”应为以下之一：\"a\"、\"b\"。",
                "“kind” must be one of \"a\", \"b\".",
            ),
            (
                "",
                Found::Type(Type::String),
                Schema::object(),
                "填写的内容应为一组字段。",
                "What you filled in must be a group of fields.",
            ),
        ] {
            let problems = [problem(path, found, schema)];
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
        let own = Problem { plain: Some("Wednesday is full.".into()), ..Problem::said("/day", "x") };
        assert_eq!(sentences(&[own], Lang::En), "Wednesday is full.");
    }
}
