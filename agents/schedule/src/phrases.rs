//! Phrases about the order within classes, in both languages. They override the model (spec.md 3.2).

/// Phrases that keep the order, in lower case.
const KEEP: &[&str] = &[
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
];

/// Phrases that allow any order.
const ANY: &[&str] = &[
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
];

/// Phrases that allow any order and contain one that keeps it.
const DENIED: &[&str] = &["不用按顺序", "不按顺序", "not in order"];

/// Whether the order may change. The user's phrases override the model; among them, keeping the order overrides changing it.
pub fn allow_reorder(text: &str, model: bool) -> bool {
    let text = text.to_lowercase();
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    match says(KEEP) && !says(DENIED) {
        true => false,
        false => says(ANY) || model,
    }
}

#[cfg(test)]
mod tests {
    use super::allow_reorder;

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
