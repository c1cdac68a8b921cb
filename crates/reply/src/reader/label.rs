//! What the words before a value say it is: an example, or the answer.

use super::source::{is_blank, is_colon};
use crate::characters::is_line_break;
use crate::characters::is_word;

/// How much of the words before a value is looked at, in bytes.
const LOOK: usize = 160;

/// What a value is called by the words before it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Label {
    /// An example, a form to follow, a draft, or what is not meant.
    Example,
    #[default]
    None,
    /// The answer, as opposed to what came before.
    Answer,
}

/// Words for an example or a draft.
const EXAMPLES: [&str; 15] = [
    "示例", "例如", "例子", "比如", "譬如", "举例", "样例", "范例", "草稿", "初稿", "example", "examples", "instance",
    "sample", "draft",
];

/// The end of a clause that says what is not meant.
const DENIALS: [&str; 5] = ["不是", "而非", "instead of", "rather than", "not"];

/// Words for a form to follow.
const FORMS: [&str; 5] = ["格式", "模板", "format", "template", "schema"];

/// Words for an answer that is not one of those before.
const FINALS: [&str; 8] = ["正式", "最终", "真正", "实际", "final", "finally", "actual", "actually"];

/// Words for an answer.
const ANSWERS: [&str; 10] = ["回答", "答案", "回复", "答复", "输出", "answer", "reply", "response", "output", "result"];

/// What the words at the end of `before` call the value behind them. Only the last clause counts; where it says both, or
/// the sentence says something else before it, nothing is certain.
pub(super) fn label(before: &str) -> Label {
    let from = (before.len().saturating_sub(LOOK)..).find(|at| before.is_char_boundary(*at)).unwrap_or_default();
    let words = without_marks(before.get(from..).unwrap_or_default()).to_lowercase();
    if words.ends_with("e.g") {
        return Label::Example;
    }
    let (sentence, clause) = last_clause(&words);
    if DENIALS.iter().any(|denial| clause.ends_with(denial) && is_whole_word(clause, denial)) {
        return Label::Example;
    }
    let (example, last) = (has(clause, &EXAMPLES), has(clause, &FINALS));
    match (example, last) {
        (true, true) => Label::None,
        (false, true) => Label::Answer,
        (true, false) if has(sentence, &FINALS) || has(sentence, &ANSWERS) => Label::None,
        (true, false) => Label::Example,
        _ if has(clause, &FORMS) && (is_form_of_answer(clause) || !has(clause, &ANSWERS)) => Label::Example,
        _ => Label::None,
    }
}

/// The text without the blanks, the colon, the emphasis and the fence that a value begins behind.
fn without_marks(text: &str) -> &str {
    let text = text.trim_end_matches(is_mark);
    let language = text.trim_end_matches(is_word);
    let fence = language.ends_with("```") || language.ends_with("~~~");
    if fence {
        language.trim_end_matches(is_mark)
    } else {
        text
    }
}

fn is_mark(c: char) -> bool {
    is_blank(c) || is_colon(c) || matches!(c, ',' | '，' | '*' | '_' | '`' | '~' | '"' | '“' | '(' | '（' | '.')
}

/// What the last sentence says before its last clause, and the clause.
fn last_clause(text: &str) -> (&str, &str) {
    let before = text.trim_end_matches(|c| !is_line_break(c) && !matches!(c, '。' | '.' | '!' | '！' | '?' | '？'));
    let sentence = text.get(before.len()..).unwrap_or_default();
    let before = sentence.trim_end_matches(|c| !matches!(c, ',' | '，' | ';' | '；' | ':' | '：'));
    (before, sentence.get(before.len()..).unwrap_or_default())
}

/// Whether a text has one of these: Chinese anywhere, English as a word.
fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| if word.is_ascii() { has_word(text, word) } else { text.contains(word) })
}

/// Whether what a text ends with is not the end of a longer word.
fn is_whole_word(text: &str, end: &str) -> bool {
    let before = text.strip_suffix(end).unwrap_or_default();
    !end.is_ascii() || !before.ends_with(is_word)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !is_word(c)).any(|part| part == word)
}

/// Whether a clause names the form of an answer, `output format`, and not an answer in some form.
fn is_form_of_answer(clause: &str) -> bool {
    let pair = |answer: &str, form: &str| {
        let between = if form.is_ascii() { " " } else { "" };
        clause
            .split_once(answer)
            .is_some_and(|(_, behind)| behind.strip_prefix(between).is_some_and(|behind| behind.starts_with(form)))
    };
    ANSWERS.iter().any(|answer| FORMS.iter().any(|form| pair(answer, form)))
}
