//! Texts that try to slow down or trap the reader: its work grows in proportion to the length of the text.

use stepgate_reply::{repair, ReplyStream};

/// Makes a text of about `n` bytes.
type Make = fn(n: usize) -> String;

#[rustfmt::skip]
const TEXTS: [(&str, Make); 24] = [
    ("open arrays", |n| "[".repeat(n)),
    ("arrays", |n| "[".repeat(n / 2) + &"]".repeat(n / 2)),
    ("open objects", |n| r#"{"a":"#.repeat(n / 5)),
    ("quotes", |n| r#"{"a": "#.to_owned() + &"\"".repeat(n)),
    ("quotes in text", |n| r#"{"a": ""#.to_owned() + &"x\"y ".repeat(n / 4)),
    ("backslashes", |n| r#"{"a": ""#.to_owned() + &"\\".repeat(n)),
    ("blanks in an array", |n| "[".to_owned() + &" ".repeat(n)),
    ("blanks after a string", |n| r#"{"a":"b""#.to_owned() + &" ".repeat(n) + "x"),
    ("commas", |n| "[".to_owned() + &",".repeat(n)),
    ("open string", |n| r#"{"a": ""#.to_owned() + &"x".repeat(n)),
    ("open string with commas", |n| r#"{"a": ""#.to_owned() + &"x, ".repeat(n / 3)),
    ("words where keys are", |n| "{".to_owned() + &"a ".repeat(n / 2)),
    ("comments", |n| "[".to_owned() + &"/**/".repeat(n / 4)),
    ("open comment", |n| "[/*".to_owned() + &"*".repeat(n)),
    ("backticks", |n| "`".repeat(n)),
    ("prose with braces", |n| "text { ".repeat(n / 7)),
    ("many objects", |n| "{} ".repeat(n / 3)),
    ("line breaks in a string", |n| r#"{"a": ""#.to_owned() + &"\n".repeat(n)),
    ("closing quotes only", |n| "[".to_owned() + &"a\" ".repeat(n / 3)),
    ("strings without commas", |n| "[".to_owned() + &"\"a\" ".repeat(n / 4)),
    ("concatenation", |n| "\"a\"".to_owned() + &"+\"b\"".repeat(n / 4)),
    ("quotes in keys", |n| "{".to_owned() + &"\"a ".repeat(n / 3)),
    ("quotes in a key with a colon", |n| "{\"a: ".to_owned() + &"b\" ".repeat(n / 3)),
    ("open thinking", |n| "<think>{".repeat(n / 8)),
];

const LENGTH: usize = 25_000;

/// Factor by which the work may grow when the text is twice as long.
const PER_DOUBLING: f64 = 2.2;

#[test]
fn work_grows_with_the_length() {
    let mut worst = ("", 0.0);
    for (name, make) in TEXTS {
        let steps = |n| repair(&make(n)).steps as f64 + 1000.0;
        let (short, middle, long) = (steps(LENGTH), steps(2 * LENGTH), steps(4 * LENGTH));
        let growth = f64::max(middle / short, long / middle);
        assert!(growth <= PER_DOUBLING, "{name}: the work grows by {growth:.2} when the length doubles");
        assert!(long <= 10.0 * (4 * LENGTH) as f64, "{name}: {long} steps for {} bytes", 4 * LENGTH);
        if growth > worst.1 {
            worst = (name, growth);
        }
    }
    println!(
        "\nsuites: adversarial\n  {} texts: work x {:.2} at most when the length doubles ({})",
        TEXTS.len(),
        worst.1,
        worst.0
    );
}

/// Beginnings of a document whose rest is a part many times, in a stream.
const STREAMS: [(&str, &str); 6] = [
    ("{\"a\":[1", "/* c */ "),
    ("{\"a\":[\"b\"", "/* c */ "),
    ("[\"b\"", "// c\n"),
    ("{\"a\":\"b\"", "<!-- c -->"),
    ("{\"a\": ", "/**/"),
    ("{", "\"a "),
];

#[test]
fn the_work_on_a_stream_grows_with_its_length() {
    for (start, part) in STREAMS {
        let steps = |count: usize| {
            let text = start.to_owned() + &part.repeat(count);
            let mut stream = ReplyStream::new();
            for chunk in text.chars().collect::<Vec<char>>().chunks(8) {
                stream.push(&chunk.iter().collect::<String>());
            }
            stream.steps() as f64 + 2_000.0
        };
        let growth = steps(4_000) / steps(2_000);
        assert!(growth <= PER_DOUBLING, "{start}{part}…: the work grows by {growth:.2} when the length doubles");
    }
}

#[test]
fn a_million_brackets_do_not_trap() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let half = open.repeat(500_000);
        for text in [half.repeat(2), half + &close.repeat(500_000)] {
            let repaired = repair(&text);
            assert!(repaired.value.is_some() || repaired.error.is_some());
        }
    }
}

/// Parts that open something which the rest of the text may leave open.
const PARTS: [&str; 28] = [
    "\"", "'", "“", "`", "```", "\"a\"", "\"a:", "\"a\":", "a:", "a ", "\\\"", "\\", ",", "\n", "{", "}", "[", "]",
    "(", ")", "f(", "/*", "//", "#", "...", "<think>", "&quot;", "1",
];

/// Length of a text made of two parts, in bytes.
const PAIRS_LENGTH: usize = 2_000;

#[test]
fn work_grows_with_the_length_whatever_is_repeated() {
    let mut worst = (String::new(), 0.0);
    for (one, two) in PARTS.iter().flat_map(|one| PARTS.iter().map(move |two| (one, two))) {
        for start in ["", "{", "[", "{\"a\": \""] {
            let steps = |length: usize| {
                let text = start.to_owned() + &[*one, *two].concat().repeat(length / (one.len() + two.len()));
                repair(&text).steps as f64 + 2_000.0
            };
            let growth = steps(2 * PAIRS_LENGTH) / steps(PAIRS_LENGTH);
            if growth > worst.1 {
                worst = (format!("{start}{one}{two}…"), growth);
            }
        }
    }
    println!("\nsuites: repeated parts\n  work x {:.2} at most when the length doubles ({:?})", worst.1, worst.0);
    assert!(worst.1 <= PER_DOUBLING, "the work grows by {:.2}: {}", worst.1, worst.0);
}
