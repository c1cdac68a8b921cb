// @ts-check
/** @import { FilePart } from '../index.js' */
import { assertKnown, must } from '../checks/assert-option.js';
import { isObject } from '../checks/kinds.js';

/** Member of a tool's value that has files beside it. By a registered symbol a page that has the package twice knows its own values, and no JSON has it. */
const PARTS = Symbol.for('stepgate.parts');

/** Whether a value is a file: bytes, or a reference to one of the session. @param {any} value */
export const isFile = value => value instanceof Blob || (isObject(value) && typeof value.sha256 === 'string' && ['image', 'file'].includes(value.kind));

/** @param {unknown} value @param {readonly (Blob | FilePart)[]} parts @param {{ otherwise?: unknown }} [options] */
export function withParts(value, parts, options = {}) {
  assertKnown(options, ['otherwise'], 'withParts(value, parts, options): ');
  must(Array.isArray(parts) && parts.every(isFile), 'withParts(value, parts): parts', 'a list of files: File or Blob, or parts of this session');
  return Object.freeze({ [PARTS]: Object.freeze([...parts]), value, ...('otherwise' in options && { otherwise: options.otherwise }) });
}

/**
 * The value that a tool gave, the files beside it, and the value in their place where they cannot be taken.
 * @param {any} given @returns {{ value: unknown, files: readonly (Blob | FilePart)[], otherwise?: unknown }}
 */
export function partsOf(given) {
  const files = isObject(given) ? /** @type {any} */ (given)[PARTS] : undefined;
  return files ? { ...given, files } : { value: given, files: [] };
}
