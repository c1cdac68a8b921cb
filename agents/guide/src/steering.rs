//! Words by which the user steers the dialogue and tells no fact, in both languages (spec.md 4.3).

/// Whether a clause of `text` asks for the draft now. The whole clause must ask: "don't write it yet" and "I write it in Go" do not.
pub(super) fn wants_draft(text: &str) -> bool {
    const EN: [&str; 15] = [
        "write it",
        "write it up",
        "write that",
        "write that up",
        "write the draft",
        "write a draft",
        "draft it",
        "make the draft",
        "make a draft",
        "give me the draft",
        "give me a draft",
        "show me the draft",
        "show me a draft",
        "go ahead and write",
        "go ahead and write it",
    ];
    const ZH: [&str; 14] = [
        "写",
        "写出来",
        "写一版",
        "写一稿",
        "写草稿",
        "写个草稿",
        "写出草稿",
        "写初稿",
        "给草稿",
        "给我草稿",
        "出草稿",
        "出稿",
        "生成草稿",
        "帮我写",
    ];
    clauses(text).iter().any(|clause| match clause.chars().any(is_cjk) {
        // "写了" tells of work that is done.
        true => ZH.contains(&core_zh(clause)) && !clause.ends_with("写了"),
        false => EN.contains(&core(clause).as_str()),
    })
}

/// Whether the user asks to write the text anew, so that nothing of the old one has to stay.
pub(super) fn starts_anew(text: &str) -> bool {
    const ANEW: [&str; 20] = [
        "start over",
        "start anew",
        "start again",
        "from scratch",
        "rewrite",
        "redo",
        "replace",
        "throw away",
        "throw it away",
        "something else",
        "delete everything",
        "重写",
        "重新写",
        "重来",
        "重新来",
        "从头",
        "推倒",
        "换掉",
        "全换",
        "都换",
    ];
    const NOT: [&str; 9] = ["不", "别", "不用", "不要", "没必要", "don't", "do not", "not", "no need to"];
    clauses(text).iter().any(|clause| {
        let before = ANEW.iter().find_map(|words| clause.find(words)).and_then(|at| clause.get(..at));
        before.is_some_and(|before| !NOT.iter().any(|word| before.trim_end().ends_with(word)))
    })
}

/// Whether `text` only says where to go, or agrees, or asks for the draft. `places` are names of sections and entries, in lower case.
pub(super) fn only_steers(text: &str, places: &[String]) -> bool {
    let mut text = text.to_lowercase();
    let names_a_task = ["task", "section", "part", "任务", "板块", "部分"].iter().any(|word| text.contains(word));
    places.iter().for_each(|place| text = text.replace(place.as_str(), " "));
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').filter(|word| !word.is_empty());
    words.into_iter().all(|word| match word.chars().any(is_cjk) {
        true => steers_zh(word),
        false => STEERING.contains(&word) || (names_a_task && word.len() <= 2 && word.parse::<u32>().is_ok()),
    })
}

/// Whether each clause of `text` says no and nothing else: "no, I don't have that".
pub(super) fn only_denies(text: &str) -> bool {
    const NO: [&str; 12] =
        ["no", "sorry", "nope", "nothing", "none", "not", "never", "don't", "do not", "have no", "haven't", "didn't"];
    const NO_ZH: [char; 4] = ['没', '不', '无', '抱'];
    let denies = |clause: &String| {
        let clause = clause.trim_start_matches(['我', '也']).trim_start_matches("i ").trim_start_matches("we ");
        let is_no = |no: &&str| clause.strip_prefix(*no).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        let more = ["but", "only", "只"].iter().any(|word| clause.contains(word));
        !more && !clause.contains(|c: char| c.is_ascii_digit()) && (NO.iter().any(is_no) || clause.starts_with(NO_ZH))
    };
    let mut clauses = clauses(text);
    clauses.retain(|clause| !clause.is_empty());
    !clauses.is_empty() && clauses.iter().all(denies)
}

/// English words of sentences that only steer.
const STEERING: [&str; 84] = [
    "next", "go", "going", "back", "to", "the", "let's", "let’s", "lets", "let", "us", "do", "please", "now", "ok",
    "okay", "skip", "this", "that", "one", "again", "section", "part", "task", "switch", "move", "on", "return",
    "continue", "i", "i'd", "i’d", "want", "would", "like", "rather", "with", "and", "then", "can", "could", "we",
    "you", "me", "take", "work", "start", "first", "later", "before", "for", "of", "in", "it", "is", "my", "a", "at",
    "look", "write", "draft", "up", "yes", "yeah", "yep", "sure", "fine", "good", "great", "thanks", "thank", "no",
    "problem", "just", "here", "there", "all", "done", "so", "come", "right", "need", "change", "edit",
];

