// @ts-check
/** A file's content: text, or bytes that are no text. @typedef {string | Uint8Array} Content */

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes bytes that are text; a zero byte means that they are not. Other bytes are copied, because a view of a zip would keep all of the
 * zip in memory.
 * @param {Uint8Array} bytes @returns {Content}
 */
export function contentOf(bytes) {
  try {
    if (!bytes.includes(0)) return decoder.decode(bytes);
  } catch {
    // not UTF-8
  }
  return new Uint8Array(bytes);
}

/** @param {Content} content */
export const bytesOf = content => (typeof content === 'string' ? encoder.encode(content) : content);

/**
 * A caller's content in the stored form. Lone surrogates are replaced, so that the content is the same as text and as bytes.
 * @param {Content} given
 */
export function kept(given) {
  const bytes = bytesOf(given);
  return { content: contentOf(bytes), size: bytes.length };
}
