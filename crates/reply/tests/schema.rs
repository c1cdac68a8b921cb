//! Schemas: reading JSON Schema, writing for the model, fitting values.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use proptest::prelude::*;
use serde_json::{json, Value};
use stepgate_reply::schema::{Checked, Problem, Schema};
use stepgate_reply::{complain_about, Kind, Lang};

fn parsed(json: Value) -> Schema {
    Schema::parse(&json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn kinds(checked: &Checked) -> Vec<String> {
    checked.coercions.iter().map(|coercion| format!("{} {}", coercion.kind, coercion.path)).collect()
}

fn in_english(checked: &Checked) -> Vec<[String; 3]> {
    let texts =
        |problem: &Problem| [problem.path.clone(), problem.found.in_lang(Lang::En), problem.allowed.in_lang(Lang::En)];
    checked.problems.iter().map(texts).collect()
}

fn paths(checked: &Checked) -> Vec<&str> {
    checked.problems.iter().map(|problem| problem.path.as_str()).collect()
}

proptest! {
    #[test]
    fn the_order_of_members_says_nothing(
        picks in proptest::collection::vec(0..4usize, 5),
        order in Just([0, 1, 2, 3, 4]).prop_shuffle(),
    ) {
        let schema = parsed(json!({
            "type": "object",
            "properties": {
                "id": { "type": "integer" },
                "kind": { "enum": ["PLAN", "ASK"] },
                "share": { "type": "number", "maximum": 1 },
                "note": { "type": "string", "default": "none" },
                "inner": { "type": "object", "properties": { "x": { "type": "number" } }, "required": ["x"] },
            },
            "required": ["id", "kind", "inner"],
        }));
        // Each member as it should be, spelled otherwise, and wrong; the fourth choice leaves the member out.
        let members = [
            ("id", [json!(7), json!("7"), json!("seven")]),
            ("kind", [json!("PLAN"), json!("ask"), json!("other")]),
            ("share", [json!(0.5), json!("1"), json!(1.5)]),
            ("note", [json!("a"), json!(1), json!([])]),
            ("inner", [json!({ "x": 1 }), json!({ "x": "1", "y": 2 }), json!({})]),
        ];
        let check = |order: [usize; 5]| {
            let there = order.into_iter().filter(|at| picks[*at] < 3);
            let object = there.map(|at| (members[at].0.to_owned(), members[at].1[picks[at]].clone())).collect();
            schema.check(Value::Object(object))
        };
        prop_assert_eq!(check(order), check([0, 1, 2, 3, 4]));
    }
}

#[test]
fn values_that_fit_stay_as_they_are() {
    let day = json!({ "type": "string", "format": "date" });
    let moment = json!({ "type": "string", "format": "date-time" });
    let clock = json!({ "type": "string", "format": "time" });
    let cases = [
        (json!({}), json!([1, { "a": null }])),
        (json!(true), json!("x")),
        (json!({ "type": "string", "minLength": 2, "maxLength": 3 }), json!("你好")),
        (json!({ "type": ["string", "null"] }), json!(null)),
        (json!({ "type": ["string", "integer"] }), json!(3)),
        (json!({ "type": ["string", "integer"] }), json!("3")),
        (json!({ "type": "integer", "minimum": 1, "maximum": 5 }), json!(5)),
        (json!({ "type": "number", "maximum": 0.5 }), json!(0.5)),
        (json!({ "enum": ["A", 1, null] }), json!(1)),
        (json!({ "enum": ["A", 1, null] }), json!(null)),
        (json!({ "const": { "a": 1 } }), json!({ "a": 1 })),
        (json!({ "type": "array", "items": { "type": "integer" }, "minItems": 1 }), json!([1, 2])),
        (json!({ "items": { "type": "integer" } }), json!([])),
        (json!({ "type": "object" }), json!({ "b": 1, "a": [2] })),
        (json!({ "additionalProperties": { "type": "integer" } }), json!({ "x": 1, "y": 2 })),
        (json!({ "properties": { "a": { "type": "string" } }, "required": ["b"] }), json!({ "b": 1, "z": 2 })),
        (json!({ "anyOf": [{ "type": "null" }, { "type": "array" }] }), json!(null)),
        (json!({ "oneOf": [{ "type": "string" }, { "type": "boolean" }] }), json!(false)),
        (json!({ "allOf": [{ "type": "string" }], "description": "as some tools write it" }), json!("x")),
        (json!({ "type": "string", "nullable": true }), json!(null)),
        (json!({ "enum": [1, 2.5, false] }), json!(2.5)),
        (json!({ "type": "integer" }), json!(123456789012345678901234567890_f64)),
        (json!({ "exclusiveMinimum": 0, "exclusiveMaximum": 1, "multipleOf": 0.05 }), json!(0.35)),
        (json!({ "prefixItems": [{ "type": "integer" }, { "type": "string" }], "items": false }), json!([1, "a"])),
        (json!({ "prefixItems": [{ "type": "integer" }], "items": { "type": "string" } }), json!([1, "a", "b"])),
        (json!({ "additionalProperties": {}, "propertyNames": { "enum": ["a", "b"] } }), json!({ "a": 1 })),
        (json!({ "type": "string", "x-anything": [1] }), json!("x")),
        (
            json!({ "$ref": "#/$defs/tree", "$defs": { "tree": { "properties": { "children": { "items": { "$ref": "#/$defs/tree" } } } } } }),
            json!({ "children": [{ "children": [] }, {}] }),
        ),
        (json!({ "items": { "$ref": "#" } }), json!([[], [[]]])),
        (day.clone(), json!("2024-02-29")),
        (moment.clone(), json!("2026-11-21T23:59:60.5+08:00")),
        (moment.clone(), json!("2026-11-21T08:00")),
        (clock.clone(), json!("08:30")),
        (
            json!({ "$defs": { "n": { "type": "integer" } }, "type": "array", "items": { "$ref": "#/$defs/n" } }),
            json!([1]),
        ),
    ];
    for (schema, value) in cases {
        let checked = parsed(schema.clone()).check(value.clone());
        assert_eq!(checked.value, value, "{schema}");
        assert!(checked.problems.is_empty() && checked.coercions.is_empty(), "{schema}: {checked:?}");
    }
}

#[test]
fn what_does_not_fit_is_a_problem_with_its_place() {
    let object = json!({ "type": "object", "required": ["a", "b"], "additionalProperties": false,
        "properties": { "a": { "enum": ["X", "Y"] }, "b": { "type": "object", "required": ["c/d"],
            "properties": { "c/d": { "type": "array", "items": { "type": "integer", "minimum": 1 } } } } } });
    let cases = [
        (json!({ "type": "string" }), json!([1]), vec![("", "array", "string")]),
        (
            json!({ "type": "string", "maxLength": 2 }),
            json!("好好好"),
            vec![("", "string of 3 characters", "string, <= 2 characters")],
        ),
        (json!({ "type": "integer", "minimum": 1, "maximum": 5 }), json!(7), vec![("", "number 7", "integer 1..5")]),
        (json!({ "type": "integer" }), json!(1.5), vec![("", "number 1.5", "integer")]),
        (json!({ "type": "number", "minimum": 0 }), json!("-1"), vec![("", "string \"-1\"", "number >= 0")]),
        (json!({ "type": ["boolean", "null"] }), json!("perhaps"), vec![("", "string \"perhaps\"", "boolean | null")]),
        (
            json!({ "exclusiveMinimum": 0, "maximum": 9, "multipleOf": 2 }),
            json!(3),
            vec![("", "number 3", "number <= 9 > 0, a multiple of 2")],
        ),
        (
            json!({ "prefixItems": [{ "type": "integer" }], "items": false }),
            json!(["x", 1]),
            vec![("", "array of 2 items", "array"), ("/0", "string \"x\"", "integer")],
        ),
        (
            json!({ "additionalProperties": { "type": "integer" }, "propertyNames": { "enum": ["a", "b"] } }),
            json!({ "a": "x", "c": 1 }),
            vec![("/a", "string \"x\"", "integer"), ("/c", "key", "\"a\" | \"b\"")],
        ),
        (
            json!({ "$ref": "#/$defs/t", "$defs": { "t": { "properties": { "n": { "type": "integer" }, "t": { "$ref": "#/$defs/t" } } } } }),
            json!({ "t": { "t": { "n": "x" } } }),
            vec![("/t/t/n", "string \"x\"", "integer")],
        ),
        (json!({ "type": "array", "maxItems": 1 }), json!([1, 2]), vec![("", "array of 2 items", "array, <= 1 items")]),
        (json!({ "type": "array" }), json!(null), vec![("", "null", "array")]),
        (
            json!({ "type": "string", "format": "date" }),
            json!("2023-02-29"),
            vec![("", "string \"2023-02-29\"", "string (YYYY-MM-DD)")],
        ),
        (
            json!({ "type": "string", "format": "time" }),
            json!("24:00"),
            vec![("", "string \"24:00\"", "string (hh:mm)")],
        ),
        (json!({ "anyOf": [{ "type": "integer" }, { "type": "array" }] }), json!("x"), vec![]),
        (
            json!({ "anyOf": [{ "type": "integer" }, { "type": "boolean" }] }),
            json!("x"),
            vec![("", "string \"x\"", "integer")],
        ),
        (
            json!({ "oneOf": [{ "type": "integer" }, { "type": "number", "maximum": 9 }] }),
            json!(7),
            vec![("", "more than one of these", "integer | number <= 9")],
        ),
        (json!({ "oneOf": [{ "type": "integer" }, { "type": "number", "maximum": 9 }] }), json!(70), vec![]),
        (json!({ "oneOf": [{ "type": "integer" }, { "type": "string" }] }), json!("7"), vec![]),
        (json!({ "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] }), json!({ "a": 1 }), vec![]),
        (
            json!({ "items": { "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] } }),
            json!([{ "a": 1, "b": 2 }]),
            vec![("/0", "more than one of these", "object | object")],
        ),
        (object.clone(), json!("x"), vec![("", "string \"x\"", "object")]),
        (object.clone(), json!({ "b": {} }), vec![("/a", "missing", "\"X\" | \"Y\""), ("/b/c~1d", "missing", "array")]),
        (
            object,
            json!({ "b": { "c/d": [1, 0] }, "a": "Z" }),
            vec![("/a", "string \"Z\"", "\"X\" | \"Y\""), ("/b/c~1d/1", "number 0", "integer >= 1")],
        ),
        (
            json!({ "anyOf": [{ "type": "null" }, { "type": "object", "required": ["n"], "properties": { "n": { "enum": ["p", "q"] } } }] }),
            json!({ "n": "z" }),
            vec![("/n", "string \"z\"", "\"p\" | \"q\"")],
        ),
    ];
    for (schema, value, wanted) in cases {
        let checked = parsed(schema.clone()).check(value.clone());
        let texts = in_english(&checked);
        let found: Vec<(&str, &str, &str)> =
            texts.iter().map(|[path, found, allowed]| (&**path, &**found, &**allowed)).collect();
        assert_eq!(found, wanted, "{schema} {value}");
    }
}

#[test]
fn problems_come_outer_ones_first() {
    let inner = Schema::object().field("x", Schema::integer());
    let schema =
        Schema::object().field("a", inner.clone()).field("b", Schema::integer()).field("c", Schema::list(inner));
    let checked = schema.check(json!({ "a": {}, "c": [{}] }));
    assert_eq!(paths(&checked), ["/b", "/a/x", "/c/0/x"]);
}

#[test]
fn conversions_that_can_mean_one_thing_are_made_and_reported() {
    let action = || Schema::one_of(&["ASK_USER", "WAIT"]).alias("hold", "WAIT");
    let point = || Schema::object().field("x", Schema::integer());
    let cases = [
        (action(), json!("ask user"), json!("ASK_USER"), "enum"),
        (action(), json!(" Ask-User "), json!("ASK_USER"), "enum"),
        (action(), json!("askUser"), json!("ASK_USER"), "enum"),
        (action(), json!("ＷＡＩＴ"), json!("WAIT"), "enum"),
        (action(), json!("**wait**"), json!("WAIT"), "enum"),
        (action(), json!("Hold"), json!("WAIT"), "enum"),
        (Schema::integer(), json!("12"), json!(12), "number"),
        (Schema::integer(), json!(3.0), json!(3), "integer"),
        (Schema::integer(), json!(" +1,299 "), json!(1299), "number"),
        (Schema::number(), json!("1,299.50"), json!(1299.5), "number"),
        (Schema::number(), json!("１２"), json!(12), "number"),
        (Schema::integer(), json!("007"), json!(7), "number"),
        (Schema::number(), json!("-00.50"), json!(-0.5), "number"),
        (Schema::number(), json!(".5"), json!(0.5), "number"),
        (Schema::number(), json!("-.5"), json!(-0.5), "number"),
        (Schema::boolean(), json!("Yes"), json!(true), "boolean"),
        (Schema::boolean(), json!("否"), json!(false), "boolean"),
        (Schema::boolean(), json!(1.0), json!(true), "boolean"),
        (Schema::boolean(), json!(0), json!(false), "boolean"),
        (Schema::list(Schema::string()), json!("a"), json!(["a"]), "list"),
        (Schema::list(Schema::string()), json!(""), json!([]), "list"),
        (Schema::list(point()), json!({ "x": 1 }), json!([{ "x": 1 }]), "list"),
        (Schema::list(Schema::string()), json!("[\"a\",\"b\"]"), json!(["a", "b"]), "json_text"),
        (point(), json!([{ "x": 1 }]), json!({ "x": 1 }), "single_item"),
        (point(), json!("{\"x\":1}"), json!({ "x": 1 }), "json_text"),
        (point(), json!("\"{\\\"x\\\":1}\""), json!({ "x": 1 }), "json_text"),
        (point().nullable(), json!(""), json!(null), "null"),
        (Schema::string(), json!(1.50), json!("1.5"), "string"),
        (Schema::string(), json!(true), json!("true"), "string"),
        (action(), json!(["WAIT"]), json!("WAIT"), "single_item"),
        (Schema::integer(), json!([3]), json!(3), "single_item"),
        (action(), json!({ "action": "WAIT" }), json!("WAIT"), "wrapper"),
        (action(), json!("WAIT（等待）"), json!("WAIT"), "enum"),
        (action(), json!("Wait (for the user)"), json!("WAIT"), "enum"),
        (Schema::one_of(&["señor", "café"]), json!("CAFE"), json!("café"), "enum"),
        (Schema::one_of(&["Straße"]), json!("strasse"), json!("Straße"), "enum"),
        (parsed(json!({ "enum": [2, 3] })), json!("2"), json!(2), "enum"),
        (
            parsed(json!({ "enum": ["ONE"], "x-enum-aliases": { "ONE": { "alias": "k1" } } })),
            json!("K1"),
            json!("ONE"),
            "enum",
        ),
        (action().near(), json!("ASK_USR"), json!("ASK_USER"), "near"),
        (action().near(), json!("AKS_USER"), json!("ASK_USER"), "near"),
        (point(), json!({ "point": { "x": 1 } }), json!({ "x": 1 }), "wrapper"),
        (Schema::list(point()), json!({ "points": [{ "x": 1 }] }), json!([{ "x": 1 }]), "wrapper"),
        (Schema::integer().nullable(), json!("None"), json!(null), "null"),
    ];
    for (schema, value, wanted, kind) in cases {
        let checked = schema.check(value.clone());
        assert_eq!(checked.value, wanted, "{value}");
        assert!(checked.problems.is_empty(), "{value}: {checked:?}");
        assert_eq!(kinds(&checked), [format!("{kind} ")], "{value}");
        assert_eq!((&checked.coercions[0].from, &checked.coercions[0].to), (&value, &wanted));
    }
}

#[test]
fn zeros_before_a_number_are_text_where_a_text_may_be() {
    let either = parsed(json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }] }));
    for schema in [either, Schema::string()] {
        let checked = schema.check(json!("007"));
        assert_eq!((checked.value, checked.coercions.len()), (json!("007"), 0));
    }
}

#[test]
fn conversions_that_would_be_guesses_are_not_made() {
    let cases = [
        (Schema::one_of(&["APPROVE", "REJECT"]), json!("APROVE")),
        (Schema::one_of(&["APPROVE", "REJECT"]), json!("APPROVE (or REJECT)")),
        (Schema::one_of(&["APPROVE", "REJECT"]), json!("APPROVE or REJECT")),
        (Schema::one_of(&["a b", "A-B"]), json!("ab")),
        (Schema::one_of(&["a"]), json!("")),
        (Schema::string(), json!({ "x": 1 })),
        (Schema::string(), json!(["x"])),
        (Schema::string(), json!(null)),
        (Schema::one_of(&["15"]), json!("1.5")),
        (Schema::one_of(&["1"]), json!("-1")),
        (Schema::one_of(&["GO", "STAY"]), json!("do not (GO)")),
        (Schema::one_of(&["GO", "STAY"]), json!(["GO", "STAY"])),
        (Schema::one_of(&["GO", "STAY"]), json!("I would GO")),
        (Schema::one_of(&["GOING", "STAY"]).near(), json!("GO")),
        (Schema::one_of(&["GOING", "DOING"]).near(), json!("OING")),
        (Schema::integer(), json!("1.5")),
        (Schema::integer(), json!("1,2")),
        (Schema::integer(), json!("one")),
        (Schema::integer(), json!(".")),
        (Schema::integer(), json!(".5")),
        (Schema::integer(), json!(true)),
        (Schema::boolean(), json!(2)),
        (Schema::boolean(), json!(0.5)),
        (Schema::boolean(), json!("maybe")),
        (Schema::object(), json!([{}, {}])),
        (Schema::object(), json!("[1]")),
        (Schema::list(Schema::integer()), json!("x")),
        (Schema::null(), json!(0)),
    ];
    for (schema, value) in cases {
        let checked = schema.check(value.clone());
        assert_eq!(checked.problems.len(), 1, "{value}: {checked:?}");
    }
    assert_eq!(Schema::string().check(json!("{\"a\":1}")).value, json!("{\"a\":1}"));
    assert_eq!(Schema::string().nullable().check(json!("")).value, json!(""));
}

/// Schema of a reply with a tool call, whose closing bracket may be missing.
fn call() -> Schema {
    let arguments = Schema::object().field("x", Schema::integer());
    let call = Schema::object().field("name", Schema::string()).field("arguments", arguments);
    Schema::object().field("say", Schema::string()).field("call", call.nullable()).field("name", Schema::string())
}

#[test]
fn a_field_behind_a_forgotten_bracket_is_moved_to_where_it_belongs() {
    let moved = call().check(json!({ "name": "n", "call": { "name": "t", "arguments": { "x": 1, "say": "hi" } } }));
    let wanted = json!({ "say": "hi", "call": { "name": "t", "arguments": { "x": 1 } }, "name": "n" });
    assert_eq!((moved.value, moved.problems), (wanted, vec![]));
    let coercion = &moved.coercions[0];
    assert_eq!(
        (&coercion.kind[..], &coercion.from, &coercion.to),
        ("moved", &json!("/call/arguments/say"), &json!("/say"))
    );
    // A name inside the inner object belongs to the inner object.
    let kept = call().check(json!({ "say": "hi", "call": { "name": "t", "arguments": { "x": 1 } } }));
    assert_eq!((paths(&kept), kept.coercions.len()), (vec!["/name"], 0));
}

#[test]
fn a_member_that_tells_branches_apart_decides() {
    let schema = parsed(json!({ "anyOf": [
        { "properties": { "kind": { "const": "circle" }, "radius": { "type": "number" } }, "required": ["kind", "radius"] },
        { "properties": { "kind": { "const": "square" }, "side": { "type": "number" } }, "required": ["kind", "side"] },
        { "type": "null" },
    ] }));
    assert_eq!(schema.check(json!({ "kind": "Square", "side": 2 })).value, json!({ "kind": "square", "side": 2 }));
    let cases = [
        (json!({ "kind": "square", "radius": 1 }), vec![("/side", "missing", "number")]),
        (json!({ "kind": "line", "radius": 1 }), vec![("/kind", "string", "\"circle\" | \"square\"")]),
        (json!({ "radius": 1 }), vec![("/kind", "missing", "\"circle\"")]),
    ];
    for (value, wanted) in cases {
        let checked = schema.check(value.clone());
        let texts = in_english(&checked);
        let found: Vec<(&str, &str, &str)> =
            texts.iter().map(|[path, found, allowed]| (&**path, &**found, &**allowed)).collect();
        assert_eq!(found, wanted, "{value}");
    }
}

#[test]
fn a_value_of_a_schema_that_contains_itself_is_checked_in_linear_time() {
    let json = json!({ "anyOf": [{ "type": "integer" }, { "type": "array", "items": { "$ref": "#" } },
        { "type": "object", "additionalProperties": { "$ref": "#" }, "properties": { "a": { "$ref": "#" } } },
        { "type": "object", "additionalProperties": { "$ref": "#" } }] });
    let schema = parsed(json);
    let deep = (0..100)
        .fold(json!("wrong"), |inner, level| if level % 2 == 0 { json!([inner, 1]) } else { json!({ "a": inner }) });
    assert!(!schema.check(deep).problems.is_empty());
    let beyond = (0..2_000).fold(json!(1), |inner, _| json!([inner]));
    assert!(!schema.check(beyond).problems.is_empty());
}

#[test]
fn keys_are_known_in_other_letters_and_by_alias() {
    let schema =
        Schema::object().field("next_action", Schema::string()).optional("text", Schema::string()).alias("msg", "text");
    let checked = schema.check(json!({ "Next Action": "x", "msg": "y", "extra": 1 }));
    assert_eq!(checked.value, json!({ "next_action": "x", "text": "y" }));
    assert_eq!(kinds(&checked), ["key ", "key ", "ignored /extra"]);
    let both = schema.check(json!({ "next_action": "x", "nextAction": "y" }));
    assert_eq!((both.value, both.problems.len()), (json!({ "next_action": "x" }), 0));
}

#[test]
fn annotations_say_how_a_reply_is_read() {
    let schema = Schema::object()
        .field(
            "intent",
            Schema::one_of(&["GO", "BACK"]).or_absent(json!("GO")).or_else(json!("GO"), "intent_defaulted"),
        )
        .field("action", Schema::one_of(&["ASK"]).or_else(json!("ASK"), "action_defaulted"))
        .field("tool", Schema::object().field("name", Schema::string()).nullable().or_null())
        .optional("draft", Schema::string().nullable().lenient())
        .optional("n", Schema::integer());
    let cases = [
        (json!({}), json!({ "intent": "GO", "action": "ASK", "tool": null }), vec!["action_defaulted"]),
        (
            json!({ "intent": "?", "action": 1, "tool": { "name": [] }, "draft": [1], "n": null }),
            json!({ "intent": "GO", "action": "ASK", "tool": null, "draft": [1] }),
            vec!["intent_defaulted", "action_defaulted"],
        ),
        (
            json!({ "intent": "back", "action": "ASK", "tool": { "name": "t" }, "draft": null }),
            json!({ "intent": "BACK", "action": "ASK", "tool": { "name": "t" }, "draft": null }),
            vec![],
        ),
    ];
    for (value, wanted, notices) in cases {
        let checked = schema.check(value.clone());
        assert_eq!(
            (checked.value, checked.notices),
            (wanted, notices.iter().map(ToString::to_string).collect()),
            "{value}"
        );
        assert!(checked.problems.is_empty());
    }
    assert_eq!(parsed(json!({ "properties": { "n": { "default": 3 } } })).check(json!({})).value, json!({ "n": 3 }));
}

#[test]
fn null_where_null_is_the_default_is_not_replaced() {
    let schema = Schema::object().field("draft", Schema::string().or_null());
    let checked = schema.check(json!({ "draft": null }));
    assert_eq!((checked.value, checked.coercions, checked.problems), (json!({ "draft": null }), vec![], vec![]));
    assert_eq!(kinds(&schema.check(json!({ "draft": [] }))), ["default /draft"]);
}

#[test]
fn the_export_is_strict_and_knows_no_annotations() {
    let schema = Schema::object()
        .field("thought", Schema::string().about("why").min_length(1))
        .field("action", Schema::one_of(&["A", "B"]).alias("C", "A").or_else(json!("A"), "n"))
        .optional("kind", Schema::one_of(&["K"]))
        .optional("target", Schema::string().nullable().lenient())
        .field("n", Schema::integer().min(1).max(5))
        .field("ratio", Schema::number().max(0.5))
        .field("tags", Schema::list(Schema::string()).max_length(3))
        .field("tool", Schema::object().field("x", Schema::any()).nullable())
        .or_text("thought");
    let wanted = json!({
        "type": "object",
        "properties": {
            "thought": { "type": "string", "description": "why" },
            "action": { "type": "string", "enum": ["A", "B"] },
            "kind": { "anyOf": [{ "type": "string", "enum": ["K"] }, { "type": "null" }] },
            "target": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
            "n": { "type": "integer", "minimum": 1, "maximum": 5 },
            "ratio": { "type": "number", "maximum": 0.5 },
            "tags": { "type": "array", "items": { "type": "string" }, "maxItems": 3 },
            "tool": { "anyOf": [
                { "type": "object", "properties": { "x": {} }, "required": ["x"], "additionalProperties": false },
                { "type": "null" },
            ] },
        },
        "required": ["thought", "action", "kind", "target", "n", "ratio", "tags", "tool"],
        "additionalProperties": false,
    });
    assert_eq!(schema.export(), wanted);
    let open = parsed(json!({ "type": "object", "additionalProperties": { "type": "integer" } }));
    assert_eq!(open.export()["additionalProperties"], json!({ "type": "integer" }));
}

#[test]
fn what_is_not_supported_is_refused_with_its_place() {
    let cases = [
        (json!({ "type": "string", "pattern": "(a)\\1" }), "/pattern"),
        (json!({ "properties": { "a/b": { "contains": {} } } }), "/properties/a~1b/contains"),
        (json!({ "type": "object", "unevaluatedProperties": false }), "/unevaluatedProperties"),
        (json!({ "$dynamicRef": "#a" }), "/$dynamicRef"),
        (json!({ "type": "text" }), "/type"),
        (json!({ "type": [] }), "/type"),
        (json!({ "type": "string", "format": 1 }), "/format"),
        (json!({ "enum": [] }), "/enum"),
        (json!({ "type": "string", "enum": [1] }), "/enum"),
        (json!({ "enum": [1], "const": 2 }), "/enum"),
        (json!({ "anyOf": [] }), "/anyOf"),
        (json!({ "anyOf": [{}, { "extends": {} }] }), "/anyOf/1/extends"),
        (json!(false), ""),
        (json!({ "not": {} }), ""),
        (json!({ "allOf": [{ "type": "string" }, { "type": "array" }] }), ""),
        (json!({ "required": ["a"], "additionalProperties": false }), ""),
        (json!({ "allOf": [{ "minLength": 1 }, { "minimum": 1 }] }), "/allOf"),
        (json!({ "patternProperties": { "(": {} } }), "/patternProperties/("),
        (json!({ "uniqueItems": 1 }), "/uniqueItems"),
        (json!({ "minProperties": 0.5 }), "/minProperties"),
        (json!({ "dependentRequired": { "a": "b" } }), "/dependentRequired/a"),
        (json!({ "type": "string", "minLength": -1 }), "/minLength"),
        (json!({ "type": "number", "minimum": "0" }), "/minimum"),
        (json!({ "required": "a" }), "/required"),
        (json!({ "properties": [] }), "/properties"),
        (json!({ "description": 1 }), "/description"),
        (json!({ "$ref": "#/$defs/x" }), "/$ref"),
        (json!({ "$ref": "other.json" }), "/$ref"),
        (
            json!({ "$defs": { "a": { "anyOf": [{ "$ref": "#/$defs/a" }] } }, "$ref": "#/$defs/a" }),
            "/$defs/a/anyOf/0/$ref",
        ),
        (json!({ "$ref": "#" }), "/$ref"),
        (json!({ "allOf": [] }), "/allOf"),
        (json!({ "prefixItems": {} }), "/prefixItems"),
        (json!({ "multipleOf": 0 }), "/multipleOf"),
        (json!({ "exclusiveMinimum": "1" }), "/exclusiveMinimum"),
        (json!({ "type": "string", "nullable": 1 }), "/nullable"),
        (json!({ "properties": { "a": { "x-alias": 1 } } }), "/properties/a/x-alias"),
        (json!({ "enum": ["a"], "x-enum-aliases": { "a": [1] } }), "/x-enum-aliases/a"),
        (json!("string"), ""),
    ];
    for (json, place) in cases {
        let error = Schema::parse(&json).expect_err(&json.to_string());
        assert_eq!((error.kind(), error.place()), (Kind::Schema, place), "{json}: {error}");
    }
}

#[test]
fn keywords_without_an_effect_are_listed() {
    let schema = parsed(json!({ "type": "object", "x-note": 1, "markdownDescription": "…", "properties": {
        "a/b": { "typo": 1, "format": "topic" }, "c": { "$ref": "#/$defs/c" } }, "$defs": { "c": { "minLenght": 1 }, "d": { "e": 1 } } }));
    assert_eq!(schema.ignored(), ["/markdownDescription", "/properties/a~1b/typo", "/$defs/c/minLenght"]);
    assert_eq!(schema.check(json!({ "a/b": "x" })).problems, vec![]);
    assert!(parsed(json!({ "type": "string", "title": "t" })).ignored().is_empty());
}

#[test]
fn conditions_on_whole_values_are_problems_with_their_place() {
    let cases = [
        (
            json!({ "type": "array", "uniqueItems": true, "maxItems": 3 }),
            json!([{ "a": 1, "b": 2 }, { "b": 2.0, "a": 1 }]),
            vec![("", "array with equal items", "array, <= 3 items, no two equal")],
        ),
        (json!({ "uniqueItems": true }), json!([1, true, "1", [1], null, false, 0]), vec![]),
        (
            json!({ "type": "object", "minProperties": 2 }),
            json!({ "a": 1 }),
            vec![("", "object of 1 members", "object, >= 2 members")],
        ),
        (
            json!({ "dependentRequired": { "card": ["address"] } }),
            json!({ "card": 1 }),
            vec![("/address", "missing", "present beside card")],
        ),
        (json!({ "dependentRequired": { "card": ["address"] } }), json!({ "address": 1 }), vec![]),
        (
            json!({ "type": "string", "not": { "enum": ["root", "admin"] } }),
            json!("root"),
            vec![("", "string \"root\"", "string, not \"root\" | \"admin\"")],
        ),
        (
            json!({ "type": "object", "not": { "required": ["a", "b"] } }),
            json!({ "a": 1, "b": 2 }),
            vec![("", "object", "object, not object with a, b")],
        ),
        (
            json!({ "patternProperties": { "^n_": { "type": "integer" }, "_s$": { "minimum": 3 } }, "additionalProperties": false }),
            json!({ "n_a": "x", "n_s": 2, "o": 1 }),
            vec![("/n_a", "string \"x\"", "integer"), ("/n_s", "number 2", "number >= 3")],
        ),
        (
            json!({ "properties": { "a": false, "b": {} } }),
            json!({ "a": 1, "b": 1 }),
            vec![("/a", "number 1", "absent")],
        ),
        (
            json!({ "type": "string", "allOf": [{ "pattern": "^a" }, { "pattern": "b$" }] }),
            json!("ac"),
            vec![("", "string \"ac\"", "string /^a/ /b$/")],
        ),
        (
            json!({ "allOf": [{ "multipleOf": 2 }, { "multipleOf": 3 }] }),
            json!(4),
            vec![("", "number 4", "number, a multiple of 3")],
        ),
        (json!({ "type": "string", "format": "email" }), json!("ann"), vec![("", "string \"ann\"", "string (email)")]),
    ];
    for (schema, value, wanted) in cases {
        let checked = parsed(schema.clone()).check(value.clone());
        let texts = in_english(&checked);
        let found: Vec<(&str, &str, &str)> =
            texts.iter().map(|[path, found, allowed]| (&**path, &**found, &**allowed)).collect();
        assert_eq!(found, wanted, "{schema} {value}");
    }
}

#[test]
fn formats_are_those_of_their_standards() {
    let cases = [
        (
            "email",
            vec!["a.b+c@example.com", "\"a b\"@example.com"],
            vec!["a", "a@", "@b.c", "a b@c.d", ".a@b.c", "a..b@c.d"],
        ),
        ("uuid", vec!["A9F6AC2E-0a0c-4d5b-8a2f-9a1c3a1f2b3c"], vec!["a9f6ac2e0a0c4d5b8a2f9a1c3a1f2b3c", "g"]),
        (
            "uri",
            vec!["https://a.b/c?d=e#f", "mailto:a@b.c", "urn:x:y%20z"],
            vec!["a/b", "//a.b", "https://a b", "a:%zz"],
        ),
        ("hostname", vec!["example.com", "a-1"], vec!["-a", "a..b", "a_b", ""]),
        ("ipv4", vec!["127.0.0.1", "255.255.255.255"], vec!["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4."]),
        (
            "ipv6",
            vec!["::", "1::", "::1.2.3.4", "1:2:3:4:5:6:7:8", "a::b:1.2.3.4"],
            vec!["1", "1:2:3:4:5:6:7", "1::2::3", "1:2:3:4:5:6:7::8", "g::", "1.2.3.4::", ":1"],
        ),
        ("duration", vec!["P1Y2M3DT4H5M6S", "P3W", "PT5M"], vec!["P", "PT", "P1S", "1D", "PT1H2S3M"]),
    ];
    for (format, good, bad) in cases {
        let schema = parsed(json!({ "type": "string", "format": format }));
        let fits = |text: &str| schema.check(json!(text)).problems.is_empty();
        good.iter().for_each(|text| assert!(fits(text), "{format}: {text}"));
        bad.iter().for_each(|text| assert!(!fits(text), "{format}: {text}"));
    }
}

#[test]
fn what_stands_beside_branches_holds_in_each_of_them() {
    let base = json!({ "type": "object", "properties": { "kind": { "enum": ["A", "B"] }, "n": { "type": "integer" } },
        "required": ["kind"], "additionalProperties": false });
    let with = |key: &str, value: Value| {
        let mut schema = base.clone();
        schema[key] = value;
        parsed(schema)
    };
    // Values are converted in the branches as they are outside.
    let branches = json!([{ "required": ["n"] }, { "properties": { "kind": { "const": "B" } } }]);
    for key in ["anyOf", "oneOf"] {
        let checked = with(key, branches.clone()).check(json!({ "Kind": "a", "n": "3" }));
        assert_eq!((checked.value, checked.problems), (json!({ "kind": "A", "n": 3 }), vec![]), "{key}");
    }
    assert_eq!(paths(&with("anyOf", branches.clone()).check(json!({ "kind": "A" }))), ["/n"]);
    assert_eq!(paths(&with("oneOf", branches).check(json!({ "kind": "B", "n": 1 }))), [""]);
    let all = with("allOf", json!([{ "properties": { "n": { "minimum": 2 } } }, { "required": ["n"] }]));
    assert_eq!(paths(&all.check(json!({ "kind": "A", "n": "1" }))), ["/n"]);
    assert_eq!(all.check(json!({ "kind": "a", "n": "2" })).value, json!({ "kind": "A", "n": 2 }));

    let mut conditional = base;
    conditional["if"] = json!({ "properties": { "kind": { "const": "A" } } });
    conditional["then"] = json!({ "required": ["n"] });
    conditional["else"] = json!({ "properties": { "n": false } });
    let conditional = parsed(conditional);
    assert_eq!(conditional.check(json!({ "kind": "a", "n": "1" })).value, json!({ "kind": "A", "n": 1 }));
    assert!(conditional.check(json!({ "kind": "B" })).problems.is_empty());
    for value in [json!({ "kind": "A" }), json!({ "kind": "B", "n": 1 })] {
        assert!(!conditional.check(value.clone()).problems.is_empty(), "{value}");
    }
    // Before 2019-09, `$ref` has no siblings.
    let pair = json!({ "$defs": { "s": { "type": "string" } }, "properties": { "a": { "$ref": "#/$defs/s", "minLength": 2 } } });
    let mut old = pair.clone();
    old["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    assert_eq!(paths(&parsed(pair).check(json!({ "a": "x" }))), ["/a"]);
    assert!(parsed(old).check(json!({ "a": "x" })).problems.is_empty());
}

#[test]
fn defaults_do_not_stand_for_what_a_condition_asks_of_the_reply() {
    let schema = parsed(json!({ "properties": { "a": { "default": 1 }, "b": {} }, "minProperties": 1,
        "not": { "required": ["a", "b"] } }));
    assert_eq!(schema.check(json!({ "b": 2 })).value, json!({ "a": 1, "b": 2 }));
    assert!(schema.check(json!({ "b": 2 })).problems.is_empty());
    assert_eq!(schema.check(json!({})).problems.len(), 1);
}

#[test]
fn references_name_schemas_by_pointer_anchor_or_address() {
    for reference in
        ["#/$defs/a%20b", "#name", "item.json", "https://example.com/root#/$defs/a b", "#/properties/other"]
    {
        let schema = parsed(json!({ "$id": "https://example.com/root", "properties": {
            "x": { "$ref": reference }, "other": { "type": "integer" } },
            "$defs": { "a b": { "$anchor": "name", "type": "integer" }, "item": { "$id": "item.json", "type": "integer" } } }));
        assert_eq!(paths(&schema.check(json!({ "x": "no" }))), ["/x"], "{reference}");
    }
}

#[test]
fn conditions_on_what_contains_itself_are_checked_within_bounds() {
    let schema = parsed(json!({ "$ref": "#/$defs/t", "$defs": { "t": { "type": "object", "properties": {
        "t": { "$ref": "#/$defs/t", "minProperties": 1 } } } } }));
    assert!(schema.check(json!({ "t": { "t": { "a": 1 } } })).problems.is_empty());
    assert_eq!(paths(&schema.check(json!({ "t": { "t": {} } }))), ["/t/t"]);
    let deep = (0..100).fold(json!({ "a": 1 }), |inner, _| json!({ "t": inner }));
    // This would not end if the work doubled with each level.
    let _ = schema.check(deep);
}

#[test]
fn schemas_that_would_explode_are_refused() {
    let mut defs = serde_json::Map::new();
    for level in 0..40 {
        let next = json!({ "$ref": format!("#/$defs/{}", level + 1) });
        defs.insert(level.to_string(), json!({ "anyOf": [next, next] }));
    }
    defs.insert("40".to_owned(), json!({ "type": "integer" }));
    assert_eq!(Schema::parse(&json!({ "$defs": defs, "$ref": "#/$defs/0" })).unwrap_err().kind(), Kind::Schema);
    let pair = json!({ "anyOf": [{ "required": ["a"] }, { "required": ["b"] }] });
    assert_eq!(Schema::parse(&json!({ "allOf": vec![pair; 40] })).unwrap_err().place(), "/allOf");
    let deep = (0..200).fold(json!({}), |inner, _| json!({ "items": inner }));
    assert_eq!(Schema::parse(&deep).unwrap_err().kind(), Kind::Schema);
}

/// Random JSON Schema in which each part names its type.
fn written() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({})),
        (0..3u8, 0..4u8).prop_map(|(min, max)| json!({ "type": "string", "minLength": min, "maxLength": max })),
        Just(json!({ "type": "string", "pattern": "a" })),
        Just(json!({ "type": ["integer", "null"], "minimum": 1 })),
        (1..4u8).prop_map(|step| json!({ "type": "number", "multipleOf": step })),
        Just(json!({ "enum": ["a", 1, null, { "a": 1 }] })),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        let list =
            |key: &'static str| prop::collection::vec(inner.clone(), 1..3).prop_map(move |parts| json!({ key: parts }));
        let rest = prop_oneof![Just(json!(true)), Just(json!(false)), inner.clone()];
        let object = (inner.clone(), rest, any::<bool>(), 0..3u8, any::<bool>()).prop_map(
            |(a, rest, required, count, pattern)| {
                let mut object = json!({ "type": "object", "properties": { "a": a }, "additionalProperties": rest });
                if required {
                    object["required"] = json!(["a"]);
                }
                if pattern {
                    object["patternProperties"] = json!({ "^b": { "type": "integer" } });
                }
                object["minProperties"] = json!(count);
                object
            },
        );
        prop_oneof![
            object,
            (inner.clone(), any::<bool>())
                .prop_map(|(items, unique)| json!({ "type": "array", "items": items, "uniqueItems": unique })),
            list("anyOf"),
            list("oneOf"),
            list("allOf"),
            inner.prop_map(|not| json!({ "not": not })),
        ]
    })
}

/// Random small value.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        (0..5i8).prop_map(|n| json!(n)),
        "[ab]{0,4}".prop_map(|text| json!(text)),
        Just(json!(1.5)),
        Just(json!(true)),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[abc]", inner, 0..3).prop_map(|members| json!(members)),
        ]
    })
}

