//! Transition table and line splitter against the vectors; totality and invariants of the table.

use serde_json::Value;
use stepgate_guide::decision::{Decision, Intent, NextAction};
use stepgate_guide::draft::canonical;
use stepgate_guide::lines::lines;
use stepgate_guide::model::{parse_plan, Guide, GuideState};
use stepgate_guide::resume::Resume;
use stepgate_guide::target::Target;
use stepgate_guide::transition::transition;
use stepgate_guide::turn::{Action, Document, Turn};
use stepgate_guide::{document, pace};

pub(crate) fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../../tests/vectors/guide.json")).unwrap()
}

const STATES: [GuideState; 4] =
    [GuideState::Discovery, GuideState::Drafting, GuideState::Confirming, GuideState::Finished];
const ACTIONS: [NextAction; 4] =
    [NextAction::ContinueAsking, NextAction::ProposeDraft, NextAction::RequestConfirm, NextAction::ConfirmFinish];

/// Guide in `state` that satisfies the invariants.
fn guide(state: GuideState, draft: Option<&str>) -> Guide {
    let scenario = &vectors()["vectors"][0];
    let resume = Resume::parse(&scenario["resume"], "").unwrap();
    let tasks = parse_plan(&serde_json::json!({ "tasks": scenario["tasks"] }), "").unwrap();
    let is_armed = matches!(state, GuideState::Confirming | GuideState::Finished);
    let built = draft.filter(|_| is_armed).map(|draft| document::build(&tasks[0], draft, None, &resume));
    Guide { state, draft: draft.map(str::to_owned), document: built, ..Guide::fresh() }
}

fn decision(intent: Intent, next_action: NextAction, draft: Option<&str>) -> Decision {
    Decision {
        thought: String::new(),
        intent,
        target: None,
        new_task: None,
        next_action,
        reply_to_user: "x".into(),
        draft: draft.map(canonical),
        entry: None,
    }
}

fn has_document(guide: &Guide, turn: &Turn) -> bool {
    match turn.document {
        Document::Keep => guide.document.is_some(),
        Document::Clear => false,
        Document::Build => turn.draft.is_some(),
    }
}

fn one<T: Copy>(all: &[T], name: &Value, of: fn(T) -> &'static str) -> T {
    *all.iter().find(|one| of(**one) == name.as_str().unwrap()).unwrap()
}

#[test]
fn the_matrix_holds() {
    let vectors = vectors();
    let rows = vectors["matrix"].as_array().unwrap();
    assert!(!rows.is_empty());
    for row in rows {
        let guide = guide(one(&STATES, &row["state"], GuideState::name), row["stored_draft"].as_str());
        let intent = if row["intent"] == "BACKTRACK" { Intent::Backtrack } else { Intent::Continue };
        let next = one(&ACTIONS, &row["next_action"], NextAction::name);
        let target = if row["target"] == "other_task" { Target::Other(1) } else { Target::None };
        let turn = transition(&guide, &decision(intent, next, row["draft_content"].as_str()), target);
        let found = serde_json::json!({
            "state": turn.state.name(), "verdict": turn.verdict.name(), "notices": turn.notices,
            "action": turn.action.name(), "draft": turn.draft, "has_doc": has_document(&guide, &turn),
        });
        assert_eq!(found, row["expect"], "{row}");
    }
}

#[test]
fn every_decision_keeps_the_invariants() {
    let drafts = [None, Some("- old"), Some("- new")];
    let targets = [Target::None, Target::Own, Target::Other(1), Target::NotFound];
    for state in STATES {
        for stored in [None, Some("- old")] {
            if stored.is_none() && state != GuideState::Discovery {
                continue;
            }
            let guide = guide(state, stored);
            for (intent, next, draft, target) in cases(&drafts, &targets) {
                let turn = transition(&guide, &decision(intent, next, draft), target);
                let place = format!("{state:?} {stored:?} {intent:?} {next:?} {draft:?} {target:?}");
                let is_armed = matches!(turn.state, GuideState::Confirming | GuideState::Finished);
                assert!(turn.state == GuideState::Discovery || turn.draft.is_some(), "I1 {place}");
                assert_eq!(has_document(&guide, &turn), is_armed, "I2 {place}");
                let is_kept = guide.document.is_some() && turn.document == Document::Keep;
                assert!(!is_kept || turn.draft == guide.draft, "I3 {place}");
                let is_finish = turn.state == GuideState::Finished && state != GuideState::Finished;
                assert_eq!(turn.action == Action::Handoff, is_finish, "3.6 {place}");
                let shown = guide.draft == turn.draft || turn.draft_shown;
                assert!(shown, "a draft that was set is shown: {place}");
                assert!(!is_finish || guide.draft == turn.draft, "only a text the user saw is applied: {place}");
            }
        }
    }
}

