//! Globs for the texts of arguments, such as `src/**`.
//!
//! A glob has parts between slashes. `?` stands for one character of a part, `*` for one or more, and a part `**` for any number of parts; at
//! the end, for at least one. All other characters stand for themselves, in their case. A part that has a wildcard or is one must be plain
//! ([`is_plain`]): nothing that leads elsewhere, or is read as another name by a file system, a server or a person. What `?` and `*` stand for
//! has no character that ends a name ([`ends_name`]), and no second `@`: `*@firma.de` is one address, and nothing beside it.

use stepgate_reply::hidden_characters;

/// The fault of a glob, in words that follow "must be".
pub(crate) fn fault(glob: &str) -> Option<&'static str> {
    let is_wild = |part: &&str| part.contains("**") && *part != "**";
    if glob.contains('\\') || has_invisible(glob) {
        return Some("a glob without backslashes and invisible characters; { \"is\": text } is for one exact text");
    }
    glob.split('/').any(|part| is_wild(&part)).then_some("a glob in which ** stands alone between slashes")
}

/// Whether a text is one of those that a glob stands for. The time it takes grows with the product of both lengths at most.
pub(crate) fn fits(glob: &str, text: &str) -> bool {
    if !glob.contains(['*', '?']) {
        return glob == text;
    }
    let mut parts: Vec<Part> = glob.split('/').map(Part::of).collect();
    if matches!(parts.last(), Some(Part::Many)) {
        parts.push(Part::One);
    }
    let texts: Vec<&str> = text.split('/').collect();
    all_fit(&parts, &texts, |part| matches!(part, Part::Many), Part::fits, |text| is_plain(text))
}

/// A part of a glob.
enum Part<'a> {
    /// Any number of plain parts.
    Many,
    /// One plain part.
    One,
    /// A part that is so, with its wildcards.
    Like(&'a str),
}

impl<'a> Part<'a> {
    fn of(part: &'a str) -> Self {
        match part {
            "**" => Part::Many,
            part => Part::Like(part),
        }
    }

    fn fits(&self, text: &&str) -> bool {
        match self {
            Part::Many | Part::One => is_plain(text),
            Part::Like(part) if part.contains(['*', '?']) => {
                let ats = |text: &str| text.matches(is_at).count();
                is_plain(text) && ats(text) <= ats(part).max(1) && wildcards_fit(part, text)
            }
            Part::Like(part) => part == text,
        }
    }
}

fn wildcards_fit(part: &str, text: &str) -> bool {
    // At least one character for each `*`.
    let part: Vec<char> = part.replace('*', "?*").chars().collect();
    let chars: Vec<char> = text.chars().collect();
    let may_take = |c: &char| !ends_name(*c);
    all_fit(&part, &chars, |c| *c == '*', |c, of| (*c == '?' && may_take(of)) || c == of, may_take)
}

/// Fits items to patterns, of which some stand for any number of items. The last of these that was met takes one item more where the rest
/// does not fit.
fn all_fit<P, T>(
    patterns: &[P],
    items: &[T],
    is_any: impl Fn(&P) -> bool,
    fits: impl Fn(&P, &T) -> bool,
    may_take: impl Fn(&T) -> bool,
) -> bool {
    let (mut at, mut item) = (0, 0);
    // Place behind the last pattern for any number, and the first item that it has not taken.
    let mut last: Option<(usize, usize)> = None;
    while item < items.len() || at < patterns.len() {
        match (patterns.get(at), items.get(item)) {
            (Some(pattern), _) if is_any(pattern) => {
                at += 1;
                last = Some((at, item));
            }
            (Some(pattern), Some(found)) if fits(pattern, found) => (at, item) = (at + 1, item + 1),
            _ => {
                let Some((behind, taken)) = last.filter(|(_, taken)| items.get(*taken).is_some_and(&may_take)) else {
                    return false;
                };
                last = Some((behind, taken + 1));
                (at, item) = (behind, taken + 1);
            }
        }
    }
    true
}

/// Whether a part is a name that every reader takes as it stands: it is not empty, has no backslash or another sign for a slash or a dot, no
/// percent code, no invisible character, no space at its ends, and does not end in a dot, as `..` does.
fn is_plain(part: &str) -> bool {
    !part.is_empty()
        && !part.ends_with('.')
        && part.trim() == part
        && !part.contains(is_disguise)
        && !has_percent_code(part)
        && !has_invisible(part)
}

fn is_at(c: char) -> bool {
    matches!(c, '@' | '\u{ff20}' | '\u{fe6b}')
}

/// Whether a character ends a name, so that another one may follow: white space, a comma, a semicolon, a quote or a bracket, in any width.
fn ends_name(c: char) -> bool {
    c.is_whitespace()
        || ",;<>()[]{}\"'`´，；、﹐﹔﹑､＜＞（）［］｛｝＂＇｀‘’‚‛“”„‟‹›«»〈〉《》「」『』【】〔〕〖〗｢｣".contains(c)
}

