import { signal } from '@preact/signals-core';
import { DAMAGE } from './damage.js';

const PLACE = 'stepgate-start';

/**
 * The trip that this browser keeps, for the next load of the page.
 * @typedef {object} Record
 * @property {string} id                  session; empty before the first
 * @property {string[]} damage            damage to the model's replies
 * @property {boolean} twice              whether the model calls the tool twice
 * @property {boolean} skips              whether the model claims an approval
 * @property {{ key: string, flight: string }[]} runs  runs of the tool that books
 */

/** @returns {Record} */
const fresh = () => ({ id: '', damage: ['comma', 'quotes', 'types', 'brace'], twice: false, skips: false, runs: [] });

/** The kept record; a fresh one if the storage is blocked or holds something else. @param {string | null} text @returns {Record} */
function read(text) {
  try {
    const { id, damage, twice, skips, runs } = JSON.parse(text ?? '');
    return { id: String(id), damage: DAMAGE.filter(kind => damage.includes(kind)), twice: twice === true, skips: skips === true, runs: runs.filter(({ key }) => typeof key === 'string') };
  } catch {
    return fresh();
  }
}

function kept() {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

export const record = signal(read(kept()));

/** @param {Partial<Record>} change */
export function keep(change) {
  record.value = { ...record.value, ...change };
  try {
    localStorage.setItem(PLACE, JSON.stringify(record.value));
  } catch {
    // A private window may refuse: then the trip lasts as long as the page.
  }
}

addEventListener('storage', ({ key, newValue }) => { if (key === PLACE) record.value = read(newValue); });
