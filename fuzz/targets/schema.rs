//! Any JSON as a schema: it is compiled or refused with its place, what is exported compiles again, and any value is
//! checked without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepgate_reply::repair;
use stepgate_reply::schema::Schema;

fuzz_target!(|input: (&str, &str)| {
    let (schema, value) = input;
    let Some(json) = repair(schema).value else { return };
    let Ok(schema) = Schema::parse(&json) else { return };
    let export = schema.export();
    assert!(Schema::parse(&export).is_ok(), "the export {export} does not compile");
    if let Some(value) = repair(value).value {
        schema.check(value);
    }
});
