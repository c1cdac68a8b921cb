//! Builds the wasm, the npm package and the demo.

use crate::ensure;
use crate::task::Task;
use crate::workshop::Workshop;
use anyhow::{Context, Result};
use base64::prelude::{Engine, BASE64_STANDARD};
use flate2::write::GzEncoder;
use flate2::Compression;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Flags of rustc for the reader, which is built for speed: with them it is a tenth smaller and as fast, since the functions that run for
/// every character are marked `inline(always)`.
const FOR_SPEED: &[&str] = &[
    "-Cllvm-args=-inline-threshold=50",
    "-Cllvm-args=-inlinehint-threshold=150",
    "-Cllvm-args=-disable-lsr",
    "-Cllvm-args=-enable-pre=false",
    "-Cllvm-args=-unroll-threshold=0",
    "-Cllvm-args=-rotation-max-header-size=0",
];

/// The builds with a session: packages of type `cdylib` alone, with the same profile.
const SESSIONS: [&str; 5] = ["guide", "content", "stepper", "schedule", "engine"];

/// The npm package under `www` and the demo in `www/dist`, once a run.
pub fn package(workshop: &Workshop) -> Result<()> {
    workshop.once("the npm package", || {
        workshop.npm_packages()?;
        compile_sessions(workshop)?;
        for build in SESSIONS.into_iter().chain(["json", "json-full", "arrange"]) {
            wasm(workshop, build)?;
        }
        licenses(workshop)?;
        bundle(workshop, &[])
    })
}

/// The package is licensed as the crate is, and says so itself.
fn licenses(workshop: &Workshop) -> Result<()> {
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let from = workshop.project.root.join(name);
        fs::copy(&from, workshop.project.www().join(name))
            .with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(())
}

/// The demo's bundle, by the script `build` of `www/package.json`.
pub fn bundle(workshop: &Workshop, options: &[&str]) -> Result<()> {
    let mut npm = workshop.npm(&["run", "build", "--"])?;
    npm.args(options);
    let title = format!("Bundling the demo {}", options.join(" "));
    Task::new(&workshop.project, "npm-build", title.trim_end(), npm)?.succeed()?;
    Ok(())
}

/// The documentation in `www/dist/docs`, beside the demo. Its npm packages are apart: a build of the package alone needs none of them.
pub fn docs(workshop: &Workshop) -> Result<()> {
    let project = &workshop.project;
    ensure::npm_packages(project, "docs/site")?;
    let mut npm = Command::new("npm");
    npm.args(["run", "build", "--"]).arg(project.www().join("dist/docs")).current_dir(project.root.join("docs/site"));
    Task::new(project, "docs", "Building the documentation site", npm)?.succeed()?;
    Ok(())
}

/// Makes the wasm build called `name` in `wasm-pack.toml`, once a run.
pub fn wasm(workshop: &Workshop, name: &str) -> Result<()> {
    workshop.once(name, || compile(workshop, name))
}

/// Compiles the builds with a session side by side: each is linked on one core. `wasm` finds them compiled, and binds them.
fn compile_sessions(workshop: &Workshop) -> Result<()> {
    let mut cargo = cargo(workshop, &["build", "--lib"], "release")?;
    for name in SESSIONS {
        cargo.args(["--package", &workshop.project.build(name)?.package]);
    }
    Task::new(&workshop.project, "wasm-sessions", "Compiling the wasm of the agents and of the engine", cargo)?
        .succeed()?;
    Ok(())
}

/// Cargo for the wasm target with the flags of a profile. Builds with the same flags share what they compile.
fn cargo(workshop: &Workshop, command: &[&str], profile: &str) -> Result<Command> {
    let project = &workshop.project;
    let is_reader = profile == "json";
    let triple = &project.settings.target.triple;
    let mut flags = short_paths()?;
    if is_reader {
        flags.extend(FOR_SPEED.iter().map(|flag| (*flag).to_owned()));
    }
    let mut cargo = workshop.toolchain()?.command("cargo");
    cargo.current_dir(&project.root).args(command).args(["--profile", profile, "--target", triple]);
    cargo.arg("--target-dir").arg(target_of(workshop, profile));
    cargo.arg("--config").arg(format!("target.{triple}.rustflags = {flags:?}"));
    Ok(cargo)
}

/// Folder of what a profile compiles.
fn target_of(workshop: &Workshop, profile: &str) -> PathBuf {
    workshop.project.target.join("wasm").join(if profile == "json" { "speed" } else { "size" })
}

