//! The state of a project (spec.md 2.2).

use super::evaluation::{Evaluation, Suggestion};
use super::field::{Field, Template};
use super::item::{Item, Stage};
use super::phase::{Phase, PhaseStatus, Station};
use super::settings::{Channel, CreatorProfile};
use super::simulation::{Simulation, Trial};
use std::collections::BTreeMap;
use stepgate_engine::{Error, Kept, Lang};
use stepgate_json::{wanted, Json};

/// Memory of a content session.
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(validate = Memory::check)]
pub struct Memory {
    /// Name and version of the project.
    pub project: Project,
    /// The eight phases in the project's order, each with its status.
    pub stations: Vec<Station>,
    /// Source of ids for new fields.
    pub ids: Ids,
    /// The current phase.
    #[json(optional)]
    pub current_phase: Phase,
    /// The golden context, which goes into every model call.
    #[json(optional)]
    pub golden: Kept<Golden>,
    /// Channels of the outreach content.
    #[json(optional)]
    pub channels: Kept<Vec<Channel>>,
    /// The fields, in the order of their creation. Their texts are saved as parts of their own.
    #[json(optional)]
    pub fields: Vec<Field>,
    /// Whether the current phase is completed and waits for the user's approval.
    #[json(optional)]
    pub waiting_for_human: bool,
    /// Whether the last phase is completed and approved.
    #[json(optional)]
    pub finished: bool,
    /// Questions and answers about the intent.
    #[json(optional)]
    pub intent_round: IntentRound,
    /// Whether research searches the web.
    #[json(optional)]
    pub use_deep_research: bool,
    /// Designs to choose from.
    #[json(optional)]
    pub proposals: Kept<Vec<Proposal>>,
    /// The latest simulations, newest last.
    #[json(optional)]
    pub simulations: Kept<Vec<Simulation>>,
    /// Products and readers that the user named for the next simulation.
    #[json(optional)]
    pub trial: Trial,
    /// The latest evaluation and its suggestions.
    #[json(optional)]
    pub judgement: Kept<Judgement>,
    /// Stack of the operation in progress, with the next item last; empty between operations.
    #[json(optional)]
    pub work: Vec<Item>,
    /// Request of the last turn that named no field; the user was asked which one is meant.
    #[json(optional)]
    pub pending: Option<Pending>,
    /// Earlier versions of the project, oldest first.
    #[json(optional)]
    pub editions: Vec<Edition>,
    /// Changed texts that the user has neither kept nor reverted yet, newest last; one for a field at most.
    #[json(optional)]
    pub revisions: Vec<Revision>,
    /// Requests and facts that are newer than the intent and the research, oldest first.
    #[json(optional)]
    pub decisions: Vec<Decision>,
    /// Field whose questions the user is asked before it is written.
    #[json(optional)]
    pub asking: Option<Asking>,
    /// Whether the user has just ended the project before its last phase; the checkpoint does not ask again until they go on.
    #[json(optional)]
    pub ended_early: bool,
    /// Dialogue of an imported project, which the session records when it starts; empty afterwards.
    #[json(skip = Begun::default())]
    pub begun: Begun,
}

impl Memory {
    /// Checks what the rules rely on and the types do not express.
    fn check(&self) -> Result<(), Error> {
        let is_there = |phase: &Phase| self.station(*phase).is_some();
        if self.stations.len() != Phase::ALL.len() || !Phase::ALL.iter().all(is_there) {
            return Err(wanted("a list of the eight phases, each once").within("stations"));
        }
        for (at, item) in self.work.iter().enumerate() {
            item.check().map_err(|error| error.within(&at.to_string()).within("work"))?;
        }
        let unknown = || wanted("the id of a field").within("field");
        if let Some(at) = self.revisions.iter().position(|revision| self.field(&revision.field).is_none()) {
            return Err(unknown().within(&at.to_string()).within("revisions"));
        }
        if self.asking.as_ref().is_some_and(|asking| self.field(&asking.field).is_none()) {
            return Err(unknown().within("asking"));
        }
        Ok(())
    }

