//! Session with a project, driven by a scripted model and host. After every event it resumes from its own snapshot.

use serde_json::{json, Value};
use stepgate_content::{Content, Phase};
use stepgate_engine::prompt::Message;
use stepgate_engine::Lang;
use stepgate_engine::{
    Content as Block, Effect, Event, HostCall, Opening, Refusal, Session, Snapshot, ToolError, ToolResult, View,
};

/// Whether a refusal names a place or contains a word. The text for people quotes the steps of a JSON pointer and never
/// shows the pointer.
pub(crate) fn names(refusal: &Refusal, word: &str) -> bool {
    let Some(pointer) = word.strip_prefix('/') else { return refusal.text.contains(word) };
    let named = |step: &str| step.parse::<u32>().is_ok() || refusal.text.contains(&format!("“{step}”"));
    pointer.split('/').all(named) && !refusal.text.contains(word)
}

/// Prompt in three parts: the contract's name, the system text, and the messages after it.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) name: String,
    pub(crate) system: String,
    pub(crate) words: Vec<String>,
}

pub(crate) struct Desk {
    pub(crate) session: Session<Content>,
    /// Prompts sent so far.
    pub(crate) asked: Vec<Asked>,
    saved: Option<Snapshot>,
    /// Revision before the last event.
    since: u64,
    clock: u64,
}

/// Project with an intent and personas at the end of `design_inner`, with the members of `more` on top.
pub(crate) fn project(lang: Lang, fields: Value, more: Value) -> Value {
    let zh = lang == Lang::Zh;
    let mut all = vec![
        json!({ "id": "i", "name": if zh { "项目意图" } else { "Project intent" }, "phase": "intent", "content": "一篇介绍对练的文章" }),
        json!({ "id": "r", "name": if zh { "消费者调研报告" } else { "Consumer research report" }, "phase": "research", "content": "经理怕冲突" }),
    ];
    all.extend(fields.as_array().unwrap().iter().cloned());
    let mut state = json!({
        "project_id": "p", "project_name": "demo", "current_phase": "produce_inner",
        "phase_status": { "intent": "completed", "research": "completed", "design_inner": "completed" }, "fields": all,
    });
    for (key, value) in more.as_object().unwrap() {
        state[key] = value.clone();
    }
    json!({ "state": state })
}

impl Desk {
    pub(crate) fn open(input: Value, lang: Lang) -> Desk {
        let session =
            Session::open(Content::new(), Opening { input, seed: 7, lang, at_ms: 0, ..Opening::default() }).unwrap();
        let mut desk = Desk { session, asked: Vec::new(), saved: None, since: 0, clock: 0 };
        desk.reload();
        desk
    }

    /// Project with all phases before `phase` completed; with `done`, `phase` itself waits for approval.
    pub(crate) fn at(phase: Phase, done: bool, more: &Value, lang: Lang) -> Desk {
        let through = Phase::ALL.iter().position(|other| *other == phase).unwrap() + usize::from(done);
        let phases = &Phase::ALL[..through];
        let status: serde_json::Map<String, Value> =
            phases.iter().map(|phase| (phase.name().to_owned(), json!("completed"))).collect();
        let text = |phase: &Phase| match lang {
            Lang::Zh => format!("{}的正文", phase.field_name(lang)),
            Lang::En => format!("The text of {}", phase.field_name(lang)),
        };
        let mut fields: Vec<Value> = phases
            .iter()
            .map(|phase| json!({ "name": phase.field_name(lang), "phase": phase.name(), "content": text(phase) }))
            .collect();
        fields.extend(more["fields"].as_array().cloned().unwrap_or_default());
        let mut state = json!({
            "project_id": "p", "project_name": "demo", "current_phase": phase.name(), "phase_status": status,
            "waiting_for_human": done,
            "golden_context": { "creator_profile": if lang == Lang::Zh { "专业、亲和" } else { "Plain and warm" } },
        });
        for (key, value) in more.as_object().into_iter().flatten().filter(|(key, _)| *key != "fields") {
            state[key] = value.clone();
        }
        state["fields"] = json!(fields);
        Desk::open(json!({ "state": state }), lang)
    }

    fn try_handle(&mut self, event: impl FnOnce(u64) -> Event) -> Result<bool, Refusal> {
        self.clock += 1;
        self.since = self.view().revision;
        let handled = self.session.handle(event(self.clock));
        self.reload();
        handled
    }

    fn handle(&mut self, event: impl FnOnce(u64) -> Event) -> &mut Self {
        assert_eq!(self.try_handle(event), Ok(true));
        self
    }

    pub(crate) fn say(&mut self, text: &str) -> &mut Self {
        self.handle(|at_ms| Event::Said { at_ms, text: text.into(), with: Value::Null })
    }

    pub(crate) fn edit(&mut self, change: Value) -> &mut Self {
        self.try_edit(change.clone()).unwrap_or_else(|refusal| panic!("{change}: {refusal}"));
        self
    }

    pub(crate) fn try_edit(&mut self, change: Value) -> Result<(), Refusal> {
        let before = self.session.snapshot();
        let edited = self.try_handle(|at_ms| Event::Edited { at_ms, change });
        if edited.is_err() {
            assert_eq!(self.session.snapshot(), before, "a refused edit changes nothing");
        }
        edited.map(|moved| assert!(moved))
    }

    /// Sends an edit and returns the text of its refusal.
    pub(crate) fn refused(&mut self, change: Value) -> String {
        match self.try_edit(change.clone()) {
            Err(refusal) => refusal.code,
            Ok(()) => panic!("{change} is not refused"),
        }
    }

