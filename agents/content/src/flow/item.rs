//! The operation in progress: a small pile of things to do, the next on top. It is data, so it survives a reload in the
//! middle of a call; between operations it is empty (content specification, appendix A).

use crate::project::Phase;
use crate::trials::{Grading, Simulation};
use stepgate_json::{names, object};

/// Where an item stands: what the model is asked for, or the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Nothing: the user is next.
    #[default]
    Rest,
    /// What the user wants.
    Route,
    /// A question about the intent.
    Question,
    /// The report on the intent.
    IntentReport,
    /// What to search for.
    PlanQueries,
    /// The searches.
    Search,
    /// The pages.
    ReadPages,
    /// A research report from the pages.
    Synthesize,
    /// One from general knowledge.
    QuickResearch,
    /// A field's text.
    Generate,
    /// A change of one.
    Update,
    /// An answer.
    Chat,
    /// An answer from a quick look into the web.
    Look,
    /// Designs to choose among.
    Propose,
    /// What a consumer says or judges.
    Simulate,
    /// A judgement of one section, then suggestions.
    Evaluate,
    /// Nothing itself: the current phase puts what it needs next on top of itself, until it is done.
    Phase,
    /// Nothing itself: several fields, one after the other.
    Batch,
}

names!(Stage {
    Rest "rest", Route "route", Question "question", IntentReport "intent_report", PlanQueries "plan_queries",
    Search "search", ReadPages "read_pages", Synthesize "synthesize", QuickResearch "quick_research",
    Generate "generate", Update "update", Chat "chat", Look "look",
    Propose "propose", Simulate "simulate", Evaluate "evaluate", Phase "phase", Batch "batch",
});

impl Stage {
    /// Whether it is one of the steps to a research report: how many of the four come before it.
    pub fn of_research(self) -> Option<usize> {
        Some(match self {
            Stage::PlanQueries => 0,
            Stage::Search => 1,
            Stage::ReadPages => 2,
            Stage::Synthesize | Stage::QuickResearch => 3,
            _ => return None,
        })
    }

    /// Whether nothing is done in it but talk: a turn that ends here can be taken back.
    pub fn is_talk(self) -> bool {
        matches!(self, Stage::Route | Stage::Question | Stage::Chat)
    }
}

/// Something to do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// Where it stands.
    pub stage: Stage,
    /// The user's words about it, or what to search for.
    pub text: String,
    /// Name of the field that is made or changed: it may not exist yet. Of a phase: its default field, once it was made.
    pub field: String,
    /// The phase that field belongs to.
    pub phase: Phase,
    /// What is still to come of a batch: ids of fields; of a research: addresses of pages.
    pub left: Vec<String>,
    /// Names of what a batch made.
    pub generated: Vec<String>,
    /// Names of what failed.
    pub failed: Vec<String>,
    /// Names of what was held back.
    pub pending: Vec<String>,
    /// A consumer tries a text: the simulation as far as it is.
    pub simulation: Option<Box<Simulation>>,
    /// The content is judged: the judgement as far as it is.
    pub grading: Option<Grading>,
}

object!(Item { stage } optional { text, field, phase, left, generated, failed, pending, simulation, grading });

impl Item {
    /// Something to do about the user's words.
    pub fn new(stage: Stage, text: &str) -> Item {
        Item { stage, text: text.to_owned(), ..Item::default() }
    }

    /// The same, about a field.
    pub fn about(stage: Stage, field: &str, phase: Phase, text: &str) -> Item {
        Item { field: field.to_owned(), phase, ..Item::new(stage, text) }
    }
}
