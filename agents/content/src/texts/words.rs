//! Words of a user that the agent understands without a model call (spec.md 3.2 and 3.3).

use stepgate_json::slice;

const START: &str = "开始|开始吧|执行|start|go|begin";

const UNDO: &str = "撤回|撤销|撤回修改|撤销修改|恢复|恢复原样|改回去|改回来|还原|还原吧|undo|undo it|undo that|undo this|revert|revert it|revert that|\
    change it back|put it back";

/// Words with which a user stops before the last phase.
const FINISH: &str = "结束|那就结束|到此为止|就到这里|先到这里|就这些|够了|导出|怎么导出|如何导出|that s it|that s all|that is all|stop here|i m done|we re done|\
    finish here|finish|export|how do i export";

/// Answers that keep a change, and could not answer anything else.
pub(crate) const KEEP: &str =
    "保留|保留修改|采用|就用这个|用这个|留着|留下|就这么改|改得好|keep|keep it|keep this|keep the change|accept|use it|use this|\
    use this one|just use it|yes keep it|no changes";

/// Answers that agree, beside words that keep a change, go on or end.
const AGREE: &str = "就这样|好的|好|可以|没问题|确认|ok|okay|yes|looks good|approve|approved|confirm|confirmed|i confirm|perfect|great|fine|\
    that s fine|that is fine|that works|yes please|thanks|thank you|谢谢|不错|挺好|很好|没有别的了";

/// Answers that drop a change, beside [`CANCEL`] and [`UNDO`].
const DROP: &str =
    "不要|不要了|不保留|不用|不用了|不行|还是原来的好|no|nope|discard|reject|drop it|don t keep it|keep the old one";

/// Answers that keep all open changes.
const KEEP_ALL: &str = "都保留|全部保留|全都保留|都留下|都留着|全留下|两处都保留|都可以|都要|keep both|keep all|keep them|keep them all|keep them both|keep all of them|\
    keep both of them|accept all|accept both|both|all of them";

/// Answers that drop all open changes.
const DROP_ALL: &str = "都不要|都不要了|都撤回|全部撤回|全都撤回|都不保留|drop both|drop all|drop them|drop them all|revert both|revert all|revert them|revert them all|\
    undo both|undo all|undo them all|discard both|discard all|neither|none of them";

/// Answers that drop what was begun.
const CANCEL: &str = "取消|算了|放弃|cancel|never mind|forget it";

/// Answers to a question that skip it.
const SKIP: &str = "跳过|跳过吧|直接写|直接写吧|不知道|不清楚|继续|开始|下一步|skip|skip it|skip this|just write|just write it|i don t know|don t know|go ahead|\
    continue|next|start";

/// Greetings and questions back, which answer no question.
const NO_ANSWER: &str = "你好|您好|哈喽|嗨|早|早上好|在吗|你是谁|什么意思|什么|你能做什么|你会做什么|怎么用|\
    怎么开始|为什么|比如|hi|hello|hey|hi there|hello there|hey there|good morning|are you there|\
    who are you|what|what do you mean|what can you do|how does this work|how do i start|why|help|for example|like what";

/// Words that speak of a change that is there, and ask for none.
const STAYS: &str = "不改|别改|不用改|不要改|不必改|修改|改动|改得|改的|换得|换的|加得|加的|删得|删的|the change|this change|that change|your change|\
    don t change|not change|no change|leave it|leave that|leave this";

/// Words that go on to the next phase.
pub(crate) const GO_ON: &str = "继续|下一步|进入下一阶段|continue|next|go on|go ahead";

/// Words of something told by the way; a Chinese one begins its clause.
const ASIDE: &str = "by the way|btw|one more thing|don t forget|note that";
const ASIDE_ZH: &str = "对了|另外|顺便|补充一下|别忘了";

/// Words for the report of a trial.
const REPORT: &str = "报告|试读结果|report|simulation";

