//! Templates: `{{path}}` and nothing more.

use serde_json::Value;

use stepgate_json::to_text;

/// `template` with every `{{a.b}}` replaced by the value at that path of `values`.
///
/// Text is inserted as it is, anything else as compact JSON; an unknown path and `null` render empty. What was inserted is
/// never read again, so text from a user cannot name a placeholder. A `{{` that is never closed stays as it is written.
pub fn render(template: &str, values: &Value) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, opened)) = rest.split_once("{{") {
        let Some((path, after)) = opened.split_once("}}") else { break };
        out.push_str(before);
        insert(&mut out, at(values, path.trim()));
        rest = after;
    }
    out.push_str(rest);
    out
}

fn at<'v>(values: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(values, |value, name| value.get(name))
}

fn insert(out: &mut String, value: Option<&Value>) {
    match value {
        None | Some(Value::Null) => {}
        Some(Value::String(text)) => out.push_str(text),
        Some(other) => out.push_str(&to_text(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::render;
    use serde_json::json;

    #[test]
    fn fills_paths_once() {
        let values = json!({ "a": { "b": "x{{n}}" }, "n": 3, "none": null });
        for (template, text) in [
            ("{{a.b}}-{{ n }}", "x{{n}}-3"),
            ("[{{none}}{{a.c}}{{n.m}}]", "[]"),
            ("no {placeholder} here", "no {placeholder} here"),
            ("open {{n", "open {{n"),
            ("{{a}}", "{\"b\":\"x{{n}}\"}"),
        ] {
            assert_eq!(render(template, &values), text, "{template}");
        }
    }
}
