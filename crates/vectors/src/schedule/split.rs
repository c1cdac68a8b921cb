//! Pieces of a pseudo stream. The package's JavaScript cuts them, so this runs it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{json, Value};

use crate::report::Report;
use crate::vector::equal;

pub(super) fn run(vectors: &[Value], report: &mut Report) {
    if vectors.is_empty() {
        return;
    }
    let texts: Vec<&Value> = vectors.iter().map(|vector| &vector["text"]).collect();
    let split = split(&json!(texts));
    for (index, vector) in vectors.iter().enumerate() {
        report.case(&format!("split_vectors {index}"), || {
            let found = split.as_ref().map_err(Clone::clone)?;
            ["chunks", "chunks_parity"].iter().try_for_each(|key| equal(key, &found[index][key], &vector[key]))
        });
    }
}

fn split(texts: &Value) -> Result<Value, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/test/split.mjs");
    let mut node = Command::new("node");
    let started = node.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = started.map_err(|error| format!("cannot start node: {error}"))?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(texts.to_string().as_bytes()).map_err(|error| error.to_string())?;
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}
