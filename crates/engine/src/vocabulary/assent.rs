//! Answers in words: a text that says yes to the open card, or names its button for no, and says nothing else.
//!
//! The whole text must be covered by words of consent, by polite words, and by the card's own words: the label of its button for yes and
//! the words that its tool gives. One word more, a question mark or a sign that is not understood, and the text is for the model to read.

use stepgate_reply::hidden_characters;

/// Words that agree.
const AGREES: &str = "好|好吧|行|行吧|可以|是|对|没错|嗯|没问题|没意见|我同意|\
    yes|y|yep|yeah|yup|ok|okay|sure|fine|all right|alright|of course|agreed|i agree|correct|lgtm|looks good|sounds good|\
    thats fine|thats right|go|go ahead|go for it|do it|please do";
/// Words that agree and name the act: after them stand "吧", "了", "it".
const APPROVES: &str = "同意|确认|确定|批准|就这样|就这么办|approve|approved|confirm|confirmed";
/// Words that may stand anywhere beside consent.
const POLITE: &str = "谢谢|谢谢你|麻烦了|麻烦你了|辛苦了|请|那|就|直接|现在|帮我|please|pls|thanks|thank you|thx|now|then|just|and|great|to me";
/// Endings that stand right after any word of consent.
const ENDINGS: &str = "啊|呀|哦|的";
/// Endings that stand right after a word that names the act.
const ACT_ENDINGS: &str = "吧|了|它|it|this|that";

/// Longest text that can be consent, in characters.
const LONGEST: usize = 120;

/// Whether a text says yes to a card, and nothing else. `own`: the card's own words for yes.
pub(crate) fn consents<'a>(text: &str, own: impl IntoIterator<Item = &'a str>) -> bool {
    says(text, own, &[(AGREES, Part::Agrees), (APPROVES, Part::NamesAct)])
}

/// Whether a text is the label of a button, and nothing else but polite words.
pub(crate) fn names(text: &str, label: &str) -> bool {
    says(text, [label], &[])
}

/// Whether a text is covered by these words, the card's own and polite ones, one of which is not only polite.
fn says<'a>(text: &str, own: impl IntoIterator<Item = &'a str>, words: &[(&str, Part)]) -> bool {
    if text.chars().count() > LONGEST || !hidden_characters(text).is_empty() {
        return false;
    }
    let Some(text) = folded(text) else { return false };
    let own: Vec<Vec<char>> = own.into_iter().filter_map(folded).filter(|word| !word.is_empty()).collect();
    is_covered(&text, &dictionary(words, &own))
}

/// The part of a word in a text of consent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Agrees,
    NamesAct,
    Polite,
    Ending,
    ActEnding,
}

impl Part {
    fn agrees(self) -> bool {
        matches!(self, Part::Agrees | Part::NamesAct)
    }

    /// Whether a word may follow another one, or begin the text.
    fn follows(self, before: Option<Part>) -> bool {
        match self {
            Part::Ending => before.is_some_and(Part::agrees),
            Part::ActEnding => before == Some(Part::NamesAct),
            _ => true,
        }
    }
}

fn dictionary(words: &[(&str, Part)], own: &[Vec<char>]) -> Vec<(Vec<char>, Part)> {
    let polite = [(POLITE, Part::Polite), (ENDINGS, Part::Ending), (ACT_ENDINGS, Part::ActEnding)];
    let words =
        words.iter().copied().chain(polite).flat_map(|(list, part)| list.split('|').map(move |word| (word, part)));
    let words = words.map(|(word, part)| (word.chars().collect(), part));
    words.chain(own.iter().map(|word| (word.clone(), Part::NamesAct))).collect()
}

/// Whether words of the dictionary cover the whole text, one of which agrees. Each place is reached at most once with each history.
fn is_covered(text: &[char], dictionary: &[(Vec<char>, Part)]) -> bool {
    let mut reached: Vec<Vec<(bool, Option<Part>)>> = vec![Vec::new(); text.len() + 1];
    let mut open = vec![(0, (false, None))];
    while let Some((at, (agreed, before))) = open.pop() {
        let Some(rest) = text.get(at..) else { continue };
        for (word, part) in dictionary {
            if !part.follows(before) || !rest.starts_with(word) {
                continue;
            }
            let end = at + word.len();
            if splits_a_word(text, end) {
                continue;
            }
            let next = end + usize::from(text.get(end) == Some(&' '));
            let history = (agreed || part.agrees(), Some(*part));
            if let Some(known) = reached.get_mut(next).filter(|known| !known.contains(&history)) {
                known.push(history);
                open.push((next, history));
            }
        }
    }
    reached.last().is_some_and(|ends| ends.iter().any(|(agreed, _)| *agreed))
}

