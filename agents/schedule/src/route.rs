//! Routing of a request: the decision of the chat stage (spec.md 3.2).

use serde_json::Value;

use super::decision::text;
use stepgate_engine::schema::Schema;
use stepgate_json::Json;

/// Route of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Route {
    /// The model's words are the whole answer.
    DirectReply,
    /// Execution at once, without a plan.
    Execute,
    /// Longer answer from a second call.
    DeepAnswer,
    /// Plan first, then execution.
    Plan,
}

/// Tools that a request is about, open when its execution begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Opens {
    /// Tools that read and change the timetable.
    #[default]
    Schedule,
    /// Those, and the diagnosis.
    Health,
    /// Tools that write task classes.
    Classes,
}

/// Decision of the chat stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Routing {
    /// Route of the request.
    pub route: Route,
    /// Words for the user.
    pub speak: String,
    /// Whether the order within classes may change.
    pub reorder: bool,
    /// Whether the model should think first.
    pub thinking: bool,
    /// Ids of the task classes in question.
    pub task_class_ids: Vec<u32>,
    /// Tools of an execution at once.
    pub opens: Opens,
}

/// JSON shape of a reply.
pub fn contract() -> Schema {
    let flag = || Schema::boolean().nullable().lenient();
    Schema::object()
        .optional("speak", Schema::string().nullable().lenient())
        .optional("intent", Schema::one_of(&["chat", "task"]).nullable().lenient())
        .optional("route", Schema::one_of(&["direct_reply", "execute", "deep_answer", "plan"]).nullable().lenient())
        .optional("allow_reorder", flag())
        .optional("thinking", flag())
        .optional("tools", Schema::one_of(&["schedule", "health", "classes"]).nullable().lenient())
        .optional("task_class_ids", Schema::list(Schema::integer().min(1.0)).nullable().lenient())
        .optional("reason", Schema::string().nullable().lenient())
}

impl Routing {
    /// Reads the routing from a reply. `None`: it has neither a route nor an intent, and the caller plans.
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
            reorder: flag("allow_reorder"),
            thinking: flag("thinking"),
            task_class_ids: ids(reply.get("task_class_ids")),
            opens: reply.get("tools").and_then(|tools| stepgate_json::read(tools).ok()).unwrap_or_default(),
        })
    }
}

/// Ids above 0 in a list.
pub(super) fn ids(value: Option<&Value>) -> Vec<u32> {
    let id = |value: &Value| value.as_u64().and_then(|id| u32::try_from(id).ok()).filter(|id| *id > 0);
    value.and_then(Value::as_array).into_iter().flatten().filter_map(id).collect()
}
