//! Checks that texts quote a source, and finds what no text has quoted (spec.md 4.8).
//!
//! A *phrase* is a run of words with only white space between them. A text quotes the source if each of its phrases stands there,
//! whatever the white space and the letters' case; but digits that were apart are not one number. So no word is added, and words that
//! were apart are not joined to a new statement.

use crate::steering::is_cjk;

/// A letter or digit of a word.
#[derive(Clone, Debug)]
struct Letter {
    /// The letter in lower case.
    letter: char,
    /// Bytes of the text it stands for.
    at: usize,
    end: usize,
    /// Whether a word begins or ends with it. A Han character is a word of its own.
    starts: bool,
    ends: bool,
    /// Whether punctuation stands before it.
    after_mark: bool,
    /// Whether it is the first of its line.
    on_new_line: bool,
}

/// A text that others quote, with a memory of what they have quoted.
#[derive(Clone, Debug)]
pub(super) struct Source<'t> {
    text: &'t str,
    letters: Vec<Letter>,
    quoted: Vec<bool>,
}

impl<'t> Source<'t> {
    pub(super) fn new(text: &'t str) -> Source<'t> {
        let letters = letters(text);
        let quoted = vec![false; letters.len()];
        Source { text, letters, quoted }
    }

    /// Records what `text` quotes, and returns its phrases that do not stand in the source. With `labelled`, a label before the
    /// quotation counts as quoted, too: `Phone` in `Phone: 555`.
    pub(super) fn quote<'q>(&mut self, text: &'q str, labelled: bool) -> Vec<&'q str> {
        let letters = letters(text);
        let phrases = letters.chunk_by(|_, next| !next.after_mark && !next.on_new_line);
        phrases.filter(|phrase| !self.mark(phrase, labelled)).filter_map(|phrase| slice(text, phrase)).collect()
    }

    /// Records each place where `phrase` stands; false if there is none.
    fn mark(&mut self, phrase: &[Letter], labelled: bool) -> bool {
        let places = self.letters.windows(phrase.len().max(1)).enumerate();
        let places: Vec<usize> = places.filter(|(_, window)| stands_in(phrase, window)).map(|(at, _)| at).collect();
        for &at in &places {
            let from = if labelled { self.label_before(at) } else { at };
            self.quoted.iter_mut().take(at + phrase.len()).skip(from).for_each(|quoted| *quoted = true);
        }
        !places.is_empty()
    }

    /// Index of the first letter of the label before the letter `at`; without a label, `at`.
    fn label_before(&self, at: usize) -> usize {
        let (before, after) = self.letters.split_at(at.min(self.letters.len()));
        let (Some(last), Some(next)) = (before.last(), after.first()) else { return at };
        let between = stepgate_json::slice(self.text, last.end..next.at);
        if next.on_new_line || !between.contains([':', '：']) {
            return at;
        }
        before.iter().rposition(|letter| letter.after_mark || letter.on_new_line).unwrap_or(0)
    }

    /// The parts of the lines that were not quoted, one for each line.
    pub(super) fn rest(&self) -> Vec<&'t str> {
        let letters: Vec<(&Letter, bool)> = self.letters.iter().zip(self.quoted.iter().copied()).collect();
        let lines = letters.chunk_by(|_, (next, _)| !next.on_new_line);
        let part = |line: &[(&Letter, bool)]| {
            let mut missing = line.iter().filter(|(_, quoted)| !quoted).map(|(letter, _)| *letter);
            let first = missing.next()?;
            self.text.get(first.at..missing.next_back().unwrap_or(first).end)
        };
        lines.filter_map(part).collect()
    }
}

fn stands_in(phrase: &[Letter], window: &[Letter]) -> bool {
    let is_same = |(one, other): (&Letter, &Letter)| one.letter == other.letter;
    phrase.iter().zip(window).all(is_same)
        && phrase.windows(2).zip(window.windows(2)).all(|(one, other)| divides(one) == divides(other))
        && window.first().is_some_and(|first| first.starts)
        && window.last().is_some_and(|last| last.ends)
        && window.iter().skip(1).all(|letter| !letter.after_mark)
}

/// Whether white space stands between two digits.
fn divides(pair: &[Letter]) -> bool {
    pair.iter().all(|letter| letter.letter.is_numeric()) && pair.last().is_some_and(|last| last.starts)
}

