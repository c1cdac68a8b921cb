// @ts-check

/** Number of bytes that are made to characters at once: a call takes no more arguments in some browsers. */
const AT_ONCE = 0x8000;

/** @param {Uint8Array} bytes */
export function base64Of(bytes) {
  let characters = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE) characters += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(characters);
}

/** The bytes of a text in base64; undefined where it is none. @param {string} text */
export function bytesOfBase64(text) {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
