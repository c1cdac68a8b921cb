//! Reading replies: the guide's vectors, a table of repairs, and the laws of both readers.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use proptest::prelude::*;
use serde_json::{json, Map, Value};
use stepgate_reply::schema::{Found, Problem, Schema, Type};
use stepgate_reply::Lang;
use stepgate_reply::{
    complain, complain_about, raw::Incoming, read, repair, Fault, Patch, ReplyStream, MAX_DEPTH, MAX_LENGTH,
};

const LOSSLESS: bool = true;
const LOSSY: bool = false;

/// Texts to repair: the text, the repaired value, whether nothing is lost, and the repairs.
#[rustfmt::skip]
const REPAIRS: &[(&str, &str, bool, &str)] = &[
    // Well-formed
    (r#"{"a":1,"b":[true,null,-2.5e3],"c":{"d":"x"}}"#, r#"{"a":1,"b":[true,null,-2.5e3],"c":{"d":"x"}}"#, LOSSLESS, ""),
    ("[1,[2,[]],{}]", "[1,[2,[]],{}]", LOSSLESS, ""),
    ("  {\"a\":1}\n", r#"{"a":1}"#, LOSSLESS, ""),
    (r#"{"a":"\u4f60\ud83d\ude00\n\/"}"#, r#"{"a":"你😀\n/"}"#, LOSSLESS, ""),
    // Prose, fences, thinking
    (r#"Here you are: {"a":1}"#, r#"{"a":1}"#, LOSSLESS, ""),
    ("{\"a\":1}\nHope this helps!", r#"{"a":1}"#, LOSSLESS, ""),
    (r#"I decide {"a":1} ok"#, r#"{"a":1}"#, LOSSLESS, ""),
    (r#"use {braces} then {"a":1}"#, r#"{"a":1}"#, LOSSLESS, ""),
    (r#"the set {1,2,3}, so {"a":1}"#, r#"{"a":1}"#, LOSSLESS, ""),
    (r#"我想 {不确定}，结论：{"a":1}。"#, r#"{"a":1}"#, LOSSLESS, ""),
    (r#"f(x) = {x}; [1] says {"a":1}"#, r#"{"a":1}"#, LOSSLESS, ""),
    ("```json\n{\"a\":1}\n```", r#"{"a":1}"#, LOSSLESS, ""),
    ("```\n{\"a\":1}\n```\n", r#"{"a":1}"#, LOSSLESS, ""),
    (r#"```JSON {"a":1}```"#, r#"{"a":1}"#, LOSSLESS, ""),
    ("~~~json\n{\"a\":1}\n~~~", r#"{"a":1}"#, LOSSLESS, ""),
    ("Sure:\n```json\n{\"a\":{\"b\":\"}\"}}\n```\nbye", r#"{"a":{"b":"}"}}"#, LOSSLESS, ""),
    ("like {\"a\":0}:\n```json\n{\"a\":1}\n```", r#"{"a":1}"#, LOSSLESS, ""),
    ("```json\n{\"a\":1}\n", r#"{"a":1}"#, LOSSLESS, ""),
    (r#"<think>maybe {"x":0}</think>{"a":1}"#, r#"{"a":1}"#, LOSSLESS, ""),
    (r#"<think>1</think><think>{"x":0}</think>{"a":1}"#, r#"{"a":1}"#, LOSSLESS, ""),
    ("<reasoning>x < y {\"x\":0}</reasoning>\n<answer>{\"a\":1}</answer>", r#"{"a":1}"#, LOSSLESS, ""),
    (r#"maybe {"x":0}? no.</think>{"a":1}"#, r#"{"a":1}"#, LOSSLESS, ""),
    (r#"<think>never closed {"a":1}"#, r#"{"a":1}"#, LOSSLESS, ""),
    (r#"{"a":"</think>"}"#, r#"{"a":"</think>"}"#, LOSSLESS, ""),
    ("<tool_call>\n{\"name\":\"f\",\"arguments\":{\"x\":1}}\n</tool_call>", r#"{"name":"f","arguments":{"x":1}}"#, LOSSLESS, ""),
    (r#"callback({"a":1});"#, r#"{"a":1}"#, LOSSLESS, ""),
    (r#"{"a":1}{"b":2}"#, r#"[{"a":1},{"b":2}]"#, LOSSLESS, "several_values several_values"),
    (r#"{"a":1}}"#, r#"{"a":1}"#, LOSSLESS, "extra_bracket"),
    ("[1,2]]]", "[1,2]", LOSSLESS, "extra_bracket extra_bracket"),
    (r#"{{"a":1}}"#, r#"{"a":1}"#, LOSSLESS, "extra_bracket extra_bracket"),
    ("\u{feff}{\"a\":1}", r#"{"a":1}"#, LOSSLESS, ""),
    ("\u{200b}{\"a\":1}\u{200b}", r#"{"a":1}"#, LOSSLESS, ""),
    (r#""{\"a\":1,\"b\":\"x\"}""#, r#"{"a":1,"b":"x"}"#, LOSSLESS, "double_encoded"),
    (r#""\"{\\\"a\\\":1}\"""#, r#"{"a":1}"#, LOSSLESS, "double_encoded double_encoded"),
    (r#""[""#, r#""[""#, LOSSLESS, ""),
    (r#""{'a': 1}""#, r#""{'a': 1}""#, LOSSLESS, ""),
    (r#"""x"""#, r#""x""#, LOSSLESS, "quotes"),
    (r#"""x""#, r#""x""#, LOSSLESS, "quotes"),
    (r#"{"a":""x"","b":""y"}"#, r#"{"a":"x","b":"y"}"#, LOSSLESS, "quotes quotes"),
    (";", r#"";""#, LOSSY, "extra_comma bare_text"),
    // Blocks of text
    ("{\"a\": ```\n  x = '\\n'\n\n    `y`\n```, \"b\": 1}", r#"{"a":"x = '\\n'\n\n  `y`","b":1}"#, LOSSLESS, "quotes"),
    ("{\"a\": ```py\nx, }\n``` }", r#"{"a":"x, }"}"#, LOSSLESS, "quotes"),
    ("{\"a\": ```x y```, \"b\": 1}", r#"{"a":"x y","b":1}"#, LOSSLESS, "quotes"),
    ("```json\n{\"a\":\n```\nthat is all", r#"{}"#, LOSSY, "dangling_key cut_off"),
    ("{\"a\": \"\"\"\n    x\\t\n      y\n  \"\"\", \"b\": 1}", r#"{"a":"x\t\n  y","b":1}"#, LOSSLESS, "quotes control_character control_character control_character"),
    ("{\"a\": \"\"\"x\n  y\"\"\"}", r#"{"a":"x\n  y"}"#, LOSSLESS, "quotes control_character"),
    (r#"{a: f(x: 1, y: 2), b: 1}"#, r#"{"a":"f(x: 1, y: 2)","b":1}"#, LOSSLESS, "unquoted_key missing_quotes unquoted_key"),
    (r#"{a: (x, b: 1}"#, r#"{"a":"(x","b":1}"#, LOSSLESS, "unquoted_key missing_quotes unquoted_key"),
    // Quotes
    ("{'a':1}", r#"{"a":1}"#, LOSSLESS, "quotes"),
    (r#"{'a':'it\'s'}"#, r#"{"a":"it's"}"#, LOSSLESS, "quotes quotes bad_escape"),
    ("{'a': 'it's ok', 'b': 2}", r#"{"a":"it's ok","b":2}"#, LOSSLESS, "quotes quotes unescaped_quote quotes"),
    (r#"{'a': 'He said "hi"', 'b': None}"#, r#"{"a":"He said \"hi\"","b":null}"#, LOSSLESS, "quotes quotes quotes literal"),
    ("{“a”:1,“b”:“x”}", r#"{"a":1,"b":"x"}"#, LOSSLESS, "quotes quotes quotes"),
    ("{‘a’：‘嗯’，‘b’：‘x’}", r#"{"a":"嗯","b":"x"}"#, LOSSLESS, "quotes full_width quotes full_width quotes full_width quotes"),
    ("{`a`: `好`}", r#"{"a":"好"}"#, LOSSLESS, "quotes quotes"),
    ("{「a」:「嗯嗯」,「b」:『x』}", r#"{"a":"嗯嗯","b":"x"}"#, LOSSLESS, "quotes quotes quotes quotes"),
    ("{＂a＂:＂x＂}", r#"{"a":"x"}"#, LOSSLESS, "quotes quotes"),
    (r#"{"a": "好的。”, "b": "x"}"#, r#"{"a":"好的。","b":"x"}"#, LOSSLESS, "quotes"),
    (r#"{"a": "好的。”}"#, r#"{"a":"好的。"}"#, LOSSLESS, "quotes"),
    (r#"{“a": "好的", “b": 1}"#, r#"{"a":"好的","b":1}"#, LOSSLESS, "quotes quotes"),
    (r#"{"a”: 1}"#, r#"{"a":1}"#, LOSSLESS, "quotes"),
    ("{\"a\": \"\"\"x\ny \"z\" w\"\"\", \"b\": 1}", r#"{"a":"x\ny \"z\" w","b":1}"#, LOSSLESS, "quotes control_character"),
    ("{'a': '''it's'''}", r#"{"a":"it's"}"#, LOSSLESS, "quotes quotes"),
    (r#"{\"a\": \"好\", \"b\": [1]}"#, r#"{"a":"好","b":[1]}"#, LOSSLESS, "quotes quotes quotes"),
    (r#"{\n  \"a\": \"say \\\"hi\\\"\\n\"\n}"#, r#"{"a":"say \"hi\"\n"}"#, LOSSLESS, "escaped_space quotes quotes escaped_space"),
    ("{&quot;a&quot;: &quot;x &amp; y&quot;}", r#"{"a":"x & y"}"#, LOSSLESS, "quotes quotes"),
    (r#"{a:1,b:"x"}"#, r#"{"a":1,"b":"x"}"#, LOSSLESS, "unquoted_key unquoted_key"),
    (r#"{a_b-c:1, 2: 3, 名字: "x"}"#, r#"{"a_b-c":1,"2":3,"名字":"x"}"#, LOSSLESS, "unquoted_key unquoted_key unquoted_key"),
    (r#"{"a":hello}"#, r#"{"a":"hello"}"#, LOSSLESS, "missing_quotes"),
    (r#"{"a":hello world,"b":1}"#, r#"{"a":"hello world","b":1}"#, LOSSLESS, "missing_quotes"),
    ("{a: 好的，我走了, b: confirm}", r#"{"a":"好的，我走了","b":"confirm"}"#, LOSSLESS, "unquoted_key missing_quotes unquoted_key missing_quotes"),
    (r#"{url: https://x.org/a?b=1&c, "id": 2}"#, r#"{"url":"https://x.org/a?b=1&c","id":2}"#, LOSSLESS, "unquoted_key missing_quotes"),
    ("{\"a\":[red, green\nblue]}", r#"{"a":["red","green","blue"]}"#, LOSSLESS, "missing_quotes missing_quotes missing_comma missing_quotes"),
    (r#"{"a":foo","b":"bar"}"#, r#"{"a":"foo","b":"bar"}"#, LOSSLESS, "missing_quote"),
    (r#"{speak": "好的", action": "wait"}"#, r#"{"speak":"好的","action":"wait"}"#, LOSSLESS, "missing_quote missing_quote"),
    (r#"{"speak: "好的", "action": "wait"}"#, r#"{"speak":"好的","action":"wait"}"#, LOSSLESS, "missing_quote"),
    (r#"{"a": "好的, "b": "wait"}"#, r#"{"a":"好的","b":"wait"}"#, LOSSLESS, "missing_quote missing_comma"),
    ("{\"a\": \"one\n \"b\": \"two\"}", r#"{"a":"one","b":"two"}"#, LOSSLESS, "control_character missing_quote missing_comma"),
    (r#"{"a": "She said "yes" and left", "b": 1}"#, r#"{"a":"She said \"yes\" and left","b":1}"#, LOSSLESS, "unescaped_quote unescaped_quote"),
    (r#"{"a": "the "x", and y", "b": 1}"#, r#"{"a":"the \"x\", and y","b":1}"#, LOSSLESS, "unescaped_quote unescaped_quote"),
    (r#"{"a": "选"A"、"B"还是"C"？", "b": 1}"#, r#"{"a":"选\"A\"、\"B\"还是\"C\"？","b":1}"#, LOSSLESS, "unescaped_quote unescaped_quote unescaped_quote unescaped_quote unescaped_quote unescaped_quote"),
    (r#"{"a": "x "y""}"#, r#"{"a":"x \"y\""}"#, LOSSLESS, "unescaped_quote unescaped_quote"),
    (r#"["say "hi" now", "b"]"#, r#"["say \"hi\" now","b"]"#, LOSSLESS, "unescaped_quote unescaped_quote"),
    (r#"{"a": "he ""really"" did", "b": 1}"#, r#"{"a":"he \"really\" did","b":1}"#, LOSSLESS, "unescaped_quote unescaped_quote"),
    (r#"{"args": "{"item":"x","n":2}", "b": 1}"#, r#"{"args":"{\"item\":\"x\",\"n\":2}","b":1}"#, LOSSLESS, "unescaped_quote unescaped_quote unescaped_quote unescaped_quote unescaped_quote unescaped_quote"),
    // Escapes
    ("{\"a\":\"line1\nline2\ttab\"}", r#"{"a":"line1\nline2\ttab"}"#, LOSSLESS, "control_character control_character"),
    (r#"{"a":"It\'s"}"#, r#"{"a":"It's"}"#, LOSSLESS, "bad_escape"),
    (r#"{"a":"C:\Users"}"#, r#"{"a":"C:\\Users"}"#, LOSSLESS, "bad_escape"),
    (r#"{"a":"\alpha \sum"}"#, r#"{"a":"\\alpha \\sum"}"#, LOSSLESS, "bad_escape bad_escape"),
    (r#"{"a":"\ud83d"}"#, "{\"a\":\"\u{fffd}\"}", LOSSLESS, ""),
    (r#"{"a":"\ud83d\ude00",}"#, r#"{"a":"😀"}"#, LOSSLESS, "trailing_comma"),
    (r#"{"a":"\uZZ",}"#, r#"{"a":"\\uZZ"}"#, LOSSLESS, "bad_escape trailing_comma"),
    (r#"{"a":"x" + "y"}"#, r#"{"a":"xy"}"#, LOSSLESS, "concatenation"),
    ("{\"a\":\"x\" +\n  'y' + \"z\", b: 1}", r#"{"a":"xyz","b":1}"#, LOSSLESS, "concatenation concatenation unquoted_key"),
    // Commas and colons
    (r#"{"a":1,}"#, r#"{"a":1}"#, LOSSLESS, "trailing_comma"),
    ("[1,2,]", "[1,2]", LOSSLESS, "trailing_comma"),
    (r#"{"a":[1,2,],}"#, r#"{"a":[1,2]}"#, LOSSLESS, "trailing_comma trailing_comma"),
    (r#"{,"a":1,,"b":2}"#, r#"{"a":1,"b":2}"#, LOSSLESS, "extra_comma extra_comma"),
    ("[1,,2]", "[1,2]", LOSSLESS, "extra_comma"),
    (r#"{"a":1 "b":"x"}"#, r#"{"a":1,"b":"x"}"#, LOSSLESS, "missing_comma"),
    ("{\"a\":\"x\"\n\"b\":\"y\"}", r#"{"a":"x","b":"y"}"#, LOSSLESS, "missing_comma"),
    (r#"{"a":"x" "b":true "c":3}"#, r#"{"a":"x","b":true,"c":3}"#, LOSSLESS, "missing_comma missing_comma"),
    (r#"{"a":{"x":1}"b":[1]"c":2}"#, r#"{"a":{"x":1},"b":[1],"c":2}"#, LOSSLESS, "missing_comma missing_comma"),
    ("{\"a\":\"x\"\n b: 1\n c: two\n}", r#"{"a":"x","b":1,"c":"two"}"#, LOSSLESS, "missing_comma unquoted_key missing_comma unquoted_key missing_quotes"),
    ("[1 2 3]", "[1,2,3]", LOSSLESS, "missing_comma missing_comma"),
    (r#"["a" "b" {"c":1} [2]]"#, r#"["a","b",{"c":1},[2]]"#, LOSSLESS, "missing_comma missing_comma missing_comma"),
    (r#"{"a" 1,"b" "x","c" {"d" true}}"#, r#"{"a":1,"b":"x","c":{"d":true}}"#, LOSSLESS, "missing_colon missing_colon missing_colon missing_colon"),
    (r#"{"a"::1}"#, r#"{"a":1}"#, LOSSLESS, "extra_colon"),
    (r#"{"a"=1,"b"=>2}"#, r#"{"a":1,"b":2}"#, LOSSLESS, "colon colon"),
    (r#"{"a":1;"b":2}"#, r#"{"a":1,"b":2}"#, LOSSLESS, "comma"),
    // Full width
    (r#"{"a"：1，"b"："你好，世界：“好”"}"#, r#"{"a":1,"b":"你好，世界：“好”"}"#, LOSSLESS, "full_width full_width full_width"),
    (r#"｛"a"：［1，2、3］｝"#, r#"{"a":[1,2,3]}"#, LOSSLESS, "full_width full_width full_width full_width full_width full_width full_width"),
    (r#"{"x"：１２，"y"：０．９}"#, r#"{"x":12,"y":0.9}"#, LOSSLESS, "full_width literal full_width full_width literal"),
    ("{\u{3000}\"a\"\u{3000}：\u{a0}\"好\"\u{3000}}", r#"{"a":"好"}"#, LOSSLESS, "odd_space odd_space full_width odd_space odd_space"),
    (r#"["红"，"蓝"、"绿"]"#, r#"["红","蓝","绿"]"#, LOSSLESS, "full_width full_width"),
    // Comments
    ("// c\n{\"a\":1}", r#"{"a":1}"#, LOSSLESS, ""),
    (r#"{"a":1 /* c */}"#, r#"{"a":1}"#, LOSSLESS, "comment"),
    ("{\"a\":1, // c\n\"b\":2}", r#"{"a":1,"b":2}"#, LOSSLESS, "comment"),
    (r#"{/* c */"a":/* d */1,/* e */}"#, r#"{"a":1}"#, LOSSLESS, "comment comment comment trailing_comma"),
    ("{\"a\":1, # c \"x\"\n\"b\":\"# no\"}", r##"{"a":1,"b":"# no"}"##, LOSSLESS, "comment"),
    ("{\"a\":{ // \"b\": 2, \"c\": 3,\n\"d\":4}}", r#"{"a":{"d":4}}"#, LOSSLESS, "comment"),
    ("[1, /* \"b\", 2, */ 3]", "[1,3]", LOSSLESS, "comment"),
    ("{\"a\":\"x\" // c, \"d\": 1\n}", r#"{"a":"x"}"#, LOSSLESS, "comment"),
    (r#"{"a":"https://x.org // no", b:1}"#, r#"{"a":"https://x.org // no","b":1}"#, LOSSLESS, "unquoted_key"),
    (r#"["a"/* c */, "b"] "#, r#"["a","b"]"#, LOSSLESS, "comment"),
    // Literals and numbers
    (r#"{"a":True,"b":None,"c":False}"#, r#"{"a":true,"b":null,"c":false}"#, LOSSLESS, "literal literal literal"),
    (r#"{"a":TRUE,"b":NULL}"#, r#"{"a":true,"b":null}"#, LOSSLESS, "literal literal"),
    (r#"{"a":undefined,"b":NaN,"c":-Infinity}"#, r#"{"a":null,"b":null,"c":null}"#, LOSSLESS, "literal literal literal"),
    ("[+1,.5,5.,-.5]", "[1,0.5,5,-0.5]", LOSSLESS, "literal literal literal literal"),
    ("[0x1F, 1_000]", "[31,1000]", LOSSLESS, "literal literal"),
    (r#"{"a":007,"b":1.2.3,"c":10-20}"#, r#"{"a":"007","b":"1.2.3","c":"10-20"}"#, LOSSLESS, "missing_quotes missing_quotes missing_quotes"),
    (r#"{"price": 1,299.00}"#, r#"{"price":"1,299.00"}"#, LOSSLESS, "missing_quotes"),
    (r#"{"a":5 apples,"b":1}"#, r#"{"a":"5 apples","b":1}"#, LOSSLESS, "missing_quotes"),
    (r#"{"a":1 :: 2}"#, r#"{"a":"1 :: 2"}"#, LOSSLESS, "missing_quotes"),
    (r#"{"a":trueish}"#, r#"{"a":"trueish"}"#, LOSSLESS, "missing_quotes"),
    ("{color: #fff, n: 1}", r##"{"color":"#fff","n":1}"##, LOSSLESS, "unquoted_key missing_quotes unquoted_key"),
    // Brackets
    (r#"{"a":[1,2,"b":3}"#, r#"{"a":[1,2],"b":3}"#, LOSSLESS, "missing_bracket"),
    (r#"{"a":["x","y","b":"z"}"#, r#"{"a":["x","y"],"b":"z"}"#, LOSSLESS, "missing_bracket"),
    // It may as well be one object.
    (r#"[{"a":1,{"b":2}]"#, r#"[{"a":1},{"b":2}]"#, LOSSY, "missing_bracket wrong_bracket"),
    (r#"[{"a":1},{"b":2]"#, r#"[{"a":1},{"b":2}]"#, LOSSLESS, "missing_bracket"),
    (r#"{"a":{"b":[1,2}}"#, r#"{"a":{"b":[1,2]}}"#, LOSSLESS, "missing_bracket"),
    (r#"{"a":[1,2}}"#, r#"{"a":[1,2]}"#, LOSSLESS, "wrong_bracket"),
    (r#"{"a":[1,2},"b":3}"#, r#"{"a":[1,2],"b":3}"#, LOSSLESS, "wrong_bracket"),
    (r#"{"a":2]"#, r#"{"a":2}"#, LOSSLESS, "wrong_bracket"),
    (r#"{"a":{"b":1}}},"c":2}"#, r#"{"a":{"b":1},"c":2}"#, LOSSY, "extra_bracket extra_bracket wrong_bracket"),
    (r#"{"a":1}, "b":2}"#, r#"{"a":1,"b":2}"#, LOSSLESS, "extra_bracket"),
    // Lossy
    (r#"{"a":1"#, r#"{"a":1}"#, LOSSY, "cut_off"),
    (r#"{"a":[1,{"b":2}"#, r#"{"a":[1,{"b":2}]}"#, LOSSY, "cut_off"),
    ("[[1,2],[3", "[[1,2],[3]]", LOSSY, "cut_off"),
    (r#"{"a":"hel"#, r#"{"a":"hel"}"#, LOSSY, "cut_string cut_off"),
    (r#"{"a":"x\"#, r#"{"a":"x"}"#, LOSSY, "cut_string cut_off"),
    (r#"{"a":"x\u00"#, r#"{"a":"x"}"#, LOSSY, "cut_string cut_off"),
    (r#"{"a":tru"#, r#"{"a":true}"#, LOSSY, "cut_literal cut_off"),
    (r#"{"a":nul"#, r#"{"a":null}"#, LOSSY, "cut_literal cut_off"),
    ("[1,2.", "[1,2]", LOSSY, "literal cut_off"),
    (r#"{"a":1,"b":"#, r#"{"a":1}"#, LOSSY, "dangling_key cut_off"),
    (r#"{"a":1,"b"#, r#"{"a":1}"#, LOSSY, "dangling_key cut_off"),
    (r#"{"a":1,"#, r#"{"a":1}"#, LOSSY, "cut_off"),
    (r#"{"a":,"b":2}"#, r#"{"a":null,"b":2}"#, LOSSY, "missing_value"),
    (r#"{"a":1,"b"}"#, r#"{"a":1}"#, LOSSY, "dangling_key"),
    (r#"{"a":1,junk}"#, r#"{"a":1}"#, LOSSY, "dangling_key"),
    (r#"["红","蓝",...]"#, r#"["红","蓝"]"#, LOSSY, "ellipsis"),
    (r#"{"a":1,...}"#, r#"{"a":1}"#, LOSSY, "ellipsis"),
    ("```json\n{\"a\":[1,2\n```\n", r#"{"a":[1,2]}"#, LOSSY, "cut_off"),
    (r#"{"a": /* never"#, "{}", LOSSY, "comment dangling_key cut_off"),
    ("{", "{}", LOSSY, "cut_off"),
    (r#"{"plan":{"a":1},"b":"cut"#, r#"{"plan":{"a":1},"b":"cut"}"#, LOSSY, "cut_string cut_off"),
    (r#"use {"a": and then {"b":1}"#, r#"{"a":"and then {\"b\":1"}"#, LOSSY, "missing_quotes"),
];

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn guide_vectors() -> Vec<Value> {
    value(include_str!("../../../tests/vectors/guide.json"))["parse"].as_array().unwrap().clone()
}

#[test]
fn the_guides_parse_vectors_hold() {
    for case in guide_vectors() {
        let reading = read(case["raw"].as_str().unwrap(), &Schema::any());
        assert_eq!(reading.usable(), case.get("ok").is_some(), "{case}: {reading:?}");
        match case.get("ok") {
            Some(value) => assert_eq!(reading.value.as_ref(), Some(value), "{case}"),
            None => assert_eq!(reading.fault.map(Fault::code), case["bad"].as_str(), "{case}"),
        }
    }
}

#[test]
fn the_table_of_repairs_holds() {
    assert!(REPAIRS.len() >= 120);
    for &(text, wanted, lossless, kinds) in REPAIRS {
        let repaired = repair(text);
        let kinds_of = repaired.repairs.iter().map(|repair| repair.kind.as_str());
        // Text around a value has a test of its own.
        let found: Vec<&str> = kinds_of.filter(|kind| *kind != "prose").collect();
        assert_eq!(repaired.value, Some(value(wanted)), "{text}");
        assert_eq!(repaired.lossless, lossless, "{text}: {found:?}");
        assert_eq!(found.join(" "), kinds, "{text}");
    }
}

#[test]
fn repairs_say_where() {
    let text = "好：{'a': 1, /* 注 */ \"b\": tru";
    for repair in repair(text).repairs {
        let place = text.get(repair.offset..repair.offset + repair.length).unwrap();
        match repair.kind.as_str() {
            "quotes" => assert_eq!(place, "'"),
            "comment" => assert_eq!(place, "/* 注 */"),
            "cut_literal" => assert_eq!((place, repair.lossless), ("tru", false)),
            "prose" => assert_eq!(place, "好："),
            "cut_off" => assert_eq!((repair.offset, repair.lossless), (text.len(), false)),
            kind => panic!("unexpected {kind}"),
        }
    }
}

#[test]
fn repairing_a_repaired_text_changes_nothing() {
    for &(_, wanted, ..) in REPAIRS {
        let again = repair(&value(wanted).to_string());
        assert_eq!((again.value, again.repairs), (Some(value(wanted)), vec![]), "{wanted}");
    }
}

/// Strings that look like syntax.
const HARD_STRINGS: &[&str] = &[
    r#"said \"ok\""#,
    "it's",
    r"C:\Users\new",
    " lead and trail ",
    "ends\n",
    "\"quoted\"",
    "{\"k\": 1}",
    "[1,2]",
    "}",
    "]",
    "\",",
    "\": ",
    ", \"b\": ",
    "// no",
    "/* no */",
    "# no",
    "```js\nx\n```",
    r"\u4f60",
    "NaN",
    "true",
    "null",
    "1,299",
    "",
    " ",
    "，",
    "“好”，“坏”：两者",
    "”, ",
    "‘x’}",
    "用“{名字}”}",
    "</think>",
    "<think>",
    "&quot;",
    "&amp;",
    "\\",
    "\\\\",
    "\t",
    "\u{0}x",
    "😀",
    "\u{feff}",
    "...",
    "x, y: z",
    "a: b, c: d",
    "`x`",
    "'''",
    "\"\"\"",
    "「x」",
    "x”}",
    "=> 1",
    "+ \"y\"",
    "\"]",
];

#[test]
fn mending_one_place_harms_no_string_beside_it() {
    for text in HARD_STRINGS {
        let member = json!({ "a": text, "b": [text, "x", text], text.to_owned(): { "c": text } });
        let written = member.to_string();
        let broken = format!("{},}}", written.strip_suffix('}').unwrap());
        let repaired = repair(&broken);
        assert_eq!((repaired.value.as_ref(), repaired.lossless), (Some(&member), true), "{broken}");
        let kinds: Vec<&str> = repaired.repairs.iter().map(|repair| repair.kind.as_str()).collect();
        assert_eq!(kinds, ["trailing_comma"], "{broken}");
    }
}

#[test]
fn the_candidate_that_fits_the_contract_is_taken() {
    let contract =
        Schema::object().field("action", Schema::one_of(&["wait", "confirm"])).optional("n", Schema::integer());
    let cases = [
        (r#"Form: {"action":"<action>"}. Answer: {"action":"confirm"}"#, json!({ "action": "confirm" })),
        (r#"Form: {action: string, n: number}. {"action":"confirm"}"#, json!({ "action": "confirm" })),
        (r#"{"action":"CONFIRM","n":"1"} or rather {"action":"wait","n":1}"#, json!({ "action": "wait", "n": 1 })),
        (r#"{"action":"confirm"} {"action":"wait"}"#, json!({ "action": "confirm" })),
        (r#"{"action":"wait"} ```{"action":"confirm"}```"#, json!({ "action": "confirm" })),
        (r#"{"action":"wait"}? no.</think> {"action":"confirm"}"#, json!({ "action": "confirm" })),
        (r#"[{"action":"confirm"}]"#, json!({ "action": "confirm" })),
        (r#"Here: [{"action":"confirm"}] ok"#, json!({ "action": "confirm" })),
        (r#"the set {1,2} {"x": } and {"action":"confirm"}"#, json!({ "action": "confirm" })),
    ];
    for (text, wanted) in cases {
        let reading = read(text, &contract);
        assert!(reading.usable(), "{text}: {reading:?}");
        assert_eq!(reading.value, Some(wanted), "{text}");
    }
}

#[test]
fn a_part_of_a_cut_reply_is_not_an_answer() {
    let contract = Schema::object().field("action", Schema::one_of(&["wait"]));
    let reading = read(r#"{"plan":{"action":"wait"},"action":"wait","text":"and so o"#, &contract);
    assert!(!reading.usable() && !reading.lossless);
    assert_eq!(reading.fault, Some(Fault::NoJsonObject));
    assert_eq!(reading.value.unwrap()["action"], "wait");
}

#[test]
fn what_is_left_out_is_told() {
    let text = r#"{"a": 1, oops here, "b": 2}"#;
    let reading = read(text, &Schema::any());
    let ignored: Vec<&str> = reading.ignored.iter().map(|&(from, to)| &text[from..to]).collect();
    assert_eq!(reading.value, Some(json!({ "a": 1, "b": 2 })));
    assert_eq!(ignored, ["oops here"]);
    assert!(!reading.usable());
}

#[test]
fn faults_have_codes() {
    let deep = "[".repeat(MAX_DEPTH + 1);
    let long = " ".repeat(MAX_LENGTH + 1);
    let cases = [
        ("", "empty"),
        ("<think>nothing</think> ", "empty"),
        ("no object here", "no_json_object"),
        ("{braces} only", "no_json_object"),
        (r#"{"a":"cut"#, "no_json_object"),
        (r#""text""#, "not_object"),
        ("[1,2]", "not_object"),
        ("```json\n[1,2]\n```", "not_object"),
        (&format!(r#"{{"a":{deep}"#), "too_deep"),
        (&long, "too_long"),
    ];
    for (text, code) in cases {
        let reading = read(text, &Schema::any());
        assert_eq!(reading.fault.map(Fault::code), Some(code), "{}", text.get(..40).unwrap_or(text));
        assert!(!reading.usable());
    }
}

#[test]
fn a_list_that_is_too_deep_is_no_list() {
    let item = Schema::object().field("a", Schema::any()).field("b", Schema::any());
    let deep = "[".repeat(MAX_DEPTH + 1);
    for text in [deep.clone(), format!(r#"[{{"a":{deep}"#), format!("[{{\"a\":{deep}{}", "]".repeat(MAX_DEPTH + 1))] {
        for schema in [Schema::list(item.clone()), Schema::list(Schema::any()), Schema::list(Schema::string())] {
            let reading = read(&text, &schema);
            assert_eq!((reading.fault, reading.value), (Some(Fault::TooDeep), None));
        }
    }
}

#[test]
fn deep_json_is_read_up_to_the_limit() {
    let depth = MAX_DEPTH - 1;
    let text = format!(r#"{{"a":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
    assert!(read(&text, &Schema::any()).usable());
}

#[test]
fn plain_text_is_the_field_the_contract_names() {
    let contract = Schema::object()
        .field("reply", Schema::string())
        .field("action", Schema::one_of(&["ask", "end"]).or_else(json!("ask"), "action_defaulted"))
        .or_text("reply");
    let reading = read("<think>hm</think> 好的，请问？", &contract);
    assert!(reading.usable(), "{reading:?}");
    assert_eq!(reading.value, Some(json!({ "reply": "好的，请问？", "action": "ask" })));
    assert_eq!(reading.notices, ["action_defaulted"]);
    assert_eq!(reading.coercions[0].kind, "plain_text");
    assert!(!read(r#"{"reply":"cut"#, &contract).usable());
    assert_eq!(read("42", &contract).fault, Some(Fault::NotObject));
}

#[test]
fn what_reads_as_it_was_written_is_no_coercion() {
    let words = "好的，周三下午没有课。";
    let reading = read(words, &Schema::string());
    assert_eq!((reading.value, reading.coercions.len()), (Some(json!(words)), 0));
    let contract = Schema::object().field("reply", Schema::string()).or_text("reply");
    let reading = read(words, &contract);
    assert_eq!(reading.coercions.len(), 1, "words became an object");
    for reading in [reading, read(r#"{"reply": 5}"#, &contract), read("[1]", &Schema::string())] {
        assert!(reading.coercions.iter().all(|coercion| coercion.from != coercion.to), "{reading:?}");
    }
}

#[test]
fn a_number_or_boolean_alone_is_the_only_field_if_it_fits() {
    let amount = Schema::object().field("amount", Schema::number().max(100));
    let reading = read(" 42.50\n", &amount);
    assert!(reading.usable(), "{reading:?}");
    assert_eq!(
        (reading.value, reading.coercions[0].to.clone()),
        (Some(json!({ "amount": 42.5 })), json!({ "amount": 42.5 }))
    );
    for reply in ["420", "\"42\"", "null", "42 or 43"] {
        assert!(!read(reply, &amount).usable(), "{reply}");
    }
    assert!(!read("42", &amount.clone().optional("unit", Schema::string())).usable());
    assert_eq!(read("true", &Schema::object().field("ok", Schema::boolean())).value, Some(json!({ "ok": true })));
}

#[test]
fn json_in_a_string_is_read_where_an_object_is_wanted_and_only_there() {
    let contract = Schema::object()
        .field("text", Schema::string())
        .field("args", Schema::object().field("x", Schema::integer()).field("to", Schema::list(Schema::string())));
    let args = json!({ "x": 1, "to": ["a", "b"] });
    let texts = [r#"{"x":1,"to":["a","b"]}"#, "{'x': '1', to: \"['a', 'b',]\"}", r#""{\"x\":1,\"to\":[\"a\",\"b\"]}""#];
    for text in texts {
        let reply = json!({ "text": text, "args": text }).to_string();
        let reading = read(&reply, &contract);
        assert!(reading.usable(), "{reading:?}");
        assert_eq!(reading.value, Some(json!({ "text": text, "args": args })));
        assert_eq!((reading.coercions[0].kind.as_str(), reading.coercions[0].path.as_str()), ("json_text", "/args"));
    }
    assert!(!read(&json!({ "text": "", "args": "{\"x\": 1, \"to\": [" }).to_string(), &contract).usable());
}

#[test]
fn a_complaint_shows_what_was_found_and_names_twenty_problems() {
    let mut contract =
        Schema::object().field("action", Schema::one_of(&["wait", "end"])).field("text", Schema::string());
    for index in 0..22 {
        contract = contract.field(&format!("n{index}"), Schema::integer());
    }
    let long = format!("say \"yes\"\n{}", "x".repeat(60));
    let reply = json!({ "action": "perhaps", "text": [1], "n0": long, "n1": true, "n2": {}, "n3": 0.5 });
    let reading = read(&reply.to_string(), &contract);
    let en = complain(&reading, Lang::En);
    assert!(
        en.starts_with(
            "Your reply does not have the required form:\n\
         - /action: found string \"perhaps\", must be \"wait\" | \"end\"\n\
         - /text: found array, must be string\n\
         - /n0: found string \"say \\\"yes\\\"\\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\", must be integer\n\
         - /n1: found boolean true, must be integer\n\
         - /n2: found object, must be integer\n\
         - /n3: found number 0.5, must be integer\n\
         - /n4: missing, must be integer\n"
        ),
        "{en}"
    );
    assert!(en.ends_with("- and 4 more\nCorrect this and send the whole JSON object again."), "{en}");
    let zh = complain(&reading, Lang::Zh);
    assert!(zh.starts_with(
        "你的回复不符合要求的格式：\n- /action：收到字符串 \"perhaps\"，应为 \"wait\" | \"end\"\n- /text：收到数组，应为字符串\n"
    ), "{zh}");
    assert!(zh.contains("另有 4 处问题"), "{zh}");
}

#[test]
fn every_reply_that_cannot_be_used_is_complained_about_in_both_languages() {
    let contract = Schema::object().field("a", Schema::integer());
    let deep = format!(r#"{{"a":{}"#, "[".repeat(MAX_DEPTH + 1));
    for text in ["", "no", "[]", r#"{"a":1"#, r#"{"b":1}"#, &deep, &" ".repeat(MAX_LENGTH + 1)] {
        let reading = read(text, &contract);
        let (zh, en) = (complain(&reading, Lang::Zh), complain(&reading, Lang::En));
        assert!(zh.contains("JSON") || zh.contains("回复"), "{zh}");
        assert!(en.is_ascii() && en.len() > 20 && en != zh, "{en}");
    }
    assert!(complain(&read(r#"{"a":1"#, &contract), Lang::En).contains("cut off"));
    assert_eq!(complain(&read(r#"{"a":1}"#, &contract), Lang::En), "");
    let problem = Problem::at("", Found::Type(Type::Object), "a free slot".to_owned());
    assert!(complain_about(&[problem], Lang::En).contains("(the whole reply): found object, must be a free slot"));
}

/// Whether `new` can follow `old` while the text grows: values may only be extended.
fn grows(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::String(old), Value::String(new)) => new.starts_with(old.as_str()),
        (Value::Array(old), Value::Array(new)) => {
            old.len() <= new.len() && old.iter().zip(new).all(|(o, n)| grows(o, n))
        }
        (Value::Object(old), Value::Object(new)) => {
            old.iter().all(|(key, old)| new.get(key).is_some_and(|new| grows(old, new)))
        }
        (old, new) => old == new,
    }
}

fn apply(value: &mut Value, patch: &Patch) {
    let slot = match patch.path.rsplit_once('/') {
        None => value,
        Some((outer, step)) => match value.pointer_mut(outer).unwrap() {
            Value::Object(object) => object.entry(step.replace("~1", "/").replace("~0", "~")).or_insert(Value::Null),
            Value::Array(items) => {
                let index: usize = step.parse().unwrap();
                if index == items.len() {
                    items.push(Value::Null);
                }
                &mut items[index]
            }
            other => panic!("{other} has no members"),
        },
    };
    if let Some(set) = &patch.set {
        *slot = set.clone();
    }
    if let (Some(more), Value::String(text)) = (&patch.append, slot) {
        text.push_str(more);
    }
}

/// The value that a stream ends with: the repaired one; none for a text without objects and arrays.
fn one_answer(text: &str) -> Option<Value> {
    let mut incoming = Incoming::new(text.len());
    incoming.push(text);
    let answer = incoming.answer()?.value(text);
    assert_eq!(answer, repair(text).value, "{text:?}");
    answer
}

/// Streams `text` in chunks of the given sizes (in characters, repeated) and checks the laws. Returns whether the end
/// set the root.
fn stream(text: &str, sizes: &[usize]) -> bool {
    let mut stream = ReplyStream::new();
    let mut mirror = Value::Null;
    let mut chars = text.chars().peekable();
    for size in sizes.iter().cycle() {
        if chars.peek().is_none() {
            break;
        }
        let chunk: String = chars.by_ref().take(*size).collect();
        let before = stream.value().clone();
        for patch in stream.push(&chunk) {
            apply(&mut mirror, &patch);
        }
        assert_eq!(&mirror, stream.value(), "{text:?}: the patches are not the value");
        assert!(before.is_null() || grows(&before, stream.value()), "{text:?}: {before} became {}", stream.value());
    }
    let begun = !stream.value().is_null();
    let patches = stream.end();
    for patch in &patches {
        apply(&mut mirror, patch);
    }
    assert_eq!(&mirror, stream.value(), "{text:?}");
    let repaired = one_answer(text);
    assert_eq!(Some(stream.value()), repaired.as_ref().or(Some(&Value::Null)), "{text:?}");
    begun && patches.iter().any(|patch| patch.path.is_empty() && patch.set.is_some())
}

fn texts() -> Vec<String> {
    let table = REPAIRS.iter().map(|(text, ..)| (*text).to_owned());
    table.chain(guide_vectors().iter().map(|case| case["raw"].as_str().unwrap().to_owned())).collect()
}

#[test]
fn a_stream_follows_the_first_value_and_ends_in_the_repaired_one() {
    let replaced: Vec<String> = texts().into_iter().filter(|text| stream(text, &[1])).collect();
    let wanted = [
        r#"like {"a":0}:
```json
{"a":1}
```"#,
        r#"maybe {"x":0}? no.</think>{"a":1}"#,
        r#"{"a":1}{"b":2}"#,
        r#""\"{\\\"a\\\":1}\"""#,
        r#""{'a': 1}""#,
        // The stream reads an object where the whole text shows a string with raw quotes.
        r#"{"args": "{"item":"x","n":2}", "b": 1}"#,
        // A case of the guide.
        r#"{"a":1}{"b":2}"#,
    ];
    assert_eq!(replaced, wanted, "texts whose answer is another value than the first");
}

#[test]
fn a_stream_costs_what_its_text_costs_and_tells_text_as_it_comes() {
    let mut stream = ReplyStream::new();
    assert_eq!(stream.push(r#"Ok: {"a":"he"#).len(), 2);
    let patch = serde_json::to_value(stream.push("llo")).unwrap();
    assert_eq!(patch, json!([{ "path": "/a", "append": "llo" }]));
    let patch = serde_json::to_value(stream.push("\", \"b\": [1")).unwrap();
    assert_eq!(patch, json!([{ "path": "/a", "complete": true }, { "path": "/b", "set": [] }]));
    let patch = serde_json::to_value(stream.push(", 2]}")).unwrap();
    assert_eq!(
        patch,
        json!([{ "path": "/b/0", "set": 1, "complete": true }, { "path": "/b/1", "set": 2, "complete": true },
            { "path": "/b", "complete": true }])
    );
    assert_eq!(serde_json::to_value(stream.end()).unwrap(), json!([{ "path": "", "complete": true }]));
}

#[test]
fn a_stream_that_grows_too_long_stops() {
    let mut stream = ReplyStream::new();
    stream.push(r#"{"a":1"#);
    let before = stream.value().clone();
    assert!(stream.push(&" ".repeat(MAX_LENGTH)).is_empty());
    assert!(stream.push(r#","b":2}"#).is_empty() && stream.end().is_empty());
    assert_eq!(stream.value(), &before);
}

#[test]
fn the_work_grows_with_the_text_and_not_faster() {
    let shapes: [fn(usize) -> String; 12] = [
        |n| "[".repeat(n),
        |n| "{".repeat(n),
        |n| "{\"a\":".repeat(n),
        |n| format!("{{\"a\":\"{}", "x\"y ".repeat(n)),
        |n| format!("{{\"a\":\"{}", "x\", \"y ".repeat(n)),
        |n| format!("{{\"a\":{}", "x, ".repeat(n)),
        |n| format!("{{a:{}", " /".repeat(n)),
        |n| "<think>{".repeat(n),
        |n| "``` [".repeat(n),
        |n| format!("[{}", "\"a\" ".repeat(n)),
        |n| format!("{{{}", ",".repeat(n)),
        |n| format!("{{\"a\": 1 {}", "/*".repeat(n)),
    ];
    for shape in shapes {
        let (small, large) = (repair(&shape(2_000)).steps, repair(&shape(4_000)).steps);
        assert!(large <= 4_000 * 8 * 400, "{large} steps for {}", &shape(3));
        assert!(large * 10 <= small * 22 + 100_000, "{small} to {large} steps for {}", &shape(3));
    }
}

/// Any JSON value, with strings that look like syntax.
fn any_json() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        ".*",
        "[\"\\\\{}\\[\\]:,/' \n“”，：]{0,12}",
        proptest::sample::select(HARD_STRINGS).prop_map(str::to_owned)
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((text.clone(), inner), 0..6).prop_map(|members| Value::from(Map::from_iter(members))),
        ]
    })
}

proptest! {
    #[test]
    fn well_formed_json_comes_out_as_serde_json_reads_it(value in any_json(), pretty: bool) {
        let text = if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() };
        let wanted: Value = serde_json::from_str(&text).unwrap();
        let repaired = repair(&text);
        if value.is_object() || value.is_array() {
            prop_assert_eq!(repaired.value, Some(wanted.clone()));
            prop_assert!(repaired.repairs.is_empty() && repaired.lossless);
        }
        if value.is_object() {
            prop_assert_eq!(read(&text, &Schema::any()).value, Some(wanted));
        }
    }

    /// The repairing grammar agrees with serde_json on well-formed JSON. One trailing comma keeps the text from the
    /// strict reader.
    #[test]
    fn the_grammar_reads_well_formed_json_as_serde_json_does(value in any_json(), sizes in prop::collection::vec(1usize..9, 1..6)) {
        let root = json!({ "a": value, "z": 1 });
        let wanted: Value = serde_json::from_str(&root.to_string()).unwrap();
        let text = format!("{},}}", root.to_string().strip_suffix('}').unwrap());
        let repaired = repair(&text);
        prop_assert_eq!(repaired.value, Some(wanted));
        prop_assert_eq!(repaired.repairs.len(), 1);
        prop_assert!(!stream(&text, &sizes));
    }

    #[test]
    fn any_cut_of_any_text_streams_to_the_same_value(text in proptest::sample::select(texts()), sizes in prop::collection::vec(1usize..12, 1..8)) {
        stream(&text, &sizes);
    }

    /// On damaged JSON of every kind nothing panics, both readers agree, and the work is bounded.
    #[test]
    fn no_text_is_too_broken(value in any_json(), cuts in prop::collection::vec((any::<prop::sample::Index>(), 0usize..4, "[\"'{}\\[\\]:,\\\\/ \na“，<`+]{0,3}"), 0..6), sizes in prop::collection::vec(1usize..9, 1..6)) {
        let mut chars: Vec<char> = json!({ "a": value }).to_string().chars().collect();
        for (index, removed, added) in cuts {
            let at = index.index(chars.len() + 1);
            let end = (at + removed).min(chars.len());
            chars.splice(at..end, added.chars());
        }
        let text: String = chars.into_iter().collect();
        prop_assert!(repair(&text).steps <= 2_000 * (text.len() + 10));
        read(&text, &Schema::object().field("a", Schema::string()));
        let mut stream = ReplyStream::new();
        let mut mirror = Value::Null;
        let mut rest = text.chars().peekable();
        for size in sizes.iter().cycle() {
            if rest.peek().is_none() {
                break;
            }
            for patch in stream.push(&rest.by_ref().take(*size).collect::<String>()) {
                apply(&mut mirror, &patch);
            }
        }
        for patch in stream.end() {
            apply(&mut mirror, &patch);
        }
        prop_assert_eq!(&mirror, stream.value());
        prop_assert_eq!(stream.value(), &one_answer(&text).unwrap_or_default());
    }
}
