//! The buffer that the host writes a text into.

/// The text in the buffer. The host writes whole characters, so it is UTF-8.
pub(super) fn text(input: &[u8], length: usize) -> &str {
    let text = input.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok());
    debug_assert!(text.is_some(), "the first {length} bytes of the buffer are no UTF-8");
    text.unwrap_or_default()
}
