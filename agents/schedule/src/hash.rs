//! Hashes for ids.

/// SHA-256 of texts joined by `|`, in hexadecimal digits.
pub(super) fn sha256(texts: &[&str]) -> String {
    let mut hex = String::new();
    for byte in hmac_sha256::Hash::hash(texts.join("|").as_bytes()) {
        hex.extend([byte >> 4, byte & 15].into_iter().filter_map(|digit| char::from_digit(digit.into(), 16)));
    }
    hex
}
