// @ts-check

/** How deep data may be: what reads it in the WebAssembly goes no deeper than 128. */
const DEEPEST = 100;

/**
 * Hands data over, as the WebAssembly takes it: JSON. Where it is none, that is said with its place; half of a character, which no JSON
 * holds (a text that was cut), becomes the sign for one that was lost.
 * @template T, R @param {string} place as the WebAssembly calls it @param {T} data @param {(data: T) => R} take @returns {R}
 */
export function handOver(place, data, take) {
  try {
    return take(data);
  } catch (error) {
    if (/** @type {any} */ (error)?.place !== place) throw error;
    return take(/** @type {T} */ (mended(data, place, [])));
  }
}

/** A copy that is JSON. @param {unknown} value @param {string} place @param {object[]} around what it is in @returns {unknown} */
function mended(value, place, around) {
  if (typeof value === 'string') return new TextDecoder().decode(new TextEncoder().encode(value));
  if (typeof value === 'bigint') refuse(place, 'JSON, which has no bigint: give a number or a text');
  if (around.length === 0 && ['undefined', 'function', 'symbol'].includes(typeof value)) refuse(place, `JSON, not ${typeof value}`);
  if (typeof value !== 'object' || value === null) return value;
  if (around.includes(value)) refuse(place, 'JSON: it contains itself');
  if (around.length >= DEEPEST) refuse(place, `nested less deeply: at most ${DEEPEST} levels`);
  const within = [...around, value];
  const json = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
  if (json !== value) return mended(json, place, within);
  if (Array.isArray(value)) return value.map((item, index) => mended(item, `${place}/${index}`, within));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [mended(name, place, []), mended(member, `${place}/${name}`, within)]));
}

/** The same error that the WebAssembly throws. @param {string} place @param {string} allowed @returns {never} */
function refuse(place, allowed) {
  throw Object.assign(new Error(`${place.slice(0, 200)}: must be ${allowed}`), { name: 'StepgateError', kind: 'malformed', place });
}
