//! Contracts of replies (appendix B of `spec.md`).

use stepgate_engine::schema::Schema;
use stepgate_engine::Lang;

/// Contract of a route; a reply of one bare route name is accepted too.
pub(crate) fn route() -> Schema {
    Schema::object()
        .field(
            "intent",
            Schema::one_of(&[
                "advance_phase",
                "research",
                "generate",
                "modify",
                "query",
                "chat",
                "simulate",
                "evaluate",
            ]),
        )
        .optional("target", open(Schema::string()))
        .optional("reason", open(Schema::string()))
        .or_text("intent")
}

/// Contract of a single text, given as it is or as the value of `key`.
pub(crate) fn text(key: &str) -> Schema {
    Schema::object().field(key, Schema::string()).or_text(key)
}

/// Contract of the intent report. Its keys are in the session's language; those of the other language are accepted.
pub(crate) fn intent_report(lang: Lang) -> Schema {
    let keys = intent_keys(lang);
    let others = intent_keys(if lang == Lang::Zh { Lang::En } else { Lang::Zh });
    let [what, audience, action] = keys;
    let mut schema = Schema::object()
        .field(what, Schema::string().min_length(1))
        .optional(audience, open(Schema::string()))
        .optional(action, open(Schema::string()));
    for (other, key) in others.into_iter().zip(keys) {
        schema = schema.alias(other, key);
    }
    schema
}

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
        .optional("background", open(Schema::string()))
        .optional("pain_points", open(texts()));
    let profile = Schema::any_of([Schema::map(Schema::any()), Schema::string()]);
    Schema::object()
        .field("summary", Schema::string().min_length(1))
        .optional("consumer_profile", open(profile))
        .optional("pain_points", open(texts()))
        .optional("value_propositions", open(texts()))
        .optional("personas", open(Schema::list(persona)))
}

fn texts() -> Schema {
    Schema::list(Schema::string())
}

/// Makes a member nullable; an unusable value counts as null.
fn open(schema: Schema) -> Schema {
    schema.nullable().or_null()
}
