//! Phrases that express a wish of the user, in both languages. They override the model's routing (spec.md 3.2).

/// Wish that a text may express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Build the rough timetable again.
    Rebuild,
    /// Keep the rough timetable without improvements.
    DraftOnly,
    /// Improve the whole timetable.
    GlobalReopt,
    /// Keep the order within classes.
    KeepOrder,
    /// Allow any order.
    AnyOrder,
}

/// Phrases of each wish, in lower case.
const PHRASES: &[(Wish, &[&str])] = &[
    (
        Wish::Rebuild,
        &[
            "重新粗排",
            "重新排一遍",
            "重新安排",
            "重排",
            "从头排",
            "推倒重来",
            "重新生成",
            "rebuild",
            "start over",
            "from scratch",
            "rearrange everything",
            "arrange everything again",
            "redo the whole",
        ],
    ),
    (
        Wish::DraftOnly,
        &[
            "只要粗排",
            "只粗排",
            "只要草稿",
            "先出草稿",
            "不用优化",
            "不要优化",
            "无需优化",
            "别优化",
            "draft only",
            "only a draft",
            "just a draft",
            "rough draft only",
            "no optimi",
            "without optimi",
            "don't optimi",
            "do not optimi",
        ],
    ),
    (
        Wish::GlobalReopt,
        &[
            "整体优化",
            "全局优化",
            "全面优化",
            "整体调整",
            "全部优化",
            "optimize everything",
            "optimise everything",
            "optimize the whole",
            "optimise the whole",
            "global optimi",
            "improve the whole",
        ],
    ),
    (
        Wish::KeepOrder,
        &[
            "保持顺序",
            "按顺序",
            "不要打乱",
            "别打乱",
            "顺序不变",
            "不能乱序",
            "keep the order",
            "keep order",
            "in order",
            "same order",
            "don't reorder",
            "do not reorder",
        ],
    ),
    (
        Wish::AnyOrder,
        &[
            "顺序无所谓",
            "可以打乱",
            "打乱顺序",
            "任意顺序",
            "不用按顺序",
            "不按顺序",
            "any order",
            "order doesn't matter",
            "order does not matter",
            "you may reorder",
            "can reorder",
            "not in order",
        ],
    ),
];

/// Whether a text contains a phrase of this wish.
pub fn asks(wish: Wish, text: &str) -> bool {
    let text = text.to_lowercase();
    let phrases = PHRASES.iter().filter(|(own, _)| *own == wish).flat_map(|(_, phrases)| phrases.iter());
    phrases.into_iter().any(|phrase| text.contains(phrase))
}

/// Whether the order may change. The user's phrases override the model; among them, keeping the order overrides changing it.
pub fn allow_reorder(text: &str, model: bool) -> bool {
    let any = asks(Wish::AnyOrder, text);
    let lower = text.to_lowercase();
    let denied = ["不用按顺序", "不按顺序", "not in order"].iter().any(|phrase| lower.contains(phrase));
    match asks(Wish::KeepOrder, text) && !denied {
        true => false,
        false => any || model,
    }
}

#[cfg(test)]
mod tests {
    use super::{allow_reorder, asks, Wish};

    #[test]
    fn wishes_are_known_in_both_languages() {
        for (wish, text) in [
            (Wish::Rebuild, "请重新排一遍"),
            (Wish::Rebuild, "Please start OVER"),
            (Wish::DraftOnly, "只要草稿"),
            (Wish::DraftOnly, "a rough draft only, thanks"),
            (Wish::GlobalReopt, "帮我整体优化一下"),
            (Wish::GlobalReopt, "Optimise the whole week"),
        ] {
            assert!(asks(wish, text), "{text}");
        }
        assert!(!asks(Wish::Rebuild, "把高数放到周三"));
    }

    #[test]
    fn the_users_words_about_order_win() {
        for (text, model, allowed) in [
            ("保持顺序", true, false),
            ("顺序无所谓", false, true),
            ("any order, but keep the order of maths", true, false),
            ("不用按顺序", false, true),
            ("arrange it", true, true),
            ("arrange it", false, false),
        ] {
            assert_eq!(allow_reorder(text, model), allowed, "{text}");
        }
    }
}
