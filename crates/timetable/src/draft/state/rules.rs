//! Rules that can be kept: about things that there are, in times that there are.

use super::{within, Checked, State};
use crate::draft::{About, Pace, Refusal, Rule, Thing, Times, What, Why};

impl State {
    pub(super) fn save_rule(&mut self, rule: &Rule) -> Checked {
        self.legal(rule)?;
        self.set(rule.id.into(), Some(Thing::Rule(rule.clone())));
        Ok(())
    }

    fn legal(&self, rule: &Rule) -> Checked {
        let wrong = |why| Err(Refusal::new("what", why));
        rule.about.id().map_or(Ok(()), |id| self.known(id, "about"))?;
        match &rule.what {
            What::Only(times) | What::Never(times) => times_exist(times),
            What::Order { before: Some(before), .. } => match before.id() {
                Some(id) if *before == rule.about => wrong(Why::Twice { found: id }),
                Some(id) => self.known(id, "what"),
                None if *before == rule.about => wrong(Why::Missing),
                None => Ok(()),
            },
            What::Pace(Pace::EveryDays(0)) => wrong(Why::OutOfRange { found: 0, least: 1, most: u16::MAX.into() }),
            What::Pin(place) => match rule.about {
                About::Item(_) => self.cells(*place, "what").map(|_| ()),
                About::Group(id) => Err(Refusal::new("about", Why::NotAbout { found: id.into() })),
                About::All => Err(Refusal::new("about", Why::Missing)),
            },
            _ => Ok(()),
        }
    }
}

fn times_exist(times: &Times) -> Checked {
    times.weekdays.iter().try_for_each(|weekday| within("what", Some(*weekday), 1, 7))?;
    let backwards = times.hours.iter().any(|hours| hours.from >= hours.to)
        || times.dates.iter().any(|dates| dates.first > dates.last);
    if backwards {
        return Err(Refusal::new("what", Why::Backwards));
    }
    Ok(())
}
