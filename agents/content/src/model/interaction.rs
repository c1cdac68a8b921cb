//! Kinds of interaction between a consumer and a text (spec.md 5.4).

use stepgate_engine::Lang;
use stepgate_engine::{sentences, Sentences};
use stepgate_json::Json;

/// Kind of interaction between a consumer and a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Interaction {
    /// Reads the text.
    #[default]
    Reading,
    /// Asks about the text.
    Dialogue,
    /// Decides whether to buy the product.
    Decision,
    /// Looks for an answer in the text.
    Exploration,
    /// Uses the product the text describes.
    Experience,
}

/// Dimensions to score, by the name of the interaction.
const DIMENSIONS: Sentences = sentences! {
    "reading" => ("易懂程度 价值感知 愿意照做", "understanding value intention"),
    "dialogue" => ("响应相关性 问题解决率 交互体验", "relevance resolution experience"),
    "decision" => ("转化意愿 放心程度 信任度", "conversion reassurance trust"),
    "exploration" => ("找到答案效率 信息完整性 满意度", "efficiency completeness satisfaction"),
    "experience" => ("易用性 效率 愉悦度", "usability efficiency delight"),
};

impl Interaction {
    /// The dimensions to score.
    pub(crate) fn dimensions(self, lang: Lang) -> Vec<&'static str> {
        let code = match self {
            Interaction::Reading => "reading",
            Interaction::Dialogue => "dialogue",
            Interaction::Decision => "decision",
            Interaction::Exploration => "exploration",
            Interaction::Experience => "experience",
        };
        DIMENSIONS.get(code, lang).split(' ').collect()
    }

    /// The further keys of the reply, each with an example of its value.
    pub(crate) fn extras(self) -> Vec<(&'static str, &'static str)> {
        // `[]` marks a list of texts, `?` a boolean; the others are texts.
        let keys = match self {
            Interaction::Reading => "",
            Interaction::Dialogue => "questions_answered[] questions_unanswered[] friction_points[] would_continue?",
            Interaction::Decision => "first_impression attractive_points[] concerns[] decision reason",
            Interaction::Exploration => "exploration_path[] found_answer? difficulties[] missing_info[]",
            Interaction::Experience => {
                "steps[] task_completed? pain_points[] delights[] suggestions[] would_recommend?"
            }
        };
        let mut extras = Vec::new();
        for key in keys.split_ascii_whitespace() {
            extras.push(match (key.strip_suffix("[]"), key.strip_suffix('?')) {
                (Some(key), _) => (key, "[\"…\"]"),
                (_, Some(key)) => (key, "true"),
                _ => (key, "\"…\""),
            });
        }
        extras
    }
}
