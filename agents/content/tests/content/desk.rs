//! Session with a project.

use serde_json::{json, Value};
use stepgate_content::{Content, Phase};
use stepgate_engine::{Lang, Refusal};

pub(crate) type Desk = stepgate_testkit::desk::Desk<Content>;

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

/// Acts and looks of this agent's tests, beside those of every desk.
pub(crate) trait ContentDesk: Sized {
    /// Session in which each step is a millisecond after the one before.
    fn opened(input: Value, lang: Lang) -> Self;
    fn stage(&self) -> String;
    /// Checks that the model is asked by the contract `name`, and answers. The text of a field is delimited.
    fn answers(&mut self, name: &str, value: Value) -> Asked;
    /// Sends the text of a field between its delimiters.
    fn write(&mut self, text: &str) -> &mut Self;
    /// Prompt that waits for the model.
    fn asks(&self) -> Asked;
    /// Project with all phases before `phase` completed; with `done`, `phase` itself waits for approval.
    fn at(phase: Phase, done: bool, more: &Value, lang: Lang) -> Self;
    /// Field as the page lists it, with its text.
    fn field(&self, name: &str) -> Value;
    fn text(&self, name: &str) -> String;
    fn names(&self) -> Vec<String>;
    /// Keeps the revision of the field, which has its old text until then.
    fn keep(&mut self, name: &str) -> &mut Self;
    /// Whether no call is under way.
    fn rests(&self) -> bool;
}

impl ContentDesk for Desk {
    fn opened(input: Value, lang: Lang) -> Self {
        let mut desk = Desk::open(Content::new, input, lang);
        desk.pace = 1;
        desk
    }

    fn stage(&self) -> String {
        self.session.view(u64::MAX).stage.as_str().unwrap().to_owned()
    }

    fn answers(&mut self, name: &str, value: Value) -> Asked {
        let asked = self.asks();
        assert_eq!(asked.name, name, "{:?}", self.said());
        match (name, &value) {
            ("generate" | "update", Value::String(text)) => self.write(text),
            _ => self.reply(value),
        };
        asked
    }

    fn write(&mut self, text: &str) -> &mut Self {
        self.replied(&format!("<content>\n{text}\n</content>"), None)
    }

    fn asks(&self) -> Asked {
        let (name, messages) = self.request();
        let mut texts = messages.into_iter().map(|message| message.content);
        Asked { name, system: texts.next().unwrap(), words: texts.collect() }
    }

    fn at(phase: Phase, done: bool, more: &Value, lang: Lang) -> Self {
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
        Self::opened(json!({ "state": state }), lang)
    }

    fn field(&self, name: &str) -> Value {
        let data = self.data();
        let field = data["fields"].as_array().unwrap().iter().find(|field| field["name"] == name);
        let mut field = field.unwrap_or_else(|| panic!("no field is called {name}: {}", data["fields"])).clone();
        field["content"] = json!(self.text(name));
        field
    }

    fn text(&self, name: &str) -> String {
        let text = self.session.read(&json!({ "field": name })).unwrap();
        text["content"].as_str().unwrap().to_owned()
    }

    fn names(&self) -> Vec<String> {
        let data = self.data();
        data["fields"].as_array().unwrap().iter().map(|field| field["name"].as_str().unwrap().to_owned()).collect()
    }

    fn keep(&mut self, name: &str) -> &mut Self {
        self.edit(json!({ "keep": { "field": name } }))
    }

    fn rests(&self) -> bool {
        self.session.effect().is_none() && self.data()["work"].is_null()
    }
}
