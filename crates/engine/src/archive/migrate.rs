//! Migration of older formats.

use serde_json::{Map, Value};

use crate::archive::settings::Settings;
use crate::archive::snapshot::{Snapshot, FORMAT, MEMORY, SETTINGS};
use stepgate_json::{self as json, from_text, value};
use stepgate_reply::{Error, Kind};

impl Snapshot {
    /// Converts a snapshot of an older format to today's.
    ///
    /// # Errors
    /// [`Kind::Version`] for a newer format; a snapshot of format 1 without a memory.
    pub(crate) fn in_todays_format(mut self) -> Result<Self, Error> {
        match self.format {
            FORMAT => Ok(self),
            // Each format adds to the one before and is read as it is: 3 more kinds of entries, 4 a shorter form of entries, 5 names in
            // place of unchanged parts, 6 checksums, 7 several calls on an approval, 8 a shorter head,
            // and codes of corrections and cues.
            2..FORMAT => {
                let mut head: Value = from_text("/head", &self.head)?;
                ["/waiting", "/standing/waiting", "/turn/waiting"].iter().for_each(|at| ask_about_a_run(&mut head, at));
                shorten(&mut head);
                self.head = json::to_text(&head);
                self.format = FORMAT;
                Ok(self)
            }
            1 => self.format_1_to_today(),
            newer => {
                let text =
                    format!("this build reads formats 1 to {FORMAT}, the snapshot has {newer}; update, or export it");
                Err(Kind::Version.at("/format", text))
            }
        }
    }

    /// Converts format 1, which had the memory and the settings inside the head.
    fn format_1_to_today(mut self) -> Result<Self, Error> {
        let mut head: Map<String, Value> = from_text("/head", &self.head)?;
        let memory = head.shift_remove(MEMORY).ok_or_else(|| Kind::Malformed.at("/head/memory", "is missing"))?;
        let settings: Settings = from_text("/head", &self.head)?;
        self.parts.insert(MEMORY.to_owned(), json::to_text(&memory));
        self.parts.insert(SETTINGS.to_owned(), json::to_text(&settings));
        self.head = json::to_text(&head);
        self.format = 2;
        self.in_todays_format()
    }
}

/// Puts an approval into the form of format 7: it has a run, of which one call waits.
fn ask_about_a_run(head: &mut Value, at: &str) {
    let Some(approval) = head.pointer_mut(at).and_then(|waiting| waiting.get_mut("approval")) else { return };
    let [what, preview, then] = ["what", "preview", "then"].map(|name| approval.get_mut(name).map(Value::take));
    if let (Some(approval), Some(what)) = (approval.as_object_mut(), what) {
        let call = value! { "call": what, "waits": true, "asked": true, "preview": preview };
        approval.retain(|name, _| name == "call");
        approval.insert("run".into(), value! { "calls": vec![call], "then": then, "key": 0u32 });
    }
}

/// Puts the head into the form of format 8: the stage before the turn stands beside the turn, checksums are a list of 32 bits each.
fn shorten(head: &mut Value) {
    let Some(head) = head.as_object_mut() else { return };
    let stage = head.get_mut("turn").and_then(Value::as_object_mut).and_then(|turn| turn.shift_remove("stage"));
    if let Some(stage) = stage {
        head.insert("turn_stage".into(), stage);
    }
    if let Some(checks) = head.get_mut("checks") {
        let half = |name: &str| checks.get(name).and_then(Value::as_u64).map_or(0, |check| check as u32);
        *checks = json::to_value(&["entries", "chain", "parts", "before"].map(half).to_vec());
    }
}
