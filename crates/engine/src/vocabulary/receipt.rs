//! The record of a write.

use serde_json::Value;

use crate::vocabulary::tool::ToolError;
use stepgate_json::Json;

/// The record of a write.
#[derive(Clone, Debug, PartialEq, Json)]
#[json(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Receipt {
    /// Number of the block that has the result.
    pub block: u32,
    /// Name of the tool.
    pub name: String,
    /// The arguments with which it ran.
    pub args: Value,
    /// Whether it succeeded.
    pub ok: bool,
    /// Why not.
    #[json(optional)]
    pub error: Option<ToolError>,
    /// The host's clock when the result came, in milliseconds.
    pub at_ms: u64,
}