fn cases<'d>(
    drafts: &'d [Option<&'d str>],
    targets: &'d [Target],
) -> impl Iterator<Item = (Intent, NextAction, Option<&'d str>, Target)> {
    let intents = [Intent::Continue, Intent::Backtrack];
    intents.into_iter().flat_map(move |intent| {
        ACTIONS.into_iter().flat_map(move |next| {
            drafts.iter().flat_map(move |draft| targets.iter().map(move |target| (intent, next, *draft, *target)))
        })
    })
}

#[test]
fn a_target_that_is_not_found_is_named() {
    for state in STATES {
        let guide = guide(state, Some("- old"));
        let turn =
            transition(&guide, &decision(Intent::Backtrack, NextAction::ContinueAsking, Some("- x")), Target::NotFound);
        assert_eq!(turn.notices, ["draft_ignored", "target_not_found"], "{state:?}");
    }
}

#[test]
fn lines_of_the_vectors() {
    for case in vectors()["lines"].as_array().unwrap() {
        assert_eq!(serde_json::json!(lines(case["text"].as_str().unwrap())), case["lines"], "{case}");
    }
}

#[test]
fn lines_more() {
    for (text, expected) in [
        ("", vec![""]),
        ("  - ", vec!["-"]),
        ("```text\n- a\n```", vec!["a"]),
        ("12. a\n123. b\n1.5 c", vec!["a", "123. b", "1.5 c"]),
        ("· a\n·b\n--flag", vec!["a", "b", "--flag"]),
        ("-\ta", vec!["a"]),
        ("- - a", vec!["- a"]),
        ("## a\n- b\n#c\n####### d", vec!["a", "b", "#c", "####### d"]),
    ] {
        assert_eq!(lines(text), expected, "{text:?}");
    }
}

#[test]
fn canonical_drafts() {
    for (text, expected) in
        [("a \r\nb\t\r\n", "a\nb"), ("\n \n  a\n\n\nb\n \n", "  a\n\n\nb"), ("a\rb", "a\nb"), (" \n\t", ""), ("", "")]
    {
        assert_eq!(canonical(text), expected, "{text:?}");
        assert_eq!(canonical(expected), expected, "canonical is stable: {text:?}");
    }
}

#[test]
fn units_and_tiers() {
    use pace::{units, Tier};
    for (text, count) in
        [("", 0), ("跟着教程做的", 6), ("用JWT做的", 5), ("one two three", 5), ("好，行。", 2), ("p95 400ms", 3)]
    {
        assert_eq!(units(text), count, "{text}");
    }
    for (units, tier) in [(9, Tier::Minimal), (10, Tier::Brief), (50, Tier::Brief), (51, Tier::Detailed)] {
        assert_eq!(Tier::of(units), tier, "{units}");
    }
    let mut pace = pace::Pace::default();
    for text in ["嗯", "做过一点后端的开发工作吧"] {
        pace.hear(text, GuideState::Discovery, false);
    }
    assert_eq!((pace.user_turns, pace.turns_without_draft, pace.short_in_a_row), (2, 2, 2));
    pace.hear(&"字".repeat(51), GuideState::Discovery, true);
    assert_eq!((pace.user_turns, pace.turns_without_draft, pace.short_in_a_row), (3, 2, 0));
    for (text, short) in [("ok", 1), ("about 40 calls a day", 0), ("B", 0), ("a bit", 1)] {
        pace.hear(text, GuideState::Discovery, true);
        assert_eq!(pace.short_in_a_row, short, "a fact or a choice is an answer: {text}");
    }
}

#[test]
fn a_text_that_the_user_has_replaced_by_hand_does_not_come_back() {
    for (state, next) in STATES.into_iter().flat_map(|state| ACTIONS.map(|next| (state, next))) {
        let mut guide = Guide::fresh();
        (guide.state, guide.draft, guide.replaced) = (state, Some("- 2022年".into()), Some("- 22年".into()));
        let turn = transition(&guide, &decision(Intent::Continue, next, Some("- 22年")), Target::None);
        assert_eq!(turn.draft.as_deref(), Some("- 2022年"), "{state:?} {next:?}");
    }
    let mut guide = Guide::fresh();
    (guide.state, guide.draft, guide.replaced) = (GuideState::Drafting, Some("- 2022年".into()), Some("- 22年".into()));
    let asks = |draft| decision(Intent::Continue, NextAction::RequestConfirm, draft);
    let confirmed = transition(&guide, &asks(Some("- 22年")), Target::None);
    assert_eq!((confirmed.state, confirmed.document), (GuideState::Confirming, Document::Build));
    let another = transition(&guide, &asks(Some("- 2022年，护士")), Target::None);
    assert_eq!((another.state, another.draft_shown), (GuideState::Drafting, true), "a new proposal is shown first");
}

#[test]
fn a_question_takes_no_draft_and_no_document_away() {
    let mut guide = Guide::fresh();
    guide.draft = Some("- a".into());
    for state in [GuideState::Drafting, GuideState::Confirming] {
        guide.state = state;
        let turn = transition(&guide, &decision(Intent::Continue, NextAction::ContinueAsking, None), Target::None);
        assert_eq!((turn.state, turn.document, turn.draft.as_deref()), (state, Document::Keep, Some("- a")));
    }
}
