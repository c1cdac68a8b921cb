//! The addresses that are asked.

/// The address that finds `query`: it is put in for `{query}`, encoded, or else behind the endpoint's; `limit` for `{limit}`.
pub fn finding(endpoint: &str, query: &str, limit: u32) -> String {
    let query = encoded(query);
    filled(&endpoint.replace("{limit}", &limit.to_string()), "{query}", &query, &query)
}

/// The address that reads `page`: it is put in for `{url}`, encoded, or else behind the endpoint's, as it is.
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

/// Whether an address is one of http(s), with a host.
pub fn is_http(url: &str) -> bool {
    let scheme = url.split_once("://").map_or(url, |(scheme, _)| scheme);
    scheme.len() < url.len() && ["http", "https"].iter().any(|http| scheme.eq_ignore_ascii_case(http))
}

/// Percent-encoded, for any part of an address: nothing in it can end the part it stands in.
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