/// Words of a request to change a text.
const CHANGE: &str = "改|换|加|删|去掉|调整|缩|扩|补|润色|翻译|精简|压缩|替换|短一点|短一些|长一点|长一些|change|make|shorten|lengthen|add|remove|\
    delete|rephrase|fix|replace|expand|cut|trim|translate|polish|tighten|simplify|insert|drop|mention|leave|take";

/// Words of other requests, and of questions.
const OTHER: &str = "生成|写一|重写|再写|评估|打分|模拟|看看|看一下|为什么|怎么|什么|是否|吗|呢|generate|write|rewrite|evaluate|score|simulate|show|why|\
    how|what|which|who|when|where|does|did|is|are|should";

/// Words that may stand beside the name of a field in a short answer.
const SMALL: &str =
    "啊|吧|呀|哦|嗯|的|那个|这个|那篇|这篇|就|是|就是|the|one|please|this|that|it|s|field|i mean|mean|i";

/// Words that may stand beside a request to produce.
const POLITE: &str = "请|帮|我|直|接|现|在|那|就|吧|了|啊|呀|哦|嗯|的|报|告|意|图|一|份|个|下|来|好|先|其|他|别|都|please|now|just|then|so|the|it|a|report|intent|ok|okay|and|from|for|this|me|i|think|you|can";

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

/// Whether the whole text asks to go on.
pub fn goes_on(text: &str) -> bool {
    is_listed(text, GO_ON)
}

/// Whether the whole text asks to start.
pub fn is_start(text: &str) -> bool {
    is_listed(text, START)
}

/// Whether the whole text asks to take the last change back.
pub fn is_undo(text: &str) -> bool {
    is_listed(text, UNDO)
}

/// Whether the whole text stops the project or asks to export it.
pub fn is_finish(text: &str) -> bool {
    is_listed(text, FINISH)
}

/// Whether the whole text keeps a change: each of its clauses does.
pub fn is_kept(text: &str) -> bool {
    are_listed(text, &[KEEP])
}

/// Whether the whole text can only be about a change: it keeps it or takes it back, and does not merely say yes or no.
pub(crate) fn is_about_change(text: &str) -> bool {
    are_listed(text, &[KEEP, KEEP_ALL]) || drops_all(text) || is_undo(text)
}

/// The route of a whole text that keeps a change and then goes on or ends: "可以。就这样，结束吧".
pub(crate) fn keeps_and(text: &str) -> Option<&'static str> {
    let goes = [(FINISH, "finish"), (GO_ON, "advance_phase")];
    let has = |words: &str| text.split(is_clause_end).any(|clause| is_listed(clause, words));
    let fits = |words: &str| are_listed(text, &[KEEP, AGREE, words]) && has(words) && (has(KEEP) || has(AGREE));
    goes.into_iter().find(|(words, _)| fits(words)).map(|(_, route)| route)
}

/// A remark beside words that approve or start: "go on, and by the way the price is 59".
pub(crate) fn aside(text: &str) -> Option<String> {
    let clauses = text.split_inclusive(is_clause_end);
    let rest: Vec<&str> = clauses.filter(|clause| !are_listed(clause, &[GO_ON, START, AGREE])).collect();
    let begins = |clause: &str| ASIDE_ZH.split('|').any(|word| bare(clause).starts_with(word));
    let is_aside = rest.iter().any(|clause| contains(clause, ASIDE) || begins(clause));
    is_aside.then(|| rest.concat().trim().to_owned())
}

/// Whether the whole text keeps all open changes.
pub(crate) fn keeps_all(text: &str) -> bool {
    are_listed(text, &[KEEP_ALL, KEEP, AGREE]) && text.split(is_clause_end).any(|clause| is_listed(clause, KEEP_ALL))
}

/// Whether the whole text drops all open changes.
pub(crate) fn drops_all(text: &str) -> bool {
    is_listed(text, DROP_ALL)
}

