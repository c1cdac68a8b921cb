//! What fields need, and in which order they can be made (content specification, 3.7).

use super::{DependencyType, Field};

/// Fields that depend on each other, in a ring: names, each needing the next, the last the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle(pub Vec<String>);

/// Ids of what a field still needs; an id that no field has is never satisfied.
pub fn unmet<'a>(field: &'a Field, all: &[Field]) -> Vec<&'a str> {
    let is_done = |id: &str| all.iter().any(|other| other.id == id && other.is_done());
    let open: Vec<&str> = field.depends_on.iter().map(String::as_str).filter(|id| !is_done(id)).collect();
    let any = field.dependency_type == DependencyType::Any;
    if any && open.len() < field.depends_on.len() {
        return Vec::new();
    }
    open
}

/// The same by name; an id that no field has stands for itself.
pub fn unmet_names(field: &Field, all: &[Field]) -> Vec<String> {
    unmet(field, all).into_iter().map(|id| name_of(id, all).to_owned()).collect()
}

/// Ids of `set` in the order they can be made in: as far as possible in the order of the list. What is outside of the set
/// orders nothing.
///
/// # Errors
/// Some of them depend on each other.
pub fn in_order(set: &[&Field]) -> Result<Vec<String>, Cycle> {
    let mut order = Vec::new();
    let mut open = set.to_vec();
    while !open.is_empty() {
        let is_free = |field: &&Field| !field.depends_on.iter().any(|id| holds(&open, id));
        let (free, held): (Vec<&Field>, Vec<&Field>) = open.iter().partition(|field| is_free(field));
        if free.is_empty() {
            return Err(ring(&held));
        }
        order.extend(free.into_iter().map(|field| field.id.clone()));
        open = held;
    }
    Ok(order)
}

/// The ring that a field is in by what it depends on.
pub fn ring_of(id: &str, all: &[Field]) -> Option<Cycle> {
    let mut path = Vec::new();
    let mut seen = Vec::new();
    leads_to(id, id, all, &mut seen, &mut path).then_some(Cycle(path))
}

/// Whether what `from` depends on leads to `to`; then `path` holds the names on the way.
fn leads_to<'a>(from: &'a str, to: &str, all: &'a [Field], seen: &mut Vec<&'a str>, path: &mut Vec<String>) -> bool {
    let Some(field) = all.iter().find(|field| field.id == from) else { return false };
    path.push(field.name.clone());
    for id in &field.depends_on {
        if id == to {
            return true;
        }
        if !seen.contains(&id.as_str()) {
            seen.push(id);
            if leads_to(id, to, all, seen, path) {
                return true;
            }
        }
    }
    path.pop();
    false
}

/// The name of the field with this id, else the id.
pub fn name_of<'a>(id: &'a str, all: &'a [Field]) -> &'a str {
    all.iter().find(|field| field.id == id).map_or(id, |field| &field.name)
}

fn holds(set: &[&Field], id: &str) -> bool {
    set.iter().any(|field| field.id == *id)
}

/// A ring among fields that all need another of them.
fn ring(held: &[&Field]) -> Cycle {
    let needed = |field: &Field| field.depends_on.iter().find_map(|id| held.iter().position(|other| other.id == *id));
    let mut path: Vec<usize> = Vec::new();
    let mut at = 0;
    while !path.contains(&at) {
        path.push(at);
        at = held.get(at).and_then(|field| needed(field)).unwrap_or_default();
    }
    let members = path.iter().skip_while(|other| **other != at);
    Cycle(members.filter_map(|at| held.get(*at)).map(|field| field.name.clone()).collect())
}
