// @ts-check

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether headers are a plain object of strings: `fetch` would send nothing of a `Headers` or a `Map`. @param {any} headers */
export function areHeaders(headers) {
  try {
    return isObject(headers) && !(Symbol.iterator in headers) && Boolean(new Headers(headers)) && Object.values(headers).every(value => typeof value === 'string');
  } catch {
    return false;
  }
}
