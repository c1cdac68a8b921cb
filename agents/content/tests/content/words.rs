//! Words of the user that are understood without a model.

use proptest::prelude::*;
use stepgate_content::texts::words::{asks_to_produce, bare, goes_on, is_produce, is_start};

#[test]
fn bare_leaves_words_and_single_spaces() {
    for (text, words) in [
        ("  好的！！ ", "好的"),
        ("Looks  GOOD.", "looks good"),
        ("that's all", "that s all"),
        ("that’s all!", "that s all"),
        ("「下一步」。", "下一步"),
        ("…—， ", ""),
        ("ＯＫ", "ｏｋ"),
    ] {
        assert_eq!(bare(text), words, "{text}");
    }
}

#[test]
fn only_the_whole_text_goes_on() {
    for text in ["继续", "继续吧！", "下一步。", "Continue", "go on!", "进入下一阶段"] {
        assert!(goes_on(text), "{text}");
    }
    for text in [
        "可以把第二段改短吗",
        "好的",
        "ok",
        "继续，不过第二段太长",
        "next but shorter",
        "next week",
        "",
        "吧",
        "继续吧呀",
    ] {
        assert!(!goes_on(text), "{text}");
    }
    for text in ["开始", "开始吧", "开始吧！", "执行", "Go", "begin"] {
        assert!(is_start(text), "{text}");
    }
    assert!(!is_start("开始写第二段") && !is_start("going"));
}

#[test]
fn a_clause_asks_to_produce_but_no_word_inside_of_one() {
    for text in [
        "可以了，直接生成吧",
        "帮我总结",
        "Students; that's all",
        "please GENERATE it",
        "请generate一下",
        "so: go ahead!",
        "给一线经理看，其他没有了",
        "可以了，就这些，开始生成吧",
        "For team leads. Okay, please generate it now",
    ] {
        assert!(asks_to_produce(text), "{text}");
    }
    for text in [
        "A post about discontinued cars",
        "regenerated",
        "productive",
        "generates",
        "go, then look ahead",
        "写一篇",
        "还不确定",
        "不太确定给谁看",
        "我想确定一下范围",
        "还没总结好",
        "For newcomers who have to generate weekly reports",
        "给需要每周生成周报的新人",
        "They continue to struggle",
    ] {
        assert!(!asks_to_produce(text), "{text}");
    }
    assert!(is_produce("就这些了") && is_produce("That's all!") && !is_produce("帮我生成一篇文章"));
}

proptest! {
    #[test]
    fn bare_is_bare_already(text in "\\PC{0,40}") {
        let words = bare(&text);
        prop_assert_eq!(&bare(&words), &words);
        prop_assert_eq!(words.trim(), &words);
        prop_assert!(!words.contains("  "));
    }

    #[test]
    fn a_word_to_produce_beside_others_is_none(
        word in prop::sample::select(vec!["generate", "summarize", "continue", "produce", "生成", "确定"]),
        before in "[bcdf]{0,3}", behind in "[bcdf]{0,3}", rest in "[xyz]{0,6}",
    ) {
        let text = format!("{rest}, {before}{word}{behind}. {rest}");
        prop_assert_eq!(asks_to_produce(&text), before.is_empty() && behind.is_empty());
    }

    #[test]
    fn what_is_a_word_to_produce_contains_one(text in "[生成总结继续下一步可以了就这些吧 !a]{1,6}") {
        prop_assert!(!is_produce(&text) || asks_to_produce(&text));
    }
}
