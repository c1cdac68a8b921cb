//! Instances in JSON, as in `tests/instances`. `crates/optimise/objective.md` describes the form.

use crate::draft::{Class, Draft, Event, Item, Periods, Place, Weights};
use crate::invalid::Invalid;
use serde_json::Value;

/// Periods of a day in the files.
const PERIODS: u8 = 12;
/// Periods before lunch and before dinner.
const MEALS: Periods = Periods(1 << 3 | 1 << 7);
/// Cost of a move in the files.
const MOVE_BASE: u32 = 20;

/// Reads `{"instances": […]}` and returns each instance with its name.
///
/// # Errors
/// The first value that is missing or has the wrong type.
pub fn read(text: &str) -> Result<Vec<(String, Draft)>, Invalid> {
    let file: Value = serde_json::from_str(text).map_err(|error| Invalid::new("", error, "JSON"))?;
    list(&At { value: &file, path: String::new() }.member("instances")?)?.iter().map(instance).collect()
}

/// Value with its path.
struct At<'v> {
    value: &'v Value,
    path: String,
}

impl<'v> At<'v> {
    fn member(&self, name: &str) -> Result<At<'v>, Invalid> {
        let path = format!("{}/{name}", self.path);
        match self.value.get(name) {
            Some(value) => Ok(At { value, path }),
            None => Err(Invalid::new(path, "nothing", "a value")),
        }
    }

    fn element(&self, index: usize) -> Result<At<'v>, Invalid> {
        let path = format!("{}/{index}", self.path);
        match self.value.get(index) {
            Some(value) => Ok(At { value, path }),
            None => Err(Invalid::new(path, "nothing", "a value")),
        }
    }

    /// Whole number that fits its type.
    fn number<N: TryFrom<i64>>(&self) -> Result<N, Invalid> {
        let number = self.value.as_i64().and_then(|number| N::try_from(number).ok());
        let bits = 8 * std::mem::size_of::<N>();
        number.ok_or_else(|| Invalid::new(&self.path, self.value, format!("a whole number of {bits} bits")))
    }

    /// 0 or 1.
    fn flag(&self) -> Result<bool, Invalid> {
        match self.value.as_i64() {
            Some(0) => Ok(false),
            Some(1) => Ok(true),
            _ => Err(Invalid::new(&self.path, self.value, "0 or 1")),
        }
    }
}

fn list<'v>(at: &At<'v>) -> Result<Vec<At<'v>>, Invalid> {
    let values = at.value.as_array().ok_or_else(|| Invalid::new(&at.path, at.value, "a list"))?;
    (0..values.len()).map(|index| at.element(index)).collect()
}

fn instance(at: &At) -> Result<(String, Draft), Invalid> {
    let name = at.member("name")?;
    let text = name.value.as_str().ok_or_else(|| Invalid::new(&name.path, name.value, "a text"))?;
    let pair = |at: &At| Ok((at.element(0)?.number()?, at.element(1)?.number()?));
    let mut ranks: Vec<u32> = Vec::new();
    let items = list(&at.member("items")?)?.iter().map(|at| item(at, &mut ranks)).collect::<Result<_, _>>()?;
    let draft = Draft {
        days: at.member("days")?.number()?,
        periods: PERIODS,
        asked: None,
        kept: Vec::new(),
        first_weekday: at.member("dow0")?.number()?,
        day_cap: at.member("day_cap")?.number()?,
        now: Place { day: 0, start: 1 },
        meals: MEALS,
        closed: Vec::new(),
        caps: Vec::new(),
        quotas: Vec::new(),
        gaps: Vec::new(),
        hours: Vec::new(),
        rest_days: Vec::new(),
        lunches: Vec::new(),
        breaks: Periods(0),
        exams: Vec::new(),
        weights: Weights::default(),
        events: list(&at.member("events")?)?.iter().map(event).collect::<Result<_, _>>()?,
        classes: list(&at.member("classes")?)?.iter().map(class).collect::<Result<_, _>>()?,
        items,
        precedences: list(&at.member("prec")?)?.iter().map(pair).collect::<Result<_, Invalid>>()?,
        move_base: MOVE_BASE,
        most_moved: None,
    };
    Ok((text.to_owned(), draft))
}

fn event(at: &At) -> Result<Event, Invalid> {
    Ok(Event {
        day: at.element(0)?.number()?,
        from: at.element(1)?.number()?,
        to: at.element(2)?.number()?,
        host: at.element(3)?.flag()?,
    })
}

fn class(at: &At) -> Result<Class, Invalid> {
    let mut excluded_periods = Periods(0);
    for block in list(&at.member("excl_blocks")?)? {
        let number: u8 = block.number()?;
        if !(1..=PERIODS / 2).contains(&number) {
            return Err(Invalid::new(block.path, number, format!("1 to {}", PERIODS / 2)));
        }
        excluded_periods.0 |= Draft::bits(2 * number - 1, 2 * number);
    }
    Ok(Class {
        first_day: at.member("start")?.number()?,
        last_day: at.member("end")?.number()?,
        excluded_weekdays: list(&at.member("excl_dow")?)?.iter().map(At::number).collect::<Result<_, _>>()?,
        excluded_periods,
        may_embed: at.member("embed")?.flag()?,
        ordered: at.member("ordered")?.flag()?,
        heavy: at.member("heavy")?.flag()?,
        subject: at.member("type")?.number()?,
        steady: at.member("steady")?.flag()?,
        most_a_day: at.member("max_day")?.number()?,
        buffer: at.member("buf")?.number()?,
        preferred: Periods(at.member("pref")?.number()?),
        preferred_weekdays: Vec::new(),
        preference: 0,
        aligned: true,
        left_before: 0,
        left_after: 0,
    })
}

/// Reads an item; its order is its rank in its class.
fn item(at: &At, ranks: &mut Vec<u32>) -> Result<Item, Invalid> {
    let class: u16 = at.element(0)?.number()?;
    let class = usize::from(class);
    if ranks.len() <= class {
        ranks.resize(class + 1, 0);
    }
    ranks[class] += 1;
    let day: i64 = at.element(5)?.number()?;
    let before =
        if day < 0 { None } else { Some(Place { day: at.element(5)?.number()?, start: at.element(6)?.number()? }) };
    Ok(Item {
        class,
        length: at.element(1)?.number()?,
        priority: at.element(2)?.number()?,
        order: Some(ranks[class]),
        earliest: at.element(3)?.number()?,
        deadline: at.element(4)?.number()?,
        deadline_period: 0,
        before,
        fixed: at.element(7)?.flag()?,
        reserve: 0,
        mock: false,
    })
}
