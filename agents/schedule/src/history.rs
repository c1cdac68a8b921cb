//! Transcript in the form that the model reads: the dialogue and the tool records (spec.md 6).

use serde_json::Value;

use super::names;
use super::schedule::Schedule;
use super::summaries::Side;
use super::tools;
use stepgate_engine::prompt::{Message, Role};
use stepgate_engine::{text, Entry, Lang, State, Stored, ToolResult};
use stepgate_json::to_text;

/// Length limits of an observation and the arguments, in characters.
const OBSERVATION: usize = 16_000;
const ARGUMENTS: usize = 160;

/// Entries from number `from` on that were not retracted.
pub(super) fn entries(state: &State<Schedule>, from: u32) -> impl Iterator<Item = (u32, &Stored)> {
    let transcript = state.transcript();
    let live = transcript.since(0).filter(move |(seq, _)| *seq >= from);
    live.filter(|(seq, _)| !transcript.is_retracted(*seq))
}

/// The speaker of a line of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    User,
    /// The user, with the answer to a card.
    OnCard,
    Assistant,
    /// The agent itself, in the user's place.
    Program,
}

impl Speaker {
    fn label(self, lang: Lang) -> &'static str {
        let label = match self {
            Speaker::User => text("用户：", "User: "),
            Speaker::OnCard => text("用户（在卡片上）：", "User (on the card): "),
            Speaker::Assistant => text("助手：", "Assistant: "),
            Speaker::Program => text("程序：", "Program: "),
        };
        label.in_lang(lang)
    }

    /// Label in a turn, whose role tells the two sides apart.
    fn label_in_turn(self, lang: Lang) -> &'static str {
        match self {
            Speaker::User | Speaker::Assistant => "",
            Speaker::OnCard => text("（在卡片上）", "(on the card) ").in_lang(lang),
            Speaker::Program => self.label(lang),
        }
    }
}

/// The conversation as the model reads it.
pub(super) struct Conversation {
    /// Turns up to the assistant's last words.
    pub(super) turns: Vec<Message>,
    /// Words of the user's side since then, in lines.
    pub(super) since: String,
}

/// The conversation from entry `from` on.
pub(super) fn conversation(state: &State<Schedule>, from: u32) -> Conversation {
    let mut said = said(state, from, u32::MAX);
    let turns = said.iter().rposition(|(who, _)| *who == Speaker::Assistant).map_or(0, |last| last + 1);
    let since = said.split_off(turns);
    let turns = said.into_iter().map(|(who, words)| turn(who, &words, state.lang())).collect();
    Conversation { turns, since: lines(&since, state.lang()) }
}

fn turn(who: Speaker, words: &str, lang: Lang) -> Message {
    let role = if who == Speaker::Assistant { Role::Assistant } else { Role::User };
    Message::new(role, [who.label_in_turn(lang), &indented(words)].concat())
}

/// The entries `from..to` of the conversation, in lines.
fn dialogue(state: &State<Schedule>, from: u32, to: u32) -> String {
    lines(&said(state, from, to), state.lang())
}

fn lines(said: &[(Speaker, String)], lang: Lang) -> String {
    let line = |(who, words): &(Speaker, String)| [who.label(lang), &indented(words), "\n"].concat();
    said.iter().map(line).collect()
}

/// Trimmed text whose further lines are indented, so that it cannot fake a line of another speaker.
fn indented(words: &str) -> String {
    words.trim().replace('\n', "\n  ")
}

/// Words of both sides and of the program in the entries `from..to`. Only the last of the agent's cues counts.
fn said(state: &State<Schedule>, from: u32, to: u32) -> Vec<(Speaker, String)> {
    let last_cue = last_cue(state);
    let words = |(seq, stored): (u32, &Stored)| match &stored.entry {
        Entry::User { cue: Some(_), .. } if last_cue != Some(seq) => None,
        Entry::User { cue: Some(_), text, .. } => Some((Speaker::Program, text.clone())),
        Entry::User { text, .. } => Some((Speaker::User, text.clone())),
        Entry::Said { text } => Some((Speaker::Assistant, text.clone())),
        Entry::Decision(decision) => Some((Speaker::Assistant, decision.said()?)),
        Entry::Tool { result, .. } => Some((Speaker::OnCard, reason(result)?.to_owned())),
        _ => None,
    };
    entries(state, from).take_while(|(seq, _)| *seq < to).filter_map(words).collect()
}

