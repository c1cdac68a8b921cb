//! Events as the functions of a script receive them.

use super::given::Given;
use crate::actor::AnyStage;
use crate::vocabulary::choice::Chooser;
use crate::vocabulary::happened::{Happened, Limit};
use crate::vocabulary::tool::{CallResult, ToolResult};
use stepgate_json::{ToJson, Writer};
use stepgate_reply as reply;

impl ToJson for CallResult {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("name", &self.name);
        out.member("args", &self.args);
        out.optional("given", &self.given);
        out.optional("text", &self.text);
        out.member("result", &ToolResult::from(self.result.clone()));
        out.optional("parts", &self.parts);
        out.optional("key", &self.key);
        out.end_object();
    }
}

/// Name of the function that hears of an event.
pub(super) fn function(happened: &Happened<AnyStage>) -> &'static str {
    match happened {
        Happened::Said { .. } => "on.said",
        Happened::Answered { .. } => "on.answered",
        Happened::Chosen { .. } => "on.chosen",
        Happened::Edited { .. } => "on.edited",
        Happened::Ticked => "on.ticked",
        Happened::Stopped { .. } => "on.stopped",
        Happened::Doubted { .. } => "on.doubted",
        Happened::Returned { .. } => "on.returned",
        Happened::Failed { .. } => "on.failed",
        Happened::GaveUp { .. } => "on.gave_up",
    }
}

/// Whether the user or the page caused the event, so that a refusal reaches them.
pub(super) fn is_asked_for(happened: &Happened<AnyStage>) -> bool {
    matches!(
        happened,
        Happened::Said { .. }
            | Happened::Answered { .. }
            | Happened::Chosen { by: Chooser::User, .. }
            | Happened::Edited { .. }
            | Happened::Stopped { .. }
    )
}

/// Adds the members of an event.
pub(super) fn write(happened: &Happened<AnyStage>, out: &mut Given) {
    match happened {
        Happened::Said { text, with, parts, then } => {
            out.member("text", text);
            out.member("with", with);
            if !parts.is_empty() {
                out.member("parts", parts);
            }
            out.member("then", then);
        }
        Happened::Answered { accept, reason, heard, then } => {
            out.member("accept", accept);
            reason.iter().for_each(|reason| out.member("reason", reason));
            out.member("heard", heard);
            out.member("then", then);
        }
        Happened::Chosen { candidate, by, then } => {
            out.member("choice", candidate);
            out.member("by", by);
            out.member("then", then);
        }
        Happened::Edited { change, busy, reason } => {
            out.member("change", change);
            out.member("busy", busy);
            reason.iter().for_each(|reason| out.member("reason", reason));
        }
        Happened::Ticked => {}
        Happened::Stopped { then } => then.iter().for_each(|then| out.member("then", then)),
        Happened::Doubted { calls, then } => {
            out.member("calls", calls);
            out.member("then", then);
        }
        Happened::Returned { results, then } => {
            out.member("results", results);
            out.member("then", then);
        }
        Happened::Failed { code, text } => {
            out.member("code", code);
            out.member("text", text);
        }
        Happened::GaveUp { limit, code, raw, then } => {
            let limit = match limit {
                Limit::Corrections => "corrections",
                Limit::Steps => "steps",
            };
            out.member("limit", &limit);
            out.member("code", code);
            out.member("raw", raw);
            out.member("spoken", &reply::spoken(raw));
            out.member("then", then);
        }
    }
}
