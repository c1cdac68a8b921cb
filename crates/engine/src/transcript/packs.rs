//! The packs of tools that the model has opened in a thread, by the records.

use serde_json::Value;

use crate::transcript::entries::Transcript;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::pack::PackTools;
use crate::vocabulary::tool::ToolResult;

impl Transcript {
    /// Names of the packs that were opened in a thread and not closed since.
    pub(crate) fn open_packs(&self, thread: u32, names: PackTools) -> Vec<String> {
        let mut open: Vec<String> = Vec::new();
        for stored in self.thread(thread) {
            let Entry::Tool { name, args, result: ToolResult::Ok(_), .. } = &stored.entry else { continue };
            if *name == names.open || *name == names.close {
                let packs = packs_of(args);
                open.retain(|known| !packs.contains(&known.as_str()));
                if *name == names.open {
                    open.extend(packs.into_iter().map(str::to_owned));
                }
            }
        }
        open
    }
}

/// The packs in the arguments of a call that opens or closes some.
pub(crate) fn packs_of(args: &Value) -> Vec<&str> {
    args.get("packs").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}
