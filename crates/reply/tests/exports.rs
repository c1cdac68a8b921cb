//! Schemas exported for the model: a grammar that accepts exactly what fits, and a TypeScript type.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod exports {
    pub(crate) mod grammar;
}

use exports::grammar::Grammar;
use proptest::prelude::*;
use serde_json::{json, Value};
use stepgate_reply::schema::Schema;

fn parsed(json: Value) -> Schema {
    Schema::parse(&json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// Schema of a reply as an agent declares it.
fn reply() -> Schema {
    let tool = Schema::object().field("name", Schema::one_of(&["look", "go"])).field("x", Schema::integer().min(0));
    Schema::object()
        .field("thought", Schema::string().about("why"))
        .field("action", Schema::one_of(&["ASK_USER", "WAIT"]))
        .optional("confidence", Schema::number().min(0).max(1))
        .optional("tags", Schema::list(Schema::string()).max_length(2))
        .field("tool", tool.nullable())
}

#[test]
fn the_grammar_takes_what_fits_and_nothing_else() {
    let tree = json!({ "$ref": "#/$defs/tree", "$defs": { "tree": { "properties": {
        "n": { "type": "integer" }, "next": { "$ref": "#/$defs/tree" } }, "required": ["n"], "additionalProperties": false } } });
    let cases = [
        (reply(), r#"{"thought": "嗯 \"a\"", "action": "WAIT", "tool": null}"#, true),
        (
            reply(),
            r#"{"thought":"","action":"WAIT","confidence":0.5,"tags":["a","b"],"tool":{"name":"go","x":3}}"#,
            true,
        ),
        (reply(), "{\n  \"thought\": \"\",\n  \"action\": \"WAIT\",\n  \"tool\": null\n}", true),
        (reply(), r#"{"thought":"","action":"WAIT"}"#, false),
        (reply(), r#"{"thought":"","action":"wait","tool":null}"#, false),
        (reply(), r#"{"action":"WAIT","thought":"","tool":null}"#, false),
        (reply(), r#"{"thought":"","action":"WAIT","tags":["a","b","c"],"tool":null}"#, false),
        (reply(), r#"{"thought":"","action":"WAIT","tool":{"name":"go","x":-3}}"#, false),
        (reply(), r#"{"thought":"a"b","action":"WAIT","tool":null}"#, false),
        (reply(), r#"{"thought":"","action":"WAIT","tool":null,"more":1}"#, false),
        (parsed(tree.clone()), r#"{"n":1,"next":{"n":2,"next":{"n":-3}}}"#, true),
        (parsed(tree), r#"{"n":1,"next":{"next":{"n":3}}}"#, false),
        (Schema::map(Schema::integer()), r#"{"a":1,"b":2}"#, true),
        (Schema::map(Schema::integer()), r#"{"a":1,"b":"2"}"#, false),
        (Schema::any(), r#"[1,{"a":[null,true,"x"]}]"#, true),
        (Schema::tuple([Schema::integer(), Schema::boolean()]), "[1, true]", true),
        (Schema::tuple([Schema::integer(), Schema::boolean()]), "[1, true, 2]", false),
        (Schema::list(Schema::integer()).min_length(1), "[]", false),
        (parsed(json!({ "type": "string", "format": "date" })), "\"2026-02-28\"", true),
        (parsed(json!({ "type": "string", "format": "date" })), "\"2026-13-28\"", false),
        (Schema::string().max_length(2), "\"abc\"", false),
        (Schema::integer().min(2).max(4), "3", true),
        (Schema::integer().min(2).max(4), "5", false),
    ];
    for (schema, text, wanted) in cases {
        assert_eq!(Grammar::read(&schema.gbnf()).takes(text), wanted, "{text}\n{}", schema.gbnf());
    }
}

#[test]
fn white_space_and_long_texts_are_bounded() {
    let grammar = Grammar::read(&reply().gbnf());
    for (text, wanted) in [
        (r#"{"thought":"","action":"WAIT","tool":null}"#, true),
        ("{ \"thought\": \"\", \"action\": \"WAIT\", \"tool\": null }", true),
        ("{\n\t\"thought\": \"\",\n\t\"action\": \"WAIT\",\n\t\"tool\": null\n}", true),
        ("{  \"thought\": \"\", \"action\": \"WAIT\", \"tool\": null}", false),
        ("{\n\n\"thought\": \"\", \"action\": \"WAIT\", \"tool\": null}", false),
        ("{\"thought\" : \"\", \"action\": \"WAIT\", \"tool\": null}", false),
        ("{\"thought\": \"\", \"action\": \"WAIT\", \"tool\": null}\n", false),
    ] {
        assert_eq!(grammar.takes(text), wanted, "{text:?}");
    }
    for (min, max) in [(0, 30), (0, 1_999), (2, 2_000), (0, 2_500), (1_200, 3_400)] {
        let grammar = Grammar::read(&Schema::string().min_length(min).max_length(max).gbnf());
        for length in [0, 1, min, 999, 1_000, 1_001, 2_000, max, max + 1] {
            let text = format!("\"{}\"", "a".repeat(length));
            assert_eq!(grammar.takes(&text), (min..=max).contains(&length), "{length} of {min}..={max}");
        }
    }
    let long =
        Schema::list(Schema::string().min_length(3_000).max_length(12_345)).min_length(4_000).max_length(5_000).gbnf();
    let often = |part: &str| part.split(['}', ',']).next().and_then(|n| n.parse().ok()).unwrap_or(0);
    assert!(long.split(['{', ',']).map(often).all(|count: usize| count < 2_000), "llama.cpp refuses: {long}");
}

#[test]
fn the_type_says_what_the_values_are_for() {
    let wanted = r#"type Reply = {
  /** why */
  thought: string;
  action: "ASK_USER" | "WAIT";
  /** number 0..1 */
  confidence?: number;
  /** array, <= 2 items */
  tags?: string[];
  tool: {
    name: "look" | "go";
    /** integer >= 0 */
    x: number;
  } | null;
};
"#;
    assert_eq!(reply().typescript(), wanted);
    let tree = parsed(
        json!({ "title": "my tree", "$ref": "#/$defs/node", "description": "a */ b\nand c", "$defs": { "node": {
        "properties": { "the key": { "anyOf": [{ "type": "string" }, { "items": { "$ref": "#/$defs/node" } }] } } } } }),
    );
    let wanted = "type Node = {\n  \"the key\"?: string | Node[];\n};\n\n/**\n * a * / b\n * and c\n */\ntype MyTree = {\n  \"the key\"?: string | Node[];\n};\n";
    assert_eq!(tree.typescript(), wanted);
    assert_eq!(Schema::list(Schema::string().nullable()).typescript(), "type Reply = (string | null)[];\n");
    assert_eq!(
        Schema::tuple([Schema::integer(), Schema::map(Schema::any())]).typescript(),
        "type Reply = [number, Record<string, unknown>];\n"
    );
}

/// Schema with conditions that the exports cannot all express.
fn account() -> Schema {
    parsed(json!({
        "type": "object",
        "properties": {
            "plan": { "enum": ["FREE", "PAID"] },
            "name": { "type": "string", "allOf": [{ "pattern": "^a" }, { "pattern": "b$" }], "not": { "const": "ab" } },
            "link": { "type": "string", "format": "uri" },
            "tags": { "type": "array", "items": { "type": "string" }, "uniqueItems": true },
            "old": false,
        },
        "required": ["plan", "name"],
        "patternProperties": { "^n_": { "type": "integer" }, "^s_": { "type": "string" } },
        "additionalProperties": false,
        "if": { "properties": { "plan": { "const": "PAID" } } },
        "then": { "properties": { "card": {} }, "minProperties": 3 },
    }))
}

#[test]
fn what_an_export_cannot_express_it_leaves_out() {
    let field = |schema: &Value, branch: usize, name: &str| schema["anyOf"][branch]["properties"][name].clone();
    let strict = account().export();
    assert_eq!(field(&strict, 0, "plan"), json!({ "type": "string", "enum": ["PAID"] }));
    assert_eq!(field(&strict, 1, "plan"), json!({ "type": "string", "enum": ["FREE", "PAID"] }));
    assert_eq!(field(&strict, 0, "name"), json!({ "type": "string", "pattern": "^a" }));
    assert_eq!(field(&strict, 0, "link"), json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }));
    assert_eq!(strict["anyOf"][1]["required"], json!(["plan", "name", "link", "tags"]));
    let others = json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }] });
    assert_eq!(strict["anyOf"][0]["additionalProperties"], others);
    let wanted = r#"{
  plan: "FREE" | "PAID";
  /** string /^a/ /b$/, not "ab" */
  name: string;
  /** string (uri) */
  link?: string;
  /** array, no two equal */
  tags?: string[];
  [key: string]: number | string;
};
"#;
    let written = account().typescript();
    assert!(written.ends_with(wanted), "{written}");
    let grammar = Grammar::read(&account().gbnf());
    for (text, wanted) in [
        (r#"{"plan":"FREE","name":"axb"}"#, true),
        (r#"{"plan":"PAID","name":"axb","tags":["a"],"n_x":1,"s_x":"a"}"#, true),
        (r#"{"plan":"PAID","name":"ab"}"#, true),
        (r#"{"plan":"FREE","name":"axb","n_x":[]}"#, false),
    ] {
        assert_eq!(grammar.takes(text), wanted, "{text}");
    }
    let paid = account().check(json!({ "plan": "PAID", "name": "ab" }));
    assert!(!paid.problems.is_empty());
}

#[test]
fn the_strict_schema_names_what_contains_itself() {
    let tree = json!({ "$ref": "#/$defs/t", "$defs": { "t": { "type": "object", "properties": { "t": { "$ref": "#/$defs/t" } } } } });
    let both = Schema::object().field("a", parsed(tree.clone())).field("b", parsed(tree));
    let exported = both.export();
    assert_eq!(
        exported["$defs"].as_object().map(|defs| defs.keys().cloned().collect()),
        Some(vec!["t".to_owned(), "t2".to_owned()])
    );
    assert_eq!(exported["$defs"]["t2"]["properties"]["t"]["anyOf"][0], json!({ "$ref": "#/$defs/t2" }));
    assert_eq!(Schema::parse(&exported).unwrap().export()["required"], json!(["a", "b"]));
}

/// Random schema with a value that fits it.
fn fitting() -> impl Strategy<Value = (Schema, Value)> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(|b| (Schema::boolean(), json!(b))),
        any::<i32>().prop_map(|n| (Schema::integer(), json!(n))),
        ".{0,3}".prop_map(|text| (Schema::string().max_length(3), json!(text))),
        Just((Schema::one_of(&["A\"B", "C\\"]), json!("C\\"))),
        Just((Schema::integer().min(1).max(9).nullable(), json!(null))),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|(schema, value)| (Schema::list(schema), json!([value, value]))),
            inner.clone().prop_map(|(schema, value)| (Schema::map(schema), json!({ "k": value }))),
            prop::collection::vec((inner, any::<bool>(), any::<bool>()), 0..4).prop_map(|fields| {
                let (mut object, mut value) = (Schema::object(), json!({}));
                for (index, ((schema, field), optional, absent)) in fields.into_iter().enumerate() {
                    let name = format!("f{index}");
                    if !(optional && absent) {
                        value[name.as_str()] = field;
                    }
                    object = if optional { object.optional(&name, schema) } else { object.field(&name, schema) };
                }
                (object, value)
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn what_a_grammar_takes_fits((schema, value) in fitting(), (_, other) in fitting()) {
        let grammar = Grammar::read(&schema.gbnf());
        prop_assert!(grammar.takes(&value.to_string()), "{value}\n{}", schema.gbnf());
        if grammar.takes(&other.to_string()) {
            let checked = schema.check(other);
            prop_assert!(checked.problems.is_empty() && checked.coercions.is_empty(), "{checked:?}");
        }
    }
}