/// Whether a run of Han characters is made of words that only steer.
fn steers_zh(run: &str) -> bool {
    const WORDS: [&str; 57] = [
        "下一个",
        "下一步",
        "下一项",
        "上一个",
        "回到",
        "返回",
        "回去",
        "跳过",
        "继续",
        "切换",
        "换到",
        "转到",
        "先做",
        "先改",
        "我想",
        "我要",
        "我们",
        "咱们",
        "那个",
        "这个",
        "部分",
        "板块",
        "任务",
        "一下",
        "看看",
        "草稿",
        "没问题",
        "可以",
        "好的",
        "谢谢",
        "现在",
        "然后",
        "再",
        "先",
        "做",
        "改",
        "去",
        "到",
        "回",
        "写",
        "看",
        "来",
        "吧",
        "了",
        "好",
        "行",
        "请",
        "的",
        "那",
        "就",
        "吗",
        "呢",
        "啊",
        "我",
        "你",
        "换",
        "嗯",
    ];
    let mut rest = run;
    while !rest.is_empty() {
        match WORDS.iter().find_map(|word| rest.strip_prefix(word)) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    true
}

/// The clauses of a text, in lower case.
fn clauses(text: &str) -> Vec<String> {
    let ends = |c: char| {
        matches!(
            c,
            ',' | '.' | ';' | ':' | '!' | '?' | '，' | '。' | '；' | '：' | '！' | '？' | '、' | '\n' | '–' | '—'
        )
    };
    text.to_lowercase().replace('’', "'").split(ends).map(|clause| clause.trim().to_owned()).collect()
}

/// An English clause without the words around its core.
fn core(clause: &str) -> String {
    const AROUND: [&str; 21] = [
        "please", "just", "now", "then", "so", "ok", "okay", "yes", "well", "and", "thanks", "already", "you", "can",
        "could", "let's", "first", "me", "alright", "right", "simply",
    ];
    let mut words: Vec<&str> = clause.split_whitespace().collect();
    while words.first().is_some_and(|word| AROUND.contains(word)) {
        words.remove(0);
    }
    while words.last().is_some_and(|word| AROUND.contains(word)) {
        words.pop();
    }
    words.join(" ")
}

/// The same in Chinese.
fn core_zh(clause: &str) -> &str {
    const BEFORE: [&str; 25] = [
        "好的",
        "好",
        "那就",
        "那",
        "就这些",
        "就这样",
        "就这么",
        "没了",
        "没有了",
        "够了",
        "可以了",
        "可以",
        "行",
        "嗯",
        "现在",
        "直接",
        "赶紧",
        "快点",
        "请",
        "麻烦",
        "你",
        "先",
        "就",
        "开始",
        "动手",
    ];
    const AFTER: [&str; 9] = ["吧", "了", "啊", "呀", "哈", "呗", "好了", "就行", "谢谢"];
    let mut core = clause.trim();
    while let Some(rest) = BEFORE.iter().find_map(|word| core.strip_prefix(word)).filter(|rest| !rest.is_empty()) {
        core = rest.trim_start();
    }
    while let Some(rest) = AFTER.iter().find_map(|word| core.strip_suffix(word)).filter(|rest| !rest.is_empty()) {
        core = rest.trim_end();
    }
    core
}

/// Whether `c` is a Han character, kana or hangul.
pub(super) fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_clause_asks_for_the_draft() {
        for text in [
            "write it",
            "Write it now, please.",
            "that's all, just write it up",
            "OK then give me the draft",
            "写吧",
            "就这些写吧",
            "没别的了，直接写吧",
            "好的，你先写一版",
            "给我草稿",
            "那就开始写吧！",
        ] {
            assert!(wants_draft(text), "{text}");
        }
        for text in [
            "don't write it yet",
            "do not draft it",
            "I wrote it in Go",
            "先别写",
            "还不用写",
            "不要写草稿",
            "这个不好写",
            "写过爬虫",
            "写了，覆盖率80%",
            "write it later",
            "",
        ] {
            assert!(!wants_draft(text), "{text}");
        }
    }

    #[test]
    fn a_rewrite_is_asked_for_and_not_denied() {
        for (text, anew) in [
            ("please rewrite it from scratch", true),
            ("全部重写", true),
            ("don't rewrite it, add the award", false),
            ("不用重写，加一句", false),
            ("add the award", false),
        ] {
            assert_eq!(starts_anew(text), anew, "{text}");
        }
    }

    #[test]
    fn a_refusal_says_no_and_nothing_else() {
        for (text, only) in [
            ("no", true),
            ("No, I don't have any of those certificates.", true),
            ("I never had a team to lead there, sorry", true),
            ("I don’t remember any numbers from that time", true),
            ("没有，我没参加过什么正式的比赛", true),
            ("不是实习，是全职工作", false),
            ("no, but I trained the new people", false),
            ("I don't have 40 people, I have 4", false),
            ("nothing there, I only sold shoes", false),
            ("notes for the team, every week", false),
            ("没有做过后端，只做前端", false),
            ("", false),
        ] {
            assert_eq!(only_denies(text), only, "{text}");
        }
    }

    #[test]
    fn directions_tell_no_fact() {
        let places = ["skills".to_owned(), "技能特长".to_owned()];
        for (text, only) in [
            ("ok now let's go back to the skills section again please", true),
            ("please skip this one and go on with task 2", true),
            ("好的，那我们先回到技能特长那个部分看看吧", true),
            ("I work in the skills lab with 2 people", false),
            ("go back to skills, I also know Rust", false),
            ("回到技能特长，我还会写爬虫", false),
            ("2", false),
        ] {
            assert_eq!(only_steers(text, &places), only, "{text}");
        }
    }
}
