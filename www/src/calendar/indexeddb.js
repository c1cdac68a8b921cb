// @ts-check
import { indexedDbTables } from '../tables/indexeddb.js';
import { calendarOver, KEYS } from './store.js';

/** @type {typeof import('./index.js').calendarStore} */
export const calendarStore = name => calendarOver(name, indexedDbTables(`stepgate-calendar:${name}`, KEYS));