/// Whether a value fits as it is; `None` for a schema that is refused, and where null for a property that may be absent is left out,
/// which the check does without a note.
fn fits(json: Value, value: &Value) -> Option<bool> {
    let checked = Schema::parse(&json).ok()?.check(value.clone());
    let noted = !checked.problems.is_empty() || !checked.coercions.is_empty();
    (noted || checked.value == *value).then_some(!noted)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn merged_schemas_allow_what_each_of_them_allows(a in written(), b in written(), value in value()) {
        let both = fits(json!({ "allOf": [a, b] }), &value);
        let one = fits(a.clone(), &value).zip(fits(b.clone(), &value));
        if let (Some(both), Some((first, second))) = (both, one) {
            prop_assert_eq!(both, first && second, "{} {} {}", a, b, value);
        }
        let mut beside = a.clone();
        if beside.get("anyOf").is_none() {
            beside["anyOf"] = json!([b, { "type": "string" }]);
            let either = fits(beside.clone(), &value).zip(one);
            if let Some((either, (first, second))) = either {
                prop_assert_eq!(either, first && (second || value.is_string()), "{} {}", beside, value);
            }
        }
        if let Some((other, fits)) = fits(json!({ "not": a }), &value).zip(fits(a.clone(), &value)) {
            prop_assert_eq!(other, !fits, "not {} {}", a, value);
        }
    }
}

