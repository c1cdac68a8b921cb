//! A draft places an item exactly where a timetable of the same records would.

use stepgate_testkit::dice::Dice;
use stepgate_timetable::draft::*;
use stepgate_timetable::records::{load, Loading};
use stepgate_timetable::{Slot, Source};

use crate::desk::{date, moment, term};
use crate::random;

#[test]
fn places_that_a_timetable_accepts_are_those_that_a_draft_accepts() {
    let (mut taken, mut refused) = (0, 0);
    for seed in 1..=3_000 {
        let mut dice = Dice::new(seed);
        let calendar = random::calendar(&mut dice);
        let today = date("2026-03-04");
        let loading = Loading { classes: &[], today, term: term(), sections: 12, course: "course", task: "task" };
        let timetable = load(&calendar.parts().0, &loading).unwrap();
        let draft = Draft::new(&calendar);
        let items = timetable.tasks().iter().filter(|task| task.source == Source::TaskItem);
        for task in items {
            let item = calendar.item(ItemId(task.source_id)).unwrap();
            if item.record.mark == Some(Mark::Done) {
                continue;
            }
            let day = timetable.window().day(dice.range(1, 12)).unwrap();
            let length = if task.is_pending() { task.needs() } else { task.takes() as u8 };
            let start = dice.range(1, i64::from(13 - length)) as u8;
            let slot = Slot { day, start, end: start + length - 1 };
            let at = Start { date: term().date(timetable.window().weekday(day).unwrap()), period: start };
            let edit = Edit::Place(vec![Put { item: item.id(), at: Some(at) }]);
            let drafted = draft.add(&calendar, &[edit], moment("2026-03-01"));
            let fits = timetable.fit(task, slot, &[]);
            assert_eq!(drafted.is_ok(), fits.is_ok(), "seed {seed}: {} at {slot:?}: {fits:?}, {drafted:?}", item.id());
            if fits.is_ok() {
                taken += 1
            } else {
                refused += 1
            }
        }
    }
    assert!(taken > 5_000 && refused > 2_000, "{taken} taken, {refused} refused");
}
