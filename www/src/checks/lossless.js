// @ts-check

/** Deepest nesting of data: the JSON parser in the WebAssembly takes at most 128 levels. */
const DEEPEST = 100;

/** A place in data and why JSON cannot hold what is there. `half`: only half a character is lost. @typedef {{ place: string, why: string, half?: true }} Loss */

/**
 * The first thing in data that JSON would leave out or change. A member that is `undefined` counts as left out by the one who wrote it.
 * `plain`: an object of a class is one too, also if the class says what its JSON is (`toJSON`), since it would not come back as what it was.
 * @param {unknown} value @param {boolean} plain @param {number} [level] @returns {Loss | undefined} with its place as a JSON pointer
 */
export function lossIn(value, plain, level = 0) {
  if (typeof value === 'string' && !isWhole(value)) return { place: '', why: 'a text with half a character (a lone surrogate, where a text was cut)', half: true };
  const why = whyNot(value, plain, level);
  if (why) return { place: '', why };
  if (typeof value !== 'object' || value === null || (!plain && hasJson(value))) return undefined;
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, member] of members) {
    if (member === undefined && !Array.isArray(value)) continue;
    if (typeof key === 'string' && !isWhole(key)) return { place: '', why: 'a name with half a character (a lone surrogate)', half: true };
    const loss = lossIn(member, plain, level + 1);
    if (loss) return within(`/${stepOf(key)}`, loss);
  }
  return undefined;
}

/** The loss as seen from further up, where what it was found in has this `place`. @param {string} place @param {Loss | undefined} loss */
export const within = (place, loss) => loss && { ...loss, place: `${place}${loss.place}` };

/** @param {unknown} key */
const stepOf = key => String(key).slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');

/** @param {any} value */
const hasJson = value => typeof value.toJSON === 'function';

/** Why JSON does not hold this value itself. @param {any} value @param {boolean} plain @param {number} level */
function whyNot(value, plain, level) {
  switch (typeof value) {
    case 'string':
    case 'boolean': return undefined;
    case 'number': return Number.isFinite(value) ? undefined : String(value);
    case 'object': return value === null ? undefined : whyNotObject(value, plain, level);
    default: return value === undefined ? 'undefined' : `a ${typeof value}`;
  }
}

/** @param {any} value @param {boolean} plain @param {number} level */
function whyNotObject(value, plain, level) {
  if (level > DEEPEST) return `more than ${DEEPEST} levels, or an object that contains itself`;
  if (Array.isArray(value)) return undefined;
  if (typeof value.then === 'function') return 'a promise; await it first';
  const proto = Object.getPrototypeOf(value);
  if (proto === null || Object.getPrototypeOf(proto) === null) return undefined;
  if (!plain && hasJson(value)) return undefined;
  const name = value.constructor?.name || 'class';
  if (name === 'Response') return 'a Response; read it first, such as by await response.json()';
  return plain || Object.keys(value).length === 0 || value instanceof Error || ArrayBuffer.isView(value) ? `an object of ${name}` : undefined;
}

/** Whether a text has no lone surrogate. @param {string} text */
const isWhole = text => !/\p{Surrogate}/u.test(text);
