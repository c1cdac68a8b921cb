//! A project in a session, with a model and a host that answer by script. After every event the session is taken up from
//! its snapshot again.

use serde_json::{json, Value};
use stepgate::agents::content::Content;
use stepgate::engine::{
    Content as Block, Effect, Event, Opening, Refusal, Session, Snapshot, ToolError, ToolResult, View,
};
use stepgate::Lang;

/// A part of what was asked: the contract's name, the system text, and all that follows it.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) name: String,
    pub(crate) system: String,
    pub(crate) words: Vec<String>,
}

pub(crate) struct Desk {
    pub(crate) session: Session<Content>,
    /// What the model was asked so far.
    pub(crate) asked: Vec<Asked>,
    saved: Option<Snapshot>,
    clock: u64,
}

/// A project with an intent and personas, at the end of `design_inner`; `more` goes over it.
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
        let session = Session::open(Content::new(), Opening { input, seed: 7, lang, at_ms: 0 }).unwrap();
        let mut desk = Desk { session, asked: Vec::new(), saved: None, clock: 0 };
        desk.reload();
        desk
    }

    pub(crate) fn view(&self) -> View {
        self.session.view(0)
    }

    pub(crate) fn data(&self) -> Value {
        self.view().data
    }

    /// A field as the page lists it.
    pub(crate) fn field(&self, name: &str) -> Value {
        let data = self.data();
        let field = data["fields"].as_array().unwrap().iter().find(|field| field["name"] == name);
        field.unwrap_or_else(|| panic!("no field is called {name}: {}", data["fields"])).clone()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let data = self.data();
        data["fields"].as_array().unwrap().iter().map(|field| field["name"].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        let text = self.session.read(&json!({ "field": name })).unwrap();
        text["content"].as_str().unwrap().to_owned()
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.clock += 1;
        let event = Event::Said { at_ms: self.clock, text: text.into(), with: Value::Null };
        assert!(self.session.handle(event).unwrap());
        self.reload();
    }

    pub(crate) fn edit(&mut self, change: Value) {
        self.try_edit(change.clone()).unwrap_or_else(|refusal| panic!("{change}: {refusal}"));
    }

    pub(crate) fn try_edit(&mut self, change: Value) -> Result<(), Refusal> {
        self.clock += 1;
        let before = self.session.snapshot();
        let edited = self.session.handle(Event::Edited { at_ms: self.clock, change });
        if edited.is_err() {
            assert_eq!(self.session.snapshot(), before, "a refused edit changes nothing");
        }
        self.reload();
        edited.map(|moved| assert!(moved))
    }

    /// Why an edit is refused.
    pub(crate) fn refused(&mut self, change: Value) -> String {
        match self.try_edit(change.clone()) {
            Err(refusal) => refusal.code,
            Ok(()) => panic!("{change} is not refused"),
        }
    }

    /// The model is asked by the contract of this name, and answers.
    pub(crate) fn reply(&mut self, name: &str, value: Value) -> Asked {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let asked = self.asks();
        assert_eq!(asked.name, name, "{:?}", self.said());
        let call = self.view().call.unwrap();
        self.clock += 1;
        let event = Event::Replied { at_ms: self.clock, call, text, reasoning: None, finish: None, usage: None };
        assert!(self.session.handle(event).unwrap());
        self.asked.push(asked.clone());
        self.reload();
        asked
    }

    /// The model cannot be reached.
    pub(crate) fn fail(&mut self) {
        self.clock += 1;
        let call = self.view().call.unwrap();
        let event = Event::Failed { at_ms: self.clock, call, code: "timeout".into(), text: String::new() };
        assert!(self.session.handle(event).unwrap());
        self.reload();
    }

    /// What the model is asked now.
    pub(crate) fn asks(&self) -> Asked {
        match self.session.effect() {
            Some(Effect::CallModel { messages, contract, .. }) => Asked {
                name: contract.name.to_string(),
                system: messages[0].content.clone(),
                words: messages[1..].iter().map(|message| message.content.clone()).collect(),
            },
            other => panic!("the model is not asked: {other:?} {:?}", self.said()),
        }
    }

    /// The host's calls, answered by `answer`: the calls it got.
    pub(crate) fn host(&mut self, answer: fn(&str, &Value) -> Result<Value, ToolError>) -> Vec<(String, Value)> {
        let Some(Effect::CallTool { call, tools }) = self.session.effect() else {
            panic!("the host is not asked: {:?}", self.said());
        };
        let calls: Vec<(String, Value)> = tools.iter().map(|tool| (tool.name.clone(), tool.args.clone())).collect();
        let result = |(name, args): &(String, Value)| match answer(name, args) {
            Ok(value) => ToolResult::Ok(value),
            Err(error) => ToolResult::Error(error),
        };
        let results = calls.iter().map(result).collect();
        self.clock += 1;
        assert!(self.session.handle(Event::Returned { at_ms: self.clock, call, results }).unwrap());
        self.reload();
        calls
    }

    /// Nothing is under way.
    pub(crate) fn rests(&self) -> bool {
        self.session.effect().is_none() && self.data()["work"].is_null()
    }

    /// What was said last.
    pub(crate) fn said(&self) -> String {
        let said = self.view().blocks.into_iter().rev().find_map(|block| match block.content {
            Block::Said { text, .. } => Some(text),
            _ => None,
        });
        said.unwrap_or_default()
    }

    /// The data of the notes with this code.
    pub(crate) fn notes(&self, wanted: &str) -> Vec<Value> {
        let notes = self.view().blocks.into_iter().filter_map(|block| match block.content {
            Block::Note { code, data } if code == wanted => Some(data),
            _ => None,
        });
        notes.collect()
    }

    /// Saves what changed, and goes on from what is saved.
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
