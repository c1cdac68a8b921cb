//! What the parts of a run share: each thing is made sure of, or built, once, and a failure is told once.

use crate::ensure::{self, Browser, Toolchain};
use crate::project::Project;
use anyhow::{anyhow, Result};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::{env, iter};

/// The project with its tools, installed when they are first asked for.
pub struct Workshop {
    /// The project.
    pub project: Project,
    toolchain: Once<Toolchain>,
    wasm_bindgen: Once<PathBuf>,
    wasm_pack: Once<PathBuf>,
    npm_packages: Once<()>,
    browser: Once<Browser>,
    postgres: Once<()>,
    built: RefCell<BTreeMap<String, bool>>,
}

type Once<T> = OnceCell<Option<T>>;

impl Workshop {
    /// Nothing is made sure of yet.
    pub fn new(project: Project) -> Self {
        Self {
            project,
            toolchain: Once::new(),
            wasm_bindgen: Once::new(),
            wasm_pack: Once::new(),
            npm_packages: Once::new(),
            browser: Once::new(),
            postgres: Once::new(),
            built: RefCell::default(),
        }
    }

    /// The toolchain for wasm builds.
    pub fn toolchain(&self) -> Result<&Toolchain> {
        once(&self.toolchain, "the wasm target", || ensure::toolchain(&self.project))
    }

    /// The folder of the wasm-bindgen programs.
    pub fn wasm_bindgen(&self) -> Result<&PathBuf> {
        once(&self.wasm_bindgen, "wasm-bindgen", || ensure::wasm_bindgen(&self.project))
    }

    /// `wasm-pack <arguments>` in the project's folder, which finds wasm-bindgen and the wasm target.
    pub fn wasm_pack(&self, arguments: &[&str]) -> Result<Command> {
        let folder = once(&self.wasm_pack, "wasm-pack", || ensure::wasm_pack(&self.project))?;
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = iter::once(self.wasm_bindgen()?.clone()).chain(env::split_paths(&path));
        let mut command = self.toolchain()?.command(folder.join("wasm-pack"));
        command.args(arguments).current_dir(&self.project.root).env("PATH", env::join_paths(folders)?);
        Ok(command)
    }

    /// Chromium and its driver.
    pub fn browser(&self) -> Result<&Browser> {
        once(&self.browser, "a browser", || ensure::browser(&self.project))
    }

    /// PostgreSQL's programs.
    pub fn postgres(&self) -> Result<()> {
        once(&self.postgres, "PostgreSQL", || ensure::postgres(&self.project)).copied()
    }

    /// The npm packages of `www`.
    pub fn npm_packages(&self) -> Result<()> {
        once(&self.npm_packages, "the npm packages", || ensure::npm_packages(&self.project, "www")).copied()
    }

    /// `npm <arguments>` in `www`, whose packages are installed.
    pub fn npm(&self, arguments: &[&str]) -> Result<Command> {
        self.npm_in("www", arguments)
    }

    /// `npm <arguments>` in a folder of the project; the packages of `www` are installed.
    pub fn npm_in(&self, folder: &str, arguments: &[&str]) -> Result<Command> {
        self.npm_packages()?;
        let mut npm = Command::new("npm");
        npm.args(arguments).current_dir(self.project.root.join(folder));
        Ok(npm)
    }

    /// Makes the build called `name`, unless it was made before.
    pub fn once(&self, name: &str, make: impl FnOnce() -> Result<()>) -> Result<()> {
        let before = self.built.borrow().get(name).copied();
        match before {
            Some(true) => Ok(()),
            Some(false) => Err(anyhow!("not run: `{name}` could not be built, see above")),
            None => {
                let result = make();
                self.built.borrow_mut().insert(name.to_owned(), result.is_ok());
                result
            }
        }
    }
}

fn once<'a, T>(cell: &'a Once<T>, what: &str, make: impl FnOnce() -> Result<T>) -> Result<&'a T> {
    if cell.get().is_none() {
        let made = make();
        let error = made.as_ref().err().map(|error| anyhow!("{error:#}"));
        _ = cell.set(made.ok());
        if let Some(error) = error {
            return Err(error);
        }
    }
    cell.get().and_then(Option::as_ref).ok_or_else(|| anyhow!("not run: {what} could not be installed, see above"))
}
