//! Counts what may only become less, file by file, against `xtask/lists.toml` (docs: CONTRIBUTING.md, "What may only become less").

use anyhow::{Context, Result};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprArray, ExprLit, ItemMod, Lit, Macro, PatOr};

use crate::project::Project;
use crate::prose::source_files;
use crate::tally::Tally;

/// The lists, relative to the root.
const FILE: &str = "xtask/lists.toml";
/// A list of fewer words is no phrase table.
const FEWEST: usize = 4;

/// Numbers by file.
type Counts = BTreeMap<String, usize>;

/// One list: what is counted, and where.
struct List {
    name: &'static str,
    folders: &'static [&'static str],
    extensions: &'static [&'static str],
    /// The number in the text of a file.
    count: fn(&str) -> Result<usize>,
}

const LISTS: [List; 5] = [
    List { name: "defaults", folders: &["crates", "agents"], extensions: &["rs"], count: defaults },
    List { name: "phrases", folders: &["crates", "agents"], extensions: &["rs"], count: phrases },
    List { name: "braces", folders: &["crates/engine", "agents", "www/src"], extensions: &["rs", "js"], count: braces },
    List { name: "sentences", folders: &["crates", "agents"], extensions: &["rs"], count: sentences },
    List { name: "messages", folders: &["www/src", "www/demo"], extensions: &["js"], count: messages },
];

/// Counts all lists. More than is listed is a failed check, and so is less, until `UPDATE_LISTS=1` takes the lower number over.
pub fn check(project: &Project) -> Result<Tally> {
    let path = project.root.join(FILE);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {FILE}"))?;
    let listed: BTreeMap<String, Counts> =
        toml::from_str(&text).with_context(|| format!("{FILE} is not as expected"))?;
    let mut found = BTreeMap::new();
    for list in &LISTS {
        found.insert(list.name.to_owned(), list.counted(&project.root)?);
    }
    let wrong = found.iter().map(|(name, counts)| compared(name, counts, listed.get(name).unwrap_or(&Counts::new())));
    let wrong: Vec<String> = wrong.flatten().collect();
    for (name, counts) in &found {
        println!("  {name:<16}{:>6} in {} files", counts.values().sum::<usize>(), counts.len());
    }
    wrong.iter().for_each(|line| println!("    {line}"));
    if env::var_os("UPDATE_LISTS").is_some() {
        fs::write(&path, lowered(&text, &found)).with_context(|| format!("cannot write {FILE}"))?;
    }
    Ok(if wrong.is_empty() { Tally::PASSED } else { Tally::FAILED })
}

impl List {
    /// The files with a number that is not 0.
    fn counted(&self, root: &Path) -> Result<Counts> {
        let mut files = Vec::new();
        for folder in self.folders {
            source_files(&root.join(folder), &mut files)?;
        }
        let mut counts = Counts::new();
        for file in files {
            let name = file.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            let is_source = name.starts_with("www/") || name.contains("/src/");
            if !is_source || !self.extensions.iter().any(|extension| name.ends_with(&format!(".{extension}"))) {
                continue;
            }
            let text = fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?;
            let count = (self.count)(&text).with_context(|| format!("cannot read {name}"))?;
            if count > 0 {
                counts.insert(name, count);
            }
        }
        Ok(counts)
    }
}

/// The files whose number is not the listed one.
fn compared(list: &str, found: &Counts, listed: &Counts) -> Vec<String> {
    let files: BTreeSet<&String> = found.keys().chain(listed.keys()).collect();
    let line = |file: &String| {
        let number = |counts: &Counts| counts.get(file).copied().unwrap_or(0);
        let (found, listed) = (number(found), number(listed));
        match found.cmp(&listed) {
            std::cmp::Ordering::Greater => Some(format!("{list}: {file} has {found}, at most {listed} are allowed")),
            std::cmp::Ordering::Less => {
                Some(format!("{list}: {file} has only {found} of {listed}: UPDATE_LISTS=1 cargo xtask lists"))
            }
            std::cmp::Ordering::Equal => None,
        }
    };
    files.into_iter().filter_map(line).collect()
}

