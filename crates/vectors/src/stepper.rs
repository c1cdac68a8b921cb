//! Vectors of the stepper: scenarios, played through whole sessions that write without asking. Before each entry of a
//! script the session is saved, loaded again, and sent a tick at its old clock, as a page does after loading.

use crate::report::Report;
use crate::vector::{answered, as_text, compare, each_step, equal, lang, list, text};
use serde_json::{json, Value};
use stepgate_engine::{Effect, Entry, Event, Opening, Session, ToolError, ToolResult};
use stepgate_stepper::Stepper;

pub(crate) fn run(file: &Value, report: &mut Report) {
    report.skip_unknown(file, &["format", "note", "vectors"]);
    report.cases(file, "vectors", play);
}

fn play(scenario: &Value) -> Result<(), String> {
    let input = json!({ "config": scenario["config"], "auto": true });
    let opening = Opening { input, seed: 0, lang: lang(scenario).into(), at_ms: 0, ..Opening::default() };
    let session = Session::open(Stepper::new(), opening).map_err(|error| error.to_string())?;
    let mut player = Player { session, clock: 0, seen: 0, events: Vec::new() };
    each_step(scenario, |step| player.step(step))
}

struct Player {
    session: Session<Stepper>,
    clock: u64,
    /// Number of transcript entries whose events are recorded.
    seen: u32,
    events: Vec<String>,
}

impl Player {
    fn step(&mut self, step: &Value) -> Result<(), String> {
        self.events.clear();
        self.input(&step["input"])?;
        for (index, entry) in list(step, "script").iter().enumerate() {
            self.reload()?;
            self.clock = entry["at"].as_u64().unwrap_or(self.clock);
            self.entry(entry).map_err(|why| format!("script {}: {why}", index + 1))?;
        }
        if self.session.effect().is_some() {
            return Err(format!("the script is over, and the session asks for {:?}", self.session.effect()));
        }
        self.check(&step["expect"])
    }

    fn reload(&mut self) -> Result<(), String> {
        let snapshot = self.session.snapshot();
        self.session = Session::resume(Stepper::new(), snapshot).map_err(|error| error.to_string())?;
        self.send(Event::Ticked { at_ms: self.clock })
    }

    /// Sends an event and records the events that follow, or the refusal.
    fn send(&mut self, event: Event) -> Result<(), String> {
        if let Err(refusal) = self.session.handle(event) {
            self.events.push(format!("error:{}", refusal.code));
        }
        let transcript = self.session.state().transcript();
        let new = (self.seen..transcript.len()).filter_map(|seq| match &transcript.get(seq)?.entry {
            Entry::Note { code, data } => event_of(code, data),
            _ => None,
        });
        self.events.extend(new);
        self.seen = transcript.len();
        Ok(())
    }

    fn input(&mut self, input: &Value) -> Result<(), String> {
        let at_ms = self.clock;
        match input["kind"].as_str() {
            Some("task") => {
                let text = text(input, "text").to_owned();
                if input["fresh"] == true {
                    self.send(Event::Edited { at_ms, change: json!({ "cancel": true }) })?;
                }
                self.send(Event::said(at_ms, text))
            }
            Some("retry_step") => self.send(Event::Edited { at_ms, change: json!({ "retry_step": true }) }),
            kind => Err(format!("no input is called {kind:?}")),
        }
    }

    fn entry(&mut self, entry: &Value) -> Result<(), String> {
        let at_ms = self.clock;
        if entry["cancel"] == true {
            return self.send(Event::Edited { at_ms, change: json!({ "cancel": true }) });
        }
        if entry["confirm"] == true {
            let call = self.session.view(u64::MAX).call.ok_or("a card is confirmed, but none is open")?;
            return self.send(Event::answered(at_ms, call, true));
        }
        if entry["tool"] == "ask_user" {
            return self.answer(entry);
        }
        match self.session.effect() {
            Some(Effect::CallModel { call, contract, .. }) if entry["llm"] == contract.name.as_str() => {
                self.send(answered(at_ms, call, &entry["raw"], &entry["fail"])?)
            }
            Some(Effect::CallTool { call, tools }) => {
                let found = json!({ "tool": tools[0].name, "args": tools[0].args });
                equal("tool", &found, &json!({ "tool": entry["tool"], "args": entry["args"] }))?;
                self.send(Event::returned(at_ms, call, vec![result(entry)]))
            }
            effect => Err(format!("{entry} came, but the session asks for {effect:?}")),
        }
    }

