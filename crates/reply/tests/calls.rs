//! Tool calls in the spellings of many models: each is read as the call that it says, or complained about.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use proptest::prelude::*;
use serde_json::{json, Map, Value};
use stepgate_reply::schema::Schema;
use stepgate_reply::{self as reply, Kind, Lang, Reading};

fn call(name: &str, args: Value) -> Value {
    json!({ "type": "object", "properties": { "name": { "const": name }, "args": args }, "required": ["name", "args"],
        "additionalProperties": false })
}

fn shape(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// The contract of an agent with tools, as `toolAgent` writes it.
fn contract() -> Schema {
    let text = json!({ "type": "string" });
    let calls = [
        call("book_flight", shape(json!({ "flight": text, "seat": text }), &["flight"])),
        call("search", shape(json!({ "to": text, "limit": { "type": "integer" }, "name": text }), &[])),
        call("list-Trips", shape(json!({}), &[])),
    ];
    let tool = json!({ "anyOf": [calls[0], calls[1], calls[2], { "type": "array", "items": { "anyOf": calls }, "maxItems": 8 },
        { "type": "null" }] });
    let say = json!({ "type": "string", "x-alias": ["content", "message"] });
    let contract = json!({ "type": "object", "properties": { "say": say, "tool": tool }, "additionalProperties": false, "x-calls": "tool" });
    Schema::parse(&contract).unwrap()
}

fn read(text: &str) -> Reading {
    reply::read_finished(text, &contract())
}

fn booking() -> Value {
    json!({ "name": "book_flight", "args": { "flight": "TP1" } })
}

#[test]
fn spellings_are_read_as_the_call() {
    let one = booking();
    let book = r#""flight":"TP1""#;
    let spellings = [
        // Names of the arguments.
        r#"{"say":"","tool":{"name":"book_flight","args":{B}}}"#,
        r#"{"say":"","tool":{"name":"book_flight","arguments":{B}}}"#,
        r#"{"say":"","tool":{"name":"book_flight","parameters":{B}}}"#,
        r#"{"say":"","tool":{"name":"book_flight","params":{B}}}"#,
        r#"{"say":"","tool":{"name":"book_flight","input":{B}}}"#,
        r#"{"say":"","tool":{"name":"book_flight","tool_input":{B}}}"#,
        r#"{"say":"","tool":{"name":"book_flight","args":{},"arguments":{B}}}"#,
        r#"{"say":"","tool":{"name":"book_flight","args":{B},"arguments":{B}}}"#,
        // Names of the tool's member.
        r#"{"say":"","tool":{"tool":"book_flight","args":{B}}}"#,
        r#"{"say":"","tool":{"tool_name":"book_flight","args":{B}}}"#,
        r#"{"say":"","tool":{"function":"book_flight","args":{B}}}"#,
        r#"{"say":"","tool":{"functionName":"book_flight","args":{B}}}"#,
        r#"{"say":"","tool":{"action":"book_flight","action_input":{B}}}"#,
        r#"{"say":"","tool":{"name":"book_flight","tool":"book_flight","args":{B}}}"#,
        // Names of the tool.
        r#"{"say":"","tool":{"name":"Book_Flight","args":{B}}}"#,
        r#"{"say":"","tool":{"name":"bookFlight","args":{B}}}"#,
        r#"{"say":"","tool":{"name":"book-flight","args":{B}}}"#,
        r#"{"say":"","tool":{"name":"book flight","args":{B}}}"#,
        r#"{"say":"","tool":{"name":"BOOK_FLIGHT","args":{B}}}"#,
        r#"{"say":"","tool":{"name":"book_flight()","args":{B}}}"#,
        r#"{"say":"","tool":{"name":"functions.book_flight","args":{B}}}"#,
        r#"{"say":"","tool":{"book_flight":{B}}}"#,
        // Envelopes.
        r#"{"say":"","tool":{"function":{"name":"book_flight","arguments":{B}}}}"#,
        r#"{"say":"","tool":{"type":"function","function":{"name":"book_flight","arguments":"{Q}"}}}"#,
        r#"{"say":"","tool":{"id":"call_1","type":"function","function":{"name":"book_flight","arguments":"{Q}"}}}"#,
        r#"{"say":"","tool":{"type":"tool_use","id":"toolu_1","name":"book_flight","input":{B}}}"#,
        r#"{"say":"","tool":{"function":{"name":"book_flight"},"arguments":{B}}}"#,
        r#"{"say":"","tool":"{\"name\":\"book_flight\",\"args\":{Q}}"}"#,
        r#"{"say":"","tool":{"name":"book_flight","args":"{Q}"}}"#,
        // The member of the reply.
        r#"{"say":"","tool_call":{"name":"book_flight","args":{B}}}"#,
        r#"{"say":"","toolCalls":[{"name":"book_flight","args":{B}}]}"#,
        r#"{"say":"","tool_calls":[{"function":{"name":"book_flight","arguments":"{Q}"}}]}"#,
        r#"{"say":"","function_call":{"name":"book_flight","arguments":"{Q}"}}"#,
        r#"{"say":"","Tool":{"name":"book_flight","args":{B}}}"#,
        r#"{"say":"","tool":null,"call":{"name":"book_flight","args":{B}}}"#,
        r#"{"say":"","tool":"book_flight","args":{B}}"#,
        r#"{"say":"","name":"book_flight","args":{B}}"#,
        // A call as the whole reply.
        r#"{"name":"book_flight","args":{B}}"#,
        r#"{"name":"bookFlight","parameters":{B}}"#,
        r#"{"tool":"book_flight","input":{B}}"#,
        r#"{"tool_name":"book_flight","arguments":{B}}"#,
        r#"{"function":{"name":"book_flight","arguments":"{Q}"}}"#,
        r#"{"book_flight":{B}}"#,
        r#"[{"name":"book_flight","arguments":{B}}]"#,
        r#"<tool_call>{"name":"book_flight","arguments":{B}}</tool_call>"#,
        "I book it.\n```json\n{\"name\": \"book_flight\", \"arguments\": {B},}\n```",
        // Messages of a server.
        r#"{"tool_calls":[{"name":"book_flight","arguments":"{Q}"}]}"#,
        r#"{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"book_flight","arguments":"{Q}"}}]}"#,
        r#"{"content":"I book it.","tool_calls":[{"name":"book_flight","arguments":"{Q}"}]}"#,
        r#"{"content":"{\"say\":\"I book it.\"}","tool_calls":[{"name":"book_flight","arguments":"{Q}"}]}"#,
        r#"{"content":"{\"say\":\"\",\"tool\":{\"name\":\"book_flight\",\"args\":{Q}}}","tool_calls":[{"name":"book_flight","arguments":"{Q}"}]}"#,
    ];
    assert!(spellings.len() >= 40);
    for spelling in spellings {
        let text = spelling.replace("{B}", &format!("{{{book}}}")).replace("{Q}", r#"{\"flight\":\"TP1\"}"#);
        let reading = read(&text);
        assert!(reading.usable(), "{text}: {}", reply::complain(&reading, Lang::En));
        let calls = &reading.value.as_ref().unwrap()["tool"];
        assert!(*calls == one || *calls == json!([one]), "{text}: {calls}");
        let as_it_is = text.starts_with(r#"{"say":"","tool":{"name":"book_flight","args":{"flight""#)
            && !text.contains("arguments");
        assert_eq!(reading.coercions.is_empty(), as_it_is, "{text}: {:?}", reading.coercions);
    }
}

#[test]
fn words_stand_beside_a_call() {
    for text in [
        r#"{"content":"I book it.","tool_calls":[{"name":"book_flight","arguments":"{\"flight\":\"TP1\"}"}]}"#,
        r#"{"content":"{\"say\":\"I book it.\"}","tool_calls":[{"name":"book_flight","arguments":"{\"flight\":\"TP1\"}"}]}"#,
        r#"{"message":"I book it.","name":"book_flight","arguments":{"flight":"TP1"}}"#,
    ] {
        assert_eq!(read(text).value, Some(json!({ "say": "I book it.", "tool": booking() })), "{text}");
    }
}

#[test]
fn several_calls_and_calls_without_arguments() {
    let two = json!([{ "name": "search", "args": { "to": "Lisbon" } }, { "name": "list-Trips", "args": {} }]);
    for text in [
        r#"{"say":"","tool":[{"name":"search","arguments":{"to":"Lisbon"}},{"tool":"list_trips"}]}"#,
        r#"{"tool_calls":[{"name":"search","arguments":"{\"to\":\"Lisbon\"}"},{"name":"list-Trips","arguments":""}]}"#,
        r#"[{"name":"search","args":{"to":"Lisbon"}},{"name":"list-Trips","args":null}]"#,
        r#"{"calls":[{"search":{"to":"Lisbon"}},"list-trips"]}"#,
        "{\"name\":\"search\",\"args\":{\"to\":\"Lisbon\"}}\n{\"name\":\"list-Trips\",\"args\":{}}",
        "I do both.\n{\"name\":\"search\",\"args\":{\"to\":\"Lisbon\"}},\n{\"name\":\"list-Trips\",\"args\":{}}\n",
        "<tool_call>{\"name\":\"search\",\"args\":{\"to\":\"Lisbon\"}}</tool_call><tool_call>{\"name\":\"list-Trips\",\"args\":{}}</tool_call>",
        "<tool_call>\n{\"search\":{\"to\":\"Lisbon\"}}\n</tool_call>\n<tool_call>\n{\"list-Trips\":{}}\n</tool_call>",
        "```json\n{\"search\":{\"to\":\"Lisbon\"}}\n```\n```json\n{\"list-Trips\":{}}\n```",
    ] {
        assert_eq!(read(text).value.unwrap()["tool"], two, "{text}");
    }
}

#[test]
fn no_call_is_no_call() {
    for text in [
        r#"{"say":"Hello"}"#,
        r#"{"say":"Hello","tool":null}"#,
        r#"{"say":"Hello","tool":"none"}"#,
        r#"{"say":"Hello","tool":""}"#,
        r#"{"say":"Hello","tool":{}}"#,
        r#"{"say":"Hello","tool":[]}"#,
        r#"{"say":"Hello","tool":{"name":"","args":{}}}"#,
        r#"{"say":"Hello","tool":{"name":null,"args":null}}"#,
        r#"{"say":"Hello","name":"Ann"}"#,
        r#"{"content":"Hello","tool_calls":[]}"#,
    ] {
        let reading = read(text);
        assert!(reading.usable(), "{text}: {}", reply::complain(&reading, Lang::En));
        let value = reading.value.unwrap();
        assert_eq!(value["say"], "Hello", "{text}");
        assert!(value["tool"].is_null() || value["tool"] == json!([]), "{text}: {value}");
    }
}

#[test]
fn what_may_be_two_calls_is_complained_about_with_both() {
    for (text, both) in [
        (
            r#"{"say":"","tool":{"tool":"search","name":"book_flight","args":{"flight":"TP1"}}}"#,
            ["search", "book_flight"],
        ),
        (r#"{"say":"","tool":{"tool":"search","name":"Ann"}}"#, ["search", "Ann"]),
        (
            r#"{"say":"","tool":{"name":"book_flight","args":{"flight":"TP1"},"arguments":{"flight":"TP2"}}}"#,
            ["args", "arguments"],
        ),
        (
            r#"{"say":"","tool":{"name":"search","args":{}},"tool_calls":[{"name":"book_flight","args":{"flight":"TP1"}}]}"#,
            ["tool", "tool_calls"],
        ),
        (
            r#"{"say":"","tool":{"name":"search","function":{"name":"book_flight","arguments":{"flight":"TP1"}}}}"#,
            ["search", "book_flight"],
        ),
        (r#"{"say":"","tool":{"search":{},"book_flight":{"flight":"TP1"}}}"#, ["search", "book_flight"]),
        (r#"{"say":"","tool":{"name":"search","args":{},"limit":5}}"#, ["limit", "args"]),
        (r#"{"say":"","tool":{"name":"search","limit":5}}"#, ["limit", "args"]),
        (r#"{"say":"","tool":{"name":"fly","args":{}}}"#, ["fly", "book_flight"]),
        (r#"{"say":"","tool":"fly"}"#, ["fly", "book_flight"]),
        (r#"{"say":"","args":{"flight":"TP1"}}"#, ["args", "name"]),
        (
            "{\"name\":\"search\",\"args\":{}}\nor\n{\"name\":\"book_flight\",\"args\":{\"flight\":\"TP1\"}}",
            ["search", "book_flight"],
        ),
        ("{\"say\":\"I look.\"}\n{\"name\":\"search\",\"args\":{}}", ["search", "without a call"]),
    ] {
        let reading = read(text);
        assert!(!reading.usable(), "{text}: {:?}", reading.value);
        let complaint = reply::complain(&reading, Lang::En);
        assert!(both.iter().all(|word| complaint.contains(word)), "{text}: {complaint}");
    }
}

#[test]
fn one_call_twice_is_one_call_and_a_cut_one_is_none() {
    let one = r#"{"name":"book_flight","args":{"flight":"TP1"}}"#;
    assert_eq!(read(&format!("{one}\n{one}")).value.unwrap()["tool"], booking());
    for other in [r#"{"name":"search","args":{"to":"#, r#"{"name":"fly","args":{}}"#, r#"{"to":"Lisbon"}"#] {
        assert!(!read(&format!("{one}\n{other}")).usable(), "{other}");
    }
}

#[test]
fn an_object_with_nothing_that_the_contract_knows_is_no_reply() {
    for text in [
        r#"{"flight":"TP1"}"#,
        r#"{"flight":"TP1","seat":null}"#,
        r#"{"name":"Ann"}"#,
        r#"{"data":{"flight":"TP1"}}"#,
        r#"I found {"flight":"TP1"}."#,
        "{\"flight\":\"TP1\"}\n{\"flight\":\"TP2\"}",
    ] {
        let reading = read(text);
        assert!(!reading.usable(), "{text}");
        let complaint = reply::complain(&reading, Lang::En);
        assert!(complaint.contains("say | tool") && complaint.contains(r#"{"tool":{"name":"#), "{text}: {complaint}");
    }
    for text in
        ["{}", r#"{"say":"Hello","flight":"TP1"}"#, r#"{"reply":{"say":"Hello","flight":"TP1"}}"#, r#"{"tool":null}"#]
    {
        assert!(read(text).usable(), "{text}: {:?}", read(text));
    }
    for text in ["fly: {}", "I cannot do that. {}", "{} {\"flight\":\"TP1\"}"] {
        assert!(!read(text).usable(), "{text}: {:?}", read(text));
    }
    for text in [" {}\n", "```json\n{}\n```", "<think>x</think>{}", "<answer>{}</answer>"] {
        assert!(read(text).usable(), "{text}");
    }
    let open = Schema::object().optional("say", Schema::string());
    assert!(reply::read(r#"{"flight":"TP1"}"#, &open).usable());
}

#[test]
fn two_tools_of_one_spelling_are_named() {
    let any = json!({ "type": "object" });
    let tool = json!({ "anyOf": [call("book_flight", any.clone()), call("bookFlight", any)] });
    let contract = json!({ "type": "object", "properties": { "tool": tool }, "required": ["tool"], "x-calls": "tool" });
    let contract = Schema::parse(&contract).unwrap();
    let exact = reply::read(r#"{"tool":{"name":"bookFlight","arguments":{}}}"#, &contract);
    assert_eq!(exact.value.unwrap()["tool"]["name"], "bookFlight");
    let unclear = reply::read(r#"{"tool":{"name":"book-flight","args":{}}}"#, &contract);
    assert!(reply::complain(&unclear, Lang::En).contains("must be book_flight | bookFlight"));
}

#[test]
fn a_reply_in_the_place_of_a_call_is_unwrapped_where_there_are_no_calls() {
    let contract = Schema::object().field("action", Schema::one_of(&["WAIT", "ASK"]));
    for text in [
        r#"{"tool_calls":[{"name":"decision","arguments":"{\"action\":\"WAIT\"}"}]}"#,
        r#"{"content":"I wait.","tool_calls":[{"name":"decision","arguments":"{\"action\":\"WAIT\"}"}]}"#,
        r#"{"content":"{\"action\":\"WAIT\"}","tool_calls":[{"name":"decision","arguments":"{\"action\":\"ASK\"}"}]}"#,
    ] {
        let reading = reply::read(text, &contract);
        assert!(reading.usable(), "{text}: {:?}", reading.problems);
        assert_eq!(reading.value, Some(json!({ "action": "WAIT" })), "{text}");
    }
    let two = r#"{"tool_calls":[{"name":"a","arguments":"{\"action\":\"WAIT\"}"},{"name":"b","arguments":"{}"}]}"#;
    assert!(!reply::read(two, &contract).usable());
}

#[test]
fn a_cut_off_call_is_not_read() {
    for text in [
        r#"{"tool_calls":[{"name":"search","arguments":"{\"to\":\"Lis"}]}"#,
        r#"{"name":"book_flight","arguments":{"flight":"TP"#,
        r#"{"say":"","tool":{"name":"search","args":"{\"to\":"}}"#,
    ] {
        assert!(!read(text).usable(), "{text}: {:?}", read(text).value);
    }
}

#[test]
fn the_field_must_hold_calls() {
    for (calls, place) in [(json!("say"), "/x-calls"), (json!("other"), "/x-calls"), (json!(1), "/x-calls")] {
        let text = json!({ "type": "string" });
        let contract = json!({ "type": "object", "properties": { "say": text }, "x-calls": calls });
        let error = Schema::parse(&contract).unwrap_err();
        assert_eq!((error.kind(), error.place()), (Kind::Schema, place));
    }
}

/// A way to write something, by its number.
fn pick<'a>(words: &[&'a str], at: usize) -> &'a str {
    words[at % words.len()]
}

/// A call, written in a random way.
fn respelled(name: &str, args: &Value, ways: &[usize]) -> Value {
    let way = |at: usize| ways[at % ways.len()];
    let name = match way(0) % 5 {
        0 => name.to_uppercase(),
        1 => name.replace(['_', '-'], " "),
        2 => name.replace('_', "-"),
        3 => format!("functions.{name}"),
        _ => name.to_owned(),
    };
    let args = if way(1) % 3 == 0 { json!(args.to_string()) } else { args.clone() };
    let mut call = Map::new();
    if way(2) % 6 == 0 {
        return json!({ name: args });
    }
    call.insert(
        pick(&["name", "tool", "function", "tool_name", "functionName", "action"], way(3)).to_owned(),
        json!(name),
    );
    call.insert(pick(&["args", "arguments", "params", "parameters", "input", "action_input"], way(4)).to_owned(), args);
    if way(5) % 4 == 0 {
        call.insert("id".to_owned(), json!("call_1"));
    }
    // Noise that may say something else.
    let noise = [
        ("limit", json!(9)),
        ("name", json!("search")),
        ("arguments", json!({ "flight": "other", "to": "other" })),
        ("reason", json!("I must")),
    ];
    if let Some((key, value)) = noise.get(way(6) % 12) {
        call.entry(*key).or_insert(value.clone());
    }
    match way(7) % 4 {
        0 => json!({ "function": call }),
        1 => json!({ "type": "function", "function": call }),
        _ => Value::Object(call),
    }
}

/// A reply around calls, written in a random way.
fn wrapped(calls: Vec<Value>, ways: &[usize]) -> Value {
    let way = |at: usize| ways[at % ways.len()];
    let calls = if calls.len() == 1 && way(8) % 2 == 0 { calls[0].clone() } else { Value::Array(calls) };
    match (way(9) % 8, &calls) {
        (0, _) => calls,
        (1, Value::Object(call)) => {
            let mut reply = call.clone();
            reply.insert("say".to_owned(), json!("Hello"));
            Value::Object(reply)
        }
        (2, _) => json!({ "content": "Hello", "tool_calls": calls }),
        (3, _) => json!({ "say": "Hello", "tool": calls, "tool_calls": calls }),
        (4, _) => json!({ "say": "Hello", "tool": calls.to_string() }),
        (_, _) => {
            json!({ "say": "Hello", pick(&["tool", "tools", "tool_call", "toolCalls", "function_call", "call"], way(10)): calls })
        }
    }
}

fn gold() -> impl Strategy<Value = Value> {
    prop_oneof![
        "[A-Z]{2}[0-9]".prop_map(|flight| json!({ "name": "book_flight", "args": { "flight": flight } })),
        ("[a-z]{3}", 1..9).prop_map(|(to, limit)| json!({ "name": "search", "args": { "to": to, "limit": limit } })),
        "[a-z]{3}".prop_map(|name| json!({ "name": "search", "args": { "name": name } })),
        Just(json!({ "name": "list-Trips", "args": {} })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]
    #[test]
    fn a_respelled_call_is_the_call_or_a_complaint(
        calls in proptest::collection::vec((gold(), proptest::collection::vec(0..1_000usize, 8)), 1..3),
        ways in proptest::collection::vec(0..1_000usize, 11),
    ) {
        let spelled = calls.iter().map(|(gold, ways)| respelled(gold["name"].as_str().unwrap(), &gold["args"], ways)).collect();
        let text = wrapped(spelled, &ways).to_string();
        let reading = read(&text);
        if reading.usable() {
            let read = reading.value.as_ref().unwrap()["tool"].clone();
            let read = read.as_array().cloned().unwrap_or_else(|| vec![read]);
            let gold: Vec<Value> = calls.into_iter().map(|(gold, _)| gold).collect();
            prop_assert_eq!(read, gold, "{}", text);
        } else {
            prop_assert!(!reply::complain(&reading, Lang::En).is_empty());
        }
    }

    #[test]
    fn most_spellings_without_noise_are_read(gold in gold(), mut ways in proptest::collection::vec(0..1_000usize, 11)) {
        ways[6] = 11;
        let text = wrapped(vec![respelled(gold["name"].as_str().unwrap(), &gold["args"], &ways)], &ways).to_string();
        let reading = read(&text);
        prop_assert!(reading.usable(), "{}: {}", text, reply::complain(&reading, Lang::En));
    }
}

#[test]
fn several_calls_without_a_list_are_told_what_to_write() {
    let text = r#"{"say":"","tool":{"name":"list-Trips","args":{}}, {"name":"book_flight","args":{"flight":"TP1"}}}"#;
    let reading = read(text);
    assert!(!reading.usable());
    assert_eq!(
        reply::complain(&reading, Lang::Zh),
        "你的回复里，tool 后面有几个调用，却没有放进列表。几个调用要一起写在 [ ] 里：\"tool\": [{第一个调用}, {第二个调用}]。请改正后重新发送完整的 JSON 对象。"
    );
    assert_eq!(
        reply::complain(&reading, Lang::En),
        "In your reply several calls stand behind tool, but not in a list. Write them together in [ ]: \"tool\": [{first call}, {second call}]. Correct this and send the whole JSON object again."
    );
    // Elsewhere a wrong bracket is told with its place.
    let other = read(r#"{"say":"","tool":{"name":"list-Trips","args":{]}}"#);
    assert!(!reply::complain(&other, Lang::En).contains("not in a list"));
}

#[test]
fn the_faults_of_all_calls_are_told_each_at_its_place() {
    let text = r#"{"say":"","tool":[{"name":"zz","args":{}},{"name":"list-Trips","args":{}},{"name":"yy","args":{}}]}"#;
    let told = reply::complain(&read(text), Lang::En);
    assert!(
        told.contains("\n- /tool/0/name: found string \"zz\", must be book_flight | search | list-Trips\n"),
        "{told}"
    );
    assert!(
        told.contains("\n- /tool/2/name: found string \"yy\", must be book_flight | search | list-Trips\n"),
        "{told}"
    );
    assert_eq!(told.matches("\n- ").count(), 2, "{told}");
    let one = reply::complain(&read(r#"{"say":"","tool":{"name":"zz","args":{}}}"#), Lang::En);
    assert!(one.contains("\n- /tool/name: found string \"zz\""), "{one}");
}