    /// Checks that the model is asked by the contract `name`, and answers.
    pub(crate) fn answer(&mut self, name: &str, value: Value) -> Asked {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let asked = self.asks();
        assert_eq!(asked.name, name, "{:?}", self.said());
        self.raw(&text);
        self.asked.push(asked.clone());
        asked
    }

    pub(crate) fn reply(&mut self, value: &Value) -> &mut Self {
        self.raw(&value.to_string())
    }

    pub(crate) fn raw(&mut self, text: &str) -> &mut Self {
        self.replied(text, None)
    }

    /// Sends a reply that the server cut off.
    pub(crate) fn cut_off(&mut self, text: &str) -> &mut Self {
        self.replied(text, Some("length".into()))
    }

    fn replied(&mut self, text: &str, finish: Option<String>) -> &mut Self {
        let (call, text) = (self.call(), text.into());
        self.handle(|at_ms| Event::Replied { at_ms, call, text, reasoning: None, finish, usage: None })
    }

    /// Fails the model call.
    pub(crate) fn fail(&mut self) -> &mut Self {
        let call = self.call();
        self.handle(|at_ms| Event::Failed { at_ms, call, code: "timeout".into(), text: String::new() })
    }

    pub(crate) fn stop(&mut self) -> &mut Self {
        self.handle(|at_ms| Event::Stopped { at_ms })
    }

    /// Answers each host call; `None` stands for an error.
    pub(crate) fn host(&mut self, answer: impl Fn(&HostCall) -> Option<Value>) -> &mut Self {
        let result = |tool: &HostCall| match answer(tool) {
            Some(value) => ToolResult::Ok(value),
            None => ToolResult::Error(ToolError::new("timeout", "too slow")),
        };
        let (call, results) = (self.call(), self.tools().iter().map(result).collect());
        self.handle(|at_ms| Event::Returned { at_ms, call, results })
    }

    fn call(&self) -> u32 {
        match self.session.effect() {
            Some(Effect::CallModel { call, .. } | Effect::CallTool { call, .. }) => call,
            None => panic!("nothing is called: {:?}", self.said()),
        }
    }

    pub(crate) fn messages(&self) -> Vec<Message> {
        match self.session.effect() {
            Some(Effect::CallModel { messages, .. }) => messages,
            other => panic!("the model is not asked: {other:?} {:?}", self.said()),
        }
    }

    pub(crate) fn tools(&self) -> Vec<HostCall> {
        match self.session.effect() {
            Some(Effect::CallTool { tools, .. }) => tools,
            other => panic!("no tool is called: {other:?} {:?}", self.said()),
        }
    }

    /// Prompt that waits for the model.
    pub(crate) fn asks(&self) -> Asked {
        let messages = self.messages();
        let Some(Effect::CallModel { contract, .. }) = self.session.effect() else { unreachable!() };
        Asked {
            name: contract.name.to_string(),
            system: messages[0].content.clone(),
            words: messages[1..].iter().map(|message| message.content.clone()).collect(),
        }
    }

    pub(crate) fn view(&self) -> View {
        self.session.view(0)
    }

    pub(crate) fn data(&self) -> Value {
        self.session.view(u64::MAX).data
    }

    pub(crate) fn stage(&self) -> String {
        self.session.view(u64::MAX).stage.as_str().unwrap().to_owned()
    }

    /// Field as the page lists it, with its text.
    pub(crate) fn field(&self, name: &str) -> Value {
        let data = self.data();
        let field = data["fields"].as_array().unwrap().iter().find(|field| field["name"] == name);
        let mut field = field.unwrap_or_else(|| panic!("no field is called {name}: {}", data["fields"])).clone();
        field["content"] = json!(self.text(name));
        field
    }

    pub(crate) fn text(&self, name: &str) -> String {
        let text = self.session.read(&json!({ "field": name })).unwrap();
        text["content"].as_str().unwrap().to_owned()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let data = self.data();
        data["fields"].as_array().unwrap().iter().map(|field| field["name"].as_str().unwrap().to_owned()).collect()
    }

    /// Whether no call is under way.
    pub(crate) fn rests(&self) -> bool {
        self.session.effect().is_none() && self.data()["work"].is_null()
    }

    /// Last message to the user.
    pub(crate) fn said(&self) -> String {
        let said = self.view().blocks.into_iter().rev().find_map(|block| match block.content {
            Block::Said { text, .. } => Some(text),
            _ => None,
        });
        said.unwrap_or_default()
    }

    /// Data of the notes with code `wanted` that the last event added.
    pub(crate) fn notes(&self, wanted: &str) -> Vec<Value> {
        let notes = self.session.view(self.since).blocks.into_iter().filter_map(|block| match block.content {
            Block::Note { code, data } if code == wanted => Some(data),
            _ => None,
        });
        notes.collect()
    }

    /// Saves what changed and resumes from the saved form.
    fn reload(&mut self) {
        let changes = self.session.changes(self.saved.as_ref().map_or(0, |saved| saved.revision));
        let saved = self.saved.get_or_insert_with(|| Snapshot {
            format: changes.format,
            agent: changes.agent.to_owned(),
            version: changes.version,
            revision: 0,
            head: String::new(),
            parts: Default::default(),
            entries: Vec::new(),
        });
        (saved.head, saved.revision) = (changes.head, changes.revision);
        saved.entries.truncate(changes.first as usize);
        saved.entries.extend(changes.entries);
        for (name, part) in changes.parts.iter() {
            saved.parts.insert(name.clone(), part.clone());
        }
        let view = self.session.view(0);
        self.session = Session::resume(Content::new(), saved.clone()).unwrap();
        assert_eq!(self.session.view(0), view);
    }
}
