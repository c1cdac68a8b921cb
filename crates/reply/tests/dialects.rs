//! Tool calls in the dialects of models, under a contract with calls and under one without.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_reply::schema::Schema;
use stepgate_reply::{complain, read_finished, Fault, Lang};

fn tools() -> Schema {
    let tool = |name: &str, args: Value| json!({ "type": "object", "properties": { "name": { "const": name }, "args": args }, "required": ["name", "args"], "additionalProperties": false });
    let weather = tool(
        "weather",
        json!({ "type": "object", "properties": { "city": { "type": "string" }, "days": { "type": "integer" } }, "required": ["city"], "additionalProperties": false }),
    );
    let write = tool(
        "write_file",
        json!({ "type": "object", "properties": { "path": { "type": "string" }, "content": { "type": "string" } }, "required": ["path", "content"], "additionalProperties": false }),
    );
    let contract = json!({ "type": "object", "x-calls": "tool", "additionalProperties": false, "properties": {
        "say": { "type": "string", "default": "" },
        "tool": { "anyOf": [weather, write, { "type": "null" }] }
    } });
    Schema::parse(&contract).unwrap()
}

#[test]
fn every_dialect_is_read_where_the_contract_has_calls() {
    let weather = json!({ "name": "weather", "args": { "city": "Oslo", "days": 3 } });
    for text in [
        "<tool_call>\n<function=weather>\n<parameter=city>\nOslo\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>",
        "I will look.\n\n<function=weather>\n<parameter=city>\nOslo\n</parameter>\n<parameter=days>3</parameter>\n</function>\n</tool_call>",
        "<function_calls>\n<invoke name=\"weather\">\n<parameter name=\"city\">Oslo</parameter>\n<parameter name=\"days\">3</parameter>\n</invoke>\n</function_calls>",
        "<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
        "commentary to=functions.weather json{\"city\":\"Oslo\",\"days\":3}",
        "<|channel|>commentary to=functions.weather <|constrain|>json<|message|>{\"city\":\"Oslo\",\"days\":3}<|call|>",
        "[TOOL_CALLS]weather[ARGS]{\"city\":\"Oslo\",\"days\":3}",
        "Thought: I need it\nAction: weather\nAction Input: {\"city\": \"Oslo\", \"days\": 3}",
        "<function=weather>{\"city\":\"Oslo\",\"days\":3}</function>",
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>weather\n```json\n{\"city\":\"Oslo\",\"days\":3}\n```<｜tool▁call▁end｜>",
        "<|tool_call_begin|>functions.weather:0<|tool_call_argument_begin|>{\"city\":\"Oslo\",\"days\":3}<|tool_call_end|>",
        "[TOOL_CALLS]weather[CALL_ID]a1b2[ARGS]{\"city\":\"Oslo\",\"days\":3}",
        "**Action:** weather\n**Action Input:** {\"city\": \"Oslo\", \"days\": 3}",
        "Action: **weather**\nAction Input: `{\"city\": \"Oslo\", \"days\": 3}`\nObservation:",
        "<function name=\"weather\">{\"city\":\"Oslo\",\"days\":3}</function>",
        ">>>weather\n{\"city\":\"Oslo\",\"days\":3}",
        "functions.weather:0 {\"city\":\"Oslo\",\"days\":3}",
        "functions.weather:12\n{\"city\":\"Oslo\",\"days\":3}",
        "weather: {\"city\":\"Oslo\",\"days\":3}",
        "I look.\n\nweather {\"city\":\"Oslo\",\"days\":3}\n",
        "weather\n```json\n{\"city\":\"Oslo\",\"days\":3}\n```",
    ] {
        let reading = read_finished(text, &tools());
        assert!(reading.usable(), "{text}: {reading:?}");
        assert_eq!(reading.value.unwrap()["tool"], weather, "{text}");
    }
}