    /// Answers a question: a text by speaking, no answer by the button.
    fn answer(&mut self, entry: &Value) -> Result<(), String> {
        let at_ms = self.clock;
        let question = self.session.view(u64::MAX).data["question"].clone();
        equal("question", &question, &entry["args"]["question"])?;
        match &entry["ok"] {
            Value::String(text) => self.send(Event::said(at_ms, text.clone())),
            _ => self.send(Event::Edited { at_ms, change: json!({ "no_answer": true }) }),
        }
    }

    fn check(&self, expect: &Value) -> Result<(), String> {
        let view = self.session.view(u64::MAX);
        let task = &view.data["task"];
        let context = &self.session.state().memory.context;
        compare(expect, |key| {
            Some(match key {
                "status" | "error" | "current_step_index" | "adjustments" | "total_actions" => task[key].clone(),
                "cache_hits" => view.data[key].clone(),
                "plan" => list(task, "steps").iter().map(|step| step["name"].clone()).collect(),
                "steps" => list(task, "steps").iter().map(compact).collect(),
                "context_keys" => context.keys().map(|key| json!(key)).collect(),
                "events" => json!(self.events),
                _ => return None,
            })
        })
    }
}

fn compact(step: &Value) -> Value {
    let actions =
        list(step, "actions").iter().map(|action| json!({ "tool": action["tool"], "error": action["error"] }));
    json!({
        "name": step["name"], "status": step["status"], "origin": step["origin"],
        "actions": actions.collect::<Vec<_>>(),
    })
}

fn result(entry: &Value) -> ToolResult {
    match &entry["err"] {
        Value::String(code) => {
            let fatal = entry["fatal"] == true;
            ToolResult::Error(ToolError { fatal, ..ToolError::new(code.as_str(), "") })
        }
        _ => ToolResult::Ok(entry["ok"].clone()),
    }
}

/// Compact event name of a note (agents/stepper/spec.md 3.9).
fn event_of(code: &str, data: &Value) -> Option<String> {
    let text = |key: &str| text(data, key);
    Some(match code {
        "plan" => format!("plan:{}", data["steps"]),
        "step" => format!("step:{}:{}", text("name"), text("status")),
        "thought" | "ask_user" => code.to_owned(),
        "verdict" => format!("decision:{}", text("verdict")),
        "plan_adjusted" => format!("plan_adjusted:{}", changes(data).join(",")),
        "action" if data["error"].is_null() => format!("action:{}:ok", text("tool")),
        "action" => format!("action:{}:error:{}", text("tool"), text("error")),
        "context_compacted" => format!("context_compacted:{}", text("path")),
        "notice" if data["name"].is_string() => format!("notice:{}:{}", text("code"), text("name")),
        "notice" => format!("notice:{}", text("code")),
        "task" if data["error"].is_string() => format!("task:failed:{}", text("error")),
        "task" => format!("task:{}", text("status")),
        "error" => format!("error:{}", text("code")),
        _ => return None,
    })
}

/// Changes of the plan in the order and with the signs of agents/stepper/spec.md 3.4.
fn changes(data: &Value) -> Vec<String> {
    let signed =
        |sign: &'static str, key: &str| list(data, key).iter().map(move |name| format!("{sign}{}", as_text(name)));
    signed("~", "modified").chain(signed("-", "removed")).chain(signed("+", "inserted")).collect()
}
