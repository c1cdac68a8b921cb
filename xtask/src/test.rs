//! The whole test command, in parts that can also be run alone.

use crate::project::Project;
use crate::slowest::slowest;
use crate::tally::{self, Tally};
use crate::task::Task;
use crate::workshop::Workshop;
use crate::{build, check, tarball};
use anyhow::{bail, Result};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Features of the native checks: the default ones and the test agent.
const FEATURES: [&str; 2] = ["--features", "stepgate/ledger"];

struct Part {
    name: &'static str,
    run: fn(&Workshop) -> Result<Tally>,
}

const PARTS: [Part; 13] = [
    Part { name: "fmt", run: fmt },
    Part { name: "lint", run: lint },
    Part { name: "native", run: native },
    Part { name: "vectors", run: vectors },
    Part { name: "doc", run: doc },
    Part { name: "web", run: web },
    Part { name: "package", run: package },
    Part { name: "e2e", run: e2e },
    Part { name: "fixtures", run: fixtures },
    Part { name: "refresh", run: refresh },
    Part { name: "server", run: server },
    Part { name: "restate", run: restate },
    Part { name: "check", run: check::run },
];

/// Runs the parts called `names`, or all, each to its end; the last line is the total. `Ok(false)`: something failed.
pub fn run(workshop: &Workshop, names: &[String]) -> Result<bool> {
    if let Some(unknown) = names.iter().find(|name| PARTS.iter().all(|part| part.name != *name)) {
        let known: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        bail!("unknown part `{unknown}`; the parts are {}", known.join(", "));
    }
    let mut total = Tally::default();
    let mut failed = Vec::new();
    let mut times = Vec::new();
    for part in PARTS.iter().filter(|part| names.is_empty() || names.iter().any(|name| name == part.name)) {
        println!("\n== {} ==", part.name);
        let started = Instant::now();
        let tally = (part.run)(workshop).unwrap_or_else(|error| {
            println!("  {error:#}");
            Tally::FAILED
        });
        println!("  {tally}");
        times.push(format!("{} {}", part.name, started.elapsed().as_secs()));
        total += tally;
        if tally.failed > 0 {
            failed.push(part.name);
        }
    }
    println!("\nseconds: {}", times.join(", "));
    tell_slowest(workshop, names)?;
    if !failed.is_empty() {
        println!("failed: {}", failed.join(", "));
    }
    println!("{total}");
    Ok(failed.is_empty())
}

/// Names the tests that took longest, of the parts that Node runs.
fn tell_slowest(workshop: &Workshop, names: &[String]) -> Result<()> {
    let logs = [
        ("package", "npm-test"),
        ("package", "examples"),
        ("e2e", "e2e"),
        ("fixtures", "fixtures"),
        ("refresh", "refresh"),
        ("server", "server"),
        ("restate", "restate"),
    ];
    let mut texts = Vec::new();
    for (part, log) in logs {
        if names.is_empty() || names.iter().any(|name| name == part) {
            texts.push(fs::read_to_string(workshop.project.scratch(&format!("{log}.log"))?).unwrap_or_default());
        }
    }
    slowest(&texts).iter().for_each(|(seconds, name)| println!("  {seconds:>6.1} s  {name}"));
    Ok(())
}

/// `cargo` in the project's folder, with the default toolchain.
pub fn cargo(project: &Project, arguments: &[&str]) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args(arguments).current_dir(&project.root);
    cargo
}

fn fmt(workshop: &Workshop) -> Result<Tally> {
    let cargo = cargo(&workshop.project, &["fmt", "--all", "--check"]);
    Ok(Tally::check(&Task::new(&workshop.project, "fmt", "Checking the formatting", cargo)?.end()?))
}

fn lint(workshop: &Workshop) -> Result<Tally> {
    let project = &workshop.project;
    let clippy = |name: &str, title: &str, options: &[&str]| {
        let mut command = cargo(project, &["clippy"]);
        command.args(options).args(FEATURES).args(["--", "-D", "warnings"]);
        Ok::<_, anyhow::Error>(Tally::check(&Task::new(project, name, title, command)?.end()?))
    };
    let mut tally = clippy("lint", "Linting for the native target", &["--workspace", "--all-targets"])?;
    if workshop.toolchain()?.name.is_none() {
        let target = [
            "--package",
            "stepgate",
            "--lib",
            "--test",
            "web",
            "--test",
            "browser",
            "--target",
            &project.settings.target.triple,
        ];
        tally += clippy("lint-wasm", "Linting for the wasm target", &target)?;
        for features in ["", "full"] {
            let mut json = cargo(project, &["clippy", "--package", "stepgate-wasm-reply", "--features", features]);
            json.args(["--target", &project.settings.target.triple, "--", "-D", "warnings"]);
            let (name, title) = (format!("lint-json-{features}"), format!("Linting stepgate/json {features}"));
            tally += Tally::check(&Task::new(project, &name, title.trim_end(), json)?.end()?);
        }
    } else {
        println!("• Linting for the wasm target: skipped, the fallback toolchain has no clippy");
        tally += Tally::SKIPPED;
    }
    Ok(tally)
}

