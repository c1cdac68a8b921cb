// @ts-check

/** Gives a number from 0 up to and without `sides`. @typedef {(sides: number) => number} Roll */

/** Random numbers from a seed: the same seed gives the same numbers. @param {number} seed @returns {Roll} */
export function dice(seed) {
  let state = (seed >>> 0) + 0x6D2B79F5;
  return sides => {
    state = (state + 0x6D2B79F5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, sides));
  };
}

/** @template T @param {Roll} roll @param {T[]} from @returns {T} */
export const pick = (roll, from) => from[roll(from.length)];

const TEXTS = ['', 'Hello', 'a longer text with "quotes" and\nlines', '你好，世界', '2026-05-12', '7', 'null', '<b>bold</b>'];

/** Deepest value: schemas that contain themselves end there. */
const DEEPEST = 6;

/** A random value of this shape: mostly one that fits. @param {any} schema @param {Roll} roll @param {any} [root] @param {number} [depth] @returns {any} */
export function valueOf(schema, roll, root = schema, depth = 0) {
  if (schema === true || schema === undefined || depth > DEEPEST) return null;
  if (schema.$ref) return valueOf(at(root, schema.$ref), roll, root, depth + 1);
  if ('const' in schema) return schema.const;
  if (schema.enum) return pick(roll, schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return valueOf(pick(roll, branches), roll, root, depth);
  const type = Array.isArray(schema.type) ? pick(roll, schema.type) : schema.type;
  const make = MAKERS[type ?? (schema.properties ? 'object' : schema.items ? 'array' : 'any')];
  return make(schema, roll, (part, key) => valueOf(part, roll, root, depth + 1));
}

/** @param {any} root @param {string} ref */
const at = (root, ref) => ref.slice(1).split('/').filter(Boolean).reduce((node, step) => node?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], root);

/** @type {Record<string, (schema: any, roll: Roll, inner: (schema: any, key?: string) => any) => any>} */
const MAKERS = {
  null: () => null,
  boolean: (_, roll) => roll(2) === 0,
  integer: (schema, roll) => Math.ceil(within(schema, roll)),
  number: (schema, roll) => within(schema, roll),
  string: (schema, roll) => textOf(schema, roll),
  array: (schema, roll, inner) => {
    const first = (schema.prefixItems ?? []).map((/** @type {any} */ part) => inner(part));
    const least = Math.max(0, (schema.minItems ?? 0) - first.length);
    const more = schema.items === false ? 0 : Math.min(least + roll(3), Math.max(0, (schema.maxItems ?? 9) - first.length));
    return [...first, ...Array.from({ length: more }, () => inner(schema.items))];
  },
  object: (schema, roll, inner) => {
    const names = Object.keys(schema.properties ?? {}).filter(name => schema.required?.includes(name) || roll(2));
    return Object.fromEntries(names.map(name => [name, inner(schema.properties[name], name)]));
  },
  any: (_, roll) => pick(roll, [null, 7, 'text', { key: 'value' }, [1]]),
};

/** @param {any} schema @param {Roll} roll */
function within({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }, roll) {
  const low = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + multipleOf);
  const high = maximum ?? (exclusiveMaximum === undefined ? low + 20 * multipleOf : exclusiveMaximum - multipleOf);
  const steps = Math.max(0, Math.floor((high - low) / multipleOf));
  return low + roll(Math.min(steps, 1_000) + 1) * multipleOf;
}

const FORMATS = /** @type {Record<string, string>} */ ({ date: '2026-05-12', 'date-time': '2026-05-12T09:30:00Z', time: '09:30:00', email: 'ada@example.org', uri: 'https://example.org/', uuid: '3f2c1b7e-7d52-4c6a-9f3e-0d8a1b2c3d4e' });

/** @param {any} schema @param {Roll} roll */
function textOf({ format, minLength = 0, maxLength = 1_000 }, roll) {
  const text = FORMATS[format] ?? pick(roll, TEXTS);
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}

/** A reply as models damage it: cut off, in a fence, with words around it, with other quotes, empty. @param {string} text @param {Roll} roll */
export function damaged(text, roll) {
  return pick(roll, [
    () => text.slice(0, roll(text.length)),
    () => `\`\`\`json\n${text}\n\`\`\``,
    () => `Sure! Here it is: ${text} Anything else?`,
    () => text.replace(/}$/, ',}'),
    () => text.replaceAll('"', '“'),
    () => '',
    () => 'I would rather talk about this.',
  ])();
}
