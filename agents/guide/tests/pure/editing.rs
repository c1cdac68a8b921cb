//! Documents and the editor: every operation, every error, and no change by a failed edit.

use serde_json::{json, Value};
use stepgate_engine::Error;
use stepgate_guide::document;
use stepgate_guide::editor::{apply, before};
use stepgate_guide::model::{parse_plan, ExecutionDoc};
use stepgate_guide::resume::Resume;

fn resume() -> Resume {
    let value = json!({
        "basics": { "name": "张三", "links": ["https://a.cn"] },
        "sections": [
            { "id": "s1", "type": "experience", "title": "工作经历", "items": [
                { "id": "w1", "title": "后端工程师", "organization": "甲公司", "highlights": ["a"] },
                { "id": "w2", "title": "实习生", "organization": "乙公司", "highlights": ["b"] } ] },
            { "id": "s2", "type": "generic", "title": "教育背景", "items": [
                { "id": "e1", "title": "某大学 硕士", "description": "x", "gpa": 3.8 },
                { "id": "e2", "title": "某大学 本科" } ] },
            { "id": "s3", "type": "generic", "title": "技能特长", "items": [{ "id": "k1", "title": "Python" }] },
            { "id": "s4", "type": "text", "title": "个人总结", "content": "热爱编程" },
            { "id": "s5", "type": "experience", "title": "空经历", "items": [] } ]
    });
    Resume::parse(&value, "").unwrap()
}

fn document(operation: &str, title: &str, item: Option<&str>, changes: Value) -> ExecutionDoc {
    let document = json!({ "task_id": 1, "section_title": title, "item_id": item, "operation": operation,
        "changes": changes, "new_content_preview": "", "reason": "" });
    serde_json::from_value(document).unwrap()
}

fn edit(document: &ExecutionDoc) -> Result<Value, &'static str> {
    let mut last = 0;
    let mut ids = || {
        last += 1;
        format!("new-{last}")
    };
    apply(document, &resume(), &mut ids).map(|resume| json!(resume)).map_err(|error| error.code())
}

#[test]
fn operations_change_their_place_and_nothing_else() {
    let content = |text: &str| json!({ "content": text });
    let cases = [
        (
            "update_experience",
            "工作经历 - 乙公司",
            None,
            content("- x\n- y"),
            "/sections/0/items/1/highlights",
            json!(["x", "y"]),
        ),
        (
            "update_experience",
            "工作",
            Some("w1"),
            json!({ "highlights": ["z"] }),
            "/sections/0/items/0/highlights",
            json!(["z"]),
        ),
        ("update_experience", "工作经历 - 后端", None, content("x"), "/sections/0/items/0/highlights", json!(["x"])),
        (
            "update_generic",
            "教育背景 - 硕士",
            None,
            content("课程：A、B"),
            "/sections/1/items/0/description",
            json!("课程：A、B"),
        ),
        (
            "update_generic",
            "教育背景",
            Some("e2"),
            json!({ "date": "2020" }),
            "/sections/1/items/1/date",
            json!("2020"),
        ),
        ("update_generic", "技能特长", Some("k1"), content("熟"), "/sections/2/items/0/description", json!("熟")),
        ("update_text", "个人总结", None, content("- 新"), "/sections/3/content", json!("- 新")),
        ("update_basics", "基本信息", None, json!({ "label": "后端" }), "/basics/label", json!("后端")),
    ];
    for (operation, title, item, changes, path, value) in cases {
        let mut expected = json!(resume());
        let (parent, key) = path.rsplit_once('/').unwrap();
        expected.pointer_mut(parent).unwrap()[key] = value;
        assert_eq!(edit(&document(operation, title, item, changes)), Ok(expected), "{operation} {title}");
    }
}

#[test]
fn a_list_of_skills_is_replaced_line_by_line() {
    let edited =
        edit(&document("update_generic", "技能特长", None, json!({ "content": "- 熟悉Go\n- 了解Docker" }))).unwrap();
    assert_eq!(
        edited["sections"][2]["items"],
        json!([{ "id": "new-1", "title": "熟悉Go" }, { "id": "new-2", "title": "了解Docker" }])
    );
}

