use super::Endpoint;
use stepgate_json::variants;

/// What somebody wants to know of the web.
pub enum Question {
    /// What is there about something?
    Search {
        /// The words that are looked for.
        query: String,
        /// The most hits.
        limit: u32,
        /// Who is asked.
        endpoint: Endpoint,
        /// The most bytes of an answer.
        most: u32,
    },
    /// What does a page say?
    Page {
        /// Its address.
        url: String,
        /// Who is asked.
        endpoint: Endpoint,
        /// The most bytes of an answer.
        most: u32,
    },
}

variants!(Question from Question::Page { url: String::new(), endpoint: Endpoint::blank(), most: 0 } => {
    Search "search" { query, limit, endpoint, most },
    Page "page" { url, endpoint, most },
});
