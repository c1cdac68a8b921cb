// @ts-check
/** @import { ExportedSession } from '../index.js' */
import { entriesUpTo } from './checked.js';
import { entryOf, fileOf, player } from './replayed.js';

/** Members that name a kind of thing, an id of this package or a place; every other text is the user's, the model's, a tool's or the page's. */
const NAMES = new Set(['type', 'kind', 'code', 'sha256', 'mediaType', 'finishReason', 'lang', 'nonce', 'choice', 'afterFailure', 'leftOut']);

/**
 * A copy of a session in which a function has replaced texts: the session is played again with the new texts, so that all that was made of them
 * (prompts, memory, cards, checksums) has the new ones, too.
 * @param {any} own @param {string} name @param {unknown} given @param {(text: string, place: import('../test/index.js').RedactPlace) => string} redact @returns {ExportedSession}
 */
export function redactedSession(own, name, given, redact) {
  const { stepgate, id, createdMs, updatedMs, started, snapshot: saved, trace: lines } = fileOf(given);
  const playing = player(own, name, 'redacted', { snapshot: saved, trace: lines }, event => changed(event, redact));
  /** @type {string[]} */
  const trace = [];
  for (let played = playing.next(); played; played = playing.next()) {
    trace.push(...played.session.takeTrace());
    mustBeAlike(played, name);
  }
  const snapshot = playing.session.snapshot();
  playing.session.free();
  return { stepgate, id, ...(started !== undefined && { started }), createdMs, updatedMs, snapshot, trace };
}

/** @param {any} event @param {(text: string, place: any) => string} redact */
function changed(event, redact) {
  const place = event.type === 'replied' ? 'model' : event.type === 'returned' ? 'tool' : event.type === 'opened' ? 'input' : 'user';
  /** @param {any} value @returns {any} */
  const mapped = value => {
    if (typeof value === 'string') return textOf(redact(value, place));
    if (Array.isArray(value)) return value.map(mapped);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, NAMES.has(name) && typeof member !== 'object' ? member : mapped(member)]));
  };
  return mapped(event);
}

/** @param {unknown} text @returns {string} */
function textOf(text) {
  if (typeof text !== 'string') throw new TypeError(`redacted: redact: must return a text, found ${JSON.stringify(text)}`);
  return text;
}

/** Refuses a text after which the session went another way: such a file would not show what happened. @param {import('./replayed.js').Played} played @param {string} name */
function mustBeAlike({ told, before, rev, entries, session }, name) {
  const { first, entries: texts } = session.changes(before);
  const found = texts.map((/** @type {string} */ text) => kindOf(entryOf(text).entry));
  const expected = entriesUpTo(entries, first, rev).map(({ entry }) => kindOf(entry));
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  throw new Error(`redacted: ${told}: with the new texts the session of "${name}" went another way: expected ${expected.join(', ')}, found ${found.join(', ')}`);
}

/** @param {any} entry */
const kindOf = entry => Object.keys(entry)[0];