/// The text of the lists with each number lowered to what was found; a file without any loses its line.
fn lowered(text: &str, found: &BTreeMap<String, Counts>) -> String {
    let (mut list, mut out) = ("", String::new());
    for line in text.lines() {
        list = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')).unwrap_or(list);
        let entry = line.strip_prefix('"').and_then(|line| line.split_once("\" = "));
        let Some((file, listed)) = entry else {
            out.push_str(&format!("{line}\n"));
            continue;
        };
        let count = found.get(list).and_then(|counts| counts.get(file)).copied().unwrap_or(0);
        let (number, behind) = listed.split_at(listed.find(|c: char| !c.is_ascii_digit()).unwrap_or(listed.len()));
        let count = number.parse().map_or(count, |listed: usize| listed.min(count));
        if count > 0 {
            out.push_str(&format!("\"{file}\" = {count}{behind}\n"));
        }
    }
    out
}

/// A Rust file without its tests, which stand at the end.
fn shipped(text: &str) -> Result<&str> {
    let tests = Regex::new(r"(?m)^#\[cfg\(test\)\]\s*(#\[.*\]\s*)*mod \w+")?;
    Ok(tests.find(text).map_or(text, |tests| text.get(..tests.start()).unwrap_or(text)))
}

fn matches(pattern: &str, text: &str) -> Result<usize> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let pattern = Regex::new(pattern)?;
    Ok(lines.map(|line| pattern.find_iter(line).count()).sum())
}

