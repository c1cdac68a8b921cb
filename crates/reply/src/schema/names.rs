//! The names of schemas that contain themselves, in what is written for the model.

use super::Schema;

/// Gives each definition a name that is its own in all of a document, whatever scope it is in.
pub(super) struct Names {
    /// What a name may look like.
    form: fn(&str) -> String,
    used: Vec<String>,
    scope: Vec<String>,
}

impl Names {
    /// Names of this form; `taken` are in use already.
    pub(super) fn new(form: fn(&str) -> String, taken: &[&str]) -> Names {
        Names { form, used: taken.iter().map(|&name| name.to_owned()).collect(), scope: Vec::new() }
    }

    /// A name that is not in use, like `wanted`.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let wanted = (self.form)(wanted);
        let mut name = wanted.clone();
        let mut count = 1;
        while self.used.contains(&name) {
            count += 1;
            name = format!("{wanted}{count}");
        }
        self.used.push(name.clone());
        name
    }

    /// From now on names mean these definitions. What they meant before, to be given back to [`leave`](Self::leave).
    pub(super) fn enter(&mut self, definitions: &[(String, Schema)]) -> Vec<String> {
        let inner = definitions.iter().map(|(name, _)| self.fresh(name)).collect();
        std::mem::replace(&mut self.scope, inner)
    }

    pub(super) fn leave(&mut self, outer: Vec<String>) {
        self.scope = outer;
    }

    /// The name of the definition at this place.
    pub(super) fn name(&self, at: usize) -> String {
        self.scope.get(at).cloned().unwrap_or_default()
    }
}
