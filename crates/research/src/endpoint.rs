use serde_json::Value;

use stepgate_json::Json;

/// A server for searches or for pages, and the form of its answers.
#[derive(Json)]
pub struct Endpoint {
    /// The address, with placeholders: `{query}` and `{limit}` for a search, `{url}` for a page.
    pub url: String,
    /// The headers to send, by name.
    pub headers: Value,
    /// The path to the list of hits in an answer: names with `.` between them. Empty if the answer is the list.
    pub items: String,
    /// The name of a hit's title.
    pub title: String,
    /// The name of a hit's address.
    pub link: String,
    /// The name of the beginning of a hit's text.
    pub snippet: String,
}