/// Random schema with a value that fits it.
fn fitting() -> impl Strategy<Value = (Schema, Value)> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(|b| (Schema::boolean(), json!(b))),
        any::<i32>().prop_map(|n| (Schema::integer().min(n), json!(n))),
        ".{0,6}".prop_map(|text| (Schema::string().max_length(6), json!(text))),
        Just((Schema::one_of(&["A_B", "C"]), json!("A_B"))),
        Just((Schema::integer().nullable(), json!(null))),
        ".{0,3}".prop_map(|text| (Schema::any(), json!([text]))),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|(schema, value)| (Schema::list(schema), json!([value, value]))),
            inner.clone().prop_map(|(schema, value)| (Schema::any_of([Schema::null(), schema]), value)),
            (prop::collection::btree_map("[a-c]{1,2}", (inner, any::<bool>(), any::<bool>()), 0..4)).prop_map(
                |fields| {
                    let mut value = json!({});
                    let mut object = Schema::object();
                    for (name, ((schema, field), optional, absent)) in fields {
                        if !(optional && absent) {
                            value[name.as_str()] = field;
                        }
                        object = if optional { object.optional(&name, schema) } else { object.field(&name, schema) };
                    }
                    (object, value)
                }
            ),
        ]
    })
}

proptest! {
    #[test]
    fn a_fitting_value_is_left_alone_and_fits_what_was_exported((schema, value) in fitting()) {
        let checked = schema.check(value.clone());
        prop_assert!(checked.problems.is_empty() && checked.coercions.is_empty(), "{checked:?}");
        prop_assert_eq!(&checked.value, &value);
        let again = Schema::parse(&schema.export()).unwrap();
        prop_assert_eq!(again.export(), schema.export());
    }

    #[test]
    fn a_checked_value_stays_checked((schema, _) in fitting(), (_, value) in fitting()) {
        let once = schema.check(value);
        if once.problems.is_empty() {
            let twice = schema.check(once.value.clone());
            prop_assert_eq!(&twice.value, &once.value);
            prop_assert!(twice.coercions.is_empty() && twice.problems.is_empty());
        }
    }
}

