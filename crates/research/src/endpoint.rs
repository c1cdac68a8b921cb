use serde_json::Value;

use stepgate_json::object;

/// A server that is asked, and how its answers are read.
pub struct Endpoint {
    /// Its address, with places for what is asked: `{query}` and `{limit}`, or `{url}`.
    pub url: String,
    /// Headers to send, by name.
    pub headers: Value,
    /// Where the list of hits is in an answer: names with `.` between them; empty: the answer is the list.
    pub items: String,
    /// What the title of a hit is called.
    pub title: String,
    /// What the address of a hit is called.
    pub link: String,
    /// What the beginning of a hit's text is called.
    pub snippet: String,
}

object!(Endpoint { url, headers, items, title, link, snippet });
