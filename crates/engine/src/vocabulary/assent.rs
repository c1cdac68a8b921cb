//! Words of a user that answer a card: a yes and nothing else, or a question.

/// "继续" is not among them: beside a card it may also mean "go on without this".
const YES: &str = "好|好的|好吧|好啊|好呀|行|行吧|可以|可以的|是|是的|对|对的|嗯|嗯嗯|没问题|没错|同意|确认|确定|批准|就这样|就这样吧|就放那儿|就放那里|就要放那儿|就要放那里|放吧|改吧|保存吧|\
    yes|y|yep|yeah|yup|ok|okay|sure|fine|all right|alright|of course|agreed|approve|approved|confirm|confirmed|looks good|go|go ahead|\
    do it|do it anyway|i said yes|just do it|go for it|please do|approve it|confirm it|book it|send it|save it|run it|write it|apply it|use it";
/// Words that may stand beside a yes, before it or behind it.
const POLITE: &str = "谢谢|谢谢你|谢谢您|麻烦了|麻烦你了|辛苦了|没事|没关系|不要紧|就这一次|i know|yeah i know|please|pls|plz|thanks|thank you|thx";

/// Whether a text that answers a card is only a yes. "OK, but shorter" is not, nor is "OK?" or "OK…".
pub(crate) fn is_yes(text: &str) -> bool {
    let text = text.to_lowercase().replace('👍', " ok ");
    if text.contains(['?', '？', '…']) || text.contains("..") || text.contains("。。") {
        return false;
    }
    let clauses = text.split(|c: char| !c.is_alphanumeric() && c != ' ').map(str::trim);
    let mut agrees = false;
    for clause in clauses.filter(|clause| !clause.is_empty()) {
        let says_yes = says_yes(clause);
        if !says_yes && !has(POLITE, clause) {
            return false;
        }
        agrees |= says_yes;
    }
    agrees
}

/// Whether a text asks something.
pub(crate) fn is_question(text: &str) -> bool {
    text.contains(['?', '？']) || text.trim_end().ends_with(['吗', '呢', '么'])
}

fn has(words: &str, clause: &str) -> bool {
    words.split('|').any(|word| word == clause)
}

/// Whether a clause is made of words for yes and of polite ones, at least one of them a yes.
fn says_yes(clause: &str) -> bool {
    has(YES, clause)
        || begins_with(POLITE, clause, says_yes)
        || begins_with(YES, clause, |rest| has(POLITE, rest) || says_yes(rest))
}

/// Whether a clause begins with one of the words, and the rest of it passes `test`. An English word ends where a space does.
fn begins_with(words: &str, clause: &str, test: impl Fn(&str) -> bool) -> bool {
    words.split('|').any(|word| {
        clause.strip_prefix(word).is_some_and(|rest| {
            let ends = !word.is_ascii() || rest.starts_with(' ');
            ends && test(rest.trim_start())
        })
    })
}
