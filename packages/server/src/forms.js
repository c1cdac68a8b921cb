// @ts-check
// The forms of what a client sends. What passes here can be stored as it is.
import { malformed } from './refused.js';

/** A value of a body: throws with its place unless it is one. @typedef {(value: any, place: string) => void} Form */

/** @param {unknown} value */
const isCount = value => Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;
/** @param {any} value */
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Whether the database gives a text back as it was. @param {unknown} value @returns {value is string} */
const isStorable = value => typeof value === 'string' && !/[\0\p{Surrogate}]/u.test(value);

/** @type {Form} */
const count = (value, place) => { if (!isCount(value)) malformed(place, 'a whole number from 0', value); };
/** @param {number} least @param {number} most @returns {Form} */
const text = (least, most) => (value, place) => {
  if (!isStorable(value)) malformed(place, 'a text without U+0000 and half surrogate pairs', typeof value === 'string' ? undefined : value);
  if (value.length < least || value.length > most) malformed(place, most === Infinity ? `a text of at least ${least} characters` : `a text of ${least} to ${most} characters`);
};
/** @param {Form} form @returns {Form} */
const list = form => (value, place) => {
  if (!Array.isArray(value)) malformed(place, 'a list', value);
  value.forEach((/** @type {unknown} */ one, /** @type {number} */ at) => form(one, `${place}/${at}`));
};
/** @param {Form} name @param {Form} form @returns {Form} */
const byName = (name, form) => (value, place) => {
  if (!isObject(value)) malformed(place, 'an object', value);
  for (const [key, one] of Object.entries(value)) {
    name(key, `${place}: the name of a member`);
    form(one, `${place}/${key}`);
  }
};
/** @param {Record<string, Form>} members names with `?` may be absent @returns {Form} */
const object = members => (value, place) => {
  if (!isObject(value)) malformed(place || '/', 'an object', value);
  const names = Object.keys(members).map(name => name.replace('?', ''));
  const stranger = Object.keys(value).find(name => !names.includes(name));
  if (stranger !== undefined) malformed(`${place}/${stranger.slice(0, 60)}`, `left out; there is ${names.join(', ')}`);
  for (const [name, form] of Object.entries(members)) {
    const own = name.replace('?', '');
    if (value[own] !== undefined || own === name) form(value[own], `${place}/${own}`);
  }
};

const all = text(0, Infinity);
/** @type {Form} */
const sha256 = (value, place) => { if (typeof value !== 'string' || !/^[\da-f]{64}$/.test(value)) malformed(place, 'a SHA-256 in 64 hexadecimal digits', value); };
/** @type {Form} */
const base = (value, place) => { if (value !== null) count(value, place); };
/** @type {Form} */
const call = (value, place) => { if (!Number.isSafeInteger(value)) malformed(place, 'a whole number', value); };
/** @type {Form} */
const isTrue = (value, place) => { if (value !== true) malformed(place, 'true, or left out', value); };

const changes = object({
  format: count, agent: text(1, 200), version: count, revision: count, head: all, first: count, entries: list(all), parts: byName(text(1, 200), all),
});
const step = object({
  ticket: text(1, 200), base, at_ms: count, changes, trace: list(all), 'started?': call, 'blobs?': list(sha256),
  'progress?': object({ done: count, total: count, 'skipped?': count }), 'preview?': text(0, 200),
  'copied?': isTrue, 'name?': text(1, 500), 'createdMs?': count,
});
const start = object({ revision: count, call, ticket: text(1, 200) });
const name = object({ name: text(1, 500) });

/** A step as a database takes it. @param {any} body @returns {import('./database.js').Step} */
export function stepOf(body) {
  step(body, '');
  if (body.base !== null) ['copied', 'name', 'createdMs'].forEach(member => { if (body[member] !== undefined) malformed(`/${member}`, 'left out where base is not null'); });
  if (body.base !== null && body.changes.revision < body.base) malformed('/changes/revision', `${body.base} or more, which is the base`, body.changes.revision);
  return body;
}

/** @param {any} body @returns {{ revision: number, call: number, ticket: string }} */
export function startOf(body) {
  start(body, '');
  return body;
}

/** @param {any} body @returns {string} */
export function nameOf(body) {
  name(body, '');
  return body.name;
}

/** @param {URLSearchParams} query @returns {string} */
export function idOf(query) {
  const id = query.get('id') ?? '';
  text(1, 512)(id, 'id');
  return id;
}

/** @param {URLSearchParams} query @returns {string} */
export function shaOf(query) {
  const found = query.get('sha256') ?? '';
  sha256(found, 'sha256');
  return found;
}

/** The place at which a list goes on: the row that the part before it ended with. @param {URLSearchParams} query @returns {[updatedMs: number, id: string] | undefined} */
export function cursorOf(query) {
  const given = query.get('after');
  if (given === null) return undefined;
  const found = /^(\d{1,15}):(.+)$/su.exec(given);
  if (!found) malformed('after', '`next` of the list before', given);
  text(1, 512)(found[2], 'after');
  return [Number(found[1]), found[2]];
}
