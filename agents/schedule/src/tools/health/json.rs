//! Parts of the answers that both tools share.

use stepgate_json::Writer;

/// Opens an object as a member of the open one.
pub(super) fn open(out: &mut Writer, key: &str) {
    out.key(key);
    out.begin_object();
}

/// Starts an answer.
pub(super) fn begin(tool: &str) -> Writer {
    let mut out = Writer::object();
    out.member("tool", &tool);
    out.member("success", &true);
    out
}

/// Ends an answer.
pub(super) fn end(mut out: Writer) -> String {
    out.member("error", &"");
    out.member("error_code", &"");
    out.end_object();
    out.text()
}
