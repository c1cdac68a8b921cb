//! Import and export of JSON Resume: nothing is lost, and only edited values change.

use serde_json::{json, Value};
use stepgate_engine::Lang;
use stepgate_guide::json_resume::{read, write};
use stepgate_guide::resume::{Body, Resume};

pub(crate) fn document() -> Value {
    json!({
        "$schema": "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json",
        "basics": { "name": "Jane Doe", "label": "Engineer", "image": "", "email": "j@x.io", "phone": "(912) 555-4321",
            "url": "https://jane.dev", "summary": "Hard worker.", "location": { "city": "Oslo", "countryCode": "NO" },
            "profiles": [{ "network": "GitHub", "username": "jd", "url": "https://github.com/jd" }, { "network": "Mastodon", "username": "jd" }] },
        "work": [
            { "name": "Acme", "position": "Engineer", "url": "https://acme.io", "startDate": "2013-12-01", "endDate": "2014-12-01",
              "summary": "Billing.", "highlights": ["Built the API", "Cut latency"], "keywords": ["go"] },
            { "name": "Beta", "position": "Intern", "startDate": 2012, "summary": "Tests.\nTools.", "x-internal": { "n": 1 } } ],
        "projects": [{ "name": "Parser", "description": "A parser", "highlights": ["Fast"], "keywords": ["rust"], "roles": ["Lead"], "type": "app" }],
        "education": [{ "institution": "MIT", "area": "CS", "studyType": "Master", "startDate": "2011", "endDate": "2013", "score": "4.0", "courses": ["DB1101", "Algorithms"] }],
        "skills": [{ "name": "Web", "level": "Senior", "keywords": ["HTML", "CSS"] }, { "name": "Go" }],
        "languages": [{ "language": "English", "fluency": "Native" }],
        "interests": [{ "name": "Wildlife", "keywords": ["Ferrets", "Unicorns"] }],
        "references": [{ "name": "Bob", "reference": "Great." }],
        "certificates": [{ "name": "CKA", "date": "2021-11-07", "issuer": "CNCF", "url": "https://c" }],
        "publications": [{ "name": "Paper", "publisher": "ACM", "releaseDate": "2014-10-01", "summary": "S" }],
        "awards": [{ "title": "Prize", "date": "2014", "awarder": "Org", "summary": "For work" }],
        "volunteer": [{ "organization": "Shelter", "position": "Helper", "highlights": [] }],
        "meta": { "version": "v1.0.0", "theme": "flat" },
        "x-unknown": [1, 2]
    })
}

fn imported(lang: Lang) -> (Resume, impl Fn(&Resume) -> Value) {
    let (resume, source) = read(&document(), lang, "").unwrap();
    (resume, move |resume: &Resume| write(resume, source.as_ref(), lang))
}

#[test]
fn without_edits_the_document_is_identical() {
    for lang in [Lang::Zh, Lang::En] {
        let (resume, export) = imported(lang);
        assert_eq!(export(&resume).to_string(), document().to_string(), "{lang:?}");
    }
}

#[test]
fn sections_are_titled_in_the_language_of_the_session() {
    let titles = |lang| imported(lang).0.sections.iter().map(|section| section.title.clone()).collect::<Vec<_>>();
    assert_eq!(titles(Lang::Zh)[..3], ["个人总结", "教育背景", "工作经历"]);
    assert_eq!(titles(Lang::En)[..3], ["Summary", "Education", "Work Experience"]);
    assert_eq!(titles(Lang::En).len(), 12);
}