/// Words with which the user declined a write on its card; none if there were none, or if they stand in the conversation.
pub(super) fn reason(result: &ToolResult) -> Option<&str> {
    let ToolResult::Error(error) = result else { return None };
    error.reason.as_deref()
}

/// Write that the user declined last in this request, with its arguments.
pub(super) fn last_declined(state: &State<Schedule>) -> Option<(&str, &Value)> {
    let declined = entries(state, state.memory.run.from).filter_map(|(_, stored)| match &stored.entry {
        Entry::Tool { name, args, result: ToolResult::Error(error), .. } if error.code == "rejected" => {
            Some((name.as_str(), args))
        }
        _ => None,
    });
    declined.last()
}

/// Whether a call with these arguments has failed in this request.
pub(super) fn has_failed(state: &State<Schedule>, name: &str, args: &Value) -> bool {
    entries(state, state.memory.run.from).any(|(_, stored)| match &stored.entry {
        Entry::Tool { name: known, args: given, result: ToolResult::Error(_), .. } => {
            known == name && same(given, args)
        }
        _ => false,
    })
}

/// Whether two calls have the same arguments; absent and null are one, and so are a number and its text.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            let null = Value::Null;
            a.keys().chain(b.keys()).all(|key| same(a.get(key).unwrap_or(&null), b.get(key).unwrap_or(&null)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Number(a), Value::String(b)) | (Value::String(b), Value::Number(a)) => a.to_string() == b.trim(),
        _ => one == other,
    }
}

/// Number of the agent's last cue.
fn last_cue(state: &State<Schedule>) -> Option<u32> {
    let cue = |(seq, stored): (u32, &Stored)| matches!(stored.entry, Entry::User { cue: Some(_), .. }).then_some(seq);
    entries(state, 0).filter_map(cue).last()
}

/// Cheap upper bound for the tokens of the transcript: a third of the bytes of all texts, because no script needs fewer than three bytes
/// for a token.
pub(super) fn most_tokens(state: &State<Schedule>) -> usize {
    const LABELS: usize = 100;
    let mut most = 0;
    for (_, stored) in state.transcript().since(0) {
        let bytes = match &stored.entry {
            Entry::User { text, .. } | Entry::Said { text } => text.len(),
            Entry::Decision(decision) => decision.raw.len(),
            Entry::Tool { name, result: ToolResult::Ok(value), .. } if is_shown(name) => match text_of(value) {
                "" => to_text(value).len(),
                text => text.len(),
            },
            Entry::Tool { result: ToolResult::Error(error), .. } => error.text.len(),
            _ => continue,
        };
        most += bytes / 3 + LABELS;
    }
    most
}

/// Tool records from entry `from` on, each with the whole observation.
pub(super) fn records(state: &State<Schedule>, from: u32) -> Vec<String> {
    let mut records = Vec::new();
    for (_, stored) in entries(state, from) {
        let Entry::Tool { name, args, result, .. } = &stored.entry else { continue };
        if !is_shown(name) {
            continue;
        }
        let observed = match result {
            ToolResult::Ok(value) => observation(value),
            ToolResult::Error(error) => format!("{}: {}", error.code, error.text),
        };
        // The moves of a plan are numbers that its result or its card tells in words.
        let args = if name == names::APPLY_PLAN { String::new() } else { cut(&to_text(args), ARGUMENTS) };
        records.push(format!("{}. {name}({args})\n→ {}", records.len() + 1, cut(&observed, OBSERVATION)));
    }
    records
}

/// The agent's last words.
pub(super) fn last_said(state: &State<Schedule>) -> String {
    let said = said(state, 0, u32::MAX).into_iter().rfind(|(who, _)| *who == Speaker::Assistant);
    said.map(|(_, words)| words).unwrap_or_default()
}

/// Number of the user's last message, which is never summarised.
pub(super) fn last_message(state: &State<Schedule>) -> u32 {
    let said = |(seq, stored): (u32, &Stored)| matches!(stored.entry, Entry::User { cue: None, .. }).then_some(seq);
    state.transcript().since(0).filter_map(said).last().unwrap_or(0)
}

/// Text to summarise: the earlier summary and the entries after it.
pub(super) fn to_summarise(state: &State<Schedule>) -> String {
    let digest = &state.memory.digest;
    match digest.job.as_ref().map(|job| job.side) {
        Some(Side::Dialogue) => {
            // The user's last message stays out of the summary.
            let said = dialogue(state, digest.dialogue_to, last_message(state));
            format!("{}\n{said}", digest.dialogue)
        }
        Some(Side::Records) => {
            let from = state.memory.run.marker.max(digest.records_to);
            format!("{}\n{}", digest.records, records(state, from).join("\n"))
        }
        None => String::new(),
    }
}

