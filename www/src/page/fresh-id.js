// @ts-check

/** A random name that is unique. Does not use `crypto.randomUUID`, which pages without https do not have. */
export const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
