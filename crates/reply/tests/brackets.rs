//! One wrong bracket: replies with every bracket left out, doubled, swapped, or with another beside it, under several contracts.
//!
//! A reading that is usable must be the reply as it was before the damage. Run with `--nocapture` for the figures.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_reply::schema::Schema;
use stepgate_reply::{complain, read, read_finished, repair, Lang, Reading};

/// A contract with replies that fit it.
struct Kind {
    name: &'static str,
    contract: Value,
    replies: Vec<Value>,
}

fn object(properties: Value, required: &[&str], open: bool) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": open })
}

fn list(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn text() -> Value {
    json!({ "type": "string" })
}

/// Replies with a list of objects.
fn tagged(open: bool) -> Kind {
    let step = object(json!({ "t": text(), "tags": list(text()) }), &["t", "tags"], open);
    Kind {
        name: if open { "objects in a list, open" } else { "objects in a list, closed" },
        contract: object(json!({ "say": text(), "steps": list(step) }), &["say", "steps"], open),
        replies: vec![
            json!({ "say": "ok", "steps": [{ "t": "a", "tags": ["x", "y"] }, { "t": "b", "tags": ["z"] }, { "t": "c", "tags": [] }] }),
            json!({ "steps": [{ "tags": [], "t": "a" }, { "tags": ["u", "v", "w"], "t": "b" }], "say": "a } in a ] text [ and {" }),
        ],
    }
}

fn nested() -> Kind {
    let place =
        object(json!({ "city": text(), "point": list(json!({ "type": "number" })) }), &["city", "point"], false);
    let day =
        object(json!({ "day": { "type": "integer" }, "at": place, "notes": list(text()) }), &["day", "at"], false);
    Kind {
        name: "objects in objects in a list",
        contract: object(json!({ "plan": list(day), "title": text() }), &["plan", "title"], false),
        replies: vec![json!({ "plan": [
            { "day": 1, "at": { "city": "Rome", "point": [1.5, 2] }, "notes": ["a", "b"] },
            { "day": 2, "at": { "city": "Oslo", "point": [3, 4] } },
            { "day": 3, "at": { "city": "Bern", "point": [5, 6] }, "notes": [] }
        ], "title": "Trip" })],
    }
}

fn rows() -> Kind {
    Kind {
        name: "lists in a list",
        contract: object(
            json!({ "rows": list(list(json!({ "type": "integer" }))), "n": { "type": "integer" } }),
            &["rows", "n"],
            false,
        ),
        replies: vec![json!({ "rows": [[1, 2], [3], [4, 5, 6]], "n": 3 })],
    }
}

fn root_list() -> Kind {
    let item = object(json!({ "id": { "type": "integer" }, "tags": list(text()) }), &["id"], false);
    Kind {
        name: "a list",
        contract: list(item),
        replies: vec![json!([{ "id": 1, "tags": ["a"] }, { "id": 2 }, { "id": 3, "tags": ["b", "c"] }])],
    }
}

/// The contract of an agent with tools.
fn tools() -> Kind {
    let tool =
        |name: &str, args: Value| object(json!({ "name": { "const": name }, "args": args }), &["name", "args"], false);
    let step = object(json!({ "title": text(), "done": { "type": "boolean" } }), &["title", "done"], false);
    let plan = tool("plan", object(json!({ "steps": list(step) }), &["steps"], false));
    let weather = tool("weather", object(json!({ "city": text() }), &["city"], false));
    let write = tool("write_file", object(json!({ "path": text(), "content": text() }), &["path", "content"], false));
    let several = json!({ "type": "array", "maxItems": 8, "items": { "anyOf": [weather, plan] } });
    let calls = json!({ "anyOf": [weather, plan, write, several, { "type": "null" }] });
    let mut contract = object(json!({ "say": { "type": "string", "default": "" }, "tool": calls }), &[], false);
    contract["x-calls"] = json!("tool");
    let steps =
        |names: &[&str]| -> Value { names.iter().map(|name| json!({ "title": name, "done": false })).collect() };
    Kind {
        name: "tool calls",
        contract,
        replies: vec![
            json!({ "say": "I save it.", "tool": { "name": "plan", "args": { "steps": steps(&["a", "b", "c"]) } } }),
            json!({ "tool": { "name": "plan", "args": { "steps": steps(&["one"]) } }, "say": "" }),
            json!({ "say": "", "tool": [{ "name": "weather", "args": { "city": "Oslo" } }, { "name": "plan", "args": { "steps": steps(&["a", "b"]) } }] }),
        ],
    }
}

fn kinds() -> Vec<Kind> {
    vec![tagged(false), tagged(true), nested(), rows(), root_list(), tools()]
}

/// Every text with one wrong bracket that is no JSON any more.
fn damaged(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let outside = outside_of_strings(text);
    for (at, c) in text.char_indices().filter(|(at, c)| "{}[]".contains(*c) && outside[*at]) {
        let own = c.to_string();
        let changes = ["", "}", "]", "{", "["].into_iter().map(str::to_owned);
        let beside =
            ["}", "]", "{", "["].into_iter().flat_map(|other| [format!("{other}{own}"), format!("{own}{other}")]);
        for change in changes.chain(beside).filter(|change| *change != own) {
            let (before, behind) = (&text[..at], &text[at + 1..]);
            texts.push(format!("{before}{change}{behind}"));
        }
    }
    texts.retain(|text| serde_json::from_str::<Value>(text).is_err());
    texts.sort();
    texts.dedup();
    texts
}

fn outside_of_strings(text: &str) -> Vec<bool> {
    let mut inside = false;
    let quotes = |byte: u8| {
        inside ^= byte == b'"';
        !inside
    };
    text.bytes().map(quotes).collect()
}

/// The texts around a reply, as models write them.
const AROUND: [(&str, &str); 4] = [
    ("", ""),
    ("```json\n", "\n```"),
    ("Here you are:\n", "\nAnything else?"),
    ("<think>{\"say\": \"no\"}</think>\n", ""),
];

/// Figures of a kind.
#[derive(Default)]
struct Figures {
    right: usize,
    refused: usize,
    wrong: Vec<String>,
}

impl Figures {
    fn count(&mut self, text: &str, reading: &Reading, wanted: &Value) {
        match reading.value.as_ref().filter(|_| reading.usable()) {
            None => {
                self.refused += 1;
                if std::env::var("STEPGATE_REFUSED").is_ok() {
                    println!("{text}\n  {:?} {}", reading.repairs, complain(reading, Lang::En));
                }
            }
            Some(value) if value == wanted => self.right += 1,
            Some(value) => self.wrong.push(format!(
                "{text}\n  became {value} {:?}",
                reading.repairs.iter().map(|repair| (&repair.kind, repair.offset)).collect::<Vec<_>>()
            )),
        }
    }

    fn all(&self) -> usize {
        self.right + self.refused + self.wrong.len()
    }
}

fn figures(kind: &Kind, read: fn(&str, &Schema) -> Reading, around: (&str, &str)) -> Figures {
    let contract = Schema::parse(&kind.contract).expect("the contracts are read");
    let mut figures = Figures::default();
    for reply in &kind.replies {
        let pretty = serde_json::to_string_pretty(reply).unwrap();
        for text in [reply.to_string(), pretty].iter().flat_map(|text| damaged(text)) {
            let text = format!("{}{text}{}", around.0, around.1);
            figures.count(&text, &read(&text, &contract), reply);
        }
    }
    figures
}

#[test]
fn one_wrong_bracket_is_put_right_or_refused() {
    println!();
    for kind in kinds() {
        for (number, around) in AROUND.into_iter().enumerate() {
            let Figures { right, refused, wrong } = &figures(&kind, read_finished, around);
            let all = right + refused + wrong.len();
            println!(
                "{:<30} {number} {all:>5} texts: {right:>5} right, {refused:>5} refused, {} wrong",
                kind.name,
                wrong.len()
            );
            assert!(
                wrong.is_empty(),
                "{}: {} wrong, such as {}",
                kind.name,
                wrong.len(),
                wrong[..wrong.len().min(12)].join("\n")
            );
            assert!(right * 10 >= all * 6, "{}: {right} of {all} right", kind.name);
        }
    }
}

/// The text with a comma behind the last part of each container.
fn with_trailing_commas(text: &str) -> String {
    let outside = outside_of_strings(text);
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        let is_empty = out.ends_with(['{', '[']);
        if "}]".contains(c) && outside[at] && !is_empty {
            out.push(',');
        }
        out.push(c);
    }
    out
}

