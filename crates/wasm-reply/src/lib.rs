//! The reader of replies for JavaScript, without copies.
//!
//! The host writes a text into the reader's buffer and gets back the address of a head: numbers that say where in memory
//! the tape, the text made by the reader and the repairs are. Offsets are UTF-16 units, so that the host, who has the text,
//! cuts the strings out of it and builds the values itself.

#![cfg(target_arch = "wasm32")]

#[cfg(feature = "full")]
mod full;
mod keys;
mod output;
mod said;
mod stream;
mod units;

use rlsf::GlobalTlsf;
use wasm_bindgen::prelude::*;

use keys::Keys;
use output::Output;
use said::Said;
use stepgate_reply::raw::{exact, mend, read_by_policy, Fix, Item, Mended, Read, Report};
use stepgate_reply::schema::Schema;
use stepgate_reply::{Error, Kind, Lang, Policy};
use stepgate_wasm_error::thrown;

pub use stream::Stream;

/// Reads texts, one after the other.
#[wasm_bindgen]
#[derive(Default)]
pub struct Reader {
    input: Vec<u8>,
    policies: Vec<Policy>,
    output: Output,
    keys: Keys,
    /// Why there was no value, the last time that there was none.
    refusal: &'static str,
}

#[wasm_bindgen]
impl Reader {
    /// A reader that has read nothing.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Makes the buffer hold at least `length` bytes; its address. What it holds stays.
    pub fn reserve(&mut self, length: usize) -> usize {
        if self.input.len() < length {
            self.input.resize(length, 0);
        }
        self.input.as_ptr() as usize
    }

    /// Repairs the first `length` bytes of the buffer; `ascii`: they are ASCII. The address of the head.
    pub fn repair(&mut self, length: usize, ascii: bool, policy: usize) -> usize {
        // The last result of a large text would take as much room as this one's.
        self.output = Output::default();
        let text = text(&self.input, length);
        let policy = self.policies.get(policy).copied().unwrap_or_default();
        let nothing = output::Result { text, ascii, ..output::Result::default() };
        let result = match mend(text, &policy) {
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

    /// Reads the first `length` bytes of the buffer by a schema and a policy; `finished`: the server said that they are all.
    /// The address of the head.
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
        let policy = Policy { finished, ..self.policies.get(policy).copied().unwrap_or_default() };
        let mut read = read_by_policy(text, &schema.0, &policy);
        let lossless = read.lossless();
        let said = Said::of(&mut read, if en { Lang::En } else { Lang::Zh });
        let Read { inner, tape, report: Report { mends: repairs, .. }, fit, .. } = read;
        let result = output::Result {
            text,
            ascii,
            inner,
            value: fit.map(|fit| fit.tape),
            read: Some(tape),
            repairs,
            lossless,
            said: Some(said),
            ..output::Result::default()
        };
        self.output.put(result, Some(&mut self.keys))
    }

    /// Why there was no value, the last time that there was none: a kind of repair that the policy does not allow, or the
    /// code of a fault.
    pub fn refusal(&self) -> String {
        self.refusal.to_owned()
    }
}

/// A compiled schema.
#[wasm_bindgen]
pub struct Contract(Schema);

#[wasm_bindgen]
impl Contract {
    /// Compiles a JSON Schema; `near`: values of enums may be nearly spelled. Throws a `StepgateError` at the place of what is
    /// not supported.
    #[wasm_bindgen(constructor)]
    pub fn new(schema: &str, near: bool) -> Result<Contract, JsValue> {
        let json = exact(schema).ok_or_else(|| thrown(Error::new(Kind::Schema, "", "must be JSON")))?;
        let json = Item::new(schema, &json.tape, json.root).map(Item::tree).unwrap_or_default();
        let schema = Schema::of_tree(&json).map_err(thrown)?;
        Ok(Contract(if near { schema.near() } else { schema }))
    }
}

/// The kinds of repair by number: names separated by blanks, lossy ones with a `!` behind.
#[wasm_bindgen]
pub fn kinds() -> String {
    let mut names = String::new();
    for (name, lossless) in Fix::ALL {
        names.push_str(name);
        names.push_str(if *lossless { " " } else { "! " });
    }
    names
}

/// The text the host has written; it writes whole characters.
fn text(input: &[u8], length: usize) -> &str {
    input.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
}

/// In a tenth of the standard allocator's code, and in constant time.
#[global_allocator]
static ALLOCATOR: GlobalTlsf = GlobalTlsf::new();
