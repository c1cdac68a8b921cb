//! Phrases of the user that the program itself understands, in both languages: about the order within classes, where they override the
//! model (spec.md 3.2), and questions.

/// Phrases that keep the order, in lower case.
const KEEP: &[&str] = &[
    "保持顺序",
    "按顺序",
    "不要打乱",
    "别打乱",
    "顺序不变",
    "不能乱序",
    "keep the order",
    "keep order",
    "in order",
    "same order",
    "don't reorder",
    "do not reorder",
];

/// Phrases that allow any order.
const ANY: &[&str] = &[
    "顺序无所谓",
    "顺序随便",
    "顺序不限",
    "先后无所谓",
    "先后随便",
    "顺序我不管",
    "顺序不管",
    "不管顺序",
    "不用管顺序",
    "可以打乱",
    "打乱顺序",
    "任意顺序",
    "不用按顺序",
    "不按顺序",
    "any order",
    "you may reorder",
    "can reorder",
    "not in order",
];

/// Phrases that allow any order behind the word.
const NO_MATTER: &[&str] = &["doesn't matter", "does not matter", "don't care about", "no matter"];

/// Phrases that allow any order and contain one that keeps it.
const DENIED: &[&str] = &["不用按顺序", "不按顺序", "not in order"];

/// Whether the order may change. The user's phrases override the model; among them, keeping the order overrides changing it.
pub fn allow_reorder(text: &str, model: bool) -> bool {
    let text = text.to_lowercase().replace(['\'', '’'], "");
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(&phrase.replace('\'', "")));
    let is_of_no_matter = text.contains("order") && says(NO_MATTER);
    match says(KEEP) && !says(DENIED) {
        true => false,
        false => says(ANY) || is_of_no_matter || model,
    }
}

/// Words that open a question, in lower case. An English one is a whole word.
const ASKS: &[&str] = &["why", "what", "how", "when", "where", "is", "does", "can"];
const ASKS_ZH: &[&str] = &["为什么", "为啥", "怎么", "什么", "哪", "能不能"];

/// Chinese phrases that make a question wherever they stand.
const ASKS_INSIDE_ZH: &[&str] = &[
    "为什么",
    "为啥",
    "是啥",
    "啥时候",
    "怎么拖",
    "怎么才",
    "怎么办",
    "怎样才",
    "怎么还",
    "怎么这么",
    "怎么那么",
    "怎么都在",
    "怎么全在",
    "怎么排",
    "是几点",
    "是哪天",
    "会不会",
    "是不是",
    "有没有",
    "行不行",
    "来着",
    "有空不",
    "有空没",
];

/// Chinese words that ask, unless they stand for any: "几点都行".
const ASKS_FOR_ONE_ZH: &[&str] = &["几项", "几个", "几点", "几天", "多少", "哪天", "哪个", "哪些"];

/// Whether the words are a question: by their end, by their first word, or by a phrase inside of them.
pub fn is_question(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let is_mark = |c: char| matches!(c, '.' | '!' | '~' | '。' | '！' | '～' | '…') || c.is_whitespace();
    let end = text.trim_end_matches(is_mark);
    let first = text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').next().unwrap_or_default();
    end.ends_with(['?', '？', '吗', '呢'])
        || ASKS.contains(&first)
        || ASKS_ZH.iter().any(|word| text.starts_with(word))
        || ASKS_INSIDE_ZH.iter().any(|phrase| text.contains(phrase))
        || !text.contains('都') && ASKS_FOR_ONE_ZH.iter().any(|word| text.contains(word))
}

/// Whether some sentences of a text are questions and others are not.
pub fn asks_and_tells(text: &str) -> bool {
    let ends = |c: char| matches!(c, '?' | '？' | '!' | '！' | '。' | '；' | ';' | '\n' | '.');
    let text = JOINS.iter().fold(text.to_lowercase(), |text, join| text.replace(join, "\n"));
    let sentences = || text.split_inclusive(ends).filter(|sentence| sentence.contains(char::is_alphanumeric));
    let clauses = || text.split(|c: char| ends(c) || c == '，');
    let demands = |clause: &str| !is_question(clause) && DEMANDS_ZH.iter().any(|word| clause.contains(word));
    let tells = sentences().any(|sentence| !is_question(sentence)) || clauses().any(demands);
    tells && sentences().any(is_question)
}

