//! Scores and comments by name, as simulations and evaluations share them.

use serde_json::{Map, Value};

use crate::model::{Metric, MetricType};
use crate::texts::report::texts;
use crate::texts::sentences::listed;
use stepgate_engine::schema::Schema;
use stepgate_engine::Lang;
use stepgate_json::{text_of, to_text};

/// Metrics with these names, scored from 1 to 10.
pub(super) fn scored(names: &[&str]) -> Vec<Metric> {
    let mut metrics = Vec::new();
    for name in names {
        metrics.push(Metric { name: (*name).to_owned(), kind: MetricType::Score });
    }
    metrics
}

/// Contract for scores and comments; `whole` is the key of the overall text.
pub(super) fn contract(metrics: &[Metric], whole: &str) -> Schema {
    let (mut scores, mut comments) = (Schema::object(), Schema::object());
    let mut has_scores = false;
    for Metric { name, kind } in metrics {
        has_scores |= *kind != MetricType::List;
        match kind {
            MetricType::Score => scores = scores.field(name, Schema::number()),
            MetricType::Truth => scores = scores.field(name, Schema::boolean()),
            MetricType::List => comments = comments.field(name, Schema::list(Schema::string())),
        }
        if *kind != MetricType::List {
            comments = comments.optional(name, Schema::string().nullable());
        }
    }
    let empty = || Value::Object(Map::new());
    Schema::object()
        .field("scores", if has_scores { scores } else { scores.or_absent(empty()) })
        .field("comments", comments.or_absent(empty()))
        .field(whole, Schema::string().min_length(1))
}

/// Scores of an example. They differ, so that a model that copies numbers is seen.
const SCORES: [u32; 4] = [6, 9, 3, 8];

/// Example of the scores and of the comments, as JSON.
pub(super) fn example(metrics: &[Metric]) -> (String, String) {
    let (mut scores, mut comments) = (Map::new(), Map::new());
    for (Metric { name, kind }, score) in metrics.iter().zip(SCORES.iter().cycle()) {
        let is_list = *kind == MetricType::List;
        comments.insert(name.clone(), if is_list { vec!["…"].into() } else { "…".into() });
        if !is_list {
            scores.insert(name.clone(), if *kind == MetricType::Truth { true.into() } else { (*score).into() });
        }
    }
    (to_text(&scores), to_text(&comments))
}

/// Copies scores and comments from a reply. True scores 10, false scores 1.
pub(super) fn take(
    metrics: &[Metric],
    reply: &Value,
    scores: &mut Map<String, Value>,
    comments: &mut Map<String, Value>,
    lang: Lang,
) {
    for Metric { name, .. } in metrics {
        if let Some(score) = said(reply, "scores", name) {
            scores.insert(name.clone(), clamped(score));
        }
        if let Some(comment) = said(reply, "comments", name) {
            comments.insert(name.clone(), listed(&texts(Some(comment)), lang).into());
        }
    }
}

fn said<'v>(reply: &'v Value, of: &str, name: &str) -> Option<&'v Value> {
    reply.get(of)?.get(name).filter(|value| !value.is_null())
}

/// `score` limited to 1 to 10; true is 10, anything else that is no number is 1.
fn clamped(score: &Value) -> Value {
    match score.as_f64() {
        Some(number) if number > 10.0 => 10.into(),
        Some(number) if number >= 1.0 => score.clone(),
        _ if *score == Value::Bool(true) => 10.into(),
        _ => 1.into(),
    }
}

/// The overall text of a reply.
pub(super) fn whole(reply: &Value, key: &str) -> String {
    text_of(reply.get(key)).trim().to_owned()
}