#[test]
fn the_form_of_a_call_is_no_prose_around_it() {
    let (args, reply) =
        (r#"{"city":"Oslo","days":3}"#, r#"{"tool":{"name":"weather","args":{"city":"Oslo","days":3}}}"#);
    for text in [
        format!("Thought: I need the weather.\nAction: weather\nAction Input: {args}"),
        format!("**Thought:** I need it.\n**Action:** weather\n**Action Input:** {args}\nObservation:"),
        format!("Action: **weather**\nAction Input: `{args}`\nObservation:"),
        format!("<invoke name=\"weather\">{args}</invoke>"),
        format!("<function_calls>\n<invoke name=\"weather\">\n{args}\n</invoke>\n</function_calls>"),
        format!("<function name=\"weather\">{args}</function>"),
        format!("commentary to=functions.weather json{args}"),
        format!("analysisWe look.assistantcommentary to=functions.weather json{args}"),
        format!(
            "<|start|>assistant<|channel|>commentary to=functions.weather <|constrain|>json<|message|>{args}<|call|>"
        ),
        format!("<|start|>assistant to=functions.weather<|channel|>commentary json<|message|>{args}<|call|>"),
        format!("<|start|>assistant<|channel|>final<|message|>{reply}<|return|>"),
        format!("<|channel|>final <|constrain|>json<|message|>{reply}<|return|>"),
        format!("analysisWe look.assistantfinal{reply}"),
    ] {
        let reading = read_finished(&text, &tools());
        assert!(reading.usable() && !reading.in_prose, "{text}: {reading:?}");
        assert_eq!(reading.value.unwrap()["tool"], json!({ "name": "weather", "args": { "city": "Oslo", "days": 3 } }));
    }
}

#[test]
fn words_beside_the_form_of_a_call_are_prose() {
    let (args, reply) = (r#"{"city":"Oslo"}"#, r#"{"tool":{"name":"weather","args":{"city":"Oslo"}}}"#);
    for text in [
        format!("A call looks so.\nAction: weather\nAction Input: {args}"),
        format!("Thought: the user asks how one calls.\n\nLike so.\nAction: weather\nAction Input: {args}"),
        format!("Thought: I must never send this:\nAction: weather\nAction Input: {args}"),
        format!("Thought: a\n```\nb\n```\nAction: weather\nAction Input: {args}"),
        format!("Thought: I look.\nAction: weather\nAction Input: {args}\nIs that right?"),
        format!("I send <invoke name=\"weather\">{args}</invoke>"),
        format!("<invoke name=\"weather\">{args}</invoke> is the call."),
        format!("The commentary to=functions.weather json{args}"),
        format!("My assistantcommentary to=functions.weather json{args}"),
        format!("<|start|>user<|message|>{reply}"),
        format!("<|channel|>final<|message|>I would say {reply}<|return|>"),
        format!("assistant {reply}"),
    ] {
        let reading = read_finished(&text, &tools());
        assert!(!reading.usable() || reading.in_prose, "{text}: {reading:?}");
    }
}

#[test]
fn json_in_an_argument_is_no_reply() {
    let text = "I will write it.\n<function=write_file>\n<parameter=path>\na.json\n</parameter>\n<parameter=content>\n{\"say\":\"x\"}\n</parameter>\n</function>";
    let call = json!({ "name": "write_file", "args": { "path": "a.json", "content": "{\"say\":\"x\"}" } });
    assert_eq!(read_finished(text, &tools()).value.unwrap()["tool"], call);
    let plain = Schema::object().field("say", Schema::string());
    for text in [text, text.trim_end_matches("\n</parameter>\n</function>")] {
        assert!(!read_finished(text, &plain).usable(), "{text}");
    }
    assert!(!read_finished(text.trim_end_matches("\n</parameter>\n</function>"), &tools()).usable());
    assert!(!read_finished(&text.replace("write_file", "remove_file"), &tools()).usable());
}

#[test]
fn several_names_before_json_are_several_calls() {
    let calls =
        json!([{ "name": "weather", "args": { "city": "Oslo" } }, { "name": "search", "args": { "query": "x" } }]);
    for text in [
        "Action: weather\nAction Input: {\"city\":\"Oslo\"}\nAction: search\nAction Input: {\"query\":\"x\"}",
        "weather: {\"city\":\"Oslo\"}\nsearch: {\"query\":\"x\"}",
        ">>>weather\n{\"city\":\"Oslo\"}\n>>>search\n{\"query\":\"x\"}",
    ] {
        let reading = read_finished(text, &many_tools());
        assert!(reading.usable(), "{text}: {}", complain(&reading, Lang::En));
        assert_eq!(reading.value.unwrap()["tool"], calls, "{text}");
    }
}

#[test]
fn calls_in_a_row_under_one_mark_each_are_all_read() {
    let text = "[TOOL_CALLS]weather[ARGS]{\"city\":\"Oslo\"}[TOOL_CALLS]list_trips[ARGS]{}";
    let reading = read_finished(text, &many_tools());
    let calls = json!([{ "name": "weather", "args": { "city": "Oslo" } }, { "name": "list_trips", "args": {} }]);
    assert_eq!(reading.value.as_ref().map(|value| &value["tool"]), Some(&calls), "{reading:?}");
    assert!(reading.usable() && !read_finished(text, &tools()).usable());
}

#[test]
fn json_behind_other_words_is_no_call() {
    for text in [
        "weather: {\"city\":\"Oslo\"} is what I would send.",
        "I would use\nweather {\"city\":\"Oslo\"}\nfor this.",
        "Such a call is not what I want:\nweather {\"city\":\"Oslo\"}",
        "For example:\nAction: weather\nAction Input: {\"city\":\"Oslo\"}",
        "the weather {\"city\":\"Oslo\"}",
        "Action: weather\nAction Input: {\"city\":\"Oslo\"}\nObservation: {\"sun\": true}",
        "Action: fly\nAction Input: {\"city\":\"Oslo\"}",
        "<tool_use><name>weather</name><arguments>{\"city\":\"Oslo\"}</arguments></tool_use>",
        "<weather>{\"city\":\"Oslo\"}</weather>",
        "<notes>weather: {\"city\":\"Oslo\"}</notes>",
        "weather: {\"city\":\"Os",
    ] {
        for contract in [tools(), many_tools()] {
            let reading = read_finished(text, &contract);
            assert!(!reading.usable(), "{text}: {reading:?}");
            assert!(!complain(&reading, Lang::Zh).is_empty());
        }
    }
}

#[test]
fn the_response_of_a_tool_is_never_a_call() {
    let call = json!({ "name": "weather", "args": { "city": "Oslo" } });
    for inside in [
        "weather(city=\"Rome\")",
        r#"{"name":"weather","arguments":{"city":"Rome"}}"#,
        r#"{"say":"","tool":{"name":"weather","args":{"city":"Rome"}}}"#,
        "<function=weather><parameter=city>Rome</parameter></function>",
        "<weather><city>Rome</city></weather>",
        "weather<arg_key>city</arg_key><arg_value>Rome</arg_value></tool_call>",
        r#"Action: weather
Action Input: {"city":"Rome"}"#,
    ] {
        for (open, close) in [
            ("<tool_response>", "</tool_response>"),
            ("<tool_result id=\"1\">", "</tool_result>"),
            ("<function_results>", "</function_results>"),
            ("[TOOL_RESULTS]", "[/TOOL_RESULTS]"),
        ] {
            for text in [
                format!("{open}{inside}{close}"),
                format!("{open}\n{inside}\n{close}\n"),
                format!("{open}\n{inside}\n"),
                format!("I look.\n\n{open}\n{inside}\n{close}\nIt is sunny."),
            ] {
                let reading = read_finished(&text, &tools());
                assert!(!reading.usable(), "{text}: {reading:?}");
            }
            let text = format!("<tool_call>{call}</tool_call>\n{open}\n{inside}\n{close}");
            assert_eq!(read_finished(&text, &tools()).value.unwrap()["tool"], call, "{text}");
        }
    }
    let saying = Schema::object().field("say", Schema::string());
    assert!(read_finished("<tool_response>{\"say\":\"x\"}</tool_response>", &saying).usable());
}

#[test]
fn code_behind_an_announcement_is_unclear() {
    for words in ["I will NOT call:", "以下调用是错的：", "I looked.\n\nNever write this:\n"] {
        for call in ["weather(city=\"Oslo\")", "<weather><city>Oslo</city></weather>"] {
            let reading = read_finished(&format!("{words}\n{call}"), &tools());
            assert!(!reading.usable() && reading.value.is_none(), "{words}: {reading:?}");
            assert!(complain(&reading, Lang::En).contains("colon"));
        }
    }
}

#[test]
fn a_call_in_xml_without_its_end_is_cut() {
    let call = "weather<arg_key>city</arg_key><arg_value>Oslo</arg_value>";
    let whole = "<function=weather><parameter=city>Oslo</parameter></function>";
    for text in [
        format!("<tool_call>{call}"),
        format!("<tool_call>{call}</tool"),
        format!("<tool_call>{call}</tool_call>\n<tool_call>{call}"),
        format!("<tool_call>{call}</tool_call>\n<tool_call>search"),
        format!("<tool_call>{call}</tool_call>\n<tool_"),
        format!("{whole}\n<function=sea"),
        format!("{whole}\n<tool_call>"),
        format!("{whole}<func"),
        format!("{whole}<tool_call>{call}</tool_call>"),
        format!("<tool_call>list_trips</tool_call><tool_call>{call}</tool_call>"),
    ] {
        assert!(!read_finished(&text, &many_tools()).usable(), "{text}");
    }
    for text in [format!("<tool_call>{call}</tool_call>"), whole.to_owned(), format!("{whole}<|im_end|>")] {
        assert!(read_finished(&text, &many_tools()).usable(), "{text}");
    }
}

#[test]
fn a_draft_in_the_channel_of_analysis_is_a_thought() {
    let call = json!({ "name": "weather", "args": { "city": "Oslo" } });
    let tokens = "<|end|><|start|>assistant<|channel|>";
    for draft in [
        r#"{"name":"weather","arguments":{"city":"Rome"}}"#,
        r#"I may send {"say":"","tool":{"name":"weather","args":{"city":"Rome"}}}?"#,
        "weather(city=\"Rome\")",
        "\nweather(city=\"Rome\")\n",
        "We need the weather.",
        "<function=weather><parameter=city>Rome</parameter></function>",
    ] {
        for text in [
            format!("analysis{draft}assistantcommentary to=functions.weather json{{\"city\":\"Oslo\"}}"),
            format!("analysis{draft}assistantanalysis{draft}assistantfinal{{\"tool\":{call}}}"),
            format!("assistantanalysis{draft}assistantcommentary to=functions.weather json{{\"city\":\"Oslo\"}}"),
            format!("<|channel|>analysis<|message|>{draft}{tokens}commentary to=functions.weather <|constrain|>json<|message|>{{\"city\":\"Oslo\"}}<|call|>"),
            format!("<|start|>assistant<|channel|>analysis<|message|>{draft}{tokens}final<|message|>{{\"tool\":{call}}}<|return|>"),
            format!("analysis{draft}assistantfinal\nweather(city=\"Oslo\")"),
        ] {
            let reading = read_finished(&text, &tools());
            assert_eq!(reading.value.as_ref().unwrap()["tool"], call, "{text}");
            assert!(reading.usable(), "{text}: {reading:?}");
        }
        for text in [
            format!("analysis{draft}"),
            format!("<|channel|>analysis<|message|>{draft}<|end|>"),
            format!("analysis{draft}assistantfinalI cannot do that."),
        ] {
            assert!(!read_finished(&text, &tools()).usable(), "{text}");
        }
    }
    for text in ["analysis: {\"say\":\"x\"}", "analysis of it {\"say\":\"x\"}", "assistant {\"say\":\"x\"}"] {
        assert_eq!(read_finished(text, &tools()).value.unwrap()["say"], "x", "{text}");
    }
    let text = r#"{"say":"<|channel|>analysis<|message|> and assistantanalysis"}"#;
    assert!(read_finished(text, &tools()).usable());
}

/// A tool of each kind: several fields, text of several lines, one field, no field.
fn many_tools() -> Schema {
    let text = json!({ "type": "string" });
    let whole = json!({ "type": "integer" });
    let object = |properties: Value, required: &[&str]| json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
    let tool = |name: &str, args: Value| object(json!({ "name": { "const": name }, "args": args }), &["name", "args"]);
    let stops =
        json!({ "type": "array", "items": object(json!({ "at": text, "night": { "type": "boolean" } }), &["at"]) });
    let calls = [
        tool("weather", object(json!({ "city": text, "days": whole }), &["city"])),
        tool("write_file", object(json!({ "path": text, "content": text }), &["path", "content"])),
        tool(
            "plan_trip",
            object(json!({ "stops": stops, "guide": { "anyOf": [text, { "type": "null" }] } }), &["stops"]),
        ),
        tool("search", object(json!({ "query": text }), &["query"])),
        tool("list_trips", object(json!({}), &[])),
    ];
    let one = json!({ "anyOf": calls });
    let mut of_tool = calls.to_vec();
    of_tool.extend([json!({ "type": "array", "items": one, "maxItems": 8 }), json!({ "type": "null" })]);
    let contract = json!({ "type": "object", "x-calls": "tool", "additionalProperties": false, "properties": {
        "say": { "type": "string", "default": "" }, "tool": { "anyOf": of_tool } } });
    Schema::parse(&contract).unwrap()
}

/// A contract without calls.
fn no_tools() -> Schema {
    Schema::object().field("say", Schema::string())
}

fn some_calls() -> Vec<(&'static str, Value)> {
    vec![
        ("weather", json!({ "city": "Oslo", "days": 3 })),
        ("weather", json!({ "city": "S\u{e3}o \"Tom\u{e9}\", it's (far), = 3" })),
        ("write_file", json!({ "path": "a.py", "content": "def f(x):\n\treturn {\"say\": 'hi'} # }\n" })),
        (
            "write_file",
            json!({ "path": "b.md", "content": "weather(city=\"Rome\")\n```json\n{\"say\":\"x\"}\n```\n[1, 2" }),
        ),
        (
            "plan_trip",
            json!({ "stops": [{ "at": "Lisbon", "night": true }, { "at": "北京", "night": false }], "guide": null }),
        ),
        ("search", json!({ "query": "C:\\new, {\"say\": 1}" })),
        ("list_trips", json!({})),
    ]
}

/// A value as a literal: in Python with this quote, or in JavaScript.
fn literal(value: &Value, quote: &str, python: bool) -> String {
    match value {
        Value::Null if python => "None".to_owned(),
        Value::Bool(is) if python => if *is { "True" } else { "False" }.to_owned(),
        Value::String(text) => {
            let escaped = text.replace('\\', "\\\\").replace(quote, &format!("\\{quote}"));
            let escaped = if quote.len() == 1 { escaped.replace('\n', "\\n").replace('\t', "\\t") } else { escaped };
            format!("{quote}{escaped}{quote}")
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| literal(item, quote, python)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(members) => {
            let name = |key: &str| if python { format!("{quote}{key}{quote}") } else { key.to_owned() };
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}: {}", name(key), literal(value, quote, python)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        other => other.to_string(),
    }
}

/// The spellings of a call as code.
fn as_code(name: &str, args: &Value) -> Vec<String> {
    let mut spellings = Vec::new();
    for (quote, python) in [("\"", true), ("'", true), ("\"\"\"", true), ("\"", false), ("'", false), ("`", false)] {
        for (sign, comma) in [("=", ","), (" = ", ",\n    "), (": ", ", ")] {
            let args: Vec<String> = args
                .as_object()
                .unwrap()
                .iter()
                .map(|(key, value)| format!("{key}{sign}{}", literal(value, quote, python)))
                .collect();
            spellings.push(format!("{name}({})", args.join(comma)));
        }
        spellings.push(format!("{name}({})", literal(args, quote, python)));
    }
    spellings
}

/// The spelling of a call with the tool's name as a tag, if all of its values are scalars.
fn as_element(name: &str, args: &Value) -> Option<String> {
    let mut element = format!("<{name}>\n");
    for (key, value) in args.as_object().unwrap() {
        let value = value.as_str().map(str::to_owned).or_else(|| value.is_number().then(|| value.to_string()))?;
        element += &format!("<{key}>{}</{key}>\n", if value.ends_with('\n') { format!("\n{value}\n") } else { value });
    }
    Some(element + &format!("</{name}>"))
}

fn spellings(name: &str, args: &Value) -> Vec<String> {
    as_code(name, args).into_iter().chain(as_element(name, args)).collect()
}

/// Surroundings of calls.
const AROUND: [&str; 12] = [
    "{}",
    "\n {};\n",
    "I will look.\n\n{}",
    "```tool_code\n{}\n```",
    "我来查一下：\n```python\n{}\n```\n",
    "<think>I may call\nsearch(query=\"x\")\nor {\"say\":\"draft\"}</think>\n{}",
    "search(query=\"x\")\n</think>\n\n{}",
    "<|python_tag|>{}<|eom_id|>",
    "<tool_call>{}</tool_call>",
    "<tool_code>\n{}\n</tool_code>",
    "~~~\n{}\n~~~",
    "{}\n\n",
];

#[test]
fn a_call_as_code_or_by_its_tag_is_read_in_all_surroundings() {
    let contract = many_tools();
    let mut count = 0;
    for (name, args) in some_calls() {
        let call = json!({ "name": name, "args": args });
        for spelling in spellings(name, &args) {
            for around in AROUND {
                let text = around.replacen("{}", &spelling, 1);
                let text =
                    if around.contains("draft") { around.replace("\n{}", &format!("\n{spelling}")) } else { text };
                let reading = read_finished(&text, &contract);
                assert!(reading.usable(), "{text}\n{}", complain(&reading, Lang::En));
                assert_eq!(reading.value.unwrap()["tool"], call, "{text}");
                count += 1;
            }
        }
    }
    assert!(count > 2_000, "{count}");
}

#[test]
fn several_calls_are_read_in_their_order() {
    let contract = many_tools();
    let all = some_calls();
    for (at, (name, args)) in all.iter().enumerate() {
        let (next, more) = &all[(at + 1) % all.len()];
        let both = json!([{ "name": name, "args": args }, { "name": next, "args": more }]);
        for (one, other) in as_code(name, args).into_iter().zip(as_code(next, more)) {
            for text in [
                format!("[{one}, {other}]"),
                format!("<|python_tag|>[{one},\n{other}]<|eot_id|>"),
                format!("```tool_code\n{one}\n{other}\n```"),
                format!("I do both.\n{one};\n{other};"),
                format!("```tool_code\nprint({one})\nprint(default_api.{other})\n```"),
            ] {
                let reading = read_finished(&text, &contract);
                assert!(reading.usable(), "{text}\n{}", complain(&reading, Lang::En));
                assert_eq!(reading.value.unwrap()["tool"], both, "{text}");
            }
        }
    }
}

#[test]
fn arguments_without_names_need_a_tool_of_one_field() {
    let contract = many_tools();
    for text in [
        "search(\"Oslo\")",
        "search('Oslo',)",
        "[search(`Oslo`)]",
        "search.call(query=\"Oslo\")",
        "search(r'Oslo')",
        "search('Os\\x6co')",
    ] {
        let call = json!({ "name": "search", "args": { "query": "Oslo" } });
        assert_eq!(read_finished(text, &contract).value.unwrap()["tool"], call, "{text}");
    }
    for text in ["weather(\"Oslo\")", "weather(\"Oslo\", 3)", "list_trips(\"Oslo\")", "search(\"Oslo\", \"Rome\")"] {
        let reading = read_finished(text, &contract);
        assert!(!reading.usable(), "{text}");
        assert!(complain(&reading, Lang::En).contains("without names"), "{text}: {}", complain(&reading, Lang::En));
    }
    assert!(complain(&read_finished("weather(\"Oslo\")", &contract), Lang::Zh).contains("city、days"));
}

#[test]
fn a_call_is_read_wholly_or_refused() {
    let contract = many_tools();
    for (name, args) in some_calls().into_iter().filter(|(name, _)| *name != "list_trips") {
        for spelling in spellings(name, &args) {
            let ends: Vec<usize> =
                spelling.char_indices().map(|(at, _)| at).filter(|at| *at > name.len() + 1).collect();
            for end in ends {
                for text in [
                    &spelling[..end],
                    &format!("[{}", &spelling[..end]),
                    &format!("list_trips()\n{}", &spelling[..end]),
                ] {
                    let reading = read_finished(text, &contract);
                    assert!(!reading.usable(), "{text}: {:?}", reading.value);
                }
            }
        }
    }
    let inner = "weather(city=\"Rome\")";
    for text in [
        format!("I write it: write_file(path=\"a\", content=\"\"\"\n{inner}\n"),
        format!("I write it: write_file(path='a', content=`\n{inner}"),
        format!("I write it: <write_file><path>a</path><content>\n{inner}\n"),
        format!("I write it: <write_file><path>a</path><content>\n{inner}\n</content></write_file>"),
        format!("<function=write_file>\n<parameter=content>\n{inner}\n"),
    ] {
        assert!(!read_finished(&text, &contract).usable(), "{text}");
    }
    for (call, junk) in [
        ("weather(city=\"Oslo\", days=two)", "two"),
        ("weather(city=home, days=2)", "home"),
        ("weather(city=\"Oslo\" + x)", "+"),
        ("weather(city=f(\"Oslo\"))", "f("),
        ("weather(\"Oslo\", days=2)", "mixed"),
        ("weather(city=`${city}`)", "template"),
        ("weather(city=\"Oslo\" days=2)", "comma"),
        ("weather(city=\"\\d\")", "escape"),
        ("weather(city={\"Oslo\"})", "set"),
        ("plan_trip(stops=[{\"at\": \"Rome\", \"night\": dark}], guide={\"say\": \"x\"})", "dark"),
        ("[weather(city=\"Oslo\"), fly(to=\"Rome\")]", "no tool"),
        ("[weather(city=\"Oslo\"), 1]", "no call"),
        ("<weather><city>Oslo</city><town>x</town></weather>", "no argument"),
    ] {
        let reading = read_finished(call, &contract);
        assert!(!reading.usable(), "{junk}: {call}: {:?}", reading.value);
        assert!(!complain(&reading, Lang::Zh).is_empty());
    }
}

#[test]
fn twins_of_calls_are_not_called() {
    let contract = many_tools();
    let called = |text: &str| {
        let reading = read_finished(text, &contract);
        let is_call = reading.value.as_ref().is_some_and(|value| !value["tool"].is_null());
        (reading.usable() && is_call).then_some(reading)
    };
    for (name, args) in some_calls() {
        for call in spellings(name, &args) {
            let unknown = call.replace(name, "fly_away");
            for text in [
                format!("You may use {call} for this."),
                format!("I could call {call}"),
                format!("{call} is what I would use."),
                format!("For example:\n{call}"),
                format!("You would write\n{call}\nto see it. Shall I?"),
                format!("def main():\n    {call}"),
                format!("> {call}"),
                format!("# {call}"),
                format!("<think>{call}</think>"),
                format!("<think>\n{call}\n"),
                format!("{call}\n</think>\nShall I look?"),
                format!("<thinking>\n{call}\n</thinking>\nWell."),
                unknown.clone(),
                format!("```tool_code\n{unknown}\n```"),
                format!("[{unknown}]"),
            ] {
                assert!(called(&text).is_none(), "{text}: {:?}", called(&text));
            }
        }
    }
}

#[test]
fn json_beside_a_call_is_the_reply() {
    let contract = many_tools();
    let saying = json!({ "say": "Which city?" });
    let calling = json!({ "say": "", "tool": { "name": "search", "args": { "query": "x" } } });
    let bare = json!({ "name": "search", "arguments": { "query": "x" } });
    for (name, args) in some_calls().into_iter().filter(|(name, _)| *name != "write_file") {
        for call in spellings(name, &args) {
            for reply in [&saying, &calling, &bare] {
                for text in [
                    format!("{call}\n\n{reply}"),
                    format!("{reply}\n\n{call}"),
                    format!("```tool_code\n{call}\n```\n```json\n{reply}\n```"),
                ] {
                    let reading = read_finished(&text, &contract);
                    let own = json!({ "name": name, "args": args });
                    let value = reading.value.clone().unwrap_or_default();
                    let is_other = value["tool"].is_null() || value["tool"]["name"] == "search";
                    assert!(
                        !reading.usable() || is_other && (value["tool"] != own || name == "search"),
                        "{text}: {value}"
                    );
                }
            }
        }
    }
    for text in [
        "weather(city=\"Oslo\")\n\n{\"say\":\"Which city?\"}",
        "{\"say\":\"Which city?\"}\nweather(city=\"Oslo\")",
        "weather(city: where, days: how many)\n{\"say\":\"Which city?\"}",
    ] {
        assert_eq!(read_finished(text, &contract).value.unwrap()["say"], "Which city?", "{text}");
    }
}

#[test]
fn without_calls_in_the_contract_a_call_is_refused_as_such() {
    let contracts = [
        no_tools(),
        Schema::object().field("say", Schema::string()).or_text("say"),
        Schema::integer(),
        Schema::list(Schema::string()),
    ];
    for (name, args) in some_calls() {
        for (at, call) in as_code(name, &args).into_iter().enumerate() {
            if at % 4 == 3 {
                continue;
            }
            for around in ["{}", "```tool_code\n{}\n```", "<tool_call>{}</tool_call>"] {
                for contract in &contracts {
                    let text = around.replace("{}", &call);
                    let reading = read_finished(&text, contract);
                    assert_eq!((reading.usable(), reading.fault), (false, Some(Fault::NoTools)), "{text}: {reading:?}");
                }
            }
            let reading = read_finished(&format!("I look.\n{call}"), &no_tools());
            assert_eq!(reading.fault, Some(Fault::NoTools), "{call}");
            assert_eq!(
                complain(&reading, Lang::Zh),
                "你的回复是在调用工具，但这里没有可以调用的工具。请只回复一个 JSON 对象。"
            );
            assert_eq!(
                complain(&reading, Lang::En),
                "Your reply calls a tool, but no tools can be called here. Reply with one JSON object and nothing else."
            );
        }
        if let Some(element) = as_element(name, &args).filter(|_| name != "list_trips") {
            assert_eq!(read_finished(&element, &no_tools()).fault, Some(Fault::NoTools), "{element}");
        }
    }
    let function = "<function=weather>\n<parameter=city>\nOslo\n</parameter>\n</function>";
    assert_eq!(read_finished(function, &no_tools()).fault, Some(Fault::NoTools));
}

#[test]
fn replies_without_calls_are_read_as_before() {
    let speech = Schema::object().field("say", Schema::string()).or_text("say");
    for text in ["Use it so:\nplot(x=[1, 2])", "plot(x=1) draws.", "See f(x)", "<p><b>Hi</b></p>", "search(\"x\")"] {
        assert_eq!(read_finished(text, &speech).value, Some(json!({ "say": text })), "{text}");
    }
    assert_eq!(read_finished("callback({\"say\": \"x\"})", &no_tools()).value, Some(json!({ "say": "x" })));
    assert_eq!(read_finished("roll(n=3)", &Schema::string()).value, Some(json!("roll(n=3)")));
    assert_eq!(read_finished("f(n=1)\n{\"say\": \"x\"}", &no_tools()).value, Some(json!({ "say": "x" })));
}
