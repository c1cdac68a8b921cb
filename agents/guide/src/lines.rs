//! Splits a draft into the entries of a list (spec.md 5.2).

/// Returns the lines of `content` without list and heading markers, blank lines and code fences. If no line is left, the
/// result is the trimmed content as one line. `3.5 days` and `-5%` stay whole: they only look like markers.
pub fn lines(content: &str) -> Vec<String> {
    let lines: Vec<String> = content
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("```"))
        .map(|line| without_marker(line).trim())
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect();
    if lines.is_empty() {
        vec![content.trim().to_owned()]
    } else {
        lines
    }
}

fn without_marker(line: &str) -> &str {
    bulleted(line).or_else(|| numbered(line)).or_else(|| heading(line)).unwrap_or(line)
}

fn heading(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    let is_marker = (1..=6).contains(&(line.len() - rest.len())) && rest.starts_with(' ');
    is_marker.then_some(rest)
}

fn bulleted(line: &str) -> Option<&str> {
    let mut chars = line.chars();
    let bullet = chars.next().filter(|c| matches!(c, '-' | '•' | '*' | '·'))?;
    let rest = chars.as_str();
    let next = chars.next();
    let is_marker = match (bullet, next) {
        (_, Some(c)) if c.is_whitespace() => true,
        ('•' | '·', _) => true,
        ('-', Some(c)) => !c.is_ascii_digit() && c != '-',
        ('-', None) => true,
        _ => false,
    };
    is_marker.then_some(rest)
}

fn numbered(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = line.len() - rest.len();
    let rest = rest.strip_prefix(['.', '、', ')', '）'])?;
    let is_marker = (1..=2).contains(&digits) && !rest.starts_with(|c: char| c.is_ascii_digit());
    is_marker.then_some(rest)
}
