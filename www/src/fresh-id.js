// @ts-check

/** A name that nothing has. Not `crypto.randomUUID`: pages that are not served over https do not have it. */
export const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
