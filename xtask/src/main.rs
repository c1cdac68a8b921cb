//! `cargo xtask <command>`: installs what is missing, then builds, tests and serves Stepgate.

mod build;
mod check;
mod ensure;
mod lists;
mod project;
mod prose;
mod purity;
mod serve;
mod slowest;
mod structure;
mod tally;
mod tarball;
mod task;
mod test;
mod workshop;

use anyhow::{bail, Context, Result};
use project::Project;
use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use workshop::Workshop;

const USAGE: &str = "\
cargo xtask <command>

  demo [--port N]    build the offline demo and the documentation, and serve them on http://127.0.0.1:N (8080, or the next
                     free port) and /docs/ there
  test [part]...     run the whole test command, or some parts: fmt lint native vectors doc web package e2e fixtures refresh server check
  build [name]       make the npm package under www (then `npm pack` there) and the demo in www/dist; or one build of wasm-pack.toml alone
  bench              build what the benchmarks in the browser need, and run them
  vectors [folder]   run every vector file of a folder (default tests/vectors)
  arrange [--native] <instances.json> --ms N --seed S --out placements.json [--move-base M] [--bound]
                     place the items of instance files with the package's wasm in Node, or without it; the form is in
                     crates/optimise/objective.md
  suites             run the suites of other readers and print the figures; STEPGATE_SUITES=name lists its misses
  schemas <folder>   compile the JSON Schemas in a folder and judge their instances: JSON-Schema-Test-Suite, JSONSchemaBench
  lists              what may only become less, against xtask/lists.toml; UPDATE_LISTS=1 takes lower numbers over
  structure          the modules of each crate in order, and the imports that point up
  check              the lists, sizes against their budgets, and what the core imports

Each installs what it needs and does not find: the wasm target, wasm-bindgen, wasm-pack, npm packages, Chromium, PostgreSQL.
Logs of the tools are in target/xtask.";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// `Ok(false)`: it ran, and something it checked is wrong.
fn run(arguments: &[String]) -> Result<bool> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["demo"] => demo(8080),
        ["demo", "--port", port] => {
            demo(port.parse().with_context(|| format!("--port takes a number up to 65535, not `{port}`"))?)
        }
        ["test", ..] => test::run(&workshop()?, arguments.get(1..).unwrap_or_default()),
        ["build"] => build(),
        ["build", name] => build::wasm(&workshop()?, name).map(|()| true),
        ["bench"] => bench(),
        ["vectors"] => vectors("tests/vectors"),
        ["vectors", folder] => vectors(folder),
        ["arrange", ..] => arrange(arguments.get(1..).unwrap_or_default()),
        ["suites"] => suites(),
        ["schemas", folder] => schemas(folder),
        ["check"] => Ok(check::run(&workshop()?)?.failed == 0),
        ["lists"] => Ok(lists::check(&Project::find()?)?.failed == 0),
        ["structure"] => structure::run(&Project::find()?),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(true)
        }
        [] => bail!("no command\n\n{USAGE}"),
        _ => bail!("unknown command `{}`\n\n{USAGE}", words.join(" ")),
    }
}

fn workshop() -> Result<Workshop> {
    Ok(Workshop::new(Project::find()?))
}

fn demo(port: u16) -> Result<bool> {
    let workshop = workshop()?;
    build::package(&workshop)?;
    build::docs(&workshop)?;
    let listener = serve::listen(port)?;
    println!("\nThe Stepgate demo is at http://{}  (Ctrl-C ends it)", listener.local_addr()?);
    println!("Four agents to try. A script, no model, answers in the page: no key, no network needed.");
    println!("The documentation is at http://{}/docs/", listener.local_addr()?);
    serve::serve(listener, &workshop.project.www().join("dist"))?;
    Ok(true)
}

fn build() -> Result<bool> {
    build::package(&workshop()?)?;
    println!("\nThe package is in www (`npm pack` there makes the tarball), the demo in www/dist.");
    Ok(true)
}

fn bench() -> Result<bool> {
    let workshop = workshop()?;
    ["json", "json-full", "engine", "test", "bench"].into_iter().try_for_each(|name| build::wasm(&workshop, name))?;
    let mut npm = workshop.npm(&["run", "bench"])?;
    npm.env("CHROME", &workshop.browser()?.chrome);
    Ok(npm.status().context("cannot start npm")?.success())
}

fn arrange(arguments: &[String]) -> Result<bool> {
    let here = env::current_dir()?;
    let native = |project: &Project, arguments: &[String]| {
        let mut arranger = test::arranger(project, arguments);
        Ok::<_, anyhow::Error>(arranger.current_dir(&here).status().context("cannot start cargo")?.success())
    };
    if let Some(at) = arguments.iter().position(|argument| argument == "--native") {
        let (before, after) = arguments.split_at(at);
        return native(&Project::find()?, &[before, after.get(1..).unwrap_or_default()].concat());
    }
    let workshop = workshop()?;
    build::wasm(&workshop, "arrange")?;
    // The form of the instance files is known to one program; the other one reads drafts.
    let drafts = workshop.project.scratch("drafts.json")?;
    let reads = ["--drafts".to_owned(), drafts.display().to_string()];
    if !native(&workshop.project, &[arguments, reads.as_slice()].concat())? {
        return Ok(false);
    }
    let script = workshop.project.www().join("bench/arrange.mjs");
    let mut node = Command::new("node");
    node.arg(script).arg(drafts).args(arguments.get(1..).unwrap_or_default()).current_dir(&here);
    Ok(node.status().context("cannot start node")?.success())
}

fn suites() -> Result<bool> {
    Ok(test::suites_runner(&Project::find()?).status().context("cannot start cargo")?.success())
}

fn schemas(folder: &str) -> Result<bool> {
    let folder = existing(folder)?;
    let mut runner = test::schemas_runner(&Project::find()?, &folder);
    Ok(runner.status().context("cannot start cargo")?.success())
}

fn vectors(folder: &str) -> Result<bool> {
    let folder = existing(folder)?;
    let project = Project::find()?;
    Ok(test::vector_runner(&project, &folder).status().context("cannot start cargo")?.success())
}

fn existing(folder: &str) -> Result<PathBuf> {
    let folder = env::current_dir()?.join(folder);
    if !folder.is_dir() {
        bail!("{} is not a folder", folder.display());
    }
    Ok(folder)
}
