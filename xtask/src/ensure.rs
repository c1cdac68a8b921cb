//! Makes sure of what the commands need: the wasm target, the tools, Node, the npm packages, a browser, PostgreSQL.
//! What is present is used as it is; what is missing is installed; what cannot be installed is one clear error.

use crate::project::Project;
use crate::task::Task;
use anyhow::{bail, Context, Result};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

/// How long others who install something are given before we try again.
const APT_PAUSE: Duration = Duration::from_secs(30);

/// The Rust toolchain for wasm builds.
pub struct Toolchain {
    /// The name of a rustup toolchain; `None`: the default one.
    pub name: Option<String>,
}

/// A browser and the driver that speaks WebDriver to it.
pub struct Browser {
    /// Chromium or Chrome.
    pub chrome: PathBuf,
    /// Its chromedriver.
    pub driver: PathBuf,
}

impl Toolchain {
    /// `program` (cargo, wasm-pack, …) made to use this toolchain.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        if let Some(name) = &self.name {
            command.env("RUSTUP_TOOLCHAIN", name);
        }
        command
    }

    fn has_target(&self, triple: &str) -> bool {
        let libdir = stdout(self.command("rustc").args(["--print", "target-libdir", "--target", triple]));
        libdir.is_some_and(|dir| Path::new(&dir).is_dir())
    }
}

/// A toolchain that has the wasm target: the default one, else the fallback of `wasm-pack.toml`.
pub fn toolchain(project: &Project) -> Result<Toolchain> {
    let target = &project.settings.target;
    let default = Toolchain { name: None };
    let fallback = Toolchain { name: Some(target.fallback_toolchain.clone()) };
    if default.has_target(&target.triple) {
        return Ok(default);
    }
    if fallback.has_target(&target.triple) {
        return Ok(fallback);
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", &target.triple]);
    let title = format!("Installing the target {} with rustup", target.triple);
    if Task::new(project, "rustup-target", title, rustup)?.succeed().is_ok() && default.has_target(&target.triple) {
        return Ok(default);
    }
    let mut recipe = Command::new("bash");
    recipe.arg(project.root.join("xtask/wasm32-from-distro.sh")).arg(&target.fallback_toolchain);
    let title = "No rustup server has it: building the target from the distribution's packages (some minutes)";
    Task::new(project, "wasm32-from-distro", title, recipe)?.succeed().with_context(|| {
        let triple = &target.triple;
        format!(
            "the Rust target {triple} is missing and could not be installed; get it with `rustup target add {triple}`"
        )
    })?;
    Ok(fallback)
}

/// The folder that holds `wasm-bindgen` and its test runner in the pinned version.
pub fn wasm_bindgen(project: &Project) -> Result<PathBuf> {
    let version = &project.settings.pins.wasm_bindgen;
    // Not --locked: its lock file names versions that are gone from some registries.
    tool(project, "wasm-bindgen-cli", &["wasm-bindgen", "wasm-bindgen-test-runner"], version, &[])
}

/// The folder that holds `wasm-pack` in the pinned version.
pub fn wasm_pack(project: &Project) -> Result<PathBuf> {
    tool(project, "wasm-pack", &["wasm-pack"], &project.settings.pins.wasm_pack, &["--locked"])
}

/// `programs` in `version` from PATH, else from the cache folder, else installed there from `package`.
fn tool(project: &Project, package: &str, programs: &[&str], version: &str, options: &[&str]) -> Result<PathBuf> {
    let fits = |dir: &Path| {
        programs.iter().all(|program| {
            let said = stdout(Command::new(dir.join(program)).arg("--version"));
            said.is_some_and(|said| said.split_whitespace().nth(1) == Some(version))
        })
    };
    let root = cache_dir()?.join("stepgate/tools");
    let candidates = programs.first().and_then(|program| on_path(program)).and_then(|file| Some(file.parent()?.into()));
    if let Some(dir) = candidates.into_iter().chain([root.join("bin")]).find(|dir: &PathBuf| fits(dir)) {
        return Ok(dir);
    }
    let mut install = Command::new("cargo");
    install.args(["install", package, "--version", version, "--force", "--root"]).arg(&root).args(options);
    Task::new(project, package, format!("Installing {package} {version} (some minutes)"), install)?
        .succeed()
        .with_context(|| {
            format!("{package} {version} is missing and could not be installed; get it with `cargo install {package} --version {version}`")
        })?;
    Ok(root.join("bin"))
}

/// Node in a version that is new enough.
pub fn node(project: &Project) -> Result<()> {
    let lowest = project.settings.pins.node;
    let Some(version) = stdout(Command::new("node").arg("--version")) else {
        bail!("Node is missing; install Node {lowest} or newer (https://nodejs.org) and put `node` and `npm` on PATH");
    };
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < lowest) {
        bail!("Node {version} is too old; install Node {lowest} or newer (https://nodejs.org)");
    }
    if stdout(Command::new("npm").arg("--version")).is_none() {
        bail!("npm is missing; it comes with Node (https://nodejs.org), put it on PATH");
    }
    Ok(())
}

