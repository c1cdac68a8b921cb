//! Checks the artefacts: how big they are, and that the core imports no clock, no random and no network.

use crate::purity;
use crate::tally::Tally;
use crate::task::Task;
use crate::workshop::Workshop;
use anyhow::{Context, Result};
use flate2::{write::GzEncoder, Compression};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Prints sizes and imports; a size over its budget or a forbidden import is a failed check.
pub fn run(workshop: &Workshop) -> Result<Tally> {
    let budget = &workshop.project.settings.budget;
    workshop.wasm("package")?;
    let wasm = workshop.project.root.join(&workshop.project.build("package")?.out).join("stepgate_bg.wasm");
    let js = minified(workshop)?;
    println!("  {:<14}{:>12}{:>12}{:>12}{:>12}", "kB", "raw", "gzip", "brotli", "budget");
    let mut tally = weigh("wasm", &wasm, budget.wasm)?;
    tally += weigh("JS", &js, budget.js)?;
    tally += purity::check(workshop)?;
    Ok(tally)
}

fn weigh(name: &str, file: &Path, budget: usize) -> Result<Tally> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let gzip = gzip(&bytes)?;
    let kb = |size: usize| format!("{}.{}", size / 1000, size % 1000 / 100);
    let verdict = if gzip <= budget * 1000 { "" } else { "  over budget" };
    let sizes = (kb(bytes.len()), kb(gzip), kb(brotli(&bytes)?), format!("gzip {budget}"));
    println!("  {name:<14}{:>12}{:>12}{:>12}{:>12}{verdict}", sizes.0, sizes.1, sizes.2, sizes.3);
    Ok(if gzip <= budget * 1000 { Tally::PASSED } else { Tally::FAILED })
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

/// The package's own JavaScript, the wasm glue included, as one minified file without dependencies and without the
/// lazily loaded bytes.
fn minified(workshop: &Workshop) -> Result<PathBuf> {
    let file = workshop.project.scratch("stepgate.min.js")?;
    let mut npm = workshop.npm(&["exec", "--offline", "--", "esbuild", "src/index.js", "--bundle", "--minify"])?;
    npm.args([
        "--format=esm",
        "--platform=neutral",
        "--packages=external",
        "--external:*/bytes.js",
        "--external:node:*",
    ]);
    npm.arg(format!("--outfile={}", file.display()));
    Task::new(&workshop.project, "esbuild", "Minifying the package's JavaScript", npm)?.succeed()?;
    Ok(file)
}
