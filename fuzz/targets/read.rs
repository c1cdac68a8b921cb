//! Any reply against contracts of many shapes: no panic, and what is usable fits its contract.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use stepgate_reply::{complain, read};
use stepgate_reply::schema::Schema;
use stepgate_reply::Lang;

fuzz_target!(|input: (u8, &str)| {
    let (shape, text) = input;
    let schema = contract(shape);
    let reading = read(text, &schema);
    assert_eq!(reading.usable(), complain(&reading, Lang::En).is_empty());
    if reading.usable() {
        let value = reading.value.expect("what is usable is there");
        let again = schema.check(value.clone());
        assert!(again.problems.is_empty(), "{:?} in {value}", again.problems);
        assert!(again.coercions.is_empty(), "{:?} in {value}", again.coercions);
        assert_eq!(again.value, value);
    }
});

fn contract(shape: u8) -> Schema {
    let action = Schema::one_of(&["WAIT", "ASK_USER", "等待"]).alias("ask", "ASK_USER");
    match shape % 6 {
        0 => Schema::any(),
        1 => Schema::object().field("action", action).optional("n", Schema::integer().min(0).max(9)),
        2 => Schema::list(Schema::object().field("id", Schema::number()).optional("tags", Schema::list(Schema::string()))),
        3 => Schema::object().field("call", Schema::object().field("arguments", Schema::map(Schema::any())).nullable()),
        4 => Schema::object()
            .field("draft", Schema::string().max_length(20).or_null())
            .field("ok", Schema::boolean().or_else(json!(false), "taken for false"))
            .or_text("draft"),
        _ => Schema::any_of([
            Schema::object().field("kind", Schema::one_of(&["a"])).field("x", Schema::string()),
            Schema::object().field("kind", Schema::one_of(&["b"])).field("y", Schema::integer()),
        ]),
    }
}
