// @ts-check
/** @import { Entry } from '../trace/replayed.js' */
import { agentOf } from '../load/wasm-agent.js';
import { entriesOf, replayed } from '../trace/replayed.js';

/** @type {typeof import('./index.js').recorded} */
export async function recorded(agent, file) {
  const { name, core: own } = await agentOf(agent);
  const { snapshot, session } = replayed(own, name, 'recorded', file, (told, rev, entries, session) => same(told, upTo(entries, rev), entriesOf(session.snapshot())));
  const end = new own.Session(name, { resume: snapshot });
  const difference = firstDifference(end.view(), session.view(), 'view');
  for (const one of [end, session]) one.free();
  if (difference) throw new Error(`at the end: ${difference}`);
}

/** @param {Entry[]} entries @param {number} revision */
const upTo = (entries, revision) => entries.filter(({ rev }) => rev <= revision);

/** @param {string} told @param {Entry[]} expected @param {Entry[]} found */
function same(told, expected, found) {
  const at = expected.findIndex((entry, index) => JSON.stringify(entry) !== JSON.stringify(found[index]));
  const place = at < 0 && found.length > expected.length ? expected.length : at;
  if (place >= 0) throw new Error(`${told}: ${firstDifference(expected[place]?.entry, found[place]?.entry, `entry ${place}`) ?? `entry ${place}: at another time`}`);
}

/** The place where two values differ, with both. @param {any} one @param {any} other @param {string} at @returns {string | undefined} */
function firstDifference(one, other, at) {
  if (JSON.stringify(one) === JSON.stringify(other)) return undefined;
  const isParent = (/** @type {any} */ value) => typeof value === 'object' && value !== null;
  if (!isParent(one) || !isParent(other)) return `${at}: expected ${shown(one)}, found ${shown(other)}`;
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.map(key => firstDifference(one[key], other[key], `${at}/${key}`)).find(Boolean) ?? `${at}: in another order`;
}

/** @param {any} value */
const shown = value => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200));