#[test]
fn basics_are_read_from_lines() {
    let text = "姓名：李四\n- 手机：123\nE-mail: a@b.cn\n职位: 后端\nGitHub: https://g.cn\n主页：https://a.cn\n其他：x";
    let edited = edit(&document("update_basics", "联系方式", None, json!({ "content": text }))).unwrap();
    let expected = json!({ "name": "李四", "label": "后端", "email": "a@b.cn", "phone": "123", "links": ["https://a.cn", "https://g.cn"] });
    assert_eq!(edited["basics"], expected);
}

#[test]
fn items_are_added_and_their_section_made() {
    let item = json!({ "item": { "title": "项目", "organization": "丙", "highlights": ["h"] } });
    let edited = edit(&document("add_item", "项目经历", None, item.clone())).unwrap();
    let section = json!({ "id": "new-1", "title": "项目经历", "type": "experience",
        "items": [{ "id": "new-2", "title": "项目", "organization": "丙", "highlights": ["h"] }] });
    assert_eq!(edited["sections"][5], section);
    let edited = edit(&document("add_item", "工作经历 - 项目", None, item)).unwrap();
    assert_eq!(edited["sections"][0]["items"][2]["id"], "new-1");
    let edited = edit(&document("add_item", "教育背景", None, json!({ "item": { "title": "高中" } }))).unwrap();
    assert_eq!(edited["sections"][1]["items"][2], json!({ "id": "new-1", "title": "高中" }));
}

#[test]
fn errors_name_what_is_wrong() {
    let content = json!({ "content": "x" });
    for (operation, title, item, changes, code) in [
        ("update_text", "没有", None, content.clone(), "section_not_found"),
        ("update_text", "工作经历", None, content.clone(), "type_mismatch"),
        ("update_experience", "工作经历", None, content.clone(), "ambiguous_item"),
        ("update_experience", "工作经历 - 丙公司", None, content.clone(), "item_not_found"),
        ("add_item", "工作经历", None, content.clone(), "title_missing"),
        ("add_item", "个人总结", None, content.clone(), "type_mismatch"),
        ("update_experience", "工作经历 - 公司", None, content.clone(), "ambiguous_item"),
        ("update_experience", "工作经历", Some("gone"), content.clone(), "item_not_found"),
        ("update_experience", "空经历", None, content.clone(), "item_not_found"),
        ("update_experience", "工作经历 - 乙公司", None, json!({}), "nothing_to_update"),
        ("update_experience", "工作经历 - 乙公司", None, json!({ "content": " " }), "nothing_to_update"),
        ("update_experience", "工作经历 - 乙公司", None, json!({ "highlights": "x" }), "invalid_changes"),
        ("update_generic", "教育背景 - 本科", None, json!({ "content": 3 }), "invalid_changes"),
        ("update_generic", "教育背景 - 本科", None, json!({}), "nothing_to_update"),
        ("update_basics", "基本信息", None, json!({ "content": "没有字段" }), "nothing_to_update"),
        ("update_basics", "基本信息", None, json!({ "links": "x" }), "invalid_changes"),
        ("add_item", "教育背景", None, json!({}), "invalid_changes"),
        ("add_item", "教育背景", None, json!({ "item": { "subtitle": "x" } }), "invalid_changes"),
        ("add_item", "工作经历", None, json!({ "item": { "title": "x" } }), "invalid_changes"),
        ("add_item", "个人总结", None, json!({ "item": { "title": "x" } }), "type_mismatch"),
    ] {
        assert_eq!(
            edit(&document(operation, title, item, changes.clone())),
            Err(code),
            "{operation} {title} {changes}"
        );
    }
}

