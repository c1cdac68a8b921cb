//! Saved parts of the memory, each written only when it changed: one part for each key of the context, each page of the
//! cache, and each step of the plan.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::cache;
use super::memory::Memory;
use super::model::{PlanStep, Task};
use stepgate_engine::Error;
use stepgate_engine::Part;
use stepgate_json::{read, to_text, wanted, FromJson};

/// Part with the context's keys and the number of each key's own part: `known-0` and so on.
const KNOWN: &str = "known";
/// Prefix of the parts that hold cache pages: `cache-0` and so on.
const CACHE: &str = "cache";
/// Part with the number of steps; the steps are `step-0` and so on. A completed step keeps its number.
const STEP: &str = "step";
/// Number of steps that a snapshot may have.
const MOST_STEPS: usize = 1 << 16;

pub(super) fn parts(memory: &Memory) -> Vec<Part<'_>> {
    let mut parts = vec![
        Part::new("tools", 0, &memory.tools),
        Part::new("given", 0, &memory.given),
        Part::new("seen", memory.touched, &memory.seen),
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

/// Puts a saved part back. Parts arrive in the order of their names, so a list of keys or a number of steps arrives
/// before the parts it counts. A deleted part arrives as null.
///
/// # Errors
/// The part is unknown or malformed.
pub(super) fn put(memory: &mut Memory, name: &str, value: Value) -> Result<(), Error> {
    match name {
        "tools" => memory.tools = Rc::new(read(&value)?),
        "given" => memory.given = Rc::new(read(&value)?),
        "seen" => memory.seen = Rc::new(read(&value)?),
        KNOWN => {
            let places: Map<String, Value> = read(&value)?;
            if let Some((key, _)) = places.iter().find(|(_, place)| place.as_u64().is_none()) {
                return Err(wanted("the number of a part").within(key));
            }
            memory.places = Rc::new(places);
            memory.context = memory.places.clone();
        }
        // Version 1 saved the context as one part. Its `cache` part is dropped: the model decides again.
        "context" if value.is_object() => {
            memory.context = Rc::new(read(&value)?);
            memory.touch();
        }
        "context" | CACHE => {}
        STEP if value.is_null() => {}
        STEP => drop(steps(memory, read(&value)?)?),
        _ => match name.split_once('-').map(|(kind, place)| (kind, place.parse())) {
            Some((KNOWN, Ok(place))) => put_known(memory, place, value)?,
            Some((CACHE, Ok(_))) if value.is_null() => {}
            Some((CACHE, Ok(place))) => memory.cache.put_page(place, read(&value)?)?,
            Some((STEP, Ok(_))) if value.is_null() => {}
            Some((STEP, Ok(place))) => put_step(memory, place, &value)?,
            _ => return Err(wanted("a part of the stepper")),
        },
    }
    Ok(())
}

/// Steps of the task, extended to at least `count`.
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

fn put_known(memory: &mut Memory, place: usize, value: Value) -> Result<(), Error> {
    let at_place = |(_, at): &(&String, &Value)| at.as_u64() == Some(place as u64);
    match memory.places.iter().find(at_place).map(|(key, _)| key.clone()) {
        Some(key) => drop(Rc::make_mut(&mut memory.context).insert(key, value)),
        // Without the list of keys the engine refuses the session and names the list.
        None if value.is_null() || memory.places.is_empty() => {}
        None => return Err(wanted("null: no key of the context has this number")),
    }
    Ok(())
}
