//! Whole replies: repairs a text, or reads it by a schema.

use wasm_bindgen::prelude::*;

use super::input::text;
use super::keys::Keys;
use super::output::{self, Output};
use super::said::Said;
use stepgate_reply::raw::{exact, mend, read_by_policy, Fix, Item, Mended, Read, Report};
use stepgate_reply::schema::Schema;
use stepgate_reply::{Error, Kind, Lang, Policy};
use stepgate_wasm_error::thrown;

/// Reads texts, one after the other.
#[wasm_bindgen]
#[derive(Default)]
pub struct Reader {
    input: Vec<u8>,
    output: Output,
    keys: Keys,
    /// The reason for the last result without a value.
    refusal: &'static str,
}

#[wasm_bindgen]
impl Reader {
    /// Makes a reader with an empty buffer.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Grows the buffer to at least `length` bytes and keeps its content. Returns its address.
    pub fn reserve(&mut self, length: usize) -> usize {
        if self.input.len() < length {
            self.input.resize(length, 0);
        }
        self.input.as_ptr() as usize
    }

    /// Repairs the first `length` bytes of the buffer; `ascii` says that they are ASCII, `policy` is a number of [`policy_of`]. Returns
    /// the address of the head.
    pub fn repair(&mut self, length: usize, ascii: bool, policy: usize) -> usize {
        // Free the memory of the last result before this one takes its own.
        self.output = Output::default();
        let text = text(&self.input, length);
        let nothing = output::Result { text, ascii, ..output::Result::default() };
        let result = match mend(text, policy_of(policy)) {
            Ok(Mended { tape, root, report, inner, .. }) => {
                let lossless = !report.lossy;
                output::Result { inner, value: Some(tape), root, repairs: report.mends, lossless, ..nothing }
            }
            Err((refused, _)) => {
                self.refusal = refused.kind;
                output::Result { refused_at: refused.offset, ..nothing }
            }
        };
        self.output.put(result, Some(&mut self.keys))
    }

    /// Reads the first `length` bytes of the buffer by a schema and a policy; `ascii` says that they are ASCII, `en` that the complaint is
    /// in English, `finished` that the server reported the end of the reply. Returns the address of the head.
    pub fn read(
        &mut self,
        length: usize,
        ascii: bool,
        schema: &Contract,
        en: bool,
        policy: usize,
        finished: bool,
    ) -> usize {
        self.output = Output::default();
        let text = text(&self.input, length);
        let mut read = read_by_policy(text, &schema.0, policy_of(policy), finished);
        let lossless = read.lossless();
        let said = Said::of(&mut read, if en { Lang::En } else { Lang::Zh });
        let Read { inner, tape, report: Report { mends: repairs, .. }, fit, .. } = read;
        let result = output::Result {
            text,
            ascii,
            inner,
            value: fit.map(|fit| fit.tape).filter(|tape| !tape.nodes.is_empty()),
            read: Some(tape),
            repairs,
            lossless,
            said: Some(said),
            ..output::Result::default()
        };
        self.output.put(result, Some(&mut self.keys))
    }

    /// The reason for the last result without a value: a kind of repair that the policy does not allow, or the code of a fault.
    pub fn refusal(&self) -> String {
        self.refusal.to_owned()
    }
}

/// The policy with this number, in the order of `PRESETS` in www/src/json/options.js.
fn policy_of(number: usize) -> Policy {
    debug_assert!(number < 3, "no policy has the number {number}");
    match number {
        1 => Policy::Strict,
        2 => Policy::Partial,
        _ => Policy::Tolerant,
    }
}

/// A compiled schema.
#[wasm_bindgen]
pub struct Contract(pub(super) Schema);

#[wasm_bindgen]
impl Contract {
    /// Compiles a JSON Schema. With `near`, enum values may have a slip in their names
    /// ([`Schema::near`](stepgate_reply::schema::Schema::near)). Throws a `StepgateError` with the place of the first keyword that is not
    /// supported.
    #[wasm_bindgen(constructor)]
    pub fn new(schema: &str, near: bool) -> Result<Contract, JsValue> {
        let json = exact(schema).ok_or_else(|| thrown(Error::new(Kind::Schema, "", "must be JSON")))?;
        let json = Item::on(schema, &json.tape, json.root).tree();
        let schema = Schema::of_tree(&json).map_err(thrown)?;
        Ok(Contract(if near { schema.near() } else { schema }))
    }
}

/// The kinds of repairs in the order of their numbers: names followed by a blank, with a `!` behind lossy ones.
#[wasm_bindgen]
pub fn kinds() -> String {
    let mut names = String::new();
    for (name, lossless) in Fix::ALL {
        names.push_str(name);
        names.push_str(if *lossless { " " } else { "! " });
    }
    names
}
