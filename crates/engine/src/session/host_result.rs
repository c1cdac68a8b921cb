//! Results of the host's tools, with their images and files.

use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::tool::ToolResult;

/// The result of a call that the host made.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HostResult {
    pub(super) result: ToolResult,
    /// Images and files beside it.
    pub(super) parts: Vec<FilePart>,
}

impl HostResult {
    /// The results with their files, of which there is one list for each result, or none at all.
    pub(super) fn all(results: Vec<ToolResult>, parts: Vec<Vec<FilePart>>) -> Vec<HostResult> {
        let lists = parts.into_iter().chain(std::iter::repeat_with(Vec::new));
        results.into_iter().zip(lists).map(|(result, parts)| HostResult { result, parts }).collect()
    }

    /// The results and their lists of files; no lists if all are empty.
    pub(super) fn apart(all: Vec<HostResult>) -> (Vec<ToolResult>, Vec<Vec<FilePart>>) {
        let (results, parts): (Vec<_>, Vec<Vec<_>>) = all.into_iter().map(|one| (one.result, one.parts)).unzip();
        let has_files = parts.iter().any(|list| !list.is_empty());
        (results, if has_files { parts } else { Vec::new() })
    }
}

impl From<ToolResult> for HostResult {
    fn from(result: ToolResult) -> Self {
        HostResult { result, parts: Vec::new() }
    }
}
