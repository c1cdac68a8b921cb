//! What one turn of a session left behind.

use serde_json::Value;
use stepgate::engine::{Content, Line, Record, View};

/// The code of the first event that was refused.
pub(crate) fn refused(trace: Vec<Record>) -> Option<String> {
    trace.into_iter().find_map(|record| match record.line {
        Line::Refused { code, .. } => Some(code),
        Line::Late { .. } => Some("stale_reply".to_owned()),
        _ => None,
    })
}

/// The data of the notes with this code.
pub(crate) fn notes<'v>(view: &'v View, wanted: &str) -> Vec<&'v Value> {
    let data = |content: &'v Content| match content {
        Content::Note { code, data } if code == wanted => Some(data),
        _ => None,
    };
    view.blocks.iter().filter_map(|block| data(&block.content)).collect()
}

/// The compact names of what happened; an error once.
pub(crate) fn events(view: &View, error: Option<&str>, compact: fn(&Content) -> Option<String>) -> Vec<String> {
    let mut events: Vec<String> = view.blocks.iter().filter_map(|block| compact(&block.content)).collect();
    let error = error.map(|code| format!("error:{code}")).filter(|event| !events.contains(event));
    events.extend(error);
    events
}
