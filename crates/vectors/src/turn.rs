//! Result of one turn of a session.

use serde_json::Value;
use stepgate_engine::{Content, Line, Record, View};

/// Code of the first refused event.
pub(crate) fn refused(trace: Vec<Record>) -> Option<String> {
    trace.into_iter().find_map(|record| match record.line {
        Line::Refused { code, .. } => Some(code),
        Line::Late { .. } => Some("stale_reply".to_owned()),
        _ => None,
    })
}

/// Data of the notes with code `wanted`.
pub(crate) fn notes<'v>(view: &'v View, wanted: &str) -> Vec<&'v Value> {
    let data = |content: &'v Content| match content {
        Content::Note { code, data } if code == wanted => Some(data),
        _ => None,
    };
    view.blocks.iter().filter_map(|block| data(&block.content)).collect()
}

/// Compact names of the events; an error appears once.
pub(crate) fn events(view: &View, error: Option<&str>, compact: fn(&Content) -> Option<String>) -> Vec<String> {
    let mut events: Vec<String> = view.blocks.iter().filter_map(|block| compact(&block.content)).collect();
    let error = error.map(|code| format!("error:{code}")).filter(|event| !events.contains(event));
    events.extend(error);
    events
}
