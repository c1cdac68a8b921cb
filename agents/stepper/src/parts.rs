//! What of the memory is saved apart, each piece when it changed: what is known in a piece for each key, the decisions in a
//! piece for each page, the plan in a piece for each step.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::cache;
use super::memory::Memory;
use super::model::{PlanStep, Task};
use stepgate_engine::Error;
use stepgate_engine::Part;
use stepgate_json::{read, to_text, wanted, FromJson};

/// The keys of what is known, each with the number of its piece: `known-0` and so on.
const KNOWN: &str = "known";
/// The pages of decisions: `cache-0` and so on.
const CACHE: &str = "cache";
/// How many steps the plan has; they are `step-0` and so on. Those that are done stay in their places.
const STEP: &str = "step";
/// So many steps are read at most.
const MOST_STEPS: usize = 1 << 16;

impl Memory {
    /// What is known has changed. A key keeps its piece as long as the task lasts.
    pub(super) fn touch(&mut self) {
        self.touched += 1;
        let mut places = Map::new();
        let mut free = self.places.len() as u64;
        for key in self.context.keys() {
            let held = self.places.get(key).and_then(Value::as_u64);
            free += u64::from(held.is_none());
            places.insert(key.clone(), held.unwrap_or(free.saturating_sub(1)).into());
        }
        self.places = Rc::new(places);
    }
}

pub(super) fn parts(memory: &Memory) -> Vec<Part<'_>> {
    let mut parts = vec![
        Part::new("tools", 0, &memory.tools),
        Part::new("given", 0, &memory.given),
        Part::new(KNOWN, memory.touched, &memory.places),
    ];
    for (key, place) in memory.places.iter() {
        if let (Some(known), Some(place)) = (memory.context.get(key), place.as_u64()) {
            parts.push(Part::new(numbered(KNOWN, place), memory.touched, known));
        }
    }
    for (place, page) in (0..).zip(&memory.cache.pages) {
        parts.push(Part::new(numbered(CACHE, place), cache::newest(page), page));
    }
    if let Some(Task { steps, .. }) = &memory.task {
        parts.push(Part::compared(STEP, steps.len().to_string()));
        for (place, step) in (0..).zip(steps) {
            parts.push(Part::compared(numbered(STEP, place), to_text(step)));
        }
    }
    parts
}

fn numbered(name: &str, place: u64) -> String {
    format!("{name}-{place}")
}

/// Puts a piece back: before the pieces of a kind what says which there are, as its name is the first. One that is gone is null.
///
/// # Errors
/// There is no such piece, or it is malformed.
pub(super) fn put(memory: &mut Memory, name: &str, value: Value) -> Result<(), Error> {
    match name {
        "tools" => memory.tools = Rc::new(read(&value)?),
        "given" => memory.given = Rc::new(read(&value)?),
        KNOWN => {
            memory.places = Rc::new(read(&value)?);
            memory.context = memory.places.clone();
        }
        // As version 1 had it: what was known in one piece, and the decisions, which are asked for again.
        "context" if value.is_object() => {
            memory.context = Rc::new(read(&value)?);
            memory.touch();
        }
        "context" | CACHE => {}
        STEP if value.is_null() => {}
        STEP => drop(steps(memory, read(&value)?)?),
        _ => match name.split_once('-').map(|(kind, place)| (kind, place.parse())) {
            Some((KNOWN, Ok(place))) => put_known(memory, place, value),
            Some((CACHE, Ok(_))) if value.is_null() => {}
            Some((CACHE, Ok(place))) => memory.cache.put_page(place, read(&value)?)?,
            Some((STEP, Ok(_))) if value.is_null() => {}
            Some((STEP, Ok(place))) => put_step(memory, place, &value)?,
            _ => return Err(wanted("a part of the stepper")),
        },
    }
    Ok(())
}

/// The steps of the task, of which there are so many at least.
fn steps(memory: &mut Memory, count: usize) -> Result<&mut [PlanStep], Error> {
    let task = memory.task.as_mut().filter(|_| count <= MOST_STEPS).ok_or_else(|| wanted("a step of the task"))?;
    if task.steps.len() < count {
        task.steps.resize_with(count, PlanStep::blank);
    }
    Ok(&mut task.steps)
}

fn put_step(memory: &mut Memory, place: usize, value: &Value) -> Result<(), Error> {
    steps(memory, place.saturating_add(1))?.get_mut(place).map_or(Ok(()), |step| step.take(value))
}

fn put_known(memory: &mut Memory, place: usize, value: Value) {
    let at_place = |(_, at): &(&String, &Value)| at.as_u64() == Some(place as u64);
    let key = memory.places.iter().find(at_place).map(|(key, _)| key.clone());
    if let Some(key) = key {
        Rc::make_mut(&mut memory.context).insert(key, value);
    }
}
