//! The eight phases of a project (spec.md 2.1).

use stepgate_engine::Lang;
use stepgate_engine::{sentences, Sentences};
use stepgate_json::Json;

/// One of the eight phases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Phase {
    /// Finds out the intent, in a dialogue.
    #[default]
    Intent,
    /// Investigates the readers.
    Research,
    /// Plans the core content.
    DesignInner,
    /// Writes the core content.
    ProduceInner,
    /// Plans the outreach content, which is the marketing.
    DesignOuter,
    /// Writes the outreach content.
    ProduceOuter,
    /// Simulates consumers of the content.
    Simulate,
    /// Evaluates the content.
    Evaluate,
}

impl Phase {
    /// All phases, in their default order.
    pub const ALL: [Phase; 8] = [
        Phase::Intent,
        Phase::Research,
        Phase::DesignInner,
        Phase::ProduceInner,
        Phase::DesignOuter,
        Phase::ProduceOuter,
        Phase::Simulate,
        Phase::Evaluate,
    ];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Intent => "intent",
            Phase::Research => "research",
            Phase::DesignInner => "design_inner",
            Phase::ProduceInner => "produce_inner",
            Phase::DesignOuter => "design_outer",
            Phase::ProduceOuter => "produce_outer",
            Phase::Simulate => "simulate",
            Phase::Evaluate => "evaluate",
        }
    }

    /// The name shown to users.
    pub fn title(self, lang: Lang) -> &'static str {
        TITLES.get(self.name(), lang)
    }

    /// Name of its default field, the text it makes if no field is declared.
    pub fn field_name(self, lang: Lang) -> &'static str {
        FIELDS.get(self.name(), lang)
    }

    /// Whether `name` is the name of its default field, in either language.
    pub fn is_field_name(self, name: &str) -> bool {
        name == self.field_name(Lang::Zh) || name.eq_ignore_ascii_case(self.field_name(Lang::En))
    }

    /// The phase whose default field is called `name`.
    pub fn of_field(name: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| phase.is_field_name(name))
    }

    /// The transcript thread of the phase's dialogue.
    pub fn thread(self) -> u32 {
        self as u32
    }

    /// Whether its texts are the product: the core or the outreach content.
    pub fn is_product(self) -> bool {
        matches!(self, Phase::ProduceInner | Phase::ProduceOuter)
    }

    /// Whether it is one of the four design and production phases, which the user may reorder.
    pub fn is_middle(self) -> bool {
        !matches!(self, Phase::Intent | Phase::Research | Phase::Simulate | Phase::Evaluate)
    }
}

const TITLES: Sentences = sentences! {
    "intent" => ("意图分析", "Intent"),
    "research" => ("消费者调研", "Research"),
    "design_inner" => ("核心内容设计", "Core design"),
    "produce_inner" => ("核心内容撰写", "Core content"),
    "design_outer" => ("渠道文案设计", "Outreach design"),
    "produce_outer" => ("渠道文案撰写", "Outreach content"),
    "simulate" => ("读者试读", "Simulation"),
    "evaluate" => ("评估", "Evaluation"),
};

const FIELDS: Sentences = sentences! {
    "intent" => ("项目意图", "Project intent"),
    "research" => ("消费者调研报告", "Consumer research report"),
    "design_inner" => ("核心内容设计方案", "Core content design"),
    "produce_inner" => ("核心内容", "Core content"),
    "design_outer" => ("渠道文案设计方案", "Outreach design"),
    "produce_outer" => ("渠道文案", "Outreach content"),
    "simulate" => ("读者试读结果", "Consumer simulation"),
    "evaluate" => ("项目评估报告", "Evaluation report"),
};

/// Status of a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum PhaseStatus {
    /// It has not begun.
    #[default]
    Pending,
    /// It has begun; it is partly done or has failed.
    InProgress,
    /// It is done.
    Completed,
}

/// A phase of a project, with its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub struct Station {
    /// The phase.
    pub phase: Phase,
    /// Its status.
    pub status: PhaseStatus,
    /// Whether the project goes on to the next phase without the user's approval.
    #[json(optional)]
    pub autonomous: bool,
}

impl Station {
    /// The eight phases of a new project.
    pub fn all() -> Vec<Station> {
        let fresh = |phase| Station { phase, status: PhaseStatus::Pending, autonomous: false };
        Phase::ALL.into_iter().map(fresh).collect()
    }
}
