//! What a parser mends and leaves out.

use super::Repair;

/// What has been mended and left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    pub(super) repairs: Vec<Repair>,
    pub(super) ignored: Vec<(usize, usize)>,
    /// Some value is not what was meant.
    pub(super) lossy: bool,
}

impl Report {
    pub(super) fn mend(&mut self, kind: &str, offset: usize, length: usize) {
        self.repairs.push(Repair { kind: kind.to_owned(), offset, length, lossless: true });
    }

    pub(super) fn lose(&mut self, kind: &str, offset: usize, length: usize) {
        self.repairs.push(Repair { kind: kind.to_owned(), offset, length, lossless: false });
        self.lossy = true;
    }

    pub(super) fn ignore(&mut self, kind: &str, from: usize, to: usize) {
        self.lose(kind, from, to - from);
        self.ignored.push((from, to));
    }
}