#[test]
fn the_operation_follows_the_section() {
    let tasks = |section: &str| {
        let task = json!({ "id": 1, "section": section, "original_text": "o", "diagnosis": "d", "goal": "g" });
        parse_plan(&json!({ "tasks": [task] }), "").unwrap().remove(0)
    };
    for (section, operation, text) in [
        ("基本信息", "update_basics", Some("name: 张三\nlink: https://a.cn")),
        ("工作经历 - 甲公司", "update_experience", Some("a")),
        ("教育背景 - 硕士", "update_generic", Some("x")),
        ("技能特长", "update_generic", Some("Python")),
        ("个人总结", "update_text", Some("热爱编程")),
        ("开源项目", "add_item", None),
        ("自我评价", "add_item", None),
        ("证书", "add_item", None),
        ("空经历", "add_item", None),
        ("工作经历 - 丙公司", "add_item", None),
    ] {
        let built = document::build(&tasks(section), "- t", None, &resume());
        assert_eq!(json!(built.operation), operation, "{section}");
        assert_eq!(before(&built, &resume()).as_deref(), text, "{section}");
        assert_eq!(built.changes["content"], "- t");
    }
}

#[test]
fn malformed_input_names_its_place() {
    let section = |section: Value| json!({ "basics": { "name": "x" }, "sections": [section] });
    let place = |result: Result<(), Error>| result.unwrap_err().place().to_owned();
    for (value, pointer) in [
        (json!([]), ""),
        (json!({ "sections": [] }), "/basics"),
        (json!({ "basics": {} , "sections": [] }), "/basics/name"),
        (section(json!({ "id": "a", "title": " ", "type": "text" })), "/sections/0/title"),
        (section(json!({ "id": "a", "title": "t", "type": "table" })), "/sections/0/type"),
        (
            section(json!({ "id": "a", "title": "t", "type": "generic", "items": [{ "id": "a", "title": "t" }] })),
            "/sections",
        ),
        (
            section(json!({ "id": "a", "title": "t", "type": "experience", "items": [{ "id": "b", "title": "t" }] })),
            "/sections/0/items/0/organization",
        ),
        (
            section(json!({ "id": "a", "title": "t", "type": "generic", "items": [{ "id": "b", "title": 1 }] })),
            "/sections/0/items/0/title",
        ),
    ] {
        assert_eq!(place(Resume::parse(&value, "").map(drop)), pointer, "{value}");
    }
    let task = json!({ "id": 1, "section": "s", "original_text": "o", "diagnosis": "d", "goal": "g" });
    for (key, value) in [
        ("section", json!("")),
        ("status", json!("done")),
        ("strategy", json!("X")),
        ("id", json!(0)),
        ("goal", json!(null)),
    ] {
        let mut task = task.clone();
        task[key] = value;
        assert_eq!(place(parse_plan(&json!({ "tasks": [task] }), "/plan").map(drop)), format!("/plan/tasks/0/{key}"));
    }
    assert_eq!(place(parse_plan(&json!({ "tasks": [] }), "/plan").map(drop)), "/plan/tasks");
    let ids = |tasks: Value| {
        parse_plan(&json!({ "tasks": tasks }), "").unwrap().iter().map(|task| task.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(json!([task.clone(), task])), [1, 2]);
}

#[test]
fn unknown_keys_of_a_resume_travel_along() {
    assert_eq!(json!(resume())["sections"][1]["items"][0]["gpa"], 3.8);
}

#[test]
fn the_text_before_of_a_list_of_skills_has_each_description_whole() {
    let long = "Vue、TypeScript，".repeat(20);
    let items = json!([{ "id": "k1", "title": "前端", "description": long }, { "id": "k2", "title": "Python" }]);
    let section = json!({ "id": "s1", "type": "generic", "title": "技能特长", "items": items });
    let resume = Resume::parse(&json!({ "basics": { "name": "张三" }, "sections": [section] }), "").unwrap();
    let list = document("update_generic", "技能特长", None, json!({ "content": "- 新" }));
    assert_eq!(before(&list, &resume), Some(format!("前端: {long}\nPython")));
}
