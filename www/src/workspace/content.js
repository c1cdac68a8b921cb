// @ts-check
/** A file's content: text, or bytes that are none. @typedef {string | Uint8Array} Content */

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Bytes as text where they are; zeros are in no text. Those that are none are copied: to keep a piece of a zip would keep all of it.
 * @param {Uint8Array} bytes @returns {Content}
 */
export function contentOf(bytes) {
  try {
    if (!bytes.includes(0)) return decoder.decode(bytes);
  } catch {
    // no text
  }
  return new Uint8Array(bytes);
}

/** @param {Content} content */
export const bytesOf = content => (typeof content === 'string' ? encoder.encode(content) : content);

/** What a caller gives, as it is kept: halves of characters are replaced, so that it is the same as text and as bytes. @param {Content} given */
export function kept(given) {
  const bytes = bytesOf(given);
  return { content: contentOf(bytes), size: bytes.length };
}
