//! Law of legal moves: what a contract allows, the agent takes, or answers with a complaint about the content, never with
//! one about an action or a tool that is closed, or an id that does not exist. Random sessions get replies drawn from
//! the contract of each call.

use serde_json::Value;
use stepgate::engine::schema::Schema;
use stepgate::engine::{Effect, Entry, Event, Stored, ToolResult, WireContract};
use stepgate_testkit::{bare, dice, draw};

use crate::share;
use crate::world::{Case, Dice, Scene, World};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Free texts of the drawn replies: blank ones, usual ones, and names that some sessions have.
const TEXTS: [&str; 12] =
    ["", " ", "好", "one", "- 甲\n- 乙", "a.txt", "../x", "A", "项目经历", "技能特长", "开头", "p1"];

/// Replies that are drawn for an agent.
const REPLIES: usize = 1_500;

/// Codes with which tools and notes refuse a move that is not open.
const CLOSED: [&str; 11] = [
    "unknown_tool",
    "tool_not_visible",
    "task_not_found",
    "day_out_of_range",
    "is_pending",
    "not_pending",
    "not_movable",
    "remove_unknown",
    "remove_refused",
    "adjust_disabled",
    "adjust_limit",
];

/// Blank texts: strict schemas have no lengths of texts.
const BLANK: [&str; 5] =
    [">= 1 characters", "至少 1 个字符", "must not be empty", "the user gets no answer", "用户却得不到回答"];

fn drawn(contract: &WireContract, dice: &mut dice::Dice) -> Value {
    let reply = draw::draw(&contract.schema, &TEXTS, dice);
    let checked = Schema::parse(&contract.schema).unwrap().check(reply.clone());
    let fits = checked.problems.is_empty() && checked.coercions.is_empty();
    assert!(
        fits,
        "{}: the contract allows what it exports: {:?} {:?}",
        contract.name, checked.problems, checked.coercions
    );
    reply
}

/// Plays random sessions. `content` has words of the complaints that are about the content of a reply.
fn run<S: Scene + Default>(content: &[&str]) {
    let mut replies = 0;
    for seed in 1.. {
        if replies >= share(REPLIES) {
            break;
        }
        let _case = Case(seed);
        let mut dice = Dice::new(seed);
        let mut pen = dice::Dice::new(seed as u32);
        let inputs = S::inputs();
        let input = dice.pick(&inputs).clone();
        let mut world = World::open(S::default(), input, seed);
        for _ in 0..60 {
            let Some(Effect::CallModel { call, contract, .. }) = world.session.effect() else {
                let event = world.invent(&mut dice);
                let _ = world.session.handle(event);
                continue;
            };
            replies += 1;
            let text = drawn(&contract, &mut pen).to_string();
            let before = world.session.snapshot().entries.len();
            let reply = Event::Replied {
                at_ms: 2_000,
                call,
                text: text.clone(),
                reasoning: None,
                finish: Some("stop".into()),
                usage: None,
                left_out: Vec::new(),
            };
            assert_eq!(world.session.handle(reply), Ok(true));
            for entry in world.session.snapshot().entries.iter().skip(before) {
                let stored: Stored = serde_json::from_str(&bare::text(entry)).unwrap();
                assert_eq!(closed_move(&stored.entry, content), None, "{}: {text}", contract.name);
            }
        }
    }
}

/// Words with which the agent refuses a move as closed, if this entry does.
fn closed_move(entry: &Entry, content: &[&str]) -> Option<String> {
    let is_closed = |code: &str| CLOSED.contains(&code).then(|| code.to_owned());
    match entry {
        // The user has declined the call in the turn: another one is open.
        Entry::Correction { code: Some(code), .. } if code == "declined_before" => None,
        Entry::Correction { complaint, .. } => {
            let about_content = |part: &&str| BLANK.iter().chain(content).any(|words| part.contains(words));
            parts(complaint).into_iter().find(|part| !about_content(part)).map(str::to_owned)
        }
        Entry::Tool { result: ToolResult::Error(error), .. } => is_closed(&error.code),
        Entry::Note { data, .. } => {
            let codes = [&data["code"], &data["error"]["code"], &data["error"]];
            codes.into_iter().filter_map(Value::as_str).find_map(is_closed)
        }
        _ => None,
    }
}

/// The single problems of a complaint; the whole complaint if it lists none.
fn parts(complaint: &str) -> Vec<&str> {
    let listed: Vec<&str> =
        complaint.lines().filter(|line| ["- /", "- (", "- （"].iter().any(|mark| line.starts_with(mark))).collect();
    if listed.is_empty() {
        vec![complaint]
    } else {
        listed
    }
}

#[test]
fn the_guide_refuses_no_move_that_its_contract_allows() {
    run::<crate::guide::Resumes>(&[
        "/reply_to_user",
        "/draft_content",
        "/entry/title",
        "/entry/date",
        "at least one task",
        // Words that are not in the text, and parts of it that were left out.
        "/basics",
        "/sections",
        "/left_out",
    ]);
}

#[test]
fn the_stepper_refuses_no_move_that_its_contract_allows() {
    run::<crate::stepper::Bench>(&["/steps"]);
}

#[test]
fn the_content_agent_refuses_no_move_that_its_contract_allows() {
    run::<crate::content::Projects>(&[
        "blank",
        "空的",
        "not the agreed form",
        "不是约定的形式",
        "not the whole text",
        "不是全文",
        // A proposal's fields may name each other, which no schema can check.
        "of these proposals cannot be used",
        "字段不能用",
    ]);
}

#[test]
fn the_schedule_refuses_no_move_that_its_contract_allows() {
    run::<crate::schedule::Weeks>(&[
        // Rules between the members of a reply: a strict schema has no branches at its root.
        "Beside calls, action is",
        "带 calls 的回复里",
        "Several calls at once",
        "几个 calls 一起时",
        "Write words for the user in say",
        "要在 say 里写给用户的话",
        "plan",
        "已经有批准过的计划",
        "No tool was called in this step",
        "这一步要改动",
        // Places that are taken, out of order or too short, and moves that contradict each other.
        "is taken by",
        "已有",
        "already holds",
        "里已经放了",
        "only partly inside",
        "只有一部分落在",
        "must come after",
        "must come before",
        "要排在",
        "has begun or is past",
        "已经开始或过去",
        "does not fit there",
        "这里放不下",
        "more than once",
        "不止一次",
        "with itself",
        "不能和自己交换",
        "differ in length",
        "长度不同",
        "upsert_task_class",
        // The very write that the user declined, once more.
        "has just declined this very write",
        "用户刚拒绝过这个完全相同的写入",
    ]);
}
