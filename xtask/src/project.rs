//! Where the project is and what `wasm-pack.toml` says.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

/// The checkout, its target folder and its pins.
pub struct Project {
    /// The folder of the workspace.
    pub root: PathBuf,
    /// Cargo's target folder.
    pub target: PathBuf,
    /// The content of `wasm-pack.toml`.
    pub settings: Settings,
}

/// `wasm-pack.toml`: the one list of pins, targets, builds and budgets.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// Versions of the tools.
    pub pins: Pins,
    /// The wasm target.
    pub target: Target,
    /// The wasm builds by name.
    pub build: BTreeMap<String, Build>,
    /// Size limits.
    pub budget: Budget,
}

/// Versions of the tools.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Pins {
    /// Exact version of wasm-bindgen-cli.
    pub wasm_bindgen: String,
    /// Exact version of wasm-pack.
    pub wasm_pack: String,
    /// Lowest major version of Node.
    pub node: u32,
}

/// The wasm target.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Target {
    /// The target triple.
    pub triple: String,
    /// The rustup toolchain that stands in when the default one cannot get the target.
    pub fallback_toolchain: String,
}

/// One wasm build.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Build {
    /// Cargo profile.
    pub profile: String,
    /// The Rust package of type `cdylib`.
    pub package: String,
    /// Its features.
    #[serde(default)]
    pub features: Vec<String>,
    /// Folder of the result, relative to the root.
    pub out: PathBuf,
    /// The name of the result's files.
    #[serde(default = "Build::default_name")]
    pub name: String,
    /// The file of types that belongs to it, relative to the root.
    pub types: Option<PathBuf>,
}

impl Build {
    fn default_name() -> String {
        "stepgate".to_owned()
    }

    /// The file name of the wasm that cargo compiles.
    pub fn compiled(&self) -> String {
        format!("{}.wasm", self.package.replace('-', "_"))
    }

    /// The file name of the wasm after wasm-bindgen.
    pub fn wasm(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }
}

/// Size limits in kB (1,000 bytes).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// The wasm of each agent alone, after gzip, by the name of its build.
    pub agent: BTreeMap<String, AgentBudget>,
    /// The package's JavaScript, after gzip.
    pub js: usize,
    /// The wasm of `stepgate/arrange`, after gzip.
    pub arrange: usize,
    /// Wasm and JavaScript of `stepgate/json` together, after brotli.
    pub json: usize,
    /// The npm package.
    pub package: PackageBudget,
}

/// Limits of the npm package, in kB: of its tarball, and unpacked.
#[derive(Debug, Deserialize)]
pub struct PackageBudget {
    pub tarball: usize,
    pub unpacked: usize,
}

/// Size of one agent's wasm in kB after gzip.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentBudget {
    /// Ceiling; more is a failed check.
    pub limit: usize,
    /// Size that the project wants.
    pub aim: usize,
    /// Why the aim is missed.
    pub over: Option<String>,
}

impl Project {
    /// Finds the checkout this xtask belongs to and reads its settings.
    pub fn find() -> Result<Self> {
        let xtask = env::var_os("CARGO_MANIFEST_DIR").context("start this program as `cargo xtask`")?;
        let root = PathBuf::from(xtask).parent().context("xtask has no parent folder")?.to_path_buf();
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir));
        let file = root.join("wasm-pack.toml");
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let settings = toml::from_str(&text).with_context(|| format!("{} is not as expected", file.display()))?;
        Ok(Self { root, target, settings })
    }

    /// The npm package's folder.
    pub fn www(&self) -> PathBuf {
        self.root.join("www")
    }

    /// The build called `name` in `wasm-pack.toml`.
    pub fn build(&self, name: &str) -> Result<&Build> {
        self.settings.build.get(name).with_context(|| format!("wasm-pack.toml has no [build.{name}]"))
    }

    /// A file or folder of xtask's own below the target folder; its parent exists afterwards.
    pub fn scratch(&self, name: &str) -> Result<PathBuf> {
        let path = self.target.join("xtask").join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
        }
        Ok(path)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn wasm_bindgen_is_pinned_once() {
        let project = Project::find().unwrap();
        let manifest = fs::read_to_string(project.root.join("Cargo.toml")).unwrap();
        let pin = format!("wasm-bindgen = \"={}\"", project.settings.pins.wasm_bindgen);
        assert!(manifest.contains(&pin), "Cargo.toml must say {pin}");
    }
}
