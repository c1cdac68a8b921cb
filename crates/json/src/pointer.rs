//! JSON pointers, by RFC 6901.

/// Appends a member name or an index to a JSON pointer: `/` and the escaped step (`~0` for `~`, `~1` for `/`).
pub fn push_step(path: &mut String, step: &str) {
    path.push('/');
    if !step.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        return path.push_str(step);
    }
    for c in step.chars() {
        match c {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            _ => path.push(c),
        }
    }
}