    /// Creates an empty project. `seed` goes into the ids of new fields.
    pub fn new(seed: u64) -> Memory {
        Memory {
            project: Project { version: 1, ..Project::default() },
            stations: Station::all(),
            use_deep_research: true,
            ids: Ids { seed, last: 0 },
            ..Memory::default()
        }
    }

    /// Stage of the item on top of the stack of work.
    pub fn stage(&self) -> Stage {
        self.work.last().map_or(Stage::Rest, |item| item.stage)
    }

    /// Status of a phase.
    pub fn status(&self, phase: Phase) -> PhaseStatus {
        self.station(phase).map_or(PhaseStatus::Pending, |station| station.status)
    }

    /// Whether the current phase is completed.
    pub fn is_done(&self) -> bool {
        self.status(self.current_phase) == PhaseStatus::Completed
    }

    /// Index of a phase in the project's order.
    pub fn place(&self, phase: Phase) -> usize {
        self.stations.iter().position(|station| station.phase == phase).unwrap_or_default()
    }

    /// The phase after the current one.
    pub fn next_phase(&self) -> Option<Phase> {
        self.stations.get(self.place(self.current_phase) + 1).map(|station| station.phase)
    }

    /// The phase with its status.
    pub fn station(&self, phase: Phase) -> Option<&Station> {
        self.stations.iter().find(|station| station.phase == phase)
    }

    /// The same, mutable.
    pub fn station_mut(&mut self, phase: Phase) -> Option<&mut Station> {
        self.stations.iter_mut().find(|station| station.phase == phase)
    }

    /// The field with this id.
    pub fn field(&self, id: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.id == id)
    }

    /// The same, mutable.
    pub fn field_mut(&mut self, id: &str) -> Option<&mut Field> {
        self.fields.iter_mut().find(|field| field.id == id)
    }

    /// The declared fields of a phase: all but its default field.
    pub fn declared(&self, phase: Phase) -> Vec<&Field> {
        self.fields.iter().filter(|field| field.phase == phase && !field.is_default).collect()
    }

    /// The fields with content, in the order of the phases.
    pub fn written(&self) -> Vec<&Field> {
        let mut written = Vec::new();
        for station in &self.stations {
            for field in &self.fields {
                if field.phase == station.phase && field.has_content() {
                    written.push(field);
                }
            }
        }
        written
    }

    /// The open revision of the field with this id.
    pub fn revision(&self, id: &str) -> Option<&Revision> {
        self.revisions.iter().find(|revision| revision.field == id)
    }

    /// The text of a field that a further change begins with: its open revision, or else its text.
    pub fn latest<'a>(&'a self, field: &'a Field) -> &'a str {
        self.revision(&field.id).map_or(&field.content, |revision| &revision.content)
    }

    /// The field whose text was changed or written last in this session.
    pub fn last_changed(&self) -> Option<&Field> {
        self.revisions.last().and_then(|revision| self.field(&revision.field)).or_else(|| self.last_written())
    }

    /// The field that was written last in this session.
    pub fn last_written(&self) -> Option<&Field> {
        self.fields.iter().filter(|field| field.at_ms > 0 && field.has_content()).max_by_key(|field| field.at_ms)
    }

    /// Whether there is content to simulate and evaluate.
    pub fn has_material(&self) -> bool {
        self.fields.iter().any(Field::is_material)
    }

    /// Whether a text of the core content is written.
    pub fn has_core(&self) -> bool {
        self.fields.iter().any(|field| field.phase == Phase::ProduceInner && field.has_content())
    }

    /// Takes the next id that no field has.
    pub fn fresh_id(&mut self) -> String {
        loop {
            self.ids.last += 1;
            let id = match self.ids.seed {
                0 => format!("new-{}", self.ids.last),
                seed => format!("new-{seed:x}-{}", self.ids.last),
            };
            if self.field(&id).is_none() {
                return id;
            }
        }
    }

    /// The default field of a phase, if it exists.
    pub fn default_field(&self, phase: Phase) -> Option<&Field> {
        self.fields.iter().find(|field| field.phase == phase && field.is_default)
    }

    /// The name of a phase's default field, whether it exists or not.
    pub fn default_name(&self, phase: Phase, lang: Lang) -> &str {
        self.default_field(phase).map_or(phase.field_name(lang), |field| &field.name)
    }
}

