//! JSON forms of enums and placements.

use serde_json::Value;
use stepgate_json::{read, wanted, Error, FromJson, Kind, ToJson, Writer};

use super::date::{Date, Moment};
use super::records::{Cell, Clock, EmbeddedTime};
use super::slots::Slots;
use super::task::{Placement, Status};
use super::vocabulary::{Day, Slot, Weekday};

/// A placement as a list of numbers: status, duration, host, guest, then day, start and end of each slot.
impl ToJson for Placement {
    fn write(&self, out: &mut Writer) {
        let status = match self.status {
            Status::Existing => 0,
            Status::Suggested => 1,
            Status::Pending => 2,
        };
        let head = [status, u32::from(self.duration), self.embed_host.unwrap_or(0), self.embedded_by.unwrap_or(0)];
        let slots = self.slots.iter().flat_map(|slot| [slot.day.0, u32::from(slot.start), u32::from(slot.end)]);
        head.into_iter().chain(slots).collect::<Vec<_>>().write(out);
    }
}

impl FromJson for Placement {
    fn blank() -> Self {
        Placement { slots: Slots::default(), status: Status::Pending, duration: 0, embed_host: None, embedded_by: None }
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let numbers: Vec<u32> = read(value)?;
        let wrong = || Error::new(Kind::Malformed, "", "must be status, duration, host, guest and slots");
        let (head, slots) = numbers.split_at_checked(4).ok_or_else(wrong)?;
        let &[status, duration, host, guest] = head else { return Err(wrong()) };
        let status = [Status::Existing, Status::Suggested, Status::Pending].get(status as usize).copied();
        let small = |number: u32| u8::try_from(number).map_err(|_| wrong());
        let slot = |numbers: &[u32]| match numbers {
            &[day, start, end] => Ok(Slot { day: Day(day), start: small(start)?, end: small(end)? }),
            _ => Err(wrong()),
        };
        *self = Placement {
            slots: slots.chunks(3).map(slot).collect::<Result<Vec<_>, _>>()?.into(),
            status: status.ok_or_else(wrong)?,
            duration: small(duration)?,
            embed_host: Some(host).filter(|id| *id > 0),
            embedded_by: Some(guest).filter(|id| *id > 0),
        };
        Ok(())
    }
}

impl ToJson for Date {
    fn write(&self, out: &mut Writer) {
        let mut text = String::new();
        Date::write(*self, &mut text);
        out.string(&text);
    }
}

impl FromJson for Date {
    fn blank() -> Self {
        Date::EPOCH
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let date = value.as_str().filter(|text| text.len() == 10).and_then(Date::parse);
        *self = date.ok_or_else(|| Error::new(Kind::Malformed, "", "must be a date, YYYY-MM-DD"))?;
        Ok(())
    }
}

impl ToJson for Moment {
    fn write(&self, out: &mut Writer) {
        let mut text = String::new();
        Moment::write(*self, &mut text);
        out.string(&text);
    }
}

impl FromJson for Moment {
    fn blank() -> Self {
        Moment { date: Date::EPOCH, minute: 0 }
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let wrong = || Error::new(Kind::Malformed, "", "must be YYYY-MM-DD or YYYY-MM-DDTHH:MM");
        *self = value.as_str().and_then(Moment::parse).ok_or_else(wrong)?;
        Ok(())
    }
}

/// A clock as a list of minutes since midnight: start and end of each section.
impl ToJson for Clock {
    fn write(&self, out: &mut Writer) {
        let minutes = self.all().flat_map(|(_, start, end)| [u32::from(start), u32::from(end)]);
        minutes.collect::<Vec<_>>().write(out);
    }
}

impl FromJson for Clock {
    fn blank() -> Self {
        Clock::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let minutes: Vec<u32> = read(value)?;
        let pair = |pair: &[u32]| match pair {
            &[start, end] => Some((u16::try_from(start).ok()?, u16::try_from(end).ok()?)),
            _ => None,
        };
        let clock = minutes.chunks(2).map(pair).collect::<Option<Vec<_>>>().and_then(Clock::new);
        *self =
            clock.ok_or_else(|| Error::new(Kind::Malformed, "", "must be start and end of each section, ascending"))?;
        Ok(())
    }
}

/// A cell as a list of numbers: week, weekday and section.
impl ToJson for Cell {
    fn write(&self, out: &mut Writer) {
        vec![self.day.week, u32::from(self.day.weekday), u32::from(self.section)].write(out);
    }
}

impl FromJson for Cell {
    fn blank() -> Self {
        Cell { day: Weekday { week: 0, weekday: 0 }, section: 0 }
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        match *numbers(value)? {
            [week, weekday, section] => *self = Cell { day: day(week, weekday)?, section: small(section)? },
            _ => return Err(wanted("week, weekday and section")),
        }
        Ok(())
    }
}

/// The place of an item as a list of numbers: week, weekday, first and last section.
impl ToJson for EmbeddedTime {
    fn write(&self, out: &mut Writer) {
        vec![self.day.week, u32::from(self.day.weekday), u32::from(self.from), u32::from(self.to)].write(out);
    }
}

impl FromJson for EmbeddedTime {
    fn blank() -> Self {
        EmbeddedTime { day: Weekday { week: 0, weekday: 0 }, from: 0, to: 0 }
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        match *numbers(value)? {
            [week, weekday, from, to] => {
                *self = EmbeddedTime { day: day(week, weekday)?, from: small(from)?, to: small(to)? };
            }
            _ => return Err(wanted("week, weekday, first and last section")),
        }
        Ok(())
    }
}

fn numbers(value: &Value) -> Result<Vec<u32>, Error> {
    read(value)
}

fn day(week: u32, weekday: u32) -> Result<Weekday, Error> {
    match small(weekday)? {
        weekday @ 1..=7 => Ok(Weekday { week, weekday }),
        _ => Err(wanted("a weekday from 1 to 7")),
    }
}

fn small(number: u32) -> Result<u8, Error> {
    u8::try_from(number).map_err(|_| wanted("a number up to 255"))
}
