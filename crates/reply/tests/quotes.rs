//! Raw quotes inside of strings: texts made of pieces of code and prose, in contexts, in documents.
//!
//! Each text would be JSON if the quotes of the piece were escaped. A reading is right if it gives the piece back. A wrong reading that
//! is called lossless is the worst. `STEPGATE_QUOTES=1` prints them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_reply::schema::Schema;
use stepgate_reply::{read_finished, repair};

/// Lines of code, markup and prose in English.
#[rustfmt::skip]
const CODE: &[&str] = &[
    r#"return "y";"#, r#"return "y"; }"#, r#"f("a");"#, r#"f("a"); g("b");"#, r#"x = "a"; y = "b";"#, r#"if (s == "a") return;"#,
    r#"{ "k": "v" }"#, r#"{ k: "v" }"#, r#"["a", "b"]"#, r#""a"; "b""#, r#"say "hi"."#, r#"say "hi", then "bye""#, r#""hi" he said"#,
    r#"he said "hi""#, r#"the "a": first"#, r#"a="1" b="2""#, r#"end="""#, r#"x = """#, r#"x = "" + y"#, r#""""Doc.""""#,
    r#""""Doc.""" x"#, r#"puts "a" if b"#, r#"case "a": return 1;"#, r#"case "a": f(); break;"#, r#"default: g("z"); }"#, r#"{"a"}"#,
    r#"("a")"#, r#"("a", "b")"#, r#"it's "a""#, r#"`"a"`"#, r#"\"a\" and "b""#, r#""a" / "b""#, r#""a"?"#, r#""a"!"#, r#""a" - b"#,
    r#"5" x 7""#, r#"6'2""#, r#"url("a.png");"#, r#"content: "→";"#, r#"@media "x" { }"#, r##"#{"a"}"##, r#"${"a"}"#, r#"print("a")"#,
    r#"print("a");"#, r#"echo "a""#, r#"echo "a";"#, r#"fi; "a""#, r#"x["a"]"#, r#"x["a"] = 1;"#, r#"x["a"]["b"]"#, r#"{"a": 1}"#,
    r#"{"a": 1};"#, r#"[{"a": 1}]"#, r#"<a b="c">"#, r#"<a b="c"/>"#, r#"<a b="c" d="e">t</a>"#,
];

/// Other languages, JSON in strings, queries, doc comments, and Chinese.
#[rustfmt::skip]
const MORE: &[&str] = &[
    r#"fmt.Println("a", "b")"#, r#"log.Printf("%s: %d", "k", 1)"#, r#"let s = String::from("a");"#, r#"println!("{}", "a");"#,
    r#"System.out.println("a" + "b");"#, r#"std::cout << "a" << "b";"#, r##"#include "a.h""##, r#"char *s = "a";"#, r#"s.split(", ")"#,
    r#"s.join(",")"#, r#"a = {"k": "v", "l": "w"}"#, r#"{"k": ["a", "b"], "l": {"m": "n"}}"#, r#"[{"k": "v"}, {"k": "w"}]"#,
    r#"SELECT "name" FROM "t" WHERE "id" = 1;"#, r#"INSERT INTO t VALUES ("a", "b");"#, r#"grep -r "a" . | sed "s/a/b/""#,
    r#"if [ "$a" = "b" ]; then echo "c"; fi"#, r#"export A="b""#, r#"curl -H "A: b" -d "{}""#, r#"<div class="a b" id="c">x</div>"#,
    r#"<img src="a.png" alt="b">"#, r#"<input value="" />"#, r#"def f(): """Says "hi".""""#, r#""""First line."""  # "x""#,
    r#"key: "value", other: "x""#, r#"- name: "a""#, r#"x = a ? "b" : "c";"#, r#"m["a"] = "b", m["c"] = "d""#,
    r#"他说“好”，又说"再见"。"#, r#"他说"你好",然后走了"#, r#""你好",他说"#, r#"点击"确定"或"取消""#, r#"称为"甲"、"乙"和"丙""#, r#"关键词:"甲""#,
    r#"type A = "b" | "c";"#, r#"import x from "y";"#, r#"require("x")("y")"#, r#"assert x == "a", "b""#, r#"raise E("a") from e"#,
    r#"a[href="b"] { color: red }"#, r#"@app.route("/a", methods=["GET"])"#, r#"f"{x["a"]}""#, r#"the 3.5" disk and the 5.25" one"#,
    r#"call it "a", "b" or "c"; not "d"."#, r#"("a") and ["b"]"#, r#"say "}" or "]""#, r#"a "," b"#, r#"x: "" y: """#, r#"print("")"#,
    r#"switch (x) { case "a": return "b"; default: return "c"; }"#, r#"data = [("a", 1), ("b", 2)]"#, r#"echo "a" > "b.txt" && cat "b.txt""#,
    r#"He asked: "Why?" She said: "Because.""#, r#""A," he said, "and B.""#, r#"the so-called "end""#, r#"["a"]"#, r#"{"a":"b"}"#,
];

