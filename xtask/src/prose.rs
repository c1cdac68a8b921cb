//! Checks comments: the sections and documents that they cite exist, and few open with a word that hides the subject.

use anyhow::{Context, Result};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::project::Project;
use crate::tally::Tally;

/// Folders whose comments are read.
const FOLDERS: [&str; 9] =
    ["src", "crates", "agents", "tests", "examples", "benches", "xtask/src", "www/src", "www/demo"];
/// Comments that may open with such a word.
const MOST_OPENERS: usize = 30;

/// Prints each citation of a section or document that does not exist, and counts the openers. Either too many is a failed check.
pub fn check(project: &Project) -> Result<Tally> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        source_files(&project.root.join(folder), &mut files)?;
    }
    let opener = Regex::new(r"^ *(//[/!]?|\*|/\*\*) *(What|Who|Whose|Of|As that|As those)\b")?;
    let citation = Regex::new(r"([\w/-]+\.md) (\d+(?:\.\d+)*)")?;
    // A document of `docs/`, such as a decision, is cited whole.
    let document = Regex::new(r"\bdocs/[\w/-]+\.md")?;
    let (mut openers, mut cited, mut missing) = (0, 0, Vec::new());
    let mut documents = Documents { root: &project.root, sections: BTreeMap::new() };
    for file in &files {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let place = file.strip_prefix(&project.root)?.display();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| is_comment(line)) {
            openers += usize::from(opener.is_match(line));
            for found in citation.captures_iter(line) {
                let (Some(document), Some(section)) = (found.get(1), found.get(2)) else { continue };
                cited += 1;
                if !documents.has(file, document.as_str(), section.as_str())? {
                    missing.push(format!("{place}:{}: {} {}", number + 1, document.as_str(), section.as_str()));
                }
            }
            for found in document.find_iter(line) {
                cited += 1;
                if !project.root.join(found.as_str()).is_file() {
                    missing.push(format!("{place}:{}: {}", number + 1, found.as_str()));
                }
            }
        }
    }
    println!("  {cited} citations of documents in the repository, {} of what is not there", missing.len());
    missing.iter().for_each(|place| println!("    {place}"));
    println!("  {openers} comments open with What, Who, Of, As that (at most {MOST_OPENERS})");
    Ok(if missing.is_empty() && openers <= MOST_OPENERS { Tally::PASSED } else { Tally::FAILED })
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.contains("//") || line.starts_with('*') || line.starts_with("/*")
}

/// The source files below a folder.
pub(super) fn source_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let kind = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() && !path.ends_with("node_modules") {
            source_files(&path, files)?;
        } else if matches!(kind, Some("rs" | "js" | "mjs" | "ts")) {
            files.push(path);
        }
    }
    Ok(())
}

/// Sections of the documents that were cited so far.
struct Documents<'r> {
    root: &'r Path,
    sections: BTreeMap<PathBuf, BTreeSet<String>>,
}

impl Documents<'_> {
    /// Whether a document, named from beside the citing file, from a folder above it or from the root, has the section.
    fn has(&mut self, citing: &Path, document: &str, section: &str) -> Result<bool> {
        let folders = citing.ancestors().skip(1).take_while(|folder| folder.starts_with(self.root));
        let Some(path) = folders.map(|folder| folder.join(document)).find(|path| path.is_file()) else {
            return Ok(false);
        };
        if !self.sections.contains_key(&path) {
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let heading = Regex::new(r"(?m)^#+ (\d+(?:\.\d+)*)")?;
            let sections = heading.captures_iter(&text).filter_map(|found| Some(found.get(1)?.as_str().to_owned()));
            self.sections.insert(path.clone(), sections.collect());
        }
        Ok(self.sections.get(&path).is_some_and(|sections| sections.contains(section)))
    }
}
