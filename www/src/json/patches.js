// @ts-check
/** @import { Patch } from './index.js' */
import { put } from './tape.js';

/**
 * Applies patches to a value. Changes neither; parts that no patch touches are shared.
 * @param {any} value @param {Patch[]} patches
 */
export function applyPatches(value, patches) {
  /** Containers that have already been copied. @type {Set<object>} */
  const own = new Set();
  return patches.reduce((before, patch) => {
    if (!('append' in patch) && !('set' in patch)) return before;
    return changed(before, stepsOf(patch.path), patch, own);
  }, value);
}

/** @param {any} value @param {string[]} steps @param {Patch} patch @param {Set<object>} own @returns {any} */
function changed(value, [step, ...rest], patch, own) {
  if (step === undefined) return patch.append === undefined ? patch.set : value + patch.append;
  if (typeof value !== 'object' || value === null) throw new TypeError(`patches: the value has nothing at ${JSON.stringify(patch.path)}`);
  const copy = own.has(value) ? value : Array.isArray(value) ? value.slice() : { ...value };
  own.add(copy);
  const next = changed(Object.hasOwn(copy, step) ? copy[step] : undefined, rest, patch, own);
  if (Array.isArray(copy)) copy[Number(step)] = next;
  else put(copy, step, next);
  return copy;
}

/** Splits a JSON pointer into its steps. @param {string} path */
const stepsOf = path => path.split('/').slice(1).map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
