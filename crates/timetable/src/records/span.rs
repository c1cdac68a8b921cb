//! Scope of a load: the chosen classes and the days of the window (agents/schedule/spec-tools.md 1.5).

use std::rc::Rc;

use super::loading::{LoadError, Loading, MAX_DAYS};
use super::record::Records;
use crate::{Class, Date, Weekday, Window};

/// The chosen classes, in their order.
pub(super) fn chosen<'a>(records: &'a Records, loading: &Loading) -> Result<Vec<&'a Class>, LoadError> {
    let mut all: Vec<&Class> = records.classes.iter().collect();
    all.sort_by_key(|class| class.id);
    if loading.classes.is_empty() {
        return Ok(all);
    }
    let mut chosen: Vec<&Class> = Vec::with_capacity(loading.classes.len());
    for id in loading.classes {
        let found = all.binary_search_by_key(id, |class| class.id).ok().and_then(|index| all.get(index));
        let class = found.ok_or(LoadError::UnknownClass(*id))?;
        if chosen.iter().all(|other| other.id != class.id) {
            chosen.push(class);
        }
    }
    Ok(chosen)
}

/// All days from the first start to the last end of the classes. Without dates, the present week; an error if classes were named.
pub(super) fn window(chosen: &[&Class], loading: &Loading) -> Result<Window, LoadError> {
    let date = |text: &Option<Rc<str>>| Date::parse(text.as_deref()?);
    let dates = chosen.iter().filter_map(|class| date(&class.start_date).zip(date(&class.end_date)));
    let dates = dates.filter(|(start, end)| start <= end);
    let span = dates.reduce(|(start, end), (other_start, other_end)| (start.min(other_start), end.max(other_end)));
    let (start, end) = match span {
        Some(span) => span,
        None if !loading.classes.is_empty() => return Err(LoadError::WindowMissing),
        None => {
            let monday = loading.today.plus(1 - i32::from(loading.today.weekday()));
            (monday, monday.plus(6))
        }
    };
    let start = start.max(loading.term.date(Weekday { week: 1, weekday: 1 }));
    let days = end.days_since(start).checked_add(1).filter(|days| *days > 0).ok_or(LoadError::WindowMissing)?;
    let days = u32::try_from(days).map_err(|_| LoadError::WindowMissing)?;
    if days > MAX_DAYS {
        return Err(LoadError::WindowTooLong { days });
    }
    let days = (0..days as i32).filter_map(|day| loading.term.weekday(start.plus(day)));
    Window::new(loading.sections, days.collect()).map_err(|invalid| LoadError::Invalid { invalid, names: Vec::new() })
}