fn slice<'t>(text: &'t str, letters: &[Letter]) -> Option<&'t str> {
    text.get(letters.first()?.at..letters.last()?.end)
}

/// The letters of all words of `text`.
fn letters(text: &str) -> Vec<Letter> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let char_at = |index: usize| chars.get(index).map(|&(_, c)| c);
    let before = |index: usize| index.checked_sub(1).and_then(char_at);
    let is_of_word = |index: usize| char_at(index).is_some_and(|c| is_of_word(before(index), c, char_at(index + 1)));
    let joins = |index: usize| is_of_word(index) && char_at(index).is_some_and(|c| !is_cjk(c));
    let mut letters: Vec<Letter> = Vec::new();
    let (mut after_mark, mut on_new_line) = (false, true);
    for (index, &(at, c)) in chars.iter().enumerate() {
        if !is_of_word(index) {
            let is_line_end = |c| matches!(c, None | Some('\n'));
            let divides_a_word = c == '-' && is_line_end(char_at(index + 1));
            on_new_line |= c == '\n';
            after_mark |= !c.is_whitespace() && !divides_a_word;
            continue;
        }
        let starts = is_cjk(c) || !index.checked_sub(1).is_some_and(joins);
        let ends = is_cjk(c) || !joins(index + 1);
        let end = at + c.len_utf8();
        let count = c.to_lowercase().count();
        for (number, letter) in (1..).zip(c.to_lowercase()) {
            let (starts, ends) = (starts && number == 1, ends && number == count);
            letters.push(Letter { letter, at, end, starts, ends, after_mark, on_new_line });
            (after_mark, on_new_line) = (false, false);
        }
    }
    letters
}

/// Whether `c` is part of a word: a letter, a digit, or a sign that belongs to one, as in `3.5`, `1,000`, `50%`, `C#` and `10+`.
fn is_of_word(before: Option<char>, c: char, after: Option<char>) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    match c {
        '.' | ',' => digit(before) && digit(after),
        '%' | '％' | '‰' => letter(before),
        '+' | '#' => letter(before) && !letter(after),
        _ => c.is_alphanumeric(),
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    fn foreign(source: &str, text: &str) -> String {
        Source::new(source).quote(text, false).join("|")
    }

    #[test]
    fn phrases_stand_in_the_source_or_are_foreign() {
        for (source, text, found) in [
            ("Led a team of 12, saved 30%", "led  a TEAM of 12", ""),
            ("Led a team of 12, saved 30%", "Led a team of 20", "Led a team of 20"),
            ("Led a team of 12, saved 30%", "12 saved", "12 saved"),
            ("import", "port", "port"),
            ("grew by 2012", "12", "12"),
            ("3.8 of 4", "38", "38"),
            ("3.8 of 4", "8", "8"),
            ("cut 30% of cost", "30", "30"),
            ("C#, C++", "C", "C"),
            ("负责订单系统的开\n发", "负责订单系统的开发", ""),
            ("负责订单系统", "负责支付系统", "负责支付系统"),
            ("使用Vue3开发", "使用 Vue 3 开发", ""),
            ("• one\n• two", "one two", "one two"),
            ("• one\n• two", "one\ntwo", ""),
            ("soft-\nware develop-\nment", "software development", ""),
            ("full-\nstack", "full-stack", ""),
            ("Dean’s list", "Dean's list", ""),
            ("2019–2021", "2019", ""),
            ("1 2", "12", "12"),
            ("12", "1 2", "1 2"),
            ("x", "", ""),
            ("", "x", "x"),
        ] {
            assert_eq!(foreign(source, text), found, "{text} in {source}");
        }
    }

    #[test]
    fn the_rest_is_what_no_text_quotes() {
        let mut source = Source::new("Jane Doe\nPhone: 555, Berlin\nLed the team. Saved 30% of cost.\nPage 1 of 2");
        for text in ["jane doe", "Led the team"] {
            source.quote(text, false);
        }
        assert_eq!(source.rest(), ["Phone: 555, Berlin", "Saved 30% of cost", "Page 1 of 2"]);
        source.quote("555", true);
        assert_eq!(source.rest(), ["Berlin", "Saved 30% of cost", "Page 1 of 2"]);
    }
}
