//! Letters: which characters they are, and their lower case.

/// `text` in lower case, letter by letter: see [`lower`].
pub(crate) fn lower_case(text: &str) -> String {
    text.chars().map(lower).collect()
}

/// The lower case of a Latin (with accents), Greek, Cyrillic or full-width letter; other characters as they are. The
/// table for all scripts would be 5 kB of the wasm.
pub(crate) fn lower(c: char) -> char {
    let code = u32::from(c);
    let lower = match c {
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'Α'..='Ρ' | 'Σ'..='Ϋ' | 'А'..='Я' | 'Ａ'..='Ｚ' => code + 32,
        'Ѐ'..='Џ' => code + 80,
        // Pairs of capital and small letter, in either order.
        'Ā'..='į' | 'Ĳ'..='ķ' | 'Ŋ'..='ŷ' => code | 1,
        'Ĺ'..='ň' | 'Ź'..='ž' => code + (code & 1),
        'Ÿ' => u32::from('ÿ'),
        _ => code,
    };
    char::from_u32(lower).unwrap_or(c)
}

/// Whether a character is a letter or a digit, of any script: what is neither ASCII nor among the blocks of punctuation,
/// signs and pictures. (The tables for just that would be 4 kB of the wasm.)
pub(crate) fn is_word(c: char) -> bool {
    match c {
        '\0'..='\x7f' => c.is_ascii_alphanumeric(),
        '\u{80}'..='©' | '«'..='±' | '´' | '¶'..='¸' | '»' | '¿' | '×' | '÷' => false,
        // General punctuation, currencies, arrows, signs, boxes, and what CJK has of these.
        '\u{2000}'..='\u{206f}' | '\u{20a0}'..='\u{20cf}' | '\u{2190}'..='\u{245f}' | '\u{2500}'..='\u{2bff}' => false,
        '\u{2e00}'..='\u{2e7f}' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{30fb}' => false,
        // What is of no script, and the marks among the compatible and full-width forms.
        '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe6f}' | '\u{feff}' | '\u{1f000}'..='\u{1faff}' => false,
        '\u{ff00}'..='／' | '：'..='＠' | '［'..='｀' | '｛'..='･' | '\u{ffe0}'..='\u{ffff}' => false,
        _ => true,
    }
}

/// Whether a character is a letter: a word's that is no digit.
pub(crate) fn is_letter(c: char) -> bool {
    is_word(c) && !is_numeral(c)
}

/// Whether a character is one of the ten digits, of half or full width.
pub(crate) fn is_numeral(c: char) -> bool {
    matches!(c, '0'..='9' | '０'..='９')
}

/// White space of any kind, and marks of no width: joiners, marks of direction, soft hyphens.
pub(crate) fn is_blank(c: char) -> bool {
    match c {
        ' ' | '\t'..='\r' => true,
        '\0'..='\x7f' => false,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => true,
        '\u{ad}' | '\u{180e}' | '\u{feff}' => true,
        _ => c.is_whitespace(),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_letter, is_numeral, is_word, lower};

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

    /// The whole table, for the blocks it covers.
    #[test]
    fn it_is_the_lower_case_of_its_scripts() {
        let blocks = ['\u{0}'..='\u{17e}', '\u{391}'..='\u{3c9}', '\u{400}'..='\u{45f}', '\u{ff01}'..='\u{ff5e}'];
        // The dotted capital İ becomes two characters.
        for c in blocks.into_iter().flatten().filter(|c| *c != 'İ') {
            assert_eq!(Some(lower(c)), c.to_lowercase().next(), "{c:?}");
        }
    }
}
