//! JSON of a diagnosis's issues.

use super::super::page::{Page, Put};
use super::speech::Speech;
use super::{figures, words};
use stepgate_json::Writer;
use stepgate_timetable::health::{Issue, Notice};

impl Speech<'_> {
    pub(super) fn write_issues(&self, out: &mut Writer, issues: &[Issue]) {
        out.key("issues");
        out.begin_list();
        for issue in issues {
            out.begin_object();
            out.member("issue_id", &issue.id());
            out.member("severity", &issue.severity.name());
            out.optional("day", &issue.day.map(|day| day.0));
            out.member("summary", &self.sentence(|page| self.say_issue(page, issue)));
            if let Some(trigger) = &issue.trigger {
                figures::trigger(out, trigger);
            }
            out.end_object();
        }
        out.end_list();
    }

    fn say_issue(&self, page: &mut Page<'_>, issue: &Issue) {
        let measure = issue.day.and_then(|day| self.days.get(day.index())).copied().unwrap_or_default();
        let count = issue.trigger.map_or(0, |trigger| trigger.actual as i64);
        let (text, puts) = match issue.notice {
            Notice::Scattered | Notice::Fragmented => {
                (words::SWITCHES, [measure.switches, measure.sections].map(|count| Put::Number(count.into())))
            }
            Notice::HeavyAdjacent => (words::HEAVY_ADJACENT, [Put::Number(count); 2]),
            Notice::LongBlock => (words::LONG_BLOCK, [Put::Number(count); 2]),
            Notice::Calm => (words::CALM, [Put::Number(count); 2]),
            Notice::ProfileMissing => (words::PROFILE, [Put::Number(count); 2]),
            Notice::CapacityGap => (words::CAPACITY, [Put::Number(count); 2]),
        };
        if let Some(day) = issue.day {
            page.day(day);
        }
        page.say(&text, &puts);
    }
}
