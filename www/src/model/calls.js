// @ts-check
import { ModelError } from '../errors.js';
import { isObject } from '../checks/kinds.js';
import { parsed } from './refusal.js';

/**
 * `arguments`: all pieces joined; `soFar`: the last piece, if each begins with the one before; `isRead`: whether they came as an object.
 * @typedef {{ id: string, at: number | undefined, name: string, arguments: string, soFar: string | undefined, isRead: boolean }} Call
 */

/** Puts the calls of a message together, piece by piece, in the order in which they began. */
export function toolCalls() {
  /** @type {Call[]} */
  const calls = [];

  /** The call that a piece goes on with; undefined for a new one. @param {Call} piece */
  const goesOn = piece => {
    const same = piece.id && calls.find(({ id }) => id === piece.id);
    if (same) return same;
    const before = calls.filter(({ at }) => piece.at === undefined || at === undefined || at === piece.at).at(-1);
    return before && !begins(piece, before) ? before : undefined;
  };
  return {
    /** @param {any} given @param {number} [place] number of a call that is whole */
    add(given, place) {
      const piece = read(given);
      if (place !== undefined) return calls.push({ ...piece, id: '', at: place });
      const call = goesOn(piece);
      return call ? extend(call, piece) : calls.push(piece);
    },
    get isEmpty() { return calls.length === 0; },
    /** Calls as the session reads them. */
    get list() {
      return calls.map(call => ({ name: call.name, arguments: argumentsOf(call) }));
    },
  };
}

/**
 * Whether a piece begins a call of its own: many servers number every call 0, or none, and some send name and id with each piece. Until the
 * arguments are whole, a piece goes on with the call, unless it has another name.
 * @param {Call} piece @param {Call} before
 */
function begins(piece, before) {
  if (!piece.name) return false;
  const hasNewId = Boolean(piece.id && before.id); // the ids differ, else it would be the same call
  const isOther = piece.name !== before.name;
  if (isWhole(argumentsOf(before))) return hasNewId || isOther || piece.arguments !== '';
  if (before.arguments) return isOther;
  if (!isOther || hasNewId) return hasNewId && (isOther || !piece.arguments);
  return !piece.name.startsWith(before.name) && (piece.at === undefined || piece.arguments !== '');
}

/** @param {string} text */
const isWhole = text => text.endsWith('}') && isObject(parsed(text));

/** The arguments of a call, whose pieces go on with each other or each have all so far. @param {Call} call */
const argumentsOf = ({ arguments: joined, soFar }) => (soFar === undefined || isWhole(joined) || !isWhole(soFar) ? joined : soFar);

/** @param {Call} call @param {Call} piece */
function extend(call, piece) {
  if (piece.name.startsWith(call.name)) call.name = piece.name;
  else if (!call.arguments) call.name += piece.name;
  if (piece.arguments) extendArguments(call, piece);
  call.id ||= piece.id;
  call.at ??= piece.at;
}

/** @param {Call} call @param {Call} piece */
function extendArguments(call, piece) {
  const isSentAgain = piece.arguments === call.arguments && isWhole(call.arguments);
  const replaces = piece.isRead || (call.arguments === '{}' && piece.arguments.startsWith('{'));
  if (!isSentAgain) call.arguments = replaces ? piece.arguments : call.arguments + piece.arguments;
  call.soFar = call.soFar !== undefined && piece.arguments.startsWith(call.soFar) ? piece.arguments : undefined;
}

/** @param {any} piece @returns {Call} */
function read(piece) {
  const { id, index, function: called = { name: piece.name, arguments: piece.arguments } } = piece;
  const { name, arguments: args } = isObject(called) ? called : malformed('tool_calls[].function', 'an object');
  const isText = (/** @type {unknown} */ value) => value == null || typeof value === 'string';
  if (!isText(name) || !(isText(args) || isObject(args))) malformed('tool_calls[].function', 'an object with a text in name, and a text or an object in arguments');
  const at = index == null || index === '' ? undefined : Number(index);
  const text = isObject(args) ? JSON.stringify(args) : args ?? '';
  return {
    id: typeof id === 'string' ? id : '',
    at: Number.isInteger(at) ? at : undefined,
    name: name ?? '',
    arguments: text,
    soFar: text,
    isRead: isObject(args),
  };
}

/** @param {string} place @param {string} allowed @returns {never} */
export function malformed(place, allowed) {
  throw new ModelError('not_json', { detail: `${place} must be ${allowed}` });
}
