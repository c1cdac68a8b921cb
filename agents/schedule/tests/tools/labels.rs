//! Labels of tasks in texts, against a plain way to write them: ids of all lengths, names of all lengths in bytes.

use serde_json::json;
use stepgate_engine::Lang;
use stepgate_schedule::tools::Desk;
use stepgate_timetable::{
    Day, Event, Placement, Slot, Slots, Source, Status, Task, TaskId, Timetable, Weekday, Window, MAX_SECTIONS,
};

use crate::desk::run;

/// Ids with one to ten digits.
const IDS: [TaskId; 6] = [1, 12, 1_000_032, 100_000_032, 4_000_000_007, u32::MAX];

/// Id of a task that waits for a place.
const PENDING: TaskId = 250;

/// Label `[id]name` on one line, cut after 80 bytes.
fn label(id: TaskId, name: &str) -> String {
    let line = name.replace(|c| c < ' ', " ");
    let end = (80..line.len()).find(|end| line.is_char_boundary(*end)).unwrap_or(line.len());
    let dots = if end < line.len() { "…" } else { "" };
    format!("[{id}]{}{dots}", &line[..end])
}

/// Names with one to four bytes per character and up to 90 bytes. They begin with different numbers of letters, so that
/// the cut falls anywhere in a character.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    for character in ["x", "é", "课", "😀", "\n", "\u{1}"] {
        for letters in 0..character.len() {
            let most = (90 - letters) / character.len();
            names.extend((0..=most).map(|count| ["a".repeat(letters), character.repeat(count)].concat()));
        }
    }
    names
}

fn task(id: TaskId, name: &str, slot: Slot) -> Task {
    Task {
        id,
        source: Source::Event,
        source_id: 1,
        name: name.into(),
        category: "course".into(),
        locked: true,
        can_embed: false,
        event: Some(Event::Course),
        location: None,
        rel_id: None,
        uid: None,
        given: None,
        class_id: 0,
        order: 0,
        placement: Placement {
            slots: slot.into(),
            status: Status::Existing,
            duration: 0,
            embed_host: None,
            embedded_by: None,
        },
    }
}

/// Day whose sections hold tasks of these names, each in a host with the next name: the longest line about a task.
fn full_day(names: &[String], ids: [TaskId; 2]) -> Desk {
    let mut tasks = Vec::new();
    for (section, pair) in (1..).zip(names.windows(2).take(usize::from(MAX_SECTIONS))) {
        let slot = Slot { day: Day(1), start: section, end: section };
        // Ids differ by their section, not at the end of their range.
        let [host_id, guest_id] =
            ids.map(|id| if id > 200 { id - u32::from(section) } else { id * 300 + u32::from(section) });
        let (mut host, mut guest) = (task(host_id, &pair[1], slot), task(guest_id, &pair[0], slot));
        host.can_embed = true;
        (host.placement.embedded_by, guest.placement.embed_host) = (Some(guest_id), Some(host_id));
        tasks.extend([host, guest]);
    }
    let slots = Slots::default();
    let mut pending = task(PENDING, "pending", Slot { day: Day(1), start: 1, end: 1 });
    (pending.source, pending.event, pending.locked) = (Source::TaskItem, None, false);
    pending.placement = Placement { slots, status: Status::Pending, duration: 1, ..pending.placement };
    tasks.push(pending);
    let window = Window::new(MAX_SECTIONS, vec![Weekday { week: 5, weekday: 1 }]).unwrap();
    Desk { timetable: Some(Timetable::new(window, vec![], tasks).unwrap()) }
}

#[test]
fn a_full_day_is_told_whatever_its_tasks_are_called() {
    let names = names();
    for (round, names) in names.windows(usize::from(MAX_SECTIONS) + 1).step_by(17).enumerate() {
        let mut desk = full_day(names, [IDS[round % IDS.len()], IDS[(round + 1) % IDS.len()]]);
        let tasks = desk.timetable.as_ref().unwrap().tasks().to_vec();
        for (lang, colon, host_is, guest_is) in [
            (Lang::En, ": ", " (fixed) (embeddable) ", " (fixed) (embedded)"),
            (Lang::Zh, "：", "（固定）（可嵌入） ", "（固定）（嵌入）"),
        ] {
            let mut tell = |tool, args| run(tool, &mut desk, &args, lang).text;
            let text = tell("query_range", json!({ "day": 1, "slot_start": 1, "slot_end": MAX_SECTIONS }));
            assert_eq!(text.lines().count(), 2 + usize::from(MAX_SECTIONS));
            let refused = tell("place", json!({ "task_id": PENDING, "day": 1, "slot_start": 1 }));
            let mut day = refused.lines().nth(1).unwrap();
            for ((section, line), pair) in (1..).zip(text.lines().skip(1)).zip(tasks.chunks_exact(2)) {
                let [host, guest] = [&pair[0], &pair[1]].map(|task| label(task.id, &task.name));
                assert_eq!(line, [&format!("{section}{colon}"), &host, host_is, &guest, guest_is].concat());
                let info = tell("get_task_info", json!({ "task_id": pair[0].id }));
                assert_eq!(info.lines().next(), Some(host.as_str()));
                assert!(info.contains(&guest), "{info}");
                for label in [&host, &guest] {
                    day = day
                        .split_once(&format!("{label}({section})"))
                        .unwrap_or_else(|| panic!("{label} in {refused}"))
                        .1;
                }
            }
        }
    }
}

/// Labels of up to 24 bytes are built once and longer ones each time; the texts do not show the difference.
#[test]
fn labels_of_24_and_25_bytes_are_told_alike() {
    let names = |length: usize| {
        let fill = |character: &str, last: &str| {
            let count = (length - 4 - last.len()) / character.len();
            let rest = "b".repeat(length - 4 - last.len() - count * character.len());
            [&rest, &character.repeat(count), last].concat()
        };
        [fill("x", ""), fill("课", ""), fill("课", "é"), fill("课", "😀"), fill("\t", ""), fill("é", "x")]
    };
    for length in [23, 24, 25, 26] {
        for name in names(length) {
            let slot = Slot { day: Day(1), start: 1, end: 1 };
            let window = Window::new(12, vec![Weekday { week: 5, weekday: 1 }]).unwrap();
            let timetable = Timetable::new(window, vec![], vec![task(42, &name, slot)]).unwrap();
            let mut desk = Desk { timetable: Some(timetable) };
            let expected = label(42, &name);
            assert_eq!(expected.len(), length);
            for lang in [Lang::En, Lang::Zh] {
                let info = run("get_task_info", &mut desk, &json!({ "task_id": 42 }), lang).text;
                assert_eq!(info.lines().next(), Some(expected.as_str()));
                for (tool, args) in [
                    ("query_range", json!({ "day": 1 })),
                    ("list_tasks", json!({})),
                    ("swap", json!({ "task_a": 42, "task_b": 42 })),
                ] {
                    let text = run(tool, &mut desk, &args, lang).text;
                    assert!(text.contains(&expected), "{tool}: {expected} in {text}");
                }
            }
        }
    }
}
