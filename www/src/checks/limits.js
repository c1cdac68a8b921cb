// @ts-check

/** Largest reply that a session accepts from its model, unless the model sets another limit (`maxReplyBytes`). */
export const REPLY_BYTES = 8 * 2 ** 20;

const encoder = new TextEncoder();

/** @param {string} text */
export const bytesOf = text => encoder.encode(text).length;

/** A number of bytes in the usual units. @param {number} bytes */
export function sizeText(bytes) {
  const [unit, name] = bytes >= 2 ** 20 ? [2 ** 20, 'MB'] : bytes >= 2 ** 10 ? [2 ** 10, 'KB'] : [1, 'B'];
  return `${Number((bytes / unit).toFixed(1))} ${name}`;
}