/// Whether a place lies within a word of Latin letters.
fn splits_a_word(text: &[char], at: usize) -> bool {
    let is_latin = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(char::is_ascii_alphanumeric);
    is_latin(at.checked_sub(1)) && is_latin(Some(at))
}

/// A text in lower case, with one space for what separates words, without apostrophes and articles. None if it has a sign that no consent has.
fn folded(text: &str) -> Option<Vec<char>> {
    let mut out = String::new();
    let mut last = ' ';
    for c in text.chars().map(half_width) {
        match c {
            '.' | '。' if last == c => return None,
            ' ' | '\t' | '\n' | '\r' | '\u{3000}' | ',' | '.' | '!' | '、' | '。' | '~' => out.push(' '),
            '\'' | '’' | '\u{fe0f}' | '🏻'..='🏿' => {}
            '👍' | '👌' | '✅' | '✔' | '☑' | '🆗' => out.push_str(" ok "),
            '🙏' => out.push_str(" please "),
            _ if c.is_alphanumeric() => out.extend(c.to_lowercase()),
            _ => return None,
        }
        last = c;
    }
    let words: Vec<&str> = out.split(' ').filter(|word| !["", "the", "a", "an"].contains(word)).collect();
    Some(words.join(" ").chars().collect())
}

/// The usual form of a full-width sign.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::{consents, names};

    /// Words of four cards: the label of the button for yes, and what a tool gives beside it.
    const OWN: [&str; 8] = ["批准", "开始", "下单", "付款", "Approve", "Place order", "Send", "apply"];

    const YES: &[&str] = &[
        "好",
        "好的",
        "好吧",
        "好啊",
        "好，",
        "好的。",
        "行",
        "行吧",
        "可以",
        "可以的",
        "可以！",
        "是",
        "是的",
        "对",
        "对的",
        "嗯",
        "嗯嗯",
        "没问题",
        "没错",
        "同意",
        "我同意",
        "确认",
        "确定",
        "批准",
        "批准吧",
        "确认了",
        "就这样",
        "就这样吧",
        "就这么办",
        "没意见",
        "好的好的",
        "好，谢谢",
        "好的，麻烦了",
        "可以，开始吧",
        "开始",
        "开始吧",
        "下单",
        "下单吧",
        "好，付款",
        "好，下单吧",
        "请下单",
        "那就下单吧",
        "帮我下单",
        "直接付款",
        "现在下单，谢谢",
        "可以啊，开始吧",
        "是的，批准",
        "嗯，好的",
        "ok的",
        "好的OK",
        "好的 ok",
        "ＯＫ",
        "ok，下单吧",
        "yes，批准",
        "👍",
        "👍🏽",
        "👌",
        "✅",
        "✔️",
        "好👍",
        "👍👍",
        "ok 🙏",
        "谢谢，可以",
        "yes",
        "Yes.",
        "YES!",
        "y",
        "yep",
        "yeah",
        "yup",
        "ok",
        "OK",
        "okay",
        "Okay!",
        "ok, thanks",
        "sure",
        "fine",
        "all right",
        "alright",
        "of course",
        "agreed",
        "approve",
        "Approved.",
        "confirm",
        "confirm it",
        "approve it please",
        "looks good",
        "looks good to me, thanks",
        "sounds good",
        "lgtm",
        "LGTM!",
        "lgtm 👍",
        "go",
        "go ahead",
        "go ahead, please",
        "go for it",
        "do it",
        "just do it",
        "please do",
        "yes please",
        "yes, please do",
        "yes apply",
        "apply",
        "apply it",
        "send",
        "send it",
        "Send it now",
        "Yes, send it!",
        "ok send",
        "place order",
        "place the order",
        "Yes, place the order now",
        "please place the order",
        "ok then",
        "that's fine",
        "that’s right",
        "I agree",
        "yes yes",
        "yes\nthanks",
        "great, go ahead",
        "yes and thanks",
        "sure, go ahead and place the order",
        "  ok  ",
        "ok~",
        "好~",
        "Yes , please .",
    ];

    const NO: &[&str] = &[
        "",
        " ",
        "?",
        "!",
        "。",
        "谢谢",
        "please",
        "thanks",
        "now",
        "请",
        "那就",
        "🙏",
        "ok?",
        "OK？",
        "ok…",
        "ok...",
        "好。。",
        "yes if",
        "yes, if it is free",
        "yes but not now",
        "ok but shorter",
        "send it to Bob instead",
        "send it to Bob",
        "send them both",
        "don't send",
        "do not send it",
        "dont",
        "not ok",
        "not yet",
        "no",
        "nope",
        "no, thanks",
        "yes or no",
        "yes/no",
        "yes, no",
        "ok no",
        "never mind",
        "cancel",
        "stop",
        "wait",
        "hold on",
        "yes wait",
        "maybe",
        "whatever",
        "hmm",
        "right",
        "oh",
        "is it ok",
        "is that right",
        "are you sure",
        "okay so what does it cost",
        "what",
        "why",
        "how about 4pm",
        "go to hell",
        "go away",
        "apply for leave",
        "reapply",
        "sending",
        "yesterday",
        "okra",
        "y2k",
        "yes 2",
        "2",
        "order",
        "place",
        "place it",
        "place an order for Bob",
        "yes, delete the other one",
        "approve nothing",
        "\"yes\"",
        "'ok'?",
        "(ok)",
        "yes: all",
        "yes; no",
        "y/n",
        "<b>yes</b>",
        "yes 👎",
        "👎",
        "👍👎",
        "👍?",
        "🙄 ok",
        "ok :(",
        "yes{\"about_card\":\"drop\"}",
        "the",
        "a",
        "and",
        "the a",
        "好吗",
        "好不好",
        "好么",
        "好？",
        "可以吗",
        "可以么",
        "可以？",
        "行不行",
        "行吗",
        "行不",
        "是吗",
        "是吧",
        "对吧",
        "对不对",
        "是不是",
        "可不可以",
        "不可以",
        "不行",
        "不好",
        "不是",
        "不对",
        "不",
        "不要",
        "不用",
        "别",
        "别下单",
        "不下单",
        "先别付款",
        "好，但是改成周五",
        "好的，不过短一点",
        "好个屁",
        "好你个头",
        "好烦",
        "好像不对",
        "好了",
        "行了",
        "算了",
        "算了吧",
        "得了",
        "取消",
        "取消，干嘛要发",
        "为什么",
        "为什么要下单",
        "下单之前先问我",
        "下单了吗",
        "下单多少钱",
        "付款方式",
        "先付款再下单吗",
        "开始时间改一下",
        "开始不了",
        "开始的时候叫我",
        "可以便宜点",
        "可以再看看",
        "可以但是",
        "是的吗",
        "是谁",
        "是什么",
        "对面",
        "对了，再加一个",
        "嗯？",
        "嗯……",
        "嗯哼吧",
        "同意个鬼",
        "不同意",
        "我不同意",
        "确认一下",
        "确认地址",
        "确定吗",
        "确定？",
        "批准谁",
        "批准之前",
        "就这样吗",
        "就这",
        "随便",
        "都行吗",
        "无所谓",
        "你看着办",
        "继续",
        "再说",
        "等等",
        "等一下",
        "稍等",
        "吧",
        "的",
        "啊",
        "了",
        "吧好",
        "的好",
        "好的，给我看看",
        "好，发给小王",
        "好的2",
        "一",
        "没",
        "没事",
        "没关系",
        "y\u{200b}es",
        "\u{202e}sey",
        "ye\u{ad}s",
        "\u{2066}yes\u{2069}",
        "ok\u{200d}",
        "уes",
        "оk",
        "yеs",
        "dо it",
    ];

    #[test]
    fn only_consent_is_consent() {
        assert!(YES.len() + NO.len() >= 120);
        let taken: Vec<&&str> = NO.iter().filter(|text| consents(text, OWN)).collect();
        assert!(taken.is_empty(), "taken for a yes: {taken:?}");
        let missed: Vec<&&str> = YES.iter().filter(|text| !consents(text, OWN)).collect();
        assert!(missed.is_empty(), "not taken for a yes: {missed:?}");
    }

    #[test]
    fn words_of_another_card_are_no_consent() {
        for text in ["下单吧", "place the order", "send it", "apply", "开始"] {
            assert!(!consents(text, ["批准"]), "{text}");
        }
        assert!(!consents("delete", ["save"]) && consents("delete", ["Delete!"]));
        assert!(!consents("", [""]) && !consents("please", ["", " ", "?"]));
    }

    #[test]
    fn the_label_of_a_button_is_named_by_it_and_nothing_else() {
        for text in
            ["Decline", "decline.", "decline it", "decline, thanks", "please decline", "Decline now!", "👌 decline"]
        {
            assert_eq!(names(text, "Decline"), !text.contains('👌'), "{text}");
        }
        for text in ["拒绝", "拒绝吧", "请拒绝", "那就拒绝了，谢谢"] {
            assert!(names(text, "拒绝"), "{text}");
        }
        let others = [
            "",
            "no",
            "nope",
            "cancel",
            "decline?",
            "don't decline",
            "decline that one of Bob",
            "declined",
            "不拒绝",
            "拒绝吗",
            "ok",
        ];
        for text in others {
            assert!(!names(text, "Decline") && !names(text, "拒绝"), "{text}");
        }
        assert!(names("no, thanks", "No") && !names("not", "No") && !names("please", ""));
    }

    #[test]
    fn a_long_text_is_no_consent() {
        assert!(consents(&"好".repeat(120), []) && !consents(&"好".repeat(121), []));
    }
}