/// Cases of edits: a pointer and a new value in the resume, then the pointer and value expected in the document.
#[test]
fn an_edit_changes_only_its_path() {
    for (id, field, value, path, expected) in [
        ("work-1", "highlights", json!(["Billing.", "New"]), "/work/0/highlights", json!(["New"])),
        ("work-2", "highlights", json!(["a", "b"]), "/work/1/summary", json!("a\nb")),
        ("work-2", "date_start", json!("2012-05"), "/work/1/startDate", json!("2012-05")),
        ("volunteer-1", "highlights", json!(["Fed dogs"]), "/volunteer/0/highlights", json!(["Fed dogs"])),
        ("education-1", "description", json!("DB, ML"), "/education/0/courses", json!(["DB", "ML"])),
        ("education-1", "title", json!("ETH · Master"), "/education/0/institution", json!("ETH")),
        ("education-1", "date", json!("2011 – 2014"), "/education/0/endDate", json!("2014")),
        ("skills-1", "subtitle", json!("Master"), "/skills/0/level", json!("Master")),
        ("publications-1", "description", json!("T"), "/publications/0/summary", json!("T")),
        ("references-1", "description", json!("Good."), "/references/0/reference", json!("Good.")),
    ] {
        let (resume, export) = imported(Lang::En);
        let mut edited = json!(resume);
        let items =
            edited["sections"].as_array_mut().unwrap().iter_mut().filter_map(|section| section.get_mut("items"));
        let mut items = items.flat_map(|items| items.as_array_mut().unwrap());
        items.find(|item| item["id"] == id).unwrap()[field] = value;
        let mut document = document();
        *document.pointer_mut(path).unwrap() = expected;
        let edited = Resume::parse(&edited, "").unwrap();
        assert_eq!(export(&edited), document, "{id} {field}");
        let again = read(&export(&edited), Lang::En, "").unwrap().0;
        assert_eq!(again, edited, "{id} {field}: read back");
    }
}

#[test]
fn basics_and_summary_are_written_back() {
    let (mut resume, export) = imported(Lang::En);
    resume.basics.label = Some("Lead".into());
    resume.basics.links = vec!["https://github.com/jd".into(), "https://new.dev".into()];
    for section in &mut resume.sections {
        if let Body::Text { content } = &mut section.body {
            *content = "Better.".into();
        }
    }
    let mut expected = document();
    let basics = expected["basics"].as_object_mut().unwrap();
    basics.shift_remove("url");
    basics["label"] = json!("Lead");
    basics["summary"] = json!("Better.");
    basics["profiles"].as_array_mut().unwrap().push(json!({ "url": "https://new.dev" }));
    assert_eq!(export(&resume), expected);
}

#[test]
fn items_come_go_and_move() {
    let (mut resume, export) = imported(Lang::En);
    for section in &mut resume.sections {
        match &mut section.body {
            Body::Experience { items } if section.id == "work" => items.reverse(),
            Body::Generic { items } if section.id == "skills" => {
                items.truncate(1);
                items.extend(items.first().cloned().map(|item| stepgate_guide::resume::GenericItem {
                    id: "new-1".into(),
                    title: "Rust".into(),
                    subtitle: None,
                    description: None,
                    ..item
                }));
            }
            _ => {}
        }
    }
    resume.sections.retain(|section| section.id != "languages");
    let mut expected = document();
    expected["work"].as_array_mut().unwrap().reverse();
    expected["skills"][1] = json!({ "name": "Rust" });
    expected["languages"] = json!([]);
    assert_eq!(export(&resume), expected);
}

#[test]
fn a_resume_of_our_own_form_comes_back_from_its_export() {
    let own = json!({ "basics": { "name": "张三", "links": ["https://a.cn"] }, "sections": [
        { "id": "a", "type": "text", "title": "自我评价", "content": "好" },
        { "id": "b", "type": "experience", "title": "项目经验", "items": [{ "id": "p", "title": "系统", "organization": "课程", "highlights": ["x"] }] },
        { "id": "c", "type": "generic", "title": "技能特长", "items": [{ "id": "k", "title": "Go", "description": "A、B" }] },
        { "id": "d", "type": "generic", "title": "校园活动", "items": [{ "id": "q", "title": "主持" }] },
        { "id": "e", "type": "text", "title": "备注", "content": "可到岗" } ] });
    let (resume, source) = read(&own, Lang::Zh, "").unwrap();
    let exported = write(&resume, source.as_ref(), Lang::Zh);
    assert_eq!(exported["basics"]["summary"], "好");
    assert_eq!(exported["projects"], json!([{ "name": "系统", "entity": "课程", "highlights": ["x"] }]));
    assert_eq!(exported["skills"], json!([{ "name": "Go", "keywords": ["A", "B"] }]));
    let (again, source) = read(&exported, Lang::Zh, "").unwrap();
    assert_eq!(again.sections.len(), 5);
    assert!(again.sections.iter().any(|section| section.title == "校园活动"));
    assert_eq!(write(&again, source.as_ref(), Lang::Zh), exported);
}

