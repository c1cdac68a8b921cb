//! Numbers of drafts in whole sessions: those that the user has not said go back to the model once, and are marked on the card.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::{Lang, Wait};
use stepgate_guide::Guide;

type Desk = stepgate_testkit::desk::Desk<Guide>;

/// A session with a task for each of two jobs; the first has run for 3 years.
fn open(lang: Lang) -> Desk {
    let job = |id: &str, title: &str, text: &str| json!({ "id": id, "title": title, "organization": "Acme", "date_start": "2021-07", "highlights": [text] });
    let resume = json!({ "basics": { "name": "Jane" }, "sections": [
        { "id": "s1", "title": "Work", "type": "experience", "items": [job("w1", "Agent", "3 years of calls"), job("w2", "Clerk", "files")] },
    ] });
    let task = |id: u32, section: &str| json!({ "id": id, "section": section, "original_text": "", "diagnosis": "Say 77 things.", "goal": "g" });
    let plan = json!({ "tasks": [task(1, "Work - Agent"), task(2, "Work - Clerk")] });
    Desk::open(Guide::new, json!({ "resume": resume, "plan": plan }), lang)
}

fn propose(draft: &str) -> Value {
    json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "Look: 40%?", "draft_content": draft })
}

fn ask(text: &str) -> Value {
    json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": text })
}

#[test]
fn a_number_that_nobody_said_is_corrected_once_and_then_marked() {
    for (lang, complaint, mark) in [
        (Lang::En, "numbers that the user has not said: 40%, 77", "Not said by you: 40%, 77"),
        (Lang::Zh, "用户没有说过的数字：40%、77", "你没有说过：40%、77"),
    ] {
        let mut desk = open(lang);
        desk.say("I cut the waiting time").reply(propose("- Cut waiting by 40% in 3 years, 77 calls"));
        assert!(desk.told().contains(complaint), "{}", desk.told());
        desk.reply(propose("- Cut waiting by 40% in 3 years, 77 calls"));
        assert!(desk.card_text().ends_with(mark), "{}", desk.card_text());
        assert_eq!(desk.view().card.unwrap().preview["unsaid"], json!(["40%", "77"]));

        desk.say("good").reply(json!({ "next_action": "REQUEST_CONFIRM", "reply_to_user": "Apply?" }));
        assert!(desk.card_text().ends_with(mark), "an approval does not say them: {}", desk.card_text());

        desk.say("it was about forty").reply(propose("- Cut waiting by about 40% in 3 years, 77 calls"));
        assert_eq!(desk.view().waiting, Wait::User, "a mark is enough for a number that was corrected");
        assert!(
            desk.card_text().ends_with(if lang == Lang::En { "by you: 77" } else { "说过：77" }),
            "{}",
            desk.card_text()
        );
    }
}

#[test]
fn numbers_of_the_resume_the_entry_and_every_dialogue_are_said() {
    let mut desk = open(Lang::En);
    desk.say("I took 1,200 calls and trained four people").reply(ask("Where?"));
    desk.edit(json!({ "backtrack": 2 })).say("the archive, until June 2024");
    let mut reply = propose("- Since 2021, until 2024.06: 1200 calls, 4 people, 3 years, 12 boxes");
    reply["entry"] = json!({ "title": "Clerk of 12 boxes" });
    desk.reply(reply);
    assert!(!desk.card_text().contains("Not said"));
}

#[test]
fn a_picked_option_says_its_numbers() {
    for (question, answer, is_said) in [
        ("A. about 20 calls B. about 50 calls?", "B", true),
        ("Was it about 50 a day?", "yes", true),
        ("大概 50 个？", "对", true),
        ("Was it about 50 a day?", "no", false),
        ("大概 50 个？", "不是", false),
        ("大概 50 个？", "没错", true),
        ("大概 50 个？", "没问题", true),
        ("大概 50 个？", "不错", true),
        ("Was it about 50 a day?", "No problem", true),
        ("Was it about 50 a day?", "maybe", true),
    ] {
        let mut desk = open(Lang::En);
        desk.say("calls, many").reply(ask(question)).say(answer).reply(propose("- Took 50 calls a day"));
        assert_eq!(desk.view().waiting == Wait::User, is_said, "{question} {answer}");
    }
}

