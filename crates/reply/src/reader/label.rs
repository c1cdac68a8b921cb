//! Recognises the words before a value that call it an example or the answer.

use super::source::{is_blank, is_colon};
use crate::characters::is_line_break;
use crate::characters::is_word;
use stepgate_json::slice;

/// Number of bytes before a value that are inspected.
const LOOK: usize = 160;

/// The role of a value by the words before it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Label {
    /// An example, a form to follow, a draft, or a denied value ("not …").
    Example,
    #[default]
    None,
    /// The answer, as opposed to the values before.
    Answer,
}

/// Words for an example or a draft.
const EXAMPLES: [&str; 15] = [
    "示例", "例如", "例子", "比如", "譬如", "举例", "样例", "范例", "草稿", "初稿", "example", "examples", "instance",
    "sample", "draft",
];

/// Ends of a clause that denies the value.
const DENIALS: [&str; 5] = ["不是", "而非", "instead of", "rather than", "not"];

/// Words for a form to follow.
const FORMS: [&str; 5] = ["格式", "模板", "format", "template", "schema"];

/// Words for the final one of several answers.
const FINALS: [&str; 8] = ["正式", "最终", "真正", "实际", "final", "finally", "actual", "actually"];

/// Words for an answer.
const ANSWERS: [&str; 10] = ["回答", "答案", "回复", "答复", "输出", "answer", "reply", "response", "output", "result"];

/// The role of the value behind the text `before`. Only the last clause counts. If it names both roles, or the rest of its sentence
/// names the other, there is none.
pub(super) fn label(before: &str) -> Label {
    let from = (before.len().saturating_sub(LOOK)..).find(|at| before.is_char_boundary(*at)).unwrap_or_default();
    let words = without_marks(slice(before, from..)).to_lowercase();
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

/// The text without the blanks, colon, emphasis and opening fence at its end.
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

/// Splits the last sentence into its last clause and the part before it.
fn last_clause(text: &str) -> (&str, &str) {
    let before = text.trim_end_matches(|c| !is_line_break(c) && !matches!(c, '。' | '.' | '!' | '！' | '?' | '？'));
    let sentence = slice(text, before.len()..);
    let before = sentence.trim_end_matches(|c| !matches!(c, ',' | '，' | ';' | '；' | ':' | '：'));
    (before, slice(sentence, before.len()..))
}

/// Whether a text contains one of `words`: Chinese ones anywhere, English ones as whole words.
fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| if word.is_ascii() { has_word(text, word) } else { text.contains(word) })
}

/// Whether the text's ending `end` is not the end of a longer word.
fn is_whole_word(text: &str, end: &str) -> bool {
    text.strip_suffix(end).is_some_and(|before| !end.is_ascii() || !before.ends_with(is_word))
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !is_word(c)).any(|part| part == word)
}

/// Whether a clause names the form of an answer (`output format`), and not an answer in some form.
fn is_form_of_answer(clause: &str) -> bool {
    let pair = |answer: &str, form: &str| {
        let between = if form.is_ascii() { " " } else { "" };
        clause
            .split_once(answer)
            .is_some_and(|(_, behind)| behind.strip_prefix(between).is_some_and(|behind| behind.starts_with(form)))
    };
    ANSWERS.iter().any(|answer| FORMS.iter().any(|form| pair(answer, form)))
}