fn native(workshop: &Workshop) -> Result<Tally> {
    let mut cargo = cargo(&workshop.project, &["test", "--workspace", "--no-fail-fast"]);
    cargo.args(FEATURES).args(["--", "--show-output"]);
    let ended = Task::new(&workshop.project, "native", "Running the native tests", cargo)?.end()?;
    // The cases that the random events against the laws have covered.
    ended.text.lines().filter(|line| line.starts_with("laws:")).for_each(|line| println!("  {line}"));
    Tally::of(&ended, tally::rust)
}

fn vectors(workshop: &Workshop) -> Result<Tally> {
    let command = vector_runner(&workshop.project, Path::new("tests/vectors"));
    let ended = Task::new(&workshop.project, "vectors", "Running the vectors", command)?.live().end()?;
    Tally::of(&ended, tally::vectors)
}

/// The program that runs every vector file of `folder`. The profile of the tests: they have compiled the agents already.
pub fn vector_runner(project: &Project, folder: &Path) -> Command {
    let mut cargo = cargo(project, &["run", "--quiet", "--profile", "test", "--package", "stepgate-vectors", "--"]);
    cargo.arg(folder);
    cargo
}

/// The program that places the items of instance files.
pub fn arranger(project: &Project, arguments: &[String]) -> Command {
    let mut cargo = cargo(project, &["run", "--quiet", "--profile", "arrange", "--manifest-path"]);
    cargo.arg(project.root.join("Cargo.toml"));
    cargo.args(["--package", "stepgate-optimise", "--example", "arrange", "--"]).args(arguments);
    cargo
}

/// The test that reads the suites of other readers, with its figures.
pub fn suites_runner(project: &Project) -> Command {
    let mut cargo = cargo(project, &["test", "--quiet", "--package", "stepgate-reply", "--test", "suites"]);
    cargo.args(["--", "--nocapture", "--test-threads=1"]);
    cargo
}

/// The runner of files of JSON Schemas with instances.
pub fn schemas_runner(project: &Project, folder: &Path) -> Command {
    let mut cargo = cargo(project, &["test", "--quiet", "--package", "stepgate-reply", "--test", "schemas"]);
    cargo.args(["--", "--nocapture", "schemas_of_a_folder"]).env("STEPGATE_SCHEMAS", folder);
    cargo
}

fn doc(workshop: &Workshop) -> Result<Tally> {
    let mut cargo = cargo(&workshop.project, &["doc", "--no-deps", "--workspace", "--exclude", "xtask"]);
    cargo.args(FEATURES).env("RUSTDOCFLAGS", "-D warnings");
    Ok(Tally::check(&Task::new(&workshop.project, "doc", "Building the documentation", cargo)?.end()?))
}

fn web(workshop: &Workshop) -> Result<Tally> {
    let project = &workshop.project;
    let browser = workshop.browser()?;
    let mut command = workshop.wasm_pack(&["test", "--headless", "--chrome", "--mode", "no-install"])?;
    command
        .arg("--chromedriver")
        .arg(&browser.driver)
        .args([".", "--test", "web", "--test", "browser", "--test", "laws"])
        .args(FEATURES);
    command.env("WASM_BINDGEN_TEST_TIMEOUT", "300");
    // The driver itself gets 5 seconds to start, which is short for a machine that is busy.
    command.env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60");
    command.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", capabilities(project, &browser.chrome)?);
    let title = "Running the wasm tests in headless Chromium (wasm-pack)";
    Tally::of(&Task::new(project, "web", title, command)?.end()?, tally::rust)
}

/// The file that tells the test runner which browser to start, and how.
fn capabilities(project: &Project, chrome: &Path) -> Result<PathBuf> {
    let arguments =
        ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run"];
    let file = project.scratch("webdriver.json")?;
    fs::write(&file, json!({ "goog:chromeOptions": { "binary": chrome, "args": arguments } }).to_string())?;
    Ok(file)
}

