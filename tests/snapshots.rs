//! Same events, same state, on every platform: the last snapshots of the agents' scenarios have the hashes on file, and
//! the browser tests must reproduce them. `UPDATE_GOLDEN=1` writes the file.
#![cfg(all(feature = "ledger", not(target_arch = "wasm32")))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub
)]

mod stories;

use serde_json::{json, Value};
use stepgate::agents::{content::Content, guide::Guide, ledger::Ledger, schedule::Schedule, stepper::Stepper};
use stepgate::engine::{AnySession, Event, Snapshot};
use stepgate::Error;

/// Resumes a session of any agent of the package.
fn resume(snapshot: Snapshot) -> Result<Box<AnySession>, Error> {
    let mut session = match snapshot.agent.as_str() {
        "content" => AnySession::boxed(Content::new()),
        "ledger" => AnySession::boxed(Ledger::new()),
        "guide" => AnySession::boxed(Guide::new()),
        "schedule" => AnySession::boxed(Schedule::new()),
        "stepper" => AnySession::boxed(Stepper::new()),
        other => panic!("no agent is called {other}"),
    };
    session.load(snapshot)?;
    Ok(session)
}

#[test]
fn stories_end_in_the_snapshots_on_file() {
    let found = stories::hashes();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots/stories.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(file, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(file).unwrap_or_default());
}

/// Files written by older versions of the agents in the middle of a turn that had changed the memory. Each has the
/// snapshot, the state that loading gives, and the state after the model has failed.
const SAVED: [&str; 3] = [
    include_str!("snapshots/content-2.json"),
    include_str!("snapshots/stepper-2.json"),
    include_str!("snapshots/stepper-3.json"),
];

#[test]
fn what_older_versions_saved_goes_on() {
    for text in SAVED {
        let saved: Value = serde_json::from_str(text).unwrap();
        let old: Snapshot = serde_json::from_value(saved["snapshot"].clone()).unwrap();
        let head: Value = serde_json::from_str(&old.head).unwrap();
        let mut session = resume(old.clone()).unwrap();
        assert!(session.version() > old.version, "a file of version {} of {}", old.version, old.agent);
        assert_eq!(session.read(&json!({ "state": true })).unwrap(), saved["state"], "{}", old.agent);

        let (at_ms, call) = (head["at_ms"].as_u64().unwrap(), session.view(0).call.unwrap());
        let failed = Event::Failed { at_ms, call, code: "timeout".into(), text: "Timed out.".into(), detail: None };
        assert_eq!(session.handle(failed), Ok(true));
        assert_eq!(session.read(&json!({ "state": true })).unwrap(), saved["failed"], "{}", old.agent);

        // Saves what changed on top of the old snapshot, as a store does.
        let changes = session.changes(old.revision);
        let (mut parts, mut entries) = (old.parts.clone(), old.entries.clone());
        parts.extend(changes.parts);
        entries.extend(changes.entries);
        let (format, version, revision, head) = (changes.format, changes.version, changes.revision, changes.head);
        let again = resume(Snapshot { format, version, revision, head, parts, entries, ..old }).unwrap();
        assert_eq!(again.snapshot(), session.snapshot());
    }
}

/// Sessions in the middle of a turn, saved in format 5 and 7 by the last versions that used them.
#[test]
fn what_older_formats_saved_goes_on() {
    goes_on(5, include_str!("snapshots/format-5.json"));
    goes_on(7, include_str!("snapshots/format-7.json"));
}

fn goes_on(format: u32, file: &str) {
    let file: Value = serde_json::from_str(file).unwrap();
    for (name, saved) in file.as_object().unwrap() {
        let old: Snapshot = serde_json::from_value(saved["snapshot"].clone()).unwrap();
        assert_eq!(old.format, format, "{name}");
        let mut session = resume(old.clone()).unwrap();
        let view = session.view(0);
        assert_eq!(
            (json!(format!("{:?}", view.waiting)), &view.stage),
            (saved["waiting"].clone(), &saved["stage"]),
            "{name}"
        );

        assert_eq!(session.handle(Event::Edited { at_ms: 9_000, change: json!({ "lang": "zh" }) }), Ok(true), "{name}");
        let changes = session.changes(old.revision);
        let (mut parts, mut entries) = (old.parts.clone(), old.entries.clone());
        parts.extend(changes.parts);
        entries.extend(changes.entries);
        let (format, version, revision, head) = (changes.format, changes.version, changes.revision, changes.head);
        let stored = Snapshot { format, version, revision, head, parts, entries, ..old };
        let again = resume(stored.clone()).unwrap();
        assert_eq!(again.snapshot(), session.snapshot(), "{name}");

        // From now on checksums protect all entries, the older ones too.
        for seq in 0..stored.entries.len() {
            let mut lost = stored.clone();
            lost.entries.remove(seq);
            let error = resume(lost).err().unwrap_or_else(|| panic!("{name}: entry {seq} may go"));
            assert!(error.place().starts_with("/entries"), "{name}: {error}");
        }
    }
}
