//! `cargo bench --bench schedule [-- name]`: cost of each operation on a timetable, beside the original program's.
//!
//! The time is the least of many batches, because the machine does other work too. The reference is the CPU time per
//! call of the original program (Go 1.19, native), the least of several runs, on the same timetables
//! (benches/schedule/spec.md).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod generator;
mod operations;
mod tools;

use std::hint::black_box;
use std::time::{Duration, Instant};

use generator::{A, B, C};
use operations::{operations, Operation};
use tools::tools;

/// CPU nanoseconds per call of the original program at the three sizes; NaN where it would have taken days.
const REFERENCE: [(&str, [f64; 3]); 10] = [
    ("get_overview", [136_694.0, 864_289.0, 10_602_933.0]),
    ("query_range", [11_729.0, 14_050.0, 36_592.0]),
    ("find_free", [21_025.0, 152_736.0, 7_712_667.0]),
    ("place + unplace", [18_325.0, 55_804.0, 599_710.0]),
    ("move", [24_105.0, 70_166.0, 374_062.0]),
    ("swap", [19_387.0, 71_905.0, 594_330.0]),
    ("batch_move", [151_237.0, 354_309.0, 1_234_373.0]),
    ("health, calm", [1_689_100.0, 196_200_200.0, 83_443_084_000.0]),
    ("health, hot1", [521_662_500.0, 32_439_579_000.0, f64::NAN]),
    ("health, dense", [33_521_427_000.0, f64::NAN, f64::NAN]),
];

/// Number of batches for each operation, and the length of one.
const BATCHES: u32 = 40;
const BATCH: Duration = Duration::from_millis(2);

fn main() {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    for (what, list) in [("the core", operations as fn(_) -> _), ("tools, with their texts", tools)] {
        println!("{what}");
        println!("{:<18} {:<14} {:>10} {:>12} {:>8}", "operation", "size", "ns/call", "reference", "faster");
        for (column, size) in [A, B, C].into_iter().enumerate() {
            let operations = list(size).into_iter().filter(|operation| operation.name.contains(&wanted));
            operations.for_each(|operation| report(operation, size.name, column));
        }
    }
}

fn report(Operation { name, mut call }: Operation, size: &str, column: usize) {
    let ns = measure(&mut call);
    match REFERENCE.iter().find(|row| row.0 == name).map(|row| row.1[column]) {
        Some(reference) => println!("{name:<18} {size:<14} {ns:>10.0} {reference:>12.0} {:>7.0}x", reference / ns),
        None => println!("{name:<18} {size:<14} {ns:>10.0}"),
    }
}

/// Nanoseconds per call.
fn measure(call: &mut dyn FnMut() -> String) -> f64 {
    let mut times = 1u32;
    let batch = |call: &mut dyn FnMut() -> String, times: u32| {
        let start = Instant::now();
        (0..times).for_each(|_| drop(black_box(call())));
        start.elapsed()
    };
    while times < 1 << 24 && batch(call, times) < BATCH {
        times *= 2;
    }
    let best = (0..BATCHES).map(|_| batch(call, times)).min().unwrap_or_default();
    best.as_nanos() as f64 / f64::from(times)
}
