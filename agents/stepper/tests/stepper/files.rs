//! Files that exist are not replaced unread (spec.md 3.16).

use super::desk::{write, Desk, StepperDesk};
use super::single::{call, complete, going, single};
use serde_json::{json, Value};
use stepgate_engine::Wait;

fn desk() -> Desk {
    single(json!({}), &["A"])
}

fn write_to(path: &str) -> Value {
    going(call("write_file", write(path, "new")))
}

/// Whether the open card says that the file is replaced, and the text it shows of it.
fn shown(desk: &Desk) -> (Value, Value) {
    let preview = desk.view().card.unwrap().data().clone();
    (preview["replaces"].clone(), preview["before"].clone())
}

#[test]
fn a_listed_file_is_read_before_it_is_replaced() {
    let mut desk = desk();
    desk.reply(going(call("list_files", json!({}))));
    desk.text("a.md\nb/c.md");
    desk.reply(write_to("b/c.md"));
    assert_eq!((desk.view().waiting, &desk.errors(0)[1]), (Wait::Model, &json!("unread")));
    assert!(desk.told().contains("read it first") && desk.told().contains(r#""content":"new""#), "{}", desk.told());
    assert_eq!(desk.data()["counters"]["failures"], 0);
    desk.reply(going(call("read_file", json!({ "path": "b/c.md" }))));
    desk.text("old");
    desk.reply(write_to("b/c.md"));
    assert_eq!(shown(&desk), (json!(true), json!("old")));
    desk.answer(true, None, None);
    assert_eq!(desk.host().args, json!({ "path": "b/c.md", "content": "new", "replaces": true }));
    desk.text("File written");
    assert_eq!(
        desk.task()["steps"][0]["actions"][3]["params"],
        write("b/c.md", "new"),
        "the plan keeps the model's own"
    );
}

#[test]
fn a_new_file_is_written_without_the_word_that_it_replaces_one() {
    let mut desk = desk();
    desk.reply(write_to("a.md"));
    assert_eq!(shown(&desk), (json!(false), Value::Null));
    desk.answer(true, None, None);
    assert_eq!(desk.host().args, write("a.md", "new"));
}

#[test]
fn a_file_of_an_earlier_task_is_not_new() {
    for tool in ["read_file", "write_file"] {
        let mut desk = desk();
        desk.reply(match tool {
            "read_file" => going(call("read_file", json!({ "path": "a.md" }))),
            _ => write_to("a.md"),
        });
        if tool == "write_file" {
            desk.answer(true, None, None);
        }
        desk.text("old");
        desk.reply(complete(Value::Null));
        desk.say("another task").reply(json!({ "steps": ["B"] })).reply(write_to("a.md"));
        assert_eq!((desk.errors(0), desk.view().waiting), (vec![json!("unread")], Wait::Model), "{tool}");
        let told = if tool == "read_file" { "| read: a.md" } else { "| wrote: a.md" };
        assert!(desk.told().contains(told), "a decision sees the earlier task: {}", desk.told());
    }
}

#[test]
fn a_host_that_finds_a_file_is_heeded() {
    let mut desk = desk();
    desk.reply(write_to("a.md"));
    desk.answer(true, None, None);
    desk.failure("exists");
    assert!(desk.told().contains("read it first"), "{}", desk.told());
    assert_eq!(desk.data()["counters"]["failures"], 0);
    desk.reply(write_to("a.md"));
    assert_eq!(shown(&desk), (json!(true), Value::Null), "the model was told once, so the user decides");
    desk.answer(true, None, None);
    assert_eq!(desk.host().args["replaces"], true);
}

/// Session at the card of a single write, of a file that it has never met.
fn asked() -> Desk {
    let mut desk = desk();
    desk.reply(write_to("a.md"));
    assert_eq!((desk.view().waiting, shown(&desk)), (Wait::Approval, (json!(false), Value::Null)));
    desk
}

#[test]
fn a_host_that_looks_before_the_card_spares_the_user_a_wrong_one() {
    let mut desk = asked();
    desk.edit(json!({ "found": ["./a.md"] }));
    assert_eq!((desk.view().waiting, desk.errors(0)), (Wait::Model, vec![json!("unread")]));
    assert!(desk.told().contains("read it first") && desk.data()["counters"]["failures"] == 0, "{}", desk.told());
    desk.reply(going(call("read_file", json!({ "path": "a.md" }))));
    desk.text("old");
    desk.reply(write_to("a.md"));
    assert_eq!(shown(&desk), (json!(true), json!("old")));
    desk.answer(true, None, None);
    assert_eq!(desk.host().args["replaces"], true);
}

#[test]
fn a_file_that_was_changed_by_hand_is_read_again() {
    let mut desk = desk();
    desk.reply(going(call("read_file", json!({ "path": "a.md" }))));
    desk.text("old");
    desk.reply(write_to("a.md"));
    assert_eq!(shown(&desk), (json!(true), json!("old")));
    desk.edit(json!({ "found": ["a.md"] }));
    assert_eq!((desk.view().waiting, &desk.errors(0)[1]), (Wait::Model, &json!("unread")));
    assert!(!desk.told().contains("\nold\n"), "the old text is no longer shown: {}", desk.told());
    desk.reply(going(call("read_file", json!({ "path": "a.md" }))));
    assert_eq!(desk.view().waiting, Wait::Tool, "reading it again is no repeat");
    desk.text("by hand");
    desk.reply(write_to("a.md"));
    assert_eq!(shown(&desk), (json!(true), json!("by hand")));
    desk.edit(json!({ "found": ["a.md"] }));
    assert_eq!(shown(&desk), (json!(true), Value::Null), "told once in a step; then the user decides, on a right card");
}

#[test]
fn the_card_about_several_is_checked_again_too() {
    let writes = || going(["a.md", "b.md", "c.md"].map(|path| call("write_file", write(path, "x"))).to_vec().into());
    let mut desk = desk();
    desk.reply(going(call("read_file", json!({ "path": "a.md" }))));
    desk.text("old");
    desk.reply(writes());
    desk.edit(json!({ "found": ["a.md"] }));
    assert_eq!(desk.view().card.unwrap().text.as_deref(), Some("Write b.md\nWrite c.md"));
    assert_eq!((&desk.errors(0)[1], &desk.data()["state"]), (&json!("unread"), &json!("asking_writes")));
    desk.edit(json!({ "found": ["b.md"] }));
    assert_eq!((desk.view().waiting, shown(&desk)), (Wait::Approval, (json!(false), Value::Null)), "one alone is left");
    desk.edit(json!({ "found": ["c.md"] }));
    assert_eq!((desk.view().waiting, desk.data()["counters"]["failures"].clone()), (Wait::Model, json!(0)));
}

#[test]
fn a_card_that_is_checked_again_still_asks_after_auto_was_turned_on() {
    let writes = |paths: &[&str]| {
        going(paths.iter().map(|path| call("write_file", write(path, "x"))).collect::<Vec<_>>().into())
    };
    for paths in [&["a.md", "b.md"][..], &["a.md", "b.md", "c.md"]] {
        let mut desk = desk();
        desk.reply(writes(paths));
        desk.edit(json!({ "auto": true }));
        desk.edit(json!({ "found": ["a.md"] }));
        let waiting = [Wait::Approval, Wait::Card][usize::from(paths.len() > 2)];
        assert_eq!((desk.view().waiting, desk.session.effect()), (waiting, None), "{paths:?}");
        desk.answer(true, None, None);
        for path in &paths[1..] {
            assert_eq!(desk.host().args["path"], *path);
            desk.text("File written");
        }
        desk.reply(writes(&["d.md", "e.md"]));
        assert_eq!(desk.host().args["path"], "d.md", "from the next write on");
    }
}

#[test]
fn what_the_host_found_is_kept_and_bad_paths_change_nothing() {
    let mut desk = asked();
    for bad in [json!(["../a"]), json!([7]), json!([" "]), json!(["/a"])] {
        assert_eq!(desk.try_edit(json!({ "found": bad })).unwrap_err().code, "malformed", "{bad}");
    }
    assert_eq!(desk.try_edit(json!({ "found": "a.md" })).unwrap_err().code, "unknown_edit");
    desk.edit(json!({ "found": ["z.md"] }));
    assert_eq!(shown(&desk), (json!(false), Value::Null), "another file leaves the card as it is");
    desk.answer(true, None, None);
    desk.text("File written");
    desk.reply(write_to("z.md"));
    assert_eq!((desk.view().waiting, &desk.errors(0)[1]), (Wait::Model, &json!("unread")));
}

#[test]
fn a_file_that_cannot_be_read_or_is_gone_can_be_written() {
    for (code, replaces) in [("not_text", true), ("not_found", false)] {
        let mut desk = desk();
        desk.reply(going(call("list_files", json!({}))));
        desk.text("a.md");
        desk.reply(going(call("read_file", json!({ "path": "a.md" }))));
        desk.failure(code);
        desk.reply(write_to("a.md"));
        assert_eq!(shown(&desk), (json!(replaces), Value::Null), "{code}");
    }
}

#[test]
fn an_unread_file_does_not_reach_the_card_about_several() {
    let mut desk = desk();
    desk.reply(going(call("list_files", json!({}))));
    desk.text("a.md");
    desk.reply(going(["a.md", "b.md", "c.md"].map(|path| call("write_file", write(path, "x"))).to_vec().into()));
    let card = desk.view().card.unwrap();
    assert_eq!(card.text.as_deref(), Some("Write b.md\nWrite c.md"));
    assert_eq!(desk.errors(0)[1], "unread");
}

#[test]
fn another_path_on_the_card_is_not_approved_as_a_replacement() {
    let mut desk = desk();
    desk.reply(going(call("read_file", json!({ "path": "a.md" }))));
    desk.text("old");
    desk.reply(write_to("a.md"));
    let elsewhere = json!({ "path": "z.md", "content": "new", "replaces": true });
    let refused = desk.try_answer(true, Some(elsewhere), None).unwrap_err();
    assert_eq!(refused.text, "Under another path, the write no longer replaces a known file.");
    desk.answer(true, Some(write("z.md", "new")), None);
    assert_eq!(desk.host().args, write("z.md", "new"));
}

#[test]
fn what_exists_outlasts_a_reload_and_a_text_of_the_input_grows_old() {
    let mut desk = single(json!({ "context": { "file:a.md": "given" } }), &["A"]);
    desk.reply(write_to("a.md"));
    assert_eq!(shown(&desk), (json!(true), json!("given")));
    desk.answer(true, None, None);
    desk.text("File written");
    desk.reply(complete(Value::Null));
    desk.say("another task").reply(json!({ "steps": ["B"] })).reply(write_to("a.md"));
    assert_eq!(desk.errors(0), [json!("unread")], "the text from the input was replaced");
}

#[test]
fn a_card_says_that_the_text_stays_the_same() {
    for (text, title) in [("old", "Replace a.md (the text stays the same)"), ("new", "Replace a.md")] {
        let mut desk = desk();
        desk.reply(going(call("read_file", json!({ "path": "a.md" }))));
        desk.text("old");
        desk.reply(going(call("write_file", write("a.md", text))));
        assert_eq!(desk.view().card.unwrap().title, title);
        desk.answer(false, None, Some("both"));
        desk.reply(going(json!([call("write_file", write("a.md", text)), call("write_file", write("b.md", text))])));
        assert_eq!(desk.card_text(), format!("{title}\nWrite b.md"));
    }
}

/// Text of this many numbered lines.
fn lines(count: usize) -> String {
    (1..=count).map(|line| format!("row {line} of the table\n")).collect()
}

/// Session that has read `big.csv`, which is too long for a prompt.
fn reader(auto: bool) -> Desk {
    let mut desk = single(json!({ "auto": auto, "config": { "cache": false } }), &["A"]);
    desk.reply(going(call("read_file", json!({ "path": "big.csv" }))));
    desk.text(&lines(3_002));
    desk
}

/// First and last line of a file that the prompt shows, by its mark.
fn range(desk: &Desk, path: &str) -> (usize, usize) {
    let told = desk.told();
    let mark = format!("<data from=\"file:{path}\" lines=\"");
    let range = told.split(&mark).nth(1).unwrap_or_else(|| panic!("{path} is not shown in part: {told}"));
    let (first, last) = range.split(" of ").next().unwrap().split_once('–').unwrap();
    (first.parse().unwrap(), last.parse().unwrap())
}

#[test]
fn a_file_that_is_too_long_is_shown_with_its_lines_and_read_on_from_any_of_them() {
    let mut desk = reader(false);
    let (mut first, mut last) = range(&desk, "big.csv");
    assert_eq!(first, 1);
    let mut parts = 1;
    while last < 3_002 {
        let told = desk.told();
        assert!(told.contains(&format!("\nrow {last} of the table\n")), "the last line is whole");
        assert!(!told.contains(&format!("\nrow {} of the table\n", last + 1)) && told.contains("of 3002\">"));
        desk.reply(going(call("read_file", json!({ "path": "big.csv", "from_line": last + 1 }))));
        assert_eq!(desk.host().args, json!({ "path": "big.csv" }), "the host reads the whole file");
        desk.text(&lines(3_002));
        let next = range(&desk, "big.csv");
        assert_eq!(next.0, last + 1, "the parts join");
        (first, last, parts) = (next.0, next.1, parts + 1);
    }
    assert!(first > 1 && parts > 1 && desk.errors(0).iter().all(Value::is_null), "{parts}");
}

#[test]
fn a_file_that_is_shown_in_part_is_read_again_without_being_a_repeat() {
    let mut desk = reader(false);
    desk.reply(going(call("read_file", json!({ "path": "big.csv" }))));
    assert_eq!(desk.view().waiting, Wait::Tool);
    desk.text("short");
    desk.reply(going(call("read_file", json!({ "path": "big.csv" }))));
    assert_eq!((desk.view().waiting, &desk.errors(0)[2]), (Wait::Model, &json!("repeated_action")));
}

#[test]
fn a_file_for_which_no_room_is_left_is_named_and_may_be_read_again() {
    let attached = "附件的内容".repeat(20);
    let mut desk = single(json!({ "config": { "cache": false } }), &["A"]);
    for path in ["附件.md", "b.csv", "c.csv"] {
        desk.reply(going(call("read_file", json!({ "path": path }))));
        desk.text(&if path == "附件.md" { attached.clone() } else { lines(1_200) });
    }
    assert!(desk.told().contains("<data from=\"file:附件.md\" lines=\"none of 1\">"), "{}", desk.told());
    assert_eq!(range(&desk, "b.csv").0, 1);
    desk.reply(going(call("write_file", write("附件.md", "new"))));
    assert_eq!(desk.errors(0)[3], "seen_in_part");
    desk.reply(going(call("read_file", json!({ "path": "附件.md" }))));
    desk.text(&attached);
    assert!(desk.told().contains(&format!("<data from=\"file:附件.md\">\n{attached}\n")), "the newest is shown first");
    desk.reply(going(call("write_file", write("附件.md", "new"))));
    assert_eq!(shown(&desk), (json!(true), json!(attached)));
}

#[test]
fn a_file_that_is_seen_in_part_is_replaced_by_the_user_only() {
    for auto in [false, true] {
        let mut desk = reader(auto);
        let new = lines(2_122);
        desk.reply(going(call("write_file", write("big.csv", &new))));
        assert_eq!((desk.view().waiting, &desk.errors(0)[1]), (Wait::Model, &json!("seen_in_part")), "auto {auto}");
        assert!(desk.told().contains("you see only a part of this file"), "{}", desk.told());
        desk.reply(going(call("write_file", write("big.csv", &new))));
        let card = desk.view().card.unwrap();
        assert_eq!(card.title, "Replace big.csv (880 lines fewer; the model has not seen all of it)");
        assert_eq!(card.data()["before"], lines(3_002));
        desk.answer(true, None, None);
        assert_eq!(desk.host().args["replaces"], true);
    }
}

#[test]
fn several_writes_over_unseen_text_ask_in_spite_of_auto() {
    let mut desk = reader(true);
    let both = || going(vec![call("write_file", write("big.csv", "x")), call("write_file", write("b.md", "y"))].into());
    desk.reply(both());
    assert_eq!(desk.errors(0)[1], "seen_in_part");
    desk.text("written");
    desk.reply(both());
    assert_eq!(desk.view().waiting, Wait::Card);
}

#[test]
fn a_long_line_is_shown_with_the_mark_that_it_goes_on() {
    let mut desk = single(json!({ "config": { "cache": false } }), &["A"]);
    desk.reply(going(call("read_file", json!({ "path": "one.json" }))));
    desk.text(&"字".repeat(40_000));
    let told = desk.told();
    assert!(told.contains("<data from=\"file:one.json\" lines=\"1–1… of 1\">"));
    assert_eq!(told.matches('字').count(), 10_240, "30,720 bytes");
}

#[test]
fn a_write_that_the_user_took_back_is_forgotten_and_told() {
    let mut desk = single(json!({ "auto": true, "config": { "cache": false } }), &["A"]);
    desk.reply(write_to("a.md")).text("File written");
    assert_eq!(desk.data()["files"], json!([{ "path": "a.md", "created": true }]));
    desk.edit(json!({ "undone": ["a.md"] }));
    assert_eq!(desk.data()["files"], json!([]));
    let told = desk.told();
    assert!(!told.contains("file:a.md") && told.contains("write_file a.md: the user took this write back"), "{told}");
    desk.reply(complete(Value::Null));
    assert!(!desk.said().contains("a.md"), "{}", desk.said());
}
