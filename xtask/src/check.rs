//! Checks the artefacts: how big they are, and that the core imports no clock, no random and no network.

use crate::build;
use crate::project::PackageBudget;
use crate::tally::Tally;
use crate::task::Task;
use crate::workshop::Workshop;
use crate::{lists, prose, purity};
use anyhow::{Context, Result};
use flate2::{write::GzEncoder, Compression};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Prints sizes and imports; a size over its budget or a forbidden import is a failed check.
pub fn run(workshop: &Workshop) -> Result<Tally> {
    let budget = &workshop.project.settings.budget;
    let listed = lists::check(&workshop.project)?;
    build::package(workshop)?;
    let js = minified(workshop, "src/index.js")?;
    let json = (wasm(workshop, "json")?, minified(workshop, "src/json/index.js")?);
    println!("  {:<16}{:>12}{:>12}{:>12}{:>14}", "kB", "raw", "gzip", "brotli", "budget");
    let mut tally = listed;
    for (name, budget) in &budget.agent {
        let file = wasm(workshop, name)?;
        tally += weigh(name, &[&file], Limit::Gzip(budget.limit))?;
        if gzip(&file)? > budget.aim * 1000 {
            println!("    over its aim of {}: {}", budget.aim, budget.over.as_deref().unwrap_or("no reason is given"));
        }
    }
    tally += weigh("arrange", &[&wasm(workshop, "arrange")?], Limit::Gzip(budget.arrange))?;
    tally += weigh("JS", &[&js], Limit::Gzip(budget.js))?;
    tally += weigh("stepgate/json", &[&json.0, &json.1], Limit::Brotli(budget.json))?;
    tally += package(workshop, &budget.package)?;
    tally += purity::check(workshop)?;
    tally += prose::check(&workshop.project)?;
    Ok(tally)
}

/// Weighs the npm package as `npm pack` would make it.
fn package(workshop: &Workshop, budget: &PackageBudget) -> Result<Tally> {
    let npm = workshop.npm(&["pack", "--dry-run", "--json", "--ignore-scripts"])?;
    let text = Task::new(&workshop.project, "npm-pack-sizes", "Weighing the npm package", npm)?.succeed()?;
    let listed: Value = text
        .find('[')
        .and_then(|at| serde_json::Deserializer::from_str(&text[at..]).into_iter().next()?.ok())
        .context("`npm pack --json` printed no list")?;
    let mut tally = Tally::default();
    for (name, member, limit) in [("tarball", "size", budget.tarball), ("unpacked", "unpackedSize", budget.unpacked)] {
        let size = listed
            .pointer(&format!("/0/{member}"))
            .and_then(Value::as_u64)
            .with_context(|| format!("`npm pack --json` gives no {member}"))?;
        let fits = size <= limit as u64 * 1000;
        println!("  {name:<16}{:>12} of {limit}{}", size / 1000, if fits { "" } else { "  over budget" });
        tally += if fits { Tally::PASSED } else { Tally::FAILED };
    }
    Ok(tally)
}

/// A limit in kB after compression.
enum Limit {
    Gzip(usize),
    Brotli(usize),
}

/// Weighs files that are loaded together.
fn weigh(name: &str, files: &[&[u8]], limit: Limit) -> Result<Tally> {
    let (mut raw, mut gzipped, mut brotlied) = (0, 0, 0);
    for file in files {
        raw += file.len();
        gzipped += gzip(file)?;
        brotlied += brotli(file)?;
    }
    let (size, budget, budget_text) = match limit {
        Limit::Gzip(budget) => (gzipped, budget, format!("gzip {budget}")),
        Limit::Brotli(budget) => (brotlied, budget, format!("brotli {budget}")),
    };
    let kb = |size: usize| format!("{}.{}", size / 1000, size % 1000 / 100);
    let fits = size <= budget * 1000;
    let verdict = if fits { "" } else { "  over budget" };
    println!("  {name:<16}{:>12}{:>12}{:>12}{budget_text:>14}{verdict}", kb(raw), kb(gzipped), kb(brotlied));
    Ok(if fits { Tally::PASSED } else { Tally::FAILED })
}

fn gzip(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

fn brotli(bytes: &[u8]) -> Result<usize> {
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &brotli::enc::BrotliEncoderParams::default())?;
    Ok(compressed.len())
}

/// The wasm of a build.
fn wasm(workshop: &Workshop, name: &str) -> Result<Vec<u8>> {
    build::wasm(workshop, name)?;
    let build = workshop.project.build(name)?;
    let file = workshop.project.root.join(&build.out).join(build.wasm());
    fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
}

/// The JavaScript that a page loads first of an entry: minified, without dependencies and without what is imported later,
/// such as the glue and the embedded bytes of a wasm file.
fn minified(workshop: &Workshop, entry: &str) -> Result<Vec<u8>> {
    let name = entry.replace('/', "-");
    let folder = workshop.project.scratch(&format!("{name}.min"))?;
    let meta = folder.join("meta.json");
    let mut npm =
        workshop.npm(&["exec", "--offline", "--", "esbuild", entry, "--bundle", "--minify", "--splitting"])?;
    npm.args([
        "--format=esm",
        "--platform=neutral",
        "--packages=external",
        "--external:*/bytes.js",
        "--external:node:*",
    ]);
    npm.arg(format!("--outdir={}", folder.display())).arg(format!("--metafile={}", meta.display()));
    Task::new(&workshop.project, &format!("esbuild-{name}"), format!("Minifying {entry}"), npm)?.succeed()?;
    let read = |file: &Path| fs::read(file).with_context(|| format!("cannot read {}", file.display()));
    let outputs: Value = serde_json::from_slice(&read(&meta)?).context("esbuild's metafile is no JSON")?;
    let mut first = Vec::new();
    let outputs = outputs.get("outputs").context("esbuild's metafile has no outputs")?;
    for file in loaded_first(outputs, entry) {
        first.extend(read(&workshop.project.www().join(file))?);
    }
    Ok(first)
}

/// The output of an entry and what it imports at once, by the metafile of esbuild.
fn loaded_first<'m>(outputs: &'m Value, entry: &str) -> BTreeSet<&'m str> {
    let files = outputs.as_object().into_iter().flatten();
    let mut next: Vec<&str> =
        files.filter(|(_, file)| file["entryPoint"] == entry).map(|(path, _)| path.as_str()).collect();
    let mut found = BTreeSet::new();
    while let Some(path) = next.pop() {
        let Some(output) = outputs.get(path).filter(|_| found.insert(path)) else { continue };
        let imports = output.get("imports").and_then(Value::as_array).into_iter().flatten();
        next.extend(
            imports.filter(|import| import["kind"] == "import-statement").filter_map(|import| import["path"].as_str()),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_imported_later_does_not_count() {
        let imports = |path: &str, kind: &str| json!({ "path": path, "kind": kind });
        let outputs = json!({
            "out/index.js": { "entryPoint": "src/index.js", "imports": [imports("out/a.js", "import-statement"), imports("out/glue.js", "dynamic-import"), imports("idb", "import-statement")] },
            "out/a.js": { "imports": [imports("out/index.js", "import-statement")] },
            "out/glue.js": { "imports": [] },
        });
        assert_eq!(loaded_first(&outputs, "src/index.js"), BTreeSet::from(["out/a.js", "out/index.js"]));
    }
}
