//! Same events, same state, on every platform: the snapshots of the agents' scenarios have the hashes on file, which
//! the browser's tests must reproduce. `UPDATE_GOLDEN=1` writes the file.
#![cfg(all(
    feature = "guide",
    feature = "content",
    feature = "schedule",
    feature = "stepper",
    not(target_arch = "wasm32")
))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub
)]

mod stories;

#[test]
fn stories_end_in_the_snapshots_on_file() {
    let found = stories::hashes();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots/stories.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(file, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(file).unwrap_or_default());
}
