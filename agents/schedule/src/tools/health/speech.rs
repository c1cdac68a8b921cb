//! Sentences about a diagnosis.

use super::super::page::Page;
use stepgate_engine::Lang;
use stepgate_timetable::health::Measure;
use stepgate_timetable::Timetable;

/// Writer of the sentences about a diagnosis.
pub(super) struct Speech<'a> {
    pub(super) timetable: &'a Timetable,
    pub(super) days: &'a [Measure],
    pub(super) lang: Lang,
}

impl Speech<'_> {
    /// One sentence as text.
    pub(super) fn sentence(&self, say: impl FnOnce(&mut Page<'_>)) -> String {
        let mut page = Page::new(64, self.lang, self.timetable);
        say(&mut page);
        page.finish()
    }
}