#[test]
fn what_is_not_a_resume_is_refused_with_its_place() {
    for (value, place) in [
        (json!({}), "/resume"),
        (json!("x"), "/resume"),
        (json!({ "basics": 3 }), "/resume/basics"),
        (json!({ "basics": { "name": {} } }), "/resume/basics/name"),
        (json!({ "work": {} }), "/resume/work"),
        (json!({ "work": [{ "highlights": "x" }] }), "/resume/work/0/highlights"),
        (json!({ "skills": ["Go"] }), "/resume/skills/0"),
    ] {
        assert_eq!(read(&value, Lang::En, "/resume").unwrap_err().place(), place, "{value}");
    }
}

/// Resume as older documents and other programs write it.
fn foreign() -> Value {
    json!({
        "basics": { "name": "Ann Poe", "website": "https://ann.dev" },
        "work": [{ "company": "Acme", "position": "Dev", "startDate": "2020-01", "endDate": "", "description": "Bikes.",
                   "summary": "Led a team.", "highlights": ["Cut costs"] }],
        "projects": [{ "name": "Parser", "description": "A parser.", "highlights": ["Fast"] }],
        "languages": [{ "name": "German" }]
    })
}

#[test]
fn no_text_of_an_entry_is_lost_on_the_way_in() {
    let (resume, source) = read(&foreign(), Lang::En, "").unwrap();
    let markdown = stepgate_guide::page::markdown(&resume);
    for text in [
        "Acme",
        "https://ann.dev",
        "2020-01 – Present",
        "- Led a team.",
        "- Bikes.",
        "- Cut costs",
        "- A parser.",
        "- German",
    ] {
        assert!(markdown.contains(text), "{text}: {markdown}");
    }
    assert_eq!(write(&resume, source.as_ref(), Lang::En).to_string(), foreign().to_string());
    let (zh, _) = read(&foreign(), Lang::Zh, "").unwrap();
    assert!(stepgate_guide::page::markdown(&zh).contains("2020-01 – 至今"));
}

#[test]
fn an_edited_entry_keeps_its_keys_and_has_no_text_twice() {
    let (resume, source) = read(&foreign(), Lang::En, "").unwrap();
    let mut edited = json!(resume);
    let item = edited.pointer_mut("/sections/0/items/0").unwrap();
    item["organization"] = json!("Acme Ltd");
    item["highlights"] = json!(["Led a team of five", "Cut costs"]);
    let document = write(&Resume::parse(&edited, "").unwrap(), source.as_ref(), Lang::En);
    let work = &document["work"][0];
    assert_eq!((&work["company"], work.get("name")), (&json!("Acme Ltd"), None));
    assert_eq!(work["highlights"], json!(["Led a team of five", "Cut costs"]));
    assert_eq!((work.get("summary"), work.get("description")), (None, None));
}

#[test]
fn a_skill_in_one_line_is_exported_with_its_keywords() {
    let skills = json!({ "basics": { "name": "A", "links": [] }, "sections": [{ "id": "k", "title": "Skills", "type": "generic", "items": [
        { "id": "1", "title": "Languages: Go, Java" }, { "id": "2", "title": "工具：Git、Docker" }, { "id": "3", "title": "Vue" } ] }] });
    let document = write(&Resume::parse(&skills, "").unwrap(), None, Lang::En);
    assert_eq!(
        document["skills"],
        json!([
        { "name": "Languages", "keywords": ["Go", "Java"] }, { "name": "工具", "keywords": ["Git", "Docker"] }, { "name": "Vue" } ])
    );
}
