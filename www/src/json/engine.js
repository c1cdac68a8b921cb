// @ts-check
import { JsonError } from './errors.js';
import { Memory } from './memory.js';

/** @type {Memory | undefined} the build that reads */
let engine;

/**
 * What makes a build the one that reads: the full one in place of the small one, never the other way round. What was made with the one
 * before keeps to it.
 * @param {any} glue @returns {(exports: any) => void}
 */
export const uses = glue => exports => {
  const loaded = new Memory(exports.memory, glue);
  if (!engine || loaded.isFull) engine = loaded;
};

/** The build that reads. */
export function loaded() {
  if (!engine) throw new JsonError('not_loaded');
  return engine;
}

/** Why something cannot be had. @param {string} place */
export const onlyInFull = place => new JsonError('not_loaded', { place, detail: `${place}: import init from 'stepgate/json/full', which has presets, options and exports` });
