// @ts-check

/** SHA-256 in hexadecimal digits. @param {Uint8Array<ArrayBuffer>} bytes */
export const sha256Of = async bytes => Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), byte => byte.toString(16).padStart(2, '0')).join('');
