// @ts-check
/** @import { JsonPatchOperation } from '@ag-ui/client' */
/** @import { View } from '../index.js' */
/** @import { StepgateState } from './index.js' */
import { isObject } from '../checks/kinds.js';

/** Parts of a view that are the state of the protocol. */
const PARTS = /** @type {const} */ (['agent', 'waiting', 'stage', 'data', 'card', 'queued', 'wishes', 'grants', 'progress', 'error', 'input', 'inputParts', 'output']);

/** @param {View} view @returns {StepgateState} */
export function stateOf(view) {
  const parts = PARTS.flatMap(part => (view[part] === undefined ? [] : [[part, view[part]]]));
  return /** @type {any} */ (structuredClone({ ...Object.fromEntries(parts), writes: view.turn.writes }));
}

/**
 * The JSON Patch (RFC 6902) from one value to another.
 * @param {any} before @param {any} after @param {string} [path] @returns {JsonPatchOperation[]}
 */
export function patchBetween(before, after, path = '') {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ op: 'replace', path, value: after }];
  const gone = Object.keys(before).filter(name => !Object.hasOwn(after, name));
  return [
    ...gone.map(name => ({ op: /** @type {const} */ ('remove'), path: below(path, name) })),
    ...Object.entries(after).flatMap(([name, value]) => (Object.hasOwn(before, name) ? patchBetween(before[name], value, below(path, name)) : [{ op: /** @type {const} */ ('add'), path: below(path, name), value }])),
  ];
}

/** @param {string} path @param {string} name */
const below = (path, name) => `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