/// Whether the whole text drops a change.
pub fn is_dropped(text: &str) -> bool {
    is_listed(text, DROP) || is_canceled(text)
}

/// Whether the whole text drops what was begun.
pub fn is_canceled(text: &str) -> bool {
    is_listed(text, CANCEL) || is_undo(text)
}

/// Whether the whole text skips a question.
pub fn is_skip(text: &str) -> bool {
    is_listed(text, SKIP)
}

/// Whether the whole text is a greeting or a question back: each of its clauses is.
pub fn is_no_answer(text: &str) -> bool {
    are_listed(text, &[NO_ANSWER])
}

/// Whether the text names the report of a trial.
pub fn names_report(text: &str) -> bool {
    contains(text, REPORT)
}

/// Whether the text asks to change something, and asks nothing else.
pub fn asks_change(text: &str) -> bool {
    contains(text, CHANGE) && !contains(text, OTHER) && !text.trim_end().ends_with(['?', '？'])
}

/// Whether the text asks for a change beside the one it speaks of: "make it a morning, and keep the rest".
pub fn asks_more(text: &str) -> bool {
    let mut rest = bare(text);
    for word in STAYS.split('|') {
        rest = rest.replace(word, " ");
    }
    asks_change(&rest) && !text.trim_end().ends_with(['?', '？'])
}

/// Whether there is nothing in a bare text but small words.
pub(crate) fn are_small(text: &str) -> bool {
    let is_small = |word: &str| SMALL.split('|').any(|small| small == word);
    let mut words = text.split_whitespace();
    words.all(|word| is_small(word) || !word.is_ascii() && word.chars().all(|c| is_small(&c.to_string())))
}

/// Whether the whole text asks to produce at once.
pub fn is_produce(text: &str) -> bool {
    is_listed(text, PRODUCE)
}

/// Whether a clause of the text is a request to produce, beside small words. A word inside of a clause is none: "still not sure
/// that that's all", "还不确定".
pub fn asks_to_produce(text: &str) -> bool {
    text.split(is_clause_end).any(|clause| {
        let clause = bare(clause);
        is_listed(&clause, PRODUCE) || PRODUCE.split('|').any(|word| is_beside_small(&clause, word))
    })
}

fn is_clause_end(c: char) -> bool {
    ",.;:!?，。；：！？、\n".contains(c)
}

/// Whether a clause begins or ends with the word, and the rest of it is small words.
fn is_beside_small(clause: &str, word: &str) -> bool {
    let is_polite = |word: &str| POLITE.split('|').any(|polite| polite == word);
    let are_small = |text: &str| {
        text.split_whitespace()
            .all(|word| is_polite(word) || !word.is_ascii() && word.chars().all(|c| is_polite(&c.to_string())))
    };
    let rest = clause.strip_suffix(word).or_else(|| clause.strip_prefix(word));
    let around = clause.split_once(word).filter(|(before, behind)| !before.is_empty() && !behind.is_empty());
    rest.is_some_and(&are_small) || around.is_some_and(|(before, behind)| are_small(before) && are_small(behind))
}

/// Whether the text contains one of these words, which are separated by `|`.
pub(crate) fn contains(text: &str, words: &str) -> bool {
    let text = bare(text);
    words.split('|').any(|word| stands_in(&text, word))
}

/// Whether each clause of the text is one of these words.
fn are_listed(text: &str, lists: &[&str]) -> bool {
    let mut clauses = text.split(is_clause_end).filter(|clause| clause.chars().any(char::is_alphanumeric)).peekable();
    clauses.peek().is_some() && clauses.all(|clause| lists.iter().any(|words| is_listed(clause, words)))
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
        rest = slice(rest, first.len_utf8()..);
    }
    false
}

/// Whether a character belongs to a word of letters rather than ideographs.
fn is_latin(c: char) -> bool {
    c < '\u{2e80}' && c.is_alphanumeric()
}