/// Contexts of a piece.
const CONTEXTS: [fn(&str) -> String; 7] = [
    |piece| format!("pre {piece} post"),
    |piece| format!("pre {piece}"),
    |piece| format!("{piece} post"),
    str::to_owned,
    |piece| format!("f() {{ {piece}"),
    |piece| format!("{piece} }}"),
    |piece| format!("f() {{ {piece} }}"),
];

/// Contexts of more than one line.
const LINES: [fn(&str) -> String; 4] = [
    |piece| format!("{piece}\\n{piece}"),
    |piece| format!("a\\n  {piece}\\nb"),
    |piece| format!("f(x) {{\\n  {piece}\\n}}\\n"),
    |piece| format!("{piece}, {piece}"),
];

/// Documents around a text; `@` stands for it.
const DOCUMENTS: [&str; 5] = [
    r#"{"a":"@","b":1}"#,
    r#"{"b":1,"a":"@"}"#,
    r#"{"a":"@"}"#,
    r#"{"a":["@","z"]}"#,
    r#"{"say":"","tool":{"name":"w","args":{"a":"@","b":1}}}"#,
];

/// Documents with more strings around the text, over several lines, with prose and fences.
const LARGER: [&str; 8] = [
    r#"{"a":"@","b":"x","c":"y"}"#,
    r#"{"a":["x","@"],"b":["y","z"]}"#,
    r#"{"a":["@","@","z"]}"#,
    r#"[{"a":"@","b":"x"},{"a":"@","b":"y"}]"#,
    "{\n  \"a\": \"@\",\n  \"b\": \"x\"\n}",
    "Here:\n```json\n{\"b\": \"x\", \"a\": \"@\"}\n```\nDone.",
    r#"{"tool":{"name":"w","args":{"a":"@"}},"say":"I said it."}"#,
    "{\"a\":\"@\",\n \"b\":[1,2,],\n}",
];

