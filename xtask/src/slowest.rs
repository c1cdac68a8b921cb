//! The tests that took longest, as Node's runner says it.

/// Tests that are named.
const NAMED: usize = 10;

/// The tests that took longest, longest first: seconds and name. A test in a group counts with its group and alone; only the innermost are listed.
pub fn slowest(texts: &[String]) -> Vec<(f64, &str)> {
    let mut all: Vec<(f64, &str)> = texts.iter().flat_map(|text| innermost(text)).collect();
    all.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    all.truncate(NAMED);
    all
}

/// Tests without those that are groups: the line of a group comes after its tests, and is indented less.
fn innermost(text: &str) -> impl Iterator<Item = (f64, &str)> {
    let mut before = 0;
    text.lines().filter_map(timed).filter_map(move |(indent, seconds, name)| {
        let is_group = before > indent;
        before = indent;
        (!is_group).then_some((seconds, name))
    })
}

/// Indentation, seconds and name of a line such as `  ✔ a text is read (12.5ms)`.
fn timed(line: &str) -> Option<(usize, f64, &str)> {
    let body = line.trim_start();
    let rest = body.strip_prefix("✔ ").or_else(|| body.strip_prefix("✖ "))?;
    let (name, time) = rest.strip_suffix("ms)")?.rsplit_once(" (")?;
    Some((line.len() - body.len(), time.parse::<f64>().ok()? / 1000.0, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_tests_are_those_that_took_longest_without_their_groups() {
        let texts = [
            "✔ a (1500.5ms)\n  ✔ b (20ms)\n  ✔ c (ms) (3000ms)\n✔ group (3020ms)\nℹ tests 4\n✔ d\n".to_owned(),
            "✖ e (2000ms)".to_owned(),
        ];
        assert_eq!(slowest(&texts), [(3.0, "c (ms)"), (2.0, "e"), (1.5005, "a"), (0.02, "b")]);
    }
}
