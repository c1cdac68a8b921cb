//! The shapes of replies (content specification, appendix B).

use crate::schema::Schema;
use crate::Lang;

/// The names of the routes, as the model writes them.
pub(super) const ROUTES: [&str; 8] =
    ["advance_phase", "research", "generate", "modify", "query", "chat", "simulate", "evaluate"];

/// A bare word of these is accepted too.
pub(super) fn route() -> Schema {
    Schema::object()
        .field("intent", Schema::one_of(&ROUTES))
        .optional("target", Schema::string().nullable().or_null())
        .optional("reason", Schema::string().nullable().or_null())
        .or_text("intent")
}

/// A reply of one text, written as it is or as the value of `key`.
pub(super) fn text(key: &str) -> Schema {
    Schema::object().field(key, Schema::string()).or_text(key)
}

/// What, for whom, to what end; the keys are in the session's language, the other's are understood.
pub(super) fn intent_report(lang: Lang) -> Schema {
    let keys = intent_keys(lang);
    let others = intent_keys(if lang == Lang::Zh { Lang::En } else { Lang::Zh });
    let [what, audience, action] = keys;
    let open = || Schema::string().nullable().or_null();
    let mut schema = Schema::object()
        .field(what, Schema::string().min_length(1))
        .optional(audience, open())
        .optional(action, open());
    for (other, key) in others.into_iter().zip(keys) {
        schema = schema.alias(other, key);
    }
    schema
}

/// The keys of the report on the intent.
pub(super) fn intent_keys(lang: Lang) -> [&'static str; 3] {
    match lang {
        Lang::Zh => ["做什么", "给谁看", "期望行动"],
        Lang::En => ["what", "audience", "action"],
    }
}

/// Queries; lines of text are understood.
pub(super) fn queries() -> Schema {
    Schema::object().field("queries", texts()).or_text("queries")
}

/// A research report; all but the summary may be missing.
pub(super) fn research() -> Schema {
    let persona = Schema::object()
        .field("name", Schema::string())
        .optional("background", Schema::string().nullable().or_null())
        .optional("pain_points", texts().nullable().or_null());
    let profile = Schema::any_of([Schema::map(Schema::any()), Schema::string()]);
    Schema::object()
        .field("summary", Schema::string().min_length(1))
        .optional("consumer_profile", profile.nullable().or_null())
        .optional("pain_points", texts().nullable().or_null())
        .optional("value_propositions", texts().nullable().or_null())
        .optional("personas", Schema::list(persona).nullable().or_null())
}

fn texts() -> Schema {
    Schema::list(Schema::string())
}
