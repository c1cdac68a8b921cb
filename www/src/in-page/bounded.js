// @ts-check

/**
 * The schema with at most `most` characters in each free text, so that a small model under it comes to an end.
 * @param {any} schema @param {number} most @returns {any}
 */
export function bounded(schema, most) {
  if (typeof schema !== 'object' || schema === null) return schema;
  const within = /** @param {any} one */ one => bounded(one, most);
  const out = { ...schema };
  for (const key of OF_ONE) if (key in out) out[key] = within(out[key]);
  for (const key of OF_LISTS) if (key in out) out[key] = out[key].map(within);
  for (const key of OF_NAMES) if (key in out) out[key] = Object.fromEntries(Object.entries(out[key]).map(([name, one]) => [name, within(one)]));
  if ([out.type].flat().includes('string') && !BOUNDS.some(key => key in out)) out.maxLength = most;
  return out;
}

/** Keywords with a schema, with a list of schemas, and with schemas by name. */
const OF_ONE = ['items', 'additionalProperties', 'propertyNames'];
const OF_LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const OF_NAMES = ['properties', '$defs'];

/** Keywords that say what a text may be. */
const BOUNDS = ['enum', 'const', 'format', 'pattern', 'maxLength'];