/// Values that stand for a missing one without a word.
fn defaults(text: &str) -> Result<usize> {
    matches(r#"unwrap_or_default\(\)|unwrap_or\(""\)"#, shipped(text)?)
}

/// Tests whether a text is JSON by its first character.
fn braces(text: &str) -> Result<usize> {
    matches(r#"(starts_with|startsWith)\(['"]\{"#, shipped(text)?)
}

/// Texts that are searched for a sentence of ours, or compared with one, to find out what they are: a code or a value kept beside the text
/// says so in every language. And complaints that are taken apart.
fn sentences(text: &str) -> Result<usize> {
    const READS: &str =
        r"\.(contains|starts_with|ends_with|strip_prefix|strip_suffix|split_once|rsplit_once|find|matches|eq)\(";
    const SENTENCE: &str = r"&?((\w+::)*(sentence|filled)\(|(\w+::)*texts::\w+\(|[\w:.]+\.in_lang\()";
    matches(&format!(r"({READS}|[=!]= ){SENTENCE}|\bcomplaint{READS}"), shipped(text)?)
}

/// Messages of errors that are taken apart: a code, a place or a member says the same without words.
fn messages(text: &str) -> Result<usize> {
    const MESSAGE: &str = r"\b(message|complaint|refusal)";
    let methods =
        format!(r"{MESSAGE}\??\.(match|matchAll|search|replace|replaceAll|includes|startsWith|endsWith|split|slice)\(");
    let tests = format!(r"\.(test|exec)\((\w+\??\.)*{MESSAGE}\)");
    matches(&format!("{methods}|{tests}"), text)
}

/// Words in lists that decide what a text means: lists of bare words, in a file that has at least one with Chinese words. Words
/// in both languages side by side, such as sentences for the user, are none.
fn phrases(text: &str) -> Result<usize> {
    let mut tables = Tables::default();
    tables.visit_file(&syn::parse_file(text)?);
    let is_han = |word: &String| word.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let has_words = tables.0.iter().flatten().any(is_han);
    Ok(if has_words { tables.0.iter().map(Vec::len).sum() } else { 0 })
}

/// The lists of words in a file.
#[derive(Default)]
struct Tables(Vec<Vec<String>>);

impl Tables {
    fn add(&mut self, words: Vec<String>) {
        if words.len() >= FEWEST {
            self.0.push(words);
        }
    }
}

impl<'ast> Visit<'ast> for Tables {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_expr_array(&mut self, array: &'ast ExprArray) {
        let word = |item: &Expr| match item {
            Expr::Lit(ExprLit { lit: Lit::Str(word), .. }) => Some(word.value()),
            _ => None,
        };
        match array.elems.iter().map(word).collect() {
            Some(words) => self.add(words),
            None => visit::visit_expr_array(self, array),
        }
    }

    fn visit_lit_str(&mut self, text: &'ast syn::LitStr) {
        let text = text.value();
        let words: Vec<String> = text.split('|').map(str::to_owned).collect();
        if !text.contains('\n') && words.iter().all(|word| !word.trim().is_empty()) {
            self.add(words);
        }
    }

    fn visit_pat_or(&mut self, pattern: &'ast PatOr) {
        let word = |case: &syn::Pat| match case {
            syn::Pat::Lit(ExprLit { lit: Lit::Str(word), .. }) => Some(word.value()),
            _ => None,
        };
        self.add(pattern.cases.iter().filter_map(word).collect());
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        if call.path.is_ident("matches") {
            let case = |input: syn::parse::ParseStream| {
                input.parse::<Expr>()?;
                input.parse::<syn::Token![,]>()?;
                let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
                if input.parse::<Option<syn::Token![if]>>()?.is_some() {
                    input.parse::<Expr>()?;
                }
                input.parse::<Option<syn::Token![,]>>()?;
                Ok(pattern)
            };
            if let Ok(pattern) = call.parse_body_with(case) {
                self.visit_pat(&pattern);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_finds_what_it_is_for() {
        type Count = fn(&str) -> Result<usize>;
        let table: [(Count, &str, usize); 20] = [
            (defaults, "a.unwrap_or_default(); b.unwrap_or(\"\")", 2),
            (defaults, "/// a.unwrap_or_default()\nb.unwrap_or(0)", 0),
            (defaults, "a.unwrap_or_default();\n#[cfg(test)]\n#[allow(x)]\nmod tests {\nb.unwrap_or_default()", 1),
            (phrases, r#"const YES: [&str; 4] = ["好", "行", "ok", "yes"];"#, 4),
            (phrases, r#"const YES: &str = "好|好的|ok|yes|sure";"#, 5),
            (phrases, r#"fn f(t: &str) -> bool { matches!(t, "好" | "行" | "ok" | "yes") }"#, 4),
            (phrases, r#"fn f(t: &str) { match t { "好" | "行" | "ok" | "yes" => {} _ => {} } }"#, 4),
            (phrases, r#"const KEYS: [&str; 4] = ["id", "name", "text", "kind"];"#, 0),
            (phrases, r#"const SAID: [(&str, &str); 1] = [("好", "Yes")]; const KEYS: [&str; 2] = ["a", "b"];"#, 0),
            (phrases, r#"mod tests { const YES: [&str; 4] = ["好", "行", "ok", "yes"]; }"#, 0),
            (braces, "text.starts_with('{') || text.startsWith(\"{\")", 2),
            (braces, "text.starts_with('[')", 0),
            (sentences, "told.contains(&filled(\"gaps\", name, lang))", 1),
            (sentences, "text == words::sentence(code, lang) || content.starts_with(texts::DECLINED.in_lang(lang))", 2),
            (sentences, "complaint.contains(told)", 1),
            (sentences, "state.say(sentence(code, lang)); names.contains(&name); code == told", 0),
            (messages, "if (/whole number/.test(error.message)) {}", 1),
            (messages, "const day = error?.message?.match(/\\d+/)", 1),
            (messages, "throw new Error(message); t(message)", 0),
            (messages, "complaint.split('\\n')", 1),
        ];
        for (count, text, expected) in table {
            assert_eq!(count(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn a_list_only_shrinks() {
        let counts =
            |pairs: &[(&str, usize)]| pairs.iter().map(|(file, n)| ((*file).to_owned(), *n)).collect::<Counts>();
        let found = counts(&[("a.rs", 3), ("b.rs", 1)]);
        let wrong = compared("defaults", &found, &counts(&[("a.rs", 2), ("b.rs", 1), ("c.rs", 1)]));
        assert!(wrong.len() == 2 && wrong.iter().any(|line| line.contains("a.rs has 3, at most 2")), "{wrong:?}");
        let text = "# why\n[defaults]\n\"a.rs\" = 2 # kept\n\"b.rs\" = 4\n\"c.rs\" = 1\n";
        let found = BTreeMap::from([("defaults".to_owned(), found)]);
        assert_eq!(lowered(text, &found), "# why\n[defaults]\n\"a.rs\" = 2 # kept\n\"b.rs\" = 1\n");
    }
}
