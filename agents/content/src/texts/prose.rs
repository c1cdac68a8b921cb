//! Text that the model writes for a field, told apart from its chatter (spec.md 3.6).

use serde_json::Value;

const OPEN: &str = "<content>";
const CLOSE: &str = "</content>";
/// Characters of the longest line that can be a remark of the model.
const REMARK: usize = 90;
/// Characters of the shortest text whose shrinking is checked.
const LONG: usize = 200;

/// Beginnings of a line in which the model agrees.
const AGREES: &str =
    "好的，|好的！|好的。|好的：|好，|当然，|当然可以|没问题，|没问题！|sure,|sure!|sure:|sure.|of course,|of course!|of course:|certainly,|certainly!|certainly:|okay,|ok,";
/// Beginnings of a line in which the model presents its text.
const PRESENTS: &str = "以下是|下面是|这是|here is|here's|here’s|below is|this is";
/// Names of the presented text, beside the field's own.
const PRODUCTS: &str = "版|稿|正文|全文|文案|笔记|大纲|方案|version|draft|text|content|copy|outline|rewrite|revision";
/// Beginnings of a last line in which the model offers more.
const OFFERS: &str =
    "如需|如果需要|如有|希望|需要我|有需要|欢迎|let me know|feel free|i hope|if you|would you like|shall i";
/// Words for the change it offers.
const CHANGES: &str = "修改|调整|改动|修订|优化|change|adjust|tweak|revis|edit|another version|different version";
/// Beginnings of a remark that leaves a part of the text out.
const REST: &str =
    "其余|其他|其它|剩余|余下|后面|后文|the rest|rest |remaining|the remaining|the other|other parts|everything else";
/// Ends of such a remark.
const UNCHANGED: &str = "不变|同上|省略|同原文|保持原样|照旧|unchanged|as is|the same|omitted|as before|not changed";
/// Words with which a user asks for less text.
const SHORTER: &str = "短|精简|简洁|压缩|缩|删|去掉|减|只留|只保留|只要|提炼|摘要|概括|一句话|标题|shorter|shorten|cut|trim|delete|remove|\
    summar|brief|concise|condense|only|less|reduce|one sentence|one line|drop|replace everything";

/// Characters of the longest place to fill.
const GAP: usize = 40;
/// Words of a place to fill.
const FILLS: &str = "待补|待定|待填|填写|to be added|to be confirmed|to be announced|tbd|tbc|tba";
/// Names of what is to be filled in, alone in brackets.
const FILLED: &str = "日期|时间|地点|地址|电话|姓名|名称|链接|date|time|place|venue|address|phone|name|your name|link";

/// The text of a reply: what stands between the delimiters, or else the member `content`.
pub fn content<'a>(raw: &'a str, value: &'a Value) -> Option<&'a str> {
    delimited(raw).or_else(|| value.get("content")?.as_str())
}

/// The text between `<content>` and the last `</content>`, or in the only fence of a reply.
pub fn delimited(raw: &str) -> Option<&str> {
    let text = raw.rsplit("</think>").next().unwrap_or(raw).trim();
    if let Some((_, rest)) = text.split_once(OPEN) {
        return rest.rsplit_once(CLOSE).map(|(inside, _)| inside.trim());
    }
    let inside = text.strip_prefix("```markdown").or_else(|| text.strip_prefix("```md"))?;
    Some(inside.strip_suffix("```")?.trim())
}

/// The text without a first line in which the model presents it and a last line in which it offers changes.
pub fn without_chatter<'a>(text: &'a str, field: &str) -> &'a str {
    let mut text = text.trim();
    if let Some((first, rest)) = text.split_once('\n') {
        if presents(first, field) && !rest.trim().is_empty() {
            text = rest.trim();
            text = text.strip_prefix("---").map_or(text, str::trim_start);
        }
    }
    match text.rsplit_once('\n') {
        Some((rest, last)) if offers(last) && !rest.trim().is_empty() => {
            let rest = rest.trim_end();
            rest.strip_suffix("\n---").map_or(rest, str::trim_end)
        }
        _ => text,
    }
}

fn presents(line: &str, field: &str) -> bool {
    let line = line.trim().to_lowercase();
    let ends = line.ends_with([':', '：']);
    let names = || has(&line, PRODUCTS) || line.contains(&field.to_lowercase());
    let speaks = has(&line, "为你|为您|我已|i've|i’ve|i have|here");
    let agrees = begins(&line, AGREES) && (speaks || ends && names());
    line.chars().count() <= REMARK && (agrees || ends && begins(&line, PRESENTS) && names())
}

fn offers(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    line.chars().count() <= 2 * REMARK && begins(&line, OFFERS) && has(&line, CHANGES)
}

/// The remark in `text` that leaves a part of the old text out, such as "(the rest stays unchanged)".
pub fn left_out<'a>(text: &'a str, old: &str) -> Option<&'a str> {
    let is_edge = |c: char| matches!(c, '(' | '（' | '[' | '【' | ')' | '）' | ']' | '】' | '\n');
    text.split(is_edge).map(|part| part.trim_matches(|c: char| !c.is_alphanumeric())).find(|part| {
        let remark = part.to_lowercase();
        part.chars().count() <= REMARK
            && begins(&remark, REST)
            && UNCHANGED.split('|').any(|end| remark.ends_with(end))
            && !old.contains(part)
    })
}

/// Gaps that a text leaves for somebody to fill in, such as the date of "[to be added: date]". A link is none, nor is a stage direction.
pub fn placeholders(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for piece in text.split(|c| "[［【（(".contains(c)).skip(1) {
        let Some((inside, _)) = piece.split_once(|c| "]］】）)".contains(c)) else { continue };
        let words = inside.to_lowercase();
        let is_named = FILLED.split('|').any(|name| name == words);
        let is_gap = is_named && !text.contains(&[inside, "]("].concat()) || has(&words, FILLS);
        let what = inside.rsplit_once([':', '：']).map_or(inside, |(_, what)| what).trim();
        if is_gap && inside.chars().count() <= GAP && !found.contains(&what) {
            found.push(what);
        }
    }
    found
}

/// Whether a changed text lost more than half of the old one, although the user's request asks for nothing shorter.
pub fn shrinks(text: &str, old: &str, request: &str) -> bool {
    let (now, before) = (text.chars().count(), old.chars().count());
    before >= LONG && now * 2 < before && !has(&request.to_lowercase(), SHORTER)
}

fn begins(text: &str, words: &str) -> bool {
    words.split('|').any(|word| text.starts_with(word))
}

fn has(text: &str, words: &str) -> bool {
    words.split('|').any(|word| text.contains(word))
}
