//! Random graphs of fields against brute force: order, cycles, missing fields, outdated fields.

use proptest::prelude::*;
use stepgate_content::fields::{fail, in_order, ring_of, save, stale_after, unmet, Cycle};
use stepgate_content::project::limits;
use stepgate_content::{DependencyType, Field, FieldStatus, Memory, Phase};

/// Fields `f0`, `f1`, … in random phases, some with a text and some as their phase's default, which depend on each
/// other and on a field `gone` that does not exist.
fn projects(most: usize) -> impl Strategy<Value = Memory> {
    let field = (0..8usize, 0..4u8, any::<bool>(), prop::collection::vec(0..most + 1, 0..4));
    let fields = prop::collection::vec(field, 1..most);
    (fields, Just([2, 3, 4, 5usize]).prop_shuffle()).prop_map(|(fields, middle)| {
        let mut memory = Memory::new(0);
        let order = [0, 1].into_iter().chain(middle).chain([6, 7]);
        memory.stations = order.map(|at| memory.stations[at]).collect();
        let count = fields.len();
        for (at, (phase, state, any, needs)) in fields.into_iter().enumerate() {
            let phase = Phase::ALL[phase];
            let mut field = Field::new(&format!("f{at}"), &format!("Field {at}"), phase);
            field.is_default = state % 2 == 1 && memory.default_field(phase).is_none();
            if state > 1 {
                field.content = format!("text {at}");
                field.status = FieldStatus::Completed;
                field.version = 1;
            }
            field.dependency_type = if any { DependencyType::Any } else { DependencyType::All };
            field.depends_on =
                needs.into_iter().map(|need| if need < count { format!("f{need}") } else { "gone".into() }).collect();
            memory.fields.push(field);
        }
        memory
    })
}

/// Transitive dependencies: `reach[a][b]` if `a` depends on `b` over fields of `inside` only.
fn reach(fields: &[Field], inside: &dyn Fn(usize) -> bool) -> Vec<Vec<bool>> {
    let count = fields.len();
    let direct = |a: usize, b: usize| inside(a) && inside(b) && fields[a].depends_on.contains(&fields[b].id);
    let mut reach: Vec<Vec<bool>> = (0..count).map(|a| (0..count).map(|b| direct(a, b)).collect()).collect();
    for via in 0..count {
        for a in 0..count {
            for b in 0..count {
                reach[a][b] |= reach[a][via] && reach[via][b];
            }
        }
    }
    reach
}

