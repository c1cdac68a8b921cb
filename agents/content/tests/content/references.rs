//! `@` references against a naive model.

use proptest::prelude::*;
use stepgate_content::fields::references::{is_only, quoted, read_out, references, Reference};
use stepgate_content::{Field, Phase};
use stepgate_engine::Lang;

fn fields(names: &[String]) -> Vec<Field> {
    let field = |(at, name): (usize, &String)| {
        let mut field = Field::new(&format!("f{at}"), name, Phase::ProduceInner);
        field.content = format!("内容 of {name}");
        field
    };
    names.iter().enumerate().map(field).collect()
}

/// The rule of agents/content/spec.md 3.8 applied character by character: `(start, end, field)`, counted in characters.
fn naive(text: &str, names: &[String]) -> Vec<(usize, usize, Option<usize>)> {
    let chars: Vec<char> = text.chars().collect();
    let lower = |c: &char| c.to_lowercase().next().unwrap();
    let longest = |from: usize| {
        let mut best: Option<(usize, usize)> = None;
        for (at, name) in names.iter().enumerate() {
            let name: Vec<char> = name.chars().collect();
            let fits = from + name.len() <= chars.len()
                && chars[from..from + name.len()].iter().map(lower).eq(name.iter().map(lower));
            if fits && best.is_none_or(|(_, length)| name.len() > length) {
                best = Some((at, name.len()));
            }
        }
        best
    };
    let run = |from: usize| {
        chars[from..]
            .iter()
            .take_while(|c| c.is_ascii_alphanumeric() || **c == '_' || ('一'..='龥').contains(*c))
            .count()
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let start = at;
        at += 1;
        if chars[start] != '@' {
            continue;
        }
        let label = run(at);
        let dotted = label > 0 && chars.get(at + label) == Some(&'.');
        let known = longest(at)
            .or_else(|| longest(at + label + 1).filter(|_| dotted).map(|(field, length)| (field, label + 1 + length)));
        let length = match known {
            Some((_, length)) => length,
            None if dotted && run(at + label + 1) > 0 => label + 1 + run(at + label + 1),
            None => label,
        };
        if length > 0 {
            at += length;
            found.push((start, at, known.map(|(field, _)| field)));
        }
    }
    found
}

fn names() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[aB痛点_][aB痛点. _-]{0,3}", 0..6).prop_map(|mut names| {
        names.iter_mut().for_each(|name| *name = name.trim().to_owned());
        let mut seen = Vec::new();
        names.retain(|name| {
            let lower = name.to_lowercase();
            let new = !seen.contains(&lower);
            seen.push(lower);
            new
        });
        names
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn the_longest_name_wins(text in "[@@@aAbB痛点._， -]{0,24}", names in names()) {
        let found: Vec<_> = references(&text, &fields(&names)).into_iter().map(|Reference { start, end, field, .. }| {
            (text[..start].chars().count(), text[..end].chars().count(), field)
        }).collect();
        prop_assert_eq!(found, naive(&text, &names));
    }

    #[test]
    fn a_text_of_references_alone_is_one(text in "[@aB痛点. ，。]{0,16}", names in names()) {
        let found = references(&text, &fields(&names));
        let mut rest = text.clone();
        for Reference { start, end, .. } in found.iter().rev() {
            rest.replace_range(start..end, "");
        }
        let only = !found.is_empty() && !rest.chars().any(char::is_alphanumeric);
        prop_assert_eq!(is_only(&text, &found), only);
    }

    #[test]
    fn what_is_unknown_stays_as_typed(text in "[@aB痛点. ，xyz]{0,20}", names in names()) {
        let fields = fields(&names);
        let found = references(&text, &fields);
        let out = quoted(&text, &found, &fields, Lang::Zh);
        if found.iter().all(|reference| reference.field.is_none()) {
            prop_assert_eq!(out, text);
        } else {
            for at in found.iter().filter_map(|reference| reference.field) {
                let name = ["“", &fields[at].name, "”"].concat();
                prop_assert!(out.contains(&name) && !out.contains(&fields[at].content));
            }
        }
    }
}

#[test]
fn the_names_of_the_specification() {
    let fields = fields(&["课程目标".into(), "课程".into(), "Pain points".into()]);
    let one = |text: &str| {
        let found = references(text, &fields);
        assert_eq!(found.len(), 1, "{text}");
        (found[0].name.clone(), found[0].field)
    };
    assert_eq!(one("@课程目标的表述太长"), ("课程目标".into(), Some(0)));
    assert_eq!(one("@内涵.课程目标"), ("课程目标".into(), Some(0)));
    assert_eq!(one("look at @pain POINTS, please"), ("Pain points".into(), Some(2)));
    assert_eq!(one("@没有这个.字段 吗"), ("没有这个.字段".into(), None));
    assert_eq!(one("@nothing. Next"), ("nothing".into(), None));
    assert!(references("a @ b", &fields).is_empty());
}

#[test]
fn references_are_read_out_once_each() {
    let fields = fields(&["甲".into(), "乙".into()]);
    let text = "@乙 @甲 @乙 @无";
    let found = references(text, &fields);
    let out = read_out(&found, &fields, Lang::Zh);
    assert_eq!(out, "## 乙\n内容 of 乙\n\n## 甲\n内容 of 甲\n\n## 无（未找到该字段）");
    assert_eq!(read_out(&[], &fields, Lang::En), "No field that is referred to was found.");
    assert!(read_out(&references("@xyz", &fields), &fields, Lang::En).ends_with("xyz(field not found)"));
}
