//! The eight phases of a project (content specification, 2.1).

use crate::json::{names, object};
use crate::{Lang, Text};

/// One of the eight stations of a project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Finding out what is wanted, in a dialogue.
    #[default]
    Intent,
    /// Finding out about the readers.
    Research,
    /// Planning the substance.
    DesignInner,
    /// Writing it.
    ProduceInner,
    /// Planning its marketing.
    DesignOuter,
    /// Writing that.
    ProduceOuter,
    /// Consumers try it.
    Simulate,
    /// It is judged.
    Evaluate,
}

names!(Phase {
    Intent "intent", Research "research", DesignInner "design_inner", ProduceInner "produce_inner",
    DesignOuter "design_outer", ProduceOuter "produce_outer", Simulate "simulate", Evaluate "evaluate",
});

impl Phase {
    /// All, in their usual order.
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

    /// The wire name.
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

    /// What people call it.
    pub fn title(self, lang: Lang) -> &'static str {
        self.texts().0.in_lang(lang)
    }

    /// Name of the field it makes where it declares none.
    pub fn field_name(self, lang: Lang) -> &'static str {
        self.texts().1.in_lang(lang)
    }

    /// Whether `name` is the name of its default field, in either language.
    pub fn is_field_name(self, name: &str) -> bool {
        let Text { zh, en } = self.texts().1;
        name == zh || name.eq_ignore_ascii_case(en)
    }

    /// Whether it designs or produces: these four may change places.
    pub fn is_middle(self) -> bool {
        !matches!(self, Phase::Intent | Phase::Research | Phase::Simulate | Phase::Evaluate)
    }

    /// Title and default field.
    fn texts(self) -> (Text, Text) {
        let of = |zh, en, field_zh, field_en| (Text { zh, en }, Text { zh: field_zh, en: field_en });
        match self {
            Phase::Intent => of("意图分析", "Intent", "项目意图", "Project intent"),
            Phase::Research => of("消费者调研", "Research", "消费者调研报告", "Consumer research report"),
            Phase::DesignInner => of("内涵设计", "Core design", "内涵设计方案", "Core content design"),
            Phase::ProduceInner => of("内涵生产", "Core content", "内涵生产内容", "Core content"),
            Phase::DesignOuter => of("外延设计", "Outreach design", "外延设计方案", "Outreach design"),
            Phase::ProduceOuter => of("外延生产", "Outreach content", "外延生产内容", "Outreach content"),
            Phase::Simulate => of("消费者模拟", "Simulation", "消费者模拟结果", "Consumer simulation"),
            Phase::Evaluate => of("评估", "Evaluation", "项目评估报告", "Evaluation report"),
        }
    }
}

/// How far a phase is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PhaseStatus {
    /// Not begun.
    #[default]
    Pending,
    /// Begun; partly done, or failed.
    InProgress,
    /// Done.
    Completed,
}

names!(PhaseStatus { Pending "pending", InProgress "in_progress", Completed "completed" });

/// A phase in its place of a project's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Station {
    /// The phase.
    pub phase: Phase,
    /// How far it is.
    pub status: PhaseStatus,
    /// It goes on by itself: nobody is asked to confirm what it made.
    pub autonomous: bool,
}

object!(Station { phase, status } optional { autonomous });

impl Station {
    /// The eight phases of a fresh project.
    pub fn all() -> Vec<Station> {
        let fresh = |phase| Station { phase, status: PhaseStatus::Pending, autonomous: false };
        Phase::ALL.into_iter().map(fresh).collect()
    }
}
