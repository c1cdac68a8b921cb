//! Character classes, and the full-width forms of ASCII.

/// Whether a character belongs to a word of any script: a letter, a digit, or a mark that combines with one
/// (`char::is_alphanumeric` leaves those marks out).
pub(crate) fn is_word(c: char) -> bool {
    match c {
        '\0'..='\x7f' => c.is_ascii_alphanumeric(),
        '\u{80}'..='©' | '«'..='±' | '´' | '¶'..='¸' | '»' | '¿' | '×' | '÷' => false,
        // General punctuation, currencies, arrows, signs and boxes; then the punctuation of CJK.
        '\u{2000}'..='\u{206f}' | '\u{20a0}'..='\u{20cf}' | '\u{2190}'..='\u{245f}' | '\u{2500}'..='\u{2bff}' => false,
        '\u{2e00}'..='\u{2e7f}' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{30fb}' => false,
        // Private use, emoji, and the punctuation among the compatibility and full-width forms.
        '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe6f}' | '\u{feff}' | '\u{1f000}'..='\u{1faff}' => false,
        '\u{ff00}'..='／' | '：'..='＠' | '［'..='｀' | '｛'..='･' | '\u{ffe0}'..='\u{ffff}' => false,
        _ => true,
    }
}

/// Whether a character belongs to a word and is not a digit.
pub(crate) fn is_letter(c: char) -> bool {
    is_word(c) && !is_numeral(c)
}

/// Whether a character is a digit from 0 to 9, of half or full width.
pub(crate) fn is_numeral(c: char) -> bool {
    matches!(c, '0'..='9' | '０'..='９')
}

/// Whether a character is white space of any kind, or has no width: a joiner, a mark of direction, a soft hyphen.
pub(crate) fn is_blank(c: char) -> bool {
    match c {
        ' ' | '\t'..='\r' => true,
        '\0'..='\x7f' => false,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => true,
        '\u{ad}' | '\u{180e}' | '\u{feff}' => true,
        _ => c.is_whitespace(),
    }
}

/// Characters of a text that show nothing, or change how their neighbours are shown, so that it can be taken for another text: controls, marks
/// of direction, characters without width, fillers, tags. Each stands once. A joiner between two letters that are no ASCII, as Persian and
/// emoji have it, is none.
pub fn hidden_characters(text: &str) -> Vec<char> {
    let (mut found, mut before) = (Vec::new(), 'a');
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let joins = || !before.is_ascii() && rest.as_str().chars().next().is_some_and(|after| !after.is_ascii());
        let is_hidden = if matches!(c, '\u{200c}' | '\u{200d}') { !joins() } else { is_hidden(c) };
        if is_hidden && !found.contains(&c) {
            found.push(c);
        }
        before = c;
    }
    found
}

fn is_hidden(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => false,
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' => true,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' => true,
        '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' => true,
        '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}' => true,
        _ => c.is_control(),
    }
}

/// Whether a character ends a line.
pub(crate) fn is_line_break(c: char) -> bool {
    c == '\n'
}

/// The ASCII form of a full-width letter, digit or sign; any other character itself.
pub(crate) fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    }
}

/// A text with its full-width letters, digits and signs in ASCII.
pub(crate) fn in_half_width(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| out.push(half_width(c)));
    out
}

#[cfg(test)]
mod tests {
    use super::{is_letter, is_numeral, is_word};

    #[test]
    fn letters_and_digits_are_words_and_marks_are_not() {
        let scripts =
            ['\0'..='\u{2af}', 'Ѐ'..='ҁ', 'Ҋ'..='ԯ', 'א'..='ת', 'अ'..='ह', 'ぁ'..='ゖ', '一'..='\u{9fff}', '가'..='힣'];
        for c in scripts.into_iter().flatten() {
            assert_eq!(is_word(c), c.is_alphanumeric(), "{c:?}");
            assert!(!c.is_ascii() || is_letter(c) == c.is_alphabetic() && is_numeral(c) == c.is_numeric());
        }
        for c in "，。、；：？！“”‘’（）【】《》「」『』…—·～￥　＂＇｛｝［］•→√≤😀€\u{200b}\u{feff}".chars()
        {
            assert!(!is_word(c), "{c:?}");
        }
        assert!("１Ａａ９々〇".chars().all(is_word) && "１９".chars().all(is_numeral));
    }
}
