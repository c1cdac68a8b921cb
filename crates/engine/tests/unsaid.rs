//! Ids, addresses and amounts in the model's words that stand nowhere, and the receipts of a turn.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::rc::Rc;

use serde_json::{json, Value};
use stepgate_engine::{AnySession, Definition, Script, ToolError, ToolResult};
use stepgate_testkit::page::Page;

/// Says what the model says, and makes the calls that it lists.
struct Clerk;

impl Script for Clerk {
    fn call(&self, function: &str, given: &str) -> Result<Value, String> {
        let given: Value = serde_json::from_str(given).unwrap();
        match function {
            "memory" => Ok(json!({ "memory": {} })),
            "stages.talk.prompt" => Ok(
                json!({ "system": "Our desk: desk@shop.example, 400-820-8820. Refunds take 14 days.", "limits": { "maxSteps": 100 } }),
            ),
            "stages.talk.decide" => {
                let said: Vec<Value> =
                    given["reply"]["say"].as_str().map(|text| json!({ "say": text })).into_iter().collect();
                let step = match &given["reply"]["calls"] {
                    Value::Null => json!({ "listen": "talk" }),
                    calls => json!({ "run": { "calls": calls, "then": "talk" } }),
                };
                Ok(json!({ "said": said, "step": step }))
            }
            other => Err(format!("there is no function {other}")),
        }
    }
}

fn definition() -> Definition {
    let tool = |name: &str, access: &str| json!({ "name": name, "about": name, "access": access, "args": { "type": "object", "properties": {} } });
    let reply = json!({ "type": "object", "properties": { "say": { "type": "string" }, "calls": {} } });
    let value = json!({ "name": "clerk", "version": 1, "stages": [{ "name": "talk", "reply": reply }], "tools": [tool("look", "read"), tool("refund", "write")] });
    Definition::read(&value).unwrap()
}

fn clerk() -> Box<AnySession> {
    AnySession::scripted(Rc::new(definition()), Rc::new(Clerk))
}

trait Flagged {
    fn unsaid(&self) -> Vec<String>;
}

impl Flagged for Page {
    /// Flags in the last words of the model.
    fn unsaid(&self) -> Vec<String> {
        let view = self.view();
        let words = view["blocks"].as_array().unwrap().iter().rfind(|block| block["kind"] == "assistant").unwrap();
        words.get("unsaid").map_or(vec![], |unsaid| serde_json::from_value(unsaid.clone()).unwrap())
    }
}

fn call(tool: &str, args: Value) -> Value {
    json!({ "calls": [{ "name": tool, "args": args }] })
}

/// A talk in which the user, the input, the instructions and a result have said figures.
fn known() -> Page {
    let found = json!({
        "orders": [{ "id": "ORD-5521", "total": 1280.5, "email": "ann@mail.example", "track": "https://post.example/t/9Z88Q1" }],
        "flight": "MU5137", "seats": 268, "rating": 4.75, "count": 12, "price": "¥640", "phone": "13800138000",
    });
    Page::open(clerk, json!({ "customer": "C-90017", "limit": 2500 }))
        .say("Where is my order ABC123？我付了三百五十元，手机 138-1111-2222，另加 1.5万 定金")
        .reply(call("look", json!({})))
        .give(ToolResult::Ok(found))
}

