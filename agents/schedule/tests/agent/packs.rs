//! Packs of tools: the model opens them by the names of the origin, and the engine keeps them.

use crate::desk::Desk;
use serde_json::{json, Value};
use stepgate_engine::{Effect, Lang};

/// Session with a request, in which the packs are closed.
fn asked(lang: Lang) -> Desk {
    let mut desk = Desk::open(json!({}), lang);
    desk.execute(Value::Null);
    desk
}

/// Names of the tools that the contract tells the model.
fn told(desk: &Desk) -> Vec<String> {
    let Some(Effect::CallModel { contract, .. }) = desk.session.effect() else { panic!("no model is asked") };
    let mut names = Vec::new();
    for call in contract.schema["properties"]["calls"]["anyOf"][0]["items"]["anyOf"].as_array().unwrap() {
        let name = &call["properties"]["name"];
        let listed = name["enum"].as_array().cloned().unwrap_or_else(|| vec![name["const"].clone()]);
        names.extend(listed.into_iter().map(|name| name.as_str().unwrap().to_owned()));
    }
    names
}

fn tells(desk: &Desk, tool: &str) -> bool {
    told(desk).iter().any(|name| name == tool) && desk.prompt().contains(&format!("- {tool}"))
}

fn open_packs(desk: &Desk) -> Vec<String> {
    desk.view().packs.into_iter().filter(|pack| pack.open).map(|pack| pack.name).collect()
}

#[test]
fn a_pack_is_opened_and_closed_by_the_names_of_the_origin() {
    for (lang, closed, rules) in
        [(Lang::En, "- analyze (1 tool): ", "# Diagnosis"), (Lang::Zh, "- analyze（1 个工具）：", "# 诊断")]
    {
        let mut desk = asked(lang);
        assert!(desk.prompt().contains(closed) && !tells(&desk, "analyze_health"), "{}", desk.prompt());
        assert!(tells(&desk, "context_tools_add") && !tells(&desk, "context_tools_remove") && tells(&desk, "move"));
        desk.call("context_tools_add", json!({ "packs": ["analyze"] }));
        assert!(tells(&desk, "analyze_health") && tells(&desk, "context_tools_remove"), "{}", desk.prompt());
        assert!(desk.prompt().contains(rules) && !desk.prompt().contains(closed), "{}", desk.prompt());
        assert_ne!(desk.said(), "so", "the user hears nothing of it");
        desk.call("context_tools_remove", json!({ "packs": ["analyze"] }));
        assert!(desk.prompt().contains(closed) && !tells(&desk, "analyze_health"), "{}", desk.prompt());
    }
}

#[test]
fn a_tool_of_a_closed_pack_is_called_at_once_and_its_pack_stays_open() {
    let mut desk = asked(Lang::En);
    desk.call("analyze_health", json!({}));
    assert_eq!((open_packs(&desk), desk.view().usage.corrections), (vec!["analyze".to_owned()], 0));
    assert!(desk.prompt().contains("analyze_health({})\n→ "), "{}", desk.prompt());
    desk.reply(json!({ "say": "All is well." }));
    desk.execute(Value::Null);
    assert_eq!(open_packs(&desk), ["analyze"], "in the next request, too");
}

#[test]
fn a_pack_that_is_not_there_is_answered_with_those_there_are() {
    for (lang, packs) in [(Lang::En, "analyze, web, taskclass"), (Lang::Zh, "analyze, web, taskclass")] {
        let mut desk = asked(lang);
        desk.call("context_tools_add", json!({ "packs": ["queue"] }));
        assert!(desk.complaint().contains(packs), "{}", desk.complaint());
        desk.call("context_tools_add", json!({ "domain": "schedule", "packs": ["web"] }));
        assert_eq!(open_packs(&desk), ["web"], "the domain of the origin is left aside");
    }
}

#[test]
fn a_session_that_shows_all_tools_has_no_packs() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    assert!(["analyze_health", "web_search", "upsert_task_class"].iter().all(|tool| tells(&desk, tool)));
    assert!(!desk.prompt().contains("context_tools") && desk.view().packs.is_empty(), "{}", desk.prompt());
}
