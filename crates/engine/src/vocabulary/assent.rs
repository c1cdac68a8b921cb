//! Words of a user that are a yes and nothing else.

/// None of them could also mean "do more": "go ahead" and "继续" answer a card either way.
const YES: &str = "好|好的|好吧|好啊|好呀|行|行吧|可以|可以的|是|是的|对|对的|嗯|嗯嗯|没问题|同意|确认|批准|yes|y|yep|yeah|yes please|ok|okay|sure|agreed|\
    approve|approved|confirm|confirmed|looks good";
/// Words that may stand beside a yes, before it or behind it.
const POLITE: &str = "谢谢|谢谢你|谢谢您|please|thanks|thank you";

/// Whether a text that answers a card is only a yes. "OK, but shorter" is not.
pub(crate) fn is_yes(text: &str) -> bool {
    let text = text.to_lowercase();
    let clauses = text.split(|c: char| !c.is_alphanumeric() && c != ' ').map(str::trim);
    let is = |words: &str, clause: &str| words.split('|').any(|word| word == clause);
    let mut agrees = false;
    for clause in clauses.filter(|clause| !clause.is_empty()) {
        let is_yes =
            is(YES, clause) || POLITE.split('|').any(|polite| is_beside(clause, polite, &|rest| is(YES, rest)));
        if !is_yes && !is(POLITE, clause) {
            return false;
        }
        agrees |= is_yes;
    }
    agrees
}

/// Whether a clause begins or ends with `word`, and the rest of it passes `test`.
fn is_beside(clause: &str, word: &str, test: &dyn Fn(&str) -> bool) -> bool {
    let rests = [clause.strip_prefix(word), clause.strip_suffix(word)];
    rests.into_iter().flatten().any(|rest| test(rest.trim()))
}
