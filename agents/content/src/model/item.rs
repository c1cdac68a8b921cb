//! Items of the stack of work, which is the operation in progress; the next item is on top. The stack is data, so an operation
//! survives a reload in the middle of a call (docs/decisions/032-work-is-a-stack.md). Between operations it is empty.

use super::evaluation::Grading;
use super::phase::Phase;
use super::simulation::Simulation;
use stepgate_engine::Error;
use stepgate_json::{wanted, Json};

/// Stage of an item: the request to the model or the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Stage {
    /// None: the session waits for the user.
    #[default]
    Rest,
    /// The route of the user's message.
    Route,
    /// A question about the intent.
    Question,
    /// The intent report.
    IntentReport,
    /// Queries to search for.
    PlanQueries,
    /// The host searches the web.
    Search,
    /// The host reads pages.
    ReadPages,
    /// A research report from the pages.
    Synthesize,
    /// A research report from general knowledge.
    QuickResearch,
    /// A field's text.
    Generate,
    /// A change of a field's text.
    Update,
    /// An answer in a chat.
    Chat,
    /// An answer from a quick search.
    Look,
    /// Designs to choose from.
    Propose,
    /// A line or a judgement of a simulated consumer.
    Simulate,
    /// A judgement of one section, or the suggestions at the end.
    Evaluate,
    /// No request: the current phase puts its next item on top, until it is done.
    Phase,
    /// No request: a batch puts one field after the other on top.
    Batch,
}

impl Stage {
    /// Number of research steps before this one, of four; `None` if the stage is no research step.
    pub fn of_research(self) -> Option<usize> {
        Some(match self {
            Stage::PlanQueries => 0,
            Stage::Search => 1,
            Stage::ReadPages => 2,
            Stage::Synthesize | Stage::QuickResearch => 3,
            _ => return None,
        })
    }

    /// Whether the stage tries the content: its report is no text that the user works on.
    pub fn is_trial(self) -> bool {
        matches!(self, Stage::Simulate | Stage::Evaluate)
    }

    /// Whether the stage only talks, so that the turn can be retracted when it fails.
    pub fn is_talk(self) -> bool {
        matches!(self, Stage::Route | Stage::Question | Stage::Chat)
    }
}

/// Item of the stack of work.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Item {
    /// Its stage.
    pub stage: Stage,
    /// The user's message, or the query of a search.
    #[json(optional)]
    pub text: String,
    /// Name of the field that is made or changed; the field may not exist yet. In the item of a phase, its default field, set when
    /// the phase starts to make it.
    #[json(optional)]
    pub field: String,
    /// Phase of that field.
    #[json(optional)]
    pub phase: Phase,
    /// In a batch, ids of the fields still to be made; in a research, addresses of pages.
    #[json(optional)]
    pub left: Vec<String>,
    /// Names of the fields that a batch made.
    #[json(optional)]
    pub generated: Vec<String>,
    /// Names of the fields that failed in a batch.
    #[json(optional)]
    pub failed: Vec<String>,
    /// Names of the fields that a batch held back.
    #[json(optional)]
    pub pending: Vec<String>,
    /// The unfinished simulation.
    #[json(optional)]
    pub simulation: Option<Box<Simulation>>,
    /// The unfinished evaluation.
    #[json(optional)]
    pub grading: Option<Grading>,
}

impl Item {
    /// Checks that a simulation or an evaluation has its unfinished result.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self.stage {
            Stage::Simulate if self.simulation.is_none() => {
                Err(wanted("an unfinished simulation").within("simulation"))
            }
            Stage::Evaluate if self.grading.is_none() => Err(wanted("an unfinished evaluation").within("grading")),
            _ => Ok(()),
        }
    }

    /// Creates an item with the user's message.
    pub fn new(stage: Stage, text: &str) -> Item {
        Item { stage, text: text.to_owned(), ..Item::default() }
    }

    /// Creates an item about a field, with the user's message.
    pub fn about(stage: Stage, field: &str, phase: Phase, text: &str) -> Item {
        Item { field: field.to_owned(), phase, ..Item::new(stage, text) }
    }
}
