//! Draws the modules of each crate in order, types below rules, and finds the imports that point up: those on a cycle.

use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree};

use crate::project::Project;

/// Folders whose crates have an order.
const FOLDERS: [&str; 2] = ["crates", "agents"];

/// Prints each crate's modules from the lowest to the highest, and every import on a cycle. `Ok(false)`: there is one.
pub fn run(project: &Project) -> Result<bool> {
    let mut upward = 0;
    for folder in FOLDERS {
        let mut crates: Vec<PathBuf> =
            fs::read_dir(project.root.join(folder))?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        crates.sort();
        for path in crates.iter().filter(|path| path.join("src/lib.rs").is_file()) {
            let modules = Modules::read(&path.join("src"))?;
            let order = modules.order();
            println!("{}", path.strip_prefix(&project.root)?.display());
            println!("  {}", order.names.join(" · "));
            for (from, to) in &order.upward {
                println!("  UP  {from} → {to}");
            }
            upward += order.upward.len();
        }
    }
    println!("\n{upward} imports point up");
    Ok(upward == 0)
}

/// Path of a module below its crate; the crate itself is empty.
type Name = Vec<String>;

/// One file.
#[derive(Default)]
struct Module {
    /// Paths that the file names, from the root of the crate.
    paths: BTreeSet<Name>,
    /// Imported names, and the paths they stand for.
    imported: BTreeMap<String, Name>,
    /// Modules all of whose names are imported.
    globs: Vec<Name>,
    /// Names that the file defines.
    defined: BTreeSet<String>,
}

struct Modules(BTreeMap<Name, Module>);

/// The order of a crate's modules.
struct Order {
    /// From the lowest to the highest.
    names: Vec<String>,
    /// Imports on a cycle: from, to.
    upward: Vec<(String, String)>,
}

impl Modules {
    /// Reads the files below `src`.
    fn read(src: &Path) -> Result<Self> {
        let mut files = Vec::new();
        rust_files(src, &mut files)?;
        let names: BTreeMap<Name, PathBuf> = files.into_iter().map(|file| (name_of(src, &file), file)).collect();
        let known: BTreeSet<Name> = names.keys().cloned().collect();
        let module = |(name, file): (Name, PathBuf)| {
            let text = fs::read_to_string(&file)?;
            let syntax = syn::parse_file(&text).with_context(|| format!("cannot parse {}", file.display()))?;
            let mut reader = Reader { name: &name, known: &known, module: Module::default() };
            reader.visit_file(&syntax);
            let module = reader.module;
            Ok((name, module))
        };
        Ok(Modules(names.into_iter().map(module).collect::<Result<_>>()?))
    }

    /// The module that defines what `path` names, through re-exports.
    fn definer(&self, path: &Name, depth: usize) -> Option<&Name> {
        let (name, module) = (0..=path.len()).rev().find_map(|end| self.0.get_key_value(path.get(..end)?))?;
        let Some(item) = path.get(name.len()).filter(|_| depth > 0) else { return Some(name) };
        if module.defined.contains(item) {
            return Some(name);
        }
        if let Some(target) = module.imported.get(item) {
            return self.definer(target, depth - 1);
        }
        let holds = |glob: &&Name| self.0.get(*glob).is_some_and(|module| module.defined.contains(item));
        module.globs.iter().find(holds).and_then(|glob| self.0.get_key_value(glob)).map(|(name, _)| name).or(Some(name))
    }

    /// The modules that each module imports from.
    fn edges(&self) -> BTreeMap<&Name, BTreeSet<&Name>> {
        let targets = |(name, module): (&Name, &Module)| {
            module.paths.iter().filter_map(|path| self.definer(path, 8)).filter(|target| *target != name).collect()
        };
        self.0.iter().map(|(name, module)| (name, targets((name, module)))).collect()
    }

    /// Lowest first: a module stands behind all that it imports from. Where that cannot be, the imports on cycles are listed.
    fn order(&self) -> Order {
        let edges = self.edges();
        let mut order = Order { names: Vec::new(), upward: Vec::new() };
        let mut left: BTreeSet<&Name> = self.0.keys().collect();
        while !left.is_empty() {
            let free = |name: &&&Name| edges.get(**name).is_none_or(|targets| targets.is_disjoint(&left));
            let next = left.iter().find(free).copied();
            let next = next.unwrap_or_else(|| self.least_bound(&left, &edges, &mut order));
            order.names.push(shown(next));
            left.remove(next);
        }
        order
    }

