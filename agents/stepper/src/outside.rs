//! Words of others in a prompt: of files, of the user, of the model itself. None of them can pass as a part of the prompt.

use stepgate_json::to_text;

/// Text from outside stands in a marked block, which it cannot close.
pub(super) fn push_data(out: &mut String, source: &str, text: &str) {
    for piece in ["<data from=", &to_text(&inert(source)), ">\n", &inert(text), "\n</data>\n"] {
        out.push_str(piece);
    }
}

/// Words of the user's, each further line indented, so that they cannot look like another block.
pub(super) fn push_words(out: &mut String, label: &str, words: &str) {
    for piece in [&one_line(label), ": ", &indented(words), "\n"] {
        out.push_str(piece);
    }
}

/// Further lines of a text are indented.
pub(super) fn indented(text: &str) -> String {
    text.trim().replace('\n', "\n  ")
}

/// A text in one line.
pub(super) fn one_line(text: &str) -> String {
    text.trim().replace('\n', " ")
}

/// A text of which no line is a heading: the headings are the prompt's.
pub(super) fn without_headings(text: &str) -> String {
    let lines = format!("\n{}", text.trim()).replace("\n#", "\n\\#");
    lines.trim().to_owned()
}

/// A text without the marks of a block, however they are written.
fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, piece) in text.split('<').enumerate() {
        let name = piece.trim_start_matches(['/', ' ']);
        let marks = name.get(..4).is_some_and(|name| name.eq_ignore_ascii_case("data"));
        if index > 0 {
            out.push(if marks { '‹' } else { '<' });
        }
        out.push_str(piece);
    }
    out
}