fn assert_ring(fields: &[Field], Cycle(ring): &Cycle) {
    assert!(!ring.is_empty());
    for (at, name) in ring.iter().enumerate() {
        let field = fields.iter().find(|field| field.name == *name).unwrap();
        let next = fields.iter().find(|field| field.name == ring[(at + 1) % ring.len()]).unwrap();
        assert!(field.depends_on.contains(&next.id), "{name} does not need {}", next.name);
        assert_eq!(ring.iter().filter(|other| *other == name).count(), 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn fields_are_made_after_what_they_need(memory in projects(10), chosen in any::<u16>()) {
        let inside = |at: usize| chosen & (1 << at) != 0;
        let set: Vec<&Field> = memory.fields.iter().enumerate().filter(|(at, _)| inside(*at)).map(|(_, field)| field).collect();
        let reach = reach(&memory.fields, &inside);
        let circular = (0..memory.fields.len()).any(|at| reach[at][at]);
        match in_order(&set) {
            Err(ring) => {
                prop_assert!(circular);
                assert_ring(&memory.fields, &ring);
                prop_assert!(ring.0.iter().all(|name| set.iter().any(|field| field.name == *name)));
            }
            Ok(order) => {
                prop_assert!(!circular);
                prop_assert_eq!(order.len(), set.len());
                let place = |id: &String| order.iter().position(|other| other == id);
                for field in &set {
                    for need in field.depends_on.iter().filter(|need| place(need).is_some()) {
                        prop_assert!(place(need) < place(&field.id));
                    }
                }
                // Groups by depth; within a group, the order of the list.
                let depth = |field: &Field| depth(field, &set);
                let mut groups: Vec<&&Field> = set.iter().collect();
                groups.sort_by_key(|field| depth(field));
                let expected: Vec<&String> = groups.iter().map(|field| &field.id).collect();
                prop_assert_eq!(order.iter().collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn a_ring_is_found_where_there_is_one(memory in projects(10)) {
        let reach = reach(&memory.fields, &|_| true);
        for (at, field) in memory.fields.iter().enumerate() {
            let ring = ring_of(&field.id, &memory.fields);
            prop_assert_eq!(ring.is_some(), reach[at][at]);
            if let Some(ring) = ring {
                assert_ring(&memory.fields, &ring);
                prop_assert_eq!(&ring.0[0], &field.name);
            }
        }
    }

    #[test]
    fn what_is_missing_is_named(memory in projects(10)) {
        for field in &memory.fields {
            let is_there = |id: &String| memory.fields.iter().any(|other| other.id == *id && other.status == FieldStatus::Completed && !other.content.is_empty());
            let missing: Vec<&String> = field.depends_on.iter().filter(|id| !is_there(id)).collect();
            let enough = field.dependency_type == DependencyType::Any && missing.len() < field.depends_on.len();
            let expected = if enough { Vec::new() } else { missing };
            prop_assert_eq!(unmet(field, &memory.fields), expected);
        }
    }

    #[test]
    fn nothing_out_of_date_is_missed(memory in projects(10)) {
        let reach = reach(&memory.fields, &|_| true);
        for (changed, field) in memory.fields.iter().enumerate() {
            let everything_later = field.is_default && matches!(field.phase, Phase::Intent | Phase::Research);
            let is_stale = |(at, other): &(usize, &Field)| {
                let later = everything_later && memory.place(other.phase) > memory.place(field.phase);
                *at != changed && !other.content.is_empty() && (reach[*at][changed] || later)
            };
            let expected: Vec<String> =
                memory.fields.iter().enumerate().filter(is_stale).map(|(_, other)| other.id.clone()).collect();
            prop_assert_eq!(stale_after(field, &memory), expected);
        }
    }

    /// After writes in any order, a text is marked as outdated exactly if one of its sources has changed since.
    #[test]
    fn marks_follow_the_writes(memory in projects(8), writes in prop::collection::vec((0..8usize, 0..3u8), 0..30)) {
        let mut memory = memory;
        let reach = reach(&memory.fields, &|_| true);
        let mut stale = vec![false; memory.fields.len()];
        for (at, (target, content)) in writes.into_iter().enumerate() {
            let target = target % memory.fields.len();
            let content = ["", "one", "two"][content as usize].to_owned();
            let before = memory.fields[target].clone();
            let written = save(&mut memory, &before.id, content.clone(), at as u64).unwrap();
            let field = memory.fields[target].clone();
            let differs = !before.content.is_empty() && before.content != content;
            let golden = field.is_default && matches!(field.phase, Phase::Intent | Phase::Research);
            stale[target] = false;
            let mut names = Vec::new();
            for (other, mark) in memory.fields.iter().zip(stale.iter_mut()).filter(|_| differs) {
                let place: usize = other.id[1..].parse().unwrap();
                let later = golden && memory.place(other.phase) > memory.place(field.phase);
                if place != target && !other.content.is_empty() && (reach[place][target] || later) {
                    *mark = true;
                    names.push(other.name.clone());
                }
            }
            prop_assert_eq!(&written.stale, &names);
            prop_assert_eq!(memory.fields.iter().map(|field| field.stale).collect::<Vec<_>>(), stale.clone());
            prop_assert_eq!((written.version, field.version), (before.version + 1, before.version + 1));
            prop_assert_eq!(field.status == FieldStatus::Completed, !content.is_empty());
            prop_assert_eq!(written.golden.is_some(), golden);
            prop_assert_eq!(field.history.len(), before.history.len() + usize::from(differs));
            if golden && field.phase == Phase::Intent {
                prop_assert_eq!(&memory.golden.intent, &content);
            }
        }
    }
}

/// Length of the longest chain of dependencies below a field, inside the set.
fn depth(field: &Field, set: &[&Field]) -> usize {
    let needs = set.iter().filter(|other| field.depends_on.contains(&other.id));
    needs.map(|other| 1 + depth(other, set)).max().unwrap_or(0)
}

#[test]
fn the_last_twenty_texts_are_kept() {
    let mut memory = Memory::new(0);
    memory.fields.push(Field::new("a", "A", Phase::ProduceInner));
    for version in 1..=30u64 {
        save(&mut memory, "a", format!("text {version}"), version).unwrap();
    }
    let field = &memory.fields[0];
    assert_eq!(field.history.len(), limits::HISTORY);
    let versions: Vec<u32> = field.history.iter().map(|older| older.version).collect();
    assert_eq!(versions, (10..30).collect::<Vec<u32>>());
    assert!(field
        .history
        .iter()
        .all(|older| older.content == format!("text {}", older.version) && older.at_ms == u64::from(older.version)));
}

#[test]
fn a_failed_field_satisfies_nobody() {
    let mut memory = Memory::new(0);
    memory.fields.push(Field::new("a", "A", Phase::ProduceInner));
    let mut needy = Field::new("b", "B", Phase::ProduceInner);
    needy.depends_on = vec!["a".into()];
    save(&mut memory, "a", "text".into(), 1).unwrap();
    assert!(unmet(&needy, &memory.fields).is_empty());
    fail(&mut memory, "a");
    assert_eq!(unmet(&needy, &memory.fields), ["a"]);
    assert_eq!(memory.fields[0].content, "text");
}