fn package(workshop: &Workshop) -> Result<Tally> {
    build::package(workshop)?;
    build::wasm(workshop, "test")?;
    let npm = workshop.npm(&["test"])?;
    let ended =
        Task::new(&workshop.project, "npm-test", "Checking the types and running the package's tests", npm)?.end()?;
    let mut tally = Tally::of(&ended, tally::node)?;
    tally += tarball::check(workshop)?;
    build::examples(workshop)?;
    let npm = workshop.npm_in("examples", &["test"])?;
    let ended = Task::new(&workshop.project, "examples", "Running the tests of the examples", npm)?.end()?;
    tally += Tally::of(&ended, tally::node)?;
    Ok(tally)
}

fn e2e(workshop: &Workshop) -> Result<Tally> {
    build::package(workshop)?;
    build::wasm(workshop, "test")?;
    build::own_agent(workshop)?;
    build::example_pages(workshop)?;
    build::bundle(workshop, &["--test-wasm"])?;
    build::docs(workshop)?;
    let browser = workshop.browser()?;
    let mut npm = workshop.npm(&["run", "e2e"])?;
    npm.env("CHROME", &browser.chrome).env("CHROMEDRIVER", &browser.driver);
    let ended = Task::new(&workshop.project, "e2e", "Running the end-to-end tests in Chromium", npm)?.end()?;
    // Scenes that passed only when they were played again (docs/decisions/044-a-scene-may-fail-once.md).
    ended.text.lines().filter(|line| line.contains("second try: ")).for_each(|line| println!("  {}", line.trim()));
    Tally::of(&ended, tally::node)
}

/// The packed package in bundlers and runtimes, each with the same story.
fn fixtures(workshop: &Workshop) -> Result<Tally> {
    build::package(workshop)?;
    let browser = workshop.browser()?;
    let mut npm = workshop.npm(&["run", "fixtures"])?;
    npm.env("CHROME", &browser.chrome).env("FIXTURES", workshop.project.scratch("fixtures")?);
    let ended = Task::new(&workshop.project, "fixtures", "Playing the story of each fixture", npm)?.end()?;
    ended.text.lines().filter(|line| line.starts_with(['┌', '│', '├', '└'])).for_each(|line| println!("  {line}"));
    Tally::of(&ended, tally::node)
}

/// The tests of `@stepgate/restate`: Restate really runs, and is killed.
fn restate(workshop: &Workshop) -> Result<Tally> {
    build::package(workshop)?;
    let mut install = workshop.npm_in("packages/restate", &["ci", "--no-audit", "--no-fund", "--prefer-offline"])?;
    install.env("npm_config_fetch_retries", "5");
    Task::new(&workshop.project, "restate-ci", "Installing the npm packages of @stepgate/restate", install)?
        .succeed()?;
    let npm = workshop.npm_in("packages/restate", &["test"])?;
    let ended = Task::new(&workshop.project, "restate", "Running sessions on Restate, which is killed", npm)?.end()?;
    Tally::of(&ended, tally::node)
}

/// The tests of `refresh-bench`: a few trials of each adapter in Chromium, and the arithmetic of its report.
fn refresh(workshop: &Workshop) -> Result<Tally> {
    build::package(workshop)?;
    let browser = workshop.browser()?;
    let mut install = workshop.npm_in("refresh-bench", &["ci", "--no-audit", "--no-fund", "--prefer-offline"])?;
    install.env("npm_config_fetch_retries", "5");
    Task::new(&workshop.project, "refresh-ci", "Installing the npm packages of refresh-bench", install)?.succeed()?;
    let mut npm = workshop.npm_in("refresh-bench", &["test"])?;
    npm.env("CHROME", &browser.chrome);
    let ended =
        Task::new(&workshop.project, "refresh", "Running the tests of refresh-bench in Chromium", npm)?.end()?;
    Tally::of(&ended, tally::node)
}

/// The tests of `packages/server`, over the databases that it has. PostgreSQL is started by the tests.
fn server(workshop: &Workshop) -> Result<Tally> {
    build::package(workshop)?;
    workshop.postgres()?;
    let mut install = workshop.npm_in("packages/server", &["ci", "--no-audit", "--no-fund", "--prefer-offline"])?;
    install.arg("--fetch-retries=5");
    Task::new(&workshop.project, "server-ci", "Installing the npm packages of the session server", install)?
        .succeed()?;
    let npm = workshop.npm_in("packages/server", &["test"])?;
    let title = "Running the tests of the session server over PostgreSQL and SQLite";
    Tally::of(&Task::new(&workshop.project, "server", title, npm)?.end()?, tally::node)
}