#[test]
fn one_wrong_bracket_among_trailing_commas_is_put_right_or_refused() {
    for kind in kinds() {
        let contract = Schema::parse(&kind.contract).unwrap();
        let mut figures = Figures::default();
        for reply in &kind.replies {
            let whole = with_trailing_commas(&reply.to_string());
            for text in damaged(&whole).into_iter().filter(|text| *text != whole) {
                figures.count(&text, &read_finished(&text, &contract), reply);
            }
        }
        let Figures { right, refused, wrong } = &figures;
        println!("{:<30} {right:>5} right, {refused:>5} refused, {} wrong", kind.name, wrong.len());
        assert!(wrong.is_empty(), "{}: {}", kind.name, wrong[..wrong.len().min(12)].join("\n"));
        assert!(right * 10 >= figures.all() * 6, "{}: {right} of {} right", kind.name, figures.all());
    }
}

/// One other damage of a text.
type Damage = (&'static str, fn(&str) -> String);

/// The other damages that the grammar knows.
const OTHERS: [Damage; 20] = [
    ("full-width colon", |text| text.replacen("\":", "\"：", 1)),
    ("full-width comma", |text| text.replacen(",\"", "，\"", 1)),
    ("full-width quotes", |text| text.replacen('"', "“", 1).replacen('"', "”", 1)),
    ("comment in a line", |text| text.replacen(",\"", ", /* no. 1 */ \"", 1)),
    ("comment to the end of a line", |text| text.replacen(",\"", ", // as you wish\n\"", 1)),
    ("comment with a hash", |text| text.replacen(",\"", ", # as you wish\n\"", 1)),
    ("comment at the end", |text| format!("{text} // done")),
    ("comment before a bracket", |text| text.replacen("}]", "} /* all */ ]", 1)),
    ("keys without quotes", |text| without_quotes(text)),
    ("single quotes", |text| text.replace('"', "'")),
    ("missing quote", |text| text.replacen("\",\"", ",\"", 1)),
    ("missing quote of a key", |text| text.replacen("\":\"", ":\"", 1)),
    ("missing comma", |text| text.replacen(",\"", " \"", 1)),
    ("missing comma between objects", |text| text.replacen("},{", "} {", 1)),
    ("extra comma", |text| text.replacen(",\"", ",,\"", 1)),
    ("semicolon", |text| text.replacen(",\"", ";\"", 1)),
    ("equals sign", |text| text.replacen("\":", "\"=", 1)),
    ("escaped line break", |text| text.replacen(",\"", ",\\n\"", 1)),
    ("missing colon", |text| text.replacen("\":", "\" ", 1)),
    ("raw quotes", |text| text.replace("\\\"", "\"")),
];

/// The text with its keys bare; the text as it is if a key has lost its place.
fn without_quotes(text: &str) -> String {
    let parts = text.replace("{\"", "{").replace("\":", ":").replace(",\"", ",\u{1}");
    let bare = parts.split('\u{1}').fold(String::new(), |out, part| {
        let is_key = part.find(':').is_some_and(|colon| !part[..colon].contains(['"', ',', '}', ']']));
        let quote = if out.is_empty() || is_key { "" } else { "\"" };
        out + quote + part
    });
    if bare.matches('"').count() % 2 == 0 {
        bare
    } else {
        text.to_owned()
    }
}

/// The replies of a kind, and the first one with quotes in its first texts, in several forms.
fn replies_with_quotes(kind: &Kind) -> Vec<Value> {
    let quoted = kind.replies[0].to_string();
    let string = quoted.find(":\"").map_or(0, |at| at + 2);
    let end = quoted[string..].find('"').map_or(string, |length| string + length);
    let with = |text: &str| serde_json::from_str(&format!("{}{text}{}", &quoted[..string], &quoted[end..])).ok();
    let mut replies = kind.replies.clone();
    if !quoted[string..end].contains("plan") {
        replies.extend(with(r#"say \"yes\", please"#));
        replies.extend(with(r#"f(\"a\");"#));
        replies.extend(with(r#"\"a\" or b"#));
    }
    replies
}

#[test]
fn one_wrong_bracket_and_one_other_damage_are_put_right_or_refused() {
    let mut bad = Vec::new();
    for (name, damage) in OTHERS {
        let mut figures = Figures::default();
        for kind in kinds() {
            let contract = Schema::parse(&kind.contract).unwrap();
            for reply in replies_with_quotes(&kind) {
                let text = reply.to_string();
                let other = damage(&text);
                let alone = read_finished(&other, &contract);
                if other == text || !alone.usable() || alone.value.as_ref() != Some(&reply) {
                    continue;
                }
                for text in damaged(&text).into_iter().step_by(3) {
                    let both = damage(&text);
                    if both != text {
                        figures.count(&both, &read_finished(&both, &contract), &reply);
                    }
                }
            }
        }
        let Figures { right, refused, wrong } = &figures;
        println!("one wrong bracket, {name:<30} {right:>5} right, {refused:>5} refused, {} wrong", wrong.len());
        bad.extend(wrong.iter().take(6).map(|wrong| format!("{name}: {wrong}")));
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Replies for a repair without a contract.
fn values() -> Vec<Value> {
    vec![
        json!({ "a": [{ "b": 1 }, { "b": 2 }, { "b": 3 }], "c": "z" }),
        json!([{ "k": "x" }, { "k": "y" }, { "k": "z" }]),
        json!({ "u": { "v": "w", "x": ["y", "q"] }, "t": 2 }),
        json!({ "a": { "b": { "c": "d" } }, "e": "f" }),
        json!([[1, 2], [3, 4]]),
        json!({ "l": ["p", "r"], "m": { "n": 5 } }),
    ]
}

#[test]
fn without_a_contract_one_wrong_bracket_loses_and_moves_nothing() {
    let (mut right, mut doubted, mut wrong) = (0, 0, Vec::new());
    for reply in values().into_iter().chain(kinds().into_iter().flat_map(|kind| kind.replies)) {
        for text in damaged(&reply.to_string()) {
            let read = repair(&text);
            match read.value {
                Some(value) if value == reply => right += 1,
                // Brackets behind the end of a value are no part of it.
                Some(value)
                    if text
                        .strip_prefix(&value.to_string())
                        .is_some_and(|rest| rest.chars().all(|c| "]}".contains(c))) =>
                {
                    right += 1;
                }
                _ if !read.lossless => doubted += 1,
                value => wrong.push(format!("{text}\n  became {}", value.unwrap_or_default())),
            }
        }
    }
    println!("without a contract: {right} right, {doubted} doubted, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_reply_that_may_go_on_loses_nothing_either() {
    for kind in kinds() {
        let figures = figures(&kind, read, AROUND[0]);
        assert!(figures.wrong.is_empty(), "{}: {}", kind.name, figures.wrong.join("\n"));
        assert!(figures.right * 2 >= figures.all(), "{}: {} of {} right", kind.name, figures.right, figures.all());
    }
}

#[test]
fn a_refusal_names_the_place() {
    let contract = Schema::parse(&tools().contract).unwrap();
    let text = r#"{"say":"I save it.","tool":{"name":"plan","args":{"steps":[{"title":"a","done":false}]},{"title":"b","done":false}]}}}"#;
    let reading = read_finished(text, &contract);
    assert!(!reading.usable());
    assert_eq!(reading.fault.map(|fault| fault.code()), Some("brackets"));
    let complaint = complain(&reading, Lang::En);
    assert!(complaint.starts_with("The brackets of your reply do not match"), "{complaint}");
    assert!(complaint.contains("/tool"), "{complaint}");
    assert!(complaint.contains(r#""done":false}]},"#), "{complaint}");
    assert!(complain(&reading, Lang::Zh).contains("括号"));
}
