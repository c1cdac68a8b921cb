//! Reports and exports.

use serde_json::{json, Value};
use stepgate_content::fields::export::export;
use stepgate_content::fields::save;
use stepgate_content::texts::report::{creator_text, intent_report, research_report};
use stepgate_content::{CreatorProfile, Field, Memory, Phase};
use stepgate_engine::Lang;
use stepgate_json::read;

#[test]
fn a_research_report_has_the_form_of_the_specification() {
    let report = json!({
        "summary": " 经理缺少练习。 ", "consumer_profile": { "age": "28-40", "tools": ["微信", "飞书"], "kids": 2 },
        "pain_points": ["不会谈", "没机会"], "value_propositions": ["随时练"],
        "personas": [
            { "name": "张明", "background": "35岁", "pain_points": ["怕冲突", "没时间"] },
            { "name": "李丽", "background": "28岁", "pain_points": [] },
        ],
    });
    let text = research_report("消费者调研报告", &report, &["https://a.cn/1".into()], Lang::Zh);
    assert_eq!(
        text,
        "# 消费者调研报告\n\n## 总体概述\n经理缺少练习。\n\n## 消费者画像\n- age: 28-40\n- tools: 微信, 飞书\n- kids: 2\n\n\
         ## 核心痛点\n- 不会谈\n- 没机会\n\n## 价值主张\n- 随时练\n\n## 典型用户小传\n### 张明\n**背景**: 35岁\n**痛点**: 怕冲突, 没时间\n\
         ### 李丽\n**背景**: 28岁\n**痛点**: \n\n## 信息来源\n- https://a.cn/1"
    );
    let bare = research_report("R", &json!({ "summary": "S", "consumer_profile": "18-24" }), &[], Lang::En);
    assert_eq!(
        bare,
        "# R\n\n## Summary\nS\n\n## Consumer profile\n18-24\n\n## Pain points\n\n## Value propositions\n\n## Personas"
    );
}

#[test]
fn holes_of_the_intent_are_marked() {
    let text = intent_report("文章", " ", "", Lang::Zh);
    assert_eq!(text, "## 做什么\n文章\n\n## 给谁看\n（待补充）\n\n## 期望行动\n（待补充）");
    let text = intent_report("A page", "Students", "Sign up", Lang::En);
    assert_eq!(text, "## What\nA page\n\n## Audience\nStudents\n\n## Desired action\nSign up");
}

#[test]
fn a_creator_is_a_heading_a_line_and_traits_in_their_order() {
    let profile: CreatorProfile = read(
        &json!({ "name": "老王", "description": "HR 顾问", "traits": { "语气": "亲切", "忌": ["空话", "术语"] } }),
    )
    .unwrap();
    assert_eq!(creator_text(&profile), "# 老王\nHR 顾问\n- 语气: 亲切\n- 忌: 空话, 术语");
}

fn project() -> Memory {
    let mut memory = Memory::new(0);
    memory.project.id = "p1".into();
    memory.project.name = "demo".into();
    for (at, (name, phase)) in [
        ("Body", Phase::ProduceInner),
        ("Plan", Phase::DesignInner),
        ("Empty", Phase::DesignInner),
        ("Intro", Phase::ProduceInner),
    ]
    .into_iter()
    .enumerate()
    {
        memory.fields.push(Field::new(&format!("f{at}"), name, phase));
        if name != "Empty" {
            save(&mut memory, &format!("f{at}"), format!("text of {name}"), 1).unwrap();
        }
    }
    memory
}

#[test]
fn an_export_goes_by_phases_then_by_age() {
    let memory = project();
    let text = export(&memory, "markdown", &[], Lang::En).unwrap();
    assert_eq!(text, "# demo\n\n## Plan\ntext of Plan\n\n## Body\ntext of Body\n\n## Intro\ntext of Intro\n");
    let some = export(&memory, "json", &["intro".into(), "Plan".into()], Lang::En).unwrap();
    let value: Value = serde_json::from_str(&some).unwrap();
    assert_eq!(
        value,
        json!({ "project_id": "p1", "fields": [
        { "name": "Plan", "phase": "design_inner", "content": "text of Plan" },
        { "name": "Intro", "phase": "produce_inner", "content": "text of Intro" },
    ] })
    );
}

#[test]
fn what_cannot_be_exported_is_refused() {
    let memory = project();
    let code = |format: &str, names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        export(&memory, format, &names, Lang::Zh).unwrap_err().code
    };
    assert_eq!(code("docx", &[]), "unsupported_format");
    assert_eq!(code("json", &["Plan", "没有"]), "unknown_field");
    assert_eq!(code("markdown", &["Empty"]), "nothing_to_export");
    assert_eq!(export(&Memory::new(0), "json", &[], Lang::Zh).unwrap_err().code, "nothing_to_export");
}
