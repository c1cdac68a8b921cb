//! Scenarios: each run has one event of the user, the replies of the model, and the answers of the store.

use super::expect::Run;
use super::store::Store;
use crate::vector::{list, text_if_given};
use serde_json::{json, Value};
use stepgate_engine::Lang;
use stepgate_engine::{Effect, Event, Opening, Session, View};
use stepgate_schedule::Schedule;

pub(super) fn play(file: &Value, scenario: &Value) -> Result<(), String> {
    let mut config = file["defaults"].clone();
    for (key, value) in scenario["config"].as_object().into_iter().flatten() {
        config[key] = value.clone();
    }
    let opening =
        Opening { input: json!({ "config": config }), seed: 7, lang: Lang::En.into(), at_ms: 0, ..Opening::default() };
    let mut session = Session::open(Schedule::new(), opening).map_err(|error| error.to_string())?;
    let mut store = Store::new(file, scenario)?;
    for (index, script) in list(scenario, "runs").iter().enumerate() {
        store.meddle(&script["meanwhile"]);
        let player = Player { session: &mut session, store: &mut store, script, replies: 0, run: Run::default() };
        player.play().map_err(|why| format!("run {}: {why}", index + 1))?;
    }
    Ok(())
}

struct Player<'a> {
    session: &'a mut Session<Schedule>,
    store: &'a mut Store,
    script: &'a Value,
    replies: usize,
    run: Run,
}

impl Player<'_> {
    fn play(mut self) -> Result<(), String> {
        self.run.begin(self.session, self.store)?;
        let before = self.view();
        let moved = match event(&self.script["input"], &before) {
            Some(event) => self.session.handle(event).map_err(|refusal| refusal.to_string())?,
            None => false,
        };
        if !moved {
            // Nothing changes, and the question stays open.
            self.run.statuses.push(unheard(&self.script["input"]).to_owned());
        }
        self.carry_on()?;
        self.sees_phase();
        if self.replies < list(self.script, "llm").len() {
            return Err(format!("the model was called {} times only", self.replies));
        }
        self.run.check(self.session, self.store, &self.script["expect"])
    }

    fn view(&self) -> View {
        self.session.view(0)
    }

    /// Answers the session's calls until it waits for the user.
    fn carry_on(&mut self) -> Result<(), String> {
        while let Some(effect) = self.session.effect() {
            // Reloads in the middle of every call, which must change nothing.
            *self.session =
                Session::resume(Schedule::new(), self.session.snapshot()).map_err(|error| error.to_string())?;
            let view = self.view();
            match effect {
                Effect::CallModel { call, sampling, .. } => {
                    self.sees_phase();
                    self.reply(call, &view, &stepgate_json::to_value(&sampling))?;
                }
                Effect::CallTool { call, tools } => {
                    let results = tools.iter().map(|tool| self.store.answer(tool)).collect::<Result<_, _>>()?;
                    self.handle(Event::returned(3, call, results))?;
                }
            }
        }
        Ok(())
    }

    fn reply(&mut self, call: u32, view: &View, sampling: &Value) -> Result<(), String> {
        let script = list(self.script, "llm")
            .get(self.replies)
            .ok_or_else(|| format!("the model is called once more than the vector answers, in {}", view.stage))?;
        self.replies += 1;
        if script.get("stage").is_some_and(|stage| *stage != view.stage) {
            return Err(format!("the model is asked in {}, the vector answers {}", view.stage, script["stage"]));
        }
        let mut params = sampling.clone();
        params["stage"] = view.stage.clone();
        self.run.params.push(params);
        match script["raw"].as_str() {
            Some(raw) => {
                let text = raw.to_owned();
                self.handle(Event::replied(2, call, text))?;
            }
            None => {
                let code = script["fail"].as_str().unwrap_or("failed").to_owned();
                self.handle(Event::Failed { at_ms: 2, call, text: code.clone(), code, detail: None })?;
            }
        }
        Ok(())
    }

    fn handle(&mut self, event: Event) -> Result<(), String> {
        match self.session.handle(event) {
            Ok(true) => Ok(()),
            Ok(false) => Err("an event came too late".to_owned()),
            Err(refusal) => Err(refusal.to_string()),
        }
    }

    /// Notes the phase, where it is another one than before.
    fn sees_phase(&mut self) {
        let phase = self.view().data["phase"].clone();
        if self.run.phases.last() != Some(&phase) {
            self.run.phases.push(phase);
        }
    }
}

/// Status of an input that the session ignores.
fn unheard(input: &Value) -> &'static str {
    match input["confirm_action"].as_str() {
        Some("accept" | "approve" | "reject" | "cancel") | None => "stale_resume",
        Some(_) => "invalid_confirm_action",
    }
}

/// Event of the user: words, or an answer to the open card. `None` if a host would not send it.
fn event(input: &Value, view: &View) -> Option<Event> {
    let text = text_if_given(input, "user_input").to_owned();
    let current = input["resume_interaction_id"].as_str().is_none_or(|id| id == "$last");
    let accept = match input["confirm_action"].as_str() {
        None if !current => return None,
        None => {
            let mut with = input.clone();
            if let Some(with) = with.as_object_mut() {
                with.retain(|key, _| {
                    ["always_execute", "thinking_mode", "task_class_ids", "request_id"].contains(&key.as_str())
                });
            }
            return Some(Event::Said { at_ms: 1, text, with, card: None, parts: Vec::new() });
        }
        Some("accept" | "approve") => true,
        Some("reject" | "cancel") => false,
        Some(_) => return None,
    };
    let call = if current { view.call.unwrap_or(0) } else { u32::MAX };
    let reason = Some(text).filter(|text| !text.is_empty());
    Some(Event::Answered {
        at_ms: 1,
        call,
        accept,
        args: None,
        reason,
        always: None,
        result: None,
        calls: None,
        after_failure: Default::default(),
    })
}
