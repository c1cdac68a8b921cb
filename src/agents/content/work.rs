//! The operation in progress: a small pile of things to do, the next on top. It is data, so it survives a reload in the
//! middle of a call; between operations it is empty (content specification, appendix A).

use super::evaluation::Grading;
use super::phase::Phase;
use super::results::Simulation;
use crate::json::variants;

/// Something to do. Those that need one call are asked for in the stage of their own; [`Item::Phase`] and [`Item::Batch`] put
/// what they need next on top of themselves.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// The user's words are classified.
    Route {
        /// The words.
        text: String,
    },
    /// The next question about the intent.
    Question,
    /// What was answered becomes the intent.
    Report {
        /// The words that asked for it.
        text: String,
    },
    /// The current phase, until it is done.
    Phase {
        /// Its default field was made in this run.
        made: bool,
    },
    /// A field by one call.
    Generate {
        /// Its name: it may not exist yet.
        field: String,
        /// The phase it will belong to then.
        phase: Phase,
        /// The user's words about it.
        text: String,
    },
    /// A field is changed as the user asks.
    Update {
        /// Its name.
        field: String,
        /// The user's words.
        text: String,
    },
    /// The research report: queries, then searches, then pages, then the report (5.2).
    Research {
        /// The user's words about it.
        text: String,
        /// What to search for.
        queries: Vec<String>,
        /// The pages that were read, as far as they are given to the model.
        pages: Vec<String>,
    },
    /// Several fields, one after the other.
    Batch {
        /// Ids of what is still to be made.
        left: Vec<String>,
        /// Names of what was made.
        generated: Vec<String>,
        /// Names of what failed.
        failed: Vec<String>,
        /// Names of what was held back.
        pending: Vec<String>,
    },
    /// An answer to the user.
    Chat {
        /// The user's words.
        text: String,
    },
    /// A quick look into the web.
    Look {
        /// What to search for.
        query: String,
    },
    /// Designs to choose among.
    Propose,
    /// A consumer tries a text: the simulation as far as it is.
    Simulate(Box<Simulation>),
    /// The content is judged: the judgement as far as it is.
    Evaluate(Grading),
}

variants!(Item from Item::Question => {
    Route "route" { text },
    Report "report" { text },
    Phase "phase" { made },
    Generate "generate" { field, phase, text },
    Update "update" { field, text },
    Research "research" { text, queries, pages },
    Batch "batch" { left, generated, failed, pending },
    Chat "chat" { text },
    Look "look" { query },
} values { Simulate "simulate", Evaluate "evaluate" } bare { Question "question", Propose "propose" });
