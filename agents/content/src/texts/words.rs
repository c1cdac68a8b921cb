//! Words of a user that the agent understands without a model call (spec.md 3.2 and 3.3).

const APPROVE: &str =
    "继续|下一步|进入下一阶段|确认|好的|好|可以|没问题|continue|next|confirm|ok|okay|yes|approve|approved|looks good";

const START: &str = "开始|开始吧|执行|start|go|begin";

/// In the form that [`bare`] returns.
const PRODUCE: &str =
    "生成|总结|分析一下|开始生成|确定|可以了|就这些|没有了|继续|下一步|generate|that s all|that is all|summarize|\
    go ahead|continue|produce";

/// Returns the words of a text in lower case, with one space for everything between them.
pub fn bare(text: &str) -> String {
    let mut words = String::new();
    let mut apart = false;
    for c in text.chars() {
        if !c.is_alphanumeric() {
            apart = true;
            continue;
        }
        if apart && !words.is_empty() {
            words.push(' ');
        }
        apart = false;
        words.extend(c.to_lowercase());
    }
    words
}

/// Whether the whole text is an approval.
pub fn is_approval(text: &str) -> bool {
    is_listed(text, APPROVE)
}

/// Whether the whole text asks to start.
pub fn is_start(text: &str) -> bool {
    is_listed(text, START)
}

/// Whether the whole text asks to produce at once.
pub fn is_produce(text: &str) -> bool {
    is_listed(text, PRODUCE)
}

/// Whether the text contains a request to produce.
pub fn contains_produce(text: &str) -> bool {
    contains(text, PRODUCE)
}

/// Whether the text contains one of these words, which are separated by `|`.
pub(crate) fn contains(text: &str, words: &str) -> bool {
    let text = bare(text);
    words.split('|').any(|word| stands_in(&text, word))
}

/// Whether the whole text is one of these words, with or without one trailing particle.
fn is_listed(text: &str, words: &str) -> bool {
    let text = bare(text);
    let mut chars = text.chars();
    let particle = chars.next_back().is_some_and(|c| "吧啦了的呀哦嗯".chars().any(|known| known == c));
    words.split('|').any(|word| word == text || particle && word == chars.as_str())
}

/// Whether `text` contains `word`: an English word at word boundaries, a Chinese one anywhere.
fn stands_in(text: &str, word: &str) -> bool {
    let is_free = |beside: Option<char>| !word.is_ascii() || !beside.is_some_and(is_latin);
    let mut rest = text;
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix(word) {
            if is_free(before) && is_free(behind.chars().next()) {
                return true;
            }
        }
        before = Some(first);
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
    }
    false
}

/// Whether a character belongs to a word of letters rather than ideographs.
fn is_latin(c: char) -> bool {
    c < '\u{2e80}' && c.is_alphanumeric()
}
