//! Words of the reading, in both languages (spec.md 4.8).

use stepgate_engine::schema::Problem;
use stepgate_engine::{Lang, Text};

/// The user message of a call without a remark of the user.
pub(crate) const TRIGGER: Text = Text { zh: "请读取这份简历。", en: "Please read this resume." };
/// Name of a person whose text has none.
pub(super) const NAME: Text = Text { zh: "你的姓名", en: "Your name" };
/// Tells the model what belongs in place of foreign words.
pub(super) const COPIED: Text = Text {
    zh: "简历文本中的原文，照抄，不改写、不拼接；原文没有就不写",
    en: "words copied from the text, not reworded and not joined; leave out what is not there",
};
/// Tells the model where a part belongs that stands in no field.
pub(super) const PLACED: Text = Text {
    zh: "放进某个字段；确实不属于简历的（如页码），原样写进 left_out",
    en: "a place in a field; or, if it is no part of the resume (a page number), its words in left_out",
};
/// Said after a decline.
pub(crate) const DECLINED: Text = Text {
    zh: "好的，什么都没有采用。告诉我哪里读错了，我再读一遍；也可以换一份文本重新开始。",
    en: "All right, nothing was taken over. Tell me what was read wrong and I will read it again, or start anew with another text.",
};
/// Refusal of an edit that needs a resume.
pub(crate) const UNCONFIRMED: Text =
    Text { zh: "简历还在读取，请先确认。", en: "The resume is still being read: please confirm it first." };

/// Title of a section whose text has none.
pub(super) fn title(kind: &str, lang: Lang) -> &'static str {
    let (zh, en) = match kind {
        "experience" => ("经历", "Experience"),
        "text" => ("个人总结", "Summary"),
        _ => ("其他", "Other"),
    };
    match lang {
        Lang::Zh => zh,
        Lang::En => en,
    }
}

/// Failure of a reading that twice had words which the text does not have.
pub(crate) fn foreign(found: &[Problem], lang: Lang) -> String {
    let found: Vec<String> = found.iter().take(3).map(|one| one.found.in_lang(lang)).collect();
    match lang {
        Lang::Zh => format!("模型写了原文里没有的内容，没有采用：{}。请重试。", found.join("、")),
        Lang::En => {
            format!(
                "The model wrote words that are not in your text, so nothing was taken over: {}. Please try again.",
                found.join(", ")
            )
        }
    }
}
