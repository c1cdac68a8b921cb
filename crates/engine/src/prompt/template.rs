//! Templates with `{{path}}` placeholders.

use serde_json::Value;

use stepgate_json::to_text;

/// Fills a template: replaces each `{{a.b}}` by the value at that path of `values`.
///
/// Text is inserted unchanged, anything else as compact JSON. An unknown path and `null` insert nothing. Inserted text is not scanned
/// again, so text from a user cannot contain a placeholder. A `{{` without `}}` stays.
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
