//! The ways a consumer gets to know a text (content specification, 5.4).

use crate::json::names;
use crate::Lang;

/// How a persona gets to know a text (5.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interaction {
    /// Reads it.
    #[default]
    Reading,
    /// Asks about it.
    Dialogue,
    /// Decides whether to buy.
    Decision,
    /// Looks for an answer in it.
    Exploration,
    /// Uses what it describes.
    Experience,
}

names!(Interaction {
    Reading "reading", Dialogue "dialogue", Decision "decision", Exploration "exploration", Experience "experience",
});

impl Interaction {
    /// What is scored.
    pub(super) fn dimensions(self, lang: Lang) -> Vec<&'static str> {
        let (zh, en) = match self {
            Interaction::Reading => ("理解难度 价值感知 行动意愿", "understanding value intention"),
            Interaction::Dialogue => ("响应相关性 问题解决率 交互体验", "relevance resolution experience"),
            Interaction::Decision => ("转化意愿 顾虑点 信任度", "conversion concerns trust"),
            Interaction::Exploration => ("找到答案效率 信息完整性 满意度", "efficiency completeness satisfaction"),
            Interaction::Experience => ("易用性 效率 愉悦度", "usability efficiency delight"),
        };
        let names = match lang {
            Lang::Zh => zh,
            Lang::En => en,
        };
        names.split(' ').collect()
    }

    /// What a kind of interaction tells besides.
    pub(super) fn extra_keys(self) -> &'static [(&'static str, Holds)] {
        match self {
            Interaction::Reading => &[],
            Interaction::Dialogue => &[
                ("questions_answered", Holds::List),
                ("questions_unanswered", Holds::List),
                ("friction_points", Holds::List),
                ("would_continue", Holds::Truth),
            ],
            Interaction::Decision => &[
                ("first_impression", Holds::Text),
                ("attractive_points", Holds::List),
                ("concerns", Holds::List),
                ("decision", Holds::Text),
                ("reason", Holds::Text),
            ],
            Interaction::Exploration => &[
                ("exploration_path", Holds::List),
                ("found_answer", Holds::Truth),
                ("difficulties", Holds::List),
                ("missing_info", Holds::List),
            ],
            Interaction::Experience => &[
                ("steps", Holds::List),
                ("task_completed", Holds::Truth),
                ("pain_points", Holds::List),
                ("delights", Holds::List),
                ("suggestions", Holds::List),
                ("would_recommend", Holds::Truth),
            ],
        }
    }
}

/// What a key of a reply holds.
#[derive(Clone, Copy)]
pub(super) enum Holds {
    /// Texts.
    List,
    /// A text.
    Text,
    /// Yes or no.
    Truth,
}
