//! The law "no clock, no randomness, no I/O in the core", checked on the wasm itself: what does the build `guide` import,
//! and what does the JavaScript glue do for each import? (docs/decisions/036-purity-is-judged-on-the-wasm.md)

use crate::build;
use crate::tally::Tally;
use crate::workshop::Workshop;
use anyhow::{Context, Result};
use std::fs;
use wasmparser::{Parser, Payload};

/// Words in the glue that reach a clock, a source of randomness, the network or a store, or the global object with them.
const FORBIDDEN: &str =
    "Date performance Temporal random crypto getRandomValues fetch XMLHttpRequest WebSocket EventSource \
    sendBeacon setTimeout setInterval queueMicrotask indexedDB localStorage navigator location \
    globalThis self window Function";

/// Lists the imports of the build `guide`; a forbidden one is a failed check.
pub fn check(workshop: &Workshop) -> Result<Tally> {
    build::wasm(workshop, "guide")?;
    let build = workshop.project.build("guide")?;
    let out = workshop.project.root.join(&build.out);
    let imports = imports(&fs::read(out.join(build.wasm()))?)?;
    let glue = fs::read_to_string(out.join(format!("{}.js", build.name)))?;
    println!("  the core imports:");
    let mut tally = Tally::PASSED;
    for import in &imports {
        let body = body(&glue, import).with_context(|| format!("the glue does not define the import {import}"))?;
        let found = forbidden(import).or_else(|| forbidden(body));
        println!("    {import}{}", found.map(|word| format!("  FORBIDDEN: {word}")).unwrap_or_default());
        if found.is_some() {
            tally = Tally::FAILED;
        }
    }
    Ok(tally)
}

/// The names in a wasm module's import section.
fn imports(wasm: &[u8]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::ImportSection(section) = payload? {
            for import in section.into_imports() {
                names.push(import?.name.to_owned());
            }
        }
    }
    Ok(names)
}

/// The glue's text for one import: from its name to the next import or the end of the list.
fn body<'a>(glue: &'a str, import: &str) -> Option<&'a str> {
    let start = glue.find(&format!("{import}:"))?;
    let text = glue.get(start + import.len()..)?;
    let end = ["\n        __wb", "\n    };"].iter().filter_map(|mark| text.find(mark)).min();
    text.get(..end.unwrap_or(text.len()))
}

fn forbidden(text: &str) -> Option<&'static str> {
    FORBIDDEN
        .split_whitespace()
        .find(|forbidden| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == *forbidden))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const GLUE: &str = "function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        __wbg_new_0_1a: function() {
            const ret = new Date();
            return ret;
        },
        __wbg_get_2b: function(arg0) {
            return arg0.updated;
        },
        __wbg_random_3c: function() {
            return Math.random();
        },
    };
    function load() { return fetch(url); }";

    #[test]
    fn an_import_is_judged_by_its_own_body() {
        for (import, found) in
            [("__wbg_new_0_1a", Some("Date")), ("__wbg_get_2b", None), ("__wbg_random_3c", Some("random"))]
        {
            assert_eq!(forbidden(body(GLUE, import).unwrap()), found, "{import}");
        }
        assert_eq!(body(GLUE, "__wbg_none"), None);
    }
}