/// Whether some sentence of a text only refuses.
pub fn refuses_in_part(text: &str) -> bool {
    let ends = |c: char| matches!(c, '?' | '？' | '!' | '！' | '。' | '；' | ';' | '\n' | '.');
    text.split(ends).any(is_refusal)
}

/// Words before a sentence of its own within a sentence.
const JOINS: &[&str] = &[", and ", ", but ", ", also ", "，顺便", "，还有", "，另外", "，那"];
/// Words of a Chinese clause that asks for a change.
const DEMANDS_ZH: &[&str] = &[
    "别", "不要", "要尽", "尽快", "改到", "换到", "改成", "放到", "移到", "挪到", "提前", "推后", "也要", "也放",
    "也排", "加上", "换一", "换个", "换成",
];

/// Words that want something beside a plan, in lower case.
const BESIDE: &[&str] = &["too", "also", "well", "and", "add", "rest", "others", "both", "together"];
const BESIDE_ZH: &[&str] = &["也", "还有", "一起", "加上", "剩下", "都"];

/// Whether the words want something beside what a card proposes.
pub fn adds(text: &str) -> bool {
    let text = text.to_lowercase();
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| BESIDE.contains(&word)) || BESIDE_ZH.iter().any(|one| text.contains(one))
}

/// Words by which a text says that something was changed, in lower case.
const DONE: &[&str] = &[
    "moved",
    "placed",
    "changed",
    "saved",
    "rescheduled",
    "swapped",
    "updated",
    "removed",
    "arranged",
    "is now",
    "are now",
    "done",
];
const DONE_ZH: &[&str] = &["已", "好了", "改到", "移到", "换到", "排到", "挪到", "改成", "安排了", "保存了", "调整了"];
/// Words by which it says that nothing was, or that it is still to come.
const UNDONE: &[&str] = &["nothing", "not ", "n't", "no change", "unchanged", "shall i", "should i", "would you"];
const UNDONE_ZH: &[&str] = &["没有", "没动", "没改", "未", "不动", "不变", "不改", "要不要", "需要我", "是否"];

/// Whether a text may claim that something was changed.
pub fn claims(text: &str) -> bool {
    let text = text.to_lowercase().replace('’', "'");
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    (says(DONE) || says(DONE_ZH)) && !says(UNDONE) && !says(UNDONE_ZH)
}

/// English words that refuse, in lower case, and Chinese phrases that do.
const NO: &[&str] =
    &["no", "nope", "nah", "not", "don't", "leave", "keep", "cancel", "stop", "never", "nevermind", "forget"];
const NO_ZH: &[&str] = &["算了", "取消", "不用", "不要", "不行", "不必", "不改", "不了", "别改", "不", "别"];

/// Words that stand beside a refusal and refuse nothing themselves.
const BESIDE_NO: &[&str] = &[
    "do", "it", "that", "this", "there", "where", "as", "is", "be", "mind", "please", "thanks", "thank", "you", "ok",
    "okay", "then", "now", "oh", "wait", "actually", "sorry", "so", "alone",
];
const BESIDE_NO_ZH: &[&str] =
    &["谢谢", "那就", "这样", "还是", "等等", "等一下", "哦", "先", "了", "吧", "放着", "动", "这步", "这个", "撤"];

/// Whether the words only refuse: at least one of them does, and they name nothing to do instead.
pub fn is_refusal(text: &str) -> bool {
    let text = text.trim().to_lowercase().replace('’', "'");
    let parts = || text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|part| !part.is_empty());
    let without = |part: &str, words: &[&str]| words.iter().fold(part.to_owned(), |rest, word| rest.replace(word, ""));
    let refuses = |part: &str| NO.contains(&part) || without(part, NO_ZH) != part;
    let is_beside = |part: &str| BESIDE_NO.contains(&part) || without(&without(part, NO_ZH), BESIDE_NO_ZH).is_empty();
    parts().any(refuses) && parts().all(|part| NO.contains(&part) || is_beside(part))
}

