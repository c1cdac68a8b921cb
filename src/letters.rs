//! Lower case, for comparing names.

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

#[cfg(test)]
mod tests {
    use super::lower;

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