/// Dialogue and repairs of an imported project, which the session records when it starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Begun {
    /// Messages of the dialogue.
    pub messages: Vec<Spoken>,
    /// Whether a contradiction in the saved state was repaired.
    pub repaired: bool,
}

/// Message of a saved dialogue.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Spoken {
    /// The user or the agent.
    pub role: Speaker,
    /// Text.
    pub content: String,
    /// Phase in whose dialogue it was said.
    #[json(optional)]
    pub phase: Phase,
}

/// Speaker of a saved dialogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Speaker {
    /// The user.
    #[default]
    User,
    /// The agent.
    Assistant,
}

/// Name and version of a project.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Project {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Version number, from 1.
    pub version: u32,
    /// Id of the previous version.
    pub parent: Option<String>,
    /// Purpose of this version.
    pub note: String,
}

/// The golden context, which goes into every model call (spec.md 4).
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(optional)]
pub struct Golden {
    /// Profile of the creator, if it was given as an object.
    pub creator: Option<CreatorProfile>,
    /// Profile of the creator, as text.
    pub creator_profile: String,
    /// Intent of the project.
    pub intent: String,
    /// Target readers.
    pub consumer_personas: String,
}

/// Request that waits for the name of its field (spec.md 3.2).
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Pending {
    /// Name of the route.
    pub route: String,
    /// The user's message.
    pub text: String,
}

/// Earlier version of the project (spec.md 7). Its texts stand in the histories of the fields, which keep them.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Edition {
    /// Its number.
    pub number: u32,
    /// Its purpose.
    pub note: String,
    /// Version of the text of each field, by the field's id.
    pub texts: BTreeMap<String, u32>,
}

/// Changed text of a field, which the user keeps or reverts (spec.md 3.6).
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Revision {
    /// Id of the field.
    pub field: String,
    /// The changed text.
    pub content: String,
    /// The user's request; empty if a button asked for the text.
    #[json(optional)]
    pub request: String,
    /// Requests of the open revisions that this one goes on from, oldest first.
    #[json(optional)]
    pub earlier: Vec<String>,
}

impl Revision {
    /// All requests that the text carries out, oldest first.
    pub fn requests(&self) -> impl Iterator<Item = &String> {
        self.earlier.iter().chain([&self.request]).filter(|request| !request.trim().is_empty())
    }
}

/// Request of a kept change, or a fact that the user told (spec.md 3.6).
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Decision {
    /// Id of the field; blank for a fact.
    pub field: String,
    /// Version of the field that came of it.
    pub version: u32,
    /// The user's words.
    pub text: String,
}

/// Field whose open questions the user is asked (spec.md 5.3).
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Asking {
    /// Id of the field.
    pub field: String,
    /// The user's request for its text.
    #[json(optional)]
    pub text: String,
    /// Whether the current phase goes on with the field.
    #[json(optional)]
    pub in_phase: bool,
}

/// Questions and answers about the intent (spec.md 3.3).
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(optional)]
pub struct IntentRound {
    /// Number of questions asked, up to 3.
    pub asked: u32,
    /// The question that waits for an answer.
    pub question: Option<String>,
    /// The answers so far.
    pub answers: Vec<Answer>,
}

/// A question with its answer.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Answer {
    /// The question.
    pub q: String,
    /// The answer.
    pub a: String,
}

/// Design that the user can choose; it declares the fields of the next phase.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Proposal {
    /// Id.
    #[json(default)]
    pub id: String,
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Templates of the fields it declares.
    pub fields: Vec<Template>,
    /// Whether the user chose it.
    #[json(default)]
    pub chosen: bool,
    /// Ids of the fields that the choice declared.
    #[json(optional)]
    pub made: Vec<String>,
}

/// The latest evaluation and its suggestions.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Judgement {
    /// The latest evaluation.
    pub evaluation: Option<Evaluation>,
    /// Its suggestions.
    pub suggestions: Vec<Suggestion>,
}

/// Source of ids for new fields. An id contains the session's seed, so that ids of different sessions do not collide when an
/// exported project is opened again; seed 0 is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub struct Ids {
    /// The session's seed.
    pub seed: u64,
    /// Number of ids given out.
    pub last: u64,
}
