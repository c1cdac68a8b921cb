//! The repeat rule of agents/stepper/spec.md 3.6, against its own sentence.

use proptest::prelude::*;
use serde_json::{json, Value};
use stepgate_stepper::model::Action;
use stepgate_stepper::repeat::{is_repeat, signature};

fn action(tool: &str, params: Value, error: Option<&str>) -> Action {
    Action {
        tool: tool.into(),
        description: String::new(),
        signature: signature(tool, &params),
        params,
        result: None,
        characters: 0,
        error: error.map(str::to_owned),
        entry: None,
    }
}

fn writes(tool: &str) -> bool {
    tool == "write_file"
}

/// "It repeats an earlier one with equal signature when: that one succeeded and the tool writes; or it succeeded and no write
/// succeeded since; or it failed and has already been tried twice."
fn naive(done: &[Action], tool: &str, params: &Value) -> bool {
    let same = |action: &Action| action.tool == tool && action.params == *params;
    done.iter().enumerate().any(|(index, earlier)| {
        let since = &done[index + 1..];
        let no_write_since = !since.iter().any(|action| writes(&action.tool) && action.error.is_none());
        same(earlier) && earlier.error.is_none() && (writes(tool) || no_write_since)
    }) || done
        .iter()
        .filter(|action| same(action) && !matches!(action.error.as_deref(), None | Some("repeated_action")))
        .count()
        >= 2
}

fn some_action() -> impl Strategy<Value = Action> {
    let tool = prop::sample::select(vec!["read_file", "write_file", "list_files"]);
    let error = prop::sample::select(vec![None, None, Some("not_found"), Some("repeated_action"), Some("timeout")]);
    (tool, 0..3u8, error).prop_map(|(tool, path, error)| action(tool, json!({ "path": path.to_string() }), error))
}

proptest! {
    #[test]
    fn it_is_the_rule(done in proptest::collection::vec(some_action(), 0..12), next in some_action()) {
        let found = is_repeat(&done, &next.signature, &writes);
        prop_assert_eq!(found, naive(&done, &next.tool, &next.params));
    }

    #[test]
    fn a_signature_knows_no_order_of_members(a in ".{0,8}", b in ".{0,8}", n in any::<i32>()) {
        let one = json!({ "a": a, "b": { "x": n, "y": [b] } });
        let other = json!({ "b": { "y": [b], "x": n }, "a": a });
        prop_assert_eq!(signature("send", &one), signature("send", &other));
        prop_assert_ne!(signature("send", &one), signature("sends", &one));
        prop_assert_ne!(signature("send", &one), signature("send", &json!({ "a": a, "b": { "x": n, "y": [b, ""] } })));
    }
}
