//! Do no harm: one comma too many in a document changes no string elsewhere in it.

use serde_json::json;

use crate::case::{by_default, file, Outcome};

#[test]
fn repairs_change_nothing_else() {
    let strings = file("harm.json");
    let changed: Vec<&str> =
        strings.as_array().unwrap().iter().filter_map(|s| s.as_str()).filter(|s| !kept(s)).collect();
    println!(
        "\nsuites: do no harm\n  strings changed             {:>5} of {:>4}",
        changed.len(),
        strings.as_array().unwrap().len()
    );
    assert!(changed.is_empty(), "changed: {changed:?}");
}

fn kept(string: &str) -> bool {
    let text = format!(r#"{{"before": 1, "s": {}, "after": [1, 2,], }}"#, json!(string));
    by_default(&text) == Outcome::Value(json!({ "before": 1, "s": string, "after": [1, 2] }))
}