/// Whether a tool ran, or the user said something, behind entry `from`. Opening and closing of tools does not count.
pub(super) fn acted(state: &State<Schedule>, from: u32) -> bool {
    let said = |(seq, stored): (u32, &Stored)| seq > from && matches!(stored.entry, Entry::User { cue: None, .. });
    ran_a_tool(state, from) || entries(state, from).any(said)
}

/// Whether a tool ran from entry `from` on. Opening and closing of tools does not count.
pub(super) fn ran_a_tool(state: &State<Schedule>, from: u32) -> bool {
    entries(state, from).any(|(_, stored)| match &stored.entry {
        Entry::Tool { name, .. } => is_shown(name) && !names::opens_tools(name),
        _ => false,
    })
}

/// Whether the model was told the complaint of this code behind entry `from`.
pub(super) fn complained(state: &State<Schedule>, from: u32, code: &str) -> bool {
    entries(state, from).any(|(_, stored)| match &stored.entry {
        Entry::Correction { code: Some(told), .. } => told == code,
        _ => false,
    })
}

/// Whether the model knows the tool.
fn is_shown(name: &str) -> bool {
    name == names::APPLY_PLAN || names::opens_tools(name) || tools::tool(name).is_some()
}

/// Text of a result that the model reads.
pub(super) fn text_of(value: &Value) -> &str {
    value.as_str().or_else(|| value.get("text").and_then(Value::as_str)).unwrap_or_default()
}

fn observation(value: &Value) -> String {
    match text_of(value) {
        "" => to_text(value),
        text => text.to_owned(),
    }
}

/// Changes of the writes that succeeded from entry `from` on, in the form in which a session sends them.
pub(super) fn written(state: &State<Schedule>, from: u32) -> Vec<Value> {
    let changes = entries(state, from).filter_map(|(_, stored)| match &stored.entry {
        Entry::Tool { name, result: ToolResult::Ok(value), .. } if names::changes_the_timetable(name) => {
            value.get("changes").and_then(Value::as_array)
        }
        _ => None,
    });
    changes.flatten().cloned().collect()
}

/// First `limit` characters, with a mark if text was cut off.
pub(super) fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((at, _)) => format!("{}…[cut]", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Tools of earlier requests, one line each: number of runs and of failures.
pub(super) fn archive(state: &State<Schedule>, from: u32, to: u32) -> String {
    let mut counts: Vec<(&str, u32, u32)> = Vec::new();
    for (_, stored) in entries(state, from).take_while(|(seq, _)| *seq < to) {
        let Entry::Tool { name, result, .. } = &stored.entry else { continue };
        if !is_shown(name) {
            continue;
        }
        let failed = u32::from(matches!(result, ToolResult::Error(_)));
        match counts.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, ran, lost)) => {
                *ran += 1;
                *lost += failed;
            }
            None => counts.push((name, 1, failed)),
        }
    }
    let mut text = String::new();
    for (name, ran, failed) in counts {
        for piece in ["- ", name, " ×", &ran.to_string(), ", failed ", &failed.to_string(), "\n"] {
            text.push_str(piece);
        }
    }
    text
}

/// Estimated tokens of a text: one per Chinese character, one per four ASCII characters, one per two characters of other scripts.
pub(super) fn tokens(text: &str) -> u32 {
    let (mut cjk, mut ascii, mut other) = (0u32, 0u32, 0u32);
    for character in text.chars() {
        match character {
            ' ' | '\n' | '\t' | '\r' => {}
            '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}' => {
                cjk += 1
            }
            '\0'..='\u{7f}' => ascii += 1,
            _ => other += 1,
        }
    }
    cjk + ascii.div_ceil(4) + other.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::{cut, tokens};

    #[test]
    fn tokens_are_estimated_by_script() {
        for (text, count) in [("", 0), ("排课", 2), ("abcd e", 2), ("абв", 2), ("你好 world", 4)] {
            assert_eq!(tokens(text), count, "{text}");
        }
    }

    #[test]
    fn a_cut_is_marked() {
        assert_eq!(cut("一二三", 2), "一二…[cut]");
        assert_eq!(cut("一二", 2), "一二");
    }
}
