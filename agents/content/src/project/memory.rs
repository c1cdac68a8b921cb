//! What a project is (content specification, 2.2).

use super::{Channel, CreatorProfile, Phase, PhaseStatus, Station};
use crate::fields::{Field, Template};
use crate::flow::Item;
use crate::trials::{Evaluation, Simulation, Suggestion};
use stepgate_engine::Kept;
use stepgate_engine::Lang;
use stepgate_json::object;

/// What the agent knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// The project.
    pub project: Project,
    /// Where it stands.
    pub current_phase: Phase,
    /// The phases in their order: a permutation of the eight.
    pub stations: Vec<Station>,
    /// What goes into every model call.
    pub golden: Kept<Golden>,
    /// Where the outreach content goes.
    pub channels: Kept<Vec<Channel>>,
    /// The fields, in the order they were made in. Their texts are parts of their own.
    pub fields: Vec<Field>,
    /// The current phase is done and waits for the user's word.
    pub waiting_for_human: bool,
    /// The last phase was approved.
    pub finished: bool,
    /// The questions about the intent.
    pub intent_round: IntentRound,
    /// Research looks into the web.
    pub use_deep_research: bool,
    /// Designs to choose among.
    pub proposals: Kept<Vec<Proposal>>,
    /// The last simulations, newest last.
    pub simulations: Kept<Vec<Simulation>>,
    /// The last evaluation.
    pub judgement: Kept<Judgement>,
    /// The operation in progress, the next thing to do last; empty between operations.
    pub work: Vec<Item>,
    /// Ids for new fields.
    pub ids: Ids,
    /// What a session opened on a saved state still has to say.
    pub begun: Begun,
}

object!(Memory { project, stations, ids } optional {
    current_phase, golden, channels, fields, waiting_for_human, finished, intent_round, use_deep_research, proposals, simulations,
    judgement, work
} without { begun: Begun::default() });

impl Memory {
    /// A fresh project of the session with this seed.
    pub fn new(seed: u64) -> Memory {
        Memory {
            project: Project { version: 1, ..Project::default() },
            stations: Station::all(),
            use_deep_research: true,
            ids: Ids { seed, last: 0 },
            ..Memory::default()
        }
    }

    /// How far a phase is.
    pub fn status(&self, phase: Phase) -> PhaseStatus {
        self.station(phase).map_or(PhaseStatus::Pending, |station| station.status)
    }

    /// Whether the current phase is done.
    pub fn is_done(&self) -> bool {
        self.status(self.current_phase) == PhaseStatus::Completed
    }

    /// A phase's place in the order, from 0.
    pub fn place(&self, phase: Phase) -> usize {
        self.stations.iter().position(|station| station.phase == phase).unwrap_or_default()
    }

    /// The phase after the current one.
    pub fn next_phase(&self) -> Option<Phase> {
        self.stations.get(self.place(self.current_phase) + 1).map(|station| station.phase)
    }

    /// The phase in its place.
    pub fn station(&self, phase: Phase) -> Option<&Station> {
        self.stations.iter().find(|station| station.phase == phase)
    }

    /// The same, to change it.
    pub fn station_mut(&mut self, phase: Phase) -> Option<&mut Station> {
        self.stations.iter_mut().find(|station| station.phase == phase)
    }

    /// The field with this id.
    pub fn field(&self, id: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.id == id)
    }

    /// The same, to change it.
    pub fn field_mut(&mut self, id: &str) -> Option<&mut Field> {
        self.fields.iter_mut().find(|field| field.id == id)
    }

    /// The fields of a phase that were declared, apart from its default one.
    pub fn declared(&self, phase: Phase) -> Vec<&Field> {
        self.fields.iter().filter(|field| field.phase == phase && !field.is_default).collect()
    }

    /// The texts there are, in the order of the phases.
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

    /// Whether there is something to simulate and judge.
    pub fn has_material(&self) -> bool {
        self.fields.iter().any(Field::is_material)
    }

    /// An id no field has.
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

    /// The default field of a phase, if it was made.
    pub fn default_field(&self, phase: Phase) -> Option<&Field> {
        self.fields.iter().find(|field| field.phase == phase && field.is_default)
    }

    /// What the default field of a phase is called, or will be.
    pub fn default_name(&self, phase: Phase, lang: Lang) -> &str {
        self.default_field(phase).map_or(phase.field_name(lang), |field| &field.name)
    }
}

/// What a session opened on a saved state still has to say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Begun {
    /// The dialogue so far.
    pub messages: Vec<Spoken>,
    /// Something of the state did not fit together, and was mended.
    pub repaired: bool,
}

/// Words of a saved dialogue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spoken {
    /// `user` or `assistant`.
    pub role: String,
    /// The words.
    pub content: String,
    /// The phase they were said in.
    pub phase: Phase,
}

object!(Spoken { role, content } optional { phase });

/// The project: each version of it knows which one it came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Project {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version, from 1.
    pub version: u32,
    /// Id of the version before.
    pub parent: Option<String>,
    /// What this version is for.
    pub note: String,
}

object!(Project { id, name, version, parent, note });

/// The golden context: what goes into every model call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Golden {
    /// Who writes, where it is more than the text.
    pub creator: Option<CreatorProfile>,
    /// Who writes.
    pub creator_profile: String,
    /// What is wanted.
    pub intent: String,
    /// Who reads.
    pub consumer_personas: String,
}

object!(Golden {} optional { creator, creator_profile, intent, consumer_personas });

/// The questions about the intent (3.3).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IntentRound {
    /// How many were asked, up to 3.
    pub asked: u32,
    /// The open one.
    pub question: Option<String>,
    /// What was answered.
    pub answers: Vec<Answer>,
}

object!(IntentRound {} optional { asked, question, answers });

/// A question with its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The question.
    pub q: String,
    /// The answer.
    pub a: String,
}

object!(Answer { q, a });

/// A design that can be chosen: it declares the fields of the next phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proposal {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: String,
    /// The fields it declares.
    pub fields: Vec<Template>,
    /// The user chose it.
    pub chosen: bool,
    /// Ids of the fields that were made when it was chosen.
    pub made: Vec<String>,
}

object!(write Proposal { id, name, description, fields, chosen } optional { made });
object!(read Proposal { name, description, fields } optional { id, chosen, made });

/// What was judged, and what follows from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// The last evaluation.
    pub evaluation: Option<Evaluation>,
    /// What it suggests.
    pub suggestions: Vec<Suggestion>,
}

object!(Judgement { evaluation, suggestions });

/// Ids for what a session makes. They carry its seed, so that what was exported can come back; seed 0 is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ids {
    /// The session's seed.
    pub seed: u64,
    /// How many were given.
    pub last: u64,
}

object!(Ids { seed, last });
