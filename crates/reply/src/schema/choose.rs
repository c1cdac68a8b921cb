//! Chooses the branch of an `anyOf` for a value.

use super::check::{is_null, Check, Notes};
use super::given::Given;
use super::shape::{Field, Found, Schema, Shape, Type};
use super::words;
use crate::tape::{Node, Tag};

/// Most choices that are tried out inside of each other whatever that takes. Deeper ones may look at a number of values, counted anew for
/// each branch; then they take the first branch of the right kind.
const MAX_TRIALS: usize = 4;

/// A state of the check to go back to.
pub(super) struct Mark {
    nodes: usize,
    made: usize,
    coercions: usize,
    notices: usize,
    problems: usize,
    lossy: bool,
    extras: usize,
    supplied: usize,
}

/// The nodes and notes of a check since a mark, taken back.
struct Attempt {
    nodes: Vec<Node>,
    made: String,
    notes: Notes,
}

impl Attempt {
    /// The rank of the attempt; the least is best.
    fn rank(&self) -> (usize, usize, usize) {
        (self.notes.problems.len(), self.notes.coercions.len(), self.notes.extras)
    }

    fn fits(&self) -> bool {
        self.notes.problems.is_empty()
    }
}

/// The finding of a discriminator: a member that has other values in each branch.
enum Discriminated<'s> {
    Branch(&'s Schema),
    /// The value names no branch: the member, and the schema of all its values.
    NoBranch(&'s str, Schema),
}

impl<'s> Check<'s> {
    pub(super) fn mark(&self) -> Mark {
        Mark {
            nodes: self.out.nodes.len(),
            made: self.out.made.len(),
            coercions: self.notes.coercions.len(),
            notices: self.notes.notices.len(),
            problems: self.notes.problems.len(),
            lossy: self.notes.lossy,
            extras: self.notes.extras,
            supplied: self.notes.supplied.len(),
        }
    }

    pub(super) fn has_problems_since(&self, mark: &Mark) -> bool {
        self.notes.problems.len() > mark.problems
    }

    pub(super) fn back_to(&mut self, mark: Mark) {
        drop(self.take_back(&mark));
    }

    fn take_back(&mut self, mark: &Mark) -> Attempt {
        let notes = &mut self.notes;
        Attempt {
            nodes: self.out.nodes.split_off(mark.nodes),
            made: self.out.made.split_off(mark.made),
            notes: Notes {
                coercions: notes.coercions.split_off(mark.coercions),
                notices: notes.notices.split_off(mark.notices),
                problems: notes.problems.split_off(mark.problems),
                lossy: std::mem::replace(&mut notes.lossy, mark.lossy),
                extras: std::mem::replace(&mut notes.extras, mark.extras) - mark.extras,
                supplied: notes.supplied.split_off(mark.supplied),
            },
        }
    }

    fn redo(&mut self, attempt: Attempt) {
        self.out.nodes.extend(attempt.nodes);
        self.out.made.push_str(&attempt.made);
        let notes = attempt.notes;
        self.notes.coercions.extend(notes.coercions);
        self.notes.notices.extend(notes.notices);
        self.notes.problems.extend(notes.problems);
        self.notes.lossy |= notes.lossy;
        self.notes.extras += notes.extras;
        // The nodes are where they were, so these are, too.
        self.notes.supplied.extend(notes.supplied);
    }

    /// Fits a value to the branch that a [discriminator](Self::discriminated) names. Without one, tries the branches for the value's
    /// kind, then the others, and takes the one with the fewest problems, then the fewest coercions, then the first.
    pub(super) fn any_of(&mut self, schema: &'s Schema, given: Given<'_>, branches: &'s [Schema]) {
        match self.discriminated(branches, given) {
            Some(Discriminated::Branch(branch)) => return self.value(branch, given),
            Some(Discriminated::NoBranch(name, allowed)) => {
                let allowed = self.allowed(&allowed);
                self.inside(name, |check| check.problem(Found::Type(Type::String), allowed));
                return given.copy(&mut self.out);
            }
            None => {}
        }
        let (mut same, mut other) = (Vec::new(), Vec::new());
        for branch in branches {
            let list = if self.takes(branch, given) { &mut same } else { &mut other };
            list.push(branch);
        }
        if self.trials >= MAX_TRIALS && !self.may_go_deeper(branches.len(), given) {
            return match same.first().or(other.first()) {
                Some(branch) => self.value(branch, given),
                None => self.unfit(schema, given),
            };
        }
        self.trials += 1;
        let best = self.best(&same, given);
        // A number, a boolean and null stay in their own kind of branch; a text or a container may stand for another kind.
        let may_convert = same.is_empty() || given.is_string() || matches!(given.tag(), Tag::Object | Tag::Array);
        let best = match best {
            Some(best) if best.fits() || !may_convert => Some(best),
            best => self.best(&other, given).filter(|other| other.fits() || best.is_none()).or(best),
        };
        let several = schema.0.exclusive && self.fits_several(branches, given);
        self.trials -= 1;
        if several {
            self.problem(Found::FitsSeveral, self.allowed(schema));
        }
        match best {
            Some(best) => self.redo(best),
            None => self.unfit(schema, given),
        }
    }

    /// Counts the values that a deep choice looks at; `false` if there are too many.
    fn may_go_deeper(&mut self, branches: usize, given: Given<'_>) -> bool {
        self.deep = self.deep.saturating_sub(branches.saturating_mul(given.size()));
        self.deep > 0
    }

    /// Whether a value fits more than one branch without a coercion.
    fn fits_several(&mut self, branches: &'s [Schema], given: Given<'_>) -> bool {
        let outside = std::mem::replace(&mut self.strict, true);
        let mut fits = branches.iter().filter(|branch| {
            let mark = self.mark();
            self.value(branch, given);
            self.take_back(&mark).notes.is_clean()
        });
        let several = fits.next().is_some() && fits.next().is_some();
        self.strict = outside;
        several
    }

    fn best(&mut self, branches: &[&'s Schema], given: Given<'_>) -> Option<Attempt> {
        let mut best: Option<Attempt> = None;
        for branch in branches {
            let mark = self.mark();
            self.value(branch, given);
            let attempt = self.take_back(&mark);
            if best.as_ref().is_none_or(|best| attempt.rank() < best.rank()) {
                best = Some(attempt);
            }
            if best.as_ref().is_some_and(|best| best.rank() == (0, 0, 0)) {
                break;
            }
        }
        best
    }

    /// Looks for a required member that every object branch has with values of its own, and reads the branch from it.
    fn discriminated(&self, branches: &'s [Schema], given: Given<'_>) -> Option<Discriminated<'s>> {
        let mut objects = Vec::new();
        for branch in branches {
            match self.fields(branch) {
                Some(fields) => objects.push((branch, fields)),
                None if self.takes(branch, given) => return None,
                None => {}
            }
        }
        let (_, first) = objects.first().filter(|_| objects.len() > 1 && given.tag() == Tag::Object)?;
        let mut nothing = None;
        for field in *first {
            let mut tags = Vec::new();
            for (branch, fields) in &objects {
                tags.extend(self.tag(fields, &field.name).map(|tag| (*branch, tag)));
            }
            let member = given.members().filter(|(key, _)| key.string() == field.name).last();
            let Some((_, value)) = member.filter(|(_, value)| tags.len() == objects.len() && value.is_string()) else {
                continue;
            };
            let mut named = tags.iter().filter(|(_, choice)| self.is_choice(choice, value));
            match (named.next(), named.next()) {
                (Some((branch, _)), None) => return Some(Discriminated::Branch(branch)),
                (None, _) => {
                    nothing = Some(Discriminated::NoBranch(
                        &field.name,
                        Schema::any_of(tags.iter().map(|(_, tag)| (*tag).clone())),
                    ));
                }
                _ => {}
            }
        }
        nothing
    }

    /// The choice that every object of these fields has in this member. A lenient one names no branch: it takes what is not in it.
    fn tag(&self, fields: &'s [Field], name: &str) -> Option<&'s Schema> {
        let field = fields.iter().find(|field| field.name == name && field.required)?;
        let schema = self.named(&field.schema);
        (matches!(schema.0.shape, Shape::Choice(_)) && !schema.0.lenient).then_some(schema)
    }

    /// The schema that a name refers to; any other schema itself.
    pub(super) fn named(&self, schema: &'s Schema) -> &'s Schema {
        let mut schema = schema;
        // A chain of names is no longer than the definitions.
        for _ in 0..=self.scope.len() {
            match &schema.0.shape {
                Shape::Named(at) => match self.scope.get(*at) {
                    Some((_, target)) => schema = target,
                    None => return schema,
                },
                _ => return schema,
            }
        }
        schema
    }

    /// The fields of a schema that is an object.
    pub(super) fn fields(&self, schema: &'s Schema) -> Option<&'s [Field]> {
        match &self.named(schema).0.shape {
            Shape::Object { fields, .. } => Some(fields),
            _ => None,
        }
    }

    /// Whether a value has the schema's JSON type.
    pub(super) fn takes(&self, schema: &'s Schema, given: Given<'_>) -> bool {
        let schema = self.named(schema);
        let tag = given.tag();
        if schema.0.nullable && is_null(given) {
            return true;
        }
        match &schema.0.shape {
            Shape::Any | Shape::Named(_) => true,
            Shape::Never => false,
            Shape::Null => is_null(given),
            Shape::Boolean => matches!(tag, Tag::True | Tag::False),
            Shape::Integer(_) | Shape::Number(_) => tag == Tag::Number,
            Shape::Text { .. } => given.is_string(),
            Shape::Choice(values) => values.iter().any(|known| words::kind_of(known) == words::kind(given)),
            Shape::List { .. } => tag == Tag::Array,
            Shape::Object { .. } => tag == Tag::Object,
            Shape::AnyOf(branches) => branches.iter().any(|branch| self.takes(branch, given)),
        }
    }
}
