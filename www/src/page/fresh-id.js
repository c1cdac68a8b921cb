// @ts-check

/**
 * A random name that is unique; of 16 bytes in all the world. Does not use `crypto.randomUUID`, which pages without https do not have.
 */
export const freshId = (bytes = 16) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), byte => byte.toString(16).padStart(2, '0')).join('');