#[test]
fn the_words_beside_a_draft_say_no_number_when_they_are_repeated() {
    for answer in ["right", "go on"] {
        let mut desk = open(Lang::En);
        desk.say("I cut the waiting time")
            .reply(propose("- Cut waiting by 40%"))
            .reply(propose("- Cut waiting by 40%"));
        let back = json!({ "intent": "BACKTRACK", "target_task": "2", "next_action": "CONTINUE_ASKING", "reply_to_user": "Sure." });
        desk.say("first the other job, I filed boxes there").reply(back);
        desk.reply(json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "So?", "draft_content": "- Filed boxes" }));
        desk.edit(json!({ "confirm": true }));
        assert!(desk.said().contains("Look: 40%?"), "{}", desk.said());
        desk.say(answer).reply(json!({ "next_action": "REQUEST_CONFIRM", "reply_to_user": "Apply?" }));
        assert!(desk.card_text().ends_with("Not said by you: 40%"), "{}", desk.card_text());
    }
}

#[test]
fn the_goal_of_a_task_added_by_hand_is_said() {
    let mut desk = open(Lang::En);
    let goal = "say that I cut the waiting time by 40%";
    desk.edit(json!({ "add_task": { "section": "Work - Clerk", "item_id": "w2", "goal": goal } }));
    desk.edit(json!({ "backtrack": 3 })).say("well").reply(propose("- Cut waiting by 40%"));
    assert!(!desk.card_text().contains("Not said"), "{}", desk.card_text());
    let mut planned = open(Lang::En);
    planned.say("well").reply(propose("- Did 77 things"));
    assert_eq!(planned.view().waiting, Wait::Model, "a diagnosis or a goal of the plan is not the user's");
}

#[test]
fn a_word_that_begins_like_a_month_says_no_number() {
    for (words, is_said) in [("maybe the costs decreased a lot", false), ("from May until December", true)] {
        let mut desk = open(Lang::En);
        desk.say(words).reply(propose("- Worked from 2021.05 to 2021.12"));
        assert_eq!(desk.view().waiting == Wait::User, is_said, "{words}");
    }
}

#[test]
fn what_the_user_writes_by_hand_is_said() {
    let mut desk = open(Lang::En);
    desk.say("calls").reply(propose("- Took calls"));
    desk.edit(json!({ "draft": "- Took 90 calls" }));
    desk.say("add the training").reply(propose("- Took 90 calls\n- Trained others"));
    assert!(!desk.card_text().contains("Not said"));
}

/// A reply that gives the entry these dates.
fn dated(entry: Value) -> Value {
    json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "Look.", "draft_content": "- Took calls", "entry": entry })
}

#[test]
fn a_date_whose_year_nobody_said_goes_back_once_and_is_then_left_out() {
    for (lang, complaint, notice) in [
        (
            Lang::En,
            "a year that the user has not said",
            "This date was left out, since you have not said its year: 2023-06",
        ),
        (Lang::Zh, "用户没有说过这个年份", "没有采用这个日期，因为你没有说过年份：2023-06"),
    ] {
        let mut desk = open(lang);
        let entry = json!({ "title": "Lead", "date_end": "2023-06" });
        desk.say("I was the lead until June").reply(dated(entry.clone()));
        assert!(desk.told().contains("/entry/date_end") && desk.told().contains(complaint), "{}", desk.told());
        desk.reply(dated(entry));
        let dropped = desk.notes("notice").into_iter().find(|data| data["code"] == "date_dropped").unwrap();
        assert_eq!(dropped["text"], notice);
        assert_eq!(desk.view().card.unwrap().preview["entry"], json!({ "title": "Lead" }));
        desk.edit(json!({ "confirm": true }));
        let item = desk.read(json!({ "resume": true }))["sections"][0]["items"][0].clone();
        assert_eq!((&item["title"], item.get("date_end")), (&json!("Lead"), None));
    }
}

#[test]
fn a_date_is_taken_with_a_year_from_the_words_or_the_resume() {
    for (words, date) in [
        ("it ended in June 2024", "Jun 2024"),
        ("23年6月走的", "2023.06"),
        ("it began and ended in one year", "2021-12"),
        ("it began last year", "last year"),
    ] {
        let mut desk = open(Lang::En);
        desk.say(words).reply(dated(json!({ "date_end": date })));
        assert_eq!(desk.view().card.unwrap().preview["entry"]["date_end"], date, "{words}");
    }
}

#[test]
fn the_card_shows_what_a_field_was_and_will_be() {
    for (lang, change) in [(Lang::En, "From: 2021-07 → 2022-03"), (Lang::Zh, "开始时间: 2021-07 → 2022-03")] {
        let mut desk = open(lang);
        let entry = json!({ "date_start": "2022-03", "organization": "Acme" });
        desk.say("I began in March 2022").reply(dated(entry));
        assert_eq!(desk.card_text().lines().skip(1).collect::<Vec<_>>(), [change], "and nothing that stays");
    }
}
