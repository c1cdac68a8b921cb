//! One step of a content scenario.

use super::prepared::Shown;
use super::script::Script;
use crate::turn::{events, notes, refused};
use crate::vector::{as_text, compare, equal, list, said, text};
use serde_json::{json, Value};
use stepgate_content::Content;
use stepgate_engine::prompt::Message;
use stepgate_engine::{Content as Block, Effect, Event, Session, View};

/// Result of one step of a scenario.
pub(super) struct Turn {
    pub(super) view: View,
    error: Option<String>,
    output: Value,
}

impl Turn {
    pub(super) fn play(session: &mut Session<Content>, input: &Value, mut script: Script) -> Result<Turn, String> {
        let since = session.view(0).revision;
        session.take_trace();
        let (mut error, mut output) = (None, Value::Null);
        if input["kind"] == "export" {
            let query = json!({ "export": input["format"], "fields": list(input, "fields") });
            match session.read(&query) {
                Ok(text) => output = text,
                Err(refusal) => error = Some(refusal.code),
            }
        } else {
            let _ = session.handle(event(input)?);
        }
        while let Some(effect) = session.effect() {
            // Reloads in the middle of every call, which must change nothing.
            session.take_trace();
            *session = Session::resume(Content::new(), session.snapshot()).map_err(|error| error.to_string())?;
            let event = match effect {
                Effect::CallModel { call, messages, .. } => {
                    golden_context_first(session, &messages)?;
                    script.model(call, &purpose(session))?
                }
                Effect::CallTool { call, tools } => {
                    let results = tools.iter().map(|tool| script.tool(tool)).collect::<Result<_, _>>()?;
                    Event::returned(2, call, results)
                }
            };
            session.handle(event).map_err(|refusal| refusal.to_string())?;
        }
        if let Some(line) = script.left() {
            return Err(format!("{line} was not called"));
        }
        let refused = refused(session.take_trace());
        let view = session.view(since);
        let noted = notes(&view, "error").last().and_then(|data| data["code"].as_str()).map(str::to_owned);
        if output.is_null() {
            output = notes(&view, "batch").last().map_or(Value::Null, |data| (*data).clone());
        }
        Ok(Turn { error: error.or(refused).or(noted), output, view })
    }

    pub(super) fn check(
        &self,
        session: &Session<Content>,
        before: &Shown,
        now: &Shown,
        expect: &Value,
    ) -> Result<(), String> {
        let data = &self.view.data;
        compare(expect, |key| {
            Some(match key {
                "mode" => notes(&self.view, "mode").last().map_or(Value::Null, |data| data["mode"].clone()),
                "error" => json!(self.error),
                "notices" => json!(self.notices()),
                "reply" => json!(self.reply()),
                "current_phase" | "finished" => data[key].clone(),
                "phase_status" => begun(&data["phase_status"]),
                "waiting" => data["waiting_for_human"].clone(),
                "messages_len" => json!(spoken(&session.view(0))),
                "events" => json!(self.events()),
                "fields" => now.fields.clone(),
                "golden" => now.golden.clone(),
                "output" => self.output(expect["output"].is_object()),
                _ => return None,
            })
        })?;
        // A member without an expected value must not have changed.
        for (key, found, before) in [("fields", &now.fields, &before.fields), ("golden", &now.golden, &before.golden)] {
            if expect.get(key).is_none() {
                equal(key, found, before)?;
            }
        }
        Ok(())
    }

    fn events(&self) -> Vec<String> {
        events(&self.view, self.error.as_deref(), compact)
    }

    /// Exported text or count; a text that is JSON can be compared as JSON.
    fn output(&self, as_json: bool) -> Value {
        let parsed = self.output.as_str().filter(|_| as_json).and_then(|text| serde_json::from_str(text).ok());
        parsed.unwrap_or_else(|| self.output.clone())
    }

    pub(super) fn notices(&self) -> Vec<String> {
        let events = self.events();
        events.iter().filter_map(|event| event.strip_prefix("notice:")).map(str::to_owned).collect()
    }

    fn reply(&self) -> Option<String> {
        self.view.blocks.iter().rev().find_map(|block| match &block.content {
            Block::Said { text, .. } => Some(text.clone()),
            _ => None,
        })
    }
}

/// Purpose of the open call, and the field it is about.
fn purpose(session: &Session<Content>) -> String {
    let view = session.view(u64::MAX);
    let stage = as_text(&view.stage).to_owned();
    match view.data["work"]["field"].as_str() {
        Some(field) if matches!(stage.as_str(), "generate" | "update") => format!("{stage}:{field}"),
        _ => stage,
    }
}

/// Checks that every call's system text begins with the golden context. The router and a simulated reader do not see it.
fn golden_context_first(session: &Session<Content>, messages: &[Message]) -> Result<(), String> {
    if matches!(purpose(session).as_str(), "route" | "simulate") {
        return Ok(());
    }
    let golden = session.view(u64::MAX).data["golden_context"].clone();
    let mut rest = messages.first().map_or("", |message| &message.content);
    for key in ["creator_profile", "intent", "consumer_personas"] {
        let text = text(&golden, key).trim();
        if text.is_empty() {
            continue;
        }
        let Some((heading, behind)) = rest.split_once('\n') else { return Err(format!("{key} is not in the prompt")) };
        rest = behind.strip_prefix(text).ok_or_else(|| format!("{key} is not behind {heading}"))?.trim_start();
    }
    Ok(())
}

fn compact(content: &Block) -> Option<String> {
    let (code, data) = match content {
        Block::Said { .. } => return Some("answer".into()),
        Block::Note { code, data } => (code.as_str(), data),
        _ => return None,
    };
    let text = |key: &str| text(data, key);
    Some(match code {
        "notice" if data["about"].is_string() => format!("notice:{}:{}", text("code"), text("about")),
        "notice" | "error" => format!("{code}:{}", text("code")),
        "phase" => format!("phase:{}:{}", text("phase"), text("status")),
        "enter" | "waiting" => format!("{code}:{}", text("phase")),
        "field" => format!("field:{}:v{}", text("name"), data["version"]),
        "golden" => format!("golden:{}", text("key")),
        "stale" => format!("stale:{}", text("name")),
        "all_done" => "all_done".into(),
        _ => return None,
    })
}

/// Number of messages in the dialogue.
fn spoken(view: &View) -> usize {
    let is_spoken = |content: &Block| matches!(content, Block::User { .. } | Block::Said { .. });
    view.blocks.iter().filter(|block| is_spoken(&block.content)).count()
}

/// Statuses other than pending.
fn begun(statuses: &Value) -> Value {
    let begun = statuses.as_object().into_iter().flatten().filter(|(_, status)| *status != "pending");
    Value::Object(begun.map(|(phase, status)| (phase.clone(), status.clone())).collect())
}

fn event(input: &Value) -> Result<Event, String> {
    let edit = |change: Value| Ok(Event::Edited { at_ms: 1, change });
    let without_kind = || {
        let mut value = input.clone();
        value.as_object_mut().map(|value| value.remove("kind"));
        value
    };
    match text(input, "kind") {
        "message" => Ok(said(&input["text"])),
        "approve" => edit(json!({ "approve": true })),
        "cancel" => Ok(Event::Stopped { at_ms: 1 }),
        kind @ ("set_autonomy" | "edit_field" | "batch") => edit(json!({ kind: without_kind() })),
        other => Err(format!("{other:?} is not an input this runner knows")),
    }
}