    /// The one of several modules in cycles that imports least from the others; those imports point up.
    fn least_bound<'m>(
        &'m self,
        left: &BTreeSet<&'m Name>,
        edges: &BTreeMap<&'m Name, BTreeSet<&'m Name>>,
        order: &mut Order,
    ) -> &'m Name {
        let up = |name: &Name| -> Vec<&Name> {
            edges.get(name).into_iter().flatten().filter(|target| left.contains(*target)).copied().collect()
        };
        let in_cycle = left.iter().copied().filter(|name| reaches(edges, left, name, name));
        let least = in_cycle.min_by_key(|name| up(name).len());
        let Some(least) = least.or_else(|| left.first().copied()) else { unreachable!("`left` is not empty") };
        order.upward.extend(up(least).into_iter().map(|target| (shown(least), shown(target))));
        least
    }
}

/// Whether imports lead from `from` to `to`, through `left` only.
fn reaches(edges: &BTreeMap<&Name, BTreeSet<&Name>>, left: &BTreeSet<&Name>, from: &Name, to: &Name) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(name) = open.pop() {
        for target in edges.get(name).into_iter().flatten().filter(|target| left.contains(*target)) {
            if *target == to {
                return true;
            }
            if seen.insert(*target) {
                open.push(target);
            }
        }
    }
    false
}

fn shown(name: &Name) -> String {
    if name.is_empty() {
        "lib".to_owned()
    } else {
        name.join("/")
    }
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The module of a file below `src`.
fn name_of(src: &Path, file: &Path) -> Name {
    let path = file.strip_prefix(src).unwrap_or(file).with_extension("");
    let mut name: Name = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if matches!(name.last().map(String::as_str), Some("lib" | "mod")) {
        name.pop();
    }
    name
}

/// Collects what a file defines and names.
struct Reader<'r> {
    name: &'r Name,
    known: &'r BTreeSet<Name>,
    module: Module,
}

impl Reader<'_> {
    /// A path from the root of the crate; nothing for paths of other crates and of local names.
    fn absolute(&self, path: &[String]) -> Option<Name> {
        let (first, rest) = path.split_first()?;
        let mut base = self.name.clone();
        match first.as_str() {
            "crate" => return Some(rest.to_vec()),
            "self" => {}
            "super" => {
                base.pop();
                let outer = Reader { name: &base, known: self.known, module: Module::default() };
                return if rest.first().is_some_and(|step| step == "super") {
                    outer.absolute(rest)
                } else {
                    Some(base.iter().chain(rest).cloned().collect())
                };
            }
            child => {
                base.push(child.to_owned());
                if !self.known.contains(&base) {
                    return None;
                }
            }
        }
        Some(base.into_iter().chain(rest.iter().cloned()).collect())
    }

    fn import(&mut self, tree: &UseTree, prefix: &[String]) {
        let with = |ident: &syn::Ident| prefix.iter().cloned().chain([ident.to_string()]).collect::<Vec<_>>();
        let (path, alias) = match tree {
            UseTree::Path(path) => return self.import(&path.tree, &with(&path.ident)),
            UseTree::Group(group) => return group.items.iter().for_each(|tree| self.import(tree, prefix)),
            UseTree::Glob(_) => {
                let glob = self.absolute(prefix);
                self.module.paths.extend(glob.clone());
                return self.module.globs.extend(glob);
            }
            UseTree::Name(name) if name.ident == "self" => {
                (prefix.to_vec(), prefix.last().cloned().unwrap_or_default())
            }
            UseTree::Name(name) => (with(&name.ident), name.ident.to_string()),
            UseTree::Rename(rename) => (with(&rename.ident), rename.rename.to_string()),
        };
        if let Some(path) = self.absolute(&path) {
            self.module.paths.insert(path.clone());
            self.module.imported.insert(alias, path);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        self.module.defined.extend(defined(item));
        visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.import(&item.tree, &[]);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    /// Skips `pub(in path)`: it imports nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let steps: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if steps.len() > 1 {
            self.module.paths.extend(self.absolute(&steps));
        }
        visit::visit_path(self, path);
    }
}

fn defined(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string())
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg")
            && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string().contains("test"))
    };
    attributes.iter().any(is_test)
}
