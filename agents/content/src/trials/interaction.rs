//! The ways a consumer gets to know a text (content specification, 5.4).

use stepgate_engine::Lang;
use stepgate_engine::{sentences, Sentences};
use stepgate_json::names;

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

/// What is scored.
const DIMENSIONS: Sentences = sentences! {
    "0" => ("理解难度 价值感知 行动意愿", "understanding value intention"),
    "1" => ("响应相关性 问题解决率 交互体验", "relevance resolution experience"),
    "2" => ("转化意愿 顾虑点 信任度", "conversion concerns trust"),
    "3" => ("找到答案效率 信息完整性 满意度", "efficiency completeness satisfaction"),
    "4" => ("易用性 效率 愉悦度", "usability efficiency delight"),
};

/// What is told besides: texts, lists of texts with `[]`, yes or no with `?`.
const EXTRAS: [&str; 5] = [
    "",
    "questions_answered[] questions_unanswered[] friction_points[] would_continue?",
    "first_impression attractive_points[] concerns[] decision reason",
    "exploration_path[] found_answer? difficulties[] missing_info[]",
    "steps[] task_completed? pain_points[] delights[] suggestions[] would_recommend?",
];

impl Interaction {
    /// What is scored.
    pub(super) fn dimensions(self, lang: Lang) -> Vec<&'static str> {
        let code = ["0", "1", "2", "3", "4"].get(self as usize).copied().unwrap_or_default();
        DIMENSIONS.find(code, lang).unwrap_or_default().split(' ').collect()
    }

    /// What a kind of interaction tells besides: the keys, each with an example of its value.
    pub(super) fn extras(self) -> Vec<(&'static str, &'static str)> {
        let mut extras = Vec::new();
        for key in EXTRAS.get(self as usize).copied().unwrap_or_default().split_ascii_whitespace() {
            extras.push(match (key.strip_suffix("[]"), key.strip_suffix('?')) {
                (Some(key), _) => (key, "[\"…\"]"),
                (_, Some(key)) => (key, "true"),
                _ => (key, "\"…\""),
            });
        }
        extras
    }
}