/// The npm packages of the folder `name`, as its lock file names them.
pub fn npm_packages(project: &Project, name: &str) -> Result<()> {
    node(project)?;
    let folder = project.root.join(name);
    let locked = modified(&folder.join("package-lock.json"));
    if modified(&folder.join("node_modules/.package-lock.json")) >= locked && locked.is_some() {
        return Ok(());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--fetch-retries=5"]).current_dir(&folder);
    Task::new(project, "npm-ci", format!("Installing the npm packages of {name}"), npm)?.succeed().with_context(
        || format!("the npm packages of {name} could not be installed; `npm ci` in {name} must succeed"),
    )?;
    Ok(())
}

/// A Chromium with its driver: from CHROME and CHROMEDRIVER, else from PATH, else from the distribution's packages.
pub fn browser(project: &Project) -> Result<Browser> {
    if let Some(browser) = find_browser()? {
        return Ok(browser);
    }
    let advice = "install Chromium and chromedriver, put both on PATH or name them in CHROME and CHROMEDRIVER";
    let wanted = Packages { what: "a Chromium with its chromedriver", names: &["chromium", "chromium-driver"], advice };
    wanted.install(project)?;
    find_browser()?.with_context(|| format!("apt installed Chromium, but it is not on PATH; {advice}"))
}

/// PostgreSQL's programs, which the tests of the session server start themselves.
pub fn postgres(project: &Project) -> Result<()> {
    if has_postgres() {
        return Ok(());
    }
    let advice = "install PostgreSQL, so that `initdb` and `postgres` are on PATH or in /usr/lib/postgresql";
    Packages { what: "PostgreSQL", names: &["postgresql"], advice }.install(project)?;
    if !has_postgres() {
        bail!("apt installed PostgreSQL, but its `initdb` is not found; {advice}");
    }
    Ok(())
}

fn has_postgres() -> bool {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    on_path("initdb").is_some() || versions.into_iter().any(|version| version.path().join("bin/initdb").is_file())
}

/// Packages of the distribution.
struct Packages {
    /// The work that is not possible without them.
    what: &'static str,
    names: &'static [&'static str],
    /// Advice where they cannot be installed.
    advice: &'static str,
}

impl Packages {
    fn install(&self, project: &Project) -> Result<()> {
        let Self { what, names, advice } = self;
        let Some(apt) = apt_get() else {
            bail!("{what} is missing and cannot be installed from here; {advice}");
        };
        let apt = |arguments: &[&str]| {
            let (program, before) =
                apt.split_first().map_or(("apt-get", [].as_slice()), |(first, rest)| (*first, rest));
            let mut command = Command::new(program);
            command.args(before).args(["-o", "DPkg::Lock::Timeout=300"]).args(arguments);
            command.env("DEBIAN_FRONTEND", "noninteractive");
            command
        };
        let install = || {
            // Only the install decides: an update may fail for a source that has nothing to do with us.
            Task::new(project, "apt-update", "Reading the distribution's package lists", apt(&["update"]))?.end()?;
            let command = apt(&[&["install", "-y", "--no-install-recommends"], *names].concat());
            Task::new(project, "apt-install", format!("Installing {}", names.join(" and ")), command)?.succeed()
        };
        // Once more: a machine that has just started may be reading the lists itself, and then nobody else can.
        let installed = install().or_else(|_| {
            sleep(APT_PAUSE);
            install()
        });
        installed.map(|_| ()).with_context(|| format!("{what} is missing and apt could not install it; {advice}"))
    }
}

fn find_browser() -> Result<Option<Browser>> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let chrome = named("CHROME")?.or_else(|| names.iter().find_map(|name| on_path(name)));
    let driver = named("CHROMEDRIVER")?.or_else(|| on_path("chromedriver"));
    Ok(chrome.zip(driver).map(|(chrome, driver)| Browser { chrome, driver }))
}

/// The file an environment variable names, which must exist.
fn named(variable: &str) -> Result<Option<PathBuf>> {
    let Some(file) = env::var_os(variable).map(PathBuf::from) else { return Ok(None) };
    if !file.is_file() {
        bail!("{variable} names {}, which is not a file", file.display());
    }
    Ok(Some(file))
}

/// How to call apt-get with the rights to install, if there is a way that asks nothing.
fn apt_get() -> Option<Vec<&'static str>> {
    on_path("apt-get")?;
    if stdout(Command::new("id").arg("-u"))? == "0" {
        return Some(vec!["apt-get"]);
    }
    stdout(Command::new("sudo").args(["-n", "id", "-u"])).map(|_| vec!["sudo", "-n", "apt-get"])
}

/// The user's cache folder.
fn cache_dir() -> Result<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|dir| dir.is_absolute());
    absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".cache")))
        .context("neither XDG_CACHE_HOME nor HOME names a folder to install tools in")
}

fn on_path(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|dir| dir.join(program)).find(|file| file.is_file())
}

fn modified(file: &Path) -> Option<SystemTime> {
    file.metadata().ok()?.modified().ok()
}

/// Output of a command, if it can be run and succeeds.
fn stdout(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
