//! Tools that the host runs: searching the web and reading a page (spec-tools.md 5.10).

use serde_json::Value;

use super::args::Args;
use super::outcome::Failure;
use super::words;
use stepgate_json::Writer;

/// Maximum number of hits of a search.
pub(super) const MOST_HITS: i64 = 20;

/// `web_search`.
pub(super) fn search(args: &Args<'_>) -> Result<Value, Box<Failure>> {
    let query = args.word("query").ok_or_else(|| args.missing("query"))?;
    let mut out = Writer::object();
    out.member("query", &query);
    out.member("limit", &args.count("limit").unwrap_or(5));
    out.optional("domain_allow", &args.words("domain_allow"));
    out.optional("recency_days", &args.count("recency_days"));
    Ok(out.object_value())
}

/// `read_page`.
pub(super) fn read_page(args: &Args<'_>) -> Result<Value, Box<Failure>> {
    let url = args.word("url").ok_or_else(|| args.missing("url"))?;
    if !(url.starts_with("https://") || url.starts_with("http://")) {
        return Err(args.wrong("url", &words::A_URL));
    }
    let mut out = Writer::object();
    out.member("url", &url);
    out.optional("max_chars", &args.count("max_chars"));
    Ok(out.object_value())
}