/// Whether a character is read as a slash or a dot by some programs, or looks like one.
fn is_disguise(c: char) -> bool {
    matches!(
        c,
        '\\' | '\u{2024}'
            | '\u{2025}'
            | '\u{2044}'
            | '\u{2215}'
            | '\u{29f5}'
            | '\u{29f8}'
            | '\u{fe52}'
            | '\u{fe68}'
            | '\u{ff0e}'
            | '\u{ff0f}'
            | '\u{ff3c}'
    )
}

fn has_percent_code(part: &str) -> bool {
    part.as_bytes()
        .windows(3)
        .any(|code| matches!(code, [b'%', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit()))
}

fn has_invisible(text: &str) -> bool {
    text.chars().any(char::is_control) || !hidden_characters(text).is_empty()
}

#[cfg(test)]
mod tests {
    use super::{fault, fits};

    #[test]
    fn a_glob_stands_for_texts_below_its_place_and_for_no_others() {
        for (glob, text, expected) in [
            ("src/**", "src/a.md", true),
            ("src/**", "src/a/b.md", true),
            ("src/**", "src", false),
            ("src/**", "srcs/a", false),
            ("src/**", "lib/a.md", false),
            ("src/*", "src/a.md", true),
            ("src/*", "src/a/b.md", false),
            ("src/**/*.md", "src/a.md", true),
            ("src/**/*.md", "src/a/b/c.md", true),
            ("src/**/*.md", "src/a/b/c.js", false),
            ("**/x/**/y", "a/x/b/x/c/y", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("*@firma.de", "ann@firma.de", true),
            ("*@firma.de", "ann@firma.de.evil.com", false),
            ("https://shop.de/**", "https://shop.de/a/b", true),
            ("文件/**", "文件/报告.md", true),
            ("src/a.md", "src/a.md", true),
            ("src/a.md", "src/A.md", false),
            ("*", "", false),
            ("**", "/etc/passwd", false),
            ("/home/**", "/home/a", true),
            ("src/**", "src/my notes (1), old.md", true),
            ("src/**/*.md", "src/my notes/a.md", true),
            ("@scope/*", "@scope/a", true),
            ("*@*", "ann@firma.de", true),
            ("*", "ann@firma.de", true),
            ("a*", "a", false),
            ("a?", "a,", false),
            ("*, *", "a, b", true),
        ] {
            assert_eq!(fits(glob, text), expected, "{glob} {text}");
        }
    }

    #[test]
    fn no_hostile_path_is_below_a_place() {
        for text in [
            "src/../secret",
            "src/a/../../secret",
            "src/..",
            "src/.",
            "src//secret",
            "src/",
            "/src/a",
            "./src/a",
            "../src/a",
            "src\\..\\secret",
            "src/..\\secret",
            "SRC/a",
            "Src/a",
            "src/...",
            "src/.. /secret",
            "src/a.",
            "src/a ",
            "src/ a",
            "src/a./b",
            "src/%2e%2e/secret",
            "src/%2E%2E%2Fsecret",
            "src/%252e%252e/secret",
            "src/\u{202e}gnp.exe",
            "src/a\u{200b}b",
            "src/\u{200b}..",
            "s\u{200b}rc/a",
            "src/\u{feff}a",
            "src/a\u{0}b",
            "src/a\nb",
            "src/\u{ff0e}\u{ff0e}/secret",
            "src/a\u{ff0f}..\u{ff0f}b",
            "src/a\u{2215}b",
            "src\u{2215}a",
            "ѕrc/a",
            "src/\u{2025}/secret",
        ] {
            assert!(!fits("src/**", text), "{text:?}");
            assert!(!fits("src/*", text), "{text:?}");
        }
    }

    #[test]
    fn a_wildcard_stands_for_one_name_and_nothing_beside_it() {
        for text in [
            "@firma.de",
            "eve@evil.example,ann@firma.de",
            "eve,ann@firma.de",
            "eve ann@firma.de",
            "eve\u{3000}ann@firma.de",
            "eve;ann@firma.de",
            "eve；ann@firma.de",
            "eve、ann@firma.de",
            "\"eve\"@firma.de",
            "“eve”@firma.de",
            "'eve'@firma.de",
            "eve>@firma.de",
            "Eve<ann@firma.de",
            "(eve)ann@firma.de",
            "[eve]@firma.de",
            "{eve}@firma.de",
            "eve@evil.example@firma.de",
            "eve＠evil@firma.de",
        ] {
            assert!(!fits("*@firma.de", text), "{text:?}");
        }
    }

    #[test]
    fn a_long_text_that_does_not_fit_ends_soon() {
        let glob = "a/**/".repeat(200) + &"a*".repeat(200) + "b";
        let text = "a/".repeat(500) + &"a".repeat(20_000);
        assert!(!fits(&glob, &text));
    }

    #[test]
    fn a_glob_that_would_not_mean_what_it_says_is_a_fault() {
        for glob in ["src\\**", "src/**.md", "a**", "s\u{200b}rc/*"] {
            assert!(fault(glob).is_some(), "{glob}");
        }
        for glob in ["src/**", "*.md", "a?", "", "src/[ab]"] {
            assert_eq!(fault(glob), None, "{glob}");
        }
    }
}
