//! One step of a guide scenario.

use crate::turn::{events, notes, refused};
use crate::vector::{answered, compare, list, said, text};
use serde_json::{json, Value};
use stepgate_engine::{Content, Effect, Event, Lang, Opening, Session, View};
use stepgate_guide::Guide;

/// Session that begins with this input.
pub(super) fn open(input: Value, lang: Lang) -> Result<Session<Guide>, String> {
    // Seed 0 makes the ids of the vectors (`new-1`, …).
    let opening = Opening { input, seed: 0, lang: lang.into(), at_ms: 0, ..Opening::default() };
    Session::open(Guide::new(), opening).map_err(|error| error.to_string())
}

/// Result of one step of a scenario.
pub(super) struct Turn {
    view: View,
    error: Option<String>,
}

impl Turn {
    pub(super) fn play(session: &mut Session<Guide>, step: &Value, lang: Lang) -> Result<Turn, String> {
        let input = &step["input"];
        if input["kind"] == "restore" {
            *session = restored(session, &input["snapshot"], lang)?;
            let mut view = session.view(0);
            // Messages of the restored dialogues are older than this step.
            view.blocks.retain(|block| matches!(block.content, Content::Note { .. }));
            return Ok(Turn { view, error: None });
        }
        let since = session.view(0).revision;
        session.take_trace();
        let _ = session.handle(event(input)?);
        for reply in list(step, "llm") {
            let Some(Effect::CallModel { call, .. }) = session.effect() else {
                return Err(format!("the model was not called for {reply}"));
            };
            // Reloads in the middle of every call, which must change nothing.
            *session = reloaded(session)?;
            session.handle(answered(2, call, reply, &reply["fail"])?).map_err(|refusal| refusal.to_string())?;
        }
        if session.effect().is_some() {
            return Err("the model is called once more than the vector answers".into());
        }
        let refused = refused(session.take_trace());
        let view = session.view(since);
        let failed = view.error.as_ref().map(|failure| failure.code.clone());
        let noted = notes(&view, "error").last().map(|data| text(data, "code").to_owned());
        Ok(Turn { error: refused.or(failed.filter(|_| noted.is_some())), view })
    }

    pub(super) fn check(&self, session: &Session<Guide>, expect: &Value) -> Result<(), String> {
        let data = &self.view.data;
        let statuses: Vec<&Value> = list(data, "tasks").iter().map(|task| &task["status"]).collect();
        let current = list(data, "tasks").iter().find(|task| task["id"] == data["current_task"]);
        let workflow = session.read(&json!({ "workflow": true })).map_err(|refusal| refusal.to_string())?;
        let messages = list(&workflow["agent_states"]["guide"], "messages").len();
        let resume = session.read(&json!({ "resume": true })).map_err(|refusal| refusal.to_string())?;
        compare(expect, |key| {
            Some(match key {
                "verdict" => json!(self.verdict()),
                "notices" => json!(self.notices()),
                "action" => json!(self.action()),
                "error" => json!(self.error),
                "state" | "stage" | "current_task" | "draft" => data[key].clone(),
                "task_status" => current.map_or(Value::Null, |task| task["status"].clone()),
                "statuses" => json!(statuses),
                "execution_doc" => data["document"].clone(),
                "messages_len" => json!(messages),
                "events" => json!(self.events()),
                "reply" => json!(self.reply()),
                "resume" => resume.clone(),
                _ => return None,
            })
        })
    }

    /// Compact event names (agents/guide/spec.md 3.7).
    fn events(&self) -> Vec<String> {
        events(&self.view, self.error.as_deref(), compact)
    }

    pub(super) fn notices(&self) -> Vec<String> {
        notes(&self.view, "notice").iter().map(|data| text(data, "code").to_owned()).collect()
    }

    /// Most severe verdict of the notices; an error counts as refused.
    pub(super) fn verdict(&self) -> &'static str {
        let has = |verdict: &str| notes(&self.view, "notice").iter().any(|data| data["verdict"] == verdict);
        if self.stopped() || has("refused") {
            "refused"
        } else if has("coerced") {
            "coerced"
        } else {
            "legal"
        }
    }

    /// Whether the turn ended in an error, before it did anything.
    fn stopped(&self) -> bool {
        self.error.is_some()
    }

    pub(super) fn action(&self) -> Option<&'static str> {
        if self.stopped() {
            return None;
        }
        let events = self.events();
        let has = |prefix: &str| events.iter().any(|event| event.starts_with(prefix));
        Some(if has("switch_task") {
            "SWITCH_TASK"
        } else if has("handoff") {
            "HANDOFF"
        } else if self.view.data["state"] == "CONFIRMING" {
            "REQUEST_CONFIRM"
        } else {
            "WAIT_INPUT"
        })
    }

    fn reply(&self) -> Option<String> {
        self.view.blocks.iter().rev().find_map(|block| match &block.content {
            Content::Said { text, .. } => Some(text.clone()),
            Content::Note { code, data } if code == "answer" => data["text"].as_str().map(str::to_owned),
            _ => None,
        })
    }
}

fn compact(content: &Content) -> Option<String> {
    let (code, data) = match content {
        Content::Said { .. } => return Some("answer".into()),
        Content::Note { code, data } => (code.as_str(), data),
        _ => return None,
    };
    let text = |key: &str| text(data, key).to_owned();
    Some(match code {
        "task_status" => format!("task_status:{}:{}", data["id"], text("status")),
        "notice" => format!("notice:{}", text("code")),
        "state" => format!("state:{}>{}", text("from"), text("to")),
        "switch_task" => format!("switch_task:{}", data["id"]),
        "task_started" => format!("task_started:{}", data["id"]),
        "error" => format!("error:{}", text("code")),
        other => other.to_owned(),
    })
}

fn event(input: &Value) -> Result<Event, String> {
    let edit = |change: Value| Ok(Event::Edited { at_ms: 1, change });
    match text(input, "kind") {
        "message" => Ok(said(&input["text"])),
        "backtrack" => match input["target"].as_str() {
            Some(target) => edit(json!({ "backtrack": target })),
            None => edit(json!({ "backtrack": true })),
        },
        "cancel" => Ok(Event::Stopped { at_ms: 1 }),
        kind @ ("open" | "retry" | "confirm" | "reject" | "skip") => edit(json!({ kind: true })),
        "edit_resume" => edit(json!({ "resume": input["resume"] })),
        other => Err(format!("{other:?} is not an input this runner knows")),
    }
}

fn reloaded(session: &mut Session<Guide>) -> Result<Session<Guide>, String> {
    session.take_trace();
    Session::resume(Guide::new(), session.snapshot()).map_err(|error| error.to_string())
}

/// Session with a restored snapshot in the form of agents/guide/spec.md 7.5: of one guide, or of the whole workflow.
fn restored(session: &Session<Guide>, snapshot: &Value, lang: Lang) -> Result<Session<Guide>, String> {
    let mut state = session.read(&json!({ "workflow": true })).map_err(|refusal| refusal.to_string())?;
    if snapshot.get("current_state").is_some() {
        state["agent_states"]["guide"] = snapshot.clone();
    } else {
        for (key, value) in snapshot.as_object().into_iter().flatten() {
            state[key] = value.clone();
        }
    }
    open(json!({ "state": state }), lang)
}
