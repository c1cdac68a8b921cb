//! The addresses of requests to endpoints.

/// The address of a search: the endpoint with the encoded `query` in the place of `{query}`, or at the end, and `limit` in the place of
/// `{limit}`.
pub fn finding(endpoint: &str, query: &str, limit: u32) -> String {
    let query = encoded(query);
    filled(&endpoint.replace("{limit}", &limit.to_string()), "{query}", &query, &query)
}

/// The address for reading a page: the endpoint with the encoded `page` in the place of `{url}`, or at the end, not encoded.
pub fn reading(endpoint: &str, page: &str) -> String {
    filled(endpoint, "{url}", &encoded(page), page)
}

fn filled(endpoint: &str, place: &str, inside: &str, behind: &str) -> String {
    if endpoint.contains(place) {
        endpoint.replace(place, inside)
    } else {
        [endpoint, behind].concat()
    }
}

/// Whether an address begins with `http://` or `https://`.
pub fn is_http(url: &str) -> bool {
    let scheme = url.split_once("://").map_or(url, |(scheme, _)| scheme);
    scheme.len() < url.len() && ["http", "https"].iter().any(|http| scheme.eq_ignore_ascii_case(http))
}

/// Percent-encodes a text for any part of an address, so that no character can end that part.
fn encoded(text: &str) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
            continue;
        }
        out.push('%');
        for digit in [byte >> 4, byte & 15] {
            out.extend(HEX.get(usize::from(digit)).map(|&hex| char::from(hex)));
        }
    }
    out
}