/// Documents with one other damage, and without it.
#[rustfmt::skip]
const DAMAGED: &[(&str, &str)] = &[
    // A missing comma.
    (r#"{"a":"@" "b":1}"#, r#"{"a":"@","b":1}"#), (r#"{"a":"@" "b":"x"}"#, r#"{"a":"@","b":"x"}"#),
    (r#"{"b":1 "a":"@"}"#, r#"{"b":1,"a":"@"}"#), (r#"{"b":"x" "a":"@"}"#, r#"{"b":"x","a":"@"}"#),
    ("{\n \"a\": \"@\"\n \"b\": \"x\"\n}", r#"{"a":"@","b":"x"}"#), (r#"{"a":["@" "z"]}"#, r#"{"a":["@","z"]}"#),
    (r#"{"a":["z" "@"],"b":1}"#, r#"{"a":["z","@"],"b":1}"#), (r#"[{"a":"@"} {"a":"x"}]"#, r#"[{"a":"@"},{"a":"x"}]"#),
    // A comma too many.
    (r#"{"a":"@",}"#, r#"{"a":"@"}"#), (r#"{"a":["@",],"b":"x"}"#, r#"{"a":["@"],"b":"x"}"#),
    (r#"{"b":["x","y",],"a":"@"}"#, r#"{"b":["x","y"],"a":"@"}"#), (r#"{"a":"@",,"b":"x"}"#, r#"{"a":"@","b":"x"}"#),
    (r#"{"b":"x",,"a":"@"}"#, r#"{"b":"x","a":"@"}"#),
    // Single quotes elsewhere.
    (r#"{"a":"@",'b':'x'}"#, r#"{"a":"@","b":"x"}"#), (r#"{'b':'x',"a":"@"}"#, r#"{"b":"x","a":"@"}"#),
    (r#"{'a':"@","b":1}"#, r#"{"a":"@","b":1}"#), (r#"{"a":["@",'z']}"#, r#"{"a":["@","z"]}"#),
    // No quotes elsewhere.
    (r#"{a:"@",b:1}"#, r#"{"a":"@","b":1}"#), (r#"{"a":"@",b:"x"}"#, r#"{"a":"@","b":"x"}"#),
    (r#"{b:"x","a":"@"}"#, r#"{"b":"x","a":"@"}"#), (r#"{"a":"@","b":yes}"#, r#"{"a":"@","b":"yes"}"#),
    (r#"{"b":yes,"a":"@"}"#, r#"{"b":"yes","a":"@"}"#), (r#"{"a":["@",z]}"#, r#"{"a":["@","z"]}"#),
    // A quote missing elsewhere.
    (r#"{"a":"@","b:1}"#, r#"{"a":"@","b":1}"#), (r#"{"a":"@","b":"x}"#, r#"{"a":"@","b":"x"}"#),
    (r#"{"b":"x,"a":"@"}"#, r#"{"b":"x","a":"@"}"#), (r#"{"b":x","a":"@"}"#, r#"{"b":"x","a":"@"}"#),
    // Other marks, comments and literals.
    (r#"{"a"："@","b":1}"#, r#"{"a":"@","b":1}"#), (r#"{"a":"@"，"b":1}"#, r#"{"a":"@","b":1}"#),
    (r#"{"a"="@","b":1}"#, r#"{"a":"@","b":1}"#), (r#"{"a" "@","b":1}"#, r#"{"a":"@","b":1}"#), (r#"{"a":"@";"b":1}"#, r#"{"a":"@","b":1}"#),
    (r#"{"a":"@", /* c */ "b":1}"#, r#"{"a":"@","b":1}"#), ("{\"a\":\"@\", // c\n\"b\":\"x\"}", r#"{"a":"@","b":"x"}"#),
    ("{// c\n\"b\":\"x\",\"a\":\"@\"}", r#"{"b":"x","a":"@"}"#), (r#"{"a":"@","b":True,"c":"x"}"#, r#"{"a":"@","b":true,"c":"x"}"#),
    // Brackets.
    (r#"{"a":"@","b":1"#, r#"{"a":"@","b":1}"#), (r#"{"a":["@","z""#, r#"{"a":["@","z"]}"#), (r#"{"a":"@","b":1}}"#, r#"{"a":"@","b":1}"#),
    (r#"{"a":["@","z"},"b":1}"#, r#"{"a":["@","z"],"b":1}"#), (r#"{"a":["@","z","b":1}"#, r#"{"a":["@","z"],"b":1}"#),
];

#[derive(Debug, Default)]
struct Count {
    right: usize,
    /// Right readings that are called lossless.
    certain: usize,
    doubted: usize,
    wrong: usize,
}

impl Count {
    fn total(&self) -> usize {
        self.right + self.doubted + self.wrong
    }

    fn share(&self, part: usize) -> f64 {
        100.0 * part as f64 / self.total() as f64
    }

    fn add(&mut self, document: &str, piece: &str) {
        let text = document.replace('@', piece);
        if serde_json::from_str::<Value>(&text).is_ok() {
            return;
        }
        let plain = document.replace(",]", "]").replace(",\n}", "}");
        self.judge(&text, &plain[plain.find(['{', '[']).unwrap()..=plain.rfind(['}', ']']).unwrap()], piece);
    }

    /// Reads a text, which is `whole` around a piece but for its damage.
    fn judge(&mut self, text: &str, whole: &str, piece: &str) {
        let plain = whole.replace('@', &piece.replace("\\\"", "\"").replace('"', "\\\""));
        let wanted: Value = serde_json::from_str(&plain).unwrap_or_else(|error| panic!("{plain}: {error}"));
        let read = repair(text);
        match (read.value == Some(wanted), read.lossless && read.error.is_none()) {
            (true, lossless) => {
                self.right += 1;
                self.certain += usize::from(lossless);
                if !lossless && std::env::var("STEPGATE_QUOTES").is_ok_and(|kind| kind == "doubt") {
                    println!("DOUBT {text}");
                }
            }
            (false, false) => {
                self.doubted += 1;
                if std::env::var("STEPGATE_QUOTES").is_ok() {
                    println!("doubted {text}\n      {}", read.value.unwrap_or_default());
                }
            }
            (false, true) => {
                self.wrong += 1;
                if std::env::var("STEPGATE_QUOTES").is_ok() {
                    let kinds: Vec<&str> = read.repairs.iter().map(|repair| repair.kind.as_str()).collect();
                    println!("WRONG {text}\n      {} {kinds:?}", read.value.unwrap_or(json!(null)));
                }
            }
        }
    }
}

fn count(pieces: &[&str], contexts: &[fn(&str) -> String], documents: &[&str]) -> Count {
    let mut count = Count::default();
    for piece in pieces {
        for context in contexts {
            documents.iter().for_each(|document| count.add(document, &context(piece)));
        }
    }
    let share = |part| count.share(part);
    println!(
        "raw quotes: {} texts, right {:.1} % (certain {:.1} %), doubted {:.1} %, wrong though lossless {:.2} %",
        count.total(),
        share(count.right),
        share(count.certain),
        share(count.doubted),
        share(count.wrong)
    );
    count
}

fn assert_shares(count: &Count, right: f64, wrong: f64) {
    assert!(count.share(count.right) >= right, "{count:?}");
    assert!(count.share(count.wrong) <= wrong, "{count:?}");
}

#[test]
fn code_in_small_documents() {
    assert_shares(&count(CODE, &CONTEXTS, &DOCUMENTS), 85.0, 1.0);
}

#[test]
fn code_in_larger_documents() {
    assert_shares(&count(CODE, &CONTEXTS, &LARGER), 85.0, 1.0);
}

#[test]
fn other_languages_in_small_documents() {
    assert_shares(&count(MORE, &CONTEXTS, &DOCUMENTS), 85.0, 1.0);
}

#[test]
fn other_languages_in_larger_documents() {
    assert_shares(&count(MORE, &CONTEXTS, &LARGER), 85.0, 1.0);
}

#[test]
fn several_lines() {
    let pieces: Vec<&str> = CODE.iter().chain(MORE).copied().collect();
    let documents: Vec<&str> = DOCUMENTS.iter().chain(&LARGER).copied().collect();
    assert_shares(&count(&pieces, &LINES, &documents), 85.0, 1.0);
}

#[test]
fn another_damage_beside_raw_quotes() {
    let mut all = Count::default();
    for (damaged, whole) in DAMAGED {
        let mut count = Count::default();
        for piece in CODE.iter().chain(MORE) {
            for context in [CONTEXTS[0], CONTEXTS[1], CONTEXTS[3], CONTEXTS[6]] {
                let piece = context(piece);
                // JSON with a damage says nothing about its quotes.
                if serde_json::from_str::<Value>(&whole.replace('@', &piece)).is_err() {
                    count.judge(&damaged.replace('@', &piece), whole, &piece);
                }
            }
        }
        println!("{damaged:<40} {count:?}");
        all.right += count.right;
        all.certain += count.certain;
        all.doubted += count.doubted;
        all.wrong += count.wrong;
    }
    let share = |part| all.share(part);
    println!(
        "raw quotes and another damage: {} texts, right {:.1} % (certain {:.1} %), wrong though lossless {:.2} %",
        all.total(),
        share(all.right),
        share(all.certain),
        share(all.wrong)
    );
    assert_shares(&all, 60.0, 0.1);
}

/// Texts of a string in JSON with backslashes, with what they stand for.
#[rustfmt::skip]
const BACKSLASHES: &[(&str, &str)] = &[
    // A neighbour that JSON does not know.
    (r"\(216\text{cm}\), minus \(\frac{1}{4}\), so \nabla, \theta, \rho, \beta", r"\(216\text{cm}\), minus \(\frac{1}{4}\), so \nabla, \theta, \rho, \beta"),
    (r"\frac{a}{b} and \sum_i", r"\frac{a}{b} and \sum_i"),
    (r"\sum_i and \frac{a}{b}", r"\sum_i and \frac{a}{b}"),
    (r"C:\new\Users\temp", r"C:\new\Users\temp"),
    (r"D:\data\test\readme", r"D:\data\test\readme"),
    (r"\d+\b\w", r"\d+\b\w"),
    // The line break is meant, the rest is not.
    (r"One:\n\nTwo \(\beta\)", "One:\n\nTwo \\(\\beta\\)"),
    (r"One\nTwo \alpha \frac12", "One\nTwo \\alpha \\frac12"),
    // Backslashes that are escaped beside one that is not.
    (r"C:\\new\Users\n", "C:\\new\\Users\n"),
    (r"C:\users\new", r"C:\users\new"),
    // Nothing unknown: as in JSON.
    (r"a\nb\tc", "a\nb\tc"),
];

#[test]
fn a_neighbour_tells_that_backslashes_are_text() {
    for (raw, wanted) in BACKSLASHES {
        for document in [r#"{"a":"@","b":1}"#, r#"{"a":["@"]}"#] {
            let text = document.replace('@', raw);
            let read = repair(&text);
            let value = read.value.unwrap();
            let found = value["a"].as_str().or(value["a"][0].as_str());
            assert_eq!(found, Some(*wanted), "{text}");
            assert!(read.lossless, "{text}");
            let exact = serde_json::from_str::<Value>(&text).is_ok();
            assert_eq!(exact, read.repairs.is_empty(), "{text}");
        }
    }
}

#[test]
fn a_backslash_before_the_closing_quote_is_text_beside_others() {
    for (text, wanted) in [
        (r#"{"a":"C:\dir\","b":1}"#, json!({ "a": r"C:\dir\", "b": 1 })),
        (r#"{"a":"C:\dir\", "b":"x"}"#, json!({ "a": r"C:\dir\", "b": "x" })),
        (r#"{"b":"x","a":"C:\Users\"}"#, json!({ "b": "x", "a": r"C:\Users\" })),
        (r#"{"a":["C:\dir\","x"]}"#, json!({ "a": [r"C:\dir\", "x"] })),
        ("{\n  \"a\": \"C:\\dir\\\",\n  \"b\": 1\n}", json!({ "a": r"C:\dir\", "b": 1 })),
    ] {
        let read = repair(text);
        assert_eq!((read.value, read.lossless), (Some(wanted), true), "{text}: {:?}", read.repairs);
    }
    // The quote is escaped.
    let read = repair(r#"{"a":"\d \"x\", y","b":1,}"#);
    assert_eq!((read.value, read.lossless), (Some(json!({ "a": r#"\d "x", y"#, "b": 1 })), true));
}

#[test]
fn backslashes_that_may_be_text_or_not_are_a_doubt() {
    for raw in [
        r"One\ntwo \alpha",
        r"\\server\share\dir",
        r"a \\ b \sum",
        r"D:\\nas\backup\dir",
        r"D:\\nas\test\dir",
        r"C:\\dir\test\data",
    ] {
        for document in [r#"{"a":"@","b":1}"#, r#"{"a":["@"]}"#] {
            let read = repair(&document.replace('@', raw));
            assert!(!read.lossless && read.value.is_some(), "{raw}: {:?}", read.value);
        }
    }
    for text in [r#"{"a":"C:\new\","b":1}"#, r#"{"a":"D:\\nas\","b":1}"#, r#"{"a":"C:\","b":"x"}"#] {
        assert!(!repair(text).lossless, "{text}: {:?}", repair(text).value);
    }
}

#[test]
fn a_line_break_before_the_closing_quote_stays() {
    for (text, wanted) in [
        ("{\"a\":\"x\n\",\"b\":1}", "x\n"),
        ("{\"a\":\"const a = {\n\tb: 'x', // \"note\"\n};\n\"}", "const a = {\n\tb: 'x', // \"note\"\n};\n"),
    ] {
        assert_eq!(repair(text).value.unwrap()["a"], wanted, "{text}");
    }
}

/// Well-formed values; `@` stands for a name.
#[rustfmt::skip]
const VALUES: &[&str] = &[
    r#"{"say":"@","n":1}"#, r#"{"n":1,"say":"@"}"#, r#"{"say":"@"}"#, r#"{ "say" : "@" , "n" : 1 }"#, "{\n  \"say\": \"@\",\n  \"n\": 1\n}",
    r#"[{"say":"@","n":1}]"#, r#"[{"say":"@","n":1},{"say":"@","n":2}]"#, "[\n  {\"say\": \"@\"}\n]", r#"{"say":"@","list":["@","@"]}"#,
    r#"{"say":"a \"@\"","n":1}"#, r#"{"say":"@","tool":{"name":"@","args":{"a":"@"}}}"#, r#"{"say":"@, {@}: [@]"}"#,
];

/// Values that a repair leaves no doubt about.
const REPAIRED: &[&str] = &["{'say':'@'}", r#"{say:"@","n":1}"#, r#"{"say":"@","n":1,}"#, r#"{"n":1,"say":"a "@" b"}"#];

/// Texts before, between and behind values.
#[rustfmt::skip]
const BETWEEN: &[&str] = &[
    "", " ", "\n", "\n\n", ". ", ", ", "; ", ": ", " and ", " or rather ", ". No, wait: ", "]. ", ")", "). ", "}", "} ", "\n]\n", ",\n", " - ", "*", "`", "\"",
    "</think>", ". </think>\n", "]. </think>\n", "<br>", "</answer><answer>", "\n</answer>\n\n<answer>\n", "<a b=\"c\">", "[THINK]", "\n```\n", "\n```\n```json\n",
    ".\n```json\n", "\n```\n\nOr:\n\n```json\n", "\nObservation: x\n", " says \"hi\". ", " is the \"first\" one; ", " (\"a\": \"b\") ", "。然后:", ",“好”。\n", " // x\n", " -> ", "|",
    "\nThe answer: ", "\"\n", "\",", " {x} ", " [1] ",
];

/// The strings of a value.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(strings).collect(),
        Value::Object(members) => members.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn two_values_never_merge_into_a_string() {
    let contract = Schema::object().field("say", Schema::string()).field("n", Schema::integer());
    let (mut count, mut merged) = (0, Vec::new());
    for first in VALUES {
        for second in VALUES.iter().chain(REPAIRED) {
            for between in BETWEEN {
                for before in ["", "The answer: ", "I call [", "```json\n", "<think>"] {
                    let text =
                        format!("{before}{}{between}{}", first.replace('@', "left"), second.replace('@', "right"));
                    for value in [repair(&text).value, read_finished(&text, &contract).value].into_iter().flatten() {
                        count += 1;
                        let parts = strings(&value);
                        if parts.iter().any(|part| part.contains("left") && part.contains("right"))
                            && value != json!(text)
                        {
                            merged.push(format!("{text}\n   => {value}"));
                        }
                    }
                }
            }
        }
    }
    println!("two values: {count} readings, merged {}", merged.len());
    assert!(
        merged.is_empty() && count > 50_000,
        "{} of {count}\n{}",
        merged.len(),
        merged.iter().step_by(1 + merged.len() / 30).cloned().collect::<Vec<_>>().join("\n")
    );
}

/// Records of a list, each with the damage of its kind.
fn records(count: usize, kind: impl Fn(usize) -> usize) -> String {
    let record = |at: usize| match kind(at) {
        0 => {
            format!(r#"{{"task": "item {at}: compare", "level": "low", "due": "2026-01-1{}", "done": false,}}"#, at % 9)
        }
        1 => format!("{{'task': 'item {at}: compare', 'level': 'High', 'due': None, 'done': True}}"),
        2 => format!(r#"{{"task": "item {at}: compare", level: "medium" "due": "2026"}}"#),
        3 => format!(r#"{{"task"："item {at}: compare"，"level"："low"，"done"：false}}"#),
        _ => format!(r#"{{"task": "item {at}: say "yes" to it", "level": "low", "done": true}}"#),
    };
    let records: Vec<String> = (0..count).map(record).collect();
    format!("[\n{}\n]", records.join(",\n"))
}

#[test]
fn damaged_records_of_a_list_stay_apart() {
    let counts = (2..=24).chain([40, 400]);
    for (count, first, kinds) in counts.flat_map(|count| (0..10).map(move |at| (count, at % 5, 4 + at / 5))) {
        let text = records(count, |at| (at + first) % kinds);
        let value = repair(&text).value.unwrap_or_default();
        let tasks: Vec<&str> =
            value.as_array().into_iter().flatten().filter_map(|item| item["task"].as_str()).collect();
        let whole = tasks.iter().enumerate().filter(|(at, task)| task.starts_with(&format!("item {at}: "))).count();
        assert_eq!((tasks.len(), whole), (count, count), "{first} {kinds}:\n{}", text.get(..900).unwrap_or(&text));
    }
}

#[test]
fn a_damage_that_repeats_in_each_record_is_certain() {
    let mixed: [&dyn Fn(usize) -> usize; 8] =
        [&|_| 0, &|_| 1, &|_| 2, &|_| 3, &|at| at % 4, &|at| 1 + at % 2, &|at| 2 + at % 2, &|at| 2 * (at % 2)];
    for (count, (at, kind)) in
        [1, 3, 9, 12, 40, 400].into_iter().flat_map(|count| mixed.iter().enumerate().map(move |of| (count, of)))
    {
        let text = records(count, kind);
        let repaired = repair(&text);
        let found = repaired.value.as_ref().and_then(Value::as_array).map_or(0, Vec::len);
        assert_eq!((found, repaired.lossless), (count, true), "{at}:\n{}", text.get(..900).unwrap_or(&text));
    }
}

/// Texts without quotes, as people write them.
const TEXTS: [&str; 10] = [
    "compare the order with the invoice",
    "Item 3: compare, then pay",
    "It's done; see p. 4 (again)",
    "a/b, c: d",
    "x",
    "核对订单与发票",
    "第 2 项：核对订单与发票",
    "先看一遍，再改：两次",
    "他说“好”，就走了",
    "预算：3，000 元（含税）",
];

#[test]
fn one_damage_without_raw_quotes_is_certain() {
    let damaged: [fn(&str, &str) -> String; 9] = [
        |a, b| format!(r#"{{"task": "{a}", "note": "{b}", "due": "2026-01-11",}}"#),
        |a, b| format!(r#"{{"task": "{a}" "note": "{b}", "due": "2026-01-11"}}"#),
        |a, b| format!(r#"{{"task": "{a}", "note": "{b}" "due": "2026-01-11"}}"#),
        |a, b| format!(r#"{{task: "{a}", note: "{b}", due: "2026-01-11"}}"#),
        |a, b| format!(r#"{{"task": "{a}", note: "{b}" "due": "2026-01-11"}}"#),
        |a, b| format!(r#"{{"task"："{a}"，"note"："{b}"，"due"："2026-01-11"}}"#),
        |a, b| format!(r#"{{"task": "{a}", "note": "{b}", "due": "2026-01-11""#),
        |a, b| format!(r#"{{“task”: “{}”, “note”: "{b}", "due": "2026-01-11"}}"#, a.replace(['“', '”'], "")),
        |a, b| format!(r#"{{"task": "{a}", /* {b} */ "note": "{b}", "due": "2026-01-11"}}"#),
    ];
    let mut doubted = Vec::new();
    for (at, damage) in damaged.iter().enumerate() {
        for (a, b) in TEXTS.iter().flat_map(|a| TEXTS.iter().map(move |b| (*a, *b))) {
            for wrap in [
                |one: String| one,
                |one: String| format!("[{one}, {one}]"),
                |one: String| format!(r#"{{"say": "ok", "all": [{one}]}}"#),
            ] {
                let text = wrap(damage(a, b));
                let repaired = repair(&text);
                let notes =
                    repaired.value.as_ref().map_or(0, |value| strings(value).iter().filter(|part| **part == b).count());
                if notes == 0 || !repaired.lossless && at != 6 {
                    doubted.push(format!("{at}: {text}"));
                }
            }
        }
    }
    assert!(
        doubted.is_empty(),
        "{} of 2,700\n{}",
        doubted.len(),
        doubted.iter().step_by(1 + doubted.len() / 30).cloned().collect::<Vec<_>>().join("\n")
    );
}