#[cfg(test)]
mod tests {
    use super::{allow_reorder, asks_and_tells, claims, is_question, is_refusal, refuses_in_part};

    #[test]
    fn a_refusal_beside_a_question_is_heard() {
        for (text, refuses) in [
            ("No, leave it where it is. What would have to move?", true),
            ("那8项要没了啊？算了这步别撤", true),
            ("No Mondays. And when is item 2?", false),
            ("为什么周一没有？", false),
        ] {
            assert_eq!(refuses_in_part(text), refuses, "{text}");
        }
    }

    #[test]
    fn a_text_that_may_claim_a_change_is_told_from_one_that_does_not() {
        for (text, claims_one) in [
            ("Moved to Friday evening.", true),
            ("All is arranged now.", true),
            ("已经改到周五晚上了。", true),
            ("改好了。", true),
            ("Nothing was moved.", false),
            ("Continuity stays on Sunday. It must come before the next one.", false),
            ("好的，不动。", false),
            ("什么都没有改，要不要换一天？", false),
        ] {
            assert_eq!(claims(text), claims_one, "{text}");
        }
    }

    #[test]
    fn a_question_beside_other_words_is_heard() {
        for (text, both) in [
            ("周日也可以排。为什么第4单元排在周五？", true),
            ("为什么第4单元排在周五？周日也可以排", true),
            ("No Sundays. And when is unit 4?", true),
            ("When is unit 4? Also use Sundays", true),
            ("为什么第4单元排在周五？那第5单元呢？", false),
            ("周日别排，周五也别排。", false),
            ("Why is unit 4 at 9.30?", false),
            ("no Sundays. no evenings!", false),
            ("add fridays too, and how full is my saturday then?", true),
            ("怎么排到十二月去了，这四项要尽快，后面还有十二项呢", true),
            ("怎么会放不下？要怎样才放得下", false),
            ("那周四上午呢", false),
        ] {
            assert_eq!(asks_and_tells(text), both, "{text}");
        }
    }

    #[test]
    fn questions_are_told_from_reasons() {
        for (text, asks) in [
            ("为什么中值定理放在那里", true),
            ("可以放在周五吗", true),
            ("那周四呢。", true),
            ("能不能晚一点", true),
            ("第4单元怎么排那么晚", true),
            ("剩下三个怎么才放得下", true),
            ("七点行不行", true),
            ("周五那个是几点来着", true),
            ("这样会不会太挤", true),
            ("改到几点都行", false),
            ("Why here", true),
            ("how long is it", true),
            ("Thursday?!", true),
            ("不要放在早上", false),
            ("I can't on Tuesdays", false),
            ("Island trip that day", false),
            ("can't then", false),
            ("", false),
        ] {
            assert_eq!(is_question(text), asks, "{text}");
        }
    }

    #[test]
    fn a_plain_no_names_nothing_else() {
        for (text, refuses) in [
            ("No, thanks.", true),
            ("no, leave it", true),
            ("Don’t", true),
            ("不用了，谢谢", true),
            ("算了吧", true),
            ("OK then, leave it", true),
            ("never mind", true),
            ("那就先不了", true),
            ("别", true),
            ("取消吧，谢谢", true),
            ("do it", false),
            ("ok then", false),
            ("thank you", false),
            ("那就先谢谢了", false),
            ("...", false),
            ("not on Tuesdays", false),
            ("no, Thursday", false),
            ("不要放在早上", false),
            ("改到周四", false),
        ] {
            assert_eq!(is_refusal(text), refuses, "{text}");
        }
    }

    #[test]
    fn the_users_words_about_order_win() {
        for (text, model, allowed) in [
            ("保持顺序", true, false),
            ("顺序无所谓", false, true),
            ("any order, but keep the order of maths", true, false),
            ("不用按顺序", false, true),
            ("arrange it", true, true),
            ("arrange it", false, false),
        ] {
            assert_eq!(allow_reorder(text, model), allowed, "{text}");
        }
    }
}