#[test]
fn figures_that_stand_nowhere_are_flagged() {
    // The words of the model, and what is flagged in them.
    let table: &[(&str, &[&str])] = &[
        // Known: of the user, the result, the input, the instructions.
        ("Your order ABC123 is on its way.", &[]),
        ("Order ord-5521 cost 1,280.50.", &[]),
        ("订单 ORD-5521，合计 ¥1,280.5。", &[]),
        ("订单号：ＯＲＤ－５５２１", &[]),
        ("I wrote to ann@mail.example.", &[]),
        ("Track it at https://post.example/t/9Z88Q1.", &[]),
        ("航班 MU5137 有 268 个座位，评分 4.75。", &[]),
        ("Customer C-90017 may spend $2,500.", &[]),
        ("Call 4008208820 or 400-820-8820.", &[]),
        ("您付了 350 元，手机 13811112222。", &[]),
        ("定金 15000 元已收到。", &[]),
        ("The number is +86 138-0013-8000.", &[]),
        // Unknown.
        ("I refunded order ORD-7731.", &["ORD-7731"]),
        ("已为订单 ORD-7731 退款。", &["ORD-7731"]),
        ("已发送到 bob@evil.example，请查收。", &["bob@evil.example"]),
        ("Sent to bob@evil.example, ann@mail.example.", &["bob@evil.example"]),
        ("See https://evil.example/pay?id=1.", &["https://evil.example/pay?id=1"]),
        ("详情见 www.evil.example/a。", &["www.evil.example/a"]),
        ("It costs $99.", &["$99"]),
        ("价格是 899 元。", &["899 元"]),
        ("价格是￥88，含税。", &["¥88"]),
        ("You save 35%.", &["35%"]),
        ("总价约为1299.99元", &["1299.99元"]),
        ("Flight UA88 leaves at 9:30.", &["UA88"]),
        ("已改签到 CA1501 次航班。", &["CA1501"]),
        ("Booking reference: X7K9Q2.", &["X7K9Q2"]),
        ("快递单号 SF1234567890，顺丰。", &["SF1234567890"]),
        ("Confirmation number 48812.", &["48812"]),
        ("受理编号：20261129001", &["20261129001"]),
        ("Phone 555-010-7788.", &["555-010-7788"]),
        ("Ticket #4211 is open.", &["#4211"]),
        ("The hall seats 347 people.", &["347"]),
        ("共有 347 人报名。", &["347"]),
        ("The server is 10.0.3.17.", &["10.0.3.17"]),
        ("Orders ORD-1002,ORD-5521 and ORD-1003", &["ORD-1002", "ORD-1003"]),
        ("User id 7f3a9c21 is locked.", &["7f3a9c21"]),
        ("A fee of 12.75 applies", &["12.75"]),
        ("ORD-7731 and again ORD-7731.", &["ORD-7731"]),
        // Not flagged by their form.
        ("I found 3 items in 2 orders.", &[]),
        ("一共 3 件，分 2 批发货。", &[]),
        ("1. First\n2. Second\n10. Tenth", &[]),
        ("1.2.3 Scope\nThe 2nd and 3rd points, and section 4.1.", &[]),
        ("Today is 2026-11-29, at 14:30; the fair is on 12/05/2026.", &[]),
        ("今天是2026年11月29日下午3点，第128条已生效。", &[]),
        ("Version history from 2019-2023.", &[]),
        ("About 200 people, or 3000 in all.", &[]),
        ("约 3.5万 人，近 2 亿次。", &[]),
        ("It weighs 250kg and takes 90min at 1080p.", &[]),
        ("I am 100% sure, with 0% risk.", &[]),
        ("COVID-19, UTF-8, Q3, A4, mp3 and HTML5.", &[]),
        ("Write to @ann or use a/b and c-d.", &[]),
        ("谢谢！没有别的数字。", &[]),
        // Reckoned from what is known.
        ("Two seats: 2 × ¥640 = ¥1,280.", &[]),
        ("两张共 ¥1,280（2 × 640）。", &[]),
        ("640 + 1280.50 = 1920.50", &[]),
        ("268 seats, 12 taken: 256 left.", &[]),
        ("1. 2 × A4: ¥640\n2. 3 件：350 元\n3. 500 ml: $2,500\n一共 3,490 元，其中后两项 2,850 元", &[]),
        ("1. 2 × A4: ¥640\n2. 3 件：350 元\n3. 500 ml: $2,500\n一共 3,491 元", &["3,491 元"]),
    ];
    assert!(table.len() >= 40);
    let flags = |words: &str| known().reply(json!({ "say": words })).unsaid();
    let wrong: Vec<String> = table
        .iter()
        .map(|(words, flagged)| (words, flags(words), flagged))
        .filter(|(_, found, flagged)| found != *flagged)
        .map(|(words, found, flagged)| format!("{words}: {found:?} instead of {flagged:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_user_repeats_or_accepts_is_said() {
    let page = known().reply(json!({ "say": "It is ORD-7731." }));
    assert_eq!(page.unsaid(), ["ORD-7731"]);
    let page = page.say("hm").reply(json!({ "say": "Yes, ORD-7731." }));
    assert_eq!(page.unsaid(), ["ORD-7731"], "the model's own words are no source");
    let page = page.say("what is ord-7731?").reply(json!({ "say": "ORD-7731 is an order." }));
    assert_eq!(page.unsaid(), [""; 0]);
    // A card that the user accepts shows its figures; one that the user declines does not.
    for (accept, flagged) in [(true, vec![]), (false, vec!["$919".to_owned()])] {
        let page = known().reply(call("refund", json!({ "amount": 919 }))).answer(accept);
        let page = if accept { page.give(ToolResult::Ok(json!("done"))) } else { page };
        assert_eq!(page.reply(json!({ "say": "That was $919." })).unsaid(), flagged);
    }
}

#[test]
fn words_before_the_end_of_a_turn_are_not_flagged() {
    let page = known().reply(json!({ "say": "I look for ORD-7731.", "calls": [{ "name": "look", "args": {} }] }));
    assert_eq!((page.view()["waiting"].clone(), page.unsaid()), (json!("tool"), vec![]));
}

#[test]
fn a_receipt_for_each_write_of_the_turn() {
    let writes = |page: &Page| page.view()["turn"]["writes"].clone();
    let page = known();
    assert_eq!(writes(&page), json!([]), "a read is no write");
    let page = page.reply(call("refund", json!({ "amount": 5 })));
    assert_eq!(writes(&page), json!([]), "it waits for approval");
    let page = page.answer(true).give(ToolResult::Ok(json!({ "receipt": "R-1" })));
    let block = |page: &Page| {
        page.view()["blocks"].as_array().unwrap().iter().rfind(|block| block["kind"] == "tool").unwrap()["seq"].clone()
    };
    let first = json!({ "block": block(&page), "name": "refund", "args": { "amount": 5 }, "ok": true, "atMs": 5 });
    assert_eq!(writes(&page), json!([first]));
    let error = ToolError::new("no_money", "The account is empty.");
    let page = page.reply(call("refund", json!({ "amount": 6 }))).answer(true).give(ToolResult::Error(error));
    let failed = json!({ "code": "no_money", "text": "The account is empty." });
    let second = json!({ "block": block(&page), "name": "refund", "args": { "amount": 6 }, "ok": false, "error": failed, "atMs": 5 });
    assert_eq!(writes(&page), json!([first, second]));
    let page = page.reply(call("refund", json!({ "amount": 7 }))).answer(false);
    assert_eq!(writes(&page), json!([first, second]), "a declined call was not made");
    let page = page.reply(json!({ "say": "Done." }));
    assert_eq!((page.view()["waiting"].clone(), writes(&page)), (json!("user"), json!([first, second])));
    assert_eq!(writes(&page.say("thanks")), json!([]), "the next turn has none");
}
