// @ts-check
import { JsonError } from './errors.js';
import { Memory } from './memory.js';

/** @type {Memory | undefined} the build in use */
let engine;

/**
 * Makes a build the one in use. The full build replaces the small one, never the other way round; objects made with the earlier build keep
 * it.
 * @param {any} glue @returns {(exports: any) => void}
 */
export const uses = glue => exports => {
  const loaded = new Memory(exports.memory, glue);
  if (!engine || loaded.isFull) engine = loaded;
};

/** The build in use. Throws before `init()`. */
export function loaded() {
  if (!engine) throw new JsonError('not_loaded');
  return engine;
}

/** Error for a function that only the full build has. @param {string} place */
export const onlyInFull = place => new JsonError('not_loaded', { place, detail: `${place}: import init from 'stepgate/json/full', which has the exports of schemas` });
