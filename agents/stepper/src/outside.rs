//! Embedding of text from files, the user and the model in a prompt, so that no such text passes for a part of the
//! prompt itself.

use stepgate_json::to_text;

/// Writes text from outside as a marked block, which the text cannot close.
pub(super) fn push_data(out: &mut String, source: &str, text: &str) {
    push_part(out, source, None, text);
}

/// The same for a text of which only these lines are shown.
pub(super) fn push_part(out: &mut String, source: &str, lines: Option<&str>, text: &str) {
    let lines = lines.map_or_else(String::new, |lines| format!(" lines=\"{lines}\""));
    for piece in [
        "<data from=",
        &to_text(&without_block_marks(source)),
        &lines,
        ">\n",
        &without_block_marks(text),
        "\n</data>\n",
    ] {
        out.push_str(piece);
    }
}

/// Writes the user's words after a label. Further lines are indented, so that none looks like a new block.
pub(super) fn push_words(out: &mut String, label: &str, words: &str) {
    for piece in [&one_line(label), ": ", &indented(words), "\n"] {
        out.push_str(piece);
    }
}

/// Trimmed text with every line but the first indented.
pub(super) fn indented(text: &str) -> String {
    text.trim().replace('\n', "\n  ")
}

/// Trimmed text on one line.
pub(super) fn one_line(text: &str) -> String {
    text.trim().replace('\n', " ")
}

/// Text with every heading mark at the start of a line escaped: only the prompt itself has headings.
pub(super) fn without_headings(text: &str) -> String {
    let lines = format!("\n{}", text.trim()).replace("\n#", "\n\\#");
    lines.trim().to_owned()
}

/// Text with every `<` before `data` or `/data` replaced, in any case and spacing.
fn without_block_marks(text: &str) -> String {
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
