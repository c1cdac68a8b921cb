//! Golden prompts that people have reviewed, and lists of rules that prompts must state. `UPDATE_GOLDEN=1` writes the
//! golden files.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use stepgate_engine::Lang;

/// The languages with their names in files.
pub const LANGS: [(Lang, &str); 2] = [(Lang::Zh, "zh"), (Lang::En, "en")];

/// A path in the crate under test; Cargo names its folder.
fn here(path: &str) -> PathBuf {
    PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join(path)
}

/// Checks that the text equals its golden file.
pub fn as_reviewed(name: &str, text: &str) {
    let file = here(&format!("tests/golden/{name}.md"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
    }
    let reviewed = fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}; UPDATE_GOLDEN=1 writes it", file.display()));
    assert_eq!(text, reviewed, "{}: look at the difference, then UPDATE_GOLDEN=1", file.display());
}

fn rules() -> Value {
    serde_json::from_str(&fs::read_to_string(here("tests/must_say.json")).unwrap()).unwrap()
}

/// Checks that every rule of `tests/must_say.json` has words in both languages, and that all prompts of the rule
/// contain them. A prompt is named `name.lang`; a rule lists the beginnings of names.
pub fn say_what_they_must(prompts: &BTreeMap<String, String>) {
    let mut missing = Vec::new();
    for rule in rules().as_array().unwrap() {
        let list =
            |key: &str| rule[key].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect::<Vec<_>>();
        for (_, lang) in LANGS {
            assert!(!list(lang).is_empty(), "{rule}: no words in {lang}");
        }
        for prefix in list("in") {
            let about = prompts.iter().filter(|(name, _)| name.starts_with(prefix)).collect::<Vec<_>>();
            assert!(!about.is_empty(), "{rule}: no prompt begins with {prefix}");
            for (name, text) in about {
                let (_, lang) = name.rsplit_once('.').unwrap();
                let absent = list(lang).into_iter().filter(|word| !text.contains(word));
                missing.extend(absent.map(|word| format!("{name}: {} wants {word:?}", rule["rule"])));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Checks that every prompt text of an agent has rules in `tests/must_say.json` and states them in both
/// languages.
pub fn texts_say_what_they_must() {
    let rules = rules();
    let rules = rules.as_object().unwrap();
    for (_, lang) in LANGS {
        let texts = here(&format!("prompts/{lang}"));
        for (file, words) in rules {
            let text = fs::read_to_string(texts.join(format!("{file}.md"))).unwrap();
            for rule in words.as_array().unwrap() {
                let word = rule[lang].as_str().unwrap_or_else(|| rule.as_str().unwrap());
                assert!(text.contains(word), "{file}.{lang}: {word:?} is not said");
            }
        }
        for text in fs::read_dir(texts).unwrap() {
            let name = text.unwrap().file_name().into_string().unwrap();
            assert!(rules.contains_key(name.trim_end_matches(".md")), "{lang}/{name} has no rule");
        }
    }
}
