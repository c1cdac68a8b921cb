// @ts-check
import { assertOption, assertKnown } from '../checks/assert-option.js';
import { indexedDbTables } from '../tables/indexeddb.js';
import { calendarOver, KEYS } from './store.js';
import { ADDED } from './tables.js';

/** @type {typeof import('./index.js').calendarStore} */
export function calendarStore(name, options = {}) {
  assertOption(name, 'calendarStore(name)', 'name');
  assertKnown(options, ['onLoss'], 'calendarStore(name, options): ');
  return calendarOver(name, indexedDbTables(`stepgate-calendar:${name}`, KEYS, options.onLoss, ADDED));
}
