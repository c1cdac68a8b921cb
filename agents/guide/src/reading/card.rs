//! The card that asks whether a text was read right.

use super::Reading;
use crate::resume::{Resume, Section};
use stepgate_engine::{Button, ButtonRole, Card, CardKind};
use stepgate_engine::{Lang, Text};
use stepgate_json::value;

const TITLE: Text = Text { zh: "简历读对了吗？", en: "Is this your resume?" };
const USE: Text = Text { zh: "采用", en: "Use it" };
const DECLINE: Text = Text { zh: "不采用", en: "Do not use it" };

/// Card with the sections that will be made of `resume`, and the parts of the text that stand in none.
pub(crate) fn card(reading: &Reading, resume: &Resume, lang: Lang) -> Card {
    Card {
        id: None,
        kind: CardKind::Confirm,
        then: Vec::new(),
        denied: Vec::new(),
        replaces: None,
        code: None,
        title: TITLE.in_lang(lang).to_owned(),
        text: Some(summary(resume, reading.left_out.len(), lang)),
        yes: Some(Vec::new()),
        buttons: vec![
            Button::new(ButtonRole::Accept, USE.in_lang(lang)),
            Button::new(ButtonRole::Decline, DECLINE.in_lang(lang)),
        ],
        calls: Vec::new(),
        candidates: Vec::new(),
        preview: value! { "resume": resume, "left_out": reading.left_out },
    }
}

fn summary(resume: &Resume, left_out: usize, lang: Lang) -> String {
    let sections = resume.sections.len();
    let entries: usize = resume.sections.iter().map(entries).sum();
    match (lang, left_out) {
        (Lang::Zh, 0) => format!("读出 {sections} 个板块、{entries} 个条目，原文没有遗漏。"),
        (Lang::Zh, _) => format!("读出 {sections} 个板块、{entries} 个条目；原文有 {left_out} 处没有放进任何板块。"),
        (Lang::En, 0) => format!("Sections: {sections}; entries: {entries}. Nothing of your text is left out."),
        (Lang::En, _) => {
            format!("Sections: {sections}; entries: {entries}. Parts of your text in no section: {left_out}.")
        }
    }
}

fn entries(section: &Section) -> usize {
    section.item_ids().count()
}
