//! Where a request goes: the chat stage's decision (schedule specification, 3.2).

use serde_json::Value;

use super::decision::text;
use super::memory::Memory;
use super::phrases::{allow_reorder, asks, Wish};
use stepgate_engine::schema::Schema;
use stepgate_json::names;

/// Where a request goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The model's words are the answer.
    DirectReply,
    /// At once, without a plan.
    Execute,
    /// A longer answer.
    DeepAnswer,
    /// A plan first.
    Plan,
}

names!(Route { DirectReply "direct_reply", Execute "execute", DeepAnswer "deep_answer", Plan "plan" });

/// What the chat stage decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Routing {
    /// Where it goes.
    pub route: Route,
    /// Words for the user.
    pub speak: String,
    /// A rough timetable is wanted.
    pub rough: bool,
    /// It is to be improved.
    pub refine: bool,
    /// Any order will do.
    pub reorder: bool,
    /// The model should think first.
    pub thinking: bool,
    /// The task classes it is about.
    pub task_class_ids: Vec<u32>,
}

/// What a reply must look like.
pub fn contract() -> Schema {
    let flag = || Schema::boolean().nullable().lenient();
    Schema::object()
        .optional("speak", Schema::string().nullable().lenient())
        .optional("intent", Schema::one_of(&["chat", "task"]).nullable().lenient())
        .optional("route", Schema::one_of(&["direct_reply", "execute", "deep_answer", "plan"]).nullable().lenient())
        .optional("needs_rough_build", flag())
        .optional("needs_refine_after_rough_build", flag())
        .optional("allow_reorder", flag())
        .optional("thinking", flag())
        .optional("task_class_ids", Schema::list(Schema::integer()).nullable().lenient())
        .optional("reason", Schema::string().nullable().lenient())
}

impl Routing {
    /// A plan, and no wishes.
    pub(super) fn plan() -> Routing {
        Routing {
            route: Route::Plan,
            speak: String::new(),
            rough: false,
            refine: false,
            reorder: false,
            thinking: false,
            task_class_ids: Vec::new(),
        }
    }

    /// The routing of a reply. `None`: it says neither a route nor an intent, so a plan is the safe way.
    pub fn read(reply: &Value) -> Option<Routing> {
        let named =
            |key: &str| reply.get(key).map(|value| value.as_str().unwrap_or_default().trim().to_ascii_lowercase());
        let route = match (named("route").filter(|route| !route.is_empty()), named("intent").as_deref()) {
            (Some(route), _) => stepgate_json::read(&route.into()).unwrap_or(Route::Plan),
            (None, Some("chat")) => Route::DirectReply,
            (None, Some(_)) => Route::Plan,
            (None, None) => return None,
        };
        let flag = |key: &str| reply.get(key).and_then(Value::as_bool).unwrap_or(false);
        Some(Routing {
            route,
            speak: text(reply, "speak"),
            rough: flag("needs_rough_build"),
            refine: flag("needs_refine_after_rough_build"),
            reorder: flag("allow_reorder"),
            thinking: flag("thinking"),
            task_class_ids: ids(reply.get("task_class_ids")),
        })
    }
}

/// The ids above 0 of a list.
pub(super) fn ids(value: Option<&Value>) -> Vec<u32> {
    let id = |value: &Value| value.as_u64().and_then(|id| u32::try_from(id).ok()).filter(|id| *id > 0);
    value.and_then(Value::as_array).into_iter().flatten().filter_map(id).collect()
}

impl Memory {
    /// Adds task classes that are not known yet.
    pub(super) fn add_classes(&mut self, ids: &[u32]) {
        for id in ids {
            if !self.task_class_ids.contains(id) {
                self.task_class_ids.push(*id);
            }
        }
    }

    /// Forgets a timetable without one of the task classes: the next round loads one that has them all. What is not saved stays.
    pub(super) fn load_classes(&mut self) {
        let Some(timetable) = &self.board.desk.timetable else { return };
        let lacks = |id: &u32| timetable.classes().iter().all(|class| class.id != *id);
        if self.task_class_ids.iter().any(lacks) && self.board.unsaved_by_us().is_empty() {
            self.drop_timetable();
        }
    }

    /// The gates of 3.2: what the user's words say about a rough build wins over the model.
    pub(super) fn set_rough(&mut self, text: &str, wanted: bool, refine: bool) {
        let built = !self.rough_build_done.is_empty();
        let rough = wanted && !self.task_class_ids.is_empty() && (!built || asks(Wish::Rebuild, text));
        self.run.needs_rough_build = rough;
        self.run.needs_refine = match (rough, built) {
            (false, true) => false,
            (true, false) => !asks(Wish::DraftOnly, text),
            _ => refine && rough,
        };
    }

    /// Whether the model should think: what the user chose wins over the model.
    pub(super) fn thinks(&self, model: bool) -> bool {
        match self.run.thinking_mode.as_str() {
            "true" => true,
            "false" => false,
            _ => model,
        }
    }

    /// Whether the order may be changed.
    pub(super) fn set_order(&mut self, text: &str, model: bool) {
        self.run.allow_reorder = allow_reorder(text, model);
    }
}
