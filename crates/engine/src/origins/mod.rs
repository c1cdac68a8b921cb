//! Where values come from: a search of what the user said, what tools returned and what the session began with.
//!
//! - `text`: texts made alike, and the search in them
//! - `numbers`: numbers by their value
//! - `figures`: ids, addresses and amounts in a text, by their form
//! - `sources`: the texts of a session in which a value may stand
//! - `args`: the origin of each value in the arguments of a call
//! - `unsaid`: figures in the model's words that stand nowhere
//! - `carried`: ids and numbers of a summary, compared with what it summarises

pub(crate) mod args;
pub(crate) mod carried;
pub(crate) mod figures;
mod numbers;
pub(crate) mod sources;
pub(crate) mod text;
pub(crate) mod unsaid;
