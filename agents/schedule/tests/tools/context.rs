//! Tool domains and packs.

use serde_json::{json, Value};
use stepgate_engine::Access;
use stepgate_schedule::tools::{tool, Action, Active, ContextAction, Desk, Domain, Pack, Visibility};

use crate::desk::call;

/// Name and arguments of a call, and the code of its outcome.
type Called = (&'static str, Value, &'static str);

/// Domains and packs that are open after these calls; a failed call opens nothing.
fn after(calls: &[(&str, Value, &str)]) -> Active {
    let (mut desk, mut active) = (Desk::default(), Active::default());
    for (tool, args, code) in calls {
        let outcome = call(&mut desk, tool, args.clone());
        assert_eq!(outcome.code, *code, "{args}: {}", outcome.text);
        assert_eq!(outcome.data()["success"], outcome.ok);
        if let Some(Action::Context(action)) = outcome.action.as_deref() {
            active.apply(action);
        }
    }
    active
}

fn names(active: &Active, visibility: Visibility) -> Vec<&'static str> {
    active.visible(visibility).map(|tool| tool.name).collect()
}

#[test]
fn packs_open_and_close() {
    const ADD: &str = "context_tools_add";
    const REMOVE: &str = "context_tools_remove";
    use Pack::{Analyze, DetailRead, Mutation, Web};
    let schedule = |packs: &[Pack]| Active { domain: Some(Domain::Schedule), packs: packs.to_vec(), also: None };
    let add = |packs: Value, mode: &str| (ADD, json!({ "domain": "schedule", "packs": packs, "mode": mode }), "ok");
    let cases = [
        (vec![(ADD, json!({ "domain": "schedule" }), "ok")], schedule(&[Mutation, Analyze])),
        (vec![add(json!("detail_read, web"), "replace")], schedule(&[DetailRead, Web])),
        (
            vec![add(json!(["detail_read"]), "replace"), add(json!(["web", "detail_read"]), "merge")],
            schedule(&[DetailRead, Web]),
        ),
        (vec![add(json!(["detail_read"]), "replace"), add(json!(["web"]), "replace")], schedule(&[Web])),
        (vec![add(json!(["web"]), "merge"), (REMOVE, json!({ "domain": "taskclass" }), "ok")], schedule(&[Web])),
        (vec![add(json!(["web"]), "merge"), (REMOVE, json!({ "domain": "schedule" }), "ok")], Active::default()),
        (vec![add(json!(["web"]), "merge"), (REMOVE, json!({ "all": true }), "ok")], Active::default()),
        (vec![add(json!(["web"]), "merge"), (REMOVE, json!({ "domain": "all" }), "ok")], Active::default()),
        (
            vec![
                add(json!(["web", "detail_read"]), "merge"),
                (REMOVE, json!({ "domain": "schedule", "packs": ["web"] }), "ok"),
            ],
            schedule(&[DetailRead]),
        ),
        (
            vec![add(json!(["web"]), "merge"), (REMOVE, json!({ "domain": "schedule", "packs": ["web"] }), "ok")],
            Active::default(),
        ),
        (vec![(ADD, json!({ "domain": "cooking" }), "invalid_args")], Active::default()),
        (vec![(ADD, json!({ "domain": "schedule", "mode": "or" }), "invalid_args")], Active::default()),
        (vec![(ADD, json!({ "domain": "schedule", "packs": ["all"] }), "invalid_pack")], Active::default()),
        (vec![(ADD, json!({ "domain": "schedule", "packs": ["core"] }), "fixed_pack_forbidden")], Active::default()),
        (
            vec![(ADD, json!({ "domain": "taskclass", "packs": ["web"] }), "unsupported_packs_for_domain")],
            Active::default(),
        ),
        (vec![(REMOVE, json!({}), "missing_arg")], Active::default()),
        (vec![(REMOVE, json!({ "domain": "schedule", "packs": ["core"] }), "fixed_pack_forbidden")], Active::default()),
    ];
    for (calls, expected) in cases.into_iter().chain(merged()) {
        assert_eq!(after(&calls), expected, "{calls:?}");
    }
}

/// Calls that open both domains, and what is open behind them.
fn merged() -> Vec<(Vec<Called>, Active)> {
    let add = |domain: &str, mode: &str| ("context_tools_add", json!({ "domain": domain, "mode": mode }), "ok");
    let remove = |domain: &str| ("context_tools_remove", json!({ "domain": domain }), "ok");
    let (schedule, class) = (Some(Domain::Schedule), Some(Domain::TaskClass));
    let packs = vec![Pack::Mutation, Pack::Analyze];
    let both = vec![add("schedule", "merge"), add("taskclass", "merge")];
    let then = |more| [both.clone(), vec![more]].concat();
    let open = |domain, also, packs: &[Pack]| Active { domain, also, packs: packs.to_vec() };
    vec![
        (both.clone(), open(class, schedule, &packs)),
        (then(add("schedule", "merge")), open(class, schedule, &packs)),
        (then(add("taskclass", "replace")), open(class, None, &[])),
        (then(remove("schedule")), open(class, None, &[])),
        (then(remove("taskclass")), open(schedule, None, &packs)),
    ]
}

#[test]
fn what_is_open_is_visible() {
    let closed = Active::default();
    let always = ["arrange", "context_tools_add", "context_tools_remove", "redo_last_write", "undo_last_write"];
    assert_eq!(names(&closed, Visibility::Dynamic), always);
    let class = after(&[("context_tools_add", json!({ "domain": "taskclass" }), "ok")]);
    assert_eq!(names(&class, Visibility::Dynamic), [&always[..], &["upsert_task_class"]].concat());
    let schedule = after(&[("context_tools_add", json!({ "domain": "schedule", "packs": ["mutation"] }), "ok")]);
    let open = names(&schedule, Visibility::Dynamic);
    assert!(open.contains(&"get_overview") && open.contains(&"move") && !open.contains(&"query_range"), "{open:?}");
    let all = names(&closed, Visibility::All);
    assert!(all.contains(&"upsert_task_class") && all.contains(&"web_search"), "{all:?}");
}

#[test]
fn a_closed_tool_can_be_opened() {
    let shown = |name: &str| {
        let mut active = Active::default();
        active.apply(&ContextAction::opens(tool(name).unwrap()).unwrap());
        active.shows(tool(name).unwrap(), Visibility::Dynamic)
    };
    assert!(["move", "query_range", "upsert_task_class", "web_search", "get_overview"].into_iter().all(shown));
    assert_eq!(ContextAction::opens(tool("context_tools_add").unwrap()), None);
}

#[test]
fn each_tool_has_its_class() {
    let writes = ["batch_move", "move", "place", "swap", "unplace"];
    for name in writes {
        let tool = tool(name).unwrap();
        assert!(tool.mutates() && tool.needs_state() && tool.access == Access::Write, "{name}");
    }
    let class = tool("upsert_task_class").unwrap();
    assert!(!class.mutates() && !class.needs_state() && class.access == Access::Write);
    for name in ["web_search", "web_fetch", "read_url", "context_tools_add", "get_overview"] {
        assert_eq!(tool(name).unwrap().access, Access::Read, "{name}");
    }
    assert_eq!(tool("web_fetch").unwrap().name, "read_page");
}