#[test]
fn a_chinese_complaint_is_chinese_throughout() {
    let cases = [
        (json!({ "type": "integer", "maximum": 6 }), json!(7), "收到数字 7，应为整数，不大于 6"),
        (json!({ "type": "integer", "minimum": 1, "maximum": 6 }), json!(0), "收到数字 0，应为整数，1 到 6"),
        (
            json!({ "type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5 }),
            json!("x"),
            "收到字符串 \"x\"，应为数字，大于 0，是 0.5 的倍数",
        ),
        (json!({ "type": "boolean" }), json!({}), "收到对象，应为布尔值"),
        (json!({ "type": "string", "minLength": 2 }), json!("x"), "收到 1 个字符的字符串，应为字符串，至少 2 个字符"),
        (json!({ "type": "string", "format": "date" }), json!("soon"), "收到字符串 \"soon\"，应为字符串（YYYY-MM-DD）"),
        (json!({ "type": "string", "pattern": "^a" }), json!("b"), "收到字符串 \"b\"，应为字符串，符合 /^a/"),
        (
            json!({ "type": "array", "minItems": 2, "maxItems": 3, "items": true }),
            json!([1]),
            "收到 1 项的数组，应为数组，2 到 3 项",
        ),
        (
            json!({ "type": "array", "items": { "type": "integer" }, "uniqueItems": true }),
            json!([1, 1]),
            "收到有相同项的数组，应为数组，各项不能相同",
        ),
        (
            json!({ "type": "object", "minProperties": 2 }),
            json!({ "a": 1 }),
            "收到 1 个成员的对象，应为对象，至少 2 个成员",
        ),
        (json!({ "enum": ["a", "b"] }), json!([]), "收到数组，应为 \"a\" | \"b\""),
        (
            json!({ "type": ["integer", "null"], "minimum": 1 }),
            json!("x"),
            "收到字符串 \"x\"，应为整数，不小于 1 | null",
        ),
        (
            json!({ "type": "string", "not": { "const": "a" } }),
            json!("a"),
            "收到字符串 \"a\"，应为字符串，不能是 \"a\"",
        ),
        (
            json!({ "oneOf": [{ "type": "integer" }, { "type": "integer", "minimum": 2 }] }),
            json!(3),
            "收到同时符合其中几种的值，应为整数 | 整数，不小于 2",
        ),
    ];
    for (schema, value, wanted) in cases {
        let wrapped = json!({ "type": "object", "properties": { "p": schema }, "required": ["p"] });
        let checked = parsed(wrapped.clone()).check(json!({ "p": value }));
        let complaint = complain_about(&checked.problems, Lang::Zh);
        assert!(complaint.contains(&format!("\n- /p：{wanted}\n")), "{schema} {value}: {complaint}");
    }
    let needs = parsed(json!({ "type": "object", "dependentRequired": { "a": ["b"] } }));
    let complaint = complain_about(&needs.check(json!({ "a": 1 })).problems, Lang::Zh);
    assert!(complaint.contains("\n- /b：缺失，应与 a 一起给出\n"), "{complaint}");
}

#[test]
fn allowed_values_are_told_to_a_person_without_types_and_signs() {
    for (schema, zh, en) in [
        (json!({ "type": "integer", "minimum": 1, "maximum": 6 }), "整数，1 到 6", "a whole number from 1 to 6"),
        (json!({ "type": "integer", "minimum": 1 }), "整数，不小于 1", "a whole number, at least 1"),
        (json!({ "type": "string", "maxLength": 9 }), "文字，最多 9 个字符", "text, at most 9 characters"),
        (json!({ "type": ["string", "null"] }), "文字，也可以不填", "text, or nothing"),
        (json!({ "enum": ["a", "b"] }), "以下之一：\"a\"、\"b\"", "one of \"a\", \"b\""),
        (json!({ "enum": ["a"] }), "\"a\"", "\"a\""),
        (json!({ "type": "array", "items": true }), "列表", "a list"),
    ] {
        let allowed = parsed(schema).allowed();
        assert_eq!((allowed.in_plain_words(Lang::Zh).as_str(), allowed.in_plain_words(Lang::En).as_str()), (zh, en));
    }
}
