//! Paths never lead out of the workspace; parameters have one spelling.

use proptest::prelude::*;
use serde_json::{json, Value};
use stepgate_engine::{Opening, Session};
use stepgate_stepper::tools::path;
use stepgate_stepper::Stepper;

/// Segments below a root to which a path leads, as a file system walks it; `None` if it leads out.
fn walk(path: &str) -> Option<Vec<String>> {
    let mut place = Vec::new();
    if path.starts_with(['/', '\\']) {
        return None;
    }
    for segment in path.split(['/', '\\']) {
        match segment {
            "" | "." => {}
            ".." => {
                place.pop()?;
            }
            name if name.len() >= 2 && name.as_bytes()[1] == b':' && place.is_empty() => return None,
            name => place.push(name.to_owned()),
        }
    }
    Some(place)
}

proptest! {
    #[test]
    fn what_is_allowed_stays_inside(given in "([./\\\\]|\\.\\./|\\./|[a-cC]:?|[ é文\u{0}])*") {
        match path(&given) {
            Ok(path) => {
                prop_assert!(walk(&path).is_some(), "{given:?} became {path:?}");
                prop_assert_eq!(walk(&path), walk(&given), "it is the same place");
                prop_assert!(!path.contains('\\') && !path.starts_with("./") && !path.contains('\0'));
                prop_assert_eq!(super::paths::path(&path), Ok(path.clone()), "it has one spelling");
            }
            Err(code) => prop_assert_eq!(code, "invalid_path"),
        }
    }

    #[test]
    fn harmless_paths_are_allowed(given in "(\\./)?[a-z文]{1,8}([/\\\\][a-z.]{2,6}x){0,4}") {
        prop_assert!(path(&given).is_ok());
    }
}

#[test]
fn what_leads_elsewhere_is_refused() {
    let long = "a".repeat(201);
    for bad in [
        "/etc/passwd",
        "C:\\x",
        "c:x",
        "../x",
        "a/../x",
        "a\\..\\x",
        ".//x",
        "\\x",
        "./../x",
        "a\nb",
        "a\u{85}b",
        "a\u{202e}b",
        "a/\u{2066}b",
        &long,
    ] {
        assert_eq!(path(bad), Err("invalid_path"), "{bad:?}");
    }
    for (given, path) in [("./a.md", "a.md"), (".\\a\\b", "a/b"), ("a//b", "a//b"), ("././x", "x"), ("", "")] {
        assert_eq!(super::paths::path(given).as_deref(), Ok(path), "{given:?}");
    }
}

#[test]
fn parameters_have_aliases_defaults_and_codes() {
    let tools = json!([{ "name": "send", "about": "", "args": { "type": "object", "properties": { "to": { "type": "string", "minLength": 1 } }, "required": ["to"], "additionalProperties": false } }]);
    let opening = Opening { input: json!({ "tools": tools }), ..Opening::default() };
    let session = Session::open(Stepper::new(), opening).unwrap();
    let validate = |tool: &str, params: Value| session.state().memory.validate(tool, &params);
    for alias in ["path", "file_path", "filename", "file"] {
        assert_eq!(validate("read_file", json!({ alias: "./a" })), Ok(json!({ "path": "a" })));
    }
    for alias in ["dir", "directory", "dir_path", "path"] {
        assert_eq!(validate("list_files", json!({ alias: "a" })), Ok(json!({ "dir": "a", "pattern": "*" })));
    }
    assert_eq!(validate("list_files", json!({})), Ok(json!({ "dir": "", "pattern": "*" })));
    assert_eq!(
        validate("write_file", json!({ "path": "a", "content": "" })),
        Ok(json!({ "path": "a", "content": "" }))
    );
    assert_eq!(validate("list_files", json!({ "dir": "." })), Ok(json!({ "dir": ".", "pattern": "*" })));
    assert_eq!(validate("ask_user", json!({ "question": "/" })), Ok(json!({ "question": "/" })));
    assert_eq!(validate("think", json!({ "any": 1 })), Ok(json!({})));
    assert_eq!(validate("send", json!({ "to": "me", "cc": "you" })), Ok(json!({ "to": "me" })));
    for (tool, params, code) in [
        ("fly", json!({}), "unknown_tool"),
        ("read_file", json!({}), "invalid_params"),
        ("read_file", json!({ "path": "  " }), "invalid_params"),
        ("read_file", json!({ "path": "./" }), "invalid_params"),
        ("write_file", json!({ "path": ".\\", "content": "" }), "invalid_params"),
        ("read_file", json!({ "path": "." }), "invalid_params"),
        ("write_file", json!({ "path": " // /.", "content": "" }), "invalid_params"),
        ("read_file", json!({ "path": 5 }), "invalid_params"),
        ("write_file", json!({ "path": "a" }), "invalid_params"),
        ("write_file", json!({ "path": "a", "content": ["x"] }), "invalid_params"),
        ("write_file", json!({ "path": "../a", "content": "" }), "invalid_path"),
        ("list_files", json!({ "dir": "/" }), "invalid_path"),
        ("ask_user", json!({ "question": " " }), "invalid_params"),
        ("send", json!({ "to": "" }), "invalid_params"),
    ] {
        assert_eq!(validate(tool, params), Err(code), "{tool}");
    }
}
