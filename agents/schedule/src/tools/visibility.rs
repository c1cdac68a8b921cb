//! Visibility of tools by their domain and pack (spec-tools.md 2.2).

use super::context::{Active, ContextAction};
use super::domain::Pack;
use super::spec::ToolSpec;
use super::table::TOOLS;
use stepgate_json::Json;

/// Whether the model must open tools before it sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Visibility {
    /// Only open tools are visible.
    #[default]
    Dynamic,
    /// All tools are visible.
    All,
}

impl Active {
    /// Whether a tool is visible.
    pub fn shows(&self, tool: &ToolSpec, visibility: Visibility) -> bool {
        let open = tool
            .domain
            .is_none_or(|domain| self.has(domain) && (tool.pack == Pack::Core || self.packs.contains(&tool.pack)));
        open || visibility == Visibility::All
    }

    /// Visible tools, in the order of [`TOOLS`].
    pub fn visible(&self, visibility: Visibility) -> impl Iterator<Item = &'static ToolSpec> + '_ {
        TOOLS.iter().filter(move |tool| self.shows(tool, visibility))
    }
}

impl ContextAction {
    /// Action that opens `tool`; `None` if it is always open.
    pub fn opens(tool: &ToolSpec) -> Option<ContextAction> {
        let packs = if tool.pack == Pack::Core { Vec::new() } else { vec![tool.pack] };
        Some(ContextAction::Activate { domain: tool.domain?, packs, merge: true })
    }
}
