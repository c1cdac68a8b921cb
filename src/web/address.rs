//! The addresses that are asked.

/// The address that finds `query`: `{query}` and `{limit}` are put into the endpoint's, encoded.
pub fn finding(endpoint: &str, query: &str, limit: u32) -> String {
    endpoint.replace("{query}", &encoded(query)).replace("{limit}", &limit.to_string())
}

/// The address that reads `page`: it is put in for `{url}`, encoded, or else behind the endpoint's, as it is.
pub fn reading(endpoint: &str, page: &str) -> String {
    if endpoint.contains("{url}") {
        endpoint.replace("{url}", &encoded(page))
    } else {
        [endpoint, page].concat()
    }
}

/// Whether an address is one of http(s), with a host.
pub fn is_http(url: &str) -> bool {
    let scheme = url.split("://").next().unwrap_or_default();
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
