// @ts-check
/** @import { Played } from './replayed.js' */
import { firstDifference } from './difference.js';
import { entryOf, fileOf, replayed } from './replayed.js';

/**
 * The part that an event wrote otherwise, played again, than the file has it; undefined where nothing differs.
 * @param {Played} played @returns {string | undefined}
 */
export function differsAfter({ before, rev, entries, session }) {
  const { first, entries: texts } = session.changes(before);
  const expected = entriesUpTo(entries, first, rev);
  const found = texts.map(entryOf);
  const at = Math.max(expected.length, found.length);
  for (let index = 0; index < at; index += 1) {
    if (JSON.stringify(expected[index]) === JSON.stringify(found[index])) continue;
    const place = `entry ${first + index}`;
    return firstDifference(expected[index]?.entry, found[index]?.entry, place) ?? `${place}: at another time`;
  }
  return undefined;
}

/** Entries from number `first` on that stood there at a revision. @param {Played['entries']} entries @param {number} first @param {number} revision */
export function entriesUpTo(entries, first, revision) {
  let end = first;
  while (end < entries.length && entries[end].rev <= revision) end += 1;
  return entries.slice(first, end);
}

/**
 * Plays a session again and compares all that it would save with what the file has: the entries after each event, and at the end every byte of the
 * snapshot. Gives the number of events, and the first difference if there is one.
 * @param {any} own @param {string} name @param {unknown} file @returns {{ events: number, difference?: string }}
 */
export function checked(own, name, file) {
  let events = 0;
  /** All parts that were ever saved, as a store keeps them. @type {Record<string, string>} */
  const parts = {};
  const { snapshot, session } = replayed(own, name, 'replay', fileOf(file), played => {
    Object.assign(parts, played.session.changes(played.before).parts);
    const difference = differsAfter(played);
    if (difference) throw new Differs(`${played.told}: ${difference}`);
    events += 1;
  });
  const found = session.snapshot();
  Object.assign(parts, found.parts);
  session.free();
  return { events, ...differenceAtEnd(snapshot, { ...found, parts }) };
}

/** Thrown where a session plays otherwise. */
export class Differs extends Error {}

/** @param {any} expected @param {any} found */
function differenceAtEnd(expected, found) {
  if (expected.format !== found.format || expected.version !== found.version) return {}; // saved by an older version of the package or the agent, whose bytes were others
  const pieces = { head: [expected.head, found.head], ...Object.fromEntries(Object.keys({ ...expected.parts, ...found.parts }).map(part => [part, [expected.parts[part], found.parts[part]]])) };
  const [place, [one, other]] = Object.entries(pieces).find(([, [one, other]]) => one !== other) ?? ['', []];
  const at = expected.entries.findIndex((/** @type {string} */ text, /** @type {number} */ index) => text !== found.entries[index]);
  if (place) return { difference: `at the end: ${firstDifference(valueOf(one), valueOf(other), place) ?? `${place}: other bytes`}` };
  return at < 0 ? {} : { difference: `at the end: entry ${at}: other bytes` };
}

/** @param {string | undefined} piece */
const valueOf = piece => piece && JSON.parse(piece.replace(/\n[0-9a-f]{8}$/, ''));
