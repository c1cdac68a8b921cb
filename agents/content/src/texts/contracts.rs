//! Contracts of replies (appendix B of `spec.md`).

use stepgate_engine::schema::Schema;
use stepgate_engine::Lang;

/// The routes of a message.
const ROUTES: [&str; 10] =
    ["advance_phase", "research", "generate", "modify", "query", "undo", "note", "chat", "simulate", "evaluate"];

/// Contract of a route; a reply of one bare route name is accepted too. `fields` are the names of the fields there are; the target is
/// one of them, or a list of several. Only an open revision can be kept, and only a project with core content can be finished early.
pub(crate) fn route(fields: &[&str], is_revised: bool, is_usable: bool) -> Schema {
    let mut routes = ROUTES.to_vec();
    if is_revised {
        routes.push("keep");
    }
    if is_usable {
        routes.push("finish");
    }
    let one = || Schema::one_of(fields);
    let target = match fields.is_empty() {
        true => Schema::null(),
        false => Schema::any_of([one(), Schema::list(one())]).nullable(),
    };
    Schema::object()
        .field("intent", Schema::one_of(&routes))
        .optional("target", target.lenient())
        .optional("new_field", Schema::string().nullable().lenient())
        .optional("reader", Schema::string().nullable().lenient())
        .or_text("intent")
}

/// Contract of a single text, given as it is or as the value of `key`.
pub(crate) fn text(key: &str) -> Schema {
    Schema::object().field(key, Schema::string()).or_text(key)
}

/// Contract of a field's text. The delimited form is no JSON; the agent reads it from the reply itself.
pub(crate) fn content() -> Schema {
    let mut schema = Schema::object().field("content", Schema::string().lenient());
    for key in ["text", "markdown", "正文", "内容", "全文"] {
        schema = schema.alias(key, "content");
    }
    schema.or_text("content")
}

/// Contract of the intent report. Its keys are in the session's language; those of the other language are accepted.
pub(crate) fn intent_report(lang: Lang) -> Schema {
    let keys = intent_keys(lang);
    let others = intent_keys(if lang == Lang::Zh { Lang::En } else { Lang::Zh });
    let [what, audience, action] = keys;
    let text = || Schema::string().lenient();
    let mut schema = Schema::object().field(what, text()).field(audience, text()).field(action, text());
    for (near, key) in NEAR_KEYS.into_iter().zip(keys) {
        for near in near.split('|') {
            schema = schema.alias(near, key);
        }
    }
    for (other, key) in others.into_iter().zip(keys) {
        schema = schema.alias(other, key);
    }
    schema
}

/// Keys that models write in place of those of the intent report, in either language.
const NEAR_KEYS: [&str; 3] = [
    "topic|subject|主题|内容|做的内容|项目",
    "target_audience|readers|reader|for_whom|target_readers|受众|读者|目标受众|目标读者|目标用户|写给谁|对象",
    "desired_action|call_to_action|cta|goal|行动|行动号召|目标行动|希望行动|期待行动|读者行动",
];

/// The keys of the intent report: what, for whom, and the desired action.
pub(crate) fn intent_keys(lang: Lang) -> [&'static str; 3] {
    match lang {
        Lang::Zh => ["做什么", "给谁看", "期望行动"],
        Lang::En => ["what", "audience", "action"],
    }
}

/// Contract of the planned queries; lines of text are accepted.
pub(crate) fn queries() -> Schema {
    Schema::object().field("queries", texts()).or_text("queries")
}

/// Contract of a research report; only the summary is required.
pub(crate) fn research() -> Schema {
    let persona = Schema::object()
        .field("name", Schema::string())
        .optional("background", Schema::string().lenient())
        .optional("pain_points", texts().lenient());
    let profile = Schema::map(Schema::any());
    Schema::object()
        .field("summary", Schema::string().min_length(1))
        .optional("consumer_profile", profile.lenient())
        .optional("pain_points", texts().lenient())
        .optional("value_propositions", texts().lenient())
        .optional("personas", Schema::list(persona).lenient())
}

fn texts() -> Schema {
    Schema::list(Schema::string())
}
