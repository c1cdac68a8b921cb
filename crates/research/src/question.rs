use super::endpoint::Endpoint;
use stepgate_json::Json;

/// A question to the web.
#[derive(Json)]
pub enum Question {
    /// A search.
    Search {
        /// The words to search for.
        query: String,
        /// The greatest number of hits.
        limit: u32,
        /// The server to ask.
        endpoint: Endpoint,
        /// The greatest number of bytes of an answer.
        most: u32,
    },
    /// The text of a page.
    Page {
        /// The address of the page.
        url: String,
        /// The server to ask.
        endpoint: Endpoint,
        /// The greatest number of bytes of an answer.
        most: u32,
    },
}