/// The wasm build called `name`, with its JavaScript glue, types and embedded bytes, in its `out` folder.
fn compile(workshop: &Workshop, name: &str) -> Result<()> {
    let project = &workshop.project;
    let build = project.build(name)?;
    let bindgen = workshop.wasm_bindgen()?.join("wasm-bindgen");

    // For the wasm alone: were a library of Rust's made beside it, as Cargo.toml says, all that is public would count as used.
    let mut cargo = cargo(workshop, &["rustc", "--lib", "--crate-type", "cdylib"], &build.profile)?;
    cargo.args(["--package", &build.package, "--features", &build.features.join(",")]);
    let title = format!("Compiling the wasm: {name} ({} profile)", build.profile);
    Task::new(project, &format!("wasm-{name}"), title, cargo)?.succeed()?;

    let target = target_of(workshop, &build.profile);
    let compiled = target.join(&project.settings.target.triple).join(&build.profile).join(build.compiled());
    let out = project.root.join(&build.out);
    let mut command = Command::new(bindgen);
    command
        .args([
            "--target",
            "web",
            "--no-typescript",
            "--remove-name-section",
            "--remove-producers-section",
            "--out-name",
            &build.name,
            "--out-dir",
        ])
        .arg(&out)
        .arg(compiled);
    // A trapped instance of the agents can be replaced by a fresh one; the reader has no state that would go on.
    if build.profile != "json" {
        command.arg("--experimental-reset-state-function");
    }
    let title = format!("Binding it to JavaScript in {}", build.out.display());
    Task::new(project, &format!("bindgen-{name}"), title, command)?.succeed()?;

    let wasm = out.join(build.wasm());
    if let Some(types) = &build.types {
        fs::copy(project.root.join(types), out.join("types.d.ts"))
            .with_context(|| format!("cannot copy {}", types.display()))?;
    }
    // The shipped builds have a copy inside; the builds for tests and benchmarks, with all agents, have none.
    if build.package == "stepgate" {
        return Ok(());
    }
    embed(&out, &wasm)
}

/// The wasm of `examples/shopping` in its folder `pkg`, by the command that `docs/agent.md` has for agents of one's own.
pub fn own_agent(workshop: &Workshop) -> Result<()> {
    let mut command = workshop.wasm_pack(&["build", "--target", "web", "--mode", "no-install", "examples/shopping"])?;
    // The engine has been compiled for the package's wasm, with the same flags.
    command.env("CARGO_TARGET_DIR", workshop.project.target.join("wasm/size"));
    command.env("CARGO_ENCODED_RUSTFLAGS", short_paths()?.join("\x1f"));
    let title = "Building the wasm of examples/shopping (wasm-pack)";
    Task::new(&workshop.project, "own-agent", title, command)?.succeed()?;
    Ok(())
}

/// The examples' npm packages, with a fresh copy of the package that was built under `www`, as somebody who installs it gets it.
pub fn examples(workshop: &Workshop) -> Result<()> {
    workshop.once("examples", || {
        let mut npm = workshop.npm_in("examples", &["ci", "--no-audit", "--no-fund", "--prefer-offline"])?;
        npm.env("npm_config_fetch_retries", "5");
        Task::new(&workshop.project, "examples-ci", "Installing the npm packages of the examples", npm)?.succeed()?;
        Ok(())
    })
}

/// The pages of the examples that need a bundler.
pub fn example_pages(workshop: &Workshop) -> Result<()> {
    examples(workshop)?;
    let npm = workshop.npm_in("examples", &["run", "build"])?;
    Task::new(&workshop.project, "examples-build", "Bundling the examples", npm)?.succeed()?;
    Ok(())
}

/// Flags of rustc, for panics that tell where they are without the folders of the machine that built them.
fn short_paths() -> Result<Vec<String>> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let sources = home.context("neither CARGO_HOME nor HOME names cargo's folder")?.join("registry/src");
    let registries = fs::read_dir(&sources).with_context(|| format!("cannot read {}", sources.display()))?;
    let mut flags = Vec::new();
    for registry in registries {
        flags.push(format!("--remap-path-prefix={}/=", registry?.path().display()));
    }
    flags.sort();
    Ok(flags)
}

/// Writes `bytes.js`: the wasm, by gzip and in base64, as a module for hosts that cannot fetch a file.
fn embed(out: &Path, wasm: &Path) -> Result<()> {
    let bytes = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&bytes)?;
    let text = format!("export default \"{}\";\n", BASE64_STANDARD.encode(packed.finish()?));
    fs::write(out.join("bytes.js"), text).context("cannot write bytes.js")
}
