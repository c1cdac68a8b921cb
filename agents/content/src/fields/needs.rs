//! Dependencies of fields, and the order in which fields can be made (spec.md 3.7).

use crate::model::{DependencyType, Field};

/// Dependency cycle: the names of its fields. Each depends on the next, and the last on the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle(pub Vec<String>);

/// Ids of a field's dependencies that are not satisfied. An id without a field is never satisfied.
pub fn unmet<'a>(field: &'a Field, all: &[Field]) -> Vec<&'a str> {
    let is_done = |id: &str| all.iter().any(|other| other.id == id && other.is_done());
    let open: Vec<&str> = field.depends_on.iter().map(String::as_str).filter(|id| !is_done(id)).collect();
    let any = field.dependency_type == DependencyType::Any;
    if any && open.len() < field.depends_on.len() {
        return Vec::new();
    }
    open
}

/// Names of a field's dependencies that are not satisfied. An id without a field stands for itself.
pub fn unmet_names(field: &Field, all: &[Field]) -> Vec<String> {
    unmet(field, all).into_iter().map(|id| name_of(id, all).to_owned()).collect()
}

/// Ids of the fields in `set`, each after its dependencies and otherwise in the order of `set`. Dependencies outside of the set
/// are ignored.
///
/// # Errors
/// Some of the fields depend on each other.
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

/// The dependency cycle that a field is part of.
pub fn ring_of(id: &str, all: &[Field]) -> Option<Cycle> {
    let mut path = Vec::new();
    let mut seen = Vec::new();
    leads_to(id, id, all, &mut seen, &mut path).then_some(Cycle(path))
}

/// Whether a path of dependencies leads from `from` to `to`; if so, `path` holds the names on it.
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

/// The name of the field with this id, or else the id.
pub fn name_of<'a>(id: &'a str, all: &'a [Field]) -> &'a str {
    all.iter().find(|field| field.id == id).map_or(id, |field| &field.name)
}

fn holds(set: &[&Field], id: &str) -> bool {
    set.iter().any(|field| field.id == *id)
}

/// A cycle among fields each of which depends on another one of them.
fn ring(held: &[&Field]) -> Cycle {
    let needed = |field: &Field| field.depends_on.iter().find_map(|id| held.iter().position(|other| other.id == *id));
    let mut path: Vec<usize> = Vec::new();
    let mut at = 0;
    while !path.contains(&at) {
        path.push(at);
        let Some(next) = held.get(at).and_then(|field| needed(field)) else { break };
        at = next;
    }
    let members = path.iter().skip_while(|other| **other != at);
    Cycle(members.filter_map(|at| held.get(*at)).map(|field| field.name.clone()).collect())
}
