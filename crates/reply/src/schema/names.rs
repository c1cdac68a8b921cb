//! Names in an export for the schemas that contain themselves.

use super::shape::Schema;

/// Gives each definition a name that is unique in the whole document, whatever scope the definition is in.
pub(super) struct Names {
    /// Brings a name into the form that the document allows.
    form: fn(&str) -> String,
    used: Vec<String>,
    scope: Vec<String>,
}

impl Names {
    /// Starts with the names in `taken` in use; `form` brings a name into the form that the document allows.
    pub(super) fn new(form: fn(&str) -> String, taken: &[&str]) -> Names {
        Names { form, used: taken.iter().map(|&name| name.to_owned()).collect(), scope: Vec::new() }
    }

    /// Makes a name like `wanted` that is not in use.
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

    /// Names these definitions and makes them the current scope. Returns the outer scope for [`leave`](Self::leave).
    pub(super) fn enter(&mut self, definitions: &[(String, Schema)]) -> Vec<String> {
        let inner = definitions.iter().map(|(name, _)| self.fresh(name)).collect();
        std::mem::replace(&mut self.scope, inner)
    }

    pub(super) fn leave(&mut self, outer: Vec<String>) {
        self.scope = outer;
    }

    /// The name of the definition with this index in the current scope.
    pub(super) fn name(&self, at: usize) -> String {
        self.scope.get(at).cloned().unwrap_or_default()
    }
}
