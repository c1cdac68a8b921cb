//! Routing header that a reply may start with instead of JSON (spec.md 3.2), with the words for the user behind it:
//!
//! ```text
//! <SMARTFLOW_ROUTE nonce=.. route=.. reorder=.. thinking=../> words
//! ```
//!
//! The words need no quoting.

use super::route::{contract, Route, Routing};
use stepgate_engine::reply;

const TAG: &str = "<SMARTFLOW_ROUTE";
const END: &str = "</SMARTFLOW_ROUTE>";
/// Number of characters within which the header must begin.
const WITHIN: usize = 500;

/// Routing of a reply that should begin with a header. A reply without a header may be JSON. A header with an invalid value asks for a
/// plan. `None`: the reply has neither form, and the caller plans.
pub(super) fn read(raw: &str, nonce: &str) -> Option<Routing> {
    let within = raw.char_indices().nth(WITHIN).map_or(raw.len(), |(at, _)| at);
    let mut from = 0;
    while let Some(at) = raw.get(from..within).and_then(|text| text.find(TAG)) {
        from += at + TAG.len();
        let rest = raw.get(from..).unwrap_or_default();
        let Some((attributes, words)) = attributes(rest) else { break };
        if value(&attributes, "nonce") == nonce {
            return Some(routing(&attributes, words).unwrap_or_else(Routing::plan));
        }
    }
    let reading = reply::read(raw, &contract());
    reading.value.as_ref().filter(|_| reading.usable()).and_then(Routing::read)
}

type Attributes<'t> = Vec<(&'t str, &'t str)>;

/// Attributes of a tag, quoted or bare, and the text behind it. `None`: the tag has no end.
fn attributes(mut rest: &str) -> Option<(Attributes<'_>, &str)> {
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start().trim_start_matches('/');
        if let Some(words) = rest.strip_prefix('>') {
            return Some((found, words));
        }
        let end = rest.find(|c: char| c == '=' || c == '>' || c.is_whitespace())?;
        let (name, after) = rest.split_at_checked(end)?;
        rest = after.trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            (value, rest) = quoted(after.trim_start())?;
        }
        found.push((name, value));
    }
}

/// Attribute value, and the text after it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote) {
            return inner.split_once(quote);
        }
    }
    let end = text.find(|c: char| c == '>' || c.is_whitespace())?;
    let (value, rest) = text.split_at_checked(end)?;
    Some((value.trim_end_matches('/'), rest))
}

fn value<'t>(attributes: &Attributes<'t>, name: &str) -> &'t str {
    attributes.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value.trim())
}

/// Routing from the attributes. `None`: an attribute has an invalid value.
fn routing(attributes: &Attributes, words: &str) -> Option<Routing> {
    let flag = |name| match value(attributes, name).to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" => Some(true),
        "" | "false" | "0" | "no" => Some(false),
        _ => None,
    };
    let route: Route = stepgate_json::read(&value(attributes, "route").to_ascii_lowercase().into()).ok()?;
    let words = words.trim();
    Some(Routing {
        route,
        speak: words.strip_suffix(END).unwrap_or(words).trim_end().to_owned(),
        reorder: flag("reorder")?,
        thinking: flag("thinking")?,
        task_class_ids: Vec::new(),
        opens: stepgate_json::read(&value(attributes, "tools").to_ascii_lowercase().into()).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::route::Route;

    fn route(raw: &str) -> Option<(Route, String, [bool; 2])> {
        let routing = read(raw, "a1b2")?;
        Some((routing.route, routing.speak, [routing.reorder, routing.thinking]))
    }

    #[test]
    fn a_header_is_read_with_the_words_behind_it() {
        let whole =
            "<SMARTFLOW_ROUTE nonce=\"a1b2\" route=\"execute\" reorder=\"false\" thinking=\"true\"/>\n好的，{马上}。";
        assert_eq!(route(whole), Some((Route::Execute, "好的，{马上}。".into(), [false, true])));
        for short in [
            "<SMARTFLOW_ROUTE nonce=a1b2 route=direct_reply/>Hi.",
            "<SMARTFLOW_ROUTE route = 'Direct_Reply' nonce='a1b2' reorder=no>Hi.</SMARTFLOW_ROUTE>",
            "thinking aloud…\n<SMARTFLOW_ROUTE\n  nonce=a1b2\n  route=direct_reply\n  model=x\n/>\n\nHi.\n",
        ] {
            assert_eq!(route(short), Some((Route::DirectReply, "Hi.".into(), [false; 2])), "{short}");
        }
    }

    #[test]
    fn a_value_that_is_not_allowed_asks_for_a_plan() {
        for bad in [
            "<SMARTFLOW_ROUTE nonce=a1b2 route=fly/>Hi.",
            "<SMARTFLOW_ROUTE nonce=a1b2/>Hi.",
            "<SMARTFLOW_ROUTE nonce=a1b2 route=execute reorder=perhaps/>Hi.",
        ] {
            assert_eq!(route(bad), Some((Route::Plan, String::new(), [false; 2])), "{bad}");
        }
    }

    #[test]
    fn a_header_that_is_not_for_this_request_is_none() {
        assert_eq!(route("<SMARTFLOW_ROUTE nonce=0000 route=execute/>Hi."), None);
        assert_eq!(route("<SMARTFLOW_ROUTE route=execute/>Hi."), None);
        assert_eq!(route("<SMARTFLOW_ROUTE nonce=a1b2 route=execute"), None);
        assert_eq!(route("Hi."), None);
        let late = |blanks: usize| format!("{}<SMARTFLOW_ROUTE nonce=a1b2 route=execute/>", "好".repeat(blanks));
        assert_eq!(route(&late(500)), None);
        assert!(route(&late(480)).is_some());
        let second = "<SMARTFLOW_ROUTE nonce=0 route=plan/><SMARTFLOW_ROUTE nonce=a1b2 route=execute/>Go.";
        assert_eq!(route(second).map(|(route, speak, _)| (route, speak)), Some((Route::Execute, "Go.".into())));
    }

    #[test]
    fn json_is_read_all_the_same() {
        let json = "{\"route\": \"direct_reply\", \"speak\": \"Hi.\"}";
        assert_eq!(route(json), Some((Route::DirectReply, "Hi.".into(), [false; 2])));
    }
}
