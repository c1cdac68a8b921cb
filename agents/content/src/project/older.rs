//! Migration of memories that older versions of the agent saved.

use serde_json::Value;

use stepgate_engine::{Error, Kind};
use stepgate_json::value;

/// Migrates a memory of version 1. There the creator, the evaluation and the suggestions were members of the memory. Texts that are
/// parts of their own today were members too; reading the memory still accepts those.
///
/// # Errors
/// `version`, if the memory was saved in the middle of an operation: its stack of work had another form.
pub(crate) fn migrated(mut memory: Value) -> Result<Value, Error> {
    let Value::Object(members) = &mut memory else { return Ok(memory) };
    if members.shift_remove("work").is_some() {
        let text = "version 1 of content saved this in the middle of an operation, which this build cannot go on with";
        return Err(Error::new(Kind::Version, "/parts/memory/work", text));
    }
    let mut take = |key| members.shift_remove(key).unwrap_or_default();
    let creator = take("creator_profile");
    let evaluation = take("evaluation");
    let suggestions = members.shift_remove("suggestions").unwrap_or_else(|| Value::Array(Vec::new()));
    members.insert("golden".into(), value! { "creator": creator });
    members.insert("judgement".into(), value! { "evaluation": evaluation, "suggestions": suggestions });
    if let Some(Value::Object(project)) = members.get_mut("project") {
        for (key, value) in [("parent", Value::Null), ("note", "".into())] {
            if !project.contains_key(key) {
                project.insert(key.to_owned(), value);
            }
        }
    }
    Ok(memory)
}
